"""Labels of LinkaVel: what players read for the keys and values of views and events."""

from typing import Final

from tefuda.core.text import Message, messages
from tefuda.games.linkavel.language.nouns import PHASE_WORDS
from tefuda.games.linkavel.text import SEAT_TITLES

VIEW_WORDS: Final = {
    "ability": ("Ability", "能力"),
    "amount": ("amount", "増減"),
    "attacker": ("Attacker", "攻撃側"),
    "attacks": ("attacks made", "攻撃回数"),
    "battle": ("Battle", "バトル"),
    "changed": ("changed", "増減"),
    "doing": ("Resolving", "解決中"),
    "extra": ("extra attacks", "追加攻撃"),
    "lasting": ("continuous effects", "永続効果"),
    "lp": ("LP", "LP"),
    "magics": ("Magic", "魔術"),
    "monsters": ("Monsters", "モンスター"),
    "on": ("on", "対象"),
    "op": ("Effect", "内容"),
    "power": ("power", "パワー"),
    "printed": ("printed", "元のパワー"),
    "refreshed": ("Deck refreshed", "デッキを補充済み"),
    "saved_by": ("protection used", "使った保護"),
    "shielded": ("protected", "守られている"),
    "shown": ("Shown cards", "公開された手札"),
    "summoned": ("Normal summon used", "通常召喚済み"),
    "trash": ("Trash", "トラッシュ"),
    "used": ("used", "使用済み"),
    "waiting": ("Waiting effects", "待機中の効果"),
    "when": ("When", "きっかけ"),
}


def labels() -> dict[str, Message]:
    """Return the labels in both languages, without those of triggers."""
    return {**PHASE_WORDS, **SEAT_TITLES, **messages(VIEW_WORDS)}
