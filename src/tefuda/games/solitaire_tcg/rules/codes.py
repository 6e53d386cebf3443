"""The numbers that stand for zones, types, triggers, targets and actions, and their names."""

from typing import Final

HAND: Final = 0
DECK: Final = 1
BOARD: Final = 2
FIELD: Final = 3
GRAVE: Final = 4
BANISH: Final = 5
LIMBO: Final = 6
LEAVING: Final = 7
ZONES: Final = ["hand", "deck", "board", "field", "grave", "banish"]
"""The zones that cards can name (ST-1.3). A spell being resolved and a field being replaced are in none of them."""
PLACES: Final = [*ZONES, "limbo", "leaving"]

MONSTER: Final = 0
SPELL: Final = 1
EQUIP: Final = 2
ARTIFACT: Final = 3
FIELD_CARD: Final = 4
TYPES: Final = ["monster", "spell", "equip", "artifact", "field"]

ON_PLAY: Final = 0
ON_ENTER: Final = 1
ON_DESTROY: Final = 2
STATIC: Final = 3
ACTIVATED: Final = 4
ON_DRAW: Final = 5
ON_DISCARD: Final = 6
ON_FIELD_SET: Final = 7
TRIGGERS: Final = [
    "on_play",
    "on_enter",
    "on_destroy",
    "static",
    "activated",
    "on_draw",
    "on_discard",
    "on_field_set",
]

SELF: Final = 0
THE_FIELD: Final = 1
ANY: Final = 2
ALL: Final = 3
ATTACHED: Final = 4
TOP: Final = 5
BOTTOM: Final = 6
TARGETS: Final = ["self", "field", "any", "all", "attached", "top", "bottom"]

CHOOSE: Final = 0
FIRST: Final = 1
RANDOM: Final = 2
SELECTIONS: Final = ["choose", "first", "random"]

AT_BOTTOM: Final = 0
AT_TOP: Final = 1
SHUFFLED: Final = 2
POSITIONS: Final = ["bottom", "top", "shuffle"]

DONE: Final = 0
FIZZLED: Final = 1
ASKING: Final = 2
"""How a step ended: done, fizzled, or with a question to the player."""

RUNNING: Final = 0
WON: Final = 1
LOST: Final = 2

NOBODY: Final = 255
"""In place of a card: none."""

MOST_CARDS: Final = 200
MOST_KINDS: Final = 128
MOST_COPIES: Final = 16
MOST_ABILITIES: Final = 12
MOST_USES: Final = 4
"""Cards in a game, different ones, of one id, and abilities of one card, activated ones among them."""

END: Final = 0
PLAY: Final = 1
PICK: Final = PLAY + MOST_KINDS
USE: Final = PICK + MOST_KINDS * MOST_COPIES
ACTIONS: Final = USE + MOST_KINDS * MOST_COPIES * MOST_USES
"""Where the numbers of each sort of action begin, and where they end."""
