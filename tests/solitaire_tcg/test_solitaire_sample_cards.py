"""Sample card files, valid and invalid, compared with their expected results."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tefuda.cardlang.workshop import find_workshop
from tefuda.cli.commands.cards import read_cards

FOLDER = Path(__file__).parent / "sample_cards"
EXPECTED: dict[str, Any] = yaml.safe_load(FOLDER.with_suffix(".yaml").read_text(encoding="utf-8"))


def load_sample(path: Path) -> tuple[list[str], list[tuple[int, int, str]]]:
    loader = read_cards(find_workshop("solitaire-tcg"), [path])
    problems = [
        (0 if place is None else place.line, 0 if place is None else place.column, problem.message.text("en"))
        for failure in loader.failures
        for problem, place in zip(failure.problems, failure.places, strict=True)
    ]
    return sorted(loader.loaded), sorted(problems)


def test_every_sample_file_has_an_expectation() -> None:
    assert sorted(EXPECTED) == sorted(path.name for path in FOLDER.iterdir())


@pytest.mark.parametrize("name", EXPECTED)
def test_sample_file_gives_the_expected_result(name: str) -> None:
    expected = EXPECTED[name]
    ids, problems = load_sample(FOLDER / name)
    assert ids == expected["loads"]
    wanted = sorted((problem["line"], problem["column"], problem["says"]) for problem in expected["problems"])
    assert [place[:2] for place in problems] == [place[:2] for place in wanted], problems
    for (_, _, message), (_, _, words) in zip(problems, wanted, strict=True):
        assert words in message
