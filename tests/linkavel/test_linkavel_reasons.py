"""LinkaVel: the reasons why a card cannot be used, and the questions of choices, follow the rules."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import tefuda
from tefuda.core.match import Match
from tefuda.games.linkavel.action_text import choice_prompt

GAME = tefuda.game("linkavel")
DECKS = [("dark", "fire"), ("grass", "water"), ("light", "neutral")]


def positions() -> Iterator[Match]:
    """Yield games before every decision. Turns are rarely ended early, which fills the slots."""
    luck = random.Random(9)
    for number, (one, two) in enumerate(DECKS):
        match = Match(GAME, number, {"deck.one": one, "deck.two": two})
        while not match.over and match.ply < 200:
            yield match
            legal = match.legal(match.seat)
            busy = [action for action in legal if action != "end"]
            match.play(match.seat, match.ply, luck.choice(busy if busy and luck.random() < 0.9 else legal))


def affordable(view: dict[str, Any], card: str) -> bool:
    """Whether the field has the monsters for a summon's cost."""
    known = {one.id: one.facts for one in GAME.texts.cards()}
    level, count = (int(part) for part in known[card]["cost"]["en"].removeprefix("Lv").split("×"))
    own = [thing["card"] for thing in view[view["seat"]]["monsters"] if thing]
    return bool(sum(known[one]["level"] >= level for one in own) >= count)


CLAIMS: dict[str, Callable[[dict[str, Any], str], bool]] = {
    "not_your_turn": lambda view, card: view["turn"] != view["seat"],
    "opponent_chooses": lambda view, card: view["turn"] == view["seat"] != view["decides"],
    "choose": lambda view, card: view["asked"] is not None,
    "phase": lambda view, card: view["phase"] == "battle",
    "no_room": lambda view, card: None not in view[view["seat"]]["monsters"],
    "no_slot": lambda view, card: None not in view[view["seat"]]["magics"],
    "summoned": lambda view, card: view["summoned"],
    "cost": lambda view, card: not affordable(view, card),
    "nothing": lambda view, card: None in view[view["seat"]]["magics"],
}
"""The reasons for cards in hand by code, and their conditions in the view."""


def test_reasons_for_cards_in_hand_are_true() -> None:
    """A card has a reason if and only if it has no legal action, and the reason holds in the view."""
    heard = set()
    for match in positions():
        for seat in (0, 1):
            view, legal = match.view(seat), match.legal(seat)
            for card in view["hand"]:
                why = match.why_unusable(seat, f"hand:{card}")
                used = [f"summon {card}@{slot}" for slot in (1, 2, 3)] + [f"magic {card}", f"pick {card}"]
                assert (why is None) == any(action in legal for action in used), (card, legal)
                if why is not None:
                    assert CLAIMS[why.code](view, card), (why, view)
                    assert why.en != why.ja
                    heard.add(why.code)
    # Full magic slots with another magic card in hand are rare.
    assert heard >= set(CLAIMS) - {"no_slot"}


def test_reasons_for_slots_are_given_where_an_action_exists() -> None:
    heard = set()
    for match in positions():
        view, legal = match.view(match.seat), match.legal(match.seat)
        for zone, letter in (("monsters", "m"), ("magics", "s")):
            for number, thing in enumerate(view[view["seat"]][zone], 1):
                slot = f"{letter}{number}"
                why = match.why_unusable(match.seat, slot)
                begins = (f"use {slot}", f"pick {slot}", *([f"attack {number}>"] if letter == "m" else []))
                if thing is None or any(action.startswith(begins) for action in legal):
                    assert why is None, (slot, legal)
                elif letter == "m":
                    assert why is not None, (slot, view)
                if why is not None:
                    heard.add(why.code)
    assert heard >= {"first", "phase", "attacked", "used", "choose"}


def test_phases_have_reasons() -> None:
    match = Match(GAME, 1)
    seat = match.seat
    first = {phase: match.why_unusable(seat, phase) for phase in ("draw", "main1", "battle", "main2", "end")}
    assert {phase: why and why.code for phase, why in first.items()} == {
        "draw": "first",
        "main1": "phase",
        "battle": "first",
        "main2": None,
        "end": None,
    }
    waiting = match.why_unusable(1 - seat, "end")
    assert waiting is not None
    assert waiting.code == "not_your_turn"


def test_a_reason_does_not_tell_what_the_opponent_holds() -> None:
    """Asking about a card of the opponent has one answer, whether the opponent holds it or not."""
    answers = set()
    for match in positions():
        seat = match.seat
        if match.prompt(seat) is not None:
            continue
        own, theirs = match.view(seat)["hand"], match.view(1 - seat)["hand"]
        for card in match.view(seat)["unseen"][["one", "two"][1 - seat]]:
            if card not in own:
                why = match.why_unusable(seat, f"hand:{card}")
                assert why is not None
                answers.add((card in theirs, why.code))
    assert answers == {(True, "not_held"), (False, "not_held")}


def test_unknown_items_have_no_reason() -> None:
    match = Match(GAME, 1)
    for item in ("", "hand:", "hand:nothing", "m9", "opp.m1", "lp", "<b>", "\u0000"):
        assert match.why_unusable(match.seat, item) is None


def test_every_choice_has_a_question() -> None:
    asked = set()
    for match in positions():
        for seat in (0, 1):
            question, choice = match.prompt(seat), match.view(seat)["asked"]
            assert (question is None) == (choice is None)
            if question is None:
                continue
            asked.add(choice["op"])
            words = choice_prompt(choice["op"])
            assert words.en[1:] in question.en
            assert words.ja in question.ja
            if choice["card"] and choice["op"] not in ("limit", "order"):
                name = next(card.name for card in GAME.texts.cards() if card.id == choice["card"])
                assert question.en.startswith(f"{name.en}: ")
                assert question.ja.startswith(f"《{name.ja}》：")
    assert {"cost", "may", "order", "destroy", "power", "search"} <= asked
