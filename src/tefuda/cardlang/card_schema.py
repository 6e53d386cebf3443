"""The schema of a card: its fields and abilities, how they are checked, and how a card object is built from them.

A file is checked as a whole and all problems are reported. Invalid cards are skipped; the other cards load.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from tefuda.cardlang.card_id import ID_TYPE, normalize_id
from tefuda.cardlang.field_types import LINE, BilingualType, EnumType, IntegerType, KeyPath, ListType, Problems
from tefuda.cardlang.file_kind import is_deck
from tefuda.cardlang.mappings import Field, fields_json_schema, read_fields, write_fields
from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.vocabulary import OpContext, ParsedStep, StepListType, Vocabulary
from tefuda.core.errors import Problem
from tefuda.core.source import FILE_ENDINGS, InvalidFile, Location, Source, file_text, files_under, scan_text
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
ACTIVATED: Final = "activated"
"""The trigger of abilities that a player uses by an action."""
ABILITY_NOUN: Final = Message("ability", "an ability", "能力")


@dataclass
class ParsedAbility:
    """A checked ability, as written in the card file."""

    values: dict[str, Any]
    """Values by key, without `effect`."""
    steps: list[ParsedStep]

    @property
    def when(self) -> str:
        when: str = self.values["when"]
        return when


@dataclass
class Definitions:
    """Words that authors add to the language in a file beside their cards, such as factions."""

    stem: str
    """The name of the file without its suffix."""
    read: Callable[[Problems, Any], None]
    """Adds the words of a file to the language, and its problems to `problems`."""


AbilityCheck = Callable[[Problems, KeyPath, dict[str, Any], OpContext], None]
CardCheck = Callable[[Problems, KeyPath, dict[str, Any]], None]
LinkCheck = Callable[[Problems, KeyPath, CardDefinition, dict[str, CardDefinition]], None]


@dataclass
class CardSchema:
    """The fields of a card of one game, with its checks and its factory."""

    vocabulary: Vocabulary
    fields: list[Field]
    """The fields of a card, with `id` and `type`, without `abilities`."""
    own_ability_fields: list[Field]
    """The fields of an ability without `when` and `effect`."""
    make: Callable[[dict[str, Any], list[ParsedAbility]], CardDefinition]
    check: CardCheck
    check_ability: AbilityCheck
    check_links: LinkCheck
    max_abilities: int
    max_activated: int
    describe: Callable[[ParsedAbility, str], str]
    """Returns the text of an ability in a language, as one line."""
    definitions: Definitions | None = None

    @cached_property
    def when(self) -> EnumType:
        """The type of `when`."""
        names = [term.name for term in self.vocabulary.triggers]
        return EnumType("when", "発動条件", names, self.vocabulary.suggestions)

    @cached_property
    def ability_fields(self) -> list[Field]:
        """The fields of an ability without `effect`."""
        return [Field("when", self.when, "The trigger.", "いつ働くか。", required=True), *self.own_ability_fields]

    @cached_property
    def steps(self) -> StepListType:
        """The type of `effect`."""
        return StepListType(lambda: self.vocabulary)

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
        used = [item for item in value if isinstance(item, dict) and item.get("when") == ACTIVATED]
        if len(used) > self.max_activated:
            en = f"has more than {self.max_activated} activated abilities."
            problems.add(path, "length", en, f"activated は {self.max_activated} 個までです。")
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
            problems.add_missing(path, "effect")
        if values["when"] is not None:
            self.check_ability(problems, path, values, context)
            self.check_continuous(problems, path, data)
        return ParsedAbility(values, steps or []) if len(problems.items) == before else None

    def check_continuous(self, problems: Problems, path: KeyPath, ability: dict[str, Any]) -> None:
        """Check that a continuous ability has only operations that can be continuous."""
        continuous, effect = self.vocabulary.continuous, ability.get("effect")
        if ability["when"] != continuous.code or not isinstance(effect, list):
            return
        listed = ", ".join(op.name for op in self.vocabulary.ops if op.continuous)
        others = [op.name for op in self.vocabulary.ops if not op.continuous]
        for index, step in enumerate(effect):
            if isinstance(step, dict) and step.get("op") in others:
                en, ja = f"{continuous.en} allows only {listed}.", f"{continuous.ja}で使えるのは {listed} だけです。"
                problems.add([*path, "effect", index, "op"], continuous.code, en, ja)

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


def identity_fields(types: list[str], suggestions: dict[str, str]) -> list[Field]:
    """Return the fields that every card begins with."""
    kind = EnumType("type", "カード種別", types, suggestions)
    return [
        Field("id", ID_TYPE, "Unique id.", "ファイルで使う名前。重複不可。", required=True),
        Field("name", BilingualType(60), "Card name.", "カード名。", required=True),
        Field("type", kind, "Card type.", "カード種別。", required=True),
    ]


def text_fields(pattern: str = LINE) -> list[Field]:
    """Return the fields for texts, and the version of the format."""
    return [
        Field(
            "text", BilingualType(pattern=pattern), "Card text (default: generated).", "テキスト。省略すると自動生成。"
        ),
        Field("flavor", BilingualType(), "Flavor text.", "フレーバーテキスト。"),
        Field("version", IntegerType(1, 1), "Version of this format.", "書式の版。", default=1),
    ]


@dataclass
class LoadedCard:
    """A card with its source file and its path in that file."""

    card: CardDefinition
    source: Source
    path: KeyPath


class CardLoader:
    """Loads cards from files. Collects valid cards and the problems of invalid ones."""

    def __init__(
        self,
        schema: CardSchema,
        known: Iterable[CardDefinition] = (),
        bundled: Mapping[str, CardDefinition] | None = None,
    ) -> None:
        """`known` are existing cards that new ones may refer to. A new card replaces an existing one with its id.

        `replacements` names the new cards that replace one of the `bundled` cards.
        """
        self.card_schema = schema
        self.bundled = bundled or {}
        self.known = {card.id: card for card in known}
        self.loaded: dict[str, LoadedCard] = {}
        self.id_locations: dict[str, tuple[Source, KeyPath]] = {}
        """The first file and path of each id, for valid and invalid cards."""
        self.failures: list[InvalidFile] = []
        self.file_count = 0

    def cards(self) -> dict[str, CardDefinition]:
        """Return all cards by id, known ones included."""
        return {**self.known, **{name: entry.card for name, entry in self.loaded.items()}}

    def replacements(self) -> dict[str, InvalidFile]:
        """Return a message with its location for each valid card that replaces a bundled one, by id."""
        found = {}
        for name, entry in self.loaded.items():
            if name in self.bundled:
                en, ja = self.bundled[name].en, self.bundled[name].ja
                message = Message(
                    "replaces", f"{name} replaces the included card {en}.", f"収録カード《{ja}》を置き換えます。"
                )
                found[name] = entry.source.invalid([Problem([*entry.path, "id"], message)])
        return found

    def read_path(self, path: Path) -> None:
        """Load a file, or all card files of a folder. Deck files in a folder are skipped."""
        files = files_under(path)
        beside = files if path.is_dir() else [path.with_name(f"{self.definitions_stem()}{end}") for end in FILE_ENDINGS]
        for file in [file for file in beside if file.stem == self.definitions_stem() and file.exists()]:
            self.read_definitions(file)
        for file in [file for file in files if file.stem != self.definitions_stem()]:
            self.file_count += 1
            source = self.scan_file(file)
            if source is None:
                continue
            if not is_deck(source.data):
                self.read_source(source)
            elif path.is_dir():
                self.file_count -= 1
            else:
                self.failures.append(source.invalid([Problem([], DECK_FILE_ERROR)]))

    def definitions_stem(self) -> str:
        """Return the name of the file with definitions; empty if the game has none."""
        definitions = self.card_schema.definitions
        return "" if definitions is None else definitions.stem

    def scan_file(self, file: Path) -> Source | None:
        """Return the document of a file, or None and add the failure."""
        try:
            return scan_text(file_text(file, MAX_FILE_BYTES), str(file), aliases=False, most=MAX_YAML_VALUES)
        except InvalidFile as failure:
            self.failures.append(failure)
            return None

    def read_definitions(self, file: Path) -> None:
        """Add the words that a file defines to the language."""
        definitions, source = self.card_schema.definitions, self.scan_file(file)
        if definitions is None or source is None:
            return
        problems = Problems()
        definitions.read(problems, source.data)
        if source.flaws is not None:
            self.failures.append(source.flaws)
        if problems.items:
            self.failures.append(source.invalid(problems.items))

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
            own = normalize_id(own.strip()) if isinstance(own, str) else None
            if own in self.id_locations:
                other, where = self.id_locations[own]
                context = other.place(where)
                line = f":{context.line}" if context is not None else ""
                en, ja = (
                    f"{own[:40]} is also in {other.name}{line}.",
                    f"{own[:40]} は {other.name}{line} にもあります。",
                )
                problems.add([*path, "id"], "id_twice", en, ja)
                card = None
            elif own is not None:
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
