"""The universal tests: every registered game keeps the contract of a game, and violations are detected."""

import re
from typing import Any

import pytest
from game_options import NEIGHBOUR_PAIRS, OPTIONS, PLAYERS
from hidden_nim import HiddenNim, NimState
from kuhn_poker import KuhnPoker, KuhnState
from sample_size import sample_size

import tefuda
from tefuda import Event, Game, State
from tefuda.core.events import SPECTATOR
from tefuda.core.random import Random, xoshiro
from tefuda.games.catalyst.game import Catalyst, CatalystTexts
from tefuda.games.catalyst.rules import CatalystState, card_names
from tefuda.testing import (
    check_deals,
    check_event_sizes,
    check_game,
    check_random_play,
    check_secrets,
    check_uniform,
    differences,
)

SEEDS = {"linkavel": 1}
"""Maximum number of seeds for games with many sets of options."""


def seed_range(name: str, amount: int) -> range:
    return range(min(sample_size(amount), SEEDS.get(name, amount)))


INTERPRETED_CASES = 4
"""Maximum number of sets of options in the interpreted build. It plays the same games (`differential`), only slower."""


def cases(all_pairs: bool = True) -> list[Any]:
    """Return every game with its sets of options, with all pairs of LinkaVel's decks or the neighbours only."""
    found = []
    for name, more in OPTIONS.items():
        for number, options in enumerate([{}, *more][: None if tefuda.compiled else INTERPRETED_CASES]):
            pair = (options.get("deck.one"), options.get("deck.two"))
            if all_pairs or pair == (None, None) or pair in NEIGHBOUR_PAIRS:
                found.append(pytest.param(name, options, id=f"{name}-{number}"))
    return found


def test_all_registered_games_are_tested() -> None:
    assert set(tefuda.game_ids()) == set(OPTIONS)


@pytest.mark.parametrize(("name", "options"), cases())
def test_random_play_keeps_the_contract(name: str, options: dict[str, Any]) -> None:
    for seed in seed_range(name, 4):
        check_random_play(tefuda.game(name), seed, options)


@pytest.mark.parametrize(("name", "options"), cases(all_pairs=False))
def test_events_tell_changes_only(name: str, options: dict[str, Any]) -> None:
    for seed in seed_range(name, 4):
        check_event_sizes(tefuda.game(name), seed, options)


@pytest.mark.parametrize(("name", "options"), cases(all_pairs=False))
def test_hidden_information_stays_hidden(name: str, options: dict[str, Any]) -> None:
    """Samples a few worlds at every ply; `make nightly` samples 16 worlds in thousands of positions."""
    check_secrets(tefuda.game(name), 1, options, worlds=sample_size(2), players=PLAYERS.get(name))


@pytest.mark.parametrize("name", list(OPTIONS))
def test_sampled_worlds_differ(name: str) -> None:
    """Sampling draws the hidden information again."""
    game = tefuda.game(name)
    state = game.start(3)
    for viewer in (*range(game.seats), SPECTATOR):
        worlds = {state.resample(viewer, xoshiro(number, 1)).fingerprint() for number in range(20)}
        assert len(worlds) > 1 or (name == "hidden-nim" and viewer == 1), (
            "the second player of Nim has full information"
        )


@pytest.mark.parametrize(("name", "options"), cases())
def test_random_actions_are_uniform(name: str, options: dict[str, Any]) -> None:
    for seed in seed_range(name, 4):
        check_uniform(tefuda.game(name), seed, options)


@pytest.mark.parametrize(("name", "options"), cases(all_pairs=False))
def test_listed_deals_are_all_that_is_random(name: str, options: dict[str, Any]) -> None:
    check_deals(tefuda.game(name), options)


# Each of these games breaks the contract in one way.


class LeakyView(Catalyst):
    def view(self, state: State, seat: int) -> dict[str, Any]:
        assert isinstance(state, CatalystState)
        return {**super().view(state, seat), "next": card_names(state.deck[state.dealt : state.dealt + 1])}


class LeakyTexts(CatalystTexts):
    def why_illegal(self, state: State, action: int) -> tefuda.Message:
        assert isinstance(state, CatalystState)
        message = super().why_illegal(state, action)
        return tefuda.Message(
            message.code, f"{message.en} (top: {card_names(state.deck)[state.dealt :][:1]})", message.ja
        )


class LeakyRefusal(Catalyst):
    def __init__(self) -> None:
        super().__init__()
        self.texts = LeakyTexts(self)


class LeakyItemTexts(CatalystTexts):
    def why_unusable(self, state: State, seat: int, item: str) -> tefuda.Message | None:
        assert isinstance(state, CatalystState)
        top = card_names(state.deck)[state.dealt :][:1]
        return tefuda.Message("next", f"Next: {top}.", f"次: {top}") if item in top else None


class LeakyReason(Catalyst):
    def __init__(self) -> None:
        super().__init__()
        self.texts = LeakyItemTexts(self)


class LeakyPromptTexts(CatalystTexts):
    def prompt(self, state: State) -> tefuda.Message | None:
        assert isinstance(state, CatalystState)
        top = card_names(state.deck)[state.dealt :][:1]
        return tefuda.Message("next", f"Next: {top}.", f"次: {top}")


class LeakyPrompt(Catalyst):
    def __init__(self) -> None:
        super().__init__()
        self.texts = LeakyPromptTexts(self)


class LeakyEvents(HiddenNim):
    """Shows the hidden heap to every seat."""

    def start(self, seed: int, options: Any = None, log: list[Event] | None = None) -> NimState:
        state = super().start(seed, options, log)
        return LeakyNimState(state.heaps, state.taken, 0)


class LeakyNimState(NimState):
    def play(self, action: int) -> None:
        super().play(action)
        if self.log is not None:
            self.log.append(Event("count", {"hidden": self.heaps[2]}))

    def clone(self) -> "LeakyNimState":
        copy = LeakyNimState(self.heaps, self.taken, max(self.seat, 0))
        copy.seat, copy.winner = self.seat, self.winner
        return copy


class PeekingSampler(HiddenNim):
    """Samples worlds that depend on the true state."""

    def start(self, seed: int, options: Any = None, log: list[Event] | None = None) -> NimState:
        state = super().start(seed, options, log)
        return PeekingState(state.heaps, state.taken, 0)


class PeekingState(NimState):
    def resample(self, seat: int, random: Random) -> NimState:
        world = PeekingState(list(self.heaps), self.taken, max(self.seat, 0))
        world.seat, world.winner = self.seat, self.winner
        if seat != 1 and self.heaps[2]:
            world.heaps[2] = self.heaps[2] % (5 - self.taken) + 1
        return world


class CheatingPlayers(tefuda.Players):
    def names(self) -> list[str]:
        return ["cheat"]

    def make(self, name: str, random: Random) -> tefuda.Player:
        return Cheat()


class CheatingPlayer(Catalyst):
    def __init__(self) -> None:
        super().__init__()
        self.players = CheatingPlayers(self)


class Cheat(tefuda.Player):
    def choose(self, seat: tefuda.Seat) -> int:
        state = seat._state
        assert isinstance(state, CatalystState)
        return seat.actions()[state.deck[state.dealt] % 5 if state.dealt < 52 else 0]


def check_secrets_repeatedly(game: Game) -> None:
    for seed in range(5):
        check_secrets(game, seed)


@pytest.mark.parametrize(
    "game",
    [LeakyView(), LeakyRefusal(), LeakyReason(), LeakyPrompt(), LeakyEvents(), PeekingSampler(), CheatingPlayer()],
)
def test_information_leak_is_detected(game: Game) -> None:
    with pytest.raises(AssertionError, match=r"worlds apart|depends on what is hidden|views that differ"):
        check_secrets_repeatedly(game)


class LosesACard(Catalyst):
    def invariant(self, state: State) -> list[str]:
        return super().invariant(state)[: len(self.view(state, 0)["field"]) + 30]


class WrongFold(Catalyst):
    def fold(self, view: dict[str, Any], event: dict[str, Any]) -> None:
        if event["kind"] != "draw":
            super().fold(view, event)


class DoubleNotation(Catalyst):
    def format(self, state: State, action: int) -> str:
        return super().format(state, action).replace("@1", "@0")


class ForgetfulPosition(Catalyst):
    def position(self, state: State) -> dict[str, Any]:
        return {key: value for key, value in super().position(state).items() if key != "removed"}


class WholeViews(HiddenNim):
    """Logs the view after every action."""

    def start(self, seed: int, options: Any = None, log: list[Event] | None = None) -> NimState:
        state = super().start(seed, options, log)
        return WholeViewState(state.heaps, state.taken, 0)


class WholeViewState(NimState):
    def play(self, action: int) -> None:
        super().play(action)
        if self.log is not None:
            self.log.append(Event("now", HiddenNim().view(self, SPECTATOR)))

    def clone(self) -> "WholeViewState":
        copy = WholeViewState(self.heaps, self.taken, max(self.seat, 0))
        copy.seat, copy.winner = self.seat, self.winner
        return copy


def test_event_with_a_whole_view_is_detected() -> None:
    with pytest.raises(AssertionError, match=r"event now repeats what the view has"):
        check_event_sizes(WholeViews(), 0)


@pytest.mark.parametrize("game", [LosesACard(), WrongFold(), DoubleNotation(), ForgetfulPosition()])
def test_contract_violation_is_detected(game: Game) -> None:
    with pytest.raises(AssertionError):
        check_game(game, range(3))


def test_fold_difference_is_reported_by_key() -> None:
    with pytest.raises(AssertionError) as broken:
        check_game(WrongFold(), range(1))
    assert re.search(
        r"^catalyst, seed 0, ply 0: events do not fold to the view of 0:\n"
        r"  deck: the view has 41, the folded events have 44\n"
        r"  hand: the view has \['..', '..', '..'\], the folded events have \[\]$",
        str(broken.value),
    ), broken.value


def test_differences_are_reported_with_their_path() -> None:
    folded = {"same": 1, "gone": 2, "deep": {"list": [1, 2, {"x": 1}]}, "short": [1]}
    view = {"same": 1, "deep": {"list": [1, 3, {"x": None}]}, "short": [1, 2], "new": []}
    assert list(differences(folded, view)) == [
        "deep.list[1]: the view has 3, the folded events have 2",
        "deep.list[2].x: the view has None, the folded events have 1",
        "gone: the folded events have 2, the view has no such key",
        "new: the view has [], the folded events have no such key",
        "short: the view has [1, 2], the folded events have [1]",
    ]


class Overpaid(KuhnPoker):
    """Pays more than the declared maximum."""

    def __init__(self) -> None:
        super().__init__()
        self.max_score = 0.5


class Uneven(KuhnPoker):
    """Has a range of scores whose middle is not half of their sum."""

    def __init__(self) -> None:
        super().__init__()
        self.max_score = 3.0


class Unequal(NimState):
    """A state with clones of another class."""


class UnequalNim(HiddenNim):
    def start(self, seed: int, options: Any = None, log: list[Event] | None = None) -> NimState:
        state = super().start(seed, options, log)
        return Unequal(state.heaps, state.taken, 0)


class Forgetful(NimState):
    """A state that loses an attribute when it is pickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Forgetful, (self.heaps, 0, max(self.seat, 0))

    def clone(self) -> "Forgetful":
        copy = Forgetful(self.heaps, self.taken, max(self.seat, 0))
        copy.seat, copy.winner = self.seat, self.winner
        return copy


class ForgetfulNim(HiddenNim):
    def start(self, seed: int, options: Any = None, log: list[Event] | None = None) -> NimState:
        state = super().start(seed, options, log)
        return Forgetful(state.heaps, state.taken, 0)


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Overpaid(), r"scores \[.+\] are not from -2.0 to 0.5"),
        (Uneven(), r"the sum of \[.+\] is not 1\.0"),
        (UnequalNim(), "a copy is not equal"),
        (ForgetfulNim(), "a pickled state comes back as"),
    ],
)
def test_invalid_state_value_is_detected(game: Game, expected: str) -> None:
    with pytest.raises(AssertionError, match=expected):
        check_game(game, range(3))


class Unfair(NimState):
    def random_action(self, random: Random) -> int:
        return self.actions()[max(random.below(len(self.actions())), random.below(len(self.actions())))]


class UnfairNim(HiddenNim):
    def start(self, seed: int, options: Any = None, log: list[Event] | None = None) -> NimState:
        return Unfair([9, 9, 3], 0, 0)


def test_biased_random_action_is_detected() -> None:
    with pytest.raises(AssertionError, match="not uniform"):
        check_uniform(UnfairNim(), 1)


class ShortList(KuhnPoker):
    def deals(self, options: Any = None) -> list[dict[str, Any]]:
        return super().deals(options)[1:]


class LongList(KuhnPoker):
    def deals(self, options: Any = None) -> list[dict[str, Any]]:
        return super().deals(options) * 2


class UnfairDeal(KuhnPoker):
    def start(self, seed: int, options: Any = None, log: list[Event] | None = None) -> KuhnState:
        cards = super().start(seed, options, log).cards
        return KuhnState(cards if cards[0] else [0, 2], [])


class Swapping(KuhnState):
    """A state that exchanges the cards later."""

    def play(self, action: int) -> None:
        super().play(action)
        self.cards = self.cards[::-1]


class SwappingKuhn(KuhnPoker):
    def start(self, seed: int, options: Any = None, log: list[Event] | None = None) -> KuhnState:
        return Swapping(super().start(seed, options, log).cards, [])


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (ShortList(), "the deal is not listed"),
        (LongList(), "a deal is listed twice"),
        (UnfairDeal(), "the listed deals are not equally likely"),
        (SwappingKuhn(), "the game is not determined by its deal"),
    ],
)
def test_invalid_deals_are_detected(game: Game, expected: str) -> None:
    with pytest.raises(AssertionError, match=expected):
        check_deals(game)


def test_check_game_runs_all_checks() -> None:
    check_game(HiddenNim(), range(2))
