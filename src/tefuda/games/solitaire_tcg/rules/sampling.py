"""Samples states that the player cannot distinguish from the true one."""

from librt.vecs import append, vec
from mypy_extensions import i64

from tefuda.cardlang.engine.abilities import Choice
from tefuda.cardlang.engine.zones import sort_by_kind, sort_numbers
from tefuda.core.random import Random, fresh_chacha
from tefuda.games.solitaire_tcg.rules.codes import DECK
from tefuda.games.solitaire_tcg.rules.moves import in_order
from tefuda.games.solitaire_tcg.rules.table import Table


def sample(world: Table, random: Random) -> None:
    """Resample hidden information: the unknown part of the deck and future random numbers."""
    deck = world.zone(DECK)
    top = min(world.known_top, len(deck))
    bottom = min(world.known_bottom, len(deck) - top)
    unknown = deck[top : len(deck) - bottom]
    # Sorting erases the old order. Copies are sorted too: the queue may refer to one of them.
    sort_numbers(unknown)
    sort_by_kind(unknown, world.pool.kinds)
    random.shuffle_numbers(unknown, len(unknown))
    for at in range(len(unknown)):
        deck[top + at] = unknown[at]
    world.fill(DECK, deck)
    choice = world.choice
    if choice is not None and choice.zone == DECK:
        world.choice = reordered_choice(world, choice, in_order(deck, choice.candidates))
    world.rng = fresh_chacha(random)
    world.owns_rng = True


def reordered_choice(world: Table, choice: Choice, candidates: vec[i64]) -> Choice:
    """Return a choice from the deck for its new order. The picked cards are the topmost copies."""
    kinds = world.pool.kinds
    left = [kinds[card] for card in choice.picked]
    picked = vec[i64]()
    for card in candidates:
        if kinds[card] in left:
            left.remove(kinds[card])
            picked = append(picked, card)
    return Choice(choice.seat, choice.op, choice.card, DECK, candidates, choice.count).with_picked(picked)
