"""The schema of a card: its fields and abilities, how they are checked, and how a card object is built from them.

A file is checked as a whole and all problems are reported. Invalid cards are skipped; the other cards load.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from tefuda.cardlang.field_types import (
    EnumType,
    Field,
    KeyPath,
    ListType,
    Problems,
    fields_json_schema,
    read_fields,
    write_fields,
)
from tefuda.cardlang.file_kind import is_deck
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.vocabulary import OpContext, ParsedStep, StepListType, Vocabulary
from tefuda.core.errors import Problem
from tefuda.core.source import InvalidFile, Location, Source, file_text, files_under, scan_text
from tefuda.core.text import Message

MAX_FILE_BYTES: Final = 500_000
"""Maximum size of a card file."""

MAX_CARDS_PER_FILE: Final = 2_000
MAX_YAML_VALUES: Final = 50_000
MAX_FAILURES: Final = 200
"""Maximum number of invalid cards and files that are reported."""
CARD_NOUN: Final = Message("card", "a card", "カード")
DECK_FILE_ERROR: Final = Message(
    "deck_file",
    "is a deck file, not a card file. Check it with `tefuda decks check`.",
    "カードではなくデッキのファイルです。`tefuda decks check` で確認できます。",
)
ABILITY_NOUN: Final = Message("ability", "an ability", "能力")


class ParsedAbility:
    """A checked ability, as written in the card file."""

    def __init__(self, values: dict[str, Any], steps: list[ParsedStep]) -> None:
        self.values = values
        """Values by key, without `effect`."""
        self.steps = steps

    @property
    def when(self) -> str:
        when: str = self.values["when"]
        return when


AbilityCheck = Callable[[Problems, KeyPath, dict[str, Any], OpContext], None]
CardCheck = Callable[[Problems, KeyPath, dict[str, Any]], None]
LinkCheck = Callable[[Problems, KeyPath, CardDefinition, dict[str, CardDefinition]], None]


class CardSchema:
    """The fields of a card of one game, with its checks and its factory."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        fields: list[Field],
        ability_fields: list[Field],
        make: Callable[[dict[str, Any], list[ParsedAbility]], CardDefinition],
        check: CardCheck,
        check_ability: AbilityCheck,
        check_links: LinkCheck,
        max_abilities: int,
    ) -> None:
        """`fields` must contain `id` and `type`. `abilities`, `when` and `effect` are added here."""
        self.vocabulary = vocabulary
        self.fields = fields
        self.when = EnumType("when", "発動条件", [term.name for term in vocabulary.triggers], vocabulary.suggestions)
        self.ability_fields = [
            Field("when", self.when, "The trigger.", "いつ働くか。", required=True),
            *ability_fields,
        ]
        self.steps = StepListType(lambda: vocabulary)
        self.make = make
        self.check = check
        self.check_ability = check_ability
        self.check_links = check_links
        self.max_abilities = max_abilities
        self.describe: Callable[[ParsedAbility, str], str] | None = None
        """Text of an ability in this game. None: `card_text` generates it."""

    def read(self, problems: Problems, path: KeyPath, data: Any) -> CardDefinition | None:
        """Return the card, or None and add every problem to `problems`."""
        if not isinstance(data, dict):
            problems.add(path, "not_a_mapping", "a card is a mapping of keys.", "カードは キー: 値 の形で書きます。")
            return None
        before = len(problems.items)
        given = {key: value for key, value in data.items() if key != "abilities"}
        extra = Field("abilities", ListType(self.when, "", ""), "", "")
        values = read_fields(problems, path, given, [*self.fields, extra], CARD_NOUN)
        abilities = self.read_abilities(problems, [*path, "abilities"], data)
        self.check(problems, path, {**values, "given": data})
        if len(problems.items) > before:
            return None
        del values["abilities"]
        return self.make(values, abilities)

    def read_abilities(self, problems: Problems, path: KeyPath, data: dict[str, Any]) -> list[ParsedAbility]:
        value = data.get("abilities", [])
        if not isinstance(value, list):
            problems.add(path, "kind", "a list of abilities is expected.", "能力のリストで書いてください。")
            return []
        if len(value) > self.max_abilities:
            maximum = self.max_abilities
            problems.add(path, "length", f"has more than {maximum} abilities.", f"能力は {maximum} 個までです。")
            return []
        found = [self.read_ability(problems, [*path, index], item, data) for index, item in enumerate(value)]
        return [ability for ability in found if ability is not None]

    def read_ability(self, problems: Problems, path: KeyPath, data: Any, card: dict[str, Any]) -> ParsedAbility | None:
        if not isinstance(data, dict):
            problems.add(path, "kind", "an ability is a mapping.", "能力は キー: 値 の形で書きます。")
            return None
        before = len(problems.items)
        given = {key: value for key, value in data.items() if key != "effect"}
        extra = Field("effect", self.steps, "", "")
        values = read_fields(problems, path, given, [*self.ability_fields, extra], ABILITY_NOUN)
        del values["effect"]
        context = OpContext(card, values["when"] or "", data)
        steps: list[ParsedStep] | None = []
        if "effect" in data:
            steps = self.steps.read_steps(problems, [*path, "effect"], data["effect"], context)
        else:
            problems.add(path, "key_missing", "'effect' is missing.", "'effect' がありません。")
        if values["when"] is not None:
            self.check_ability(problems, path, values, context)
        return ParsedAbility(values, steps or []) if len(problems.items) == before else None

    def write(self, values: dict[str, Any], abilities: list[ParsedAbility]) -> dict[str, Any]:
        """Return a card as plain data in a fixed key order, without defaults. `read` returns the same card."""
        written = write_fields(values, self.fields)
        if abilities:
            written["abilities"] = [
                {**write_fields(ability.values, self.ability_fields), "effect": self.steps.write(ability.steps)}
                for ability in abilities
            ]
        return written

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a card file, for editors."""
        ability = fields_json_schema(self.ability_fields)
        ability["properties"]["effect"] = self.steps.json_schema()
        ability["required"].append("effect")
        card = fields_json_schema(self.fields)
        card["properties"]["abilities"] = {"type": "array", "items": ability, "maxItems": self.max_abilities}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"Cards of {self.vocabulary.game}",
            "anyOf": [{"$ref": "#/$defs/card"}, {"type": "array", "items": {"$ref": "#/$defs/card"}}],
            "$defs": {"card": card},
        }


class LoadedCard:
    """A card with its source file and its path in that file."""

    def __init__(self, card: CardDefinition, source: Source, path: KeyPath) -> None:
        self.card = card
        self.source = source
        self.path = path


class CardLoader:
    """Loads cards from files. Collects valid cards and the problems of invalid ones."""

    def __init__(self, schema: CardSchema, known: Iterable[CardDefinition] = ()) -> None:
        """`known` are existing cards that new ones may refer to. A new card replaces an existing one with its id."""
        self.card_schema = schema
        self.known = {card.id: card for card in known}
        self.loaded: dict[str, LoadedCard] = {}
        self.id_locations: dict[str, tuple[Source, KeyPath]] = {}
        """The first file and path of each id, for valid and invalid cards."""
        self.failures: list[InvalidFile] = []
        self.file_count = 0

    def cards(self) -> dict[str, CardDefinition]:
        """Return all cards by id, known ones included."""
        return {**self.known, **{name: entry.card for name, entry in self.loaded.items()}}

    def read_path(self, path: Path) -> None:
        """Load a file, or all card files of a folder. Deck files in a folder are skipped."""
        for file in files_under(path):
            self.file_count += 1
            try:
                source = scan_text(file_text(file, MAX_FILE_BYTES), str(file), aliases=False, most=MAX_YAML_VALUES)
            except InvalidFile as failure:
                self.failures.append(failure)
                continue
            if not is_deck(source.data):
                self.read_source(source)
            elif path.is_dir():
                self.file_count -= 1
            else:
                self.failures.append(source.invalid([Problem([], DECK_FILE_ERROR)]))

    def read_source(self, source: Source) -> None:
        """Load the cards of one document: a card, or a list of cards."""
        if source.flaws is not None:
            self.failures.append(source.flaws)
        data = source.data
        items: list[tuple[KeyPath, Any]] = [([], data)]
        if isinstance(data, list):
            items = [([index], item) for index, item in enumerate(data)]
        if data in (None, []) or len(items) > MAX_CARDS_PER_FILE:
            message = Message("no_cards", "the file has no cards.", "カードがありません。")
            if items and data not in (None, []):
                message = Message(
                    "many_cards",
                    f"more than {MAX_CARDS_PER_FILE} cards in one file.",
                    f"カードは {MAX_CARDS_PER_FILE} 枚までです。",
                )
            self.failures.append(InvalidFile(source.name, [Problem([], message)], [Location(1, 1)]))
            return
        flawed = [] if source.flaws is None else [problem.path[:1] for problem in source.flaws.problems]
        for path, item in items:
            if len(self.failures) >= MAX_FAILURES:
                return
            problems = Problems()
            card = self.card_schema.read(problems, path, item)
            own = item.get("id") if isinstance(item, dict) else None
            if isinstance(own, str) and own in self.id_locations:
                other, where = self.id_locations[own]
                context = other.place(where)
                line = f":{context.line}" if context is not None else ""
                en, ja = (
                    f"{own[:40]} is also in {other.name}{line}.",
                    f"{own[:40]} は {other.name}{line} にもあります。",
                )
                problems.add([*path, "id"], "id_twice", en, ja)
                card = None
            elif isinstance(own, str):
                self.id_locations[own] = (source, path)
            if problems.items:
                self.failures.append(source.invalid(problems.items))
            if card is not None and (path not in flawed if path else not flawed):
                self.loaded[card.id] = LoadedCard(card, source, path)

    def check_links(self) -> None:
        """Check references between cards and remove cards that refer to an invalid one."""
        while True:
            cards = self.cards()
            wrong: list[str] = []
            for name, entry in self.loaded.items():
                problems = Problems()
                self.card_schema.check_links(problems, entry.path, entry.card, cards)
                if problems.items:
                    self.failures.append(entry.source.invalid(problems.items))
                    wrong.append(name)
            if not wrong:
                return
            for name in wrong:
                del self.loaded[name]
