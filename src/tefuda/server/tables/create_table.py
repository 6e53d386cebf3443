"""From what somebody asks for to a new table: which cards, which position, who sits where, and what may go together."""

import asyncio
import json
from dataclasses import dataclass, replace
from typing import Any, Final

from tefuda.core.errors import Conflict, NotFound, TefudaError
from tefuda.core.game import Game
from tefuda.core.seed import format_seed, parse_seed
from tefuda.core.text import Message
from tefuda.server.http.models import CpuSeat, FromPosition, FromPuzzle, FromReplay, FromTable, NewTable, SameAs, Seeded
from tefuda.server.jobs.author_jobs import position_text
from tefuda.server.jobs.jobs import Author, Branch, Par
from tefuda.server.puzzles import puzzles_of
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.records import CPU, HUMAN, OPEN, Clock, SeatRecord, TableRecord
from tefuda.server.tables.table import NO_TABLE, NOT_OVER, LiveTable
from tefuda.server.tables.tokens import (
    clean_name,
    daily_seed,
    milliseconds,
    new_id,
    new_seed,
    new_token,
    settled,
    today,
    token_digest,
)

NO_GAME: Final = Message("unknown_game", "There is no such game.", "そのようなゲームはありません。")
NO_PUZZLE: Final = Message("no_puzzle", "There is no such puzzle.", "そのパズルはありません。")
OF_TODAY: Final = Message(
    "daily_running",
    "The cards of a daily deal are shown when its day is over (UTC).",
    "日替わり配札の中身は、その日が終わってから（UTC）公開されます。",
)
KNOWN_CARDS: Final = Message(
    "known_cards",
    "Cards that somebody may know are for one person: leave no seat open.",
    "配札を知っている人がいるかもしれない卓では、席を空けておけません。",
)
ALONE: Final = Message("practice_alone", "A practice table has no open seats.", "練習の卓に空席は作れません。")
NOBODY: Final = Message("nobody", "At least one seat must be human.", "人の座る席がありません。")
NOT_ALONE: Final = Message("seats", "Par is for games of one.", "最短手数があるのは一人用のゲームだけです。")
OTHER_GAME: Final = Message("other_game", "That is another game.", "別のゲームです。")
EXCLUSIVE: Final = Message(
    "exclusive", "A position brings its own cards and options.", "局面から始めるときは、配札や設定は指定できません。"
)


@dataclass(frozen=True, slots=True)
class Deal:
    """Which cards, and where the game begins."""

    seed: str
    start: dict[str, Any] | None = None
    options: dict[str, Any] | None = None
    practice: bool = False
    known: bool = False
    """Whether somebody may know the cards."""
    daily: str | None = None
    puzzle: str | None = None


def game_of(hub: Hub, name: str) -> Game:
    game = hub.games.get(name)
    if game is None:
        raise NotFound(NO_GAME)
    return game


async def new_table(hub: Hub, asked: NewTable) -> tuple[TableRecord, list[tuple[int, str]]]:
    """The record of a new table, and the tokens of those seats that are for who asks."""
    game = game_of(hub, asked.game)
    if len(asked.seats) != game.seats:
        en, ja = f"{game.seats} seats are needed.", f"席は {game.seats} つ必要です。"
        raise TefudaError(Message("seats", en, ja))
    deal = await dealt(hub, game, asked)
    waiting = "open" in asked.seats
    practice = asked.practice or deal.practice
    if "me" not in asked.seats:
        raise TefudaError(NOBODY)
    if waiting and deal.known:
        raise TefudaError(KNOWN_CARDS)
    if waiting and practice:
        raise TefudaError(ALONE)
    tokens: list[tuple[int, str]] = []
    seats: list[SeatRecord] = []
    name = clean_name(asked.name)
    for number, seat in enumerate(asked.seats):
        if isinstance(seat, CpuSeat):
            seats.append(SeatRecord(CPU, None, min(seat.cpu, len(game.players.levels()))))
        elif seat == "me":
            token = new_token()
            tokens.append((number, token))
            seats.append(SeatRecord(HUMAN, name, None, token_digest(token)))
        else:
            seats.append(SeatRecord(OPEN))
    now = milliseconds()
    record = TableRecord(
        id=new_id(),
        game=game.id,
        seed=deal.seed,
        seats=tuple(seats),
        created=now,
        options=dict(asked.options) if deal.options is None else deal.options,
        start=deal.start,
        practice=practice,
        public=asked.public and not deal.known,  # who looks on would see cards that others have still to play
        clock=None if asked.clock is None else Clock(asked.clock.initial, asked.clock.increment),
        started=None if waiting else now,
        daily=deal.daily,
        puzzle=deal.puzzle,
    )
    # Setting up a custom position may take long.
    return await asyncio.to_thread(settled, record, game) if record.start else settled(record, game), tokens


async def dealt(hub: Hub, game: Game, asked: NewTable) -> Deal:
    """The cards that somebody asks for."""
    if asked.from_ is not None:
        if asked.deal is not None or asked.options:
            raise TefudaError(EXCLUSIVE)
        return await branched(hub, game, asked.from_)
    if asked.deal is None:
        return Deal(new_seed())
    if isinstance(asked.deal, Seeded):
        return Deal(format_seed(parse_seed(asked.deal.seed)), practice=True, known=True)
    if isinstance(asked.deal, SameAs):
        if asked.options:
            raise TefudaError(EXCLUSIVE)
        table = await finished(hub, asked.deal.same_as)
        same = table.record
        if same.game != game.id:
            raise TefudaError(OTHER_GAME)
        return Deal(same.seed, same.start, same.options, practice=same.practice, known=True)
    date = today()
    return Deal(daily_seed(hub.secret, game.id, date + twist(game, asked)), known=True, daily=date)


def twist(game: Game, asked: NewTable) -> str:
    """What makes a daily deal another one.

    More cards in hand, takebacks or both seats would show the deal that everybody gets.
    """
    changed, people = game.changed_options(game.read_options(asked.options)), asked.seats.count("me")
    if people == 1 and not changed and not asked.practice:
        return ""
    return json.dumps([changed, asked.practice, people], sort_keys=True)


async def branched(hub: Hub, game: Game, source: FromTable | FromReplay | FromPuzzle | FromPosition) -> Deal:
    """The cards of a position or puzzle, or of a game that was played before, from some point of it."""
    if isinstance(source, FromPosition):
        position = await hub.pool.ask(Author("check_position", (game.id, position_text(source.position))))
        return Deal(new_seed(), position, practice=True, known=True)
    if isinstance(source, FromPuzzle):
        puzzle = puzzles_of(game.id).get(source.puzzle)
        if puzzle is None:
            raise NotFound(NO_PUZZLE)
        return Deal(new_seed(), puzzle.position, practice=True, known=True, puzzle=puzzle.id)
    if isinstance(source, FromReplay):
        found = await hub.pool.ask(Branch(source.replay, source.ply))
        if found["game"] != game.id:
            raise TefudaError(OTHER_GAME)
        return Deal(format_seed(parse_seed(found["seed"])), found["start"], found["options"], practice=True, known=True)
    table = await finished(hub, source.table)
    if table.record.game != game.id:
        raise TefudaError(OTHER_GAME)
    if source.ply > table.match.ply:
        en, ja = f"There is no ply {source.ply}.", f"{source.ply} 手目はありません。"
        raise TefudaError(Message("ply", en, ja))
    start = table.record.start if source.ply == 0 else game.position(table.match.state(source.ply))
    return Deal(table.record.seed, start, table.record.options, practice=True, known=True)


async def ended(hub: Hub, name: str) -> LiveTable:
    """A table whose game is over."""
    live = await hub.open_current(name)
    if live is None:
        raise NotFound(NO_TABLE)
    async with live.lock:
        if live.table.ended is None:
            raise Conflict(NOT_OVER)
        return live.table


async def finished(hub: Hub, name: str) -> LiveTable:
    """A table whose cards may be shown."""
    table = await ended(hub, name)
    if table.record.daily == today():
        raise Conflict(OF_TODAY)
    return table


async def proved(hub: Hub, name: str) -> Any:
    """What can be proved about the deal of a game for one that is over."""
    table = await ended(hub, name)
    if table.game.seats != 1:
        raise Conflict(NOT_ALONE)
    return await hub.pool.ask(Par(hub.position(table)))


def quick_table(game: Game, name: str | None) -> tuple[TableRecord, str]:
    """A public table for one who plays with whoever comes, and the token."""
    token = new_token()
    now = milliseconds()
    seats = [SeatRecord(HUMAN, clean_name(name), None, token_digest(token))]
    seats += [SeatRecord(OPEN)] * (game.seats - 1)
    record = TableRecord(
        id=new_id(), game=game.id, seed=new_seed(), seats=tuple(seats), created=now, public=True, quick=True
    )
    return settled(record if record.waiting else replace(record, started=now), game), token
