"""Nothing hidden leaves the server: worlds that look the same to a viewer send it the same bytes.

The worlds are the same table with other hidden cards: after some plays everything that a viewer cannot know is drawn
anew, and what follows up to the first revealing event must be equal to the byte. Tokens and seeds are looked for in
everything that a server says and logs.
"""

import asyncio
import itertools
import json
from collections.abc import Iterator, MutableMapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from serving import Running, running

import tefuda
from tefuda import SPECTATOR, Match
from tefuda.core.random import xoshiro
from tefuda.server.app import Server
from tefuda.server.config import Settings
from tefuda.server.making import milliseconds, token_digest
from tefuda.server.records import CPU, HUMAN, PLAYING, SeatRecord, TableRecord
from tefuda.server.rows import insert_table
from tefuda.server.sockets import Connection
from tefuda.server.store import migrate

WORLDS = 4


class Wire:
    """The other end of a socket, in memory: what a client says, and every byte that it is sent."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[str] = []
        self.news = asyncio.Event()
        self.said.put_nowait({"type": "websocket.connect"})

    async def receive(self) -> MutableMapping[str, Any]:
        return await self.said.get()

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.sent.append(message["text"])
            self.news.set()

    def say(self, **message: Any) -> None:
        self.said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def until(self, *wanted: str) -> str:
        """The next message that begins like this."""
        seen = 0
        while True:
            while seen < len(self.sent):
                text = self.sent[seen]
                seen += 1
                if any(text.startswith(f'{{"type":"{kind}"') for kind in wanted):
                    return text
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 20)


def worlds(game_id: str, seat: int, plies: int, seed: int) -> Iterator[dict[str, Any]]:
    """Positions that look the same to a seat (or to a spectator), the true one first."""
    game = tefuda.game(game_id)
    match = Match(game, seed)
    random = xoshiro(seed, 3)
    while match.ply < plies or (seat != SPECTATOR and match.seat != seat and not match.over):
        if match.over:
            return
        legal = match.legal(match.seat)
        assert match.play(match.seat, match.ply, legal[random.below(len(legal))]) is None
    state = match.state()
    yield game.position(state)
    for number in itertools.count():
        yield game.position(state.resample(max(seat, 0), xoshiro(number, 9)))


async def heard(folder: Path, game_id: str, seat: int, position: dict[str, Any], token: str) -> tuple[list[str], bool]:
    """Everything that a viewer is sent from hello on, while it asks all that can be asked; and whether a play revealed
    anything to it."""
    game = tefuda.game(game_id)
    database = f"sqlite:///{folder / 'tables.db'}"
    folder.mkdir()
    migrate(database)
    server = Server(Settings(database_url=database, cpu_processes=1))
    server.hub.secret = b"the same in all worlds"
    seats = [
        SeatRecord(HUMAN, "Ann", None, token_digest(token) if number == max(seat, 0) else None)
        for number in range(game.seats)
    ]
    record = TableRecord(
        id="the-same-table-1",
        game=game_id,
        seed="1",
        seats=tuple(seats),
        created=1,
        start=position,
        practice=game.seats == 1,
        started=milliseconds(),
    )
    await server.store.change(lambda connection: insert_table(connection, record, PLAYING))
    wire = Wire()
    connection = Connection(wire.receive, wire.send, server.hub)
    running_ = asyncio.ensure_future(connection.run(server.pages.build, record.id))
    try:
        wire.say(type="hello", protocol=1, build=None, token=None if seat == SPECTATOR else token, have=None)
        welcome = json.loads(await wire.until("welcome"))
        live = await server.hub.open(record.id)
        assert live is not None
        match = live.table.match
        for number, action in enumerate(
            ["place z9", "nonsense", "pick a1", "use TRAP_WILL", "5H@1", "place a1", "pass?"]
        ):
            wire.say(type="play", id=f"wrong-{number}", ply=0, action=action)
        if not match.over:
            wire.say(type="describe", id="describe-1")
        wire.say(type="ping")
        await wire.until("pong")
        revealed = False
        if not match.over:
            # Somebody plays: the viewer itself, or whoever decides where it looks on.
            mover = match.seat
            legal = welcome["legal"] or match.legal(mover)
            action = legal[len(legal) // 2]
            refusal = await server.hub.act(live, "play", mover, "x y", lambda _: None, 0, action)
            if refusal is not None:
                wire.sent.append(f"refused {refusal.code}")
            else:
                await wire.until("update")
                revealed = any(event.reveals_to(seat) for event in match.events())
    finally:
        running_.cancel()
        await asyncio.gather(running_, return_exceptions=True)
        await server.hub.close()
        server.pool.close()
        server.store.close()
    # Only the random commitment of a seed is left out: the seed is the same here, luck is in the position.
    return [text for text in wire.sent if not text.startswith('{"type":"presence"')], revealed


@pytest.mark.parametrize(
    ("game_id", "seat", "plies"),
    [("card-othello", 0, 9), ("card-othello", 1, 16), ("card-othello", SPECTATOR, 12), ("catalyst", 0, 4)],
)
def test_worlds_that_look_the_same_sound_the_same(tmp_path: Path, game_id: str, seat: int, plies: int) -> None:
    told: list[list[str]] = []
    game = tefuda.game(game_id)
    different = 0
    for number, position in enumerate(itertools.islice(worlds(game_id, seat, plies, 11), WORLDS)):
        view = game.view(game.at(position), seat)
        if number == 0:
            first, first_view = position, view
        elif view != first_view:
            continue  # a spectator does not know what a seat knows: only worlds that look the same to it count
        different += position != first
        sent, revealed = asyncio.run(heard(tmp_path / str(number), game_id, seat, position, "a token"))
        if revealed or any(text.startswith("refused ") for text in sent):
            sent = [text for text in sent if not text.startswith(('{"type":"update"', "refused "))]
        told.append(sent)
    assert different, "worlds that differ in nothing prove nothing"
    shortest = min(len(sent) for sent in told)
    assert shortest >= 8
    assert all(sent[:shortest] == told[0][:shortest] for sent in told)


def test_the_cpu_has_luck_of_its_own(tmp_path: Path) -> None:
    """What a CPU does depends on what it sees and on luck that knows nothing of the seed."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    migrate(database)
    server = Server(Settings(database_url=database, cpu_processes=1))
    try:
        lucks = set()
        for seed in ("1", "2"):
            seats = (SeatRecord(HUMAN), SeatRecord(CPU, None, 2))
            record = TableRecord("a" * 16, "card-othello", seed, seats, 1)
            lucks.add(server.hub.position(server.hub._played(record, [])).luck)
            lucks.add(server.hub.position(server.hub._played(replace(record, options={"cards": "off"}), [])).luck)
        assert len(lucks) == 1
    finally:
        server.pool.close()
        server.store.close()


def test_no_token_and_no_seed_is_told_or_logged(tmp_path: Path) -> None:
    with running(tmp_path, TEFUDA_LOG="debug") as server:
        said: list[str] = []
        tokens: list[str] = []
        tables: list[str] = []
        for seats in (["me", "me"], ["me", {"cpu": 1}]):
            table, given = server.table(seats=seats)
            tables.append(table)
            tokens += given
            with server.at(table, given[0]) as one, server.at(table) as looking:
                one.play("place d3")
                one.moved(1)
                looking.moved(1)
                one.play("nonsense")
                said += [*one.raw, *looking.raw]
            with server.bare(table) as wrong:
                wrong.send("hello", protocol=1, build=None, token=f"{given[0]}x", have=None)
                wrong.next()
                said += wrong.raw
        said += [server.http.get(address).text for address in ("/api/tables", "/metrics", f"/api/tables/{tables[0]}")]
        said.append(server.http.get(f"/api/tables/{tables[0]}", headers={"authorization": f"Bearer {tokens[0]}"}).text)
        seeds = seeds_of(server, tables, tokens)
        server.stop()
        said.append(server.log.read_text())
    everything = "\n".join(said)
    assert len(everything) > 5000
    for secret in [*tokens, *seeds]:
        assert secret not in everything
        assert secret.split(".")[0] not in everything


def seeds_of(server: Running, tables: list[str], tokens: list[str]) -> list[str]:
    """The seeds, which a replay shows once the game is over."""
    found = []
    for table, token in zip(tables, (tokens[0], tokens[2]), strict=True):
        with server.at(table, token) as one:
            one.ask("resign")
        found.append(server.get(f"/api/tables/{table}/replay")["seed"])
    return found
