"""Full games of Catalyst Reaction in the page: by taps, dragging and keyboard."""

import json
import re
from pathlib import Path

from browser import Server
from players_page import Catalyst, CatalystByDrag, CatalystByKeys, Player, tab_to
from playwright.sync_api import Browser, Page, expect

import tefuda
from tefuda.core.replay import record


def cards(page: Page, zone: str) -> list[str]:
    found: list[str] = page.locator(f"{zone} .card").evaluate_all("all => all.map(one => one.dataset.card)")
    return found


def test_full_game_by_taps_same_deal_and_replay(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("catalyst")
        page = player.page
        game = Catalyst(player)
        player.wait_for_turn()
        deal = player.now["view"]["field"], player.now["view"]["hand"]
        expect(page.locator(".hand .card")).to_have_count(len(deal[1]))
        assert (cards(page, ".line-up"), cards(page, ".hand")) == deal
        game.play_out()
        verdict = "You win!" if player.now["result"][0] > 0 else "You lose"
        expect(page.locator("dialog[open] h2")).to_have_text(verdict)
        expect(page.locator(".outcome strong")).to_be_visible()
        first, plies = player.table, player.now["ply"]
        end = cards(page, ".line-up")
        page.reload()
        plays = f"Plays: {player.now['plays']}."
        expect(page.locator("dialog[open] .score").first).to_contain_text(plays)
        expect(page.locator(".verdict ~ .ending .score").first).to_contain_text(plays)
        page.locator("dialog[open]").get_by_role("button", name="Same deal again").click()
        page.wait_for_url(lambda address: first not in address)
        player.wait_for_table()
        player.wait_for_turn()
        expect(page.locator(".hand .card")).to_have_count(len(deal[1]))
        assert (cards(page, ".line-up"), cards(page, ".hand")) == deal
        page.goto(f"{site.address}/replay?table={first}")
        expect(page.locator(".verdict-line.exact")).to_contain_text(f"Replay verified: {plies} actions", timeout=60_000)
        assert cards(page, ".line-up") == deal[0]
        page.get_by_role("button", name="Next", exact=True).click()
        expect(page.locator(".position")).to_have_text(f"Action 1 of {plies}")
        page.get_by_role("button", name="Last", exact=True).click()
        expect(page.locator(".position")).to_have_text(f"Action {plies} of {plies}")
        assert cards(page, ".line-up") == end


def test_full_game_by_keyboard(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        page = player.open()
        expect(page.locator(".game").first).to_be_visible()
        tab_to(page, "[data-game=catalyst] .big")
        page.keyboard.press("Enter")
        player.wait_for_table()
        CatalystByKeys(player).play_out()
        expect(page.locator("dialog[open] h2")).to_have_text(re.compile("You win!|You lose"))
        first = player.table
        tab_to(page, "dialog[open] button.primary")
        page.keyboard.press("Enter")
        page.wait_for_url(lambda address: first not in address)
        player.wait_for_table()
        CatalystByKeys(player).turn()


def test_play_by_dragging(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("catalyst")
        game = CatalystByDrag(player)
        for _ in range(4):
            game.turn()


def test_card_dropped_outside_returns_to_hand(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("catalyst")
        player.wait_for_turn()
        page = player.page
        card = page.locator(".hand .card[aria-disabled=false]").first
        expect(card).to_be_visible()
        # The card under the pointer is raised; the pointer is still where the lobby's button was.
        page.mouse.move(640, 300)
        expect(page.locator(".hand .card:hover")).to_have_count(0)
        before = card.bounding_box()
        number = player.now["number"]
        card.hover()
        page.mouse.down()
        page.mouse.move(8, 300, steps=4)
        page.mouse.move(8, 790, steps=4)
        page.mouse.up()
        page.mouse.move(640, 300)
        expect(page.locator(".card.held, .catalyst-table.dragging, .catalyst-table.choosing")).to_have_count(0)
        player.wait(lambda: card.bounding_box() == before, "the card does not go back")
        assert player.now["number"] == number


def test_game_won_from_a_position(browser: Browser, site: Server, tmp_path: Path) -> None:
    """Continue a replay file and win with one drag."""
    position = {"field": ["5H", "9H"], "hand": ["KH", "2S"], "deck": []}
    path = tmp_path / "nearly.json"
    path.write_text(json.dumps(record(tefuda.Match(tefuda.game("catalyst"), position=position))), encoding="utf-8")
    with Player(browser, site) as player:
        page = player.open("/replay")
        page.set_input_files("#file", path)
        page.get_by_role("button", name="Continue from here").click()
        player.wait_for_table()
        CatalystByDrag(player).turn("KH@1")
        expect(page.locator("dialog[open] h2")).to_have_text("You win!")
        expect(page.locator(".outcome strong")).to_have_text("You win!")
        assert cards(page, ".line-up") == []


def test_reload_and_connection_loss(browser: Browser, site: Server) -> None:
    """The table is restored and the game continues."""
    with Player(browser, site, outage=True) as player:
        player.start("catalyst")
        game, page = Catalyst(player), player.page

        def board_cards() -> tuple[list[str], list[str], str]:
            player.wait_for_turn()
            expect(page.locator(".hand .card[aria-disabled=false]").first).to_be_visible()
            return cards(page, ".line-up"), cards(page, ".hand"), page.locator(".plate").inner_text()

        for _ in range(2):
            game.turn()
        before = board_cards()
        assert before[:2] == (player.now["view"]["field"], player.now["view"]["hand"])
        page.reload()
        player.wait_for_table()
        assert board_cards() == before
        game.turn()
        before = board_cards()
        player.context.set_offline(True)
        expect(page.locator(".banner")).to_have_text("Connection lost. Reconnecting…", timeout=60_000)
        assert (cards(page, ".line-up"), cards(page, ".hand")) == before[:2]
        player.context.set_offline(False)
        expect(page.locator(".banner")).to_be_hidden(timeout=30_000)
        assert board_cards() == before
        game.turn()
        assert board_cards()[:2] == (player.now["view"]["field"], player.now["view"]["hand"])


def test_daily_deal_is_labelled(browser: Browser, site: Server) -> None:
    deals = []
    for _ in range(2):
        with Player(browser, site) as player:
            player.start("catalyst", "Daily deal")
            player.wait_for_turn()
            day = player.now["table"]["daily"]
            assert re.fullmatch(r"\d{4}-\d\d-\d\d", day)
            expect(player.page.locator(".plate .note")).to_have_text(f"Daily deal {day}")
            expect(player.page.locator(".hand .card").first).to_be_visible()
            deals.append((cards(player.page, ".line-up"), cards(player.page, ".hand")))
    assert deals[0] == deals[1]


def test_hint_is_shown_on_the_board_and_played(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("catalyst")
        player.wait_for_turn()
        page = player.page
        player.use_tool("Hint")
        expect(page.locator(".gap.hinted").first).to_be_visible(timeout=60_000)
        expect(page.locator(".panel")).to_be_hidden()  # the whole board is enabled
        expect(page.locator(".gap.best .chance").first).to_have_text(re.compile(r"\d+%"))
        told = [json.loads(frame) for frame in player.frames if '"type":"hint"' in frame.replace(" ", "")][-1]
        best = told["actions"][0]["action"].split("@")
        assert page.locator(".hand .card.chosen").get_attribute("data-card") == best[0]
        before = player.now["number"]
        page.locator(f".gap.best[data-gap='{best[1]}']").click()
        player.wait_for_update(before)
