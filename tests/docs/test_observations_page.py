"""docs/observations.md lists every number of the observations."""

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "docs" / "observations.py"


def test_page_is_current() -> None:
    assert runpy.run_path(str(SCRIPT))["main"](["--check"]) == 0, "run python docs/observations.py"
