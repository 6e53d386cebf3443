"""The end of a one-player game shows the number of plays and the par."""

import json

import httpx
from browser import Server
from players_page import Catalyst, Player
from playwright.sync_api import Browser, expect

WISH = {"game": "catalyst", "seats": ["me"], "options": {"field_size": 3}, "deal": {"seed": "7"}}
"""A deal that is proved quickly."""


def test_par_is_shown_at_the_end(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        made = httpx.post(f"{site.address}/api/tables", json=WISH).json()
        table = made["table"]["id"]
        kept = json.dumps({table: {"game": "catalyst", "seats": made["seats"], "when": 1}})
        player.open("/settings")
        player.page.evaluate("(kept) => localStorage.setItem('tefuda.tables', kept)", kept)
        player.open(f"/table/{table}")
        player.wait_for_turn()
        Catalyst(player).turn()
        player.wait_for_turn()
        if not player.over:
            player.resign()
        line = player.page.locator("dialog[open] .score")
        expect(line).to_contain_text("Plays: 1.")
        found = httpx.get(f"{site.address}/api/tables/{table}/par", timeout=60).json()
        assert found["par"] > 0
        expect(line).to_have_text(f"Plays: 1. Par for this deal is {found['par']}.", timeout=60_000)
