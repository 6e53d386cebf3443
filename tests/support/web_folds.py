"""Folds games in a browser and compares them with Python's views after every event and ply."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from browser import launch_browser
from catalyst_page import page_server
from game_options import OPTIONS
from invariants import choose_action, game_of
from playwright.sync_api import Browser, Page

from tefuda.core.events import SPECTATOR
from tefuda.core.match import Match
from tefuda.core.random import xoshiro

SCRIPT = Path(__file__).with_suffix(".js")
GAMES = ["card-othello", "catalyst", "linkavel", "solitaire-tcg"]
LONGEST = 120
"""Maximum number of plies."""


def played(game_id: str, seed: int) -> Match:
    """Return a random match; options vary with the seed."""
    sets = [{}, *OPTIONS[game_id]]
    match = Match(game_of(game_id), seed, sets[seed // len(GAMES) % len(sets)])
    random = xoshiro(seed, 1)
    while not match.over and match.ply < LONGEST:
        state = match.state()
        match.play(match.seat, match.ply, match.game.format(state, choose_action(state, random)))
    return match


def comparable(game_id: str, view: dict[str, Any]) -> dict[str, Any]:
    """Return a view for the comparison: unordered lists sorted, counted ones as numbers."""
    if game_id == "card-othello":
        return {**view, "sprouts": sorted(view["sprouts"])}
    if game_id == "catalyst":
        return {**view, "removed": len(view["removed"])}
    return view


def after_event(game_id: str, view: dict[str, Any], ply: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return what the page must show after these events of a ply; None if only the whole ply is compared."""
    if game_id == "linkavel":
        return None
    if game_id == "solitaire-tcg":
        return {zone: list(view[zone]) for zone in ("hand", "grave", "banish")}
    shown = comparable(game_id, view)
    if game_id == "card-othello":
        # The page clears the choice at the start of a turn. It never shows a reviving stone in the enemy's colour, and
        # removes its mark at once.
        shown.pop("choice")
        if any(event.get("reviving") or event["kind"] == "revive" for event in ply):
            shown.pop("board")
            shown.pop("marks")
    return shown


def story(match: Match, viewer: int) -> dict[str, Any]:
    """Return a match as seen by one viewer, with the expected views."""
    game = match.game
    view = match.view(viewer, 0)
    plies: list[dict[str, Any]] = []
    for ply in range(1, match.ply + 1):
        events = match.events_for(viewer, ply)
        views: list[dict[str, Any] | None] = []
        for number, event in enumerate(events):
            game.fold(view, event)
            views.append(after_event(game.id, view, events[: number + 1]))
        seen = match.view(viewer, ply)
        assert view == seen, f"{game.id}, ply {ply}: Python does not fold to its own view"
        plies.append({"events": events, "views": views, "view": comparable(game.id, seen)})
    power = {face.id: face.facts["power"] for face in game.texts.cards() if face.facts.get("power") is not None}
    more = {"power": power, "options": match.options}
    return {"game": game.id, "start": match.view(viewer, 0), "plies": plies, **more}


@contextmanager
def folding(browser: Browser) -> Iterator[Page]:
    """Yield a page that folds games."""
    with page_server(SCRIPT.read_text()) as address:
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        page.wait_for_function("() => globalThis.foldGame !== undefined")
        yield page
        context.close()


def fold(page: Page, told: dict[str, Any]) -> dict[str, Any]:
    """Fold a game in the page. It is passed as one string, which is ten times faster."""
    found: dict[str, Any] = page.evaluate("(text) => foldGame(JSON.parse(text))", json.dumps(told))
    return found


def fold_game(page: Page, number: int) -> int:
    """Fold a game for every seat and the spectator; return the number of events."""
    game_id = GAMES[number % len(GAMES)]
    match = played(game_id, number)
    count = 0
    for viewer in [*range(match.game.seats), SPECTATOR]:
        found = fold(page, story(match, viewer))
        assert "count" in found, f"{game_id}, options {match.options}, seed {number}, viewer {viewer}: {found}"
        count += found["count"]
    return count


def fold_games(first: int, count: int) -> None:
    """Fold games in a new browser."""
    with launch_browser() as browser, folding(browser) as page:
        for number in range(first, first + count):
            fold_game(page, number)
