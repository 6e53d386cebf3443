"""Players at tables of a server that is killed again and again: what was acknowledged is there, exactly once."""

import itertools
import random
import threading
import time
from typing import Any

from httpx import TransportError
from serving import WAIT, Running
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed, InvalidMessage

CUT_OFF = (OSError, ConnectionClosed, TimeoutError, EOFError, TransportError, InvalidMessage)
"""What a client sees of a server that is killed: while it opens a socket, an answer that ends in the middle."""


class Played:
    """A table that a player has sat at, and what it was told there."""

    def __init__(self, server: Running) -> None:
        self.table, self.tokens = server.table()
        self.acknowledged: dict[str, int] = {}


class Player(threading.Thread):
    """Plays both sides of a table as fast as it can, and of another one when the game is over; comes back when cut
    off, and sends again what was not acknowledged, as docs/server.md says."""

    def __init__(self, server: Running, name: str) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.played = [Played(server)]
        self.stopping = threading.Event()
        self.label = name
        self.failure: BaseException | None = None

    @property
    def count(self) -> int:
        """How many entries were acknowledged, at all tables."""
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
        """Play until told to stop; whether the game is over."""
        table, (black, white) = played.table, played.tokens
        with self.server.at(table, black) as one, self.server.at(table, white) as two:
            clients = [one, two]
            while not self.stopping.is_set() and one.now["status"] == "playing":
                turn, ply, number = one.now["turn"], one.now["ply"], one.now["number"]
                two.moved(number)
                legal = clients[turn].now["legal"]
                # The same decision has the same id, also after a restart: so it is a resend.
                id = f"{self.label}-{ply:06}"  # noqa: A001
                answer = clients[turn].play(legal[ply * 31 % len(legal)], id=id)
                assert answer["type"] == "ack", answer
                assert played.acknowledged.setdefault(id, answer["number"]) == answer["number"]
                one.moved(number + 1)
            return bool(one.now["status"] != "playing")

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
    for played in [played for player in players for played in list(player.played)]:
        log = kept.get(played.table, [])
        assert [number for number, _ in log] == list(range(len(log)))
        clients = [client.split(" ", 1)[1] for _, client in log]
        assert len(set(clients)) == len(clients)
        acknowledged = list(played.acknowledged.items())
        for id, number in acknowledged:  # noqa: A001
            assert clients[number] == id
        count += len(acknowledged)
    return count


def wait_for_all(players: list[Player], before: list[int]) -> None:
    """Until everybody has been acknowledged something new: who is idle would notice no kill."""
    until = time.monotonic() + WAIT
    while any(player.count <= count for player, count in zip(players, before, strict=True)):
        assert all(player.failure is None for player in players), [player.failure for player in players]
        assert time.monotonic() < until, "somebody plays no more"
        time.sleep(0.01)


def kill_often(server: Running, times: int, seed: int) -> int:
    """Kill it so often in the middle of three games, and always find what was acknowledged; how many entries."""
    luck = random.Random(seed)
    players = [Player(server, f"player{number}") for number in range(3)]
    for player in players:
        player.start()
    found = [0]
    before = [0] * len(players)
    try:
        for _ in range(times):
            wait_for_all(players, before)
            time.sleep(luck.uniform(0, 0.5))
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
