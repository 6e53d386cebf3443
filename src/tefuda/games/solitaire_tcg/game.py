"""The game Solitaire TCG."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tefuda.cardlang.card_text import card_digest
from tefuda.cardlang.field_types import Problems
from tefuda.core.cards import CardFace, CardRecord
from tefuda.core.errors import Problem
from tefuda.core.events import Event
from tefuda.core.game import Game
from tefuda.core.game_parts import Measures, Players, Puzzles, Texts
from tefuda.core.options import Option
from tefuda.core.player import Guide, GuidedPlayer, Player
from tefuda.core.random import Random
from tefuda.core.state import State
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg import card_records, notation, position, text
from tefuda.games.solitaire_tcg.catalogue import DECK_OPTION, LIBRARY, deck_cards, make_pool
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.puzzle_generator import generate_position
from tefuda.games.solitaire_tcg.rules import view
from tefuda.games.solitaire_tcg.rules.codes import ACTION_COUNT, MAX_CARDS, MAX_COPIES
from tefuda.games.solitaire_tcg.rules.model import Pool
from tefuda.games.solitaire_tcg.rules.setup import begin_game, deal_opening
from tefuda.games.solitaire_tcg.rules.state import SolitaireState
from tefuda.games.solitaire_tcg.rules.zones import Rules

OPTIONS = [
    DECK_OPTION,
    Option(
        "mode",
        "random",
        Message("mode", "random draws, or a puzzle with a fixed deck", "ランダムか、デッキ固定のパズルか"),
        choices=["random", "puzzle"],
    ),
    Option("opening_hand", 5, Message("opening_hand", "cards in the opening hand", "最初の手札"), low=0, high=20),
    Option(
        "turn_draw",
        1,
        Message("turn_draw", "cards drawn at the start of a turn", "ターン開始時のドロー"),
        low=0,
        high=10,
    ),
    Option("max_turns", 1, Message("max_turns", "maximum number of turns", "ターン数の上限"), low=1, high=99),
    Option("deck_size", 40, Message("deck_size", "cards in a deck", "デッキの枚数"), low=1, high=MAX_CARDS),
    Option("copies", 4, Message("copies", "maximum copies of a card", "同じカードの上限"), low=1, high=MAX_COPIES),
    Option(
        "guard",
        100,
        Message("guard", "maximum triggers per action", "1回の行動で解決する誘発の上限"),
        low=1,
        high=9999,
    ),
]


class SolitaireTexts(Texts):
    """The texts of Solitaire TCG."""

    def describe(self, state: State, action: int, language: str) -> str:
        assert isinstance(state, SolitaireState)
        with LIBRARY.extra_cards(state.pool.custom_cards):
            return text.describe(state, action, language)

    def why_illegal(self, state: State, action: int) -> Message:
        assert isinstance(state, SolitaireState)
        with LIBRARY.extra_cards(state.pool.custom_cards):
            return text.why_illegal(state, action)

    def event_text(self, event: dict[str, Any], language: str, state: State | None = None) -> str:
        if not isinstance(state, SolitaireState):
            return text.event_text(event, language)
        with LIBRARY.extra_cards(state.pool.custom_cards):
            return text.event_text(event, language)

    def cards(self) -> list[CardFace]:
        from tefuda.games.solitaire_tcg.workshop import WORKSHOP

        return WORKSHOP.faces()

    def blurb(self) -> Message:
        return Message(
            "blurb",
            "A solo card game of chains: cards cost nothing and triggers resolve by themselves. Win this turn.",
            "ひとりで回す連鎖のカードゲーム。コストなし、効果は次々とつながる。このターンで勝て。",
        )


class SolitaireMeasures(Measures):
    """The measures of Solitaire TCG."""

    def decisive_facts(self, events: list[Event]) -> dict[str, Any] | None:
        """Return the turns used, the longest chain of one action, and the cards whose abilities ran."""
        chain = longest = 0
        turns = 1
        cards: dict[str, None] = {}
        for event in events:
            if event.kind == "now":
                longest, chain = max(longest, chain), 0
            elif event.kind == "resolve":
                chain += 1
            elif event.kind == "end":
                turns = int(event.data["turn"])
            if event.kind in ("run", "resolve", "use", "win"):
                cards[event.data["card"].partition("#")[0]] = None
        return {"turns": turns, "chain": longest, "cards": list(cards)}

    def card_records(self, events: list[Event]) -> list[CardRecord] | None:
        return card_records.card_record(events)


class SolitairePuzzles(Puzzles):
    """The puzzle generator of Solitaire TCG."""

    def generate_position(self, options: dict[str, Any], tier: int, random: Random) -> dict[str, Any] | None:
        return generate_position(self.game.read_options(options)["deck"], tier, random)


class SolitairePlayers(Players):
    """The players of Solitaire TCG."""

    def names(self) -> list[str]:
        return ["greedy"]

    def make(self, name: str, random: Random) -> Player:
        return GuidedPlayer(self.guide(), random)

    def guide(self) -> Guide:
        from tefuda.games.solitaire_tcg.players import GreedyGuide

        return GreedyGuide()

    def levels(self) -> list[str]:
        return ["random", "greedy", "ismcts:4", "ismcts:10", "ismcts:25", "ismcts:80"]

    def hint_player(self) -> str:
        return "ismcts:150"


class SolitaireTcg(Game):
    """A card game for one player: chain free cards into a win."""

    def __init__(self) -> None:
        super().__init__(
            "solitaire-tcg",
            Message("title", "Solitaire TCG", "ソリティアTCG"),
            rules_version=1,
            seat_names=["player"],
            seat_titles=[Message("player", "Player", "プレイヤー")],
            information="hidden",
            options=OPTIONS,
        )
        self.texts = SolitaireTexts(self)
        self.measures = SolitaireMeasures(self)
        self.puzzles = SolitairePuzzles(self)
        self.players = SolitairePlayers(self)

    def _rules(self, values: dict[str, Any]) -> Rules:
        return Rules(
            values["mode"] == "puzzle",
            values["opening_hand"],
            values["turn_draw"],
            values["max_turns"],
            values["deck_size"],
            values["copies"],
            values["guard"],
        )

    def check_options(self, values: dict[str, Any]) -> list[Problem]:
        """Check the deck against deck size and copies."""
        problems = Problems()
        DECK_OPTION.check_deck(problems, values["deck"], values["deck_size"], values["copies"])
        return problems.items

    def action_count(self, options: Mapping[str, Any] | None = None) -> int:
        return ACTION_COUNT

    def start(
        self, seed: int, options: Mapping[str, Any] | None = None, log: list[Event] | None = None
    ) -> SolitaireState:
        rules, pool, size = self._setup(tuple(sorted((options or {}).items())), LIBRARY.version())
        return begin_game(deal_opening(rules, pool, size, seed), log)

    @lru_cache(maxsize=64)  # noqa: B019 -- there is one game, and it lives as long as the program
    def _setup(self, options: tuple[tuple[str, Any], ...], cards_version: str) -> tuple[Rules, Pool, int]:
        """Return rules, pool and deck size for the options. Cached per set of cards in use."""
        values = self.read_options(dict(options))
        cards = deck_cards(values["deck"])
        return self._rules(values), make_pool(cards), len(cards)

    def at(self, position_: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> SolitaireState:
        values = self.position_options(position_)
        return position.read(position_, self._rules(values), deck_cards(values["deck"]), seed, log)

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, SolitaireState)
        rules = state.rules
        values: dict[str, Any] = {
            "deck": OPTIONS[0].default,
            "mode": "puzzle" if rules.puzzle else "random",
            "opening_hand": rules.opening_hand,
            "turn_draw": rules.turn_draw,
            "max_turns": rules.max_turns,
            "deck_size": OPTIONS[5].default,
            "copies": OPTIONS[6].default,
            "guard": rules.guard,
        }
        changed = self.changed_options(values)
        written = position.write(state)
        return {**written, "options": changed} if changed else written

    def view(self, state: State, seat: int) -> dict[str, Any]:
        assert isinstance(state, SolitaireState)
        return view.view(state)

    def fold(self, view_: dict[str, Any], event: dict[str, Any]) -> None:
        view.fold(view_, event)

    def invariant(self, state: State) -> list[str]:
        """Return all cards, in any zone (ST-1.3)."""
        assert isinstance(state, SolitaireState)
        return sorted(state.pool.card(card).id for zone in range(8) for card in state.zone(zone))

    def format(self, state: State, action: int) -> str:
        assert isinstance(state, SolitaireState)
        return notation.format_action(state, action)

    def parse(self, state: State, text: str) -> int:
        assert isinstance(state, SolitaireState)
        return notation.parse_action(state, text)

    def card_digests(self, state: State) -> dict[str, str]:
        assert isinstance(state, SolitaireState)
        return {card.id: card_digest(card_schema(), card).hex() for card in state.pool.cards}


GAME = SolitaireTcg()
