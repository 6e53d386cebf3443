"""Card Othello, as the program finds it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tefuda.core.cards import CardFace, CardRecord
from tefuda.core.errors import Problem
from tefuda.core.events import Event
from tefuda.core.game import Game
from tefuda.core.game_parts import Measures, Players, Texts
from tefuda.core.options import Option
from tefuda.core.player import Guide, Player
from tefuda.core.random import Random
from tefuda.core.state import State
from tefuda.core.text import Message
from tefuda.games.card_othello import card_records, notation, position, text
from tefuda.games.card_othello.catalogue import MOST_COST, band, catalogue
from tefuda.games.card_othello.players import levels
from tefuda.games.card_othello.players.heuristic import OthelloGuide
from tefuda.games.card_othello.rules import view
from tefuda.games.card_othello.rules.codes import ACTIONS, CARD_NAMES
from tefuda.games.card_othello.rules.hands import Options
from tefuda.games.card_othello.rules.state import CardOthelloState, opening

MOST_KNOWN = 256
"""Sets of options that are remembered."""


def _options() -> list[Option]:
    """The options: the turn's numbers first, then each card's cost and copies, the catalogue's by default."""
    found = [
        Option(
            "cards",
            "on",
            Message("cards", "with cards (off: plain Othello)", "カードを使う（off で普通のオセロ）"),
            choices=["on", "off"],
        ),
        Option("hand_limit", 5, Message("hand_limit", "cards in hand at most", "手札の上限"), low=1, high=10),
        Option("charge_cap", 30, Message("charge_cap", "charge at most", "布石の上限"), low=1, high=MOST_COST),
        Option("deck_size", 30, Message("deck_size", "cards in a deck", "山札の枚数"), low=1, high=100),
    ]
    for card in catalogue():
        label = Message("cost", f"cost of {card.name.en}", f"{card.name.ja}のコスト")
        found.append(Option(f"cost.{card.type}", card.cost, label, low=0, high=MOST_COST))
    for card in catalogue():
        label = Message(
            "copies", f"{card.name.en}: guaranteed copies (0 = removed)", f"{card.name.ja}の枚数（0 で使わない）"
        )
        found.append(Option(f"copies.{card.type}", 1, label, low=0, high=10))
    return found


class OthelloTexts(Texts):
    """The texts of Card Othello."""

    def describe(self, state: State, action: int, language: str) -> str:
        assert isinstance(state, CardOthelloState)
        return text.describe(state, action, language)

    def why_illegal(self, state: State, action: int) -> Message:
        assert isinstance(state, CardOthelloState)
        return text.why_illegal(state, action)

    def event_text(self, event: dict[str, Any], language: str, state: State | None = None) -> str:
        return text.tell(event, language)

    def channel(self, event: dict[str, Any]) -> str:
        return text.channel(event)

    def cards(self) -> list[CardFace]:
        """The text is the summary of a card; the facts have its whole effect under `detail` (CO-12.12)."""
        return [
            CardFace(
                card.type,
                card.name,
                card.summary,
                {
                    "cost": card.cost,
                    "band": band(card.cost),
                    "target": card.target,
                    "detail": {"en": card.detail.en, "ja": card.detail.ja},
                },
            )
            for card in catalogue()
        ]

    def blurb(self) -> Message:
        return Message(
            "blurb",
            "Othello with thirty cards: every stone you flip pays for dragons, bombs and traps.",
            "30種類のカードで戦うオセロ。反転した石が布石になり、龍も爆弾も罠も呼べる。",
        )


class OthelloMeasures(Measures):
    """The measures of Card Othello."""

    def card_records(self, events: list[Event]) -> list[CardRecord] | None:
        return card_records.card_record(events)


class OthelloPlayers(Players):
    """The players of Card Othello."""

    def names(self) -> list[str]:
        return list(levels.NAMES)

    def make(self, name: str, random: Random) -> Player:
        return levels.make_cpu(name, random)

    def guide(self) -> Guide:
        return OthelloGuide()

    def load_policy(self, path: str) -> Guide:
        from tefuda.games.card_othello.players.policy_guide import read_policy

        return read_policy(self.game, path)

    def levels(self) -> list[str]:
        """CO-14.4: the rulebook's own six."""
        return list(levels.NAMES)


class CardOthello(Game):
    """Othello with thirty cards and charge."""

    def __init__(self) -> None:
        super().__init__(
            "card-othello",
            Message("title", "Card Othello", "カードオセロ"),
            rules_version=1,
            seat_names=["black", "white"],
            seat_titles=[text.side_of(seat) for seat in (0, 1)],
            information="hidden",
            options=_options(),
        )
        self.texts = OthelloTexts(self)
        self.measures = OthelloMeasures(self)
        self.players = OthelloPlayers(self)
        self._known: dict[str, Options] = {}

    def _read(self, given: Mapping[str, Any] | None) -> Options:
        """The options, read once for each set of values: a run starts thousands of games with the same."""
        key = repr(list(given.items())) if given else ""
        if key not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = self._made(self.read_options(given))
        return self._known[key]

    def _made(self, values: dict[str, Any]) -> Options:
        return Options(
            values["cards"] == "on",
            values["hand_limit"],
            values["charge_cap"],
            values["deck_size"],
            vec[i64]([values[f"cost.{name}"] for name in CARD_NAMES]),
            vec[i64]([values[f"copies.{name}"] for name in CARD_NAMES]),
        )

    def read_options(self, given: Mapping[str, Any] | None) -> dict[str, Any]:
        """As everywhere, but YAML reads a bare `on` or `off` as true or false."""
        cards = (given or {}).get("cards")
        if given is not None and isinstance(cards, bool):
            given = {**given, "cards": "on" if cards else "off"}
        return super().read_options(given)

    def check_options(self, values: dict[str, Any]) -> list[Problem]:
        """A deck has at least one type, and room for all that are sure to be in it."""
        sure = sum(values[f"copies.{name}"] for name in CARD_NAMES)
        if values["cards"] == "off":
            return []
        if sure == 0:
            en, ja = "every card is switched off; cards=off is plain Othello.", "すべてのカードが 0 枚です。"
            return [Problem(["copies"], Message("copies", en, ja))]
        if sure > values["deck_size"]:
            en = f"{sure} cards are sure to be in a deck of {values['deck_size']}."
            ja = f"{values['deck_size']} 枚のデッキに {sure} 枚は入りません。"
            return [Problem(["deck_size"], Message("deck_size", en, ja))]
        return []

    def action_count(self, options: Mapping[str, Any] | None = None) -> int:
        return ACTIONS

    def start(
        self, seed: int, options: Mapping[str, Any] | None = None, log: list[Event] | None = None
    ) -> CardOthelloState:
        state = opening(self._read(options), seed)
        if log is None:
            state.begin_turn(0)
            return state
        return position.begin(state, log, started=False)

    def at(self, position_: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> CardOthelloState:
        return position.read(position_, self._read(self.position_options(position_)), seed, log)

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, CardOthelloState)
        written = position.write(state)
        changed = self.changed_options(option_values(state.options))
        return {**written, "options": changed} if changed else written

    def view(self, state: State, seat: int) -> dict[str, Any]:
        assert isinstance(state, CardOthelloState)
        return view.view(state, seat)

    def fold(self, view_: dict[str, Any], event: dict[str, Any]) -> None:
        view.fold(view_, event)

    def invariant(self, state: State) -> dict[str, int]:
        """How many there are of each card: in hands, decks and discard piles, less those that Heaven made (CO-4.6)."""
        assert isinstance(state, CardOthelloState)
        cards: Counter[int] = Counter()
        for holding in (state.black_holding, state.white_holding):
            cards.update([*holding.hand, *holding.deck[holding.drawn :], *holding.discard])
        cards.subtract(list(state.made))
        return {CARD_NAMES[card]: number for card, number in sorted(cards.items()) if number}

    def format(self, state: State, action: int) -> str:
        return notation.format_action(action)

    def parse(self, state: State, text: str) -> int:
        return notation.parse_action(text)


def option_values(options: Options) -> dict[str, Any]:
    """The options as a designer writes them."""
    return {
        "cards": "on" if options.cards else "off",
        "hand_limit": options.hand_limit,
        "charge_cap": options.charge_cap,
        "deck_size": options.deck_size,
        **{f"cost.{name}": options.costs[code] for code, name in enumerate(CARD_NAMES)},
        **{f"copies.{name}": options.copies[code] for code, name in enumerate(CARD_NAMES)},
    }


GAME = CardOthello()
