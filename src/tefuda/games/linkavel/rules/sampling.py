"""Samples states that a seat cannot distinguish from the true one."""

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of
from tefuda.core.random import Random, fresh_chacha
from tefuda.games.linkavel.rules.codes import DECK, DECK_OR_TRASH, HAND
from tefuda.games.linkavel.rules.model import Choice
from tefuda.games.linkavel.rules.zones import Zones


def sample(world: Zones, viewer: i64, random: Random) -> None:
    """Resample hidden information: deck order, unknown cards in other hands, future random numbers."""
    for seat in range(2):
        side = world.side(seat)
        if seat == viewer:
            side.deck = reshuffle(side.deck, random)
            continue
        hidden = side.hand
        if side.revealed:
            hidden = b""
            for at in range(len(side.hand)):
                if index_of(side.revealed, side.hand[at]) < 0:
                    hidden += ONE[side.hand[at]]
        pool = reshuffle(side.deck + hidden, random)
        held = pool[: len(hidden)]
        side.deck = pool[len(hidden) :]
        # The indices of revealed cards in the hand are hidden too.
        side.hand = bytes(sorted(side.revealed)) + held
        side.revealed = side.hand[: len(side.revealed)]
    choice = world.choice
    if choice is not None and choice.seat != viewer:
        resample_choice(world, choice)
    world.rng = fresh_chacha(random)
    world.owns_rng = True


def reshuffle(cards: bytes, random: Random) -> bytes:
    """Return cards in a random order that does not depend on the old one: card numbers are sorted first."""
    found = sorted(cards)
    random.shuffle(found)
    return bytes(found)


def resample_choice(world: Zones, choice: Choice) -> None:
    """Resample the candidates of another player's choice from hidden cards.

    There must be one more candidate than picked cards. If too few match, matching cards are swapped in.
    """
    if choice.zone != HAND and choice.zone != DECK and choice.zone != DECK_OR_TRASH:
        return
    seat = choice.seat
    least = len(choice.picked) + 1
    only_monsters = choice.op == "summon"
    while True:
        found = matching_cards(world, choice, world.zone(seat, choice.zone), only_monsters)
        if len(found) >= least or not swap_in(world, choice, only_monsters):
            break
    picked = found[: len(choice.picked)]
    world.choice = Choice(
        seat, choice.op, choice.card, choice.zone, found, choice.count, choice.up_to, picked, choice.slot, choice.filter
    )


def matching_cards(world: Zones, choice: Choice, cards: bytes, only_monsters: bool) -> bytes:
    found = world.sort_by_kind(world.matching(cards, choice.filter, choice.card))
    if not only_monsters:
        return found
    return bytes([card for card in found if world.pool.card(card).is_monster])


def swap_in(world: Zones, choice: Choice, only_monsters: bool) -> bool:
    """Swap a matching card into the zone of the choice. Return False if there is none."""
    side = world.side(choice.seat)
    unshown = bytes([card for card in side.hand if index_of(side.revealed, card) < 0])
    from_hand = choice.zone != HAND
    here, there = (side.deck, unshown) if from_hand else (unshown, side.deck)
    wanted = matching_cards(world, choice, there, only_monsters)
    spare = bytes([card for card in here if index_of(matching_cards(world, choice, here, only_monsters), card) < 0])
    if not wanted or not spare:
        return False
    give, take = spare[0], wanted[0]
    table = bytes([take if card == give else give if card == take else card for card in range(256)])
    side.hand = side.hand.translate(table)
    side.deck = side.deck.translate(table)
    return True
