"""Servers that are killed, stopped and started again: what was acknowledged is there, exactly once."""

import json
import threading
import time
from pathlib import Path

from server_kills import kill_often
from serving import WAIT, Client, Running, running


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, database: str) -> None:
    with running(tmp_path / "server", database) as server:
        kill_often(server, 5 if "sqlite" in database else 2, seed=1)


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
    with running(tmp_path, TEFUDA_SHUTDOWN_SECONDS="20") as server:
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
