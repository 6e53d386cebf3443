"""Tools for authors of Solitaire TCG cards."""

from pathlib import Path
from typing import Any, Final

from typing_extensions import override

from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import AbilityDemo, Starter, Workshop
from tefuda.core.registry import find_game
from tefuda.core.text import LANGUAGES, Message
from tefuda.games.solitaire_tcg import ability_demo, notation
from tefuda.games.solitaire_tcg.catalogue import LIBRARY, PUZZLES
from tefuda.games.solitaire_tcg.language.card_facts import facts_line, permanent_details
from tefuda.games.solitaire_tcg.language.nouns import TYPE_WORDS, ZONE_WORDS, tag_text
from tefuda.games.solitaire_tcg.rules.codes import ON_PLAY
from tefuda.games.solitaire_tcg.rules.model import Card
from tefuda.games.solitaire_tcg.rules.pile_steps import Move, SetField
from tefuda.games.solitaire_tcg.rules.state import SolitaireState
from tefuda.games.solitaire_tcg.rules.table_steps import Destroy
from tefuda.games.solitaire_tcg.text import host_names

TAGS: Final = "tags: [echo]"
CONDITION: Final = "hand.count >= 1"
STARTERS: Final = {
    "monster": Starter([TAGS, "stats: { atk: 2, hp: 3 }"], "on_enter", ["{ op: draw, count: 1 }"], CONDITION),
    "spell": Starter([TAGS], "on_play", ["{ op: discard, count: 1 }", "{ op: draw, count: 2 }"], CONDITION),
    "equip": Starter(
        [TAGS, "equip: { valid_targets: [monster] }"],
        "static",
        ["{ op: modify_stat, target: attached, atk: 2 }"],
        CONDITION,
    ),
    "artifact": Starter([TAGS], "activated", ["{ op: counter, name: tick }", "{ op: draw }"], CONDITION),
    "field": Starter(
        [TAGS, "field: { unique: true }"],
        "on_destroy",
        ["{ op: search, from: deck, to: hand, filter: { type: field } }"],
        CONDITION,
    ),
}


ENDLESS: Final = Message(
    "endless",
    "on_play may set this field again without end. An action stops at the guard (ST-5.8).",
    "on_play がこのフィールドを際限なく置き直すことがあります。1回の行動は効果の上限で止まります（ST-5.8）。",
)


class SolitaireWorkshop(Workshop):
    """Cards, decks and puzzles of Solitaire TCG."""

    def __init__(self) -> None:
        super().__init__(LIBRARY, 40, 4, TYPE_WORDS, STARTERS)

    @override
    def puzzles(self) -> list[Path]:
        return sorted(PUZZLES.glob("*.yaml"))

    @override
    def facts_line(self, card: CardDefinition, language: str) -> str:
        assert isinstance(card, Card)
        return facts_line(card, language)

    @override
    def printed_values(self, card: CardDefinition) -> dict[str, Any]:
        assert isinstance(card, Card)
        hosts = {language: ", ".join(host_names(card, language)) for language in LANGUAGES}
        tags = [{"id": tag, **{language: tag_text(tag, language) for language in LANGUAGES}} for tag in card.tags]
        return {
            **super().printed_values(card),
            "tags": tags,
            "atk": card.atk if card.type == "monster" else None,
            "hp": card.hp if card.type == "monster" else None,
            "hosts": hosts if card.hosts else None,
            "unique": card.unique,
        }

    @override
    def helper_cards(self) -> list[CardDefinition]:
        return ability_demo.helper_cards()

    @override
    def ability_demos(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> list[AbilityDemo]:
        assert isinstance(card, Card)
        return ability_demo.ability_demos(card, cards)

    @override
    def example_position(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> dict[str, Any]:
        assert isinstance(card, Card)
        return ability_demo.demo_position(card, "on_play", cards)[0]

    @override
    def board_summary(self, view: dict[str, Any], language: str) -> str:
        shown = [
            f"{LIBRARY.plain_name(card['card'], language)}{permanent_details(card, language)}" for card in view["board"]
        ]
        return f"{ZONE_WORDS['board'].text(language)}: {', '.join(shown)}"

    @override
    def warnings(self, card: CardDefinition) -> list[Message]:
        """Warn about a field that can set itself again and again (ST-5.8)."""
        assert isinstance(card, Card)
        if card.type != "field":
            return []
        for ability in card.abilities_on[ON_PLAY]:
            # A step that sets the field, after one that may have put it where it is found again.
            first = True
            for step in ability.steps:
                sets = isinstance(step, SetField) and step.finds(card)
                if sets and not first:
                    return [ENDLESS]
                first = first and not sets and not isinstance(step, Destroy | Move)
        return []

    @override
    def puzzle_goal(self, position: dict[str, Any], line: list[str]) -> Message:
        """Return the goal: to win with the card that wins at the end of the line."""
        state = find_game(self.game).at(position)
        assert isinstance(state, SolitaireState)
        for text in line:
            state.play(notation.parse_action(state, text))
        card = next(card for card in state.pool.cards if card.id == state.reason)
        return Message("goal", f"Win this turn with {card.en}.", f"このターン中に《{card.ja}》で勝利せよ。")


WORKSHOP = SolitaireWorkshop()
