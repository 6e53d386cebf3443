"""Actions as text: `summon ember_fox@2`, `attack 1>lp`, `pick opp.m1`, `end` (LV-16)."""

import re
from typing import Final

from tefuda.core.errors import InvalidNotation, invalid_notation
from tefuda.core.options import did_you_mean
from tefuda.core.state import RESIGN
from tefuda.games.linkavel.rules.codes import (
    AS_LISTED,
    ATTACK,
    END_TURN,
    MAGIC,
    MAX_ACTIVATED,
    MAX_ORDERED,
    NO,
    PICK_DECK,
    PICK_DONE,
    PICK_HAND,
    PICK_SLOT,
    PICK_TRASH,
    RESOLVE,
    SLOTS,
    SUMMON,
    TO_BATTLE,
    TO_MAIN2,
    USE,
    YES,
)
from tefuda.games.linkavel.rules.state import LinkaVelState

WORD_ACTIONS: Final = {
    "end": END_TURN,
    "battle": TO_BATTLE,
    "main2": TO_MAIN2,
    "yes": YES,
    "no": NO,
    "done": PICK_DONE,
    "as_listed": AS_LISTED,
    "surrender": RESIGN,
}
ACTION_WORDS: Final = {number: word for word, number in WORD_ACTIONS.items()}
SLOT_NAMES: Final = [f"{side}{zone}{slot}" for side in ("", "opp.") for zone in "ms" for slot in range(1, SLOTS + 1)]
"""Names of the slots, from the view of the deciding player."""
ACTION_PATTERN: Final = re.compile(
    r"(?P<verb>summon|magic|pick) (?P<card>[a-z0-9_]+)(?:@(?P<where>[1-3]|deck|trash))?"
    r"|pick (?P<place>(?:opp\.)?[ms][1-3])"
    r"|use (?P<user>[ms][1-3])(?::(?P<effect>[1-4]))?"
    r"|attack (?P<attacker>[1-3])>(?P<target>[1-3]|lp)"
    r"|resolve (?P<number>[0-9]{1,2})"
)
PICK_BASES: Final = {None: PICK_HAND, "deck": PICK_DECK, "trash": PICK_TRASH}


def format_action(state: LinkaVelState, action: int) -> str:
    """Return the notation of an action."""
    if action in ACTION_WORDS:
        return ACTION_WORDS[action]
    if action < ATTACK:
        return f"resolve {action - RESOLVE + 1}"
    if action < USE:
        slot, target = divmod(action - ATTACK, 4)
        return f"attack {slot + 1}>{'lp' if target == SLOTS else target + 1}"
    if action < PICK_SLOT:
        place, number = divmod(action - USE, MAX_ACTIVATED)
        return f"use {SLOT_NAMES[place]}{f':{number + 1}' if number else ''}"
    if action < SUMMON:
        return f"pick {SLOT_NAMES[action - PICK_SLOT]}"
    cards = state.pool.cards
    if action < MAGIC:
        kind, slot = divmod(action - SUMMON, SLOTS)
        return f"summon {cards[kind].id}@{slot + 1}"
    if action < PICK_HAND:
        return f"magic {cards[action - MAGIC].id}"
    for where, start in reversed(PICK_BASES.items()):
        if action >= start:
            return f"pick {cards[action - start].id}{f'@{where}' if where else ''}"
    raise AssertionError(action)


def parse_action(state: LinkaVelState, text: str) -> int:
    """Return the action of a notation, legal or not. Raises `InvalidNotation`."""
    words = " ".join(text.split()).lower()
    if words in WORD_ACTIONS:
        return WORD_ACTIONS[words]
    match = ACTION_PATTERN.fullmatch(words)
    if match is None:
        raise _unknown_action(text)
    found = match.groupdict()
    if found["card"] in SLOT_NAMES and found["verb"] == "pick" and not found["where"]:
        return PICK_SLOT + SLOT_NAMES.index(found["card"])
    if found["verb"]:
        return _card_action(state, found, text)
    if found["place"]:
        return PICK_SLOT + SLOT_NAMES.index(found["place"])
    if found["user"]:
        return USE + SLOT_NAMES.index(found["user"]) * MAX_ACTIVATED + int(found["effect"] or 1) - 1
    if found["attacker"]:
        target = SLOTS if found["target"] == "lp" else int(found["target"]) - 1
        return ATTACK + 4 * (int(found["attacker"]) - 1) + target
    number = int(found["number"])
    if not 1 <= number <= MAX_ORDERED:
        raise _unknown_action(text)
    return RESOLVE + number - 1


def _card_action(state: LinkaVelState, found: dict[str, str | None], text: str) -> int:
    verb, name, where = found["verb"], str(found["card"]), found["where"]
    ids = [card.id for card in state.pool.cards]
    if name not in ids:
        en, ja = did_you_mean(name, ids)
        raise invalid_notation(f"Card {name} is not in this game.{en}", f"{name} はこのゲームにありません。{ja}")
    kind = ids.index(name)
    if verb == "summon" and where in ("1", "2", "3"):
        return SUMMON + kind * SLOTS + int(where) - 1
    if verb == "magic" and where is None:
        return MAGIC + kind
    if verb == "pick" and where in PICK_BASES:
        return PICK_BASES[where] + kind
    if verb == "summon" and where is None:
        en, ja = f"Name a slot: summon {name}@1, @2 or @3.", f"枠を指定してください: summon {name}@1、@2、@3。"
        raise invalid_notation(en, ja)
    raise _unknown_action(text)


def _unknown_action(text: str) -> InvalidNotation:
    shown = text.strip()[:40]
    if shown.partition("@")[0].isdecimal():
        return invalid_notation(f"There is no number {shown} in the list.", f"番号 {shown} のものはありません。")
    return invalid_notation(
        f"Unknown action {shown!r}. Use summon CARD@SLOT, magic CARD, use m1, attack 1>2, pick ..., battle or end.",
        f"{shown!r} は手として読めません（summon カード@枠、magic カード、use m1、attack 1>2、pick …、battle、end）。",
    )
