"""Servers that are killed or stopped: every acknowledged entry is stored exactly once."""

import json
import threading
import time
from pathlib import Path

from server_kills import kill_often
from server_process import WAIT_SECONDS, Client, RunningServer, run_server

from tefuda.server.tables.fair_deal import commitment_to


def test_acknowledged_entries_survive_kill(tmp_path: Path, database: str) -> None:
    with run_server(tmp_path / "server", database) as server:
        kill_often(server, 5 if "sqlite" in database else 2, seed=1)


def test_cpu_and_fair_deal_continue_after_kill(tmp_path: Path) -> None:
    with run_server(tmp_path, TEFUDA_CPU_BEAT="1500") as server:
        table, (black,) = server.table(seats=["me", {"cpu": 1}])
        mine, other = "1" * 64, "2" * 64
        dealt, (token,) = server.table(seats=["me", "open"], commitment=commitment_to(mine))
        joined = server.post(f"/api/tables/{dealt}/seats", {"commitment": commitment_to(other)})
        dealing = server.post(f"/api/tables/{dealt}/reveal", {"token": token, "contribution": mine})
        with server.at(table, black) as one:
            one.play("place d3")
        server.kill()
        server.start()
        with server.at(table, black) as again:
            assert again.now["turn"] == 1
            assert again.wait_for_entries(2)["entries"][0]["seat"] == 1
        # The commitments and the contribution that were acknowledged before the kill are kept.
        assert server.get(f"/api/tables/{dealt}") == dealing
        last = {"token": joined["seats"][0]["token"], "contribution": other}
        playing = server.post(f"/api/tables/{dealt}/reveal", last)
        assert (playing["status"], playing["commitment"]) == ("playing", dealing["commitment"])


def test_stop_sends_bye_and_keeps_tables(tmp_path: Path) -> None:
    with run_server(tmp_path, TEFUDA_SHUTDOWN_SECONDS="20") as server:
        table, (black, white) = server.table()
        with server.at(table, black) as one, server.at(table, white) as two:
            one.play("place d3")
            began = time.monotonic()
            stopping = threading.Thread(target=server.stop)
            stopping.start()
            for client in (one, two):
                assert client.read_until_closed()[-1] == {"type": "bye", "code": "restart"}
            stopping.join()
        assert server.process.returncode == 0
        assert time.monotonic() - began < WAIT_SECONDS
        assert "Traceback" not in server.log.read_text()
        server.start()
        with server.at(table, white, have=0) as again:
            assert [entry["kind"] for entry in again.welcome["entries"]] == ["play"]
            assert again.play(again.now["legal"][0])["number"] == 1


def test_play_of_disconnected_client_is_kept(server: RunningServer) -> None:
    """The socket closes right after a play. The play is stored and broadcast."""
    table, (black, white) = server.table()
    with server.at(table, white) as two:
        with server.connect_only(table) as one:
            one.hello(black)
            one.send("play", id="cut-off-1", ply=0, action="place d3")
            one.link.socket.close()
        assert two.wait_for_entries(1)["entries"][0]["kind"] == "play"
    with server.at(table, black, have=0) as again:
        assert again.play("place d3", ply=0, id="cut-off-1")["number"] == 0


def test_frames_are_single_json_objects(server: RunningServer) -> None:
    table, (black, _) = server.table()
    with server.at(table, black) as one:
        client: Client = one
        client.play("place d3")
        client.wait_for_entries(1)
        assert all(isinstance(json.loads(frame), dict) for frame in client.raw)
