"""Setup: first player, shuffled decks, opening hands (LV-4.1, LV-4.2)."""

from tefuda.core.events import SPECTATOR, Event
from tefuda.core.random import chacha
from tefuda.games.linkavel.rules.codes import PHASE_DRAW, SEATS
from tefuda.games.linkavel.rules.model import Pool, Side
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.rules.turns import FLOW_ENTER
from tefuda.games.linkavel.rules.view import log_views, private_view, public_view
from tefuda.games.linkavel.rules.zones import Rules


def deal_opening(rules: Rules, pool: Pool, sizes: list[int], seed: int) -> LinkaVelState:
    """Return a new game before its first phase. `sizes` are the deck sizes."""
    state = LinkaVelState(rules, pool, chacha(seed), Side(), Side())
    state.turn = state.own_rng().below(2)
    first = 0
    for seat, size in enumerate(sizes):
        side = state.side(seat)
        side.lp = rules.lp
        cards = state.shuffled(bytes(range(first, first + size)))
        side.hand = cards[: rules.opening_hand]
        side.deck = cards[rules.opening_hand :]
        first += size
    state.next_phase = PHASE_DRAW
    state.flow = FLOW_ENTER
    return state


def begin_game(state: LinkaVelState, log: list[Event] | None) -> LinkaVelState:
    """Log the setup and run to the first decision."""
    state.log = log
    if log is not None:
        log.append(Event("setup", {**public_view(state), **private_view(state, SPECTATOR)}))
        for seat in range(len(SEATS)):
            log.append(Event("yours", private_view(state, seat), seat))
    state.check_state()
    state.run()
    if log is not None:
        log_views(state)
    state.log = None
    return state
