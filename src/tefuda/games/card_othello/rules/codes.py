"""Codes of sides, cards, marks and actions. They never change."""

from typing import Final

BLACK: Final = 0
WHITE: Final = 1
SIDES: Final = ["black", "white"]

# Cards, in the order of the catalogue (checked by a test).

NO_CARD: Final = -1
TREASURE_BOX: Final = 0
FREE_PLACEMENT: Final = 1
PROTECTED_NEXT_STONE: Final = 2
SWAP_WITH_ENEMY: Final = 3
POSITION_SWAP_WILL: Final = 4
SACRIFICE_WILL: Final = 5
PERMA_PROTECT_NEXT_STONE: Final = 6
STRONG_WIND_WILL: Final = 7
TRAP_WILL: Final = 8
TEMPT_WILL: Final = 9
CHAIN_WILL: Final = 10
REGEN_WILL: Final = 11
DESTROY_ONE_STONE: Final = 12
TIME_BOMB: Final = 13
ULTIMATE_REVERSE_DRAGON: Final = 14
BREEDING_WILL: Final = 15
CROSS_BOMB: Final = 16
HYPERACTIVE_WILL: Final = 17
SELL_CARD_WILL: Final = 18
PLUNDER_WILL: Final = 19
WORK_WILL: Final = 20
DOUBLE_PLACE: Final = 21
HEAVEN_BLESSING: Final = 22
CONDEMN_WILL: Final = 23
GOLD_STONE: Final = 24
SILVER_STONE: Final = 25
STEAL_CARD: Final = 26
GUARD_WILL: Final = 27
ULTIMATE_DESTROY_GOD: Final = 28
ULTIMATE_HYPERACTIVE_GOD: Final = 29
CARD_TYPE_COUNT: Final = 30

CARD_NAMES: Final = [
    "TREASURE_BOX",
    "FREE_PLACEMENT",
    "PROTECTED_NEXT_STONE",
    "SWAP_WITH_ENEMY",
    "POSITION_SWAP_WILL",
    "SACRIFICE_WILL",
    "PERMA_PROTECT_NEXT_STONE",
    "STRONG_WIND_WILL",
    "TRAP_WILL",
    "TEMPT_WILL",
    "CHAIN_WILL",
    "REGEN_WILL",
    "DESTROY_ONE_STONE",
    "TIME_BOMB",
    "ULTIMATE_REVERSE_DRAGON",
    "BREEDING_WILL",
    "CROSS_BOMB",
    "HYPERACTIVE_WILL",
    "SELL_CARD_WILL",
    "PLUNDER_WILL",
    "WORK_WILL",
    "DOUBLE_PLACE",
    "HEAVEN_BLESSING",
    "CONDEMN_WILL",
    "GOLD_STONE",
    "SILVER_STONE",
    "STEAL_CARD",
    "GUARD_WILL",
    "ULTIMATE_DESTROY_GOD",
    "ULTIMATE_HYPERACTIVE_GOD",
]
CARD_CODES: Final = {name: code for code, name in enumerate(CARD_NAMES)}

# What a used card picks: nothing, cells of the board, or a card.

PICKS_NOTHING: Final = 0
PICKS_CELL: Final = 1
PICKS_CARD: Final = 2

PICKS: Final = bytes(
    [
        PICKS_CELL
        if code
        in (
            SWAP_WITH_ENEMY,
            POSITION_SWAP_WILL,
            SACRIFICE_WILL,
            STRONG_WIND_WILL,
            TRAP_WILL,
            TEMPT_WILL,
            DESTROY_ONE_STONE,
            TIME_BOMB,
            GUARD_WILL,
        )
        else PICKS_CARD
        if code in (SELL_CARD_WILL, HEAVEN_BLESSING, CONDEMN_WILL)
        else PICKS_NOTHING
        for code in range(CARD_TYPE_COUNT)
    ]
)

IMMEDIATE_CARDS: Final = [TREASURE_BOX, DOUBLE_PLACE]
"""Cards that are resolved when they are used. Other cards without a pick wait for the placement."""

# Marks

PROTECTED: Final = 0
PERMA_PROTECTED: Final = 1
GUARD: Final = 2
TRAP: Final = 3
BOMB: Final = 4
DRAGON: Final = 5
BREEDING: Final = 6
UDG: Final = 7
WORK: Final = 8
REGEN: Final = 9
HYPERACTIVE: Final = 10
ULTIMATE_HYPERACTIVE: Final = 11
MARK_KIND_COUNT: Final = 12

MARK_KINDS: Final = [
    "PROTECTED",
    "PERMA_PROTECTED",
    "GUARD",
    "TRAP",
    "TIME_BOMB",
    "DRAGON",
    "BREEDING",
    "UDG",
    "WORK",
    "REGEN",
    "HYPERACTIVE",
    "ULTIMATE_HYPERACTIVE",
]
MARK_KIND_CODES: Final = {name: code for code, name in enumerate(MARK_KINDS)}

INITIAL_COUNTERS: Final = bytes([0, 0, 3, 0, 3, 5, 3, 5, 1, 0, 0, 0])
"""By mark kind: the initial counter; 0 for none. Work counts its stages up, from 1 to 5."""

FLIP_IMMUNE: Final = bytes([1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0])
"""By mark kind: whether lines and dragons cannot flip the stone."""

# Actions

PLACE: Final = 0
PICK: Final = 64
USE: Final = 128
PICK_CARD: Final = 158
DONE: Final = 188
PASS: Final = 189
ACTION_COUNT: Final = 190
