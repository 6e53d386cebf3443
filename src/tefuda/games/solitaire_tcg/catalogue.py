"""The bundled cards and decks, and custom cards from the folder in TEFUDA_CARDS_SOLITAIRE_TCG."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tefuda.cardlang.card_text import card_digest
from tefuda.cardlang.deck_files import Deck
from tefuda.cardlang.deck_option import DeckOption
from tefuda.cardlang.library import Library
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.rules.codes import ALL, BANISH, BOTTOM, CHOOSE, CONTINUOUS, GRAVE, HAND, TOP
from tefuda.games.solitaire_tcg.rules.model import Card, Pool, Step
from tefuda.games.solitaire_tcg.rules.steps import Discard, ModifyStat, Move, Search, Summon

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
    listed = list(cards)
    kinds = {card.id: card for card in sorted(listed, key=lambda card: card.id)}
    order = {name: number for number, name in enumerate(kinds)}
    table = bytes(order[card.id] for card in listed).ljust(256, b"\xfd")
    digest = b"".join(card_digest(card_schema(), card) for card in kinds.values())
    steps = [step for card in kinds.values() for ability in card.abilities for step in ability.steps]
    ordered = {zone for step in steps for zone in order_matters(step)}
    grave = bool(ordered & {GRAVE, BANISH})
    hand = HAND in ordered or (grave and any(isinstance(step, Discard) and step.count > 1 for step in steps))
    harm = any(
        isinstance(step, ModifyStat) and step.hp < 0
        for card in kinds.values()
        for ability in card.abilities_on[CONTINUOUS]
        for step in ability.steps
    )
    pool = Pool(list(kinds.values()), table, digest, grave, hand, harm)
    pool.custom_cards = LIBRARY.custom_cards(pool.cards)
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
