"""An ability as players read it: when, if, what."""

from typing import Any, Final

from tefuda.cardlang import expression
from tefuda.cardlang.form import Ability
from tefuda.games.linkavel.words import PHASE_WORDS, noun

JOINS: Final = ["if_you_do", "require"]
"""Steps that begin the sentence of the next one."""
CLASSES: Final = {"play": "発動", "activated": "起動", "continuous": "永続"}
WHOSE_EN: Final = {"own": "your", "opponent": "your opponent's", "both": "any"}
WHO_EN: Final = {"own": "you", "opponent": "your opponent", "both": "a player"}
WHO_JA: Final = {"own": "自分", "opponent": "相手", "both": "どちらかのプレイヤー"}
CAUSES_EN: Final = {
    "any": "",
    "cost": " as a cost",
    "battle": " by battle",
    "effect": " by an effect",
    "mill": " from the top of the deck",
    "discard": " by a discard",
    "limit": " by the hand limit",
    "spent": " after it resolved",
}
CAUSES_JA: Final = {
    "any": "",
    "cost": "コストとして",
    "battle": "戦闘で",
    "effect": "効果で",
    "mill": "デッキの上から",
    "discard": "捨てられて",
    "limit": "手札枚数制限で",
    "spent": "解決後に",
}


def ability_text(ability: Ability, language: str) -> str:
    """One ability as a line."""
    return _japanese(ability) if language == "ja" else _english(ability)


def sentences(ability: Ability, language: str) -> list[str]:
    """The steps as sentences, without full stops; what only leads to the next step stands before it."""
    found: list[str] = []
    lead = ""
    ja = language == "ja"
    for step in ability.steps:
        said = step.op.words(step.arguments, language)
        if step.op.name in JOINS:
            lead += f"{said}、" if ja else f"{said}, "
        else:
            found.append(lead + said)
            lead = ""
    if lead:
        found.append(lead.rstrip("、, "))
    return found


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def limit_of(values: dict[str, Any]) -> str:
    return values["limit"] or ("turn" if values["when"] == "activated" else "none")


def _english(ability: Ability) -> str:
    values = ability.values
    told = sentences(ability, "en")
    condition = values["condition"]
    asked = f"if {expression.say(condition, 'en')}" if condition is not None else ""
    limit = {"turn": "once per turn", "game": "once per game", "none": ""}[limit_of(values)]
    when = values["when"]
    rest = "".join(f" {capital(sentence)}." for sentence in told[1:])
    if when == "continuous":
        lead = f"While {expression.say(condition, 'en')}, " if condition is not None else ""
        tail = f" ({capital(limit)}.)" if limit else ""
        return f"{capital(lead + told[0])}.{rest}{tail}"
    if when == "play":
        lead = ", ".join(part for part in (limit, asked) if part)
        return f"{capital(f'{lead}, {told[0]}' if lead else told[0])}.{rest}"
    if when == "activated":
        timing = {"open": "", "attacking": "when this card attacks", "attacked": "when this card is attacked"}
        lead = ", ".join(part for part in (limit, timing[values["timing"] or "open"], asked) if part)
        return f"{capital(lead) or 'Any time'}: {capital(told[0])}.{rest}"
    lead = ", ".join(part for part in (limit, happening_en(values), asked) if part)
    may = "you may " if values["optional"] and not told[0].startswith(("you ", "your ", "if ")) else ""
    may = may or ("you may choose: " if values["optional"] else "")
    return f"{capital(lead)}, {may}{told[0]}.{rest}"


def _japanese(ability: Ability) -> str:
    values = ability.values
    told = "".join(f"{sentence}。" for sentence in sentences(ability, "ja"))
    condition = values["condition"]
    asked = f"{expression.say(condition, 'ja')}なら、" if condition is not None else ""
    limit = {"turn": "1ターンに1度、", "game": "ゲーム中に1度だけ、", "none": ""}[limit_of(values)]
    when = values["when"]
    label = f"【{CLASSES.get(when, '誘発')}】"
    if when in ("continuous", "play"):
        return f"{label}{limit}{asked}{told}"
    if when == "activated":
        timing = {"open": "", "attacking": "このカードの攻撃時に", "attacked": "このカードが攻撃された時に"}
        return f"{label}{limit}{timing[values['timing'] or 'open']}{asked}発動できる。{told}"
    may = "発動できる。" if values["optional"] else "発動する。"
    return f"{label}{limit}{asked}{happening_ja(values)}に{may}{told}"


def happening_en(values: dict[str, Any]) -> str:
    """What triggers an ability."""
    when, side = values["when"], values["side"] or "own"
    other = values["who"] == "other"
    of = "another of " if side == "own" else "one of "
    kind = "magic" if when == "on_magic" else None if when == "on_trash" else "monster"
    cards = noun(values["filter"], "en", kind, plural=True).removeprefix("other ")
    subject = "this card"
    if other:
        subject = f"any {cards.removesuffix('s')}" if side == "both" else f"{of}{WHOSE_EN[side]} {cards}"
    match when:
        case "on_summon":
            by = {"any": "summoned", "normal": "normal summoned", "special": "special summoned"}[values["by"] or "any"]
            return f"when {subject} is {by}"
        case "on_magic":
            return f"when {WHO_EN[side]} activate{'' if side == 'own' else 's'} {noun(values['filter'], 'en', kind)}"
        case "on_trash":
            origin = {"any": "", "hand": " from the hand", "deck": " from the deck", "field": " from the field"}
            cause = values["cause"] or "any"
            where = "" if cause == "mill" else origin[values["from"] or "any"]
            return f"when {subject} is sent to the trash{where}{CAUSES_EN[cause]}"
        case "on_destroy":
            by = {"any": "", "battle": " by battle", "effect": " by an effect"}[values["by"] or "any"]
            return f"when {subject} is destroyed{by}"
        case "on_lp_gain":
            return f"when {WHO_EN[side]} gain{'' if side == 'own' else 's'} LP"
        case "on_attack":
            return f"when {subject} attacks"
        case "on_attacked":
            return f"when {subject} is attacked"
        case "after_battle":
            return "after this card battles a monster"
        case "on_phase":
            whose = {"own": "your", "opponent": "your opponent's", "any": "each"}[values["turn"] or "own"]
            return f"at the {values['at'] or 'start'} of {whose} {PHASE_WORDS[values['phase'] or 'main1'].en}"
        case "on_draw":
            if not other:
                return "when you draw this card"
            return f"when {WHO_EN[side]} draw{'' if side == 'own' else 's'} a card"
    return f"when {WHO_EN[side]} refresh{'' if side == 'own' else 'es'} the deck"


def happening_ja(values: dict[str, Any]) -> str:
    when, side = values["when"], values["side"] or "own"
    other = values["who"] == "other"
    kind = "magic" if when == "on_magic" else None if when == "on_trash" else "monster"
    cards = noun(values["filter"], "ja", kind).removeprefix("ほかの")
    whose = {"own": "自分のほかの", "opponent": "相手の", "both": "ほかの"}[side]
    subject = f"{whose}{cards}" if other else "このカード"
    match when:
        case "on_summon":
            by = {"any": "召喚", "normal": "通常召喚", "special": "特殊召喚"}[values["by"] or "any"]
            return f"{subject}が{by}された時"
        case "on_magic":
            return f"{WHO_JA[side]}が{noun(values['filter'], 'ja', kind)}を発動した時"
        case "on_trash":
            origin = {"any": "", "hand": "手札から", "deck": "デッキから", "field": "フィールドから"}
            cause = values["cause"] or "any"
            where = "" if cause == "mill" else origin[values["from"] or "any"]
            return f"{subject}が{where}{CAUSES_JA[cause]}トラッシュに送られた時"
        case "on_destroy":
            by = {"any": "", "battle": "戦闘で", "effect": "効果で"}[values["by"] or "any"]
            return f"{subject}が{by}破壊された時"
        case "on_lp_gain":
            return f"{WHO_JA[side]}がLPを回復した時"
        case "on_attack":
            return f"{subject}の攻撃宣言時"
        case "on_attacked":
            return f"{subject}が攻撃された時"
        case "after_battle":
            return "このカードがモンスターと戦闘した後"
        case "on_phase":
            whose = {"own": "自分の", "opponent": "相手の", "any": "お互いの"}[values["turn"] or "own"]
            at = "開始時" if (values["at"] or "start") == "start" else "終了時"
            return f"{whose}{PHASE_WORDS[values['phase'] or 'main1'].ja}{at}"
        case "on_draw":
            return f"{WHO_JA[side]}がカードを引いた時" if other else "このカードを引いた時"
    return f"{WHO_JA[side]}がデッキをリフレッシュした時"
