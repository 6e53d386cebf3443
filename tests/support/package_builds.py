"""Builds sdists and wheels from a copy of the repository, for tests."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXCLUDED = (
    *(".git", ".venv*", "node_modules", "dist", "lib.*", "bdist.*", "*.egg-info", "__pycache__", "*.so", "*.pyd"),
    *(".pytest_cache", ".hypothesis", ".ruff_cache", ".import_linter_cache", ".coverage*", "htmlcov"),
)
"""Results of builds and tests. The object files under `build` are copied: they save minutes per wheel."""


def copy_repository(target: Path) -> Path:
    """Copy the repository without the results of builds and tests."""
    shutil.copytree(ROOT, target, ignore=shutil.ignore_patterns(*EXCLUDED))
    return target


def bare_environment(**more: str) -> dict[str, str]:
    """Return the environment without the variables that tests and builds of Tefuda read."""
    left = {
        name: value for name, value in os.environ.items() if not name.startswith(("TEFUDA_", "PYTHON", "COVERAGE_"))
    }
    return {**left, **more}


def build_distribution(project: Path, kind: str, target: Path, **environment: str) -> Path:
    """Build an sdist or a wheel with `python -m build` and return the file."""
    command = ["-m", "build", f"--{kind}", "--no-isolation", "--skip-dependency-check", "--outdir", str(target)]
    done = subprocess.run(
        [sys.executable, *command, str(project)],
        env=bare_environment(**environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    (built,) = target.iterdir()
    built.with_name("build.log").write_text(done.stdout, encoding="utf-8")
    return built
