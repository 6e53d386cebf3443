"""YAML and JSON files are read with a location for every value; hostile files are refused."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.source import InvalidFile, Source, read_file, read_text
from tefuda.core.text import Message


def refusal_of(text: str) -> str:
    with pytest.raises(InvalidFile) as failure:
        read_text(text, "f.yaml")
    return failure.value.text("en")


def test_plain_data_is_read() -> None:
    text = "a: 1\nb: [x, '1', true, null, -2, 0.5]\nc: {d: e}\n"
    assert read_text(text, "f").data == {"a": 1, "b": ["x", "1", True, None, -2, 0.5], "c": {"d": "e"}}
    assert read_text('{"a": [1.0, "é"]}', "f").data == {"a": [1.0, "é"]}
    assert read_text("", "f").data is None


def location(source: Source, *path: str | int) -> tuple[int, int]:
    found = source.place(list(path))
    assert found is not None
    return found.line, found.column


def test_every_value_has_a_location() -> None:
    source = read_text("a: 1\nb:\n  - x\n  - {c: d}\n", "f")
    assert location(source) == (1, 1)
    assert location(source, "b", 0) == (3, 5)
    assert location(source, "b", 1, "c") == (4, 6)
    assert location(source, "b", 7) == (2, 1), "a missing value is located at its parent"


def test_problems_of_a_part_get_their_location() -> None:
    source = read_text("a:\n  b: 1\n", "f.yaml")

    def work() -> None:
        raise InvalidInput([Problem(["b"], Message("x", "is odd.", "奇数です。"))])

    with pytest.raises(InvalidFile) as failure:
        source.under(["a"], work)
    assert failure.value.text("en") == "f.yaml:2:3: a.b: is odd."
    assert failure.value.text("ja") == "f.yaml:2:3: a.b: 奇数です。"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: [1, 2", "f.yaml:2:1: not YAML or JSON"),
        ("a: 1\na: 2\n", "f.yaml:2:1: the key 'a' stands twice."),
        ("a: 2024-01-01", "f.yaml:1:4: a: '2024-01-01' is not a plain value; put quotes around it."),
        ("a: !!python/object:os.system x", "not a plain value"),
        ("? [a]\n: b", "f.yaml:1:3: a key must be a word."),
        ("a: 1:30", "not a plain value"),
        ("a: .inf", "not a plain value"),
        ("a: " + "9" * 200, "not a plain value"),
        ("[" * 60 + "]" * 60, "nested too deep"),
        ("a: \x01", "not YAML or JSON"),
        ("- a\n--- \n- b", "f.yaml:2:1: a second document (---) begins here"),
    ],
)
def test_non_plain_values_are_refused_with_a_location(text: str, expected: str) -> None:
    assert expected in refusal_of(text)


def test_alias_expansion_is_limited() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    assert "too many values" in refusal_of("\n".join(lines))


def test_deep_nesting_is_refused() -> None:
    assert refusal_of("[" * 50_000 + "]" * 50_000) == "f.yaml:1:41: is nested too deep."
    assert "nested too deep" in refusal_of("a: &a [*a]")


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    for name, content in [("latin.yaml", b"\xff\xfe\x00x"), ("large.yaml", b"#" * 4_000_001)]:
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InvalidFile):
            read_file(tmp_path / name)
    for path in (tmp_path / "missing.yaml", tmp_path):
        with pytest.raises(InvalidFile, match="cannot be read"):
            read_file(path)


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\nb\nc: 2",
        "a: 'it's'",
        "- a\nb: 1",
        "a: [1\nb: 2",
        "a: {x: 1\nb: 2",
        "a: ]",
        "a: @x",
        "a: - b",
        "a: *x",
        'a: "x',
    ],
)
def test_syntax_errors_are_explained_in_both_languages(text: str) -> None:
    with pytest.raises(InvalidFile) as failure:
        read_text(text, "f")
    message = failure.value.text("ja").partition("として読めません")[2]
    assert message
    assert not re.search("[A-Za-z]{3}", message)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read_text(text, "f")
    except InvalidFile as failure:
        assert failure.text("en").startswith("f")  # noqa: PT017


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.text(st.characters(codec="utf-8", exclude_categories=["C"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=4),
    max_leaves=12,
)


@given(plain)
def test_json_round_trip(data: object) -> None:
    assert read_text(json.dumps(data, ensure_ascii=False), "f").data == data
