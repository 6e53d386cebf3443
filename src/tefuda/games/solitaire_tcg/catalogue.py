"""The bundled cards and decks, and custom cards from the folder in TEFUDA_CARDS_SOLITAIRE_TCG."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tefuda.cardlang.deck_files import Deck
from tefuda.cardlang.deck_option import DeckOption
from tefuda.cardlang.library import Library
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.observation_space import card_facts, counter_names
from tefuda.games.solitaire_tcg.rules.codes import ALL, BANISH, BOTTOM, CHOOSE, GRAVE, HAND, TOP
from tefuda.games.solitaire_tcg.rules.model import Card, Pool, Step
from tefuda.games.solitaire_tcg.rules.pile_steps import Discard, Move, Search, Summon
from tefuda.games.solitaire_tcg.rules.setup import make_zones

FOLDER: Final = Path(__file__).parent
PUZZLES: Final = FOLDER / "puzzles"
LIBRARY: Final = Library(card_schema, Card, FOLDER, "solitaire-tcg")


def catalogue() -> dict[str, Card]:
    """Return all cards in use by id."""
    return LIBRARY.cards()


def decks() -> dict[str, Deck]:
    """Return the bundled decks by id."""
    return LIBRARY.decks


DECK_OPTION: Final = DeckOption(
    "deck", "lamplight", Message("deck", "the deck", "使うデッキ"), LIBRARY, "fld_x01*4 spl_x07*3"
)


def deck_cards(deck: str) -> list[Card]:
    """Return the cards of a deck. `deck` is a value of the deck option."""
    cards = catalogue()
    return [cards[name] for name in DECK_OPTION.card_ids(deck)]


def make_pool(cards: Iterable[Card]) -> Pool:
    """Return the pool of a game with these cards, numbered in order."""
    kinds, table, digest = LIBRARY.pool_parts(cards)
    steps = [step for card in kinds for ability in card.abilities for step in ability.operations]
    ordered = {zone for step in steps for zone in order_matters(step)}
    grave = bool(ordered & {GRAVE, BANISH})
    hand = HAND in ordered or (grave and any(isinstance(step, Discard) and step.count > 1 for step in steps))
    pool = Pool(kinds, table.ljust(256, b"\xfd"), digest, make_zones(len(table)), grave, hand)
    pool.custom_cards = LIBRARY.custom_cards(kinds)
    pool.facts = [card_facts(card, LIBRARY.card_number(card)) for card in kinds]
    pool.counter_names = counter_names(kinds)
    return pool


def order_matters(step: Step) -> list[int]:
    """Return the zones whose order affects a step: it takes from an end, or takes several cards in order."""
    if isinstance(step, Move):
        return [step.zone] if step.target in (ALL, TOP, BOTTOM) or step.count > 1 else []
    if isinstance(step, Search):
        return [step.zone] if step.most > 1 or step.random else []
    if isinstance(step, Summon):
        return [step.zone] if step.count > 1 else []
    return [HAND] if isinstance(step, Discard) and step.selection != CHOOSE else []
