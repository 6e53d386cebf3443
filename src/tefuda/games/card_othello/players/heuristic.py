"""The heuristic player of Card Othello: static evaluation and alpha-beta search in sampled worlds.

A level searches its own turn to the end (a card, its picks, the placement) with a beam. Then it searches `depth`
placements further. Hidden information is sampled: the player never gets the true state.
"""

from typing import Final

from mypy_extensions import i64
from typing_extensions import override

from tefuda.core.player import Guide, Player, Seat, priors_from_values, squash
from tefuda.core.random import Random
from tefuda.core.state import OVER, State
from tefuda.games.card_othello.rules import codes
from tefuda.games.card_othello.rules.board import BIT, CORNERS, all_neighbours, cells, placement_mask, popcount
from tefuda.games.card_othello.rules.codes import PASS, PICK, PICKS_NOTHING, USE
from tefuda.games.card_othello.rules.marks import Mark
from tefuda.games.card_othello.rules.state import CardOthelloState

WIN_VALUE: Final = 1_000_000
FINAL_STONE_VALUE: Final = 1_000
CORNER: Final = 900
X_CELL: Final = -350
C_CELL: Final = -120
MOBILITY: Final = 70
FRONTIER: Final = -28
CHARGE: Final = 22
HELD_CARD: Final = 25
ROLLOUT_PLAYS: Final = 6
"""Plays of a rollout before the position is evaluated."""
PRIOR_SCALE: Final = 300
"""An action whose value is lower by this amount gets half the prior."""
CHANCE_SCALE: Final = 1_500
"""An advantage of this value is a winning chance of 75 %."""
BEAM_WIDTH: Final = 4
"""Actions that are searched further at each step of the own turn."""

STATIC_DEPTH: Final = -1
"""The depth of a search that evaluates the state right after an action."""
SMALL_NODE_BUDGET: Final = 100_000
LARGE_NODE_BUDGET: Final = 2_000_000
"""Node budgets of one decision. Half of the larger one is enough for 99 % of all decisions (about 0.3 s)."""

CORNER_OF: Final = [(0, 9, 1, 8), (7, 14, 6, 15), (56, 49, 57, 48), (63, 54, 62, 55)]
"""A corner, its X-square and its two C-squares."""


class LevelSettings:
    """The strength of a level."""

    def __init__(self, blunder_percent: i64, depth: i64, worlds: i64, endgame: i64, nodes: i64) -> None:
        self.blunder_percent = blunder_percent
        self.depth = depth
        self.worlds = worlds
        self.endgame = endgame
        """With this number of empty cells or fewer, the search goes to the end of the game."""
        self.nodes = nodes
        """Node budget of one decision. A node is a state that is evaluated or searched further."""


LEVELS: Final = [
    LevelSettings(60, 0, 1, 0, SMALL_NODE_BUDGET),
    LevelSettings(30, 0, 1, 0, SMALL_NODE_BUDGET),
    LevelSettings(10, 0, 1, 0, SMALL_NODE_BUDGET),
    LevelSettings(0, 1, 2, 4, LARGE_NODE_BUDGET),
    LevelSettings(0, 2, 2, 6, LARGE_NODE_BUDGET),
    LevelSettings(0, 3, 3, 8, LARGE_NODE_BUDGET),
]
"""Levels 1 to 6 (CO-14.4)."""


def evaluate(state: CardOthelloState, me: i64) -> i64:
    """Return the value of the position for a side. After the end only the stones count."""
    own, enemy = state.stones(me), state.stones(1 - me)
    difference = popcount(own) - popcount(enemy)
    if state.seat == OVER:
        return difference * FINAL_STONE_VALUE + (WIN_VALUE if difference > 0 else -WIN_VALUE if difference < 0 else 0)
    empty = state.empty_cells()
    left = popcount(empty)
    frontier = all_neighbours(empty)
    value = CORNER * (popcount(own & CORNERS) - popcount(enemy & CORNERS))
    value += FRONTIER * (popcount(own & frontier) - popcount(enemy & frontier))
    own_mobility = popcount(placement_mask(own, enemy & ~state.immune, empty))
    enemy_mobility = popcount(placement_mask(enemy, own & ~state.immune, empty))
    value += MOBILITY * (own_mobility - enemy_mobility)
    if empty & CORNERS != 0:
        value += corner_value(own, enemy, empty)
    # The number of stones matters late in the game only.
    value += difference * (600 - 13 * left) // 10 if left < 40 else 0
    if state.options.cards:
        value += card_value(state, me, left)
        for mark in state.marks:
            gain = mark_value(mark, left)
            value += gain if mark.owner == me else -gain
    return value


def corner_value(own: i64, enemy: i64, empty: i64) -> i64:
    """Return the value of the X-squares and C-squares beside empty corners."""
    value: i64 = 0
    for corner, x, c, other_c in CORNER_OF:
        if empty & BIT[corner] != 0:
            sides = BIT[c] | BIT[other_c]
            value += X_CELL * (popcount(own & BIT[x]) - popcount(enemy & BIT[x]))
            value += C_CELL * (popcount(own & sides) - popcount(enemy & sides))
    return value


def card_value(state: CardOthelloState, me: i64, left: i64) -> i64:
    """Return the value of charge and cards in hand. It falls towards the end of the game."""
    mine, theirs = state.player(me), state.player(1 - me)
    value = CHARGE * (mine.charge - theirs.charge) + HELD_CARD * (len(mine.hand) - len(theirs.hand))
    return value * min(left, 20) // 20


def mark_value(mark: Mark, left: i64) -> i64:
    """Return the value of a mark for its owner, with `left` empty cells."""
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
            # Later stages pay more, but are less likely to be reached.
            value = 30 + 22 * mark.left
        case codes.REGEN:
            value = 170
        case codes.HYPERACTIVE:
            value = 90
        case _:
            value = 200
    return value * min(left, 16) // 16


class NodeLimitReached(Exception):
    """A search has used its node budget."""


class AlphaBetaSearch:
    """Alpha-beta search for one side, with at most `node_limit` nodes."""

    def __init__(self, me: i64, node_limit: i64) -> None:
        self.me = me
        self.node_limit = node_limit
        self.nodes: i64 = 0

    def after(self, state: CardOthelloState, action: i64) -> CardOthelloState:
        """Return the state after an action and count a node; raises `NodeLimitReached`."""
        if self.nodes >= self.node_limit:
            raise NodeLimitReached
        self.nodes += 1
        after = state.clone()
        after.play(action)
        return after

    def alpha_beta(self, state: CardOthelloState, depth: i64, alpha: i64, beta: i64) -> i64:
        """Return the minimax value after `depth` placements, without cards."""
        if state.seat == OVER or depth <= 0:
            return evaluate(state, self.me)
        mine = state.seat == self.me
        if state.legal_cells == 0:
            return self.alpha_beta(self.after(state, PASS), depth - 1, alpha, beta)
        best: i64 = -2 * WIN_VALUE if mine else 2 * WIN_VALUE
        for cell in cells(state.legal_cells):
            value = self.alpha_beta(self.after(state, cell), depth - 1, alpha, beta)
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def search_turn(self, state: CardOthelloState, depth: i64, alpha: i64) -> i64:
        """Return the value of a state within the own turn: a beam search over the next actions."""
        if depth == STATIC_DEPTH:
            return evaluate(state, self.me)
        if state.seat != self.me:
            return self.alpha_beta(state, depth, alpha, 2 * WIN_VALUE)
        values: list[i64] = []
        afters: list[CardOthelloState] = []
        for action in state.actions():
            after = self.after(state, action)
            values.append(evaluate(after, self.me))
            afters.append(after)
        if depth <= 0 and state.pick_kind() == PICKS_NOTHING:
            return maximum(values)
        best: i64 = -2 * WIN_VALUE
        for _ in range(min(BEAM_WIDTH, len(values))):
            which = values.index(maximum(values))
            values[which] = -3 * WIN_VALUE
            best = max(best, self.search_turn(afters[which], depth, max(alpha, best)))
        return best

    def evaluate_actions(self, worlds: list[CardOthelloState], depth: i64, actions: list[i64]) -> list[i64]:
        """Return the value of each action, summed over all worlds; raises `NodeLimitReached`."""
        totals: list[i64] = [0 for _ in actions]
        for world in worlds:
            for place in range(len(actions)):
                totals[place] += self.search_turn(self.after(world, actions[place]), depth, -2 * WIN_VALUE)
        return totals


def maximum(values: list[i64]) -> i64:
    best: i64 = -3 * WIN_VALUE
    for value in values:
        best = max(best, value)
    return best


def tie_order(action: i64, ids: list[str]) -> tuple[i64, str]:
    """Return the sort key for equal scores: row, then column, then card id (CO-14.2)."""
    if action < USE:
        return action % PICK, ""
    if action < codes.DONE:
        return PICK, ids[(action - USE) % codes.CARD_TYPE_COUNT]
    return action, ""


def best_action(actions: list[i64], scores: list[i64], ids: list[str]) -> i64:
    """Return the action with the highest score; ties by `tie_order`."""
    chosen: i64 = -1
    best: i64 = 0
    for place in range(len(actions)):
        action, score = actions[place], scores[place]
        if chosen < 0 or score > best or (score == best and tie_order(action, ids) < tie_order(chosen, ids)):
            chosen = action
            best = score
    return chosen


class OthelloGuide(Guide):
    """Random playouts of a few plays, then the static evaluation."""

    def __init__(self) -> None:
        super().__init__(ROLLOUT_PLAYS)

    @override
    def chance(self, state: State, seat: i64) -> float:
        assert isinstance(state, CardOthelloState)
        return squash(evaluate(state, seat), CHANCE_SCALE)

    @override
    def priors(self, state: State, actions: list[i64]) -> list[float] | None:
        """Return priors from the static evaluation after each action."""
        assert isinstance(state, CardOthelloState)
        me = state.seat
        values: list[i64] = []
        for action in actions:
            after = state.clone()
            after.play(action)
            values.append(evaluate(after, me))
        return priors_from_values(values, PRIOR_SCALE)


class HeuristicPlayer(Player):
    """Chooses by search, without a model (CO-14.1)."""

    def __init__(self, level: LevelSettings, random: Random, ids: list[str]) -> None:
        self.level = level
        self.random = random
        self.ids = ids
        self.nodes: i64 = 0
        """The nodes of the last decision."""

    @override
    def choose(self, seat: Seat) -> i64:
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        worlds: list[CardOthelloState] = []
        for _ in range(self.level.worlds):
            world = seat.sample(self.random)
            assert isinstance(world, CardOthelloState)
            worlds.append(world)
        search = AlphaBetaSearch(seat.number, self.level.nodes // 2)
        totals = self.evaluate_actions(search, worlds, actions)
        self.nodes = search.nodes
        return best_action(actions, totals, self.ids)

    def evaluate_actions(
        self, search: AlphaBetaSearch, worlds: list[CardOthelloState], actions: list[i64]
    ) -> list[i64]:
        """Return the values of the actions, summed over the worlds.

        A search that takes more than half of the node budget is stopped. The other half is used for iterative
        deepening. The deepest finished search counts, so all actions are compared at the same depth.
        """
        left = popcount(worlds[0].empty_cells())
        depth = left + 2 if left <= self.level.endgame else self.level.depth
        try:
            return search.evaluate_actions(worlds, depth, actions)
        except NodeLimitReached:
            search.node_limit = self.level.nodes
        totals = search.evaluate_actions(worlds, STATIC_DEPTH, actions)
        try:
            for less in range(depth):
                totals = search.evaluate_actions(worlds, less, actions)
        except NodeLimitReached:
            pass
        return totals
