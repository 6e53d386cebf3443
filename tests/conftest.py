"""What all tests share: the example games, registered as installed packages are, and which build is tested."""

import asyncio
import functools
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from cli_run import Run
from cli_server import command_environment, run_command, run_process
from hypothesis import HealthCheck, settings
from plugins import environment

import tefuda
from tefuda.cli.version import stale_sources

pytest_plugins = ["page_fixtures", "serving_fixtures"]
HERE = Path(__file__).parent

# A busy machine is no defect.
settings.register_profile("tefuda", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tefuda")
ROOT = HERE.parent


def pytest_configure(config: pytest.Config) -> None:
    # Other processes see the example games too.
    metadata = tempfile.TemporaryDirectory(prefix="tefuda-examples-")
    config.add_cleanup(metadata.cleanup)
    os.environ.update(environment(Path(metadata.name)))
    sys.path.append(metadata.name)
    os.environ["TEFUDA_MODELS"] = str(HERE / "no-models")  # what somebody has installed is not tested here
    expected = os.environ.get("TEFUDA_EXPECT")
    running = "compiled" if tefuda.compiled else "interpreted"
    if expected not in (None, running):
        raise pytest.UsageError(f"TEFUDA_EXPECT={expected}, but what runs is {running}")
    if tefuda.compiled and stale_sources():
        raise pytest.UsageError(f"the compiled files are older than their sources: {stale_sources()}; run make setup")


@pytest.fixture(autouse=True)
def asyncio_beside_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """`asyncio.run` works after a page test too, which leaves Playwright's event loop running in its thread."""
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
def run(tmp_path: Path) -> Run:
    """The command, run as a person runs it: in a process of its own."""

    def command(*arguments: str, stdin: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
        # Another environment may change what is imported, and another language what the commands are.
        fresh = environment or any("language" in one for one in arguments)
        done = (
            run_process(tmp_path, arguments, stdin, command_environment(tmp_path, **environment))
            if fresh
            else run_command(tmp_path, *arguments, stdin=stdin)
        )
        return subprocess.CompletedProcess(arguments, *done)

    return command
