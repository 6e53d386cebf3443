"""Bots of the host as opponents: chosen in the start panel, shown by name, and what happens if one fails."""

import json
from pathlib import Path
from typing import Any

import pytest
from browser import Reader, open_start_panel
from exec_bots import write_bot
from players_page import unlimited_server
from playwright.sync_api import Browser, Request, expect


def requested_seats(request: Request) -> Any:
    body: Any = request.post_data_json
    return body["seats"]


def test_bot_is_chosen_and_fails(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = {"Crash Dummy": {"command": write_bot(tmp_path, "crash"), "games": ["card-othello"]}}
    monkeypatch.setenv("TEFUDA_BOTS", json.dumps(bots))
    with unlimited_server(tmp_path) as site, Reader(browser, site) as visitor:
        page = visitor.open()
        panel = open_start_panel(page, "linkavel")
        expect(panel.get_by_role("radio", name="Master")).to_have_count(1)
        expect(panel.get_by_role("radio", name="Crash Dummy")).to_have_count(0)
        page.keyboard.press("Escape")
        panel = open_start_panel(page, "card-othello")
        panel.get_by_role("radio", name="Crash Dummy").check()
        panel.get_by_role("radio", name="White", exact=True).check()
        with page.expect_request("**/api/tables") as asked:
            panel.locator("[type=submit]").click()
        assert requested_seats(asked.value) == [{"bot": "Crash Dummy"}, "me"]
        page.wait_for_url("**/table/*")
        expect(page.locator(".players")).to_contain_text("Crash Dummy")
        expect(page.get_by_text("Crash Dummy stopped working and loses.").first).to_be_visible()
        # Another game has the same opponent.
        with page.expect_request("**/api/tables") as asked:
            page.get_by_role("button", name="Play again").first.click()
        assert requested_seats(asked.value) == [{"bot": "Crash Dummy"}, "me"]
        page = visitor.open()
        expect(page.locator("[data-game=card-othello] .choices")).to_have_text("Crash Dummy")
        assert json.loads(page.evaluate("localStorage['tefuda.settings']"))["level"] == 2
