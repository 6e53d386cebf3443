"""Charge notices of Card Othello: all are shown, at any speed."""

import itertools
from typing import Any

import pytest
from othello_stage import GAME, Stage, position

from tefuda import Match


def at(rows: dict[int, str], **more: Any) -> Match:
    return Match(GAME, 3, position=position(rows, **more))


def dragon() -> Match:
    """Black has a dragon with three charge changes: its cost and two flips."""
    given = {"charge": {"black": 30, "white": 9}, "hand": {"black": ["ULTIMATE_REVERSE_DRAGON"]}}
    return at({3: "..W.....", 4: "...WB..."}, **given)


def test_each_charge_change_has_its_own_notice(stage: Stage) -> None:
    """CO-12.8: slides in from 1 cm below, stays 4 s, fades for 0.5 s, then the next."""
    stage.open(dragon(), 0, "ja")
    events = stage.push("use ULTIMATE_REVERSE_DRAGON", "place c4")
    told = [event["by"] for event in events if event["kind"] == "charge" and event["side"] == "black"]
    assert told == [-30, 1, 1]
    stage.advance(0)
    assert stage.ask("notices", "black") == ["布石-30"]
    assert stage.ask("notices", "white") == []
    started = [move for move in stage.timeline if move["kind"] == "co-notice"]
    assert started[0]["frames"][0]["transform"] == "translateY(1cm)"
    seen: list[tuple[float, list[str], float]] = []
    for _ in range(140):
        shown = stage.ask("notices", "black")
        opacity = stage.page.evaluate(
            "Number(getComputedStyle(document.querySelector('.co-notice') ?? document.body).opacity)"
        )
        seen.append((stage.page.evaluate("stage.elapsed()"), shown, opacity))
        stage.advance(100)
    assert [texts for texts, _ in itertools.groupby(shown for _, shown, _ in seen)] == [["布石-30"], ["布石+1"], []]
    notices = [move for move in stage.timeline if move["kind"] == "co-notice"]
    slides = [move["at"] for move in notices if "transform" in move["frames"][0]]
    ends = [(move["at"], move["ms"]) for move in notices if "transform" not in move["frames"][0]]
    assert slides == [0, 4500, 9000]
    assert ends == [(4000, 500), (8500, 500), (13000, 500)]
    standing = [opacity for moment, _, opacity in seen if 300 <= moment % 4500 <= 4000 and moment < 13500]
    assert set(standing) == {1}
    half = [opacity for moment, _, opacity in seen if moment % 4500 == 4300 and moment < 13500]
    assert half == [pytest.approx(0.4)] * 3


def test_both_sides_have_their_own_notices(stage: Stage) -> None:
    """CO-12.8: the notices of both sides are shown at the same time; a new table starts without any."""
    given = {"charge": {"black": 3, "white": 9}, "pending": "PLUNDER_WILL"}
    stage.open(at({4: "...WB..."}, **given))
    stage.push("place c4")
    stage.finish()
    assert stage.ask("notices", "white") == ["Charge -1"]
    assert stage.ask("notices", "black") == ["Charge +1"]
    stage.open(at({4: "...WB..."}))
    assert stage.ask("notices", "white") == stage.ask("notices", "black") == []


def test_full_hand_is_told_before_and_after_a_lost_draw(stage: Stage) -> None:
    hand = ["GUARD_WILL", "CHAIN_WILL", "TRAP_WILL", "WORK_WILL", "REGEN_WILL"]
    given = {
        "hand": {"black": hand},
        "deck": {"black": ["WORK_WILL"], "white": []},
        "charge": {"black": 30, "white": 0},
    }
    stage.open(at({4: "...WB...", 5: "...BW..."}, **given))
    page = stage.page
    assert "Your hand is full" in page.locator(".co-prompt").inner_text()
    fact = page.locator(".co-player[data-area=self] .co-fact.co-full")
    assert fact.get_attribute("aria-label") == "5 cards in hand: full, so the next draw is lost"
    for _ in range(2):
        stage.push(next(one for one in stage.match.legal(stage.match.seat) if one.startswith("place")))
    stage.finish()
    assert "Hand full: no draw" in stage.ask("notices", "black")


def test_end_of_the_game_leaves_out_older_notices(stage: Stage) -> None:
    """CO-12.8: when the game ends, waiting notices of earlier plays are left out."""
    rows = {1: "BW.BBBBB", **dict.fromkeys(range(2, 9), "BBBBBBBB")}
    stage.open(at(rows, charge={"black": 3, "white": 9}))
    stage.page.evaluate("() => [-4, 5, -3].forEach((by) => stage.screen.players.white.notices.add(by))")
    stage.push("place c1")
    stage.finish()
    stage.advance(4600)
    assert stage.ask("notices", "white") == []


SEPARATE = {
    "absorption": ({4: "...WB..."}, "PLUNDER_WILL", [("placement", 1), ("absorption", 1)]),
    "a chain": (
        {4: "...WB...", 5: "...W....", 6: "...WWB..", 7: "...B...."},
        "CHAIN_WILL",
        [("placement", 1), ("chain1", 2), ("chain2", 1)],
    ),
}


@pytest.mark.parametrize("what", SEPARATE)
def test_gains_of_one_placement_have_their_own_notices(stage: Stage, what: str) -> None:
    """CO-12.8: changes of one update are shown one by one."""
    rows, card, expected = SEPARATE[what]
    stage.open(at(rows, charge={"black": 3, "white": 9}, pending=card))
    events = stage.push("place c4")
    gains = [(event["reason"], event["by"]) for event in events if event["kind"] == "charge" and event["by"] > 0]
    assert gains == expected
    stage.finish()
    seen: list[str] = []
    for _ in range(140):
        seen += stage.ask("notices", "black") or [""]
        stage.advance(100)
    slides = [move for move in stage.timeline if move["kind"] == "co-notice" and "transform" in move["frames"][0]]
    own = [text for text, _ in itertools.groupby(seen) if text]
    assert own == [text for text, _ in itertools.groupby(f"Charge +{by}" for _, by in expected)]
    assert len(slides) == len([event for event in events if event["kind"] == "charge"])


HURRIES = {
    "instant": ("stage.motion.rate = Infinity", ""),
    "hurry": ("", "stage.playback.fastForward()"),
    "another view": ("", "stage.playback.reset(view, [])"),
}


@pytest.mark.parametrize("how", HURRIES)
def test_fast_forward_keeps_notices(stage: Stage, how: str) -> None:
    """CO-12.8: skipped animations keep their notices, 4 s each, one after the other."""
    before, after = HURRIES[how]
    stage.open(dragon())
    stage.page.evaluate(f"() => {{ {before} }}")
    stage.push("use ULTIMATE_REVERSE_DRAGON", "place c4")
    for _ in range(50):  # until the dragon's flips, the last events
        if after and not any(move["cell"] == "c3" for move in stage.timeline):
            stage.advance(100)
    stage.page.evaluate(f"view => {{ {after} }}", stage.match.view(0))
    stage.finish()
    seen: list[str] = []
    for _ in range(150):
        seen += stage.ask("notices", "black") or [""]
        stage.advance(100)
    assert [text for text, _ in itertools.groupby(seen)] == ["Charge -30", "Charge +1", ""]
    notices = [move for move in stage.timeline if move["kind"] == "co-notice"]
    slides = [move["at"] for move in notices if "transform" in move["frames"][0]]
    fades = [move["at"] for move in notices if "transform" not in move["frames"][0]]
    assert slides == [0, 4500, 9000]
    assert fades == [4000, 8500, 13000]
