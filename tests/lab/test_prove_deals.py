"""Proofs of many deals."""

import pytest

from tefuda import Game, game
from tefuda.core.errors import InvalidInput
from tefuda.lab.runs.prove_deals import proof_summary, prove_deals
from tefuda.solve import Limits


def test_proofs_are_ordered_by_seed_for_any_workers(catalyst: Game) -> None:
    seeds = [6, 2, 4, 5]
    found = [prove_deals(catalyst, {}, seeds, Limits(nodes=2000), workers=workers)[0] for workers in (1, 2)]
    for proofs in found:
        for proof in proofs:
            proof.pop("seconds")
    assert found[0] == found[1]
    assert [proof["seed"] for proof in found[0]] == ["6", "2", "4", "5"]


def test_solutions_are_in_notation_and_win(catalyst: Game) -> None:
    proofs, _ = prove_deals(catalyst, {}, [2], Limits(nodes=2000), workers=1)
    state = catalyst.start(2)
    for text in proofs[0]["line"]:
        state.play(catalyst.parse(state, text))
    assert state.scores() == [1.0]


def test_summary_counts_only_proved_deals() -> None:
    base = {"limit": None, "seconds": 0.5}
    proofs = [
        {**base, "verdict": "SOLVED", "par": 7},
        {**base, "verdict": "SOLVED", "par": None, "limit": "seconds"},
        {**base, "verdict": "IMPOSSIBLE", "par": None},
        {**base, "verdict": "UNKNOWN", "par": None, "limit": "nodes"},
        {**base, "verdict": "SOLVED", "par": 10, "seconds": 3.0},
    ]
    assert proof_summary(proofs) == {
        "deals": 5,
        "verdicts": {"SOLVED": 3, "IMPOSSIBLE": 1, "UNKNOWN": 1},
        "proved_within_one_second": 2,
        "with_par": 2,
        "mean_par": 8.5,
    }


def test_two_player_games_are_refused() -> None:
    with pytest.raises(InvalidInput, match="not a one-player game"):
        prove_deals(game("hidden-nim"), {}, [1], Limits(), workers=1)
