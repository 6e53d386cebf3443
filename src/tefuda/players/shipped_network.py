"""Players that use the networks of a game: `network`, `network:32` and `network:0,temperature=2`."""

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
from tefuda.players.batched_tree import OTHER_OPTIONS
from tefuda.players.gumbel_search import GumbelSearchPlayer
from tefuda.players.network import BATCH, Network, NetworkEvaluations, NetworkPlayer, read_network
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

    def __init__(self, players: Sequence[NetworkPlayer | GumbelSearchPlayer]) -> None:
        """Use the first player whose network has room for the observations."""
        self.players = players

    @override
    def choose(self, seat: Seat) -> int:
        actions = seat.actions()
        return actions[0] if len(actions) == 1 else self.fitting_player(seat).choose(seat)

    def search(self, seat: Seat) -> list[ActionStats]:
        """Return the statistics of all actions, the best first."""
        player = self.fitting_player(seat)
        assert isinstance(player, GumbelSearchPlayer)
        return player.search(seat)

    def chance(self, seat: Seat) -> float:
        """Return the chance to win of a seat that decides."""
        evaluations = self.fitting_player(seat).evaluations
        evaluations.ask_seat(0, seat)
        evaluations.evaluate(1)
        return float(evaluations.values[0])

    def fitting_player(self, seat: Seat) -> NetworkPlayer | GumbelSearchPlayer:
        for player in self.players:
            try:
                player.evaluations.ask_seat(0, seat)
            except InvalidInput as failure:
                if failure.code != OTHER_OPTIONS:
                    raise
                continue
            return player
        raise invalid_input(
            "no_network",
            f"{seat.game.title.en} has no network for these options.",
            f"{seat.game.title.ja}には、この設定用のネットワークがありません。",
        )


def make_network_player(game: Game, settings: NetworkSettings, random: Random) -> ShippedNetworkPlayer | None:
    """Return a player with the networks of a game; None if there are none that can be used."""
    players = [make_one(network, settings, random) for network in game_networks(game)]
    return ShippedNetworkPlayer(players) if players else None


def make_one(network: Network, settings: NetworkSettings, random: Random) -> NetworkPlayer | GumbelSearchPlayer:
    if settings.budget is None:
        return NetworkPlayer(network, random, settings.temperature)
    return GumbelSearchPlayer(NetworkEvaluations(network, BATCH), random, settings.budget)


def read_temperature(text: str) -> float | None:
    """Return the number of a setting `temperature=2.5`; None for another text."""
    found = re.fullmatch(r"temperature=([0-9]{1,3}(?:\.[0-9]{1,3})?)", text)
    return float(found[1]) if found and float(found[1]) <= MAX_TEMPERATURE else None
