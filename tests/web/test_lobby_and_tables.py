"""Lobby and tables in real browsers with a real server."""

import re

import pytest
from browser import Reader, Server, module_address, open_start_panel, start_against
from playwright.sync_api import Browser, Page, Request, expect

GAMES = ["card-othello", "catalyst", "linkavel", "solitaire-tcg", "hidden-nim", "kuhn-poker"]
"""Included games and the example plugins, which use the plain screen."""
ACTIONS = "plain-screen .actions ul button"


def instant_speed(page: Page) -> None:
    """Settings without animations."""
    page.evaluate("localStorage.setItem('tefuda.settings', JSON.stringify({speed: 0, plain: true}))")


def play_one(page: Page) -> str:
    """Play the first action and wait for it."""
    button = page.locator(ACTIONS).first
    expect(button).to_be_visible(timeout=20_000)
    action = button.inner_text()
    before = game_texts(page)
    button.click()
    wait_for_change(page, before)
    return action


def game_texts(page: Page) -> str:
    """Return all texts of the game."""
    return page.locator("plain-screen .state:visible").inner_text() + page.locator(".log:visible").inner_text()


def wait_for_change(page: Page, before: str) -> None:
    """Wait until the state has changed."""
    for _ in range(400):
        if game_texts(page) != before:
            return
        page.wait_for_timeout(50)
    pytest.fail("nothing happened")


def test_lobby_shows_every_game_with_a_play_button(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        expect(page.locator(".game")).to_have_count(len(GAMES))
        assert page.locator(".game").evaluate_all("all => all.map(one => one.dataset.game)") == GAMES
        assert page.locator(".game .big").count() == len(GAMES)
        # Pictures have loaded.
        page.wait_for_function("() => [...document.querySelectorAll('.game img')].every(one => one.naturalWidth > 0)")


def test_first_page_is_small(browser: Browser, site: Server) -> None:
    with Reader(browser, site, fresh=True) as visitor:
        requests: list[Request] = []
        visitor.page.on("requestfinished", lambda request: requests.append(request))
        visitor.open()
        expect(visitor.page.locator(".game")).to_have_count(len(GAMES))
        expect(visitor.page.locator(".today h2")).to_be_visible()
        visitor.page.wait_for_load_state("networkidle")
        sizes = [request.sizes() for request in requests]
        assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) < 120_000


# A game of Hidden Nim may end after two actions of each player.
@pytest.mark.parametrize(("game", "actions"), [("linkavel", 3), ("solitaire-tcg", 3), ("hidden-nim", 2)])
def test_play_by_mouse(browser: Browser, site: Server, game: str, actions: int) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        instant_speed(page)
        page.reload()
        page.click(f"[data-game={game}] .big")
        for _ in range(actions):
            play_one(page)
        assert re.search(r"/table/[\w-]{16}$", page.url)


def test_play_by_keyboard(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        instant_speed(page)
        page.reload()
        expect(page.locator(".game")).to_have_count(len(GAMES))
        page.keyboard.press("Tab")
        expect(page.locator(".skip")).to_be_focused()
        page.keyboard.press("Enter")
        button = page.locator("[data-game=linkavel] .big")
        for _ in range(40):
            page.keyboard.press("Tab")
            if button.evaluate("one => one === document.activeElement"):
                break
        page.keyboard.press("Enter")
        expect(page.locator(ACTIONS).first).to_be_visible(timeout=20_000)
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.actions ul button')"):
                break
        page.keyboard.press("ArrowDown")
        expect(page.locator(ACTIONS).nth(1)).to_be_focused()
        before = game_texts(page)
        page.keyboard.press("Enter")
        wait_for_change(page, before)
        # The focus stays among the actions.
        expect(page.locator(ACTIONS).first).to_be_focused(timeout=20_000)
        page.keyboard.press("?")
        expect(page.locator("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


def invite_by_link(host: Page, guest: Page, game: str) -> None:
    """Two players at one table by link."""
    start_against(host, game, "Friend online")
    link = host.locator(".waiting input")
    expect(link).to_be_visible()
    guest.goto(link.input_value())
    guest.get_by_role("button", name="Join game").click()
    expect(host.locator(".waiting")).to_have_count(0)
    expect(guest.locator(".player strong", has_text="You")).to_be_visible()


def test_invite_link_emotes_resignation_and_rematch(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as one, Reader(browser, site) as two:
        host, guest = one.open(), two.open()
        for page in (host, guest):
            instant_speed(page)
            page.reload()
        invite_by_link(host, guest, "linkavel")
        expect(host.locator(".dot:not(.off)")).to_have_count(2)
        moving, waiting = (host, guest) if host.locator(ACTIONS).count() else (guest, host)
        expect(moving).to_have_title(re.compile("Your turn"))
        before = game_texts(waiting)
        play_one(moving)
        wait_for_change(waiting, before)
        moving.get_by_role("button", name="Send an emote").click()
        moving.get_by_role("button", name="Nice move!").click()
        expect(waiting.locator(".bubble", has_text="Nice move!")).to_be_visible()
        moving.get_by_role("button", name="Resign").click()
        moving.locator("dialog").get_by_role("button", name="Cancel").click()
        assert moving.locator(".verdict").count() == 0
        moving.get_by_role("button", name="Resign").click()
        moving.locator("dialog").get_by_role("button", name="Resign").click()
        expect(moving.locator("dialog h2")).to_have_text("You lose")
        expect(waiting.locator("dialog h2")).to_have_text("You win!")
        first = host.url
        for page in (host, guest):
            expect(page.locator("dialog .proof.verified")).to_contain_text("including yours")
            page.locator("dialog").get_by_role("button", name="Rematch").click()
        for page in (host, guest):
            page.wait_for_url(lambda address: "/table/" in address and address != first)
            expect(page.locator(".player strong", has_text="You")).to_be_visible()
        assert host.url == guest.url
        host.get_by_role("button", name="Resign").click()
        host.locator("dialog").get_by_role("button", name="Resign").click()
        expect(host.locator("dialog .proof.verified")).to_contain_text("including yours")


def test_quick_match_is_joined_and_watched_from_the_lobby(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as one, Reader(browser, site) as two, Reader(browser, site) as three:
        host = one.open()
        start_against(host, "linkavel", "Quick match")
        expect(host.locator(".waiting")).to_contain_text("Looking for an opponent")
        expect(host.locator(".waiting input")).to_have_count(0)
        # No cards are dealt yet.
        expect(host.locator(".boards > *").first).to_be_hidden()
        guest = two.open()
        row = f".publics a[href='{host.url.removeprefix(site.address)}']"
        expect(guest.locator(row)).to_have_accessible_name("Join: LinkaVel, Guest is waiting for an opponent")
        guest.locator(row).click()
        guest.get_by_role("button", name="Join game").click()
        expect(guest.locator(".player strong", has_text="You")).to_be_visible()
        expect(host.locator(".waiting")).to_have_count(0)
        expect(host.locator(".boards > *").first).to_be_visible()
        assert guest.url == host.url
        third = three.open()
        expect(third.locator(row)).to_have_accessible_name("Watch: LinkaVel, Guest – Guest · 0 actions played")
        third.locator(row).click()
        expect(third.locator(".status")).to_contain_text("You are watching.")
        expect(host.locator(".watchers")).to_have_text("1")


def test_daily_deal_is_the_same_for_all_players(browser: Browser, site: Server) -> None:
    hands = []
    for _ in range(2):
        with Reader(browser, site) as visitor:
            page = visitor.open()
            page.locator("[data-game=solitaire-tcg] .modes button", has_text="Daily deal").click()
            expect(page.locator(".part-hand .card").first).to_be_visible()
            hands.append(page.locator("plain-screen .state").inner_text())
    assert hands[0] == hands[1]


def test_clock_runs_for_the_player_to_act(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        panel = open_start_panel(page, "linkavel")
        panel.get_by_role("radio", name="Friend, same screen").check()
        page.select_option('[name="clock"]', "3+2")
        panel.locator("button.primary").click()
        running = page.locator(".player.turn .time")
        expect(running).to_have_text(re.compile("2:5"), timeout=10_000)
        expect(page.locator(".player:not(.turn) .time")).to_have_text("3:00")


OLDER = """
if (!sessionStorage.mended) {
  sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1;
  const change = () => document.querySelector("meta[name=build]")?.setAttribute("content", "old");
  new MutationObserver(change).observe(document, { childList: true, subtree: true });
}
"""


def test_page_of_another_build_reloads_once(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        page.click("[data-game=solitaire-tcg] .big")
        expect(page.locator(ACTIONS).first).to_be_visible()
        page.add_init_script(OLDER)
        page.reload()
        expect(page.locator(".banner")).to_contain_text("A new version is available.")
        assert page.evaluate("sessionStorage.loads") == "2"
        page.evaluate("sessionStorage.mended = 'yes'")
        page.locator(".banner button").click()
        expect(page.locator(ACTIONS).first).to_be_visible()


def test_table_that_is_left_while_connecting_writes_no_warning(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        sent = page.evaluate(
            """async (address) => {
              const { TableSocket } = await import(address);
              const opened = [];
              window.WebSocket = class extends WebSocket {
                constructor(address) {
                  super(address);
                  opened.push(new Promise((resolve) => this.addEventListener("close", () => resolve(this.sent ?? 0))));
                }
                send() { this.sent = 1; }
              };
              new TableSocket("none", { token: null, views: false }, {}).close();
              return Promise.all(opened);
            }""",
            module_address(page, "frame/socket.js"),
        )
        assert sent == [0], "a closed socket sends nothing"


def test_spectator_sees_no_hand_and_has_no_actions(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as one, Reader(browser, site) as two:
        page = one.open()
        page.click("[data-game=linkavel] .big")
        expect(page.locator(ACTIONS).first).to_be_visible(timeout=20_000)
        hand = page.locator(".part-hand .card strong").all_inner_texts()
        other = two.open(page.url.removeprefix(site.address))
        expect(other.locator(".status")).to_contain_text("You are watching.")
        expect(other.locator(".part-one")).to_be_visible()
        seen = other.locator("main").inner_text()
        assert hand
        assert not [card for card in hand if card in seen]
        assert other.locator(ACTIONS).count() == 0


def test_reload_resumes_the_game(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        instant_speed(page)
        page.reload()
        page.click("[data-game=solitaire-tcg] .big")
        play_one(page)
        expect(page.locator(ACTIONS).first).to_be_visible()
        before = page.locator("plain-screen .state").inner_text()
        page.reload()
        expect(page.locator(ACTIONS).first).to_be_visible()
        assert page.locator("plain-screen .state").inner_text() == before
        play_one(page)
        # The unfinished table is offered in the lobby.
        page.goto(site.address)
        page.locator(".yours").get_by_role("link", name="Continue: Solitaire TCG").first.click()
        expect(page.locator(ACTIONS).first).to_be_visible()


def test_server_restart_resumes_the_game(browser: Browser, site: Server) -> None:
    with Reader(browser, site, outage=True) as visitor:
        page = visitor.open()
        instant_speed(page)
        page.reload()
        page.click("[data-game=solitaire-tcg] .big")
        play_one(page)
        expect(page.locator(ACTIONS).first).to_be_visible()
        before, told = page.locator("plain-screen .state").inner_text(), game_texts(page)
        site.kill()
        expect(page.locator(".banner")).to_have_text("Connection lost. Reconnecting…")
        # A request during the outage is sent when the server is back.
        page.locator(ACTIONS).first.click()
        assert page.locator("plain-screen .state").inner_text() == before
        site.start()
        expect(page.locator(".banner")).to_be_hidden(timeout=30_000)
        wait_for_change(page, told)


def test_players_on_one_screen_never_see_both_hands(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        instant_speed(page)
        page.reload()
        start_against(page, "linkavel", "Friend, same screen")
        expect(page.locator(ACTIONS).first).to_be_visible()
        first = page.locator(".board:visible .part-hand .card strong").all_inner_texts()
        page.locator(ACTIONS, has_text="Keep the opening hand").click()
        expect(page.locator(".pass-screen")).to_be_visible()
        shown = page.locator("main").inner_text()
        assert not [card for card in first if card in shown]
        expect(page.locator(".pass-screen button")).to_be_focused()
        # Events are queued for the hidden player.
        counts = "all => all.map(log => log.children.length).sort()"
        assert page.locator(".log").evaluate_all(counts)[0] == 0
        page.keyboard.press("Enter")
        expect(page.locator(".board:visible .part-hand")).to_be_visible()
        assert page.locator(".log").evaluate_all(counts)[0] > 0
        second = page.locator(".board:visible .part-hand .card strong").all_inner_texts()
        assert second != first
        # After a reload the screen must be passed again.
        page.reload()
        expect(page.locator(".pass-screen")).to_be_visible()
        assert page.locator(".part-hand:visible").count() == 0


def test_takeback_at_a_practice_table(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        instant_speed(page)
        page.reload()
        page.click("[data-game=solitaire-tcg] .big")
        expect(page.locator(ACTIONS).first).to_be_visible()
        before = page.locator("plain-screen .state").inner_text()
        play_one(page)
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(".log p").last).to_have_text("Action taken back.")
        assert page.locator("plain-screen .state").inner_text() == before


def test_hint_lists_actions_and_plays_one(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        instant_speed(page)
        page.reload()
        page.click("[data-game=hidden-nim] .big")
        expect(page.locator(ACTIONS).first).to_be_visible(timeout=20_000)
        before = game_texts(page)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("dialog .hints li").first).to_be_visible(timeout=60_000)
        page.locator("dialog .hints button").first.click()
        wait_for_change(page, before)


def test_error_is_shown_near_the_board(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        page.click("[data-game=solitaire-tcg] .big")
        expect(page.locator(ACTIONS).first).to_be_visible()
        page.evaluate("document.querySelector('plain-screen').context.act('play nonsense')")
        expect(page.locator(".stage .notice")).to_be_visible()
        assert page.locator(".stage .notice").inner_text().strip()
        visitor.open("/table/aaaaaaaaaaaaaaaa")
        expect(page.locator(".notice")).to_have_text("Table not found.")
        # The browser logs the 404 response.
        visitor.complaints = [said for said in visitor.complaints if "404" not in said]


def test_only_changed_options_are_sent(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        panel = open_start_panel(page, "linkavel")
        page.click("dialog summary")
        page.fill('[name="option:lp"]', "3000")
        expect(page.locator("summary small")).to_have_text("1 changed")
        panel.get_by_role("radio", name="Friend, same screen").check()
        with page.expect_request("**/api/tables") as asked:
            panel.locator("button.primary").click()
        body = asked.value.post_data_json or {}
        assert body["options"] == {"deck.one": "light", "deck.two": "neutral", "lp": 3000, "mulligan": "on"}
        assert body["seats"] == ["me", "me"]
        expect(page.locator(".part-one dd").first).to_have_text("3000")


def test_language_is_detected_and_can_be_changed(browser: Browser, site: Server) -> None:
    with Reader(browser, site, language="ja-JP") as visitor:
        page = visitor.open()
        expect(page.locator("[data-game=catalyst] h2")).to_have_text("カタリスト・リアクション")
        assert page.evaluate("document.documentElement.lang") == "ja"
        page.click("[data-game=linkavel] .big")
        expect(page.locator(ACTIONS).last).to_be_visible()
        expect(page.locator(ACTIONS, has_text="初期手札をキープする")).to_be_visible()
        page.get_by_role("button", name="English").click()
        expect(page.locator(ACTIONS, has_text="Keep the opening hand")).to_be_visible()
        page.reload()
        expect(page.locator(ACTIONS, has_text="Keep the opening hand")).to_be_visible()


def test_every_text_exists_in_both_languages(browser: Browser, site: Server) -> None:
    with Reader(browser, site) as visitor:
        page = visitor.open()
        start = str(page.get_attribute('script[type="module"]', "src")).removesuffix("main.js")
        keys = page.evaluate(
            "async (start) => [Object.keys((await import(start + 'frame/words_en.js')).en),"
            " Object.keys((await import(start + 'frame/words_ja.js')).ja)]",
            start,
        )
        assert keys[0] == keys[1]
