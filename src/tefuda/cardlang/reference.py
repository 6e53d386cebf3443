"""The reference of a card language, generated from its vocabulary."""

from tefuda.cardlang.card_schema import CardSchema
from tefuda.cardlang.field_types import FieldType, OneOrMoreType
from tefuda.cardlang.mappings import Field, MappingType
from tefuda.cardlang.vocabulary import Op


def render_reference(schema: CardSchema, title: str, language: str) -> str:
    """Return the reference as Markdown."""
    ja = language == "ja"
    vocabulary = schema.vocabulary
    operators = "`||` `&&` `!` `==` `!=` `<` `<=` `>` `>=` `+` `-` `*`"
    lines = [
        f"# {title}: {'カード言語' if ja else 'the card language'}",
        "",
        f"<!-- {'この文書は自動生成です' if ja else 'Generated from the vocabulary'}: tefuda cards reference"
        f"{' --language ja' if ja else ''} -->",
        "",
        "カードは YAML で書きます。1 ファイルに 1 枚（マッピング）、またはカードのリストです。知らないキーはエラーになります。"
        if ja
        else "Cards are YAML: a file holds one card, a mapping, or a list of cards. An unknown key is an error.",
        "",
        f"## {'カード' if ja else 'A card'}",
        "",
        *fields_table(schema.fields, language),
        f"| `abilities` | {'能力のリスト' if ja else 'a list of abilities'} | | {'能力。' if ja else 'Its abilities.'} |",
        "",
        f"## {'能力' if ja else 'An ability'}",
        "",
        *fields_table(schema.ability_fields, language),
        f"| `effect` | {'ステップのリスト' if ja else 'a list of steps'} | {'必須' if ja else 'required'} | "
        f"{'上から順に行う。' if ja else 'Carried out in order.'} |",
        "",
        f"## {'カード種別' if ja else 'Types'}",
        "",
        *(f"- `{term.name}` {term.meaning.text(language)}" for term in vocabulary.types),
        "",
        "## `when`",
        "",
        *(f"- `{term.name}` {term.meaning.text(language)} ({term.clause})" for term in vocabulary.triggers),
        "",
        f"## {'操作' if ja else 'Operations'}",
        "",
    ]
    for op in vocabulary.ops:
        lines += op_section(op, language)
    lines += [
        f"## {'フィルター' if ja else 'Filters'}",
        "",
        "書いた条件すべてに当てはまるカードだけ。" if ja else "A card matches if all given keys match.",
        "",
        *(f"- `{term.name}` {term.meaning.text(language)} `{term.example}`" for term in vocabulary.filters),
        "",
        f"## {'式' if ja else 'Expressions'}",
        "",
        f"{operators} `( )` {'整数' if ja else 'integers'} `true` `false`",
        "",
        *(
            f"- {', '.join(f'`{name}`' for name in term.names)} {term.meaning.text(language)} `{term.example}` ({term.clause})"
            for term in vocabulary.references
        ),
        "",
    ]
    return "\n".join(lines)


def fields_table(fields: list[Field], language: str) -> list[str]:
    """Return the table of some fields: key, type, default, meaning."""
    ja = language == "ja"
    head = ("キー", "値", "既定", "意味") if ja else ("key", "value", "default", "meaning")
    lines = [f"| {' | '.join(head)} |", "|---|---|---|---|"]
    for field in fields:
        default = ("必須" if ja else "required") if field.required else ""
        if field.default is not None:
            default = f"`{str(field.default).lower() if isinstance(field.default, bool) else field.default}`"
        lines.append(f"| `{field.name}` | {type_text(field.type, ja)} | {default} | {field.meaning.text(language)} |")
    return lines


def type_text(kind: FieldType, ja: bool) -> str:
    """Return the values that a field takes."""
    if isinstance(kind, OneOrMoreType):
        return type_text(kind.item, ja) + ("、またはそのリスト" if ja else ", or a list of them")
    if isinstance(kind, MappingType):
        names = ", ".join(f"`{inner.name}`" for inner in kind.fields)
        return f"{names} のマッピング" if ja else f"a mapping of {names}"
    return kind.expected.text("ja" if ja else "en").strip()


def op_section(op: Op, language: str) -> list[str]:
    example = op.example.splitlines()
    return [
        f"### `{op.name}`",
        "",
        f"{op.meaning.text(language)} ({op.clause})",
        "",
        *([*fields_table(op.fields, language), ""] if op.fields else []),
        "```yaml",
        *example,
        "```",
        "",
    ]
