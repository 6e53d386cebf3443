"""Text of an ability: trigger, condition, effect."""

from typing import Final

from tefuda.cardlang.card_schema import ParsedAbility
from tefuda.cardlang.expression_text import stem_ja
from tefuda.games.solitaire_tcg.language.conditions import PHRASES

WHEN_EN: Final = {
    "on_play": "when you play this",
    "on_enter": "when this enters",
    "on_destroy": "when this is destroyed",
    "on_draw": "when you draw this",
    "on_discard": "when you discard this",
    "on_field_set": "when a field is set",
}
FIELD_WHEN_EN: Final = {"on_play": "when you set this", "on_field_set": "when another field is set"}
"""What the triggers of fields are called."""
SENTENCES: Final = ["win_if", "lose_if"]
"""Operations whose texts stay sentences of their own."""
Group = tuple[str, list[str], bool]
"""A condition, the texts of the steps that depend on it, and whether they can be one sentence."""


def describe_ability(ability: ParsedAbility, language: str) -> str:
    """Return one ability as a line."""
    return _japanese(ability) if language == "ja" else _english(ability)


def _groups(ability: ParsedAbility, ja: bool) -> list[Group]:
    """Return the steps in groups. Steps after a `require` depend on it."""
    values, when = ability.values, ability.when
    found: list[Group] = [("", [], True)]
    for number, step in enumerate(ability.steps):
        follows_trigger = number == 0 and when in WHEN_EN and when != "on_field_set" and values["condition"] is None
        it = follows_trigger and not (when == "on_play" and values["card_type"] == "spell")
        text = step.op.text({**step.arguments, "when": when, "card_type": values["card_type"], "it": it})[ja]
        lead, parts, joins = found[-1]
        if step.op.leads:
            found[-1:] = [found[-1], (text, [], True)] if parts else [(_both(lead, text, ja), [], True)]
        else:
            found[-1] = (lead, [*parts, text], joins and step.op.name not in SENTENCES)
    return [group for group in found if group[1]] or [("", ["何もしない" if ja else "nothing happens"], True)]


def _both(lead: str, other: str, ja: bool) -> str:
    """Return two conditions of the same steps."""
    if not lead:
        return other
    return f"{lead}、さらに{other}" if ja else f"{lead} and {other.removeprefix('if ')}"


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _english(ability: ParsedAbility) -> str:
    values, when = ability.values, ability.when
    lead, parts, joins = (groups := _groups(ability, False))[0]
    spell = values["card_type"] == "spell"
    condition = "" if values["condition"] is None else f"if {PHRASES.condition(values['condition']).en}"
    rest = "".join(f" {_english_group(*group)}" for group in groups[1:])
    if when == "static":
        while_ = f"while {condition[3:]}, " if condition else ""
        return f"Continuous: {capital(while_ + '. '.join([parts[0], *map(capital, parts[1:])]))}.{rest}"
    if when == "activated":
        often = "any number of times" if values["once_per_turn"] is False else "once per turn"
        before = ", ".join(part for part in (often, condition) if part)
        return f"{capital(before)}: {_english_group(lead, parts, False)}{rest}"
    trigger = "" if when == "on_play" and spell else WHEN_EN[when]
    if values["card_type"] == "field":
        trigger = FIELD_WHEN_EN.get(when, trigger)
    if trigger and values["priority"]:
        trigger += f" (priority {values['priority']})"
    before = ", ".join(part for part in (trigger, condition, lead) if part)
    # A colon makes clear that everything after it belongs to the trigger.
    return _english_group(before, parts, joins and not (rest and before)) + rest


def _english_group(lead: str, parts: list[str], joins: bool) -> str:
    """Return sentences after a lead, as one sentence if they can be joined."""
    if not joins and len(parts) > 1:
        sentences = " ".join(f"{capital(part)}." for part in parts)
        return f"{capital(lead)}: {sentences}" if lead else sentences
    if not lead and len(parts) > 1:
        return " ".join(f"{capital(part)}." for part in parts)
    said = ", ".join(parts[:-1]) + f", then {parts[-1]}" if len(parts) > 1 else parts[0]
    return capital(f"{lead}, {said}" if lead else said) + "."


def _japanese(ability: ParsedAbility) -> str:
    from tefuda.games.solitaire_tcg.language.vocabulary import vocabulary  # imported here: it needs this module

    values, when = ability.values, ability.when
    label = vocabulary().trigger_named(when).label.ja
    if when == "activated":
        label += "・何度でも" if values["once_per_turn"] is False else "・1ターンに1回"
    if values["priority"]:
        label += f"・優先度{values['priority']}"
    groups = _groups(ability, True)
    condition = "" if values["condition"] is None else PHRASES.condition(values["condition"]).if_ja
    if condition and when == "activated":
        return f"【{label}】{condition}使える。{''.join(_japanese_group(*group) for group in groups)}"
    lead, parts, joins = groups[0]
    first = _japanese_group(_both(condition, lead, True) if lead else condition, parts, joins)
    return f"【{label}】{first}{''.join(_japanese_group(*group) for group in groups[1:])}"


def _japanese_group(lead: str, parts: list[str], joins: bool) -> str:
    """Return sentences after a lead, as one sentence if they can be joined."""
    if not lead:
        return "".join(f"{part}。" for part in parts)
    if not joins and len(parts) > 1:
        return f"{lead}、次の効果を順に行う。{''.join(f'{part}。' for part in parts)}"
    return f"{lead}、{'、'.join([*map(stem_ja, parts[:-1]), parts[-1]])}。"
