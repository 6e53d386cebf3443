"""Previews of Card Othello: what an action would flip or destroy, without hidden information."""

import random
from typing import Any

import pytest

import tefuda
from tefuda import Match
from tefuda.core.random import chacha

GAME = tefuda.game("card-othello")
EMPTY = "........"


def at(rows: dict[int, str], **more: Any) -> Match:
    board = [rows.get(row, EMPTY) for row in range(1, 9)]
    given = {"board": board, "turn": "black", "started": True, "deck": {"black": [], "white": []}, **more}
    return Match(GAME, 3, position=given)


def mark(cell: str, kind: str, owner: str, **more: int) -> dict[str, Any]:
    return {"at": cell, "kind": kind, "owner": owner, **more}


LINE = {3: "..W.....", 4: "...WB..."}
CASES: dict[str, tuple[Match, str, dict[str, list[str]]]] = {
    "a placement": (at(LINE), "place c4", {"flips": ["d4"], "destroys": []}),
    "a dragon": (at(LINE, pending="ULTIMATE_REVERSE_DRAGON"), "place c4", {"flips": ["c3", "d4"], "destroys": []}),
    "gold": (at(LINE, pending="GOLD_STONE"), "place c4", {"flips": ["d4"], "destroys": ["c4"]}),
    "a cross bomb": (at(LINE, pending="CROSS_BOMB"), "place c4", {"flips": [], "destroys": ["c3", "c4", "d4", "e4"]}),
    "a revival": (
        at(LINE, marks=[mark("d4", "REGEN", "white")]),
        "place c4",
        {"flips": [], "destroys": []},
    ),
    "a random chain": (
        at({4: "...WB...", 5: "..W.W...", 6: ".B...B.."}, pending="CHAIN_WILL"),
        "place c4",
        {"flips": ["d4"], "destroys": []},
    ),
    "breeding": (at(LINE, pending="BREEDING_WILL"), "place c4", {"flips": ["d4"], "destroys": []}),
    "destruction": (at(LINE, pending="DESTROY_ONE_STONE"), "pick c3", {"flips": [], "destroys": ["c3"]}),
    "an exchange": (at(LINE, pending="SWAP_WITH_ENEMY"), "pick c3", {"flips": ["c3"], "destroys": []}),
    "a tempted stone": (
        at(LINE, pending="TEMPT_WILL", marks=[mark("c3", "DRAGON", "white", left=2)]),
        "pick c3",
        {"flips": ["c3"], "destroys": []},
    ),
    "a card": (at(LINE, hand={"black": ["TREASURE_BOX"]}), "use TREASURE_BOX", {}),
}


@pytest.mark.parametrize("what", CASES)
def test_preview(what: str) -> None:
    match, action, expected = CASES[what]
    position = GAME.position(match.state())
    assert match.preview(action) == expected
    assert GAME.position(match.state()) == position  # nothing was played


def test_preview_does_not_depend_on_hidden_information() -> None:
    """CO-13: worlds that look the same to a seat have equal previews."""
    luck = random.Random(5)
    previewed = trapped = 0
    for seed in range(8):
        match = Match(GAME, seed, {f"cost.{name}": 0 for name in ("TRAP_WILL", "CHAIN_WILL", "BREEDING_WILL")})
        while not match.over and match.ply < 60:
            seat, state = match.seat, match.state()
            legal = match.legal(seat)
            trapped += any(mark["owner"] != ("black", "white")[seat] for mark in traps(match))
            for _ in range(2):
                world = state.resample(seat, chacha(luck.randrange(1 << 30)))
                for action in legal:
                    number = GAME.parse(state, action)
                    assert GAME.preview(world, number) == GAME.preview(state, number), action
                    previewed += 1
            cards = [action for action in legal if action.startswith(("use", "pick"))]
            match.play(seat, match.ply, luck.choice(cards or legal))
    assert previewed > 500
    assert trapped >= 8


def traps(match: Match) -> list[dict[str, Any]]:
    return [mark for mark in GAME.position(match.state()).get("marks", []) if mark["kind"] == "TRAP"]


def test_preview_agrees_with_the_events() -> None:
    """Placements without a card flip what the preview says, unless a trap or a revival follows."""
    luck = random.Random(1)
    match = Match(GAME, 4, {"cards": "off"})
    while not match.over:
        action = luck.choice(match.legal(match.seat))
        told = match.preview(action)
        match.play(match.seat, match.ply, action)
        flipped = [cell for event in match.events() if event.kind == "flip" for cell in event.data["cells"]]
        assert sorted(told.get("flips", [])) == sorted(flipped)
