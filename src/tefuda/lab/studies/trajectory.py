"""The course of a game: how much there was to choose from, and who was ahead, from its beginning to its end.

Games are of different length, so a game is cut into ten equal parts: the tenths of its plays.
"""

import math
from typing import Any, Final

from tefuda.core.player import Guide
from tefuda.core.state import State

TENTHS: Final = 10
AHEAD: Final = 0.55
BEHIND: Final = 0.45
"""A lead changes hands where the chance goes from below the one to above the other: a level game has no leader."""


def tenth_of(place: int, plays: int) -> int:
    """In which tenth of a game of so many plays one of them lies; both from 0."""
    return TENTHS * place // plays


class Course:
    """One game being watched: before each play, the number of actions and the chance of the first seat."""

    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        self.actions: list[int] = []
        self.chances: list[float] = []

    def watch(self, state: State, actions: int) -> None:
        """What there is before a play."""
        self.actions.append(actions)
        self.chances.append(self.guide.chance(state, 0))

    def kept(self, outcomes: list[float] | None) -> dict[str, Any]:
        """What a row keeps of it: by tenth the decisions, their actions, and the mean chance in percent.

        For two seats also how often the lead changed, and where somebody won, from which tenth on the winner led.
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
            found["settled"] = settled(self.chances, outcomes.index(1.0))
        return found


def lead_changes(chances: list[float]) -> int:
    """How often the lead went over to the other seat, by the chances of one of them."""
    changes = leader = 0
    for chance in chances:
        ahead = 1 if chance > AHEAD else -1 if chance < BEHIND else 0
        if ahead and leader and ahead != leader:
            changes += 1
        leader = ahead or leader
    return changes


def settled(chances: list[float], winner: int) -> int:
    """After how many tenths the later winner was ahead for good: 0 where that was always so, 10 where never before."""
    behind = [place for place, chance in enumerate(chances) if (chance <= 0.5 if winner == 0 else chance >= 0.5)]
    return math.ceil(TENTHS * (behind[-1] + 1) / len(chances)) if behind else 0
