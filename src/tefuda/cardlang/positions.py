"""Reader for positions of games with card files."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from tefuda.cardlang.card_id import normalize_id
from tefuda.cardlang.card_schema import CardLoader
from tefuda.cardlang.engine.abilities import FRAME_STEPS, Ability, Frame, PendingTrigger
from tefuda.cardlang.engine.card_state import RUNNING, CardState
from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.cardlang.field_types import KeyPath, Problems
from tefuda.cardlang.library import Library
from tefuda.cardlang.tree import CardDefinition
from tefuda.core.errors import InvalidPosition
from tefuda.core.options import did_you_mean
from tefuda.core.random import SEED_BITS, ChaCha, chacha
from tefuda.core.seed import seed_in
from tefuda.core.source import Source
from tefuda.core.state import OVER

C = TypeVar("C", bound=CardDefinition)
S = TypeVar("S", bound=CardState)


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
        card = self.known.get(normalize_id(name)) if isinstance(name, str) else None
        if card is None and not self.problems.is_full:
            shown = str(name)[:40]
            en, ja = did_you_mean(str(name), list(self.known))
            self.add_problem(path, f"unknown card {shown!r}.{en}", f"{shown!r} というカードはありません。{ja}")
        return card

    def read_end(self, state: CardState, results: list[str]) -> None:
        """Read the result of a finished game. The first result is the outcome 1."""
        if self.position.get("result") is not None:
            state.outcome = 1 + self.read_enum(self.position["result"], ["result"], results)
            state.seat = OVER
            state.reason = str(self.position.get("reason", ""))[:40]

    def read_random(self) -> ChaCha | None:
        """Return the random number generator stored in the position."""
        if "luck" not in self.position:
            return None
        random = self.read_mapping(self.position["luck"], ["luck"], ["seed", "drawn"])
        found = chacha(self.read_integer(seed_in(random.get("seed", 0)), ["luck", "seed"], 0, (1 << SEED_BITS) - 1))
        found.skip(self.read_integer(random.get("drawn", 0), ["luck", "drawn"], 0, 1 << 40))
        return found


class EffectReader(PositionReader[C], Generic[C, S]):
    """Reads a position with unfinished effects: triggers and the stack. They name cards by location."""

    frame_kinds: ClassVar[list[str]]
    trigger_keys: ClassVar[list[str]]
    frame_keys: ClassVar[list[str]]
    ability_word: ClassVar[str]
    """The Japanese word for an ability."""

    def find_location(self, state: S, text: str) -> int:
        """Return the card at a location; NO_CARD if there is none."""
        raise NotImplementedError

    def abilities_of(self, state: S, card: int) -> Sequence[Ability]:
        """Return all abilities of a card."""
        raise NotImplementedError

    def card_at(self, state: S, text: Any, path: KeyPath) -> int:
        """Return the card at a location; NO_CARD and a problem if there is none."""
        card = self.find_location(state, text) if isinstance(text, str) else NO_CARD
        if card == NO_CARD:
            shown = str(text)[:40]
            self.add_problem(path, f"there is no card at {shown!r}.", f"{shown!r} にカードはありません。")
        return card

    def card_or_none(self, state: S, text: Any, path: KeyPath) -> int:
        return NO_CARD if text is None else self.card_at(state, text, path)

    def cards_at(self, state: S, value: Any, path: KeyPath) -> list[int]:
        """Return the cards at a list of locations."""
        return [self.card_at(state, text, path) for text in self.read_list(value, path)]

    def read_ability(self, state: S, card: int, number: Any, path: KeyPath) -> Ability | None:
        abilities = [] if card == NO_CARD else self.abilities_of(state, card)
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(abilities):
            ja = f"そのカードの{self.ability_word}ではありません。"
            self.add_problem([*path, "ability"], "the card has no such ability.", ja)
            return None
        return abilities[number]

    def read_triggers(self, state: S, key: str) -> list[PendingTrigger]:
        """Return the triggers of a list in the position."""
        items = self.read_list(self.position.get(key, []), [key])
        found = [self.read_trigger(state, item, [key, index]) for index, item in enumerate(items)]
        return [trigger for trigger in found if trigger is not None]

    def read_trigger(self, state: S, item: Any, path: KeyPath) -> PendingTrigger | None:
        entry = self.read_mapping(item, path, self.trigger_keys)
        card = self.card_at(state, entry.get("card"), [*path, "card"])
        ability = self.read_ability(state, card, entry.get("ability"), path)
        about = self.card_or_none(state, entry.get("about"), [*path, "about"])
        return None if ability is None else PendingTrigger(card, ability, about)

    def read_frames(self, state: S) -> list[Frame]:
        """Return the stack."""
        items = self.read_list(self.position.get("doing", []), ["doing"])
        found = [self.read_frame(state, item, ["doing", index]) for index, item in enumerate(items)]
        return [frame for frame in found if frame is not None]

    def read_frame(self, state: S, item: Any, path: KeyPath) -> Frame | None:
        entry = self.read_mapping(item, path, self.frame_keys)
        kind = self.read_enum(entry.get("what"), [*path, "what"], self.frame_kinds)
        card = self.card_at(state, entry.get("card"), [*path, "card"])
        if card == NO_CARD:
            return None
        ability = self.read_ability(state, card, entry.get("ability"), path) if kind == FRAME_STEPS else None
        about = self.card_or_none(state, entry.get("about"), [*path, "about"])
        if kind == FRAME_STEPS and ability is None:
            return None
        last = 0 if ability is None else len(ability.steps)
        while ability is None and state.play_ability(card, last) is not None:
            last += 1
        frame = Frame(kind, card, ability, about)
        frame.at = self.read_integer(entry.get("at", 0), [*path, "at"], 0, last)
        frame.part = self.read_integer(entry.get("part", 0), [*path, "part"], 0, 1)
        frame.acted = self.read_boolean(entry.get("did", False), [*path, "did"])
        return frame


def random_data(random: ChaCha) -> dict[str, int]:
    """Return the state of a random number generator. `PositionReader.read_random` is the inverse."""
    return {"seed": random.seed(), "drawn": random.drawn()}


def common_data(state: CardState, results: list[str], library: Library[C], cards: list[C]) -> dict[str, Any]:
    """Return the keys that the positions of all games have: result, random numbers and custom cards."""
    written: dict[str, Any] = {"luck": random_data(state.rng)}
    if state.outcome != RUNNING:
        written.update(result=results[state.outcome - 1], reason=state.reason)
    custom = library.custom_data(cards)
    return {**written, "cards": custom} if custom else written
