"""Animations of Card Othello (section 12 of its rulebook), with a paused clock."""

import itertools
from typing import Any

import pytest
from othello_stage import GAME, Stage, position

from tefuda import Match
from tefuda.games.card_othello.rules import codes
from tefuda.games.card_othello.rules.codes import CARD_NAMES, MARK_KINDS
from tefuda.games.card_othello.rules.state import stone_look

FLIP, GAP, TURN_GAP, FADE_IN, FADE_OUT, CROSSFADE, MOVE = 600, 200, 200, 300, 500, 600, 300


def at(rows: dict[int, str], **more: Any) -> Match:
    return Match(GAME, 3, position=position(rows, **more))


def mark(cell: str, kind: str, owner: str, **more: int) -> dict[str, Any]:
    return {"at": cell, "kind": kind, "owner": owner, **more}


def flips(stage: Stage) -> list[tuple[float, float, str]]:
    """Return time, duration and cell of flips."""
    turned = [move for move in stage.timeline if move["cell"] and "rotateY" in str(move["frames"])]
    return [(move["at"], move["ms"], move["cell"]) for move in turned]


def fades(stage: Stage) -> list[tuple[float, float, str]]:
    """Return time, duration and cell of fade-outs."""
    gone = [move for move in stage.timeline if move["cell"] and move["ghost"] and "transform" in move["frames"][0]]
    return [(move["at"], move["ms"], move["cell"]) for move in gone]


def batches(moves: list[tuple[float, float, str]]) -> list[tuple[float, set[str]]]:
    """Group entries that start together."""
    return [(begun, {cell for _, _, cell in group}) for begun, group in itertools.groupby(moves, lambda move: move[0])]


def test_timing_constants(stage: Stage) -> None:
    """CO-12.5: the numbers of the rulebook."""
    stage.open(at({4: "...WB..."}))
    times = stage.page.evaluate("import('/games/card-othello/timing.js').then(found => ({...found}))")
    assert times == {
        "FLIP_MS": FLIP,
        "PHASE_GAP_MS": GAP,
        "TURN_TRANSITION_GAP_MS": TURN_GAP,
        "FADE_IN_MS": FADE_IN,
        "FADE_OUT_MS": FADE_OUT,
        "OVERLAY_CROSSFADE_MS": CROSSFADE,
        "MOVE_MS": MOVE,
        "TRADE_MS": 240,
        "NOTICE_MS": 4000,
    }


def test_timing_of_an_ordinary_turn(stage: Stage) -> None:
    """CO-12.5: fade in, gap, flip, gap and turn gap, one after the other."""
    stage.open(at({4: "...WB..."}))
    stage.push("place c4")
    assert stage.finish() == FADE_IN + GAP + FLIP + GAP + TURN_GAP
    assert stage.stone_animations("opacity", "transform") == [(0, FADE_IN, "c4")]
    flip = FADE_IN + GAP
    assert flips(stage) == [(flip, FLIP, "d4")]
    waits = [(move["at"], move["ms"]) for move in stage.timeline if move["kind"] == "wait" and move["ms"] < 4000]
    assert waits == [(FADE_IN, GAP), (flip + FLIP, GAP), (flip + FLIP + GAP, TURN_GAP)]


CHAINED = {4: "...WB...", 5: "...W....", 6: "...WWB..", 7: "...B...."}
"""A stone on c4 flips d4, then the first link of the chain, then the second."""
FLIPPING = {
    "a placement": ({4: "...WB..."}, {}, ["place c4"], "d4"),
    "an exchange": (
        {4: "...WB..."},
        {"pending": "SWAP_WITH_ENEMY"},
        ["pick d4"],
        "d4",
    ),
    "a dragon": (
        {3: "..W.....", 4: "...WB..."},
        {"pending": "ULTIMATE_REVERSE_DRAGON"},
        ["place c4"],
        "c3",
    ),
    "a chain's link": (CHAINED, {"pending": "CHAIN_WILL"}, ["place c4"], "d5"),
}


PHASES = {"a placement": "placement", "an exchange": "exchange", "a dragon": "dragon", "a chain's link": "chain1"}


@pytest.mark.parametrize("what", FLIPPING)
def test_final_look_is_drawn_before_the_flip(stage: Stage, what: str) -> None:
    """CO-12.2: the new colour is there from the first frame of the flip."""
    rows, more, actions, cell = FLIPPING[what]
    stage.open(at(rows, **more))
    events = stage.push(*actions)
    phases = {event["phase"] for event in events if event["kind"] == "flip" and cell in event["cells"]}
    assert phases == {PHASES[what]}
    seen = []
    for _ in range(400):
        if not stage.page.evaluate("stage.playback.busy"):
            break
        for look in stage.moving(cell):
            if look["duration"] == FLIP and not look["ghost"]:
                seen.append((look["at"], look["side"]))
        stage.advance(50)
    assert {side for _, side in seen} == {"black"}
    assert min(moment for moment, _ in seen) == 0
    assert {ms for _, ms, _ in flips(stage)} == {FLIP}


def test_tempt_crossfades(stage: Stage) -> None:
    """CO-12.3: the two looks always add up to an opaque stone."""
    match = at({4: "...B...."}, turn="white", pending="TEMPT_WILL", marks=[mark("d4", "DRAGON", "black", left=3)])
    stage.open(match, 1)
    edge = (0.16, 0.5)  # on the stone, beside its emblem
    (before,) = stage.colours("d4", [edge])
    stage.push("pick d4")
    reds = []
    for moment in range(0, CROSSFADE, 150):
        stage.advance(150 if moment else 0)
        old, new = sorted(stage.moving("d4"), key=lambda look: not look["ghost"])
        assert (old["side"], new["side"]) == ("black", "white")
        assert (old["duration"], new["duration"]) == (CROSSFADE, CROSSFADE)
        assert old["opacity"] + new["opacity"] == pytest.approx(1)
        assert new["opacity"] == pytest.approx(moment / CROSSFADE)
        assert old["transform"] == new["transform"] == "none"
        ((red, green, blue),) = stage.colours("d4", [edge])
        assert abs(red - green) < 30, "the green felt is seen between the two"
        assert abs(green - blue) < 40
        reds.append(red)
    assert reds == sorted(reds)
    assert before[0] <= reds[0] + 2
    stage.finish()
    assert flips(stage) == []
    assert stage.looks["d4"] == {"side": "white", "marks": ["DRAGON"], "special": "", "sprout": False, "counts": ["3"]}
    (after,) = stage.colours("d4", [edge])
    # Linear: the mean of both in the middle.
    assert reds[2] == pytest.approx((before[0] + after[0]) / 2, abs=6)


@pytest.mark.parametrize(("card", "kind"), [("GUARD_WILL", "GUARD"), ("TIME_BOMB", "TIME_BOMB")])
def test_mark_on_existing_stone_crossfades(stage: Stage, card: str, kind: str) -> None:
    """CO-12.3: the looks with and without the mark add up to one stone."""
    stage.open(at({4: "...BW..."}, pending=card))
    edge = [(0.16, 0.5)]  # on the stone, beside its emblem
    before = stage.colours("d4", edge)
    stage.push("pick d4")
    marks = "all => all.map((one) => [one.classList.contains('co-ghost'), one.dataset.marks])"
    for moment in range(0, CROSSFADE, 100):
        stage.advance(100 if moment else 0)
        assert sorted(stage.page.locator("[data-cell=d4] .co-stone").evaluate_all(marks)) == [[False, kind], [True, ""]]
        old, new = sorted(stage.moving("d4"), key=lambda look: not look["ghost"])
        assert (old["side"], old["duration"]) == (new["side"], new["duration"]) == ("black", CROSSFADE)
        assert old["opacity"] + new["opacity"] == pytest.approx(1)
        assert new["opacity"] == pytest.approx(moment / CROSSFADE, abs=1e-5)
        if kind == "TIME_BOMB":  # a guard has a ring at the edge
            assert stage.colours("d4", edge)[0] == pytest.approx(before[0], abs=6)
    stage.finish()
    assert flips(stage) == []
    assert stage.looks["d4"]["marks"] == [kind]


def revival() -> Match:
    return at({4: "...WWWB."}, marks=[mark("d4", "REGEN", "white"), mark("f4", "REGEN", "white")])


def test_revived_stone_keeps_its_colour(stage: Stage) -> None:
    """CO-12.9 REGEN, CO-12.3: a crossfade instead of a flip to the enemy's colour."""
    stage.open(revival())
    edge = [(0.16, 0.5), (0.5, 0.16)]
    calm = stage.colours("d4", edge)
    stage.push("place c4")
    while stage.page.evaluate("stage.playback.busy"):
        looks = stage.looks
        assert looks["d4"]["side"] == looks["f4"]["side"] == "white"
        for point, still in zip(stage.colours("d4", edge), calm, strict=True):
            assert point == pytest.approx(still, abs=6)
        stage.advance(100)
    turned = [cell for _, _, cell in flips(stage)]
    assert turned == ["e4", "e4"]  # to black with the placement, and back with the revival
    crossed = {(ms, cell) for _, ms, cell in stage.stone_animations("opacity") if cell in ("d4", "f4")}
    assert crossed == {(CROSSFADE, "d4"), (CROSSFADE, "f4")}
    assert stage.looks["d4"]["marks"] == []


PLACED = [
    name
    for card, name in enumerate(CARD_NAMES)
    if codes.PICKS[card] == codes.PICKS_NOTHING and card not in codes.IMMEDIATE_CARDS
]
"""Cards that wait for a placement."""
COUNTERS = {"DRAGON": "5", "BREEDING": "3", "UDG": "5", "WORK": "1"}


@pytest.mark.parametrize("card", PLACED)
def test_special_stone_has_its_final_look_at_once(stage: Stage, card: str) -> None:
    """CO-12.4: mark and counter are there before the first animation and stay."""
    look = stone_look(CARD_NAMES.index(card))
    marks = [look] if look in MARK_KINDS else []
    special = look if look and not marks else ""
    counts = [COUNTERS[mark] for mark in marks if mark in COUNTERS]
    # An old working stone ends with the new one; its event comes between the placement and the mark.
    old = [mark("h8", "WORK", "black", left=2)]
    stage.open(at({4: "...WB...", 8: ".......B"}, pending=card, marks=old))
    stage.push("place c4")
    stage.advance(0)
    expected = {"side": "black", "marks": marks, "special": special, "sprout": False, "counts": counts}
    assert stage.looks["c4"] == expected
    (first,) = stage.moving("c4")
    assert (first["at"], first["opacity"]) == (0, 0)
    stage.advance(FADE_IN + FLIP - 1)
    assert stage.looks["c4"] == expected


def test_chain_flips_are_played_in_order(stage: Stage) -> None:
    """CO-12.9 CHAIN: the flips of the placement, then chain 1, then chain 2."""
    stage.open(at(CHAINED, pending="CHAIN_WILL"))
    events = stage.push("place c4")
    told = [(event["phase"], set(event["cells"])) for event in events if event["kind"] == "flip"]
    assert [phase for phase, _ in told] == ["placement", "chain1", "chain2"]
    stage.finish()
    played = batches(flips(stage))
    assert [cells for _, cells in played] == [cells for _, cells in told]
    first = FADE_IN + GAP
    assert [begun for begun, _ in played] == [first, first + FLIP + GAP, first + 2 * (FLIP + GAP)]


def test_bomb_explodes_before_its_neighbours(stage: Stage) -> None:
    """CO-12.9 TIME_BOMB."""
    rows = {3: "..WWW...", 4: "..WBW...", 5: "..WWB...", 8: ".......W"}
    match = at(rows, turn="white", marks=[mark("d4", "TIME_BOMB", "black", left=1)])
    stage.open(match, 1)
    stage.push(next(action for action in match.legal(1) if action.startswith("place")))
    stage.finish()
    (first, centre), (second, around) = batches(fades(stage))
    assert centre == {"d4"}
    assert around >= {"c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"}
    assert second - first == FADE_OUT + GAP
    assert {ms for _, ms, _ in fades(stage)} == {FADE_OUT}


def test_second_move_waits_for_the_first(stage: Stage) -> None:
    """CO-12.9 DOUBLE_PLACE: no turn start between the placements."""
    rows = {3: "...WB...", 5: "...WB...", 7: "B......."}
    marks = [mark("a7", "TIME_BOMB", "black", left=2), mark("e5", "WORK", "black", left=2)]
    stage.open(at(rows, charge={"black": 30}, hand={"black": ["DOUBLE_PLACE"]}, marks=marks))
    stage.push("use DOUBLE_PLACE", "place c3", "place c5")
    seen = []
    while stage.page.evaluate("stage.playback.busy"):
        looks = stage.looks
        if "c5" not in looks:
            seen.append((looks["a7"]["counts"], looks["e5"]["counts"]))
        stage.advance(50)
    assert seen == [(["2"], ["2"])] * len(seen)
    placed = stage.stone_animations("opacity", "transform")
    assert [cell for _, _, cell in placed] == ["c3", "c5"]
    (first_flip, _, _), (second_flip, _, _) = flips(stage)
    assert placed[1][0] == first_flip + FLIP + GAP
    assert second_flip == placed[1][0] + FADE_IN + GAP


@pytest.mark.parametrize(
    ("pending", "more", "action", "ms"),
    [
        ("POSITION_SWAP_WILL", {"picked": ["c4"]}, "pick f4", 240),
        ("STRONG_WIND_WILL", {}, "pick c4", MOVE),
    ],
)
def test_move_animations(stage: Stage, pending: str, more: dict[str, Any], action: str, ms: int) -> None:
    """CO-12.9 POSITION_SWAP: both stones move at once, in four fifths of the usual time."""
    stage.open(at({4: "..B..W..", 8: ".......W"}, pending=pending, **more))
    box = stage.ask("boxes", "[data-cell=c4]")[0]
    events = stage.push(action)
    (told,) = [event["moves"] for event in events if event["kind"] == "move"]
    stage.advance(0)
    moved = [move for move in stage.timeline if move["cell"] and "translate" in str(move["frames"])]
    assert [(move["at"], move["ms"]) for move in moved] == [(0, ms)] * len(told)
    assert {move["cell"] for move in moved} == {end for _, end in told}
    # At the first frame the stone is at its start.
    end = next(end for start, end in told if start == "c4")
    stone = stage.ask("boxes", f"[data-cell={end}] .co-stone")[0]
    assert box["left"] < (stone["left"] + stone["right"]) / 2 < box["right"]
    assert box["top"] < (stone["top"] + stone["bottom"]) / 2 < box["bottom"]
    stage.finish()


def test_trap_is_visible_to_its_owner_only(stage: Stage) -> None:
    """CO-12.9 TRAP: only the owner sees the mark."""
    given = {"charge": {"black": 10}, "hand": {"black": ["TRAP_WILL"]}}
    pages = {}
    for viewer in (0, 1, -1):
        stage.open(at({4: "..BWB..."}, **given), viewer)
        stage.push("use TRAP_WILL", "pick c4")
        stage.finish()
        # The whole cell, with classes and labels.
        pages[viewer] = stage.looks, stage.page.locator("[data-cell=c4]").evaluate("cell => cell.outerHTML")
    assert pages[0][0]["c4"]["marks"] == ["TRAP"]
    plain = {"side": "black", "marks": [], "special": "", "sprout": False, "counts": []}
    assert pages[1][0]["c4"] == pages[-1][0]["c4"] == plain
    other = stage.page.locator("[data-cell=e4]").evaluate("cell => cell.outerHTML")
    assert pages[1][1] == pages[-1][1] == other.replace("e4", "c4")
    assert "Black stone" in other
    assert "your trap" in pages[0][1]


def test_sprout_is_small_and_green_until_its_owners_turn(stage: Stage) -> None:
    """CO-12.10: smaller, with two leaves and no number, until the owner's next turn."""
    match = at({4: "...WB..."}, pending="BREEDING_WILL")
    stage.open(match)
    events = stage.push("place c4")
    (born,) = [event["at"] for event in events if event["kind"] == "spawn"]
    stage.finish()
    assert stage.looks[born] == {"side": "black", "marks": [], "special": "", "sprout": True, "counts": []}
    whole, small, leaves, cell = stage.ask(
        "boxes",
        "[data-cell=c4] .co-disc",
        f"[data-cell={born}] .co-disc",
        f"[data-cell={born}] .co-sign",
        f"[data-cell={born}]",
    )
    width = cell["right"] - cell["left"]
    assert small["right"] - small["left"] < 0.8 * (whole["right"] - whole["left"])
    for low, high in (("left", "right"), ("top", "bottom")):
        assert abs((leaves[low] + leaves[high]) - (cell[low] + cell[high])) / 2 < 0.08 * width
    assert stage.page.locator(f"[data-cell={born}] text").count() == 0
    stage.push(next(action for action in match.legal(1)))
    stage.finish()
    after = stage.looks[born]
    assert after["sprout"] is False


def test_flipped_sprout_becomes_a_normal_stone(stage: Stage) -> None:
    """CO-12.10: from the first frame of the flip."""
    stage.open(at({4: "...WB..."}, sprouts=["d4"]))
    assert stage.looks["d4"]["sprout"]
    stage.push("place c4")
    stage.advance(FADE_IN + GAP)
    (turning,) = stage.moving("d4")
    assert turning["at"] == 0
    assert stage.looks["d4"] == {"side": "black", "marks": [], "special": "", "sprout": False, "counts": []}
    stage.finish()
