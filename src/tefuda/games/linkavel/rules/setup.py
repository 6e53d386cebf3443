"""How a game begins: who is first, decks shuffled, hands dealt (LV-4.1, LV-4.2)."""

from tefuda.core.events import SPECTATOR, Event
from tefuda.core.random import chacha
from tefuda.games.linkavel.rules.codes import DRAW, SEATS
from tefuda.games.linkavel.rules.model import Pool, Side
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.rules.turns import ENTER
from tefuda.games.linkavel.rules.view import private, public, tell_now
from tefuda.games.linkavel.rules.zones import Rules


def opening(rules: Rules, pool: Pool, sizes: list[int], seed: int) -> LinkaVelState:
    """A new game with so many cards of the pool for each player; nothing has happened yet."""
    state = LinkaVelState(rules, pool, chacha(seed), Side(), Side())
    state.turn = state.random().below(2)
    first = 0
    for seat, size in enumerate(sizes):
        side = state.side(seat)
        side.lp = rules.lp
        cards = state.shuffled(bytes(range(first, first + size)))
        side.hand = cards[: rules.opening_hand]
        side.deck = cards[rules.opening_hand :]
        first += size
    state.next_phase = DRAW
    state.flow = ENTER
    return state


def begin(state: LinkaVelState, log: list[Event] | None) -> LinkaVelState:
    """Tell what lies on the table, and go on to the first decision."""
    state.log = log
    if log is not None:
        log.append(Event("setup", {**public(state), **private(state, SPECTATOR)}))
        for seat in range(len(SEATS)):
            log.append(Event("yours", private(state, seat), seat))
    state.settle()
    state.run()
    if log is not None:
        tell_now(state)
    state.log = None
    return state
