"""Tools for authors of Solitaire TCG cards."""

from pathlib import Path
from typing import Any, Final

from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import AbilityDemo, Starter, Workshop
from tefuda.core.registry import find_game
from tefuda.core.text import LANGUAGES, Message, both
from tefuda.games.solitaire_tcg import ability_demo, notation
from tefuda.games.solitaire_tcg.catalogue import LIBRARY, PUZZLES
from tefuda.games.solitaire_tcg.language.card_facts import facts_line, host_words, permanent_details, plain_name
from tefuda.games.solitaire_tcg.language.operation_text import TYPE_WORDS, ZONE_WORDS, tag_text
from tefuda.games.solitaire_tcg.rules.model import Card
from tefuda.games.solitaire_tcg.rules.state import SolitaireState

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


class SolitaireWorkshop(Workshop):
    """Cards, decks and puzzles of Solitaire TCG."""

    def __init__(self) -> None:
        super().__init__("solitaire-tcg", LIBRARY, 40, 4)

    def type_name(self, type_: str) -> Message:
        return TYPE_WORDS[type_]

    def puzzles(self) -> list[Path]:
        return sorted(PUZZLES.glob("*.yaml"))

    def facts_line(self, card: CardDefinition, language: str) -> str:
        assert isinstance(card, Card)
        return facts_line(card, language)

    def printed_values(self, card: CardDefinition) -> dict[str, Any]:
        assert isinstance(card, Card)
        hosts = {language: ", ".join(host_words(card, language)) for language in LANGUAGES}
        tags = [{"id": tag, **{language: tag_text(tag, language) for language in LANGUAGES}} for tag in card.tags]
        return {
            "type": card.type,
            "type_name": both(TYPE_WORDS[card.type]),
            "tags": tags,
            "atk": card.atk if card.type == "monster" else None,
            "hp": card.hp if card.type == "monster" else None,
            "hosts": hosts if card.hosts else None,
            "unique": card.unique,
        }

    def starter(self, type_: str) -> Starter:
        return STARTERS[type_]

    def helper_cards(self) -> list[CardDefinition]:
        return ability_demo.helper_cards()

    def ability_demos(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> list[AbilityDemo]:
        assert isinstance(card, Card)
        return ability_demo.ability_demos(card, cards)

    def example_position(self, card: CardDefinition, cards: dict[str, CardDefinition]) -> dict[str, Any]:
        assert isinstance(card, Card)
        return ability_demo.demo_position(card, "on_play", cards)[0]

    def board_summary(self, event: dict[str, Any], language: str) -> str:
        shown = [f"{plain_name(card['card'], language)}{permanent_details(card, language)}" for card in event["board"]]
        return f"{ZONE_WORDS['board'].text(language)}: {', '.join(shown)}"

    def puzzle_goal(self, position: dict[str, Any], line: list[str]) -> Message:
        """Return the goal: to win with the card that wins at the end of the line."""
        state = find_game(self.game).at(position)
        assert isinstance(state, SolitaireState)
        for text in line:
            state.play(notation.parse_action(state, text))
        card = next(card for card in state.pool.cards if card.id == state.reason)
        return Message("goal", f"Win this turn with {card.en}.", f"このターン中に《{card.ja}》で勝利せよ。")


WORKSHOP = SolitaireWorkshop()
