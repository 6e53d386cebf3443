"""Positions of Catalyst Reaction: read with validation, and write."""

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import u8

from tefuda.core.errors import InvalidPosition, Problem
from tefuda.core.events import Event
from tefuda.core.options import did_you_mean
from tefuda.core.random import chacha
from tefuda.core.text import Message
from tefuda.games.catalyst.notation import CARD_CODES_BY_LABEL, CARD_LABELS, PACK_SIZE, parse_card
from tefuda.games.catalyst.rules import CatalystOptions, CatalystState, card_names

ZONES = ["field", "hand", "deck", "removed"]


def read_position(
    position: Mapping[str, Any], options: CatalystOptions, seed: int, log: list[Event] | None
) -> CatalystState:
    """Return the state of a position; raises `InvalidPosition` with all problems.

    Cards that are not listed are the deck, shuffled with the seed; if the deck is listed, they are removed cards. A
    missing field or hand is dealt from the deck.
    """
    problems: list[Problem] = []
    zones = {zone: _read_zone(position, zone, problems) for zone in ZONES if zone in position}
    for key in position:
        if key not in ZONES and key != "options":
            en, ja = did_you_mean(key, [*ZONES, "options"])
            problems.append(_problem([key], f"unknown key.{en}", f"不明なキーです。{ja}"))
    if not problems:
        problems = _check_cards(zones, options)
    if problems:
        raise InvalidPosition(problems)

    unnamed = _unlisted_cards(zones, options)
    deck, removed = zones.get("deck"), zones.get("removed")
    if deck is None:
        deck = unnamed
        shuffled = vec[u8](deck)
        chacha(seed).shuffle_cards(shuffled)
        deck = list(shuffled)
    elif removed is None:
        removed = unnamed
    field, hand = zones.get("field", []), zones.get("hand", [])
    room = vec[u8](field + [0] * (PACK_SIZE * options.decks - len(field)))
    state = CatalystState(options, vec[u8](deck), 0, room, len(field), vec[u8](hand), vec[u8](removed or []))
    if any(state.is_reaction_at(centre) for centre in range(1, len(field) - 1)):
        raise InvalidPosition(
            [
                _problem(
                    ["field"],
                    "three neighbouring cards react. The field must be stable at the start of a turn.",
                    "反応する 3 枚が並んでいます。手番の開始時、場は安定していなければなりません。",
                )
            ]
        )
    state.set_up(log, "field" not in zones, "hand" not in zones)
    state.log = None
    return state


def write_position(state: CatalystState) -> dict[str, Any]:
    """Return the state as a position with all zones."""
    return {
        "field": card_names(state.row[: state.length]),
        "hand": card_names(state.hand),
        "deck": card_names(state.deck[state.dealt :]),
        "removed": card_names(state.removed),
    }


def _problem(path: list[str | int], en: str, ja: str) -> Problem:
    return Problem(path, Message("position", en, ja))


def _read_zone(position: Mapping[str, Any], zone: str, problems: list[Problem]) -> list[int]:
    """Return the cards of a zone; adds to the problems."""
    card_symbols = position[zone]
    if not isinstance(card_symbols, list):
        problems.append(_problem([zone], "expected a list of cards.", "カードのリストで書いてください。"))
        return []
    cards: list[int] = []
    for index, name in enumerate(card_symbols):
        code = CARD_CODES_BY_LABEL.get(name) if isinstance(name, str) else None
        if code is None:
            meant = parse_card(str(name))
            near = CARD_LABELS[meant] if meant is not None else None
            en = (
                f" Did you mean {near}?"
                if near
                else " Write a rank (A 2-9 T J Q K) and a suit (S H D C), for example 5H."
            )
            ja = (
                f" {near} のことですか？"
                if near
                else " カードはランク（A 2-9 T J Q K）とスート（S H D C）で 5H のように書きます。"
            )
            problems.append(
                _problem([zone, index], f"unknown card {name!r}.{en}", f"{name!r} というカードはありません。{ja}")
            )
        else:
            cards.append(code)
    return cards


def _check_cards(zones: dict[str, list[int]], options: CatalystOptions) -> list[Problem]:
    """Return the problems of the cards: too many, duplicate, or missing."""
    problems: list[Problem] = []
    total = sum(len(cards) for cards in zones.values())
    whole = PACK_SIZE * options.decks
    if total > whole:
        problems.append(
            _problem(
                [],
                f"{total} cards are listed; there are {whole}.",
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
                    _problem(
                        [zone, index],
                        f"{CARD_LABELS[card]} is listed {times}.",
                        f"{CARD_LABELS[card]} が重複しています。",
                    )
                )
    if len(zones.get("hand", [])) > options.hand_size:
        en, ja = f"the maximum hand size is {options.hand_size}.", f"手札は最大 {options.hand_size} 枚です。"
        problems.append(_problem(["hand"], en, ja))
    if not problems and len(zones) == len(ZONES) and total < whole:
        missing = ", ".join(CARD_LABELS[card] for card in _unlisted_cards(zones, options))
        en, ja = (
            f"missing cards: {missing}. Omit `removed` to add them there.",
            f"足りないカードがあります: {missing}。`removed` を省略すると、そこに入ります。",
        )
        problems.append(_problem([], en, ja))
    return problems


def _unlisted_cards(zones: dict[str, list[int]], options: CatalystOptions) -> list[int]:
    """Return the cards that are in no zone, in the order of their codes."""
    left = dict.fromkeys(range(PACK_SIZE), options.decks)
    for cards in zones.values():
        for card in cards:
            left[card] -= 1
    return [card for card in range(PACK_SIZE) for _ in range(left[card])]
