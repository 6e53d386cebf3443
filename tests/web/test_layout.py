"""Layout, language and accessibility of tables."""

import json
import re
from typing import Any

import pytest
from browser import Server, axe_findings_by_scheme, open_start_panel, resize
from players_page import Catalyst, Othello, Player
from playwright.sync_api import Browser, Page, expect

RATIOS = [(1280, 720), (1280, 800), (1200, 800), (1024, 768), (1280, 1024)]
PHONE = (390, 844)
OTHELLO = [".co-board", ".co-log-normal", ".co-log-effect", ".co-player.co-black", ".co-player.co-white", ".co-panel"]
CATALYST = [".top", ".field-zone", ".deck", ".hand-zone", ".spent"]
NAMES = {"CPU", "Ctrl", "English", "LP", "LinkaVel", "TCG", "Tefuda"}
"""Names that stay in Latin script in Japanese."""
CUT = """(selectors) => [...document.querySelectorAll(selectors)].filter((one) => one.checkVisibility())
  .filter((one) => getComputedStyle(one).overflow !== "visible" || one.tagName === "BUTTON")
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => `${one.className}: ${one.textContent}`)"""


def axe_findings(page: Page) -> list[str]:
    """Return axe-core's findings in light and dark mode after all animations, except for the long notices."""
    page.wait_for_function(
        """() => document.getAnimations().every(({ effect }) =>
          effect.getComputedTiming().endTime === Infinity || effect.target.closest(".co-notice"))"""
    )
    return axe_findings_by_scheme(page)


def boxes(page: Page, selectors: list[str]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for selector in selectors:
        box = page.locator(selector).first.bounding_box()
        assert box is not None, selector
        found[selector] = dict(box)
    return found


def place(game: Othello, stones: int) -> None:
    """Place stones and wait for the next turn."""
    for _ in range(stones):
        game.player.wait_for_turn()
        game.turn(next((one for one in game.player.now["legal"] if one.startswith("place ")), None))
    game.player.wait_for_turn()
    game.offered()


def check_sizes(
    page: Page, sizes: list[tuple[int, int]], selectors: list[str], frame: str = "", uncut: str = ""
) -> None:
    """Check the layout at each size; no text of `uncut` may be cut off."""
    for size in sizes:
        resize(page, *size)
        check_places(page, selectors, frame)
        assert not uncut or page.evaluate(CUT, uncut) == [], size


def check_places(page: Page, selectors: list[str], frame: str = "") -> None:
    """Everything is inside the window and nothing overlaps."""
    size = page.viewport_size
    assert size is not None
    found = boxes(page, selectors)
    around: dict[str, Any] = boxes(page, [frame])[frame] if frame else {"x": 0, "y": 0, **size}
    for name, box in found.items():
        assert box["width"] > 20, (name, size)
        assert box["height"] > 20, (name, size)
        assert box["x"] >= around["x"] - 0.5, (name, size)
        assert box["y"] >= around["y"] - 0.5, (name, size)
        assert box["x"] + box["width"] <= around["x"] + around["width"] + 0.5, (name, size)
        assert box["y"] + box["height"] <= around["y"] + around["height"] + 0.5, (name, size)
    for one, a in found.items():
        for other, b in found.items():
            across = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
            down = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
            assert one == other or min(across, down) <= 0.5, f"{one} lies on {other} at {size}"
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], size


@pytest.mark.parametrize("language", ["en", "ja"])
def test_card_othello_fits_every_aspect_ratio(browser: Browser, site: Server, language: str) -> None:
    with Player(browser, site, language=language) as player:
        player.start("card-othello")
        game = Othello(player)
        page = player.page
        place(game, 5)
        parts = [*OTHELLO, ".co-hand:visible"]
        check_sizes(page, RATIOS, parts)
        page.locator(".co-slot:visible").first.click()
        expect(page.locator(".co-summary")).to_be_visible()
        page.locator(".co-details").click()
        expect(page.locator(".co-detail")).to_be_visible()
        texts = ".co-button, .co-title, .co-fact, .co-label, .bar .status"
        check_sizes(page, RATIOS, [*parts, ".co-board", ".bar"], uncut=texts)


@pytest.mark.parametrize(("ratio", "logs_left"), [("16:9", True), ("3:2", True), ("4:3", False), ("5:4", False)])
def test_simulated_aspect_ratio(browser: Browser, site: Server, ratio: str, logs_left: bool) -> None:
    """CO-12.11: `?simAspect` on a table page shows the layout of that ratio."""
    with Player(browser, site, width=1400, height=800) as player:
        player.start("card-othello")
        place(Othello(player), 2)
        player.open(f"/table/{player.table}?simAspect={ratio}")
        player.wait_for_turn()
        page = player.page
        expect(page.locator(".co-place").first).to_be_visible()
        parts = [*OTHELLO, ".co-hand:visible"]
        check_places(page, parts, ".co-frame")
        found = boxes(page, [*parts, ".co-frame"])
        width, height = map(int, ratio.split(":"))
        frame = found[".co-frame"]
        assert frame["width"] / frame["height"] == pytest.approx(width / height, rel=0.01)
        assert (found[".co-log-normal"]["x"] < found[".co-board"]["x"]) == logs_left
        assert found[".co-board"]["height"] > 0.75 * frame["height"]
        Othello(player).turn()  # and the game continues


@pytest.mark.parametrize("language", ["en", "ja"])
def test_catalyst_fits_every_aspect_ratio(browser: Browser, site: Server, language: str) -> None:
    with Player(browser, site, language=language) as player:
        player.start("catalyst")
        game, page = Catalyst(player), player.page
        for _ in range(3):
            game.turn()
        player.wait_for_turn()
        expect(page.locator(".hand .card[aria-disabled=false]").first).to_be_visible()
        check_sizes(page, [*RATIOS, PHONE], [*CATALYST, ".bar"])
        page.locator(".hand .card").first.click()
        expect(page.locator(".gap:enabled").first).to_be_visible()
        check_sizes(page, [*RATIOS, PHONE], [*CATALYST, ".bar"])


def test_spectator_layout_fits(browser: Browser, site: Server) -> None:
    """Without a hand, at a table and in the replay viewer."""
    with Player(browser, site) as player, Player(browser, site) as spectator:
        player.start("card-othello")
        place(Othello(player), 2)
        spectator.open(f"/table/{player.table}")
        spectator.wait_for_table()
        expect(spectator.page.locator(".co-board")).to_be_visible()
        check_sizes(spectator.page, RATIOS, OTHELLO)
        player.resign()
        spectator.open(f"/replay?table={player.table}")
        expect(spectator.page.locator(".verdict-line.exact")).to_be_visible(timeout=60_000)
        check_sizes(spectator.page, RATIOS, OTHELLO, ".stage")


RAISED = [
    ("card-othello", ".co-slot"),
    ("catalyst", ".hand .card"),
    ("linkavel", ".lv-hand > .lv-held"),
    ("solitaire-tcg", ".stc-hand .stc-card"),
]
TOPS = """async (card) => {
  const tops = [];
  for (let frame = 0; frame < 12; frame += 1) {
    await new Promise(requestAnimationFrame);
    tops.push(card.getBoundingClientRect().top);
  }
  return tops;
}"""


@pytest.mark.parametrize("calm", [False, True])
@pytest.mark.parametrize(("game", "card"), RAISED)
def test_hovered_card_stays_raised(browser: Browser, site: Server, game: str, card: str, calm: bool) -> None:
    """A raised card must stay under the pointer, or it would flicker."""
    with Player(browser, site, calm=calm) as player:
        player.start(game)
        player.wait_for_turn()
        page = player.page
        one = page.locator(f"{card}:visible").first
        page.mouse.move(1, 1)
        expect(page.locator(f"{card}:hover")).to_have_count(0)
        page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
        box = one.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 12, box["y"] + box["height"] - 2)
        expect(page.locator(f"{card}:hover")).to_have_count(1)
        page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
        tops = one.evaluate(TOPS)
        assert len(set(tops)) == 1, tops
        assert tops[0] <= box["y"]


TEXTS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let found = 0;
  while (walker.nextNode())
    if (walker.currentNode.data.trim() && walker.currentNode.parentElement.checkVisibility()) found += 1;
  return found;
}"""
"""Return the number of shaped texts."""


@pytest.mark.parametrize(("game", "card"), RAISED)
def test_card_change_does_not_lay_out_the_table(browser: Browser, site: Server, game: str, card: str) -> None:
    """Changing a card must not lay out every text of the screen."""
    with Player(browser, site) as player:
        player.start(game)
        player.wait_for_turn()
        one = player.page.locator(f"{card}:visible").first
        expect(one).to_be_visible()
        browser.start_tracing(page=player.page, categories=["blink"])
        one.evaluate("(card) => { card.append('x'); return card.getBoundingClientRect().top; }")
        events = json.loads(browser.stop_tracing())["traceEvents"]
        shaped = [event for event in events if event["name"].startswith("InlineNode::ShapeText")]
        texts = player.page.evaluate(TEXTS)
        assert 1 <= len(shaped) < texts / 2, (len(shaped), texts)


def english_words(page: Page) -> list[str]:
    """Return visible and accessible English words that are not names."""
    texts: list[str] = page.evaluate(
        """() => {
          const all = [...document.querySelectorAll("[aria-label], [title], img")];
          const named = all.filter((one) => one.checkVisibility());
          const names = named.flatMap((one) => [one.ariaLabel, one.title, one.alt]).filter(Boolean);
          return [document.title, document.body.innerText, ...names];
        }"""
    )
    # The beginnings of digests are not words.
    words = re.findall(r"[A-Za-z]{2,}", re.sub(r"[0-9a-f]{12}…", "", "\n".join(texts)))
    return sorted(set(words) - NAMES)


@pytest.mark.parametrize("game", ["card-othello", "catalyst"])
def test_japanese_texts(browser: Browser, site: Server, game: str) -> None:
    with Player(browser, site, language="ja-JP") as player:
        page = player.open()
        expect(page.locator(".publics h2").first).to_be_visible()
        assert [word for word in english_words(page) if word not in ("Hidden", "Nim")] == []
        open_start_panel(page, game).locator("summary").click()
        assert [word for word in english_words(page) if word.lower() not in ("hidden", "nim")] == []
        page.keyboard.press("Escape")
        page.locator(f"[data-game={game}] .big").click()
        player.wait_for_table()
        if game == "catalyst":
            Catalyst(player).turn()
        else:
            for _ in range(8):
                Othello(player).turn()
        player.wait_for_turn()
        page.locator("button.menu").click()
        assert english_words(page) == []
        page.keyboard.press("Escape")
        page.locator("[data-tool=resign]").click()
        assert english_words(page) == []
        page.locator("dialog[open] .danger").click()
        expect(page.locator("dialog[open] .ending")).to_be_visible()
        assert english_words(page) == []
        page.locator("dialog[open] a[href*=replay]").click()
        expect(page.locator(".verdict-line")).to_be_visible(timeout=60_000)
        assert english_words(page) == []
        page.goto(f"{site.address}/settings")
        expect(page.locator("h1")).to_have_text("設定")
        assert english_words(page) == []


@pytest.mark.parametrize("game", ["card-othello", "catalyst"])
def test_tables_are_accessible(browser: Browser, site: Server, game: str) -> None:
    """No serious axe-core findings during the own turn, the opponent's turn, at the end and in the replay."""
    with Player(browser, site, axe=True) as player:
        player.start(game)
        player.wait_for_turn()
        page = player.page
        if game == "card-othello":
            place(Othello(player), 6)
            assert axe_findings(page) == []
            player.use_tool("Hint")
            expect(page.locator(".co-hint li").first).to_be_visible(timeout=60_000)
            assert axe_findings(page) == []
            page.locator(".co-slot:visible").first.click()
            page.locator(".co-details").click()
            assert axe_findings(page) == []
            page.locator(".co-pile").first.click()
            assert axe_findings(page) == []
            page.keyboard.press("Escape")
            # A fading text has too little contrast.
            page.locator(".co-notices").evaluate_all("all => all.forEach((one) => { one.hidden = true; })")
        else:
            Catalyst(player).turn()
            player.wait_for_turn()
            assert axe_findings(page) == []
            page.locator(".hand .card").first.click()
            assert axe_findings(page) == []
            page.locator(".spent").click()
            assert axe_findings(page) == []
            page.keyboard.press("Escape")
        page.locator("button.menu").click()
        assert axe_findings(page) == []
        page.keyboard.press("Escape")
        player.resign()
        expect(page.locator("dialog[open] .ending")).to_be_visible()
        assert axe_findings(page) == []
        page.locator("dialog[open]").get_by_role("link", name="Replay").click()
        expect(page.locator(".verdict-line")).to_be_visible(timeout=60_000)
        assert axe_findings(page) == []


def test_waiting_page_is_accessible(browser: Browser, site: Server) -> None:
    with Player(browser, site, axe=True) as host, Player(browser, site, axe=True) as guest:
        host.start("card-othello", "Friend online")
        expect(host.page.locator(".waiting input")).to_be_visible()
        assert axe_findings(host.page) == []
        guest.page.goto(host.page.url)
        expect(guest.page.get_by_role("button", name="Join game")).to_be_visible()
        assert axe_findings(guest.page) == []
        guest.page.get_by_role("button", name="Join game").click()
        expect(host.page.locator(".co-board")).to_be_visible()
        for one in (host, guest):
            one.wait_for_start()
            assert axe_findings(one.page) == []


@pytest.mark.parametrize(
    ("place", "sign"),
    [
        ("/", ".game"),
        ("/cards/card-othello", ".gallery li"),
        ("/cards/catalyst", "main p"),
        ("/rules/card-othello", ".book h2"),
        ("/rules/catalyst", ".book h2"),
        ("/settings", ".pick"),
    ],
)
def test_other_pages_are_accessible(browser: Browser, site: Server, place: str, sign: str) -> None:
    with Player(browser, site, axe=True) as player:
        page = player.open(place)
        expect(page.locator(sign).first).to_be_visible(timeout=20_000)
        assert axe_findings(page) == []


@pytest.mark.parametrize(
    ("game", "clicks"), [("card-othello", [".co-place"]), ("catalyst", [".hand .card", ".gap:enabled"])]
)
def test_first_action_takes_at_most_three_clicks(browser: Browser, site: Server, game: str, clicks: list[str]) -> None:
    """A new user opens the page, presses Play and plays."""
    with Player(browser, site, speed=1, level=3) as player:
        sizes: list[int] = []
        player.page.on("response", lambda answer: sizes.append(len(answer.body())) if answer.ok else None)
        page = player.open()
        expect(page.locator(".game").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert sum(sizes) < 300_000
        page.locator(f"[data-game={game}] .big").click()
        player.wait_for_table()
        for click in clicks:
            page.locator(click).first.click()
        player.wait_for_update(0)
