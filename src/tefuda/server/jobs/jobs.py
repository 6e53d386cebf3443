"""Jobs and the main function of the job processes: CPU decisions, hints, replays, and jobs for card authors."""

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
from tefuda.core.text import LANGUAGES
from tefuda.players.advice import advise, reliable_advice
from tefuda.players.chances import ChancePoint, chances, decisive_ply, turning_points
from tefuda.players.exec_player import ExecPlayer, allow_programs
from tefuda.players.names import make_player
from tefuda.players.programs import close_programs
from tefuda.server.bots import Bot
from tefuda.server.jobs import author_jobs, position_jobs
from tefuda.server.resource_limits import limit_memory, work_in_background
from tefuda.server.tables.serialize import events_for_viewer, goals_of
from tefuda.solve import Limits, solve

MAX_CACHED_MATCHES: Final = 64
"""Matches that a process keeps, to play only the new actions."""
MAX_HINTS: Final = 5
MAX_REPLAY_ACTIONS: Final = 5000
MAX_FRAMES_BYTES: Final = 20_000_000
PAR_PROOF_SECONDS: Final = 3.0
FUNCTIONS: Final = {**author_jobs.AUTHOR_FUNCTIONS, **position_jobs.POSITION_FUNCTIONS}
SEED_MASK: Final = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class MatchSnapshot:
    """The data that rebuilds the match of a table: its start and the actions so far."""

    table: str
    game: str
    seed: str
    options: dict[str, Any]
    start: dict[str, Any] | None
    actions: list[str]
    random_seed: int

    @property
    def has_custom_cards(self) -> bool:
        """Whether it has custom cards."""
        return bool((self.start or {}).get("cards"))


@dataclass(frozen=True, slots=True)
class ChooseJob:
    """Choose an action with a CPU level."""

    snapshot: MatchSnapshot
    level: int


@dataclass(frozen=True, slots=True)
class BotJob:
    """Choose an action with a bot."""

    snapshot: MatchSnapshot
    bot: Bot


@dataclass(frozen=True, slots=True)
class HintJob:
    """Suggest actions to the seat to play."""

    snapshot: MatchSnapshot


@dataclass(frozen=True, slots=True)
class ReplayFramesJob:
    """Verify a replay and render its frames for a seat."""

    replay: Any
    """Data, or JSON as text."""
    seat: int


@dataclass(frozen=True, slots=True)
class ReplayPositionJob:
    """Return the position of a replay after some actions."""

    replay: Any
    ply: int


@dataclass(frozen=True, slots=True)
class ChancesJob:
    """Estimate the chances of a seat over a replay."""

    replay: Any
    seat: int


@dataclass(frozen=True, slots=True)
class ParJob:
    """Prove the par of a deal."""

    snapshot: MatchSnapshot


@dataclass(frozen=True, slots=True)
class CheckPlayJob:
    """Check that an action with custom cards is quick and causes few events."""

    snapshot: MatchSnapshot
    action: str


@dataclass(frozen=True, slots=True)
class AuthorJob:
    """Call one of `FUNCTIONS` by its name."""

    function: str
    arguments: tuple[Any, ...]


Job = (
    ChooseJob | BotJob | HintJob | ReplayFramesJob | ReplayPositionJob | ChancesJob | ParJob | CheckPlayJob | AuthorJob
)


def worker_main(pipe: Connection, memory_mb: int, in_background: bool) -> None:
    """Run jobs until the pipe is closed. With 0 MB, memory is not limited."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if in_background:
        work_in_background()
    if memory_mb:
        limit_memory(memory_mb)
    cache: OrderedDict[str, Match] = OrderedDict()
    try:
        run_jobs(pipe, cache)
    finally:
        close_programs()


def run_jobs(pipe: Connection, cache: "OrderedDict[str, Match]") -> None:
    """Report that the process is ready, then run jobs until the pipe is closed."""
    result: Any = None
    while True:
        try:
            pipe.send(result)
            job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            result = run_job(job, cache)
        except TefudaError as error:
            result = error
        except Exception as error:
            result = RuntimeError(f"{type(error).__name__}: {error}")


def run_job(job: Job, cache: "OrderedDict[str, Match]") -> Any:
    """Run a job and return its result."""
    if isinstance(job, ChooseJob):
        match = load_match(job.snapshot, cache)
        player = make_player(
            match.game, f"level:{job.level}", xoshiro(job.snapshot.random_seed & SEED_MASK, 1 + match.seat)
        )
        return match.game.format(match.state(), player.choose(match.seat_of(match.seat)))
    if isinstance(job, BotJob):
        match = load_match(job.snapshot, cache)
        allow_programs([job.bot.player])
        return match.game.format(match.state(), ExecPlayer(job.bot.player).choose(match.seat_of(match.seat)))
    if isinstance(job, HintJob):
        return make_hint(load_match(job.snapshot, cache), job.snapshot.random_seed)
    if isinstance(job, ParJob):
        return prove_par(load_match(job.snapshot, cache))
    if isinstance(job, CheckPlayJob):
        return is_quick_play(load_match(job.snapshot, cache), job.action)
    if isinstance(job, AuthorJob):
        return FUNCTIONS[job.function](*job.arguments)
    replay = parse_replay(job.replay)
    verdict = verify_replay(replay)
    if isinstance(job, ChancesJob):
        return estimate_chances(matched(verdict), job.seat)
    if isinstance(job, ReplayPositionJob):
        match = matched(verdict)
        if not 0 <= job.ply <= match.ply:
            raise invalid_input("ply", f"The game has no ply {job.ply}.", f"{job.ply} 手目はありません。")
        start = position_at(match, job.ply)
        if start is not None:
            author_jobs.check_effort(match.game, start)
        facts = {"game": match.game.id, "seed": replay["seed"], "options": replay["options"]}
        return {**facts, "start": start, "position": match.game.position(match.state(job.ply))}
    return render_frames(verdict, job)


def load_match(snapshot: MatchSnapshot, cache: "OrderedDict[str, Match]") -> Match:
    """Return the match of a snapshot. A cached match of the same table is continued."""
    match = cache.pop(snapshot.table, None)
    if match is None or match.actions != snapshot.actions[: match.ply]:
        game, seed = find_game(snapshot.game), parse_seed(snapshot.seed)
        match = Match(game, seed, snapshot.options if snapshot.start is None else None, snapshot.start)
    for action in snapshot.actions[match.ply :]:
        try:
            match.play(match.seat, match.ply, action)
        except TefudaError as error:
            raise RuntimeError(f"action {match.ply} of table {snapshot.table} cannot be played") from error
    cache[snapshot.table] = match
    if len(cache) > MAX_CACHED_MATCHES:
        cache.popitem(last=False)
    return match


def make_hint(match: Match, random_seed: int) -> dict[str, Any]:
    """Return the best actions for the seat to play, based on its view."""
    found = advise(match.game, match.seat_of(match.seat), "", xoshiro(random_seed & SEED_MASK, 1 + match.seat))
    proved = len(found) == 1 and found[0].chance in (0.0, 1.0) and found[0].visits == 0
    if proved and found[0].chance == 0.0:
        # A win is impossible.
        return {"ply": match.ply, "actions": [], "proved": True, "plays": None}
    actions = []
    for advice in reliable_advice(found)[:MAX_HINTS]:
        action = match.game.format(match.state(), advice.action)
        text = {language: match.describe(action, language) for language in ("en", "ja")}
        payoff = match.game.score_at(advice.chance) if match.game.has_payoffs and advice.chance is not None else None
        actions.append({"action": action, "text": text, "chance": advice.chance, "payoff": payoff})
    return {"ply": match.ply, "actions": actions, "proved": proved, "plays": found[0].plays}


def prove_par(match: Match) -> dict[str, Any]:
    """Prove whether a deal can be won, and in how many plays, with all cards known."""
    proof = solve(match.state(0), Limits(seconds=PAR_PROOF_SECONDS), win_score=match.game.win_score)
    return {"verdict": proof.verdict, "par": proof.par, "fewest": proof.plays if proof.line else None}


def estimate_chances(match: Match, seat: int) -> dict[str, Any]:
    """Return the chances of a seat over a game, and the actions that changed them most."""
    check_seat(match.game, seat, 0)
    points = chances(match, seat)
    turning = []
    for index in turning_points(points):
        ply = decisive_ply(match, points[index].ply)
        own = [before for before in range(ply) if match.seat_at(before) == seat]
        turning.append(
            {
                "ply": ply,
                "seat": match.state(ply - 1).seat,
                "text": action_text(match, ply),
                "before": chance_before(points, ply),
                "after": points[index].chance,
                "retry": own[-1] if own else None,
            }
        )
    shown = [{"ply": point.ply, "seat": point.seat, "chance": point.chance} for point in points]
    return {"seat": seat, "points": shown, "turning_points": turning}


def chance_before(points: list[ChancePoint], ply: int) -> float:
    """Return the last estimated chance before the action that led to `ply`."""
    return [point.chance for point in points if point.ply < ply][-1]


def action_text(match: Match, ply: int) -> dict[str, str]:
    """Return the action that led to `ply` as a sentence."""
    before = match.state(ply - 1)
    number = match.game.parse(before, match.actions[ply - 1])
    return {language: match.game.texts.describe(before, number, language) for language in LANGUAGES}


def check_seat(game: Game, seat: int, lowest: int) -> None:
    """Raise `InvalidInput` if the game has no such seat."""
    if not lowest <= seat < game.seats:
        raise invalid_input("seat", f"The game has no seat {seat}.", f"{seat} 番の席はありません。")


def is_quick_play(match: Match, action: str) -> bool:
    """Whether an action is quick and causes few events. The action is undone afterwards."""
    began = time.process_time()
    seat = match.seat
    try:
        match.play(seat, match.ply, action)
    except TefudaError:
        return True
    match.view(seat)
    match.legal(match.seat)
    facts = len(events_for_viewer(match, match.ply, seat))
    match.undo()
    return facts <= author_jobs.MAX_PLAY_EVENTS and time.process_time() - began <= author_jobs.MAX_PLAY_SECONDS


def parse_replay(replay: Any) -> Any:
    """Return a replay as data. A received text is parsed here, not in the server's own process."""
    if not isinstance(replay, str | bytes):
        return replay
    try:
        return json.loads(replay)
    except (ValueError, RecursionError):
        raise invalid_input("not_a_replay", "Not a replay file.", "リプレイファイルではありません。") from None


def verify_replay(replay: Any) -> Verdict:
    """Verify a replay. Raises `InvalidInput` if it is malformed."""
    try:
        problems = check_form(replay)
        if problems:
            raise InvalidInput(problems)
        if len(replay["actions"]) > MAX_REPLAY_ACTIONS:
            raise invalid_input(
                "too_long", f"More than {MAX_REPLAY_ACTIONS} actions.", f"{MAX_REPLAY_ACTIONS} 手を超えています。"
            )
        return verify(Source("replay", replay, None))
    except (ValueError, RecursionError):
        # Huge numbers or lone surrogates, which no saved replay contains.
        raise invalid_input("not_a_replay", "Not a replay file.", "リプレイファイルではありません。") from None


def position_at(match: Match, ply: int) -> dict[str, Any] | None:
    """Return the position of a match at `ply`; None for a normal start."""
    return match.game.position(match.state(ply)) if ply or match.start is not None else None


def render_frames(verdict: Verdict, job: ReplayFramesJob) -> bytes:
    """Return the verdict and the frames of a replay as JSON."""
    match, message = verdict.match, verdict.message
    shown = {"kind": verdict.kind, "ply": verdict.ply, "en": message.en, "ja": message.ja}
    if match is None:
        return json.dumps({"verdict": shown, "frames": []}).encode()
    game = match.game
    check_seat(game, job.seat, SPECTATOR)
    found: list[str] = []
    size = 0
    for ply in range(match.ply + 1):
        frame = json.dumps(frame_of(match, game, ply, job.seat), ensure_ascii=False, separators=(",", ":"))
        size += len(frame)
        if size > MAX_FRAMES_BYTES:
            raise invalid_input("too_long", "The replay is too long to show.", "リプレイが長すぎて表示できません。")
        found.append(frame)
    return f'{{"verdict":{json.dumps(shown)},"frames":[{",".join(found)}]}}'.encode()


def frame_of(match: Match, game: Game, ply: int, seat: int) -> dict[str, Any]:
    """Return one step of a replay: its action, the events, and the view of a seat."""
    if ply == 0:
        player, action, text = None, None, None
    else:
        player, action, text = match.state(ply - 1).seat, match.actions[ply - 1], action_text(match, ply)
    return {
        "ply": ply,
        "seat": player,
        "action": action,
        "text": text,
        "events": events_for_viewer(match, ply, seat, seat),
        "view": match.view(seat, ply),
        "goals": goals_of(match, ply),
    }
