"""After the end of a solitaire the page says how many plays it took and had to take."""

from pathlib import Path

import httpx
from browser import browsing
from players_page import Catalyst, Player, quick_server
from playwright.sync_api import expect


def test_par_is_told_at_the_end(tmp_path: Path) -> None:
    with quick_server(tmp_path) as server, browsing() as browser, Player(browser, server) as player:
        player.start("catalyst")
        player.my_turn()
        Catalyst(player).turn()
        player.my_turn()
        player.resign()
        line = player.page.locator("dialog[open] .score")
        expect(line).to_contain_text("Plays: 1.")
        found = httpx.get(f"{server.address}/api/tables/{player.table}/par", timeout=60).json()
        assert found["par"] is not None
        expect(line).to_have_text(f"Plays: 1. Par for this deal is {found['par']}.")
