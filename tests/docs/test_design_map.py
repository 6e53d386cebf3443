"""The map in docs/design.md names every module once and marks the compiled ones."""

import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "tefuda"


def mapped() -> list[tuple[str, bool]]:
    """Return each module of the map with whether it is marked as compiled."""
    lines = (ROOT / "docs" / "design.md").read_text(encoding="utf-8").splitlines()
    start = lines.index("src/tefuda/")
    folders: list[str] = []
    found = []
    for line in lines[start + 1 : lines.index("```", start)]:
        depth = (len(line) - len(line.lstrip())) // 2 - 1
        name = line.split()[0]
        folders[depth:] = [name]
        if not name.endswith("/"):
            found.append(("".join(folders) + ".py", line.endswith(" *")))
    return found


def test_every_module_is_in_the_map_once() -> None:
    there = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if path.name != "__init__.py" and "migrations" not in path.parts
    }
    assert Counter(name for name, _ in mapped()) == Counter(there)


def test_compiled_modules_are_marked() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["tefuda"]
    assert sorted(name for name, marked in mapped() if marked) == sorted(settings["compiled"])
