"""A game's vocabulary: every word that card files may use.

An entry has parameters, a check, a factory, texts in both languages, an example, and the rulebook clause that scenarios
test. The reader, the generated texts, the JSON Schema and the reference are all built from these entries.
"""

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any

from typing_extensions import override

from tefuda.cardlang import expression
from tefuda.cardlang.expression import ExpressionError
from tefuda.cardlang.field_types import EnumType, FieldType, IntegerType, KeyPath, Problems, is_needlessly_quoted
from tefuda.cardlang.mappings import Field, fields_json_schema, read_fields, write_fields
from tefuda.cardlang.tree import BOOLEAN, Expr, Reference
from tefuda.core.options import did_you_mean
from tefuda.core.text import Message

Text = tuple[str, str]
"""A text in English and Japanese."""


@dataclass
class Term:
    """A word of the card language."""

    name: str
    meaning: Message
    """Description for the reference."""
    clause: str
    """The rulebook clause. Scenarios that name it test the word."""
    example: str
    """YAML of an ability, an expression or a filter that uses the word."""


@dataclass
class TriggerTerm(Term):
    """A value of `when`."""

    label: Message
    """The beginning of its text."""


@dataclass
class OpContext:
    """The surroundings of an op, for checks: card data, `when`, and ability data."""

    card: dict[str, Any]
    when: str
    ability: Any


OpCheck = Callable[[Problems, KeyPath, dict[str, Any], OpContext], None]
StepFactory = Callable[[dict[str, Any]], Any]
TextFunction = Callable[[dict[str, Any]], Text]


@dataclass
class Op(Term):
    """An operation of an effect."""

    fields: list[Field]
    make: StepFactory
    """Builds the step from checked arguments."""
    text: TextFunction
    """Returns a step as a sentence without a full stop, from its arguments."""
    check: OpCheck | None
    prompt: Text | None
    """What its choice asks for; None if it has no choice."""
    verb: str
    """The verb of an action that picks a card for its choice."""
    continuous: bool
    """Whether continuous abilities allow it."""
    leads: bool
    """Whether its text is the beginning of the next sentence."""


def operation(
    name: str,
    fields: list[Field],
    make: StepFactory,
    *,
    en: str,
    ja: str,
    clause: str,
    example: str,
    check: OpCheck | None = None,
    prompt: Text | None = None,
    verb: str = "choose",
    continuous: bool = False,
    leads: bool = False,
) -> Callable[[TextFunction], Op]:
    """Declare an operation. The decorated function returns the text of a step."""
    details = (check, prompt, verb, continuous, leads)
    return lambda text: Op(name, Message(name, en, ja), clause, example, fields, make, text, *details)


def ability_example(when: str, *steps: str) -> str:
    """Return the YAML of an ability for the reference."""
    return "".join([f"when: {when}\neffect:\n", *(f"  - {step}\n" for step in steps)])


@dataclass
class ParsedStep:
    """A checked op with its arguments."""

    op: Op
    arguments: dict[str, Any]


@dataclass
class ReferenceTerm(Term):
    """A reference in expressions, with one or more names."""

    names: list[str]
    build: Callable[[str, dict[str, Any]], Reference]
    """Builds the reference from its name and its checked arguments."""
    parameters: list[Field] = dataclass_field(default_factory=list)
    positional: bool = False
    check: Callable[[dict[str, Any]], Message | None] | None = None

    def make(self, name: str, offset: int, given: list[expression.Argument]) -> Expr:
        """Return the reference with its arguments. Raises `ExpressionError`."""
        arguments: dict[str, Any] = {}
        known = [field.name for field in self.parameters]
        for context, (key, value, at) in enumerate(given):
            chosen = known[context] if self.positional and not key and context < len(known) else key
            if chosen not in known:
                en, ja = did_you_mean(chosen, known)
                takes = ", ".join(known)
                message = (f"{name} takes {takes}.{en}", f"{name} に書けるのは {takes} です。{ja}")
                if not known:
                    message = (f"{name} takes no arguments.", f"{name} に引数は書けません。")
                raise ExpressionError(at, *message)
            if chosen in arguments:
                raise ExpressionError(at, f"{chosen} is given twice.", f"{chosen} が重複しています。")
            problems = Problems()
            kind = self.parameters[known.index(chosen)].type
            if isinstance(kind, IntegerType) and isinstance(value, str) and is_needlessly_quoted(value, kind):
                value = int(value)
            arguments[chosen] = kind.read(problems, [], value)
            for problem in problems.items:
                raise ExpressionError(at, f"{chosen}: {problem.message.en}", f"{chosen}: {problem.message.ja}")
        for field in self.parameters:
            if field.required and field.name not in arguments:
                en, ja = f"{name} needs {field.name}.", f"{name} には {field.name} が必要です。"
                raise ExpressionError(offset, en, ja)
        wrong = self.check(arguments) if self.check is not None else None
        if wrong is not None:
            raise ExpressionError(offset, wrong.en, wrong.ja)
        return self.build(name, arguments)


def simple_reference(
    name: str, make: Callable[[str, str, str], Reference], en: str, ja: str, clause: str, example: str = ""
) -> ReferenceTerm:
    """Return a reference without arguments. `make` takes its name and its texts."""
    shown = example or f"{name} >= 2"
    return ReferenceTerm(name, Message(name, en, ja), clause, shown, [name], lambda name, _: make(name, en, ja))


@dataclass
class FilterTerm(Term):
    """A key of a filter."""

    type: FieldType

    def field(self) -> Field:
        return Field(self.name, self.type, self.meaning.en, self.meaning.ja)


@dataclass
class FilterValues:
    """The values of a filter, for texts."""

    values: dict[str, Any]


@dataclass
class ParsedFilter(FilterValues):
    """A filter with the values it was written with."""

    filter: Any


def type_terms(names: dict[str, Message], meanings: dict[str, Text], clause: str) -> list[Term]:
    """Return the card types: their meanings after their names."""
    return [
        Term(type_, Message(type_, f"{names[type_].en}: {en}", f"{names[type_].ja}: {ja}"), clause, f"type: {type_}")
        for type_, (en, ja) in meanings.items()
    ]


def suggestions(aliases: dict[str, str]) -> dict[str, str]:
    """Return the word to suggest for each alias. `aliases` has the aliases of a word, separated by spaces."""
    return {alias: word for word, listed in aliases.items() for alias in listed.split()}


def filter_of(parsed: ParsedFilter | None) -> Any:
    """Return the filter for the rules; None if no filter is given."""
    return None if parsed is None else parsed.filter


def code_of(names: list[str], name: str | None, default: int = 0) -> int:
    """Return the code of a word: its index. `default` is the code if no word is given."""
    return default if name is None else names.index(name)


@dataclass
class Vocabulary:
    """All words of one game."""

    game: str
    types: list[Term]
    triggers: list[TriggerTerm]
    ops: list[Op]
    references: list[ReferenceTerm]
    filters: list[FilterTerm]
    suggestions: dict[str, str]
    """Common words of other games, and the word to suggest."""
    make_filter: Callable[[dict[str, Any]], Any]
    """Builds the filter of the game from the values of a filter."""
    continuous: Message
    """The trigger of continuous abilities, and such an ability in words."""

    def reference_names(self) -> dict[str, ReferenceTerm]:
        return {name: term for term in self.references for name in term.names}

    def terms(self) -> list[Term]:
        """Return all entries."""
        return [*self.types, *self.triggers, *self.ops, *self.references, *self.filters]

    def op_named(self, name: str) -> Op:
        return next(op for op in self.ops if op.name == name)

    def choice_prompt(self, op: str) -> Message:
        """Return what the choice of an operation asks for."""
        prompt = self.op_named(op).prompt
        assert prompt is not None, op
        return Message(op, *prompt)

    def trigger_named(self, name: str) -> TriggerTerm:
        return next(trigger for trigger in self.triggers if trigger.name == name)


class ExpressionType(FieldType):
    """An expression, parsed into its tree."""

    def __init__(self, vocabulary: Callable[[], Vocabulary], kind: int = BOOLEAN) -> None:
        super().__init__("an expression in quotes", "引用符で囲んだ式")
        self.vocabulary = vocabulary
        self.kind = kind

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> Expr | None:
        if not isinstance(value, str):
            self.reject(problems, path, value)
            return None
        try:
            return expression.parse(value, self.vocabulary(), self.kind)
        except ExpressionError as failure:
            problems.add(path, "expression", failure.message.en, failure.message.ja, failure.offset)
            return None

    @override
    def write(self, value: Any) -> str:
        return expression.write(value)

    @override
    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": expression.MAX_LENGTH}


class FilterType(FieldType):
    """A mapping of conditions on a card."""

    def __init__(self, vocabulary: Callable[[], Vocabulary]) -> None:
        super().__init__("a filter (a mapping)", "フィルター（マッピング）")
        self.vocabulary = vocabulary

    def fields(self) -> list[Field]:
        return [term.field() for term in self.vocabulary().filters]

    @override
    def read(self, problems: Problems, path: KeyPath, value: Any) -> ParsedFilter | None:
        if not isinstance(value, dict):
            self.reject(problems, path, value)
            return None
        if not value:
            problems.add(path, "empty", "the filter is empty.", "フィルターが空です。")
            return None
        before = len(problems.items)
        values = read_fields(problems, path, value, self.fields(), self.expected)
        if len(problems.items) > before:
            return None
        given = {key: found for key, found in values.items() if found is not None}
        return ParsedFilter(given, self.vocabulary().make_filter(given))

    @override
    def write(self, value: Any) -> Any:
        return dict(value.values)

    @override
    def json_schema(self) -> dict[str, Any]:
        return {**fields_json_schema(self.fields()), "minProperties": 1}


class StepListType(FieldType):
    """A list of operations, each a mapping with `op`."""

    def __init__(self, vocabulary: Callable[[], Vocabulary], max_steps: int = 20) -> None:
        super().__init__("a list of steps", "ステップのリスト")
        self.vocabulary = vocabulary
        self.max_steps = max_steps

    def read_steps(self, problems: Problems, path: KeyPath, value: Any, context: OpContext) -> list[ParsedStep] | None:
        """Return the checked steps of an ability."""
        if not isinstance(value, list) or not value:
            self.reject(problems, path, value if value != [] else None)
            return None
        if len(value) > self.max_steps:
            problems.add(
                path, "length", f"has more than {self.max_steps} steps.", f"{self.max_steps} ステップを超えています。"
            )
            return None
        before = len(problems.items)
        steps = [self.read_step(problems, [*path, index], item, context) for index, item in enumerate(value)]
        return [step for step in steps if step is not None] if len(problems.items) == before else None

    def read_step(self, problems: Problems, path: KeyPath, value: Any, context: OpContext) -> ParsedStep | None:
        vocabulary = self.vocabulary()
        if not isinstance(value, dict):
            problems.add(
                path,
                "kind",
                "a step is a mapping, as in {op: draw, count: 2}.",
                "ステップは {op: draw, count: 2} のように書きます。",
            )
            return None
        names = EnumType("op", "操作", [op.name for op in vocabulary.ops], vocabulary.suggestions)
        if "op" not in value:
            known = {field.name for op in vocabulary.ops for field in op.fields}
            for key in value:
                if key not in known and "op" in did_you_mean(key[:40], ["op"])[0]:
                    en, ja = f"unknown key {key}. Did you mean op?", f"{key} は op のことですか？"
                    problems.add([*path, key], "key_unknown", en, ja)
                    return None
            problems.add_missing(path, "op")
            return None
        name = names.read(problems, [*path, "op"], value["op"])
        if name is None:
            return None
        op = vocabulary.op_named(name)
        given = {key: item for key, item in value.items() if key != "op"}
        before = len(problems.items)
        arguments = read_fields(problems, path, given, op.fields, Message(name, f"op {name}", f"操作 {name} "))
        if op.check is not None and len(problems.items) == before:
            op.check(problems, path, arguments, context)
        return ParsedStep(op, arguments) if len(problems.items) == before else None

    @override
    def write(self, value: Any) -> Any:
        return [{"op": step.op.name, **write_fields(step.arguments, step.op.fields)} for step in value]

    @override
    def json_schema(self) -> dict[str, Any]:
        steps = []
        for op in self.vocabulary().ops:
            schema = fields_json_schema(op.fields)
            schema["properties"] = {"op": {"const": op.name}, **schema["properties"]}
            schema["required"] = ["op", *schema["required"]]
            steps.append({"description": op.meaning.en, **schema})
        return {"type": "array", "items": {"anyOf": steps}, "minItems": 1, "maxItems": self.max_steps}
