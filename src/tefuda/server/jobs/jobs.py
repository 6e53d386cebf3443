"""What the thinking processes do: choose for CPU seats, give hints, check replays, help authors.

Runs in a process of its own.
"""

import json
import signal
import time
from collections import OrderedDict
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Final

from tefuda.core.errors import InvalidInput, TefudaError, invalid_input
from tefuda.core.events import SPECTATOR
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.replay import Verdict, check_form, matched, verify
from tefuda.core.seed import parse_seed
from tefuda.core.source import Source
from tefuda.players.advice import advise
from tefuda.players.names import make_player
from tefuda.server.jobs import author_jobs, position_jobs
from tefuda.server.tables.serialize import events_of
from tefuda.solve import Limits, solve

REMEMBERED: Final = 64
"""Matches that a process keeps, so that only what is new has to be played."""
MOST_HINTS: Final = 5
MOST_ACTIONS: Final = 5000
MOST_BYTES: Final = 20_000_000
PAR_SECONDS: Final = 3.0
WORKS: Final = {**author_jobs.WORKS, **position_jobs.WORKS}
LUCK_MASK: Final = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Position:
    """Where somebody thinks: a table and the actions so far."""

    table: str
    game: str
    seed: str
    options: dict[str, Any]
    start: dict[str, Any] | None
    actions: list[str]
    luck: int

    @property
    def strange(self) -> bool:
        """Whether it has custom cards."""
        return bool((self.start or {}).get("cards"))


@dataclass(frozen=True, slots=True)
class Choose:
    """What a level would do."""

    position: Position
    level: int


@dataclass(frozen=True, slots=True)
class Hint:
    """What the adviser thinks."""

    position: Position


@dataclass(frozen=True, slots=True)
class Frames:
    """A replay, checked, and what a seat would have seen."""

    replay: Any
    seat: int


@dataclass(frozen=True, slots=True)
class Branch:
    """The position of a replay after some actions."""

    replay: Any
    ply: int


@dataclass(frozen=True, slots=True)
class Par:
    """What can be proved about the deal of a game that is over."""

    position: Position


@dataclass(frozen=True, slots=True)
class Attempt:
    """Whether a play would keep nobody waiting, with all that is told of it."""

    position: Position
    action: str


@dataclass(frozen=True, slots=True)
class Author:
    """Something for who builds decks, writes cards or sets positions: one of `WORKS`, by its name."""

    work: str
    arguments: tuple[Any, ...]


Job = Choose | Hint | Frames | Branch | Par | Attempt | Author


def run(pipe: Connection) -> None:
    """Say that the process is ready, then answer jobs until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe.send(None)
    kept: OrderedDict[str, Match] = OrderedDict()
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = do(job, kept)
        except TefudaError as error:
            answer = error
        except Exception as error:
            answer = RuntimeError(f"{type(error).__name__}: {error}")
        try:
            pipe.send(answer)
        except OSError:
            return


def do(job: Job, kept: "OrderedDict[str, Match]") -> Any:
    """One job."""
    if isinstance(job, Choose):
        match = recalled(job.position, kept)
        player = make_player(match.game, f"level:{job.level}", xoshiro(job.position.luck & LUCK_MASK, 1 + match.seat))
        return match.game.format(match.state(), player.choose(match.seat_of(match.seat)))
    if isinstance(job, Hint):
        return hint(recalled(job.position, kept), job.position.luck)
    if isinstance(job, Par):
        return proved(recalled(job.position, kept))
    if isinstance(job, Attempt):
        return attempted(recalled(job.position, kept), job.action)
    if isinstance(job, Author):
        return WORKS[job.work](*job.arguments)
    verdict = verified(job.replay)
    if isinstance(job, Branch):
        match = matched(verdict)
        if not 0 <= job.ply <= match.ply:
            raise invalid_input("ply", f"There is no ply {job.ply}.", f"{job.ply} 手目はありません。")
        start = position_at(match, job.ply)
        if start is not None:
            author_jobs.check_effort(match.game, start)
        told = {"game": match.game.id, "seed": job.replay["seed"], "options": job.replay["options"]}
        return {**told, "start": start, "position": match.game.position(match.state(job.ply))}
    return frames(verdict, job)


def recalled(position: Position, kept: "OrderedDict[str, Match]") -> Match:
    """The match, from memory as far as it is the same one."""
    match = kept.pop(position.table, None)
    if match is None or match.actions != position.actions[: match.ply]:
        game, seed = find_game(position.game), parse_seed(position.seed)
        match = Match(game, seed, position.options if position.start is None else None, position.start)
    for action in position.actions[match.ply :]:
        try:
            match.play(match.seat, match.ply, action)
        except TefudaError as error:
            raise RuntimeError(f"action {match.ply} of table {position.table} cannot be played") from error
    kept[position.table] = match
    if len(kept) > REMEMBERED:
        kept.popitem(last=False)
    return match


def hint(match: Match, luck: int) -> dict[str, Any]:
    """The best actions of who decides, as it may know them."""
    found = advise(match.game, match.seat_of(match.seat), "", xoshiro(luck & LUCK_MASK, 1 + match.seat))
    proved = len(found) == 1 and found[0].chance in (0.0, 1.0) and found[0].visits == 0
    if proved and found[0].chance == 0.0:
        # Nothing wins any more: there is nothing to advise.
        return {"ply": match.ply, "actions": [], "proved": True, "plays": None}
    actions = []
    for advice in found[:MOST_HINTS]:
        action = match.game.format(match.state(), advice.action)
        text = {language: match.describe(action, language) for language in ("en", "ja")}
        payoff = match.game.score_at(advice.chance) if match.game.has_payoffs and advice.chance is not None else None
        actions.append({"action": action, "text": text, "chance": advice.chance, "payoff": payoff})
    return {"ply": match.ply, "actions": actions, "proved": proved, "plays": found[0].plays}


def proved(match: Match) -> dict[str, Any]:
    """Whether the deal could be won, and in how few plays; with the whole of it known, as it is after the end."""
    proof = solve(match.state(0), Limits(seconds=PAR_SECONDS), win_score=match.game.win_score)
    return {"verdict": proof.verdict, "par": proof.par, "fewest": len(proof.line) if proof.line else None}


def attempted(match: Match, action: str) -> bool:
    """Whether a play is done quickly and told in few words; afterwards it was not played."""
    began = time.process_time()
    seat = match.seat
    try:
        match.play(seat, match.ply, action)
    except TefudaError:
        return True
    match.view(seat)
    match.legal(match.seat)
    told = len(events_of(match, match.ply, seat))
    match.undo()
    return told <= author_jobs.MOST_EVENTS and time.process_time() - began <= author_jobs.LONGEST_PLAY


def verified(replay: Any) -> Verdict:
    """Play a replay again."""
    try:
        problems = check_form(replay)
        if problems:
            raise InvalidInput(problems)
        if len(replay["actions"]) > MOST_ACTIONS:
            raise invalid_input("too_long", f"More than {MOST_ACTIONS} actions.", f"{MOST_ACTIONS} 手を超えています。")
        return verify(Source("replay", replay, None))
    except (ValueError, RecursionError):
        # Numbers without end, half characters: what no file of ours has.
        raise invalid_input("not_a_replay", "Not a replay file.", "リプレイではありません。") from None


def position_at(match: Match, ply: int) -> dict[str, Any] | None:
    """Where a game goes on from; None for its opening, which the options and the seed make again."""
    return match.game.position(match.state(ply)) if ply or match.start is not None else None


def frames(verdict: Verdict, job: Frames) -> bytes:
    """The answer to who wants to see a replay, as JSON."""
    match, said = verdict.match, verdict.message
    shown = {"kind": verdict.kind, "ply": verdict.ply, "en": said.en, "ja": said.ja}
    if match is None:
        return json.dumps({"verdict": shown, "frames": []}).encode()
    game = match.game
    if not SPECTATOR <= job.seat < game.seats:
        raise invalid_input("seat", f"There is no seat {job.seat}.", f"{job.seat} 番の席はありません。")
    found: list[str] = []
    size = 0
    for ply in range(match.ply + 1):
        frame = json.dumps(frame_of(match, game, ply, job.seat), ensure_ascii=False, separators=(",", ":"))
        size += len(frame)
        if size > MOST_BYTES:
            raise invalid_input("too_long", "The replay is too long to be shown.", "長すぎて表示できません。")
        found.append(frame)
    return f'{{"verdict":{json.dumps(shown)},"frames":[{",".join(found)}]}}'.encode()


def frame_of(match: Match, game: Game, ply: int, seat: int) -> dict[str, Any]:
    """One step of a replay: who did what, what came of it, and what the seat saw then."""
    if ply == 0:
        who, action, text = None, None, None
    else:
        before = match.state(ply - 1)
        who, action = before.seat, match.actions[ply - 1]
        number = game.parse(before, action)
        text = {language: game.texts.describe(before, number, language) for language in ("en", "ja")}
    return {
        "ply": ply,
        "seat": who,
        "action": action,
        "text": text,
        "events": events_of(match, ply, seat),
        "view": match.view(seat, ply),
    }
