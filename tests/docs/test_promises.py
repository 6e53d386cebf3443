"""The promises of the README: each names a test that exists and runs."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (.+) \| \[`(\w+)`\]\((\S+)\) \|$")


def promises() -> list[str]:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("\n## Promises\n")[1].split("\n## ")[0]
    return [line for line in section.splitlines() if line.startswith("|")][2:]


def test_every_promise_names_a_test() -> None:
    folders = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"][
        "testpaths"
    ]
    rows = promises()
    assert len(rows) >= 6
    for line in rows:
        found = ROW.match(line)
        assert found is not None, line
        _, test, file = found.groups()
        assert file.split("/")[0] in folders
        assert f"\ndef {test}(" in (ROOT / file).read_text(encoding="utf-8"), line
