"""What the README and the package say about themselves is run."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", ["README.md", "docs/models.md", "src/tefuda/__init__.py"])
def test_examples_run(name: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert tried > 0
    assert failed == 0


def test_every_command_in_the_readme_exists() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = set(re.findall(r"^tefuda (\w+)", text, re.MULTILINE))
    assert commands == {
        *("games", "play", "hint", "check", "replay", "solve", "simulate", "lab", "bench", "cards", "decks", "puzzles")
    }


def test_every_link_leads_somewhere() -> None:
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
