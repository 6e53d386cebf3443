"""Views and CPU choices of Card Othello do not depend on hidden information (CO-13.1 to CO-13.4)."""

import pytest
from othello_checks import GAME, OPTIONS

import tefuda
from tefuda import Match, Seat
from tefuda.core.events import SPECTATOR
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.games.card_othello.players.levels import CpuPlayer
from tefuda.games.card_othello.rules.state import CardOthelloState
from tefuda.testing import check_same_in_worlds

POSITIONS = 150 if tefuda.compiled else 12
"""`make nightly` checks thousands."""
WORLDS = 8
LEVELS = range(1, 7) if tefuda.compiled else range(1, 4)
"""The strong levels are slow when interpreted; `differential/` compares the two builds."""


def test_cpu_chooses_alike_in_indistinguishable_worlds() -> None:
    """Weak levels at every position, strong levels at some of them."""
    looked = 0
    game = 0
    while looked < POSITIONS:
        random = xoshiro(game, 1)
        state = GAME.start(game, OPTIONS[game % len(OPTIONS)])
        plies = 0
        while state.seat != OVER and looked < POSITIONS:
            if plies % 3 == game % 3:
                players = [f"cpu-{LEVELS[-3]}"] if looked % 25 else [f"cpu-{LEVELS[-1]}"]
                check_same_in_worlds(GAME, state, state.seat, WORLDS, players=players, seed=looked)
                looked += 1
            state.play(state.random_action(random))
            plies += 1
        game += 1


SNARE = {
    "board": ["........", "........", "..BBB...", "...WB...", "...BW...", "........", "........", "........"],
    "turn": "white",
    "started": True,
    "hand": {"black": [], "white": ["SWAP_WITH_ENEMY", "TEMPT_WILL", "DESTROY_ONE_STONE"]},
    "charge": {"black": 5, "white": 30},
    "deck": {"black": [], "white": []},
}


def test_opponent_cannot_detect_a_trap() -> None:
    """CO-13.3: white gets the same view, choices, texts and refusals for every location of the trap."""
    observations = set()
    for cell in ("c3", "d3", "e3", "e4", "d5"):
        state = GAME.at({**SNARE, "marks": [{"at": cell, "kind": "TRAP", "owner": "black"}]})
        view = GAME.view(state, 1)
        refusals = [GAME.texts.why_illegal(state, action).en for action in range(190) if not state.is_legal(action)]
        chosen = [CpuPlayer(level, xoshiro(3, 1), []).choose(Seat(GAME, state, 1)) for level in LEVELS]
        texts = [GAME.texts.describe(state, action, "en") for action in state.actions()]
        observations.add(repr((view, refusals, texts, chosen, state.actions(), GAME.view(state, SPECTATOR))))
        assert [mark["at"] for mark in GAME.view(state, 0)["marks"]] == [cell], "the owner sees the trap"
    assert len(observations) == 1


def test_traps_are_sampled_on_possible_stones() -> None:
    """CO-13.4: all stones that could hide it, and no other."""
    position = {
        **SNARE,
        "marks": [
            {"at": "c3", "kind": "TRAP", "owner": "black"},
            {"at": "e3", "kind": "PERMA_PROTECTED", "owner": "black"},
            {"at": "d5", "kind": "GUARD", "owner": "black"},
        ],
    }
    state = GAME.at(position)
    found = set()
    for number in range(200):
        world = state.resample(1, xoshiro(number, 1))
        traps = [mark["at"] for mark in GAME.view(world, 0)["marks"] if mark["mark"] == "TRAP"]
        found.add(tuple(traps))
    assert found == {("c3",), ("d3",), ("e4",), ("d5",), ()}
    for number in range(20):
        world = state.resample(0, xoshiro(number, 1))
        assert GAME.view(world, 0)["marks"] == GAME.view(state, 0)["marks"], "the owner knows the location"


def test_sampled_cards_are_unseen_cards() -> None:
    """CO-13.1: a deck has every type once; seen cards are excluded."""
    state = GAME.start(4)
    random = xoshiro(4, 1)
    for _ in range(30):
        state.play(state.random_action(random))
    assert isinstance(state, CardOthelloState)
    position = GAME.position(state)
    hands = set()
    for number in range(50):
        world = GAME.position(state.resample(0, xoshiro(number, 1)))
        assert world["hand"]["black"] == position["hand"]["black"]
        assert world["discard"] == position["discard"]
        hands.add(tuple(world["hand"]["white"]))
        if not position["made"]:
            for side in ("black", "white"):
                cards = world["hand"][side] + world["deck"][side] + world["discard"][side]
                assert len(set(cards)) == len(cards) == 30
    assert len(hands) > 10


@pytest.mark.parametrize("pending", ["CONDEMN_WILL", "HEAVEN_BLESSING"])
def test_revealed_cards_are_shown_to_the_chooser(pending: str) -> None:
    """CO-13.2."""
    position = {
        "started": True,
        "pending": pending,
        "hand": {"black": ["GOLD_STONE"], "white": ["TRAP_WILL", "WORK_WILL"]},
        **({"offers": ["TRAP_WILL", "WORK_WILL"]} if pending == "HEAVEN_BLESSING" else {}),
    }
    match = Match(GAME, 1, position=position)
    assert match.view(0)["choice"]["cards"] == ["TRAP_WILL", "WORK_WILL"]
    assert match.view(0)["shown"] == (["TRAP_WILL", "WORK_WILL"] if pending == "CONDEMN_WILL" else [])
    for viewer in (1, SPECTATOR):
        assert "cards" not in match.view(viewer)["choice"]
        assert match.view(viewer)["shown"] == []
