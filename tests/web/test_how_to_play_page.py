"""How to play: "?" in a game opens one screen with pictures, in both languages, on a desktop and a phone."""

import pytest
from browser import AXE, Reader, Server, Visitor, axe_findings_by_scheme, require, resize
from playwright.sync_api import Browser, expect

GAMES = ("card-othello", "catalyst", "linkavel", "solitaire-tcg")
SIZES = ((390, 844), (1440, 900))
FITS = """() => {
  const dialog = document.querySelector("dialog.htp");
  const inside = ([box, part]) => part.offsetWidth <= box.clientWidth && part.offsetHeight <= box.clientHeight;
  const pictures = Array.from(dialog.querySelectorAll(".htp-picture"), (one) => [one, one.firstElementChild]);
  const scrolls = dialog.scrollHeight > dialog.clientHeight || dialog.scrollWidth > dialog.clientWidth;
  return !scrolls && pictures.every(inside);
}"""
DRAWN = """() => {
  const count = (rows) => rows.querySelectorAll(":scope > div > *").length;
  return Array.from(document.querySelectorAll(".htp-rows"), count);
}"""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_introductions_fit_one_screen(browser: Browser, site: Server, language: str) -> None:
    with Visitor(browser, site, language=language, axe=language == "en") as visitor:
        for game in GAMES:
            page = visitor.open(f"/learn/{game}")
            expect(page.locator(".coach .lesson-next")).to_be_visible()
            page.keyboard.press("?")
            dialog = page.locator("dialog.htp")
            expect(dialog).to_be_visible()
            shown = page.evaluate("async (game) => (await fetch(`/api/games/${game}/how-to-play`)).json()", game)
            expect(dialog.locator(".htp-goal")).to_contain_text(shown["goal"][language])
            expect(dialog.locator(".htp-turn li")).to_have_text([step[language] for step in shown["turn"]])
            expect(dialog.locator("h3")).to_have_text([idea["title"][language] for idea in shown["ideas"]])
            drawn = [sum(sign != "/" for sign in idea["picture"]) for idea in shown["ideas"]]
            assert page.evaluate(DRAWN) == drawn
            for size in SIZES:
                resize(page, *size)
                page.wait_for_function(FITS)
            expect(dialog.locator(f"a[href='/learn/{game}'], a[href='/rules/{game}']")).to_have_count(2)
            if language == "en" and game == GAMES[0]:
                require(AXE.is_file(), "axe-core is not installed: npm ci.")
                assert axe_findings_by_scheme(page) == []
            page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)


def test_help_at_a_table_and_elsewhere(browser: Browser, site: Server) -> None:
    """The menu of a table and the button of the bar open it too; plugins link to their rulebook."""
    with Reader(browser, site) as visitor:
        page = visitor.open()
        expect(page.locator("[data-game=catalyst] .big")).to_be_visible()
        page.get_by_role("button", name="Help").click()
        expect(page.locator("dialog[open] h2")).to_have_text("Keyboard shortcuts")
        page.keyboard.press("Escape")
        page.click("[data-game=catalyst] .big")
        page.get_by_role("button", name="How to play").click()
        expect(page.locator("dialog.htp h2")).to_have_text("Catalyst Reaction: How to play")
        page.get_by_role("button", name="Keyboard shortcuts").click()
        expect(page.locator("dialog[open] h2")).to_have_text("Keyboard shortcuts")
        page.goto(f"{site.address}/")
        page.click("[data-game=hidden-nim] .big")
        expect(page.locator("table-page .stage")).to_be_visible()
        page.keyboard.press("?")
        expect(page.locator("dialog a[href='/rules/hidden-nim']")).to_be_visible()
