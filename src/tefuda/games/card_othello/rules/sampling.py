"""Other worlds: what a seat cannot see, drawn anew, from what it sees and luck and nothing else (CO-13.4)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from tefuda.core.random import Random
from tefuda.games.card_othello.rules.board import BIT, cells
from tefuda.games.card_othello.rules.codes import BLACK, CARDS, CONDEMN_WILL, GUARD, HEAVEN_BLESSING, TRAP, WHITE
from tefuda.games.card_othello.rules.hands import Holding, Options
from tefuda.games.card_othello.rules.marks import Mark
from tefuda.games.card_othello.rules.table import Table


def sample_cards(world: Table, viewer: i64, random: Random) -> None:
    """Deal the decks and the hidden hands again, from what each player could still have."""
    for side in (BLACK, WHITE):
        holding = world.holding(side)
        shows = viewer == 1 - side and world.seat == viewer and world.pending == CONDEMN_WILL
        known = viewer == side or shows
        pool = unseen(world.options, holding, known, random)
        random.shuffle_cards(pool)
        if not known:
            size = len(holding.hand)
            holding.hand = pool[:size]
            pool = pool[size:]
        holding.deck = pool[: holding.in_deck()]
        holding.drawn = 0
    # What Heaven made is known by number alone.
    world.made = vec[u8]([any_card(world.options, random) for _ in range(len(world.made))])
    if world.pending == HEAVEN_BLESSING and world.seat != viewer:
        kinds = vec[u8]([kind for kind in world.options.kinds if i64(kind) != HEAVEN_BLESSING])
        random.shuffle_cards(kinds)
        world.offers = kinds[: len(world.offers)]


def unseen(options: Options, holding: Holding, hand_known: bool, random: Random) -> vec[u8]:
    """The cards that a player may hold and nobody has seen, in the order of the types, as many as there are or more.

    A deck has each type as often as its recipe says; seen ones are taken off. Cards beyond the recipe (made by
    Heaven, taken by a trap, or the recipe's random rest) could be anything.
    """
    left = [options.copies[kind] for kind in range(CARDS)]
    for card in holding.discard:
        left[i64(card)] -= 1
    needed = holding.in_deck()
    if hand_known:
        for card in holding.hand:
            left[i64(card)] -= 1
    else:
        needed += len(holding.hand)
    pool = vec[u8]()
    for kind in range(CARDS):
        for _ in range(left[kind]):
            pool = append(pool, u8(kind))
    while len(pool) < needed:
        pool = append(pool, any_card(options, random))
    return pool


def any_card(options: Options, random: Random) -> u8:
    return options.kinds[random.below(len(options.kinds))]


def sample_traps(world: Table, viewer: i64, random: Random) -> None:
    """Put the traps that may be out under any stones of their owner that could hide one, or nowhere."""
    for side in (BLACK, WHITE):
        if side == viewer:
            continue
        world.set_marks([mark for mark in world.marks if mark.kind != TRAP or mark.owner != side])
        others: i64 = 0
        """Stones with a mark that a trap would have taken off; a guard may have come later."""
        for mark in world.marks:
            if mark.kind != TRAP and mark.kind != GUARD:
                others |= BIT[mark.at]
        for _ in range(world.holding(side).snares):
            hiding = cells(world.stones(side) & ~others & ~world.snared)
            pick = random.below(len(hiding) + 1)
            if pick < len(hiding):
                trap = Mark(TRAP, hiding[pick], side, 0, world.next_seq)
                world.next_seq += 1
                world.set_marks([*world.marks, trap])
