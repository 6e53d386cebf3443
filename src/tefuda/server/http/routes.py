"""REST: games, tables, seats, replays."""

from collections.abc import Coroutine
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request
from fastapi import Path as InPath
from sqlalchemy import Connection, select, text
from starlette.responses import Response

from tefuda.core.errors import Conflict, NotFound, TefudaError, TooManyRequests
from tefuda.core.how_to_play import find_how_to_play
from tefuda.core.replay import record as record_replay
from tefuda.core.text import Message
from tefuda.core.tutorial import find_tutorial
from tefuda.server.game_list import card_bodies, game_body, in_lobby_order
from tefuda.server.http.models import (
    CancelTable,
    CardBody,
    ChancesBody,
    ErrorBody,
    FramesBody,
    GamesBody,
    HowToPlayBody,
    NewTable,
    ParBody,
    QuickMatch,
    ReplayBody,
    RevealContribution,
    RulesBody,
    SeatedBody,
    TableBody,
    TableId,
    TakeSeat,
    TutorialBody,
)
from tefuda.server.http.rulebooks import title_and_html
from tefuda.server.http.security import TOO_MANY_REQUESTS, client_group
from tefuda.server.jobs.jobs import ChancesJob, ReplayFramesJob
from tefuda.server.puzzles import puzzle_of
from tefuda.server.store.rows import (
    ListedTable,
    delete_open_table,
    insert_table,
    list_public_tables,
    list_tables_by_id,
    lock_table,
    oldest_waiting_table,
    read_table,
    take_seat,
    update_contribution,
    update_deal,
)
from tefuda.server.store.schema import SEATS
from tefuda.server.tables.create_table import game_of, load_revealed_table, make_quick_table, make_table, prove_deal
from tefuda.server.tables.fair_deal import check_contribution, deal
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.messages import PROTOCOL
from tefuda.server.tables.records import HUMAN, SeatRecord, TableRecord
from tefuda.server.tables.room import Room
from tefuda.server.tables.table import TABLE_NOT_FOUND, WRONG_TOKEN, clock_of, deal_of, seats_of
from tefuda.server.tables.tokens import (
    clean_name,
    milliseconds,
    new_token,
    set_deck,
    status_of,
    token_digest,
)
from tefuda.server.tutorials import how_to_play_body, tutorial_body

MAX_LISTED_TABLES: Final = 100
QUICK_MATCH_LOCK: Final = 7_365_902
"""Key of the PostgreSQL lock that serializes quick matches."""
SEAT_TAKEN: Final = Message("seat_taken", "The seat is taken.", "その席はすでに埋まっています。")
ALREADY_STARTED: Final = Message("already_started", "The game has already started.", "ゲームはすでに始まっています。")
SVG: Final = "image/svg+xml"
NO_PICTURE: Final = Message("no_picture", "This game has no picture.", "このゲームの画像はありません。")
NO_TUTORIAL: Final = Message("no_tutorial", "This game has no tutorial.", "このゲームのチュートリアルはありません。")
NO_INTRODUCTION: Final = Message(
    "no_introduction", "This game has no introduction.", "このゲームの遊び方はありません。"
)
NO_RULES: Final = Message("no_rules", "This game has no rulebook.", "このゲームのルールブックはありません。")

REPLAY_REQUEST: Final = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
}
"""The body of a route that takes a replay in the OpenAPI document. A job process parses it."""
GameId = Annotated[str, InPath(max_length=60)]
Id = Annotated[str, InPath(max_length=60)]
ERROR_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": ErrorBody} for status in (400, 403, 404, 405, 409, 413, 422, 429, 503)
}


def api_routes(hub: Hub, build: str) -> APIRouter:
    """Return the routes for games, tables, seats and replays."""
    router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)
    game_list = {
        "build": build,
        "protocol": PROTOCOL,
        "games": [game_body(game, hub.bots.values()) for game in in_lobby_order(hub.games.values())],
    }
    cards = {name: card_bodies(game) for name, game in hub.games.items()}
    tutorials: dict[str, dict[str, Any]] = {}
    introductions: dict[str, dict[str, Any]] = {}

    @router.get("/games", response_model=GamesBody)
    async def games() -> Any:
        return game_list

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

    @router.get("/games/{game}/tutorial", response_model=TutorialBody, response_model_exclude_unset=True)
    async def tutorial(game: GameId) -> Any:
        named = game_of(hub, game)
        if named.id not in tutorials:
            found = find_tutorial(named)
            if found is None:
                raise NotFound(NO_TUTORIAL)
            tutorials[named.id] = tutorial_body(found)
        return tutorials[named.id]

    @router.get("/games/{game}/how-to-play", response_model=HowToPlayBody)
    async def how_to_play(game: GameId) -> Any:
        named = game_of(hub, game)
        if named.id not in introductions:
            found = find_how_to_play(named)
            if found is None:
                raise NotFound(NO_INTRODUCTION)
            introductions[named.id] = how_to_play_body(found)
        return introductions[named.id]

    @router.get("/tables", response_model=list[TableBody])
    async def tables(
        game: Annotated[str | None, Query(max_length=60)] = None,
        status: Literal["open", "playing"] = "open",
        id: Annotated[list[TableId] | None, Query(max_length=MAX_LISTED_TABLES)] = None,  # noqa: A002
    ) -> Any:
        wanted = game_of(hub, game).id if game else None
        now = milliseconds()

        def find(connection: Connection) -> list[ListedTable]:
            if id is not None:
                return list_tables_by_id(connection, id)
            return list_public_tables(connection, wanted, status, now, MAX_LISTED_TABLES)

        return [list_item(hub, table) for table in await hub.store.read(find) if table.record.game in hub.games]

    @router.post("/tables", response_model=SeatedBody)
    async def create(body: NewTable) -> Any:
        await hub.table_limits.check()
        creator = hub.table_limits.creator()
        record, tokens = await make_table(hub, body)
        await hub.store.write(lambda connection: insert_table(connection, record, status_of(record), creator))
        return await seated_body(hub, record.id, tokens)

    @router.post("/tables/quick", response_model=SeatedBody)
    async def quick(body: QuickMatch) -> Any:
        await hub.table_limits.check()
        game = game_of(hub, body.game)
        record, token = make_quick_table(hub, game, body)
        creator = hub.table_limits.creator()
        name, seat = await hub.store.write(
            lambda connection: join_or_create(connection, hub, record, body, token, creator)
        )
        if name != record.id:
            await hub.refresh_seats(name)
        return await seated_body(hub, name, [(seat, token)])

    @router.get("/tables/{id}", response_model=TableBody)
    async def table(id: Id) -> Any:  # noqa: A002
        return await table_body(hub, id)

    @router.post("/tables/{id}/seats", response_model=SeatedBody)
    async def sit(id: Id, body: TakeSeat) -> Any:  # noqa: A002
        await require_room(hub, id)
        token = new_token()
        seat = await hub.store.write(lambda connection: sit_down(connection, hub, id, body, token), notify=id)
        if seat is None:
            raise Conflict(SEAT_TAKEN)
        await hub.refresh_seats(id)
        return await seated_body(hub, id, [(seat, token)])

    @router.post("/tables/{id}/reveal", response_model=TableBody)
    async def reveal(id: Id, body: RevealContribution) -> Any:  # noqa: A002
        await require_room(hub, id)
        await hub.store.write(lambda connection: reveal_contribution(connection, hub, id, body), notify=id)
        await hub.refresh_seats(id)
        return await table_body(hub, id)

    @router.post("/tables/{id}/cancel", response_model=TableBody)
    async def cancel(id: Id, body: CancelTable) -> Any:  # noqa: A002
        shown = await table_body(hub, id)
        digest = token_digest(body.token)
        cancelled = await hub.store.write(lambda connection: delete_open_table(connection, id, digest), notify=id)
        if cancelled is None:
            raise TefudaError(WRONG_TOKEN)
        if not cancelled:
            raise Conflict(ALREADY_STARTED)
        await hub.refresh(id)
        return shown

    @router.get("/tables/{id}/replay", response_model=ReplayBody)
    async def replay(id: Id) -> Any:  # noqa: A002
        return record_replay((await load_revealed_table(hub, id)).match)

    @router.get("/tables/{id}/par", response_model=ParBody)
    async def par(request: Request, id: Id) -> Any:  # noqa: A002
        return await run_limited(hub, request, prove_deal(hub, id))

    @router.post("/replays", response_model=FramesBody, openapi_extra=REPLAY_REQUEST)
    async def frames(request: Request, seat: Annotated[int, Query(ge=-1, le=7)] = 0) -> Any:
        replay = await request.body()
        shown = await run_limited(hub, request, hub.pool.run(ReplayFramesJob(replay, seat)))
        return Response(shown, media_type="application/json")

    @router.post("/replays/chances", response_model=ChancesBody, openapi_extra=REPLAY_REQUEST)
    async def chances(request: Request, seat: Annotated[int, Query(ge=0, le=7)] = 0) -> Any:
        replay = await request.body()
        return await run_limited(hub, request, hub.pool.run(ChancesJob(replay, seat)))

    return router


async def run_limited(hub: Hub, request: Request, work: Coroutine[Any, Any, Any]) -> Any:
    """Run a job that takes seconds. Raises `TooManyRequests` if the address has too many running."""
    address = client_group(request.scope)
    if not hub.jobs_per_address.acquire(address):
        work.close()
        raise TooManyRequests(TOO_MANY_REQUESTS)
    try:
        return await work
    finally:
        hub.jobs_per_address.release(address)


async def require_room(hub: Hub, name: str) -> Room:
    """Return a table; raises `NotFound`."""
    room = await hub.find_room(name)
    if room is None:
        raise NotFound(TABLE_NOT_FOUND)
    return room


async def table_body(hub: Hub, name: str) -> dict[str, Any]:
    """Return the public data of a table."""
    room = await require_room(hub, name)
    async with room.lock:
        return room.table.summary()


async def seated_body(hub: Hub, name: str, tokens: list[tuple[int, str]]) -> dict[str, Any]:
    """Return a table and the seats of the client with their tokens."""
    seats = [{"seat": seat, "token": token} for seat, token in tokens]
    return {"table": await table_body(hub, name), "seats": seats}


def sit_down(connection: Connection, hub: Hub, table: str, request: TakeSeat | QuickMatch, token: str) -> int | None:
    """Take an open seat, with the requested deck; return the seat, or None if it is taken.

    The last seat starts the game, unless players have committed to contributions.
    """
    wanted = request.seat if isinstance(request, TakeSeat) else None
    person = SeatRecord(HUMAN, clean_name(request.name), None, token_digest(token), request.commitment)
    lock_table(connection, table)
    seat = take_seat(connection, table, person, wanted)
    record = read_table(connection, table)
    if seat is None or record is None:
        return None
    if record.started is not None:
        return seat
    game = hub.games[record.game]
    if request.deck is not None:
        record = set_deck(record, game, seat, request.deck)
    record = deal(record, game, hub.clock.now())
    update_deal(connection, record, status_of(record))
    return seat


def reveal_contribution(connection: Connection, hub: Hub, table: str, request: RevealContribution) -> None:
    """Store the contribution of a seat. The last one fixes the seed and starts the game."""
    lock_table(connection, table)
    record = read_table(connection, table)
    if record is None:
        raise NotFound(TABLE_NOT_FOUND)
    digest = token_digest(request.token)
    for number, seat in enumerate(record.seats):
        if seat.token == digest:
            check_contribution(record, seat, request.contribution)
            if seat.contribution is None:
                update_contribution(connection, table, number, request.contribution)
                seats = [*record.seats]
                seats[number] = replace(seat, contribution=request.contribution)
                record = deal(replace(record, seats=tuple(seats)), hub.games[record.game], hub.clock.now())
                update_deal(connection, record, status_of(record))
            return
    raise TefudaError(WRONG_TOKEN)


def join_or_create(
    connection: Connection, hub: Hub, record: TableRecord, request: QuickMatch, token: str, creator: str | None
) -> tuple[str, int]:
    """Join the table that has waited longest, or create one; return the table and the seat."""
    if hub.store.shared:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({QUICK_MATCH_LOCK})"))
    digest = token_digest(token)
    done = connection.execute(select(SEATS.c.table, SEATS.c.seat).where(SEATS.c.token == digest)).first()
    if done is not None:
        return done.table, done.seat
    waiting = oldest_waiting_table(connection, record.game, record.created) if record.has_open_seat else None
    if waiting is not None:
        seat = sit_down(connection, hub, waiting, request, token)
        if seat is not None:
            if hub.store.shared:
                hub.store.notify_tables(connection, [waiting])
            return waiting, seat
    insert_table(connection, record, status_of(record), creator)
    return record.id, 0


def list_item(hub: Hub, table: ListedTable) -> dict[str, Any]:
    """Return a table for a list. It uses the last entry of the log and does not replay the game."""
    record, last, result = table.record, table.last, table.result
    game = hub.games[record.game]
    turn = None if record.waiting else record.first if last is None else last.turn
    return {
        "id": record.id,
        "game": record.game,
        "options": record.options,
        "status": table.status,
        "seats": seats_of(record, game, table.status),
        "practice": record.practice,
        "public": record.public,
        "quick": record.quick,
        "clock": clock_of(record),
        **deal_of(record, table.status),
        "created": record.created,
        "updated": record.created if last is None else last.at,
        "number": 0 if last is None else last.number + 1,
        "ply": 0 if last is None else last.ply,
        "turn": turn,
        "result": result,
        "outcomes": None if result is None else game.outcomes(result),
        "ended": table.ended,
        "rematch": record.rematch,
        "daily": record.daily,
        "puzzle": puzzle_of(record.game, record.puzzle),
    }
