"""The container image: deploy/image.sh runs here with processes instead of containers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_script_builds_and_checks_the_image(tmp_path: Path) -> None:
    engine, folder = tmp_path / "engine", tmp_path / "containers"
    folder.mkdir()
    engine.write_text(f'#!/bin/sh\nexec {sys.executable} {ROOT / "tests/support/process_engine.py"} "$@"\n')
    engine.chmod(0o755)
    environment = {**os.environ, "CONTAINER_ENGINE": str(engine), "PROCESS_ENGINE_FOLDER": str(folder)}
    done = subprocess.run(
        [ROOT / "deploy" / "image.sh", "tefuda-test"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout) == (0, "The image tefuda-test works.\n"), done.stderr
    assert [path.name for path in folder.iterdir()] == ["tefuda-test.json"], "containers and volumes are removed"


def test_compiled_files_of_this_machine_are_not_copied() -> None:
    """docker reads `.dockerignore` only, podman too if there is no `.containerignore`."""
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv", "node_modules", "build", "**/*.so", "src/tefuda/_compiled.txt"} <= set(ignored)
    assert not (ROOT / ".containerignore").exists()
    assert "\nUSER tefuda\n" in (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
