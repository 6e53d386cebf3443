"""States of Catalyst Reaction: fingerprints, keys, sampled worlds, and the preferences of the players."""

from collections import Counter
from typing import Any

import pytest
from game_options import OPTIONS
from invariants import play_with_checks, state_check
from librt.vecs import vec
from mypy_extensions import u8
from sample_size import sample_size

from tefuda import Game, Seat
from tefuda.core.player import GuidedPlayer
from tefuda.core.random import xoshiro
from tefuda.games.catalyst.heuristic import PairingGuide, ShortestGuide
from tefuda.games.catalyst.notation import CARD_LABELS
from tefuda.games.catalyst.rules import CatalystState

START: dict[str, Any] = {"field": ["AS", "3D", "5C"], "hand": ["7H", "TH"], "deck": ["9S", "9D", "KC"]}


def at(game: Game, **changes: Any) -> CatalystState:
    state = game.at({**START, **changes})
    assert isinstance(state, CatalystState)
    return state


def test_different_states_have_different_fingerprints(catalyst: Game) -> None:
    states = [
        at(catalyst),
        at(catalyst, hand=["TH", "7H"]),
        at(catalyst, hand=["7H", "TC"]),
        at(catalyst, field=["3D", "AS", "5C"]),
        at(catalyst, field=["AS", "3D"], hand=["5C", "7H", "TH"]),
        at(catalyst, field=["AS", "3D", "5C", "7H"], hand=["TH"]),
        at(catalyst, deck=["9D", "9S", "KC"]),
        at(catalyst, deck=["9S", "9D"]),
        at(catalyst, options={"react": "suit"}),
        at(catalyst, options={"field_cap": 30}),
        at(catalyst, options={"hand_size": 4}),
        at(catalyst, options={"field_size": 4}),
        at(catalyst, options={"decks": 2}),
    ]
    assert len({state.fingerprint() for state in states}) == len(states)


def test_equal_keys_mean_equal_futures(catalyst: Game) -> None:
    """Keys ignore the removed cards and the order of the hand, nothing else."""
    deck = ["9S", "9D", "KC", "KD"]
    start = catalyst.at({"field": ["AS", "3D", "5C"], "hand": ["7H", "TC"], "deck": deck})

    def after(*plays: str) -> bytes:
        state = start.clone()
        for play in plays:
            state.play(catalyst.parse(state, play))
        return state.key()

    assert after("7H@0", "TC@4") == after("TC@3", "7H@0"), "keys ignore the order of the hand"
    different = [after(), after("7H@0"), after("7H@1"), after("TC@0"), after("7H@0", "TC@4"), after("7H@0", "9S@0")]
    assert len(set(different)) == len(different)
    two = catalyst.at({"field": ["AS"], "hand": ["7H", "7H"], "deck": [], "options": {"decks": 2}})
    one = catalyst.at({"field": ["AS"], "hand": ["7H"], "deck": [], "options": {"decks": 2}})
    assert two.key() != one.key()


def test_sampled_decks_are_uniform(catalyst: Game) -> None:
    """CR-1.4: every unseen card may be anywhere in the deck."""
    state = catalyst.start(3)
    deck = sorted(catalyst.position(state)["deck"])
    random = xoshiro(5, 5)
    draws = sample_size(41 * 200)
    tops, bottoms = Counter[str](), Counter[str]()
    for _ in range(draws):
        world = catalyst.position(state.resample(0, random))["deck"]
        assert sorted(world) == deck
        tops[world[0]] += 1
        bottoms[world[-1]] += 1
    for counts in (tops, bottoms):
        assert len(counts) == len(deck)
        assert max(counts.values()) < 2 * draws / len(deck) + 10


def test_player_scores_of_plays(catalyst: Game) -> None:
    """Shortest: fewer cards. Pairing: -3 per card, +1 per neighbours of one suit, +1 per neighbours of one rank."""
    field = ["AS", "3S", "3D", "5C", "9H", "9D", "KD"]
    state = at(catalyst, field=field, deck=["KC"])
    assert ShortestGuide().evaluate(state) == -7
    assert PairingGuide().evaluate(state) == -21 + 4


def test_players_choose_randomly_among_the_best(catalyst: Game) -> None:
    start = {"field": ["AS", "5H", "9H", "KC"], "hand": ["2H", "3D"], "deck": ["9S", "9D"]}
    state = catalyst.at(start)
    chosen = Counter[str]()
    for number in range(sample_size(1200)):
        player = GuidedPlayer(ShortestGuide(), xoshiro(number, 1))
        chosen[catalyst.format(state, player.choose(Seat(catalyst, state, 0)))] += 1
    assert set(chosen) == {"2H@1", "2H@2", "2H@3"}, "all plays that make hearts react"
    assert min(chosen.values()) > sample_size(1200) / 5


@pytest.mark.parametrize("options", [{}, *OPTIONS["catalyst"]])
def test_random_games_keep_the_invariants(options: dict[str, Any]) -> None:
    for seed in range(sample_size(40)):
        play_with_checks("catalyst", seed, options)


def test_invalid_state_fails_the_checks(catalyst: Game) -> None:
    state = catalyst.start(1)
    inspect = state_check(state)
    assert isinstance(state, CatalystState)
    state.dealt += 1
    with pytest.raises(AssertionError, match="lost or added"):
        inspect(state)
    state = at(catalyst, field=["AS", "3D", "5C"])
    state.row = row_of(["AS", "5S", "9S"])
    with pytest.raises(AssertionError, match=r"lost or added|neighbours react"):
        state_check(state)(state)


def row_of(cards: list[str]) -> "vec[u8]":
    """Return a row, also one that the rules would not leave."""
    return vec[u8]([u8(CARD_LABELS.index(card)) for card in cards])
