"""Lantern Duel: a card game for two on the card engine, with twenty cards and one discard pile.

Players share a deck. In a turn a player draws a card and plays one. A player without light loses.
docs/write-a-card-game.md explains this file.
"""

import json
from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tefuda import OVER, SPECTATOR, Event, Game, Message, State, Texts
from tefuda.cardlang.engine.abilities import (
    FRAME_PLAY,
    FRAME_STEPS,
    STEP_CHOICE,
    STEP_DONE,
    STEP_NOTHING,
    Ability,
    Choice,
    Frame,
    Step,
)
from tefuda.cardlang.engine.card_state import RUNNING, CardState
from tefuda.cardlang.engine.zones import empty_zones, one_card
from tefuda.cardlang.positions import random_data
from tefuda.core.errors import InvalidPosition, Problem, invalid_notation
from tefuda.core.random import Random, chacha, fresh_chacha

HAND_ONE, HAND_TWO, DECK, DISCARD, TABLE = range(5)
"""The lists of the zones. The hand of a seat has the number of the seat; the table has the card being played."""
FRAME_END = 2
"""The frame that puts a played card on the discard pile."""

COPIES, LIGHT, OPENING_HAND, MAX_TURNS = 4, 8, 3, 60
WON_BY_FIRST, WON_BY_SECOND, DRAWN = 1, 2, 3


# Steps: what cards do


class Damage(Step):
    def __init__(self, amount: int) -> None:
        super().__init__("damage")
        self.amount = amount

    def run(self, state: CardState, frame: Frame) -> int:
        assert isinstance(state, DuelState)
        state.change_light(1 - state.turn, -self.amount)
        return STEP_DONE


class Gain(Step):
    def __init__(self, amount: int) -> None:
        super().__init__("gain")
        self.amount = amount

    def run(self, state: CardState, frame: Frame) -> int:
        assert isinstance(state, DuelState)
        state.change_light(state.turn, self.amount)
        return STEP_DONE


class Draw(Step):
    def __init__(self, count: int) -> None:
        super().__init__("draw")
        self.count = count

    def run(self, state: CardState, frame: Frame) -> int:
        assert isinstance(state, DuelState)
        for _ in range(self.count):
            state.draw()
        return STEP_DONE


class MoveChosen(Step):
    """Let the player choose a card of one zone and move it to another."""

    def __init__(self, op: str, to_hand: bool) -> None:
        super().__init__(op)
        self.to_hand = to_hand

    def run(self, state: CardState, frame: Frame) -> int:
        assert isinstance(state, DuelState)
        cards = state.zones.listed(DISCARD if self.to_hand else state.turn)
        if not len(cards):
            return STEP_NOTHING
        state.choice = Choice(state.turn, self.op, frame.card, 0, cards, 1)
        state.log_event("choice", {"seat": state.turn, "op": self.op})
        return STEP_CHOICE

    def apply(self, state: CardState, frame: Frame, chosen: vec[i64]) -> int:
        assert isinstance(state, DuelState)
        state.move(self.op, chosen[0], state.turn if self.to_hand else DISCARD)
        return STEP_DONE


CARDS: dict[str, list[Step]] = {
    "spark": [Damage(2)],
    "flare": [Damage(3), MoveChosen("discard", to_hand=False)],
    "mend": [Gain(2)],
    "insight": [Draw(2)],
    "salvage": [MoveChosen("salvage", to_hand=True)],
}
IDS = list(CARDS)
ABILITIES = [Ability(0, 0, steps) for steps in CARDS.values()]
NAMES = {"spark": "火花", "flare": "閃光", "mend": "修繕", "insight": "洞察", "salvage": "回収"}
PASS = 2 * len(IDS)
"""Actions: play a card by its kind, choose one by its kind, or pass with an empty hand."""


class DuelState(CardState):
    """The state of a duel."""

    def __init__(self, seed: int) -> None:
        cards = COPIES * len(IDS)
        super().__init__(empty_zones(cards, cards, 5), chacha(seed))
        self.light = [LIGHT, LIGHT]
        self.turn = 0
        self.turn_number = 1
        self.acted = False
        """Whether the turn player has played a card or passed."""

    # Changes. Each logs its event.

    def name(self, card: int) -> str:
        return IDS[card // COPIES]

    def names(self, place: int) -> list[str]:
        return [self.name(card) for card in self.zones.listed(place)]

    def move(self, kind: str, card: int, to: int) -> None:
        self.zones.remove(card)
        self.zones.add(to, card)
        self.log_event(kind, {"seat": self.turn, "card": self.name(card)}, reveals=kind in ("play", "discard"))

    def draw(self) -> None:
        """Draw the top card. An empty deck is made of the discard pile."""
        zones, rng = self.zones, self.own_rng()
        if zones.length(DECK) == 0:
            pile = sorted(zones.listed(DISCARD))
            zones.clear(DISCARD)
            zones.replace(DECK, vec[i64](pile))
            zones.shuffle(DECK, rng)
            self.log_event("shuffle", {"cards": len(pile)})
        if zones.length(DECK) > 0:
            card = zones.at(DECK, zones.length(DECK) - 1)
            zones.remove(card)
            zones.add(self.turn, card)
            self.log_event("draw", {"seat": self.turn}, self.turn, {"card": self.name(card)}, reveals=True)

    def change_light(self, seat: int, amount: int) -> None:
        self.light[seat] = max(0, self.light[seat] + amount)
        self.log_event("light", {"seat": seat, "light": self.light[seat]})

    # The turn

    def actions(self) -> list[int]:
        if self.seat == OVER:
            return []
        if self.choice is not None:
            return sorted({len(IDS) + card // COPIES for card in self.choice.candidates})
        return sorted({card // COPIES for card in self.zones.listed(self.turn)}) or [PASS]

    def play(self, action: int) -> None:
        if self.choice is not None:
            kind = action - len(IDS)
            self.take_choice(one_card(next(card for card in self.choice.candidates if card // COPIES == kind)))
        else:
            self.acted = True
            if action != PASS:
                card = next(card for card in self.zones.listed(self.turn) if card // COPIES == action)
                self.move("play", card, TABLE)
                self.push(Frame(FRAME_END, card, None))
                self.push(Frame(FRAME_PLAY, card, None))
        self.run()
        self.seat = OVER if self.outcome != RUNNING else self.turn

    def play_ability(self, card: int, index: int) -> Ability | None:
        return ABILITIES[card // COPIES] if index == 0 else None

    def start_play_ability(self, card: int, ability: Ability) -> bool:
        return True

    def end_frame(self, frame: Frame) -> None:
        self.move("finish", frame.card, DISCARD)

    def proceed(self) -> bool:
        """Start the next turn after an action."""
        if not self.acted:
            return False
        self.acted = False
        self.turn = 1 - self.turn
        self.turn_number += 1
        self.log_event("turn", {"seat": self.turn, "number": self.turn_number})
        self.draw()
        self.check_state()
        return True

    def check_state(self) -> None:
        if min(self.light) > 0 and self.turn_number <= MAX_TURNS:
            return
        first, second = self.light
        self.outcome = DRAWN if first == second else WON_BY_FIRST if first > second else WON_BY_SECOND
        self.log_event("result", {"outcome": self.outcome})

    def scores(self) -> list[float]:
        return {WON_BY_FIRST: [1.0, 0.0], WON_BY_SECOND: [0.0, 1.0]}.get(self.outcome, [0.5, 0.5])

    # Values

    def clone(self) -> "DuelState":
        copy = DuelState(0)
        self.copy_resolution(copy)
        copy.zones, copy.rng = self.zones.copy(), self.rng
        copy.light, copy.acted = self.light[:], self.acted
        copy.turn, copy.turn_number = self.turn, self.turn_number
        return copy

    def resample(self, seat: int, random: Random) -> "DuelState":
        """Deal the hidden cards again: the deck, and the hands that the seat does not see."""
        world = self.clone()
        places = [place for place in (HAND_ONE, HAND_TWO, DECK) if place != seat]
        hidden = sorted(card for place in places for card in world.zones.listed(place))
        random.shuffle(hidden)
        for place in places:
            count = world.zones.length(place)
            world.zones.replace(place, vec[i64](hidden[:count]))
            del hidden[:count]
        if world.choice is not None and world.choice.op == "discard":
            # The candidates are the hand, which may be another one now.
            cards = world.zones.listed(world.turn)
            world.choice = Choice(world.turn, "discard", world.choice.card, 0, cards, 1)
        world.rng = fresh_chacha(random)
        return world

    def encode(self) -> bytes:
        return json.dumps(write_position(self)).encode()

    def __reduce__(self) -> tuple[Any, ...]:
        return read_position, (write_position(self),)


# Positions and views


def write_position(state: DuelState) -> dict[str, Any]:
    written: dict[str, Any] = {
        "light": state.light[:],
        "turn": state.turn,
        "turn_number": state.turn_number,
        "hands": [sorted(state.names(seat)) for seat in (0, 1)],
        "deck": state.names(DECK),
        "discard": state.names(DISCARD),
        "luck": random_data(state.rng),
    }
    if state.choice is not None:
        written["playing"] = {"card": state.name(state.choice.card), "step": state.frames[-1].at}
    if state.seat == OVER:
        written["outcome"] = state.outcome
        written["table"] = state.names(TABLE)
    return written


def read_position(position: Mapping[str, Any]) -> DuelState:
    state = DuelState(0)
    state.light = list(position["light"])
    state.turn, state.turn_number = position["turn"], position["turn_number"]
    state.rng = chacha(position["luck"]["seed"])
    state.rng.skip(position["luck"]["drawn"])
    playing = position.get("playing")
    zones = [*position["hands"], position["deck"], position["discard"], position.get("table", [])]
    if playing is not None:
        zones[TABLE] = [playing["card"]]
    left = {name: list(range(COPIES * kind, COPIES * kind + COPIES)) for kind, name in enumerate(IDS)}
    for place, names in enumerate(zones):
        for name in names:
            state.zones.add(place, left[name].pop(0))
    if playing is not None:
        card = state.zones.at(TABLE, 0)
        for frame in (Frame(FRAME_END, card, None), Frame(FRAME_PLAY, card, None)):
            state.push(frame)
        state.frames[-1].at = 1
        state.push(Frame(FRAME_STEPS, card, ABILITIES[card // COPIES]))
        state.frames[-1].at = playing["step"]
        state.acted = True
        state.run()
    state.outcome = position.get("outcome", RUNNING)
    state.seat = OVER if state.outcome != RUNNING else state.turn
    return state


class DuelTexts(Texts):
    """The texts of Lantern Duel."""

    def describe(self, state: State, action: int, language: str) -> str:
        if action == PASS:
            return "パスする" if language == "ja" else "pass"
        name = IDS[action % len(IDS)]
        verb = ("play", "を使う") if action < len(IDS) else ("choose", "を選ぶ")
        return f"{NAMES[name]}{verb[1]}" if language == "ja" else f"{verb[0]} {name}"


class LanternDuel(Game):
    """The game as Tefuda sees it."""

    def __init__(self) -> None:
        super().__init__(
            "lantern-duel",
            Message("title", "Lantern Duel", "灯籠の決闘"),
            rules_version=1,
            seat_names=["first", "second"],
            information="hidden",
            options=[],
        )
        self.texts = DuelTexts(self)

    def action_count(self, options: Mapping[str, Any] | None = None) -> int:
        return PASS + 1

    def start(self, seed: int, options: Mapping[str, Any] | None = None, log: list[Event] | None = None) -> DuelState:
        self.read_options(options)
        state = DuelState(seed)
        cards = list(range(COPIES * len(IDS)))
        state.own_rng().shuffle(cards)
        for number, card in enumerate(cards):
            state.zones.add(number % 2 if number < 2 * OPENING_HAND else DECK, card)
        return self._begin(state, log)

    def at(self, position: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> DuelState:
        try:
            return self._begin(read_position(position) if position else self.start(seed), log)
        except (KeyError, TypeError, ValueError, IndexError):
            message = Message("position", "The position is not valid.", "局面が正しくありません。")
            raise InvalidPosition([Problem([], message)]) from None

    def _begin(self, state: DuelState, log: list[Event] | None) -> DuelState:
        if log is not None:
            log.append(Event("setup", self.view(state, SPECTATOR)))
            for seat in (0, 1):
                log.append(Event("hand", {"seat": seat, "hand": sorted(state.names(seat))}, seat, reveals=True))
        return state

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, DuelState)
        return write_position(state)

    def view(self, state: State, seat: int) -> dict[str, Any]:
        assert isinstance(state, DuelState)
        return {
            "seat": None if seat == SPECTATOR else seat,
            "turn": state.turn,
            "turn_number": state.turn_number,
            "light": state.light[:],
            "hands": [state.zones.length(hand) for hand in (0, 1)],
            "hand": sorted(state.names(seat)) if seat != SPECTATOR else [],
            "deck": state.zones.length(DECK),
            "discard": state.names(DISCARD),
            "table": state.names(TABLE),
            "choice": None if state.choice is None else state.choice.op,
            "outcome": state.outcome,
        }

    def fold(self, view: dict[str, Any], event: dict[str, Any]) -> None:
        kind = event["kind"]
        match kind:
            case "setup" | "hand":
                view.update({key: value for key, value in event.items() if key != "kind"})
            case "light":
                view["light"][event["seat"]] = event["light"]
            case "turn":
                view.update(turn=event["seat"], turn_number=event["number"])
            case "choice":
                view["choice"] = event["op"]
            case "result":
                view["outcome"] = event["outcome"]
            case "shuffle":
                view.update(deck=event["cards"], discard=[])
            case _:
                self._fold_move(view, event)

    def _fold_move(self, view: dict[str, Any], event: dict[str, Any]) -> None:
        """Move a card between hand, deck, discard pile and table."""
        kind, seat, card = event["kind"], event["seat"], event.get("card", "")
        to_hand = kind in ("draw", "salvage")
        if kind == "draw":
            view["deck"] -= 1
        elif kind == "salvage":
            view["discard"].remove(card)
        elif kind == "finish":
            view.update(table=[], discard=[*view["discard"], card])
        else:
            view["table" if kind == "play" else "discard"].append(card)
        if kind in ("salvage", "discard"):
            view["choice"] = None
        if kind != "finish":
            view["hands"][seat] += 1 if to_hand else -1
        if kind != "finish" and view["seat"] == seat:
            held = [*view["hand"], card] if to_hand else without(view["hand"], card)
            view["hand"] = sorted(held)

    def format(self, state: State, action: int) -> str:
        if action == PASS:
            return "pass"
        return f"{'play' if action < len(IDS) else 'choose'} {IDS[action % len(IDS)]}"

    def parse(self, state: State, text: str) -> int:
        verb, _, name = text.partition(" ")
        if text == "pass":
            return PASS
        if verb not in ("play", "choose") or name not in IDS:
            raise invalid_notation(f"{text!r} is not an action.", f"{text!r} は手ではありません。")
        return IDS.index(name) + (len(IDS) if verb == "choose" else 0)


def without(cards: list[str], card: str) -> list[str]:
    at = cards.index(card)
    return [*cards[:at], *cards[at + 1 :]]


GAME = LanternDuel()
