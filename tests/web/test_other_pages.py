"""Replay, rules, cards and settings pages, and accessibility of all pages."""

import hashlib
import json
import re
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from browser import CONTRIBUTION, Reader, Server, axe_findings_by_scheme, open_start_panel, resize, start_against
from playwright.sync_api import Browser, Page, Route, expect

import tefuda
from tefuda.core.replay import record
from tefuda.server.tables.fair_deal import commitment_to, derive_seed

ACTIONS = "plain-screen .actions ul button"


def played(plays: int) -> tefuda.Match:
    """Play a number of first legal actions of LinkaVel."""
    match = tefuda.Match(tefuda.game("linkavel"), seed=7)
    for _ in range(plays):
        seat = match.seat
        match.play(seat, match.ply, match.legal(seat)[-2 if len(match.legal(seat)) > 1 else -1])
    return match


@pytest.fixture
def replay_file(tmp_path: Path) -> tuple[Path, tefuda.Match]:
    match = played(12)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record(match)), encoding="utf-8")
    return path, match


def lp(page: Page, side: str) -> str:
    return page.locator(f".part-{side} dd").first.inner_text()


def test_replay_steps_show_the_views_of_the_game(
    browser: Browser, site: Server, replay_file: tuple[Path, tefuda.Match]
) -> None:
    path, match = replay_file
    with Reader(browser, site) as visitor:
        page = visitor.open("/replay")
        page.set_input_files("#file", path)
        expect(page.locator(".verdict-line.exact")).to_be_visible(timeout=30_000)
        expect(page.locator(".moves li")).to_have_count(match.ply + 1)
        # The list names the player of each action.
        names = "|".join(title.en for title in match.game.seat_titles)
        for ply in range(1, match.ply + 1):
            expect(page.locator(".moves li").nth(ply)).to_have_text(re.compile(rf"^{ply}\. ({names}): "))
        for ply in (0, 5, 12, 3):
            page.locator(".moves button").nth(ply).click()
            expect(page.locator(".position")).to_have_text(f"Action {ply} of 12")
            view = match.view(tefuda.SPECTATOR, ply)
            assert lp(page, "one") == str(view["one"]["lp"])
            assert lp(page, "two") == str(view["two"]["lp"])
            assert page.locator(".part-hand").count() == 0
        # A step forward is animated and ends on the same view as a jump.
        page.get_by_role("button", name="Next", exact=True).click()
        expect(page.locator(".position")).to_have_text("Action 4 of 12")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".position")).to_have_text("Action 3 of 12")
        page.get_by_role("button", name="Last", exact=True).click()
        expect(page.locator(".position")).to_have_text("Action 12 of 12")


def test_replay_view_as_play_pause_and_continue(
    browser: Browser, site: Server, replay_file: tuple[Path, tefuda.Match]
) -> None:
    path, match = replay_file
    with Reader(browser, site) as visitor:
        page = visitor.open("/replay")
        page.set_input_files("#file", path)
        expect(page.locator(".moves li")).to_have_count(match.ply + 1, timeout=30_000)
        page.locator(".controls select").nth(1).select_option("0")
        expect(page.locator(".part-hand")).to_be_visible(timeout=20_000)
        names = {card.id: card.name.en for card in match.game.texts.cards()}
        hand = {names[card] for card in match.view(0, 0)["hand"]}
        assert set(page.locator(".part-hand .card strong").all_inner_texts()) == hand
        page.locator(".controls select").first.select_option("4")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".position")).to_have_text("Action 2 of 12", timeout=30_000)
        page.get_by_role("button", name="Pause").click()
        standing = page.locator(".position").inner_text()
        page.wait_for_timeout(700)
        assert page.locator(".position").inner_text() == standing
        with page.expect_download() as download:
            page.get_by_role("button", name="Download").click()
        assert json.loads(download.value.path().read_text()) == json.loads(path.read_text())
        page.get_by_role("button", name="Continue from here").click()
        page.wait_for_url("**/table/*")
        expect(page.locator(ACTIONS).first).to_be_visible(timeout=20_000)


def test_finished_table_is_replayed_and_continued(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        page.click("[data-game=solitaire-tcg] .big")
        page.locator(ACTIONS, has_text="End the turn").click()
        expect(page.locator("dialog h2")).to_have_text("You lose", timeout=20_000)
        proof = page.locator("dialog .proof")
        expect(proof).to_contain_text(f"including yours ({CONTRIBUTION[:12]}…)")
        # One line, with the details on demand.
        expect(proof).to_have_class("faint proof verified")
        box = proof.bounding_box()
        assert box is not None
        assert box["height"] < 30
        proof.locator("summary").click()
        expect(proof.get_by_text("including yours")).to_be_visible()
        shown = proof.text_content() or ""
        with urllib.request.urlopen(page.url.replace("/table/", "/api/tables/")) as answer:
            table = json.load(answer)
        page.locator("dialog").get_by_role("link", name="Replay").click()
        expect(page.locator(".verdict-line.exact")).to_be_visible(timeout=30_000)
        expect(page.locator(".proof.verified")).to_have_text(shown)
        # The page of replays lists it too.
        page.locator(".bar").get_by_role("link", name="Replays").click()
        page.locator(".yours").get_by_role("link", name="Replay: Solitaire TCG").click()
        expect(page.locator(".moves li")).to_have_count(2)
        with page.expect_download() as download:
            page.get_by_role("button", name="Download").click()
        seed = json.loads(download.value.path().read_text())["seed"]
        assert seed == table["seed"] == derive_seed(table["secret"], [CONTRIBUTION])
        assert f"server ({hashlib.sha256(table['secret'].encode()).hexdigest()[:12]}…)" in shown
        page.get_by_role("button", name="Continue from here").click()
        expect(page.locator(ACTIONS, has_text="End the turn")).to_be_visible(timeout=20_000)


def test_deal_that_was_not_promised_is_reported(browser: Browser, site: Server) -> None:
    """A server that exchanges a contribution, or deal and commitment, is found out, even after a reload."""
    contribution = True

    def exchange(route: Route) -> None:
        answer = route.fetch()
        table = answer.json()
        if table["seed"] is not None and contribution:
            exchanged = "8" * 64
            table["seats"][0] |= {"contribution": exchanged, "commitment": commitment_to(exchanged)}
            table["seed"] = derive_seed(table["secret"], [exchanged])
        elif table["seed"] is not None:
            table |= {"seed": derive_seed("7", [CONTRIBUTION]), "secret": "7", "commitment": commitment_to("7")}
        route.fulfill(response=answer, json=table)

    with Reader(browser, site) as visitor:
        page = visitor.open()
        page.route("**/api/tables/*", exchange)
        page.click("[data-game=solitaire-tcg] .big")
        page.locator(ACTIONS, has_text="End the turn").click()
        expect(page.locator("dialog .proof.wrong")).to_contain_text("Do not trust this server", timeout=20_000)
        contribution = False
        page.reload()
        expect(page.locator(".table-actions .proof.wrong")).to_be_attached(timeout=20_000)


def test_pages_that_a_game_does_not_have(browser: Browser, site: Server) -> None:
    missing = {
        "/workshop/catalyst": ("This game has no card files", "このゲームにカードファイルはありません"),
        "/decks/card-othello": ("This game has no card files", "このゲームにカードファイルはありません"),
        "/trials/linkavel": ("One-player games only", "一人用ゲームだけの機能です"),
        "/learn/kuhn-poker": ("No tutorial", "チュートリアルはありません"),
        **{f"/{page}/chess": ("Unknown game", "ゲームが見つかりません") for page in ("workshop", "rules", "cards")},
    }
    with Reader(browser, site) as visitor:
        requests: list[str] = []
        visitor.page.on("request", lambda request: requests.append(request.url))
        for address, (en, ja) in missing.items():
            page = visitor.open(address)
            expect(page.locator("main h1")).to_have_text(en)
            page.locator(".bar nav button").first.click()
            expect(page.locator("main h1")).to_have_text(ja)
            page.locator(".bar nav button").first.click()
            links = page.locator("main a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
            game = address.rsplit("/")[-1]
            assert "/" in links
            assert (f"/rules/{game}" in links) == (game not in ("chess", "kuhn-poker"))
        # Nothing is requested that does not exist.
        assert not any("undefined" in url or "chess/" in url for url in requests)


def test_invalid_replay_shows_an_error(browser: Browser, site: Server, tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    with Reader(browser, site) as visitor:
        page = visitor.open("/replay")
        for text in ("this is not JSON", '{"game": "linkavel"}'):
            path.write_text(text)
            page.set_input_files("#file", path)
            expect(page.locator(".notice")).to_be_visible(timeout=20_000)
            assert page.locator(".notice").inner_text().strip()
        visitor.complaints = [said for said in visitor.complaints if "Failed to load resource" not in said]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_rulebook_has_contents(browser: Browser, site: Server, language: str) -> None:
    with Reader(browser, site, language=language) as visitor:
        page = visitor.open("/rules/catalyst")
        expect(page.locator(".book h2").first).to_be_visible()
        with urllib.request.urlopen(f"{site.address}/api/games/catalyst/rules?language={language}") as answer:
            html: str = json.load(answer)["html"]
        assert page.locator(".book h2").count() == html.count("<h2")
        page.locator(".contents a").last.click()
        expect(page.locator(".book h2").last).to_be_in_viewport()
        # The rulebook links to the other language and follows the language setting.
        page.locator('.book a[href*="language="]').first.click()
        expect(page.locator(".book")).to_have_attribute("lang", "ja" if language == "en" else "en")
        page.locator(".bar nav button").first.click()
        expect(page.locator("html")).to_have_attribute("lang", "ja" if language == "en" else "en")


def test_card_search(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open("/cards/linkavel")
        cards = tefuda.game("linkavel").texts.cards()
        expect(page.locator(".gallery li")).to_have_count(len(cards))
        wanted = cards[3].name.en
        page.fill("input[type=search]", wanted)
        expect(page.locator(".gallery h2").first).to_have_text(wanted)
        page.fill("input[type=search]", "no card says this")
        expect(page.locator(".gallery li")).to_have_count(0)
        visitor.open("/cards/catalyst")
        expect(page.locator("main")).to_contain_text("standard 52-card deck")


def test_settings_take_effect_and_are_saved(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open("/settings")
        background = "() => getComputedStyle(document.documentElement).backgroundColor"
        light = page.evaluate(background)
        for name, value in (("colours", "dark"), ("speed", "4"), ("reduced", "on"), ("language", "ja")):
            page.locator(f'input[name="{name}"][value="{value}"]').check(force=True)
        expect(page.locator("h1")).to_have_text("設定")
        assert page.evaluate(background) != light
        page.reload()
        expect(page.locator("h1")).to_have_text("設定")
        assert page.evaluate(background) != light
        expect(page.locator('input[name="speed"][value="4"]')).to_be_checked()
        expect(page.locator("html")).to_have_attribute("data-motion", "reduced")


NONSENSE = [
    ("not json", "not json"),
    ('{"speed": "fast", "language": 7}', "null"),
    ("null", "[]"),
    ("{}", '{"x": 7, "y": null}'),
]
"""Invalid values in the storage."""


def test_invalid_storage_is_ignored(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        for settings, tables in NONSENSE:
            page.evaluate(
                "([one, two]) => { localStorage['tefuda.settings'] = one; localStorage['tefuda.tables'] = two; }",
                [settings, tables],
            )
            page.reload()
            expect(page.locator(".game").first).to_be_visible()


PLACES: list[tuple[str, Any]] = [
    ("/", ".game"),
    ("/replay", ".opener"),
    ("/rules/card-othello", ".book h2"),
    ("/cards/solitaire-tcg", ".gallery li"),
    ("/settings", ".pick"),
]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_pages_are_accessible(browser: Browser, site: Server, language: str) -> None:
    """No serious axe-core findings on any page, light or dark."""
    with Reader(browser, site, language=language, axe=True) as visitor:
        for place, sign in PLACES:
            page = visitor.open(place)
            expect(page.locator(sign).first).to_be_visible(timeout=20_000)
            assert axe_findings_by_scheme(page) == [], place
        page = visitor.open()
        panel = open_start_panel(page, "linkavel")
        panel.locator("summary").click()
        expect(panel.locator(".deck-cards article")).to_have_count(6)
        assert axe_findings_by_scheme(page) == []
        panel.locator("[name=opponent][value=link]").check()
        assert axe_findings_by_scheme(page) == []
        panel.locator("[type=submit]").click()
        expect(page.locator(".waiting")).to_be_visible()
        assert axe_findings_by_scheme(page) == []
        with Reader(browser, site, language=language, axe=True) as friend:
            join = friend.open(page.url.removeprefix(site.address))
            expect(join.locator(".join .deck-cards article")).to_have_count(3)
            assert axe_findings_by_scheme(join) == []
        start_against(visitor.open(), "linkavel", "CPU")
        expect(page.locator(ACTIONS).first).to_be_visible(timeout=20_000)
        assert axe_findings_by_scheme(page) == []


def test_no_horizontal_overflow_at_any_width(browser: Browser, site: Server) -> None:
    with Reader(browser, site, height=800) as visitor:
        for place, sign in [*PLACES, ("/", "[data-game=linkavel] .big")]:
            page = visitor.open(place)
            expect(page.locator(sign).first).to_be_visible(timeout=20_000)
            check_widths(page, place)
        page.click("[data-game=linkavel] .big")
        expect(page.locator(ACTIONS).first).to_be_visible(timeout=20_000)
        check_widths(page, "/table")


def check_widths(page: Page, place: str) -> None:
    for width in (360, 390, 768, 1280, 1920, 2560):
        resize(page, width, 800)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (place, width)
