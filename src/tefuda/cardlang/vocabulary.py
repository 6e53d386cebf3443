"""A game's vocabulary: every word that card files may use.

An entry has parameters, a check, a factory, texts in both languages, an example, and the rulebook clause that scenarios
test. The reader, the generated texts, the JSON Schema and the reference are all built from these entries.
"""

from collections.abc import Callable
from typing import Any

from tefuda.cardlang import expression
from tefuda.cardlang.expression import ExpressionError
from tefuda.cardlang.field_types import (
    EnumType,
    Field,
    FieldType,
    KeyPath,
    Problems,
    fields_json_schema,
    read_fields,
    write_fields,
)
from tefuda.cardlang.tree import BOOLEAN, Expr, Reference
from tefuda.core.options import did_you_mean
from tefuda.core.text import Message


class Term:
    """A word of the card language."""

    def __init__(self, name: str, meaning: Message, example: str, clause: str) -> None:
        self.name = name
        self.meaning = meaning
        """Description for the reference."""
        self.example = example
        """YAML of an ability, an expression or a filter that uses the word."""
        self.clause = clause
        """The rulebook clause. Scenarios that name it test the word."""


class TriggerTerm(Term):
    """A value of `when`, with the label that begins its text."""

    def __init__(self, name: str, label: Message, meaning: Message, example: str, clause: str) -> None:
        super().__init__(name, meaning, example, clause)
        self.label = label


class OpContext:
    """The surroundings of an op, for checks: card data, `when`, and ability data."""

    def __init__(self, card: dict[str, Any], when: str, ability: Any = None) -> None:
        self.card = card
        self.when = when
        self.ability = ability


OpCheck = Callable[[Problems, KeyPath, dict[str, Any], OpContext], None]
TextFunction = Callable[[dict[str, Any], str], str]


class Op(Term):
    """An operation of an effect."""

    def __init__(
        self,
        name: str,
        fields: list[Field],
        make: Callable[[dict[str, Any]], Any],
        text: TextFunction,
        meaning: Message,
        example: str,
        clause: str,
        check: OpCheck | None = None,
    ) -> None:
        super().__init__(name, meaning, example, clause)
        self.fields = fields
        self.make = make
        """Builds the step from checked arguments."""
        self.text = text
        """Returns the step as a sentence without a full stop."""
        self.check = check


class ParsedStep:
    """A checked op with its arguments."""

    def __init__(self, op: Op, arguments: dict[str, Any]) -> None:
        self.op = op
        self.arguments = arguments


class ReferenceTerm(Term):
    """A reference in expressions, with one or more names."""

    def __init__(
        self,
        names: list[str],
        make: Callable[[str, dict[str, str]], Reference],
        meaning: Message,
        example: str,
        clause: str,
        parameters: list[Field] | None = None,
        positional: bool = False,
        check: Callable[[dict[str, str]], Message | None] | None = None,
    ) -> None:
        super().__init__(names[0], meaning, example, clause)
        self.names = names
        self.build = make
        self.parameters = parameters or []
        self.positional = positional
        self.check = check

    def make(self, name: str, offset: int, given: list[tuple[str, str, int]]) -> Expr:
        """Return the reference with its arguments. Raises `ExpressionError`."""
        arguments: dict[str, str] = {}
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
            arguments[chosen] = self.parameters[known.index(chosen)].type.read(problems, [], value)
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


class FilterTerm(Term):
    """A key of a filter."""

    def __init__(self, name: str, type: FieldType, meaning: Message, example: str, clause: str) -> None:  # noqa: A002
        super().__init__(name, meaning, example, clause)
        self.type = type


class FilterValues:
    """The values of a filter, for texts."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values


class ParsedFilter(FilterValues):
    """A filter with the values it was written with."""

    def __init__(self, filter_: Any, values: dict[str, Any]) -> None:
        super().__init__(values)
        self.filter = filter_


class Vocabulary:
    """All words of one game."""

    def __init__(
        self,
        game: str,
        types: list[Term],
        triggers: list[TriggerTerm],
        ops: list[Op],
        references: list[ReferenceTerm],
        filters: list[FilterTerm],
        suggestions: dict[str, str],
        make_filter: Callable[[dict[str, Any]], Any],
    ) -> None:
        self.game = game
        self.types = types
        self.triggers = triggers
        self.ops = ops
        self.references = references
        self.filters = filters
        self.suggestions = suggestions
        """Common words of other games, and the word to suggest."""
        self.make_filter = make_filter
        """Builds the filter of the game from the values of a filter."""

    def reference_names(self) -> dict[str, ReferenceTerm]:
        return {name: term for term in self.references for name in term.names}

    def terms(self) -> list[Term]:
        """Return all entries."""
        return [*self.types, *self.triggers, *self.ops, *self.references, *self.filters]

    def op_named(self, name: str) -> Op:
        return next(op for op in self.ops if op.name == name)

    def trigger_named(self, name: str) -> TriggerTerm:
        return next(trigger for trigger in self.triggers if trigger.name == name)


class ExpressionType(FieldType):
    """An expression, parsed into its tree."""

    def __init__(self, vocabulary: Callable[[], Vocabulary], kind: int = BOOLEAN) -> None:
        super().__init__("an expression in quotes", "引用符で囲んだ式")
        self.vocabulary = vocabulary
        self.kind = kind

    def read(self, problems: Problems, path: KeyPath, value: Any) -> Expr | None:
        if not isinstance(value, str):
            self.reject(problems, path, value)
            return None
        try:
            return expression.parse(value, self.vocabulary(), self.kind)
        except ExpressionError as failure:
            problems.add(path, "expression", failure.message.en, failure.message.ja, failure.offset)
            return None

    def write(self, value: Any) -> str:
        return expression.write(value)

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": expression.MAX_LENGTH}


class FilterType(FieldType):
    """A mapping of conditions on a card."""

    def __init__(self, vocabulary: Callable[[], Vocabulary]) -> None:
        super().__init__("a filter (a mapping)", "フィルター（マッピング）")
        self.vocabulary = vocabulary

    def fields(self) -> list[Field]:
        return [Field(term.name, term.type, term.meaning.en, term.meaning.ja) for term in self.vocabulary().filters]

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
        return ParsedFilter(self.vocabulary().make_filter(given), given)

    def write(self, value: Any) -> Any:
        return dict(value.values)

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
            problems.add(path, "key_missing", "'op' is missing.", "'op' がありません。")
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

    def write(self, value: Any) -> Any:
        return [{"op": step.op.name, **write_fields(step.arguments, step.op.fields)} for step in value]

    def json_schema(self) -> dict[str, Any]:
        steps = []
        for op in self.vocabulary().ops:
            schema = fields_json_schema(op.fields)
            schema["properties"] = {"op": {"const": op.name}, **schema["properties"]}
            schema["required"] = ["op", *schema["required"]]
            steps.append({"description": op.meaning.en, **schema})
        return {"type": "array", "items": {"anyOf": steps}, "minItems": 1, "maxItems": self.max_steps}
