"""Card files with one known change, or with random noise. They never crash the loader; errors are reported."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import card_files
import linkavel_card_files
import yaml
from card_files import problem_rows, read_cards, yaml_of

from tefuda.cardlang.card_schema import CardLoader
from tefuda.cardlang.card_text import card_digest, write_card
from tefuda.cardlang.tree import CardDefinition
from tefuda.core.random import Xoshiro, xoshiro
from tefuda.games.linkavel import catalogue as linkavel
from tefuda.games.linkavel.language.card_schema import card_schema as linkavel_card_schema
from tefuda.games.solitaire_tcg.catalogue import LIBRARY

WORDS = ["op", "when", "from", "to", "target", "type", "selection", "position", "duration"]
NUMBERS = ["count", "max", "amount", "set", "atk", "hp", "priority"]
FLAGS = ["random", "once_per_turn", "unique"]
LISTS = ["tags", "valid_targets", "effect"]
MAPPINGS = ["filter", "stats", "equip", "field"]
EXPRESSIONS = ["expr", "condition"]
REQUIRED = ["id", "name", "type", "when", "effect", "op", "expr", "valid_targets", "en", "ja"]
MISSING_MESSAGES = ("is missing.",)
REQUIRED_BY = {"search": ["filter"], "move": ["from", "to"], "counter": ["name"]}


class Site:
    """A key and its value in a card file: their offsets and the mapping around them."""

    def __init__(self, text: str, owner: int, mapping: yaml.MappingNode, place: int) -> None:
        self.text = text
        self.owner = owner
        """Where problems of the mapping are reported: at its key, or at its first character in a list."""
        self.mapping = mapping
        self.place = place
        key, self.node = mapping.value[place]
        self.key: str = key.value
        self.start: int = key.start_mark.index
        self.behind: int = key.end_mark.index
        begin: int = self.node.start_mark.index
        self.begin = begin
        self.end = begin + len(text[begin : self.node.end_mark.index].rstrip())

    @property
    def op(self) -> str:
        return next((value.value for key, value in self.mapping.value if key.value == "op"), "")


class BrokenFile:
    """A changed file, and where the problem should be reported."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        before = text[:at]
        self.line = before.count("\n") + 1
        self.column = at - (before.rfind("\n") + 1) + 1


def sites_in(text: str, node: yaml.Node, owner: int) -> Iterator[Site]:
    if isinstance(node, yaml.MappingNode):
        for place, (key, value) in enumerate(node.value):
            yield Site(text, owner, node, place)
            yield from sites_in(text, value, key.start_mark.index)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from sites_in(text, item, item.start_mark.index)


@cache
def sites() -> list[Site]:
    """Return every key of every card."""
    found: list[Site] = []
    for card in LIBRARY.bundled.values():
        text = yaml_of(card)
        found += sites_in(text, yaml.compose(text, Loader=yaml.SafeLoader), 0)
    return found


def replace_value(site: Site, value: str) -> BrokenFile:
    """Replace the value; the problem is reported at the key."""
    return BrokenFile(f"{site.text[: site.behind]}: {value}{site.text[site.end :]}", site.start)


def misspell(site: Site, random: Xoshiro) -> BrokenFile | None:
    key = f"{site.key}x" if random.below(2) else f"{site.key[0]}{site.key}"
    return BrokenFile(site.text[: site.start] + key + site.text[site.behind :], site.start)


def double(site: Site, random: Xoshiro) -> BrokenFile | None:
    again = site.text[site.start : site.end]
    column = site.start - (site.text.rfind("\n", 0, site.start) + 1)
    glue = ", " if site.mapping.flow_style else "\n" + " " * column
    return BrokenFile(site.text[: site.end] + glue + again + site.text[site.end :], site.end + len(glue))


def drop(site: Site, random: Xoshiro) -> BrokenFile | None:
    if site.key not in REQUIRED + REQUIRED_BY.get(site.op, []):
        return None
    if site.key == "type" and site.owner:
        return None  # of a filter
    pairs = site.mapping.value
    if len(pairs) == 1:
        nothing = "" if site.mapping.flow_style else "{}"
        return BrokenFile(site.text[: site.start] + nothing + site.text[site.end :], site.owner)
    if site.place + 1 < len(pairs):
        return BrokenFile(site.text[: site.start] + site.text[pairs[site.place + 1][0].start_mark.index :], site.owner)
    before = pairs[site.place - 1][1]
    kept = site.text[: before.end_mark.index if site.mapping.flow_style else site.start].rstrip()
    return BrokenFile(kept + site.text[site.end :], site.owner)


def wrong_type(site: Site, random: Xoshiro) -> BrokenFile | None:
    if site.key in NUMBERS:
        values = ["two", "3.5", "[]", "true", "{}", "~", "1000000001", "'1'"]
    elif site.key in FLAGS:
        values = ["maybe", "3", "[]", "~"]
    elif site.key in LISTS:
        values = ["5", "word", "{}", "true", "~"]
    elif site.key in MAPPINGS:
        values = ["5", "word", "[]", "true", "~"]
    elif site.key == "abilities":
        values = ["word", "{}", "~", "1.5.2"]
    elif site.key in EXPRESSIONS:
        values = ["3.5", "[]", "true", "7", "{}"]
    else:
        values = ["3.5", "[]", "true", "7", "''"]
    return replace_value(site, values[random.below(len(values))])


def unknown_word(site: Site, random: Xoshiro) -> BrokenFile | None:
    words = ["zzz", "graveyrd", "on_plya", "everything"]
    return replace_value(site, words[random.below(len(words))]) if site.key in WORDS else None


def empty_filter(site: Site, random: Xoshiro) -> BrokenFile | None:
    return replace_value(site, "{}") if site.key == "filter" else None


def break_expression(site: Site, random: Xoshiro) -> BrokenFile | None:
    """Insert an invalid character at a space of the expression, outside of names in quotes."""
    if site.key not in EXPRESSIONS:
        return None
    spaces = [
        at
        for at in range(site.begin, site.end)
        if site.text[at] == " " and site.text[at - 1] not in ":," and site.text.count('"', site.begin, at) % 2 == 0
    ]
    if not spaces:
        return None
    at = spaces[random.below(len(spaces))]
    return BrokenFile(f"{site.text[:at]} @{site.text[at:]}", at + 1)


def unknown_reference(site: Site, random: Xoshiro) -> BrokenFile | None:
    if site.key not in EXPRESSIONS:
        return None
    at = next(at for at in range(site.begin, site.end) if site.text[at].isalpha())
    return BrokenFile(f"{site.text[:at]}q{site.text[at:]}", at)


def double_entry(site: Site, random: Xoshiro) -> BrokenFile | None:
    if site.key not in ("tags", "valid_targets") or not site.node.value:
        return None
    again = site.node.value[random.below(len(site.node.value))].value
    return BrokenFile(f"{site.text[: site.end - 1]}, {again}{site.text[site.end - 1 :]}", site.end + 1)


CHANGES = [
    (misspell, "ST-13.9", 600),
    (double, "ST-13.6", 600),
    (drop, "ST-13.7", 400),
    (wrong_type, "ST-13.13", 800),
    (unknown_word, "ST-13.10 to ST-13.12", 400),
    (empty_filter, "ST-13.15", 60),
    (break_expression, "ST-13.16", 150),
    (unknown_reference, "ST-13.17", 60),
    (double_entry, "ST-13.13", 60),
]


@cache
def change_sites(number: int) -> list[Site]:
    """Return every site where a change is possible."""
    change = CHANGES[number][0]
    return [site for site in sites() if change(site, xoshiro(1, 1)) is not None]


def check_change(number: int, random: Xoshiro) -> None:
    """Make one change at a random site; it must be reported there."""
    change = CHANGES[number][0]
    places = change_sites(number)
    broken = change(places[random.below(len(places))], random)
    assert broken is not None
    loader = read_cards(broken.text)
    assert not loader.loaded, broken.text
    found = problem_rows(*loader.failures)
    # A misspelled required key is also reported as missing, further up.
    first = [problem for problem in found if change is not misspell or not problem[3].endswith(MISSING_MESSAGES)]
    first = first or found
    assert first[0][:2] == (broken.line, broken.column), (broken.text, broken.line, broken.column, found)


LETTERS = "abcxyz019 -:,{}[]'\"#&*!|>%@\n=~<?._灯　（）＝\\"


def add_noise(text: str, random: Xoshiro) -> str:
    """Return the text with one to three characters inserted, removed or replaced."""
    for _ in range(1 + random.below(3)):
        at = random.below(len(text))
        letter = LETTERS[random.below(len(LETTERS))]
        text = text[:at] + ["", letter, letter + text[at]][random.below(3)] + text[at + 1 :]
    return text


@dataclass(frozen=True)
class GameCards:
    """The cards of a game, with functions that read and write its card files."""

    definitions: list[CardDefinition]
    read_cards: Callable[[str], CardLoader]
    yaml_of: Callable[[CardDefinition], str]
    digest_of: Callable[[CardDefinition], bytes]

    def read_back(self, text: str) -> CardDefinition:
        """Return the only card of a valid text."""
        loader = self.read_cards(text)
        assert not loader.failures, (text, problem_rows(*loader.failures))
        (entry,) = loader.loaded.values()
        return entry.card


CARDS = {
    "solitaire-tcg": GameCards(list(LIBRARY.bundled.values()), read_cards, yaml_of, card_files.digest_of),
    "linkavel": GameCards(
        list(linkavel.LIBRARY.bundled.values()),
        linkavel_card_files.read_cards,
        lambda card: write_card(linkavel_card_schema(), card),
        lambda card: card_digest(linkavel_card_schema(), card),
    ),
}


def check_noise(game: str, random: Xoshiro) -> bool:
    """Add noise to a random card file. It must round-trip or report a problem. Return whether it loaded."""
    cards = CARDS[game]
    card = cards.definitions[random.below(len(cards.definitions))]
    text = add_noise(cards.yaml_of(card), random)
    loader = cards.read_cards(text)
    found = problem_rows(*loader.failures)
    assert bool(loader.loaded) != bool(found), text
    assert all(1 <= line <= text.count("\n") + 2 and column >= 1 for line, column, _, _ in found), text
    for entry in loader.loaded.values():
        written = cards.yaml_of(entry.card)
        again = cards.read_back(written)
        assert cards.yaml_of(again) == written, text
        assert cards.digest_of(again) == cards.digest_of(entry.card), text
    return bool(loader.loaded)
