"""BotPlayer: a bot of OpenSpiel as a player of Tefuda, such as `openspiel:ismcts:200`."""

import json
from collections.abc import Callable
from typing import Any, Final

import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from typing_extensions import override

from tefuda.core.game import Game
from tefuda.core.player import Player, Seat
from tefuda.core.random import Random
from tefuda.envs.open_spiel.game import SpielGame, game_class
from tefuda.players.names import read_integer, unknown_player

MAX_SIMULATIONS: Final = 1_000_000

MakeBot = Callable[[SpielGame, Any], Any]
"""Makes a `pyspiel.Bot` for a game with a `numpy.random.RandomState`."""


class BotPlayer(Player):
    """Samples a world that looks like its seat's, and asks a bot for an action there. The bot never gets the state."""

    def __init__(self, make_bot: MakeBot, random: Random) -> None:
        self.make_bot = make_bot
        self.random = random
        self._games: dict[str, SpielGame] = {}

    @override
    def choose(self, seat: Seat) -> int:
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        world = seat.sample(self.random)
        options = seat.game.position(world).get("options") or {}
        key = json.dumps([seat.game.id, options], sort_keys=True)
        if key not in self._games:
            self._games[key] = game_class(seat.game)(options)
        game = self._games[key]
        bot = self.make_bot(game, numpy.random.RandomState(self.random.word()))
        return int(bot.step(game.state_at(world)))


def make_mcts(simulations: int) -> MakeBot:
    """Return what makes OpenSpiel's MCTS. It searches one sampled world as if everything in it were known."""

    def make(game: SpielGame, random_state: Any) -> Any:
        evaluator = mcts.RandomRolloutEvaluator(1, random_state)
        return mcts.MCTSBot(game, exploration(game), simulations, evaluator, random_state=random_state)

    return make


def make_ismcts(simulations: int) -> MakeBot:
    """Return what makes OpenSpiel's ISMCTS. It samples a world for each simulation from the one that it gets."""

    def make(game: SpielGame, random_state: Any) -> Any:
        if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
            return make_mcts(simulations)(game, random_state)  # the same search, since every set has one state
        evaluator = mcts.RandomRolloutEvaluator(1, random_state)
        bot = ismcts.ISMCTSBot(game, evaluator, exploration(game), simulations, random_state=random_state)
        bot.set_resampler(lambda state, player: state.resample_from_infostate(player, random_state.random_sample))
        return bot

    return make


def exploration(game: SpielGame) -> float:
    """Return the constant of UCT: the range of the returns."""
    return float(game.max_utility() - game.min_utility())


BOTS: Final = {"mcts": make_mcts, "ismcts": make_ismcts}


def make_bot_player(game: Game, settings: str, random: Random) -> BotPlayer:
    """Return a player from the name of a bot and its simulations per action, `ismcts:200`; raises `UnknownPlayer`."""
    kind, _, amount = settings.partition(":")
    if kind not in BOTS:
        forms = ", ".join(f"openspiel:{bot}:N" for bot in BOTS)
        raise unknown_player(
            f"openspiel:{settings}: unknown bot {kind!r}. Bots: {forms}.",
            f"openspiel:{settings}: {kind!r} というボットはありません。使えるのは {forms} です。",
        )
    return BotPlayer(BOTS[kind](read_integer("simulations", amount, 1, MAX_SIMULATIONS)), random)
