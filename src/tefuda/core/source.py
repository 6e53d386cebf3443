"""YAML and JSON files with the line and column of every value, for error messages.

YAML and JSON (which is YAML, as far as our files go). Only plain data comes out: texts, numbers, true, false, null,
lists and mappings; anything else in a file is an error there.
"""

import contextlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import yaml

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.text import Message

LARGEST_FILE: Final = 4_000_000
DEEPEST: Final = 40
MOST_VALUES: Final = 200_000
MOST_FLAWS: Final = 100
"""The most flaws that are reported."""
LONGEST_NUMBER: Final = 80
FILE_ENDINGS: Final = (".yaml", ".yml", ".json")
TOO_DEEP: Final = Message("too_deep", "is nested too deep.", "入れ子が深すぎます。")
TOO_MANY: Final = Message("too_many", "the file holds too many values.", "データの数が多すぎます。")
NO_ALIASES: Final = Message(
    "aliases",
    "aliases (*name) are not used here: write the value out.",
    "別名（*name）は使えません。値を書いてください。",
)


class Location:
    """Line and column, counted from 1."""

    def __init__(self, line: int, column: int) -> None:
        self.line = line
        self.column = column


class InvalidFile(InvalidInput):
    """An invalid file: each problem with its line and column."""

    def __init__(self, name: str, problems: list[Problem], places: list[Location | None]) -> None:
        super().__init__(problems)
        self.args = (name, problems, places)
        self.name = name
        self.places = places
        self.message = Message(self.code, self._lines("en"), self._lines("ja"))

    def _lines(self, language: str) -> str:
        """Return a line for each problem: `file:line:column: key.path: message`."""
        lines = []
        for problem, place in zip(self.problems, self.places, strict=True):
            where = self.name if place is None else f"{self.name}:{place.line}:{place.column}"
            lines.append(f"{where}: {problem.text(language)}")
        return "\n".join(lines)


class InvalidFiles(InvalidInput):
    """Several invalid files."""

    def __init__(self, failures: list[InvalidFile]) -> None:
        super().__init__([problem for failure in failures for problem in failure.problems])
        self.args = (failures,)
        lines = ["\n".join(failure.text(language) for failure in failures) for language in ("en", "ja")]
        self.message = Message(self.code, lines[0], lines[1])


class Source:
    """One document: its data, and the location of each part."""

    def __init__(
        self, name: str, data: Any, node: yaml.Node | None, flaws: InvalidFile | None = None, text: str = ""
    ) -> None:
        self.name = name
        self.data = data
        self.node = node
        self.text = text
        self.flaws = flaws
        """Problems with values that are not plain data, such as a duplicate key. `data` does not contain them."""

    def place(self, path: list[str | int], offset: int = -1) -> Location | None:
        """Return the location of the value at a key path, or of the last part of the path that exists.

        With an offset, that letter of a text.
        """
        node = self.node
        if node is None:
            return None
        mark = node.start_mark
        for key in path:
            found: yaml.Node | None = None
            if isinstance(node, yaml.MappingNode):
                for name, value in node.value:
                    if name.value == str(key):
                        mark = name.start_mark
                        found = value
            elif isinstance(node, yaml.SequenceNode) and isinstance(key, int) and 0 <= key < len(node.value):
                found = node.value[key]
                mark = found.start_mark
            if found is None:
                break
            node = found
        if offset >= 0 and isinstance(node, yaml.ScalarNode):
            return _locate_character(self.text, node, offset)
        return Location(mark.line + 1, mark.column + 1)

    def invalid(self, problems: list[Problem]) -> InvalidFile:
        """Return an error with the problems, each with its location, in the order of the file."""
        placed = [(self.place(problem.path, problem.offset), problem) for problem in problems]
        placed.sort(key=lambda item: (item[0].line, item[0].column) if item[0] is not None else (0, 0))
        return InvalidFile(self.name, [problem for _, problem in placed], [place for place, _ in placed])

    def under(self, path: list[str | int], work: Callable[[], Any]) -> Any:
        """Call `work` on the part at `path`. Its problems are reported with their locations in this file."""
        try:
            return work()
        except InvalidInput as failure:
            raise self.invalid([problem.under(path) for problem in failure.problems]) from None


def read_file(path: Path) -> Source:
    """Read a YAML or JSON file; raises `InvalidFile`."""
    return read_text(file_text(path, LARGEST_FILE), str(path))


def files_under(path: Path) -> list[Path]:
    """Return the file itself, or the YAML and JSON files in a folder, without hidden ones."""
    if not path.is_dir():
        return [path]
    found = sorted(file for ending in FILE_ENDINGS for file in path.rglob(f"*{ending}"))
    return [file for file in found if not any(part.startswith(".") for part in file.relative_to(path).parts)]


def file_text(path: Path, largest: int) -> str:
    """Return the text of a file up to a maximum size; raises `InvalidFile`."""
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        raise _whole(str(path), "unreadable", f"cannot be read: {reason}.", f"読み込めません: {reason}") from None
    if len(content) > largest:
        size = f"{largest / 1_000_000:g} MB"
        raise _whole(str(path), "too_large", f"is larger than {size}.", f"{size} を超えています。")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _whole(str(path), "not_text", "is not a text file (UTF-8).", "UTF-8 のテキストではありません。") from None


def read_text(text: str, name: str) -> Source:
    """Read YAML or JSON; raises `InvalidFile`."""
    source = scan_text(text, name)
    if source.flaws is not None:
        raise source.flaws
    return source


def scan_text(text: str, name: str, aliases: bool = True, most: int = MOST_VALUES) -> Source:
    """Read YAML or JSON. Raises `InvalidFile` for syntax errors and collects all other problems."""
    try:
        _check_depth(text, name, aliases, most)
        node = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as failure:
        raise _syntax(name, failure, text) from None
    reader = _Reader()
    data = reader.data(node, []) if node is not None else None
    flaws = InvalidFile(name, reader.problems, reader.places) if reader.problems else None
    return Source(name, data, node, flaws, text)


def _check_depth(text: str, name: str, aliases: bool, most: int) -> None:
    """Refuse input that is nested too deeply or too long before it is composed, since composing is recursive."""
    depth = values = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        values += isinstance(event, yaml.NodeEvent)
        if values > most:
            raise InvalidFile(name, [Problem([], TOO_MANY)], [_locate(event.start_mark)])
        if isinstance(event, yaml.AliasEvent) and not aliases:
            raise InvalidFile(name, [Problem([], NO_ALIASES)], [_locate(event.start_mark)])
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEEPEST:
            raise InvalidFile(name, [Problem([], TOO_DEEP)], [_locate(event.start_mark)])


def _locate(mark: Any) -> Location:
    return Location(mark.line + 1, mark.column + 1)


def _whole(name: str, code: str, en: str, ja: str) -> InvalidFile:
    return InvalidFile(name, [Problem([], Message(code, en, ja))], [None])


ESCAPES: Final = {"x": 4, "u": 6, "U": 10}
"""The length of an escape sequence by the character after the backslash; all others have length two."""


def _locate_character(text: str, node: yaml.ScalarNode, offset: int) -> Location:
    """Return the location of a character of a text value. Quotes, escapes and line breaks do not count.

    The two are gone through side by side; white space of any length in the file is white space in the text.
    """
    at: int = node.start_mark.index
    if node.style in ("'", '"'):
        at += 1
    elif node.style in ("|", ">"):
        at = text.find("\n", at) + 1
    value: str = node.value
    for letter in value[:offset]:
        at = _skip_space(text, at)
        if letter.isspace():
            continue
        if node.style == '"' and text[at : at + 1] == "\\":
            at += ESCAPES.get(text[at + 1 : at + 2], 2)
        elif node.style == "'" and text[at : at + 2] == "''":
            at += 2
        else:
            at += 1
    if offset < len(value):
        at = _skip_space(text, at)
    line = text.count("\n", 0, at)
    return Location(line + 1, at - (text.rfind("\n", 0, at) + 1) + 1)


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


COMMON: Final = {
    "but found another document": Message(
        "documents",
        "a second document (---) begins here: a file holds one, such as a list.",
        "2つ目の文書（---）があります。1ファイルに1つ（リストなど）にしてください。",
    ),
    "mapping values are not allowed in this context": Message(
        "syntax",
        "not YAML: a colon with a space where a key cannot stand; put quotes around the text.",
        "YAML として読めません。「: 」を含む文字列は引用符で囲んでください。",
    ),
    "found unexpected end of stream": Message(
        "syntax",
        "not YAML: a quote or bracket is never closed.",
        "YAML として読めません。閉じられていない引用符か括弧があります。",
    ),
    "could not find expected ':'": Message(
        "syntax",
        "not YAML: a key without its colon; write key: value.",
        "YAML として読めません。キーの後に「:」がありません。「キー: 値」の形で書いてください。",
    ),
    "did not find expected key": Message(
        "syntax",
        "not YAML: no key where one is expected; look at the indentation and the quotes, here and one line above.",
        "YAML として読めません。キーが来るはずの場所です。字下げと、この行や前の行の引用符を確かめてください。",
    ),
    "did not find expected '-' indicator": Message(
        "syntax",
        "not YAML: no new item (- ...) where one is expected; look at the indentation.",
        "YAML として読めません。リストの次の項目（「- 」）が来るはずの場所です。字下げを確かめてください。",
    ),
    "did not find expected ',' or ']'": Message(
        "syntax",
        "not YAML or JSON: did not find expected ',' or ']'.",
        "YAML・JSON として読めません。「,」か「]」が必要です。",
    ),
    "did not find expected ',' or '}'": Message(
        "syntax",
        "not YAML or JSON: did not find expected ',' or '}'.",
        "YAML・JSON として読めません。「,」か「}」が必要です。",
    ),
    "did not find expected node content": Message(
        "syntax",
        "not YAML or JSON: a bracket or comma where a value is expected.",
        "YAML・JSON として読めません。値が来るはずの場所に、括弧か「,」があります。",
    ),
    "found character that cannot start any token": Message(
        "syntax",
        "not YAML: a text cannot begin with this character; put quotes around it.",
        "YAML として読めません。この文字から始まる文字列は引用符で囲んでください。",
    ),
    "block sequence entries are not allowed in this context": Message(
        "syntax",
        "not YAML: a list (- ...) begins on a line of its own.",
        "YAML として読めません。リストの項目（「- 」）は行を改めて書いてください。",
    ),
    "found undefined alias": Message(
        "syntax",
        "not YAML: a text that begins with * needs quotes.",
        "YAML として読めません。「*」で始まる文字列は引用符で囲んでください。",
    ),
}
"""Common messages of the YAML library, and clearer ones."""
TAB: Final = Message("tab", "a tab; indent with spaces.", "タブです。字下げには空白を使ってください。")


def _syntax(name: str, failure: yaml.YAMLError, text: str) -> InvalidFile:
    place: Location | None = None
    reason = "unreadable text"
    if isinstance(failure, yaml.MarkedYAMLError):
        reason = failure.problem or failure.context or reason
        mark = failure.problem_mark or failure.context_mark
        if mark is not None:
            place = Location(mark.line + 1, mark.column + 1)
            at = text.splitlines()[mark.line : mark.line + 1]
            if at and at[0][mark.column : mark.column + 1] == "\t":
                return InvalidFile(name, [Problem([], TAB)], [place])
        if reason in COMMON:
            return InvalidFile(name, [Problem([], COMMON[reason])], [place])
    elif isinstance(failure, yaml.reader.ReaderError):
        reason = failure.reason
        found = yaml.reader.Reader.NON_PRINTABLE.search(text)
        if found is not None:
            line = text.count("\n", 0, found.start())
            place = Location(line + 1, found.start() - text.rfind("\n", 0, found.start()))
    message = Message("syntax", f"not YAML or JSON: {reason}.", f"YAML・JSON として読めません（{reason}）。")
    return InvalidFile(name, [Problem([], message)], [place])


PLAIN_TAGS: Final = ["tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"]
WHOLE: Final = re.compile(r"[-+]?[0-9]+")


class _Reader:
    """Turns nodes into plain data and collects problems."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.places: list[Location | None] = []
        self.values = 0

    def wrong(self, node: yaml.Node, path: list[str | int], code: str, en: str, ja: str) -> None:
        if len(self.problems) >= MOST_FLAWS:
            return
        self.problems.append(Problem(path, Message(code, en, ja)))
        self.places.append(Location(node.start_mark.line + 1, node.start_mark.column + 1))

    def data(self, node: yaml.Node, path: list[str | int]) -> Any:
        self.values += 1
        if len(path) > DEEPEST:
            self.wrong(node, path, TOO_DEEP.code, TOO_DEEP.en, TOO_DEEP.ja)
        elif self.values > MOST_VALUES:
            # Aliases can expand a small file into a huge one. They are reported once.
            if self.values == MOST_VALUES + 1:
                self.wrong(node, path, TOO_MANY.code, TOO_MANY.en, TOO_MANY.ja)
        elif not isinstance(node, yaml.ScalarNode) and node.tag not in PLAIN_TAGS:
            self.wrong(node, path, "kind", f"{node.tag[:40]} is not a plain value.", f"{node.tag[:40]} は使えません。")
        elif isinstance(node, yaml.SequenceNode):
            return [self.data(item, [*path, index]) for index, item in enumerate(node.value)]
        elif isinstance(node, yaml.MappingNode):
            return self.mapping(node, path)
        else:
            return self.scalar(node, path)
        return None

    def mapping(self, node: yaml.MappingNode, path: list[str | int]) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        for name, value in node.value:
            if not isinstance(name, yaml.ScalarNode):
                self.wrong(name, path, "key", "a key must be a word.", "キーは単語でなければなりません。")
            elif name.value in mapping:
                key = repr(name.value[:40])
                en, ja = f"the key {key} stands twice.", f"キー {key} が重複しています。"
                self.wrong(name, path, "key_twice", en, ja)
            else:
                mapping[name.value] = self.data(value, [*path, name.value])
        return mapping

    def scalar(self, node: yaml.Node, path: list[str | int]) -> Any:
        text: str = node.value
        kind = node.tag.rpartition(":")[2]
        if kind == "null":
            return None
        if kind == "bool":
            return text.lower() in ("true", "yes", "on")
        if kind == "int" and WHOLE.fullmatch(text) and len(text) <= LONGEST_NUMBER:
            return int(text)
        if kind == "float" and text.lower().strip("+-") not in (".inf", ".nan") and ":" not in text:
            with contextlib.suppress(ValueError):
                return float(text.replace("_", ""))
        if kind == "str":
            return text
        shown = repr(text[:40])
        en, ja = f"{shown} is not a plain value; put quotes around it.", f"{shown} は引用符で囲んでください。"
        self.wrong(node, path, "kind", en, ja)
        return None
