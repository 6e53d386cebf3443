"""LinkaVel: the reasons shown for unplayable cards follow the rules."""

import random
from collections.abc import Callable
from typing import Any

from browser import Server, Visitor, module_address
from playwright.sync_api import Browser, expect

import tefuda
from tefuda.core.match import Match


def decisions() -> list[dict[str, Any]]:
    """Return decisions of both seats with their legal actions."""
    luck = random.Random(9)
    found = []
    for number, (one, two) in enumerate([("dark", "fire"), ("grass", "water"), ("light", "neutral")]):
        match = Match(tefuda.game("linkavel"), number, {"deck.one": one, "deck.two": two})
        while not match.over and match.ply < 200:
            legal = match.legal(match.seat)
            found += [{"view": match.view(seat), "legal": match.legal(seat)} for seat in (0, 1)]
            # Rarely ending a turn fills the slots.
            busy = [one for one in legal if one != "end"]
            match.play(match.seat, match.ply, luck.choice(busy if busy and luck.random() < 0.9 else legal))
    return found


CLAIMS: dict[str, Callable[[dict[str, Any], str], bool]] = {
    "It is not your turn": lambda view, card: view["turn"] != view["seat"],
    "Make the pending choice first": lambda view, card: view["asked"] is not None,
    "in a main phase": lambda view, card: view["phase"] == "battle",
    "Your monster slots are full": lambda view, card: None not in view[view["seat"]]["monsters"],
    "Your magic slots are full": lambda view, card: None not in view[view["seat"]]["magics"],
    "You've used your normal summon": lambda view, card: view["summoned"],
    "the summon condition is not met": lambda view, card: not affordable(view, card),
    "cannot be played now": lambda view, card: True,
}
"""Texts of reasons and their conditions."""


def affordable(view: dict[str, Any], card: str) -> bool:
    """Whether the field has the monsters for a summon's cost."""
    known = {one.id: one.facts for one in tefuda.game("linkavel").texts.cards()}
    level, count = (int(part) for part in known[card]["cost"]["en"].removeprefix("Lv").split("×"))
    own = [thing["card"] for thing in view[view["seat"]]["monsters"] if thing]
    return bool(sum(known[one]["level"] >= level for one in own) >= count)


def test_illegal_reasons_are_correct(browser: Browser, site: Server) -> None:
    found = decisions()
    with Visitor(browser, site) as visitor:
        page = visitor.open("/settings")
        expect(page.locator("h1")).to_be_visible()
        told = page.evaluate(
            """async ([start, found]) => {
              const { illegalReason } = await import(start + "games/linkavel/illegal_reasons.js");
              const { Catalogue } = await import(start + "games/linkavel/face.js");
              const cards = new Catalogue(await (await fetch("/api/games/linkavel/cards")).json());
              return found.map(({ view, legal }) =>
                view.hand.map((id) => illegalReason(view, `hand:${id}`, { cards, legal })));
            }""",
            [module_address(page, ""), found],
        )
    heard = set()
    for now, sentences in zip(found, told, strict=True):
        view, legal = now["view"], now["legal"]
        for card, sentence in zip(view["hand"], sentences, strict=True):
            if any(card in one for one in legal):
                continue
            claim = next(one for one in CLAIMS if one in sentence)
            assert CLAIMS[claim](view, card), (sentence, view)
            heard.add(claim)
    # Full magic slots with another magic card in hand are rare.
    assert heard >= set(CLAIMS) - {"Your magic slots are full"}
