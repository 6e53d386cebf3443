"""Every effect on a stone with every mark (CO-6.1 to CO-6.5, CO-9.4).

The tested stone is white, on d4, with the mark; black plays an effect on it.
"""

from typing import Any

import pytest

import tefuda
from tefuda import Match
from tefuda.games.card_othello.rules.codes import MARK_KINDS

GAME = tefuda.game("card-othello")
NORMAL = "normal"
STATUSES = [NORMAL, *MARK_KINDS]
FIRM = ["PROTECTED", "PERMA_PROTECTED", "GUARD", "DRAGON", "BREEDING", "UDG"]
"""Marks that lines and dragons do not flip."""

LOSES_IT = ["TIME_BOMB", "WORK", "HYPERACTIVE", "ULTIMATE_HYPERACTIVE"]
"""Marks that end when the stone is flipped."""


def board(**rows: str) -> list[str]:
    return [rows.get(f"r{row}", "........") for row in range(1, 9)]


def table(status: str, rows: list[str], card: str | None = None, **more: Any) -> Match:
    """Return a position with black to play; the white stone on d4 has the mark."""
    marks = [] if status == NORMAL else [{"at": "d4", "kind": status, "owner": "white"}]
    start = {
        "board": rows,
        "turn": "black",
        "started": True,
        "charge": {"black": 30, "white": 7},
        "hand": {"black": [card] if card else [], "white": ["GOLD_STONE", "SILVER_STONE"]},
        "deck": {"black": [], "white": []},
        "marks": marks,
        **more,
    }
    return Match(GAME, 1, position=start)


def play(match: Match, *actions: str) -> None:
    for action in actions:
        match.play(match.seat, match.ply, action)


def colour(match: Match, cell: str) -> str:
    rows: list[str] = GAME.position(match.state())["board"]
    return rows[int(cell[1]) - 1][ord(cell[0]) - ord("a")]


def kinds(match: Match, cell: str) -> list[tuple[str, str]]:
    return [(m["kind"], m["owner"]) for m in GAME.position(match.state())["marks"] if m["at"] == cell]


def event_kinds(match: Match) -> list[str]:
    return [event.kind for ply in range(1, match.ply + 1) for event in match.events(ply)]


LINE = board(r4="..BW....", r6="..BW....")
"""e4 encloses d4; e6 encloses d6 but not d4."""


@pytest.mark.parametrize("status", STATUSES)
def test_line_flip(status: str) -> None:
    """CO-6.3, CO-7.6, CO-10.8, CO-10.11, CO-10.13, CO-10.17, CO-10.20, CO-10.29."""
    match = table(status, LINE)
    legal = match.legal(0)
    assert "place e6" in legal
    assert ("place e4" in legal) == (status not in FIRM)
    if status in FIRM:
        return
    play(match, "place e4")
    events = [event for event in match.events() if event.kind == "flip"]
    assert events[0].data["cells"] == ["d4"]
    if status == "REGEN":
        assert kinds(match, "d4") == []
        assert "revive" in event_kinds(match)
    else:
        assert colour(match, "d4") == "B"
        assert kinds(match, "d4") == []
    assert ("trap_sprung" in event_kinds(match)) == (status == "TRAP")


@pytest.mark.parametrize("status", STATUSES)
def test_dragon_flip(status: str) -> None:
    """CO-10.14: the dragon flips the flippable stones around it."""
    match = table(status, board(r4="...W....", r5="....WB.."), "ULTIMATE_REVERSE_DRAGON")
    play(match, "use ULTIMATE_REVERSE_DRAGON", "place d5")
    if status in FIRM:
        assert colour(match, "d4") == "W"
    elif status == "REGEN":
        assert "revive" in event_kinds(match)
        assert kinds(match, "d4") == []
    else:
        assert colour(match, "d4") == "B"
        assert kinds(match, "d4") == []
        assert ("trap_sprung" in event_kinds(match)) == (status == "TRAP")


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("effect", ["breeding", "restless", "chain", "revival"])
def test_lines_completed_by_effects(status: str, effect: str) -> None:
    """CO-5.2, CO-6.3: a line completed by an effect flips the same stones as a placement."""
    marks = [] if status == NORMAL else [{"at": "d4", "kind": status, "owner": "white", "seq": 9}]
    if effect in ("breeding", "restless"):
        # At black's turn start a stone appears on e4, the only empty cell around f5, and encloses d4 with c4.
        kind = "BREEDING" if effect == "breeding" else "HYPERACTIVE"
        mine = {"at": "f5", "kind": kind, "owner": "black", "seq": 1}
        around = board(r4="..BW.BB.", r5="....BBB.", r6="....BBB.")
        match = table(status, around, marks=[mine, *marks], started=False)
        told_of = [event for event in match.events(0) if event.kind == "flip"]
    elif effect == "chain":
        # e6 flips e5, which encloses d4 with c3.
        match = table(status, board(r3="..B.....", r4="...WB...", r5="....W..."), "CHAIN_WILL", marks=marks)
        play(match, "use CHAIN_WILL", "place e6")
        told_of = [event for event in match.events() if event.kind == "flip" and event.data["phase"] == "chain1"]
    else:
        # White flips e4, which revives and encloses d4 with c4.
        mine = {"at": "e4", "kind": "REGEN", "owner": "black", "seq": 1}
        match = table(status, board(r3="....W...", r4="..BWB..."), marks=[mine, *marks], turn="white")
        play(match, "place e5")
        told_of = [event for event in match.events() if event.kind == "flip" and event.data["phase"] == "revival"]
    flipped = [cell for event in told_of for cell in event.data["cells"]]
    assert ("d4" in flipped) == (status not in FIRM)


@pytest.mark.parametrize("status", STATUSES)
def test_exchange_will(status: str) -> None:
    """CO-10.4: only unmarked stones and hidden traps."""
    match = table(status, LINE, "SWAP_WITH_ENEMY")
    play(match, "use SWAP_WITH_ENEMY")
    legal = match.legal(0)
    assert "pick d6" in legal
    assert ("pick d4" in legal) == (status in (NORMAL, "TRAP"))
    if status in (NORMAL, "TRAP"):
        play(match, "pick d4")
        assert colour(match, "d4") == "B"
        assert ("trap_sprung" in event_kinds(match)) == (status == "TRAP")
        # 30 - 13 + 1; a trap takes all of it.
        assert match.view(0)["charge"]["black"] == (0 if status == "TRAP" else 18)


@pytest.mark.parametrize("status", STATUSES)
def test_tempt_will(status: str) -> None:
    """CO-10.9: marked stones except guarded ones and hidden traps; work ends, other marks stay."""
    # The stone on g8 is always a legal target.
    other = {"at": "g8", "kind": "PERMA_PROTECTED", "owner": "white"}
    marks = [other] + ([] if status == NORMAL else [{"at": "d4", "kind": status, "owner": "white"}])
    match = table(status, board(r4="..BW....", r8="......W."), "TEMPT_WILL", marks=marks)
    play(match, "use TEMPT_WILL")
    can = status not in (NORMAL, "GUARD", "TRAP")
    assert ("pick d4" in match.legal(0)) == can
    if can:
        play(match, "pick d4")
        assert colour(match, "d4") == "B"
        assert kinds(match, "d4") == ([] if status == "WORK" else [(status, "black")])
        assert match.view(0)["charge"]["black"] == 10


@pytest.mark.parametrize("status", STATUSES)
def test_destroy_will(status: str) -> None:
    """CO-10.12, CO-6.4: any stone except a guarded one, without further effects."""
    match = table(status, LINE, "DESTROY_ONE_STONE")
    play(match, "use DESTROY_ONE_STONE")
    assert ("pick d4" in match.legal(0)) == (status != "GUARD")
    if status != "GUARD":
        before = match.view(1)
        play(match, "pick d4")
        assert colour(match, "d4") == "."
        assert kinds(match, "d4") == []
        assert "trap_sprung" not in event_kinds(match)
        assert "revive" not in event_kinds(match)
        assert match.view(1)["charge"] == before["charge"]


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("effect", ["bomb", "cross_bomb", "udg", "burst"])
def test_other_destructions(status: str, effect: str) -> None:
    """CO-6.4, CO-10.13, CO-10.16, CO-10.28, CO-10.29: only guarded stones survive."""
    if effect in ("bomb", "burst"):
        # Next to d4, at black's turn start: a bomb about to explode, or an ultimate restless stone that cannot move.
        around = board(r3="..BBB...", r4="..BW....", r5="..BBB...") if effect == "bomb" else FULL
        kind = "TIME_BOMB" if effect == "bomb" else "ULTIMATE_HYPERACTIVE"
        mine = {"at": "c4" if effect == "bomb" else "a1", "kind": kind, "owner": "black", "seq": 1}
        if effect == "bomb":
            mine["left"] = 1
        target = "d4" if effect == "bomb" else "b1"
        marks = [mine] + ([] if status == NORMAL else [{"at": target, "kind": status, "owner": "white", "seq": 2}])
        match = table(status, around, marks=marks, started=False)
    else:
        card = "CROSS_BOMB" if effect == "cross_bomb" else "ULTIMATE_DESTROY_GOD"
        match = table(status, board(r4="...W....", r5="....WB.."), card)
        target = "d4"
        play(match, f"use {card}", "place d5")
    survives = status == "GUARD"
    if effect != "burst":
        assert colour(match, target) == ("W" if survives else ".")
    else:
        assert (colour(match, target) != ".") == survives
    # White's restless stones move at white's turn start: compare only the original cell.
    assert (kinds(match, target) == [("GUARD", "white")]) == survives


FULL = ["BWBBBBBB", "WWBBBBBB", *["BBBBBBBB"] * 5, "BBBBBBB."]
"""A corner without an empty neighbour, and one empty cell far away."""


@pytest.mark.parametrize("status", STATUSES)
def test_gale_will(status: str) -> None:
    """CO-10.7, CO-9.5: every stone moves with its marks; a trap stays armed."""
    match = table(status, board(r4="..BW....", r8="BB......"), "STRONG_WIND_WILL")
    play(match, "use STRONG_WIND_WILL", "pick d4")
    # Right and down are equally long (4 cells): the direction is random.
    (end,) = [cell for cell in ("h4", "d8") if colour(match, cell) == "W"]
    assert colour(match, "d4") == "."
    assert kinds(match, end) == ([] if status == NORMAL else [(status, "white")])
    assert "flip" not in event_kinds(match)
    assert match.view(0)["charge"]["black"] == 30 - 9 + 4


@pytest.mark.parametrize("status", STATUSES)
def test_position_swap_will(status: str) -> None:
    """CO-10.30, CO-9.5: the same for two stones at once."""
    match = table(status, LINE, "POSITION_SWAP_WILL")
    play(match, "use POSITION_SWAP_WILL", "pick d4", "pick c6")
    assert (colour(match, "d4"), colour(match, "c6")) == ("B", "W")
    assert kinds(match, "c6") == ([] if status == NORMAL else [(status, "white")])
    assert kinds(match, "d4") == []
    assert match.view(0)["charge"]["black"] == 13


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("card", ["TRAP_WILL", "TIME_BOMB", "GUARD_WILL", "SACRIFICE_WILL"])
def test_cards_on_own_stones(status: str, card: str) -> None:
    """CO-9.4, CO-9.5, CO-10.5, CO-10.8, CO-10.13, CO-10.27: which mark may replace which."""
    marks = [] if status == NORMAL else [{"at": "c4", "kind": status, "owner": "black"}]
    match = table(status, board(r4="..BW....", r8="B......."), card, marks=marks)
    play(match, f"use {card}")
    refused = {
        "TRAP_WILL": ["TIME_BOMB", "TRAP"],
        "TIME_BOMB": ["TIME_BOMB"],
        "GUARD_WILL": ["TIME_BOMB"],
        "SACRIFICE_WILL": ["GUARD"],
    }
    can = status not in refused[card]
    assert ("pick c4" in match.legal(0)) == can
    if not can:
        return
    play(match, "pick c4")
    old = [] if status == NORMAL else [(status, "black")]
    after = {
        "TRAP_WILL": [("TRAP", "black")],
        "TIME_BOMB": [("TIME_BOMB", "black")],
        "GUARD_WILL": [*old, ("GUARD", "black")] if status != "GUARD" else old,
        "SACRIFICE_WILL": [],
    }
    assert kinds(match, "c4") == after[card]


@pytest.mark.parametrize("status", [status for status in STATUSES if status not in (NORMAL, "GUARD", "TIME_BOMB")])
def test_guarded_stone_can_only_be_moved(status: str) -> None:
    """CO-6.4, CO-10.27."""
    marks = [{"at": "d4", "kind": kind, "owner": "white"} for kind in (status, "GUARD")]
    match = table(status, LINE, "DESTROY_ONE_STONE", marks=marks)
    assert "place e4" not in match.legal(0)
    play(match, "use DESTROY_ONE_STONE")
    assert "pick d4" not in match.legal(0)
    for card in ("SWAP_WITH_ENEMY", "TEMPT_WILL"):
        match = table(status, board(r4="..BW....", r8="......WW"), card, marks=marks)
        if card == "TEMPT_WILL":
            assert "use TEMPT_WILL" not in match.legal(0)
        else:
            play(match, f"use {card}")
            assert "pick d4" not in match.legal(0)
    match = table(status, LINE, "POSITION_SWAP_WILL", marks=marks)
    play(match, "use POSITION_SWAP_WILL", "pick d4", "pick c6")
    assert kinds(match, "c6") == [(status, "white"), ("GUARD", "white")]
