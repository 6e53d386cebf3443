"""Simulation: many games between named players, only counted. `tefuda simulate` is this study."""

from typing import Any, ClassVar

from typing_extensions import override

from tefuda.core.errors import invalid_input
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.seed import format_seed
from tefuda.lab.stats.tally import Tally
from tefuda.lab.studies.experiment_cells import Cell, Part, swap_parts
from tefuda.lab.studies.spec import Spec
from tefuda.lab.studies.study import Study
from tefuda.players.names import make_player


class Simulation(Study):
    """One cell of games between named players."""

    kind: ClassVar[str] = "simulate"

    def __init__(
        self, game: str, players: list[str], seed: int, options: dict[str, Any] | None = None, swap: bool = False
    ) -> None:
        """Name one player for each seat, or one for all of them. Raise `InvalidInput` for invalid arguments.

        With `swap`, every deal is played twice, the second time with the seats swapped. Players keep their own options,
        such as a deck. Wins are counted by player, not by seat.
        """
        rules = find_game(game)
        rules.read_options(options)
        self.players = players * rules.seats if len(players) == 1 else players
        if len(self.players) != rules.seats:
            en = f"{rules.title.en} has {rules.seats} seat(s), and {len(players)} players are named."
            ja = f"{rules.title.ja}は {rules.seats} 人用ですが、プレイヤーが {len(players)} 人指定されています。"
            raise invalid_input("players", en, ja)
        for name in self.players:
            make_player(rules, name, xoshiro(0, 1))
        self.swap = swap
        spec = Spec(self.kind, game)
        spec.players = self.players
        spec.options = options or {}
        spec.seed = format_seed(seed)
        super().__init__(spec)

    @property
    def options(self) -> dict[str, Any]:
        return self.spec.options

    @override
    def make_cells(self) -> list[Cell]:
        players, options = self.players, self.options
        parts = [Part(players, options, list(range(len(players))))]
        if self.swap:
            parts = swap_parts(self.game, players, options)
        return [Cell(self.game.id, players, parts, self.spec.games)]

    @override
    def records_events(self) -> bool:
        return self.game.measures.decisive_facts([]) is not None

    def tally(self, first: int, count: int) -> Tally:
        """Play and count games in this process."""
        return self.count(0, first, count)[1]
