"""Game: what the program knows of one game. Found by `tefuda.core.registry`."""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from tefuda.core.errors import InvalidInput, InvalidOptions, InvalidPosition, Problem
from tefuda.core.events import Event
from tefuda.core.player import Guide, Player
from tefuda.core.random import Random
from tefuda.core.state import State
from tefuda.core.text import Message


@mypyc_attr(allow_interpreted_subclasses=True)
class Option:
    """A number, or a choice of words, that a designer may change."""

    def __init__(
        self,
        name: str,
        default: int | str,
        label: Message,
        *,
        low: int = 0,
        high: int = 0,
        choices: list[str] | None = None,
    ) -> None:
        self.name = name
        self.default = default
        self.label = label
        self.low = low
        self.high = high
        self.choices = choices

    def range(self) -> str:
        """The values it takes, for people."""
        return ", ".join(self.choices) if self.choices is not None else f"{self.low}-{self.high}"

    def check(self, value: Any) -> Message | None:
        """What is wrong with `value`, if anything."""
        if self.choices is not None:
            if value in self.choices:
                return None
        elif isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return None
        if self.choices is not None:
            span = self.range()
            return Message("option_value", f"{value!r} is not one of {span}.", f"{value!r} は使えません（{span}）。")
        en = f"{value!r} is not a whole number from {self.low} to {self.high}."
        return Message("option_value", en, f"{value!r} は使えません（{self.low} から {self.high} の整数）。")


@mypyc_attr(native_class=False)  # so that it can be sent between processes
class CardRecord:
    """What happened to the cards of one seat in a whole game: ids, sorted, each once."""

    def __init__(
        self,
        deck: Iterable[str] = (),
        opening: Iterable[str] = (),
        drawn: Iterable[str] = (),
        played: Iterable[str] = (),
        held: Iterable[str] = (),
    ) -> None:
        self.deck = sorted(set(deck))
        """What the seat could draw: its cards before the first of them was dealt."""
        self.opening = sorted(set(opening))
        """What luck alone dealt: the opening hand, or the first card drawn where a game begins without a hand."""
        self.drawn = sorted(set(drawn))
        """What was in the hand at any time, however it came there; the opening hand too."""
        self.played = sorted(set(played))
        """What went from the hand into the game: used, cast, summoned. A discarded card was not played."""
        self.held = sorted(set(held))
        """What was in the hand when the game was over."""


@mypyc_attr(native_class=False)
class CardFace:
    """What there is to read on a card, for galleries and reports."""

    def __init__(self, id: str, name: Message, text: Message, facts: dict[str, Any] | None = None) -> None:  # noqa: A002
        self.id = id
        self.name = name
        self.text = text
        self.facts = facts or {}
        """What else is printed on it, in plain JSON types: its cost, its type, its numbers."""


SHORTEST_BEGINNING: Final = 3
"""So many letters of a name are a better guess than what looks alike."""


def did_you_mean(word: str, known: list[str]) -> tuple[str, str]:
    """A suggestion to hang on a sentence, in English and Japanese; empty where nothing is near."""
    names = {name.casefold(): name for name in reversed(known)}
    wanted = word.casefold()
    begun = [name for name in reversed(names) if len(wanted) >= SHORTEST_BEGINNING and name.startswith(wanted)]
    near = begun or difflib.get_close_matches(wanted, list(names), n=1, cutoff=0.5)
    return (f" Did you mean {names[near[0]]}?", f" {names[near[0]]} のことですか？") if near else ("", "")


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One game: its facts, its beginnings, and how its states and actions are shown and written."""

    def __init__(
        self,
        id: str,  # noqa: A002
        title: Message,
        *,
        rules_version: int,
        seat_names: list[str],
        information: str,
        options: list[Option],
        min_score: float = 0.0,
        max_score: float = 1.0,
        win_score: float | None = None,
    ) -> None:
        """State the facts. Raise `rules_version` when the same actions could lead elsewhere.

        `min_score` and `max_score` are the range of `State.scores`. `win_score` is for games of one seat: this score or
        more is a win (default: `max_score`).
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
        self.most_plays = 100_000
        """A simulation that is not over by then is unfinished, never a result."""

    def seat_title(self, seat: i64) -> Message:
        """What people call a seat."""
        name = self.seat_names[seat]
        return Message(name, name, name)

    @property
    def seats(self) -> int:
        """How many sit at it."""
        return len(self.seat_names)

    @property
    def has_payoffs(self) -> bool:
        """Whether scores are payoffs in a declared range, and not just wins, draws and losses."""
        return self.min_score != 0.0 or self.max_score != 1.0

    def outcomes(self, scores: list[float]) -> list[float]:
        """Scores as 1 for a win, 0.5 for a draw and 0 for a loss, by seat.

        The highest score wins; where several seats share it, these have drawn. A single seat wins with `win_score`.
        """
        if len(scores) == 1:
            return [1.0 if scores[0] >= self.win_score else 0.0]
        best = max(scores)
        shared = scores.count(best) > 1
        return [0.0 if score < best else 0.5 if shared else 1.0 for score in scores]

    def share(self, score: float) -> float:
        """A score on the scale from 0 (`min_score`) to 1 (`max_score`)."""
        return (score - self.min_score) / (self.max_score - self.min_score)

    def score_at(self, share: float) -> float:
        """The score at a place of the scale from 0 to 1: the inverse of `share`."""
        return self.min_score + share * (self.max_score - self.min_score)

    def points(self, scores: list[float]) -> list[float]:
        """Scores on one scale from 0 to 1 for statistics, by seat: 0.5 for as much as the others have.

        It is 0.5 plus half of how much more a seat has than the others on average, as a share of the range: 1 for a win
        and 0 for a loss in a game without payoffs. A single seat has 1 for a win and 0 for a loss.
        """
        if len(scores) == 1:
            return self.outcomes(scores)
        shares = [self.share(score) for score in scores]
        total = sum(shares)
        others = len(scores) - 1
        return [0.5 + (one - (total - one) / others) / 2 for one in shares]

    def action_count(self, options: Mapping[str, Any] | None = None) -> int:
        """One more than the largest action number under these options; numbers never change their meaning."""
        raise NotImplementedError

    def start(self, seed: int, options: Mapping[str, Any] | None = None, log: list[Event] | None = None) -> State:
        """A new game. With `log`, the opening is told there, its first event being `setup`."""
        raise NotImplementedError

    def at(self, position: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> State:
        """The state that a position describes; left-out keys take the opening's values, luck comes from `seed`."""
        raise NotImplementedError

    def position(self, state: State) -> dict[str, Any]:
        """Everything, hidden things too, in plain JSON types. `at` is its inverse."""
        raise NotImplementedError

    def view(self, state: State, seat: i64) -> dict[str, Any]:
        """What `seat`, or `SPECTATOR`, may know of the state."""
        raise NotImplementedError

    def fold(self, view: dict[str, Any], event: dict[str, Any]) -> None:
        """Bring a view up to date with one event as its seat was told it; a `setup` event starts from `{}`.

        What a client does. Folding everything a seat was told gives `view`: this is tested, so a client may trust it.
        """
        raise NotImplementedError

    def conserved(self, state: State) -> Any:
        """What never changes during a game, whatever is played: all the cards, say."""
        return None

    def format(self, state: State, action: i64) -> str:
        """The action's notation: short, unique among the legal ones, stable for ever."""
        raise NotImplementedError

    def parse(self, state: State, text: str) -> i64:
        """The action that a notation means, legal or not; raises `InvalidNotation`."""
        raise NotImplementedError

    def why_illegal(self, state: State, action: i64) -> Message:
        """Why the seat to decide may not play this, in words that tell it nothing it may not know."""
        return Message("illegal", "That is not possible now.", "今はできません。")

    def describe(self, state: State, action: i64, language: str) -> str:
        """A legal action as a sentence for people."""
        raise NotImplementedError

    def tell(self, event: dict[str, Any], language: str) -> str:
        """An event, as a seat was told it, as a line of a log; empty where there is nothing to say."""
        raise NotImplementedError

    def tell_of(self, state: State, event: dict[str, Any], language: str) -> str:
        """`tell`, of a match that may have brought cards of its own along: they are in its state."""
        return self.tell(event, language)

    def channel(self, event: dict[str, Any]) -> str:
        """Which log the line of an event belongs to, where a game keeps more than one; `normal` is the ordinary one."""
        return "normal"

    def pinned(self, state: State) -> dict[str, str]:
        """The cards of a game that readers can change, each with a digest: a replay says which it was played with."""
        return {}

    def cards(self) -> list[CardFace]:
        """The cards that have a name and a text of their own, in the order of a catalogue; none in many games."""
        return []

    def decided(self, events: list[Event]) -> dict[str, Any] | None:
        """What decided a finished game, for those who measure: numbers, and lists of what took part.

        None where a game has nothing to say; then its simulations are not told at all.
        """
        return None

    def card_record(self, events: list[Event]) -> list[CardRecord] | None:
        """What happened to the cards, for each seat; `events` are all of a game, from its opening on.

        None where a game has no cards that are worth measuring one by one, whatever the events.
        """
        return None

    def measured(self, state: State) -> dict[str, int]:
        """What a finished game can be measured by, for those who simulate many: its turns, say."""
        return {}

    def opener(self, state: State) -> i64:
        """The seat that went first, where luck decides that; -1 where it is always the same."""
        return -1

    def turned(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options with the seats the other way round."""
        return options

    def sketch(self, options: dict[str, Any], tier: int, random: Random) -> dict[str, Any] | None:
        """A position that might make a puzzle of a tier from 1 to 4; None where this one came to nothing."""
        return None

    def player_names(self) -> list[str]:
        """The players of this game's own, weakest first; every game also has `random`, and those that search."""
        return []

    def guide(self) -> Guide:
        """What the game knows about good play: searches ask it, and `heuristic` plays by it."""
        return Guide()

    def policy(self, path: str) -> Guide:
        """What the model in a file knows about good play; raises `InvalidInput`."""
        message = Message(
            "no_policies",
            f"{self.title.en} cannot read models yet: {path}.",
            f"{self.title.ja}はモデルの読み込みに対応していません: {path}",
        )
        raise InvalidInput([Problem([], message)])

    def levels(self) -> list[str]:
        """The players behind `level:1` to `level:6`, by their names; ordered by measured strength."""
        return ["random", "mcts:10", "mcts:40", "mcts:150", "mcts:500", "mcts:2000"]

    def adviser(self) -> str:
        """The player that gives hints: strong, and done within a second or two."""
        return "ismcts:1000"

    def player(self, name: str, random: Random) -> Player:
        """One of `player_names`, with its own luck."""
        raise NotImplementedError

    def blurb(self) -> Message | None:
        """The game in one sentence, for lists of games; None where there is none."""
        return None

    def picture(self) -> str:
        """A picture for lists of games, as SVG text, 640 by 360; empty where there is none."""
        return ""

    def rulebook(self, language: str) -> str:
        """The rulebook as Markdown in `en` or `ja`, its title in the first line; empty where there is none."""
        return ""

    def read_options(self, given: Mapping[str, Any] | None) -> dict[str, Any]:
        """All options, the given ones over the defaults; raises `InvalidOptions` with everything that is wrong."""
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
        problems = self.check_options(values)
        if problems:
            raise InvalidOptions(problems)
        return values

    def position_options(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """The options that a position brings, all of them; raises `InvalidPosition`."""
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
        """What is wrong with options that are fine one by one, but not together."""
        return []

    def changed_options(self, values: dict[str, Any]) -> dict[str, Any]:
        """The ones that are not at their defaults."""
        return {option.name: values[option.name] for option in self.options if values[option.name] != option.default}
