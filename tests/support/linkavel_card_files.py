"""Loads LinkaVel card files from texts and returns their problems with line and column."""

from card_files import problem_rows

from tefuda.cardlang.card_schema import CardLoader
from tefuda.core.source import InvalidFile, scan_text
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.rules.model import Card

MONSTER = "type: effect_monster\nattribute: fire\nlevel: 1\npower: 100\n"
PERMANENT = "type: permanent_magic\n"
NORMAL = "type: normal_magic\n"
ONE = "abilities: [{when: on_trash, effect: [{op: draw}]}]\n"
ABILITY = "abilities[0]"
STEP = "abilities[0].effect[0]"
FACTIONS = "ember, tide, root, lantern, hollow"
TYPES = "normal_monster, effect_monster, normal_magic, permanent_magic"


def read_cards(*texts: str) -> CardLoader:
    """Load these files as `f1.yaml` and so on, together with the bundled cards."""
    loader = CardLoader(card_schema(), LIBRARY.bundled.values())
    for number, text in enumerate(texts, 1):
        try:
            loader.read_source(scan_text(text, f"f{number}.yaml", aliases=False))
        except InvalidFile as failure:
            loader.failures.append(failure)
    loader.check_links()
    return loader


def problem_lines(loader: CardLoader) -> list[str]:
    """Return every problem as `line:column path: message`."""
    return [f"{line}:{column} {path}: {message}" for line, column, path, message in problem_rows(*loader.failures)]


def read_card(text: str) -> Card:
    """Return the card of a valid text."""
    loader = read_cards(text)
    assert problem_lines(loader) == [], text
    (entry,) = loader.loaded.values()
    assert isinstance(entry.card, Card)
    return entry.card


def card_yaml(facts: str, abilities: str = ONE) -> str:
    """Return the YAML of a card; its facts begin in line 3."""
    return f"id: a\nname: A\n{facts}{abilities}"


def card_with_ability(when: str, step: str = "{op: draw}", keys: str = "", facts: str = MONSTER) -> str:
    """Return the YAML of a card with one ability of one step. A monster has the keys in line 8, the step in line 9."""
    more = f", {keys}" if keys else ""
    return card_yaml(facts, f"abilities:\n  - {{when: {when}{more},\n     effect: [{step}]}}\n")
