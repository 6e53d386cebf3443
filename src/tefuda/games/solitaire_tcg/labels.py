"""Labels of Solitaire TCG: what players read for the keys and values of views and events."""

from typing import Final

from tefuda.core.text import Message, messages
from tefuda.games.solitaire_tcg.language.nouns import japanese_tags
from tefuda.games.solitaire_tcg.text import FIZZLE_REASONS

VIEW_WORDS: Final = {
    "ability": ("Ability", "能力"),
    "atk": ("ATK", "攻撃力"),
    "banish": ("Banished", "除外"),
    "bottom": ("At the bottom", "一番下"),
    "count": ("Cards", "枚数"),
    "counters": ("counters", "カウンター"),
    "field": ("Field", "フィールドゾーン"),
    "from": ("From", "候補"),
    "grave": ("Grave", "墓地"),
    "hp": ("HP", "HP"),
    "leaving": ("Leaving", "場を離れる"),
    "limbo": ("Resolving", "処理中"),
    "max_turns": ("Turn limit", "制限ターン"),
    "mode": ("Mode", "モード"),
    "need": ("Choose", "選ぶ数"),
    "on": ("on", "装備先"),
    "op": ("Effect", "内容"),
    "picked": ("Chosen", "選択済み"),
    "puzzle": ("puzzle", "詰めパズル"),
    "queue": ("Queue", "キュー"),
    "random": ("random", "ランダムあり"),
    "spells": ("Spells this turn", "このターンのスペル"),
    "table": ("board", "盤面"),
    "top": ("On top", "一番上"),
    "turns": ("out of turns", "ターン切れ"),
    "unknown": ("The rest (unordered)", "残り（順不同）"),
    "used": ("used", "使用済み"),
    "when": ("When", "きっかけ"),
    "zone": ("Zone", "場所"),
}


def labels() -> dict[str, Message]:
    """Return the labels in both languages, without those of triggers."""
    tags = {tag: (tag, ja) for tag, ja in japanese_tags().items()}
    return messages({**tags, **FIZZLE_REASONS, **VIEW_WORDS})
