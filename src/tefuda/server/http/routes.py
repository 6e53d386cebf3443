"""REST: games, tables, seats, replays."""

from collections.abc import Coroutine
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request
from fastapi import Path as InPath
from sqlalchemy import Connection, select, text
from starlette.responses import Response

from tefuda.core.errors import Conflict, NotFound, TooManyRequests
from tefuda.core.replay import record as recorded
from tefuda.core.text import Message
from tefuda.server.game_list import described_cards, described_game
from tefuda.server.http.models import (
    CardBody,
    FramesBody,
    GamesBody,
    NewTable,
    ParBody,
    Quick,
    RefusalBody,
    ReplayBody,
    RulesBody,
    SeatedBody,
    Sit,
    TableBody,
)
from tefuda.server.http.rulebooks import title_and_html
from tefuda.server.http.security import TOO_MANY, group_of
from tefuda.server.jobs.jobs import Frames
from tefuda.server.puzzles import puzzle_of
from tefuda.server.rate_limits import Buckets
from tefuda.server.store.rows import change_opening, insert_table, listed_tables, read_table, take_seat, waiting_table
from tefuda.server.store.schema import SEATS
from tefuda.server.tables.create_table import finished, game_of, new_table, proved, quick_table
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.messages import PROTOCOL
from tefuda.server.tables.records import Entry, TableRecord
from tefuda.server.tables.room import Live
from tefuda.server.tables.table import NO_TABLE, clock_of, seats_of
from tefuda.server.tables.tokens import clean_name, milliseconds, new_token, status_of, token_digest, with_deck

MOST_LISTED: Final = 100
MATCHING: Final = 7_365_902
"""The number of the lock that keeps two who want a quick match from missing each other."""
TAKEN: Final = Message("seat_taken", "That seat is taken.", "その席はもう埋まっています。")
SVG: Final = "image/svg+xml"
NO_PICTURE: Final = Message("no_picture", "This game has no picture.", "このゲームの画像はありません。")
NO_RULES: Final = Message("no_rules", "There is no rulebook for this game.", "このゲームのルールブックはありません。")

GameId = Annotated[str, InPath(max_length=60)]
Id = Annotated[str, InPath(max_length=60)]
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": RefusalBody} for status in (400, 403, 404, 405, 409, 413, 422, 429, 503)
}


def api_routes(hub: Hub, build: str) -> APIRouter:
    """Everything under /api but the sockets."""
    router = APIRouter(prefix="/api", responses=REFUSALS)
    per_hour = hub.settings.tables_an_hour
    making = Buckets(per_hour / 3600, per_hour)
    listed = {"build": build, "protocol": PROTOCOL, "games": [described_game(game) for game in hub.games.values()]}
    cards = {name: described_cards(game) for name, game in hub.games.items()}

    def may_make(request: Request) -> None:
        if not making.take(group_of(request.scope)):
            raise TooManyRequests(TOO_MANY)

    @router.get("/games", response_model=GamesBody)
    async def games() -> Any:
        return listed

    @router.get("/games/{game}/cards", response_model=list[CardBody])
    async def gallery(game: GameId) -> Any:
        return cards[game_of(hub, game).id]

    @router.get("/games/{game}/picture", response_class=Response, responses={200: {"content": {SVG: {}}}})
    async def picture(game: GameId) -> Response:
        content = game_of(hub, game).texts.picture()
        if not content:
            raise NotFound(NO_PICTURE)
        return Response(content, media_type=SVG, headers={"cache-control": "max-age=3600"})

    @router.get("/games/{game}/rules", response_model=RulesBody)
    async def rules(game: GameId, language: Literal["en", "ja"] = "en") -> Any:
        book = title_and_html(game_of(hub, game), language)
        if book is None:
            raise NotFound(NO_RULES)
        return book

    @router.get("/tables", response_model=list[TableBody])
    async def tables(
        game: Annotated[str | None, Query(max_length=60)] = None, status: Literal["open", "playing"] = "open"
    ) -> Any:
        wanted = game_of(hub, game).id if game else None
        now = milliseconds()
        found = await hub.store.read(lambda connection: listed_tables(connection, wanted, status, now, MOST_LISTED))
        return [summary(hub, record, last) for record, last in found if record.game in hub.games]

    @router.post("/tables", response_model=SeatedBody)
    async def create(request: Request, asked: NewTable) -> Any:
        may_make(request)
        record, tokens = await new_table(hub, asked)
        await hub.store.change(lambda connection: insert_table(connection, record, status_of(record)))
        return await seated(hub, record.id, tokens)

    @router.post("/tables/quick", response_model=SeatedBody)
    async def quick(request: Request, asked: Quick) -> Any:
        may_make(request)
        game = game_of(hub, asked.game)
        record, token = quick_table(game, asked.name)
        name, seat = await hub.store.change(lambda connection: match_up(connection, hub, record, asked.name, token))
        if name != record.id:
            await hub.seated(name)
        return await seated(hub, name, [(seat, token)])

    @router.get("/tables/{id}", response_model=TableBody)
    async def table(id: Id) -> Any:  # noqa: A002
        return await described(hub, id)

    @router.post("/tables/{id}/seats", response_model=SeatedBody)
    async def sit(id: Id, asked: Sit) -> Any:  # noqa: A002
        game = (await opened(hub, id)).table.game
        token, now, name = new_token(), milliseconds(), clean_name(asked.name)
        digest = token_digest(token)

        def sit_down(connection: Connection) -> int | None:
            seat = take_seat(connection, id, asked.seat, name, digest, now)
            if seat is not None and asked.deck is not None:
                record = read_table(connection, id)
                assert record is not None
                change_opening(connection, with_deck(record, game, seat, asked.deck))
            return seat

        seat = await hub.store.change(sit_down, tells=id)
        if seat is None:
            raise Conflict(TAKEN)
        await hub.seated(id)
        return await seated(hub, id, [(seat, token)])

    @router.get("/tables/{id}/replay", response_model=ReplayBody)
    async def replay(id: Id) -> Any:  # noqa: A002
        return recorded((await finished(hub, id)).match)

    @router.get("/tables/{id}/par", response_model=ParBody)
    async def par(request: Request, id: Id) -> Any:  # noqa: A002
        return await labour(hub, request, proved(hub, id))

    @router.post("/replays", response_model=FramesBody)
    async def frames(request: Request, replay: dict[str, Any], seat: Annotated[int, Query(ge=-1, le=7)] = 0) -> Any:
        shown = await labour(hub, request, hub.pool.ask(Frames(replay, seat)))
        return Response(shown, media_type="application/json")

    return router


async def labour(hub: Hub, request: Request, work: Coroutine[Any, Any, Any]) -> Any:
    """What takes seconds: few at once for each address."""
    address = group_of(request.scope)
    if not hub.labours.take(address):
        work.close()
        raise TooManyRequests(TOO_MANY)
    try:
        return await work
    finally:
        hub.labours.give_back(address)


async def opened(hub: Hub, name: str) -> Live:
    live = await hub.open(name)
    if live is None:
        raise NotFound(NO_TABLE)
    return live


async def described(hub: Hub, name: str) -> dict[str, Any]:
    """A table as everybody may know it."""
    live = await opened(hub, name)
    async with live.lock:
        return live.table.described()


async def seated(hub: Hub, name: str, tokens: list[tuple[int, str]]) -> dict[str, Any]:
    seats = [{"seat": seat, "token": token} for seat, token in tokens]
    return {"table": await described(hub, name), "seats": seats}


def match_up(connection: Connection, hub: Hub, record: TableRecord, name: str | None, token: str) -> tuple[str, int]:
    """Join who waits longest, or wait at a new table; which table and seat it came to."""
    if hub.store.shared:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MATCHING})"))
    digest = token_digest(token)
    done = connection.execute(select(SEATS.c.table, SEATS.c.seat).where(SEATS.c.token == digest)).first()
    if done is not None:
        return done.table, done.seat
    waiting = waiting_table(connection, record.game, record.created) if record.waiting else None
    if waiting is not None:
        seat = take_seat(connection, waiting, None, clean_name(name), digest, record.created)
        if seat is not None:
            if hub.store.shared:
                hub.store.tell_to_look(connection, [waiting])
            return waiting, seat
    insert_table(connection, record, status_of(record))
    return record.id, 0


def summary(hub: Hub, record: TableRecord, last: Entry | None) -> dict[str, Any]:
    """A table for a list: from the last entry of its log, without playing it out."""
    game = hub.games[record.game]
    status = status_of(record)
    turn = None if record.waiting else record.first if last is None else last.turn
    return {
        "id": record.id,
        "game": record.game,
        "options": record.options,
        "status": status,
        "seats": seats_of(record, game),
        "practice": record.practice,
        "public": record.public,
        "clock": clock_of(record),
        "commitment": record.commitment,
        "created": record.created,
        "number": 0 if last is None else last.number + 1,
        "ply": 0 if last is None else last.ply,
        "turn": turn,
        "result": None,
        "outcomes": None,
        "ended": None,
        "rematch": None,
        "daily": record.daily,
        "puzzle": puzzle_of(record.game, record.puzzle),
    }
