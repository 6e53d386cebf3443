"""Kuhn poker: the smallest poker, with payoffs from -2 to 2.

There are three cards: J, Q and K. Each player antes 1 and gets one card. A player checks or bets 1. After a bet the
other player folds or calls. The higher card takes the pot at a showdown.
"""

from collections.abc import Mapping
from typing import Any

from tefuda import OVER, Event, Game, Message, State, Texts
from tefuda.core.errors import InvalidPosition, Problem, invalid_notation
from tefuda.core.observation import ObservationBuffer, ObservationField, ObservationSpace
from tefuda.core.random import Random, chacha

CARDS = "JQK"
CHECK, BET, FOLD, CALL = range(4)
ACTION_NAMES = ["check", "bet", "fold", "call"]
ACTION_TEXTS = {"en": ["check", "bet 1", "fold", "call"], "ja": ["チェック", "1 ベット", "フォールド", "コール"]}
LOG_VERBS = {"en": ["checks", "bets 1", "folds", "calls"], "ja": ACTION_TEXTS["ja"]}


class KuhnState(State):
    """The card of each player, and the actions so far."""

    def __init__(self, cards: list[int], history: list[int]) -> None:
        super().__init__()
        self.cards = cards
        self.history = history
        self.seat = OVER if is_over(history) else len(history) % 2

    def actions(self) -> list[int]:
        if self.seat == OVER:
            return []
        return [FOLD, CALL] if self.history[-1:] == [BET] else [CHECK, BET]

    def play(self, action: int) -> None:
        if self.log is not None:
            self.log.append(Event("act", {"seat": self.seat, "action": ACTION_NAMES[action]}))
        self.history = [*self.history, action]
        self.seat = OVER if is_over(self.history) else len(self.history) % 2
        if self.log is not None and self.seat == OVER:
            if self.is_shown():
                self.log.append(Event("showdown", {"cards": card_names(self.cards)}, reveals=True))
            self.log.append(Event("end", {"payoffs": self.scores()}))

    def is_shown(self) -> bool:
        """Return whether both cards are shown."""
        return self.seat == OVER and self.history[-1] != FOLD

    def clone(self) -> "KuhnState":
        return KuhnState(self.cards, self.history)

    def scores(self) -> list[float]:
        """Return the payoff of each player."""
        won = 2.0 if self.history[-1] == CALL else 1.0
        if self.history[-1] == FOLD:
            loser = (len(self.history) - 1) % 2
        else:
            loser = 0 if self.cards[0] < self.cards[1] else 1
        return [-won, won] if loser == 0 else [won, -won]

    def resample(self, seat: int, random: Random) -> "KuhnState":
        """Deal the unseen cards of a seat again."""
        if self.is_shown():
            return self.clone()
        known = [self.cards[seat]] if seat in (0, 1) else []
        unknown = [card for card in range(len(CARDS)) if card not in known]
        random.shuffle(unknown)
        cards = [known.pop() if place == seat else unknown.pop() for place in (0, 1)]
        return KuhnState(cards, self.history)

    def observe(self, seat: int, into: ObservationBuffer) -> None:
        into.put(self.cards[seat], 1)
        into.put(3, seat)
        for place, action in enumerate(self.history):
            into.put(4 + len(ACTION_NAMES) * place + action, 1)
        if self.is_shown():
            into.put(16 + self.cards[1 - seat], 1)

    def encode(self) -> bytes:
        return bytes([*self.cards, *self.history])


def is_over(history: list[int]) -> bool:
    """Return whether the betting is over: after a fold, a call or two checks."""
    return history[-1:] in ([FOLD], [CALL]) or history == [CHECK, CHECK]


def card_names(cards: list[int]) -> list[str]:
    """Return the cards as letters."""
    return [CARDS[card] for card in cards]


class KuhnTexts(Texts):
    """The texts of Kuhn poker."""

    def describe(self, state: State, action: int, language: str) -> str:
        return ACTION_TEXTS[language][action]

    def event_text(self, event: dict[str, Any], language: str, state: State | None = None) -> str:
        ja = language == "ja"
        match event["kind"]:
            case "deal" if "card" in event:
                return f"あなたの手札は {event['card']} です。" if ja else f"You hold the {event['card']}."
            case "act":
                name, action = self.game.seat_titles[event["seat"]].text(language), ACTION_NAMES.index(event["action"])
                return f"{name}: {LOG_VERBS['ja'][action]}" if ja else f"{name} {LOG_VERBS['en'][action]}."
            case "showdown":
                first, second = event["cards"]
                return (
                    f"ショーダウン: 先手 {first}、後手 {second}" if ja else f"Showdown: First {first}, Second {second}."
                )
        return ""

    def blurb(self) -> Message:
        return Message("blurb", "Poker with three cards and one bet.", "カード3枚、ベット1回だけの最小のポーカー。")


class KuhnPoker(Game):
    """The rules of Kuhn poker, and its texts."""

    def __init__(self) -> None:
        super().__init__(
            "kuhn-poker",
            Message("title", "Kuhn Poker", "クーン・ポーカー"),
            rules_version=1,
            seat_names=["first", "second"],
            seat_titles=[Message("first", "First", "先手"), Message("second", "Second", "後手")],
            information="hidden",
            options=[],
            min_score=-2.0,
            max_score=2.0,
        )
        self.texts = KuhnTexts(self)

    def action_count(self, options: Mapping[str, Any] | None = None) -> int:
        return len(ACTION_NAMES)

    def observation_space(self, options: Mapping[str, Any] | None = None) -> ObservationSpace:
        fields = [
            ObservationField("card", 0, [3], 1, "own card: J, Q, K"),
            ObservationField("seat", 3, [1], 1, "0 for the first player"),
            ObservationField("history", 4, [3, 4], 1, "the actions so far: check, bet, fold, call"),
            ObservationField("shown", 16, [3], 1, "the other card at a showdown"),
        ]
        return ObservationSpace(1, fields)

    def start(self, seed: int, options: Mapping[str, Any] | None = None, log: list[Event] | None = None) -> KuhnState:
        self.read_options(options)
        deck = list(range(len(CARDS)))
        chacha(seed).shuffle(deck)
        return self._begin(KuhnState(deck[:2], []), log)

    def deals(self, options: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        self.read_options(options)
        return [{"cards": [first, second]} for first in CARDS for second in CARDS if first != second]

    def _begin(self, state: KuhnState, log: list[Event] | None) -> KuhnState:
        if log is not None:
            log.append(Event("setup", self.view(state, -1)))
            for seat in (0, 1):
                log.append(Event("deal", {"seat": seat}, seat, {"card": CARDS[state.cards[seat]]}, reveals=True))
        return state

    def at(self, position: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> KuhnState:
        unknown = [key for key in position if key not in ("cards", "history", "options")]
        if unknown:
            raise position_error(unknown[0], "unknown key.", "不明なキーです。")
        cards = position.get("cards") or card_names(self.start(seed).cards)
        if not isinstance(cards, list) or len(set(map(str, cards))) != 2 or not all(card in [*CARDS] for card in cards):
            raise position_error(
                "cards", "two different cards of J, Q and K are expected.", "J・Q・K から異なる2枚を指定してください。"
            )
        state = KuhnState([CARDS.index(card) for card in cards], [])
        for name in position.get("history") or []:
            action = ACTION_NAMES.index(name) if name in ACTION_NAMES else -1
            if not state.is_legal(action):
                raise position_error("history", f"{name!r} is not possible there.", f"{name!r} はそこではできません。")
            state.play(action)
        return self._begin(state, log)

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, KuhnState)
        return {"cards": card_names(state.cards), "history": [ACTION_NAMES[action] for action in state.history]}

    def invariant(self, state: State) -> list[int]:
        assert isinstance(state, KuhnState)
        return state.cards

    def view(self, state: State, seat: int) -> dict[str, Any]:
        assert isinstance(state, KuhnState)
        return {
            "card": CARDS[state.cards[seat]] if seat in (0, 1) else None,
            "history": [ACTION_NAMES[action] for action in state.history],
            "turn": state.seat,
            "shown": card_names(state.cards) if state.is_shown() else None,
            "payoffs": state.scores() if state.seat == OVER else None,
        }

    def fold(self, view: dict[str, Any], event: dict[str, Any]) -> None:
        match event["kind"]:
            case "setup":
                view.update({key: value for key, value in event.items() if key != "kind"})
            case "deal":
                view["card"] = event.get("card", view["card"])
            case "act":
                view["history"] = [*view["history"], event["action"]]
                view["turn"] = 1 - event["seat"]
            case "showdown":
                view["shown"] = event["cards"]
            case "end":
                view.update(turn=OVER, payoffs=event["payoffs"])

    def format(self, state: State, action: int) -> str:
        return ACTION_NAMES[action]

    def parse(self, state: State, text: str) -> int:
        if text not in ACTION_NAMES:
            raise invalid_notation(
                f"{text!r} is not one of {', '.join(ACTION_NAMES)}.", f"{text!r} という行動はありません。"
            )
        return ACTION_NAMES.index(text)


def position_error(key: str, en: str, ja: str) -> InvalidPosition:
    return InvalidPosition([Problem([key], Message("position", en, ja))])


GAME = KuhnPoker()
