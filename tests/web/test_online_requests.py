"""Requests between two players online: takebacks, and the claim of a win when the opponent has left."""

from pathlib import Path

import pytest
from browser import Server
from players_page import Othello, Player, invite, unlimited_server
from playwright.sync_api import Browser, expect

BOARD = "all => all.map(one => one.ariaLabel)"


def place(mover: Player, other: Player) -> None:
    """Place a stone; both pages get it."""
    mover.wait_for_turn()
    Othello(mover).turn(next(one for one in mover.now["legal"] if one.startswith("place ")))
    other.wait(lambda: bool(other.now.get("number") == mover.now["number"]), "the other page heard nothing")


def board(player: Player) -> list[str]:
    found: list[str] = player.page.locator(".co-cell").evaluate_all(BOARD)
    return found


def test_takeback_is_declined_then_accepted(browser: Browser, site: Server) -> None:
    with Player(browser, site) as host, Player(browser, site) as guest, Player(browser, site) as spectator:
        invite(host, guest)
        first, second = (host, guest) if host.now.get("legal") else (guest, host)
        spectator.open(f"/table/{host.table}")
        spectator.wait_for_table()
        expect(first.page.locator("[data-tool=hint]")).to_be_hidden()
        expect(first.page.locator("[data-tool=takeback]")).to_be_disabled()
        start = board(first)
        place(first, second)
        first.use_tool("Take back")
        expect(first.page.locator(".offers")).to_contain_text("Takeback requested.")
        expect(first.page.locator("[data-tool=takeback]")).to_be_disabled()
        question = second.page.locator(".offers")
        expect(question).to_contain_text("Black asked to take back the last action.")
        expect(spectator.page.locator(".log p").last).to_have_text("Black asked to take back the last action.")
        expect(spectator.page.locator(".offers")).to_be_empty()
        second.page.reload()  # the question is still there
        expect(question.get_by_role("button")).to_have_count(2)
        tops = "all => all.map(one => one.getBoundingClientRect().top)"
        for width in range(340, 580, 30):
            second.page.set_viewport_size({"width": width, "height": 844})
            accept, decline = question.get_by_role("button").evaluate_all(tops)
            assert accept == decline, "the buttons are in one line on every phone"
        question.get_by_role("button", name="Decline").click()
        expect(first.page.locator(".stage .notice")).to_have_text("White declined the takeback.")
        expect(first.page.locator(".offers")).to_be_empty()
        expect(question).to_be_empty()

        second.wait_for_turn()
        place(second, first)
        first.page.keyboard.press("Control+z")
        question.get_by_role("button", name="Accept").click()
        for player in (first, second, spectator):
            player.wait(lambda player=player: player.now["ply"] == 0, "nothing was taken back")  # type: ignore[misc]
            expect(player.page.locator(".offers")).to_be_empty()
            expect(player.page.locator(".log p").last).to_have_text("Action taken back.")
        first.wait(lambda: board(first) == start, "another position")
        place(first, second)


def test_win_is_claimed_when_the_opponent_has_left(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEFUDA_CLAIM_SECONDS", "7")
    with (
        unlimited_server(tmp_path) as site,
        Player(browser, site) as host,
        Player(browser, site) as guest,
    ):
        invite(host, guest)
        title = ("White", "Black")[host.now["seat"]]
        address = guest.page.url
        guest.open("/settings")
        offer = host.page.locator(".offers")
        expect(offer).to_contain_text(f"{title} has left.")
        expect(offer).to_contain_text("You can claim the win in")
        guest.page.goto(address)
        expect(offer).to_be_empty()
        guest.open("/settings")
        offer.get_by_role("button", name="Claim win").click()
        expect(host.page.locator("dialog.result h2")).to_have_text("You win!")
        expect(host.page.locator("dialog.result .reason")).to_have_text(f"{title} left the game.")
        expect(host.page.locator(".co-prompt")).to_have_text(f"{title} left the game.")
        expect(offer).to_be_empty()
        guest.page.goto(address)
        expect(guest.page.locator("dialog.result h2")).to_have_text("You lose")
        expect(guest.page.locator("dialog.result .reason")).to_have_text(f"{title} left the game.")
