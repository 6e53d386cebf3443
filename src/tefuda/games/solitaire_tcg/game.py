"""The game Solitaire TCG."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from typing_extensions import override

from tefuda.cardlang.card_game import CardGame, CardTexts, Sentences
from tefuda.core.cards import CardRecord
from tefuda.core.events import Event
from tefuda.core.game_parts import Measures, Players, Puzzles
from tefuda.core.observation import ObservationSpace
from tefuda.core.options import Option
from tefuda.core.player import Guide, GuidedPlayer, Player
from tefuda.core.random import Random
from tefuda.core.state import State
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg import card_records, goals, labels, notation, position, text
from tefuda.games.solitaire_tcg.catalogue import DECK_OPTION, LIBRARY, deck_cards, make_pool
from tefuda.games.solitaire_tcg.observation_space import observation_space
from tefuda.games.solitaire_tcg.puzzle_generator import generate_position
from tefuda.games.solitaire_tcg.rules import view
from tefuda.games.solitaire_tcg.rules.codes import ACTION_COUNT, MAX_CARDS, MAX_COPIES
from tefuda.games.solitaire_tcg.rules.model import Pool, Rules
from tefuda.games.solitaire_tcg.rules.setup import begin_game, deal_opening
from tefuda.games.solitaire_tcg.rules.state import SolitaireState

OPTIONS = [
    DECK_OPTION,
    Option(
        "mode",
        "random",
        Message("mode", "random draws, or a puzzle with a fixed deck", "ランダムか、デッキ固定のパズルか"),
        choices=["random", "puzzle"],
        choice_labels=[
            Message("random", "random", "ランダムあり"),
            Message("puzzle", "no randomness", "ランダムなし"),
        ],
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
        Message("guard", "maximum effects per action", "1回の行動で解決する効果の上限"),
        low=1,
        high=9999,
    ),
]
SENTENCES = Sentences(text.describe, text.why_illegal, text.prompt, text.event_text, labels.labels, goals.goals)
BLURB = Message(
    "blurb",
    "A solo card game of chains: cards cost nothing and triggers resolve by themselves. Win this turn.",
    "ひとりで回す連鎖のカードゲーム。コストなし、効果は次々とつながる。このターンで勝て。",
)


class SolitaireTexts(CardTexts):
    """The texts of Solitaire TCG."""

    @override
    def item_actions(self, state: State, item: str) -> list[int]:
        """Return the actions that use a card in hand (`hand:CARD`), or an action in notation."""
        assert isinstance(state, SolitaireState)
        if item.startswith("hand:"):
            return text.hand_actions(state, item.removeprefix("hand:"))
        return super().item_actions(state, item)


class SolitaireMeasures(Measures):
    """The measures of Solitaire TCG."""

    @override
    def decisive_facts(self, events: list[Event]) -> dict[str, Any] | None:
        """Return the turns used, the longest chain of one action, and the cards whose abilities ran."""
        chain = longest = 0
        turns = 1
        cards: dict[str, None] = {}
        for event in events:
            if event.kind in ("play", "use", "pick", "end"):
                chain = 0
            elif event.kind == "resolve":
                chain += 1
                longest = max(longest, chain)
            if event.kind == "end":
                turns = int(event.data["turn"])
            if event.kind in ("run", "resolve", "use", "win"):
                cards[event.data["card"].partition("#")[0]] = None
        return {"turns": turns, "chain": longest, "cards": list(cards)}

    @override
    def card_records(self, events: list[Event]) -> list[CardRecord] | None:
        return card_records.card_record(events)


class SolitairePuzzles(Puzzles):
    """The puzzle generator of Solitaire TCG."""

    @override
    def generate_position(self, options: dict[str, Any], tier: int, random: Random) -> dict[str, Any] | None:
        return generate_position(self.game.read_options(options)["deck"], tier, random)


class SolitairePlayers(Players):
    """The players of Solitaire TCG."""

    @override
    def names(self) -> list[str]:
        return ["greedy"]

    @override
    def make(self, name: str, random: Random) -> Player:
        return GuidedPlayer(self.guide(), random)

    @override
    def guide(self) -> Guide:
        from tefuda.games.solitaire_tcg.players import GreedyGuide

        return GreedyGuide()

    @override
    def levels(self) -> list[str]:
        return ["random", "greedy", "ismcts:4", "ismcts:10", "ismcts:25", "ismcts:80"]

    @override
    def hint_player(self) -> str:
        return "ismcts:150"


class SolitaireTcg(CardGame):
    """A card game for one player: chain free cards into a win."""

    library = LIBRARY
    decks: ClassVar = [DECK_OPTION]

    def __init__(self) -> None:
        super().__init__(
            "solitaire-tcg",
            Message("title", "Solitaire TCG", "ソリティアTCG"),
            rules_version=2,
            seat_names=["player"],
            seat_titles=[Message("player", "Player", "プレイヤー")],
            information="hidden",
            options=OPTIONS,
        )
        self.texts = SolitaireTexts(self, SENTENCES, BLURB)
        self.measures = SolitaireMeasures(self)
        self.puzzles = SolitairePuzzles(self)
        self.players = SolitairePlayers(self)

    def _rules(self, values: dict[str, Any]) -> Rules:
        return Rules(
            values["mode"] == "puzzle",
            values["opening_hand"],
            values["turn_draw"],
            values["max_turns"],
            values["guard"],
        )

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
    ) -> SolitaireState:
        rules, pool = self._setup(tuple(sorted((options or {}).items())), LIBRARY.version())
        return begin_game(deal_opening(rules, pool, seed), log)

    @lru_cache(maxsize=64)  # noqa: B019 -- there is one game, and it lives as long as the program
    def _setup(self, options: tuple[tuple[str, Any], ...], cards_version: str) -> tuple[Rules, Pool]:
        """Return rules and pool for the options. Cached per set of cards in use."""
        values = self.read_options(dict(options))
        return self._rules(values), make_pool(deck_cards(values["deck"]))

    @override
    def at(self, position_: Mapping[str, Any], seed: int = 0, log: list[Event] | None = None) -> SolitaireState:
        values = self.position_options(position_)
        return position.read(position_, self._rules(values), deck_cards(values["deck"]), seed, log)

    @override
    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, SolitaireState)
        rules = state.rules
        values = {
            "mode": "puzzle" if rules.puzzle else "random",
            "opening_hand": rules.opening_hand,
            "turn_draw": rules.turn_draw,
            "max_turns": rules.max_turns,
            "guard": rules.guard,
        }
        return self.with_options(position.write(state), values)

    @override
    def view(self, state: State, seat: int) -> dict[str, Any]:
        assert isinstance(state, SolitaireState)
        return view.view(state)

    @override
    def fold(self, view_: dict[str, Any], event: dict[str, Any]) -> None:
        view.fold(view_, event)

    @override
    def invariant(self, state: State) -> list[str]:
        """Return all cards, in any zone (ST-1.3)."""
        assert isinstance(state, SolitaireState)
        return sorted(state.pool.card(card).id for zone in range(8) for card in state.zone(zone))

    @override
    def format(self, state: State, action: int) -> str:
        assert isinstance(state, SolitaireState)
        return notation.format_action(state, action)

    @override
    def parse(self, state: State, text: str) -> int:
        assert isinstance(state, SolitaireState)
        return notation.parse_action(state, text)


GAME = SolitaireTcg()
