"""The terminal game, with piped input and in a real terminal."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from command_process import RunCommand

import tefuda

WIN = "field: [5H, 9H, KS]\nhand: [2H, 3S]\ndeck: [7S]\n"


@pytest.mark.parametrize("typed", ["", "9\nchess\n"])
def test_end_of_input_without_a_choice_is_refused(run: RunCommand, typed: str) -> None:
    done = run("play", stdin=typed)
    assert (done.returncode, done.stderr) == (2, "No game chosen. Name one, such as: tefuda play catalyst\n")
    assert done.stdout.count("Enter a number from 1 to") == typed.count("\n")


def test_piped_game_is_plain_text(run: RunCommand, tmp_path: Path) -> None:
    done = run("play", "catalyst", "--seed", "7", "--save", "out.json", stdin="4C@0\n6c 1\nhint\nquit\n")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert not set("♠♥♦♣") & set(done.stdout.split("\n", 4)[4]), "cards are written in notation only"
    assert "Field of 8: 2S KD 10S 2D 7H KC JD 7D" in done.stdout
    assert "You place 4C at the left end." in done.stdout
    assert "Hint: " in done.stdout
    assert "Saved to out.json" in done.stdout
    assert "tefuda play --resume out.json" in done.stdout
    replay = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert replay["actions"] == ["4C@0", "6C@1"]


def test_win_shows_par(run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(WIN, encoding="utf-8")
    done = run("play", "catalyst", "--position", "p.yaml", stdin="2H 1\n3S 1\n7S 2\nquit\n")
    assert "Player reaction: 5H 2H 9H." in done.stdout
    assert "You win: the field is cleared." in done.stdout
    assert "You took 3 plays. Par for this deal is 3." in done.stdout


def test_game_in_japanese(run: RunCommand) -> None:
    done = run("play", "catalyst", "--seed", "7", "--language", "ja", stdin="4C 0\nヒント\n戻す\n?\n終了\n")
    for words in (
        "場 8 枚: 2S",
        "手札: 4C 6C 8D",
        "触媒 4C を左端に置く。",
        "ヒント: ",
        "練習モードだけです",
        "保存しました",
    ):
        assert words in done.stdout
    assert "You " not in done.stdout


def test_invalid_input_is_explained(run: RunCommand) -> None:
    done = run("play", "catalyst", "--seed", "7", stdin="5Z 3\nKH 0\n4C 99\n4C@x\n4C\nundo\nnew abc\nquit\n")
    for words in (
        "Unknown action '5Z 3'",
        "? lists what can be typed.",
        "Missing gap. Write the card and a gap, for example 5H@3.",
        "KH is not in your hand (4C 6C 8D).",
        "Invalid gap 99. Gaps are 0 to 8.",
        "Did you mean: 4C@",
        "Undo requires practice mode.",
        "Invalid seed 'abc'",
    ):
        assert words in done.stdout
    assert "Saved" not in done.stdout, "a game without actions is not saved"


def test_undo_is_marked_in_practice_replays(run: RunCommand, tmp_path: Path) -> None:
    typed = "undo\n4C 0\nundo\n6C 0\nsave\nquit\n"
    done = run("play", "catalyst", "--seed", "7", "--practice", "--save", "out.json", stdin=typed)
    assert "Nothing to undo." in done.stdout
    assert "Taken back." in done.stdout
    replay = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert (replay["actions"], replay["undone"], replay["practice"]) == (["6C@0"], 1, True)
    assert "practice, 1 undone" in run("replay", "out.json").stdout


def test_restart_keeps_the_deal_and_new_changes_it(run: RunCommand) -> None:
    done = run("play", "catalyst", "--seed", "7", stdin="4C 0\nrestart\nnew 8\nlog\nquit\n")
    fields = [line for line in done.stdout.splitlines() if line.startswith(("> Field", "Field"))]
    fields = [line.removeprefix("> ") for line in fields]
    assert fields[0] == fields[2] != fields[1]
    assert fields[3] != fields[0]
    assert "deal 8" in done.stdout


def test_saved_game_is_resumed(run: RunCommand, tmp_path: Path) -> None:
    run("play", "catalyst", "--seed", "7", "--save", "a.json", stdin="4C 0\n6C 0\n")
    done = run("play", "--resume", "a.json", stdin="8D 0\n")
    assert "play 2" in done.stdout
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["actions"] == ["4C@0", "6C@0", "8D@0"]
    before = (tmp_path / "a.json").read_bytes()
    run("play", "--resume", "a.json", "--ply", "1", stdin="8D 4\n")
    assert (tmp_path / "a.json").read_bytes() == before, "resuming at an earlier ply keeps the saved game"
    done = run("play", "--resume", "a.json", "--ply", "1", "--save", "b.json", stdin="8D 4\n")
    data = json.loads((tmp_path / "b.json").read_text(encoding="utf-8"))
    assert (data["actions"], data["undone"]) == (["4C@0", "8D@4"], 2)


def test_games_are_saved_in_the_user_data_folder(run: RunCommand, tmp_path: Path) -> None:
    run("play", "catalyst", "--seed", "7", stdin="4C 0\n")
    saved = list((tmp_path / "data").rglob("catalyst-*.json"))
    assert len(saved) == 1


def test_unwritable_folder_falls_back_to_another(run: RunCommand) -> None:
    done = run("play", "catalyst", "--seed", "7", "--save", "/proc/nowhere/x.json", stdin="4C 0\n")
    assert "Cannot save to /proc/nowhere/x.json" in done.stdout
    assert "Saved to " in done.stdout, "the game is saved in the fallback folder"
    assert "Traceback" not in done.stderr


def test_game_is_asked_for_without_a_name(run: RunCommand) -> None:
    done = run("play", stdin="7\ncatalyst\nquit\n")
    assert "2  Catalyst Reaction" in done.stdout
    assert f"Enter a number from 1 to {len(tefuda.game_ids())}." in done.stdout
    assert "Field of" in done.stdout


def test_new_deal_does_not_overwrite_the_saved_game(run: RunCommand, tmp_path: Path) -> None:
    run("play", "catalyst", "--seed", "7", "--save", "a.json", stdin="4C 0\n")
    before = (tmp_path / "a.json").read_bytes()
    done = run("play", "--resume", "a.json", stdin="new 9\n7S 0\nrestart\nquit\n")
    assert (tmp_path / "a.json").read_bytes() == before
    assert done.stdout.count("Saved to ") == 1, "deal 9 is saved at restart"
    (kept,) = (tmp_path / "data").rglob("catalyst-*.json")
    assert json.loads(kept.read_text(encoding="utf-8"))["seed"] == "9"


def test_undo_and_another_action_are_saved(run: RunCommand, tmp_path: Path) -> None:
    run("play", "catalyst", "--seed", "7", "--practice", "--save", "a.json", stdin="4C 0\n")
    run("play", "--resume", "a.json", stdin="undo\n8D 8\n")
    data = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert (data["actions"], data["practice"], data["undone"]) == (["8D@8"], True, 1)


def test_save_does_not_overwrite_other_files(run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    done = run("play", "catalyst", "--seed", "7", stdin="4C 0\nsave notes.txt\nsave .\nsave /\nsave a\0b\nquit\n")
    assert "notes.txt already exists. Choose another name." in done.stdout
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert "Traceback" not in done.stderr
    assert done.returncode == 0
    done = run("play", "catalyst", "--save", "notes.txt")
    assert (done.returncode, done.stderr) == (2, "notes.txt already exists. Choose another name.\n")


@pytest.mark.parametrize("typed", ["q 3", "Ｑｄ　３", "qd3", "3 qd"])
def test_q_with_a_gap_is_a_queen_not_quit(run: RunCommand, tmp_path: Path, typed: str) -> None:
    (tmp_path / "p.yaml").write_text("field: [5H, 9C, KS]\nhand: [QD, 3S]\ndeck: [7S]\n", encoding="utf-8")
    run("play", "catalyst", "--position", "p.yaml", "--save", "a.json", stdin=f"{typed}\n")
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["actions"] == ["QD@3"]


def test_result_is_shown_again(run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(WIN, encoding="utf-8")
    done = run("play", "catalyst", "--position", "p.yaml", "--save", "a.json", stdin="2H 1\n3S 1\n7S 2\n?\nquit\n")
    assert done.stdout.count("You win: ") == 2
    assert done.stdout.count("Par for this deal is 3.") == 2
    assert "Par for this deal is 3." in run("play", "--resume", "a.json").stdout


def test_manual_describes_the_rule_settings(run: RunCommand) -> None:
    done = run("play", "catalyst", "-o", "react=rank", "-o", "field_cap=10", stdin="quit\n")
    assert "Three neighbouring cards of one rank react" in done.stdout
    assert "You lose with more than 10 cards on the field." in done.stdout


def test_unreadable_input_and_ascii_terminals_do_not_crash(run: RunCommand, tmp_path: Path) -> None:
    done = run("play", "catalyst", "--seed", "7", stdin="4C " + "9" * 5000 + "\nquit\n", PYTHONIOENCODING="ascii")
    assert "Unknown action" in done.stdout
    assert "Traceback" not in done.stderr


def test_hangup_signal_saves_the_game(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tefuda.cli.main",
            "play",
            "catalyst",
            "--seed",
            "7",
            "--save",
            str(tmp_path / "a.json"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("4C 0\n")
    process.stdin.flush()
    while "play 1" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=30)
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["actions"] == ["4C@0"]


def play_in_terminal(
    arguments: list[str], typed: str, *, prompts: tuple[bytes, ...] = (b">",), **environment: str
) -> str:
    """Return the output of an 80-column terminal in which the lines are typed."""
    main, other = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "tefuda.cli.main", *arguments],
        stdin=other,
        stdout=other,
        stderr=other,
        env={**os.environ, "LANG": "C.UTF-8", "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "30", **environment},
    )
    os.close(other)
    shown = b""
    lines = typed.splitlines(keepends=True)
    began = time.monotonic()
    while time.monotonic() - began < 60:
        ready, _, _ = select.select([main], [], [], 0.5)
        if ready:
            try:
                part = os.read(main, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        if lines and shown.rstrip().endswith(prompts):
            os.write(main, lines.pop(0).encode())
            shown += b"\n"
    process.wait(30)
    os.close(main)
    return shown.decode("utf-8", "replace")


@pytest.mark.parametrize("colour", [True, False])
def test_terminal_draws_cards(tmp_path: Path, colour: bool) -> None:
    more: dict[str, Any] = {} if colour else {"NO_COLOR": "1"}
    arguments = ["play", "catalyst", "--seed", "7", "--save", str(tmp_path / "x.json")]
    shown = play_in_terminal(arguments, "4C 0\nquit\n", **more)
    assert "╭───╮" in shown
    assert "play 1" in shown
    assert ("\x1b[1;31m" in shown) == colour
    assert (tmp_path / "x.json").exists()


def test_handover_clears_the_other_players_screen() -> None:
    """Two players at one keyboard: screen, scrollback and input history are cleared."""
    arguments = ["play", "card-othello", "--seed", "5", "-p", "human"]
    shown = play_in_terminal(arguments, "\nd3\nwhatever\n\n\x1b[A\nquit\n", prompts=(b">", b"press Enter."))
    handover = shown.index("White is next. Pass the keyboard")
    assert "\x1b[3J" in shown[:handover]
    assert shown.count("White is next.") == 2, "only Enter continues"
    assert "White (you)" in shown[handover:]
    assert "Unknown action" not in shown, "the input history is empty"
    assert "d3 is occupied" not in shown
    assert shown.index("Black is next. Pass the keyboard") < shown.index("Black (you)"), "the first hand is hidden too"
    left = play_in_terminal(arguments, "\nd3\nquit\n", prompts=(b">", b"press Enter."))
    assert "White (you)" not in left
