"""Examples in the README, the docs and the package run; documented commands and links exist."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize(
    "name",
    [
        *("README.md", "docs/python-api.md", "docs/models.md", "docs/environments.md", "docs/observations.md"),
        "src/tefuda/__init__.py",
    ],
)
def test_documentation_examples_run(name: str) -> None:
    if name == "docs/environments.md":
        pytest.importorskip("pyspiel")
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert tried > 0
    assert failed == 0


def test_documented_commands_exist() -> None:
    pages = ["README.md", "docs/terminal.md", "docs/lab.md", "docs/custom-cards.md"]
    text = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in pages)
    commands = set(re.findall(r"^tefuda (\w+)", text, re.MULTILINE))
    assert commands == {
        *("games", "play", "hint", "check", "replay", "solve", "simulate", "lab", "bench", "cards", "decks", "puzzles"),
        *("learn", "serve", "train"),
    }


def test_links_are_valid() -> None:
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
