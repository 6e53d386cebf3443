"""Samples states that a seat cannot distinguish from the true one."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from tefuda.cardlang.engine.abilities import Choice
from tefuda.cardlang.engine.zones import has
from tefuda.core.random import Random, fresh_chacha
from tefuda.games.linkavel.rules.codes import DECK, DECK_OR_TRASH, HAND, LISTS
from tefuda.games.linkavel.rules.continuous import matching
from tefuda.games.linkavel.rules.model import CardFilter
from tefuda.games.linkavel.rules.pool_steps import Discard, PoolStep
from tefuda.games.linkavel.rules.table import Table


def sample(world: Table, viewer: i64, random: Random) -> None:
    """Resample hidden information: deck order, unknown cards in other hands, future random numbers."""
    for seat in range(2):
        deal_hidden_cards(world, seat, seat != viewer, random)
    choice = world.choice
    if choice is not None and choice.seat != viewer:
        resample_choice(world, choice)
    world.rng = fresh_chacha(random)
    world.owns_rng = True


def deal_hidden_cards(world: Table, seat: i64, with_hand: bool, random: Random) -> None:
    """Shuffle a deck, together with the unknown cards of the hand if they are hidden.

    The cards are taken in the order of their numbers, so the result does not depend on the old order.
    """
    zones = world.zones
    cells, flags_at = zones.cells, zones.cards
    hand, deck = LISTS * seat + HAND, LISTS * seat + DECK
    start = zones.first_cell(deck)
    at = start
    first, card = world.pool.card_range(seat)
    while card > first:
        card -= 1
        place = i64(cells[card])
        if place == deck or (place == hand and with_hand and cells[flags_at + card] == 0):
            cells[at] = u8(card)
            cells[card] = u8(deck)
            at += 1
    cells[zones.lengths_at + deck] = u8(at - start)
    zones.shuffle(deck, random)
    if with_hand:
        # The indices of revealed cards in the hand are hidden too.
        size = zones.length(hand)
        zones.clear(hand)
        first, last = world.pool.card_range(seat)
        for card in range(first, last):
            if i64(cells[card]) == hand:
                zones.add(hand, card)
        zones.draw(deck, hand, size - zones.length(hand))


def resample_choice(world: Table, choice: Choice) -> None:
    """Resample the candidates of another player's choice from hidden cards.

    There must be one more candidate than picked cards. If too few match, matching cards are swapped in.
    """
    if choice.zone != HAND and choice.zone != DECK and choice.zone != DECK_OR_TRASH:
        return
    least = len(choice.picked) + 1
    while True:
        found = matching_cards(world, choice, world.zone(choice.seat, choice.zone))
        if len(found) >= least or not swap_in(world, choice):
            break
    asked = Choice(choice.seat, choice.op, choice.card, choice.zone, found, choice.count, choice.up_to, choice.slot)
    world.choice = asked.with_picked(found[: len(choice.picked)])


def matching_cards(world: Table, choice: Choice, cards: vec[i64]) -> vec[i64]:
    """Return the cards that could be candidates of the choice."""
    found = world.sort_by_kind(matching(world, cards[:], choice_filter(world, choice), choice.card))
    if choice.op != "summon":
        return found
    return vec[i64]([card for card in found if world.card(card).is_monster])


def choice_filter(world: Table, choice: Choice) -> CardFilter | None:
    """Return the filter of the step that asks; the hand limit has none."""
    frame = world.frames[-1] if world.frames and choice.op != "limit" else None
    if frame is None or frame.ability is None:
        return None
    step = frame.ability.steps[frame.at]
    return step.filter if isinstance(step, (PoolStep, Discard)) else None


def swap_in(world: Table, choice: Choice) -> bool:
    """Swap a matching card into the zone of the choice. Return False if there is none."""
    zones = world.zones
    hand, deck = LISTS * choice.seat + HAND, LISTS * choice.seat + DECK
    unshown = vec[i64]([card for card in zones.listed(hand) if not zones.flag(card)])
    in_deck = world.zone(choice.seat, DECK)
    here, there = (in_deck, unshown) if choice.zone != HAND else (unshown, in_deck)
    wanted = matching_cards(world, choice, there)
    fitting = matching_cards(world, choice, here)
    spare = vec[i64]([card for card in here if not has(fitting, card)])
    if len(wanted) == 0 or len(spare) == 0:
        return False
    give, take = spare[0], wanted[0]
    for place in (hand, deck):
        cards = zones.listed(place)
        zones.replace(place, vec[i64]([take if card == give else give if card == take else card for card in cards]))
    return True
