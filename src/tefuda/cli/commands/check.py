"""`tefuda check`."""

from pathlib import Path

from rich.text import Text

from tefuda.cli.console import print_error, stdout_console
from tefuda.cli.language import language, t
from tefuda.core.errors import invalid_input
from tefuda.core.scenario import Scenario, read_scenarios, run
from tefuda.core.source import InvalidFile, files_under


def check_paths(paths: list[Path]) -> int:
    """Run the scenarios of files; return 0 if all pass, 1 if one fails, 2 if a file is invalid."""
    files = scenario_files(paths)
    console = stdout_console()
    passed = failed = 0
    broken = False
    for path in files:
        try:
            scenarios = read_scenarios(path)
        except InvalidFile as failure:
            print_error(failure.text(language()))
            broken = True
            continue
        for scenario in scenarios:
            differences = failures(scenario)
            if differences:
                failed += 1
                console.print(Text.assemble(("✗", "red"), f" {scenario.where}: {scenario.name}"))
                print("\n".join(f"    {line}" for line in differences))
            else:
                passed += 1
    if passed or failed or not broken:
        print(t(f"Scenarios: {passed} passed, {failed} failed.", f"シナリオ: {passed} 件成功、{failed} 件失敗。"))
    return 2 if broken else 1 if failed else 0


def scenario_files(paths: list[Path]) -> list[Path]:
    """Return the scenario files; raise `InvalidInput` if there are none."""
    files: list[Path] = []
    for path in paths:
        found = files_under(path)
        if not found:
            raise invalid_input(
                "no_files", f"{path}: no scenario files (*.yaml).", f"{path}: シナリオ（*.yaml）がありません。"
            )
        files += found
    return list(dict.fromkeys(file.resolve() for file in files))


def failures(scenario: Scenario) -> list[str]:
    """Return the differences of a scenario, one per line, with their places in the file."""
    problems = run(scenario)
    return scenario.source.invalid(problems).text(language()).splitlines() if problems else []
