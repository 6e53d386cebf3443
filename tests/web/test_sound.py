"""Sounds: what is played, when, and how loud. The tests record the frequencies that the page schedules."""

import pytest
from browser import Server, module_address
from players_page import Catalyst, Othello, Player
from playwright.sync_api import Browser, Page, expect
from solitaire_page import Solitaire

RECORD = """{
  window.heard = [];
  const { setValueAtTime } = AudioParam.prototype;
  AudioParam.prototype.setValueAtTime = function (value, at) {
    if (value > 20) window.heard.push(value);
    return setValueAtTime.call(this, value, at);
  };
}"""
PLAY_EARLY = """document.addEventListener("DOMContentLoaded", async () => {
  const { src } = document.querySelector('script[type="module"]');
  (await import(src.replace("main.js", "frame/sound.js"))).playSound("place");
  console.log("early");
});"""
"""Plays a sound before the first click. `evaluate` would count as one."""
TURN, PLACE, CARD_PLAYED = 587, 2600, 4800
"""The first frequency of some sounds."""


def heard(page: Page) -> list[float]:
    """Return the frequencies since the last call."""
    found: list[float] = page.evaluate("() => window.heard.splice(0)")
    return found


@pytest.mark.parametrize("game", ["card-othello", "catalyst", "linkavel", "solitaire-tcg"])
def test_every_name_in_a_table_is_a_sound(browser: Browser, site: Server, game: str) -> None:
    with Player(browser, site) as player:
        page = player.open()
        names = page.evaluate(
            """async ([sound, table]) => {
              const { SOUNDS } = await import(sound);
              return Object.values((await import(table)).SOUNDS).filter((name) => !(name in SOUNDS));
            }""",
            [module_address(page, "frame/sound.js"), module_address(page, f"games/{game}/sounds.js")],
        )
        assert names == []


def test_silent_until_the_first_click(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.page.add_init_script(RECORD)
        player.page.add_init_script(PLAY_EARLY)
        with player.page.expect_console_message(lambda message: message.text == "early"):
            player.open()
        assert heard(player.page) == []
        player.start("card-othello")
        Othello(player).turn()
        player.wait(lambda: PLACE in heard(player.page), "no sound of a stone")


def test_mute_and_volume(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        page = player.page
        page.add_init_script(RECORD)
        player.start("card-othello")
        page.locator("[data-tool=sound]").click()
        volume = page.get_by_role("slider", name="Volume")
        expect(volume).to_have_value("50")
        volume.fill("80")
        assert page.evaluate("JSON.parse(localStorage['tefuda.settings']).volume") == 0.8
        assert TURN in heard(page)  # an example
        page.get_by_role("button", name="Mute").click()
        expect(volume).to_have_value("0")
        page.keyboard.press("Escape")
        expect(volume).to_be_hidden()
        Othello(player).turn()
        player.wait_for_turn()
        assert heard(page) == []
        page.reload()
        page.locator("[data-tool=sound]").click()
        expect(page.get_by_role("button", name="Mute")).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Mute").click()
        expect(volume).to_have_value("80")


def test_chime_only_after_the_opponent(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        player.page.add_init_script(RECORD)
        player.start("card-othello")
        player.wait_for_turn()
        heard(player.page)
        Othello(player).turn()
        player.wait(lambda: TURN in heard(player.page), "no chime")


def test_no_chime_after_own_plays_in_a_solo_game(browser: Browser, site: Server) -> None:
    with Solitaire(browser, site) as player:
        player.page.add_init_script(RECORD)
        player.start("solitaire-tcg")
        player.wait_for_turn()
        found = heard(player.page)
        for _ in range(3):
            player.turn()
            player.wait_for_turn()
        player.wait_until_shown()
        found += heard(player.page)
        assert CARD_PLAYED in found
        assert TURN not in found


def test_sounds_of_an_animated_game_and_its_end(browser: Browser, site: Server) -> None:
    with Player(browser, site, speed=4) as player:
        player.page.add_init_script(RECORD)
        player.start("catalyst")
        player.wait_for_turn()
        Catalyst(player).turn()
        player.wait(lambda: CARD_PLAYED in heard(player.page), "no sound of a card")
        player.resign()
        player.wait(lambda: 392 in heard(player.page), "no sound of a defeat")
