"""Field types of LinkaVel that several words of the language share."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from typing_extensions import override

from tefuda.cardlang.card_id import ID_TYPE, normalize_id
from tefuda.cardlang.field_types import BilingualType, EnumType, FieldType, IntegerType, KeyPath, Problems
from tefuda.cardlang.mappings import Field
from tefuda.cardlang.tree import NUMBER, Expr, NumberLiteral
from tefuda.cardlang.vocabulary import ExpressionType, FilterType, Vocabulary, suggestions
from tefuda.core.source import read_file
from tefuda.core.text import Message
from tefuda.games.linkavel.rules.codes import ATTRIBUTES, TYPES
from tefuda.games.linkavel.rules.model import (
    ANY_ATTRIBUTE,
    ANY_FACTION,
    NO_FACTION,
    NO_POWER_LIMIT,
    CardFilter,
)

FACTIONS_FILE: Final = Path(__file__).parents[1] / "factions.yaml"
NO_FACTION_WORD: Final = "none"
FACTION_NAME_TYPE: Final = BilingualType(60)
SUGGESTIONS: Final = suggestions(
    {
        "trash": "graveyard grave cemetery",
        "deck": "library",
        "effect_monster": "monster",
        "normal_magic": "magic spell",
        "permanent_magic": "continuous_magic",
        "continuous": "static passive",
        "play": "on_play",
        "activated": "activate ignition",
        "on_summon": "summoned on_enter",
        "on_destroy": "on_death on_destroyed",
        "on_trash": "on_discard on_sent_to_trash",
        "damage": "burn",
        "gain": "heal gain_lp",
        "power": "buff modify_power",
        "summon": "special_summon",
        "search": "tutor",
        "retrieve": "salvage",
        "return": "bounce",
        "send": "sacrifice",
        "protect": "negate",
        "opponent": "enemy",
        "own": "you me mine",
        "choose": "any target",
        "permanent": "forever",
        "turn": "end_of_turn",
        "grass": "grassland earth wind wood",
        "own.lp": "own.life",
        "opponent.lp": "opponent.life",
        "own.monsters": "own.field",
        "opponent.monsters": "opponent.field",
        "self.printed": "self.base",
    }
)
LEVEL_TYPE: Final = IntegerType(1, 5)
POWER_TYPE: Final = IntegerType(0, 9999)
MONSTER_TYPES: Final = ["normal_monster", "effect_monster"]
MAGIC_TYPES: Final = ["normal_magic", "permanent_magic"]
MONSTER_KEYS: Final = ["level", "min_level", "max_level", "min_power", "max_power", "weakened"]
TYPE_GROUPS: Final = {"monster": MONSTER_TYPES, "magic": MAGIC_TYPES, **{name: [name] for name in TYPES}}
"""Values of `type` in a filter, with the card types they match."""


@cache
def included_factions() -> dict[str, Message]:
    """Return the names of the included factions by id."""
    data = read_file(FACTIONS_FILE).data
    return {str(name): Message(str(name), str(names["en"]), str(names["ja"])) for name, names in data.items()}


CUSTOM_FACTIONS: Final[dict[str, Message]] = {}
"""Names of the factions that authors have defined. None is removed, because the place of a faction is its code."""


def factions() -> dict[str, Message]:
    """Return the names of all factions by id."""
    return {**included_factions(), **CUSTOM_FACTIONS}


def faction_code(name: str) -> int:
    return list(factions()).index(name)


def read_factions(problems: Problems, data: Any) -> None:
    """Add the factions of a file: names by id."""
    if not isinstance(data, dict):
        en, ja = "a mapping of ids to names is expected.", "勢力の id: 名前 で書いてください。"
        problems.add([], "not_a_mapping", en, ja)
        return
    for key, names in data.items():
        before = len(problems.items)
        name = ID_TYPE.read(problems, [key], key)
        if name in included_factions() or name == NO_FACTION_WORD:
            problems.add([key], "id_twice", f"{name} is an included faction.", f"{name} は収録済みの勢力です。")
        message = FACTION_NAME_TYPE.read(problems, [key], names)
        if name is not None and message is not None and len(problems.items) == before:
            CUSTOM_FACTIONS[name] = Message(name, message.en, message.ja)


class FactionType(EnumType):
    """A faction: an included one, or one that the author has defined."""

    def __init__(self, none: bool) -> None:
        super().__init__("faction", "勢力", list(included_factions()))
        self.more = [NO_FACTION_WORD] if none else []

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> str | None:
        self.choices = [*factions(), *self.more]
        return super().read(problems, path, normalize_id(value) if isinstance(value, str) else value)

    @override
    def json_schema(self) -> dict[str, Any]:
        return {"enum": [*factions(), *self.more]}


def load_vocabulary() -> Vocabulary:
    """Return the vocabulary. It is imported here, because it uses this module."""
    from tefuda.games.linkavel.language.vocabulary import vocabulary

    return vocabulary()


FILTER_TYPE: Final = FilterType(load_vocabulary)
CONDITION_TYPE: Final = ExpressionType(load_vocabulary)


class AmountType(FieldType):
    """A whole number, or an expression with a number as its value."""

    def __init__(self, low: int, high: int) -> None:
        super().__init__(
            f"a whole number from {low} to {high}, or an expression in quotes",
            f"{low} から {high} までの整数、または引用符で囲んだ式",
        )
        self.whole = IntegerType(low, high)
        self.formula = ExpressionType(load_vocabulary, NUMBER)

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> Expr | None:
        if isinstance(value, str):
            return self.formula.read(problems, path, value)
        before = len(problems.items)
        number = self.whole.read(Problems(), path, value)
        if number is None:
            self.reject(problems, path, value)
        return NumberLiteral(number) if number is not None and len(problems.items) == before else None

    @override
    def write(self, value: Any) -> Any:
        if isinstance(value, NumberLiteral) and self.whole.low <= value.number <= self.whole.high:
            return int(value.number)
        return self.formula.write(value)

    @override
    def json_schema(self) -> dict[str, Any]:
        return {"anyOf": [self.whole.json_schema(), self.formula.json_schema()]}


def word_field(name: str, what_ja: str, choices: list[str], en: str, ja: str, default: str | None) -> Field:
    return Field(name, EnumType(name, what_ja, choices, SUGGESTIONS), en, ja, default)


def make_filter(values: dict[str, Any]) -> CardFilter:
    """Return the card filter for the values of a filter."""
    types = TYPE_GROUPS.get(values.get("type") or "", list(TYPES))
    # A magic has neither level nor power.
    if any(values.get(key) is not None for key in MONSTER_KEYS):
        types = [name for name in types if name in MONSTER_TYPES]
    exact = values.get("level")
    levels = [value for value in (exact, values.get("min_level")) if value is not None]
    highest = [value for value in (exact, values.get("max_level")) if value is not None]
    faction = values.get("faction")
    attribute = values.get("attribute")
    return CardFilter(
        sum(1 << TYPES.index(name) for name in types),
        max(levels, default=0),
        min(highest, default=9),
        ANY_ATTRIBUTE if attribute is None else ATTRIBUTES.index(attribute),
        ANY_FACTION if faction is None else NO_FACTION if faction == NO_FACTION_WORD else faction_code(faction),
        values.get("name") or "",
        values.get("min_power") or 0,
        NO_POWER_LIMIT if values.get("max_power") is None else values["max_power"],
        bool(values.get("weakened")),
        bool(values.get("other")),
    )
