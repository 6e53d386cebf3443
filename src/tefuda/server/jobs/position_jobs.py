"""Jobs for positions: read and prove them, make puzzles, and play many deals."""

import json
import re
import time
from collections.abc import Callable
from typing import Any, Final

from tefuda.cardlang.workshop import find_workshop
from tefuda.core import replay
from tefuda.core.errors import InvalidInput, invalid_input
from tefuda.core.game import Game
from tefuda.core.puzzle import Puzzle, is_puzzle, puzzle_in
from tefuda.core.registry import find_game
from tefuda.core.seed import game_seed
from tefuda.core.source import Source, read_text
from tefuda.core.state import OVER, State
from tefuda.core.text import both
from tefuda.players.puzzle_maker import prove, puzzle_yaml
from tefuda.players.simulation import simulate_game
from tefuda.server.jobs.author_jobs import problems_of, scan_source
from tefuda.server.puzzles import puzzle_body
from tefuda.solve import IMPOSSIBLE, Limits, proof_record, solve

PROOF_SECONDS: Final = 3.0
PUZZLE_SECONDS: Final = 2.0
"""Limit for the proof, and again for counting the solutions."""
TRIAL_SECONDS: Final = 1.0
MAX_TRIAL_SECONDS: Final = 5.0
"""A single game that takes longer is stopped."""
TRIAL_SEED: Final = 1
"""Trials play the same deals as `tefuda simulate` with its default seed."""
MAX_PUZZLE_ID_LENGTH: Final = 40


def read_position(text: str, game: str | None) -> dict[str, Any]:
    """Read a text: a replay, a puzzle, or a position of `game`."""
    found: dict[str, Any] = dict.fromkeys(("kind", "game", "position", "view", "seat", "puzzle"))
    found["problems"] = []
    try:
        if '"format"' in text and (data := parse_json(text)) is not None:
            problems = replay.check_form(data)
            if problems:
                raise InvalidInput(problems)
            return {**found, "kind": "replay", "game": data["game"]}
        source = scan_source(text)
        if source.flaws is not None:
            raise source.flaws
        if is_puzzle(source.data):
            puzzle = puzzle_in(source)
            facts = {"position": puzzle.position, "puzzle": puzzle_body(puzzle)}
            return {
                **found,
                "kind": "puzzle",
                "game": puzzle.game.id,
                **facts,
                **visible_position(puzzle.game, puzzle.position),
            }
        position = parse_position(source, game)
        return {
            **found,
            "kind": "position",
            "game": game,
            "position": position,
            **visible_position(find_game(str(game)), position),
        }
    except InvalidInput as failure:
        return {**found, "problems": problems_of(failure)}


def parse_json(text: str) -> dict[str, Any] | None:
    """Return a text as a JSON object; None if it is not one. Replays may be larger than the YAML limit."""
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def parse_position(source: Source, game: str | None) -> dict[str, Any]:
    """Return the position in a document; raises `InvalidInput`."""
    if not isinstance(source.data, dict):
        raise invalid_input(
            "not_a_position", "A position must be a mapping.", "局面は「キー: 値」の形で書いてください。"
        )
    if game is None:
        raise invalid_input("game", "Choose the game of the position.", "どのゲームの局面かを選んでください。")
    rules, data = find_game(game), source.data
    source.under([], lambda: rules.at(data))
    return data


def visible_position(game: Game, position: dict[str, Any]) -> dict[str, Any]:
    """Return the seat to play and its view of a position."""
    state = game.at(position)
    seat = 0 if state.seat == OVER else int(state.seat)
    return {"seat": seat, "view": game.view(state, seat)}


def parse_solo_position(game: str, text: str) -> tuple[Game, State]:
    """Return a position of a one-player game that is not over; raises `InvalidInput`."""
    rules = find_game(game)
    if rules.seats != 1:
        raise invalid_input("seats", "Only one-player games can be proved.", "証明できるのは一人用のゲームだけです。")
    state = rules.at(json.loads(text))
    if state.seat == OVER:
        raise invalid_input(
            "game_over", "The game is already over in this position.", "この局面ではすでに決着がついています。"
        )
    return rules, state


def prove_position(game: str, text: str) -> dict[str, Any]:
    """Prove a position with all cards known; return the proof and its line."""
    rules, state = parse_solo_position(game, text)
    proof = proof_record(rules, state, solve(state, Limits(seconds=PROOF_SECONDS), win_score=rules.win_score))
    line = []
    for notation in proof["line"]:
        action = rules.parse(state, notation)
        words = {language: rules.texts.describe(state, action, language) for language in ("en", "ja")}
        line.append({"action": notation, "text": words})
        state.play(action)
    facts = {key: proof[key] for key in ("verdict", "par", "plays", "at_least", "nodes", "seconds")}
    return {**facts, "line": line}


def make_puzzle(game: str, text: str, title: dict[str, str]) -> dict[str, Any]:
    """Make a puzzle from a position: prove it and return the puzzle and its file."""
    rules, state = parse_solo_position(game, text)
    if not state.is_open():
        en = "A puzzle has no hidden cards. Add options: {mode: puzzle} to the position."
        ja = "パズルに非公開のカードは使えません。局面に options: {mode: puzzle} を追加してください。"
        raise invalid_input("not_open", en, ja)
    proof = prove(rules, state, Limits(seconds=PUZZLE_SECONDS))
    if proof["verdict"] == IMPOSSIBLE:
        raise invalid_input("impossible", "No solution exists (proved).", "勝つ手順がないことが証明されました。")
    if proof["par"] is None:
        en = "The shortest win could not be proved within the time limit."
        raise invalid_input("not_proved", en, "制限時間内に最短手順を証明できませんでした。")
    position = json.loads(text)
    goal = find_workshop(game).puzzle_goal(position, proof["line"])
    name = re.sub(r"[^a-z0-9]+", "-", title["en"].lower()).strip("-")[:MAX_PUZZLE_ID_LENGTH].strip("-") or "my-puzzle"
    written = puzzle_yaml(name, rules, title, both(goal), {**proof, "position": position})
    return {"puzzle": puzzle_body(Puzzle(read_text(written, name), rules)), "yaml": written}


def run_trials(game: str, options: dict[str, Any], level: int, first: int, count: int) -> dict[str, int]:
    """Play deals from number `first` on with a CPU level until the time limit; return the numbers played and won.

    The number of a deal determines its cards and the player's random choices, as in `tefuda simulate`.
    """
    rules = find_game(game)
    if rules.seats != 1:
        raise invalid_input("seats", "Trials are for one-player games.", "試行できるのは一人用のゲームだけです。")
    values = rules.read_options(options)
    began = time.monotonic()
    played = won = 0
    while played < count and time.monotonic() < began + TRIAL_SECONDS:
        seed = game_seed(TRIAL_SEED, first + played)
        result = simulate_game(
            rules,
            [f"level:{level}"],
            seed,
            values,
            before_play=lambda state, plays: time.monotonic() <= began + MAX_TRIAL_SECONDS,
        )
        if result.stopped:
            break
        played += 1
        won += result.scores is not None and result.scores[0] >= rules.win_score
    return {"played": played, "won": won}


POSITION_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "make_puzzle": make_puzzle,
    "prove_position": prove_position,
    "read_position": read_position,
    "run_trials": run_trials,
}
"""The functions of this module that a job can call, by name."""
