"""State: a game at one moment."""

import hashlib
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr
from typing_extensions import override

from tefuda.core.events import Event
from tefuda.core.observation import MaskBuffer, ObservationBuffer
from tefuda.core.random import Random

OVER: Final = -1
"""The seat of a finished game."""

RESIGN: Final = -2
"""The action that resigns. A game of several seats may accept it from the seat to decide. No list of legal actions
contains it, so searches never find it."""

UNBOUNDED: Final = 1_000_000_000
"""The value of `max_plays_left` if no limit is known."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One moment of a game. Only `play` changes it.

    `tefuda.testing` checks the contract below for every game. A state that fulfils it works in matches, replays,
    searches, proofs and simulations.

    States of one class are equal if `encode` is equal. A state is mutable and has no hash: use `encode` or `key` as the
    key of a mapping. `copy.copy` and `copy.deepcopy` clone.
    """

    seat: i64
    """The seat to decide; `OVER` at the end. There is always exactly one decision."""

    log: list[Event] | None
    """The list that `play` appends events to; None in simulations, where no events are built."""

    def __init__(self) -> None:
        self.seat = 0
        self.log = None

    def actions(self) -> list[i64]:
        """Return the legal actions, each once, in an order that depends on the state only; empty at the end."""
        raise NotImplementedError

    def is_legal(self, action: i64) -> bool:
        """Return whether an action is legal. `RESIGN` is legal in games that accept it."""
        return action in self.actions()

    def random_action(self, random: Random) -> i64:
        """Return a uniformly random legal action. A game may avoid building the list."""
        actions = self.actions()
        return actions[random.below(len(actions))]

    def write_mask(self, into: MaskBuffer) -> None:
        """Allow the legal actions in a cleared row. A game may avoid building the list."""
        for action in self.actions():
            into.allow(action)

    def observe(self, seat: i64, into: ObservationBuffer) -> None:
        """Write what `seat` sees into a cleared row, as `Game.observation_space` describes it.

        The numbers are equal in worlds that look the same to the seat, on its turn, on others' turns and at the end.
        """
        raise NotImplementedError

    def play(self, action: i64) -> None:
        """Play a legal action. It is not checked here; `Match` checks."""
        raise NotImplementedError

    def clone(self) -> "State":
        """Return an independent copy. Its log is None."""
        raise NotImplementedError

    def scores(self) -> list[float]:
        """Return the score of each seat at the end, from `Game.min_score` to `Game.max_score`.

        Without a declared range that is 1 for a win, 0.5 for a draw and 0 for a loss. `Game.outcomes` says who has won.
        """
        raise NotImplementedError

    def resample(self, seat: i64, random: Random) -> "State":
        """Return a random world that looks the same to `seat`. Hidden cards and future random events are drawn anew."""
        raise NotImplementedError

    def is_open(self) -> bool:
        """Return whether nothing is hidden from any seat and nothing random can happen."""
        return False

    def is_follow_up(self) -> bool:
        """Return whether the decision belongs to the play before it, such as the choice of a target.

        The number of plays, in proofs and for players, does not count it.
        """
        return False

    def encode(self) -> bytes:
        """Return the full state as bytes: equal exactly for equal states, on every machine."""
        raise NotImplementedError

    def fingerprint(self) -> str:
        """Return a short digest of the full state, equal in both builds."""
        return hashlib.blake2b(self.encode(), digest_size=12).hexdigest()

    def key(self) -> bytes:
        """Return a key for proofs: states with equal keys have equal futures. It may omit irrelevant parts."""
        return self.encode()

    def winning_candidates(self, left: i64) -> list[i64]:
        """Return actions for proofs of one-player games, best first, without those that cannot win in `left` plays.

        A game that leaves any out must bound `max_plays_left`.
        """
        return self.actions()

    def max_plays_left(self) -> i64:
        """Return an upper bound on the remaining actions, for proofs."""
        return UNBOUNDED

    def min_win_length(self, at_least: i64) -> i64:
        """Return a lower bound on the actions of a win, at least `at_least`, for proofs."""
        return at_least

    def game_id(self) -> str:
        """Return the id of the game, for pickling a compiled state by its position. Plain Python states need none."""
        return ""

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.encode() == other.encode()

    @override
    def __repr__(self) -> str:
        decides = f"over {self.scores()}" if self.seat == OVER else f"seat {self.seat}"
        return f"<{type(self).__name__} {decides} {self.fingerprint()}>"

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        return self.clone()

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a compiled state by its game and position, a plain Python state by its attributes.

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
    """Return the state of a pickled position."""
    from tefuda.core.registry import find_game

    state = find_game(game_id).at(position)
    state.log = None
    return state


def restore_attributes(kind: Any, seat: int, attributes: dict[str, Any]) -> State:
    """Return the state of pickled attributes."""
    state: State = kind.__new__(kind)
    state.seat = seat
    state.log = None
    for name, value in attributes.items():
        setattr(state, name, value)
    return state
