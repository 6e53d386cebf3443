"""Every clause of the rulebooks is proved by a scenario or a test that names it, in both languages the same ones."""

import re
from functools import cache
from pathlib import Path

import pytest

from tefuda.core.scenario import read_scenarios

ROOT = Path(__file__).parents[2]
CLAUSE = re.compile(r"\b[A-Z]{2}-\d+\.\d+\b")
DEFINED = re.compile(r"^- \*\*([A-Z]{2}-\d+\.\d+)\*\*", re.MULTILINE)
RULEBOOKS = sorted((ROOT / "docs" / "rules").glob("*.en.md"))


def clauses(path: Path) -> list[str]:
    return DEFINED.findall(path.read_text(encoding="utf-8"))


@cache
def proved() -> set[str]:
    found: set[str] = set()
    for path in sorted((ROOT / "scenarios").rglob("*.yaml")):
        for scenario in read_scenarios(path):
            found.update(scenario.rules)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        found.update(CLAUSE.findall(path.read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.name)
def test_every_clause_is_proved(path: Path) -> None:
    listed = clauses(path)
    assert len(listed) >= 20
    assert len(set(listed)) == len(listed), "a clause number stands twice"
    assert sorted(set(listed) - proved()) == []


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.name)
def test_both_languages_have_the_same_clauses(path: Path) -> None:
    assert clauses(path) == clauses(path.with_name(path.name.replace(".en.", ".ja.")))


def test_clauses_cited_anywhere_exist() -> None:
    known = {clause for path in RULEBOOKS for clause in clauses(path)}
    cited = set(proved())
    for path in sorted((ROOT / "src").rglob("*.py")):
        cited.update(CLAUSE.findall(path.read_text(encoding="utf-8")))
    assert sorted(cited - known) == []
