"""Creates tables from requests: deal, position, seats and options are checked together."""

import asyncio
import json
from dataclasses import dataclass, replace
from typing import Any, Final

from tefuda.core.errors import Conflict, NotFound, TefudaError
from tefuda.core.game import Game
from tefuda.core.seed import format_seed, parse_seed
from tefuda.core.text import Message
from tefuda.server.http.models import (
    BotSeat,
    CpuSeat,
    FromCustomCards,
    FromPosition,
    FromPuzzle,
    FromReplay,
    FromTable,
    NewTable,
    QuickMatch,
    SameDeal,
    SeedDeal,
)
from tefuda.server.jobs.author_jobs import position_text
from tefuda.server.jobs.jobs import AuthorJob, ParJob, ReplayPositionJob
from tefuda.server.puzzles import puzzles_of
from tefuda.server.tables.custom_cards import has_custom_cards
from tefuda.server.tables.fair_deal import prepare_deal
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.records import CPU, HUMAN, OPEN, Clock, SeatRecord, TableRecord
from tefuda.server.tables.table import NOT_OVER, TABLE_NOT_FOUND, Table
from tefuda.server.tables.tokens import (
    clean_name,
    complete_record,
    daily_seed,
    milliseconds,
    new_id,
    new_seed,
    new_token,
    set_deck,
    today,
    token_digest,
)

QUICK_CLOCK: Final = Clock(600, 5)
"""The clock of a quick match."""
GAME_NOT_FOUND: Final = Message("unknown_game", "Game not found.", "ゲームが見つかりません。")
PUZZLE_NOT_FOUND: Final = Message("no_puzzle", "Puzzle not found.", "パズルが見つかりません。")
DAILY_RUNNING: Final = Message(
    "daily_running",
    "The cards of a daily deal are revealed when the day ends (UTC).",
    "日替わり配札の内容は、その日が終わると（UTC）公開されます。",
)
KNOWN_CARDS: Final = Message(
    "known_cards",
    "A table with a known deal cannot have open seats.",
    "既知の配札を使う卓には空席を作れません。",
)
PRACTICE_OPEN_SEAT: Final = Message(
    "practice_alone", "A practice table cannot have open seats.", "練習用の卓に空席は作れません。"
)
NO_HUMAN_SEAT: Final = Message("no_human_seat", "At least one seat must be human.", "人間の席が1つ以上必要です。")
ONE_PLAYER_ONLY: Final = Message(
    "seats", "Par exists for one-player games only.", "最短手数があるのは一人用のゲームだけです。"
)
OTHER_GAME: Final = Message("other_game", "The source is from another game.", "別のゲームのデータです。")
BOT_NOT_FOUND: Final = Message(
    "no_bot", "This server has no such bot for this game.", "このゲームで使えるボットが見つかりません。"
)
EXCLUSIVE: Final = Message(
    "exclusive",
    "An existing game or position cannot be combined with options or another deal.",
    "既存の対局や局面から始めるときは、配札や設定を指定できません。",
)


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a new table: its seed, and its position and options if it does not start normally."""

    seed: str
    start: dict[str, Any] | None = None
    options: dict[str, Any] | None = None
    practice: bool = False
    known: bool = False
    """Whether a player may know the cards."""
    daily: str | None = None
    puzzle: str | None = None


def game_of(hub: Hub, name: str) -> Game:
    """Return a game; raises `NotFound`."""
    game = hub.games.get(name)
    if game is None:
        raise NotFound(GAME_NOT_FOUND)
    return game


def bot_of(hub: Hub, game: Game, name: str) -> str:
    """Return the name of a bot that plays a game; raises `NotFound`."""
    bot = hub.bots.get(name)
    if bot is None or not bot.plays(game):
        raise NotFound(BOT_NOT_FOUND)
    return bot.name


async def make_table(hub: Hub, request: NewTable) -> tuple[TableRecord, list[tuple[int, str]]]:
    """Return the record of a new table, and the seats of the client with their tokens."""
    game = game_of(hub, request.game)
    if len(request.seats) != game.seats:
        en, ja = f"The game needs {game.seats} seats.", f"席は {game.seats} つ必要です。"
        raise TefudaError(Message("seats", en, ja))
    deal = await choose_deal(hub, game, request)
    waiting = "open" in request.seats
    practice = request.practice or deal.practice
    if "me" not in request.seats:
        raise TefudaError(NO_HUMAN_SEAT)
    if waiting and deal.known:
        raise TefudaError(KNOWN_CARDS)
    if waiting and practice:
        raise TefudaError(PRACTICE_OPEN_SEAT)
    tokens: list[tuple[int, str]] = []
    seats: list[SeatRecord] = []
    name = clean_name(request.name)
    for number, seat in enumerate(request.seats):
        if isinstance(seat, CpuSeat):
            seats.append(SeatRecord(CPU, None, min(seat.cpu, len(game.players.levels()))))
        elif isinstance(seat, BotSeat):
            seats.append(SeatRecord(CPU, bot_of(hub, game, seat.bot)))
        elif seat == "me":
            token = new_token()
            tokens.append((number, token))
            # One client contributes once.
            commitment = None if deal.known or len(tokens) > 1 else request.commitment
            seats.append(SeatRecord(HUMAN, name, None, token_digest(token), commitment))
        else:
            seats.append(SeatRecord(OPEN))
    record = TableRecord(
        id=new_id(),
        game=game.id,
        seed=deal.seed,
        seats=tuple(seats),
        created=milliseconds(),
        options=dict(request.options) if deal.options is None else deal.options,
        start=deal.start,
        practice=practice,
        public=request.public and not deal.known,  # spectators would see cards of a deal that others play too
        clock=None if request.clock is None else Clock(request.clock.initial, request.clock.increment),
        daily=deal.daily,
        puzzle=deal.puzzle,
    )
    record = prepare_deal(record, hub.clock.now())
    if has_custom_cards(record):
        await hub.custom_cards.wait_for_turn()
        return await hub.custom_cards.run(complete_record, record, game), tokens
    if record.start:
        # A custom position may take long to set up.
        return await asyncio.to_thread(complete_record, record, game), tokens
    return complete_record(record, game), tokens


async def choose_deal(hub: Hub, game: Game, request: NewTable) -> Deal:
    """Return the deal of a request."""
    if request.from_ is not None:
        if request.deal is not None or request.options:
            raise TefudaError(EXCLUSIVE)
        return await deal_from(hub, game, request.from_)
    if request.deal is None:
        return Deal(new_seed())
    if isinstance(request.deal, SeedDeal):
        return Deal(format_seed(parse_seed(request.deal.seed)), practice=True, known=True)
    if isinstance(request.deal, SameDeal):
        if request.options:
            raise TefudaError(EXCLUSIVE)
        table = await load_revealed_table(hub, request.deal.same_as)
        same = table.record
        if same.game != game.id:
            raise TefudaError(OTHER_GAME)
        return Deal(same.seed, same.start, same.options, practice=same.practice, known=True)
    day = today()
    return Deal(daily_seed(hub.secret, game.id, day + daily_variant(game, request)), known=True, daily=day)


def daily_variant(game: Game, request: NewTable) -> str:
    """Return a suffix for the daily seed.

    Changed options, takebacks and other seats would reveal the cards of the daily deal, so they get another deal.
    """
    changed = game.changed_options(game.read_options(request.options))
    seats = [number for number, seat in enumerate(request.seats) if seat == "me"]
    if seats == [0] and not changed and not request.practice:
        return ""
    return json.dumps([changed, request.practice, seats], sort_keys=True)


async def deal_from(
    hub: Hub, game: Game, source: FromTable | FromReplay | FromPuzzle | FromPosition | FromCustomCards
) -> Deal:
    """Return the deal of a position, puzzle, replay or finished table, or one with custom cards."""
    if isinstance(source, FromPosition):
        position = await hub.pool.run(AuthorJob("check_position", (game.id, position_text(source.position))))
        return Deal(new_seed(), position, practice=True, known=True)
    if isinstance(source, FromCustomCards):
        seed = new_seed()
        dealt = AuthorJob("deal_custom_cards", (game.id, source.custom, source.options, parse_seed(seed)))
        return Deal(seed, await hub.pool.run(dealt), practice=True, known=True)
    if isinstance(source, FromPuzzle):
        puzzle = puzzles_of(game.id).get(source.puzzle)
        if puzzle is None:
            raise NotFound(PUZZLE_NOT_FOUND)
        return Deal(new_seed(), puzzle.position, practice=True, known=True, puzzle=puzzle.id)
    if isinstance(source, FromReplay):
        found = await hub.pool.run(ReplayPositionJob(source.replay, source.ply))
        if found["game"] != game.id:
            raise TefudaError(OTHER_GAME)
        return Deal(format_seed(parse_seed(found["seed"])), found["start"], found["options"], practice=True, known=True)
    table = await load_revealed_table(hub, source.table)
    if table.record.game != game.id:
        raise TefudaError(OTHER_GAME)
    if source.ply > table.match.ply:
        en, ja = f"The game has no ply {source.ply}.", f"{source.ply} 手目はありません。"
        raise TefudaError(Message("ply", en, ja))
    start = table.record.start if source.ply == 0 else game.position(table.match.state(source.ply))
    return Deal(table.record.seed, start, table.record.options, practice=True, known=True)


async def load_finished_table(hub: Hub, name: str) -> Table:
    """Return a table whose game is over."""
    room = await hub.find_current_room(name)
    if room is None:
        raise NotFound(TABLE_NOT_FOUND)
    async with room.lock:
        if room.table.ended is None:
            raise Conflict(NOT_OVER)
        return room.table


async def load_revealed_table(hub: Hub, name: str) -> Table:
    """Return a finished table whose cards may be shown. Raises `Conflict` for the daily deal of today."""
    table = await load_finished_table(hub, name)
    if table.record.daily == today():
        raise Conflict(DAILY_RUNNING)
    return table


async def prove_deal(hub: Hub, name: str) -> Any:
    """Return the proved par of a finished one-player game."""
    table = await load_finished_table(hub, name)
    if table.game.seats != 1:
        raise Conflict(ONE_PLAYER_ONLY)
    return await hub.pool.run(ParJob(hub.snapshot(table)))


def make_quick_table(hub: Hub, game: Game, request: QuickMatch) -> tuple[TableRecord, str]:
    """Return a public table with open seats and a clock, and the token of the first seat, which gets the deck."""
    token, deck = new_token(), request.deck
    seats = [SeatRecord(HUMAN, clean_name(request.name), None, token_digest(token), request.commitment)]
    seats += [SeatRecord(OPEN)] * (game.seats - 1)
    record = TableRecord(
        id=new_id(), game=game.id, seed=new_seed(), seats=tuple(seats), created=milliseconds(), public=True, quick=True
    )
    # A clock, so that a stranger who leaves does not hold up the other.
    record = prepare_deal(replace(record, clock=QUICK_CLOCK if record.has_open_seat else None), hub.clock.now())
    return (complete_record(record, game) if deck is None else set_deck(record, game, 0, deck)), token
