"""Field types of LinkaVel that several words of the language share."""

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
)
from tefuda.cardlang.tree import NUMBER, Expr, NumberLiteral
from tefuda.cardlang.vocabulary import ExpressionType, FilterType, Vocabulary
from tefuda.core.source import read_file
from tefuda.core.text import Message
from tefuda.games.linkavel.rules.codes import ATTRIBUTES, DURATIONS, SIDES, TARGETS, TYPES
from tefuda.games.linkavel.rules.model import ANY_ATTRIBUTE, ANY_FACTION, NO_FACTION, CardFilter
from tefuda.games.linkavel.rules.steps import TargetSpec

FACTIONS_FILE: Final = Path(__file__).parents[1] / "factions.yaml"
NO_POWER_LIMIT: Final = 1_000_000
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
LEVEL_TYPE: Final = IntegerType(1, 5)
POWER_TYPE: Final = IntegerType(0, 9999)
COUNT_TYPE: Final = IntegerType(1, 30)
MONSTER_TYPES: Final = ["normal_monster", "effect_monster"]
MAGIC_TYPES: Final = ["normal_magic", "permanent_magic"]
MONSTER_KEYS: Final = ["level", "min_level", "max_level", "min_power", "max_power", "weakened"]
TYPE_GROUPS: Final = {"monster": MONSTER_TYPES, "magic": MAGIC_TYPES, **{name: [name] for name in TYPES}}
"""Values of `type` in a filter, with the card types they match."""


@cache
def factions() -> dict[str, Message]:
    """Return the names of the factions by id."""
    data = read_file(FACTIONS_FILE).data
    return {str(name): Message(str(name), str(names["en"]), str(names["ja"])) for name, names in data.items()}


def faction_word(none: bool) -> EnumType:
    return EnumType("faction", "勢力", [*factions(), "none"] if none else list(factions()))


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


def word_field(name: str, what_ja: str, choices: list[str], en: str, ja: str, default: str | None) -> Field:
    return Field(name, EnumType(name, what_ja, choices, SUGGESTIONS), en, ja, default)


def side_field(default: str = "own") -> Field:
    return word_field("side", "プレイヤー", SIDES, "Player.", "どちらのプレイヤーか。", default)


def count_field(en: str = "Number of cards.", ja: str = "枚数。") -> Field:
    return Field("count", COUNT_TYPE, en, ja, 1)


def filter_field() -> Field:
    return Field("filter", FILTER_TYPE, "Only matching cards.", "当てはまるカードだけ。")


def up_to_field() -> Field:
    return Field(
        "up_to",
        BooleanType(),
        "Whether fewer cards, or none, may be chosen.",
        "「まで」。少なくても、0枚でもよい。",
        False,
    )


def duration_field() -> Field:
    return word_field("duration", "期間", DURATIONS, "Duration.", "いつまで。", None)


def target_fields(side: str, zones: bool) -> list[Field]:
    """Return the fields that select cards on the field."""
    fields = [
        word_field("target", "対象", TARGETS, "The target.", "対象。", "choose"),
        side_field(side),
        Field("count", IntegerType(1, 6), "Number of cards to choose.", "選ぶ数。", 1),
        up_to_field(),
        filter_field(),
    ]
    if zones:
        choices = ["monster", "magic", "any"]
        fields.insert(
            2, word_field("zone", "ゾーン", choices, "Monsters, magics or both.", "対象のゾーン。", "monster")
        )
    return fields


ZONE_CODES: Final = {"monster": 3, "magic": 4, "any": 5}


def target_spec(arguments: dict[str, Any]) -> TargetSpec:
    """Return the target of a step."""
    return TargetSpec(
        TARGETS.index(arguments["target"]),
        SIDES.index(arguments["side"]),
        ZONE_CODES[arguments.get("zone") or "monster"],
        arguments["count"],
        arguments["up_to"],
        filter_of(arguments["filter"]),
    )


def filter_of(selected: Any) -> CardFilter | None:
    found: CardFilter | None = None if selected is None else selected.filter
    return found


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
        ANY_FACTION if faction is None else NO_FACTION if faction == "none" else list(factions()).index(faction),
        values.get("name") or "",
        values.get("min_power") or 0,
        NO_POWER_LIMIT if values.get("max_power") is None else values["max_power"],
        bool(values.get("weakened")),
        bool(values.get("other")),
    )
