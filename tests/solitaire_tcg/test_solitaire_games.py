"""Whole games of Solitaire TCG: invariants, fair and legal players, and replays with card digests."""

import json
from typing import Any

import pytest
from invariants import play_with_checks, state_check
from sample_size import sample_size

import tefuda
import tefuda.core.player
from tefuda.core.match import Match
from tefuda.core.random import xoshiro
from tefuda.core.replay import EXACT, UNVERIFIED, digest, record, verify
from tefuda.core.source import Source
from tefuda.core.state import OVER
from tefuda.games.solitaire_tcg.catalogue import catalogue, decks
from tefuda.games.solitaire_tcg.rules.codes import HAND
from tefuda.games.solitaire_tcg.rules.state import SolitaireState
from tefuda.lab.runs.count_games import count_games
from tefuda.lab.studies.simulation import Simulation
from tefuda.players.names import make_player
from tefuda.testing import check_same_in_worlds

GAME = tefuda.game("solitaire-tcg")


@pytest.mark.parametrize("deck", list(decks()))
def test_random_games_keep_the_invariants(deck: str) -> None:
    for seed in range(sample_size(40)):
        play_with_checks("solitaire-tcg", seed, {"deck": deck, "max_turns": 3})


def test_invalid_state_fails_the_checks() -> None:
    state = GAME.start(1)
    assert isinstance(state, SolitaireState)
    inspect = state_check(state)
    state.zones.take_last(HAND)
    with pytest.raises(AssertionError, match=r"exactly one place"):
        inspect(state)


@pytest.mark.parametrize("deck", list(decks()))
def test_greedy_player_uses_no_hidden_information(deck: str) -> None:
    """ST-12.6: the choice is the same in indistinguishable worlds."""
    player = make_player(GAME, "greedy", xoshiro(1, 1))
    state = GAME.start(5, {"deck": deck})
    for step in range(sample_size(24)):
        if state.seat == OVER:
            break
        check_same_in_worlds(GAME, state, 0, 4, players=["greedy"], seed=step)
        state.play(player.choose(tefuda.core.player.Seat(GAME, state, 0)))


@pytest.mark.skipif(not tefuda.compiled, reason="too slow when interpreted")
def test_search_uses_no_hidden_information() -> None:
    """ST-12.6."""
    state = GAME.start(2, {"deck": "field-hopping"})
    for _ in range(3):
        check_same_in_worlds(GAME, state, 0, 3, players=["mcts:8", "ismcts:8"], seed=1)
        state.play(make_player(GAME, "greedy", xoshiro(1, 1)).choose(tefuda.core.player.Seat(GAME, state, 0)))


def test_players_are_ordered_by_strength() -> None:
    """ST-2.10: success rates with intervals, for named players."""
    rates = {}
    for name, games in (("random", sample_size(200)), ("greedy", sample_size(200))):
        (tally,), complete = count_games(Simulation("solitaire-tcg", [name], 1, {"deck": "field-hopping"}), games, 1)
        assert complete
        rates[name] = tally.summary()
    assert rates["random"]["high"] < rates["greedy"]["low"]
    decided = rates["greedy"]["decided"]
    assert decided["turns"]["most"] == 1
    assert decided["chain"]["most"] >= 2
    assert decided["cards"]["fld_009"] > 0.9, "the winning card is in winning lines"


@pytest.mark.skipif(not tefuda.compiled, reason="too slow when interpreted")
def test_search_is_stronger_than_greedy() -> None:
    tally = Simulation("solitaire-tcg", ["ismcts:15"], 1, {"deck": "spell-storm"}).tally(0, 12)
    assert tally.wins[0] >= 5
    tally = Simulation("solitaire-tcg", ["greedy"], 1, {"deck": "spell-storm"}).tally(0, 200)
    assert tally.wins[0] < 60


def finished_match() -> Match:
    match = Match(GAME, 4, {"deck": "elegy"})
    player = make_player(GAME, "greedy", xoshiro(4, 1))
    while not match.over:
        match.play(0, match.ply, GAME.format(match.state(), player.choose(match.seat_of(0))))
    return match


def as_source(replay: dict[str, Any]) -> Source:
    return Source("replay", json.loads(json.dumps(replay)), None)


def test_replay_stores_card_digests() -> None:
    """ST-12.5."""
    replay = record(finished_match())
    assert set(replay["cards"]) == set(decks()["elegy"].cards)
    assert verify(as_source(replay)).kind == EXACT
    changed = {**replay, "cards": {**replay["cards"], "spl_026": "0" * 16}}
    changed["digest"] = digest(changed)
    verdict = verify(as_source(changed))
    assert verdict.kind == UNVERIFIED
    assert "spl_026" in verdict.message.en


def test_position_with_own_cards_round_trip() -> None:
    own = {
        "id": "mine",
        "name": "Mine",
        "type": "monster",
        "abilities": [{"when": "on_enter", "effect": [{"op": "draw"}]}],
    }
    state = GAME.at({"hand": ["mine"], "deck": ["fld_x01"], "cards": [own]})
    written = GAME.position(state)
    assert [card["id"] for card in written["cards"]] == ["mine"]
    again = GAME.at(json.loads(json.dumps(written)))
    again.play(GAME.parse(again, "play mine"))
    assert GAME.position(again)["hand"] == ["fld_x01"]
    assert "mine" not in catalogue()
