"""Registers the example games like installed packages: with distribution metadata on the path."""

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = [EXAMPLES / "hidden_nim", EXAMPLES / "kuhn_poker"]


def write_metadata(project: Path, target: Path) -> None:
    """Write the metadata of a project into a folder, as an editable installation does."""
    data = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = data["name"], data["version"]
    folder = target / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = []
    for group, entries in data["entry-points"].items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items())]
    (folder / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def plugin_environment(folder: Path) -> dict[str, str]:
    """Write the metadata of the example games into a folder; return the environment in which processes find them."""
    for project in GAMES:
        write_metadata(project, folder)
    paths = [os.environ.get("PYTHONPATH"), str(folder), *map(str, GAMES)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


if __name__ == "__main__":
    # python example_plugins.py COMMAND ...: run a command with the example games.
    with tempfile.TemporaryDirectory(prefix="tefuda-examples-") as metadata:
        done = subprocess.run(sys.argv[1:], env=plugin_environment(Path(metadata)), check=False)
    sys.exit(done.returncode)
