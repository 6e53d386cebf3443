"""The systemd unit is hardened."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "deploy" / "tefuda.service"
MAX_EXPOSURE = 3.0


def test_unit_runs_the_server_without_privileges() -> None:
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    for setting in ("DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet="):
        assert setting in lines
    assert any(line.startswith("ExecStart=") and " serve " in line for line in lines)


def test_exposure_is_low() -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed")
    done = subprocess.run(
        [program, "security", "--offline=true", "--no-pager", str(UNIT)], capture_output=True, text=True, check=False
    )
    found = re.search(r"Overall exposure level for .*: ([\d.]+)", done.stdout)
    assert found is not None, done.stdout + done.stderr
    assert float(found[1]) < MAX_EXPOSURE
