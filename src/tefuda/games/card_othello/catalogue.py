"""The catalogue of cards: `catalogue.yaml`, read and checked with file, line and column."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from tefuda.core.errors import Problem
from tefuda.core.options import did_you_mean
from tefuda.core.source import Source, read_file
from tefuda.core.text import Message
from tefuda.games.card_othello.rules.codes import CARD_NAMES

FILE: Final = Path(__file__).with_name("catalogue.yaml")
KEYS: Final = ["id", "type", "cost", "target", "name", "summary", "detail"]
TARGETS: Final = ["none", "placement", "stone", "stones", "hand", "opponent_hand", "offers"]
MOST_COST: Final = 99
BANDS: Final = [(0, "white"), (5, "grey"), (10, "green"), (15, "blue"), (20, "purple"), (MOST_COST, "gold")]
"""The highest cost of each colour (CO-11.1)."""


class Card:
    """One entry."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.id: str = data["id"]
        self.type: str = data["type"]
        self.cost: int = data["cost"]
        self.target: str = data["target"]
        self.name = Message(self.type, data["name"]["en"], data["name"]["ja"])
        self.summary = Message(self.type, data["summary"]["en"], data["summary"]["ja"])
        self.detail = Message(self.type, data["detail"]["en"], data["detail"]["ja"])


def band(cost: int) -> str:
    """The colour that a cost is shown in (CO-11.1)."""
    return next(colour for highest, colour in BANDS if cost <= highest)


@cache
def catalogue() -> list[Card]:
    """The thirty cards, in the order of their codes."""
    return read_catalogue(read_file(FILE))


def read_catalogue(source: Source) -> list[Card]:
    """The cards of a catalogue; raises `InvalidFile` with everything that is wrong."""
    problems: list[Problem] = []

    def wrong(path: list[str | int], en: str, ja: str) -> None:
        problems.append(Problem(path, Message("catalogue", en, ja)))

    if not isinstance(source.data, list):
        wrong([], "a list of cards is expected.", "カードのリストではありません。")
        raise source.invalid(problems)
    seen: dict[tuple[str, str], int] = {}
    for index, data in enumerate(source.data):
        if not isinstance(data, dict):
            wrong([index], "a card is a mapping.", "カードはマッピングで書きます。")
            continue
        for key in data:
            if key not in KEYS:
                en, ja = did_you_mean(str(key), KEYS)
                wrong([index, key], f"no key of a card.{en}", f"カードにないキーです。{ja}")
        for key in KEYS:
            if key not in data:
                wrong([index], f"{key!r} is missing.", f"{key!r} がありません。")
            elif message := _defect(key, data[key]):
                wrong([index, key], *message)
            elif key in ("id", "type"):
                first = seen.setdefault((key, data[key]), index)
                if first != index:
                    en = f"{data[key]} stands twice: entries {first + 1} and {index + 1}."
                    wrong([index, key], en, f"{data[key]} が重複しています（{first + 1} 番目と {index + 1} 番目）。")
    missing = [name for name in CARD_NAMES if ("type", name) not in seen]
    if missing and not problems:
        wrong([], f"no entry for {', '.join(missing)}.", f"{'、'.join(missing)} がありません。")
    if problems:
        raise source.invalid(problems)
    return sorted((Card(data) for data in source.data), key=lambda card: CARD_NAMES.index(card.type))


def _defect(key: str, value: Any) -> tuple[str, str] | None:
    """What is wrong with the value of a key, in both languages."""
    match key:
        case "cost":
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_COST:
                return f"a cost is a whole number from 0 to {MOST_COST}.", f"コストは 0 から {MOST_COST} の整数です。"
        case "type":
            if value not in CARD_NAMES:
                en, ja = did_you_mean(str(value), list(CARD_NAMES))
                return f"{value!r} is no type of card.{en}", f"{value!r} という種類はありません。{ja}"
        case "target":
            if value not in TARGETS:
                listed = ", ".join(TARGETS)
                return f"one of {listed} is expected.", f"{listed} のいずれかを書いてください。"
        case "id":
            if not isinstance(value, str) or not value:
                return "a text is expected.", "文字列で書いてください。"
        case _:
            if not (isinstance(value, dict) and set(value) == {"en", "ja"} and all(map(_is_text, value.values()))):
                return (
                    "a text in English (en) and Japanese (ja) is expected.",
                    "英語 en と日本語 ja の文が必要です。",
                )
    return None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
