"""The mulligan: each player may exchange the opening hand once (LV-4.12)."""

from mypy_extensions import i64

from tefuda.cardlang.engine.abilities import Choice
from tefuda.cardlang.engine.zones import NO_CARD, NO_CARDS
from tefuda.games.linkavel.rules.codes import DECK, FIELD, HAND, LISTS, SEATS, YES
from tefuda.games.linkavel.rules.table import Table
from tefuda.games.linkavel.rules.view import card_ids, log_choice


def ask_mulligan(table: Table, seat: i64) -> None:
    """Ask a player about the opening hand. A player without cards has nothing to exchange."""
    if table.zone_size(seat, HAND) > 0:
        table.choice = Choice(seat, "mulligan", NO_CARD, FIELD, NO_CARDS, 1)
        if table.log is not None:
            log_choice(table)


def answer_mulligan(table: Table, seat: i64, action: i64) -> None:
    """Exchange or keep the opening hand. After the first player, the other one is asked."""
    if action == YES:
        exchange_hand(table, seat)
    else:
        table.log_event("keep", {"seat": SEATS[seat]})
    if seat == table.turn:
        ask_mulligan(table, 1 - seat)


def exchange_hand(table: Table, seat: i64) -> None:
    """Shuffle a hand into the deck and take as many cards. The opponent learns only that it was done."""
    zones = table.zones
    hand, deck = LISTS * seat + HAND, LISTS * seat + DECK
    count = zones.length(hand)
    # The cards are added in the order of their numbers, so the shuffle does not depend on the old order.
    zones.clear(hand)
    zones.clear(deck)
    first, card = table.pool.card_range(seat)
    while card > first:
        card -= 1
        place = i64(zones.cells[card])
        if place == hand or place == deck:
            zones.set_flag(card, False)
            zones.add(deck, card)
    zones.shuffle(deck, table.own_rng())
    zones.draw(deck, hand, count)
    if table.log is not None:
        data = {"seat": SEATS[seat], "cards": count}
        table.log_event("mulligan", data, seat, {"hand": card_ids(table, table.zone(seat, HAND))}, reveals=True)
