"""The bundled cards and decks, and custom cards from the folder in TEFUDA_CARDS_LINKAVEL."""

from pathlib import Path
from typing import Final

from tefuda.cardlang.card_text import card_digest
from tefuda.cardlang.deck_option import DeckOption
from tefuda.cardlang.library import Library
from tefuda.core.text import Message
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.rules.codes import SEATS
from tefuda.games.linkavel.rules.model import Card, Pool

LIBRARY: Final = Library(card_schema, Card, Path(__file__).parent, "linkavel")
DECK_OPTIONS: Final = [
    DeckOption(
        f"deck.{seat}",
        default,
        Message("deck", f"the deck of player {number}", f"プレイヤー{number}のデッキ"),
        LIBRARY,
        "anvil_lynx*3 spark_imp*2",
    )
    for number, (seat, default) in enumerate(zip(SEATS, ("fire", "water"), strict=True), 1)
]
"""The deck option of each player."""


def catalogue() -> dict[str, Card]:
    """Return all cards in use by id."""
    return LIBRARY.cards()


def make_pool(one: list[Card], two: list[Card]) -> Pool:
    """Return the pool of a game with these cards. Card numbers follow the order of the lists."""
    listed = [*one, *two]
    kinds = {card.id: card for card in sorted(listed, key=lambda card: card.id)}
    order = {name: number for number, name in enumerate(kinds)}
    table = bytes(order[card.id] for card in listed).ljust(256, b"\xff")
    owners = (bytes(len(one)) + b"\x01" * len(two)).ljust(256, b"\x02")
    digest = b"".join(card_digest(card_schema(), card) for card in kinds.values())
    pool = Pool(list(kinds.values()), table, owners, digest)
    pool.custom_cards = LIBRARY.custom_cards(pool.cards)
    return pool
