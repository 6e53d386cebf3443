"""The game LinkaVel."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tefuda.cardlang.card_text import card_digest
from tefuda.cardlang.field_types import Problems
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
from tefuda.games.linkavel import card_records, notation, position, position_reader, text
from tefuda.games.linkavel.catalogue import DECK_OPTIONS, LIBRARY, catalogue, make_pool
from tefuda.games.linkavel.heuristic import LEVEL_NAMES, Heuristic, LinkaVelGuide
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.rules import view
from tefuda.games.linkavel.rules.codes import ACTION_COUNT, CARD_ZONES, MAX_CARDS, SEATS
from tefuda.games.linkavel.rules.model import Card, Pool
from tefuda.games.linkavel.rules.setup import begin_game, deal_opening
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.rules.zones import Rules

OPTIONS = [
    *DECK_OPTIONS,
    Option("lp", 5000, Message("lp", "LP at the start", "初期LP"), low=1, high=100_000),
    Option("opening_hand", 6, Message("opening_hand", "cards in the opening hand", "初期手札"), low=0, high=20),
    Option("hand_limit", 10, Message("hand_limit", "hand limit at the end of a turn", "手札枚数制限"), low=0, high=60),
    Option("deck_size", 30, Message("deck_size", "cards in a deck", "デッキ枚数"), low=1, high=MAX_CARDS // 2),
    Option("copies", 3, Message("copies", "maximum copies of a card", "同名カードの上限"), low=1, high=30),
    Option(
        "power_floor", "on", Message("power_floor", "power is never below 0", "パワーの下限は0"), choices=["on", "off"]
    ),
]  # fmt: skip


class LinkaVelTexts(Texts):
    """Texts of LinkaVel."""

    def describe(self, state: State, action: int, language: str) -> str:
        assert isinstance(state, LinkaVelState)
        with LIBRARY.extra_cards(state.pool.custom_cards):
            return text.describe(state, action, language)

    def why_illegal(self, state: State, action: int) -> Message:
        assert isinstance(state, LinkaVelState)
        with LIBRARY.extra_cards(state.pool.custom_cards):
            return text.why_illegal(state, action)

    def event_text(self, event: dict[str, Any], language: str, state: State | None = None) -> str:
        if not isinstance(state, LinkaVelState):
            return text.event_text(event, language)
        with LIBRARY.extra_cards(state.pool.custom_cards):
            return text.event_text(event, language)

    def cards(self) -> list[CardFace]:
        from tefuda.games.linkavel.workshop import WORKSHOP

        return WORKSHOP.faces()

    def blurb(self) -> Message:
        return Message(
            "blurb",
            "A card battle for two: trade small monsters for greater ones and bring your opponent's LP to 0.",
            "1対1のカードバトル。小さなモンスターを束ねて大きな力へ。相手のLPを0にせよ。",
        )


class LinkaVelMeasures(Measures):
    """The measures of LinkaVel."""

    def figures(self, state: State) -> dict[str, int]:
        assert isinstance(state, LinkaVelState)
        return {"turns": state.turn_number, "refreshes": state.refresh_count}

    def first_seat(self, state: State) -> int:
        assert isinstance(state, LinkaVelState)
        return int(state.turn if state.turn_number % 2 == 1 else 1 - state.turn)

    def card_records(self, events: list[Event]) -> list[CardRecord] | None:
        return card_records.card_record(events)


class LinkaVelPlayers(Players):
    """The players of LinkaVel."""

    def names(self) -> list[str]:
        return list(LEVEL_NAMES)

    def make(self, name: str, random: Random) -> Player:
        return Heuristic(LEVEL_NAMES.index(name), random)

    def guide(self) -> Guide:
        return LinkaVelGuide()

    def levels(self) -> list[str]:
        return ["random", "novice", "adept", "heuristic", "ismcts:20", "ismcts:200"]


class LinkaVel(Game):
    """A card game for two players with decks of thirty cards."""

    def __init__(self) -> None:
        super().__init__(
            "linkavel",
            Message("title", "LinkaVel", "リンカヴェル"),
            rules_version=1,
            seat_names=SEATS,
            seat_titles=[text.seat_title(name) for name in SEATS],
            information="hidden",
            options=OPTIONS,
        )
        self.texts = LinkaVelTexts(self)
        self.measures = LinkaVelMeasures(self)
        self.players = LinkaVelPlayers(self)
        self.most_plays = 3_000

    def _rules(self, values: dict[str, Any]) -> Rules:
        return Rules(values["lp"], values["opening_hand"], values["hand_limit"], values["power_floor"] == "on")

    def read_options(self, given: Mapping[str, Any] | None) -> dict[str, Any]:
        """Read options. YAML reads a bare `on` or `off` as true or false, so both are accepted."""
        floor = (given or {}).get("power_floor")
        if given is not None and isinstance(floor, bool):
            given = {**given, "power_floor": "on" if floor else "off"}
        return super().read_options(given)

    def check_options(self, values: dict[str, Any]) -> list[Problem]:
        """Check the decks against deck size and copies."""
        problems = Problems()
        for deck in DECK_OPTIONS:
            deck.check_deck(problems, values[deck.name], values["deck_size"], values["copies"])
        return problems.items

    def action_count(self, options: Mapping[str, Any] | None = None) -> int:
        return ACTION_COUNT

    def start(
        self, seed: int, options: Mapping[str, Any] | None = None, log: list[Event] | None = None
    ) -> LinkaVelState:
        rules, pool, sizes = self._setup(tuple(sorted((options or {}).items())), LIBRARY.version())
        return begin_game(deal_opening(rules, pool, sizes, seed), log)

    @lru_cache(maxsize=256)  # noqa: B019 -- there is one game, and it lives as long as the program
    def _setup(self, options: tuple[tuple[str, Any], ...], cards_version: str) -> tuple[Rules, Pool, list[int]]:
        """Return rules, pool and deck sizes for the options. Cached per set of cards in use."""
        values = self.read_options(dict(options))
        one, two = deck_cards(values)
        return self._rules(values), make_pool(one, two), [len(one), len(two)]

    def at(self, position_: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> LinkaVelState:
        values = self.position_options(position_)
        return position_reader.read(position_, self._rules(values), deck_cards(values), seed, log)

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, LinkaVelState)
        rules = state.rules
        values: dict[str, Any] = {option.name: option.default for option in OPTIONS}
        values.update(lp=rules.lp, opening_hand=rules.opening_hand, hand_limit=rules.hand_limit)
        values["power_floor"] = "on" if rules.power_floor else "off"
        changed = self.changed_options(values)
        written = position.write(state)
        return {**written, "options": changed} if changed else written

    def view(self, state: State, seat: int) -> dict[str, Any]:
        assert isinstance(state, LinkaVelState)
        return view.view(state, seat)

    def fold(self, view_: dict[str, Any], event: dict[str, Any]) -> None:
        view.fold(view_, event)

    def invariant(self, state: State) -> list[str]:
        """Return all cards of each player, in any zone (LV-3.2)."""
        assert isinstance(state, LinkaVelState)
        return sorted(
            f"{seat}.{state.name(card)}"
            for number, seat in enumerate(SEATS)
            for zone in range(len(CARD_ZONES))
            for card in state.zone(number, zone)
        )

    def format(self, state: State, action: int) -> str:
        assert isinstance(state, LinkaVelState)
        return notation.format_action(state, action)

    def parse(self, state: State, text: str) -> int:
        assert isinstance(state, LinkaVelState)
        return notation.parse_action(state, text)

    def card_digests(self, state: State) -> dict[str, str]:
        assert isinstance(state, LinkaVelState)
        return {card.id: card_digest(card_schema(), card).hex() for card in state.pool.cards}

    def swap_seats(self, options: dict[str, Any]) -> dict[str, Any]:
        """Swap the decks of the two seats."""
        one, two = (deck.name for deck in DECK_OPTIONS)
        values = {deck.name: options.get(deck.name, deck.default) for deck in DECK_OPTIONS}
        return {**options, one: values[two], two: values[one]}


def deck_cards(values: dict[str, Any]) -> tuple[list[Card], list[Card]]:
    """Return the cards of both decks."""
    cards = catalogue()
    one, two = ([cards[name] for name in deck.card_ids(values[deck.name])] for deck in DECK_OPTIONS)
    return one, two


GAME = LinkaVel()
