"""The end of a one-player game shows the number of plays and the par."""

import json

import httpx
from browser import Server, module_address
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
        expect(line).to_have_text(
            f"Plays: 1. Par, the fewest plays that win this deal, is {found['par']}.", timeout=60_000
        )


def test_hints_are_no_reproach_after_a_long_win(browser: Browser, site: Server) -> None:
    """A win over par says that hints aim for a win; par alone would blame a player who followed them."""
    with Player(browser, site) as player:
        player.open("/settings")
        shown = player.page.evaluate(
            """async (module) => {
              const { endActions } = await import(module);
              const body = JSON.stringify({ par: 4, fewest: null, verdict: "WIN" });
              window.fetch = async () => new Response(body);
              const seats = [{ kind: "human", name: null, title: { en: "Player", ja: "プレイヤー" } }];
              const lines = [];
              for (const [outcome, plays] of [[1, 9], [1, 4], [0, 9]]) {
                const table = { id: "x", seats, outcomes: [outcome], plays, ply: plays, daily: null, puzzle: null };
                const none = { again: null, takeback: null, sameDeal: null, rematch: null, rematchSeats: [], own: [0] };
                const box = endActions(table, { levels: 0 }, none);
                await new Promise((done) => setTimeout(done, 100));
                lines.push(box.querySelector(".score").textContent);
              }
              return lines;
            }""",
            module_address(player.page, "pages/game_result.js"),
        )
    assert shown[0].startswith("Plays: 9. Par, the fewest plays that win this deal, is 4. ")
    assert "Hints aim for a win" in shown[0]
    assert shown[1:] == [
        "Plays: 4. Par, the fewest plays that win this deal, is 4.",
        "Plays: 9. Par, the fewest plays that win this deal, is 4.",
    ]
