"""Labels of Card Othello: what players read for the keys and values of views and events."""

from typing import Final

from tefuda.core.text import Message
from tefuda.games.card_othello.text import MARK_NAMES, SIDE_NAMES

VIEW_WORDS: Final = {
    "cap": ("Charge limit", "布石の上限"),
    "cards_on": ("Cards", "カード"),
    "card_used": ("Card used", "カード使用済み"),
    "cells": ("Cells", "マス"),
    "charge": ("Charge", "布石"),
    "done": ("done", "選択を終える"),
    "left": ("Left", "残り"),
    "mark": ("Mark", "種類"),
    "marks": ("Marks", "効果のある石"),
    "others": ("Other actions", "ほかの行動"),
    "owner": ("Owner", "持ち主"),
    "pass": ("pass", "パス"),
    "passes": ("Passes", "パスの数"),
    "pending": ("Card being resolved", "処理中のカード"),
    "picked": ("Chosen", "選択済み"),
    "placed": ("Placed", "配置数"),
    "placements": ("Placements", "配置できる数"),
    "sacrificed": ("Sacrificed", "生贄の数"),
    "shown": ("Shown cards", "公開された手札"),
    "snares": ("Possible traps", "仕掛けられた罠"),
    "sprouts": ("Sprouts", "双葉"),
    "winner": ("Winner", "勝者"),
}


def labels() -> dict[str, Message]:
    """Return the labels in both languages."""
    return {**{name: Message(name, en, ja) for name, (en, ja) in VIEW_WORDS.items()}, **SIDE_NAMES, **MARK_NAMES}
