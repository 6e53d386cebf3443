"""Programs as players: whole games, every kind of failure, what they are sent, and who may start them."""

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from exec_bots import example_command, wait_for_end, write_bot
from search_helpers import deciding_seat, state_after_plays

import tefuda
from tefuda.core.errors import InvalidInput
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.players import exec_player, programs
from tefuda.players.exec_player import PlayerFailed, allow_programs, allowed_programs, check_programs
from tefuda.players.names import make_player
from tefuda.players.simulation import GameResult, simulate_game

GAMES = ["card-othello", "catalyst", "hidden-nim", "kuhn-poker", "linkavel", "solitaire-tcg"]
linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@pytest.fixture(autouse=True)
def end_programs() -> Any:
    yield
    programs.close_programs()


def play(game_id: str, name: str, seat: int = 0, seed: int = 3) -> GameResult:
    """Play a game with a program at a seat, against `random`."""
    allow_programs([name])
    game = tefuda.game(game_id)
    players = ["random"] * game.seats
    players[seat] = name
    return simulate_game(game, players, seed, {})


def running_processes() -> list[Any]:
    return [program.process for program in programs._RUNNING.values()]


# Whole games


@pytest.mark.parametrize("game_id", GAMES)
def test_example_bot_plays_whole_games(game_id: str) -> None:
    result = play(game_id, f"exec:{example_command()}")
    assert result.forfeit is None
    assert result.scores is not None
    assert result.plays > 0


def test_program_is_started_once_and_ends_with_its_input(tmp_path: Path) -> None:
    name = f"exec:{write_bot(tmp_path, 'first_action')}"
    for seed in range(3):
        assert play("hidden-nim", name, seed=seed).forfeit is None
    (process,) = running_processes()
    assert process.poll() is None
    programs.close_programs()
    assert process.poll() is not None
    assert running_processes() == []


# Failures

FAILURES = {
    "crash": ("it ended with status 1. no idea", "終了しました（状態 1）。 no idea"),
    "crash_later": ("it ended with status 7.", "終了しました（状態 7）。"),
    "silence": ("no answer within 0.4 s.", "0.4 秒以内に応答がありませんでした。"),
    "illegal": ("the action 'pass the salt' is not legal. Legal actions: place ", "行動 'pass the salt' はできません"),
    "garbage": ('the answer \'hello?\' is not {"id": 1, "action": "..."}.', "応答 'hello?' は"),
    "bytes": ('is not {"id": 1, "action": "..."}.', "の形ではありません"),
    "other_type": ("the answer '[1, 2]' is not", "応答 '[1, 2]' は"),
    "long_line": ("A line has at most 65536 bytes.", "1 行は 65536 バイトまでです。"),
    "flood": ('is not {"id": 1, "action": "..."}.', "の形ではありません"),
    "wrong_id": ("the answer has the id 2; 1 is required.", "応答の id は 2 ですが、1 が必要です。"),
    "two_answers": ("the answer has the id 1; 2 is required.", "応答の id は 1 ですが、2 が必要です。"),
    "closed_output": ("it closed its output.", "出力を閉じました。"),
}


@pytest.mark.parametrize(("kind", "seat"), [*((kind, 0) for kind in FAILURES), ("crash", 1), ("illegal", 1)])
def test_failure_is_a_loss_with_a_message(tmp_path: Path, kind: str, seat: int) -> None:
    # A busy machine needs time to notice the end of a program.
    name = f"exec@{0.4 if kind == 'silence' else 60}s:{write_bot(tmp_path, kind)}"
    result = play("card-othello", name, seat)
    assert result.scores == ([0.0, 1.0] if seat == 0 else [1.0, 0.0])
    assert result.forfeit is not None
    assert result.forfeit.seat == seat
    en, ja = FAILURES[kind]
    assert en in result.forfeit.message.en
    assert ja in result.forfeit.message.ja
    # Nothing is left behind, and the program can play the next game.
    assert all(process.poll() is not None for process in running_processes())
    assert play("card-othello", name, seat).forfeit is not None


def test_failure_in_a_game_for_one_has_the_lowest_score(tmp_path: Path) -> None:
    result = play("catalyst", f"exec:{write_bot(tmp_path, 'crash')}")
    assert (result.scores, result.measured) == ([0.0], {})
    assert tefuda.game("kuhn-poker").scores_after_loss(1) == [2.0, -2.0]


def test_program_that_cannot_be_started_loses(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("not a program")
    program.chmod(0o755)
    result = play("hidden-nim", f"exec:{shlex.quote(str(program))}")
    assert result.forfeit is not None
    assert "it cannot be started: Exec format error." in result.forfeit.message.en


@linux
def test_children_end_with_the_program(tmp_path: Path) -> None:
    written = tmp_path / "child"
    result = play("card-othello", f"exec@0.4s:{write_bot(tmp_path, 'child', str(written))}")
    assert result.forfeit is not None
    wait_for_end(int(written.read_text()))


def test_interrupted_question_ends_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A late answer would be read as the answer to the next question."""
    name = f"exec:{write_bot(tmp_path, 'first_action')}"
    assert play("hidden-nim", name).forfeit is None
    (program,) = programs._RUNNING.values()

    class Interrupted:
        def get(self, timeout: float) -> bytes:
            raise KeyboardInterrupt

        def put(self, answer: bytes) -> None:
            pass

    monkeypatch.setattr(program, "_answers", Interrupted())
    with pytest.raises(KeyboardInterrupt):
        play("hidden-nim", name)
    assert program.process.poll() is not None
    assert play("hidden-nim", name).forfeit is None


# What a program is sent


@pytest.mark.parametrize("game_id", ["card-othello", "hidden-nim", "kuhn-poker", "linkavel"])
def test_questions_are_equal_in_worlds_that_look_the_same(tmp_path: Path, game_id: str) -> None:
    game = tefuda.game(game_id)
    written = tmp_path / "questions"
    name = f"exec:{write_bot(tmp_path, 'record', str(written))}"
    allow_programs([name])
    player = make_player(game, name, xoshiro(1, 1))
    states = [state_after_plays(game, seed, plays) for seed in (1, 2) for plays in (0, 1, 2, 20)]
    states = [state for state in states if state.seat != OVER]
    different = 0
    for state in states:
        seat = state.seat
        worlds = [state.resample(seat, xoshiro(9, number)) for number in range(3)]
        different += sum(world.encode() != state.encode() for world in worlds)
        for world in (state, *worlds):
            player.choose(Seat(game, world, seat))
    lines = [json.loads(line) for line in written.read_text(encoding="utf-8").splitlines()]
    assert [line.pop("id") for line in lines] == list(range(1, 4 * len(states) + 1))
    for number, state in enumerate(states):
        sent, *others = lines[4 * number : 4 * number + 4]
        assert others == [sent] * 3
        assert sent == {
            "protocol": 1,
            "game": game.id,
            "rules_version": game.rules_version,
            "options": game.read_options({}),
            "seat": state.seat,
            "view": json.loads(json.dumps(game.view(state, state.seat))),
            "legal": [game.format(state, action) for action in state.actions()],
            "seconds": 5.0,
        }
    assert different > 0, "no world differs in what is hidden"


def test_options_are_sent(tmp_path: Path) -> None:
    game = tefuda.game("card-othello")
    written = tmp_path / "questions"
    name = f"exec:{write_bot(tmp_path, 'record', str(written))}"
    allow_programs([name])
    simulate_game(game, [name, "random"], 1, {"cards": "off"})
    sent = json.loads(written.read_text(encoding="utf-8").splitlines()[0])
    assert sent["options"] == game.read_options({"cards": "off"})


# Who may start them


def test_a_name_alone_starts_nothing(tmp_path: Path) -> None:
    game = tefuda.game("hidden-nim")
    written = tmp_path / "process"
    name = f"exec:{write_bot(tmp_path, 'process_id', str(written))}"
    player = make_player(game, name, xoshiro(1, 1))
    for attempt in (
        lambda: player.choose(deciding_seat(game, game.start(1))),
        lambda: simulate_game(game, [name, name], 1, {}),
        lambda: check_programs(["random", name]),
    ):
        with pytest.raises(InvalidInput, match="is not started: the command line does not name it"):
            attempt()
    assert (allowed_programs([name]), written.exists(), running_processes()) == ([], False, [])
    allow_programs([name])
    assert allowed_programs(["random", name]) == [name]
    assert simulate_game(game, [name, name], 1, {}).forfeit is None
    assert written.exists()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("exec:", "Invalid program 'exec:'. Use exec:COMMAND,"),
        ("exec:  ", "Invalid program"),
        ("exec:'open", r"\(No closing quotation\)"),
        ("exec@0s:cat", "Invalid program"),
        ("exec@4000s:cat", "Invalid program"),
        ("exec@fast:cat", "Invalid program"),
        ("exec:no-such-program --fast", "Program not found: no-such-program"),
    ],
)
def test_invalid_names_are_refused(name: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        allow_programs([name])


def test_names_have_a_command_and_a_deadline() -> None:
    assert exec_player.read_name("exec:python 'my bot.py' -x") == ("python 'my bot.py' -x", 5.0)
    assert exec_player.read_name("exec@1.5s:a:b") == ("a:b", 1.5)
    assert programs.split_command("python 'my bot.py' \"a b\"") == ["python", "my bot.py", "a b"]


def test_backslashes_separate_folders_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "name", "nt")
    assert programs.split_command(r'C:\bots\bot.exe "C:\my bots\x.py"') == [r"C:\bots\bot.exe", r"C:\my bots\x.py"]


def test_failure_can_be_sent_to_another_process() -> None:
    import pickle

    failure = exec_player.ExecPlayer(f"exec:{shlex.quote(sys.executable)}")._failed("why", "なぜ")
    again = pickle.loads(pickle.dumps(failure))
    assert isinstance(again, PlayerFailed)
    assert (again.message.en, again.message.ja) == (failure.message.en, failure.message.ja)
