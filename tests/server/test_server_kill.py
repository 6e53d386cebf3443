"""Servers that are killed, stopped and started again: what was acknowledged is there, exactly once."""

import json
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from serving import WAIT, Client, Running, running
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed


class Player(threading.Thread):
    """Plays both sides of a table as fast as it can, comes back when cut off, and sends again what was not
    acknowledged, as docs/server.md says."""

    def __init__(self, server: Running, name: str) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.table, self.tokens = server.table()
        self.stopping = threading.Event()
        self.acknowledged: dict[str, int] = {}
        self.label = name
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                try:
                    self.session()
                except (OSError, ConnectionClosed, TimeoutError, EOFError):
                    time.sleep(0.05)
        except BaseException as failure:
            self.failure = failure

    def session(self) -> None:
        with self.server.at(self.table, self.tokens[0]) as one, self.server.at(self.table, self.tokens[1]) as two:
            clients = [one, two]
            while not self.stopping.is_set() and one.now["status"] == "playing":
                turn, ply, number = one.now["turn"], one.now["ply"], one.now["number"]
                two.moved(number)
                legal = clients[turn].now["legal"]
                # The same decision has the same id, also after a restart: so it is a resend.
                id = f"{self.label}-{ply:06}"  # noqa: A001
                answer = clients[turn].play(legal[ply * 31 % len(legal)], id=id)
                assert answer["type"] == "ack", answer
                assert self.acknowledged.setdefault(id, answer["number"]) == answer["number"]
                one.moved(number + 1)
            if one.now["status"] != "playing":
                self.stopping.set()

    def finish(self) -> None:
        self.join(WAIT)
        assert not self.is_alive()
        assert self.failure is None, self.failure


def logs(database: str) -> dict[str, list[Any]]:
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        rows = connection.execute(text('SELECT "table", number, client FROM entries ORDER BY "table", number')).all()
    engine.dispose()
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row[0], []).append((row[1], row[2]))
    return found


def check(players: list[Player], database: str) -> int:
    """Every acknowledged entry is there once, under its number; and no log has a gap."""
    kept = logs(database)
    count = 0
    for player in players:
        log = kept.get(player.table, [])
        assert [number for number, _ in log] == list(range(len(log)))
        clients = [client.split(" ", 1)[1] for _, client in log]
        assert len(set(clients)) == len(clients)
        for id, number in player.acknowledged.items():  # noqa: A001
            assert clients[number] == id
        count += len(player.acknowledged)
    return count


def kill_often(server: Running, times: int, seed: int) -> None:
    luck = random.Random(seed)
    players = [Player(server, f"player{number}") for number in range(3)]
    for player in players:
        player.start()
    try:
        for _ in range(times):
            time.sleep(luck.uniform(0.1, 0.6))
            server.kill()
            check(players, server.database)
            server.start()
        time.sleep(0.5)
    finally:
        for player in players:
            player.stopping.set()
    for player in players:
        player.finish()
    assert check(players, server.database) > times


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, database: str) -> None:
    with running(tmp_path / "server", database) as server:
        kill_often(server, 3 if "sqlite" in database else 2, seed=1)


@pytest.mark.slow
def test_what_was_acknowledged_survives_many_kills(tmp_path: Path, database: str) -> None:
    with running(tmp_path / "server", database) as server:
        kill_often(server, 50, seed=2)


def test_a_cpu_that_was_killed_while_it_thought_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, TEFUDA_CPU_BEAT="1500") as server:
        table, (black,) = server.table(seats=["me", {"cpu": 1}])
        with server.at(table, black) as one:
            one.play("place d3")
        server.kill()
        server.start()
        with server.at(table, black) as again:
            assert again.now["turn"] == 1
            assert again.moved(2)["entries"][0]["seat"] == 1


def test_stopping_says_goodbye_and_keeps_everything(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, (black, white) = server.table()
        with server.at(table, black) as one, server.at(table, white) as two:
            one.play("place d3")
            began = time.monotonic()
            stopping = threading.Thread(target=server.stop)
            stopping.start()
            for client in (one, two):
                assert client.ended()[-1] == {"type": "bye", "code": "restart"}
            stopping.join()
        assert server.process.returncode == 0
        assert time.monotonic() - began < WAIT
        assert "Traceback" not in server.log.read_text()
        server.start()
        with server.at(table, white, have=0) as again:
            assert [entry["kind"] for entry in again.welcome["entries"]] == ["play"]
            assert again.play(again.now["legal"][0])["number"] == 1


def test_a_client_can_be_cut_off_in_the_middle(server: Running) -> None:
    """A socket that goes away right after a play: the play is in, and the others are told."""
    table, (black, white) = server.table()
    with server.at(table, white) as two:
        with server.bare(table) as one:
            one.hello(black)
            one.send("play", id="cut-off-1", ply=0, action="place d3")
            one.link.socket.close()
        assert two.moved(1)["entries"][0]["kind"] == "play"
    with server.at(table, black, have=0) as again:
        assert again.play("place d3", ply=0, id="cut-off-1")["number"] == 0


def test_raw_messages_are_one_json_object_a_frame(server: Running) -> None:
    table, (black, _) = server.table()
    with server.at(table, black) as one:
        client: Client = one
        client.play("place d3")
        client.moved(1)
        assert all(isinstance(json.loads(frame), dict) for frame in client.raw)
