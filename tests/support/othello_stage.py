"""Card Othello's screen in a real browser with real events and a paused clock."""

import base64
import functools
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from page_pool import PagePool
from playwright.sync_api import Browser

import tefuda
from tefuda import Match
from tefuda.core.events import SPECTATOR
from tefuda.core.text import LANGUAGES, both
from tefuda.server.tables.serialize import describe_action

GAME = tefuda.game("card-othello")
HERE = Path(__file__).parent
WEB = HERE.parents[1] / "src" / "tefuda" / "web"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
EMPTY = "........"


# Server messages


def events_for(match: Match, viewer: int, ply: int = -1) -> list[dict[str, Any]]:
    """Return the events of an action with their lines (docs/server.md)."""
    found = []
    for event in match.events_for(viewer, ply):
        lines = {language: GAME.texts.event_text(event, language) for language in LANGUAGES}
        found.append({**event, "text": lines, "channel": GAME.texts.channel(event)} if lines["en"] else event)
    return found


def now(match: Match, viewer: int) -> dict[str, Any]:
    asked = match.prompt(viewer)
    legal = match.legal(viewer) if viewer != SPECTATOR else []
    actions = [describe_action(match, action) for action in legal]
    prompt = None if asked is None else both(asked)
    return {"view": match.view(viewer), "legal": legal, "prompt": prompt, "actions": actions}


def play(match: Match, viewer: int, actions: Sequence[str]) -> list[dict[str, Any]]:
    """Play actions and return the updates for `viewer`."""
    updates = []
    for action in actions:
        seat = match.seat
        match.play(seat, match.ply, action)
        entry = {"number": match.ply - 1, "kind": "play", "seat": seat, "ply": match.ply, "action": action}
        updates.append({"entries": [{**entry, "events": events_for(match, viewer)}], **now(match, viewer)})
    return updates


def cards() -> list[dict[str, Any]]:
    """Return the response of `GET /api/games/card-othello/cards`."""
    return [
        {
            "id": card.id,
            "name": {"en": card.name.en, "ja": card.name.ja},
            "text": {"en": card.text.en, "ja": card.text.ja},
            "facts": card.facts,
        }
        for card in GAME.texts.cards()
    ]


def position(rows: dict[int, str], **more: Any) -> dict[str, Any]:
    """A position in black's turn with empty decks; rows by number from 1."""
    board = [rows.get(row, EMPTY) for row in range(1, 9)]
    return {"board": board, "turn": "black", "started": True, "deck": {"black": [], "white": []}, **more}


BUSY = {2: "...W....", 3: "..BWB...", 4: "..WBW...", 5: "...BW..."}
HAND = ["TEMPT_WILL", "SELL_CARD_WILL", "HEAVEN_BLESSING", "CONDEMN_WILL", "GUARD_WILL"]


def table(**more: Any) -> Match:
    """Black to act, with charge for everything, five cards, and a guarded stone on d4."""
    given = {
        "charge": {"black": 30, "white": 12},
        "hand": {"black": HAND, "white": ["GOLD_STONE", "TRAP_WILL", "GOLD_STONE"]},
        "marks": [{"at": "d4", "kind": "GUARD", "owner": "black", "left": 2}],
        **more,
    }
    return Match(GAME, 3, position=position(BUSY, **given))


# Browser


class _Handler(SimpleHTTPRequestHandler):
    def translate_path(self, path: str) -> str:
        name = path.partition("?")[0]
        if name == "/":
            return str(HERE / "othello_stage.html")
        if name.startswith("/stage/"):
            return str(HERE / name.rpartition("/")[2])
        return super().translate_path(path)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serve_files() -> Iterator[str]:
    """Serve the client's files and the stage with the server's content policy."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Handler, directory=str(WEB)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def create_stages(browser: Browser) -> Iterator[Callable[..., "Stage"]]:
    """Create stages on pooled pages."""
    pages = PagePool(browser, has_touch=True)
    with serve_files() as address:

        def new(width: int = 1280, height: int = 720) -> Stage:
            return Stage(pages, address, width, height)

        yield new


class Stage:
    """A match on a screen, as seen by one viewer."""

    def __init__(self, pages: PagePool, address: str, width: int, height: int) -> None:
        self.page, self.troubles = pages.borrow(width, height)
        self.address = address
        self._pages = pages

    def close(self) -> None:
        self._pages.give_back(self.page)
        assert not self.troubles, self.troubles

    def open(
        self, match: Match, viewer: int = 0, language: str = "en", query: str = "", replay: bool = False
    ) -> "Stage":
        self.match, self.viewer = match, viewer
        self.page.goto(f"{self.address}/{query}")
        self.page.wait_for_function("() => window.stage !== undefined")
        seat = None if viewer == SPECTATOR else viewer
        table: dict[str, Any] = {
            "cards": cards(),
            "seat": seat,
            "language": language,
            "names": ["Mika", None],
            "replay": replay,
        }
        table.update(now(match, viewer), labels={name: both(label) for name, label in GAME.texts.labels().items()})
        self.page.evaluate("table => stage.start(table)", table)
        return self

    def push(self, *actions: str) -> list[dict[str, Any]]:
        """Play actions, queue their updates and return their events."""
        updates = play(self.match, self.viewer, actions)
        self.page.evaluate("updates => stage.push(updates)", updates)
        return [event for update in updates for entry in update["entries"] for event in entry["events"]]

    def advance(self, ms: float) -> None:
        self.page.evaluate("ms => stage.motion.advance(ms)", ms)

    def finish(self) -> float:
        """Play everything; return the time in milliseconds."""
        took: float = self.page.evaluate("stage.finish()")
        return took

    def ask(self, expression: str, *arguments: Any) -> Any:
        return self.page.evaluate(f"given => stage.{expression}(...given)", list(arguments))

    @property
    def timeline(self) -> list[dict[str, Any]]:
        """All animations and waits so far: start (`at`), duration (`ms`) and kind."""
        found: list[dict[str, Any]] = self.page.evaluate("stage.timeline")
        return found

    def stone_animations(self, *properties: str) -> list[tuple[float, float, str]]:
        """Return time, duration and cell of stone animations that change these properties."""
        return [
            (move["at"], move["ms"], move["cell"])
            for move in self.timeline
            if move["kind"] == "co-stone" and set(properties) <= set(move["frames"][0])
        ]

    def colours(self, cell: str, points: list[tuple[float, float]]) -> list[list[int]]:
        """Return the rendered colours of a cell."""
        picture = self.page.locator(f"[data-cell={cell}]").screenshot(animations="allow")
        found: list[list[int]] = self.ask("colours", base64.b64encode(picture).decode(), points)
        return found

    @property
    def looks(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("looks")
        return found

    def moving(self, cell: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.ask("moving", cell)
        return found

    @property
    def acts(self) -> list[str]:
        found: list[str] = self.page.evaluate("stage.acts")
        return found
