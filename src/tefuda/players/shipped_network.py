"""Players that use the networks of a game: `network`, `network:32,sure=0.5` and `network:0,temperature=2`."""

import functools
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from typing_extensions import override

from tefuda.core.errors import InvalidInput, invalid_input
from tefuda.core.game import Game
from tefuda.core.networks import can_run_networks
from tefuda.core.player import Player, Seat
from tefuda.core.random import Random
from tefuda.players.batched_tree import OTHER_OPTIONS, Evaluations
from tefuda.players.gumbel_search import SURE, GumbelSearchPlayer
from tefuda.players.network import BATCH, Network, NetworkEvaluations, NetworkPlayer, read_network
from tefuda.players.random import RandomPlayer
from tefuda.players.search import ActionStats, Budget

log = logging.getLogger("tefuda.players")

MAX_TEMPERATURE: Final = 100.0


@dataclass(frozen=True)
class NetworkSettings:
    """How a network is used."""

    budget: Budget | None = None
    """The search; without one, the network's first choice is played."""
    temperature: float = 0.0
    """Without a search: 0 plays the best action, 1 chooses as the network would, more is weaker."""
    sure: float = SURE
    """With a search: an action with at least this prior is played without one."""


@functools.cache
def read_game_network(game_id: str, path: Path) -> Network | None:
    """Load a network that ships with a game, once; None with a line in the log if it cannot be used."""
    from tefuda.core.registry import find_game

    try:
        return read_network(find_game(game_id), path)
    except InvalidInput as failure:
        log.warning("The network of %s is not used. %s", game_id, failure.text("en"))
        return None


def game_networks(game: Game) -> list[Network]:
    """Return the usable networks of a game, the one with the fewest numbers first."""
    if not can_run_networks():
        return []
    found = [read_game_network(game.id, path) for path in game.players.networks()]
    return sorted((one for one in found if one is not None), key=lambda one: one.inputs)


class ShippedNetworkPlayer(Player):
    """Plays with the network that fits the options of a table."""

    def __init__(self, players: Sequence[NetworkPlayer | GumbelSearchPlayer], heuristic: Player) -> None:
        """Use the first player whose network has room for the observations, or `heuristic` outside of the training."""
        self.players = players
        self.heuristic = heuristic

    @override
    def choose(self, seat: Seat) -> int:
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        if not seat.game.players.is_in_training(seat.view()):
            return self.heuristic.choose(seat)
        return self.fitting_player(seat).choose(seat)

    def fitting_player(self, seat: Seat) -> NetworkPlayer | GumbelSearchPlayer:
        for player in self.players:
            if fits(player.evaluations, seat):
                return player
        raise invalid_input(
            "no_network",
            f"{seat.game.title.en} has no network for these options.",
            f"{seat.game.title.ja}には、この設定用のネットワークがありません。",
        )


class ShippedNetworkSearch(ShippedNetworkPlayer):
    """Searches with the network that fits the options of a table."""

    def search(self, seat: Seat) -> list[ActionStats]:
        """Return the statistics of all actions, the best first."""
        player = self.fitting_player(seat)
        assert isinstance(player, GumbelSearchPlayer)
        return player.search(seat)


def fits(evaluations: Evaluations, seat: Seat) -> bool:
    """Return whether a network has room for the observations of a seat."""
    try:
        evaluations.ask_seat(0, seat)
    except InvalidInput as failure:
        if failure.code != OTHER_OPTIONS:
            raise
        return False
    return True


def fitting_evaluations(game: Game, seat: Seat) -> NetworkEvaluations | None:
    """Return the evaluations of the network that fits a seat; None if the game has none that can be used."""
    for network in game_networks(game):
        evaluations = NetworkEvaluations(network, BATCH)
        if fits(evaluations, seat):
            return evaluations
    return None


def make_network_player(game: Game, settings: NetworkSettings, random: Random) -> Player | None:
    """Return a player with the networks of a game; None if there are none that can be used."""
    networks = game_networks(game)
    if not networks:
        return None
    own = game.players.names()
    heuristic = game.players.make(own[-1], random) if own else RandomPlayer(random)
    if settings.budget is None:
        players = [NetworkPlayer(one, random, settings.temperature) for one in networks]
        return ShippedNetworkPlayer(players, heuristic)
    questions = [NetworkEvaluations(network, BATCH) for network in networks]
    searches = [GumbelSearchPlayer(one, random, settings.budget, settings.sure) for one in questions]
    return ShippedNetworkSearch(searches, heuristic)


def read_temperature(text: str) -> float | None:
    """Return the number of a setting `temperature=2.5`; None for another text."""
    found = re.fullmatch(r"temperature=([0-9]{1,3}(?:\.[0-9]{1,3})?)", text)
    return float(found[1]) if found and float(found[1]) <= MAX_TEMPERATURE else None


def read_sure(text: str) -> float | None:
    """Return the number of a setting `sure=0.5`, from 0 to 1; None for another text."""
    found = re.fullmatch(r"sure=([01](?:\.[0-9]{1,3})?)", text)
    return float(found[1]) if found and float(found[1]) <= 1.0 else None
