"""Full games of Card Othello: by mouse, by keyboard, on one screen and with takebacks."""

import json
import math
import re

from browser import Server
from players_page import Othello, OthelloByKeys, Player, tab_to
from playwright.sync_api import Browser, Page, expect

BOARD = "all => all.filter(one => one.checkVisibility()).map(one => one.ariaLabel.split(', ').slice(0, 2).join(' '))"


def board(page: Page) -> list[str]:
    """Return every cell with its label."""
    found: list[str] = page.locator(".co-cell").evaluate_all(BOARD)
    assert len(found) == 64
    return found


def result_text(result: list[float]) -> str:
    """The events as Black sees them."""
    black, white = result
    return "You win!" if black > white else "You lose" if white > black else "Draw"


def check_replay(page: Page, plies: int, last: list[str]) -> None:
    """The replay is verified, and its last step shows the final board."""
    expect(page.locator(".verdict-line.exact")).to_contain_text(f"Replay verified: {plies} actions", timeout=60_000)
    assert page.locator(".stage").evaluate("one => one.getBoundingClientRect().bottom + scrollY <= innerHeight")
    expect(page.locator(".position")).to_have_text(f"Action 0 of {plies}")
    opening = board(page)
    assert sum("stone" in cell for cell in opening) == 4
    # The first stone is the first action, unless a free card is used before.
    replay = page.request.get(page.url.replace("/replay?table=", "/api/tables/") + "/replay").json()
    first = 1 + next(ply for ply, action in enumerate(replay["actions"]) if action.startswith("place"))
    for ply in range(1, first + 1):
        page.get_by_role("button", name="Next", exact=True).click()
        expect(page.locator(".position")).to_have_text(f"Action {ply} of {plies}")
    expect(page.locator(".co-cell.co-last")).to_have_count(1)
    # A jump restores the logs and the last stone of that moment.
    lines = page.locator(".co-log-normal li").all_inner_texts()
    last_stone = page.locator(".co-cell.co-last").get_attribute("data-cell")
    page.get_by_role("button", name="Next", exact=True).click()
    page.locator(".moves button").nth(first).click()
    expect(page.locator(".co-log-normal li")).to_have_text(lines)
    assert page.locator(".co-cell.co-last").get_attribute("data-cell") == last_stone
    for _ in range(first):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".position")).to_have_text(f"Action 0 of {plies}")
    assert board(page) == opening
    expect(page.locator(".co-cell.co-last")).to_have_count(0)
    page.get_by_role("button", name="Last", exact=True).click()
    expect(page.locator(".position")).to_have_text(f"Action {plies} of {plies}")
    assert board(page) == last


def test_full_game_by_mouse_and_replay(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("card-othello")
        game = Othello(player)
        game.play_out()
        assert any(action.startswith("use ") for action in game.done)
        page = player.page
        expect(page.locator("dialog[open] h2")).to_have_text(result_text(player.now["result"]))
        view = player.now["view"]["result"]
        expect(page.locator(".co-result")).to_contain_text(f"Black {view['black']}–White {view['white']}")
        last = board(page)
        page.locator("dialog[open]").get_by_role("link", name="Replay").click()
        check_replay(page, player.now["ply"], last)


def test_full_game_by_keyboard(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        page = player.open()
        expect(page.locator(".game").first).to_be_visible()
        tab_to(page, "[data-game=card-othello] .big")
        page.keyboard.press("Enter")
        player.wait_for_table()
        OthelloByKeys(player).play_out()
        expect(page.locator("dialog[open] h2")).to_have_text(result_text(player.now["result"]))
        plies, last = player.now["ply"], board(page)
        tab_to(page, "dialog[open] a[href*=replay]")
        page.keyboard.press("Enter")
        check_replay(page, plies, last)


def test_two_players_on_one_screen_pass_the_screen(browser: Browser, site: Server) -> None:
    with Player(browser, site, seats=2) as player:
        player.start("card-othello", "Friend, same screen")
        page = player.page
        game = Othello(player)
        hands: dict[int, list[str]] = {}
        for turn in range(8):
            player.wait_for_turn()
            seat = player.now["turn"]
            if turn:
                expect(page.locator(".pass-screen h2")).to_have_text(f"Pass the screen to {['Black', 'White'][seat]}")
                assert page.locator(".co-hand:visible, .co-board:visible, .log:visible").count() == 0
                names = page.locator(".pass-screen, .strip").all_inner_texts()
                assert not [card for card in hands[1 - seat] if card in " ".join(names)]
                page.keyboard.press("Enter")
            expect(page.locator(".co-hand:visible")).to_have_count(1)
            game.offered()
            cards = page.locator(".co-hand:visible .co-card").evaluate_all("all => all.map(one => one.dataset.card)")
            assert cards == player.now["view"]["hand"]
            hands[seat] = page.locator(".co-hand:visible .co-label").all_inner_texts()
            while player.now["turn"] == seat:
                game.turn(next(one for one in player.now["legal"] if re.match("place|pass", one)))
                player.wait_for_turn()
        # After a reload the screen must be passed again.
        page.reload()
        expect(page.locator(".pass-screen")).to_be_visible()
        assert page.locator(".co-hand:visible").count() == 0


def test_takeback_at_a_practice_table(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("card-othello")
        game = Othello(player)
        game.turn()
        player.wait_for_turn()
        legal, before, hand = game.offered(), board(player.page), player.now["view"]["hand"]
        game.turn(next(one for one in legal if one.startswith("place ")))
        player.wait_for_turn()
        game.offered()
        assert board(player.page) != before
        player.use_tool("Take back")
        expect(player.page.locator(".log p").last).to_have_text("Action taken back.")
        assert board(player.page) == before
        assert player.now["view"]["hand"] == hand
        assert game.offered() == legal
        game.turn()


def test_turn_status_follows_the_board(browser: Browser, site: Server) -> None:
    """The server is ahead of the animations; the status follows the board."""
    watch = """() => {
      globalThis.seen = [];
      setInterval(() => {
        const turn = document.querySelector(".co-player[data-turn=true]")?.className.match(/co-(black|white)/)?.[1];
        seen.push(`${turn}: ${document.querySelector(".status").textContent}`);
      }, 10);
    }"""
    with Player(browser, site, speed=1) as player:
        player.start("card-othello")
        game = Othello(player)
        legal = game.offered()
        player.page.evaluate(watch)
        game.turn(next(one for one in legal if one.startswith("place ")))
        player.wait_for_turn()
        game.offered()
        player.page.wait_for_function("() => seen.at(-1) === 'black: Your turn'")
        seen = set(player.page.evaluate("seen"))
        assert "black: Your turn" in seen
        assert any(one.startswith("white: ") for one in seen)
        assert "white: Your turn" not in seen


def test_log_is_announced(browser: Browser, site: Server) -> None:
    """Screen readers announce each log line."""
    with Player(browser, site) as player:
        player.start("card-othello")
        game, page = Othello(player), player.page
        player.wait_for_turn()
        cell = next(one for one in game.offered() if one.startswith("place ")).split()[1]
        side = ("Black", "White")[player.now["seat"]]
        game.turn(f"place {cell}")
        player.wait_for_turn()
        game.offered()
        lines = page.locator(".log p").all_text_contents()
        spoken = page.locator(".announcer[aria-live=polite]:not([hidden]) p").all_text_contents()
        assert f"{side} places on {cell}." in lines
        assert spoken
        assert spoken == lines[-len(spoken) :]


def test_hint_is_shown_on_the_board_and_played(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("card-othello")
        game, page = Othello(player), player.page
        player.wait_for_turn()
        game.offered()
        player.use_tool("Hint")
        expect(page.locator(".co-best").first).to_be_visible(timeout=60_000)
        expect(page.locator(".panel")).to_be_hidden()  # the whole board is enabled
        told = [json.loads(frame) for frame in player.frames if '"type":"hint"' in frame.replace(" ", "")][-1]
        best = told["actions"][0]
        percent = math.floor(100 * best["chance"] + 0.5)
        text = best["text"]["en"]
        shown = f"{text[:1].upper()}{text[1:]} ({percent}%)"
        expect(page.locator(".co-hint h3").first).to_have_text("Hint: chances against an equal opponent")
        expect(page.locator(".co-hint li").first).to_have_text(shown)
        expect(page.locator(".co-best .co-chance").first).to_have_text(f"{percent}%")
        game.turn(best["action"])
        player.wait_for_turn()
        game.offered()
        expect(page.locator(".co-hinted, .co-chance")).to_have_count(0)


def test_unaffordable_card_shows_the_reason(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("card-othello")
        game = Othello(player)
        for _ in range(4):
            player.wait_for_turn()
            game.turn(next(one for one in player.now["legal"] if one.startswith("place ")))
        player.wait_for_turn()
        game.offered()
        view, legal = player.now["view"], player.now["legal"]
        told: set[str] = set()
        for place, card in enumerate(view["hand"]):
            player.page.locator(".co-slot:visible").nth(place).click()
            why = player.page.locator(".co-why")
            if f"use {card}" in legal:
                expect(why).to_be_hidden()
            else:
                reason = player.wait_for_reason(card)
                expect(why).to_have_text(reason["en"])
                told.add(reason["code"])
        assert told & {"charge", "card_used", "no_target"}
