"""The example games, registered as installed packages are: by the metadata of a distribution on the path."""

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = [EXAMPLES / "hidden_nim", EXAMPLES / "kuhn_poker"]


def register(project: Path, target: Path) -> None:
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


def environment(folder: Path) -> dict[str, str]:
    """The environment in which other processes find the example games; their metadata is written into the folder."""
    for project in GAMES:
        register(project, folder)
    paths = [os.environ.get("PYTHONPATH"), str(folder), *map(str, GAMES)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


if __name__ == "__main__":
    # python plugins.py COMMAND ...: run a command with the example games.
    with tempfile.TemporaryDirectory(prefix="tefuda-examples-") as metadata:
        done = subprocess.run(sys.argv[1:], env=environment(Path(metadata)), check=False)
    sys.exit(done.returncode)
