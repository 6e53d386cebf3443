"""Random choices of Card Othello are uniform over their candidates (CO-9.6)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from othello_checks import GAME
from sample_size import sample_size

from tefuda import Event
from tefuda.games.card_othello.rules.codes import CARD_NAMES

EMPTY = "........"
TIMES = 400


def rows(**given: str) -> list[str]:
    return [given.get(f"r{row}", EMPTY) for row in range(1, 9)]


def start(board: list[str], card: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "board": board,
        "turn": "black",
        "started": True,
        "charge": {"black": 30, "white": 0},
        "hand": {"black": [card] if card else [], "white": []},
        "deck": {"black": [], "white": []},
        **more,
    }


def neighbours(cell: str) -> list[str]:
    """Return the cells around a cell."""
    column, row = ord(cell[0]), int(cell[1])
    return [
        f"{chr(column + right)}{row + down}" for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)
    ]


def move_destination(event: Event) -> str:
    return str(event.data["moves"][0][1])


RESTLESS = [{"at": "d4", "kind": "HYPERACTIVE", "owner": "black"}]
CASES: list[Any] = [
    pytest.param(
        start(rows(r4="..BW...."), "TREASURE_BOX"),
        ["use TREASURE_BOX"],
        "treasure",
        lambda e: e.data["amount"],
        [1, 2, 3],
        id="chest",
    ),
    pytest.param(
        start(rows(r4="...W...."), "STRONG_WIND_WILL"),
        ["use STRONG_WIND_WILL", "pick d4"],
        "move",
        move_destination,
        ["h4", "d8"],
        id="gale, two equal ways",
    ),
    pytest.param(
        start(rows(r4="...WB...", r5="...BW..."), "STRONG_WIND_WILL"),
        ["use STRONG_WIND_WILL", "pick d4"],
        "move",
        move_destination,
        ["a4", "d1"],
        id="gale, up and left",
    ),
    pytest.param(
        {**start(rows(r4="...B....", r8="W......."), marks=RESTLESS), "started": False},
        [],
        "move",
        move_destination,
        neighbours("d4"),
        id="restless",
    ),
    pytest.param(
        start(rows(r4="..BW....", r8="W......."), "BREEDING_WILL"),
        ["use BREEDING_WILL", "place e4"],
        "spawn",
        lambda e: e.data["at"],
        ["d3", "e3", "f3", "f4", "d5", "e5", "f5"],
        id="breeding",
    ),
    pytest.param(
        # e4 flips d4; three chains from d4 have the same length: b2 by c3, d2 by d3, f2 by e3.
        start(rows(r2=".B.B.B..", r3="..WWW...", r4="..BW...."), "CHAIN_WILL"),
        ["use CHAIN_WILL", "place e4"],
        "chain1",
        lambda e: e.data["cells"][0],
        ["c3", "d3", "e3"],
        id="chain",
    ),
]


def events_of(position: dict[str, Any], plays: list[str], seed: int) -> list[Event]:
    log: list[Event] = []
    state = GAME.at(position, seed, log)
    state.log = log
    for text in plays:
        state.play(GAME.parse(state, text))
    return log


@pytest.mark.parametrize(("position", "plays", "kind", "outcome", "candidates"), CASES)
def test_every_candidate_is_equally_likely(
    position: dict[str, Any], plays: list[str], kind: str, outcome: Callable[[Event], Any], candidates: list[Any]
) -> None:
    """CO-9.6, CO-10.1, CO-10.7, CO-10.10, CO-10.15, CO-10.17."""
    times = sample_size(TIMES) * len(candidates)
    counts: Counter[Any] = Counter()
    for seed in range(times):
        first = next(e for e in events_of(position, plays, seed) if e.kind == kind or e.data.get("phase") == kind)
        counts[outcome(first)] += 1
    assert set(counts) == set(candidates)
    each = times / len(candidates)
    squares = sum((counts[one] - each) ** 2 for one in candidates) / each
    freedom = len(candidates) - 1
    assert squares <= freedom + 6 * (2 * freedom) ** 0.5 + 6, counts


def test_heaven_will_offers_five_different_types_uniformly() -> None:
    """CO-10.22: each of the other 29 types in five of 29 offers, never the card itself."""
    times = sample_size(2000)
    counts: Counter[str] = Counter()
    for seed in range(times):
        log = events_of(start(rows(r4="..BW...."), "HEAVEN_BLESSING"), ["use HEAVEN_BLESSING"], seed)
        (offers,) = [event.secret["cards"] for event in log if event.kind == "offers" and event.secret]
        assert len(set(offers)) == 5
        counts.update(offers)
    others = [card for card in CARD_NAMES if card != "HEAVEN_BLESSING"]
    assert set(counts) == set(others)
    each = times * 5 / 29
    squares = sum((counts[card] - each) ** 2 for card in others) / each
    assert squares <= 28 + 6 * 56**0.5, counts


def test_every_card_can_be_at_any_place_of_the_deck() -> None:
    """CO-4.1."""
    firsts: Counter[str] = Counter()
    for seed in range(sample_size(1500)):
        position = GAME.position(GAME.start(seed))
        firsts[position["hand"]["black"][0]] += 1
        firsts[position["deck"]["white"][0]] += 1
    each = 2 * sample_size(1500) / 30
    assert set(firsts) == set(CARD_NAMES)
    assert sum((count - each) ** 2 for count in firsts.values()) / each <= 29 + 6 * 58**0.5
