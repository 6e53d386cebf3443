"""Other worlds: what a seat cannot see, drawn anew, from what it sees and luck and nothing else."""

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of
from tefuda.core.random import Random, fresh_chacha
from tefuda.games.linkavel.rules.codes import DECK, DECK_OR_TRASH, HAND
from tefuda.games.linkavel.rules.model import Choice
from tefuda.games.linkavel.rules.zones import Field


def sample(world: Field, viewer: i64, random: Random) -> None:
    """Deal again what is hidden: the order of decks, the cards of other hands that were not shown, future luck."""
    for seat in range(2):
        side = world.side(seat)
        if seat == viewer:
            side.deck = dealt(side.deck, random)
            continue
        hidden = side.hand
        if side.shown:
            hidden = b""
            for at in range(len(side.hand)):
                if index_of(side.shown, side.hand[at]) < 0:
                    hidden += ONE[side.hand[at]]
        pool = dealt(side.deck + hidden, random)
        held = pool[: len(hidden)]
        side.deck = pool[len(hidden) :]
        # Which places of a hand are the shown ones is hidden too.
        side.hand = bytes(sorted(side.shown)) + held
        side.shown = side.hand[: len(side.shown)]
    choice = world.choice
    if choice is not None and choice.seat != viewer:
        ask_anew(world, choice)
    world.luck = fresh_chacha(random)
    world.own_luck = True


def dealt(cards: bytes, random: Random) -> bytes:
    """Some cards in a new order, with nothing of the old one left: cards are numbered by what they are."""
    found = sorted(cards)
    random.shuffle(found)
    return bytes(found)


def ask_anew(world: Field, choice: Choice) -> None:
    """A question to another player about hidden cards: what fits there now, and at least what was picked and one more.

    Where the new cards hold too few that fit, some change places with the other hidden ones.
    """
    if choice.zone != HAND and choice.zone != DECK and choice.zone != DECK_OR_TRASH:
        return
    seat = choice.seat
    least = len(choice.picked) + 1
    only_monsters = choice.op == "summon"
    while True:
        found = fitting(world, choice, world.zone(seat, choice.zone), only_monsters)
        if len(found) >= least or not swap_in(world, choice, only_monsters):
            break
    picked = found[: len(choice.picked)]
    world.choice = Choice(
        seat, choice.op, choice.card, choice.zone, found, choice.count, choice.up_to, picked, choice.slot, choice.query
    )


def fitting(world: Field, choice: Choice, cards: bytes, only_monsters: bool) -> bytes:
    found = world.by_kind(world.matching(cards, choice.query, choice.card))
    if not only_monsters:
        return found
    return bytes([card for card in found if world.pool.card(card).is_monster])


def swap_in(world: Field, choice: Choice, only_monsters: bool) -> bool:
    """Exchange a card that fits, from where it does not help, with one that does not fit; False where none is left."""
    side = world.side(choice.seat)
    unshown = bytes([card for card in side.hand if index_of(side.shown, card) < 0])
    from_hand = choice.zone != HAND
    here, there = (side.deck, unshown) if from_hand else (unshown, side.deck)
    wanted = fitting(world, choice, there, only_monsters)
    spare = bytes([card for card in here if index_of(fitting(world, choice, here, only_monsters), card) < 0])
    if not wanted or not spare:
        return False
    give, take = spare[0], wanted[0]
    table = bytes([take if card == give else give if card == take else card for card in range(256)])
    side.hand = side.hand.translate(table)
    side.deck = side.deck.translate(table)
    return True
