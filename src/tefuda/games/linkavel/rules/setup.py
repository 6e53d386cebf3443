"""Setup: first player, shuffled decks, opening hands and mulligans (LV-4.1, LV-4.2, LV-4.12)."""

from mypy_extensions import i64

from tefuda.cardlang.engine.zones import Zones, empty_zones
from tefuda.core.events import Event
from tefuda.core.random import chacha
from tefuda.games.linkavel.rules.codes import DECK, FIELD_SLOTS, FLOW_ENTER, HAND, LISTS, MARKS, PHASE_DRAW
from tefuda.games.linkavel.rules.model import Pool, Rules
from tefuda.games.linkavel.rules.mulligan import ask_mulligan
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.rules.view import announce_field, log_choice, log_setup, start_announcing


def make_zones(cards: i64, capacity: i64) -> Zones:
    """Return the empty zones of a game. A player has at most `capacity` cards."""
    return empty_zones(cards, capacity, 2 * LISTS, 2 * FIELD_SLOTS, MARKS)


def deal_opening(rules: Rules, pool: Pool, seed: int) -> LinkaVelState:
    """Return a new game before its first phase."""
    state = LinkaVelState(rules, pool, pool.zones.copy(), chacha(seed))
    rng = state.own_rng()
    state.turn = rng.below(2)
    for seat in range(2):
        state.set_lp(seat, rules.lp)
        first, card = pool.card_range(seat)
        held = min(rules.opening_hand, card - first)
        while card > first:
            card -= 1
            state.zones.add(LISTS * seat + DECK, card)
        state.zones.shuffle(LISTS * seat + DECK, rng)
        state.zones.draw(LISTS * seat + DECK, LISTS * seat + HAND, held)
    state.next_phase = PHASE_DRAW
    state.flow = FLOW_ENTER
    if rules.mulligan:
        state.phase = PHASE_DRAW
        ask_mulligan(state, state.turn)
    return state


def begin_game(state: LinkaVelState, log: list[Event] | None) -> LinkaVelState:
    """Log the setup and run to the first decision."""
    state.log = log
    if log is not None:
        log_setup(state)
        start_announcing(state)
    state.check_state()
    asked = state.choice
    state.run()
    if log is not None:
        announce_field(state)
        if state.choice is not None and asked is None:
            log_choice(state)
    state.log = None
    return state
