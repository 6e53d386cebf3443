"""Plugin games: the lobby lists them, and the plain screen plays them."""

import re

import pytest
from browser import Reader, Server
from playwright.sync_api import Browser, expect
from test_lobby_and_tables import ACTIONS, instant_speed


@pytest.mark.parametrize(("language", "said"), [("en", "Nim with a covered heap"), ("ja", "山の一つが伏せられたニム")])
def test_lobby_shows_plugin_games(browser: Browser, site: Server, language: str, said: str) -> None:
    with Reader(browser, site, language=language) as visitor:
        page = visitor.open()
        nim, kuhn = page.locator("[data-game=hidden-nim]"), page.locator("[data-game=kuhn-poker]")
        expect(nim.locator(".about")).to_contain_text(said)
        expect(nim.locator("img")).to_have_attribute("src", "/api/games/hidden-nim/picture")
        page.wait_for_function("() => document.querySelector('[data-game=hidden-nim] img').naturalWidth > 0")
        expect(page.locator("[data-game=catalyst] img")).to_have_attribute("src", "/api/games/catalyst/picture")
        page.wait_for_function("() => document.querySelector('[data-game=catalyst] img').naturalWidth > 0")
        expect(kuhn.locator("img")).to_have_count(0)
        # Only games with a rulebook link to it.
        expect(kuhn.locator("a[href^='/rules']")).to_have_count(0)
        nim.locator("a[href='/rules/hidden-nim']").click()
        expect(page.locator(".book h2")).to_have_count(3)


@pytest.mark.parametrize(("language", "ends"), [("en", "You lose (−1)"), ("ja", "あなたの負け（−1）")])
def test_result_shows_payoffs(browser: Browser, site: Server, language: str, ends: str) -> None:
    """A player who folds loses the ante."""
    with Reader(browser, site, language=language) as visitor:
        page = visitor.open()
        instant_speed(page)
        page.reload()
        for _ in range(30):
            page.goto(f"{site.address}/")
            page.click("[data-game=kuhn-poker] .big")
            expect(page.locator(ACTIONS).first).to_be_visible(timeout=20_000)
            page.locator("[data-action=check]").click()
            page.locator("[data-action=fold], dialog[open] h2").first.wait_for(timeout=20_000)
            if page.locator("[data-action=fold]").count():
                page.locator("[data-action=fold]").click()
                expect(page.locator(".verdict")).to_have_text(ends)
                return
        pytest.fail("the CPU never bets")


def test_hint_shows_expected_payoff(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        instant_speed(page)
        page.reload()
        page.click("[data-game=kuhn-poker] .big")
        expect(page.locator(ACTIONS).first).to_be_visible(timeout=20_000)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("dialog .hints small").first).to_have_text(
            re.compile(r"^expected payoff [+−]?\d(\.\d+)?$"), timeout=60_000
        )
