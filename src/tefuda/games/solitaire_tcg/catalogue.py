"""The cards and decks that ship, and those of the reader: the folder that TEFUDA_CARDS names."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tefuda.cardlang.card_text import card_digest
from tefuda.cardlang.deck_files import Deck
from tefuda.cardlang.deck_option import DeckOption
from tefuda.cardlang.library import Library
from tefuda.core.text import Message
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.rules.codes import ALL, BANISH, BOTTOM, CHOOSE, GRAVE, HAND, STATIC, TOP
from tefuda.games.solitaire_tcg.rules.model import Card, Pool, Step
from tefuda.games.solitaire_tcg.rules.steps import Discard, ModifyStat, Move, Search, Summon

FOLDER: Final = Path(__file__).parent
PUZZLES: Final = FOLDER / "puzzles"
LIBRARY: Final = Library(card_schema, Card, FOLDER, "TEFUDA_CARDS")


def catalogue() -> dict[str, Card]:
    """All cards by id."""
    return LIBRARY.cards()


def decks() -> dict[str, Deck]:
    """The decks that ship, by id."""
    return LIBRARY.decks


DECK: Final = DeckOption("deck", "lamplight", Message("deck", "the deck", "使うデッキ"), LIBRARY, "fld_x01*4 spl_x07*3")


def deck_cards(deck: str) -> list[Card]:
    """The cards of a deck, by the option's value."""
    cards = catalogue()
    return [cards[name] for name in DECK.card_ids(deck)]


def make_pool(cards: Iterable[Card]) -> Pool:
    """The pool of a game in which these cards are, numbered as they come."""
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
        for ability in card.when[STATIC]
        for step in ability.steps
    )
    pool = Pool(list(kinds.values()), table, digest, grave, hand, harm)
    pool.strange = LIBRARY.strange(pool.cards)
    return pool


def order_matters(step: Step) -> list[int]:
    """The zones whose order a step can tell: it takes from an end of them, or several cards in their order."""
    if isinstance(step, Move):
        return [step.zone] if step.target in (ALL, TOP, BOTTOM) or step.count > 1 else []
    if isinstance(step, Search):
        return [step.zone] if step.most > 1 or step.random else []
    if isinstance(step, Summon):
        return [step.zone] if step.count > 1 else []
    return [HAND] if isinstance(step, Discard) and step.selection != CHOOSE else []
