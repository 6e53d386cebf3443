"""The numbers that stand for zones, types, triggers, targets and actions, and their names."""

from typing import Final

SEATS: Final = ["one", "two"]

DRAW: Final = 0
MAIN1: Final = 1
BATTLE: Final = 2
MAIN2: Final = 3
END: Final = 4
PHASES: Final = ["draw", "main1", "battle", "main2", "end"]

HAND: Final = 0
DECK: Final = 1
TRASH: Final = 2
MONSTERS: Final = 3
MAGICS: Final = 4
FIELD: Final = 5
DECK_OR_TRASH: Final = 6
ZONES: Final = ["hand", "deck", "trash", "monsters", "magics", "field", "deck_or_trash"]
"""The first five are where a card can be; the others are several of them together."""

NORMAL_MONSTER: Final = 0
EFFECT_MONSTER: Final = 1
NORMAL_MAGIC: Final = 2
PERMANENT_MAGIC: Final = 3
TYPES: Final = ["normal_monster", "effect_monster", "normal_magic", "permanent_magic"]

ATTRIBUTES: Final = ["fire", "water", "grass", "light", "dark", "neutral"]

PLAY: Final = 0
ACTIVATED: Final = 1
CONTINUOUS: Final = 2
ON_SUMMON: Final = 3
ON_MAGIC: Final = 4
ON_TRASH: Final = 5
ON_DESTROY: Final = 6
ON_LP_GAIN: Final = 7
ON_ATTACK: Final = 8
ON_ATTACKED: Final = 9
AFTER_BATTLE: Final = 10
ON_PHASE: Final = 11
ON_DRAW: Final = 12
ON_REFRESH: Final = 13
TRIGGERS: Final = [
    "play",
    "activated",
    "continuous",
    "on_summon",
    "on_magic",
    "on_trash",
    "on_destroy",
    "on_lp_gain",
    "on_attack",
    "on_attacked",
    "after_battle",
    "on_phase",
    "on_draw",
    "on_refresh",
]

OWN: Final = 0
OPPONENT: Final = 1
BOTH: Final = 2
SIDES: Final = ["own", "opponent", "both"]

ANYHOW: Final = 0
"""In place of a way, a zone, a cause: any."""

NORMALLY: Final = 1
SPECIALLY: Final = 2
WAYS: Final = ["any", "normal", "special"]
"""How a monster is summoned."""

BY_BATTLE: Final = 1
BY_EFFECT: Final = 2
DESTROYERS: Final = ["any", "battle", "effect"]

FROM_HAND: Final = 1
FROM_DECK: Final = 2
FROM_FIELD: Final = 3
ORIGINS: Final = ["any", "hand", "deck", "field"]

COST: Final = 1
FIGHT: Final = 2
EFFECT: Final = 3
MILL: Final = 4
DISCARD: Final = 5
LIMIT: Final = 6
SPENT: Final = 7
CAUSES: Final = ["any", "cost", "battle", "effect", "mill", "discard", "limit", "spent"]
"""Why a card goes to the trash."""

OPEN: Final = 0
ATTACKING: Final = 1
ATTACKED: Final = 2
TIMINGS: Final = ["open", "attacking", "attacked"]

UNLIMITED: Final = 0
PER_TURN: Final = 1
PER_GAME: Final = 2
LIMITS: Final = ["none", "turn", "game"]

CHOOSE: Final = 0
SELF: Final = 1
ALL: Final = 2
RANDOM: Final = 3
THAT: Final = 4
FOE: Final = 5
TARGETS: Final = ["choose", "self", "all", "random", "that", "foe"]

THIS_TURN: Final = 0
NEXT_TURN: Final = 1
WHILE: Final = 2
PERMANENT: Final = 3
DURATIONS: Final = ["turn", "next_turn", "while", "permanent"]

NOTHING: Final = 0
DONE: Final = 1
ASKING: Final = 2
STOPPED: Final = 3
PASSED: Final = 4
"""How a step ended: it did nothing, it did something, it has a question to a player; the rest does not happen; it was
only a look at what went before."""

RUNNING: Final = 0
WON_BY_ONE: Final = 1
WON_BY_TWO: Final = 2
DRAWN: Final = 3
OUTCOMES: Final = ["", "one", "two", "draw"]

NOBODY: Final = 255
"""In place of a card: none."""

SLOTS: Final = 3
MOST_CARDS: Final = 200
MOST_KINDS: Final = 128
MOST_ABILITIES: Final = 6
MOST_USES: Final = 4
MOST_ORDERED: Final = 16
"""Cards in a game, different ones, abilities of one card, activated ones among them, triggers to order."""

TO_END: Final = 0
TO_BATTLE: Final = 1
TO_MAIN2: Final = 2
YES: Final = 3
NO: Final = 4
ENOUGH: Final = 5
AS_LISTED: Final = 6
RESOLVE: Final = 8
ATTACK: Final = RESOLVE + MOST_ORDERED
USE: Final = ATTACK + 12
PLACE: Final = USE + 6 * MOST_USES
SUMMON: Final = PLACE + 12
MAGIC: Final = SUMMON + SLOTS * MOST_KINDS
PICK_HAND: Final = MAGIC + MOST_KINDS
PICK_DECK: Final = PICK_HAND + MOST_KINDS
PICK_TRASH: Final = PICK_DECK + MOST_KINDS
ACTIONS: Final = PICK_TRASH + MOST_KINDS
"""Where the numbers of each sort of action begin, and where they end."""
