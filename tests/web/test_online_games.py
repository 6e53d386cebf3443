"""Online games of Card Othello in two browsers: connection losses, reloads, a killed server and hidden cards."""

import re
from pathlib import Path

from browser import Server
from players_page import Othello, Player, unlimited_server
from playwright.sync_api import Browser, Page, expect

import tefuda

CARDS = {card.id: card.name for card in tefuda.game("card-othello").texts.cards()}
BOARD = "all => all.map(one => one.ariaLabel.split(', ').slice(0, 2).join(' '))"
PEEKS = ("use CONDEMN_WILL", "use STEAL_CARD")
"""Cards that reveal a hand legitimately."""


class Careful(Othello):
    """Uses cards, but none that reveals the opponent's hand."""

    def choose(self, legal: list[str]) -> str:
        return super().choose([one for one in legal if one not in PEEKS])


def invite_by_link(host: Player, guest: Player, name: str = "") -> None:
    """Two players at one table."""
    host.start("card-othello", "Friend online")
    link = host.page.locator(".waiting input")
    expect(link).to_be_visible()
    guest.page.goto(link.input_value())
    guest.page.locator("input[name=name]").fill(name)
    guest.page.get_by_role("button", name="Join game").click()
    for player in (host, guest):
        player.wait_for_start()
        expect(player.page.locator(".waiting")).to_have_count(0)


def board(page: Page) -> list[str]:
    found: list[str] = page.locator(".co-cell").evaluate_all(BOARD)
    return found


def play_actions(players: list[Player], count: int) -> None:
    """Play actions; all pages show the same board after each."""
    for _ in range(count):
        players[0].wait(lambda: any(one.now.get("legal") for one in players), "no player to act")
        mover = next(one for one in players if one.now.get("legal"))
        Careful(mover).turn()
        for one in players:
            check_same_board(one, mover)


def check_same_board(one: Player, mover: Player) -> None:
    one.wait(lambda: bool(one.now.get("number") == mover.now["number"]), "another page heard nothing")
    one.wait(lambda: board(one.page) == board(mover.page), "another page shows something else")


def hidden_cards(reader: Player, holder: Player) -> set[str]:
    """Return the cards in one player's hand that the other cannot know."""
    return set(holder.now["view"]["hand"]) - visible_cards(reader)


def visible_cards(player: Player) -> set[str]:
    """Return the cards in all views that a player received: hand, discards, revealed and offered cards (CO-13.2)."""
    found: set[str] = set()
    for view in player.views:
        discarded = [card for pile in view["discard"].values() for card in pile]
        found |= {*(view["hand"] or []), *view["shown"], *(view["choice"] or {}).get("cards", []), *discarded}
    return found


def cards_in_page(reader: Player, cards: set[str]) -> list[str]:
    """Return the cards that a browser received in a frame or shows on its page."""
    heard = "\n".join(reader.frames) + reader.page.content()
    return [card for card in sorted(cards) if re.search(rf"\b{card}\b|\b{CARDS[card].en}\b|{CARDS[card].ja}", heard)]


def test_pages_never_contain_the_opponents_hand(browser: Browser, site: Server) -> None:
    with Player(browser, site) as host, Player(browser, site) as guest, Player(browser, site) as spectator:
        invite_by_link(host, guest, "Sakura")
        # The host's page has waited for this deal and this opponent.
        card = CARDS[host.now["view"]["hand"][0]].en
        assert host.page.locator(".log p").all_inner_texts() == ["Black's turn.", f"Black draws {card}."]
        expect(host.page.locator(".co-white .co-name")).to_have_text("Sakura")
        spectator.open(host.page.url.removeprefix(site.address))
        spectator.wait_for_table()
        expect(spectator.page.locator(".status")).to_contain_text("You are watching.")
        expect(host.page.locator(".watchers")).to_have_text("1")
        hidden = 0
        for _ in range(12):
            play_actions([host, guest, spectator], 1)
            for reader, holder in ((host, guest), (guest, host), (spectator, host), (spectator, guest)):
                cards = hidden_cards(reader, holder)
                hidden += len(cards)
                assert cards_in_page(reader, cards) == []
            assert spectator.now["legal"] == []
            assert spectator.page.locator(".co-place, .co-target, .co-hand:visible").count() == 0
        assert hidden > 40
        # The check itself works: it finds the player's own cards.
        assert len(cards_in_page(host, set(host.now["view"]["hand"]))) == len(set(host.now["view"]["hand"]))


def test_reload_connection_loss_resignation_and_rematch(browser: Browser, site: Server) -> None:
    with Player(browser, site, outage=True) as host, Player(browser, site, outage=True) as guest:
        invite_by_link(host, guest)
        players = [host, guest]
        play_actions(players, 3)
        before = guest.page.locator(".log").first.inner_text().splitlines()
        guest.page.reload()
        guest.wait_for_table()
        expect(guest.page.locator(".co-cell").first).to_be_visible()
        expect(guest.page.locator(".co-last")).to_have_count(1)
        assert guest.page.locator(".log").first.inner_text().splitlines()[-len(before) :] == before
        play_actions(players, 3)

        # One player is offline; missed events are shown after reconnecting.
        players[0].wait(lambda: any(one.now.get("legal") for one in players), "no player to act")
        mover, other = (host, guest) if host.now.get("legal") else (guest, host)
        seen = other.now["number"]
        other.context.set_offline(True)
        expect(other.page.locator(".banner")).to_have_text("Connection lost. Reconnecting…", timeout=60_000)
        expect(mover.page.locator(".dot.off")).to_have_count(1, timeout=60_000)
        Careful(mover).turn()
        assert mover.now["number"] > seen
        other.context.set_offline(False)
        expect(other.page.locator(".banner")).to_be_hidden(timeout=30_000)
        play_actions(players, 3)

        host.use_menu("Send an emote")
        host.page.locator("dialog[open]").get_by_role("button", name="Nice move!").click()
        expect(guest.page.locator(".bubble", has_text="Nice move!")).to_be_visible()
        guest.resign()
        expect(guest.page.locator("dialog[open] h2")).to_have_text("You lose")
        expect(host.page.locator("dialog[open] h2")).to_have_text("You win!")
        first, seats = host.table, [one.now["seat"] for one in players]
        for one in players:
            one.page.locator("dialog[open]").get_by_role("button", name="Rematch").click()
        for one in players:
            one.page.wait_for_url(lambda address: "/table/" in address and first not in address)
            one.wait_for_table()
        assert host.table == guest.table
        assert [one.now["seat"] for one in players] == seats[::-1]
        play_actions(players, 2)


def test_server_restart_resumes_the_game(browser: Browser, tmp_path: Path) -> None:
    with (
        unlimited_server(tmp_path) as site,
        Player(browser, site, outage=True) as host,
        Player(browser, site, outage=True) as guest,
    ):
        invite_by_link(host, guest)
        players = [host, guest]
        play_actions(players, 4)
        for one in players:
            one.page.evaluate("globalThis.sameDocument = true")
        before, number = board(host.page), host.now["number"]
        site.kill()
        for one in players:
            expect(one.page.locator(".banner")).to_have_text("Connection lost. Reconnecting…")
        site.start()
        for one in players:
            expect(one.page.locator(".banner")).to_be_hidden(timeout=60_000)
            one.wait_for_table()
            assert one.now["number"] == number
            assert board(one.page) == before
        play_actions(players, 4)
        for one in players:
            assert one.page.evaluate("globalThis.sameDocument") is True
