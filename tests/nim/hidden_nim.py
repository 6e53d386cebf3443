"""Nim with a hidden heap, as somebody else's package would write it: one plain file, nothing compiled.

Two heaps are open, a third one lies under a cloth: the second player has counted it, the first player only knows that
it is not empty. From an open heap one takes 1 to 3 stones, from under the cloth one at a time. Whoever takes the last
stone of all wins.
"""

from collections.abc import Mapping
from typing import Any

from tefuda import OVER, Event, Game, Message, Option, State
from tefuda.core.player import Player, Seat
from tefuda.core.random import Random, chacha
from tefuda.core.text import InvalidPosition, Problem, invalid_notation

HIDDEN = 2
COUNTED_BY = 1
MOST_HIDDEN = 5


class NimState(State):
    def __init__(self, heaps: list[int], taken: int, seat: int) -> None:
        super().__init__()
        self.heaps = heaps
        self.taken = taken
        self.seat = seat if any(heaps) else OVER
        self.winner = 1 - seat

    def actions(self) -> list[int]:
        if self.seat == OVER:
            return []
        found = [heap * 3 + take - 1 for heap in (0, 1) for take in range(1, min(3, self.heaps[heap]) + 1)]
        return found + ([HIDDEN * 3] if self.heaps[HIDDEN] else [])

    def play(self, action: int) -> None:
        heap, take = divmod(action, 3)
        self.heaps = [size - (take + 1 if at == heap else 0) for at, size in enumerate(self.heaps)]
        hidden = heap == HIDDEN
        self.taken += hidden
        if self.log is not None:
            empty = self.heaps[heap] == 0
            data = {"seat": self.seat, "heap": heap, "count": take + 1, "empty": empty}
            self.log.append(Event("take", data, reveals=hidden))
        self.winner = self.seat
        self.seat = 1 - self.seat if any(self.heaps) else OVER
        if self.log is not None and self.seat == OVER:
            self.log.append(Event("win", {"seat": self.winner}))

    def clone(self) -> "NimState":
        copy = NimState(self.heaps, self.taken, max(self.seat, 0))
        copy.seat, copy.winner = self.seat, self.winner
        return copy

    def scores(self) -> list[float]:
        return [1.0 if seat == self.winner else 0.0 for seat in (0, 1)]

    def resample(self, seat: int, random: Random) -> "NimState":
        world = self.clone()
        if seat != COUNTED_BY and self.heaps[HIDDEN]:
            world.heaps = [*self.heaps[:HIDDEN], 1 + random.below(MOST_HIDDEN - self.taken)]
        return world

    def encode(self) -> bytes:
        return bytes([*self.heaps, self.taken, self.seat + 1, self.winner])


class HiddenNim(Game):
    def __init__(self) -> None:
        super().__init__(
            "hidden-nim",
            Message("title", "Hidden Nim", "隠しニム"),
            rules_version=1,
            seat_names=["first", "second"],
            information="hidden",
            options=[Option("most", 9, Message("most", "largest heap", "最大の山"), low=1, high=20)],
        )

    def action_count(self, options: Mapping[str, Any] | None = None) -> int:
        return 7

    def start(self, seed: int, options: Mapping[str, Any] | None = None, log: list[Event] | None = None) -> NimState:
        random, most = chacha(seed), self.read_options(options)["most"]
        heaps = [1 + random.below(most), 1 + random.below(most), 1 + random.below(MOST_HIDDEN)]
        return self._begin(NimState(heaps, 0, 0), log)

    def _begin(self, state: NimState, log: list[Event] | None) -> NimState:
        if log is not None:
            log.append(Event("setup", self.view(state, -1), COUNTED_BY, {"hidden": state.heaps[HIDDEN]}, reveals=True))
        return state

    def at(self, position: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> NimState:
        heaps = position.get("heaps")
        if not isinstance(heaps, list) or len(heaps) != 3:
            raise InvalidPosition([Problem(["heaps"], Message("heaps", "three heaps are expected.", "山は三つです。"))])
        state = NimState(list(heaps), position.get("taken", 0), position.get("turn", 0))
        state.winner = position.get("winner", state.winner)
        return self._begin(state, log)

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, NimState)
        return {"heaps": state.heaps, "taken": state.taken, "turn": max(state.seat, 0), "winner": state.winner}

    def view(self, state: State, seat: int) -> dict[str, Any]:
        assert isinstance(state, NimState)
        hidden = state.heaps[HIDDEN] if seat == COUNTED_BY else "some" if state.heaps[HIDDEN] else "none"
        winner = state.winner if state.seat == OVER else None
        return {"open": state.heaps[:HIDDEN], "hidden": hidden, "turn": state.seat, "winner": winner}

    def fold(self, view: dict[str, Any], event: dict[str, Any]) -> None:
        match event["kind"]:
            case "setup":
                view.update({key: value for key, value in event.items() if key != "kind"})
            case "take":
                if event["heap"] == HIDDEN and isinstance(view["hidden"], int):
                    view["hidden"] -= 1
                elif event["heap"] == HIDDEN:
                    view["hidden"] = "none" if event["empty"] else "some"
                else:
                    taken = [event["count"] if at == event["heap"] else 0 for at in (0, 1)]
                    view["open"] = [size - less for size, less in zip(view["open"], taken, strict=True)]
                view["turn"] = 1 - event["seat"]
            case "win":
                view.update(turn=OVER, winner=event["seat"])

    def format(self, state: State, action: int) -> str:
        return f"{'abc'[action // 3]}{action % 3 + 1}"

    def parse(self, state: State, text: str) -> int:
        if len(text) != 2 or text[0] not in "abc" or text[1] not in "123":
            raise invalid_notation(f"{text!r} is no heap and number.", f"{text!r} は読めません。")
        return "abc".index(text[0]) * 3 + int(text[1]) - 1

    def describe(self, state: State, action: int, language: str) -> str:
        return f"take {action % 3 + 1} from {'abc'[action // 3]}" if language == "en" else self.format(state, action)

    def tell(self, event: dict[str, Any], language: str) -> str:
        return str(event["kind"])

    def player_names(self) -> list[str]:
        return ["greedy"]

    def player(self, name: str, random: Random) -> Player:
        return Greedy()


class Greedy(Player):
    """Takes as much as it can."""

    def choose(self, seat: Seat) -> int:
        return max(seat.actions(), key=lambda action: (action % 3, -action))


GAME = HiddenNim()
