"""LinkaVel: a refused card shows the reason that the server gives, in the language of the page."""

from typing import Any

import pytest
from browser import Server, module_address
from linkavel_page import LinkaVel, begin
from players_page import Player
from playwright.sync_api import Browser, expect

POSITION: dict[str, Any] = {
    "turn_number": 3,
    "cards": [
        {
            "id": "t_small",
            "name": {"en": "Small", "ja": "小"},
            "type": "normal_monster",
            "attribute": "fire",
            "level": 1,
            "power": 500,
        },
        {
            "id": "t_great",
            "name": {"en": "Great", "ja": "大"},
            "type": "normal_monster",
            "attribute": "fire",
            "level": 3,
            "power": 3000,
            "cost": {"level": 2, "count": 2},
        },
    ],
    "one": {"monsters": ["t_small"], "hand": ["t_great", "t_small"]},
    "two": {"monsters": ["t_small"]},
}
REFUSED: list[tuple[str, str, str, str, str]] = [
    (
        "",
        "hand:t_great",
        "cost",
        "Great costs Lv2×2; you don't have these monsters.",
        "《大》の召喚条件（Lv2×2体）が自分のフィールドにそろっていません。",
    ),
    ("", "m1", "phase", "Monsters attack in the battle phase.", "モンスターの攻撃はバトルフェイズに行います。"),
    ("", "draw", "phase", "Phases only go forward.", "フェイズは戻れません。"),
    (
        "summon t_small@2",
        "hand:t_great",
        "summoned",
        "You've used your normal summon this turn.",
        "このターンの通常召喚は済んでいます。",
    ),
    (
        "battle",
        "hand:t_great",
        "phase",
        "Cards are played from the hand in a main phase.",
        "手札のカードはメインフェイズに使います。",
    ),
]
"""An action before, the clicked item, and the reason."""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_refused_cards_show_the_reason_of_the_server(browser: Browser, site: Server, language: str) -> None:
    """Hand cards, a monster and a phase: the prompt shows the answer to `explain`; the next click clears it."""
    with Player(browser, site, language=language) as player:
        begin(player, seats=["me", {"cpu": 1}], options={}, **{"from": {"position": POSITION}})
        game, page = LinkaVel(player), player.page
        said = page.locator(".lv-ask")
        for action, item, code, en, ja in REFUSED:
            player.wait_for_turn()
            game.offered()
            if action:
                game.turn(action)
                player.wait_for_turn()
                game.offered()
            number = player.now["number"]
            target = f".lv-phase[data-phase={item}]" if item == "draw" else f'[data-spot="{item}"]:visible'
            page.locator(f"linkavel-screen {target}").first.click(position={"x": 10, "y": 10}, force=True)
            expect(said).to_have_text({"en": en, "ja": ja}[language])
            assert player.wait_for_reason(item) == {"code": code, "en": en, "ja": ja}
            page.locator(".lv-middle").click(position={"x": 3, "y": 3})
            expect(said).not_to_have_text({"en": en, "ja": ja}[language])
            assert player.now["number"] == number


def test_reason_follows_the_language(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        begin(player, seats=["me", {"cpu": 1}], options={}, **{"from": {"position": POSITION}})
        player.wait_for_turn()
        LinkaVel(player).offered()
        player.page.locator('[data-spot="hand:t_great"]').click(position={"x": 10, "y": 10})
        expect(player.page.locator(".lv-ask")).to_have_text(REFUSED[0][3])
        address = module_address(player.page, "frame/words.js")
        player.page.evaluate("(name) => import(name).then(({ setLanguage }) => setLanguage('ja'))", address)
        expect(player.page.locator(".lv-ask")).to_have_text(REFUSED[0][4])
