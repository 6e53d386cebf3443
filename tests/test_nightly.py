"""The nightly runner: counts, reports and output. The checks share their code with other tests."""

import subprocess
import sys
from pathlib import Path

import pytest
from failing_checks import exits_at_seven, fails_at_seven, fails_in_batches

from nightly.__main__ import CHECKS, results_table, select_checks
from nightly.check import Check, Result, Violation, batches, run_batch, run_check

ROOT = Path(__file__).parents[1]


def ignore(result: Result) -> None:
    pass


def test_violation_names_the_unit_and_its_command() -> None:
    check = Check("sevens", "units", 100, fails_at_seven, batch=5, independent=True)
    seen: list[int] = []
    result = run_check(check, 0, 20, 2, lambda one: seen.append(one.done))
    assert (result.done, len(result.violations)) == (20, 1)
    assert "AssertionError: seven" in result.violations[0].message
    assert result.violations[0].command == ".venv/bin/python -m nightly --only sevens --first 7 --count 1"
    assert seen[-1] == 20


def test_batch_that_fails_only_as_a_whole_is_reported() -> None:
    whole = Check("several", "units", 100, fails_in_batches, batch=5)
    assert run_batch(whole, 5, 5)[0].command.endswith("--first 5 --count 5")
    alone = Check("several", "units", 100, fails_in_batches, batch=5, independent=True)
    (found,) = run_batch(alone, 5, 5)
    assert found.message.startswith("only in a batch: AssertionError: several")


def test_crashed_process_is_a_violation() -> None:
    result = run_check(Check("deaths", "units", 100, exits_at_seven, batch=5), 0, 20, 1, ignore)
    assert any("--first 5 --count 5" in one.command for one in result.violations)
    assert result.done == 20


def test_sizes_and_batches() -> None:
    check = Check("units", "units", 1000, fails_at_seven, batch=30, min_units=40)
    assert [check.units_at(size) for size in (1, 0.1, 0.001)] == [1000, 100, 40]
    assert list(batches(10, 70, 30)) == [(10, 30), (40, 30), (70, 10)]


def test_result_table() -> None:
    check = Check("sevens", "units", 100, fails_at_seven, batch=5, note="a note")
    lines = results_table(
        [Result(check, 1000, 1000, 61.0, []), Result(check, 1000, 500, 0.4, [Violation("x", "y")] * 20)]
    )
    assert [cell.strip() for cell in lines.splitlines()[2].split("|")[1:-1]] == [
        "sevens",
        "1,000 units",
        "0",
        "1:01",
        "a note",
    ]
    assert "500 units (of 1,000: stopped)" in lines
    assert len({len(line) for line in lines.splitlines()}) == 1


def test_checks_are_chosen_by_name_or_group() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    assert [check.name for check in select_checks(["kills"])] == ["kills:sqlite", "kills:postgresql"]
    assert [check.name for check in select_checks(["secrets", "races:sqlite"])] == ["secrets", "races:sqlite"]
    with pytest.raises(SystemExit, match="Unknown check 'slow'"):
        select_checks(["slow"])


def test_command_lists_its_checks() -> None:
    done = subprocess.run([sys.executable, "-m", "nightly", "--list"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    assert "random-games:linkavel: 100,000 games." in done.stdout
