"""Hidden Nim: a game for Tefuda in one plain Python file.

Heaps a and b are open. Heap c is covered: only the second player knows how many stones are in it. A player takes 1 to 3
stones from an open heap, or one stone from the covered heap. The player who takes the last stone wins.
"""

from collections.abc import Mapping
from typing import Any

from tefuda import OVER, Event, Game, Message, Option, Player, Players, Seat, State, Texts
from tefuda.core.errors import InvalidPosition, Problem, invalid_notation
from tefuda.core.observation import ObservationBuffer, ObservationField, ObservationSpace
from tefuda.core.random import Random, chacha

HIDDEN = 2
COUNTING_SEAT = 1
MAX_HIDDEN = 5
PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><rect width="640" height="360" fill="#20302c"/>
<g fill="#c9c2b0"><circle cx="110" cy="260" r="34"/><circle cx="180" cy="260" r="34"/><circle cx="145" cy="200" r="34"/>
<circle cx="300" cy="260" r="34"/></g><path d="M400 294Q410 150 490 150T580 294Z" fill="#7a3b46"/>
<text x="490" y="250" font-size="72" fill="#f0e6d2" text-anchor="middle">?</text></svg>
"""
RULES = {
    "en": """\
# Hidden Nim

Two players take turns. There are three heaps of stones: a and b are open, c is covered.

## 1. Setup

The first two heaps have 1 to 9 stones (an option). The covered heap has 1 to 5 stones. Only the second player knows how
many.

## 2. A turn

Take 1 to 3 stones from heap a or heap b, or exactly one stone from heap c.

## 3. The end

The player who takes the last stone of all three heaps wins.
""",
    "ja": """\
# 隠しニム

二人で交互に石を取ります。山は三つあり、a と b は公開、c は伏せられています。

## 1. 準備

a と b の石は 1～9 個（設定で変更可能）、c の石は 1～5 個です。c の個数を知っているのは後手だけです。

## 2. 手番

a か b から 1～3 個、または c から 1 個だけ石を取ります。

## 3. 終了

最後の石を取ったプレイヤーの勝ちです。
""",
}


class NimState(State):
    """The heaps, and the number of stones taken from the covered one."""

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
        if seat != COUNTING_SEAT and self.heaps[HIDDEN]:
            world.heaps = [*self.heaps[:HIDDEN], 1 + random.below(MAX_HIDDEN - self.taken)]
        return world

    def observe(self, seat: int, into: ObservationBuffer) -> None:
        for heap, size in enumerate(self.heaps):
            # The first player sees only whether the covered heap has stones.
            into.put(heap, size if heap != HIDDEN or seat == COUNTING_SEAT else min(size, 1))
        into.put(3, seat)
        into.put(4 + (2 + self.winner if self.seat == OVER else self.seat), 1)

    def encode(self) -> bytes:
        return bytes([*self.heaps, self.taken, self.seat + 1, self.winner])


class NimTexts(Texts):
    """The texts of Hidden Nim."""

    def describe(self, state: State, action: int, language: str) -> str:
        heap, count = "abc"[action // 3], action % 3 + 1
        return f"山 {heap} から {count} 個取る" if language == "ja" else f"take {count} from heap {heap}"

    def event_text(self, event: dict[str, Any], language: str, state: State | None = None) -> str:
        if event["kind"] == "setup":
            return ""
        name = self.game.seat_titles[event["seat"]].text(language)
        if event["kind"] == "win":
            return f"{name}の勝ち！" if language == "ja" else f"{name} wins!"
        heap, count = "abc"[event["heap"]], event["count"]
        if language == "ja":
            return f"{name}が山 {heap} から {count} 個取りました。"
        return f"{name} takes {count} from heap {heap}."

    def blurb(self) -> Message:
        en = "Nim with a covered heap: only one of you knows how many stones are in it."
        return Message("blurb", en, "山の一つが伏せられたニム。その個数を知っているのは一人だけ。")

    def picture(self) -> str:
        return PICTURE

    def rulebook(self, language: str) -> str:
        return RULES[language]


class NimPlayers(Players):
    """The players of Hidden Nim."""

    def names(self) -> list[str]:
        return ["greedy"]

    def make(self, name: str, random: Random) -> Player:
        return Greedy()


class HiddenNim(Game):
    """The rules of Hidden Nim, and its texts."""

    def __init__(self) -> None:
        super().__init__(
            "hidden-nim",
            Message("title", "Hidden Nim", "隠しニム"),
            rules_version=1,
            seat_names=["first", "second"],
            seat_titles=[Message("first", "First", "先手"), Message("second", "Second", "後手")],
            information="hidden",
            options=[Option("most", 9, Message("most", "largest heap", "最大の山"), low=1, high=20)],
        )
        self.texts = NimTexts(self)
        self.players = NimPlayers(self)

    def action_count(self, options: Mapping[str, Any] | None = None) -> int:
        return 7

    def observation_space(self, options: Mapping[str, Any] | None = None) -> ObservationSpace:
        fields = [
            ObservationField("heaps", 0, [3], 20, "stones of the heaps; of the covered one 1 for any number", scale=9),
            ObservationField("seat", 3, [1], 1, "0 for the first player"),
            ObservationField("turn", 4, [4], 1, "who decides, or who has won: first, second, first won, second won"),
        ]
        return ObservationSpace(1, fields)

    def start(self, seed: int, options: Mapping[str, Any] | None = None, log: list[Event] | None = None) -> NimState:
        random, most = chacha(seed), self.read_options(options)["most"]
        heaps = [1 + random.below(most), 1 + random.below(most), 1 + random.below(MAX_HIDDEN)]
        return self._begin(NimState(heaps, 0, 0), log)

    def deals(self, options: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        most = range(1, self.read_options(options)["most"] + 1)
        return [{"heaps": [a, b, c]} for a in most for b in most for c in range(1, MAX_HIDDEN + 1)]

    def _begin(self, state: NimState, log: list[Event] | None) -> NimState:
        if log is not None:
            log.append(
                Event("setup", self.view(state, -1), COUNTING_SEAT, {"hidden": state.heaps[HIDDEN]}, reveals=True)
            )
        return state

    def at(self, position: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> NimState:
        heaps = position.get("heaps")
        if not isinstance(heaps, list) or len(heaps) != 3:
            raise InvalidPosition(
                [Problem(["heaps"], Message("heaps", "three heaps are expected.", "山は三つ指定してください。"))]
            )
        state = NimState(list(heaps), position.get("taken", 0), position.get("turn", 0))
        state.winner = position.get("winner", state.winner)
        return self._begin(state, log)

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, NimState)
        return {"heaps": state.heaps, "taken": state.taken, "turn": max(state.seat, 0), "winner": state.winner}

    def view(self, state: State, seat: int) -> dict[str, Any]:
        assert isinstance(state, NimState)
        hidden = state.heaps[HIDDEN] if seat == COUNTING_SEAT else "some" if state.heaps[HIDDEN] else "none"
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
            raise invalid_notation(
                f"{text!r} is not a heap and a number, like a2.", f"{text!r} は「a2」のような山と個数ではありません。"
            )
        return "abc".index(text[0]) * 3 + int(text[1]) - 1


class Greedy(Player):
    """Takes as much as it can."""

    def choose(self, seat: Seat) -> int:
        return max(seat.actions(), key=lambda action: (action % 3, -action))


GAME = HiddenNim()
