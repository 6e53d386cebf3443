"""The tests that run on every platform: `python .ci/portable.py compiled` or `python .ci/portable.py interpreted`.

It needs Python alone, not make. It installs the locked packages into .venv-portable with the Python that runs it,
builds the package in place and runs the tests of the rules, the players and the command line. Arguments after the first
go to pytest in place of this selection. `make test` runs everything, on Linux.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".venv-portable"
PYTHON = FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
FORMS = ("compiled", "interpreted")
SELECTION = [
    *("tests/core", "tests/cardlang", "tests/catalyst", "tests/card_othello", "tests/linkavel", "tests/solitaire_tcg"),
    *("tests/docs", "tests/envs", "tests/players", "tests/solve", "tests/test_platforms.py", "examples"),
]
COMPARISON = "differential"
"""Compares both builds, so it needs compiled files."""


def run(*command: str | Path, **environment: str) -> None:
    """Run a command in the repository; ends this process if it fails."""
    print("+", *command, flush=True)
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONUTF8": "1", **environment}, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def install() -> None:
    """Install the packages of the lock files, and the package itself for editing."""
    venv.create(FOLDER, with_pip=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(*pip, "--require-hashes", "-r", "requirements-dev.lock")
    run(*pip, "--no-deps", "--no-build-isolation", "--editable", ".", TEFUDA_SKIP_COMPILE="1")


def main(form: str, selection: list[str]) -> None:
    """Install, build, run the tests, then check the command, the page and the lab."""
    install()
    if form == "compiled":
        run(PYTHON, "setup.py", "--quiet", "build_ext", "--inplace", TEFUDA_REQUIRE_COMPILED="1")
        selection = selection or [*SELECTION, COMPARISON]
    run(PYTHON, "-m", "pytest", "-n", "auto", *(selection or SELECTION), TEFUDA_EXPECT=form)
    run(PYTHON, "tests/packaging/installed_check.py", form)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in FORMS:
        sys.exit(f"Usage: python .ci/portable.py {'|'.join(FORMS)} [PYTEST ARGUMENTS]")
    main(sys.argv[1], sys.argv[2:])
