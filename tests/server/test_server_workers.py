"""Two workers on one PostgreSQL: one order, whoever is quicker; and what happens at one is told at the other."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from server_races import race_often
from serving import Postgres, Running, running


@contextmanager
def two_servers(folder: Path, database: str) -> Iterator[tuple[Running, Running]]:
    """Two processes that know of each other by the database alone, as workers do; so one can say which is asked."""
    with running(folder / "one", database) as one, running(folder / "two", database) as two:
        yield one, two


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Running]]:
    with two_servers(tmp_path_factory.mktemp("pair"), postgres.new_database()) as both:
        yield both


def test_a_game_across_two_workers(pair: tuple[Running, Running]) -> None:
    one, two = pair
    table, (black,) = one.table(seats=["me", "open"])
    with one.at(table, black) as first:
        joined = two.post(f"/api/tables/{table}/seats", {"name": "Ben"})
        white = joined["seats"][0]["token"]
        assert first.until("seats")["table"]["seats"][1]["name"] == "Ben"
        assert first.until("update")["legal"]
        with two.at(table, white) as second:
            while first.until("presence")["seats"] != [True, True]:
                pass
            for number in range(10):
                mover = first if first.now["turn"] == 0 else second
                assert mover.play(mover.now["legal"][0])["number"] == number
                first.moved(number + 1)
                second.moved(number + 1)
                assert first.now["turn"] == second.now["turn"]
            second.send("emote", emote="hello")
            assert first.until("emote")["seat"] == 1
            second.ask("resign")
            first.moved(11)
            assert first.now["result"] == [1.0, 0.0]
            first.ask("rematch")
            second.moved(12)
            second.ask("rematch")
            assert first.until("rematch")["table"] == second.until("rematch")["table"]


def test_an_acknowledged_end_is_known_to_the_other_worker_at_once(pair: tuple[Running, Running]) -> None:
    """A worker that has not heard of it yet reads the database before it refuses a replay."""
    one, two = pair
    for _ in range(20):
        table, (black, _) = one.table()
        with two.at(table) as onlooker, one.at(table, black) as first:
            assert onlooker.now["status"] == "playing"
            assert first.ask("resign")["type"] == "ack"
            assert two.get(f"/api/tables/{table}/replay")["actions"] == []


def test_a_welcome_has_what_the_other_worker_acknowledged(pair: tuple[Running, Running]) -> None:
    one, two = pair
    for _ in range(20):
        table, (black, _) = one.table()
        with one.at(table, black) as first, two.at(table) as onlooker:
            assert onlooker.now["number"] == 0
            # Connected before, so that its hello comes right after the acknowledgement.
            with two.bare(table) as late:
                assert first.play("place d3")["type"] == "ack"
                assert late.hello()["number"] == 1


def test_a_race_has_one_winner_and_loses_nothing(pair: tuple[Running, Running]) -> None:
    """Clients of one seat send different plays for the same decision, at the same time, to two workers."""
    assert race_often([*pair], 2, 20, seed=1) == 20


def test_many_clients_race_at_one_server(server: Running) -> None:
    assert race_often([server], 6, 20, seed=2) == 20


def test_quick_matches_meet_across_workers(pair: tuple[Running, Running]) -> None:
    for _ in range(4):
        found: list[str] = []

        def want(server: Running, found: list[str] = found) -> None:
            found.append(server.post("/api/tables/quick", {"game": "linkavel"})["table"]["id"])

        threads = [threading.Thread(target=want, args=(server,)) for server in pair]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(found)) == 1
    one, two = pair
    first = one.post("/api/tables/quick", {"game": "card-othello"})
    with one.at(first["table"]["id"], first["seats"][0]["token"]) as waiting:
        second = two.post("/api/tables/quick", {"game": "card-othello", "name": "Ben"})
        assert second["table"]["id"] == first["table"]["id"]
        assert waiting.until("seats")["table"]["seats"][1]["name"] == "Ben"
        assert waiting.until("update")["legal"]


def test_the_cpu_answers_whichever_worker_is_asked(pair: tuple[Running, Running]) -> None:
    one, two = pair
    table, (black,) = one.table(seats=["me", {"cpu": 1}])
    with two.at(table, black) as second:
        second.play("place d3")
        assert second.moved(2)["entries"][0]["seat"] == 1
        with one.at(table, black) as first:
            assert first.now["view"] == second.now["view"]


def test_several_workers_share_a_port(postgres: Postgres, tmp_path: Path) -> None:
    with running(tmp_path, postgres.new_database(), TEFUDA_WORKERS="2") as server:
        for _ in range(4):
            table, (black, white) = server.table()
            with server.at(table, black) as one, server.at(table, white) as two:
                one.play("place d3")
                two.moved(1)
                assert two.play(two.now["legal"][0])["number"] == 1
                one.moved(2)
        assert 'tefuda_entries_total{kind="play"} 8.0' in server.http.get("/metrics").text
        assert server.stop() == 0
