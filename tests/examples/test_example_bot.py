"""The example bot plays whole games against a real server."""

import subprocess
import sys

import pytest
from example_plugins import EXAMPLES
from server_process import RunningServer

BOT = EXAMPLES / "bot" / "bot.py"


def run_bot(server: RunningServer, *arguments: str) -> "subprocess.CompletedProcess[str]":
    address = f"http://127.0.0.1:{server.port}"
    return subprocess.run(
        [sys.executable, str(BOT), "--server", address, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("game", ["hidden-nim", "kuhn-poker", "catalyst", "card-othello"])
def test_bot_plays_a_whole_game(server: RunningServer, game: str) -> None:
    done = run_bot(server, "--game", game)
    assert done.returncode == 0, done.stderr
    table = done.stdout.split("/table/")[1].split()[0]
    found = server.get(f"/api/tables/{table}")
    assert (found["status"], found["ended"], found["game"]) == ("over", "play", game)
    assert f"Result: {found['result']}. The bot has seat 0." in done.stdout
    assert found["seats"][0]["name"] == "bot"


def test_bot_reports_errors(server: RunningServer) -> None:
    done = run_bot(server, "--game", "chess")
    assert done.returncode == 2
    assert "unknown game 'chess'; the server has card-othello," in done.stderr
    done = run_bot(server, "--level", "9")
    assert done.returncode == 1
    assert "/api/tables: {" in done.stderr
