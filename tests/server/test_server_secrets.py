"""Nothing hidden leaves the server: worlds that look the same to a viewer send it the same bytes.

The worlds are the same table with other hidden cards: after some plays everything that a viewer cannot know is drawn
anew, and all that the viewer is sent must be equal to the byte, while the game goes on up to the first action that
reveals something to it. Tokens and seeds are looked for in
everything that a server says and logs.
"""

import asyncio
import base64
import json
from collections.abc import MutableMapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from serving import Running, running

import tefuda
from tefuda import SPECTATOR, Game, Match
from tefuda.core.random import xoshiro
from tefuda.server.app import Server
from tefuda.server.config import Settings
from tefuda.server.http.sockets import Connection
from tefuda.server.store.database import migrate
from tefuda.server.store.rows import insert_table
from tefuda.server.tables.records import CPU, HUMAN, PLAYING, SeatRecord, TableRecord
from tefuda.server.tables.tokens import milliseconds, token_digest

WORLDS = 4
STEPS = 6
WRONG = ["place z9", "nonsense", "pick a1", "use TRAP_WILL", "5H@1", "place a1", "summon spark_imp@1", "pass?"]
"""What a viewer tries, where it may not: how it is refused must tell nothing."""


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

    async def until(self, kind: str, count: int = 1) -> str:
        """The message of this kind that is the so manyth."""
        while True:
            found = [text for text in self.sent if text.startswith(f'{{"type":"{kind}"')]
            if len(found) >= count:
                return found[count - 1]
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 20)


@dataclass
class World:
    """A position, and what is played from there."""

    match: Match
    start: dict[str, Any]


def world_at(game: Game, position: dict[str, Any]) -> World:
    return World(Match(game, 1, position=position), position)


def some_position(game: Game, seat: int, plies: int, seed: int) -> dict[str, Any]:
    """Where a game stands after so many actions, and a seat decides."""
    match = Match(game, seed)
    random = xoshiro(seed, 3)
    while match.ply < plies or (seat != SPECTATOR and match.seat != seat):
        legal = match.legal(match.seat)
        match.play(match.seat, match.ply, legal[random.below(len(legal))])
    return game.position(match.state())


def alike(game: Game, viewer: int, position: dict[str, Any]) -> list[World]:
    """Positions that look the same to a viewer, the true one first."""
    found = [position]
    for number in range(1, WORLDS):
        state = game.at(position)
        # What no seat may know of another one, an onlooker may not know of any.
        for seat in [viewer] if viewer != SPECTATOR else range(game.seats):
            state = state.resample(seat, xoshiro(number, 9))
        found.append(game.position(state))
    assert any(other != position for other in found), "worlds that differ in nothing prove nothing"
    return [world_at(game, one) for one in found]


def play_alike(worlds: list[World], viewer: int) -> None:
    """Play the same in all worlds, for as long as nothing is revealed to the viewer in any."""
    random = xoshiro(5, 5)
    for _ in range(STEPS):
        matches = [world.match for world in worlds]
        if any(match.over for match in matches):
            return
        seat, ply = matches[0].seat, matches[0].ply
        common = [action for action in matches[0].legal(seat) if all(action in match.legal(seat) for match in matches)]
        while common:
            action = common.pop(random.below(len(common)))
            for match in matches:
                match.play(seat, ply, action)
            if not any(event.reveals_to(viewer) for match in matches for event in match.events()):
                break
            for match in matches:
                match.undo()
        if matches[0].ply == ply:
            return


async def heard(folder: Path, viewers: list[int], world: World) -> dict[int, list[str]]:
    """Everything that viewers are sent, from hello on, while they ask all that can be asked and everybody plays."""
    game, actions = world.match.game, world.match.actions
    database = f"sqlite:///{folder / 'tables.db'}"
    folder.mkdir()
    migrate(database)
    server = Server(Settings(database_url=database, cpu_processes=1))
    server.hub.secret = b"the same in all worlds"
    seats = [SeatRecord(HUMAN, "Ann", None, token_digest(f"token {seat}")) for seat in range(game.seats)]
    record = TableRecord(
        id="the-same-table-1",
        game=game.id,
        seed="1",
        seats=tuple(seats),
        created=1,
        start=world.start,
        practice=game.seats == 1,
        started=milliseconds(),
    )
    await server.store.change(lambda connection: insert_table(connection, record, PLAYING))
    sockets: list[asyncio.Future[None]] = []
    told: dict[int, list[Wire]] = {viewer: [] for viewer in viewers}

    async def join(viewer: int, have: int | None = None) -> Wire:
        wire = Wire()
        connection = Connection(wire.receive, wire.send, server.hub)
        sockets.append(asyncio.ensure_future(connection.run(server.pages.build, record.id)))
        token = None if viewer == SPECTATOR else f"token {viewer}"
        wire.say(type="hello", protocol=1, build=None, token=token, have=have)
        await wire.until("welcome")
        told.setdefault(viewer, []).append(wire)
        return wire

    try:
        wires = {viewer: await join(viewer) for viewer in [*range(game.seats), SPECTATOR]}
        for viewer in viewers:
            wire = wires[viewer]
            may = [] if viewer == SPECTATOR else Match(game, 1, position=world.start).legal(viewer)
            for number, wrong in enumerate(WRONG):
                if wrong not in may:
                    wire.say(type="play", id=f"a-wrong-play-{number}", ply=0, action=wrong)
            wire.say(type="describe", id="describe-1")
            wire.say(type="ping")
            await wire.until("pong")
        for ply, action in enumerate(actions):
            seat = world.match.state(ply).seat
            wires[seat].say(type="play", id=f"a-right-play-{ply}", ply=ply, action=action)
            for wire in wires.values():
                await wire.until("update", ply + 1)
            for viewer in viewers:
                wires[viewer].say(type="describe", id=f"describe-{ply + 2}")
                wires[viewer].say(type="ping")
                await wires[viewer].until("pong", ply + 2)
        for viewer in viewers:
            await join(viewer)
            await join(viewer, have=0)
    finally:
        for socket in sockets:
            socket.cancel()
        await asyncio.gather(*sockets, return_exceptions=True)
        await server.hub.close()
        server.pool.close()
        server.store.close()
    # Who is there is told when it suits the server, and is no secret.
    return {
        viewer: [text for wire in told[viewer] for text in wire.sent if not text.startswith('{"type":"presence"')]
        for viewer in viewers
    }


def assert_they_sound_the_same(folder: Path, viewers: list[int], worlds: list[World]) -> None:
    first, *others = [asyncio.run(heard(folder / str(number), viewers, world)) for number, world in enumerate(worlds)]
    for viewer in viewers:
        assert len(first[viewer]) >= len(WRONG) + worlds[0].match.ply
        for other in others:
            assert other[viewer] == first[viewer], f"seat {viewer} can tell two worlds apart"


@pytest.mark.parametrize(
    ("game_id", "viewer", "plies", "least"),
    [
        ("card-othello", 0, 9, 1),
        ("card-othello", 1, 16, 1),
        ("card-othello", SPECTATOR, 12, STEPS),
        ("catalyst", 0, 4, 0),
        ("linkavel", 0, 6, 1),
        ("linkavel", 1, 9, 1),
        ("linkavel", SPECTATOR, 8, 1),
        ("solitaire-tcg", 0, 4, 1),
        ("solitaire-tcg", SPECTATOR, 3, 1),
    ],
)
def test_worlds_that_look_the_same_sound_the_same(
    tmp_path: Path, game_id: str, viewer: int, plies: int, least: int
) -> None:
    game = tefuda.game(game_id)
    worlds = alike(game, viewer, some_position(game, viewer, plies, 11))
    play_alike(worlds, viewer)
    assert worlds[0].match.ply >= least
    assert_they_sound_the_same(tmp_path, [viewer], worlds)


def before_a_trap(plies: int) -> dict[str, Any]:
    """White decides, and can set a trap; after five plies under one of three stones."""
    game = tefuda.game("card-othello")
    match = Match(game, 11)
    for _ in range(plies):
        match.play(match.seat, match.ply, match.legal(match.seat)[0])
    position = game.position(match.state())
    hand, deck = position["hand"]["white"], position["deck"]["white"]
    deck[deck.index("TRAP_WILL")] = hand[0]
    hand[0] = "TRAP_WILL"
    position["charge"]["white"] = 30
    return position


def test_nobody_hears_where_a_trap_is_set(tmp_path: Path) -> None:
    """White uses the card, picks a stone and places one; black and an onlooker listen. The stones are others in every
    world, and so are the cards that white keeps."""
    game = tefuda.game("card-othello")
    worlds = []
    for number in range(3):
        position = before_a_trap(5)
        hand, deck = position["hand"]["white"], position["deck"]["white"]
        hand[1], deck[-1 - number] = deck[-1 - number], hand[1]
        world = world_at(game, position)
        for action in ("use TRAP_WILL", ["pick c3", "pick d4", "pick e5"][number], "place a1"):
            world.match.play(1, world.match.ply, action)
        worlds.append(world)
    assert_they_sound_the_same(tmp_path, [0, SPECTATOR], worlds)


@pytest.mark.parametrize(("viewer", "plies"), [(0, 3), (SPECTATOR, 2)])
def test_nobody_hears_where_a_trap_lies(tmp_path: Path, viewer: int, plies: int) -> None:
    """Black decides and uses a card; or white goes on. (Every flip of white's stones tells where no trap was.)"""
    game = tefuda.game("card-othello")
    match = Match(game, 1, position=before_a_trap(13))
    for action in ["use TRAP_WILL", "pick a1", "place a3"][:plies]:
        match.play(1, match.ply, action)
    worlds = alike(game, viewer, game.position(match.state()))
    traps = {tuple(mark["at"] for mark in world.start["marks"]) for world in worlds}
    assert len(traps) > 1
    play_alike(worlds, viewer)
    assert worlds[0].match.ply >= 1
    assert_they_sound_the_same(tmp_path, [viewer], worlds)


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


@pytest.mark.parametrize("log_format", ["json", "text"])
def test_no_token_and_no_seed_is_told_or_logged(tmp_path: Path, log_format: str) -> None:
    with running(tmp_path, TEFUDA_LOG="debug", TEFUDA_LOG_FORMAT=log_format) as server:
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
        kept = on_disk(tmp_path)
        seeds = seeds_of(server, tables, tokens)
        server.stop()
        kept += on_disk(tmp_path)
        log = server.log.read_text()
        said += [log, server.printed.read_text()]
    everything = "\n".join(said)
    assert len(everything) > 5000
    for secret in [*tokens, *seeds]:
        assert secret not in everything
        assert secret.split(".")[0] not in everything
    assert tables[0].encode() in kept, "what is kept is looked at"
    for token in tokens:
        raw = base64.urlsafe_b64decode(f"{token}=")
        assert len(raw) == 32
        for form in (token.encode(), raw, raw.hex().encode()):
            assert form not in kept
    if log_format == "text":
        assert " GET /metrics 200 " in log
        return
    lines = [json.loads(line) for line in log.splitlines()]
    assert any(line["level"] == "debug" for line in lines)
    assert any(line.get("path") == "/metrics" for line in lines)


def on_disk(folder: Path) -> bytes:
    """Every byte of the database, and of what SQLite keeps beside it."""
    return b"".join(path.read_bytes() for path in sorted(folder.glob("tables.db*")))


def seeds_of(server: Running, tables: list[str], tokens: list[str]) -> list[str]:
    """The seeds, which a replay shows once the game is over."""
    found = []
    for table, token in zip(tables, (tokens[0], tokens[2]), strict=True):
        with server.at(table, token) as one:
            one.ask("resign")
        found.append(server.get(f"/api/tables/{table}/replay")["seed"])
    return found
