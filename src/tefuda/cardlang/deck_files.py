"""Deck files: a name, a plan, and the number of copies of each card."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml
from typing_extensions import override

from tefuda.cardlang.card_id import ID_TYPE, normalize_id
from tefuda.cardlang.card_schema import MAX_FILE_BYTES, MAX_YAML_VALUES
from tefuda.cardlang.field_types import BilingualType, IntegerType, KeyPath, Problems, TextType
from tefuda.cardlang.file_kind import has_cards
from tefuda.cardlang.mappings import Field, read_fields
from tefuda.cardlang.tree import CardDefinition
from tefuda.core.errors import Problem
from tefuda.core.options import did_you_mean
from tefuda.core.source import InvalidFile, Source, file_text, scan_text
from tefuda.core.text import Message

DECK_NOUN: Final = Message("deck", "a deck", "デッキ")
CARD_FILE_ERROR: Final = Message(
    "card_file",
    "is a card file, not a deck file. Check it with `tefuda cards check`.",
    "デッキではなくカードのファイルです。`tefuda cards check` で確認できます。",
)
COPIES_TYPE: Final = IntegerType(1, 99)


@dataclass
class Deck:
    """A deck: number of copies by card id."""

    id: str
    name: Message
    plan: Message | None
    cards: dict[str, int]

    @property
    def size(self) -> int:
        return sum(self.cards.values())

    def card_ids(self) -> list[str]:
        """Return the id of every card, sorted, once for each copy."""
        return [card for card in sorted(self.cards) for _ in range(self.cards[card])]


class _CardCountsType(TextType):
    """The value of `cards`. It is checked separately, because the check needs the cards of the game."""

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> Any:
        return value

    @override
    def json_schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": COPIES_TYPE.json_schema()}


DECK_FIELDS: Final = [
    Field("id", ID_TYPE, "Unique id, used in commands.", "コマンドで使う名前。", required=True),
    Field("name", BilingualType(60), "Deck name.", "デッキ名。", required=True),
    Field("plan", BilingualType(), "Game plan.", "戦い方。"),
    Field("cards", _CardCountsType(), "Number of copies by card id.", "カードの id と枚数。", required=True),
]


def read_deck(path: Path, cards: Mapping[str, CardDefinition], size: int = 0, copies: int = 0) -> Deck:
    """Load a deck file. Raises `InvalidFile` with all problems. With 0, `size` or `copies` is not checked."""
    source = scan_text(file_text(path, MAX_FILE_BYTES), str(path), aliases=False, most=MAX_YAML_VALUES)
    if has_cards(source.data):
        raise source.invalid([Problem([], CARD_FILE_ERROR)])
    return parse_deck(source, cards, size, copies)


def parse_deck(source: Source, cards: Mapping[str, CardDefinition], size: int, copies: int) -> Deck:
    """Return the deck of a document."""
    problems = Problems()
    data = source.data
    values: dict[str, Any] = {}
    if isinstance(data, dict):
        values = read_fields(problems, [], data, DECK_FIELDS, DECK_NOUN)
        if "cards" in data:
            values["cards"] = normalize_cards(problems, ["cards"], values["cards"])
            check_deck_cards(problems, ["cards"], values["cards"], cards, size=size, copies=copies)
    else:
        problems.add([], "not_a_mapping", "a deck is a mapping of keys.", "デッキは キー: 値 の形で書きます。")
    flaws = source.flaws
    if problems.items:
        failure = source.invalid(problems.items)
        if flaws is None:
            raise failure
        raise InvalidFile(source.name, failure.problems + flaws.problems, failure.places + flaws.places)
    if flaws is not None:
        raise flaws
    return Deck(values["id"], values["name"], values["plan"], values["cards"])


def write_deck(id: str, name: dict[str, str], plan: dict[str, str] | None, cards: dict[str, int]) -> str:  # noqa: A002
    """Return a deck as a file. The deck is not checked; use `parse_deck`."""
    head: dict[str, Any] = {"id": id, "name": name}
    if plan is not None:
        head["plan"] = plan
    written: dict[str, Any] = {"sort_keys": False, "allow_unicode": True, "width": 110}
    texts = [yaml.safe_dump(head, default_flow_style=None, **written), yaml.safe_dump({"cards": cards}, **written)]
    return "".join(texts)


def normalize_cards(problems: Problems, path: KeyPath, given: Any) -> Any:
    """Return the number of copies by normalized id. Two spellings of one id are a problem."""
    if not isinstance(given, dict):
        return given
    found: dict[str, Any] = {}
    for name, count in given.items():
        if normalize_id(name) in found:
            problems.add([*path, name], "twice", f"{name} is listed twice.", f"{name} が重複しています。")
        found[normalize_id(name)] = count
    return found


def check_deck_cards(
    problems: Problems, path: KeyPath, given: Any, cards: Mapping[str, CardDefinition], *, size: int, copies: int
) -> None:
    """Check that the cards of a deck exist, and check copies and deck size."""
    if not isinstance(given, dict) or not given:
        problems.add(
            path, "kind", "a mapping of card ids to numbers is expected.", "カードの id: 枚数 で書いてください。"
        )
        return
    whole = True
    for name, count in given.items():
        if problems.is_full:
            return
        if name not in cards:
            en, ja = did_you_mean(name, list(cards))
            problems.add(
                [*path, name], "unknown_card", f"unknown card {name}.{en}", f"{name} というカードはありません。{ja}"
            )
        number = COPIES_TYPE.read(problems, [*path, name], count)
        whole = whole and number is not None
        if number is not None and copies and number > copies:
            en, ja = (
                f"{number} copies; at most {copies} are allowed.",
                f"{number} 枚。同じカードは {copies} 枚までです。",
            )
            problems.add([*path, name], "copies", en, ja)
    total = sum(given.values()) if whole else size
    if size and total != size:
        problems.add(
            path,
            "deck_size",
            f"Deck has {total} cards; {size} are required.",
            f"デッキは {size} 枚です（現在 {total} 枚）。",
        )
