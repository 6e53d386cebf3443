"""Infers the game from the name of a card, deck, type or file."""

import re
from pathlib import Path

from tefuda.cardlang.workshop import find_workshop, workshop_games
from tefuda.cli.commands.cards import DEFAULT_GAME
from tefuda.core.source import files_under

WORD = re.compile(r"[\w-]+")
LONGEST_TEXT = 20_000
"""Number of characters of a file that are read."""


def infer_game(game: str, names: list[str], paths: list[Path | None]) -> str:
    """Return the given game, or the one with the most matching cards, decks and types, or the default game."""
    if game:
        return game
    words = {name.casefold() for name in names if name}
    for path in [path for path in paths if path is not None] + [Path(name) for name in names if name.endswith(".yaml")]:
        words.update(file_words(path))
    best, most = DEFAULT_GAME, 0
    for known in sorted(workshop_games(), key=lambda name: name != DEFAULT_GAME):
        found = len(words & game_words(known)) if words else 0
        if found > most:
            best, most = known, found
    return best


def game_words(game: str) -> set[str]:
    """Return ids and names of the cards, decks, types, triggers and operations of a game."""
    workshop = find_workshop(game)
    cards = workshop.cards().values()
    terms = workshop.card_schema.vocabulary
    found = {word for card in cards for word in (card.id, card.en.casefold(), card.ja)}
    found |= {term.name for term in [*terms.types, *terms.triggers, *terms.ops]}
    return found | set(workshop.decks())


def file_words(path: Path) -> set[str]:
    """Return the words of a file, or of all files in a folder."""
    found: set[str] = set()
    for file in files_under(path) if path.exists() else []:
        try:
            found.update(WORD.findall(file.read_text(encoding="utf-8")[:LONGEST_TEXT]))
        except (OSError, UnicodeDecodeError):
            continue
    return found
