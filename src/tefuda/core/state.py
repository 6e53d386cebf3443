"""State: everything a game is at one moment, as a value."""

import hashlib
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from tefuda.core.events import Event
from tefuda.core.random import Random

OVER: Final = -1
"""The seat of a state in which nobody decides any more."""

RESIGN: Final = -2
"""The action of giving up: a loss. A game of several seats may take it from whoever decides. No list of actions has it,
so that nobody who looks for a good one finds it."""

UNBOUNDED: Final = 1_000_000_000
"""From `most_plays`: the game may go on for ever, as far as anybody knows."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One moment of a game. `play` is the only thing that changes it.

    The promises below are checked for every game by `tefuda.testing`, and a state that keeps them works everywhere:
    in matches, replays, searches, proofs and simulations.

    States of one class are equal where `encode` is equal. A state changes, so it has no hash: use `encode` or `key` as
    the key of a mapping. `copy.copy` and `copy.deepcopy` clone.
    """

    seat: i64
    """Who decides now; `OVER` at the end. There is always exactly one decision."""

    log: list[Event] | None
    """Where `play` writes what happens; None in simulations, and then no event is built."""

    def __init__(self) -> None:
        self.seat = 0
        self.log = None

    def actions(self) -> list[i64]:
        """The legal actions, each once, in an order that the state alone decides; empty once over."""
        raise NotImplementedError

    def is_legal(self, action: i64) -> bool:
        """Whether `actions` has it, or it is `RESIGN` in a game that takes it."""
        return action in self.actions()

    def random_action(self, random: Random) -> i64:
        """A uniform pick of `actions`: a game may do without building the list."""
        actions = self.actions()
        return actions[random.below(len(actions))]

    def play(self, action: i64) -> None:
        """Play a legal action. Trusts its caller: `Match` is the door that checks."""
        raise NotImplementedError

    def clone(self) -> "State":
        """An equal state that later plays of this one leave alone, and the other way round. Its log is None."""
        raise NotImplementedError

    def scores(self) -> list[float]:
        """By seat, once over: what the seat gets, from `Game.min_score` to `Game.max_score`.

        Without a declared range that is 1 for a win, 0.5 for a draw and 0 for a loss. `Game.outcomes` says who has won.
        """
        raise NotImplementedError

    def resample(self, seat: i64, random: Random) -> "State":
        """Another world that looks the same to `seat`: what it cannot know is drawn anew, future luck included."""
        raise NotImplementedError

    def is_open(self) -> bool:
        """Whether every seat knows all there is, and no luck is to come: then all worlds are one."""
        return False

    def encode(self) -> bytes:
        """The whole state in bytes: equal exactly for equal states, on every machine."""
        raise NotImplementedError

    def fingerprint(self) -> str:
        """A short digest of the whole state, equal interpreted and compiled."""
        return hashlib.blake2b(self.encode(), digest_size=12).hexdigest()

    def key(self) -> bytes:
        """For proofs: states with equal keys have equal futures. May forget what does not matter any more."""
        return self.encode()

    def promising(self, left: i64) -> list[i64]:
        """For proofs of one-player games: `actions`, best first, without those that cannot win within `left` plays.

        A game that leaves any out must bound `most_plays`.
        """
        return self.actions()

    def most_plays(self) -> i64:
        """For proofs: the game cannot go on for longer than this."""
        return UNBOUNDED

    def win_length(self, at_least: i64) -> i64:
        """For proofs: the smallest number of plays, not under `at_least`, that a win may take."""
        return at_least

    def game_id(self) -> str:
        """The id of the game, for pickling a compiled state by its position. A plain Python state needs none."""
        return ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.encode() == other.encode()

    def __repr__(self) -> str:
        decides = f"over {self.scores()}" if self.seat == OVER else f"seat {self.seat}"
        return f"<{type(self).__name__} {decides} {self.fingerprint()}>"

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """A compiled state is pickled by its game and position, a plain Python state by its attributes.

        Both can be loaded in another process and in the other build. The log is not kept.
        """
        game_id = self.game_id()
        if game_id:
            from tefuda.core.registry import find_game

            return restore_position, (game_id, find_game(game_id).position(self))
        kept: dict[str, Any] = dict(getattr(self, "__dict__", {}))
        for kind in type(self).__mro__:
            if kind is not State and "__mypyc_attrs__" in kind.__dict__:
                raise TypeError(f"cannot pickle {type(self).__name__}: a compiled state must override game_id")
            slots: Any = kind.__dict__.get("__slots__", ())
            for name in [slots] if isinstance(slots, str) else slots:
                if hasattr(self, name):
                    kept[name] = getattr(self, name)
        kept.pop("seat", None)
        kept.pop("log", None)
        return restore_attributes, (type(self), int(self.seat), kept)


def restore_position(game_id: str, position: dict[str, Any]) -> State:
    """The state of a pickled position."""
    from tefuda.core.registry import find_game

    state = find_game(game_id).at(position)
    state.log = None
    return state


def restore_attributes(kind: Any, seat: int, attributes: dict[str, Any]) -> State:
    """The state of pickled attributes."""
    state: State = kind.__new__(kind)
    state.seat = seat
    state.log = None
    for name, value in attributes.items():
        setattr(state, name, value)
    return state
