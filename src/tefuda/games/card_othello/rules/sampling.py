"""Sampling of the hidden information of a seat, from its own information only (CO-13.4)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from tefuda.core.random import Random
from tefuda.games.card_othello.rules.board import BIT, cells
from tefuda.games.card_othello.rules.codes import (
    BLACK,
    CARD_TYPE_COUNT,
    CONDEMN_WILL,
    GUARD,
    HEAVEN_BLESSING,
    TRAP,
    WHITE,
)
from tefuda.games.card_othello.rules.marks import Mark
from tefuda.games.card_othello.rules.player_state import CardOthelloOptions, PlayerState
from tefuda.games.card_othello.rules.table import Table


def sample_cards(world: Table, viewer: i64, random: Random) -> None:
    """Sample the decks and the hidden hands from the cards that each player can still have."""
    for side in (BLACK, WHITE):
        player = world.player(side)
        shows = viewer == 1 - side and world.seat == viewer and world.pending == CONDEMN_WILL
        known = viewer == side or shows
        pool = unseen_cards(world.options, player, known, random)
        random.shuffle_cards(pool)
        if not known:
            size = len(player.hand)
            player.hand = pool[:size]
            pool = pool[size:]
        player.deck = pool[: player.cards_in_deck()]
        player.drawn = 0
    # Only the number of created cards is public.
    world.created_cards = vec[u8]([random_card(world.options, random) for _ in range(len(world.created_cards))])
    if world.pending == HEAVEN_BLESSING and world.seat != viewer:
        kinds = vec[u8]([kind for kind in world.options.card_types if i64(kind) != HEAVEN_BLESSING])
        random.shuffle_cards(kinds)
        world.offers = kinds[: len(world.offers)]


def unseen_cards(options: CardOthelloOptions, player: PlayerState, hand_known: bool, random: Random) -> vec[u8]:
    """Return the cards that a player may hold unseen, sorted by type: at least as many as there are.

    Seen cards are subtracted from the deck list. Created cards, cards taken by a trap and the random part of a deck
    can be any card.
    """
    left = [options.copies[kind] for kind in range(CARD_TYPE_COUNT)]
    for card in player.discard:
        left[i64(card)] -= 1
    needed = player.cards_in_deck()
    if hand_known:
        for card in player.hand:
            left[i64(card)] -= 1
    else:
        needed += len(player.hand)
    pool = vec[u8]()
    for kind in range(CARD_TYPE_COUNT):
        for _ in range(left[kind]):
            pool = append(pool, u8(kind))
    while len(pool) < needed:
        pool = append(pool, random_card(options, random))
    return pool


def random_card(options: CardOthelloOptions, random: Random) -> u8:
    return options.card_types[random.below(len(options.card_types))]


def sample_traps(world: Table, viewer: i64, random: Random) -> None:
    """Place the hidden traps under random stones of their owner, or nowhere."""
    for side in (BLACK, WHITE):
        if side == viewer:
            continue
        world.set_marks([mark for mark in world.marks if mark.kind != TRAP or mark.owner != side])
        others: i64 = 0
        """Stones with a mark: a trap would have removed it. A guard may have been added later."""
        for mark in world.marks:
            if mark.kind != TRAP and mark.kind != GUARD:
                others |= BIT[mark.at]
        for _ in range(world.player(side).hidden_traps):
            hiding = cells(world.stones(side) & ~others & ~world.traps)
            pick = random.below(len(hiding) + 1)
            if pick < len(hiding):
                trap = Mark(TRAP, hiding[pick], side, 0, world.next_seq)
                world.next_seq += 1
                world.set_marks([*world.marks, trap])
