"""The ordinary log, the effect log, refusals and descriptions of Card Othello, in both languages."""

import re
from typing import Any

import pytest
from othello_checks import GAME, OPTIONS

from tefuda import Event, Match
from tefuda.core.errors import TefudaError
from tefuda.core.events import SPECTATOR
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.core.text import LANGUAGES
from tefuda.games.card_othello.rules.codes import CARD_NAMES, MARK_KINDS

PREFIX = {"en": ("Black: ", "White: "), "ja": ("黒: ", "白: ")}
INNER_WORDS = re.compile("|".join([*CARD_NAMES, *MARK_KINDS, r"Event|None|True|\{|\}|_"]))


def random_game_events() -> list[dict[str, Any]]:
    """Return the events that seats and spectators see in some random games."""
    found: list[dict[str, Any]] = []
    for seed in range(12):
        random = xoshiro(seed, 1)
        state = GAME.start(seed, OPTIONS[seed % len(OPTIONS)])
        while state.seat != OVER:
            log: list[Event] = []
            state.log = log
            state.play(state.random_action(random))
            state.log = None
            for event in log:
                seen = (event.seen_by(viewer) for viewer in (0, 1, SPECTATOR))
                found += [visible for visible in seen if visible is not None]
    return found


EVENTS = random_game_events()


def test_effect_lines_begin_with_the_side() -> None:
    """CO-12.6: every effect line begins with `黒:` or `白:`; no line of the ordinary log does (CO-12.7)."""
    effects = 0
    for event in EVENTS:
        for language in LANGUAGES:
            line = GAME.texts.event_text(event, language)
            if GAME.texts.channel(event) == "normal":
                assert line, event
                assert not line.startswith(PREFIX[language]), line
            elif line:
                assert line.startswith(PREFIX[language]), line
                effects += 1
    assert effects > 100


def test_log_lines_have_no_internal_words() -> None:
    """CO-12.7."""
    for event in EVENTS:
        for language in LANGUAGES:
            line = GAME.texts.event_text(event, language)
            assert not INNER_WORDS.search(line), line


@pytest.mark.parametrize(
    ("event", "en", "ja"),
    [
        (
            {"kind": "flip", "side": "black", "cells": ["d4", "d5", "d6"], "phase": "placement"},
            "Black flips 3!",
            "黒が3枚反転！",
        ),
        (
            {"kind": "flip", "side": "white", "cells": ["d4"], "phase": "chain1"},
            "White: chain 1 flips 1!",
            "白: 連鎖1で1枚反転！",
        ),
        ({"kind": "turn", "side": "white"}, "White's turn.", "白の手番。"),
        ({"kind": "draw", "side": "black"}, "Black draws a card.", "黒がドロー。"),
        (
            {"kind": "draw", "side": "black", "card": "TRAP_WILL"},
            "Black draws Will of the Snare.",
            "黒が「罠の意志」をドロー。",
        ),
        ({"kind": "pass", "side": "black"}, "Black passes.", "黒はパス。"),
        (
            {"kind": "charge", "side": "white", "by": -10, "now": 2, "reason": "cost"},
            "White: charge -10 (cost; now 2).",
            "白: 布石-10（コスト、計2）。",
        ),
        (
            {"kind": "trap_sprung", "at": "d4", "owner": "black"},
            "Black: the trap on d4 is triggered!",
            "黒: d4 の罠が発動！",
        ),
        (
            {"kind": "destroy", "side": "white", "cells": ["d4", "e4"], "by": "bomb"},
            "White: d4, e4 destroyed (the time bomb).",
            "白: d4・e4 を破壊（時限爆弾）。",
        ),
        (
            {"kind": "mark", "at": "f5", "mark": "DRAGON", "owner": "black", "left": 5},
            "Black: the stone on f5 is now a dragon.",
            "黒: f5 の石が究極反転龍になった。",
        ),
        (
            {"kind": "unmark", "at": "f5", "mark": "TIME_BOMB", "owner": "black", "reason": "flipped"},
            "Black: the time bomb on f5 is removed.",
            "黒: f5 の時限爆弾が解除された。",
        ),
        (
            {"kind": "end", "black": 40, "white": 20, "winner": "black", "reason": "passes"},
            "Both passed. Black 40, White 20: Black wins!",
            "両者パスで終局です。黒 40 - 白 20 で黒の勝ち！",
        ),
        (
            {"kind": "end", "black": 32, "white": 32, "winner": None, "reason": "full"},
            "The board is full. Black 32, White 32: a draw.",
            "盤面が埋まりました。黒 32 - 白 32 で引き分け。",
        ),
    ],
)
def test_log_lines(event: dict[str, Any], en: str, ja: str) -> None:
    """CO-12.6, CO-12.7, CO-12.8."""
    assert (GAME.texts.event_text(event, "en"), GAME.texts.event_text(event, "ja")) == (en, ja)


FLAT = ["........", "........", "........", "...WB...", "........", "........", "........", "........"]
LONE = ["........", "........", "........", "...B....", "........", "........", "........", ".......W"]


def lines_of(position: dict[str, Any], actions: list[str], channel: str, language: str) -> list[str]:
    """Return the lines of a log, as spectators read it."""
    start = {"turn": "black", "deck": {"black": [], "white": []}, **position}
    log: list[Event] = []
    state = GAME.at(start, 1, log)
    for action in actions:
        state.log = log
        state.play(GAME.parse(state, action))
    seen = [event.seen_by(SPECTATOR) for event in log]
    found = [visible for visible in seen if visible is not None and GAME.texts.channel(visible) == channel]
    return [line for line in (GAME.texts.event_text(event, language) for event in found) if line]


def held(card: str, charge: int) -> dict[str, Any]:
    return {"board": FLAT, "started": True, "hand": {"black": [card]}, "charge": {"black": charge, "white": 5}}


@pytest.mark.parametrize(
    ("position", "actions", "en", "ja"),
    [
        (
            held("PLUNDER_WILL", 4),
            ["use PLUNDER_WILL", "place c4"],
            ["Black: absorbs 1 charge!"],
            ["黒: 相手の布石を1吸収！"],
        ),
        (
            {**held("PLUNDER_WILL", 4), "charge": {"black": 4, "white": 0}},
            ["use PLUNDER_WILL", "place c4"],
            [],
            [],
        ),
        (
            held("GOLD_STONE", 6),
            ["use GOLD_STONE", "place c4"],
            ["Black: the stone on c4 turns into charge.", "Black: Golden Will multiplies the charge (1×4)!"],
            ["黒: c4 の石が布石に変わる。", "黒: 「金の意志」で布石4倍（1×4）！"],
        ),
        (
            held("SILVER_STONE", 3),
            ["use SILVER_STONE", "place c4"],
            ["Black: the stone on c4 turns into charge.", "Black: Silver Will multiplies the charge (1×3)!"],
            ["黒: c4 の石が布石に変わる。", "黒: 「銀の意志」で布石3倍（1×3）！"],
        ),
        (
            {**held("DOUBLE_PLACE", 24), "board": [*FLAT[:3], "...WBW..", *FLAT[4:]]},
            ["use DOUBLE_PLACE", "place c4", "place g4"],
            ["Black: Double Throw grants a second placement!"],
            ["黒: 「二連投石」でもう1つ置ける！"],
        ),
        (held("DOUBLE_PLACE", 24), ["use DOUBLE_PLACE", "place c4"], [], []),
        (
            held("FREE_PLACEMENT", 9),
            ["use FREE_PLACEMENT", "place a1"],
            ["Black: Will of Freedom opens a1."],
            ["黒: 「自由の意志」で a1 を選んだ。"],
        ),
        (
            {"board": LONE, "marks": [{"at": "d4", "kind": "WORK", "owner": "black", "left": 3}]},
            [],
            ["Black: the stone on d4 earns 4 charge!"],
            ["黒: d4 の出稼ぎで布石を4獲得！"],
        ),
        (
            {
                "board": LONE,
                "charge": {"black": 30, "white": 0},
                "marks": [{"at": "d4", "kind": "WORK", "owner": "black", "left": 3}],
            },
            [],
            [],
            [],
        ),
        ({"board": LONE, "marks": [{"at": "d4", "kind": "GUARD", "owner": "black", "left": 1}]}, [], [], []),
        ({"board": LONE, "marks": [{"at": "d4", "kind": "TRAP", "owner": "black"}]}, [], [], []),
        (
            {"board": FLAT, "started": True, "marks": [{"at": "d4", "kind": "PROTECTED", "owner": "white"}]},
            ["pass"],
            [],
            [],
        ),
    ],
)
def test_effect_log_names_every_effect_that_happened(
    position: dict[str, Any], actions: list[str], en: list[str], ja: list[str]
) -> None:
    """CO-12.6: an effect that took place has a line; a mark that expires and a trap that fizzles have none."""
    assert lines_of(position, actions, "effect", "en") == en
    assert lines_of(position, actions, "effect", "ja") == ja


@pytest.mark.parametrize(
    ("kind", "more", "en", "ja"),
    [
        ("GUARD", {"left": 1}, ["Guard on d4 ends."], ["d4 の完全保護が終わった。"]),
        (
            "TRAP",
            {},
            ["Black's trap on d4 was not triggered.", "The trap stone on d4 is removed."],
            ["d4 の黒の罠は不発。", "d4 の罠石は消滅。"],
        ),
    ],
)
def test_normal_log_names_what_expires(kind: str, more: dict[str, Any], en: list[str], ja: list[str]) -> None:
    """CO-12.6, CO-12.7."""
    position = {"board": LONE, "marks": [{"at": "d4", "kind": kind, "owner": "black", **more}]}
    assert lines_of(position, [], "normal", "en")[1:-1] == en
    assert lines_of(position, [], "normal", "ja")[1:-1] == ja


def test_every_event_kind_has_a_text_or_is_listed_as_silent() -> None:
    silent = {event["kind"] for event in EVENTS} - {
        event["kind"] for event in EVENTS if GAME.texts.event_text(event, "en")
    }
    assert silent <= {"setup", "seated", "choice", "tick", "chain"}


BOARD = ["........", "........", "........", "..BW....", "........", "........", "........", "........"]


@pytest.mark.parametrize(
    ("more", "action", "message"),
    [
        ({}, "place d4", "d4 is occupied."),
        ({}, "place a1", "A stone on a1 would not flip any stones."),
        ({}, "pass", "You can't pass while you can place a stone."),
        ({}, "use TRAP_WILL", "Will of the Snare is not in your hand."),
        ({}, "done", "There is nothing to pick."),
        ({}, "pick d4", "There is nothing to pick."),
        (
            {"hand": {"black": ["GOLD_STONE"]}, "charge": {"black": 5}},
            "use GOLD_STONE",
            "Golden Will costs 6, you have 5.",
        ),
        (
            {"hand": {"black": ["TEMPT_WILL"]}, "charge": {"black": 30}},
            "use TEMPT_WILL",
            "needs an enemy special stone",
        ),
        (
            {"hand": {"black": ["GUARD_WILL"]}, "charge": {"black": 30}, "card_used": True},
            "use GUARD_WILL",
            "You've used your card for this turn.",
        ),
        ({"pending": "TRAP_WILL"}, "place e4", "Make a choice for Will of the Snare first."),
        ({"pending": "TRAP_WILL"}, "pick d4", "Will of the Snare cannot pick d4."),
        ({"pending": "TRAP_WILL"}, "done", "Pick a target for Will of the Snare."),
        ({"pending": "TRAP_WILL"}, "pick GOLD_STONE", "Pick a stone for Will of the Snare, for example pick d4"),
        ({"pending": "TRAP_WILL"}, "pass", "You can't pass while you can place a stone."),
        ({"pending": "SACRIFICE_WILL"}, "done", "Pick at least one stone."),
        (
            {"pending": "SELL_CARD_WILL", "hand": {"black": ["GOLD_STONE"]}},
            "pick TRAP_WILL",
            "is not one of the choices.",
        ),
        ({"pending": "SELL_CARD_WILL", "hand": {"black": ["GOLD_STONE"]}}, "pick d4", "Pick a card for Will of Sale."),
        ({}, "place z9", "Cells are a1 to h8."),
        ({}, "use TRAP", "Unknown card in 'use TRAP'. Did you mean TRAP_WILL?"),
        ({}, "d9", "Cells are a1 to h8."),
        ({}, "9", "Invalid card number '9'."),
        ({"pending": "POSITION_SWAP_WILL", "picked": ["c4"]}, "pick c4", "c4 is already picked."),
        ({}, "jump d4", "Unknown action 'jump d4'. Use a cell (place d3)"),
    ],
)
def test_refusal_messages(more: dict[str, Any], action: str, message: str) -> None:
    position = {"board": BOARD, "turn": "black", "started": True, "deck": {"black": [], "white": []}, **more}
    match = Match(GAME, 1, position=position)
    with pytest.raises(TefudaError) as refused:
        match.play(0, 0, action)
    assert message in refused.value.text("en")
    assert refused.value.text("ja")
    assert refused.value.text("ja") != refused.value.text("en")


def test_action_descriptions() -> None:
    position = {
        "board": BOARD,
        "started": True,
        "hand": {"black": ["TREASURE_BOX", "SACRIFICE_WILL"]},
        "charge": {"black": 9},
        "deck": {"black": []},
    }
    match = Match(GAME, 1, position=position)
    assert match.describe("place e4", "en") == "place on e4, flipping 1"
    assert match.describe("place e4", "ja") == "e4 に置き、1枚反転する"
    assert match.describe("use TREASURE_BOX", "en") == "use Treasure Chest for 0: Gain 1, 2 or 3 charge"
    assert match.describe("use TREASURE_BOX", "ja") == "「宝箱」を使う（コスト0、布石を1〜3得る）"
    match.play(0, 0, "use SACRIFICE_WILL")
    assert match.describe("pick c4", "en") == "Will of Sacrifice: pick Black's stone on c4"
    assert match.describe("pick c4", "ja") == "「生贄の意志」の対象に c4 の黒石を選ぶ"
