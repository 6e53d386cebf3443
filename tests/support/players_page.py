"""Players that use the page by mouse or keyboard. They record the messages of their sockets."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from browser import Server, Visitor, run_server, start_against
from folded_view import FoldedView
from playwright.sync_api import Browser, Page, WebSocket, expect
from server_process import HIGH_LIMITS

CELL: Final = re.compile(r"[a-h][1-8]")
UPDATE_TIMEOUT_MS: Final = 30_000
"""Time limit for the page to show an update."""
MAX_TAB_PRESSES: Final = 60
"""Maximum number of Tab presses."""
OFFERED_ACTIONS: Final = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
  const cells = (mark) => seen(`.co-cell.${mark}`).map((cell) => cell.dataset.cell);
  const cards = seen(".co-slot.co-ready .co-card").map((card) => card.dataset.card);
  const picking = seen(".co-choose").length > 0;
  return [
    ...cells("co-place").map((cell) => `place ${cell}`),
    ...cells("co-target").map((cell) => `pick ${cell}`),
    ...cards.map((card) => `${picking ? "pick" : "use"} ${card}`),
    ...(seen(".co-done").length ? ["done"] : []),
    ...(seen(".co-pass").length ? ["pass"] : []),
  ];
}"""
"""The actions that Card Othello's screen offers, in notation."""


@contextmanager
def unlimited_server(folder: Path) -> Iterator[Server]:
    """Run a server without rate limits."""
    before = dict(os.environ)
    os.environ.update(HIGH_LIMITS)
    try:
        with run_server(folder) as server:
            yield server
    finally:
        os.environ.clear()
        os.environ.update(before)


class Player(Visitor):
    """A player at a table; with `seats` 2, two players on one screen."""

    def __init__(
        self, browser: Browser, server: Server, *, speed: float = 0, level: int = 1, seats: int = 1, **more: Any
    ) -> None:
        super().__init__(browser, server, **{"calm": speed == 0, **more})
        wishes = json.dumps(json.dumps({"speed": speed, "level": level}))
        self.page.add_init_script(f"localStorage['tefuda.settings'] ??= {wishes};")
        self.seats = seats
        self.frames: list[str] = []
        """All messages received by this browser."""
        self.views: list[dict[str, Any]] = []
        """All views that these messages lead to."""
        self._told: list[dict[str, Any]] = []
        """The last state of each open socket."""
        self.sent: list[str] = []
        """All messages sent by this browser."""
        self.page.on("websocket", self._connected)

    def _connected(self, socket: WebSocket) -> None:
        told: dict[str, Any] = {}
        view = FoldedView()
        self._told = [*self._told, told][-self.seats :]
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))
        socket.on("framereceived", lambda frame: self._received(told, view, str(frame)))

    def _received(self, told: dict[str, Any], view: FoldedView, text: str) -> None:
        self.frames.append(text)
        said = json.loads(text)
        if said["type"] in ("welcome", "update", "view"):
            view.complete(said)
            self.views.append(said["view"])
            told.update(said)

    @property
    def now(self) -> dict[str, Any]:
        """The current state, for the seat that decides if it is here."""
        deciding = [told for told in self._told if told.get("legal")]
        return (deciding or self._told or [{}])[-1]

    @property
    def over(self) -> bool:
        return self.now.get("status") == "over"

    @property
    def table(self) -> str:
        found = re.search(r"/table/([\w-]+)", self.page.url)
        assert found
        return found[1]

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Wait for a condition."""
        for _ in range(UPDATE_TIMEOUT_MS // 10):
            if condition():
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(f"{what}; told last: {str(self.now)[:2000]}")

    def start(self, game: str, way: str = "") -> None:
        """Create a table from the lobby with the main button, the daily deal, or an opponent in the start panel."""
        page = self.open()
        if way and way != "Daily deal":
            start_against(page, game, way)
        else:
            card = page.locator(f"[data-game={game}]")
            (card.locator(".modes button", has_text=way) if way else card.locator(".big")).click()
        self.wait_for_table()

    def wait_for_table(self) -> None:
        self.page.wait_for_url("**/table/*")
        self.wait(lambda: self.now.get("table", {}).get("id") == self.table, "no table")

    def wait_for_start(self) -> None:
        self.wait(lambda: self.now.get("status") == "playing", "the game does not begin")

    def wait_for_turn(self) -> None:
        """Wait for the player's turn or the end."""
        self.wait(lambda: self.over or bool(self.now.get("legal")), "never my turn")

    def wait_for_update(self, before: int) -> None:
        self.wait(lambda: int(self.now.get("number", 0)) > before, "nothing was played")

    def wait_for_reason(self, item: str) -> dict[str, str]:
        """Wait for the server's latest reason why an item cannot be used; return it."""
        asked: list[str] = []

        def answers() -> list[dict[str, Any]]:
            asked[:] = [one["id"] for one in map(json.loads, self.sent) if one.get("item") == item][-1:]
            return [one for one in map(json.loads, self.frames) if asked and one.get("id") == asked[0]]

        self.wait(lambda: bool(answers()), f"no reason for {item}")
        reason: dict[str, str] = answers()[0]["reason"]
        return reason

    def use_tool(self, name: str) -> None:
        """Use a button that is always visible."""
        self.page.locator(".toolbar").get_by_role("button", name=name).click()

    def use_menu(self, name: str) -> None:
        """Use an action in the menu of a full screen."""
        self.page.locator("button.menu").click()
        self.page.locator(".panel .table-actions").get_by_role("button", name=name).click()

    def resign(self) -> None:
        self.use_tool("Resign")
        self.page.locator("dialog[open]").get_by_role("button", name="Resign").click()


def invite(host: Player, guest: Player) -> None:
    """Start a game of Card Othello between two browsers."""
    host.start("card-othello", "Friend online")
    guest.page.goto(host.page.locator(".waiting input").input_value())
    guest.page.get_by_role("button", name="Join game").click()
    guest.wait(lambda: guest.now.get("seat") is not None, "the guest has no seat")
    for player in (host, guest):
        player.wait_for_start()


class GameDriver:
    """Plays a game on a page, and checks that the offered actions are the legal ones."""

    offers: str
    """Script that returns the offered actions in notation."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page: Page = player.page
        self.done: list[str] = []

    def choose(self, legal: list[str]) -> str:
        """Choose an action."""
        raise NotImplementedError

    def act(self, action: str) -> None:
        """Play an action through the page."""
        raise NotImplementedError

    def offered(self) -> list[str]:
        """Wait until the offered actions are the legal ones; return them."""
        legal = sorted(set(self.player.now["legal"]))
        self.player.wait(lambda: sorted(set(self.page.evaluate(self.offers))) == legal, f"offered is not legal {legal}")
        return legal

    def turn(self, notation: str | None = None) -> str:
        """Play one action."""
        self.player.wait_for_turn()
        legal = self.offered()
        action = notation or self.choose(legal)
        before = self.player.now["number"]
        self.act(action)
        self.player.wait_for_update(before)
        self.done.append(action)
        return action

    def play_out(self) -> None:
        """Play to the end."""
        while True:
            self.player.wait_for_turn()
            if self.player.over:
                return
            self.turn()


class Othello(GameDriver):
    """Plays Card Othello."""

    offers = OFFERED_ACTIONS

    def choose(self, legal: list[str]) -> str:
        """Use cards when possible, else the last cell."""
        return next((one for one in legal if one.startswith("use ")), legal[-1])

    def act(self, action: str) -> None:
        verb, _, what = action.partition(" ")
        if CELL.fullmatch(what):
            self.page.locator(f".co-cell[data-cell={what}]:visible").click()
        elif what:
            self.page.locator(f".co-slot:has([data-card={what}]):visible").first.click()
            self.page.locator(".co-choose:visible" if verb == "pick" else ".co-use:visible").click()
        else:
            self.page.locator(f".co-{verb}:visible").click()


class OthelloByKeys(Othello):
    """Plays Card Othello by keyboard."""

    def act(self, action: str) -> None:
        verb, _, what = action.partition(" ")
        keys = self.page.keyboard
        if CELL.fullmatch(what):
            self._walk(what)
            keys.press("Enter")
        elif what:
            row = self.page.locator(".co-slot:visible .co-card").evaluate_all("all => all.map(one => one.dataset.card)")
            keys.press(str((row.index(what) + 1) % 10))
            expect(self.page.locator(".co-slot[aria-pressed=true]:visible")).to_have_count(1)
            keys.press("u")
        elif verb == "pass":
            keys.press("p")
        else:
            tab_to(self.page, ".co-done")
            keys.press("Enter")

    def _walk(self, cell: str) -> None:
        here = "document.activeElement?.dataset.cell"
        if self.page.evaluate(here) is None:
            tab_to(self.page, ".co-cell")
        at: str = self.page.evaluate(here)
        for key, steps in (
            ("ArrowRight", ord(cell[0]) - ord(at[0])),
            ("ArrowLeft", ord(at[0]) - ord(cell[0])),
            ("ArrowDown", int(cell[1]) - int(at[1])),
            ("ArrowUp", int(at[1]) - int(cell[1])),
        ):
            for _ in range(max(0, steps)):
                self.page.keyboard.press(key)
        assert self.page.evaluate(here) == cell


class Catalyst(GameDriver):
    """Plays Catalyst Reaction by taps."""

    def offered(self) -> list[str]:
        """The enabled hand cards must be the legal ones; gaps are checked when a card is chosen."""
        legal: list[str] = self.player.now["legal"]
        cards = sorted({one.split("@")[0] for one in legal})
        free = ".hand .card[aria-disabled=false]"
        held = "all => all.map(one => one.dataset.card).sort()"
        self.player.wait(lambda: self.page.locator(free).evaluate_all(held) == cards, f"cards are not {cards}")
        return legal

    def choose(self, legal: list[str]) -> str:
        return legal[len(self.done) % len(legal)]

    def act(self, action: str) -> None:
        card, gap = action.split("@")
        self.place(card, int(gap))

    def place(self, card: str, gap: int) -> None:
        self.page.locator(f".hand .card[data-card='{card}']").click()
        self.check_gaps(card)
        self.page.locator(f".line-up button.gap[data-gap='{gap}']").click()

    def check_gaps(self, card: str) -> None:
        legal = {int(one.split("@")[1]) for one in self.player.now["legal"] if one.startswith(f"{card}@")}
        gaps = self.page.locator(".line-up button.gap:enabled")
        assert set(gaps.evaluate_all("all => all.map(one => Number(one.dataset.gap))")) == legal


class CatalystByDrag(Catalyst):
    """Plays Catalyst Reaction by dragging cards."""

    def place(self, card: str, gap: int) -> None:
        mouse = self.page.mouse
        mouse.move(*middle(self.page, f".hand .card[data-card='{card}']"))
        mouse.down()
        x, y = middle(self.page, f".line-up button.gap[data-gap='{gap}']")
        mouse.move(x, y + 40, steps=4)
        mouse.move(x, y, steps=2)
        self.check_gaps(card)
        mouse.up()


class CatalystByKeys(Catalyst):
    """Plays Catalyst Reaction by keyboard."""

    def place(self, card: str, gap: int) -> None:
        hand: list[str] = self.player.now["view"]["hand"]
        self.page.keyboard.press(str((hand.index(card) + 1) % 10))
        self.check_gaps(card)
        here = "Number(document.activeElement?.dataset.gap ?? -1)"
        while (at := self.page.evaluate(here)) != gap:
            assert at >= 0, "the focus is not on a gap"
            self.page.keyboard.press("ArrowRight" if at < gap else "ArrowLeft")
        self.page.keyboard.press("Enter")


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(MAX_TAB_PRESSES):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement?.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not lead to {selector}")
