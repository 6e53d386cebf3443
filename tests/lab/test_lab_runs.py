"""Lab runs in folders: the output does not depend on workers or interruptions."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lab_runs import crashing_sweep, nim_sweep, output_bytes, start_run

from tefuda.core.errors import InvalidInput
from tefuda.core.registry import find_game
from tefuda.lab.runs import plan as planning
from tefuda.lab.runs.locked_folder import LOCK_FILE, lock_folder
from tefuda.lab.runs.parallel import WorkerDied
from tefuda.lab.runs.plan import Plan
from tefuda.lab.runs.rows import Row, games_table, read_line, read_table
from tefuda.lab.runs.run import GAMES, JOURNAL, REPORT, RESULTS, SPEC, Run, as_json, create_run, open_run
from tefuda.lab.studies.provenance import model_digest
from tefuda.lab.studies.registry import make_study

FIRST_LOOKS = {"kind": "compare", "game": "catalyst", "players": ["random", "pairing"], "games": 200, "seed": 5}
"""A comparison that is decided at its first look."""


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "CHUNK_SECONDS", 0.02)


def play_until(run: Run, games: int) -> bool:
    """Play until a number of games are done, then raise `KeyboardInterrupt`."""

    def progress(plan: Plan) -> None:
        if plan.done >= games:
            raise KeyboardInterrupt

    return run.play(1, progress)


@pytest.mark.parametrize("data", [nim_sweep(games=100, vary={"most": "3-5"}), FIRST_LOOKS], ids=["sweep", "compare"])
def test_workers_do_not_change_the_output(tmp_path: Path, data: dict[str, Any]) -> None:
    for workers in (1, 2):
        run = start_run(tmp_path / str(workers), data)
        assert run.play(workers)
        assert run.is_finished
    assert output_bytes(tmp_path / "1") == output_bytes(tmp_path / "2")
    assert sorted(path.name for path in (tmp_path / "1").iterdir()) == [GAMES, REPORT, RESULTS, SPEC]


def test_stopping_rule_keeps_the_deals_of_its_look(tmp_path: Path) -> None:
    run = start_run(tmp_path / "a", FIRST_LOOKS)
    run.play()
    assert [len(rows) for rows in run.plan.rows()] == [50 * 2]
    whole = start_run(tmp_path / "b", {**FIRST_LOOKS, "games": 60, "stop": False})
    whole.play()
    assert [len(rows) for rows in whole.plan.rows()] == [60 * 2]


@given(st.randoms(use_true_random=False))
def test_rows_are_accepted_in_any_order(random: Any) -> None:
    """Chunks of any size in any order, some twice, give the rows of an uninterrupted run."""
    study = NIM_LOOKS
    plan = Plan(study)
    deals = list(range(study.cells[0].deals))
    random.shuffle(deals)
    while deals:
        size = random.randint(1, 40)
        part, deals = deals[:size], deals[size:]
        plan.add(0, [row for deal in part for row in NIM_ROWS[2 * deal : 2 * deal + 2]])
    straight = Plan(study)
    straight.add(0, NIM_ROWS)
    assert plan.complete
    assert [row.to_line() for row in plan.rows()[0]] == [row.to_line() for row in straight.rows()[0]]


NIM_LOOKS = make_study({"kind": "compare", "game": "hidden-nim", "players": ["random", "greedy"], "games": 300})
NIM_LOOKS.is_decided = lambda cell, rows: sum(row.plays for row in rows) % 2 == 0  # type: ignore[method-assign]
NIM_ROWS = NIM_LOOKS.play(0, 0, 150)[1]


def test_chunks_cover_missing_deals_once() -> None:
    study = make_study(nim_sweep(games=200, vary={"most": "3-4"}))
    plan = Plan(study)
    plan.add(1, study.play(1, 20, 5)[1])
    found = [(number, deal) for number, first, count in plan.chunks() for deal in range(first, first + count)]
    wanted = [(number, deal) for number in (0, 1) for deal in range(200) if number == 0 or not 20 <= deal < 25]
    assert sorted(found) == wanted


KILLED = """
import sys
from pathlib import Path
from tefuda.lab.runs import plan
from tefuda.lab.runs.run import open_run
plan.CHUNK_SECONDS = 0.02
open_run(Path(sys.argv[1])).play(2)
"""


def test_repeatedly_killed_run_ends_with_the_same_output(tmp_path: Path) -> None:
    data = nim_sweep(games=5000)
    start_run(tmp_path / "whole", data).play()
    broken = tmp_path / "broken"
    start_run(broken, data)
    sizes = [0]
    for more in (1, 400, 9_000):
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(broken)])
        try:
            until = time.monotonic() + 60
            while _size(broken / JOURNAL) < sizes[-1] + more and process.poll() is None:
                assert time.monotonic() < until
                time.sleep(0.002)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert process.returncode == -signal.SIGKILL, "the run finished before it was killed"
        sizes.append(_size(broken / JOURNAL))
    assert sizes == sorted(set(sizes))
    run = open_run(broken)
    assert not run.is_finished
    assert run.play(2)
    assert output_bytes(broken) == output_bytes(tmp_path / "whole")
    assert not (broken / JOURNAL).exists()
    assert not (broken / LOCK_FILE).exists()


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def test_truncated_journal_loses_only_its_last_line(tmp_path: Path) -> None:
    start_run(tmp_path / "whole", nim_sweep()).play()
    run = start_run(tmp_path / "stopped", nim_sweep())
    assert not play_until(run, 20)
    journal = (tmp_path / "stopped" / JOURNAL).read_bytes()
    lines = journal.splitlines(keepends=True)
    assert len(lines) >= 20
    ends = [len(b"".join(lines[:count])) for count in (0, 1, 7)]
    cuts = {*range(ends[1], ends[1] + len(lines[1]) + 1), *ends, ends[2] + 3, len(journal) - 1}
    for cut in sorted(cuts):
        folder = tmp_path / f"cut{cut}"
        shutil.copytree(tmp_path / "stopped", folder)
        (folder / JOURNAL).write_bytes(journal[:cut])
        whole_lines = journal[:cut].count(b"\n")
        again = open_run(folder)
        played: list[int] = []
        assert again.play(1, lambda plan, played=played: played.append(plan.done))  # type: ignore[misc]
        assert played[0] == whole_lines, "complete rows are not played again"
        assert output_bytes(folder) == output_bytes(tmp_path / "whole")


def test_rows_after_a_truncated_line_are_kept(tmp_path: Path) -> None:
    run = start_run(tmp_path / "a", nim_sweep())
    play_until(run, 10)
    journal = run.folder / JOURNAL
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:9])[:-3])
    again = open_run(run.folder)
    play_until(again, 30)
    done: list[int] = []
    assert open_run(run.folder).play(1, lambda plan: done.append(plan.done))
    assert done[0] == again.plan.done >= 30


@pytest.mark.parametrize(
    "rubbish", [b"\0\0\0\0\n", b"0,1\n", b"7,0,1 0,0,3,,\n", b"\xff\xfe\n", b'0,5,"1 0\n', b"a,b,c,d,e,f,g\n"]
)
def test_invalid_row_ends_the_journal(tmp_path: Path, rubbish: bytes) -> None:
    start_run(tmp_path / "whole", nim_sweep()).play()
    run = start_run(tmp_path / "stopped", nim_sweep())
    play_until(run, 20)
    journal = tmp_path / "stopped" / JOURNAL
    journal.write_bytes(journal.read_bytes() + rubbish + b"0,59,1 0,0,999,,\n")
    assert open_run(tmp_path / "stopped").play()
    assert output_bytes(tmp_path / "stopped") == output_bytes(tmp_path / "whole")


def test_run_folder_is_locked(tmp_path: Path) -> None:
    run = start_run(tmp_path / "a", nim_sweep())
    with lock_folder(run.folder), pytest.raises(InvalidInput) as failure:
        run.play()
    assert str(os.getpid()) in failure.value.text("en")
    assert "使用中" in failure.value.text("ja")
    assert run.play()


def test_lock_of_a_dead_process_is_taken_over(tmp_path: Path) -> None:
    run = start_run(tmp_path / "a", nim_sweep())
    (run.folder / LOCK_FILE).write_text("1\n")
    assert run.play()
    assert not (run.folder / LOCK_FILE).exists()


def test_existing_run_folder_is_refused(tmp_path: Path) -> None:
    start_run(tmp_path / "a", nim_sweep())
    with pytest.raises(InvalidInput, match=f"Resume it with: tefuda lab resume {tmp_path / 'a'}"):
        start_run(tmp_path / "a", nim_sweep())
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "letter.txt").write_text("Dear")
    with pytest.raises(InvalidInput, match="is not empty"):
        start_run(tmp_path / "b", nim_sweep())
    (tmp_path / "c").mkdir()
    assert start_run(tmp_path / "c", nim_sweep()).play()
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidInput, match="Cannot write"):
        start_run(tmp_path / "file", nim_sweep())


@pytest.mark.parametrize(
    ("key", "value", "en", "ja"),
    [
        ("rules_version", 0, "rules version 0", "ルールのバージョン 0"),
        ("cards", "feed" * 16, "cards feedfeedfeed", "カード feedfeedfeed"),
        ("tefuda", "0.0.9", "Tefuda 0.0.9", "Tefuda 0.0.9"),
    ],
)
def test_run_with_other_versions_is_not_continued(tmp_path: Path, key: str, value: Any, en: str, ja: str) -> None:
    data = {"kind": "compare", "game": "linkavel", "players": ["random", "novice"], "games": 2}
    run = start_run(tmp_path / "a", data)
    made = {**run.study.made_with, key: value}
    (run.folder / SPEC).write_text(as_json({**run.study.spec.data(), "made_with": made}), encoding="utf-8")
    with pytest.raises(InvalidInput) as failure:
        open_run(run.folder)
    assert en in failure.value.text("en")
    assert ja in failure.value.text("ja")


def test_run_with_another_model_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    game = find_game("linkavel")
    assert model_digest(game, ["random", "mcts:50"]) == ""
    found = []
    for content in (b"one", b"two"):
        path.write_bytes(content)
        found.append(model_digest(game, [f"mcts:50,policy={path},worlds=2"]))
        assert found[-1] == model_digest(game, ["random", f"policy:{path}"])
    assert found[0] != found[1]
    assert model_digest(game, ["level:3"]) == model_digest(game, ["network:50", "random"]) != ""
    assert model_digest(find_game("catalyst"), ["level:3"]) == ""


def test_worker_with_other_cards_is_refused() -> None:
    study = make_study({"kind": "compare", "game": "linkavel", "players": ["random", "novice"], "games": 2})
    study.made_with["cards"] = "feed"
    with pytest.raises(InvalidInput, match="a worker has"):
        study.play(0, 0, 1)


def test_crashed_worker_is_reported_and_finished_games_are_kept(tmp_path: Path) -> None:
    start_run(tmp_path / "whole", nim_sweep(games=200)).play()
    run = create_run(tmp_path / "a", crashing_sweep(nim_sweep(games=200)))
    with pytest.raises(WorkerDied) as failure:
        run.play(2)
    assert "A worker process died" in failure.value.text("en")
    assert "ワーカー" in failure.value.text("ja")
    kept = (run.folder / JOURNAL).read_bytes().count(b"\n")
    assert 0 < kept < 200
    again = open_run(run.folder)
    done: list[int] = []
    assert again.play(2, lambda plan: done.append(plan.done))
    assert done[0] == kept
    assert output_bytes(run.folder) == output_bytes(tmp_path / "whole")


def test_finished_run_can_be_read_again(tmp_path: Path) -> None:
    run = start_run(tmp_path / "a", nim_sweep(vary={"most": "3-4"}))
    run.play()
    before = output_bytes(run.folder)
    again = open_run(run.folder)
    assert again.play(), "a finished run has no work left"
    again.write_results()
    assert output_bytes(run.folder) == before
    again.write_report("ja")
    games, results, page = output_bytes(run.folder)
    assert [games, results] == before[:2]
    assert "先手の勝率" in page.decode()
    text = (run.folder / GAMES).read_text(encoding="utf-8")
    (run.folder / GAMES).write_text("".join(text.splitlines(keepends=True)[:-1]), encoding="utf-8")
    with pytest.raises(InvalidInput, match="is incomplete"):
        open_run(run.folder).read()
    (run.folder / GAMES).write_text(text + "x,y\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"games.csv:\d+: invalid table of games"):
        open_run(run.folder).read()


def test_results_contain_nothing_about_the_machine(tmp_path: Path) -> None:
    run = start_run(tmp_path / "somewhere", nim_sweep())
    run.play(2)
    for content in output_bytes(run.folder):
        assert b"somewhere" not in content
        assert os.uname().nodename.encode() not in content or len(os.uname().nodename) < 4
    assert (run.folder / REPORT).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


ROWS = st.builds(
    Row,
    st.integers(0, 99),
    st.integers(0, 10**9),
    st.none() | st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=2, max_size=2),
    st.integers(0, 1),
    st.integers(0, 10**6),
    st.dictionaries(st.sampled_from(["turns", "refreshes"]), st.integers(0, 999)),
    st.dictionaries(st.text(max_size=5), st.lists(st.text(max_size=5), max_size=3), max_size=2),
)


@given(ROWS)
def test_row_line_round_trip(row: Row) -> None:
    line = row.to_line()
    found = read_line(line)
    assert found is not None
    assert found.to_line() == line
    assert read_line(line[:-1]) is None


@given(st.lists(ROWS, max_size=5))
def test_row_table_round_trip(rows: list[Row]) -> None:
    text = games_table(rows, 2, [("a, b", "1.7", ["random", "x"]) for _ in rows])
    found = read_table(text, "games.csv", 2)
    assert [sorted(row.measured.items()) for row in found] == [sorted(row.measured.items()) for row in rows]
    for row in [*found, *rows]:
        row.measured = {}
    assert [row.to_line() for row in found] == [row.to_line() for row in rows]
