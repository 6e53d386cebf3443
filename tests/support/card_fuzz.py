"""Card files that are changed in one known place, or by noise: never a crash, never a quiet load."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import card_loading
import linkavel_card_loading
import yaml
from card_loading import problem_rows, read_cards, yaml_of

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
REQUIRED = ["id", "name", "type", "when", "effect", "op", "expr", "valid_targets", "en", "ja", "equip"]
MISSED = ("is missing.", "an equip needs equip: {valid_targets: [...]}.")
REQUIRED_BY = {"search": ["filter"], "move": ["from", "to"], "counter": ["name"]}


class Site:
    """A key with its value, in the file of a card: where each of them begins and ends, and the keys around it."""

    def __init__(self, text: str, owner: int, mapping: yaml.MappingNode, place: int) -> None:
        self.text = text
        self.owner = owner
        """Where the mapping is told: at its own key, or at its first letter in a list."""
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


class Wrong:
    """A changed file, and where the change should be told."""

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
    """Every key of every card."""
    found: list[Site] = []
    for card in LIBRARY.bundled.values():
        text = yaml_of(card)
        found += sites_in(text, yaml.compose(text, Loader=yaml.SafeLoader), 0)
    return found


def put(site: Site, value: str) -> Wrong:
    """Another value, which is told at the key."""
    return Wrong(f"{site.text[: site.behind]}: {value}{site.text[site.end :]}", site.start)


def misspell(site: Site, luck: Xoshiro) -> Wrong | None:
    key = f"{site.key}x" if luck.below(2) else f"{site.key[0]}{site.key}"
    return Wrong(site.text[: site.start] + key + site.text[site.behind :], site.start)


def double(site: Site, luck: Xoshiro) -> Wrong | None:
    again = site.text[site.start : site.end]
    column = site.start - (site.text.rfind("\n", 0, site.start) + 1)
    glue = ", " if site.mapping.flow_style else "\n" + " " * column
    return Wrong(site.text[: site.end] + glue + again + site.text[site.end :], site.end + len(glue))


def drop(site: Site, luck: Xoshiro) -> Wrong | None:
    if site.key not in REQUIRED + REQUIRED_BY.get(site.op, []) or (site.key == "equip" and not site.place):
        return None
    if site.key == "type" and site.owner:
        return None  # of a filter
    pairs = site.mapping.value
    if len(pairs) == 1:
        nothing = "" if site.mapping.flow_style else "{}"
        return Wrong(site.text[: site.start] + nothing + site.text[site.end :], site.owner)
    if site.place + 1 < len(pairs):
        return Wrong(site.text[: site.start] + site.text[pairs[site.place + 1][0].start_mark.index :], site.owner)
    before = pairs[site.place - 1][1]
    kept = site.text[: before.end_mark.index if site.mapping.flow_style else site.start].rstrip()
    return Wrong(kept + site.text[site.end :], site.owner)


def wrong_type(site: Site, luck: Xoshiro) -> Wrong | None:
    if site.key in NUMBERS:
        values = ["two", "3.5", "[]", "true", "{}", "~", "1000", "'1'"]
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
    return put(site, values[luck.below(len(values))])


def unknown_word(site: Site, luck: Xoshiro) -> Wrong | None:
    words = ["zzz", "graveyrd", "on_plya", "everything"]
    return put(site, words[luck.below(len(words))]) if site.key in WORDS else None


def empty_filter(site: Site, luck: Xoshiro) -> Wrong | None:
    return put(site, "{}") if site.key == "filter" else None


def break_expression(site: Site, luck: Xoshiro) -> Wrong | None:
    """A letter that means nothing, at some space of the expression."""
    if site.key not in EXPRESSIONS:
        return None
    spaces = [at for at in range(site.begin, site.end) if site.text[at] == " " and site.text[at - 1] not in ":,"]
    if not spaces:
        return None
    at = spaces[luck.below(len(spaces))]
    return Wrong(f"{site.text[:at]} @{site.text[at:]}", at + 1)


def unknown_reference(site: Site, luck: Xoshiro) -> Wrong | None:
    if site.key not in EXPRESSIONS:
        return None
    at = next(at for at in range(site.begin, site.end) if site.text[at].isalpha())
    return Wrong(f"{site.text[:at]}q{site.text[at:]}", at)


def double_entry(site: Site, luck: Xoshiro) -> Wrong | None:
    if site.key not in ("tags", "valid_targets") or not site.node.value:
        return None
    again = site.node.value[luck.below(len(site.node.value))].value
    return Wrong(f"{site.text[: site.end - 1]}, {again}{site.text[site.end - 1 :]}", site.end + 1)


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
def possible(number: int) -> list[Site]:
    """Every place that a change can be made at."""
    change = CHANGES[number][0]
    return [site for site in sites() if change(site, xoshiro(1, 1)) is not None]


def check_change(number: int, luck: Xoshiro) -> None:
    """Make one change at a random place; it is told where it was made."""
    change = CHANGES[number][0]
    places = possible(number)
    wrong = change(places[luck.below(len(places))], luck)
    assert wrong is not None
    loader = read_cards(wrong.text)
    assert not loader.loaded, wrong.text
    found = problem_rows(*loader.failures)
    # A misspelled key may be missed as well, where it is needed: that stands further up.
    first = [problem for problem in found if change is not misspell or not problem[3].endswith(MISSED)]
    first = first or found
    assert first[0][:2] == (wrong.line, wrong.column), (wrong.text, wrong.line, wrong.column, found)


LETTERS = "abcxyz019 -:,{}[]'\"#&*!|>%@\n=~<?._灯　（）＝\\"


def noisy(text: str, luck: Xoshiro) -> str:
    """The text with one to three letters put in, taken out or replaced."""
    for _ in range(1 + luck.below(3)):
        at = luck.below(len(text))
        letter = LETTERS[luck.below(len(LETTERS))]
        text = text[:at] + ["", letter, letter + text[at]][luck.below(3)] + text[at + 1 :]
    return text


@dataclass(frozen=True)
class Cards:
    """The cards of a game, and how its card files are read and written."""

    definitions: list[CardDefinition]
    read_cards: Callable[[str], CardLoader]
    yaml_of: Callable[[CardDefinition], str]
    digest_of: Callable[[CardDefinition], bytes]

    def read_back(self, text: str) -> CardDefinition:
        """The one card of a text that is right."""
        loader = self.read_cards(text)
        assert not loader.failures, (text, problem_rows(*loader.failures))
        (entry,) = loader.loaded.values()
        return entry.card


CARDS = {
    "solitaire-tcg": Cards(list(LIBRARY.bundled.values()), read_cards, yaml_of, card_loading.digest_of),
    "linkavel": Cards(
        list(linkavel.LIBRARY.bundled.values()),
        linkavel_card_loading.read_cards,
        lambda card: write_card(linkavel_card_schema(), card),
        lambda card: card_digest(linkavel_card_schema(), card),
    ),
}


def check_noise(game: str, luck: Xoshiro) -> bool:
    """Put noise into the file of a random card: it loads and comes back the same, or is told; whether it loaded."""
    cards = CARDS[game]
    card = cards.definitions[luck.below(len(cards.definitions))]
    text = noisy(cards.yaml_of(card), luck)
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
