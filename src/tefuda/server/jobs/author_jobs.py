"""Jobs for card authors: check decks, cards and positions, within limits, and report problems.

Arguments and results are plain values, which are sent between processes.
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
from tefuda.server.game_list import card_body, deck_body

MAX_TEXT_BYTES: Final = 100_000
"""Maximum size of a submitted text."""
MAX_REPORTED_PROBLEMS: Final = 200
"""Problems in one response."""
MAX_CARDS_TOGETHER: Final = 12
"""Up to this number of cards, every demo position includes all of them."""
DEMO_SECONDS: Final = 1.0
MAX_PLAY_SECONDS: Final = 0.5
"""CPU seconds for one action with custom cards. A longer one would delay other tables."""
MAX_PLAY_EVENTS: Final = 2000
"""Events of one action with custom cards. The cards that ship cause fewer."""
TOO_LONG: Final = Message(
    "takes_too_long", "These cards take too long to process.", "このカードでは処理に時間がかかりすぎます。"
)
SOURCE_NAME: Final = "YAML"
"""Name of the text in problems."""


def scan_source(text: str) -> Source:
    """Parse a YAML text. Raises `InvalidInput`."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        ja = "不正な文字が含まれています。"
        raise invalid_input("not_text", "The text contains an invalid character.", ja) from None
    if size > MAX_TEXT_BYTES:
        raise too_large()
    return scan_text(text, SOURCE_NAME, aliases=False, most=MAX_YAML_VALUES)


def too_large() -> InvalidInput:
    """Return the error for a text that is too large."""
    size = f"{MAX_TEXT_BYTES // 1000} kB"
    return invalid_input("too_large", f"The text is larger than {size}.", f"テキストが {size} を超えています。")


def problems_of(failure: InvalidInput) -> list[dict[str, Any]]:
    """Return all problems, with line and column if known."""
    places = failure.places if isinstance(failure, InvalidFile) else [None] * len(failure.problems)
    return [
        {
            "line": None if place is None else place.line,
            "column": None if place is None else place.column,
            "path": problem.where(),
            "code": problem.message.code,
            **both(problem.message),
        }
        for problem, place in list(zip(failure.problems, places, strict=True))[:MAX_REPORTED_PROBLEMS]
    ]


def check_deck(game: str, given: dict[str, Any]) -> dict[str, Any]:
    """Check a deck: return its file, its value as an option, and its problems."""
    workshop = find_workshop(game)
    text = write_deck(given["id"], given["name"], given["plan"], given["cards"])
    found: list[dict[str, Any]] = []
    try:
        cards = {**workshop.cards(), **read_custom_cards(workshop, given["custom"])}
        parse_deck(scan_source(text), cards, workshop.deck_size, workshop.copies)
    except InvalidInput as failure:
        found = problems_of(failure)
    name = Message("name", "", "")
    return {
        "yaml": text,
        "option": workshop.deck_value(Deck(given["id"], name, None, given["cards"])),
        "problems": found,
    }


def read_deck(game: str, text: str) -> dict[str, Any]:
    """Read a deck file. The number of cards is not checked."""
    try:
        deck = parse_deck(scan_source(text), find_workshop(game).cards(), 0, 0)
    except InvalidInput as failure:
        return {"deck": None, "problems": problems_of(failure)}
    return {"deck": deck_body(deck), "problems": []}


def read_custom_cards(workshop: Workshop, text: str) -> dict[str, CardDefinition]:
    """Return the custom cards of a text by id. Raises `InvalidInput`."""
    if not text:
        return {}
    loader = load_cards(workshop, scan_source(text))
    for failure in loader.failures:
        raise failure
    return {name: entry.card for name, entry in loader.loaded.items()}


def deal_custom_cards(game: str, text: str, options: dict[str, Any], seed: int) -> dict[str, Any]:
    """Return the opening position of a deal whose decks may contain custom cards. Raises `InvalidInput`."""
    workshop, rules = find_workshop(game), find_game(game)
    with workshop.library.use_with(read_custom_cards(workshop, text)):
        state = rules.start(seed, rules.read_options(options))
    # Outside the block, the position includes the custom cards.
    position = rules.position(state)
    position_text(position)
    check_effort(rules, position)
    return position


def check_cards(game: str, text: str) -> dict[str, Any]:
    """Check cards: return the valid ones, all problems, the cards that they replace, and demo positions."""
    workshop = find_workshop(game)
    try:
        loader = load_cards(workshop, scan_source(text))
    except InvalidInput as failure:
        return {"cards": [], "problems": problems_of(failure), "notes": [], "tries": []}
    custom = {name: entry.card for name, entry in loader.loaded.items()}
    problems = [problem for failure in loader.failures for problem in problems_of(failure)]
    problems.sort(key=lambda problem: (problem["line"] or 0, problem["column"] or 0))
    with workshop.extra_cards(custom):
        cards = [card_result(workshop, card) for card in custom.values()]
        tries = list(demo_positions(workshop, custom))
    notes = [note for replacement in loader.replacements().values() for note in problems_of(replacement)]
    return {
        "cards": cards,
        "problems": problems[:MAX_REPORTED_PROBLEMS],
        "notes": notes[:MAX_REPORTED_PROBLEMS],
        "tries": tries,
    }


def load_cards(workshop: Workshop, source: Source) -> CardLoader:
    """Load the cards of a document. The loader has the valid cards and the errors of the others."""
    loader = workshop.card_loader()
    loader.read_source(source)
    loader.check_links()
    return loader


def card_result(workshop: Workshop, card: CardDefinition) -> dict[str, Any]:
    """Return a checked card with its texts and its file."""
    face = card_body(workshop.face(card))
    return {**face, "abilities": ability_texts(workshop, card), "yaml": workshop.to_yaml(card)}


def ability_texts(workshop: Workshop, card: CardDefinition) -> list[dict[str, str]]:
    """Return the text of each ability."""
    pairs = zip(workshop.ability_texts(card, "en"), workshop.ability_texts(card, "ja"), strict=True)
    return [{"en": en, "ja": ja} for en, ja in pairs]


def demo_positions(workshop: Workshop, custom: dict[str, CardDefinition]) -> Iterator[dict[str, Any]]:
    """Yield a position for each ability and for each card without abilities, until `DEMO_SECONDS` have passed."""
    until = time.monotonic() + DEMO_SECONDS
    known = workshop.cards()
    for card in custom.values():
        if time.monotonic() > until:
            return
        # With many cards, a position includes only the card that it shows.
        cards = {**known, **custom} if len(custom) <= MAX_CARDS_TOGETHER else {**known, card.id: card}
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
            # The card refers to a card that is not included.
            continue


def custom_card_faces(game: str, cards: list[Any]) -> list[dict[str, Any]]:
    """Return the custom cards of a position as a table shows them."""
    workshop = find_workshop(game)
    loader = load_cards(workshop, Source("", cards, None))
    custom = {name: entry.card for name, entry in loader.loaded.items()}
    with workshop.extra_cards(custom):
        return [card_body(workshop.face(card)) for card in custom.values()]


def position_text(position: Any) -> str:
    """Return a received position as JSON text; raises `InvalidInput` if it cannot be written as JSON."""
    try:
        text = json.dumps(position, ensure_ascii=False, allow_nan=False)
        size = len(text.encode())
    except (ValueError, RecursionError):
        # NaN, lone surrogates or deep nesting.
        size = -1
    if size > MAX_TEXT_BYTES:
        raise too_large()
    if size < 0 or not is_shallow(position, DEEPEST):
        raise invalid_input("position", "Not a valid position.", "局面として読み取れません。")
    return text


def is_shallow(value: Any, depth: int) -> bool:
    """Whether a value has at most this nesting depth."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return depth > 0 and all(is_shallow(item, depth - 1) for item in inner)
    return True


def check_position(game: str, text: str) -> dict[str, Any]:
    """Return a submitted position as data. Raises `InvalidInput` if it is not valid or too slow."""
    position: dict[str, Any] = json.loads(text)
    check_effort(find_game(game), position)
    return position


def check_effort(game: Game, position: dict[str, Any]) -> None:
    """Raise `InvalidInput` if the position takes too long to set up."""
    began = time.process_time()
    match = Match(game, position=position)
    match.view(match.seat)
    match.legal(match.seat)
    if time.process_time() - began > MAX_PLAY_SECONDS:
        raise InvalidInput([Problem([], TOO_LONG)])


AUTHOR_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "custom_card_faces": custom_card_faces,
    "check_cards": check_cards,
    "check_deck": check_deck,
    "check_position": check_position,
    "deal_custom_cards": deal_custom_cards,
    "read_deck": read_deck,
}
"""The functions of this module that a job can call, by name."""
