"""Loads Solitaire TCG card files from texts and returns their problems with line and column."""

from tefuda.cardlang.card_schema import CardLoader
from tefuda.cardlang.card_text import card_digest, card_text, write_card
from tefuda.cardlang.tree import CardDefinition
from tefuda.core.source import InvalidFile, scan_text
from tefuda.games.solitaire_tcg.catalogue import LIBRARY
from tefuda.games.solitaire_tcg.language.card_schema import card_schema

ProblemRow = tuple[int, int, str, str]
"""Line, column, key path and English message."""


def read_cards(*texts: str, linked: bool = True) -> CardLoader:
    """Load these files as `f1.yaml` and so on, together with the bundled cards."""
    loader = CardLoader(card_schema(), LIBRARY.bundled.values())
    for number, text in enumerate(texts, 1):
        try:
            loader.read_source(scan_text(text, f"f{number}.yaml", aliases=False))
        except InvalidFile as failure:
            loader.failures.append(failure)
    if linked:
        loader.check_links()
    return loader


def problem_rows(*failures: InvalidFile) -> list[ProblemRow]:
    """Return every problem. Each needs a location and a Japanese message that differs from the English."""
    found = []
    for failure in failures:
        for problem, place in zip(failure.problems, failure.places, strict=True):
            assert place is not None, problem.message.en
            assert problem.message.ja not in ("", problem.message.en)
            found.append((place.line, place.column, problem.where(), problem.message.en))
    return found


def text_of(card: CardDefinition, language: str) -> list[str]:
    """Return the text of a card."""
    return card_text(card_schema(), card, language)


def yaml_of(card: CardDefinition) -> str:
    """Return a card as YAML."""
    return write_card(card_schema(), card)


def digest_of(card: CardDefinition) -> bytes:
    """Return the digest that replays store."""
    return card_digest(card_schema(), card)


STEP = "abilities[0].effect[0]"
GOOD = "id: a\nname: A\ntype: spell\n"


def card_with_step(op: str, when: str = "on_play", type_: str = "artifact") -> str:
    """Return the YAML of a card with one ability of one step, in line 7."""
    return f"id: a\nname: A\ntype: {type_}\nabilities:\n  - when: {when}\n    effect:\n      - {op}\n"


def card_with_ability(line: str, when: str = "on_enter", effect: str = "{op: draw}") -> str:
    """Return the YAML of a card with one ability that has an extra key, in line 6."""
    return f"id: a\nname: A\ntype: artifact\nabilities:\n  - when: {when}\n    {line}\n    effect: [{effect}]\n"
