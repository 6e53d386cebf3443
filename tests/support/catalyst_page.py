"""Catalyst Reaction's screen with the real playback and clock, fed with real games."""

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from browser import wait_for_layout
from page_pool import PagePool
from playwright.sync_api import Page, Request

import tefuda
from tefuda.core.match import Match
from tefuda.games.catalyst.game import Catalyst

WEB: Final = Path(tefuda.__file__).parent / "web"
CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PAGE: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Catalyst</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/style/base.css"><link rel="stylesheet" href="/style/pages.css">
<body data-layout="full"><main><div class="boards"><div class="board"></div></div></main>
<script type="module" src="/harness.js"></script></html>"""
SCRIPT: Final = """
import { motion } from "/frame/motion.js";
import { Playback } from "/frame/playback.js";
import { createScreen } from "/frame/screen.js";
import { setLanguage } from "/frame/words.js";
import { settings } from "/frame/settings.js";
import Kind from "/games/catalyst/screen.js";

const harness = { motion, acts: [], setLanguage };
harness.open = async (table, options = {}) => {
  const screen = await createScreen(Kind);
  const act = (notation) => harness.acts.push(notation);
  const told = { game: {}, table, seat: 0, cards: [], act, settings, motion, replay: false };
  screen.prepare({ ...told, ...options });
  document.querySelector(".board").replaceChildren(screen);
  Object.assign(harness, { screen, playback: new Playback(screen, motion), acts: [] });
};
globalThis.harness = harness;
"""


SHOWN = """() => {
  const cards = (zone) => Array.from(document.querySelectorAll(`.${zone} > .card`), (card) => card.dataset.card);
  const count = (place) => Number(document.querySelector(`.${place} .count`).textContent);
  return { field: cards("line-up"), hand: cards("hand"), deck: count("deck"), removed: count("spent"),
    result: document.querySelector(".catalyst-table").dataset.result ?? null,
    plays: Number(document.querySelector(".fact b").textContent) };
}"""
"""The content of the screen as a view."""


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the client's files and the page with the server's content policy."""

    def __init__(self, *arguments: Any, script: str, **more: Any) -> None:
        self.made = {"/": (PAGE, "text/html"), "/harness.js": (script, "text/javascript")}
        super().__init__(*arguments, **more)

    def do_GET(self) -> None:
        if self.path not in self.made:
            super().do_GET()
            return
        text, kind = self.made[self.path]
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", CSP)
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        """Log nothing."""


@contextmanager
def page_server(script: str = SCRIPT) -> Iterator[str]:
    """Serve the page with a script; yield its address."""
    handler = functools.partial(_Handler, directory=str(WEB), script=script)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def table(match: Match) -> dict[str, Any]:
    """Return the table data for the screen."""
    return {"game": "catalyst", "options": dict(match.options), "ply": match.ply, "daily": None}


def step(match: Match, ply: int) -> dict[str, Any]:
    """Return the update after action `ply`; 0 is the start."""
    events = [
        {**event, "text": {lang: match.game.texts.event_text(event, lang) for lang in ("en", "ja")}}
        for event in match.events_for(0, ply)
    ]
    entry = {"number": ply - 1, "kind": "play", "seat": 0, "ply": ply, "action": "", "events": events}
    legal = match.legal(0) if ply == match.ply else []
    return {"entries": [entry], "view": match.view(0, ply), "legal": legal}


@contextmanager
def phone(pages: PagePool, address: str) -> Iterator[Page]:
    """Open the page on a phone with a paused clock. Errors and warnings fail the test."""
    page, complaints = pages.borrow(390, 844)

    def foreign(asked: Request) -> None:
        complaints.extend([asked.url] if not asked.url.startswith(address) else [])

    page.on("request", foreign)
    page.goto(address)
    page.evaluate("harness.motion.pause()")
    yield page
    page.remove_listener("request", foreign)
    pages.give_back(page)
    assert complaints == []


def match_of(seed: int = 7, position: dict[str, Any] | None = None, **options: Any) -> Match:
    return Match(Catalyst(), seed, options, position)


def open_at(page: Page, match: Match, **more: Any) -> None:
    """Show a match with its cards laid out."""
    page.evaluate("([table, more]) => harness.open(table, more)", [table(match), more])
    page.evaluate("([view, legal]) => harness.playback.reset(view, legal)", [match.view(0), match.legal(0)])
    page.evaluate("harness.motion.advance(5000)")
    wait_for_layout(page)


def push(page: Page, match: Match, ply: int = -1) -> None:
    page.evaluate("(step) => harness.playback.push(step)", step(match, match.ply if ply < 0 else ply))


def expected_screen(match: Match, ply: int = -1) -> dict[str, Any]:
    """Return what the screen should show for a view."""
    view = match.view(0, ply)
    return {**view, "removed": len(view["removed"]), "plays": match.ply if ply < 0 else ply}
