"""Controls, menu and result of a table."""

import re

import pytest
from browser import Reader, Server, Visitor, open_start_panel, resize
from players_page import Catalyst, Othello, Player, invite
from playwright.sync_api import Browser, Route, expect

SIZES = [(1280, 800), (390, 844), (844, 390)]
TOOLS = ["Take back", "Hint", "Resign", "New deal", "Sound", "Menu"]
OUTSIDE = """() => [...document.querySelectorAll(".toolbar button, .player")]
  .filter((one) => one.getClientRects().length)
  .map((one) => one.getBoundingClientRect())
  .filter((box) => box.left < 0 || box.right > innerWidth || box.top < 0).length"""
OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}"""


@pytest.mark.parametrize("game", ["card-othello", "catalyst", "linkavel", "solitaire-tcg"])
def test_controls_are_always_visible(browser: Browser, site: Server, game: str) -> None:
    with Player(browser, site) as player:
        player.start(game)
        player.wait_for_turn()
        for width, height in SIZES:
            resize(player.page, width, height)
            for name in TOOLS:
                expect(player.page.locator(".toolbar").get_by_role("button", name=name)).to_be_visible()
            assert player.page.evaluate(OUTSIDE) == 0
            assert not player.page.evaluate(OVERLAP, [".brand", ".toolbar"])


def test_menu_closes_with_escape_outside_and_after_use(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("card-othello")
        page, menu = player.page, player.page.locator(".panel")
        expect(menu).to_be_hidden()
        page.locator("button.menu").click()
        expect(menu).to_be_visible()
        page.keyboard.press("Escape")
        expect(menu).to_be_hidden()
        expect(page.locator("button.menu")).to_be_focused()
        page.keyboard.press("Enter")
        expect(menu).to_be_visible()
        page.mouse.click(300, 500)
        expect(menu).to_be_hidden()
        page.locator("button.menu").click()
        menu.get_by_role("link", name="Settings").click()
        expect(page.locator("settings-page")).to_be_visible()


def test_take_back_needs_an_own_action(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        panel = open_start_panel(player.open(), "card-othello")
        panel.get_by_role("radio", name="White", exact=True).check()
        panel.locator("[type=submit]").click()
        player.wait_for_table()
        player.wait_for_turn()
        assert player.now["ply"] == 1
        takeback = player.page.locator("[data-tool=takeback]")
        expect(takeback).to_be_visible()
        expect(takeback).to_be_disabled()


def test_control_z_takes_back_and_h_asks_for_a_hint(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("catalyst")
        player.wait_for_turn()
        expect(player.page.locator("[data-tool=takeback]")).to_be_disabled()
        Catalyst(player).turn()
        player.wait_for_turn()
        number = player.now["number"]
        player.page.keyboard.press("Control+z")
        player.wait_for_update(number)
        assert player.now["ply"] == 0
        player.page.keyboard.press("h")
        player.wait(lambda: any('"type":"hint"' in frame for frame in player.frames), "no hint")


def test_new_deal(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("catalyst")
        first = player.table
        player.use_tool("New deal")  # nothing was played, so nothing is asked
        player.wait(lambda: player.table != first, "no new table")
        player.wait_for_table()
        player.wait_for_turn()
        Catalyst(player).turn()
        second = player.table
        player.use_tool("New deal")
        player.page.locator("dialog[open]").get_by_role("button", name="New deal").click()
        player.wait(lambda: player.table not in (first, second), "no new table")


def test_double_click_shows_no_error(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("card-othello")
        player.wait_for_turn()
        twice = """(action) => {
          const { context } = document.querySelector("card-othello-screen");
          context.act(action);
          context.act(action);
        }"""
        player.page.evaluate(twice, player.now["legal"][0])
        player.wait(lambda: player.now["ply"] > 1, "nothing was played")
        assert [frame for frame in player.frames if '"refused"' in frame] == []
        expect(player.page.locator(".stage .notice")).to_be_hidden()


def test_version_conflict_is_not_shown(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        # The second action is sent with the number of actions that the page knew before.
        player.page.add_init_script("""{
          const { send } = WebSocket.prototype;
          WebSocket.prototype.send = function (text) {
            send.call(this, text);
            if (text.includes('"play"')) send.call(this, text.replace(/"id":"...../, '"id":"zzzzz'));
          };
        }""")
        player.start("card-othello")
        player.wait_for_turn()
        Othello(player).turn()
        player.wait(lambda: any('"wrong_ply"' in frame for frame in player.frames), "no conflict")
        expect(player.page.locator(".stage .notice")).to_be_hidden()


@pytest.mark.parametrize("game", ["card-othello", "catalyst", "linkavel", "solitaire-tcg"])
def test_resignation_reaches_the_screen(browser: Browser, site: Server, game: str) -> None:
    line = {"card-othello": "Black resigned.", "linkavel": "You resigned."}.get(game, "Resigned.")
    place = {
        "card-othello": ".co-prompt",
        "catalyst": ".prompt",
        "linkavel": ".lv-prompt",
        "solitaire-tcg": ".stc-prompt",
    }
    with Player(browser, site) as player:
        player.start(game)
        player.wait_for_turn()
        player.resign()
        page = player.page
        expect(page.locator("dialog.result .reason")).to_contain_text(line)
        expect(page.locator(place[game])).to_contain_text(line)
        if game == "card-othello":
            expect(page.locator(".co-log").first).to_contain_text(line)
        if game == "linkavel":
            expect(page.locator('.lv-plate[data-turn="true"]')).to_have_count(0)
        page.reload()
        expect(page.locator(place[game])).to_contain_text(line)


BOARD_PARTS = {
    "card-othello": [".co-board", ".co-logs", ".co-player[data-area=foe]", ".co-player[data-area=self]"],
    "linkavel": [
        *(f".lv-{part}[data-side={side}]" for part in ("field", "plate") for side in ("own", "foe")),
        *(".lv-hand", ".lv-prompt", ".lv-middle"),
    ],
    "solitaire-tcg": [".stc-top", ".stc-goals", ".stc-queue", ".stc-field", ".stc-board", ".stc-piles", ".stc-low"],
}
"""The boards of games whose result takes the place of the card details on desktops."""


@pytest.mark.parametrize("game", ["card-othello", "catalyst", "linkavel", "solitaire-tcg"])
def test_result_never_covers_the_board(browser: Browser, site: Server, game: str) -> None:
    with Player(browser, site) as player:
        player.start(game)
        player.wait_for_turn()
        player.resign()
        expect(player.page.locator("dialog.result")).to_be_visible()
        for width, height in [*SIZES, (1440, 900)]:
            resize(player.page, width, height)
            has_details = width > height and (width >= 1024 or game == "solitaire-tcg")
            for part in BOARD_PARTS.get(game, [".boards"]) if has_details else [".boards"]:
                assert not player.page.evaluate(OVERLAP, [".result", part]), (width, part)
            assert not player.page.evaluate(OVERLAP, [".result", ".bar"])
        boards = [player.page.locator(part).first for part in BOARD_PARTS.get(game, [])]
        places = [board.bounding_box() for board in boards]
        player.page.keyboard.press("Escape")
        expect(player.page.locator("dialog.result")).to_have_count(0)
        assert [board.bounding_box() for board in boards] == places


def test_result_tells_score_and_reason(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("catalyst")
        Catalyst(player).play_out()
        reason = player.page.locator("dialog.result .reason")
        expect(reason).to_have_text(player.page.locator(".log p").last.text_content() or "?")


def test_rematch_offer_and_spectator(browser: Browser, site: Server) -> None:
    with Player(browser, site) as host, Player(browser, site) as guest, Player(browser, site) as spectator:
        invite(host, guest)
        spectator.open(f"/table/{host.table}")
        spectator.wait_for_table()
        expect(spectator.page.locator(".status")).to_have_text(re.compile(r"'s turn · You are watching\.$"))
        guest.resign()
        for one in (host, guest, spectator):
            expect(one.page.locator("dialog.result")).to_be_visible()
        first = host.table
        guest.page.locator("dialog.result").get_by_role("button", name="Rematch").click()
        expect(guest.page.locator("dialog.result")).to_contain_text("Rematch requested.")
        offer = host.page.locator("dialog.result")
        expect(offer).to_contain_text("asked for a rematch.")
        assert host.page.locator("dialog:modal").count() == 0  # nothing is dimmed
        offer.get_by_role("button", name="Accept rematch").click()
        for one in (host, guest, spectator):
            one.page.wait_for_url(lambda address: "/table/" in address and first not in address)
            one.wait_for_table()
            expect(one.page.locator("dialog")).to_have_count(1)  # Card Othello's closed pile viewer
            expect(one.page.locator("dialog[open]")).to_have_count(0)


def test_daily_deal_has_no_dead_end(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.start("catalyst", "Daily deal")
        player.wait_for_turn()
        hand, first = player.now["view"]["hand"], player.table
        player.resign()
        result = player.page.locator("dialog.result")
        expect(result).to_contain_text("The replay of a daily deal is available the next day.")
        expect(result.get_by_role("link", name="Replay")).to_have_count(0)
        result.get_by_role("button", name="Same deal again").click()
        player.wait(lambda: player.table != first, "no new table")
        player.wait_for_table()
        player.wait_for_turn()
        assert player.now["view"]["hand"] == hand


def test_bubble_is_above_the_board(browser: Browser, site: Server) -> None:
    with Player(browser, site) as host, Player(browser, site) as guest:
        invite(host, guest)
        host.use_menu("Send an emote")
        host.page.locator("dialog[open]").get_by_role("button", name="Nice move!").click()
        bubble = guest.page.locator(".bubble", has_text="Nice move!")
        expect(bubble).to_be_visible()
        assert bubble.evaluate("""(one) => {
          const box = one.getBoundingClientRect();
          const found = document.elementFromPoint(box.left + box.width / 2, box.bottom - 3);
          return found === one && box.bottom > document.querySelector(".bar").getBoundingClientRect().bottom;
        }""")


def test_unknown_address(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open("/no-such-page")
        expect(page.locator("h1")).to_have_text("Page not found")
        page.get_by_role("link", name="Back to lobby").click()
        expect(page.locator("lobby-page")).to_be_visible()
        # The browser logs the 404 response.
        visitor.complaints = [said for said in visitor.complaints if "404" not in said]


def test_table_uses_the_window_before_it_has_loaded(browser: Browser, site: Server) -> None:
    """Nothing moves when the game has loaded. An error is a page again."""
    with Visitor(browser, site) as visitor:
        held: list[Route] = []
        visitor.page.route("**/api/tables/*", lambda route: held.append(route))
        page = visitor.open("/table/AAAAAAAAAAAAAAAA")
        body = page.locator("body")
        expect(page.locator("table-page")).to_be_attached()
        expect(body).to_have_attribute("data-layout", "full")
        while not held:
            page.wait_for_timeout(10)
        held[0].continue_()
        expect(page.locator("table-page a")).to_be_visible()
        expect(body).to_have_attribute("data-layout", "page")
        # The browser logs the 404 response.
        visitor.complaints = [said for said in visitor.complaints if "404" not in said]
