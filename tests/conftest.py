"""Shared fixtures. Registers the example games as plugins and checks which build is tested."""

import asyncio
import functools
import gc
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from command_process import RunCommand
from command_runner import run_command
from example_plugins import plugin_environment
from hypothesis import HealthCheck, settings
from seeded_server import TEST_FILE_VARIABLE

import tefuda
from tefuda.cli.version import stale_sources

pytest_plugins = ["page_fixtures", "server_fixtures"]
HERE = Path(__file__).parent

# Slow examples on a busy machine are not failures.
settings.register_profile("tefuda", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tefuda")
ROOT = HERE.parent


def pytest_configure(config: pytest.Config) -> None:
    # Other processes see the example games too.
    metadata = tempfile.TemporaryDirectory(prefix="tefuda-examples-")
    config.add_cleanup(metadata.cleanup)
    os.environ.update(plugin_environment(Path(metadata.name)))
    os.environ[TEST_FILE_VARIABLE] = str(Path(metadata.name, "running-test"))
    sys.path.append(metadata.name)
    os.environ["TEFUDA_MODELS"] = str(HERE / "no-models")  # ignore models installed on this machine
    expected = os.environ.get("TEFUDA_EXPECT")
    running = "compiled" if tefuda.compiled else "interpreted"
    if expected not in (None, running):
        raise pytest.UsageError(f"TEFUDA_EXPECT={expected}, but the {running} build runs")
    if tefuda.compiled and stale_sources():
        raise pytest.UsageError(f"Compiled files are older than their sources: {stale_sources()}. Run make setup.")


def pytest_collection_finish() -> None:
    """Spare the garbage collector the modules and the collected tests."""
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    Path(os.environ[TEST_FILE_VARIABLE]).write_text(item.nodeid, encoding="utf-8")


@pytest.fixture(autouse=True)
def asyncio_with_playwright(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run `asyncio.run` in another thread after page tests: Playwright's event loop keeps running in this one."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    run_here = asyncio.run

    @functools.wraps(run_here)
    def run_in_thread(*arguments: Any, **named: Any) -> Any:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(run_here, *arguments, **named).result()

    monkeypatch.setattr(asyncio, "run", run_in_thread)


@pytest.fixture
def catalyst() -> tefuda.Game:
    return tefuda.game("catalyst")


@pytest.fixture
def run(tmp_path: Path) -> RunCommand:
    """Return a function that runs the `tefuda` command in its own process."""

    def command(*arguments: str, stdin: str = "", **variables: str) -> "subprocess.CompletedProcess[str]":
        done = run_command(tmp_path, *arguments, stdin=stdin, **variables)
        return subprocess.CompletedProcess(arguments, *done)

    return command
