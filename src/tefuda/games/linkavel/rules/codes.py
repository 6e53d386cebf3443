"""Codes of zones, types, triggers, targets and actions, and their names in files."""

from typing import Final

SEATS: Final = ["one", "two"]

PHASE_DRAW: Final = 0
PHASE_MAIN1: Final = 1
PHASE_BATTLE: Final = 2
PHASE_MAIN2: Final = 3
PHASE_END: Final = 4
PHASES: Final = ["draw", "main1", "battle", "main2", "end"]

HAND: Final = 0
DECK: Final = 1
TRASH: Final = 2
MONSTERS: Final = 3
MAGICS: Final = 4
FIELD: Final = 5
DECK_OR_TRASH: Final = 6
ZONES: Final = ["hand", "deck", "trash", "monsters", "magics", "field", "deck_or_trash"]
"""The zones of a player, then groups of zones."""
CARD_ZONES: Final = ZONES[:5]
"""The zones that a card can be in."""

NORMAL_MONSTER: Final = 0
EFFECT_MONSTER: Final = 1
NORMAL_MAGIC: Final = 2
PERMANENT_MAGIC: Final = 3
TYPES: Final = ["normal_monster", "effect_monster", "normal_magic", "permanent_magic"]

ATTRIBUTES: Final = ["fire", "water", "grass", "light", "dark", "neutral"]

ON_PLAY: Final = 0
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

FLOW_OPEN: Final = 0
FLOW_COMPARE: Final = 1
FLOW_AFTER: Final = 2
FLOW_LEAVE: Final = 3
FLOW_ENTER: Final = 4
FLOW_INSIDE: Final = 5
FLOW_PASS_ON: Final = 6
FLOWS: Final = ["open", "compare", "after", "leave", "enter", "inside", "pass_on"]
"""What follows when the stack is empty: a free decision, the comparison of powers, the end of a battle, the end, start
and content of a phase, the next turn.
"""

WILDCARD: Final = 0
"""Any summon kind, zone or cause."""

NORMAL_SUMMON: Final = 1
SPECIAL_SUMMON: Final = 2
SUMMON_KINDS: Final = ["any", "normal", "special"]
"""How a monster is summoned."""

BY_BATTLE: Final = 1
BY_EFFECT: Final = 2
DESTROY_CAUSES: Final = ["any", "battle", "effect"]

FROM_HAND: Final = 1
FROM_DECK: Final = 2
FROM_FIELD: Final = 3
ORIGINS: Final = ["any", "hand", "deck", "field"]

CAUSE_COST: Final = 1
CAUSE_BATTLE: Final = 2
CAUSE_EFFECT: Final = 3
CAUSE_MILL: Final = 4
CAUSE_DISCARD: Final = 5
CAUSE_HAND_LIMIT: Final = 6
CAUSE_RESOLVED: Final = 7
TRASH_CAUSES: Final = ["any", "cost", "battle", "effect", "mill", "discard", "limit", "spent"]
"""Why a card goes to the trash."""

TIMING_OPEN: Final = 0
TIMING_ATTACKING: Final = 1
TIMING_ATTACKED: Final = 2
TIMINGS: Final = ["open", "attacking", "attacked"]

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

WON_BY_ONE: Final = 1
WON_BY_TWO: Final = 2
OUTCOME_DRAW: Final = 3
OUTCOMES: Final = ["", "one", "two", "draw"]
"""Results of a game by code; 0 while it runs."""

SLOTS: Final = 3
FIELD_SLOTS: Final = 2 * SLOTS
"""Slots of a player: monsters, then magics."""
LISTS: Final = 3
"""Lists of a player: hand, deck and trash. The list of a zone is `LISTS * seat + zone`."""

ATTACKS_MARK: Final = 0
EXTRA_MARK: Final = 1
USED_MARK: Final = 2
MARKS: Final = 3
MAX_MARK: Final = 99
"""Marks of a slot for this turn: attacks made, extra attacks, abilities used as bits."""

MAX_CARDS: Final = 200
MAX_KINDS: Final = 128
MAX_ABILITIES: Final = 6
MAX_ACTIVATED: Final = 4
MAX_ORDERED: Final = 100
"""Limits: cards in a game, different cards, abilities and activated abilities of a card, triggers to order."""

END_TURN: Final = 0
TO_BATTLE: Final = 1
TO_MAIN2: Final = 2
YES: Final = 3
NO: Final = 4
PICK_DONE: Final = 5
AS_LISTED: Final = 6
ATTACK: Final = 8
USE: Final = ATTACK + 12
PICK_SLOT: Final = USE + 6 * MAX_ACTIVATED
SUMMON: Final = PICK_SLOT + 12
MAGIC: Final = SUMMON + SLOTS * MAX_KINDS
PICK_HAND: Final = MAGIC + MAX_KINDS
PICK_DECK: Final = PICK_HAND + MAX_KINDS
PICK_TRASH: Final = PICK_DECK + MAX_KINDS
RESOLVE: Final = PICK_TRASH + MAX_KINDS
ACTION_COUNT: Final = RESOLVE + MAX_ORDERED
"""The first action of each kind, and the number of actions."""
