"""Whole games of LinkaVel keep every invariant and cover every card, effect and refusal."""

import pytest
from invariants import play_with_checks
from linkavel_checks import PAIRS, CoverageGames, InvariantChecker, play_heuristic_games
from sample_size import sample_size

from tefuda.core.random import xoshiro
from tefuda.core.state import OVER, RESIGN
from tefuda.games.linkavel.game import GAME
from tefuda.games.linkavel.rules.codes import ATTACKS_MARK, DECK, HAND
from tefuda.games.linkavel.rules.model import Modifier
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.lab.studies.simulation import Simulation


def test_random_games_cover_every_card_effect_and_refusal() -> None:
    """Every card is played, every effect resolves, every refusal is given."""
    coverage = CoverageGames(1)
    coverage.run(400)
    assert coverage.missing == set()


def test_heuristic_games_keep_the_invariants() -> None:
    """LV-3.1, LV-3.2, LV-7.4, LV-1.1: a hundred games between heuristics, checked after every action."""
    assert -1 not in play_heuristic_games(range(100))


def test_random_games_keep_the_invariants() -> None:
    for number in range(sample_size(72)):
        play_with_checks("linkavel", number, PAIRS[number % len(PAIRS)])


def test_view_lists_the_sources_of_power() -> None:
    """LV-14.1: printed, changed and lasting add up to the power; it is never below 0."""
    lasting = 0
    for number in range(sample_size(36)):
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


def new_state() -> LinkaVelState:
    return GAME.start(3)


def test_invalid_state_fails_the_checks() -> None:
    state = new_state()
    checker = InvariantChecker(state)
    state.zones.add(HAND, state.zone(0, HAND)[0])
    with pytest.raises(AssertionError, match="two zones"):
        checker.check(state)
    state = new_state()
    state.set_lp(1, -1)
    with pytest.raises(AssertionError, match="LP below 0"):
        checker.check(state)
    state = new_state()
    state.zones.set_mark(0, ATTACKS_MARK, 1)
    with pytest.raises(AssertionError, match="marks of an empty slot"):
        checker.check(state)
    state = new_state()
    state.modifiers = [Modifier(0, state.zone(0, DECK)[0], 0, 100, 3, 0)]
    with pytest.raises(AssertionError, match="change off the field"):
        checker.check(state)
    state = new_state()
    state.refresh_count = 3
    with pytest.raises(AssertionError, match="refresh"):
        checker.check(state)
    state = new_state()
    state.refreshed = 1
    with pytest.raises(AssertionError, match="not counted"):
        checker.check(state)


def test_resignation_loses_at_every_decision() -> None:
    """LV-1.7: it is legal at every decision of a game and never afterwards."""
    random = xoshiro(5, 1)
    state = GAME.start(5)
    while state.seat != OVER:
        seat = state.seat
        resigned = state.clone()
        assert resigned.is_legal(RESIGN)
        assert RESIGN not in resigned.actions()
        resigned.play(RESIGN)
        assert resigned.seat == OVER
        assert resigned.scores() == [float(seat == 1), float(seat == 0)]
        assert GAME.at(GAME.position(resigned)) == resigned
        state.play(state.random_action(random))
    assert not state.is_legal(RESIGN)


def test_simulation_counts_games_at_the_cap_as_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    """LV-15.7."""
    monkeypatch.setattr(GAME, "max_plays", 20)
    tally = Simulation("linkavel", ["heuristic"], 1, {}).tally(0, 6)
    assert (tally.games, tally.unfinished, tally.wins, tally.draws) == (6, 6, [0, 0], 0)
    assert tally.first_player_games == 0


def test_endless_trigger_loop_is_cut() -> None:
    """LV-9.22: a card that triggers itself."""
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
