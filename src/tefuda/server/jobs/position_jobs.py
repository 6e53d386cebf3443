"""What the thinking processes do with positions: read them, prove them, make puzzles of them; and play many deals."""

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
from tefuda.server.jobs.author_jobs import problems_of, scanned
from tefuda.server.puzzles import described_puzzle
from tefuda.solve import IMPOSSIBLE, Limits, proof_record, solve

PROOF_SECONDS: Final = 3.0
PUZZLE_SECONDS: Final = 2.0
"""For the proof, and again for counting the solutions."""
TRIAL_SECONDS: Final = 1.0
LONGEST_TRIAL: Final = 5.0
"""A single game that takes longer is given up."""
TRIAL_RUN: Final = 1
"""Deals of trials are the games of this run: those that `tefuda simulate` plays where it is given no other seed."""
LONGEST_ID: Final = 40


def read_position(text: str, game: str | None) -> dict[str, Any]:
    """What a text is: a replay, a puzzle, or a position of a game."""
    found: dict[str, Any] = dict.fromkeys(("kind", "game", "position", "view", "seat", "puzzle"))
    found["problems"] = []
    try:
        if '"format"' in text and (data := as_json(text)) is not None:
            problems = replay.check_form(data)
            if problems:
                raise InvalidInput(problems)
            return {**found, "kind": "replay", "game": data["game"]}
        source = scanned(text)
        if source.flaws is not None:
            raise source.flaws
        if is_puzzle(source.data):
            puzzle = puzzle_in(source)
            told = {"position": puzzle.position, "puzzle": described_puzzle(puzzle)}
            return {**found, "kind": "puzzle", "game": puzzle.game.id, **told, **seen(puzzle.game, puzzle.position)}
        position = position_in(source, game)
        return {**found, "kind": "position", "game": game, "position": position, **seen(find_game(str(game)), position)}
    except InvalidInput as failure:
        return {**found, "problems": problems_of(failure)}


def as_json(text: str) -> dict[str, Any] | None:
    """A text as a mapping of JSON; None where it is none. Replays are written so, and longer than anything else."""
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def position_in(source: Source, game: str | None) -> dict[str, Any]:
    """The position that a document is; raises `InvalidInput`."""
    if not isinstance(source.data, dict):
        raise invalid_input("not_a_position", "a position is a mapping of keys.", "局面は キー: 値 の形で書きます。")
    if game is None:
        raise invalid_input("game", "Say which game the position is of.", "どのゲームの局面かを選んでください。")
    rules, data = find_game(game), source.data
    source.under([], lambda: rules.at(data))
    return data


def seen(game: Game, position: dict[str, Any]) -> dict[str, Any]:
    """A position as who decides in it sees it: who has its text knows all of it anyway."""
    state = game.at(position)
    seat = 0 if state.seat == OVER else int(state.seat)
    return {"seat": seat, "view": game.view(state, seat)}


def alone_at(game: str, text: str) -> tuple[Game, State]:
    """A position of a game for one, in which something is left to do; raises `InvalidInput`."""
    rules = find_game(game)
    if rules.seats != 1:
        raise invalid_input("seats", "Only games for one can be proved.", "証明できるのは一人用のゲームだけです。")
    state = rules.at(json.loads(text))
    if state.seat == OVER:
        raise invalid_input("game_over", "The game is over there.", "その局面では、すでに決着がついています。")
    return rules, state


def prove_position(game: str, text: str) -> dict[str, Any]:
    """What can be proved about a position, with the whole of it known."""
    rules, state = alone_at(game, text)
    proof = proof_record(rules, state, solve(state, Limits(seconds=PROOF_SECONDS), win_score=rules.win_score))
    line = []
    for notation in proof["line"]:
        action = rules.parse(state, notation)
        words = {language: rules.texts.describe(state, action, language) for language in ("en", "ja")}
        line.append({"action": notation, "text": words})
        state.play(action)
    told = {key: proof[key] for key in ("verdict", "par", "at_least", "nodes", "seconds")}
    return {**told, "line": line}


def make_puzzle(game: str, text: str, title: dict[str, str]) -> dict[str, Any]:
    """A puzzle of a position that can be won: proved, measured, as a file."""
    rules, state = alone_at(game, text)
    if not state.is_open():
        en = "A puzzle shows everything: its position says options: {mode: puzzle}."
        raise invalid_input("not_open", en, "パズルはすべて公開です。局面に options: {mode: puzzle} を書いてください。")
    proof = prove(rules, state, Limits(seconds=PUZZLE_SECONDS))
    if proof["verdict"] == IMPOSSIBLE:
        raise invalid_input("impossible", "No solution exists (proved).", "勝つ手順がないことが証明されました。")
    if proof["par"] is None:
        en = "The shortest win could not be proved in the time there is."
        raise invalid_input("not_proved", en, "制限時間内に最短手順を証明できませんでした。")
    position = json.loads(text)
    goal = find_workshop(game).puzzle_goal(position, proof["line"])
    name = re.sub(r"[^a-z0-9]+", "-", title["en"].lower()).strip("-")[:LONGEST_ID].strip("-") or "my-puzzle"
    written = puzzle_yaml(name, rules, title, both(goal), {**proof, "position": position})
    return {"puzzle": described_puzzle(Puzzle(read_text(written, name), rules)), "yaml": written}


def run_trials(game: str, options: dict[str, Any], level: int, first: int, count: int) -> dict[str, int]:
    """Deals from the number `first` on, played by a level, as many as there is time for: how many, and how many won.

    Each deal and the player's luck follow from its number alone, as in simulations: `tefuda simulate` finds the same.
    """
    rules = find_game(game)
    if rules.seats != 1:
        raise invalid_input("seats", "Trials are for games for one.", "試行できるのは一人用のゲームだけです。")
    values = rules.read_options(options)
    began = time.monotonic()
    played = won = 0
    while played < count and time.monotonic() < began + TRIAL_SECONDS:
        seed = game_seed(TRIAL_RUN, first + played)
        result = simulate_game(
            rules,
            [f"level:{level}"],
            seed,
            values,
            before_play=lambda state, plays: time.monotonic() <= began + LONGEST_TRIAL,
        )
        if result.stopped:
            break
        played += 1
        won += result.scores is not None and result.scores[0] >= rules.win_score
    return {"played": played, "won": won}


WORKS: Final[dict[str, Callable[..., Any]]] = {
    "make_puzzle": make_puzzle,
    "prove_position": prove_position,
    "read_position": read_position,
    "run_trials": run_trials,
}
"""What can be asked for, by name."""
