"""Actions as text: `summon ember_fox@2`, `attack 1>lp`, `pick opp.m1`, `end` (LV-16)."""

import re
from typing import Final

from tefuda.cardlang.card_id import find_kind
from tefuda.core.errors import InvalidNotation, invalid_notation
from tefuda.core.state import RESIGN
from tefuda.games.linkavel.rules import codes
from tefuda.games.linkavel.rules.state import LinkaVelState

WORD_ACTIONS: Final = {
    "end": codes.END_TURN,
    "battle": codes.TO_BATTLE,
    "main2": codes.TO_MAIN2,
    "yes": codes.YES,
    "no": codes.NO,
    "done": codes.PICK_DONE,
    "as_listed": codes.AS_LISTED,
    "surrender": RESIGN,
}
ACTION_WORDS: Final = {number: word for word, number in WORD_ACTIONS.items()}
SLOT_NAMES: Final = [
    f"{side}{zone}{slot}" for side in ("", "opp.") for zone in "ms" for slot in range(1, codes.SLOTS + 1)
]
"""Names of the slots, from the view of the deciding player."""
ACTION_PATTERN: Final = re.compile(
    r"(?P<verb>summon|magic|pick) (?P<card>[^\s@.]+)(?:@(?P<where>[1-3]|deck|trash|hand))?"
    r"|pick (?P<place>(?:opp\.)?[ms][1-3])"
    r"|use (?P<user>[ms][1-3])(?::(?P<effect>[1-4]))?"
    r"|attack (?P<attacker>[1-3])>(?P<target>[1-3]|lp)"
    r"|resolve (?P<number>[0-9]{1,3})",
    re.IGNORECASE,
)
PICK_BASES: Final = {"hand": codes.PICK_HAND, "deck": codes.PICK_DECK, "trash": codes.PICK_TRASH}


def format_action(state: LinkaVelState, action: int) -> str:
    """Return the notation of an action."""
    if action in ACTION_WORDS:
        return ACTION_WORDS[action]
    if action >= codes.RESOLVE:
        return f"resolve {action - codes.RESOLVE + 1}"
    if action < codes.USE:
        slot, target = divmod(action - codes.ATTACK, 4)
        return f"attack {slot + 1}>{'lp' if target == codes.SLOTS else target + 1}"
    if action < codes.PICK_SLOT:
        place, number = divmod(action - codes.USE, codes.MAX_ACTIVATED)
        return f"use {SLOT_NAMES[place]}{f':{number + 1}' if number else ''}"
    if action < codes.SUMMON:
        return f"pick {SLOT_NAMES[action - codes.PICK_SLOT]}"
    cards = state.pool.cards
    if action < codes.MAGIC:
        kind, slot = divmod(action - codes.SUMMON, codes.SLOTS)
        return f"summon {cards[kind].id}@{slot + 1}"
    if action < codes.PICK_HAND:
        return f"magic {cards[action - codes.MAGIC].id}"
    for where, start in reversed(PICK_BASES.items()):
        if action >= start:
            card = cards[action - start].id
            # A card may have the id `m1`. Without a zone that is a slot.
            return f"pick {card}" if where == "hand" and card not in SLOT_NAMES else f"pick {card}@{where}"
    raise AssertionError(action)


def parse_action(state: LinkaVelState, text: str) -> int:
    """Return the action of a notation, legal or not. Raises `InvalidNotation`."""
    words = " ".join(text.split())
    if words.lower() in WORD_ACTIONS:
        return WORD_ACTIONS[words.lower()]
    match = ACTION_PATTERN.fullmatch(words)
    if match is None:
        raise _unknown_action(text)
    found = {
        name: value if name == "card" or value is None else value.lower() for name, value in match.groupdict().items()
    }
    if (found["card"] or "").lower() in SLOT_NAMES and found["verb"] == "pick" and not found["where"]:
        return codes.PICK_SLOT + SLOT_NAMES.index(str(found["card"]).lower())
    if found["verb"]:
        return _card_action(state, found, text)
    if found["place"]:
        return codes.PICK_SLOT + SLOT_NAMES.index(found["place"])
    if found["user"]:
        return codes.USE + SLOT_NAMES.index(found["user"]) * codes.MAX_ACTIVATED + int(found["effect"] or 1) - 1
    if found["attacker"]:
        target = codes.SLOTS if found["target"] == "lp" else int(found["target"]) - 1
        return codes.ATTACK + 4 * (int(found["attacker"]) - 1) + target
    number = int(found["number"])
    if not 1 <= number <= codes.MAX_ORDERED:
        raise _unknown_action(text)
    return codes.RESOLVE + number - 1


def _card_action(state: LinkaVelState, found: dict[str, str | None], text: str) -> int:
    verb, typed, where = found["verb"], str(found["card"]), found["where"]
    ids = [card.id for card in state.pool.cards]
    kind = find_kind(typed, ids)
    if verb == "summon" and where in ("1", "2", "3"):
        return codes.SUMMON + kind * codes.SLOTS + int(where) - 1
    if verb == "magic" and where is None:
        return codes.MAGIC + kind
    if verb == "pick" and (where or "hand") in PICK_BASES:
        return PICK_BASES[where or "hand"] + kind
    if verb == "summon" and where is None:
        name = ids[kind]
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
