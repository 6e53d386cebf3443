"""Cards with a number changed, to see what it does: `coal_runner.power=900`.

A change is plain data: the id of a card, the key path in its file, and a value. So it can be sent to any process,
which makes the cards itself. The game's own form checks them, as it does card files.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from tefuda.cardlang.card_schema import CardSchema
from tefuda.cardlang.card_text import card_data
from tefuda.cardlang.field_types import Field, IntegerType, KeyPath, MappingType, Problems
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import Workshop, find_workshop
from tefuda.core.errors import InvalidInput, Problem, invalid_input
from tefuda.core.options import did_you_mean
from tefuda.core.text import Message

Changes = Mapping[str, int | str]
"""By `ID.path`: the value that stands there instead."""

WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
KEY: Final = re.compile(r"([a-z_]+)|\[([0-9]{1,2})\]")
NO_NUMBERS: Final = ["version"]
"""Numbers of a card file that are not the card's."""
MOST_LISTED: Final = 12


class _Variant:
    """The changed cards that a process plays with, and the cards without them."""

    def __init__(
        self, changes: dict[str, int | str], base: dict[str, CardDefinition], used: dict[str, CardDefinition]
    ) -> None:
        self.changes = changes
        self.base = base
        self.used = used


_in_use: dict[str, _Variant] = {}
"""By game: what `use_variant` put there."""


def numbers_of(game: str, card: str) -> dict[str, int]:
    """Every number of a card in use by its key path, those too that its file leaves at their defaults.

    A number inside an expression is none: the whole expression can be changed.
    """
    workshop = find_workshop(game)
    return _numbers(workshop.card_schema, _found(workshop, _base(workshop), card))


def read_change(text: str) -> tuple[str, int | str]:
    """`ID.path=VALUE` as a change; raises `InvalidInput`. What looks like a whole number is one."""
    place, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not place or not value:
        en = f"{text[:60]!r} is no change of a card: ID.path=VALUE, as in coal_runner.power=900."
        ja = f"{text[:60]!r} は読めません。ID.キー=値 の形で書いてください（例: coal_runner.power=900）。"
        raise invalid_input("change", en, ja)
    return place, int(value) if WHOLE.fullmatch(value) else value


def card_variant(game: str, change: str) -> CardDefinition:
    """The card that one change, `ID.path=VALUE`, makes; raises `InvalidInput`."""
    place, value = read_change(change)
    (card,) = changed_cards(game, {place: value}).values()
    return card


def changed_cards(game: str, changes: Changes) -> dict[str, CardDefinition]:
    """The cards that the changes make of those in use, by id; nothing is put in use.

    Changes of the same card are made together: a level and its cost can change at once. Raises `InvalidInput` with all
    problems.
    """
    workshop = find_workshop(game)
    return _changed(workshop, _base(workshop), changes)


def use_variant(game: str, changes: Changes) -> None:
    """Play with the changed cards from now on, in this process; raises `InvalidInput`, and then nothing has changed.

    Changes are always made to the cards as they were before the first variant: another one replaces it, and without
    changes those cards are back.
    """
    workshop = find_workshop(game)
    base = _base(workshop)
    standing = _in_use.get(game)
    in_force = standing.changes if standing is not None and standing.base is base else {}
    # What is there already stays: other cards, even equal ones, would have every deck made anew.
    if in_force == dict(changes):
        return
    used = {**base, **_changed(workshop, base, changes)}
    workshop.use(used)
    _in_use[game] = _Variant(dict(changes), base, used)


@contextmanager
def variant(game: str, changes: Changes) -> Iterator[None]:
    """`use_variant` for a while: whatever cards were in use before are in use again afterwards."""
    workshop = find_workshop(game)
    standing, before = _in_use.get(game), workshop.cards()
    use_variant(game, changes)
    try:
        yield
    finally:
        workshop.use(before)
        if standing is None:
            _in_use.pop(game, None)
        else:
            _in_use[game] = standing


def _base(workshop: Workshop) -> dict[str, CardDefinition]:
    """The cards in use, without the changes of a variant; cards that somebody else put in use since are such cards."""
    cards = workshop.cards()
    standing = _in_use.get(workshop.game)
    return standing.base if standing is not None and _same(cards, standing.used) else cards


def _same(one: dict[str, CardDefinition], two: dict[str, CardDefinition]) -> bool:
    return len(one) == len(two) and all(two.get(name) is card for name, card in one.items())


def _found(workshop: Workshop, cards: dict[str, CardDefinition], name: str) -> CardDefinition:
    if name in cards:
        return cards[name]
    en, ja = did_you_mean(name[:60], list(cards))
    said = f"{workshop.game} has no card {name[:60]}.{en}", f"{workshop.game} に {name[:60]} はありません。{ja}"
    raise invalid_input("card_unknown", *said)


def _changed(workshop: Workshop, base: dict[str, CardDefinition], changes: Changes) -> dict[str, CardDefinition]:
    problems: list[Problem] = []
    wanted: dict[str, list[tuple[str, int | str]]] = {}
    for place, value in changes.items():
        name, _, path = place.partition(".")
        wanted.setdefault(name, []).append((path, value))
    found: dict[str, CardDefinition] = {}
    for name, values in wanted.items():
        try:
            found[name] = _one(workshop, _found(workshop, base, name), values)
        except InvalidInput as failure:
            problems += failure.problems
    for name, card in found.items():
        collected = Problems()
        workshop.card_schema.check_links(collected, [name], card, {**base, **found})
        problems += collected.items
    if problems:
        raise InvalidInput(problems)
    return found


def _one(workshop: Workshop, card: CardDefinition, values: list[tuple[str, int | str]]) -> CardDefinition:
    """A card with some of its values changed, checked by the form."""
    schema = workshop.card_schema
    data = card_data(schema, card)
    leaves = _leaves(_full(schema, card))  # a text among them is an expression or a word of an ability
    problems = [_no_number(card, path, _numbers(schema, card)) for path, _ in values if path not in leaves]
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


def _no_number(card: CardDefinition, path: str, numbers: dict[str, int]) -> Problem:
    where: KeyPath = [card.id, path] if path else [card.id]
    if not numbers:
        said = "this card has no numbers.", "このカードに数値はありません。"
        return Problem(where, Message("number_unknown", *said))
    en, ja = did_you_mean(path[:60], list(numbers))
    listed = ", ".join(f"{name}={value}" for name, value in list(numbers.items())[:MOST_LISTED])
    more = ", ..." if len(numbers) > MOST_LISTED else ""
    return Problem(
        where,
        Message(
            "number_unknown",
            f"no number of this card; it has {listed}{more}.{en}",
            f"このカードにその数値はありません（{listed}{more}）。{ja}",
        ),
    )


# A card's values by key path


def _numbers(schema: CardSchema, card: CardDefinition) -> dict[str, int]:
    return {path: value for path, value in _leaves(_full(schema, card)).items() if isinstance(value, int)}


def _full(schema: CardSchema, card: CardDefinition) -> dict[str, Any]:
    """What can be changed of a card, defaults too: its own numbers, and everything in its abilities."""
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
        if isinstance(field.type, MappingType | IntegerType) and field.name not in NO_NUMBERS
    ]
    return {**_filled(card.parsed["values"], own), "abilities": abilities}


def _filled(values: dict[str, Any], fields: list[Field]) -> dict[str, Any]:
    """Values as they are written, defaults too; what is not there and has no default is left out."""
    found: dict[str, Any] = {}
    for field in fields:
        value = values[field.name]
        if value is not None:
            kind = field.type
            found[field.name] = _filled(value, kind.fields) if isinstance(kind, MappingType) else kind.write(value)
    return found


def _leaves(value: Any, path: str = "") -> dict[str, int | str]:
    """The numbers and texts inside a value by key path."""
    if isinstance(value, dict):
        parts = [_leaves(item, f"{path}.{key}" if path else str(key)) for key, item in value.items()]
    elif isinstance(value, list):
        parts = [_leaves(item, f"{path}[{index}]") for index, item in enumerate(value)]
    else:
        return {path: value} if isinstance(value, int | str) and not isinstance(value, bool) else {}
    return {key: leaf for part in parts for key, leaf in part.items()}


def _keys(path: str) -> list[str | int]:
    """`abilities[0].effect[1].amount` as a list of keys."""
    return [int(number) if number else word for word, number in KEY.findall(path)]
