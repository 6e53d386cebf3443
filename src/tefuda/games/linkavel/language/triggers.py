"""The triggers: the values of `when`, the keys they allow, and what they say."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tefuda.cardlang.vocabulary import Text, TriggerTerm, ability_example
from tefuda.core.text import Message
from tefuda.games.linkavel.language.nouns import PHASE_WORDS, WHOSE_EN, article, noun_en, noun_ja

ABOUT_A_CARD: Final = ["who", "side", "filter"]
PLAYERS: Final = {
    "own": ("you", "自分"),
    "opponent": ("your opponent", "相手"),
    "both": ("a player", "どちらかのプレイヤー"),
}
CAUSE_PHRASES: Final = {
    "cost": (" as a cost", "コストとして"),
    "battle": (" by battle", "バトルで"),
    "effect": (" by an effect", "効果で"),
    "limit": (" by the hand limit", "手札枚数制限で"),
    "spent": (" after it resolved", "解決後に"),
    "any": ("", ""),
    "mill": ("", ""),
}
SUMMON_PHRASES: Final = {"any": ("", ""), "normal": ("normal ", "通常"), "special": ("special ", "特殊")}
ORIGINS_JA: Final = {"any": "", "hand": "手札から", "deck": "デッキから", "field": "フィールドから"}
TURNS: Final = {"own": ("your", "自分の"), "opponent": ("your opponent's", "相手の"), "any": ("each", "お互いの")}


class Occasion:
    """The occasion of an ability: the values of its keys, with the card and the player it is about in words."""

    def __init__(self, values: dict[str, Any], magic: bool) -> None:
        """`magic` says whether the ability is on a magic."""
        self.values = values
        self.magic = magic
        self.side: str = values["side"] or "own"
        self.is_other = values["who"] == "other"
        self.by: str = values["by"] or "any"
        self.player_en, self.player_ja = PLAYERS[self.side]
        self.s = "" if self.side == "own" else "s"
        """The ending of the verb after the player."""

    def card(self) -> Text:
        """Return the card it is about. `another` is left out if the card itself cannot be meant."""
        if not self.is_other:
            return "this card", "このカード"
        values, filter_ = self.values, self.values["filter"]
        kind = None if values["when"] in ("on_trash", "on_destroy") else "monster"
        type_ = (filter_.values.get("type") if filter_ is not None else None) or kind
        elsewhere = values["cause"] in ("mill", "discard", "limit") or values["from"] in ("hand", "deck")
        other = not elsewhere and self.side != "opponent" and (type_ is None or ("magic" in type_) == self.magic)
        whose = {"own": "自分の", "opponent": "相手の", "both": ""}[self.side]
        ja = f"{whose}{'ほかの' if other else ''}{noun_ja(filter_, kind).removeprefix('ほかの')}"
        if elsewhere or self.side == "both":
            one = noun_en(filter_, kind).removeprefix("other ")
            return f"another {one}" if other else article(one), ja
        cards = noun_en(filter_, kind, plural=True).removeprefix("other ")
        return f"{'another' if other else 'one'} of {WHOSE_EN[self.side]} {cards}", ja


Phrase = Callable[[Occasion], Text]


@dataclass
class Trigger(TriggerTerm):
    """A value of `when`."""

    keys: list[str]
    """The keys of an ability that only some triggers have."""
    phrase: Phrase | None
    """Returns the trigger in words; None if its abilities have no trigger in words."""
    that: str
    """The kind of card it is about, `target: that`; empty if there is none."""
    foe: Text | None
    """The battle opponent in words, `target: foe`; None if there is none."""
    foe_of_other: Text | None
    """The same if the trigger is about another monster."""

    @property
    def is_about_a_card(self) -> bool:
        """Whether it is about this card or others, as `who` says."""
        return bool(self.that) and "who" in self.keys

    @property
    def is_of_monsters(self) -> bool:
        """Whether it is about a summon or a battle, which magics never have."""
        return self.that == "monster" or self.foe is not None


def trigger(
    name: str,
    keys: list[str],
    *,
    en: str,
    ja: str,
    clause: str,
    example: str = "",
    that: str = "",
    foe: Text | None = None,
    foe_of_other: Text | None = None,
    effect_class: Text = ("Triggered", "誘発"),
) -> Callable[[Phrase | None], Trigger]:
    """Declare a trigger. The decorated function returns it in words."""
    meaning, label, shown = Message(name, en, ja), Message(name, *effect_class), ability_example(name, "{ op: draw }")
    other = foe_of_other or foe
    return lambda phrase: Trigger(name, meaning, clause, example or shown, label, keys, phrase, that, foe, other)


play: Final = trigger(
    "play",
    [],
    en="The effect of a magic when it is activated.",
    ja="魔術の発動時の効果。",
    clause="LV-6.6",
    effect_class=("On activation", "発動"),
)(None)
continuous: Final = trigger(
    "continuous",
    [],
    en="Applies while the card is on the field.",
    ja="フィールドにある限り適用される効果。",
    clause="LV-9.19",
    example=ability_example("continuous", "{ op: power, target: self, amount: 300 }"),
    effect_class=("Continuous", "永続"),
)(None)


@trigger(
    "activated",
    ["timing"],
    en="Used by its owner, once per turn: while nothing resolves, or at its printed timing.",
    ja="自分で起動する効果。1ターンに1度。オープンな状態か、記載のタイミングで。",
    clause="LV-9.17",
    effect_class=("Activated", "起動"),
)
def activated(occasion: Occasion) -> Text:
    if occasion.values["timing"] == "attacking":
        return "when this card attacks", "このカードの攻撃宣言時"
    return "when this card is attacked", "このカードが攻撃された時"


@trigger(
    "on_summon",
    [*ABOUT_A_CARD, "by"],
    en="This monster, or another, was summoned.",
    ja="召喚されたとき。",
    clause="LV-10.1",
    that="monster",
)
def on_summon(occasion: Occasion) -> Text:
    (card, card_ja), (how, how_ja) = occasion.card(), SUMMON_PHRASES.get(occasion.by, ("", ""))
    return f"when {card} is {how}summoned", f"{card_ja}が{how_ja}召喚された時"


@trigger(
    "on_magic",
    ["side", "filter"],
    en="Another magic was activated.",
    ja="ほかの魔術が発動されたとき。",
    clause="LV-10.2",
    that="card",
)
def on_magic(occasion: Occasion) -> Text:
    filter_, magic = occasion.values["filter"], occasion.magic
    found = noun_en(filter_, "magic").removeprefix("other ")
    found_ja = noun_ja(filter_, "magic").removeprefix("ほかの")
    en = f"when {occasion.player_en} activate{occasion.s} {f'another {found}' if magic else article(found)}"
    return en, f"{occasion.player_ja}が{'ほかの' if magic else ''}{found_ja}を発動した時"


@trigger(
    "on_trash",
    [*ABOUT_A_CARD, "from", "cause"],
    en="This card, or another, was sent to the trash.",
    ja="トラッシュに送られたとき。",
    clause="LV-10.3",
    example=ability_example("on_trash\nfrom: deck\ncause: mill", "{ op: summon, target: self }"),
    that="card",
)
def on_trash(occasion: Occasion) -> Text:
    (card, card_ja), values = occasion.card(), occasion.values
    cause, origin, whose = values["cause"] or "any", values["from"] or "any", WHOSE_EN[occasion.side]
    if cause == "discard":
        hand = f" from {whose} hand" if occasion.is_other else ""
        return f"when {card} is discarded{hand} by an effect", f"{card_ja}が効果で捨てられた時"
    where = {"any": "", "field": " from the field"}.get(origin, f" from {whose} {origin}")
    where_ja = ORIGINS_JA[origin]
    if cause == "mill":
        where, where_ja = f" from the top of {whose} deck", "デッキの上から"
    by, by_ja = CAUSE_PHRASES[cause]
    return f"when {card} is sent to the trash{where}{by}", f"{card_ja}が{where_ja}{by_ja}トラッシュに送られた時"


@trigger(
    "on_destroy",
    [*ABOUT_A_CARD, "by"],
    en="This card on the field, or another, was destroyed.",
    ja="破壊されたとき。",
    clause="LV-10.5",
    example=ability_example("on_destroy\nby: battle", "{ op: draw }"),
    that="card",
)
def on_destroy(occasion: Occasion) -> Text:
    (card, card_ja), (by, by_ja) = occasion.card(), CAUSE_PHRASES.get(occasion.by, ("", ""))
    return f"when {card} is destroyed{by}", f"{card_ja}が{by_ja}破壊された時"


@trigger("on_lp_gain", ["side"], en="A player gained LP.", ja="LP を回復したとき。", clause="LV-10.6")
def on_lp_gain(occasion: Occasion) -> Text:
    return f"when {occasion.player_en} gain{occasion.s} LP", f"{occasion.player_ja}がLPを回復した時"


@trigger(
    "on_attack",
    ABOUT_A_CARD,
    en="This monster, or another, declares an attack.",
    ja="攻撃を宣言したとき。",
    clause="LV-10.7",
    that="monster",
    foe=("the monster it attacks", "攻撃対象のモンスター"),
)
def on_attack(occasion: Occasion) -> Text:
    card, card_ja = occasion.card()
    return f"when {card} attacks", f"{card_ja}の攻撃宣言時"


@trigger(
    "on_attacked",
    ABOUT_A_CARD,
    en="This monster, or another, is attacked.",
    ja="攻撃されたとき。",
    clause="LV-10.8",
    that="monster",
    foe=("the attacking monster", "攻撃してきたモンスター"),
)
def on_attacked(occasion: Occasion) -> Text:
    card, card_ja = occasion.card()
    return f"when {card} is attacked", f"{card_ja}が攻撃された時"


@trigger(
    "after_battle",
    ABOUT_A_CARD,
    en="After a battle of this monster, or another, with a monster.",
    ja="モンスターと戦闘した後。",
    clause="LV-10.9",
    example=ability_example("after_battle", "{ op: destroy, target: foe }"),
    that="monster",
    foe=("that monster", "そのモンスター"),
    foe_of_other=("the monster it battled", "バトルした相手のモンスター"),
)
def after_battle(occasion: Occasion) -> Text:
    card, card_ja = occasion.card()
    return f"after {card} battles a monster", f"{card_ja}がモンスターとバトルした後"


@trigger(
    "on_phase",
    ["phase", "at", "turn"],
    en="A phase begins or ends.",
    ja="フェイズの開始時・終了時。",
    clause="LV-10.10",
    example=ability_example("on_phase\nphase: end", "{ op: draw }"),
)
def on_phase(occasion: Occasion) -> Text:
    values = occasion.values
    (whose, whose_ja), phase = TURNS[values["turn"] or "own"], PHASE_WORDS[values["phase"]]
    en = f"at the {values['at'] or 'start'} of {whose} {phase.en}"
    return en, f"{whose_ja}{phase.ja}の{'終了時' if values['at'] == 'end' else '開始時'}"


@trigger(
    "on_draw",
    ["who", "side"],
    en="This card was drawn, or a player drew a card.",
    ja="引いたとき。",
    clause="LV-10.11",
    example=ability_example("on_draw", "{ op: gain, amount: 200 }"),
)
def on_draw(occasion: Occasion) -> Text:
    if not occasion.is_other:
        return "when you draw this card", "このカードを引いた時"
    return f"when {occasion.player_en} draw{occasion.s} a card", f"{occasion.player_ja}がカードを引いた時"


@trigger("on_refresh", ["side"], en="A player refreshed the deck.", ja="リフレッシュしたとき。", clause="LV-10.12")
def on_refresh(occasion: Occasion) -> Text:
    whose = "es their" if occasion.s else " your"
    return f"when {occasion.player_en} refresh{whose} deck", f"{occasion.player_ja}がデッキをリフレッシュした時"


TRIGGERS: Final = [
    play,
    activated,
    continuous,
    on_summon,
    on_magic,
    on_trash,
    on_destroy,
    on_lp_gain,
    on_attack,
    on_attacked,
    after_battle,
    on_phase,
    on_draw,
    on_refresh,
]


def find_trigger(name: str) -> Trigger:
    return next(term for term in TRIGGERS if term.name == name)


def triggers_with(key: str) -> list[str]:
    """Return the triggers that allow a key: those about a card first."""
    found = [term for term in TRIGGERS if key in term.keys]
    return [term.name for term in sorted(found, key=lambda term: not term.is_about_a_card)]
