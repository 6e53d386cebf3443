"""Plays at a server that is killed repeatedly. Every acknowledged entry must be stored exactly once."""

import itertools
import random
import threading
import time
from typing import Any

from httpx import TransportError
from server_process import WAIT_SECONDS, RunningServer
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed, InvalidMessage

CUT_OFF = (OSError, ConnectionClosed, TimeoutError, EOFError, TransportError, InvalidMessage)
"""Errors of a client whose server is killed. `InvalidMessage`: during the opening handshake."""


class Played:
    """A table of a player, and the acknowledgements received there."""

    def __init__(self, server: RunningServer) -> None:
        self.table, self.tokens = server.table()
        self.acknowledged: dict[str, int] = {}


class Player(threading.Thread):
    """Plays both seats of a table, and of a new table after each game. It reconnects and resends unacknowledged plays,
    as docs/server.md describes."""

    def __init__(self, server: RunningServer, name: str) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.played = [Played(server)]
        self.stopping = threading.Event()
        self.label = name
        self.failure: BaseException | None = None

    @property
    def count(self) -> int:
        """The number of acknowledged entries at all tables."""
        return sum(len(played.acknowledged) for played in list(self.played))

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                try:
                    if self.session(self.played[-1]):
                        self.played.append(Played(self.server))
                except CUT_OFF:
                    time.sleep(0.05)
        except BaseException as failure:
            self.failure = failure

    def session(self, played: Played) -> bool:
        """Play until stopped; return whether the game is over."""
        table, (black, white) = played.table, played.tokens
        with self.server.at(table, black) as one, self.server.at(table, white) as two:
            clients = [one, two]
            while not self.stopping.is_set() and one.now["status"] == "playing":
                turn, ply, number = one.now["turn"], one.now["ply"], one.now["number"]
                two.wait_for_entries(number)
                legal = clients[turn].now["legal"]
                # The id is the same after a restart, so the play counts as a resend.
                id = f"{self.label}-{ply:06}"  # noqa: A001
                answer = clients[turn].play(legal[ply * 31 % len(legal)], id=id)
                assert answer["type"] == "ack", answer
                assert played.acknowledged.setdefault(id, answer["number"]) == answer["number"]
                one.wait_for_entries(number + 1)
            return bool(one.now["status"] != "playing")

    def finish(self) -> None:
        self.join(WAIT_SECONDS)
        assert not self.is_alive()
        assert self.failure is None, self.failure


def read_logs(database: str) -> dict[str, list[Any]]:
    """Return number and client id of all entries, by table."""
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        rows = connection.execute(text('SELECT "table", number, client FROM entries ORDER BY "table", number')).all()
    engine.dispose()
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row[0], []).append((row[1], row[2]))
    return found


def check(players: list[Player], database: str) -> int:
    """Check that every acknowledged entry is stored once under its number, without gaps; return their count."""
    stored = read_logs(database)
    count = 0
    for played in [played for player in players for played in list(player.played)]:
        log = stored.get(played.table, [])
        assert [number for number, _ in log] == list(range(len(log)))
        clients = [client.split(" ", 1)[1] for _, client in log]
        assert len(set(clients)) == len(clients)
        acknowledged = list(played.acknowledged.items())
        for id, number in acknowledged:  # noqa: A001
            assert clients[number] == id
        count += len(acknowledged)
    return count


def wait_for_all(players: list[Player], before: list[int]) -> None:
    """Wait until every player has a new acknowledgement."""
    until = time.monotonic() + WAIT_SECONDS
    while any(player.count <= count for player, count in zip(players, before, strict=True)):
        assert all(player.failure is None for player in players), [player.failure for player in players]
        assert time.monotonic() < until, "a player is stuck"
        time.sleep(0.01)


def kill_often(server: RunningServer, times: int, seed: int) -> int:
    """Kill the server several times during three games and check the logs; return the number of entries."""
    rng = random.Random(seed)
    players = [Player(server, f"player{number}") for number in range(3)]
    for player in players:
        player.start()
    found = [0]
    before = [0] * len(players)
    try:
        for _ in range(times):
            wait_for_all(players, before)
            time.sleep(rng.uniform(0, 0.5))
            server.kill()
            found.append(check(players, server.database))
            before = [player.count for player in players]
            server.start()
        wait_for_all(players, before)
    finally:
        for player in players:
            player.stopping.set()
    for player in players:
        player.finish()
    found.append(check(players, server.database))
    assert all(later > earlier for earlier, later in itertools.pairwise(found)), found
    return found[-1]
