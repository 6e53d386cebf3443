"""Kuhn poker passes the game test suite, and its value is -1/18 for the first player."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product

from kuhn_poker import BET, CALL, CARDS, CHECK, FOLD, KuhnPoker, KuhnState

from tefuda import OVER
from tefuda.testing import check_game

Strategy = Callable[[str, list[int]], Fraction]
"""The probability of betting or calling, by the own card and the history."""

DEALS = [KuhnState(list(deal), []) for deal in permutations(range(len(CARDS)), 2)]
FIRST_TURNS: list[list[int]] = [[], [CHECK, BET]]
SECOND_TURNS: list[list[int]] = [[CHECK], [BET]]
VALUE = Fraction(-1, 18)


def test_kuhn_poker_keeps_every_promise() -> None:
    check_game(KuhnPoker(), range(20))


def first_optimal(card: str, history: list[int]) -> Fraction:
    """An equilibrium strategy: it never bets first, and calls with a queen in one of three cases."""
    return {"J": Fraction(0), "Q": Fraction(1, 3), "K": Fraction(1)}[card] if history else Fraction(0)


def second_optimal(card: str, history: list[int]) -> Fraction:
    """The equilibrium strategy: a jack bluffs, and a queen calls, in one of three cases."""
    if history == [BET]:
        return {"J": Fraction(0), "Q": Fraction(1, 3), "K": Fraction(1)}[card]
    return {"J": Fraction(1, 3), "Q": Fraction(0), "K": Fraction(1)}[card]


def payoff(state: KuhnState, strategies: list[Strategy]) -> Fraction:
    """Return the exact expected payoff of the first player."""
    if state.seat == OVER:
        return Fraction(state.scores()[0])
    chance = strategies[state.seat](CARDS[state.cards[state.seat]], state.history)
    total = Fraction(0)
    for action in state.actions():
        share = chance if action in (BET, CALL) else 1 - chance
        if share:
            after = state.clone()
            after.play(action)
            total += share * payoff(after, strategies)
    return total


def value(first: Strategy, second: Strategy) -> Fraction:
    return sum((payoff(deal, [first, second]) for deal in DEALS), Fraction(0)) / len(DEALS)


def pure_strategies(turns: list[list[int]]) -> list[Strategy]:
    """Return all deterministic strategies: one action for each card and history."""
    places = [(card, tuple(history)) for card in CARDS for history in turns]
    tables = [dict(zip(places, choice, strict=True)) for choice in product([0, 1], repeat=len(places))]
    return [lambda card, history, table=table: Fraction(table[card, tuple(history)]) for table in tables]  # type: ignore[misc]


def test_the_first_player_loses_an_eighteenth() -> None:
    """Neither player can improve against the equilibrium, so this is the value of the game."""
    assert value(first_optimal, second_optimal) == VALUE
    assert max(value(first, second_optimal) for first in pure_strategies(FIRST_TURNS)) == VALUE
    assert min(value(first_optimal, second) for second in pure_strategies(SECOND_TURNS)) == VALUE


def test_payoffs() -> None:
    def paid(cards: str, *history: int) -> list[float]:
        return KuhnState([CARDS.index(card) for card in cards], list(history)).scores()

    assert paid("KQ", CHECK, CHECK) == [1.0, -1.0]
    assert paid("JQ", BET, FOLD) == [1.0, -1.0]
    assert paid("JQ", BET, CALL) == [-2.0, 2.0]
    assert paid("KQ", CHECK, BET, FOLD) == [-1.0, 1.0]
    assert paid("KQ", CHECK, BET, CALL) == [2.0, -2.0]
