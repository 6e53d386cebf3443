"""Playback of Card Othello: events lead to the view, and the logs match the game."""

import re
from typing import Any

import pytest
from othello_checks import OPTIONS
from othello_stage import GAME, Stage, play, position

from tefuda import Match
from tefuda.core.events import SPECTATOR
from tefuda.core.random import xoshiro
from tefuda.games.card_othello.rules.codes import CARD_NAMES, MARK_KINDS

INNER_WORDS = re.compile("|".join([*CARD_NAMES, *MARK_KINDS, r"Event|undefined|null|NaN|_|\{|\}"]))


def random_game(seed: int, viewer: int, plays: int) -> tuple[Match, list[dict[str, Any]]]:
    """Return a random game with cheap and expensive cards, as seen by a viewer."""
    match = Match(GAME, seed, OPTIONS[seed % len(OPTIONS)])
    start = Match(GAME, seed, OPTIONS[seed % len(OPTIONS)])
    random = xoshiro(seed, 5)
    updates: list[dict[str, Any]] = []
    while not match.over and match.ply < plays:
        state = match.state()
        updates += play(match, viewer, [GAME.format(state, state.random_action(random))])
    return start, updates


def expected_looks(view: dict[str, Any]) -> dict[str, Any]:
    """Return the expected look of each cell."""
    found = {}
    for row, signs in enumerate(view["board"]):
        for column, sign in enumerate(signs):
            cell = f"{'abcdefgh'[column]}{row + 1}"
            marks = [mark for mark in view["marks"] if mark["at"] == cell]
            if sign != ".":
                found[cell] = {
                    "side": "black" if sign == "B" else "white",
                    "marks": sorted(mark["mark"] for mark in marks),
                    "special": "",
                    "sprout": cell in view["sprouts"],
                    "counts": sorted(str(mark["left"]) for mark in marks if counted(mark)),
                }
    return found


def counted(mark: dict[str, Any]) -> bool:
    return bool(mark["left"] > 0 and mark["mark"] != "TRAP")


def sorted_looks(looks: dict[str, Any]) -> dict[str, Any]:
    return {
        cell: {**look, "marks": sorted(look["marks"]), "counts": sorted(look["counts"])} for cell, look in looks.items()
    }


@pytest.mark.parametrize(("seed", "viewer"), [(1, 0), (2, 1), (3, SPECTATOR)])
def test_events_lead_to_the_view(stage: Stage, seed: int, viewer: int) -> None:
    """CO-12.1: after the events of an action, board, hand and charge match the view."""
    start, updates = random_game(seed, viewer, 90)
    stage.open(start, viewer)
    arrivals = stage.page.evaluate("updates => stage.playAll(updates)", updates)
    assert len(arrivals) == len(updates)
    kinds = {event["kind"] for update in updates for event in update["entries"][0]["events"]}
    assert len(kinds) > 10
    for arrival, update in zip(arrivals, updates, strict=True):
        view = update["view"]
        assert sorted_looks(arrival["looks"]) == expected_looks(view), update["entries"][0]["action"]
        assert arrival["hand"] == view["hand"]
        assert arrival["charge"] == view["charge"]
    assert sorted_looks(stage.looks) == expected_looks(updates[-1]["view"])


def test_unknown_events_are_skipped(stage: Stage) -> None:
    """CO-12.1: unknown events change nothing, and the next view includes their effect."""
    match = Match(GAME, 3, position=position({4: "...WB..."}))
    stage.open(match)
    (update,) = play(match, 0, ["place c4"])
    events = update["entries"][0]["events"]
    comet = {"kind": "comet", "at": "h8", "cells": ["a1"]}
    update["entries"][0]["events"] = [part for event in events for part in (comet, event) if event["kind"] != "flip"]
    stage.page.evaluate("update => stage.push([update])", update)
    assert stage.finish() == 700  # placement, gap and turn, without the flip
    assert sorted_looks(stage.looks) == expected_looks(match.view(0))


def test_view_shown_during_playback_stays(stage: Stage) -> None:
    """CO-12.1: pending events do not change a newer view."""
    match = Match(GAME, 3, position=position({4: "...WB...", 5: "..W....."}))
    stage.open(match)
    before = match.view(0)
    stage.push("place c4")
    stage.advance(100)  # the stone fades in, and its flip waits
    stage.page.evaluate("view => stage.playback.reset(view, [])", before)
    stage.advance(5000)
    assert sorted_looks(stage.looks) == expected_looks(before)


def test_only_playback_changes_the_board(stage: Stage) -> None:
    """CO-12.1: clicks and keys request an action; stones change with its events."""
    given = position({4: "...WB..."}, charge={"black": 9}, hand={"black": ["GUARD_WILL", "TREASURE_BOX"]})
    stage.open(Match(GAME, 3, position=given))
    stage.page.evaluate(
        """() => {
          stage.changes = 0;
          const observer = new MutationObserver((changes) => (stage.changes += changes.length));
          for (const stack of document.querySelectorAll(".co-stack")) {
            observer.observe(stack, { childList: true, subtree: true, attributes: true, characterData: true });
          }
        }"""
    )
    stage.page.click("[data-cell=c4]")
    stage.page.click(".co-slot >> nth=0")
    stage.page.click(".co-details")
    stage.page.click(".co-use")
    stage.page.evaluate("stage.language('ja')")
    stage.page.click("[data-cell=a1]")
    assert stage.acts == ["place c4", "use GUARD_WILL"]
    assert stage.page.evaluate("stage.changes") == 0
    stage.push("place c4")
    stage.finish()
    assert stage.page.evaluate("stage.changes") > 0


def test_no_actions_while_events_play(stage: Stage) -> None:
    """CO-12.1."""
    match = Match(GAME, 3, position=position({4: "...WB...", 6: "...WB..."}))
    stage.open(match)
    stage.push("place c4")
    stage.advance(100)
    stage.page.click("[data-cell=c6]")
    stage.page.keyboard.press("p")
    assert stage.acts == []
    assert stage.page.locator(".co-place").count() == 0
    stage.finish()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_two_logs(stage: Stage, language: str) -> None:
    """CO-12.6, CO-12.7: each line in its log, in order, once; effects start with their side."""
    start, updates = random_game(7, 0, 90)
    stage.open(start, 0, language)
    stage.page.evaluate("updates => stage.playAll(updates)", updates)
    events = [event for update in updates for event in update["entries"][0]["events"] if "text" in event]
    lines = {
        name: [event["text"][language] for event in events if event["channel"] == name] for name in ("normal", "effect")
    }
    normal, effect = stage.ask("log", "normal"), stage.ask("log", "effect")
    assert len(effect) > 20
    assert normal == lines["normal"][-300:]
    assert effect == lines["effect"][-300:]
    assert not set(normal) & set(effect)
    sides = ("Black: ", "White: ") if language == "en" else ("黒: ", "白: ")
    assert all(line.startswith(sides) for line in effect)
    assert not any(line.startswith(sides) for line in normal)
    assert not [line for line in [*normal, *effect] if INNER_WORDS.search(line)]
    flips = [line for line in normal if re.search(r"flips|反転", line)]
    form = r"(Black|White) flips \d+!" if language == "en" else r"(黒|白)が\d+枚反転！"
    assert flips
    assert all(re.fullmatch(form, line) for line in flips)


def test_log_line_appears_when_its_event_starts(stage: Stage) -> None:
    """CO-12.7: not while the previous stone still moves."""
    stage.open(Match(GAME, 3, position=position({4: "...WB..."})))
    stage.push("place c4")
    stage.advance(499)
    assert stage.ask("log", "normal") == ["Black places on c4."]
    stage.advance(1)
    assert stage.ask("log", "normal") == ["Black places on c4.", "Black flips 1!"]
    stage.finish()


def test_new_game_clears_the_logs(stage: Stage) -> None:
    """CO-12.6: a new table or another setup clears the logs."""
    match = Match(GAME, 3, position=position({4: "...WB..."}, pending="SWAP_WITH_ENEMY"))
    stage.open(match)
    stage.push("pick d4")
    stage.finish()
    assert stage.ask("log", "effect") == ["Black: exchange flips 1!"]
    assert stage.ask("notices", "black") == ["Charge +1"]
    again = Match(GAME, 4)
    entry = {"number": 0, "kind": "rematch", "seat": 0, "ply": 0, "action": None, "events": again.events_for(0, 0)}
    update = {"entries": [entry], "view": again.view(0), "legal": again.legal(0)}
    stage.page.evaluate("update => stage.push([update])", update)
    stage.finish()
    assert stage.ask("log", "effect") == stage.ask("log", "normal") == []
    assert stage.ask("notices", "black") == []
    assert sorted_looks(stage.looks) == expected_looks(again.view(0))


def test_logs_follow_the_language(stage: Stage) -> None:
    stage.open(Match(GAME, 3, position=position({4: "...WB..."}, pending="SWAP_WITH_ENEMY")))
    stage.push("pick d4")
    stage.finish()
    stage.page.evaluate("stage.language('ja')")
    assert stage.ask("log", "effect") == ["黒: 交換で1枚反転！"]


def test_replay_jump_resets_the_logs(stage: Stage) -> None:
    """CO-12.6: stepping back and forth adds no line twice."""
    match = Match(GAME, 3, position=position({4: "...WB..."}))
    start = {"view": match.view(0), "legal": []}
    stage.open(match, 0, replay=True)
    updates = play(match, 0, ["place c4"])
    for _ in range(2):
        stage.page.evaluate("start => stage.playback.reset(start.view, start.legal)", start)
        stage.page.evaluate("updates => stage.playAll(updates)", updates)
        assert stage.ask("log", "normal").count("Black flips 1!") == 1
        assert stage.ask("log", "normal")[0] == "Black places on c4."
