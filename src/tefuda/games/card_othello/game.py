"""The game class of Card Othello."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64
from typing_extensions import override

from tefuda.core.cards import CardFace, CardRecord
from tefuda.core.errors import Problem
from tefuda.core.events import Event
from tefuda.core.game import Game
from tefuda.core.game_parts import Measures, Players, Texts
from tefuda.core.networks import can_run_networks, network_files
from tefuda.core.observation import ObservationSpace, Symmetry, same_symmetry
from tefuda.core.options import ON_OFF_LABELS, Option
from tefuda.core.player import Guide, Player
from tefuda.core.random import Random
from tefuda.core.state import State
from tefuda.core.text import Message
from tefuda.games.card_othello import action_text, card_records, labels, notation, position, text
from tefuda.games.card_othello.catalogue import MAX_COST, catalogue, cost_band
from tefuda.games.card_othello.players import levels, policy
from tefuda.games.card_othello.players.heuristic import OthelloGuide
from tefuda.games.card_othello.position_reader import read_position
from tefuda.games.card_othello.preview import preview
from tefuda.games.card_othello.rules import observation, view
from tefuda.games.card_othello.rules.board import CELL_NUMBERS, CELLS
from tefuda.games.card_othello.rules.codes import ACTION_COUNT, CARD_NAMES, PICK
from tefuda.games.card_othello.rules.player_state import CardOthelloOptions
from tefuda.games.card_othello.rules.state import CardOthelloState, initial_state

PICTURE = Path(__file__).parent / "picture.svg"
TUTORIALS = Path(__file__).parent / "tutorials"
HINT_PLAYER = "network:300"
MAX_CACHED_OPTIONS = 256
"""The number of option sets in the cache."""


def _option_list() -> list[Option]:
    """Return the options: general ones first, then the cost and the copies of each card."""
    found = [
        Option(
            "cards",
            "on",
            Message("cards", "cards (off: plain Othello)", "カードを使う（オフなら普通のオセロ）"),
            choices=["on", "off"],
            choice_labels=ON_OFF_LABELS,
        ),
        Option("hand_limit", 5, Message("hand_limit", "maximum hand size", "手札の上限"), low=1, high=10),
        Option("charge_cap", 30, Message("charge_cap", "maximum charge", "布石の上限"), low=1, high=MAX_COST),
        Option("deck_size", 30, Message("deck_size", "deck size", "山札の枚数"), low=1, high=100),
    ]
    for card in catalogue():
        label = Message("cost", f"cost of {card.name.en}", f"{card.name.ja}のコスト")
        found.append(Option(f"cost.{card.type}", card.cost, label, low=0, high=MAX_COST))
    for card in catalogue():
        label = Message(
            "copies", f"{card.name.en}: guaranteed copies (0 = removed)", f"{card.name.ja}の確定枚数（0 で使わない）"
        )
        found.append(Option(f"copies.{card.type}", 1, label, low=0, high=10))
    return found


class OthelloTexts(Texts):
    """The texts of Card Othello."""

    @override
    def describe(self, state: State, action: int, language: str) -> str:
        assert isinstance(state, CardOthelloState)
        return action_text.describe(state, action, language)

    @override
    def why_illegal(self, state: State, action: int) -> Message:
        assert isinstance(state, CardOthelloState)
        return action_text.why_illegal(state, action)

    @override
    def item_actions(self, state: State, item: str) -> list[int]:
        """Return the actions that use a card in hand or a cell, or an action in notation."""
        assert isinstance(state, CardOthelloState)
        if item in CARD_NAMES or item in CELL_NUMBERS:
            return action_text.item_actions(state, item)
        return super().item_actions(state, item)

    @override
    def prompt(self, state: State) -> Message | None:
        assert isinstance(state, CardOthelloState)
        return action_text.prompt(state)

    @override
    def event_text(self, event: dict[str, Any], language: str, state: State | None = None) -> str:
        return text.event_text(event, language)

    @override
    def channel(self, event: dict[str, Any]) -> str:
        return text.channel(event)

    @override
    def cards(self) -> list[CardFace]:
        """Return the card faces: the summary as text, the full effect under `detail` (CO-12.12)."""
        return [
            CardFace(
                card.type,
                card.name,
                card.summary,
                {
                    "cost": card.cost,
                    "band": cost_band(card.cost),
                    "target": card.target,
                    "detail": {"en": card.detail.en, "ja": card.detail.ja},
                },
            )
            for card in catalogue()
        ]

    @override
    def labels(self) -> dict[str, Message]:
        return labels.labels()

    @override
    def blurb(self) -> Message:
        return Message(
            "blurb",
            "Othello with thirty cards: every stone you flip pays for dragons, bombs and traps.",
            "30種類のカードで戦うオセロ。反転した石が布石になり、龍も爆弾も罠も呼べる。",
        )

    @override
    def picture(self) -> str:
        return PICTURE.read_text("utf-8")

    @override
    def tutorial(self) -> str:
        return (TUTORIALS / "first-game.yaml").read_text("utf-8")

    @override
    def how_to_play(self) -> str:
        return (TUTORIALS / "how-to-play.yaml").read_text("utf-8")


class OthelloMeasures(Measures):
    """The measures of Card Othello."""

    @override
    def card_records(self, events: list[Event]) -> list[CardRecord] | None:
        return card_records.card_records_by_side(events)


class OthelloPlayers(Players):
    """The players of Card Othello."""

    @override
    def names(self) -> list[str]:
        return list(levels.LEVEL_NAMES)

    @override
    def make(self, name: str, random: Random) -> Player:
        return levels.make_cpu_player(name, random)

    @override
    def guide(self) -> Guide:
        return OthelloGuide()

    @override
    def load_policy(self, path: str) -> Guide:
        from tefuda.games.card_othello.players.policy_guide import read_policy

        return read_policy(self.game, path)

    @override
    def levels(self) -> list[str]:
        """Return the six levels of the rulebook (CO-14.4). An installed model comes before the network (CO-14.1)."""
        return levels.NETWORK_LEVELS if can_run_networks() and not policy.has_installed_model() else levels.LEVEL_NAMES

    @override
    def hint_player(self) -> str:
        return HINT_PLAYER if can_run_networks() else super().hint_player()

    @override
    def networks(self) -> list[Path]:
        return network_files(__file__)


class CardOthello(Game):
    """Othello with thirty cards and charge."""

    def __init__(self) -> None:
        super().__init__(
            "card-othello",
            Message("title", "Card Othello", "カードオセロ"),
            rules_version=1,
            seat_names=["black", "white"],
            seat_titles=[text.side_name(seat) for seat in (0, 1)],
            information="hidden",
            options=_option_list(),
        )
        self.texts = OthelloTexts(self)
        self.measures = OthelloMeasures(self)
        self.players = OthelloPlayers(self)
        self._options_cache: dict[str, CardOthelloOptions] = {}

    def _cached_options(self, given: Mapping[str, Any] | None) -> CardOthelloOptions:
        """Return the parsed options from a cache, because a run starts many games with the same options."""
        key = repr(list(given.items())) if given else ""
        if key not in self._options_cache:
            if len(self._options_cache) >= MAX_CACHED_OPTIONS:
                self._options_cache.clear()
            self._options_cache[key] = self._build_options(self.read_options(given))
        return self._options_cache[key]

    def _build_options(self, values: dict[str, Any]) -> CardOthelloOptions:
        return CardOthelloOptions(
            values["cards"] == "on",
            values["hand_limit"],
            values["charge_cap"],
            values["deck_size"],
            vec[i64]([values[f"cost.{name}"] for name in CARD_NAMES]),
            vec[i64]([values[f"copies.{name}"] for name in CARD_NAMES]),
        )

    @override
    def option_values(self, given: Mapping[str, Any] | None) -> dict[str, Any]:
        """Read the options. YAML parses a bare `on` or `off` as a boolean."""
        cards = (given or {}).get("cards")
        if given is not None and isinstance(cards, bool):
            given = {**given, "cards": "on" if cards else "off"}
        return super().option_values(given)

    @override
    def check_options(self, values: dict[str, Any]) -> list[Problem]:
        """Check that a deck has at least one card type and room for all guaranteed copies."""
        sure = sum(values[f"copies.{name}"] for name in CARD_NAMES)
        if values["cards"] == "off":
            return []
        if sure == 0:
            en, ja = (
                "all cards have 0 copies. Use cards=off for plain Othello.",
                "すべてのカードが 0 枚です。カードを使わない場合は cards=off を指定してください。",
            )
            return [Problem(["copies"], Message("copies", en, ja))]
        if sure > values["deck_size"]:
            en = f"the deck has {values['deck_size']} cards; the guaranteed copies need {sure}."
            ja = f"山札は {values['deck_size']} 枚ですが、確定枚数の合計が {sure} 枚あります。"
            return [Problem(["deck_size"], Message("deck_size", en, ja))]
        return []

    @override
    def action_count(self, options: Mapping[str, Any] | None = None) -> int:
        return ACTION_COUNT

    @override
    def observation_space(self, options: Mapping[str, Any] | None = None) -> ObservationSpace:
        return observation.observation_space(self._cached_options(options).cards)

    @override
    def symmetries(self, options: Mapping[str, Any] | None = None) -> list[Symmetry]:
        """Return the eight symmetries of the board."""
        space = self.observation_space(options)
        found: list[Symmetry] = []
        for cells in policy.SYMMETRIES:
            one = same_symmetry(space.size, ACTION_COUNT)
            for field in space.fields:
                if field.shape[-2:] == [8, 8]:
                    for plane in range(field.start, field.start + field.size, CELLS):
                        one.numbers[plane : plane + CELLS] = [plane + cell for cell in cells]
            one.actions[:PICK] = cells
            one.actions[PICK : PICK + CELLS] = [PICK + cell for cell in cells]
            found.append(one)
        return found

    @override
    def start(
        self, seed: int, options: Mapping[str, Any] | None = None, log: list[Event] | None = None
    ) -> CardOthelloState:
        state = initial_state(self._cached_options(options), seed)
        if log is None:
            state.begin_turn(0)
            return state
        return position.start_logged(state, log, started=False)

    @override
    def deals(self, options: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        """Return the only opening of plain Othello. Decks with cards have too many deals to list."""
        values = self.read_options(options)
        return [{"options": self.changed_options(values)}] if values["cards"] == "off" else []

    @override
    def at(self, position_: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> CardOthelloState:
        return read_position(position_, self._cached_options(self.position_options(position_)), seed, log)

    @override
    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, CardOthelloState)
        written = position.write_position(state)
        changed = self.changed_options(option_values(state.options))
        return {**written, "options": changed} if changed else written

    @override
    def view(self, state: State, seat: int) -> dict[str, Any]:
        assert isinstance(state, CardOthelloState)
        return view.view(state, seat)

    @override
    def preview(self, state: State, action: int) -> dict[str, list[str]]:
        assert isinstance(state, CardOthelloState)
        return preview(state, action)

    @override
    def fold(self, view_: dict[str, Any], event: dict[str, Any]) -> None:
        view.fold(view_, event)

    @override
    def invariant(self, state: State) -> dict[str, int]:
        """Return the number of each card in hands, decks and discard piles, without created cards (CO-4.6)."""
        assert isinstance(state, CardOthelloState)
        cards: Counter[int] = Counter()
        for player in (state.black_player, state.white_player):
            cards.update([*player.hand, *player.deck[player.drawn :], *player.discard])
        cards.subtract(list(state.created_cards))
        return {CARD_NAMES[card]: number for card, number in sorted(cards.items()) if number}

    @override
    def format(self, state: State, action: int) -> str:
        return notation.format_action(action)

    @override
    def parse(self, state: State, text: str) -> int:
        return notation.parse_action(text)


def option_values(options: CardOthelloOptions) -> dict[str, Any]:
    """Return the options by name."""
    return {
        "cards": "on" if options.cards else "off",
        "hand_limit": options.hand_limit,
        "charge_cap": options.charge_cap,
        "deck_size": options.deck_size,
        **{f"cost.{name}": options.costs[code] for code, name in enumerate(CARD_NAMES)},
        **{f"copies.{name}": options.copies[code] for code, name in enumerate(CARD_NAMES)},
    }


GAME = CardOthello()
