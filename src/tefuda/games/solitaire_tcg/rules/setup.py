"""Setup: shuffled deck and opening hand (ST-2.1)."""

from tefuda.core.events import Event
from tefuda.core.random import chacha
from tefuda.games.solitaire_tcg.rules.model import Pool
from tefuda.games.solitaire_tcg.rules.state import SolitaireState
from tefuda.games.solitaire_tcg.rules.view import view
from tefuda.games.solitaire_tcg.rules.zones import Rules


def deal_opening(rules: Rules, pool: Pool, size: int, seed: int) -> SolitaireState:
    """Return a new game with the first `size` cards of the pool. In puzzle mode they are not shuffled."""
    state = SolitaireState(rules, pool, chacha(0 if rules.puzzle else seed))
    state.deck = bytes(range(size))
    if not rules.puzzle:
        deck = list(state.deck)
        state.own_rng().shuffle(deck)
        state.deck = bytes(deck)
    state.hand = state.deck[: rules.opening_hand]
    state.deck = state.deck[rules.opening_hand :]
    return state


def begin_game(state: SolitaireState, log: list[Event] | None) -> SolitaireState:
    """Log the setup."""
    if log is not None:
        log.append(Event("setup", view(state)))
    return state
