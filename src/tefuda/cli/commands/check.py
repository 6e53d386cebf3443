"""`tefuda check`."""

from pathlib import Path

from rich.text import Text

from tefuda.cli.console import complain, out
from tefuda.cli.language import language, t
from tefuda.core.errors import invalid_input
from tefuda.core.scenario import Scenario, read_scenarios, run
from tefuda.core.source import InvalidFile, files_under


def check_paths(paths: list[Path]) -> int:
    """Run all scenarios of some files; 0 where all hold, 1 where one does not, 2 where a file is not right."""
    files = scenario_files(paths)
    console = out()
    passed = failed = 0
    broken = False
    for path in files:
        try:
            scenarios = read_scenarios(path)
        except InvalidFile as failure:
            complain(failure.text(language()))
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
        print(t(f"{passed} scenarios hold, {failed} do not.", f"シナリオ: {passed} 件成功、{failed} 件失敗。"))
    return 2 if broken else 1 if failed else 0


def scenario_files(paths: list[Path]) -> list[Path]:
    """The files that are meant; raises `InvalidInput` where there are none."""
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
    """What differs, a line each, with its place in the file."""
    problems = run(scenario)
    return scenario.source.invalid(problems).text(language()).splitlines() if problems else []
