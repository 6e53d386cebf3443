"""A real server and real browsers for page tests. Errors and warnings of a page fail the test."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal, Self
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    expect,
    sync_playwright,
)

REPOSITORY = Path(__file__).resolve().parents[2]
SEEDED_SERVER = str(Path(__file__).with_name("seeded_server.py"))
AXE = REPOSITORY / "node_modules" / "axe-core" / "axe.min.js"
# Pages may be slow on a busy machine.
expect.set_options(timeout=30_000)

BROWSER_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Starting a process takes longer than opening a page.
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
    # Optimised code does not pay for pages that are open for seconds.
    "--js-flags=--no-opt --no-maglev",
]
BROWSERS = ("chromium-headless-shell", "chromium")
"""Preferred browsers. The headless shell is faster."""
SAME_CONTRIBUTIONS: Final = """{
  const random = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => (array.length === 32 ? array.fill(7) : random(array));
}"""
"""A script that makes the players' contributions to the seed equal in all runs, so that their deals are equal too."""
CONTRIBUTION: Final = "07" * 32
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
SET_UP: Final = re.compile("Set up a game|設定して遊ぶ")
START_TIMEOUT_SECONDS = 60
"""Time limit for starting a server."""


def find_browser() -> str | None:
    """Return the browser in TEFUDA_BROWSER, or the first installed one."""
    named = os.environ.get("TEFUDA_BROWSER")
    return named or next((path for name in BROWSERS if (path := shutil.which(name))), None)


def require(found: object, sentence: str) -> None:
    """Skip the test without a requirement, or fail if it is mandatory."""
    if not found:
        if os.environ.get("TEFUDA_REQUIRE_BROWSER") == "1":
            pytest.fail(sentence)
        pytest.skip(sentence)


class Server:
    """`tefuda serve` with its own port and database. Its deals depend only on the running test."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://localhost:{self.port}"
        self.folder = folder
        self.expected_view_requests = 0
        """How often pages may ask for a view because their fold differs from the server's."""
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        database = f"sqlite:///{self.folder / 'tables.db'}"
        command = [sys.executable, SEEDED_SERVER, "serve", "--port", str(self.port), "--database", database]
        with (self.folder / "serve.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        limit = time.monotonic() + START_TIMEOUT_SECONDS
        while True:
            try:
                urllib.request.urlopen(f"{self.address}/healthz", timeout=1).close()
            except OSError:
                assert self._process.poll() is None, (self.folder / "serve.log").read_text()
                assert time.monotonic() < limit, "the server does not start"
                time.sleep(0.1)
            else:
                return

    def check_view_requests(self) -> None:
        """Check how often pages have asked for a view."""
        with urllib.request.urlopen(f"{self.address}/metrics", timeout=START_TIMEOUT_SECONDS) as answer:
            found = re.findall(r"^tefuda_view_requests_total (.+)$", answer.read().decode(), re.MULTILINE)
        assert [float(count) for count in found] == [self.expected_view_requests]

    def kill(self) -> None:
        """Kill the server at once."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


@contextmanager
def run_server(folder: Path) -> Iterator[Server]:
    """Run a server."""
    server = Server(folder)
    server.start()
    try:
        yield server
        server.check_view_requests()
    finally:
        server.kill()


def open_start_panel(page: Page, game: str) -> Locator:
    """Open the start panel of a game in the lobby; return the dialog."""
    page.locator(f"[data-game={game}] .modes button", has_text=SET_UP).click()
    panel = page.locator("dialog[open]")
    expect(panel.locator("[type=submit]")).to_be_visible()
    return panel


def start_against(page: Page, game: str, opponent: str) -> None:
    """Choose an opponent in the start panel and start."""
    panel = open_start_panel(page, game)
    panel.get_by_role("radio", name=opponent, exact=True).check()
    panel.locator("[type=submit]").click()


@contextmanager
def launch_browser() -> Iterator[Browser]:
    """Run a browser."""
    chromium = find_browser()
    require(chromium, "Chromium is not installed.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=BROWSER_ARGS)
        try:
            yield browser
        finally:
            browser.close()


_free_contexts: dict[tuple[Browser, str], list[BrowserContext]] = {}
"""Unused contexts by language. Their caches contain the client's files."""
_blank_pages: dict[BrowserContext, tuple[Page, CDPSession]] = {}
"""A blank page in each context, which keeps its renderer process alive."""


def _take_context(browser: Browser, language: str, fresh: bool) -> BrowserContext:
    free = _free_contexts.setdefault((browser, language), [])
    if free and not fresh:
        return free.pop()
    context = browser.new_context(locale=language)
    blank = context.new_page()
    _blank_pages[context] = blank, context.new_cdp_session(blank)
    return context


def _return_context(visitor: "Visitor") -> None:
    """Clear everything except the cache."""
    context, browser = visitor.context, visitor.context.browser
    if visitor.fresh or browser is None:
        del _blank_pages[context]
        context.close()
        return
    blank, storage = _blank_pages[context]
    for page in context.pages:
        if page != blank:
            page.close()
    context.set_offline(False)
    context.clear_cookies()
    context.clear_permissions()
    storage.send("Storage.clearDataForOrigin", {"origin": visitor.server.address, "storageTypes": "all"})
    _free_contexts[browser, visitor.language].append(context)


HIDE_PAGE: Final = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { opacity: 0 !important; }");
  document.adoptedStyleSheets.push(sheet);
  globalThis.undrawn = sheet;
}"""
"""Makes a page invisible. Layout and clicks still work, but a third of the rendering work is saved.

It is disabled while axe-core runs.
"""


class Visitor:
    """A user with a browser. At the end there must be no errors, warnings or requests to other hosts."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        *,
        language: str = "en-US",
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
        outage: bool = False,
        axe: bool = False,
        fresh: bool = False,
        calm: bool = True,
    ) -> None:
        """Open a page in a used context, or in a `fresh` one with an empty cache.

        With `calm`, the page gets reduced motion, so dialogs do not fade in.
        """
        self.server = server
        self.outage = outage
        """Whether failed connections are part of the test."""
        self.complaints: list[str] = []
        self.fresh = fresh
        self.language = language
        self.context: BrowserContext = _take_context(browser, language, fresh)
        self.page: Page = self.context.new_page()
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(
            color_scheme="dark" if dark else "light", reduced_motion="reduce" if calm else "no-preference"
        )
        self.page.add_init_script(HIDE_PAGE)
        self.page.add_init_script(SAME_CONTRIBUTIONS)
        if axe:
            require(AXE.is_file(), "axe-core is not installed: npm ci.")
            self.page.add_init_script(path=AXE)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        about_network = any(word in message.text for word in ("WebSocket", "Failed to load resource", "ERR_CONNECTION"))
        if message.type in ("error", "warning") and not (self.outage and about_network):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _asked(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.port != self.server.port:
            self.complaints.append(f"foreign: {request.url}")

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.server.address + path)
        return self.page

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _return_context(self)
        if error is None:
            assert self.complaints == [], self.complaints


class Reader(Visitor):
    """A user of the plain screen."""

    def __init__(self, browser: Browser, server: Server, **more: Any) -> None:
        super().__init__(browser, server, **more)
        self.page.add_init_script("""localStorage["tefuda.settings"] ??= '{"plain": true}';""")


def resize(page: Page, width: int, height: int) -> None:
    """Resize a page."""
    page.set_viewport_size({"width": width, "height": height})
    wait_for_layout(page)


def wait_for_layout(page: Page) -> None:
    """Wait two frames for resize observers: cards fit their texts in the frame after a change."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


SERIOUS_IMPACTS: Final = ("serious", "critical")
COLOUR_RULES: Final = ("color-contrast", "link-in-text-block")
"""axe-core's rules about colours; the others do not depend on the colour scheme."""
RUN_AXE: Final = """async ([grave, only]) => {
  const judged = axe._audit.rules.filter((rule) => grave.includes(rule.impact) && (!only || only.includes(rule.id)));
  const others = axe._audit.rules.filter((rule) => !judged.includes(rule)).map((rule) => [rule.id, { enabled: false }]);
  if (judged.length < (only ?? [1]).length) throw new Error("axe-core has no such rules");
  const options = { resultTypes: ["violations"], preload: false, rules: Object.fromEntries(others) };
  if (globalThis.undrawn) undrawn.disabled = true;
  const { violations } = await axe.run(document, options);
  if (globalThis.undrawn) undrawn.disabled = false;
  return violations;
}"""
"""Run the rules with serious findings, or `only` some of them.

Preloading is off, since the page's policy forbids it.
"""


def axe_findings(page: Page, only: tuple[str, ...] | None = None) -> list[str]:
    """Return axe-core's serious findings with their first location."""
    return [
        f"{one['id']}: {one['nodes'][0]['target']} {one['nodes'][0]['failureSummary']}"
        for one in page.evaluate(RUN_AXE, [SERIOUS_IMPACTS, only])
        if one["impact"] in SERIOUS_IMPACTS
    ]


def axe_findings_by_scheme(page: Page) -> list[str]:
    """Return axe-core's serious findings in light and dark mode."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {one}" for one in axe_findings(page, None if scheme == SCHEMES[0] else COLOUR_RULES)]
    return found


def module_address(page: Page, name: str) -> str:
    """Return the address of a client module for `import()`."""
    start = page.get_attribute('script[type="module"]', "src")
    assert start is not None
    return start.removesuffix("main.js") + name
