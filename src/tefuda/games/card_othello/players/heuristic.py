"""The built-in thinking of Card Othello: what a position is worth, and a look ahead in worlds that could be.

A level looks through its own turn to the end (a card, its picks, the placement), keeping the best few ways at each
step, and then as many placements further as its depth says. What it cannot see is sampled: it never gets the true
state.
"""

from typing import Final

from mypy_extensions import i64

from tefuda.core.player import Guide, Player, Seat, priors_from_values, squash
from tefuda.core.random import Random
from tefuda.core.state import OVER, State
from tefuda.games.card_othello.rules import codes
from tefuda.games.card_othello.rules.board import BIT, CORNERS, all_neighbours, cells, count, placements
from tefuda.games.card_othello.rules.codes import PASS, PICK, PICKS_NOTHING, USE
from tefuda.games.card_othello.rules.marks import Mark
from tefuda.games.card_othello.rules.state import CardOthelloState

WON: Final = 1_000_000
STONE_AT_END: Final = 1_000
CORNER: Final = 900
X_CELL: Final = -350
C_CELL: Final = -120
MOBILITY: Final = 70
FRONTIER: Final = -28
CHARGE: Final = 22
HELD_CARD: Final = 25
ROLLOUT: Final = 6
"""Plays of a search's rollout, before the position is judged."""
PATIENCE: Final = 300
"""An action that looks worse by this is half as likely to be tried."""
EVEN: Final = 1_500
"""A lead of this worth wins three games of four."""
BEAM: Final = 4
"""Ways that are followed at each step of the own turn, once the first has been taken."""

BY_LOOKS: Final = -1
"""The depth of a search that judges the state right after an action."""
FEW_NODES: Final = 100_000
MANY_NODES: Final = 2_000_000
"""Node budgets of one decision. Half of the larger one is enough for 99 decisions of 100, and takes about 0.3 s."""

CORNER_OF: Final = [(0, 9, 1, 8), (7, 14, 6, 15), (56, 49, 57, 48), (63, 54, 62, 55)]
"""A corner, its x cell, its two c cells."""


class Level:
    """How well a level thinks: it slips so many times in a hundred, looks so far, in so many worlds."""

    def __init__(self, slips: i64, depth: i64, worlds: i64, endgame: i64, nodes: i64) -> None:
        self.slips = slips
        self.depth = depth
        self.worlds = worlds
        self.endgame = endgame
        """With so many empty cells or fewer it looks to the end."""
        self.nodes = nodes
        """The most nodes of one decision. A node is a state after an action that is judged or followed further."""


LEVELS: Final = [
    Level(60, 0, 1, 0, FEW_NODES),
    Level(30, 0, 1, 0, FEW_NODES),
    Level(10, 0, 1, 0, FEW_NODES),
    Level(0, 1, 2, 4, MANY_NODES),
    Level(0, 2, 2, 6, MANY_NODES),
    Level(0, 3, 3, 8, MANY_NODES),
]
"""CO-14.4: levels 1 to 6."""


def worth(state: CardOthelloState, me: i64) -> i64:
    """What the position is worth to a side: positive is good. After the end only the stones count."""
    own, enemy = state.stones(me), state.stones(1 - me)
    difference = count(own) - count(enemy)
    if state.seat == OVER:
        return difference * STONE_AT_END + (WON if difference > 0 else -WON if difference < 0 else 0)
    empty = state.empty()
    left = count(empty)
    frontier = all_neighbours(empty)
    value = CORNER * (count(own & CORNERS) - count(enemy & CORNERS))
    value += FRONTIER * (count(own & frontier) - count(enemy & frontier))
    moves = count(placements(own, enemy & ~state.immune, empty)) - count(placements(enemy, own & ~state.immune, empty))
    value += MOBILITY * moves
    if empty & CORNERS != 0:
        value += near_corners(own, enemy, empty)
    # Stones hardly matter at first, and are all that matters at last.
    value += difference * (600 - 13 * left) // 10 if left < 40 else 0
    if state.options.cards:
        value += holdings(state, me, left)
        for mark in state.marks:
            gain = mark_worth(mark, left)
            value += gain if mark.owner == me else -gain
    return value


def near_corners(own: i64, enemy: i64, empty: i64) -> i64:
    """Cells beside an empty corner give it away."""
    value: i64 = 0
    for corner, x, c, other_c in CORNER_OF:
        if empty & BIT[corner] != 0:
            sides = BIT[c] | BIT[other_c]
            value += X_CELL * (count(own & BIT[x]) - count(enemy & BIT[x]))
            value += C_CELL * (count(own & sides) - count(enemy & sides))
    return value


def holdings(state: CardOthelloState, me: i64, left: i64) -> i64:
    """Charge and cards are worth what can still be done with them."""
    mine, theirs = state.holding(me), state.holding(1 - me)
    value = CHARGE * (mine.charge - theirs.charge) + HELD_CARD * (len(mine.hand) - len(theirs.hand))
    return value * min(left, 20) // 20


def mark_worth(mark: Mark, left: i64) -> i64:
    """What a mark is worth to its owner, with so many cells left to fill."""
    value: i64 = 0
    match mark.kind:
        case codes.PROTECTED:
            value = 40
        case codes.PERMA_PROTECTED:
            value = 160
        case codes.GUARD:
            value = 45 * mark.left
        case codes.TRAP:
            value = 160
        case codes.BOMB:
            value = 60
        case codes.DRAGON:
            value = 170 * mark.left
        case codes.BREEDING:
            value = 130 * mark.left
        case codes.UDG:
            value = 130 * mark.left
        case codes.WORK:
            # The stages to come, each less likely to be reached.
            value = 30 + 22 * mark.left
        case codes.REGEN:
            value = 170
        case codes.HYPERACTIVE:
            value = 90
        case _:
            value = 200
    return value * min(left, 16) // 16


class OutOfNodes(Exception):
    """A search has spent its nodes."""


class Search:
    """A look ahead for one side. It counts its nodes, and ends after `most` of them."""

    def __init__(self, me: i64, most: i64) -> None:
        self.me = me
        self.most = most
        self.nodes: i64 = 0

    def after(self, state: CardOthelloState, action: i64) -> CardOthelloState:
        """The state after an action, as one node more; raises `OutOfNodes`."""
        if self.nodes >= self.most:
            raise OutOfNodes
        self.nodes += 1
        after = state.clone()
        after.play(action)
        return after

    def follow(self, state: CardOthelloState, depth: i64, low: i64, high: i64) -> i64:
        """The value with placements alone, `depth` of them: the best for `me`, the worst when the other decides."""
        if state.seat == OVER or depth <= 0:
            return worth(state, self.me)
        mine = state.seat == self.me
        if state.choices == 0:
            return self.follow(self.after(state, PASS), depth - 1, low, high)
        best: i64 = -2 * WON if mine else 2 * WON
        for cell in cells(state.choices):
            value = self.follow(self.after(state, cell), depth - 1, low, high)
            if mine:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best

    def finish_turn(self, state: CardOthelloState, depth: i64, low: i64) -> i64:
        """The value of a state within the own turn: the best few next actions by their looks, each followed further."""
        if depth == BY_LOOKS:
            return worth(state, self.me)
        if state.seat != self.me:
            return self.follow(state, depth, low, 2 * WON)
        values: list[i64] = []
        afters: list[CardOthelloState] = []
        for action in state.actions():
            after = self.after(state, action)
            values.append(worth(after, self.me))
            afters.append(after)
        if depth <= 0 and state.picking() == PICKS_NOTHING:
            return best_of(values)
        best: i64 = -2 * WON
        for _ in range(min(BEAM, len(values))):
            which = values.index(best_of(values))
            values[which] = -3 * WON
            best = max(best, self.finish_turn(afters[which], depth, max(low, best)))
        return best

    def ratings(self, worlds: list[CardOthelloState], depth: i64, actions: list[i64]) -> list[i64]:
        """The value of each action, added up over all worlds; raises `OutOfNodes`."""
        totals: list[i64] = [0 for _ in actions]
        for world in worlds:
            for place in range(len(actions)):
                totals[place] += self.finish_turn(self.after(world, actions[place]), depth, -2 * WON)
        return totals


def best_of(values: list[i64]) -> i64:
    best: i64 = -3 * WON
    for value in values:
        best = max(best, value)
    return best


def tie_order(action: i64, ids: list[str]) -> tuple[i64, str]:
    """Equal scores go by row, then column, then card id (CO-14.2)."""
    if action < USE:
        return action % PICK, ""
    if action < codes.DONE:
        return PICK, ids[(action - USE) % codes.CARDS]
    return action, ""


def best_action(actions: list[i64], scores: list[i64], ids: list[str]) -> i64:
    """The action with the highest score, ties in the fixed order."""
    chosen: i64 = -1
    best: i64 = 0
    for place in range(len(actions)):
        action, score = actions[place], scores[place]
        if chosen < 0 or score > best or (score == best and tie_order(action, ids) < tie_order(chosen, ids)):
            chosen = action
            best = score
    return chosen


class OthelloGuide(Guide):
    """Plays by lot and judges by looks: after a few plays at random less hangs in the air."""

    def __init__(self) -> None:
        super().__init__(ROLLOUT)

    def chance(self, state: State, seat: i64) -> float:
        assert isinstance(state, CardOthelloState)
        return squash(worth(state, seat), EVEN)

    def priors(self, state: State, actions: list[i64]) -> list[float] | None:
        """What looks good right after it is tried first."""
        assert isinstance(state, CardOthelloState)
        me = state.seat
        values: list[i64] = []
        for action in actions:
            after = state.clone()
            after.play(action)
            values.append(worth(after, me))
        return priors_from_values(values, PATIENCE)


class BuiltIn(Player):
    """Thinks for itself: the last link of the chain (CO-14.1)."""

    def __init__(self, level: Level, random: Random, ids: list[str]) -> None:
        self.level = level
        self.random = random
        self.ids = ids
        self.nodes: i64 = 0
        """The nodes of the last decision that it searched for."""

    def choose(self, seat: Seat) -> i64:
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        worlds: list[CardOthelloState] = []
        for _ in range(self.level.worlds):
            world = seat.sample(self.random)
            assert isinstance(world, CardOthelloState)
            worlds.append(world)
        search = Search(seat.number, self.level.nodes // 2)
        totals = self.ratings(search, worlds, actions)
        self.nodes = search.nodes
        return best_action(actions, totals, self.ids)

    def ratings(self, search: Search, worlds: list[CardOthelloState], actions: list[i64]) -> list[i64]:
        """The values of the actions, added up over the worlds.

        A search that takes more than half of the nodes is given up. The other half goes to searches of depth 0, 1 and
        so on. The deepest one that is finished counts: all actions are compared at one depth.
        """
        left = count(worlds[0].empty())
        depth = left + 2 if left <= self.level.endgame else self.level.depth
        try:
            return search.ratings(worlds, depth, actions)
        except OutOfNodes:
            search.most = self.level.nodes
        totals = search.ratings(worlds, BY_LOOKS, actions)
        try:
            for less in range(depth):
                totals = search.ratings(worlds, less, actions)
        except OutOfNodes:
            pass
        return totals
