"""Every clause of the rulebooks is covered by a scenario or a test, and both languages have the same clauses."""

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
def covered_clauses() -> set[str]:
    found: set[str] = set()
    for path in sorted((ROOT / "scenarios").rglob("*.yaml")):
        for scenario in read_scenarios(path):
            found.update(scenario.rules)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        found.update(CLAUSE.findall(path.read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.name)
def test_every_clause_is_covered(path: Path) -> None:
    listed = clauses(path)
    assert len(listed) >= 20
    assert len(set(listed)) == len(listed), "duplicate clause number"
    assert sorted(set(listed) - covered_clauses()) == []


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.name)
def test_both_languages_have_the_same_clauses(path: Path) -> None:
    assert clauses(path) == clauses(path.with_name(path.name.replace(".en.", ".ja.")))


def test_cited_clauses_exist() -> None:
    known = {clause for path in RULEBOOKS for clause in clauses(path)}
    cited = set(covered_clauses())
    for path in sorted((ROOT / "src").rglob("*.py")):
        cited.update(CLAUSE.findall(path.read_text(encoding="utf-8")))
    assert sorted(cited - known) == []
