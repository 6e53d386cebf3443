"""The card schema of LinkaVel: fields, checks, and the card factory."""

from functools import cache
from typing import Any, Final

from tefuda.cardlang import card_schema as cardlang
from tefuda.cardlang import expression
from tefuda.cardlang.card_schema import CardSchema
from tefuda.cardlang.field_types import (
    CARD_ID_TYPE,
    BilingualType,
    BooleanType,
    EnumType,
    Field,
    IntegerType,
    KeyPath,
    MappingType,
    Problems,
)
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.vocabulary import OpContext
from tefuda.games.linkavel.language.ability_text import describe_ability
from tefuda.games.linkavel.language.values import (
    CONDITION_TYPE,
    FILTER_TYPE,
    LEVEL_TYPE,
    MONSTER_TYPES,
    POWER_TYPE,
    SUGGESTIONS,
    faction_word,
    factions,
    filter_of,
    word_field,
)
from tefuda.games.linkavel.language.vocabulary import vocabulary
from tefuda.games.linkavel.rules.codes import (
    ATTRIBUTES,
    DESTROY_CAUSES,
    LIMITS,
    MAX_ABILITIES,
    MAX_ACTIVATED,
    ORIGINS,
    PHASES,
    SIDES,
    SUMMON_KINDS,
    TIMINGS,
    TRASH_CAUSES,
    TRIGGERS,
    TYPES,
)
from tefuda.games.linkavel.rules.model import NO_FACTION, Ability, Card

CONTINUOUS_OPS: Final = ["power", "protect", "reduce_damage", "extra_attack", "win", "lose"]
SELF_OR_OTHER_TRIGGERS: Final = ["on_summon", "on_trash", "on_destroy", "on_attack", "on_attacked"]
"""Triggers about a card: this one or another."""
KEY_TRIGGERS: Final = {
    "who": [*SELF_OR_OTHER_TRIGGERS, "on_draw"],
    "side": [*SELF_OR_OTHER_TRIGGERS, "on_magic", "on_lp_gain", "on_draw", "on_refresh"],
    "filter": [*SELF_OR_OTHER_TRIGGERS, "on_magic"],
    "by": ["on_summon", "on_destroy"],
    "from": ["on_trash"],
    "cause": ["on_trash"],
    "phase": ["on_phase"],
    "at": ["on_phase"],
    "turn": ["on_phase"],
    "timing": ["activated"],
}
"""Keys of an ability that only some triggers have."""


def fields() -> list[Field]:
    """Return the fields of a card without `abilities`."""
    cost = MappingType(
        "a mapping of count and level",
        "count と level ",
        [
            Field("count", IntegerType(1, 3), "Number of monsters.", "体数。", required=True),
            Field("level", LEVEL_TYPE, "Minimum level.", "このレベル以上。", required=True),
        ],
    )
    return [
        Field("id", CARD_ID_TYPE, "Unique id.", "ファイルで使う名前。重複不可。", required=True),
        Field("name", BilingualType(60), "Card name.", "カード名。", required=True),
        Field("type", EnumType("type", "カード種別", TYPES, SUGGESTIONS), "Card type.", "カード種別。", required=True),
        Field("faction", faction_word(none=False), "Faction.", "勢力。"),
        Field("attribute", EnumType("attribute", "属性", ATTRIBUTES, SUGGESTIONS), "Monsters only.", "モンスター用。"),
        Field("level", LEVEL_TYPE, "Monsters only.", "モンスターだけ（必須）。"),
        Field("cost", cost, "Summoning cost of monsters of level 2 to 5.", "レベル2～5のモンスターの召喚条件。"),
        Field("power", POWER_TYPE, "Monsters only.", "モンスターだけ（必須）。"),
        Field("text", BilingualType(), "Card text (default: generated).", "テキスト。省略すると自動生成。"),
        Field("flavor", BilingualType(), "Flavor text.", "フレーバーテキスト。"),
        Field("version", IntegerType(1, 1), "Version of this format.", "書式の版。", default=1),
    ]  # fmt: skip


def ability_fields() -> list[Field]:
    """Return the fields of an ability without `when` and `effect`."""
    by = [*SUMMON_KINDS, *[name for name in DESTROY_CAUSES if name not in SUMMON_KINDS]]
    return [
        word_field("timing", "タイミング", TIMINGS, "When it can be used.", "使えるタイミング。", None),
        word_field("who", "対象", ["self", "other"], "This card or others.", "このカードか、ほかのカードか。", None),
        word_field("side", "プレイヤー", SIDES, "Player.", "どちらのプレイヤーか。", None),
        word_field("by", "方法", by, "Summon kind, or cause of destruction.", "召喚の方法、破壊の原因。", None),
        word_field("from", "場所", ORIGINS, "Source zone.", "どこから送られたか。", None),
        word_field("cause", "原因", TRASH_CAUSES, "Cause.", "原因。", None),
        word_field("phase", "フェイズ", PHASES, "Phase.", "どのフェイズか。", None),
        word_field("at", "時点", ["start", "end"], "At its start or end.", "開始時か終了時か。", None),
        word_field("turn", "ターン", ["own", "opponent", "any"], "Turn player.", "どちらのターンか。", None),
        Field("filter", FILTER_TYPE, "Only matching cards.", "当てはまるカードだけ。"),
        Field("optional", BooleanType(), "Whether its owner may decline it.", "「できる」効果か。", False),
        word_field("limit", "回数", LIMITS, "Usage limit.", "回数制限。", None),
        Field("condition", CONDITION_TYPE, "Condition.", "条件。"),
        ]  # fmt: skip


def check_card(problems: Problems, path: KeyPath, values: dict[str, Any]) -> None:
    """Check that the keys fit the type of the card."""
    given, kind = values["given"], values["type"]
    if kind is None:
        return
    is_monster = kind in MONSTER_TYPES
    for key in ("attribute", "level", "power"):
        if is_monster and key not in given:
            problems.add(path, "key_missing", f"a monster needs {key!r}.", f"モンスターには {key!r} が必要です。")
        elif not is_monster and key in given:
            problems.add([*path, key], "magic", f"a magic has no {key}.", f"魔術に {key} はありません。")
    check_cost(problems, path, values, is_monster)
    listed = given.get("abilities")
    abilities = listed if isinstance(listed, list) else []
    if kind == "normal_monster" and abilities:
        en, ja = (
            "a normal monster has no abilities; use effect_monster.",
            "通常モンスターは効果を持ちません（effect_monster）。",
        )
        problems.add([*path, "abilities"], "normal", en, ja)
    if kind != "normal_monster" and not given.get("abilities"):
        problems.add(path, "abilities", "abilities are required.", "abilities（効果）が必要です。")
    whens = [item.get("when") for item in abilities if isinstance(item, dict)]
    if kind == "normal_magic" and abilities and "play" not in whens:
        problems.add(
            [*path, "abilities"], "play", "a normal magic needs a play ability.", "通常魔術には play が必要です。"
        )
    if whens.count("activated") > MAX_ACTIVATED:
        en, ja = f"has more than {MAX_ACTIVATED} activated abilities.", f"activated は {MAX_ACTIVATED} 個までです。"
        problems.add([*path, "abilities"], "length", en, ja)


def check_cost(problems: Problems, path: KeyPath, values: dict[str, Any], is_monster: bool) -> None:
    given, level, cost = values["given"], values["level"], values["cost"]
    if "cost" in given and not is_monster:
        problems.add([*path, "cost"], "magic", "a magic has no cost.", "魔術に cost はありません。")
    elif "cost" in given and level == 1:
        problems.add([*path, "cost"], "cost", "a monster of level 1 has no cost.", "レベル 1 に cost はありません。")
    elif is_monster and level is not None and level > 1 and "cost" not in given:
        en = f"a monster of level {level} needs a cost, as in cost: {{ count: 1, level: {level - 1} }}."
        ja = f"レベル {level} には cost: {{ count: 1, level: {level - 1} }} のような召喚条件が必要です。"
        problems.add([*path, "level"], "cost", en, ja)
    if cost is not None and level is not None and cost["level"] is not None and cost["level"] > level > 1:
        en, ja = (
            "the level of the cost is higher than the monster's.",
            "召喚条件のレベルがモンスターより高くなっています。",
        )
        problems.add([*path, "cost", "level"], "cost", en, ja)


def check_ability(problems: Problems, path: KeyPath, values: dict[str, Any], context: OpContext) -> None:
    """Check that the keys fit the trigger."""
    when, kind = context.when, context.card.get("type")
    own = context.card["abilities"][path[-1]]
    for key, whens in KEY_TRIGGERS.items():
        if key in own and when not in whens:
            listed = ", ".join(whens)
            en, ja = f"{key} is only for {listed}.", f"{key} は {listed} だけのキーです。"
            problems.add([*path, key], "key", en, ja)
    by = values["by"]
    if by is not None and when in ("on_summon", "on_destroy"):
        fitting = SUMMON_KINDS if when == "on_summon" else DESTROY_CAUSES
        if by not in fitting:
            listed = ", ".join(fitting)
            problems.add([*path, "by"], "by", f"{when} takes one of {listed}.", f"{when} では {listed} のどれかです。")
    known = {*KEY_TRIGGERS, "when", "optional", "limit", "condition", "effect"}
    if when == "on_phase" and "phase" not in own and set(own) <= known:
        problems.add(path, "key_missing", "'phase' is missing.", "'phase' がありません。")
    is_self = values["who"] != "other"
    if values["filter"] is not None and is_self and when in SELF_OR_OTHER_TRIGGERS:
        problems.add([*path, "filter"], "who", "filter needs who: other.", "filter は who: other のときに書きます。")
    if values["side"] is not None and is_self and when in [*SELF_OR_OTHER_TRIGGERS, "on_draw"]:
        problems.add([*path, "side"], "who", "side needs who: other.", "side は who: other のときに書きます。")
    if when == "on_draw" and is_self and values["optional"]:
        en, ja = (
            "the effect of the drawn card itself cannot be optional.",
            "引いたカード自身の効果は「できる」にできません。",
        )
        problems.add([*path, "optional"], "optional", en, ja)
    if values["optional"] and when in ("play", "activated", "continuous"):
        problems.add(
            [*path, "optional"], "optional", f"{when} cannot be optional.", f"{when} に optional は書けません。"
        )
    if values["timing"] not in (None, "open") and kind not in MONSTER_TYPES:
        problems.add([*path, "timing"], "magic", "a magic has no battle timing.", "魔術は戦闘しません。")
    if values["limit"] == "turn" and when == "play":
        en, ja = "play has no limit: turn; remove it.", "play に limit: turn は書けません。"
        problems.add([*path, "limit"], "play", en, ja)
    check_trigger_type(problems, path, when, kind, is_self)
    check_continuous(problems, path, when, own, values)


def check_trigger_type(problems: Problems, path: KeyPath, when: str, kind: Any, is_self: bool) -> None:
    """Check that a card of this type can have such an ability."""
    where = [*path, "when"]
    if when == "play" and kind in MONSTER_TYPES:
        problems.add(where, "monster", "play is only for magics; use on_summon.", "play は魔術だけです（on_summon）。")
    needs_field = when not in ("play", "on_trash", "on_draw") or (when != "play" and not is_self)
    if kind == "normal_magic" and needs_field:
        en = "a normal magic allows only play, and on_trash and on_draw about itself."
        problems.add(where, "magic", en, "通常魔術で使えるのは play と、自身の on_trash・on_draw だけです。")
    fights = when in ("on_attack", "on_attacked", "after_battle", "on_summon") and is_self
    if kind == "permanent_magic" and fights:
        problems.add(where, "magic", "a magic is never summoned and never battles.", "魔術は召喚も戦闘もしません。")


def check_continuous(problems: Problems, path: KeyPath, when: str, own: dict[str, Any], values: dict[str, Any]) -> None:
    if when != "continuous":
        return
    known = [op.name for op in vocabulary().ops]
    effects = own.get("effect")
    names = [step.get("op") for step in effects if isinstance(step, dict)] if isinstance(effects, list) else []
    for index, name in enumerate(names):
        if name in known and name not in CONTINUOUS_OPS:
            listed = ", ".join(CONTINUOUS_OPS)
            en, ja = f"a continuous ability allows only {listed}.", f"永続効果で使えるのは {listed} だけです。"
            problems.add([*path, "effect", index, "op"], "continuous", en, ja)
    if values["limit"] not in (None, "none") and names != ["protect"]:
        en, ja = (
            "only an ability with protect alone can have a limit.",
            "永続効果の limit は protect だけのときに書けます。",
        )
        problems.add([*path, "limit"], "continuous", en, ja)


def check_links(problems: Problems, path: KeyPath, card: CardDefinition, cards: dict[str, CardDefinition]) -> None:
    """Check that names are unique: the copy limit counts names (LV-2.1)."""
    for other in cards.values():
        if other.id != card.id and (other.en == card.en or other.ja == card.ja):
            en, ja = f"{other.id} has the same name.", f"{other.id} と名前が同じです。"
            problems.add([*path, "name"], "name", en, ja)
            return


def code_of(names: list[str], name: str | None) -> int:
    return 0 if name is None else names.index(name)


def make_ability(number: int, ability: cardlang.ParsedAbility) -> Ability:
    values = ability.values
    when = values["when"]
    limit = values["limit"] or ("turn" if when == "activated" else "none")
    side = code_of(SIDES, values["side"])
    if when == "on_phase":
        side = ["own", "opponent", "any"].index(values["turn"] or "own")
    return Ability(
        number,
        TRIGGERS.index(when),
        [step.op.make(step.arguments) for step in ability.steps],
        values["condition"],
        values["optional"],
        LIMITS.index(limit),
        values["who"] == "other" or when == "on_magic",
        side,
        code_of(SUMMON_KINDS if when == "on_summon" else DESTROY_CAUSES, values["by"]),
        code_of(ORIGINS, values["from"]),
        code_of(TRASH_CAUSES, values["cause"]),
        code_of(PHASES, values["phase"]),
        values["at"] == "end",
        code_of(TIMINGS, values["timing"]),
        filter_of(values["filter"]),
        is_same_on_copies(ability),
        "that" in targets_of(ability),
    )


def targets_of(ability: cardlang.ParsedAbility) -> list[str]:
    return [step.arguments.get("target") or "" for step in ability.steps]


def is_same_on_copies(ability: cardlang.ParsedAbility) -> bool:
    """Whether an ability does the same on every copy of its card."""
    values = ability.values
    if values["optional"]:
        return False
    if {"self", "that", "foe"} & set(targets_of(ability)):
        return False
    filters = [step.arguments.get("filter") for step in ability.steps]
    if any(found is not None and found.values.get("other") for found in filters):
        return False
    formulas = [step.arguments.get(key) for step in ability.steps for key in ("amount", "expr")]
    formulas.append(values["condition"])
    return not any("self." in expression.write(formula) for formula in formulas if formula is not None)


def make_card(values: dict[str, Any], abilities: list[cardlang.ParsedAbility]) -> Card:
    """Build the card for the rules."""
    for ability in abilities:
        ability.values["card_type"] = values["type"]
    cost = values["cost"] or {"count": 0, "level": 0}
    attribute, faction = values["attribute"], values["faction"]
    return Card(
        values["id"],
        values["name"].en,
        values["name"].ja,
        values["type"],
        [word for word in (attribute, faction) if word],
        TYPES.index(values["type"]),
        values["level"] or 0,
        -1 if attribute is None else ATTRIBUTES.index(attribute),
        NO_FACTION if faction is None else list(factions()).index(faction),
        cost["count"],
        cost["level"],
        values["power"] or 0,
        [make_ability(number, ability) for number, ability in enumerate(abilities)],
        {"values": values, "abilities": abilities},
    )


@cache
def card_schema() -> CardSchema:
    """Return the card schema of the game."""
    made = CardSchema(
        vocabulary(), fields(), ability_fields(), make_card, check_card, check_ability, check_links, MAX_ABILITIES
    )
    made.describe = describe_ability
    return made
