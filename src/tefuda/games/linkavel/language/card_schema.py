"""The card schema of LinkaVel: fields, checks, and the card factory."""

from functools import cache
from typing import Any, Final

from tefuda.cardlang import card_schema as cardlang
from tefuda.cardlang import expression
from tefuda.cardlang.card_schema import CardSchema, Definitions, identity_fields, text_fields
from tefuda.cardlang.field_types import BooleanType, EnumType, KeyPath, Problems
from tefuda.cardlang.mappings import Field
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.vocabulary import OpContext, code_of, filter_of
from tefuda.games.linkavel.language.ability_text import describe_ability
from tefuda.games.linkavel.language.costs import check_cost, cost_type, make_cost
from tefuda.games.linkavel.language.triggers import Trigger, find_trigger, triggers_with
from tefuda.games.linkavel.language.values import (
    CONDITION_TYPE,
    FILTER_TYPE,
    LEVEL_TYPE,
    MONSTER_TYPES,
    POWER_TYPE,
    SUGGESTIONS,
    FactionType,
    faction_code,
    read_factions,
    word_field,
)
from tefuda.games.linkavel.language.vocabulary import vocabulary
from tefuda.games.linkavel.rules import codes
from tefuda.games.linkavel.rules.model import NO_FACTION, Ability, Card

TRIGGER_KEYS: Final = ["who", "side", "filter", "by", "from", "cause", "phase", "at", "turn", "timing"]
"""Keys of an ability that only some triggers have."""


def fields() -> list[Field]:
    """Return the fields of a card without `abilities`."""
    attribute = EnumType("attribute", "属性", codes.ATTRIBUTES, SUGGESTIONS)
    return [
        *identity_fields(codes.TYPES, SUGGESTIONS),
        Field("faction", FactionType(none=False), "Included, or from factions.yaml.", "収録か factions.yaml の勢力。"),
        Field("attribute", attribute, "Attribute. Required for monsters.", "属性。モンスターでは必須。"),
        Field("level", LEVEL_TYPE, "Monsters only.", "モンスターだけ（必須）。"),
        Field("cost", cost_type(), "Summoning cost of monsters of level 2 to 5.", "レベル2～5のモンスターの召喚条件。"),
        Field("power", POWER_TYPE, "Monsters only.", "モンスターだけ（必須）。"),
        *text_fields(),
    ]  # fmt: skip


def ability_fields() -> list[Field]:
    """Return the fields of an ability without `when` and `effect`."""
    by = [*codes.SUMMON_KINDS, *[name for name in codes.DESTROY_CAUSES if name not in codes.SUMMON_KINDS]]
    return [
        word_field("timing", "タイミング", codes.TIMINGS, "When it can be used.", "使えるタイミング。", None),
        word_field("who", "対象", ["self", "other"], "This card or others.", "このカードか、ほかのカードか。", None),
        word_field("side", "プレイヤー", codes.SIDES, "Player.", "どちらのプレイヤーか。", None),
        word_field("by", "方法", by, "Summon kind, or cause of destruction.", "召喚の方法、破壊の原因。", None),
        word_field("from", "場所", codes.ORIGINS, "Source zone.", "どこから送られたか。", None),
        word_field("cause", "原因", codes.TRASH_CAUSES, "Cause.", "原因。", None),
        word_field("phase", "フェイズ", codes.PHASES, "Phase.", "どのフェイズか。", None),
        word_field("at", "時点", ["start", "end"], "At its start or end.", "開始時か終了時か。", None),
        word_field("turn", "ターン", ["own", "opponent", "any"], "Turn player.", "どちらのターンか。", None),
        Field("filter", FILTER_TYPE, "Only matching cards.", "当てはまるカードだけ。"),
        Field("optional", BooleanType(), "Whether its owner may decline it.", "「できる」効果か。", False),
        word_field("limit", "回数", codes.LIMITS, "Usage limit.", "回数制限。", None),
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
            problems.add_missing(path, key, f"a monster needs {key!r}.", f"モンスターには {key!r} が必要です。")
        elif not is_monster and key in given and key != "attribute":
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
        problems.add_missing(path, "abilities", "abilities are required.", "abilities（効果）が必要です。")
    whens = [item.get("when") for item in abilities if isinstance(item, dict)]
    if kind == "normal_magic" and abilities and "play" not in whens:
        en, ja = "a normal magic needs a play ability.", "通常魔術には play が必要です。"
        problems.add([*path, "abilities"], "play", en, ja)


def check_ability(problems: Problems, path: KeyPath, values: dict[str, Any], context: OpContext) -> None:
    """Check that the keys fit the trigger."""
    when, kind = context.when, context.card.get("type")
    own, trigger = context.ability, find_trigger(when)
    for key in TRIGGER_KEYS:
        if key in own and key not in trigger.keys:
            listed = ", ".join(triggers_with(key))
            en, ja = f"{key} is only for {listed}.", f"{key} は {listed} だけのキーです。"
            problems.add([*path, key], "key", en, ja)
    by = values["by"]
    if by is not None and when in ("on_summon", "on_destroy"):
        fitting = codes.SUMMON_KINDS if when == "on_summon" else codes.DESTROY_CAUSES
        if by not in fitting:
            listed = ", ".join(fitting)
            problems.add([*path, "by"], "by", f"{when} takes one of {listed}.", f"{when} では {listed} のどれかです。")
    if when == "on_phase" and "phase" not in own:
        problems.add_missing(path, "phase")
    is_self = values["who"] != "other"
    if values["filter"] is not None and is_self and trigger.is_about_a_card:
        problems.add([*path, "filter"], "who", "filter needs who: other.", "filter は who: other のときに書きます。")
    if values["side"] is not None and is_self and "who" in trigger.keys:
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
    check_trigger_type(problems, path, trigger, kind, is_self)
    effect = own.get("effect")
    steps = [step for step in effect if isinstance(step, dict)] if isinstance(effect, list) else []
    is_protection = [step.get("op") for step in steps] == ["protect"]
    if when == "continuous" and values["limit"] not in (None, "none") and not is_protection:
        en, ja = (
            "only an ability with protect alone can have a limit.",
            "永続効果の limit は protect だけのときに書けます。",
        )
        problems.add([*path, "limit"], "continuous", en, ja)


def check_trigger_type(problems: Problems, path: KeyPath, trigger: Trigger, kind: Any, is_self: bool) -> None:
    """Check that a card of this type can have such an ability."""
    where, when = [*path, "when"], trigger.name
    if when == "play" and kind in MONSTER_TYPES:
        problems.add(where, "monster", "play is only for magics; use on_summon.", "play は魔術だけです（on_summon）。")
    needs_field = when not in ("play", "on_trash", "on_draw") or (when != "play" and not is_self)
    if kind == "normal_magic" and needs_field:
        en = "a normal magic allows only play, and on_trash and on_draw about itself."
        problems.add(where, "magic", en, "通常魔術で使えるのは play と、自身の on_trash・on_draw だけです。")
    if kind == "permanent_magic" and trigger.is_of_monsters and is_self:
        problems.add(where, "magic", "a magic is never summoned and never battles.", "魔術は召喚も戦闘もしません。")


def check_links(problems: Problems, path: KeyPath, card: CardDefinition, cards: dict[str, CardDefinition]) -> None:
    """Check that names are unique: the copy limit counts names (LV-2.1)."""
    for other in cards.values():
        if other.id != card.id and (other.en == card.en or other.ja == card.ja):
            en, ja = f"{other.id} has the same name.", f"{other.id} と名前が同じです。"
            problems.add([*path, "name"], "name", en, ja)
            return


def make_ability(number: int, ability: cardlang.ParsedAbility) -> Ability:
    values = ability.values
    when = values["when"]
    limit = values["limit"] or ("turn" if when == "activated" else "none")
    side = code_of(codes.SIDES, values["side"])
    if when == "on_phase":
        side = ["own", "opponent", "any"].index(values["turn"] or "own")
    return Ability(
        number,
        codes.TRIGGERS.index(when),
        [step.op.make(step.arguments) for step in ability.steps],
        values["condition"],
        values["optional"],
        codes.LIMITS.index(limit),
        values["who"] == "other" or when == "on_magic",
        side,
        code_of(codes.SUMMON_KINDS if when == "on_summon" else codes.DESTROY_CAUSES, values["by"]),
        code_of(codes.ORIGINS, values["from"]),
        code_of(codes.TRASH_CAUSES, values["cause"]),
        code_of(codes.PHASES, values["phase"]),
        values["at"] == "end",
        code_of(codes.TIMINGS, values["timing"]),
        filter_of(values["filter"]),
        is_same_on_copies(ability),
        not {"that", "foe"}.isdisjoint(targets_of(ability)),
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
    attribute, faction = values["attribute"], values["faction"]
    return Card(
        values["id"],
        values["name"].en,
        values["name"].ja,
        values["type"],
        [word for word in (attribute, faction) if word],
        codes.TYPES.index(values["type"]),
        values["level"] or 0,
        -1 if attribute is None else codes.ATTRIBUTES.index(attribute),
        NO_FACTION if faction is None else faction_code(faction),
        make_cost(values["cost"] or []),
        values["power"] or 0,
        [make_ability(number, ability) for number, ability in enumerate(abilities)],
        {"values": values, "abilities": abilities},
    )


@cache
def card_schema() -> CardSchema:
    """Return the card schema of the game."""
    return CardSchema(
        vocabulary(),
        fields(),
        ability_fields(),
        make_card,
        check_card,
        check_ability,
        check_links,
        codes.MAX_ABILITIES,
        codes.MAX_ACTIVATED,
        describe_ability,
        Definitions("factions", read_factions),
    )
