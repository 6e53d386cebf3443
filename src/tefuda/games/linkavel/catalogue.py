"""The bundled cards and decks, and custom cards from the folder in TEFUDA_CARDS_LINKAVEL."""

from pathlib import Path
from typing import Final

from tefuda.cardlang.deck_option import DeckOption
from tefuda.cardlang.library import Library
from tefuda.core.text import Message
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.observation_space import card_facts
from tefuda.games.linkavel.rules.codes import SEATS
from tefuda.games.linkavel.rules.model import Card, Pool
from tefuda.games.linkavel.rules.setup import make_zones

LIBRARY: Final = Library(card_schema, Card, Path(__file__).parent, "linkavel")
DECK_OPTIONS: Final = [
    DeckOption(
        f"deck.{seat}",
        default,
        Message("deck", f"the deck of player {number}", f"プレイヤー{number}のデッキ"),
        LIBRARY,
        "anvil_lynx*3 spark_imp*2",
        quick_start,
    )
    for number, (seat, default, quick_start) in enumerate(
        zip(SEATS, ("fire", "water"), ("light", "neutral"), strict=True), 1
    )
]
"""The deck option of each player. Light wins 57 % against neutral (docs/balance.md), fire 19 % against water."""


def catalogue() -> dict[str, Card]:
    """Return all cards in use by id."""
    return LIBRARY.cards()


def make_pool(one: list[Card], two: list[Card]) -> Pool:
    """Return the pool of a game with these cards. Card numbers follow the order of the lists."""
    listed = [*one, *two]
    kinds, table, digest = LIBRARY.pool_parts(listed)
    owners = (bytes(len(one)) + b"\x01" * len(two)).ljust(256, b"\x02")
    zones = make_zones(len(listed), max(len(one), len(two)))
    pool = Pool(kinds, table.ljust(256, b"\xff"), owners, digest, zones)
    pool.custom_cards = LIBRARY.custom_cards(kinds)
    pool.facts = [card_facts(card, LIBRARY.card_number(card)) for card in kinds]
    return pool
