"""What the values in card files of LinkaVel may be, as far as several words of the language share it."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from tefuda.cardlang.field_types import (
    BooleanType,
    EnumType,
    Field,
    FieldType,
    IntegerType,
    KeyPath,
    Problems,
    TextType,
)
from tefuda.cardlang.tree import NUMBER, Expr, NumberLiteral
from tefuda.cardlang.vocabulary import ExpressionType, FilterType, Vocabulary
from tefuda.core.source import read_file
from tefuda.core.text import Message
from tefuda.games.linkavel.rules.codes import ATTRIBUTES, DURATIONS, SIDES, TARGETS, TYPES
from tefuda.games.linkavel.rules.model import ANY_ATTRIBUTE, ANY_FACTION, NO_FACTION, Query
from tefuda.games.linkavel.rules.steps import Aim

FACTIONS_FILE: Final = Path(__file__).parents[1] / "factions.yaml"
MAX_VALUE: Final = 1_000_000
SUGGESTIONS: Final = {
    "graveyard": "trash",
    "grave": "trash",
    "cemetery": "trash",
    "library": "deck",
    "monster": "effect_monster",
    "magic": "normal_magic",
    "spell": "normal_magic",
    "continuous_magic": "permanent_magic",
    "static": "continuous",
    "passive": "continuous",
    "on_play": "play",
    "activate": "activated",
    "ignition": "activated",
    "summoned": "on_summon",
    "on_enter": "on_summon",
    "on_death": "on_destroy",
    "on_destroyed": "on_destroy",
    "on_discard": "on_trash",
    "on_sent_to_trash": "on_trash",
    "burn": "damage",
    "heal": "gain",
    "gain_lp": "gain",
    "buff": "power",
    "modify_power": "power",
    "special_summon": "summon",
    "tutor": "search",
    "salvage": "retrieve",
    "bounce": "return",
    "sacrifice": "send",
    "negate": "protect",
    "enemy": "opponent",
    "you": "own",
    "me": "own",
    "mine": "own",
    "any": "choose",
    "target": "choose",
    "forever": "permanent",
    "end_of_turn": "turn",
    "grassland": "grass",
    "earth": "grass",
    "wind": "grass",
    "wood": "grass",
    "own.life": "own.lp",
    "opponent.life": "opponent.lp",
    "own.field": "own.monsters",
    "opponent.field": "opponent.monsters",
    "self.base": "self.printed",
}
ID: Final = TextType(r"[a-z0-9_]+", "an id of a-z, 0-9 and _", "a-z 0-9 _ だけの id ", 40)
LEVEL: Final = IntegerType(1, 5)
POWER: Final = IntegerType(0, 9999)
COUNT: Final = IntegerType(1, 30)
MONSTER_TYPES: Final = ["normal_monster", "effect_monster"]
MAGIC_TYPES: Final = ["normal_magic", "permanent_magic"]
MONSTER_FACTS: Final = ["level", "min_level", "max_level", "min_power", "max_power", "weakened"]
TYPE_GROUPS: Final = {"monster": MONSTER_TYPES, "magic": MAGIC_TYPES, **{name: [name] for name in TYPES}}
"""What `type` of a filter may be, and the types that it means."""


@cache
def factions() -> dict[str, Message]:
    """The factions by id, with their names."""
    data = read_file(FACTIONS_FILE).data
    return {str(name): Message(str(name), str(said["en"]), str(said["ja"])) for name, said in data.items()}


def faction_word(none: bool) -> EnumType:
    return EnumType("faction", "勢力", [*factions(), "none"] if none else list(factions()))


def the_vocabulary() -> Vocabulary:
    """The whole vocabulary, which is made of what stands here."""
    from tefuda.games.linkavel.language.vocabulary import vocabulary

    return vocabulary()


FILTER: Final = FilterType(the_vocabulary)
EXPR: Final = ExpressionType(the_vocabulary)


class AmountType(FieldType):
    """A whole number, or an expression that gives one."""

    def __init__(self, low: int, high: int) -> None:
        super().__init__(
            f"a whole number from {low} to {high}, or an expression in quotes",
            f"{low} から {high} までの整数、または引用符で囲んだ式",
        )
        self.whole = IntegerType(low, high)
        self.formula = ExpressionType(the_vocabulary, NUMBER)

    def read(self, problems: Problems, path: KeyPath, value: Any) -> Expr | None:
        if isinstance(value, str):
            return self.formula.read(problems, path, value)
        before = len(problems.items)
        number = self.whole.read(Problems(), path, value)
        if number is None:
            self.reject(problems, path, value)
        return NumberLiteral(number) if number is not None and len(problems.items) == before else None

    def write(self, value: Any) -> Any:
        if isinstance(value, NumberLiteral) and self.whole.low <= value.number <= self.whole.high:
            return int(value.number)
        return self.formula.write(value)

    def json_schema(self) -> dict[str, Any]:
        return {"anyOf": [self.whole.json_schema(), self.formula.json_schema()]}


def a(name: str, kind: FieldType, en: str, ja: str, default: Any = None, required: bool = False) -> Field:
    return Field(name, kind, en, ja, default=default, required=required)


def word_field(name: str, what_ja: str, choices: list[str], en: str, ja: str, default: str | None) -> Field:
    return a(name, EnumType(name, what_ja, choices, SUGGESTIONS), en, ja, default)


def side_field(default: str = "own") -> Field:
    return word_field("side", "プレイヤー", SIDES, "Whose.", "どちらの。", default)


def count_field(en: str = "How many.", ja: str = "枚数。") -> Field:
    return a("count", COUNT, en, ja, 1)


def filter_field() -> Field:
    return a("filter", FILTER, "Only cards that fit.", "当てはまるカードだけ。")


def up_to_field() -> Field:
    return a(
        "up_to", BooleanType(), "Whether fewer may be chosen, also none.", "「まで」。少なくても、0枚でもよい。", False
    )


def duration_field() -> Field:
    return word_field("duration", "期間", DURATIONS, "How long.", "いつまで。", None)


def aim_fields(side: str, zones: bool) -> list[Field]:
    """Which cards on the field a step is about."""
    fields = [
        word_field("target", "対象", TARGETS, "What it is done to.", "対象。", "choose"),
        side_field(side),
        a("count", IntegerType(1, 6), "How many are chosen.", "選ぶ数。", 1),
        up_to_field(),
        filter_field(),
    ]
    if zones:
        choices = ["monster", "magic", "any"]
        fields.insert(2, word_field("zone", "ゾーン", choices, "Monsters, magics or both.", "どのゾーン。", "monster"))
    return fields


ZONE_CODES: Final = {"monster": 3, "magic": 4, "any": 5}


def aim(arguments: dict[str, Any]) -> Aim:
    """The aim that a step's arguments mean."""
    return Aim(
        TARGETS.index(arguments["target"]),
        SIDES.index(arguments["side"]),
        ZONE_CODES[arguments.get("zone") or "monster"],
        arguments["count"],
        arguments["up_to"],
        plain(arguments["filter"]),
    )


def plain(selected: Any) -> Query | None:
    found: Query | None = None if selected is None else selected.filter
    return found


def select(values: dict[str, Any]) -> Query:
    """The query that the values of a filter mean."""
    types = TYPE_GROUPS.get(values.get("type") or "", list(TYPES))
    # Levels and powers are for monsters: a magic has neither.
    if any(values.get(key) is not None for key in MONSTER_FACTS):
        types = [name for name in types if name in MONSTER_TYPES]
    exact = values.get("level")
    levels = [value for value in (exact, values.get("min_level")) if value is not None]
    highest = [value for value in (exact, values.get("max_level")) if value is not None]
    faction = values.get("faction")
    attribute = values.get("attribute")
    return Query(
        sum(1 << TYPES.index(name) for name in types),
        max(levels, default=0),
        min(highest, default=9),
        ANY_ATTRIBUTE if attribute is None else ATTRIBUTES.index(attribute),
        ANY_FACTION if faction is None else NO_FACTION if faction == "none" else list(factions()).index(faction),
        values.get("name") or "",
        values.get("min_power") or 0,
        MAX_VALUE if values.get("max_power") is None else values["max_power"],
        bool(values.get("weakened")),
        bool(values.get("other")),
    )
