"""Two workers on one PostgreSQL database: one order of entries, and updates for the clients of both."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from server_process import Client, Postgres, RunningServer, ServerClient, run_server
from server_races import race_often
from tcp_proxy import run_proxy

from tefuda.server.http.table_routing import TableRouting
from tefuda.server.tables.fair_deal import commitment_to, derive_seed


@contextmanager
def two_servers(folder: Path, database: str) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Start two servers that share a database, as workers do. The test can choose which one gets a request."""
    with run_server(folder / "one", database) as one, run_server(folder / "two", database) as two:
        yield one, two


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningServer, RunningServer]]:
    with two_servers(tmp_path_factory.mktemp("pair"), postgres.new_database()) as both:
        yield both


def test_game_across_two_workers(pair: tuple[RunningServer, RunningServer]) -> None:
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
                first.wait_for_entries(number + 1)
                second.wait_for_entries(number + 1)
                assert first.now["turn"] == second.now["turn"]
            second.send("emote", emote="hello")
            assert first.until("emote")["seat"] == 1
            second.ask("resign")
            first.wait_for_entries(11)
            assert first.now["result"] == [1.0, 0.0]
            first.ask("rematch")
            second.wait_for_entries(12)
            second.ask("rematch")
            assert first.until("rematch")["table"] == second.until("rematch")["table"]


def test_contributions_revealed_to_two_workers_at_once(pair: tuple[RunningServer, RunningServer]) -> None:
    """One of the two workers finds that the contribution is the last one, and both know the start."""
    one, two = pair
    contributions = "1" * 64, "2" * 64
    with ThreadPoolExecutor(2) as threads:
        for _ in range(8):
            table, (black,) = one.table(seats=["me", "open"], commitment=commitment_to(contributions[0]))
            joined = two.post(f"/api/tables/{table}/seats", {"commitment": commitment_to(contributions[1])})
            tokens = black, joined["seats"][0]["token"]
            with one.at(table, black) as first, two.at(table, tokens[1]) as second:
                bodies = [
                    {"token": token, "contribution": mine} for token, mine in zip(tokens, contributions, strict=True)
                ]
                list(threads.map(ServerClient.post, pair, [f"/api/tables/{table}/reveal"] * 2, bodies))
                for client in (first, second):
                    while client.now["status"] != "playing":
                        client.until("update")
                second.ask("resign")
                over = one.get(f"/api/tables/{table}/replay")
                assert over["seed"] == derive_seed(two.get(f"/api/tables/{table}")["secret"], contributions)


def test_replay_of_other_worker_is_current(pair: tuple[RunningServer, RunningServer]) -> None:
    """The worker reads the database, since the notification may not have arrived."""
    one, two = pair
    for _ in range(20):
        table, (black, _) = one.table()
        with two.at(table) as spectator, one.at(table, black) as first:
            assert spectator.now["status"] == "playing"
            assert first.ask("resign")["type"] == "ack"
            assert two.get(f"/api/tables/{table}/replay")["actions"] == []


def test_welcome_of_other_worker_is_current(pair: tuple[RunningServer, RunningServer]) -> None:
    one, two = pair
    for _ in range(20):
        table, (black, _) = one.table()
        with one.at(table, black) as first, two.at(table) as spectator:
            assert spectator.now["number"] == 0
            # Connect first: `hello` is then sent right after the acknowledgement.
            with two.connect_only(table) as late:
                assert first.play("place d3")["type"] == "ack"
                assert late.hello()["number"] == 1


def test_race_across_workers_has_one_winner(pair: tuple[RunningServer, RunningServer]) -> None:
    """Clients of one seat send different actions for the same decision to two workers at once."""
    assert race_often([*pair], 2, 20, seed=1) == 20


def test_request_sent_to_two_workers_at_once_is_carried_out_once(pair: tuple[RunningServer, RunningServer]) -> None:
    """A client that reconnects may resend a request while the first worker still carries it out."""
    one, _ = pair
    table, tokens = one.table(options={"cards": "off"})
    with ExitStack() as stack:
        threads = stack.enter_context(ThreadPoolExecutor(2))
        clients = [[stack.enter_context(server.at(table, token)) for server in pair] for token in tokens]
        for number in range(20):
            for client in (*clients[0], *clients[1]):
                client.wait_for_entries(number)
            movers = clients[clients[0][0].now["turn"]]
            action = movers[0].now["legal"][0]
            requests = [threads.submit(client.play, action, number, id=f"request-{number}") for client in movers]
            assert [request.result()["number"] for request in requests] == [number, number]


def test_race_at_one_server(server: RunningServer) -> None:
    assert race_often([server], 6, 20, seed=2) == 20


def test_quick_match_across_workers(pair: tuple[RunningServer, RunningServer]) -> None:
    one, two = pair
    for _ in range(4):
        found: list[tuple[str, str]] = []

        def want(server: RunningServer, found: list[tuple[str, str]] = found) -> None:
            made = server.post("/api/tables/quick", {"game": "linkavel"})["table"]
            found.append((made["id"], made["status"]))

        with one.quick_match("linkavel") as (waiting_table, _):
            threads = [threading.Thread(target=want, args=(server,)) for server in pair]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert [table for table, status in found if status == "playing"] == [waiting_table]
            assert len({table for table, _ in found}) == 2
    with one.quick_match("card-othello") as (first, waiting):
        second = two.post("/api/tables/quick", {"game": "card-othello", "name": "Ben"})
        assert second["table"]["id"] == first
        assert waiting.until("seats")["table"]["seats"][1]["name"] == "Ben"
        assert waiting.until("update")["legal"]


def test_cancel_reaches_the_viewers_of_other_workers(pair: tuple[RunningServer, RunningServer]) -> None:
    one, two = pair
    table, (token,) = one.table(seats=["me", "open"])
    with two.at(table) as friend:
        one.post(f"/api/tables/{table}/cancel", {"token": token})
        assert friend.until("bye")["code"] == "cancelled"
    assert two.get(f"/api/tables/{table}", 404)["code"] == "no_table"


def test_cancel_and_join_never_both_succeed(pair: tuple[RunningServer, RunningServer]) -> None:
    one, two = pair
    for _ in range(20):
        table, (token,) = one.table(seats=["me", "open"])
        statuses: dict[str, int] = {}

        def post(
            server: RunningServer, what: str, body: dict[str, str], table: str = table, found: Any = statuses
        ) -> None:
            found[what] = server.http.post(f"/api/tables/{table}/{what}", json=body).status_code

        threads = [
            threading.Thread(target=post, args=(one, "cancel", {"token": token})),
            threading.Thread(target=post, args=(two, "seats", {})),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (statuses["cancel"] == 200) is not (statuses["seats"] == 200), statuses
        assert max(statuses.values()) < 500


def test_cpu_plays_on_either_worker(pair: tuple[RunningServer, RunningServer]) -> None:
    one, two = pair
    table, (black,) = one.table(seats=["me", {"cpu": 1}])
    with two.at(table, black) as second:
        second.play("place d3")
        assert second.wait_for_entries(2)["entries"][0]["seat"] == 1
        with one.at(table, black) as first:
            assert first.now["view"] == second.now["view"]


@pytest.fixture(scope="module")
def two_workers(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with two workers on one port."""
    folder = tmp_path_factory.mktemp("workers")
    with run_server(folder, postgres.new_database(), TEFUDA_WORKERS="2") as server:
        yield server
        assert server.stop() == 0


def test_several_workers_share_a_port(two_workers: RunningServer) -> None:
    server = two_workers
    for _ in range(4):
        table, (black, white) = server.table()
        with server.at(table, black) as one, server.at(table, white) as two:
            one.play("place d3")
            two.wait_for_entries(1)
            assert two.play(two.now["legal"][0])["number"] == 1
            one.wait_for_entries(2)
    assert 'tefuda_entries_total{kind="play"} 8.0' in server.http.get("/metrics").text


@pytest.mark.skipif(sys.platform != "linux", reason="Other systems cannot hand connections over")
def test_sockets_of_a_table_are_at_one_worker(two_workers: RunningServer) -> None:
    """Otherwise both workers apply each action. A table whose worker is gone is served by the other one."""
    server = two_workers
    workers_of_tables: list[set[int]] = []
    with ExitStack() as stack:
        while len(find_workers(server, stack)) < 2:
            pass  # a worker takes connections over after its own first one
        for _ in range(8):
            table, tokens = server.table()
            clients = [stack.enter_context(server.at(table, token)) for token in (*tokens, None)]
            clients[0].play("place d3")
            for client in clients:
                client.wait_for_entries(1)
            workers_of_tables.append({worker_of(server, client) for client in clients})
    assert [len(workers) for workers in workers_of_tables] == [1] * 8
    assert len(set.union(*workers_of_tables)) == 2
    os.kill(workers_of_tables[0].pop(), signal.SIGKILL)
    reconnected = ServerClient(server.port)
    for _ in range(8):
        table, (black, white) = reconnected.table()
        with reconnected.at(table, black) as one, reconnected.at(table, white) as two:
            one.play("place d3")
            two.wait_for_entries(1)
    reconnected.http.close()


def test_worker_keeps_connections_if_sockets_have_no_place(tmp_path: Path) -> None:
    """The path of a Unix socket may be too long, for example with a long `TMPDIR`."""
    folder = tmp_path / ("long" * 30)
    folder.mkdir()

    async def run() -> None:
        routing = TableRouting(folder, 2)
        routing.start(lambda _: asyncio.Protocol())
        urls = [b"/api/tables/%d/socket" % number for number in range(8)]
        assert not any(routing.hand_over(url, b"GET", asyncio.Transport()) for url in urls)
        routing.close()

    asyncio.run(run())


def find_workers(server: RunningServer, stack: ExitStack) -> set[int]:
    """Open some connections; return the workers that have taken them."""
    table, _ = server.table()
    return {worker_of(server, stack.enter_context(server.connect_only(f"{table}{number}"))) for number in range(16)}


def worker_of(server: RunningServer, client: Client) -> int:
    """Return the process that has the other end of a socket."""
    connection = f":{server.port:04X} 0100007F:{client.link.socket.getsockname()[1]:04X} "
    (line,) = [line for line in Path("/proc/net/tcp").read_text().splitlines() if connection in line]
    file = f"socket:[{line.split()[9]}]"
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    (found,) = [int(child) for child in children if file in open_files(child)]
    return found


def open_files(process: str) -> list[str]:
    with suppress(FileNotFoundError):
        return [str(path.readlink()) for path in Path(f"/proc/{process}/fd").iterdir()]
    return []


def test_players_behind_a_proxy_survive_a_rolling_restart(pair: tuple[RunningServer, RunningServer]) -> None:
    """One server stops, the other is killed. The players reconnect to the other one and lose nothing."""
    acknowledged: list[int] = []

    def play(front: ServerClient, table: str, tokens: list[str], count: int) -> None:
        """Connect both players through the proxy and play some actions."""
        number = len(acknowledged)
        with front.at(table, tokens[0]) as one, front.at(table, tokens[1], have=number) as two:
            assert two.welcome["number"] == number
            for _ in range(count):
                mover = one if one.now["turn"] == 0 else two
                acknowledged.append(mover.play(mover.now["legal"][0])["number"])
                for client in (one, two):
                    client.wait_for_entries(len(acknowledged))

    with run_proxy([server.port for server in pair]) as proxy:
        front = ServerClient(proxy.port)
        table, tokens = front.table(options={"cards": "off"})
        play(front, table, tokens, 3)
        first, second = pair
        with first.at(table) as watcher:
            assert first.stop() == 0
            assert watcher.read_until_closed()[-1] == {"type": "bye", "code": "restart"}
        play(front, table, tokens, 3)
        first.start()
        second.kill()
        play(front, table, tokens, 3)
        assert first.get(f"/api/tables/{table}")["number"] == 9
        second.start()
        front.http.close()
    assert acknowledged == list(range(9))
