"""Codes of zones, types, triggers, targets and actions, and their names in files."""

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
"""The zones that cards can name (ST-1.3). Limbo and leaving are not among them."""
CARD_ZONES: Final = [*ZONES, "limbo", "leaving"]
"""All zones, by code: limbo has the spell being resolved, leaving the fields being replaced, outermost first."""

MONSTER: Final = 0
SPELL: Final = 1
EQUIP: Final = 2
ARTIFACT: Final = 3
FIELD_CARD: Final = 4
TYPES: Final = ["monster", "spell", "equip", "artifact", "field"]

ON_PLAY: Final = 0
ON_ENTER: Final = 1
ON_DESTROY: Final = 2
CONTINUOUS: Final = 3
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
FIELD_TARGET: Final = 1
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

WON: Final = 1
LOST: Final = 2

FRAME_SPELL_END: Final = 2
FRAME_BURIAL: Final = 3
FRAME_KINDS: Final = ["steps", "plays", "spell_ends", "burial"]
"""Kinds of stack entries; the first two belong to the engine. The others: a spell or a replaced field for the grave."""

MAX_CARDS: Final = 200
MAX_KINDS: Final = 128
MAX_COPIES: Final = 16
MAX_ABILITIES: Final = 12
MAX_ACTIVATED: Final = 4
"""Limits: cards in a game, different cards, copies of a card, abilities of a card, activated abilities of a card."""

END_TURN: Final = 0
PLAY: Final = 1
PICK: Final = PLAY + MAX_KINDS
USE: Final = PICK + MAX_KINDS * MAX_COPIES
ACTION_COUNT: Final = USE + MAX_KINDS * MAX_COPIES * MAX_ACTIVATED
"""The first action of each kind, and the number of actions."""
