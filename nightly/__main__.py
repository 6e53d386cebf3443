"""Run the nightly checks and print one table.

python -m nightly                                       all checks at full size
python -m nightly --size 0.1 --json out.json            a tenth of the full size
python -m nightly --only secrets --first 17 --count 1   repeat one unit of a violation
"""

import argparse
import atexit
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import example_plugins

import tefuda
from nightly import (
    FOLDERS,
    ROOT,
    browser_folds,
    card_files,
    kills,
    malformed_input,
    observations,
    players,
    races,
    random_games,
    replays,
    sampled_worlds,
)
from nightly.check import Check, Result, Violation, run_batch, run_check
from tefuda.cli.version import stale_sources

CHECKS: list[Check] = [
    *random_games.CHECKS,
    *players.CHECKS,
    *replays.CHECKS,
    *sampled_worlds.CHECKS,
    *observations.CHECKS,
    *card_files.CHECKS,
    *browser_folds.CHECKS,
    *malformed_input.CHECKS,
    *races.CHECKS,
    *kills.CHECKS,
]
MAX_PRINTED_VIOLATIONS = 5
"""Printed violations per check."""
PROGRESS_INTERVAL = 30.0
"""Seconds between two progress lines if the output is not a terminal."""


class Progress:
    """Progress output: one updated line in a terminal, otherwise a line every `PROGRESS_INTERVAL` seconds."""

    def __init__(self) -> None:
        self.is_terminal = sys.stderr.isatty()
        self.last = time.monotonic()

    def __call__(self, result: Result) -> None:
        now = time.monotonic()
        if not self.is_terminal and now - self.last < PROGRESS_INTERVAL:
            return
        self.last = now
        text = f"{result.check.name}: {result.done:,} of {result.units:,} {result.check.unit}"
        text += f", {len(result.violations)} violations, {format_duration(result.seconds)}"
        print(
            f"\r\033[K{text}" if self.is_terminal else text,
            end="" if self.is_terminal else "\n",
            file=sys.stderr,
            flush=True,
        )

    def clear(self) -> None:
        if self.is_terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def format_duration(seconds: float) -> str:
    """Return a duration as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def results_table(results: list[Result]) -> str:
    """Return the results as a Markdown table."""
    rows = [["check", "size", "violations", "time", "note"]]
    for one in results:
        size = f"{one.done:,} {one.check.unit}"
        if one.done < one.units:
            size += f" (of {one.units:,}: stopped)"
        rows.append([one.check.name, size, str(len(one.violations)), format_duration(one.seconds), one.check.note])
    total = sum(one.seconds for one in results)
    rows.append(["all", "", str(sum(len(one.violations) for one in results)), format_duration(total), ""])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [f"| {' | '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))} |" for row in rows]
    rule = f"|{'|'.join('-' * (width + 2) for width in widths)}|"
    return "\n".join([lines[0], rule, *lines[1:]])


def print_violations(violations: list[Violation]) -> None:
    """Print the first violations with their commands."""
    for one in violations[:MAX_PRINTED_VIOLATIONS]:
        print(f"  {one.message}\n  repeat: {one.command}\n", flush=True)
    if len(violations) > MAX_PRINTED_VIOLATIONS:
        print(f"  ... {len(violations) - MAX_PRINTED_VIOLATIONS} more\n", flush=True)


def results_json(results: list[Result], size: float) -> dict[str, Any]:
    """Return the results as data, with all violations."""
    return {
        "size": size,
        "cores": os.cpu_count(),
        "compiled": tefuda.compiled,
        "checks": [
            {
                "check": one.check.name,
                "unit": one.check.unit,
                "wanted": one.units,
                "done": one.done,
                "seconds": round(one.seconds, 1),
                "note": one.check.note,
                "violations": [vars(violation) for violation in one.violations],
            }
            for one in results
        ],
    }


def select_checks(only: list[str]) -> list[Check]:
    """Return the checks with these names or groups (`random-games`); exits for an unknown name."""
    known = {check.name for check in CHECKS} | {check.name.partition(":")[0] for check in CHECKS}
    unknown = [name for name in only if name not in known]
    if unknown:
        sys.exit(f"Unknown check {unknown[0]!r}. Checks: {', '.join(check.name for check in CHECKS)}.")
    return [check for check in CHECKS if not only or {check.name, check.name.partition(":")[0]} & set(only)]


def prepare_environment() -> None:
    """Set the environment of the worker processes, including the example games."""
    metadata = Path(tempfile.mkdtemp(prefix="tefuda-examples-"))
    atexit.register(shutil.rmtree, metadata, ignore_errors=True)
    paths = example_plugins.plugin_environment(metadata)["PYTHONPATH"]
    sys.path += [str(metadata), *map(str, example_plugins.GAMES)]
    os.environ["PYTHONPATH"] = os.pathsep.join([*FOLDERS, str(ROOT), paths])
    os.environ["TEFUDA_MODELS"] = str(ROOT / "tests" / "no-models")
    # A check that cannot run is a violation, not a skipped test.
    os.environ["TEFUDA_REQUIRE_POSTGRES"] = "1"
    os.environ["TEFUDA_REQUIRE_BROWSER"] = "1"


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m nightly", description="Run the nightly checks and print one table."
    )
    parser.add_argument("--size", type=float, default=1.0, help="Share of the full size (default: 1).")
    parser.add_argument("--only", action="append", default=[], help="Run only this check; repeatable.")
    parser.add_argument("--first", type=int, default=0, help="First unit (default: 0).")
    parser.add_argument("--count", type=int, help="Number of units, instead of --size.")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="Processes (default: all cores).")
    parser.add_argument("--markdown", type=Path, help="Write the table to this file.")
    parser.add_argument("--json", type=Path, help="Write the table and all violations to this file.")
    parser.add_argument("--list", action="store_true", help="List the checks and their full sizes.")
    return parser.parse_args()


def main() -> int:
    wanted = parse_arguments()
    checks = select_checks(wanted.only)
    if wanted.list:
        for check in checks:
            print(f"{check.name}: {check.full_size:,} {check.unit}. {check.note}")
        return 0
    if not tefuda.compiled:
        sys.exit("Tefuda is not compiled. Run make setup with a C compiler.")
    if stale_sources():
        sys.exit(f"The compiled files are older than their sources: {stale_sources()}. Run make setup.")
    prepare_environment()
    progress = Progress()
    results: list[Result] = []
    for check in checks:
        amount = wanted.count or check.units_at(wanted.size)
        if wanted.count:
            began = time.monotonic()
            result = Result(check, amount, amount, 0.0, run_batch(check, wanted.first, amount))
            result.seconds = time.monotonic() - began
        else:
            result = run_check(check, wanted.first, amount, wanted.workers, progress)
        progress.clear()
        results.append(result)
        print(
            f"{check.name}: {result.done:,} {check.unit}, {len(result.violations)} violations, "
            f"{format_duration(result.seconds)}",
            flush=True,
        )
        print_violations(result.violations)
        table = results_table(results)
        if wanted.markdown:
            wanted.markdown.write_text(f"{table}\n", encoding="utf-8")
        if wanted.json:
            wanted.json.write_text(json.dumps(results_json(results, wanted.size), indent=1) + "\n", encoding="utf-8")
    print(f"\n{table}")
    return 1 if any(result.violations for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
