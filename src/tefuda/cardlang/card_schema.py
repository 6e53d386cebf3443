"""The form of a card: its keys and abilities, checked as a whole, and made into what a game plays with.

Everything that is wrong with a file is found at once. A card with something wrong is left out and named; the others
load.
"""

from collections.abc import Callable, Iterable
from pathlib import Path as FilePath
from typing import Any, Final

from tefuda.cardlang.field_types import Door, Field, ListOf, Path, Word, fields_schema, read_fields, write_fields
from tefuda.cardlang.file_kind import is_deck
from tefuda.cardlang.tree import Definition
from tefuda.cardlang.vocabulary import Place, Step, Steps, Vocabulary
from tefuda.core.source import InvalidFile, Source, file_text, files_under, scan_text
from tefuda.core.source import Place as FileStart
from tefuda.core.text import Message, Problem

LARGEST_FILE: Final = 500_000
"""A card file of more bytes is no card file."""

MOST_CARDS: Final = 2_000
MOST_VALUES: Final = 50_000
MOST_FAILURES: Final = 200
"""Cards and files with something wrong that are told."""
CARD: Final = Message("card", "a card", "カード")
DECK_FILE: Final = Message(
    "deck_file",
    "is a deck file, not a card file. Check it with `tefuda decks check`.",
    "カードではなくデッキのファイルです。`tefuda decks check` で確認できます。",
)
ABILITY: Final = Message("ability", "an ability", "能力")


class Ability:
    """An ability as it was written, checked."""

    def __init__(self, values: dict[str, Any], steps: list[Step]) -> None:
        self.values = values
        """By key, `effect` left out."""
        self.steps = steps

    @property
    def when(self) -> str:
        when: str = self.values["when"]
        return when


AbilityCheck = Callable[[Door, Path, dict[str, Any], Place], None]
CardCheck = Callable[[Door, Path, dict[str, Any]], None]
LinkCheck = Callable[[Door, Path, Definition, dict[str, Definition]], None]


class CardForm:
    """What a card of one game looks like, and how it is made."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        fields: list[Field],
        ability_fields: list[Field],
        make: Callable[[dict[str, Any], list[Ability]], Definition],
        check: CardCheck,
        check_ability: AbilityCheck,
        check_links: LinkCheck,
        most_abilities: int,
    ) -> None:
        """`fields` have `id` and `type`, and neither they nor `ability_fields` have `abilities`, `when` or `effect`."""
        self.vocabulary = vocabulary
        self.fields = fields
        self.when = Word("when", "発動条件", [term.name for term in vocabulary.triggers], vocabulary.instead)
        self.ability_fields = [
            Field("when", self.when, "What makes it work.", "いつ働くか。", required=True),
            *ability_fields,
        ]
        self.steps = Steps(lambda: vocabulary)
        self.make = make
        self.check = check
        self.check_ability = check_ability
        self.check_links = check_links
        self.most_abilities = most_abilities
        self.say: Callable[[Ability, str], str] | None = None
        """How this game says an ability, where it does not leave that to `card_text`."""

    def read(self, door: Door, path: Path, data: Any) -> Definition | None:
        """One card; None, with every reason at the door, where it is not right."""
        if not isinstance(data, dict):
            door.wrong(path, "not_a_mapping", "a card is a mapping of keys.", "カードは キー: 値 の形で書きます。")
            return None
        before = len(door.problems)
        given = {key: value for key, value in data.items() if key != "abilities"}
        extra = Field("abilities", ListOf(self.when, "", ""), "", "")
        values = read_fields(door, path, given, [*self.fields, extra], CARD)
        abilities = self.read_abilities(door, [*path, "abilities"], data)
        self.check(door, path, {**values, "given": data})
        if len(door.problems) > before:
            return None
        del values["abilities"]
        return self.make(values, abilities)

    def read_abilities(self, door: Door, path: Path, data: dict[str, Any]) -> list[Ability]:
        value = data.get("abilities", [])
        if not isinstance(value, list):
            door.wrong(path, "kind", "a list of abilities is expected.", "能力のリストで書いてください。")
            return []
        if len(value) > self.most_abilities:
            most = self.most_abilities
            door.wrong(path, "length", f"has more than {most} abilities.", f"能力は {most} 個までです。")
            return []
        found = [self.read_ability(door, [*path, index], item, data) for index, item in enumerate(value)]
        return [ability for ability in found if ability is not None]

    def read_ability(self, door: Door, path: Path, data: Any, card: dict[str, Any]) -> Ability | None:
        if not isinstance(data, dict):
            door.wrong(path, "kind", "an ability is a mapping.", "能力は キー: 値 の形で書きます。")
            return None
        before = len(door.problems)
        given = {key: value for key, value in data.items() if key != "effect"}
        extra = Field("effect", self.steps, "", "")
        values = read_fields(door, path, given, [*self.ability_fields, extra], ABILITY)
        del values["effect"]
        place = Place(card, values["when"] or "", data)
        steps: list[Step] | None = []
        if "effect" in data:
            steps = self.steps.read_at(door, [*path, "effect"], data["effect"], place)
        else:
            door.wrong(path, "key_missing", "'effect' is missing.", "'effect' がありません。")
        if values["when"] is not None:
            self.check_ability(door, path, values, place)
        return Ability(values, steps or []) if len(door.problems) == before else None

    def write(self, values: dict[str, Any], abilities: list[Ability]) -> dict[str, Any]:
        """A card as plain data in one order of keys, defaults left out: `read` brings the same card back."""
        written = write_fields(values, self.fields)
        if abilities:
            written["abilities"] = [
                {**write_fields(ability.values, self.ability_fields), "effect": self.steps.write(ability.steps)}
                for ability in abilities
            ]
        return written

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a card file, for editors."""
        ability = fields_schema(self.ability_fields)
        ability["properties"]["effect"] = self.steps.schema()
        ability["required"].append("effect")
        card = fields_schema(self.fields)
        card["properties"]["abilities"] = {"type": "array", "items": ability, "maxItems": self.most_abilities}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"Cards of {self.vocabulary.game}",
            "anyOf": [{"$ref": "#/$defs/card"}, {"type": "array", "items": {"$ref": "#/$defs/card"}}],
            "$defs": {"card": card},
        }


class Entry:
    """A card with the place that it came from."""

    def __init__(self, card: Definition, source: Source, path: Path) -> None:
        self.card = card
        self.source = source
        self.path = path


class Shelf:
    """Cards read from files: those that are right, and everything that is wrong with the others."""

    def __init__(self, form: CardForm, known: Iterable[Definition] = ()) -> None:
        """`known` are cards from elsewhere, which the new ones may name; one with the same id is replaced."""
        self.form = form
        self.known = {card.id: card for card in known}
        self.entries: dict[str, Entry] = {}
        self.ids: dict[str, tuple[Source, Path]] = {}
        """Where each id stands first, be its card right or wrong."""
        self.failures: list[InvalidFile] = []
        self.read_files = 0

    def cards(self) -> dict[str, Definition]:
        """All cards by id, those from elsewhere too."""
        return {**self.known, **{name: entry.card for name, entry in self.entries.items()}}

    def read_path(self, path: FilePath) -> None:
        """Read a file, or all card files in a folder; deck files of a folder are skipped."""
        for file in files_under(path):
            self.read_files += 1
            try:
                source = scan_text(file_text(file, LARGEST_FILE), str(file), aliases=False, most=MOST_VALUES)
            except InvalidFile as failure:
                self.failures.append(failure)
                continue
            if not is_deck(source.data):
                self.read_source(source)
            elif path.is_dir():
                self.read_files -= 1
            else:
                self.failures.append(source.invalid([Problem([], DECK_FILE)]))

    def read_source(self, source: Source) -> None:
        """The cards of one document: a card, or a list of cards."""
        if source.flaws is not None:
            self.failures.append(source.flaws)
        data = source.data
        items: list[tuple[Path, Any]] = [([], data)]
        if isinstance(data, list):
            items = [([index], item) for index, item in enumerate(data)]
        if data in (None, []) or len(items) > MOST_CARDS:
            message = Message("no_cards", "no card is in it.", "カードがありません。")
            if items and data not in (None, []):
                message = Message(
                    "many_cards", f"more than {MOST_CARDS} cards are in it.", f"カードは {MOST_CARDS} 枚までです。"
                )
            self.failures.append(InvalidFile(source.name, [Problem([], message)], [FileStart(1, 1)]))
            return
        flawed = [] if source.flaws is None else [problem.path[:1] for problem in source.flaws.problems]
        for path, item in items:
            if len(self.failures) >= MOST_FAILURES:
                return
            door = Door()
            card = self.form.read(door, path, item)
            own = item.get("id") if isinstance(item, dict) else None
            if isinstance(own, str) and own in self.ids:
                other, where = self.ids[own]
                place = other.place(where)
                line = f":{place.line}" if place is not None else ""
                en, ja = (
                    f"{own[:40]} is also in {other.name}{line}.",
                    f"{own[:40]} は {other.name}{line} にもあります。",
                )
                door.wrong([*path, "id"], "id_twice", en, ja)
                card = None
            elif isinstance(own, str):
                self.ids[own] = (source, path)
            if door.problems:
                self.failures.append(source.invalid(door.problems))
            if card is not None and (path not in flawed if path else not flawed):
                self.entries[card.id] = Entry(card, source, path)

    def link(self) -> None:
        """Check what one card says of another; those that are wrong are taken out."""
        while True:
            cards = self.cards()
            wrong: list[str] = []
            for name, entry in self.entries.items():
                door = Door()
                self.form.check_links(door, entry.path, entry.card, cards)
                if door.problems:
                    self.failures.append(entry.source.invalid(door.problems))
                    wrong.append(name)
            if not wrong:
                return
            for name in wrong:
                del self.entries[name]
