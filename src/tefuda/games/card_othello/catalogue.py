"""The card catalogue `catalogue.yaml`: loading and validation."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from tefuda.core.errors import Problem
from tefuda.core.options import did_you_mean
from tefuda.core.source import Source, read_file
from tefuda.core.text import Message
from tefuda.games.card_othello.rules.codes import CARD_NAMES

CATALOGUE_FILE: Final = Path(__file__).with_name("catalogue.yaml")
CATALOGUE_KEYS: Final = ["id", "type", "cost", "target", "name", "summary", "detail"]
TARGET_KINDS: Final = ["none", "placement", "stone", "stones", "hand", "opponent_hand", "offers"]
MAX_COST: Final = 99
COST_BANDS: Final = [(0, "white"), (5, "grey"), (10, "green"), (15, "blue"), (20, "purple"), (MAX_COST, "gold")]
"""The highest cost of each colour band (CO-11.1)."""


class CatalogueCard:
    """One card of the catalogue."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.id: str = data["id"]
        self.type: str = data["type"]
        self.cost: int = data["cost"]
        self.target: str = data["target"]
        self.name = Message(self.type, data["name"]["en"], data["name"]["ja"])
        self.summary = Message(self.type, data["summary"]["en"], data["summary"]["ja"])
        self.detail = Message(self.type, data["detail"]["en"], data["detail"]["ja"])


def cost_band(cost: int) -> str:
    """Return the colour band of a cost (CO-11.1)."""
    return next(colour for highest, colour in COST_BANDS if cost <= highest)


@cache
def catalogue() -> list[CatalogueCard]:
    """Return the thirty cards in the order of their codes."""
    return read_catalogue(read_file(CATALOGUE_FILE))


def read_catalogue(source: Source) -> list[CatalogueCard]:
    """Return the cards of a catalogue file; raises `InvalidFile` with all problems."""
    problems: list[Problem] = []

    def error(path: list[str | int], en: str, ja: str) -> None:
        problems.append(Problem(path, Message("catalogue", en, ja)))

    if not isinstance(source.data, list):
        error([], "expected a list of cards.", "カードのリストを書いてください。")
        raise source.invalid(problems)
    seen: dict[tuple[str, str], int] = {}
    for index, data in enumerate(source.data):
        if not isinstance(data, dict):
            error([index], "expected a mapping.", "マッピングで書いてください。")
            continue
        for key in data:
            if key not in CATALOGUE_KEYS:
                en, ja = did_you_mean(str(key), CATALOGUE_KEYS)
                error([index, key], f"unknown key.{en}", f"不明なキーです。{ja}")
        for key in CATALOGUE_KEYS:
            if key not in data:
                error([index], f"{key!r} is missing.", f"{key!r} がありません。")
            elif message := _value_problem(key, data[key]):
                error([index, key], *message)
            elif key in ("id", "type"):
                first = seen.setdefault((key, data[key]), index)
                if first != index:
                    en = f"duplicate {key} {data[key]}: entries {first + 1} and {index + 1}."
                    error([index, key], en, f"{data[key]} が重複しています（{first + 1} 番目と {index + 1} 番目）。")
    missing = [name for name in CARD_NAMES if ("type", name) not in seen]
    if missing and not problems:
        error([], f"missing cards: {', '.join(missing)}.", f"{'、'.join(missing)} がありません。")
    if problems:
        raise source.invalid(problems)
    return sorted((CatalogueCard(data) for data in source.data), key=lambda card: CARD_NAMES.index(card.type))


def _value_problem(key: str, value: Any) -> tuple[str, str] | None:
    """Return the problem with a value, in English and Japanese, or None."""
    match key:
        case "cost":
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_COST:
                return f"expected an integer from 0 to {MAX_COST}.", f"0 から {MAX_COST} の整数を書いてください。"
        case "type":
            if value not in CARD_NAMES:
                en, ja = did_you_mean(str(value), list(CARD_NAMES))
                return f"unknown card type {value!r}.{en}", f"{value!r} という種類のカードはありません。{ja}"
        case "target":
            if value not in TARGET_KINDS:
                listed = ", ".join(TARGET_KINDS)
                return f"expected one of {listed}.", f"{listed} のいずれかを書いてください。"
        case "id":
            if not isinstance(value, str) or not value:
                return "expected a string.", "文字列で書いてください。"
        case _:
            if not (isinstance(value, dict) and set(value) == {"en", "ja"} and all(map(_is_text, value.values()))):
                return (
                    "expected a text in English (en) and Japanese (ja).",
                    "英語（en）と日本語（ja）の文を書いてください。",
                )
    return None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
