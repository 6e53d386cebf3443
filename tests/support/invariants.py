"""Invariants of the games, and random games with these checks after every action."""

from collections.abc import Callable
from functools import cache
from typing import Any

from linkavel_checks import InvariantChecker
from othello_checks import check_state

import tefuda
from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.core.game import Game
from tefuda.core.random import Random, xoshiro
from tefuda.core.state import OVER, State
from tefuda.games.card_othello.rules.state import CardOthelloState
from tefuda.games.catalyst.rules import CatalystState, is_reaction
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.solitaire_tcg.rules.codes import BOARD, DECK, EQUIP, FIELD, FIELD_CARD, LEAVING, LIMBO, SPELL
from tefuda.games.solitaire_tcg.rules.continuous import hp, stat_change
from tefuda.games.solitaire_tcg.rules.state import SolitaireState

StateCheck = Callable[[State], None]


@cache
def game_of(game_id: str) -> Game:
    """Return a game. Cached, because the registry reads the installed packages."""
    return tefuda.game(game_id)


def check_catalyst(state: CatalystState, cards: object) -> None:
    """Check CR-1.3, CR-4.5, CR-6.2 and CR-6.5."""
    options = state.options
    assert game_of("catalyst").invariant(state) == cards, "a card was lost or added (CR-1.3)"
    assert len(state.hand) <= options.hand_size, "the hand is too large (CR-6.2)"
    field = [state.row[place] for place in range(state.length)]
    if state.seat != OVER:
        assert len(state.hand), "a turn with an empty hand (CR-5.2)"
        assert field, "a turn with an empty field (CR-5.1)"
        assert not options.field_cap or len(field) <= options.field_cap, "the field is too long (CR-6.5)"
        for a, b, c in zip(field, field[1:], field[2:], strict=False):
            assert not is_reaction(options.react, a, b, c), "three neighbours react at the start of a turn (CR-4.5)"


def check_solitaire(state: SolitaireState, size: int) -> None:
    """Check the invariants of a Solitaire TCG state."""
    places = sorted((card, zone) for zone in range(8) for card in state.zone(zone))
    assert [card for card, _ in places] == list(range(size)), "every card is in exactly one place (ST-1.3)"
    assert all(state.zones.place(card) == zone for card, zone in places)
    assert sum(state.pool.card(card).unique for card in state.zone(FIELD)) <= 1
    assert all(state.pool.card(card).type_code == FIELD_CARD for card in state.zone(FIELD))
    for card in state.zone(BOARD):
        assert state.pool.card(card).type_code not in (SPELL, FIELD_CARD)
        if state.pool.card(card).type_code == EQUIP:
            assert state.is_permanent(state.host(card)), "an equip has a host on the table"
    for status in state.statuses:
        assert state.is_permanent(status.card), "only cards on the table have a status"
        assert state.status(status.card) is status
        assert not status.is_empty()
        assert status.host == NO_CARD or state.is_permanent(status.host)
        assert all(count > 0 for count in (status.counters or {}).values())
    for card in state.zone(BOARD):
        change = stat_change(state, card, False)
        assert change >= 0 or hp(state, card) > 0 or state.seat == OVER, "a monster without hp lives"
    if state.choice is None:
        assert not state.pending, "an action ends with an empty queue"
        assert not state.frames
        assert state.size(LIMBO) == 0 or state.seat == OVER
        assert state.size(LEAVING) == 0 or state.seat == OVER
    else:
        assert 0 <= len(state.choice.picked) < state.choice.need() < len(state.choice.candidates) + 1
    assert state.known_top + state.known_bottom >= 0
    assert state.known_top <= state.size(DECK)


def state_check(state: State) -> StateCheck:
    """Return a function that checks the later states of a game that starts with this one."""
    if isinstance(state, CardOthelloState):
        cards = game_of("card-othello").invariant(state)
        return lambda later: check_state(later, cards)  # type: ignore[arg-type]
    if isinstance(state, LinkaVelState):
        checker = InvariantChecker(state)
        return lambda later: checker.check(later)  # type: ignore[arg-type]
    if isinstance(state, SolitaireState):
        size = len(game_of("solitaire-tcg").invariant(state))
        return lambda later: check_solitaire(later, size)  # type: ignore[arg-type]
    if isinstance(state, CatalystState):
        cards = game_of("catalyst").invariant(state)
        return lambda later: check_catalyst(later, cards)  # type: ignore[arg-type]
    return lambda later: None


def choose_action(state: State, random: Random) -> int:
    """Return a random action. In Solitaire TCG it seldom ends the turn, which makes games longer."""
    action = state.random_action(random)
    if isinstance(state, SolitaireState) and action == 0 and random.below(10):
        actions = state.actions()
        return actions[1 + random.below(len(actions) - 1)] if len(actions) > 1 and actions[0] == 0 else action
    return action


def play_with_checks(game_id: str, seed: int, options: dict[str, Any], most: int = 20_000) -> int:
    """Play one random game with the game's invariants checked after every action. Return the number of actions."""
    random = xoshiro(seed, 1)
    state = game_of(game_id).start(seed, options)
    inspect = state_check(state)
    inspect(state)
    plays = 0
    while state.seat != OVER:
        assert plays < most, f"{game_id}, seed {seed}: not over after {most} actions"
        action = choose_action(state, random)
        assert state.is_legal(action), f"{game_id}, seed {seed}, ply {plays}: random action {action} is not legal"
        state.play(action)
        plays += 1
        try:
            inspect(state)
        except AssertionError as failure:
            raise AssertionError(f"{game_id}, seed {seed}, ply {plays}: {failure}") from failure
    scores = state.scores()
    assert all(score in (0.0, 0.5, 1.0) for score in scores), f"{game_id}, seed {seed}: scores {scores}"
    assert state.actions() == [], f"{game_id}, seed {seed}: actions after the end"
    return plays
