"""Golden playthroughs: every file equals the current output of its game, and every game has one."""

from pathlib import Path

import pytest

import tefuda
from tefuda.cli.commands.playthroughs import check_playthroughs, difference
from tefuda.core.errors import InvalidInput
from tefuda.core.playthrough import differences, full, play_plan, read_plan, write_playthrough
from tefuda.games.catalyst.game import Catalyst, CatalystTexts

FOLDER = Path(__file__).parents[2] / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))
MOST_BYTES, MOST_BYTES_IN_ALL = 300_000, 2_100_000


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_playthrough_equals_current_output(file: Path) -> None:
    lines = difference(file)
    if lines:
        pytest.fail("\n".join([*lines, "To rewrite all of them: make playthroughs"]), pytrace=False)


def test_every_registered_game_has_a_playthrough() -> None:
    assert {read_plan(file.read_text()).game for file in FILES} == set(tefuda.game_ids())


def test_playthrough_files_are_small() -> None:
    sizes = {file.name: file.stat().st_size for file in FILES}
    assert max(sizes.values()) <= MOST_BYTES, sizes
    assert sum(sizes.values()) <= MOST_BYTES_IN_ALL, sizes


def copied(folder: Path, old: str = "", new: str = "") -> Path:
    text = (FOLDER / "catalyst.txt").read_text()
    assert old in text
    file = folder / "catalyst.txt"
    file.write_text(text.replace(old, new, 1))
    return file


def test_changed_text_is_reported_with_the_update_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = copied(tmp_path, "You place", "You put")
    assert check_playthroughs([file]) == 1
    printed = capsys.readouterr().out
    assert "-      en: You put" in printed
    assert "+      en: You place" in printed
    assert f"tefuda playthroughs update {file}" in printed
    assert len(printed.splitlines()) < 20


class OtherTexts(CatalystTexts):
    def describe(self, state: tefuda.State, action: int, language: str) -> str:
        return super().describe(state, action, language).replace("between", "amid")


def test_unprinted_text_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = read_plan((FOLDER / "catalyst.txt").read_text())
    match, _ = play_plan(plan)
    before = write_playthrough(match)
    match.game = Catalyst()
    match.game.texts = OtherTexts(match.game)
    after = write_playthrough(match)
    digests = [[line for line in text.splitlines() if ", digest " in line] for text in (before, after)]
    assert len(digests[0]) == match.ply + 1
    differ = [old != new for old, new in zip(*digests, strict=True)]
    assert all(differ[:-1]), "every ply with legal actions differs"


def test_illegal_recorded_actions_are_reported(tmp_path: Path) -> None:
    file = copied(tmp_path)
    lines = file.read_text().splitlines()
    first = next(line for line in lines if line.startswith("> "))
    file.write_text("\n".join(lines).replace(first, "> AS@99", 1) + "\n")
    assert difference(file)[0].startswith("Only 0 of ")


def test_invalid_playthrough_file_is_refused() -> None:
    for text in ("", "tefuda-replay/1\n"):
        with pytest.raises(InvalidInput, match="not a playthrough"):
            read_plan(text)


def test_line_differences() -> None:
    before = {"a": [1, 2, 3], "b": {"c": 1, "d": 2}, "e": "x", "f": [{"g": 1}, {"g": 2}]}
    after = {"a": [1, 9, 8, 3], "b": {"c": 1}, "e": "y", "f": [{"g": 1}, {"g": 3}], "h": None}
    assert differences(before, after) == ["a[1:2] = [9, 8]", "b.d removed", 'e = "y"', "f[1].g = 3", "h = null"]
    assert differences(after, after) == []
    assert differences({"n": 1}, {"n": True}) == ["n = true"]
    assert full({"b": {"d": 2, "c": 1}, "a": []}) == ["a = []", "b.c = 1", "b.d = 2"]
