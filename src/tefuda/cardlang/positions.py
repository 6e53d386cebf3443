"""Reading a position of a game whose cards are written by authors: what all such games do alike."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from tefuda.cardlang.card_schema import CardLoader
from tefuda.cardlang.field_types import KeyPath, Problems
from tefuda.cardlang.library import Library
from tefuda.cardlang.tree import CardDefinition
from tefuda.core.errors import InvalidPosition
from tefuda.core.options import did_you_mean
from tefuda.core.random import SEED_BITS, ChaCha, chacha
from tefuda.core.seed import seed_in
from tefuda.core.source import Source

C = TypeVar("C", bound=CardDefinition)


class PositionReader(Generic[C]):
    """One position being read; everything that is wrong is collected at the door."""

    def __init__(self, position: Mapping[str, Any], keys: list[str], library: Library[C]) -> None:
        self.position = position
        self.problems = Problems()
        self.kind = library.kind
        self.known = dict(library.cards())
        self.check_keys(position, [], keys)
        self.read_inline(library)

    def wrong(self, path: KeyPath, en: str, ja: str) -> None:
        self.problems.add(path, "position", en, ja)

    def finish(self) -> None:
        """Raises `InvalidPosition` where anything was wrong."""
        if self.problems.items:
            raise InvalidPosition(self.problems.items)

    def check_keys(self, value: Mapping[str, Any], path: KeyPath, keys: list[str]) -> None:
        for key in value:
            if key not in keys and not self.problems.is_full:
                en, ja = did_you_mean(str(key), keys)
                self.wrong([*path, str(key)], f"no key here.{en}", f"ここにないキーです。{ja}")

    def whole(self, value: Any, path: KeyPath, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.wrong(
                path, f"a whole number from {low} to {high} is expected.", f"{low} から {high} の整数が必要です。"
            )
            return low
        return value

    def word(self, value: Any, path: KeyPath, words: list[str]) -> int:
        """Which of some words it is."""
        if value not in words:
            listed = ", ".join(words)
            self.wrong(path, f"one of {listed} is expected.", f"{listed} のどれかが必要です。")
            return 0
        return words.index(value)

    def flag(self, value: Any, path: KeyPath) -> bool:
        if not isinstance(value, bool):
            self.wrong(path, "true or false is expected.", "true か false が必要です。")
            return False
        return value

    def items(self, value: Any, path: KeyPath) -> list[Any]:
        if not isinstance(value, list):
            self.wrong(path, "a list is expected.", "リストで書いてください。")
            return []
        return value

    def mapping(self, value: Any, path: KeyPath, keys: list[str]) -> dict[str, Any]:
        if not isinstance(value, dict) or not set(value) <= set(keys):
            listed = ", ".join(keys)
            self.wrong(path, f"a mapping of {listed} is expected.", f"{listed} を書いてください。")
            return {}
        return value

    def read_inline(self, library: Library[C]) -> None:
        """Cards that the position brings along, which stand over the catalogue."""
        items = self.items(self.position.get("cards", []), ["cards"])
        if not items:
            return
        loader = CardLoader(library.card_schema(), self.known.values())
        loader.read_source(Source("", items, None))
        loader.check_links()
        for failure in loader.failures:
            self.problems.items += [problem.under(["cards"]) for problem in failure.problems]
        self.known = {name: card for name, card in loader.cards().items() if isinstance(card, self.kind)}

    def named(self, name: Any, path: KeyPath) -> C | None:
        """The card with this id."""
        card = self.known.get(name) if isinstance(name, str) else None
        if card is None and not self.problems.is_full:
            shown = str(name)[:40]
            en, ja = did_you_mean(str(name), list(self.known))
            self.wrong(path, f"{shown!r} is no card.{en}", f"{shown!r} というカードはありません。{ja}")
        return card

    def luck(self) -> ChaCha | None:
        """The luck that the position brings along."""
        if "luck" not in self.position:
            return None
        luck = self.mapping(self.position["luck"], ["luck"], ["seed", "drawn"])
        found = chacha(self.whole(seed_in(luck.get("seed", 0)), ["luck", "seed"], 0, (1 << SEED_BITS) - 1))
        found.skip(self.whole(luck.get("drawn", 0), ["luck", "drawn"], 0, 1 << 40))
        return found


def random_data(luck: ChaCha) -> dict[str, int]:
    return {"seed": luck.seed(), "drawn": luck.drawn()}
