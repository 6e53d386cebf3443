"""The start panel, the join screen, the coin toss and the player's games in the lobby."""

import re
from typing import Any

import httpx
import pytest
from browser import CONTRIBUTION, Reader, Server, Visitor, open_start_panel, start_against
from players_page import Catalyst, Othello, Player
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tefuda.server.tables.fair_deal import commitment_to

NEW_TABLE_REQUEST = """async ([game, choices]) => {
  const start = document.querySelector("script[type=module]").src.replace("main.js", "");
  const { newTableRequest } = await import(start + "pages/start_choices.js");
  const { fetchGame } = await import(start + "frame/api.js");
  return newTableRequest({ ...(await fetchGame(game)), coin_toss: false }, choices);
}"""


def fetch_table(site: Server, page: Page) -> Any:
    return httpx.get(f"{site.address}/api/tables/{page.url.rsplit('/', 1)[1]}").json()


def choose_opponent(panel: Locator, opponent: str) -> None:
    panel.get_by_role("radio", name=opponent, exact=True).check()


def start_with_request(page: Page, button: Locator) -> Any:
    """Press a button that creates a table; return the body of the request without the commitment to the shuffle."""
    with page.expect_request("**/api/tables") as asked:
        button.click()
    page.wait_for_url("**/table/*")
    body: Any = asked.value.post_data_json
    assert body.pop("commitment") == commitment_to(CONTRIBUTION)
    return body


def test_play_repeats_the_last_choices(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        card = page.locator("[data-game=linkavel]")
        expect(card.locator(".choices")).to_have_text("Easy CPU · Watch Until Dawn")
        panel = open_start_panel(page, "linkavel")
        # The mulligan that the panel proposes is not a change of the player.
        expect(panel.locator("summary small")).to_have_text("")
        choose_opponent(panel, "Hard")
        panel.get_by_label("Your deck").select_option(label="Guests of the Court")
        expect(panel.locator(".deck-plan").first).to_contain_text("Mill your own deck")
        panel.get_by_label("Opponent's deck").select_option(label="Forest Overnight")
        panel.locator("summary").click()
        panel.locator('[name="option:lp"]').fill("3000")
        body = start_with_request(page, panel.get_by_role("button", name="Start"))
        assert body["seats"] == ["me", {"cpu": 4}]
        assert body["options"] == {"deck.one": "dark", "deck.two": "grass", "lp": 3000, "mulligan": "on"}
        page = visitor.open()
        expect(card.locator(".choices")).to_have_text("Hard CPU · Guests of the Court · 1 rule change")
        assert start_with_request(page, card.locator(".big")) == body
        # The panel shows them again. Other games keep their own.
        page = visitor.open()
        expect(page.locator("[data-game=card-othello] .choices")).to_have_text("Easy CPU")
        panel = open_start_panel(page, "linkavel")
        expect(panel.locator("summary small")).to_have_text("1 changed")
        panel.locator("summary").click()
        panel.get_by_role("button", name="Reset to defaults").click()
        expect(panel.locator("summary small")).to_have_text("")
        assert panel.locator('[name="option:mulligan"]').input_value() == "on"
        assert panel.locator("[name=deck]").input_value() == "dark"


def test_stored_choices_that_are_no_longer_possible_are_ignored(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        stored = {"opponent": "robot", "deck": "gold", "otherDeck": 3, "options": {"lp": -1, "x": 2}, "clock": "1+1"}
        summary = page.locator("[data-game=linkavel] .choices")
        page.evaluate(f"localStorage.setItem('tefuda.start', JSON.stringify({{linkavel: {stored}}}))")
        page = visitor.open()
        # The mulligan that the panel proposes has been switched off.
        expect(summary).to_have_text("Easy CPU · Watch Until Dawn · 1 rule change")
        for text in ("'[]'", "'7'"):
            page.evaluate(f"localStorage.setItem('tefuda.start', {text})")
            page = visitor.open()
            expect(summary).to_have_text("Easy CPU · Watch Until Dawn")
        body = start_with_request(page, page.locator("[data-game=linkavel] .big"))
        options = {"options": {"deck.one": "light", "deck.two": "neutral", "mulligan": "on"}}
        assert body == {"game": "linkavel", "seats": ["me", {"cpu": 2}], "practice": True, **options}


@pytest.mark.parametrize("seat", ["0", "1", "any"])
def test_own_deck_goes_to_the_own_seat(browser: Browser, site: Server, seat: str) -> None:
    choices = {"opponent": "cpu", "seat": seat, "clock": "", "deck": "dark", "otherDeck": "light", "options": {}}
    with Reader(browser, site) as visitor:
        page = visitor.open()
        for _ in range(6 if seat == "any" else 1):
            body = page.evaluate(NEW_TABLE_REQUEST, ["linkavel", choices])
            own = body["seats"].index("me")
            assert seat in ("any", str(own))
            decks = [body["options"]["deck.one"], body["options"]["deck.two"]]
            assert (decks[own], decks[1 - own]) == ("dark", "light")


def test_cards_of_a_deck_open_in_full_size(browser: Browser, site: Server) -> None:
    """The preview of a deck shows small cards; each opens a dialog over the panel."""
    with Visitor(browser, site, width=390, height=844) as visitor:
        page = visitor.open()
        panel = open_start_panel(page, "linkavel")
        card = panel.locator(".deck-card").first
        name = card.get_by_role("button").get_attribute("aria-label")
        assert name
        card.get_by_role("button").click()
        opened = page.get_by_role("dialog", name=name)
        expect(opened.locator(".lv-face")).to_be_visible()
        assert opened.locator(".lv-text").evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 10
        page.keyboard.press("Escape")
        expect(opened).to_have_count(0)
        expect(panel).to_be_visible()


def test_random_opponent_deck_is_a_starter_deck(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        panel = open_start_panel(page, "linkavel")
        panel.get_by_label("Opponent's deck").select_option(label="Random")
        panel.get_by_label("Your deck").select_option(label="Turn of the Tide")
        body = start_with_request(page, panel.get_by_role("button", name="Start"))
        assert body["options"].get("deck.two", "water") in {"dark", "fire", "grass", "light", "neutral", "water"}
        assert body["options"]["deck.one"] == "water"


def test_panel_by_keyboard(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        page.locator("[data-game=card-othello] .modes button").focus()
        page.keyboard.press("Enter")
        panel = page.locator("dialog[open]")
        panel.locator("[name=opponent]:checked").focus()
        page.keyboard.press("ArrowRight")
        expect(panel.locator("[name=opponent]:checked")).to_have_value("here")
        expect(panel.locator("[name=level]").first).to_be_hidden()
        page.keyboard.press("ArrowLeft")
        expect(panel.locator("[name=level]").first).to_be_visible()
        panel.locator("[name=seat]:checked").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_url("**/table/*")
        assert [seat["kind"] for seat in fetch_table(site, page)["seats"]] == ["cpu", "human"]


def test_wrong_rule_setting_is_shown_and_does_not_stop_a_quick_match(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        panel = open_start_panel(page, "card-othello")
        panel.locator("summary").click()
        value = panel.locator(".numbers input").first
        value.fill("")
        panel.locator("summary").click()
        expect(value).to_be_hidden()
        panel.get_by_role("button", name="Start").click()
        expect(value).to_be_focused()
        choose_opponent(panel, "Quick match")
        panel.get_by_role("button", name="Start").click()
        expect(page.locator(".waiting")).to_be_visible()
        page.get_by_role("button", name="Cancel this game").click()
        expect(page.locator(".game").first).to_be_visible()


def test_join_screen_names_host_deck_and_rules(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as one, Reader(browser, site) as two:
        host = one.open()
        panel = open_start_panel(host, "linkavel")
        choose_opponent(panel, "Friend online")
        expect(panel.get_by_label("Opponent's deck")).to_be_hidden()
        panel.get_by_label("Your deck").select_option(label="Guests of the Court")
        panel.get_by_label("Your name").fill("Aiko")
        panel.locator("[name=clock]").select_option("5+5")
        panel.locator("summary").click()
        panel.locator('[name="option:lp"]').fill("3000")
        panel.get_by_role("button", name="Start").click()
        link = host.locator(".waiting input").input_value()
        guest = two.open(link.removeprefix(site.address))
        join = guest.locator(".join")
        expect(join).to_contain_text("Aiko is waiting for an opponent")
        assert join.locator("dt").all_inner_texts() == ["Opponent's deck", "Clock", "Rule settings"]
        mulligan = "mulligan (exchange the opening hand once): on"
        facts = ["Guests of the Court", "5 min + 5 s", f"LP at the start: 3000, {mulligan}"]
        assert join.locator("dd").all_inner_texts() == facts
        join.get_by_label("Your deck").select_option(label="Watch Until Dawn")
        join.get_by_label("Your name").fill("Ben")
        join.get_by_role("button", name="Join game").click()
        expect(guest.locator(".player small", has_text="Ben")).to_be_visible()
        table = fetch_table(site, guest)
        assert table["options"] == {"deck.one": "dark", "deck.two": "light", "lp": 3000, "mulligan": "on"}
        assert [seat["name"] for seat in table["seats"]] == ["Aiko", "Ben"]
        # The lobby names the opponent, not "you".
        expect(two.open().locator(".yours li")).to_contain_text("vs. Aiko")
        expect(one.open().locator(".yours li")).to_contain_text("vs. Ben")


def test_quick_match_takes_the_chosen_decks(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as one, Reader(browser, site) as two:
        pages = [one.open(), two.open()]
        for page, deck in zip(pages, ("Guests of the Court", "Watch Until Dawn"), strict=True):
            panel = open_start_panel(page, "linkavel")
            choose_opponent(panel, "Quick match")
            expect(panel.locator("summary")).to_be_hidden()
            panel.get_by_label("Your deck").select_option(label=deck)
            panel.get_by_role("button", name="Start").click()
            page.wait_for_url("**/table/*")
            if page is pages[0]:
                # The player can be matched as soon as the page is connected.
                expect(page.locator(".waiting")).to_be_visible()
        assert pages[0].url == pages[1].url
        assert fetch_table(site, pages[0])["options"] == {"deck.one": "dark", "deck.two": "light"}
        # An unnamed opponent is a guest.
        expect(two.open().locator(".yours li")).to_contain_text("vs. Guest")


@pytest.mark.parametrize("opponent", ["Quick match", "Friend online"])
def test_cancel_while_waiting(browser: Browser, site: Server, opponent: str) -> None:
    with Reader(browser, site) as one, Reader(browser, site) as two:
        host = one.open()
        start_against(host, "linkavel", opponent)
        expect(host.locator(".waiting")).to_be_visible()
        expect(host.locator(".waiting input")).to_have_count(0 if opponent == "Quick match" else 1)
        friend = two.open(host.url.removeprefix(site.address))
        expect(friend.locator(".join")).to_be_visible()
        host.get_by_role("button", name="Cancel this game").click()
        expect(host.locator(".game").first).to_be_visible()
        expect(host.locator(".publics h2").first).to_be_visible()
        assert host.locator(".yours li").count() == 0
        expect(friend.get_by_role("alert")).to_have_text("This game was cancelled.")
        for visitor in (one, two):
            visitor.complaints = [said for said in visitor.complaints if "404" not in said]


def test_start_of_a_game_shows_who_goes_first(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        for _ in range(4):
            page = visitor.open()
            page.locator("[data-game=linkavel] .big").click()
            shown = page.locator(".toss").inner_text()
            first = fetch_table(site, page)["first"]
            assert shown.split("\n") == ["Coin toss", ["You go first.", "Your opponent goes first."][first]]
        # It is shown once, and goes away.
        page.reload()
        expect(page.locator(".board:visible")).to_be_visible()
        expect(page.locator(".toss")).to_have_count(0)
        page = visitor.open()
        panel = open_start_panel(page, "card-othello")
        choose_opponent(panel, "White")
        panel.get_by_role("button", name="Start").click()
        assert page.locator(".toss").inner_text().split("\n") == ["You play White.", "Your opponent goes first."]
        expect(page.locator(".toss")).to_have_count(0)


def test_both_online_players_see_the_coin_toss(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as one, Reader(browser, site) as two:
        host = one.open()
        start_against(host, "linkavel", "Friend online")
        guest = two.open(host.locator(".waiting input").input_value().removeprefix(site.address))
        guest.get_by_role("button", name="Join game").click()
        shown = host.locator(".toss").inner_text()
        first = fetch_table(site, host)["first"]
        assert ("You go first." in shown) is (first == 0)
        expect(guest.locator(".toss")).to_contain_text(["Your opponent goes first.", "You go first."][first])
        expect(host.locator(".toss")).to_have_count(0)


def test_my_games_have_results_replays_and_can_be_removed(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("catalyst")
        Catalyst(player).turn()
        player.resign()
        player.page.locator("dialog[open] a[href='/']").click()
        row = player.page.locator(".yours li")
        expect(row).to_contain_text("You lose (resignation)")
        row.get_by_role("link", name="Replay: Catalyst Reaction").click()
        expect(player.page.locator(".verdict-line")).to_be_visible(timeout=60_000)
        player.page.get_by_role("button", name="Continue from here").click()
        player.wait_for_table()
        player.start("catalyst")
        # A branched game has its own actions only; the row does not count them.
        page = player.open()
        expect(row).to_have_count(3)
        page.get_by_role("button", name="2 running games").click()
        expect(row.first).to_be_in_viewport()
        expect(row.first).to_have_attribute("data-status", "playing")
        assert "actions" not in page.locator(".yours").inner_text()
        expect(page.locator(".lead a")).to_have_text("Continue Catalyst Reaction")
        for left in (2, 1):
            row.first.get_by_role("button", name="Remove").click()
            page.locator("dialog[open] .danger").click()
            expect(row).to_have_count(left)
            expect(page.locator(".lead button")).to_have_count(0)
        row.get_by_role("button", name="Remove").click()
        expect(page.locator(".yours")).to_be_hidden()
        page.reload()
        expect(page.locator(".publics h2").first).to_be_visible()
        expect(page.locator(".lead")).to_have_text("Pick a game and start playing.")


@pytest.mark.parametrize(
    ("language", "about"),
    [("en", "vs. Easy CPU · You lose (resignation) · 4 minutes ago"), ("ja", "あなたの負け（投了） · 4分前")],
)
def test_my_games_say_when_and_how_a_game_ended(browser: Browser, site: Server, language: str, about: str) -> None:
    with Player(browser, site, language=language, level=2) as player:
        player.start("card-othello")
        player.wait_for_turn()

        def age(route: Route) -> None:
            """Let the last action of each table be older than four minutes, and its start much older."""
            response = route.fetch()
            tables = response.json()
            for table in tables:
                assert table["created"] <= table["updated"]
                table["created"] -= 3_600_000
                table["updated"] -= 4 * 60_000
            route.fulfill(response=response, json=tables)

        page = player.page
        page.locator(".toolbar [data-tool=resign]").click()
        page.locator("dialog[open] .danger").click()
        expect(page.locator("dialog.result")).to_be_visible()
        page.route("**/api/tables?*", age)
        page.goto(site.address)
        expect(page.locator(".yours li small")).to_contain_text(about)


def test_my_games_against_the_cpu(browser: Browser, site: Server) -> None:
    with Player(browser, site, level=2) as player:
        player.start("card-othello")
        Othello(player).turn()
        player.wait_for_turn()
        row = player.open().locator(".yours li")
        expect(row).to_contain_text("vs. Easy CPU · Your turn")
        row.get_by_role("link", name="Continue").click()
        player.wait_for_table()
        expect(player.page.locator(".player small", has_text="Easy CPU")).to_be_visible()


def test_cancelled_waiting_game_is_removed_from_my_games(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        start_against(visitor.open(), "card-othello", "Friend online")
        expect(visitor.page.locator(".waiting")).to_be_visible()
        address = visitor.page.url.replace("/table/", "/api/tables/")
        row = visitor.open().locator(".yours li")
        expect(row).to_contain_text("Waiting for an opponent")
        row.get_by_role("button", name="Remove").click()
        expect(visitor.page.locator(".yours")).to_be_hidden()
        assert httpx.get(address).status_code == 404


def test_many_games_are_folded(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        for _ in range(8):
            page = visitor.open()
            page.locator("[data-game=hidden-nim] .big").click()
            page.wait_for_url("**/table/*")
        page = visitor.open()
        expect(page.locator(".yours li")).to_have_count(6)
        page.get_by_role("button", name="Show all (8)").click()
        expect(page.locator(".yours li")).to_have_count(8)
        expect(page.locator(".yours li a").nth(6)).to_be_focused()


def test_level_names_in_both_languages(browser: Browser, site: Server) -> None:
    names = {
        "en-US": ["Beginner", "Easy", "Normal", "Hard", "Expert", "Master"],
        "ja-JP": ["入門", "初級", "中級", "上級", "達人", "名人"],
    }
    for language, levels in names.items():
        with Visitor(browser, site, language=language) as visitor:
            panel = open_start_panel(visitor.open(), "linkavel")
            assert panel.locator("[name=level] + span").all_inner_texts() == levels
            page = visitor.open("/trials/solitaire-tcg")
            options = page.locator("[name=level] option")
            expect(options).to_have_count(6)
            assert [name for name in levels if name not in "".join(options.all_inner_texts())] == []
            assert not re.search(r"[1-6]", "".join(options.all_inner_texts()))
