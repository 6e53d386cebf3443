"""Text of an ability: trigger, condition, effect."""

import re
from itertools import pairwise
from typing import Any, Final

from tefuda.cardlang import expression, expression_text
from tefuda.cardlang.card_schema import ParsedAbility
from tefuda.cardlang.tree import AND, OPERATORS, OR, TIMES, Binary, Expr, Negative, Not, NumberLiteral, Reference
from tefuda.cardlang.vocabulary import FilterValues, ParsedStep
from tefuda.games.linkavel.language.operation_text import PHASE_WORDS, ZONE_WORDS, article, counter_word, noun

Group = tuple[str, list[str]]
"""A lead such as `if you do, ` and the sentences after it."""

JOINING_OPS: Final = ["if_you_do", "require"]
"""Steps that become the lead of the next sentence."""
ABILITY_LABELS_JA: Final = {"play": "発動", "activated": "起動", "continuous": "永続"}
SELF_TRIGGER_NAMES: Final = [
    "on_summon",
    "on_trash",
    "on_destroy",
    "on_attack",
    "on_attacked",
    "after_battle",
    "on_draw",
]
IMPERATIVE_START: Final = re.compile("(add|deal|destroy|discard|draw|gain|give|return|send|shuffle|special|take) ")
"""How an imperative sentence begins."""
WHOSE_EN: Final = {"own": "your", "opponent": "your opponent's", "both": "a"}
PLAYER_EN: Final = {"own": "you", "opponent": "your opponent", "both": "a player"}
PLAYER_JA: Final = {"own": "自分", "opponent": "相手", "both": "どちらかのプレイヤー"}
FIELD_ZONE_TYPES: Final[dict[str, str | None]] = {"monsters": "monster", "magics": "magic", "field": None}
"""The zones of the field and their card type."""
CAUSE_PHRASES: Final = {
    "cost": (" as a cost", "コストとして"),
    "battle": (" by battle", "バトルで"),
    "effect": (" by an effect", "効果で"),
    "limit": (" by the hand limit", "手札枚数制限で"),
    "spent": (" after it resolved", "解決後に"),
    "any": ("", ""),
    "mill": ("", ""),
}
LP_WORDS: Final = {
    "==": ("equal to", "と同じ"),
    "<": ("lower than", "より少ない"),
    "<=": ("not higher than", "以下"),
    ">": ("higher than", "より多い"),
    ">=": ("not lower than", "以上"),
}
SUMMON_PHRASES: Final = {"any": ("", ""), "normal": ("normal ", "通常"), "special": ("special ", "特殊")}


def describe_ability(ability: ParsedAbility, language: str) -> str:
    """Return one ability as a line."""
    return _japanese(ability) if language == "ja" else _english(ability)


def sentences(ability: ParsedAbility, language: str) -> list[Group]:
    """Return the steps in groups. Steps after `if_you_do` or `require` depend on it."""
    found: list[Group] = [("", [])]
    for number, step in enumerate(ability.steps):
        phrase = step_text(ability, step, number == 0, language)
        lead, parts = found[-1]
        if step.op.name not in JOINING_OPS:
            parts.append(phrase)
            continue
        lead = ("" if parts else lead) + (f"{phrase}、" if language == "ja" else f"{phrase}, ")
        found[-1:] = [found[-1], (lead, [])] if parts else [(lead, [])]
    return [group for group in found if group[1]] or [("", ["何もしない" if language == "ja" else "nothing happens"])]


def step_text(ability: ParsedAbility, step: ParsedStep, first: bool, language: str) -> str:
    values = ability.values
    when = {"attacking": "on_attack", "attacked": "on_attacked"}.get(values["timing"] or "", values["when"])
    a = {**step.arguments, "when": when, "first": first}
    a["who"] = (values["who"] or "self") if when in SELF_TRIGGER_NAMES else "other"
    a["limit"] = values["limit"] if when == "continuous" else None
    if "amount" in a:
        a["phrase"] = per_card(a["amount"], language)
    if "expr" in a:
        a["phrase"] = condition(a["expr"], language)
    phrase = step.op.text(a, language)
    if not a.get("up_to") or a["count"] > 1:
        return phrase
    return optional_ja([phrase]) if language == "ja" else optional_en([phrase])


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
        text += f"{part}。" if apart else f"{stem(part)}、"
    return text + parts[-1]


def stem(part: str) -> str:
    """Return the conjunctive form: `～する` becomes `～し`."""
    for end, ending in (("する", "し"), ("送る", "送り"), ("ない", "ず"), ("く", "き"), ("す", "し"), ("る", "")):
        if part.endswith(end):
            return part.removesuffix(end) + ending
    return part.removesuffix("い") + "く"


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
    condition_text = f"if {condition(values['condition'], 'en')}" if values["condition"] is not None else ""
    limit = {"turn": "once per turn", "game": "once per game", "none": ""}[limit_of(values)]
    rest = "".join(f" {capital(before + join_en(phrase))}." for before, phrase in found[1:])
    alone = ". ".join(capital(part) for part in parts)
    sentence = join_en(parts) if lead or all(IMPERATIVE_START.match(part) for part in parts) else alone
    if when == "continuous":
        while_ = f"while {condition_text[3:]}".replace("while it is your", "during your", 1)
        while_ = condition_text if parts[0].endswith(" the game") else while_
        return f"{capital(f'{while_}, {join_en(parts)}' if condition_text else alone)}.{rest}"
    if when == "play":
        before = ", ".join(part for part in (limit, condition_text) if part)
        return f"{capital(f'{before}, {lead}{join_en(parts)}' if before else lead + sentence)}.{rest}"
    if when == "activated" and values["timing"] in (None, "open"):
        before = ", ".join(part for part in (limit or "any number of times", condition_text) if part)
        return f"{capital(before)}: {capital(lead + sentence)}.{rest}"
    trigger_phrase = trigger_phrase_en(values, in_magic_zone(ability))
    before = ", ".join(part for part in (limit, trigger_phrase, condition_text) if part)
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
    condition_text = f"{expression_text.if_ja(condition(expr, 'ja'))}、" if expr is not None else ""
    limit = {"turn": "1ターンに1回、", "game": "ゲーム中に1回だけ、", "none": ""}[limit_of(values)]
    label = f"【{ABILITY_LABELS_JA.get(when, '誘発')}】"
    rest = "".join(f"{before}{join_ja(phrase)}。" for before, phrase in found[1:])
    sentence = f"{lead}{join_ja(parts, bound=bool(lead or condition_text))}。{rest}"
    if when == "continuous":
        turn = {"my_turn": "自分のターン中、", "!my_turn": "相手のターン中、"}
        return f"{label}{turn.get(expression.write(expr), condition_text) if expr is not None else ''}{sentence}"
    if when == "play":
        return f"{label}{limit}{condition_text}{sentence}"
    if when == "activated" and values["timing"] in (None, "open"):
        often = {"turn": "1ターンに1回", "game": "ゲーム中に1回だけ", "none": "何回でも"}[limit_of(values)]
        return (
            f"{label}{often}{'、' + condition_text.removesuffix('、') if condition_text else ''}発動できる。{sentence}"
        )
    trigger_phrase = trigger_phrase_ja(values, in_magic_zone(ability))
    if values["optional"] or when == "activated":
        sentence = (
            f"{optional_ja(parts, is_free(found))}。{rest}" if not lead else f"次の効果を使ってもよい。{sentence}"
        )
    return f"{label}{limit}{trigger_phrase}、{condition_text}{sentence}"


def in_magic_zone(ability: ParsedAbility) -> bool:
    """Whether the ability is on a magic."""
    return "magic" in ability.values["card_type"]


def subject(values: dict[str, Any], magic: bool, language: str) -> str:
    """Return the subject of a trigger. `another` is left out if the card itself cannot be meant."""
    side, when, ja = values["side"] or "own", values["when"], language == "ja"
    if values["who"] != "other":
        return "このカード" if ja else "this card"
    kind = None if when in ("on_trash", "on_destroy") else "monster"
    type_ = (values["filter"].values.get("type") if values["filter"] is not None else None) or kind
    elsewhere = values["cause"] in ("mill", "discard", "limit") or values["from"] in ("hand", "deck")
    other = not elsewhere and side != "opponent" and (type_ is None or ("magic" in type_) == magic)
    if ja:
        cards = noun(values["filter"], "ja", kind).removeprefix("ほかの")
        whose = {"own": "自分の", "opponent": "相手の", "both": ""}[side]
        return f"{whose}{'ほかの' if other else ''}{cards}"
    if elsewhere or side == "both":
        one = noun(values["filter"], "en", kind).removeprefix("other ")
        return f"another {one}" if other else article(one)
    cards = noun(values["filter"], "en", kind, plural=True).removeprefix("other ")
    return f"{'another' if other else 'one'} of {WHOSE_EN[side]} {cards}"


def trigger_phrase_en(values: dict[str, Any], magic: bool) -> str:
    """Return the trigger, or the timing of an activated effect."""
    when, side, by = values["when"], values["side"] or "own", values["by"] or "any"
    about, who, s = subject(values, magic, "en"), PLAYER_EN[side], "" if side == "own" else "s"
    if when == "on_trash":
        return f"when {about} is {_trash_phrase_en(values, WHOSE_EN[side])}"
    if when == "on_magic":
        found = noun(values["filter"], "en", "magic").removeprefix("other ")
        return f"when {who} activate{s} {f'another {found}' if magic else article(found)}"
    if when == "on_phase":
        whose = {"own": "your", "opponent": "your opponent's", "any": "each"}[values["turn"] or "own"]
        return f"at the {values['at'] or 'start'} of {whose} {PHASE_WORDS[values['phase']].en}"
    if when == "on_draw":
        return f"when {who} draw{s} a card" if values["who"] == "other" else "when you draw this card"
    words = {
        "on_summon": f"when {about} is {SUMMON_PHRASES.get(by, ('', ''))[0]}summoned",
        "on_destroy": f"when {about} is destroyed{CAUSE_PHRASES.get(by, ('', ''))[0]}",
        "on_lp_gain": f"when {who} gain{s} LP",
        "on_attack": f"when {about} attacks",
        "on_attacked": f"when {about} is attacked",
        "after_battle": "after this card battles a monster",
        "activated": f"when this card {'attacks' if values['timing'] == 'attacking' else 'is attacked'}",
        "on_refresh": f"when {who} refresh{'es their' if s else ' your'} deck",
    }
    return words[when]


def _trash_phrase_en(values: dict[str, Any], whose: str) -> str:
    cause, origin = values["cause"] or "any", values["from"] or "any"
    if cause == "discard":
        return f"discarded{f' from {whose} hand' if values['who'] == 'other' else ''} by an effect"
    where = {"any": "", "field": " from the field"}.get(origin, f" from {whose} {origin}")
    where = f" from the top of {whose} deck" if cause == "mill" else where
    return f"sent to the trash{where}{CAUSE_PHRASES[cause][0]}"


def trigger_phrase_ja(values: dict[str, Any], magic: bool) -> str:
    when, side, by = values["when"], values["side"] or "own", values["by"] or "any"
    about, who = subject(values, magic, "ja"), PLAYER_JA[side]
    if when == "on_trash":
        cause = values["cause"] or "any"
        origin = {"any": "", "hand": "手札から", "deck": "デッキから", "field": "フィールドから"}
        where = "デッキの上から" if cause == "mill" else origin[values["from"] or "any"]
        if cause == "discard":
            return f"{about}が効果で捨てられた時"
        return f"{about}が{where}{CAUSE_PHRASES[cause][1]}トラッシュに送られた時"
    if when == "on_magic":
        found = noun(values["filter"], "ja", "magic").removeprefix("ほかの")
        return f"{who}が{'ほかの' if magic else ''}{found}を発動した時"
    if when == "on_phase":
        whose = {"own": "自分の", "opponent": "相手の", "any": "お互いの"}[values["turn"] or "own"]
        return f"{whose}{PHASE_WORDS[values['phase']].ja}の{'終了時' if values['at'] == 'end' else '開始時'}"
    words = {
        "on_summon": f"{about}が{SUMMON_PHRASES.get(by, ('', ''))[1]}召喚された時",
        "on_destroy": f"{about}が{CAUSE_PHRASES.get(by, ('', ''))[1]}破壊された時",
        "on_lp_gain": f"{who}がLPを回復した時",
        "on_attack": f"{about}の攻撃宣言時",
        "on_attacked": f"{about}が攻撃された時",
        "after_battle": "このカードがモンスターとバトルした後",
        "on_draw": f"{who}がカードを引いた時" if values["who"] == "other" else "このカードを引いた時",
        "activated": f"このカード{'の攻撃宣言' if values['timing'] == 'attacking' else 'が攻撃された'}時",
        "on_refresh": f"{who}がデッキをリフレッシュした時",
    }
    return words[when]


def counted_cards(expr: Expr) -> tuple[str, str, FilterValues] | None:
    """Return side, zone and filter of a counting reference; None for other expressions."""
    if not isinstance(expr, Reference):
        return None
    if expr.source.startswith("count("):
        values: dict[str, Any] = dict(re.findall(r'(\w+):"([^"]*)"', expr.source))
        side, zone = values.pop("side"), values.pop("zone")
        return (
            side,
            zone,
            FilterValues({key: int(phrase) if "level" in key else phrase for key, phrase in values.items()}),
        )
    side, _, zone = expr.source.partition(".")
    return (side, zone, FilterValues({})) if zone in (*FIELD_ZONE_TYPES, "hand", "deck", "trash") else None


def counted_ja(side: str, zone: str, filter_: FilterValues, cards: bool) -> str:
    """Return the counted cards. With `cards`, the noun is added even without a filter."""
    whose = {"own": "自分の", "opponent": "相手の", "both": "フィールドの" if zone in FIELD_ZONE_TYPES else "お互いの"}[
        side
    ]
    found = noun(filter_, "ja", FIELD_ZONE_TYPES.get(zone))
    if zone in FIELD_ZONE_TYPES:
        return f"{whose}{'フィールドの' if zone == 'field' and side != 'both' else ''}{found}"
    return f"{whose}{ZONE_WORDS[zone].ja}{f'の{found}' if cards or filter_.values else ''}"


def place_en(side: str, zone: str) -> str:
    if zone in FIELD_ZONE_TYPES:
        return "" if zone == "monsters" and side != "both" else " on the field"
    return " in " + {"own": f"your {zone}", "opponent": f"your opponent's {zone}", "both": f"both {zone}es"}[side]


def per_card(expr: Expr, language: str) -> tuple[str, str] | None:
    """Return number and unit of an amount such as `100 * own.trash`; None for other expressions."""
    if not isinstance(expr, Binary) or expr.operator != TIMES:
        return None
    number, what = (expr.left, expr.right) if isinstance(expr.right, Reference) else (expr.right, expr.left)
    minus = "-" if isinstance(number, Negative) else ""
    number = number.inner if isinstance(number, Negative) else number
    found = counted_cards(what)
    if found is None or not isinstance(number, NumberLiteral):
        return None
    side, zone, filter_ = found
    phrase = f"{minus}{number.number}"
    if language == "ja":
        return (
            phrase,
            f"{counted_ja(side, zone, filter_, True)}1{counter_word(filter_, FIELD_ZONE_TYPES.get(zone))}につき、",
        )
    own = zone in FIELD_ZONE_TYPES and side != "both"
    cards = noun(filter_, language, FIELD_ZONE_TYPES.get(zone), plural=own)
    return phrase, f" for each {f'of {WHOSE_EN[side]} ' if own else ''}{cards}{place_en(side, zone)}"


def condition(expr: Expr, language: str) -> str:
    """Return a condition in words. Frequent conditions have their own phrases."""
    if isinstance(expr, Binary) and expr.operator in (AND, OR):
        operator, parts, rest = expr.operator, [expr.right], expr.left
        while isinstance(rest, Binary) and rest.operator == operator:
            parts, rest = [rest.right, *parts], rest.left
        parts = [rest, *parts]
        if any(isinstance(part, Binary) and part.operator in (AND, OR) for part in parts):
            return expression_text.describe(expr, language)
        phrase = [condition(part, language) for part in parts]
        return _join_conditions(phrase, operator == AND, language)
    found = None
    if isinstance(expr, Not) and expression.write(expr) == "!my_turn":
        found = ("it is your opponent's turn", "相手のターン")
    elif isinstance(expr, Reference) and expr.source == "my_turn":
        found = ("it is your turn", "自分のターン")
    elif isinstance(expr, Binary):
        found = _comparison(expr)
    return expression_text.describe(expr, language) if found is None else found[language == "ja"]


def _join_conditions(phrase: list[str], is_and: bool, language: str) -> str:
    for same in ("you have ", "your opponent has ", "there are ", "自分の", "相手の"):
        if all(part.startswith(same) for part in phrase):
            phrase = [phrase[0], *[part.removeprefix(same) for part in phrase[1:]]]
    if language == "en":
        return f"{', '.join(phrase[:-1])} {'and' if is_and else 'or'} {phrase[-1]}"
    if not is_and or len(phrase) > 2:
        return ("、" if is_and else "または").join(phrase)
    return f"{stem(phrase[0]) if phrase[0][-1] in 'いる' else phrase[0] + 'で'}、{phrase[1]}"


def _comparison(expr: Binary) -> tuple[str, str] | None:
    operator, left, right = OPERATORS[expr.operator], expr.left, expr.right
    found = counted_cards(left)
    if not isinstance(left, Reference) or operator == "!=":
        return None
    if left.source.endswith(".lp") and isinstance(right, Reference) and right.source.endswith(".lp"):
        than, yori = ("your opponent's", "相手") if right.source == "opponent.lp" else ("yours", "自分")
        words = LP_WORDS[operator]
        return f"{left.en} are {words[0]} {than}", f"{left.ja}が{yori}{words[1]}"
    if not isinstance(right, NumberLiteral):
        return None
    n, more = right.number, {"==": "", "<": "未満", "<=": "以下", ">": "より多い", ">=": "以上"}[operator]
    if left.source.endswith(".lp"):
        return expression_text.describe(expr, "en").replace(" LP is ", " LP are "), f"{left.ja}が{n}{more}"
    if left.source == "turn" and operator in (">=", "<=", "=="):
        late = {">=": (" or later", "以降"), "<=": (" or earlier", "以前"), "==": ("", "")}[operator]
        return f"it is turn {n}{late[0]}", f"{n}ターン目{late[1]}"
    if found is None:
        return None
    side, zone, filter_ = found
    kind, one = FIELD_ZONE_TYPES.get(zone), n == 1 and operator in ("==", ">=")
    exactly = "no" if n == 0 else f"exactly {'one' if one else n}"
    at_least = "at least one" if one else f"{n} or more"
    number = {"==": exactly, "<": f"fewer than {n}", "<=": f"{n} or fewer", ">": f"more than {n}", ">=": at_least}[
        operator
    ]
    has = {"own": "you have", "opponent": "your opponent has"}.get(side if zone in FIELD_ZONE_TYPES else "")
    has = has or ("there is" if one else "there are")
    unit = f"{'ちょうど' if operator == '==' and n > 0 else ''}{n}{counter_word(filter_, kind)}"
    en = f"{has} {number} {noun(filter_, 'en', kind, plural=not one)}{place_en(side, zone)}"
    return en, f"{counted_ja(side, zone, filter_, False)}が{unit}{more}"
