"""Card texts of LinkaVel, read as card files are: with the place and the words of everything that is wrong."""

from shelves import told

from tefuda.cardlang.card_schema import Shelf
from tefuda.core.source import InvalidFile, scan_text
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language.card_schema import form
from tefuda.games.linkavel.rules.model import Card

MONSTER = "type: effect_monster\nattribute: fire\nlevel: 1\npower: 100\n"
PERMANENT = "type: permanent_magic\n"
NORMAL = "type: normal_magic\n"
ONE = "abilities: [{when: on_trash, effect: [{op: draw}]}]\n"
ABILITY = "abilities[0]"
STEP = "abilities[0].effect[0]"
FACTIONS = "ember, tide, root, lantern, hollow"
TYPES = "normal_monster, effect_monster, normal_magic, permanent_magic"


def shelf_of(*texts: str) -> Shelf:
    """A shelf with the cards of these files, `f1.yaml` and so on, beside those that ship."""
    shelf = Shelf(form(), LIBRARY.shipped.values())
    for number, text in enumerate(texts, 1):
        try:
            shelf.read_source(scan_text(text, f"f{number}.yaml", aliases=False))
        except InvalidFile as failure:
            shelf.failures.append(failure)
    shelf.link()
    return shelf


def said(shelf: Shelf) -> list[str]:
    """Every problem as `line:column path: words`; each is also told in Japanese, which is not the English."""
    return [f"{line}:{column} {path}: {words}" for line, column, path, words in told(*shelf.failures)]


def read_card(text: str) -> Card:
    """The one card of a text that is right."""
    shelf = shelf_of(text)
    assert said(shelf) == [], text
    (entry,) = shelf.entries.values()
    assert isinstance(entry.card, Card)
    return entry.card


def card(facts: str, abilities: str = ONE) -> str:
    """A card of its facts and abilities; the facts begin in line 3."""
    return f"id: a\nname: A\n{facts}{abilities}"


def ability(when: str, step: str = "{op: draw}", keys: str = "", facts: str = MONSTER) -> str:
    """A card with one ability of one step: of a monster its keys stand in line 8, and its step in line 9."""
    more = f", {keys}" if keys else ""
    return card(facts, f"abilities:\n  - {{when: {when}{more},\n     effect: [{step}]}}\n")
