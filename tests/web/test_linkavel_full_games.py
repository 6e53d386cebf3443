"""Full games of LinkaVel: by mouse, keyboard, dragging, online and on one screen."""

import json
import re
from typing import Any

from browser import Server
from linkavel_page import LinkaVel, LinkaVelByKeys, as_told, begin, shown
from players_page import Player, middle, tab_to
from playwright.sync_api import Browser, Page, expect

import tefuda

ALIKE = (".lv-hand .lv-chosen", ".lv-ghost")


def test_full_game_by_mouse_against_the_cpu(browser: Browser, site: Server) -> None:
    """At every step the offered actions are the legal ones, and the screen shows the view."""
    with Player(browser, site) as player:
        begin(player, options={"lp": 2000})
        page = player.page
        game = LinkaVel(player)
        while not player.over:
            player.wait_for_turn()
            if player.over:
                break
            view = player.now["view"]
            game.offered()
            if not page.locator(".lv-tray:visible").count():
                assert shown(page) == as_told(view)
            game.turn()
        expect(page.locator("dialog[open] h2")).to_have_text(re.compile(r"You (win!|lose)|Draw"))
        page.keyboard.press("Escape")
        view = player.now["view"]
        verdict = {view["seat"]: "Victory!", "draw": "Draw"}.get(view["result"], "Defeat")
        expect(page.locator(".lv-ask")).to_have_text(verdict)
        expect(page.locator(".lv-turn")).to_contain_text("Game over")
        assert shown(page) == as_told(view)
        # The end actions are still there after a reload.
        page.reload()
        page.locator("dialog[open] .ending a[href*=replay]").click()
        expect(page.locator(".lv-plate[data-side=foe] .lv-who")).to_have_text("Beginner CPU")
        verbs = {one.split(" ")[0] for one in game.done}
        assert {"summon", "battle"} <= verbs


def test_full_game_by_keyboard(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        begin(player)
        game = LinkaVelByKeys(player)
        page = player.page
        game.turn()
        # Keyboard users can read every card and cancel a choice.
        player.wait_for_turn()
        if not player.over and not player.now["view"]["asked"]:
            tab_to(page, ".lv-held")
            page.keyboard.press("d")
            expect(page.locator("dialog[open] .lv-face")).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.locator("dialog[open]")).to_have_count(0)
        game.play_out()
        expect(page.locator("dialog[open] h2")).to_be_visible()


def test_drag_to_summon_and_drop_outside(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        begin(player, deal={"seed": "3"})
        player.wait_for_turn()
        page = player.page
        game = LinkaVel(player)
        legal = game.offered()
        summon = next(one for one in legal if one.startswith("summon "))
        card, slot = summon.removeprefix("summon ").split("@")
        held = f'.lv-hand [data-spot="hand:{card}"] >> nth=0'
        number = player.now["number"]
        for target in (".lv-turn", f'[data-spot="m{slot}"]'):
            assert player.now["number"] == number
            page.mouse.move(*middle(page, held))
            page.mouse.down()
            page.mouse.move(*middle(page, target), steps=5)
            expect(page.locator(".lv-ghost")).to_have_count(1)
            # The drag image looks like the card.
            likeness = [page.locator(f"{one} .lv-art").first.evaluate("one => one.offsetWidth") for one in ALIKE]
            assert abs(likeness[0] - likeness[1]) <= 2
            page.mouse.up()
            expect(page.locator(".lv-ghost, .lv-chosen, .lv-over")).to_have_count(0)
        player.wait_for_update(number)
        player.wait_for_turn()
        expect(page.locator(f'[data-spot="m{slot}"] .lv-mini')).to_be_visible()


def test_online_game_with_reload_hides_cards(browser: Browser, site: Server) -> None:
    """Two players and a spectator; no page or frame contains another player's hand."""
    with Player(browser, site) as one, Player(browser, site) as two, Player(browser, site) as third:
        begin(one, seats=["me", "open"], options={})
        two.open(f"/table/{one.table}")
        two.page.get_by_role("button", name="Join game").click()
        two.wait(lambda: two.now.get("seat") == 1, "no seat")
        one.wait_for_start()
        third.open(f"/table/{one.table}")
        third.wait(lambda: third.now.get("status") == "playing", "nothing to see")
        players = {0: one, 1: two}
        games = {seat: LinkaVel(player) for seat, player in players.items()}
        hidden: dict[int, set[str]] = {0: set(), 1: set()}
        for step in range(16):
            one.wait(lambda: one.over or one.now["number"] == two.now["number"] == third.now["number"], "not in step")
            if one.over:
                break
            seat = one.now["turn"]
            for other, player in players.items():
                hand = set(player.now["view"]["hand"])
                view = player.now["view"]
                public = {*view["one"]["shown"], *view["two"]["shown"], *public_cards(view)}
                hidden[1 - other] = hand - public - set(players[1 - other].now["view"]["hand"])
            for other, player in players.items():
                assert not hidden[other] & cards_in_page(player.page), "a hidden card is in the other's page"
            assert not (hidden[0] | hidden[1]) & cards_in_page(third.page), "a hidden card is in a spectator's page"
            assert third.page.locator("[data-act], [data-ways], .lv-held").count() == 0
            if step == 7:
                one.page.reload()
                one.wait_for_table()
                one.wait(lambda: one.now.get("number") == two.now["number"], "not back")
                expect(one.page.locator(".lv-plate").first).to_be_visible()
                one.wait(lambda: shown(one.page) == as_told(one.now["view"]), "another table after the reload")
            games[seat].turn()
        assert one.now["ply"] >= 12
        assert all(view["hand"] == [] for view in third.views)


def public_cards(view: dict[str, Any]) -> set[str]:
    """The public cards."""
    things = [thing for seat in ("one", "two") for zone in ("monsters", "magics") for thing in view[seat][zone]]
    return {thing["card"] for thing in things if thing} | {*view["one"]["trash"], *view["two"]["trash"]}


def cards_in_page(page: Page) -> set[str]:
    """Return every card id in the elements of the screen."""
    html: str = page.locator("linkavel-screen").evaluate("screen => screen.outerHTML")
    return set(re.findall(r"[a-z0-9_]+", html)) & {card.id for card in tefuda.game("linkavel").texts.cards()}


def test_two_players_on_one_screen_in_japanese(browser: Browser, site: Server) -> None:
    """The screen is passed between the players; only the own hand is visible."""
    with Player(browser, site, seats=2, language="ja-JP") as player:
        begin(player, seats=["me", "me"], deal={"seed": "4"})
        page = player.page
        game = LinkaVel(player)
        hands: list[list[str]] = []
        for _ in range(3):
            player.wait_for_turn()
            while player.now["view"]["asked"]:
                game.turn()
            game.offered()
            hands.append(shown(page)["hand"])
            assert hands[-1] == player.now["view"]["hand"]
            expect(page.locator(".lv-middle:visible")).to_contain_text("あなたのターン")
            assert not re.search(r"[A-Za-z]{4,}", page.locator("linkavel-screen:visible .lv-prompt").inner_text())
            before = player.now["number"]
            LinkaVelByKeys(player).act("end")
            player.wait_for_update(before)
            expect(page.locator(".pass-screen")).to_be_visible()
            assert page.locator(".lv-held:visible").count() == 0
            page.locator(".pass-screen button").click()
        assert set(hands[0]) != set(hands[1])


def test_piles_can_be_opened(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        begin(player, deal={"seed": "5"}, options={})
        page = player.page
        game = LinkaVel(player)
        player.wait_for_turn()
        seat = player.now["view"]["seat"]
        while not player.now["view"][seat]["trash"]:
            game.turn()
            player.wait_for_turn()
        view = player.now["view"]
        game.offered()
        other = "two" if seat == "one" else "one"
        for side, pile, wanted in (
            ("own", "deck", view["unseen"][seat]),
            ("foe", "deck", view["unseen"][other]),
            ("own", "trash", view[seat]["trash"]),
        ):
            page.locator(f".lv-plate[data-side={side}] .lv-{pile}").click()
            cards = page.locator("dialog[open] .lv-opened > li")
            found = cards.evaluate_all("all => all.map(one => one.dataset.look)")
            assert sorted(found) == sorted(set(wanted))
            cards.first.locator("button").click()
            expect(page.locator("dialog[open] .lv-face")).to_be_visible()
            page.locator("dialog[open] .lv-button").click()
            expect(cards.first.locator("button")).to_be_focused()
            page.keyboard.press("Escape")
            expect(page.locator("dialog[open]")).to_have_count(0)


def test_hint_is_played_and_takeback_clears_it(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        begin(player, practice=True)
        player.wait_for_turn()
        game = LinkaVel(player)
        game.offered()
        page = player.page
        player.use_tool("Hint")
        expect(page.locator(".lv-hint").first).to_be_visible(timeout=60_000)
        expect(page.locator(".lv-ask")).to_contain_text("Hint: ")
        hint = [json.loads(frame) for frame in player.frames if '"type":"hint"' in frame.replace(" ", "")][-1]
        best = hint["actions"][0]["action"]
        before = player.now["number"]
        log = page.locator(".lv-log p")
        told = log.all_inner_texts()
        page.locator(f'linkavel-screen [data-act="{best}"].lv-hint:visible').first.click()
        player.wait_for_update(before)
        player.wait_for_turn()
        game.offered()
        assert log.all_inner_texts()[: len(told)] == told
        assert log.count() > len(told)
        player.use_tool("Take back")
        expect(log).to_have_text([*told, "Action taken back."])
