"""What the thinking processes do for authors: read what strangers wrote, within limits, and say what is wrong with it.

Everything here takes and gives plain values, which travel between processes.
"""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from tefuda.cardlang.card_schema import MAX_YAML_VALUES, CardLoader
from tefuda.cardlang.deck_files import Deck, parse_deck, write_deck
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import Workshop, find_workshop
from tefuda.core.errors import InvalidInput, Problem, invalid_input
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.registry import find_game
from tefuda.core.source import DEEPEST, InvalidFile, Source, scan_text
from tefuda.core.text import LANGUAGES, Message, both
from tefuda.server.game_list import described_card, described_deck

LARGEST: Final = 100_000
"""Bytes of a text that is read for somebody."""
MOST_TOLD: Final = 200
"""Problems that are told at once."""
MOST_TOGETHER: Final = 12
TRYING_SECONDS: Final = 1.0
LONGEST_PLAY: Final = 0.5
"""Seconds of a processor that a play with somebody's own cards may take: nobody else at this server should notice."""
MOST_EVENTS: Final = 2000
"""What one such play may set off: more than any of our cards does, less than a message can hold."""
TOO_LONG: Final = Message(
    "takes_too_long", "With these cards that takes too long here.", "このカードでは処理に時間がかかりすぎます。"
)
NAME: Final = "YAML"
"""What problems call the text, where they name it."""


def scanned(text: str) -> Source:
    """A text as data; raises `InvalidFile`."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        ja = "文字として読めない部分があります。"
        raise invalid_input("not_text", "The text contains an invalid character.", ja) from None
    if size > LARGEST:
        raise too_large()
    return scan_text(text, NAME, aliases=False, most=MAX_YAML_VALUES)


def too_large() -> InvalidInput:
    size = f"{LARGEST // 1000} kB"
    return invalid_input("too_large", f"The text is larger than {size}.", f"{size} を超えています。")


def problems_of(failure: InvalidInput) -> list[dict[str, Any]]:
    """Everything that is wrong, each with its place where it has one."""
    places = failure.places if isinstance(failure, InvalidFile) else [None] * len(failure.problems)
    return [
        {
            "line": None if place is None else place.line,
            "column": None if place is None else place.column,
            "path": problem.where(),
            "code": problem.message.code,
            **both(problem.message),
        }
        for problem, place in list(zip(failure.problems, places, strict=True))[:MOST_TOLD]
    ]


def check_deck(game: str, given: dict[str, Any]) -> dict[str, Any]:
    """A deck that somebody builds: its file, how an option takes it, and what is wrong with it."""
    workshop = find_workshop(game)
    text = write_deck(given["id"], given["name"], given["plan"], given["cards"])
    found: list[dict[str, Any]] = []
    try:
        parse_deck(scanned(text), workshop.cards(), workshop.deck_size, workshop.copies)
    except InvalidInput as failure:
        found = problems_of(failure)
    name = Message("name", "", "")
    return {
        "yaml": text,
        "option": workshop.deck_value(Deck(given["id"], name, None, given["cards"])),
        "problems": found,
    }


def read_deck(game: str, text: str) -> dict[str, Any]:
    """The deck in a file, however many cards it has."""
    try:
        deck = parse_deck(scanned(text), find_workshop(game).cards(), 0, 0)
    except InvalidInput as failure:
        return {"deck": None, "problems": problems_of(failure)}
    return {"deck": described_deck(deck), "problems": []}


def check_cards(game: str, text: str) -> dict[str, Any]:
    """Cards that somebody writes: how they look, what is wrong with them, and tables to try them at."""
    workshop = find_workshop(game)
    try:
        loader = shelved(workshop, scanned(text))
    except InvalidInput as failure:
        return {"cards": [], "problems": problems_of(failure), "tries": []}
    own = {name: entry.card for name, entry in loader.loaded.items()}
    problems = [problem for failure in loader.failures for problem in problems_of(failure)]
    problems.sort(key=lambda problem: (problem["line"] or 0, problem["column"] or 0))
    with workshop.extra_cards(own):
        cards = [checked_card(workshop, card) for card in own.values()]
        tries = list(tried(workshop, own))
    return {"cards": cards, "problems": problems[:MOST_TOLD], "tries": tries}


def shelved(workshop: Workshop, source: Source) -> CardLoader:
    """The cards of a document, and what is wrong with the others."""
    loader = workshop.card_loader()
    loader.read_source(source)
    loader.check_links()
    return loader


def checked_card(workshop: Workshop, card: CardDefinition) -> dict[str, Any]:
    face = described_card(workshop.face(card))
    return {**face, "abilities": ability_texts(workshop, card), "yaml": workshop.to_yaml(card)}


def ability_texts(workshop: Workshop, card: CardDefinition) -> list[dict[str, str]]:
    """What each ability says."""
    both_ways = zip(workshop.ability_texts(card, "en"), workshop.ability_texts(card, "ja"), strict=True)
    return [{"en": en, "ja": ja} for en, ja in both_ways]


def tried(workshop: Workshop, own: dict[str, CardDefinition]) -> Iterator[dict[str, Any]]:
    """A table for each ability, and for each card without one, as many as there is time for."""
    until = time.monotonic() + TRYING_SECONDS
    known = workshop.cards()
    for card in own.values():
        if time.monotonic() > until:
            return
        # Positions bring all of somebody's cards along; of very many, only the one that they are about.
        cards = {**known, **own} if len(own) <= MOST_TOGETHER else {**known, card.id: card}
        texts = ability_texts(workshop, card)
        try:
            for demo in workshop.ability_demos(card, cards):
                yield {
                    "card": card.id,
                    "ability": demo.ability,
                    "text": texts[demo.ability],
                    "position": demo.position,
                }
            if not texts:
                name = {language: card.name(language) for language in LANGUAGES}
                yield {
                    "card": card.id,
                    "ability": None,
                    "text": name,
                    "position": workshop.example_position(card, cards),
                }
        except InvalidInput:
            # A card that names one which is not brought along cannot be put on a table.
            continue


def brought_faces(game: str, cards: list[Any]) -> list[dict[str, Any]]:
    """The cards that a position brings along, as a table shows them."""
    workshop = find_workshop(game)
    loader = shelved(workshop, Source("", cards, None))
    own = {name: entry.card for name, entry in loader.loaded.items()}
    with workshop.extra_cards(own):
        return [described_card(workshop.face(card)) for card in own.values()]


def position_text(position: Any) -> str:
    """Return a received position as JSON text; raises `InvalidInput` if it cannot be written as JSON."""
    try:
        text = json.dumps(position, ensure_ascii=False, allow_nan=False)
        size = len(text.encode())
    except (ValueError, RecursionError):
        # Numbers that are none, half characters, endless nesting.
        size = -1
    if size > LARGEST:
        raise too_large()
    if size < 0 or not is_flat(position, DEEPEST):
        raise invalid_input("position", "That is no position.", "局面として読めません。")
    return text


def is_flat(value: Any, depth: int) -> bool:
    """Whether a value is nested no deeper than this."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return depth > 0 and all(is_flat(item, depth - 1) for item in inner)
    return True


def check_position(game: str, text: str) -> dict[str, Any]:
    """A position that somebody sends; raises `InvalidInput` where it is none."""
    position: dict[str, Any] = json.loads(text)
    check_effort(find_game(game), position)
    return position


def check_effort(game: Game, position: dict[str, Any]) -> None:
    """Raises `InvalidInput` where a table with this position would keep everybody waiting."""
    began = time.process_time()
    match = Match(game, position=position)
    match.view(match.seat)
    match.legal(match.seat)
    if time.process_time() - began > LONGEST_PLAY:
        raise InvalidInput([Problem([], TOO_LONG)])


WORKS: Final[dict[str, Callable[..., Any]]] = {
    "brought_faces": brought_faces,
    "check_cards": check_cards,
    "check_deck": check_deck,
    "check_position": check_position,
    "read_deck": read_deck,
}
"""What can be asked for, by name."""
