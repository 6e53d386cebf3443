"""The cards and decks that ship, and those of the reader: the folder that TEFUDA_CARDS names."""

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from tefuda.cardlang.decks import Deck, read_deck
from tefuda.cardlang.form import Shelf
from tefuda.core.source import InvalidFile
from tefuda.games.solitaire_tcg.codes import ALL, BANISH, BOTTOM, CHOOSE, GRAVE, HAND, STATIC, TOP
from tefuda.games.solitaire_tcg.form import digest_of, form
from tefuda.games.solitaire_tcg.pieces import Card, Pool, Step
from tefuda.games.solitaire_tcg.steps import Discard, ModifyStat, Move, Search, Summon

CARDS: Final = Path(__file__).with_name("cards")
DECKS: Final = Path(__file__).with_name("decks")
PUZZLES: Final = Path(__file__).with_name("puzzles")
OWN_CARDS: Final = "TEFUDA_CARDS"
"""The environment variable that names a file or folder of the reader's own cards."""


@cache
def shipped() -> dict[str, Card]:
    """The cards that ship; they are right, a test sees to it."""
    return _checked(CARDS, {})


@cache
def own_cards(path: str) -> dict[str, Card]:
    """The cards of a reader, beside ours; raises `InvalidFile` where one is wrong."""
    return _checked(Path(path), shipped())


def _checked(path: Path, known: dict[str, Card]) -> dict[str, Card]:
    shelf = Shelf(form(), known.values())
    shelf.read_path(path)
    shelf.link()
    if shelf.failures:
        raise all_failures(shelf.failures)
    return {name: card for name, card in shelf.cards().items() if isinstance(card, Card)}


def all_failures(failures: list[InvalidFile]) -> InvalidFile:
    """Several files' failures as one."""
    first = failures[0]
    problems = [problem for failure in failures for problem in failure.problems]
    places = [place for failure in failures for place in failure.places]
    names = {failure.name for failure in failures}
    return InvalidFile(first.name if len(names) == 1 else f"{first.name} (+{len(names) - 1})", problems, places)


_in_use: list[dict[str, Card]] = []
"""What `use` put in the place of everything else: empty, or one."""


_versions = [0]


def use(cards: dict[str, Card]) -> None:
    """Play with these cards from now on, in this process: a folder that is being watched."""
    _in_use[:] = [cards]
    _versions[0] += 1


def version() -> str:
    """Which cards are in use, as a word that changes when they do."""
    return f"{_versions[0]} {os.environ.get(OWN_CARDS, '')}"


def catalogue() -> dict[str, Card]:
    """All cards by id."""
    if _in_use:
        return _in_use[0]
    path = os.environ.get(OWN_CARDS)
    return own_cards(path) if path else shipped()


@cache
def decks() -> dict[str, Deck]:
    """The decks that ship, by id."""
    found = [read_deck(path, shipped()) for path in sorted(DECKS.glob("*.yaml"))]
    return {deck.id: deck for deck in found}


def make_pool(cards: Iterable[Card]) -> Pool:
    """The pool of a game in which these cards are, numbered as they come."""
    listed = list(cards)
    kinds = {card.id: card for card in sorted(listed, key=lambda card: card.id)}
    order = {name: number for number, name in enumerate(kinds)}
    table = bytes(order[card.id] for card in listed).ljust(256, b"\xfd")
    digest = b"".join(digest_of(card) for card in kinds.values())
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
    return Pool(list(kinds.values()), table, digest, grave, hand, harm)


def order_matters(step: Step) -> list[int]:
    """The zones whose order a step can tell: it takes from an end of them, or several cards in their order."""
    if isinstance(step, Move):
        return [step.zone] if step.target in (ALL, TOP, BOTTOM) or step.count > 1 else []
    if isinstance(step, Search):
        return [step.zone] if step.most > 1 or step.random else []
    if isinstance(step, Summon):
        return [step.zone] if step.count > 1 else []
    return [HAND] if isinstance(step, Discard) and step.selection != CHOOSE else []
