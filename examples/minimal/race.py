"""Race to 21: the smallest game. It has rules only; texts, players and measures are the defaults.

Two players take turns and add 1, 2 or 3 to a total. The player who reaches 21 wins.
"""

from collections.abc import Mapping
from typing import Any

from tefuda import OVER, Event, Game, Message, State
from tefuda.core.errors import InvalidPosition, Problem, invalid_notation
from tefuda.core.random import Random

GOAL = 21
STEPS = [1, 2, 3]


class RaceState(State):
    """The total, and the seat to decide."""

    def __init__(self, total: int) -> None:
        super().__init__()
        self.total = total
        self.turn = 0
        self.seat = 0 if total < GOAL else OVER

    def actions(self) -> list[int]:
        return [step for step in STEPS if self.total + step <= GOAL] if self.seat != OVER else []

    def play(self, action: int) -> None:
        self.total += action
        if self.log is not None:
            self.log.append(Event("add", {"seat": self.turn, "number": action}))
        self.turn = 1 - self.turn
        self.seat = self.turn if self.total < GOAL else OVER

    def clone(self) -> "RaceState":
        copy = RaceState(self.total)
        copy.turn, copy.seat = self.turn, self.seat
        return copy

    def scores(self) -> list[float]:
        return [0.0 if seat == self.turn else 1.0 for seat in (0, 1)]

    def resample(self, seat: int, random: Random) -> "RaceState":
        return self.clone()

    def is_open(self) -> bool:
        return True

    def encode(self) -> bytes:
        return bytes([self.total, self.turn])


class Race(Game):
    """The rules of the race to 21."""

    def __init__(self) -> None:
        super().__init__(
            "race-to-21",
            Message("title", "Race to 21", "21を取れ"),
            rules_version=1,
            seat_names=["first", "second"],
            information="perfect",
            options=[],
        )

    def action_count(self, options: Mapping[str, Any] | None = None) -> int:
        return max(STEPS) + 1

    def start(self, seed: int, options: Mapping[str, Any] | None = None, log: list[Event] | None = None) -> RaceState:
        return self.at({}, seed, log)

    def at(self, position: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> RaceState:
        total, turn = position.get("total", 0), position.get("turn", 0)
        if total not in range(GOAL + 1) or turn not in (0, 1):
            message = Message(
                "position", f"total is 0 to {GOAL}, turn 0 or 1.", f"total は 0〜{GOAL}、turn は 0 か 1 です。"
            )
            raise InvalidPosition([Problem([], message)])
        state = RaceState(total)
        state.turn = turn
        state.seat = turn if total < GOAL else OVER
        if log is not None:
            log.append(Event("setup", self.view(state, 0)))
        return state

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, RaceState)
        return {"total": state.total, "turn": state.turn}

    def view(self, state: State, seat: int) -> dict[str, Any]:
        return self.position(state)

    def fold(self, view: dict[str, Any], event: dict[str, Any]) -> None:
        if event["kind"] == "setup":
            view.update(total=event["total"], turn=event["turn"])
        else:
            view.update(total=view["total"] + event["number"], turn=1 - event["seat"])

    def format(self, state: State, action: int) -> str:
        return f"+{action}"

    def parse(self, state: State, text: str) -> int:
        if text not in [f"+{step}" for step in STEPS]:
            raise invalid_notation(f"{text!r} is not +1, +2 or +3.", f"{text!r} は +1・+2・+3 ではありません。")
        return int(text)


GAME = Race()
