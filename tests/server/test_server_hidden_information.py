"""Hidden information: a viewer gets the same bytes from all worlds that it cannot distinguish.

The worlds are copies of a table with different hidden cards. The game continues until an action reveals something to
the viewer; up to then, all messages to the viewer must be equal. Tokens and seeds must not appear in messages or logs.
"""

import asyncio
import base64
import json
import secrets
from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from server_process import RunningServer, run_server

import tefuda
from tefuda import SPECTATOR, Game, Match
from tefuda.core.random import xoshiro
from tefuda.server.app import Server
from tefuda.server.config import Settings
from tefuda.server.http.sockets import Connection
from tefuda.server.store.database import migrate
from tefuda.server.store.rows import insert_table
from tefuda.server.tables.fair_deal import commitment_to
from tefuda.server.tables.records import CPU, HUMAN, PLAYING, SeatRecord, TableRecord
from tefuda.server.tables.tokens import token_digest

WORLDS = 4
NOW = 1_000
"""The time of all actions in all worlds."""
STEPS = 6
WRONG_ACTIONS = ["place z9", "nonsense", "pick a1", "use TRAP_WILL", "5H@1", "place a1", "summon spark_imp@1", "pass?"]
"""Actions that a viewer tries when they are illegal. The errors must reveal nothing."""


class FakeSocket:
    """A client socket in memory that records all messages."""

    def __init__(self) -> None:
        self.on_writable: Callable[[], None] | None = None
        self.is_writable = True
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[str] = []
        self.changed = asyncio.Event()
        self.incoming.put_nowait({"type": "websocket.connect"})

    async def receive(self) -> MutableMapping[str, Any]:
        return await self.incoming.get()

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Accept or close: there is nothing to do."""

    def write_texts(self, texts: Iterable[str]) -> None:
        self.sent += texts
        self.changed.set()

    def put(self, **message: Any) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def until(self, kind: str, count: int = 1) -> str:
        """Wait for the `count`-th message of a kind and return it."""
        while True:
            found = [text for text in self.sent if text.startswith(f'{{"type":"{kind}"')]
            if len(found) >= count:
                return found[count - 1]
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 20)


@dataclass
class World:
    """A position and the match played from there."""

    match: Match
    start: dict[str, Any]


def world_at(game: Game, position: dict[str, Any]) -> World:
    return World(Match(game, 1, position=position), position)


def random_position(game: Game, seat: int, plies: int, seed: int) -> dict[str, Any]:
    """Return a position after about `plies` random actions in which `seat` decides."""
    match = Match(game, seed)
    random = xoshiro(seed, 3)
    while match.ply < plies or (seat != SPECTATOR and match.seat != seat):
        legal = match.legal(match.seat)
        match.play(match.seat, match.ply, legal[random.below(len(legal))])
    return game.position(match.state())


def indistinguishable_worlds(game: Game, viewer: int, position: dict[str, Any]) -> list[World]:
    """Return worlds that a viewer cannot distinguish, the true one first."""
    found = [position]
    for number in range(1, WORLDS):
        state = game.at(position)
        # A spectator may know no hidden card of any seat.
        for seat in [viewer] if viewer != SPECTATOR else range(game.seats):
            state = state.resample(seat, xoshiro(number, 9))
        found.append(game.position(state))
    assert any(other != position for other in found), "at least one world must differ"
    return [world_at(game, one) for one in found]


def play_until_revealed(worlds: list[World], viewer: int) -> None:
    """Play the same actions in all worlds until one reveals something to the viewer."""
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


async def sent_messages(folder: Path, viewers: list[int], world: World) -> dict[int, list[str]]:
    """Return all messages to the viewers while they send every kind of request and the game is played."""
    game, actions = world.match.game, world.match.actions
    database = f"sqlite:///{folder / 'tables.db'}"
    folder.mkdir()
    migrate(database)
    server = Server(Settings(database_url=database, cpu_processes=1))
    server.hub.secret = b"the same in all worlds"
    server.hub.clock.now = lambda: NOW  # type: ignore[method-assign]
    seats = [SeatRecord(HUMAN, "Ann", None, token_digest(f"token {seat}")) for seat in range(game.seats)]
    record = TableRecord(
        id="the-same-table-1",
        game=game.id,
        seed="1",
        seats=tuple(seats),
        created=1,
        start=world.start,
        practice=game.seats == 1,
        started=NOW,
    )
    await server.store.write(lambda connection: insert_table(connection, record, PLAYING))
    sockets: list[asyncio.Future[None]] = []
    sockets_of: dict[int, list[FakeSocket]] = {viewer: [] for viewer in viewers}

    async def join(viewer: int, have: int | None = None) -> FakeSocket:
        socket_end = FakeSocket()
        connection = Connection(socket_end, server.hub)
        sockets.append(asyncio.ensure_future(connection.run(server.client_files.build, record.id)))
        token = None if viewer == SPECTATOR else f"token {viewer}"
        socket_end.put(type="hello", protocol=2, build=None, token=token, have=have)
        await socket_end.until("welcome")
        sockets_of.setdefault(viewer, []).append(socket_end)
        return socket_end

    try:
        socket_ends = {viewer: await join(viewer) for viewer in [*range(game.seats), SPECTATOR]}
        for viewer in viewers:
            socket_end = socket_ends[viewer]
            may = [] if viewer == SPECTATOR else Match(game, 1, position=world.start).legal(viewer)
            for number, wrong in enumerate(WRONG_ACTIONS):
                if wrong not in may:
                    socket_end.put(type="play", id=f"a-wrong-play-{number}", ply=0, action=wrong)
            socket_end.put(type="describe", id="describe-1")
            socket_end.put(type="view")
            socket_end.put(type="ping")
            await socket_end.until("pong")
        for ply, action in enumerate(actions):
            seat = world.match.state(ply).seat
            socket_ends[seat].put(type="play", id=f"a-right-play-{ply}", ply=ply, action=action)
            for socket_end in socket_ends.values():
                await socket_end.until("update", ply + 1)
            for viewer in viewers:
                socket_ends[viewer].put(type="describe", id=f"describe-{ply + 2}")
                socket_ends[viewer].put(type="view")
                socket_ends[viewer].put(type="ping")
                await socket_ends[viewer].until("pong", ply + 2)
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
    # Presence is public, and its timing varies.
    return {
        viewer: [
            text
            for socket_end in sockets_of[viewer]
            for text in socket_end.sent
            if not text.startswith('{"type":"presence"')
        ]
        for viewer in viewers
    }


def assert_same_messages(folder: Path, viewers: list[int], worlds: list[World]) -> None:
    first, *others = [
        asyncio.run(sent_messages(folder / str(number), viewers, world)) for number, world in enumerate(worlds)
    ]
    for viewer in viewers:
        assert len(first[viewer]) >= len(WRONG_ACTIONS) + worlds[0].match.ply
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
def test_indistinguishable_worlds_send_same_messages(
    tmp_path: Path, game_id: str, viewer: int, plies: int, least: int
) -> None:
    game = tefuda.game(game_id)
    worlds = indistinguishable_worlds(game, viewer, random_position(game, viewer, plies, 11))
    play_until_revealed(worlds, viewer)
    assert worlds[0].match.ply >= least
    assert_same_messages(tmp_path, [viewer], worlds)


def position_before_trap(plies: int) -> dict[str, Any]:
    """Return a position in which white can set a trap; after five plies, under one of three stones."""
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


def test_setting_a_trap_reveals_nothing(tmp_path: Path) -> None:
    """White uses the card, picks a stone and places one. The stone and white's other cards differ in every world."""
    game = tefuda.game("card-othello")
    worlds = []
    for number in range(3):
        position = position_before_trap(5)
        hand, deck = position["hand"]["white"], position["deck"]["white"]
        hand[1], deck[-1 - number] = deck[-1 - number], hand[1]
        world = world_at(game, position)
        for action in ("use TRAP_WILL", ["pick c3", "pick d4", "pick e5"][number], "place a1"):
            world.match.play(1, world.match.ply, action)
        worlds.append(world)
    assert_same_messages(tmp_path, [0, SPECTATOR], worlds)


@pytest.mark.parametrize(("viewer", "plies"), [(0, 3), (SPECTATOR, 2)])
def test_lying_trap_reveals_nothing(tmp_path: Path, viewer: int, plies: int) -> None:
    """Black uses a card, or white continues. (Every flip of a white stone shows that it had no trap.)"""
    game = tefuda.game("card-othello")
    match = Match(game, 1, position=position_before_trap(13))
    for action in ["use TRAP_WILL", "pick a1", "place a3"][:plies]:
        match.play(1, match.ply, action)
    worlds = indistinguishable_worlds(game, viewer, game.position(match.state()))
    traps = {tuple(mark["at"] for mark in world.start["marks"]) for world in worlds}
    assert len(traps) > 1
    play_until_revealed(worlds, viewer)
    assert worlds[0].match.ply >= 1
    assert_same_messages(tmp_path, [viewer], worlds)


def test_cpu_random_seed_is_independent_of_deal(tmp_path: Path) -> None:
    """The random seed of a CPU decision depends on the table and the ply only."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    migrate(database)
    server = Server(Settings(database_url=database, cpu_processes=1))
    try:
        random_seeds = set()
        for seed in ("1", "2"):
            seats = (SeatRecord(HUMAN), SeatRecord(CPU, None, 2))
            record = TableRecord("a" * 16, "card-othello", seed, seats, 1)
            random_seeds.add(server.hub.snapshot(server.hub._build_table(record, [])).random_seed)
            random_seeds.add(
                server.hub.snapshot(server.hub._build_table(replace(record, options={"cards": "off"}), [])).random_seed
            )
        assert len(random_seeds) == 1
    finally:
        server.pool.close()
        server.store.close()


@pytest.mark.parametrize("log_format", ["json", "text"])
def test_tokens_and_seeds_are_never_sent_or_logged(tmp_path: Path, log_format: str) -> None:
    with run_server(tmp_path, TEFUDA_LOG="debug", TEFUDA_LOG_FORMAT=log_format) as server:
        incoming: list[str] = []
        tokens: list[str] = []
        tables: list[str] = []
        for seats in (["me", "me"], ["me", {"cpu": 1}]):
            contribution = secrets.token_hex(32)
            table, given = server.table(seats=seats, commitment=commitment_to(contribution))
            tables.append(table)
            tokens += given
            revealed = server.http.post(
                f"/api/tables/{table}/reveal", json={"token": given[0], "contribution": contribution}
            )
            incoming.append(revealed.text)
            with server.at(table, given[0]) as one, server.at(table) as looking:
                one.play("place d3")
                one.wait_for_entries(1)
                looking.wait_for_entries(1)
                one.play("nonsense")
                incoming += [*one.raw, *looking.raw]
            with server.connect_only(table) as wrong:
                wrong.send("hello", protocol=2, build=None, token=f"{given[0]}x", have=None)
                wrong.next()
                incoming += wrong.raw
        incoming += [
            server.http.get(address).text for address in ("/api/tables", "/metrics", f"/api/tables/{tables[0]}")
        ]
        incoming.append(
            server.http.get(f"/api/tables/{tables[0]}", headers={"authorization": f"Bearer {tokens[0]}"}).text
        )
        stored = database_bytes(tmp_path)
        seeds = seeds_of(server, tables, tokens)
        server.stop()
        stored += database_bytes(tmp_path)
        log = server.log.read_text()
        incoming += [log, server.printed.read_text()]
    everything = "\n".join(incoming)
    assert len(everything) > 5000
    for secret in [*tokens, *seeds]:
        assert secret not in everything
        assert secret.split(".")[0] not in everything
    assert tables[0].encode() in stored, "the database file contains the tables"
    for token in tokens:
        raw = base64.urlsafe_b64decode(f"{token}=")
        assert len(raw) == 32
        for form in (token.encode(), raw, raw.hex().encode()):
            assert form not in stored
    if log_format == "text":
        assert " GET /metrics 200 " in log
        return
    lines = [json.loads(line) for line in log.splitlines()]
    assert any(line["level"] == "debug" for line in lines)
    assert any(line.get("path") == "/metrics" for line in lines)


def database_bytes(folder: Path) -> bytes:
    """Return the bytes of all database files, including SQLite's journal."""
    return b"".join(path.read_bytes() for path in sorted(folder.glob("tables.db*")))


def seeds_of(server: RunningServer, tables: list[str], tokens: list[str]) -> list[str]:
    """Resign all games and return their seeds, and the secrets and contributions that they follow from."""
    found = []
    for table, token in zip(tables, (tokens[0], tokens[2]), strict=True):
        with server.at(table, token) as one:
            one.ask("resign")
        over = server.get(f"/api/tables/{table}")
        found += [over["seed"], over["secret"], over["seats"][0]["contribution"]]
    return found
