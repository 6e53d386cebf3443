"""Bots: programs of the host at CPU seats. Clients choose among their names."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from exec_bots import example_command, wait_for_end, write_bot
from server_process import RunningServer, run_server
from test_server_hub import open_hub

import tefuda
from tefuda.core.errors import InvalidInput
from tefuda.server.bots import Bot, read_bots
from tefuda.server.config import read_settings
from tefuda.server.jobs.job_pool import JobPool, decide_with_bot
from tefuda.server.jobs.jobs import MatchSnapshot
from tefuda.server.store.rows import insert_table
from tefuda.server.tables.records import CPU, FORFEIT, HUMAN, PLAYING, SeatRecord, TableRecord
from tefuda.server.tables.tokens import new_id


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("bots")
    bots = {
        "Corners": {"command": example_command()},
        "Crashed": {"command": write_bot(folder, "crash"), "games": ["hidden-nim"]},
        "Cheater": {"command": write_bot(folder, "illegal"), "seconds": 60},
    }
    with run_server(folder, TEFUDA_BOTS=json.dumps(bots)) as one:
        yield one


def play_to_the_end(server: RunningServer, table: str, token: str) -> dict[str, Any]:
    """Play the first legal action whenever it is the client's turn; return the last message."""
    with server.at(table, token) as client:
        while client.now["result"] is None:
            if client.now["turn"] == client.welcome["seat"]:
                client.play(client.now["legal"][0])
            else:
                client.until("update")
        return client.now


def test_games_list_the_bots_that_play_them(server: RunningServer) -> None:
    found = {game["id"]: game["bots"] for game in server.get("/api/games")["games"]}
    assert found["hidden-nim"] == ["Corners", "Crashed", "Cheater"]
    assert found["card-othello"] == ["Corners", "Cheater"]
    assert found["catalyst"] == []


def test_bot_plays_a_whole_game_and_a_rematch(server: RunningServer) -> None:
    made = server.post("/api/tables", {"game": "hidden-nim", "seats": [{"bot": "Corners"}, "me"]})
    seats = made["table"]["seats"]
    assert [(seat["kind"], seat["name"], seat["level"]) for seat in seats] == [
        ("cpu", "Corners", None),
        ("human", None, None),
    ]
    table, token = made["table"]["id"], made["seats"][0]["token"]
    assert play_to_the_end(server, table, token)["ended"] == "play"
    with server.at(table, token) as client:
        client.ask("rematch")
        while client.next()["type"] != "rematch":
            pass
    rematch = server.get(f"/api/tables/{table}")["rematch"]
    assert [seat["name"] for seat in server.get(f"/api/tables/{rematch}")["seats"]] == [None, "Corners"]
    assert play_to_the_end(server, rematch, token)["ended"] == "play"


@pytest.mark.parametrize(("bot", "reason"), [("Crashed", "it ended with status 1. no idea"), ("Cheater", "not legal")])
def test_bot_that_fails_loses(server: RunningServer, bot: str, reason: str) -> None:
    table, (token,) = server.table("hidden-nim", [{"bot": bot}, "me"])
    last = play_to_the_end(server, table, token)
    assert (last["ended"], last["result"], last["outcomes"]) == ("forfeit", [0.0, 1.0], [0.0, 1.0])
    listed = server.get(f"/api/tables/{table}")
    assert (listed["status"], listed["ended"]) == ("over", "forfeit")
    # The host reads the reason. It may contain paths, so clients do not.
    assert f"bot {bot} of hidden-nim loses: " in server.log.read_text()
    assert reason in server.log.read_text()
    with server.at(table, token) as client:
        assert all(reason not in text for text in client.raw)


@pytest.mark.parametrize(
    ("game", "seat", "status"),
    [
        ("card-othello", {"bot": "Crashed"}, 404),
        ("card-othello", {"bot": "Nobody"}, 404),
        ("card-othello", {"bot": "exec:cat"}, 404),
        ("card-othello", {"bot": {"command": "cat"}}, 422),
        ("card-othello", {"bot": "Corners", "command": "cat"}, 422),
        ("card-othello", {"cpu": "exec:cat"}, 422),
        ("card-othello", "exec:cat", 422),
    ],
)
def test_clients_cannot_choose_a_command(server: RunningServer, game: str, seat: Any, status: int) -> None:
    refused = server.post("/api/tables", {"game": game, "seats": ["me", seat]}, status)
    assert refused["code"] == ("no_bot" if status == 404 else "malformed")
    trial = {"options": {}, "level": "exec:cat", "first": 0, "count": 1}
    server.post("/api/games/catalyst/trials", trial, 422)


def test_game_for_one_has_no_bots(server: RunningServer) -> None:
    refused = server.post("/api/tables", {"game": "catalyst", "seats": [{"bot": "Corners"}]}, 422)
    assert refused["code"] == "no_human_seat"


def test_programs_end_with_the_pool(tmp_path: Path) -> None:
    written = tmp_path / "process"
    bot = Bot("Tracked", write_bot(tmp_path, "process_id", str(written)))
    snapshot = MatchSnapshot("t", "hidden-nim", "1", {}, None, [], 1)

    async def run() -> None:
        pool = JobPool(1, 60, 10)
        match = tefuda.Match(tefuda.game("hidden-nim"), 1)
        assert await decide_with_bot(pool, snapshot, bot) == match.legal(match.seat)[0]
        pool.close()

    asyncio.run(run())
    if Path("/proc/self/stat").exists():
        wait_for_end(int(written.read_text()))


def test_bot_that_is_not_in_the_settings_any_more_loses(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hub(tmp_path, cpu_beat=1) as hub:
            seats = (SeatRecord(CPU, "Gone"), SeatRecord(HUMAN, "Ann"))
            record = TableRecord(new_id(), "card-othello", "7", seats, 0, started=1)
            await hub.store.write(lambda connection: insert_table(connection, record, PLAYING))
            room = await hub.find_room(record.id)
            assert room is not None
            for _ in range(1000):
                if room.table.ended:
                    break
                await asyncio.sleep(0.02)
            assert (room.table.ended, room.table.loser, room.table.outcomes) == (FORFEIT, 0, [0.0, 1.0])

    asyncio.run(run())


# Settings


def test_settings_name_the_bots(tmp_path: Path) -> None:
    file = tmp_path / "tefuda.toml"
    second = '[bots."B b"]\ncommand = "python3"\nseconds = 2.5\ngames = ["linkavel"]\n'
    file.write_text(f'[bots.Ann]\ncommand = "python3 ann.py"\n{second}')
    settings = read_settings({}, file)
    ann, bob = read_bots(settings.bots).values()
    assert ann == Bot("Ann", "python3 ann.py", 5.0, ())
    assert (bob.name, bob.player, bob.games) == ("B b", "exec@2.5s:python3", ("linkavel",))
    assert read_settings({"TEFUDA_BOTS": json.dumps(settings.bots)}) == settings
    assert read_settings({}).bots == {}


@pytest.mark.parametrize(
    ("bots", "expected"),
    [
        ("[bots]\nAnn = 3", "bots.Ann: a table with a command is expected."),
        ("[bots.Ann]\nseconds = 3", "bots.Ann.command: a command is expected."),
        ('[bots.Ann]\ncommand = "no-such-program"', "bots.Ann.command: Program not found: no-such-program"),
        ('[bots.Ann]\ncommand = "\'"', "bots.Ann.command: Invalid program"),
        ('[bots.Ann]\ncommand = "python3"\nsecond = 3', "bots.Ann.second: unknown setting. Did you mean seconds?"),
        ('[bots.Ann]\ncommand = "python3"\nseconds = 61', "bots.Ann.seconds: a number from 0.1 to 60 is expected."),
        ('[bots.Ann]\ncommand = "python3"\ngames = ["chess"]', "bots.Ann.games: a list of games is expected:"),
        (f'[bots.{"A" * 25}]\ncommand = "python3"', "a name has 1 to 24 characters."),
        ("bots = 3", "bots: a table of at most 20 bots is expected."),
    ],
)
def test_wrong_bots_are_refused_before_the_start(tmp_path: Path, bots: str, expected: str) -> None:
    file = tmp_path / "tefuda.toml"
    file.write_text(bots)
    with pytest.raises(InvalidInput) as failure:
        read_settings({}, file)
    assert expected in str(failure.value)
