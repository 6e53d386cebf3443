"""Which game somebody means who names a card, a deck, a type or a file, and no game."""

import re
from pathlib import Path

from tefuda.cardlang.workshop import find_workshop, workshop_games
from tefuda.cli.commands.cards import DEFAULT_GAME
from tefuda.core.source import files_under

WORD = re.compile(r"[a-z0-9_-]+")
LONGEST = 20_000
"""So many letters of a file are enough to tell."""


def meant_game(game: str, names: list[str], paths: list[Path | None]) -> str:
    """The game that was named; else the one whose cards, decks and types are named most; else the usual one."""
    if game:
        return game
    words = {name.casefold() for name in names if name}
    for path in [path for path in paths if path is not None] + [Path(name) for name in names if name.endswith(".yaml")]:
        words.update(words_in(path))
    best, most = DEFAULT_GAME, 0
    for known in sorted(workshop_games(), key=lambda name: name != DEFAULT_GAME):
        found = len(words & vocabulary_of(known)) if words else 0
        if found > most:
            best, most = known, found
    return best


def vocabulary_of(game: str) -> set[str]:
    """The words that tell a game: ids and names of its cards, its decks, its types, `when`s and ops."""
    workshop = find_workshop(game)
    cards = workshop.cards().values()
    terms = workshop.card_schema.vocabulary
    found = {word for card in cards for word in (card.id, card.en.casefold(), card.ja)}
    found |= {term.name for term in [*terms.types, *terms.triggers, *terms.ops]}
    return found | set(workshop.decks())


def words_in(path: Path) -> set[str]:
    found: set[str] = set()
    for file in files_under(path) if path.exists() else []:
        try:
            found.update(WORD.findall(file.read_text(encoding="utf-8")[:LONGEST]))
        except (OSError, UnicodeDecodeError):
            continue
    return found
