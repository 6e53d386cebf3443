"""Text of an ability: trigger, condition, effect."""

import re
from itertools import pairwise
from typing import Any, Final

from tefuda.cardlang import expression
from tefuda.cardlang.card_schema import ParsedAbility
from tefuda.cardlang.expression_text import stem_ja
from tefuda.cardlang.vocabulary import ParsedStep, Text
from tefuda.games.linkavel.language.conditions import PHRASES
from tefuda.games.linkavel.language.triggers import Occasion, find_trigger

Group = tuple[str, list[str]]
"""A lead such as `if you do, ` and the sentences after it."""

IMPERATIVE_START: Final = re.compile("(add|deal|destroy|discard|draw|gain|give|return|send|shuffle|special|take) ")
"""How an imperative sentence begins."""


def describe_ability(ability: ParsedAbility, language: str) -> str:
    """Return one ability as a line."""
    label = find_trigger(ability.when).label.text(language)
    return f"【{label}】{_japanese(ability)}" if language == "ja" else f"[{label}] {_english(ability)}"


def sentences(ability: ParsedAbility, language: str) -> list[Group]:
    """Return the steps in groups. Steps after one that leads the next sentence depend on it."""
    ja = language == "ja"
    found: list[Group] = [("", [])]
    for number, step in enumerate(ability.steps):
        phrase = step_text(ability, step, number == 0)[ja]
        lead, parts = found[-1]
        if not step.op.leads:
            parts.append(phrase)
            continue
        lead = ("" if parts else lead) + (f"{phrase}、" if ja else f"{phrase}, ")
        found[-1:] = [found[-1], (lead, [])] if parts else [(lead, [])]
    return [group for group in found if group[1]] or [("", ["何もしない" if ja else "nothing happens"])]


def step_text(ability: ParsedAbility, step: ParsedStep, first: bool) -> Text:
    """Return a step as a sentence without a full stop. It depends on the trigger of its ability."""
    values = ability.values
    timing = {"attacking": "on_attack", "attacked": "on_attacked"}
    trigger = find_trigger(timing.get(values["timing"] or "", values["when"]))
    about_this = trigger.foe is not None or "who" in trigger.keys
    limit = values["limit"] if trigger.name == "continuous" else None
    context = {
        "trigger": trigger,
        "first": first,
        "is_self": about_this and values["who"] != "other",
        "limit": limit or "none",
    }
    a = {**step.arguments, **context}
    en, ja = step.op.text(a)
    return (optional_en([en]), optional_ja([ja])) if a.get("up_to") and a["count"] == 1 else (en, ja)


def occasion_text(ability: ParsedAbility) -> Text:
    """Return the trigger of an ability in words."""
    phrase = find_trigger(ability.when).phrase
    assert phrase is not None, ability.when
    return phrase(Occasion(ability.values, "magic" in ability.values["card_type"]))


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def limit_of(values: dict[str, Any]) -> str:
    return values["limit"] or ("turn" if values["when"] == "activated" else "none")


def join_en(parts: list[str]) -> str:
    text = parts[0]
    for before, part in pairwise(parts):
        if IMPERATIVE_START.match(part):
            text += f", then {part}" if IMPERATIVE_START.match(before) else f", and you {part}"
        else:
            text += f", and {part}"
    return text


def join_ja(parts: list[str], bound: bool = True) -> str:
    """Join parts to one sentence, or to several if one could be misread."""
    text = ""
    for part in parts[:-1]:
        apart = not bound and ("まで" in part or part.endswith("い") or parts[-1].endswith("よい"))
        text += f"{part}。" if apart else f"{stem_ja(part)}、"
    return text + parts[-1]


def optional_en(parts: list[str], free: bool = True) -> str:
    """Return an optional effect. `free` is False if later steps depend on the decision too."""
    if free and all(IMPERATIVE_START.match(part) for part in parts):
        return f"you may {join_en(parts)}"
    if free and len(parts) == 1 and (parts[0].startswith("you may ") or " can attack " in parts[0]):
        return parts[0]
    if free and len(parts) == 1 and " gets " in parts[0]:
        return f"you may give {parts[0].replace(' gets ', ' ', 1)}"
    return f"you may use this effect: {capital(join_en(parts))}"


def optional_ja(parts: list[str], free: bool = True) -> str:
    """Return the permissive form: `～する` becomes `～してもよい`."""
    text = join_ja(parts)
    if text.endswith(("てもよい", "できる")):
        return text
    for end, ending in (("する", "し"), ("送る", "送っ"), ("引く", "引い"), ("す", "し"), ("る", "")):
        if free and text.endswith(end):
            return f"{text.removesuffix(end)}{ending}てもよい"
    return f"次の効果を使ってもよい。{text}"


def is_free(found: list[Group]) -> bool:
    """Whether `you may` can begin the first sentence: later groups have their own lead."""
    return not found[0][0] and all(lead.startswith(("if you do", "そうした場合")) for lead, _ in found[1:])


def _english(ability: ParsedAbility) -> str:
    values = ability.values
    found = sentences(ability, "en")
    (lead, parts), when = found[0], values["when"]
    condition = f"if {PHRASES.condition(values['condition']).en}" if values["condition"] is not None else ""
    limit = {"turn": "once per turn", "game": "once per game", "none": ""}[limit_of(values)]
    rest = "".join(f" {capital(before + join_en(phrase))}." for before, phrase in found[1:])
    alone = ". ".join(capital(part) for part in parts)
    sentence = join_en(parts) if lead or all(IMPERATIVE_START.match(part) for part in parts) else alone
    if when == "continuous":
        while_ = f"while {condition[3:]}".replace("while it is your", "during your", 1)
        while_ = condition if parts[0].endswith(" the game") else while_
        return f"{capital(f'{while_}, {join_en(parts)}' if condition else alone)}.{rest}"
    if when == "play":
        before = ", ".join(part for part in (limit, condition) if part)
        return f"{capital(f'{before}, {lead}{join_en(parts)}' if before else lead + sentence)}.{rest}"
    if when == "activated" and values["timing"] in (None, "open"):
        before = ", ".join(part for part in (limit or "any number of times", condition) if part)
        return f"{capital(before)}: {capital(lead + sentence)}.{rest}"
    trigger_phrase = occasion_text(ability)[0]
    before = ", ".join(part for part in (limit, trigger_phrase, condition) if part)
    if trigger_phrase.startswith("when your opponent "):
        parts = [re.sub("damage to your opponent$", "damage to them", parts[0]), *parts[1:]]
    sentence = lead + join_en(parts)
    if values["optional"] or when == "activated":
        sentence = optional_en(parts, is_free(found)) if not lead else f"you may use this effect: {capital(sentence)}"
    return f"{capital(before)}, {sentence}.{rest}"


def _japanese(ability: ParsedAbility) -> str:
    values = ability.values
    found = sentences(ability, "ja")
    (lead, parts), when = found[0], values["when"]
    expr = values["condition"]
    condition = f"{PHRASES.condition(expr).if_ja}、" if expr is not None else ""
    limit = {"turn": "1ターンに1回、", "game": "ゲーム中に1回だけ、", "none": ""}[limit_of(values)]
    rest = "".join(f"{before}{join_ja(phrase)}。" for before, phrase in found[1:])
    sentence = f"{lead}{join_ja(parts, bound=bool(lead or condition))}。{rest}"
    if when == "continuous":
        turn = {"my_turn": "自分のターン中、", "!my_turn": "相手のターン中、"}
        return f"{turn.get(expression.write(expr), condition) if expr is not None else ''}{sentence}"
    if when == "play":
        return f"{limit}{condition}{sentence}"
    if when == "activated" and values["timing"] in (None, "open"):
        often = {"turn": "1ターンに1回", "game": "ゲーム中に1回だけ", "none": "何回でも"}[limit_of(values)]
        return f"{often}{'、' + condition.removesuffix('、') if condition else ''}発動できる。{sentence}"
    trigger_phrase = occasion_text(ability)[1]
    if values["optional"] or when == "activated":
        sentence = (
            f"{optional_ja(parts, is_free(found))}。{rest}" if not lead else f"次の効果を使ってもよい。{sentence}"
        )
    return f"{limit}{trigger_phrase}、{condition}{sentence}"
