"""Positions of Catalyst Reaction: read with every defect named, and written."""

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import u8

from tefuda.core.errors import InvalidPosition, Problem
from tefuda.core.events import Event
from tefuda.core.options import did_you_mean
from tefuda.core.random import chacha
from tefuda.core.text import Message
from tefuda.games.catalyst.notation import CARDS, CODES, NAMES, card_of
from tefuda.games.catalyst.rules import CatalystState, Options, names

ZONES = ["field", "hand", "deck", "removed"]


def read(position: Mapping[str, Any], options: Options, seed: int, log: list[Event] | None) -> CatalystState:
    """The state of a position; raises `InvalidPosition` with everything that is wrong.

    Of the cards that it does not name, a left-out deck is made, shuffled by the seed; with a deck named, they count as
    removed. A left-out field or hand is dealt from the deck as in the opening.
    """
    problems: list[Problem] = []
    zones = {zone: _cards(position, zone, problems) for zone in ZONES if zone in position}
    for key in position:
        if key not in ZONES and key != "options":
            en, ja = did_you_mean(key, [*ZONES, "options"])
            problems.append(_problem([key], f"no part of a position.{en}", f"局面にない項目です。{ja}"))
    if not problems:
        problems = _check(zones, options)
    if problems:
        raise InvalidPosition(problems)

    unnamed = _unnamed(zones, options)
    deck, removed = zones.get("deck"), zones.get("removed")
    if deck is None:
        deck = unnamed
        shuffled = vec[u8](deck)
        chacha(seed).shuffle_cards(shuffled)
        deck = list(shuffled)
    elif removed is None:
        removed = unnamed
    field, hand = zones.get("field", []), zones.get("hand", [])
    room = vec[u8](field + [0] * (CARDS * options.decks - len(field)))
    state = CatalystState(options, vec[u8](deck), 0, room, len(field), vec[u8](hand), vec[u8](removed or []))
    if any(state.reacts_at(centre) for centre in range(1, len(field) - 1)):
        raise InvalidPosition(
            [
                _problem(
                    ["field"],
                    "three neighbours react: a field is stable at the start of a turn.",
                    "反応する 3 枚が並んでいます。手番の開始時、場は安定していなければなりません。",
                )
            ]
        )
    state.set_up(log, "field" not in zones, "hand" not in zones)
    state.log = None
    return state


def write(state: CatalystState) -> dict[str, Any]:
    """The state as a position: all zones, so that nothing is left to luck."""
    return {
        "field": names(state.row[: state.length]),
        "hand": names(state.hand),
        "deck": names(state.deck[state.dealt :]),
        "removed": names(state.removed),
    }


def _problem(path: list[str | int], en: str, ja: str) -> Problem:
    return Problem(path, Message("position", en, ja))


def _cards(position: Mapping[str, Any], zone: str, problems: list[Problem]) -> list[int]:
    """The cards of a zone; what is no card is added to the problems."""
    listed = position[zone]
    if not isinstance(listed, list):
        problems.append(_problem([zone], "a list of cards is expected.", "カードのリストで書いてください。"))
        return []
    cards: list[int] = []
    for index, name in enumerate(listed):
        code = CODES.get(name) if isinstance(name, str) else None
        if code is None:
            meant = card_of(str(name))
            near = NAMES[meant] if meant is not None else None
            en = f" Did you mean {near}?" if near else " Cards are a rank (A 2-9 T J Q K) and a suit (S H D C): 5H."
            ja = (
                f" {near} のことですか？"
                if near
                else " カードはランク（A 2-9 T J Q K）とスート（S H D C）で 5H のように書きます。"
            )
            problems.append(
                _problem([zone, index], f"{name!r} is no card.{en}", f"{name!r} はカードではありません。{ja}")
            )
        else:
            cards.append(code)
    return cards


def _check(zones: dict[str, list[int]], options: Options) -> list[Problem]:
    """What is wrong with cards that are all cards: too many, twice, or missing."""
    problems: list[Problem] = []
    total = sum(len(cards) for cards in zones.values())
    whole = CARDS * options.decks
    if total > whole:
        problems.append(
            _problem(
                [],
                f"{total} cards are named, and there are {whole}.",
                f"カードが {total} 枚あります（全部で {whole} 枚です）。",
            )
        )
    seen: dict[int, int] = {}
    for zone, cards in zones.items():
        for index, card in enumerate(cards):
            seen[card] = seen.get(card, 0) + 1
            if seen[card] > options.decks:
                times = "twice" if options.decks == 1 else "too often"
                problems.append(
                    _problem([zone, index], f"{NAMES[card]} stands here {times}.", f"{NAMES[card]} が重複しています。")
                )
    if len(zones.get("hand", [])) > options.hand_size:
        en, ja = f"a hand holds at most {options.hand_size} cards.", f"手札は最大 {options.hand_size} 枚です。"
        problems.append(_problem(["hand"], en, ja))
    if not problems and len(zones) == len(ZONES) and total < whole:
        missing = ", ".join(NAMES[card] for card in _unnamed(zones, options))
        en, ja = (
            f"no zone holds {missing}; leave `removed` out to count them there.",
            f"どこにもないカードがあります: {missing}",
        )
        problems.append(_problem([], en, ja))
    return problems


def _unnamed(zones: dict[str, list[int]], options: Options) -> list[int]:
    """The cards that no zone names, in the order of their codes."""
    left = dict.fromkeys(range(CARDS), options.decks)
    for cards in zones.values():
        for card in cards:
            left[card] -= 1
    return [card for card in range(CARDS) for _ in range(left[card])]
