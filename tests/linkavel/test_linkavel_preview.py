"""Previews of LinkaVel: battles and costs, computed by the rules from what the player knows."""

import random
from typing import Any

import pytest
from linkavel_checks import PAIRS

from tefuda.core.match import Match
from tefuda.core.random import chacha
from tefuda.games.linkavel.game import GAME

BODY = {"type": "normal_monster", "attribute": "neutral", "level": 1}
CARDS: list[dict[str, Any]] = [
    {"id": "t_small", "name": "Small", **BODY, "power": 500},
    {"id": "t_middle", "name": "Middle", **BODY, "power": 1000},
    {"id": "t_third", "name": "Third", **BODY, "level": 3, "cost": {"count": 1, "level": 2}, "power": 1200},
    {"id": "t_second", "name": "Second", **BODY, "level": 2, "cost": {"count": 1, "level": 1}, "power": 900},
    {"id": "t_double", "name": "Double", **BODY, "level": 2, "cost": {"count": 2, "level": 1}, "power": 900},
    {
        "id": "t_mixed",
        "name": "Mixed",
        **BODY,
        "level": 4,
        "cost": [{"count": 1, "level": 3}, {"count": 1, "attribute": "neutral"}],
        "power": 900,
    },
    {
        "id": "t_brave",
        "name": "Brave",
        **BODY,
        "type": "effect_monster",
        "power": 500,
        "abilities": [{"when": "on_attack", "effect": [{"op": "power", "target": "self", "amount": 600}]}],
    },
    {
        "id": "t_trick",
        "name": "Trick",
        **BODY,
        "type": "effect_monster",
        "power": 500,
        "abilities": [
            {"when": "activated", "timing": "attacked", "effect": [{"op": "power", "target": "self", "amount": 900}]}
        ],
    },
    {
        "id": "t_gamble",
        "name": "Gamble",
        **BODY,
        "type": "effect_monster",
        "power": 500,
        "abilities": [{"when": "on_attack", "effect": [{"op": "draw"}]}],
    },
]


def at(own: list[str | dict[str, Any] | None], other: list[str | dict[str, Any] | None], **more: Any) -> Match:
    position = {
        "turn_number": 5,
        "phase": "battle",
        "cards": CARDS,
        "one": {"lp": 3000, "monsters": own, "deck": ["t_small"], "hand": more.pop("hand", [])},
        "two": {"lp": 2000, "monsters": other, "deck": ["t_small"]},
        **more,
    }
    return Match(GAME, 3, position=position)


SHIELDED = {"card": "t_small", "changes": [{"protect": "battle", "duration": "turn"}]}
BATTLES: dict[str, tuple[Match, str, dict[str, list[str]], str]] = {
    "a win": (
        at(["t_middle"], ["t_small"]),
        "attack 1>1",
        {"destroys": ["two.m1"], "damages": ["two"]},
        "Power 1000 against 500. Small is destroyed. Your opponent takes 500 damage (1500 LP left).",
    ),
    "a loss": (
        at(["t_small"], ["t_middle"]),
        "attack 1>1",
        {"destroys": ["one.m1"], "damages": ["one"], "confirms": ["one.m1"]},
        "Power 500 against 1000. Your Small is destroyed. You take 500 damage (2500 LP left).",
    ),
    "equal powers": (
        at(["t_small"], ["t_small"]),
        "attack 1>1",
        {"destroys": ["two.m1", "one.m1"], "damages": []},
        "Power 500 against 500. Both monsters are destroyed. No damage.",
    ),
    "a direct attack": (
        at(["t_middle"], []),
        "attack 1>lp",
        {"destroys": [], "damages": ["two"]},
        "Your opponent takes 1000 damage (1000 LP left).",
    ),
    "the last attack": (
        at(["t_middle"], [], two={"lp": 900, "monsters": []}),
        "attack 1>lp",
        {"destroys": [], "damages": ["two"]},
        "Your opponent takes 1000 damage (0 LP left). You win!",
    ),
    "a protected monster": (
        at(["t_middle"], [SHIELDED]),
        "attack 1>1",
        {"destroys": [], "damages": ["two"]},
        "Power 1000 against 500. Small is protected. Your opponent takes 500 damage (1500 LP left).",
    ),
    "an effect of the attacker": (
        at(["t_brave"], ["t_middle"]),
        "attack 1>1",
        {"destroys": ["two.m1"], "damages": ["two"]},
        "Power 1100 (500, Brave +600) against 1000. Middle is destroyed. "
        "Your opponent takes 100 damage (1900 LP left).",
    ),
    "named sources of power": (
        at([{"card": "t_small", "changes": [{"power": 700, "duration": "turn"}]}], ["t_middle"]),
        "attack 1>1",
        {"destroys": ["two.m1"], "damages": ["two"]},
        "Power 1200 (500, Small +700) against 1000. Middle is destroyed. "
        "Your opponent takes 200 damage (1800 LP left).",
    ),
    "a monster that only protects itself": (
        at(["t_small"], ["t_middle"], one={"lp": 3000, "monsters": [SHIELDED]}),
        "attack 1>1",
        {"destroys": [], "damages": ["one"], "confirms": ["one"]},
        "Power 500 against 1000. Small is protected. You take 500 damage (2500 LP left).",
    ),
    "an optional effect": (
        at(["t_middle"], ["t_trick"]),
        "attack 1>1",
        {"destroys": ["two.m1"], "damages": ["two"]},
        "Power 1000 against 500. Trick is destroyed. Your opponent takes 500 damage (1500 LP left). "
        "(Without the effect of Trick.)",
    ),
    "a hidden card": (
        at(["t_gamble"], ["t_small"]),
        "attack 1>1",
        {"destroys": [], "damages": []},
        "The result depends on effects.",
    ),
}


@pytest.mark.parametrize("what", BATTLES)
def test_battle_preview(what: str) -> None:
    match, action, places, text = BATTLES[what]
    position = GAME.position(match.state())
    outcome = match.outcome(action)
    assert outcome is not None
    assert (match.preview(action), outcome.en) == ({"confirms": [], **places}, text)
    assert outcome.ja
    assert GAME.position(match.state()) == position  # nothing was played


SUMMONS: dict[str, tuple[list[str | None], str, list[str], list[str], str]] = {
    "the only payment": (["t_small"], "summon t_second@2", ["one.m1"], [], "Cost: Small (level 1)."),
    "a higher monster": (["t_third"], "summon t_second@2", ["one.m1"], ["one.m1"], "Cost: Third (level 3)."),
    "the slot decides": (
        ["t_small", "t_middle"],
        "summon t_second@2",
        ["one.m2"],
        ["one.m2"],
        "Cost: Middle (level 1).",
    ),
    "a choice follows": (["t_small", "t_middle"], "summon t_second@3", [], [], "You choose the cost next."),
    "two monsters": (
        ["t_small", "t_middle"],
        "summon t_double@1",
        ["one.m1", "one.m2"],
        [],
        "Cost: Small (level 1) and Middle (level 1).",
    ),
    "a mixed cost": (
        ["t_small", "t_third"],
        "summon t_mixed@3",
        ["one.m1", "one.m2"],
        [],
        "Cost: Small (level 1) and Third (level 3).",
    ),
    "more than a mixed cost": (
        ["t_third", "t_third"],
        "summon t_mixed@3",
        ["one.m1", "one.m2"],
        ["one.m1", "one.m2"],
        "Cost: Third (level 3) and Third (level 3).",
    ),
}


@pytest.mark.parametrize("what", SUMMONS)
def test_cost_preview(what: str) -> None:
    """A payment that is not the only one, or more than the cost asks for, is to be confirmed (LV-5.4, LV-5.5)."""
    monsters, action, pays, confirms, text = SUMMONS[what]
    match = at([*monsters], [], phase="main1", hand=["t_second", "t_double", "t_mixed"])
    outcome = match.outcome(action)
    assert outcome is not None
    assert (match.preview(action), outcome.en) == ({"pays": pays, "confirms": confirms}, text)


def test_other_actions_have_no_preview() -> None:
    match = at(["t_small"], [], phase="main1", hand=["t_small"])
    for action in ("end", "battle", "summon t_small@2"):
        assert (match.preview(action), match.outcome(action)) == ({}, None)


def test_previews_do_not_depend_on_hidden_information() -> None:
    """LV-15.1: worlds that look the same to a seat have equal previews."""
    luck = random.Random(5)
    compared = 0
    for seed, options in enumerate(PAIRS[::5]):
        match = Match(GAME, seed, options)
        while not match.over and match.ply < 120:
            seat, state = match.seat, match.state()
            legal = match.legal(seat)
            world = state.resample(seat, chacha(luck.randrange(1 << 30)))
            for action in (one for one in legal if one.startswith(("attack", "summon"))):
                number = GAME.parse(state, action)
                assert GAME.preview(world, number) == GAME.preview(state, number), action
                found, other = GAME.texts.outcome(state, number), GAME.texts.outcome(world, number)
                assert (found and found.en) == (other and other.en)
                compared += 1
            plays = [one for one in legal if one not in ("end", "main2")]
            match.play(seat, match.ply, luck.choice(plays or legal))
    assert compared > 500


def test_preview_of_a_battle_comes_true() -> None:
    """The next action shows the same destructions and damage, unless optional effects are used."""
    luck = random.Random(7)
    checked = 0
    for seed, options in enumerate(PAIRS[::4]):
        match = Match(GAME, seed, options)
        while not match.over and match.ply < 120:
            legal = match.legal(match.seat)
            attacks = [one for one in legal if one.startswith("attack")]
            plays = [one for one in legal if one not in ("end", "main2")]
            action = luck.choice(attacks or plays or legal)
            preview, outcome = match.preview(action), match.outcome(action)
            match.play(match.seat, match.ply, action)
            if not attacks or outcome is None or "Without" in outcome.en or "depends" in outcome.en:
                continue
            events = match.events()
            kinds = [event.kind for event in events]
            if "battle_over" not in kinds:
                continue
            battle = events[: kinds.index("battle_over")]
            assert [event.data["at"] for event in battle if event.kind == "destroy"] == preview["destroys"]
            assert {event.data["seat"] for event in battle if event.kind == "damage"} == set(preview["damages"])
            checked += 1
    assert checked > 40
