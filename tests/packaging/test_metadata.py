"""Version and workflows, compared across files."""

import re
import tomllib
from pathlib import Path

import yaml

import tefuda

ROOT = Path(__file__).parents[2]


def test_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert project["version"] == tefuda.__version__ == citation["version"]


def test_workflows_run_only_make_targets_and_scripts() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    commands = [
        step["run"].split()
        for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
        for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values()
        for step in job["steps"]
        if "run" in step
    ]
    assert len(commands) >= 4
    for command in commands:
        if command[0] == "make":
            assert command[1] in targets, command
        else:
            script = command[1] if command[0] == "python" else command[0]
            assert (ROOT / script).is_file(), command
