"""Events of Solitaire TCG: with any cards they fold to the view and tell nothing hidden."""

from typing import Any

import pytest
from invariants import choose_action
from sample_size import sample_size
from solitaire_random_cards import random_position

import tefuda
from tefuda.core.match import Match
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.testing import check_random_play, check_same_in_worlds

GAME = tefuda.game("solitaire-tcg")
SEEDS = [range(first, first + sample_size(15)) for first in (0, 100, 200, 300)]


@pytest.mark.parametrize("seeds", SEEDS)
def test_random_cards_keep_the_contract(seeds: range) -> None:
    for seed in seeds:
        check_random_play(GAME, seed, position=random_position(seed))


@pytest.mark.parametrize("seeds", SEEDS)
def test_random_cards_hide_the_deck(seeds: range) -> None:
    for seed in seeds:
        state, random = GAME.at(random_position(seed), seed), xoshiro(seed, 1)
        for number in range(60):
            if state.seat != OVER:
                check_same_in_worlds(GAME, state, 0, 2, players=[], seed=number, where=f"seed {seed}, ply {number}")
                state.play(choose_action(state, random))


def fold_match(match: Match) -> dict[str, Any]:
    """Return the view folded from all events of a match."""
    view: dict[str, Any] = {}
    for ply in range(match.ply + 1):
        for event in match.events_for(0, ply):
            GAME.fold(view, event)
    return view


def test_queue_names_a_card_that_returns_as_a_second_copy() -> None:
    """The first copy is destroyed and summoned again behind the second one, while its trigger waits."""
    steps = [{"op": "destroy", "target": "any"}, {"op": "summon", "from": "grave"}, {"op": "discard"}]
    mon = {"type": "monster", "abilities": [{"when": "on_destroy", "effect": [{"op": "draw"}]}]}
    cards = [
        {"id": "mon", "name": "Mon", **mon},
        {"id": "key", "name": "Key", "type": "spell", "abilities": [{"when": "on_play", "effect": steps}]},
    ]
    board = [{"card": "mon", "counters": {"first": 1}}, "mon"]
    match = Match(GAME, 0, position={"board": board, "hand": ["key", "key", "mon"], "cards": cards})
    match.play(0, 0, "play key")
    match.play(0, 1, "pick mon")
    view = match.view(0)
    assert view["queue"] == [{"card": "mon#2", "when": "on_destroy", "ability": 0}]
    assert [card["card"] for card in view["board"]] == ["mon", "mon#2"]
    assert fold_match(match) == view


def test_continuous_effect_is_told_when_a_value_changes() -> None:
    """Monsters have +2 atk with two cards in the grave. Only the change has an event."""
    change = {"op": "modify_stat", "target": "all", "atk": 2}
    static = {"when": "static", "condition": "grave.count >= 2", "effect": [change]}
    cards = [
        {"id": "flag", "name": "Flag", "type": "artifact", "abilities": [static]},
        {"id": "mon", "name": "Mon", "type": "monster", "stats": {"atk": 1, "hp": 1}},
        {"id": "gust", "name": "Gust", "type": "spell"},
    ]
    match = Match(GAME, 0, position={"board": ["flag", "mon"], "hand": ["gust", "gust", "mon"], "cards": cards})
    told = []
    for ply, action in enumerate(["play gust", "play gust", "play mon"]):
        match.play(0, ply, action)
        told.append([event for event in match.events_for(0) if "stats" in event])
    stats = {"atk": 3, "hp": 1}
    assert told[:2] == [[], [{"kind": "stats", "card": "mon", "stats": stats}]]
    assert [(event["kind"], event["stats"]) for event in told[2]] == [("play", stats)]
    assert fold_match(match) == match.view(0)


def test_last_pick_closes_the_choice() -> None:
    """Picks from a grave take the newest copy (ST-9.6); the choice lists the others in their order."""
    take = {"op": "move", "from": "grave", "to": "hand", "target": "any", "count": 2}
    cards = [
        {"id": "hook", "name": "Hook", "type": "spell", "abilities": [{"when": "on_play", "effect": [take]}]},
        *[{"id": name, "name": name, "type": "spell"} for name in ("aa", "bb")],
    ]
    match = Match(GAME, 0, position={"hand": ["hook"], "grave": ["aa", "bb", "aa"], "cards": cards})
    match.play(0, 0, "play hook")
    assert [event["kind"] for event in match.events_for(0)] == ["play", "run", "choice"]
    match.play(0, 1, "pick aa")
    choice = match.view(0)["choice"]
    assert (choice["from"], choice["picked"]) == (["aa", "bb"], ["aa"])
    assert fold_match(match) == match.view(0)
    match.play(0, 2, "pick bb")
    assert fold_match(match) == match.view(0)
    assert match.view(0)["choice"] is None
