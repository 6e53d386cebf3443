"""docs/errors.md lists every error code."""

import runpy
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "docs" / "error_codes.py"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT))


def test_page_is_current(script: dict[str, Any]) -> None:
    assert script["main"](["--check"]) == 0, "run python docs/error_codes.py"


def test_statuses_are_those_of_the_classes(script: dict[str, Any]) -> None:
    found = script["find_codes"]()
    for code, status in [
        ("no_table", 404),
        ("wrong_ply", 409),
        ("flag_fell", 409),
        ("too_many_requests", 429),
        ("busy", 503),
        ("too_slow", 422),
        ("illegal", 422),
        ("option_unknown", 422),
        ("not_found", 404),
        ("broken", 500),
    ]:
        assert (code, status) in found
