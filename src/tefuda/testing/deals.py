"""The universal test of listed deals."""

import json
from collections.abc import Mapping
from typing import Any

from tefuda.core.events import SPECTATOR
from tefuda.core.game import Game
from tefuda.core.random import xoshiro
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER, State

PLAYED = 20
"""Games that are played to the end beside their listed deal."""
MOST_STARTS = 3000
FEWEST_EACH, MOST_EACH = 5, 60
"""Games started for each deal on average."""


def check_deals(game: Game, options: Mapping[str, Any] | None = None) -> None:
    """Check `Game.deals`: every game begins with one of them, equally likely, and nothing else in it is random."""
    positions = game.deals(options)
    if not positions:
        return
    numbers = {views(game, game.at(position)): number for number, position in enumerate(positions)}
    assert len(numbers) == len(positions), f"{game.id}: a deal is listed twice"
    each = max(FEWEST_EACH, min(MOST_EACH, MOST_STARTS // len(positions)))
    counts = [0] * len(positions)
    for number in range(each * len(positions)):
        seed = game_seed(0, number)
        state = game.start(seed, options)
        where = f"{game.id}, seed 0.{number}"
        found = numbers.get(views(game, state))
        assert found is not None, f"{where}: the deal is not listed"
        counts[found] += 1
        if number < PLAYED:
            check_same_game(game, state, game.at(positions[found]), number, where)
    squares = sum((count - each) ** 2 for count in counts) / each
    freedom = len(positions) - 1
    assert squares <= freedom + 6 * (2 * freedom) ** 0.5 + 6, f"{game.id}: the listed deals are not equally likely"


def check_same_game(game: Game, dealt: State, listed: State, seed: int, where: str) -> None:
    """Check that random actions lead to the same views and scores in both states."""
    random = xoshiro(seed, 1)
    while dealt.seat != OVER:
        action = dealt.random_action(random)
        assert listed.is_legal(action), f"{where}: the listed deal has other legal actions"
        dealt.play(action)
        listed.play(action)
        assert views(game, dealt) == views(game, listed), f"{where}: the game is not determined by its deal"
    assert dealt.scores() == listed.scores(), f"{where}: the listed deal has another result"


def views(game: Game, state: State) -> str:
    """Return the views of all seats and of spectators as text."""
    return json.dumps([game.view(state, viewer) for viewer in (*range(game.seats), SPECTATOR)], sort_keys=True)
