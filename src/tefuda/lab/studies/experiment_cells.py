"""Cells of a study, as in the design of experiments: contestants, options and deals that are counted together."""

from typing import Any

from tefuda.core.game import Game
from tefuda.lab.runs.rows import Row
from tefuda.lab.studies.spec import Spec, deck_options

CELL_OFFSET = 10**9
"""Distance between the deals of two cells that must not share any."""


class Contestant:
    """A player, with a deck if the game has decks."""

    def __init__(self, label: str, player: str, deck: str | None) -> None:
        self.label = label
        self.player = player
        self.deck = deck


class Part:
    """One of the games that are played of every deal: players and options by seat."""

    def __init__(self, players: list[str], options: dict[str, Any], sides: list[int]) -> None:
        self.players = players
        self.options = options
        self.sides = sides
        """Index of the contestant at each seat."""


class Cell:
    """Games that are counted together: a number of deals, each played in every part."""

    def __init__(self, label: str, names: list[str], parts: list[Part], deals: int, offset: int = 0) -> None:
        self.label = label
        self.names = names
        """Labels of the contestants."""
        self.parts = parts
        self.deals = deals
        self.offset = offset
        """Number of the first deal. Cells with the same offset share their deals."""
        self.changes: dict[str, int | str] = {}
        """Changed numbers on cards, by `ID.path`."""


def make_contestants(spec: Spec) -> list[Contestant]:
    """Return every player with every deck. The label names what differs; equal labels get a number."""
    players = spec.players or ["random"]
    decks: list[tuple[str, str | None]] = [*zip(spec.deck_names, spec.decks, strict=True)] or [("", None)]
    found: list[Contestant] = []
    for player in players:
        for name, deck in decks:
            label = name if len(players) == 1 and len(decks) > 1 else player
            if len(players) > 1 and len(decks) > 1:
                label = f"{player} / {name}"
            again = sum(other.label.split(" #")[0] == label for other in found)
            found.append(Contestant(f"{label} #{again + 1}" if again else label, player, deck))
    return found


def make_part(game: Game, contestants: list[Contestant], order: list[int], options: dict[str, Any]) -> Part:
    """Return a part with the contestants at the seats in this order, each with its own deck.

    Other options belong to the seats. Contestants that swap seats swap these options too.
    """
    names = deck_options(game)
    decks = {
        name: contestants[side].deck
        for name, side in zip(names, order, strict=False)
        if contestants[side].deck is not None
    }
    return Part([contestants[side].player for side in order], {**options, **decks}, order)


def swap_parts(game: Game, players: list[str], options: dict[str, Any]) -> list[Part]:
    """Return two parts: the players at the seats in order, and reversed, each player with its own options."""
    seats = list(range(len(players)))
    return [Part(players, options, seats), Part(players[::-1], game.swap_seats(options), seats[::-1])]


def round_robin_cells(game: Game, spec: Spec, contestants: list[Contestant]) -> list[Cell]:
    """Return a cell for every pair of contestants. Each deal is played twice with the seats swapped."""
    cells: list[Cell] = []
    for one in range(len(contestants)):
        for two in range(one + 1, len(contestants)):
            pair = [contestants[one], contestants[two]]
            names = [contestant.label for contestant in pair]
            parts = [make_part(game, pair, order, spec.options) for order in ([0, 1], [1, 0])]
            deals = (spec.games + 1) // 2
            cells.append(Cell(" - ".join(names), names, parts, deals, len(cells) * CELL_OFFSET))
    return cells


def score_of(cell: Cell, row: Row, side: int) -> float | None:
    """Return the score of a contestant in a game; None if it is unfinished or the contestant did not play."""
    sides = cell.parts[row.number % len(cell.parts)].sides
    if row.scores is None or side not in sides:
        return None
    return row.scores[sides.index(side)]
