"""The game LinkaVel."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from typing_extensions import override

from tefuda.cardlang.card_game import CardGame, CardTexts, Sentences, custom_cards
from tefuda.core.cards import CardRecord
from tefuda.core.events import Event
from tefuda.core.game_parts import Measures, Players
from tefuda.core.networks import can_run_networks, network_files
from tefuda.core.observation import ObservationSpace
from tefuda.core.options import ON_OFF_LABELS, Option
from tefuda.core.player import Guide, Player
from tefuda.core.random import Random
from tefuda.core.state import OVER, State
from tefuda.core.text import Message
from tefuda.games.linkavel import action_text, card_records, labels, notation, position, position_reader, preview, text
from tefuda.games.linkavel.catalogue import DECK_OPTIONS, LIBRARY, catalogue, make_pool
from tefuda.games.linkavel.fold import fold
from tefuda.games.linkavel.heuristic import LEVEL_NAMES, Heuristic, LinkaVelGuide
from tefuda.games.linkavel.observation_space import observation_space
from tefuda.games.linkavel.rules import view
from tefuda.games.linkavel.rules.codes import (
    ACTION_COUNT,
    CARD_ZONES,
    MAX_CARDS,
    PHASE_DRAW,
    PHASE_MAIN1,
    PHASES,
    SEATS,
    SLOTS,
    TO_MAIN2,
)
from tefuda.games.linkavel.rules.model import Card, Pool, Rules
from tefuda.games.linkavel.rules.setup import begin_game, deal_opening
from tefuda.games.linkavel.rules.state import LinkaVelState

OPTIONS = [
    *DECK_OPTIONS,
    Option("lp", 5000, Message("lp", "LP at the start", "初期LP"), low=1, high=100_000),
    Option("opening_hand", 6, Message("opening_hand", "cards in the opening hand", "初期手札"), low=0, high=20),
    Option("hand_limit", 10, Message("hand_limit", "hand limit at the end of a turn", "手札枚数制限"), low=0, high=60),
    Option("deck_size", 30, Message("deck_size", "cards in a deck", "デッキ枚数"), low=1, high=MAX_CARDS // 2),
    Option("copies", 3, Message("copies", "maximum copies of a card", "同名カードの上限"), low=1, high=30),
    Option(
        "power_floor",
        "on",
        Message("power_floor", "power is never below 0", "パワーの下限は0"),
        choices=["on", "off"],
        choice_labels=ON_OFF_LABELS,
    ),
    Option(
        "mulligan",
        "off",
        Message("mulligan", "mulligan (exchange the opening hand once)", "マリガン（初期手札を1回引き直せる）"),
        choices=["on", "off"],
        choice_labels=ON_OFF_LABELS,
        quick_start="on",
    ),
]  # fmt: skip
ON_OFF_OPTIONS = [option.name for option in OPTIONS if option.choices == ["on", "off"]]
"""The options whose bare values YAML reads as true or false."""


OWN_SLOTS = notation.SLOT_NAMES[: 2 * SLOTS]
SENTENCES = Sentences(action_text.describe, action_text.why_illegal, action_text.prompt, text.event_text, labels.labels)
BLURB = Message(
    "blurb",
    "A card battle for two: trade small monsters for greater ones and bring your opponent's LP to 0.",
    "1対1のカードバトル。小さなモンスターを束ねて大きな力へ。相手のLPを0にせよ。",
)


class LinkaVelTexts(CardTexts):
    """Texts of LinkaVel."""

    @override
    def outcome(self, state: State, action: int) -> Message | None:
        assert isinstance(state, LinkaVelState)
        with self.library.extra_cards(custom_cards(state)):
            return preview.outcome(state, action)

    @override
    def log_line(self, event: dict[str, Any], language: str, state: State | None, viewer: int) -> str:
        with self.library.extra_cards({} if state is None else custom_cards(state)):
            return text.event_text(event, language, viewer)

    @override
    def item_actions(self, state: State, item: str) -> list[int]:
        """Return the actions that use a card in hand (`hand:CARD`) or an own slot, or an action in notation."""
        assert isinstance(state, LinkaVelState)
        if item.startswith("hand:") or item in OWN_SLOTS:
            return action_text.item_actions(state, item)
        return super().item_actions(state, item)

    @override
    def why_unusable(self, state: State, seat: int, item: str) -> Message | None:
        assert isinstance(state, LinkaVelState)
        if state.seat not in (OVER, seat) and state.turn == seat:
            return action_text.OPPONENT_CHOOSES
        if state.seat == seat and item in (PHASES[PHASE_DRAW], PHASES[PHASE_MAIN1]):
            return action_text.why_no_phase(state, item)
        return super().why_unusable(state, seat, item)


class LinkaVelMeasures(Measures):
    """The measures of LinkaVel."""

    @override
    def figures(self, state: State) -> dict[str, int]:
        assert isinstance(state, LinkaVelState)
        return {"turns": state.turn_number, "refreshes": state.refresh_count}

    @override
    def first_seat(self, state: State) -> int:
        assert isinstance(state, LinkaVelState)
        return int(state.turn if state.turn_number % 2 == 1 else 1 - state.turn)

    @override
    def card_records(self, events: list[Event]) -> list[CardRecord] | None:
        return card_records.card_record(events)


LEVELS: Final = ["random", "novice", "adept", "heuristic", "ismcts:20", "ismcts:200"]
NETWORK_LEVELS: Final = [
    *(f"network:0,temperature={temperature}" for temperature in ("20", "8", "5", "3", "1.8")),
    "network:100,sure=0.5",
]
"""Measured in docs/training.md."""
HINT_PLAYER: Final = "network:300"
HINT_MARGIN: Final = 0.06
"""Worlds differ by more than that."""


class LinkaVelPlayers(Players):
    """The players of LinkaVel."""

    @override
    def names(self) -> list[str]:
        return list(LEVEL_NAMES)

    @override
    def make(self, name: str, random: Random) -> Player:
        return Heuristic(LEVEL_NAMES.index(name), random)

    @override
    def guide(self) -> Guide:
        return LinkaVelGuide()

    @override
    def is_passive(self, action: int) -> bool:
        return action <= TO_MAIN2

    @override
    def hint_player(self) -> str:
        return HINT_PLAYER if can_run_networks() else super().hint_player()

    @override
    def networks(self) -> list[Path]:
        return network_files(__file__)

    @override
    def is_in_training(self, view: dict[str, Any]) -> bool:
        """The networks were trained by the rulebook, without mulligans."""
        return view["choice"] is None or view["choice"]["op"] != "mulligan"

    @override
    def hint_margin(self) -> float:
        return HINT_MARGIN

    @override
    def levels(self) -> list[str]:
        return NETWORK_LEVELS if can_run_networks() else LEVELS


class LinkaVel(CardGame):
    """A card game for two players with decks of thirty cards."""

    library = LIBRARY
    decks = DECK_OPTIONS

    def __init__(self) -> None:
        super().__init__(
            "linkavel",
            Message("title", "LinkaVel", "リンカヴェル"),
            rules_version=2,
            seat_names=SEATS,
            seat_titles=list(text.SEAT_TITLES.values()),
            information="hidden",
            options=OPTIONS,
        )
        self.texts = LinkaVelTexts(self, SENTENCES, BLURB)
        self.measures = LinkaVelMeasures(self)
        self.players = LinkaVelPlayers(self)
        self.max_plays = 3_000

    def _rules(self, values: dict[str, Any]) -> Rules:
        floor, mulligan = (values[name] == "on" for name in ("power_floor", "mulligan"))
        return Rules(values["lp"], values["opening_hand"], values["hand_limit"], floor, mulligan)

    @override
    def option_values(self, given: Mapping[str, Any] | None) -> dict[str, Any]:
        """Read options. YAML reads a bare `on` or `off` as true or false, so both are accepted."""
        if given is not None:
            read = {name: given[name] for name in ON_OFF_OPTIONS if isinstance(given.get(name), bool)}
            given = {**given, **{name: "on" if value else "off" for name, value in read.items()}}
        return super().option_values(given)

    @override
    def action_count(self, options: Mapping[str, Any] | None = None) -> int:
        return ACTION_COUNT

    @override
    def observation_space(self, options: Mapping[str, Any] | None = None) -> ObservationSpace:
        self.read_options(options)
        return observation_space()

    @override
    def start(
        self, seed: int, options: Mapping[str, Any] | None = None, log: list[Event] | None = None
    ) -> LinkaVelState:
        rules, pool = self._setup(tuple(sorted((options or {}).items())), LIBRARY.version())
        return begin_game(deal_opening(rules, pool, seed), log)

    @lru_cache(maxsize=256)  # noqa: B019 -- there is one game, and it lives as long as the program
    def _setup(self, options: tuple[tuple[str, Any], ...], cards_version: str) -> tuple[Rules, Pool]:
        """Return rules and pool for the options. Cached per set of cards in use."""
        values = self.read_options(dict(options))
        one, two = deck_cards(values)
        return self._rules(values), make_pool(one, two)

    @override
    def at(self, position_: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> LinkaVelState:
        values = self.position_options(position_)
        return position_reader.read(position_, self._rules(values), deck_cards(values), seed, log)

    @override
    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, LinkaVelState)
        rules = state.rules
        values = {
            "lp": rules.lp,
            "opening_hand": rules.opening_hand,
            "hand_limit": rules.hand_limit,
            "power_floor": "on" if rules.power_floor else "off",
            "mulligan": "on" if rules.mulligan else "off",
        }
        return self.with_options(position.write(state), values)

    @override
    def view(self, state: State, seat: int) -> dict[str, Any]:
        assert isinstance(state, LinkaVelState)
        return view.view(state, seat)

    @override
    def preview(self, state: State, action: int) -> dict[str, list[str]]:
        assert isinstance(state, LinkaVelState)
        return preview.preview(state, action)

    @override
    def fold(self, view_: dict[str, Any], event: dict[str, Any]) -> None:
        fold(view_, event)

    @override
    def invariant(self, state: State) -> list[str]:
        """Return all cards of each player, in any zone (LV-3.2)."""
        assert isinstance(state, LinkaVelState)
        return sorted(
            f"{seat}.{state.name(card)}"
            for number, seat in enumerate(SEATS)
            for zone in range(len(CARD_ZONES))
            for card in state.zone(number, zone)
        )

    @override
    def format(self, state: State, action: int) -> str:
        assert isinstance(state, LinkaVelState)
        return notation.format_action(state, action)

    @override
    def parse(self, state: State, text: str) -> int:
        assert isinstance(state, LinkaVelState)
        return notation.parse_action(state, text)

    @override
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
