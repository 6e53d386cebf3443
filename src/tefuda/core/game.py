"""Game: the rules of one game, and its optional parts. Games are found by `tefuda.core.registry`."""

from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64, mypyc_attr

from tefuda.core.errors import InvalidOptions, InvalidPosition, Problem
from tefuda.core.events import Event
from tefuda.core.game_parts import Measures, Players, Puzzles, Texts
from tefuda.core.observation import ObservationSpace, Symmetry, same_symmetry
from tefuda.core.options import Option, did_you_mean
from tefuda.core.state import State
from tefuda.core.text import Message


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One game: its facts and its rules.

    A game implements `action_count`, `start`, `at`, `position`, `view`, `fold`, `format` and `parse`. Everything else
    has a default. `texts`, `measures`, `puzzles` and `players` are optional parts: assign your own in `__init__`.
    """

    def __init__(
        self,
        id: str,  # noqa: A002
        title: Message,
        *,
        rules_version: int,
        seat_names: list[str],
        information: str,
        options: list[Option],
        seat_titles: list[Message] | None = None,
        min_score: float = 0.0,
        max_score: float = 1.0,
        win_score: float | None = None,
        constant_sum: bool | None = None,
    ) -> None:
        """Define the facts. Increase `rules_version` when the same actions lead to another result.

        `min_score` and `max_score` are the range of `State.scores`. `win_score` is for games of one seat: this score or
        more is a win (default: `max_score`). `constant_sum` tells whether the scores of all seats always have the same
        sum, in the middle of the range (default: with two seats).
        """
        if not min_score < max_score:
            raise ValueError(f"min_score {min_score} must be less than max_score {max_score}")
        self.id = id
        self.title = title
        self.rules_version = rules_version
        self.seat_names = seat_names
        self.information = information
        """`perfect` or `hidden`."""
        self.options = options
        self.min_score = min_score
        self.max_score = max_score
        self.win_score = max_score if win_score is None else win_score
        self.constant_sum = len(seat_names) == 2 if constant_sum is None else constant_sum
        self.seat_titles = seat_titles or [Message(name, name, name) for name in seat_names]
        """The seats as people call them."""
        self.max_plays = 100_000
        """The most actions of a simulated game. A longer one counts as unfinished."""
        self.texts = Texts(self)
        self.measures = Measures(self)
        self.puzzles = Puzzles(self)
        self.players = Players(self)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.seat_names)

    @property
    def has_payoffs(self) -> bool:
        """Whether scores are payoffs in a declared range instead of wins, draws and losses."""
        return self.min_score != 0.0 or self.max_score != 1.0

    def outcomes(self, scores: list[float]) -> list[float]:
        """Return 1 for a win, 0.5 for a draw and 0 for a loss, by seat.

        The highest score wins; several seats with the highest score draw. A single seat wins with `win_score`.
        """
        if len(scores) == 1:
            return [1.0 if scores[0] >= self.win_score else 0.0]
        best = max(scores)
        shared = scores.count(best) > 1
        return [0.0 if score < best else 0.5 if shared else 1.0 for score in scores]

    def share(self, score: float) -> float:
        """Return a score on the scale from 0 (`min_score`) to 1 (`max_score`)."""
        return (score - self.min_score) / (self.max_score - self.min_score)

    def score_at(self, share: float) -> float:
        """Return the score for a number from 0 to 1: the inverse of `share`."""
        return self.min_score + share * (self.max_score - self.min_score)

    def points(self, scores: list[float]) -> list[float]:
        """Return scores on a scale from 0 to 1 for statistics, by seat: 0.5 means as much as the others have.

        It is 0.5 plus half of how much more a seat has than the others on average, as a share of the range: 1 for a win
        and 0 for a loss in a game without payoffs. A single seat has 1 for a win and 0 for a loss.
        """
        if len(scores) == 1:
            return self.outcomes(scores)
        shares = [self.share(score) for score in scores]
        total = sum(shares)
        others = len(scores) - 1
        return [0.5 + (one - (total - one) / others) / 2 for one in shares]

    def scores_after_loss(self, loser: i64) -> list[float]:
        """Return the scores after a timeout or another loss outside the rules: the loser has the lowest score."""
        return [self.min_score if seat == loser else self.max_score for seat in range(self.seats)]

    def action_count(self, options: Mapping[str, Any] | None = None) -> int:
        """Return the largest action number under these options, plus one. Numbers never change their meaning."""
        raise NotImplementedError

    def observation_space(self, options: Mapping[str, Any] | None = None) -> ObservationSpace | None:
        """Return the numbers that `State.observe` writes under these options; None if the game has no observations."""
        return None

    def symmetries(self, options: Mapping[str, Any] | None = None) -> list[Symmetry]:
        """Return ways to see the same position differently, for learning. The first changes nothing."""
        space = self.observation_space(options)
        return [same_symmetry(0 if space is None else space.size, self.action_count(options))]

    def start(self, seed: int, options: Mapping[str, Any] | None = None, log: list[Event] | None = None) -> State:
        """Return a new game. The events of the opening go into `log`; the first is `setup`."""
        raise NotImplementedError

    def deals(self, options: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        """Return all deals as positions for `at`, if they are few, equally likely, and all that is random in the game.

        Exact methods, such as tabular solvers, need them. By default the list is empty: deals come from seeds only.
        """
        return []

    def at(self, position: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> State:
        """Return the state that a position describes. Missing keys take the values of the opening with this seed."""
        raise NotImplementedError

    def position(self, state: State) -> dict[str, Any]:
        """Return the full state, hidden parts included, in plain JSON types. `at` is the inverse."""
        raise NotImplementedError

    def view(self, state: State, seat: i64) -> dict[str, Any]:
        """Return what `seat`, or `SPECTATOR`, may know of the state."""
        raise NotImplementedError

    def preview(self, state: State, action: i64) -> dict[str, list[str]]:
        """Return the places that a legal action would change, by the kind of change.

        It must not depend on information that is hidden from the seat to decide, nor on future random results.
        """
        return {}

    def fold(self, view: dict[str, Any], event: dict[str, Any]) -> None:
        """Update a view with one event as its seat sees it. A `setup` event starts from `{}`.

        Folding all events that a seat sees gives its view. Clients rely on it, and the universal tests prove it.
        """
        raise NotImplementedError

    def invariant(self, state: State) -> Any:
        """Return what never changes during a game, such as the list of all cards. The universal tests check it."""
        return None

    def format(self, state: State, action: i64) -> str:
        """Return the notation of an action: short, unique among the legal actions, stable across versions."""
        raise NotImplementedError

    def parse(self, state: State, text: str) -> i64:
        """Return the action that a notation means, legal or not; raises `InvalidNotation`."""
        raise NotImplementedError

    def card_digests(self, state: State) -> dict[str, str]:
        """Return a digest of each card that users can edit. A replay records the cards it was played with."""
        return {}

    def swap_seats(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the options after a swap of the seats."""
        return options

    def read_options(self, given: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return all options: defaults, replaced by the given values. Raises `InvalidOptions` with all problems."""
        values = self.option_values(given)
        problems = self.check_options(values)
        if problems:
            raise InvalidOptions(problems)
        return values

    def option_values(self, given: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return all options, each checked alone. A deck can then be checked against them. Raises `InvalidOptions`."""
        values: dict[str, Any] = {option.name: option.default for option in self.options}
        problems: list[Problem] = []
        for name, value in (given or {}).items():
            option = next((option for option in self.options if option.name == name), None)
            if option is None:
                en, ja = did_you_mean(str(name), list(values))
                message = Message("option_unknown", f"no such option.{en}", f"そのような設定はありません。{ja}")
            else:
                wrong = option.check(value)
                if wrong is None:
                    values[name] = value
                    continue
                message = wrong
            problems.append(Problem([str(name)], message))
        if problems:
            raise InvalidOptions(problems)
        return values

    def position_options(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options of a position; raises `InvalidPosition`."""
        given = position.get("options")
        if given is not None and not isinstance(given, dict):
            message = Message("options", "a mapping of options is expected.", "設定は 名前: 値 の形で書いてください。")
            raise InvalidPosition([Problem(["options"], message)])
        try:
            return self.read_options({str(name): value for name, value in (given or {}).items()})
        except InvalidOptions as failure:
            problems = [problem.under(["options"]) for problem in failure.problems]
            raise InvalidPosition(problems) from None

    def check_options(self, values: dict[str, Any]) -> list[Problem]:
        """Return the problems of a combination of options that are valid one by one."""
        return []

    def changed_options(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the options that differ from their defaults."""
        return {option.name: values[option.name] for option in self.options if values[option.name] != option.default}
