"""Usable cards and their targets. Nothing here depends on an opponent's trap (CO-13.3)."""

from mypy_extensions import i64

from tefuda.games.card_othello.rules import codes
from tefuda.games.card_othello.rules.board import BIT, orthogonal_neighbours, popcount
from tefuda.games.card_othello.rules.codes import (
    CONDEMN_WILL,
    HEAVEN_BLESSING,
    PICKS,
    PICKS_CELL,
    POSITION_SWAP_WILL,
    SELL_CARD_WILL,
)
from tefuda.games.card_othello.rules.marks import NOWHERE
from tefuda.games.card_othello.rules.table import Table


def targets(table: Table, card: i64) -> i64:
    """Return the cells that a card of the player to move may pick (CO-9.4)."""
    own = table.stones(table.seat)
    enemy = table.stones(1 - table.seat)
    match card:
        case codes.SWAP_WITH_ENEMY:  # a hidden trap looks like an unmarked stone
            return enemy & ~table.marked
        case codes.POSITION_SWAP_WILL:
            return (own | enemy) & ~BIT[table.first_pick] if table.first_pick != NOWHERE else own | enemy
        case codes.SACRIFICE_WILL:
            return own & ~table.guarded
        case codes.STRONG_WIND_WILL:
            return (own | enemy) & orthogonal_neighbours(table.empty_cells())
        case codes.TRAP_WILL:
            return own & ~table.bombs & ~table.traps
        case codes.TEMPT_WILL:
            return enemy & table.marked & ~table.guarded
        case codes.DESTROY_ONE_STONE:
            return (own | enemy) & ~table.guarded
        case codes.TIME_BOMB | codes.GUARD_WILL:
            return own & ~table.bombs
        case _:
            return 0


def has_target(table: Table, card: i64) -> bool:
    """Return whether a card has something to act on (CO-9.3). Most cards need nothing."""
    if PICKS[card] == PICKS_CELL:
        return targets(table, card) != 0 if card != POSITION_SWAP_WILL else popcount(table.black | table.white) >= 2
    if card == SELL_CARD_WILL:
        return len(table.player(table.seat).hand) >= 2
    if card == HEAVEN_BLESSING:
        return len(table.options.card_types) > (1 if table.options.copies[HEAVEN_BLESSING] > 0 else 0)
    if card == CONDEMN_WILL:
        return len(table.player(1 - table.seat).hand) > 0
    return True


def is_usable(table: Table, card: i64) -> bool:
    """Return whether the player to move can use a card, given that it is in hand (CO-9.3)."""
    return table.player(table.seat).charge >= table.options.costs[card] and has_target(table, card)
