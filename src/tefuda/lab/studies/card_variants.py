"""Cards with changed numbers, such as `coal_runner.power=900`.

A change is plain data: the id of a card, the key path in its file, and a value. Each process creates the cards from it.
The card schema checks them like card files.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from tefuda.cardlang.card_schema import CardSchema
from tefuda.cardlang.card_text import card_data
from tefuda.cardlang.field_types import IntegerType, KeyPath, OneOrMoreType, Problems
from tefuda.cardlang.mappings import Field, MappingType
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import Workshop, find_workshop
from tefuda.core.errors import InvalidInput, Problem, invalid_input
from tefuda.core.options import did_you_mean
from tefuda.core.text import Message

Changes = Mapping[str, int | str]
"""New values by `ID.path`."""

WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
KEY: Final = re.compile(r"([a-z_]+)|\[([0-9]{1,2})\]")
IGNORED_NUMBERS: Final = ["version"]
"""Numbers of a card file that are not part of the card."""
MAX_LISTED: Final = 12


class _Variant:
    """The changed cards of a process, and the cards before the change."""

    def __init__(
        self, changes: dict[str, int | str], base: dict[str, CardDefinition], used: dict[str, CardDefinition]
    ) -> None:
        self.changes = changes
        self.base = base
        self.used = used


_in_use: dict[str, _Variant] = {}
"""The variant in use, by game."""


def card_numbers(game: str, card: str) -> dict[str, int]:
    """Return the numbers of a card by key path, including defaults.

    Numbers inside expressions are left out; the whole expression can be changed.
    """
    workshop = find_workshop(game)
    return _numbers(workshop.card_schema, _find_card(workshop, _base(workshop), card))


def parse_change(text: str) -> tuple[str, int | str]:
    """Parse `ID.path=VALUE`; raise `InvalidInput`. Digits give a number."""
    place, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not place or not value:
        en = f"Invalid change {text[:60]!r}. Use ID.path=VALUE, such as coal_runner.power=900."
        ja = f"{text[:60]!r} は読めません。ID.キー=値 の形で書いてください（例: coal_runner.power=900）。"
        raise invalid_input("change", en, ja)
    return place, int(value) if WHOLE.fullmatch(value) else value


def card_variant(game: str, change: str) -> CardDefinition:
    """Return the card after one change `ID.path=VALUE`; raise `InvalidInput`."""
    place, value = parse_change(change)
    (card,) = changed_cards(game, {place: value}).values()
    return card


def changed_cards(game: str, changes: Changes) -> dict[str, CardDefinition]:
    """Return the changed cards by id, without using them.

    Changes of one card are applied together, so that a level and its cost can change at once. Raises `InvalidInput`
    with all problems.
    """
    workshop = find_workshop(game)
    return _change_cards(workshop, _base(workshop), changes)


def use_variant(game: str, changes: Changes) -> None:
    """Use the changed cards in this process; raise `InvalidInput` without any change if one is invalid.

    Changes apply to the cards before the first variant. Another variant replaces the previous one; without changes the
    original cards are restored.
    """
    workshop = find_workshop(game)
    base = _base(workshop)
    current = _in_use.get(game)
    current_changes = current.changes if current is not None and current.base is base else {}
    # An unchanged variant keeps its card objects. New ones would invalidate all cached decks.
    if current_changes == dict(changes):
        return
    used = {**base, **_change_cards(workshop, base, changes)}
    workshop.use(used)
    _in_use[game] = _Variant(dict(changes), base, used)


@contextmanager
def variant(game: str, changes: Changes) -> Iterator[None]:
    """Use the changed cards inside a `with` block."""
    workshop = find_workshop(game)
    current, before = _in_use.get(game), workshop.cards()
    use_variant(game, changes)
    try:
        yield
    finally:
        workshop.use(before)
        if current is None:
            _in_use.pop(game, None)
        else:
            _in_use[game] = current


def _base(workshop: Workshop) -> dict[str, CardDefinition]:
    """Return the cards in use without the changes of a variant."""
    cards = workshop.cards()
    current = _in_use.get(workshop.game)
    return current.base if current is not None and _same(cards, current.used) else cards


def _same(one: dict[str, CardDefinition], two: dict[str, CardDefinition]) -> bool:
    return len(one) == len(two) and all(two.get(name) is card for name, card in one.items())


def _find_card(workshop: Workshop, cards: dict[str, CardDefinition], name: str) -> CardDefinition:
    if name in cards:
        return cards[name]
    en, ja = did_you_mean(name[:60], list(cards))
    text = f"{workshop.game} has no card {name[:60]}.{en}", f"{workshop.game} に {name[:60]} はありません。{ja}"
    raise invalid_input("card_unknown", *text)


def _change_cards(workshop: Workshop, base: dict[str, CardDefinition], changes: Changes) -> dict[str, CardDefinition]:
    problems: list[Problem] = []
    wanted: dict[str, list[tuple[str, int | str]]] = {}
    for place, value in changes.items():
        name, _, path = place.partition(".")
        wanted.setdefault(name, []).append((path, value))
    found: dict[str, CardDefinition] = {}
    for name, values in wanted.items():
        try:
            found[name] = _change_card(workshop, _find_card(workshop, base, name), values)
        except InvalidInput as failure:
            problems += failure.problems
    for name, card in found.items():
        collected = Problems()
        workshop.card_schema.check_links(collected, [name], card, {**base, **found})
        problems += collected.items
    if problems:
        raise InvalidInput(problems)
    return found


def _change_card(workshop: Workshop, card: CardDefinition, values: list[tuple[str, int | str]]) -> CardDefinition:
    """Return a card with changed values, checked by the schema."""
    schema = workshop.card_schema
    data = card_data(schema, card)
    leaves = _leaves(_changeable_values(schema, card))  # a text among them is an expression or a word of an ability
    problems = [_unknown_number(card, path, _numbers(schema, card)) for path, _ in values if path not in leaves]
    if problems:
        raise InvalidInput(problems)
    for path, value in values:
        *way, last = _keys(path)
        spot: Any = data
        for key in way:
            spot = spot[key]
        spot[last] = value
    collected = Problems()
    made = schema.read(collected, [card.id], data)
    if made is None:
        raise InvalidInput(collected.items)
    return made


def _unknown_number(card: CardDefinition, path: str, numbers: dict[str, int]) -> Problem:
    where: KeyPath = [card.id, path] if path else [card.id]
    if not numbers:
        text = "This card has no numbers.", "このカードに数値はありません。"
        return Problem(where, Message("number_unknown", *text))
    en, ja = did_you_mean(path[:60], list(numbers))
    listed = ", ".join(f"{name}={value}" for name, value in list(numbers.items())[:MAX_LISTED])
    more = ", ..." if len(numbers) > MAX_LISTED else ""
    return Problem(
        where,
        Message(
            "number_unknown",
            f"Unknown number. This card has {listed}{more}.{en}",
            f"このカードにその数値はありません（{listed}{more}）。{ja}",
        ),
    )


# A card's values by key path


def _numbers(schema: CardSchema, card: CardDefinition) -> dict[str, int]:
    return {path: value for path, value in _leaves(_changeable_values(schema, card)).items() if isinstance(value, int)}


def _changeable_values(schema: CardSchema, card: CardDefinition) -> dict[str, Any]:
    """Return the changeable values of a card, including defaults: its numbers, and everything in its abilities."""
    abilities = [
        {
            **_filled(ability.values, schema.ability_fields),
            "effect": [_filled(step.arguments, step.op.fields) for step in ability.steps],
        }
        for ability in card.parsed["abilities"]
    ]
    own = [
        field
        for field in schema.fields
        if isinstance(field.type, MappingType | OneOrMoreType | IntegerType) and field.name not in IGNORED_NUMBERS
    ]
    return {**_filled(card.parsed["values"], own), "abilities": abilities}


def _filled(values: dict[str, Any], fields: list[Field]) -> dict[str, Any]:
    """Return values with defaults; missing values without a default are left out."""
    found: dict[str, Any] = {}
    for field in fields:
        value = values[field.name]
        if value is not None:
            kind = field.type
            found[field.name] = _filled(value, kind.fields) if isinstance(kind, MappingType) else kind.write(value)
    return found


def _leaves(value: Any, path: str = "") -> dict[str, int | str]:
    """Return the numbers and texts inside a value by key path."""
    if isinstance(value, dict):
        parts = [_leaves(item, f"{path}.{key}" if path else str(key)) for key, item in value.items()]
    elif isinstance(value, list):
        parts = [_leaves(item, f"{path}[{index}]") for index, item in enumerate(value)]
    else:
        return {path: value} if isinstance(value, int | str) and not isinstance(value, bool) else {}
    return {key: leaf for part in parts for key, leaf in part.items()}


def _keys(path: str) -> list[str | int]:
    """Parse a key path such as `abilities[0].effect[1].amount`."""
    return [int(number) if number else word for word, number in KEY.findall(path)]
