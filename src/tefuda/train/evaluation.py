"""How strong a network is: games against named players."""

import contextlib
import math
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tefuda.core.game import Game
from tefuda.core.playout import play_out
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER
from tefuda.players.names import make_player

OPENING_PLAYS = 8
"""Random actions at the start of a game without hidden cards."""


@dataclass(frozen=True)
class Evaluation:
    """Opponents for a network, and what is needed to play against them."""

    game: str
    network: Path
    opponents: dict[str, str]
    """The names of the opponents in the report, and as players."""
    games: int
    seed: int
    options: list[dict[str, Any]]

    def run(self) -> dict[str, tuple[float, float]]:
        """Play and return the points against each opponent, and half of their 95 % interval."""
        found = find_game(self.game)
        return {
            name: play_games(found, f"policy:{self.network}", player, self.games, self.seed, self.options)
            for name, player in self.opponents.items()
        }


def run_evaluation(evaluation: Evaluation, trainer: Connection) -> None:
    """Play in a process of its own and send the points."""
    with contextlib.suppress(OSError):
        trainer.send(evaluation.run())


def play_games(
    game: Game, one: str, other: str, games: int, seed: int, options: list[dict[str, Any]]
) -> tuple[float, float]:
    """Return the mean points of `one` and half the 95 % interval; 0.5 means as strong as `other`.

    Each deal is played twice: with seats exchanged, or in a game of one seat by one player after the other.
    """
    points: list[float] = []
    for number in range(max(1, games // 2)):
        deal, chosen = game_seed(seed, number), options[number % len(options)]
        first, second = play_deal(game, [one, other], deal, chosen), play_deal(game, [other, one], deal, chosen)
        points += [0.5 + (first[0] - second[0]) / 2] if game.seats == 1 else [first[0], second[1]]
    mean = sum(points) / len(points)
    spread = math.sqrt(sum((point - mean) ** 2 for point in points) / max(1, len(points) - 1))
    return mean, 1.96 * spread / math.sqrt(len(points))


def play_deal(game: Game, names: list[str], deal: int, options: dict[str, Any]) -> list[float]:
    """Play one game and return the points by seat; 0.5 if it is not finished."""
    players = [make_player(game, name, xoshiro(deal, 11 + seat)) for seat, name in enumerate(names[: game.seats])]
    state = game.start(deal, options)
    if state.is_open() and game.seats > 1:
        # Without hidden cards all games would be the same: begin with a few random actions.
        random = xoshiro(deal, 5)
        for _ in range(OPENING_PLAYS):
            if state.seat != OVER:
                state.play(state.random_action(random))
    play_out(game, state, players, game.max_plays)
    return game.points(state.scores()) if state.seat == OVER else [0.5] * game.seats
