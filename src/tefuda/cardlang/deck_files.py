"""Deck files: a name, a plan, and how many of which card."""

from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any, Final

import yaml

from tefuda.cardlang.card_schema import LARGEST_FILE, MOST_VALUES
from tefuda.cardlang.field_types import BothLanguages, Door, Field, Path, Text, Whole, read_fields
from tefuda.cardlang.file_kind import has_cards
from tefuda.cardlang.tree import Definition
from tefuda.core.game import did_you_mean
from tefuda.core.source import Source, file_text, scan_text
from tefuda.core.text import Message, Problem

DECK: Final = Message("deck", "a deck", "デッキ")
CARD_FILE: Final = Message(
    "card_file",
    "is a card file, not a deck file. Check it with `tefuda cards check`.",
    "デッキではなくカードのファイルです。`tefuda cards check` で確認できます。",
)
DECK_ID: Final = Text(r"[a-z0-9_-]+", "an id of a-z, 0-9, - and _", "a-z 0-9 - _ だけの id ", 40)
COPIES: Final = Whole(1, 99)


class Deck:
    """Cards by id, each as often as it is in the deck."""

    def __init__(self, id: str, name: Message, plan: Message | None, cards: dict[str, int]) -> None:  # noqa: A002
        self.id = id
        self.name = name
        self.plan = plan
        self.cards = cards

    @property
    def size(self) -> int:
        return sum(self.cards.values())

    def listed(self) -> list[str]:
        """Every card, copies one after the other, by id."""
        return [card for card in sorted(self.cards) for _ in range(self.cards[card])]


class _Cards(Text):
    """What stands behind `cards`; read apart, because it needs to know the cards."""

    def read(self, door: Door, path: Path, value: Any) -> Any:
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": COPIES.schema()}


FIELDS: Final = [
    Field("id", DECK_ID, "Its name for commands: the file's.", "コマンドで使う名前。", required=True),
    Field("name", BothLanguages(60), "What it is called.", "デッキ名。", required=True),
    Field("plan", BothLanguages(), "How it wants to win.", "戦い方。"),
    Field("cards", _Cards(), "How many of which card.", "カードの id と枚数。", required=True),
]


def read_deck(path: FilePath, cards: Mapping[str, Definition], size: int = 0, copies: int = 0) -> Deck:
    """A deck file; raises `InvalidFile` with everything that is wrong. `size` and `copies` 0: not checked."""
    source = scan_text(file_text(path, LARGEST_FILE), str(path), aliases=False, most=MOST_VALUES)
    if has_cards(source.data):
        raise source.invalid([Problem([], CARD_FILE)])
    return deck_in(source, cards, size, copies)


def deck_in(source: Source, cards: Mapping[str, Definition], size: int, copies: int) -> Deck:
    """The deck of a document."""
    door = Door()
    data = source.data
    values: dict[str, Any] = {}
    if isinstance(data, dict):
        values = read_fields(door, [], data, FIELDS, DECK)
        if "cards" in data:
            check_cards(door, ["cards"], values["cards"], cards, size, copies)
    else:
        door.wrong([], "not_a_mapping", "a deck is a mapping of keys.", "デッキは キー: 値 の形で書きます。")
    if source.flaws is not None or door.problems:
        failure = source.invalid(door.problems)
        if source.flaws is not None:
            failure.problems += source.flaws.problems
            failure.places += source.flaws.places
        raise failure
    return Deck(values["id"], values["name"], values["plan"], values["cards"])


def write_deck(id: str, name: dict[str, str], plan: dict[str, str] | None, cards: dict[str, int]) -> str:  # noqa: A002
    """A deck as its file, right or wrong: `deck_in` says which."""
    head: dict[str, Any] = {"id": id, "name": name}
    if plan is not None:
        head["plan"] = plan
    written: dict[str, Any] = {"sort_keys": False, "allow_unicode": True, "width": 110}
    texts = [yaml.safe_dump(head, default_flow_style=None, **written), yaml.safe_dump({"cards": cards}, **written)]
    return "".join(texts)


def check_cards(door: Door, path: Path, given: Any, cards: Mapping[str, Definition], size: int, copies: int) -> None:
    """Whether a deck's cards are there, not too often, and as many as there must be."""
    if not isinstance(given, dict) or not given:
        door.wrong(
            path, "kind", "a mapping of card ids to numbers is expected.", "カードの id: 枚数 で書いてください。"
        )
        return
    whole = True
    for name, count in given.items():
        if door.full:
            return
        if name not in cards:
            en, ja = did_you_mean(name, list(cards))
            door.wrong([*path, name], "unknown_card", f"no card {name}.{en}", f"{name} というカードはありません。{ja}")
        number = COPIES.read(door, [*path, name], count)
        whole = whole and number is not None
        if number is not None and copies and number > copies:
            en, ja = (
                f"{number} copies; at most {copies} are allowed.",
                f"{number} 枚。同じカードは {copies} 枚までです。",
            )
            door.wrong([*path, name], "copies", en, ja)
    total = sum(given.values()) if whole else size
    if size and total != size:
        door.wrong(
            path,
            "deck_size",
            f"Deck has {total} cards; {size} are required.",
            f"デッキは {size} 枚です（現在 {total} 枚）。",
        )
