"""Setup: shuffled deck and opening hand (ST-2.1)."""

from librt.vecs import append, vec
from mypy_extensions import i64

from tefuda.cardlang.engine.zones import Zones, empty_zones
from tefuda.core.events import Event
from tefuda.core.random import chacha
from tefuda.games.solitaire_tcg.rules.codes import CARD_ZONES, DECK, HAND
from tefuda.games.solitaire_tcg.rules.model import Pool, Rules
from tefuda.games.solitaire_tcg.rules.state import SolitaireState
from tefuda.games.solitaire_tcg.rules.view import view


def make_zones(cards: i64) -> Zones:
    """Return the empty zones of a game with this number of cards."""
    return empty_zones(cards, cards, len(CARD_ZONES))


def new_state(rules: Rules, pool: Pool, seed: int) -> SolitaireState:
    """Return a state without cards."""
    return SolitaireState(rules, pool, pool.zones.copy(), chacha(0 if rules.puzzle else seed))


def deal_opening(rules: Rules, pool: Pool, seed: int) -> SolitaireState:
    """Return a new game with the cards of the pool. In puzzle mode they are not shuffled."""
    state = new_state(rules, pool, seed)
    cards = vec[i64](capacity=pool.zones.cards)
    for card in range(pool.zones.cards):
        cards = append(cards, card)
    if not rules.puzzle:
        state.own_rng().shuffle_numbers(cards, len(cards))
    held = min(rules.opening_hand, len(cards))
    state.fill(HAND, cards[:held])
    state.fill(DECK, cards[held:])
    return state


def begin_game(state: SolitaireState, log: list[Event] | None) -> SolitaireState:
    """Log the setup."""
    if log is not None:
        log.append(Event("setup", view(state)))
    return state
