"""Games of a teacher, whose choices a network imitates first. They are kept in the folder of the training."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.game import Game
from tefuda.core.observation import ObservationBuffer, PackedRows
from tefuda.core.player import Player, Seat
from tefuda.core.random import Random
from tefuda.core.state import OVER
from tefuda.core.text import Message
from tefuda.players.self_play import Sample

FILE = "teacher.jsonl"

NOISE = 10
"""One of this many actions is random, so that the network learns to recover."""


@dataclass(frozen=True)
class TaughtGame:
    """A finished game: its start, its actions, and what the teacher would have played instead of random actions."""

    seed: int
    options: dict[str, Any]
    actions: list[int]
    corrections: dict[int, int]
    """The choice of the teacher, by the place of the random action."""

    def line(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)


def play_game(
    game: Game, players: list[Player], seed: int, options: dict[str, Any], random: Random
) -> TaughtGame | None:
    """Let the teacher play a game against itself, with some random actions; None if it does not end."""
    state = game.start(seed, options)
    played: list[int] = []
    corrections: dict[int, int] = {}
    while state.seat != OVER and len(played) < game.max_plays:
        actions = state.actions()
        action = actions[0]
        if len(actions) > 1:
            action = players[state.seat].choose(Seat(game, state, state.seat))
            if random.below(NOISE) == 0:
                corrections[len(played)] = int(action)
                action = state.random_action(random)
        played.append(int(action))
        state.play(action)
    return TaughtGame(seed, options, played, corrections) if state.seat == OVER else None


def samples_of(game: Game, taught: TaughtGame, row: ObservationBuffer, packed: PackedRows) -> list[Sample]:
    """Return the decisions of the teacher in a game; raises `ValueError` if the rules do not allow its actions."""
    state = game.start(taught.seed, taught.options)
    decisions: list[Sample] = []
    for place, played in enumerate(taught.actions):
        actions = [] if state.seat == OVER else state.actions()
        wanted = taught.corrections.get(place, played)
        if played not in actions or wanted not in actions:
            raise ValueError(f"action {place} is not legal")
        if len(actions) > 1:
            row.begin()
            state.observe(state.seat, row)
            packed.pack(0, row)
            policy = [float(action == wanted) for action in actions]
            decisions.append(Sample(packed.row_bytes(0), actions, policy, state.seat, 0.5))
        state.play(played)
    if state.seat != OVER:
        raise ValueError("the game is not over")
    scores = state.scores()
    for sample in decisions:
        sample.score = sample.value = game.share(scores[sample.seat])
    return decisions


def read_games(path: Path) -> Iterator[TaughtGame]:
    """Yield the games of a file; raises `InvalidInput`. A last line that is not complete is left out."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for number, line in enumerate(text.split("\n")[:-1], 1):
        try:
            found = json.loads(line)
            found["corrections"] = {int(place): action for place, action in found["corrections"].items()}
            yield TaughtGame(**found)
        except (ValueError, TypeError, KeyError, AttributeError) as failure:
            raise unusable_games(path, number, failure) from None


def unusable_games(path: Path, number: int, failure: Exception) -> InvalidInput:
    en = f"{path}, line {number}: not a game of a teacher ({failure}). Remove the file to record new games."
    ja = f"{path} の {number} 行目：教師の対局として読めません（{failure}）。ファイルを消すと、新しく記録します。"
    return InvalidInput([Problem([], Message("teacher_file", en, ja))])


def append_games(path: Path, lines: list[str]) -> None:
    """Add games to a file."""
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def remove_cut_line(path: Path) -> None:
    """Remove a last line that was cut by a kill, so that games can be added."""
    if path.exists():
        with path.open("r+b") as file:
            file.truncate(file.read().rfind(b"\n") + 1)
