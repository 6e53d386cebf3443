"""Trajectory of a game: number of legal actions and lead over time.

Games have different lengths, so each game is divided into tenths of its plays.
"""

import math
from typing import Any, Final

from tefuda.core.player import Guide
from tefuda.core.state import State

TENTHS: Final = 10
LEAD_ABOVE: Final = 0.55
LEAD_BELOW: Final = 0.45
"""The lead changes when the chance goes from below `LEAD_BELOW` to above `LEAD_ABOVE` or back."""


def tenth_of(place: int, plays: int) -> int:
    """Return the tenth of a play in a game, both from 0."""
    return TENTHS * place // plays


class Trajectory:
    """Number of actions and chance of the first seat before each play of a game."""

    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        self.actions: list[int] = []
        self.chances: list[float] = []

    def add(self, state: State, actions: int) -> None:
        """Record the state before a play."""
        self.actions.append(actions)
        self.chances.append(self.guide.chance(state, 0))

    def row_data(self, outcomes: list[float] | None) -> dict[str, Any]:
        """Return the data of a row: by tenth the decisions, their actions, and the mean chance in percent.

        With two seats also the number of lead changes, and the tenth after which the winner stayed ahead.
        """
        plays = len(self.actions)
        found: dict[str, Any] = {
            "decisions": [0] * TENTHS,
            "actions": [0] * TENTHS,
            "forced": sum(actions == 1 for actions in self.actions),
        }
        chances: list[list[float]] = [[] for _ in range(TENTHS)]
        for place, actions in enumerate(self.actions):
            tenth = tenth_of(place, plays)
            found["decisions"][tenth] += 1
            found["actions"][tenth] += actions
            chances[tenth].append(self.chances[place])
        found["chance"] = [round(100 * math.fsum(tenth) / len(tenth), 1) if tenth else None for tenth in chances]
        if outcomes is None or len(outcomes) != 2:
            return found
        found["changes"] = lead_changes(self.chances)
        if 0.5 not in outcomes:
            found["settled"] = settled_after(self.chances, outcomes.index(1.0))
        return found


def lead_changes(chances: list[float]) -> int:
    """Return the number of lead changes, from the chances of one seat."""
    changes = leader = 0
    for chance in chances:
        ahead = 1 if chance > LEAD_ABOVE else -1 if chance < LEAD_BELOW else 0
        if ahead and leader and ahead != leader:
            changes += 1
        leader = ahead or leader
    return changes


def settled_after(chances: list[float], winner: int) -> int:
    """Return the tenth after which the winner stayed ahead: 0 for the whole game, 10 for the end only."""
    behind = [place for place, chance in enumerate(chances) if (chance <= 0.5 if winner == 0 else chance >= 0.5)]
    return math.ceil(TENTHS * (behind[-1] + 1) / len(chances)) if behind else 0
