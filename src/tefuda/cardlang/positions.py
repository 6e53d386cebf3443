"""Reader for positions of games with card files."""

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
    """Reads one position and collects all problems."""

    def __init__(self, position: Mapping[str, Any], keys: list[str], library: Library[C]) -> None:
        self.position = position
        self.problems = Problems()
        self.card_class = library.card_class
        self.known = dict(library.cards())
        self.check_keys(position, [], keys)
        self.read_inline_cards(library)

    def add_problem(self, path: KeyPath, en: str, ja: str) -> None:
        self.problems.add(path, "position", en, ja)

    def raise_problems(self) -> None:
        """Raise `InvalidPosition` if there are problems."""
        if self.problems.items:
            raise InvalidPosition(self.problems.items)

    def check_keys(self, value: Mapping[str, Any], path: KeyPath, keys: list[str]) -> None:
        for key in value:
            if key not in keys and not self.problems.is_full:
                en, ja = did_you_mean(str(key), keys)
                self.add_problem([*path, str(key)], f"unknown key.{en}", f"使えないキーです。{ja}")

    def read_integer(self, value: Any, path: KeyPath, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.add_problem(
                path, f"a whole number from {low} to {high} is expected.", f"{low} から {high} の整数が必要です。"
            )
            return low
        return value

    def read_enum(self, value: Any, path: KeyPath, words: list[str]) -> int:
        """Return the index of a word."""
        if value not in words:
            listed = ", ".join(words)
            self.add_problem(path, f"one of {listed} is expected.", f"{listed} のどれかが必要です。")
            return 0
        return words.index(value)

    def read_boolean(self, value: Any, path: KeyPath) -> bool:
        if not isinstance(value, bool):
            self.add_problem(path, "true or false is expected.", "true か false が必要です。")
            return False
        return value

    def read_list(self, value: Any, path: KeyPath) -> list[Any]:
        if not isinstance(value, list):
            self.add_problem(path, "a list is expected.", "リストで書いてください。")
            return []
        return value

    def read_mapping(self, value: Any, path: KeyPath, keys: list[str]) -> dict[str, Any]:
        if not isinstance(value, dict) or not set(value) <= set(keys):
            listed = ", ".join(keys)
            self.add_problem(path, f"a mapping of {listed} is expected.", f"{listed} を書いてください。")
            return {}
        return value

    def read_inline_cards(self, library: Library[C]) -> None:
        """Load the cards that the position defines. They replace cards of the catalogue."""
        items = self.read_list(self.position.get("cards", []), ["cards"])
        if not items:
            return
        loader = CardLoader(library.card_schema(), self.known.values())
        loader.read_source(Source("", items, None))
        loader.check_links()
        for failure in loader.failures:
            self.problems.items += [problem.under(["cards"]) for problem in failure.problems]
        self.known = {name: card for name, card in loader.cards().items() if isinstance(card, self.card_class)}

    def find_card(self, name: Any, path: KeyPath) -> C | None:
        """Return the card with this id, or None and add a problem."""
        card = self.known.get(name) if isinstance(name, str) else None
        if card is None and not self.problems.is_full:
            shown = str(name)[:40]
            en, ja = did_you_mean(str(name), list(self.known))
            self.add_problem(path, f"unknown card {shown!r}.{en}", f"{shown!r} というカードはありません。{ja}")
        return card

    def read_random(self) -> ChaCha | None:
        """Return the random number generator stored in the position."""
        if "luck" not in self.position:
            return None
        random = self.read_mapping(self.position["luck"], ["luck"], ["seed", "drawn"])
        found = chacha(self.read_integer(seed_in(random.get("seed", 0)), ["luck", "seed"], 0, (1 << SEED_BITS) - 1))
        found.skip(self.read_integer(random.get("drawn", 0), ["luck", "drawn"], 0, 1 << 40))
        return found


def random_data(random: ChaCha) -> dict[str, int]:
    return {"seed": random.seed(), "drawn": random.drawn()}
