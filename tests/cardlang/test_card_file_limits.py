"""Hostile card and deck files are refused quickly and with short messages."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from card_files import problem_rows, read_cards

from tefuda.cardlang.card_schema import MAX_FILE_BYTES, CardLoader
from tefuda.cardlang.deck_files import read_deck
from tefuda.core.source import InvalidFile
from tefuda.games.solitaire_tcg.catalogue import LIBRARY
from tefuda.games.solitaire_tcg.language.card_schema import card_schema

LONGEST_READ = 1.0
"""Seconds per file. The readers are plain Python or C."""
HEAD = "id: a\nname: A\ntype: spell\n"
ALIASES = "aliases (*name) are not used here: write the value out."
TOO_DEEP = "is nested too deep."


def check_timed(work: Callable[[], list[InvalidFile]]) -> list[InvalidFile]:
    """Return the problems of a file; fails if the faster of two runs exceeds the limit."""
    spent = []
    found: list[InvalidFile] = []
    for _ in range(2):
        start = time.process_time()
        found = work()
        spent.append(time.process_time() - start)
        if spent[-1] < LONGEST_READ:
            return found
    raise AssertionError(f"{min(spent):.1f} s")


def read_file(path: Path, text: str) -> list[InvalidFile]:
    """Read a card file like the commands do."""
    path.write_text(text, encoding="utf-8")
    loader = CardLoader(card_schema(), LIBRARY.bundled.values())

    def work() -> list[InvalidFile]:
        loader.failures.clear()
        loader.read_path(path)
        loader.check_links()
        return list(loader.failures)

    found = check_timed(work)
    assert found
    assert not loader.loaded
    return found


def nested_aliases() -> str:
    """Return the "billion laughs" file: ten lines that expand to a billion words."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    return "\n".join(lines) + "\n"


def step(text: str) -> str:
    return f"{HEAD}abilities:\n  - when: on_play\n    effect:\n      - {text}\n"


BOMBS = {
    "aliases": (nested_aliases(), ALIASES),
    "itself": ("&a [*a]", ALIASES),
    "merge": ("- &a {id: a, name: A, type: spell}\n- {<<: *a, id: b}\n", ALIASES),
    "lists": ("[" * 400_000, TOO_DEEP),
    "closed lists": ("[" * 200_000 + "]" * 200_000, TOO_DEEP),
    "mappings": ("{a: " * 100_000, TOO_DEEP),
    "dashes": ("- " * 200_000, TOO_DEEP),
    "questions": ("? " * 200_000, TOO_DEEP),
    "deep card": (f"{HEAD}tags: {'[' * 60}{']' * 60}\n", TOO_DEEP),
    "10 MB": (HEAD + "#" * 10_000_000, "is larger than 0.5 MB."),
    "10 MB of cards": (f"- {{{', '.join(HEAD.split(chr(10))[:3])}}}\n" * 300_000, "is larger than 0.5 MB."),
    "a million letters": (f"{HEAD}flavor: {'x' * 1_000_000}\n", "is larger than 0.5 MB."),
    "many letters": (f"{HEAD}flavor: {'x' * 490_000}\n", "is longer than 500 characters."),
    "many letters in quotes": (f'{HEAD}flavor: "{"x" * 490_000}"\n', "is longer than 500 characters."),
    "a long id": (f"id: {'x' * 490_000}\nname: A\ntype: spell\n", "is longer than 40 characters."),
    "a long word": (f"id: a\nname: A\ntype: {'x' * 490_000}\n", "unknown type"),
    "a long expression": (step(f"{{op: win_if, expr: '{'(' * 490_000}'}}"), "is longer than 500 characters."),
    "many digits": (f"{HEAD}version: {'9' * 100_000}\n", "version"),
    "many digits behind the point": (f"{HEAD}version: 1.{'9' * 100_000}\n", "version"),
    "many digits in base 60": (f"{HEAD}version: 1{':59' * 30_000}\n", "version"),
    "many steps": (step("\n      - ".join(["{op: draw}"] * 20_000)), "too many"),
    "many abilities": (f"{HEAD}abilities: [{'{}, ' * 60_000}]\n", "too many"),
    "many tags": (f"{HEAD}tags: [{'x, ' * 100_000}]\n", "too many"),
    "many cards": ("- {}\n" * 80_000, "too many"),
    "many words": (f"[{'x,' * 150_000}]", "too many"),
    "many empty lists": (f"[{'[],' * 150_000}]", "too many"),
    "many nulls": (f"{HEAD}tags: [{',~' * 150_000}]\n", ""),
    "many keys": (HEAD + "".join(f"k{number}: 1\n" for number in range(8_000)), "unknown key; a card has"),
    "one key": (HEAD * 15_000, "too many"),
    "many cards with many keys": (
        f"- {{{','.join(f'k{number}: 1' for number in range(30))}}}\n" * 2_000,
        "too many",
    ),
    "many languages": (
        f"id: a\ntype: spell\nname: {{{','.join(f'k{n}: 1' for n in range(8_000))}}}\n",
        "unknown language",
    ),
}


@pytest.mark.parametrize("name", list(BOMBS))
def test_hostile_file_is_refused_quickly(name: str, tmp_path: Path) -> None:
    """ST-13.6, ST-13.3."""
    text, words = BOMBS[name]
    found = read_file(tmp_path / "f.yaml", text)
    assert words in found[0].text("en"), found[0].text("en")[:300]
    assert all(problem.message.ja not in ("", problem.message.en) for problem in found[0].problems)


@pytest.mark.parametrize("name", ["many keys", "one key", "many digits"])
def test_messages_about_hostile_files_are_short(name: str, tmp_path: Path) -> None:
    """ST-13.3: few lines, none of them long."""
    told_text = "\n".join(failure.text("en") for failure in read_file(tmp_path / "f.yaml", BOMBS[name][0]))
    assert len(told_text) < 100_000


def test_file_size_limit_applies_to_decks(tmp_path: Path) -> None:
    path = tmp_path / "d.yaml"
    path.write_text("#" * (MAX_FILE_BYTES + 1), encoding="utf-8")
    with pytest.raises(InvalidFile, match=r"is larger than 0\.5 MB\."):
        read_deck(path, LIBRARY.bundled, 40, 4)


@pytest.mark.parametrize(
    "cards",
    [
        "".join(f"  k{number}: 1\n" for number in range(4_000)),
        "".join(f"  {name}: 999\n" for name in LIBRARY.bundled),
    ],
    ids=["many unknown cards", "all cards too often"],
)
def test_deck_with_many_errors_is_refused_quickly(cards: str, tmp_path: Path) -> None:
    """ST-13.24."""
    path = tmp_path / "d.yaml"
    path.write_text(f"id: d\nname: D\ncards:\n{cards}", encoding="utf-8")

    def work() -> list[InvalidFile]:
        with pytest.raises(InvalidFile) as failure:
            read_deck(path, LIBRARY.bundled, 40, 4)
        return [failure.value]

    assert check_timed(work)[0].problems


def test_binary_file_is_refused(tmp_path: Path) -> None:
    """ST-13.6."""
    path = tmp_path / "f.yaml"
    path.write_bytes(b"id: \xff\xfe\n")
    loader = CardLoader(card_schema(), ())
    loader.read_path(path)
    assert [failure.text("en") for failure in loader.failures] == [f"{path}: is not a text file (UTF-8)."]


def test_alias_is_reported_with_its_location() -> None:
    """ST-13.3."""
    assert problem_rows(*read_cards("id: &a a\nname: *a\ntype: spell\n").failures) == [(2, 7, "", ALIASES)]
