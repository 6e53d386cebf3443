"""Observations tell what a seat sees: not more, and not less."""

from typing import Any

import pytest
from game_options import NEIGHBOUR_PAIRS, OPTIONS
from hidden_nim import HiddenNim, NimState
from kuhn_poker import KuhnPoker, KuhnState
from race import Race
from sample_size import sample_size

import tefuda
from tefuda import Event
from tefuda.cardlang.card_text import card_data
from tefuda.core.observation import MaskBuffer, ObservationBuffer, ObservationField, ObservationSpace
from tefuda.core.player import Seat
from tefuda.core.random import Random
from tefuda.games.linkavel.catalogue import LIBRARY as LINKAVEL
from tefuda.games.linkavel.observation_space import FACT_NAMES as LINKAVEL_FACTS
from tefuda.games.linkavel.rules import observation as linkavel
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.solitaire_tcg.catalogue import LIBRARY as SOLITAIRE
from tefuda.games.solitaire_tcg.observation_space import FACT_NAMES as SOLITAIRE_FACTS
from tefuda.games.solitaire_tcg.observation_space import TAGS
from tefuda.games.solitaire_tcg.rules import observation as solitaire
from tefuda.testing.observations import check_observations

SEEDS = {"card-othello": 4, "linkavel": 1, "solitaire-tcg": 4}


def cases() -> list[Any]:
    """Return every game with its sets of options, with one pair only of LinkaVel's decks."""
    found = []
    for name, more in OPTIONS.items():
        for number, options in enumerate([{}, *more]):
            pair = (options.get("deck.one"), options.get("deck.two"))
            if pair == (None, None) or pair in NEIGHBOUR_PAIRS[:1]:
                found.append(pytest.param(name, options, id=f"{name}-{number}"))
    return found


@pytest.mark.parametrize(("name", "options"), cases())
def test_observations_tell_what_views_tell(name: str, options: dict[str, Any]) -> None:
    check_observations(tefuda.game(name), range(sample_size(SEEDS.get(name, 8))), options)


@pytest.mark.parametrize("name", list(OPTIONS))
def test_every_game_has_observations(name: str) -> None:
    game = tefuda.game(name)
    space = game.observation_space()
    assert space is not None
    assert len(space.scales()) == space.size
    row = ObservationBuffer(space.size)
    state = game.start(1)
    Seat(game, state, 0).observe(row)
    assert any(row.numbers)


def test_game_without_observations_has_none() -> None:
    assert Race().observation_space() is None
    check_observations(Race(), range(2))
    with pytest.raises(NotImplementedError):
        Race().start(0).observe(0, ObservationBuffer(1))


# Each of these games breaks the contract in one way.


class ChangedKuhn(KuhnPoker):
    """Kuhn poker with states of another class."""

    kind: type[KuhnState]

    def start(self, seed: int, options: Any = None, log: list[Event] | None = None) -> KuhnState:
        return self.kind(super().start(seed, options, log).cards, [])


class ChangedState(KuhnState):
    def clone(self) -> KuhnState:
        return type(self)(self.cards, self.history)

    def resample(self, seat: int, random: Random) -> KuhnState:
        return type(self)(super().resample(seat, random).cards, self.history)


class LeakyState(ChangedState):
    def observe(self, seat: int, into: ObservationBuffer) -> None:
        super().observe(seat, into)
        into.put(16 + self.cards[1 - seat], 1)


class ForgetfulState(ChangedState):
    def observe(self, seat: int, into: ObservationBuffer) -> None:
        into.put(self.cards[seat], 1)


class LargeState(ChangedState):
    def observe(self, seat: int, into: ObservationBuffer) -> None:
        super().observe(seat, into)
        into.put(3, 7)


class WrongMask(ChangedState):
    def write_mask(self, into: MaskBuffer) -> None:
        into.allow(0)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (LeakyState, "these fields differ: shown"),
        (ForgetfulState, "equal observations, but the views are"),
        (LargeState, "seat is 7"),
        (WrongMask, "the mask does not have the legal actions"),
    ],
)
def test_violation_is_detected(kind: type[KuhnState], message: str) -> None:
    game = ChangedKuhn()
    game.kind = kind
    with pytest.raises(AssertionError, match=message):
        check_observations(game, range(20))


def test_view_dependent_number_is_detected() -> None:
    class CountingState(NimState):
        calls = 0

        def observe(self, seat: int, into: ObservationBuffer) -> None:
            CountingState.calls += 1
            into.put(0, CountingState.calls)

    class Counting(HiddenNim):
        def start(self, seed: int, options: Any = None, log: list[Event] | None = None) -> NimState:
            return CountingState(super().start(seed, options, log).heaps, 0, 0)

    with pytest.raises(AssertionError, match="a used row keeps old numbers"):
        check_observations(Counting(), range(1))


# Buffers


def test_rows_are_independent() -> None:
    rows = ObservationBuffer(3, 2)
    rows.begin(0)
    rows.put(0, 5)
    rows.begin(1)
    rows.put(2, -4)
    rows.count(2)
    rows.begin(0)
    rows.mark(1)
    assert list(rows.numbers) == [0, 1, 0, 0, 0, -3]


def test_row_remembers_more_places_than_it_has_memory_for() -> None:
    rows = ObservationBuffer(500, 3)
    for row in (0, 1, 2, 1):
        rows.begin(row)
        for place in range(500):
            rows.put(place, place + row)
    rows.begin(1)
    numbers = list(rows.numbers)
    assert numbers[:500] == list(range(500))
    assert numbers[500:1000] == [0] * 500
    assert numbers[1000:] == list(range(2, 502))


def test_fixed_part_stays_until_another_one_is_written() -> None:
    rows = ObservationBuffer(3)
    cards, others = object(), object()
    rows.begin()
    assert rows.needs_fixed_part(cards)
    rows.mark(0)
    rows.end_fixed_part()
    rows.mark(1)
    rows.begin()
    assert list(rows.numbers) == [1, 0, 0]
    assert not rows.needs_fixed_part(cards)
    assert rows.needs_fixed_part(others)
    rows.mark(2)
    rows.end_fixed_part()
    assert list(rows.numbers) == [0, 0, 1]


def test_numbers_are_clamped() -> None:
    row = ObservationBuffer(2)
    row.put(0, 100_000)
    row.put(1, -100_000)
    assert list(row.numbers) == [32767, -32768]


def test_places_outside_are_refused() -> None:
    row, mask = ObservationBuffer(2), MaskBuffer(2)
    for place in (-1, 2):
        with pytest.raises(IndexError):
            row.put(place, 1)
        with pytest.raises(IndexError):
            row.mark(place)
        with pytest.raises(IndexError):
            mask.allow(place)
        with pytest.raises(IndexError):
            row.begin(place)
        assert not mask.allows(0, place)


def test_fields_must_follow_each_other() -> None:
    first = ObservationField("first", 0, [2], 1, "")
    with pytest.raises(ValueError, match="starts at 3; 2 is expected"):
        ObservationSpace(1, [first, ObservationField("second", 3, [1], 1, "")])
    with pytest.raises(ValueError, match="two fields first"):
        ObservationSpace(1, [first, ObservationField("first", 2, [1], 1, "")])
    with pytest.raises(KeyError):
        ObservationSpace(1, [first]).field("second")


# Facts of cards


def test_facts_know_every_operation_and_tag() -> None:
    for library, module, names in (
        (LINKAVEL, linkavel, LINKAVEL_FACTS),
        (SOLITAIRE, solitaire, SOLITAIRE_FACTS),
    ):
        assert sorted(op.name for op in library.card_schema().vocabulary.ops) == module.OPERATIONS
        assert len(names) == module.FACTS
    tags = {tag for card in SOLITAIRE.bundled.values() for tag in card.tags}
    assert sorted(tags) == TAGS


def facts_of(card: str, position: dict[str, Any]) -> list[int]:
    """Return the facts of a card in a position of LinkaVel."""
    game = tefuda.game("linkavel")
    state = game.at(position)
    assert isinstance(state, LinkaVelState)
    space = game.observation_space()
    assert space is not None
    row = ObservationBuffer(space.size)
    state.observe(0, row)
    kind = [definition.id for definition in state.pool.cards].index(card)
    start = space.field("card_facts").start + kind * len(LINKAVEL_FACTS)
    return [int(row.get(start + place)) for place in range(len(LINKAVEL_FACTS))]


def test_custom_card_is_described_by_its_facts() -> None:
    """A copy of a bundled card under another id has the same facts, except for its number."""
    game = tefuda.game("linkavel")
    position = game.position(game.start(1))
    original = position["one"]["hand"][0]
    data = card_data(LINKAVEL.card_schema(), LINKAVEL.bundled[original])
    copy = {**data, "id": "my_copy", "name": {"en": "My Copy", "ja": "写し"}}
    changed = {**position, "cards": [copy], "one": {**position["one"], "hand": ["my_copy", *position["one"]["hand"]]}}
    facts = facts_of(original, position)
    assert facts[0] == LINKAVEL.card_number(LINKAVEL.bundled[original]) > 0
    assert facts_of("my_copy", changed) == [0, *facts[1:]]
    assert facts_of(original, changed) == facts
