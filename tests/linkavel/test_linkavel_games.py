"""Whole games of LinkaVel: what must hold, holds after every action, and everything that can happen does."""

import pytest
from effort import effort
from invariants import play_inspected
from linkavel_pool import PAIRS, Checker, Pool, heuristic_games

from tefuda.core.random import xoshiro
from tefuda.core.state import OVER, RESIGN
from tefuda.games.linkavel.game import GAME
from tefuda.games.linkavel.rules.model import Modifier, Status
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.lab.studies.simulation import Simulation


def test_the_pool_sees_everything() -> None:
    """Every card is played, every effect resolves, every refusal is given."""
    pool = Pool(1)
    pool.run(400)
    assert pool.missing == set()


def test_heuristic_games() -> None:
    """LV-3.1, LV-3.2, LV-7.4, LV-1.1: a hundred games between heuristics, checked after every action."""
    assert -1 not in heuristic_games(range(100))


def test_random_games() -> None:
    for number in range(effort(72)):
        play_inspected("linkavel", number, PAIRS[number % len(PAIRS)])


def test_a_view_tells_where_power_comes_from() -> None:
    """LV-14.1: printed, changed and lasting add up to the power, which is never below 0."""
    lasting = 0
    for number in range(effort(36)):
        random = xoshiro(number, 2)
        state = GAME.start(number, PAIRS[number % len(PAIRS)])
        while state.seat != OVER:
            state.play(state.random_action(random))
            view = GAME.view(state, 0)
            for monster in filter(None, view["one"]["monsters"] + view["two"]["monsters"]):
                given = sum(source["amount"] for source in monster.get("lasting", []))
                assert monster["power"] == max(0, monster["printed"] + monster.get("changed", 0) + given)
                lasting += given != 0
    assert lasting > 0
    two = ["salamander_foreman", "tinder_rat", None]
    seen = GAME.view(GAME.at({"one": {"monsters": two}}), 1)["one"]["monsters"]
    assert seen[1]["lasting"] == [{"card": "salamander_foreman", "amount": 150}]
    assert "lasting" not in seen[0]


def opened() -> LinkaVelState:
    return GAME.start(3)


def test_a_broken_state_is_noticed() -> None:
    state = opened()
    checker = Checker(state)
    state.one.hand += state.one.hand[:1]
    with pytest.raises(AssertionError, match="two places"):
        checker.check(state)
    state = opened()
    state.two.lp = -1
    with pytest.raises(AssertionError, match="LP below 0"):
        checker.check(state)
    state = opened()
    state.statuses = [Status(state.one.hand[0], 1, 0, 0)]
    with pytest.raises(AssertionError, match="mark off the field"):
        checker.check(state)
    state = opened()
    state.modifiers = [Modifier(0, state.one.deck[0], 0, 100, 3, 0)]
    with pytest.raises(AssertionError, match="change off the field"):
        checker.check(state)
    state = opened()
    state.refresh_count = 3
    with pytest.raises(AssertionError, match="refresh"):
        checker.check(state)
    state = opened()
    state.one.has_refreshed = True
    with pytest.raises(AssertionError, match="not counted"):
        checker.check(state)


def test_surrender_is_a_loss_at_every_decision() -> None:
    """LV-1.7: at every decision of a game, and never afterwards."""
    random = xoshiro(5, 1)
    state = GAME.start(5)
    while state.seat != OVER:
        seat = state.seat
        given_up = state.clone()
        assert given_up.is_legal(RESIGN)
        assert RESIGN not in given_up.actions()
        given_up.play(RESIGN)
        assert given_up.seat == OVER
        assert given_up.scores() == [float(seat == 1), float(seat == 0)]
        state.play(state.random_action(random))
    assert not state.is_legal(RESIGN)


def test_a_game_that_does_not_end_is_unfinished_and_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """LV-15.7: a simulation stops at its cap."""
    monkeypatch.setattr(GAME, "most_plays", 20)
    tally = Simulation("linkavel", ["heuristic"], 1, {}).tally(0, 6)
    assert (tally.games, tally.unfinished, tally.wins, tally.draws) == (6, 6, [0, 0], 0)
    assert tally.first_player_games == 0


def test_a_loop_of_triggers_is_cut() -> None:
    """LV-9.22: two cards that feed each other for ever."""
    loop = {
        "id": "t_loop",
        "name": "Loop",
        "type": "permanent_magic",
        "abilities": [{"when": "on_lp_gain", "effect": [{"op": "gain", "amount": 1}]}],
    }
    spark = {
        "id": "t_spark",
        "name": "Spark",
        "type": "normal_magic",
        "abilities": [{"when": "play", "effect": [{"op": "gain", "amount": 1}]}],
    }
    state = GAME.at({"cards": [loop, spark], "one": {"hand": ["t_spark"], "magics": ["t_loop"]}})
    state.play(GAME.parse(state, "magic t_spark"))
    assert state.seat == 0
    assert GAME.position(state)["one"]["lp"] == 5101
