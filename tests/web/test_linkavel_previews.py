"""LinkaVel's screen: previews of battles, confirmed costs, hints and explanations, by mouse, keys and long press."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from browser import Server, Visitor, resize
from linkavel_page import Stage
from playwright.sync_api import Browser, Page, expect

from tefuda.core.match import Match
from tefuda.games.linkavel.game import GAME

PRESS_MS = 700
SIDE = {"lp": 4000, "deck": ["anvil_lynx"] * 8}
BATTLE: dict[str, Any] = {
    "turn_number": 3,
    "phase": "battle",
    "one": {**SIDE, "monsters": ["furnace_ox", "anvil_lynx"], "hand": ["brand_gladiator"]},
    "two": {**SIDE, "monsters": ["anvil_lynx", "furnace_ox"], "trash": ["anvil_lynx"]},
}
MAIN: dict[str, Any] = {
    "turn_number": 3,
    "one": {**SIDE, "monsters": ["furnace_ox"], "hand": ["brand_gladiator", "anvil_lynx", "second_shift"]},
    "two": SIDE,
}


@pytest.fixture
def stage(browser: Browser, site: Server) -> Iterator[Stage]:
    with Visitor(browser, site) as visitor:
        visitor.open("/cards/linkavel")
        yield Stage(visitor)


def start(position: dict[str, Any]) -> Match:
    return Match(GAME, 3, position=position)


def spot(page: Page, name: str) -> Any:
    return page.locator(f'linkavel-screen [data-spot="{name}"]').first


def press(page: Page, selector: str) -> None:
    """Press an element with a finger for a long time."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    point = {"x": box["x"] + 14, "y": box["y"] + 14}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(PRESS_MS)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def marked(page: Page, kind: str) -> list[str]:
    """Return the slots with a class."""
    found: list[str] = page.eval_on_selector_all(f".lv-slot.{kind}", "all => all.map(one => one.dataset.place)")
    return found


def test_attacker_clicked_during_an_attack_is_chosen_after_it(stage: Stage) -> None:
    """On phones, the click opened the details of the card over the board."""
    page = stage.page
    match = start({**BATTLE, "two": {**SIDE, "monsters": []}})
    stage.show_match(match)
    resize(page, 390, 844)
    spot(page, "m1").click(position={"x": 12, "y": 12})
    spot(page, "lp").click()
    (action,) = stage.acts()
    spot(page, "m2").click(position={"x": 12, "y": 12})
    expect(page.locator("dialog[open]")).to_have_count(0)
    match.play(0, match.ply, action)
    stage.push_match(match)
    expect(spot(page, "m2")).to_have_class(re.compile("lv-chosen"))
    assert stage.acts() == [action]


def test_battle_preview_on_hover_focus_and_long_press(stage: Stage) -> None:
    """The target says who is destroyed and the damage; nothing is played."""
    page = stage.page
    stage.show_match(start(BATTLE))
    tooltip = page.locator(".tooltip:popover-open")
    spot(page, "m1").click(position={"x": 12, "y": 12})
    spot(page, "opp.m1").hover(position={"x": 12, "y": 12})
    win = "Power 1300 against 650. Anvil Lynx is destroyed. Your opponent takes 650 damage (3350 LP left)."
    expect(tooltip).to_contain_text(win)
    assert marked(page, "lv-doomed") == ["two.m1"]
    expect(page.locator(".lv-plate[data-side=foe] .lv-hurt")).to_be_visible()
    page.mouse.move(3, 3)
    expect(tooltip).to_have_count(0)
    assert marked(page, "lv-doomed") == []
    page.keyboard.press("Tab")
    spot(page, "opp.m2").focus()
    expect(tooltip).to_contain_text("Both monsters are destroyed. No damage.")
    assert sorted(marked(page, "lv-doomed")) == ["one.m1", "two.m2"]
    spot(page, "m2").click(position={"x": 12, "y": 12})
    press(page, '[data-spot="opp.m2"]')
    expect(tooltip).to_contain_text("You take 650 damage (3350 LP left).")
    assert marked(page, "lv-doomed") == ["one.m2"]
    assert (stage.acts(), stage.descriptions) == ([], 1)


def test_losing_attacks_are_marked_and_confirmed(stage: Stage) -> None:
    """Targets show the result of the attack. One that only loses something is neither lit nor played without asking."""
    page = stage.page
    stage.show_match(start(BATTLE))
    spot(page, "m1").click(position={"x": 12, "y": 12})
    expect(page.locator(".lv-result")).to_have_text(["Win", "Trade"])
    spot(page, "m2").click(position={"x": 12, "y": 12})
    expect(page.locator(".lv-result")).to_have_text(["Trade", "Loss"])
    assert marked(page, "lv-lit.lv-risky") == ["two.m2"]
    expect(spot(page, "opp.m2").locator(".visually-hidden")).to_contain_text("Loss")
    spot(page, "opp.m2").click(position={"x": 12, "y": 12})
    expect(page.locator(".lv-ask")).to_contain_text(
        "Power 650 against 1300. Your Anvil Lynx is destroyed. You take 650"
    )
    expect(page.locator(".lv-confirm")).to_have_text("Attack anyway")
    page.get_by_role("button", name="Cancel").click()
    assert stage.acts() == []
    spot(page, "m2").click(position={"x": 12, "y": 12})
    spot(page, "opp.m2").click(position={"x": 12, "y": 12})
    page.locator(".lv-confirm").click()
    assert stage.acts() == ["attack 2>2"]


def test_costs_are_confirmed(stage: Stage) -> None:
    """A higher monster is never paid silently; the only payment of the asked level is."""
    page = stage.page
    confirm = page.locator(".lv-confirm")
    stage.show_match(start(MAIN))
    spot(page, "hand:brand_gladiator").click(position={"x": 12, "y": 12})
    spot(page, "m2").click(position={"x": 12, "y": 12})
    expect(confirm).to_be_focused()
    assert marked(page, "lv-lit.lv-risky") == []
    expect(page.locator(".lv-ask")).to_have_text(
        "Summon Brand Gladiator to the middle slot. Cost: Furnace Ox (level 3)."
    )
    assert marked(page, "lv-paying") == ["one.m1"]
    page.keyboard.press("Escape")
    expect(confirm).to_have_count(0)
    assert (stage.acts(), marked(page, "lv-paying")) == ([], [])
    spot(page, "hand:brand_gladiator").click(position={"x": 12, "y": 12})
    spot(page, "m1").click(position={"x": 12, "y": 12})
    confirm.click()
    assert stage.acts() == ["summon brand_gladiator@1"]
    stage.show_match(start({**MAIN, "one": {**MAIN["one"], "monsters": ["anvil_lynx"]}}))
    spot(page, "hand:brand_gladiator").click(position={"x": 12, "y": 12})
    spot(page, "m2").click(position={"x": 12, "y": 12})
    page.wait_for_function("() => stage.acts.length === 1")
    assert stage.acts() == ["summon brand_gladiator@2"]


HINTS = [
    {
        "action": f"summon anvil_lynx@{slot}",
        "text": {"en": f"summon Anvil Lynx to the {side} slot", "ja": ""},
        "chance": n,
    }
    for slot, side, n in ((2, "middle", 0.634), (3, "right", 0.63))
] + [{"action": "end", "text": {"en": "end the turn", "ja": ""}, "chance": 0.41}]


def test_hints_and_mulligan_in_the_prompt(stage: Stage) -> None:
    """A hint is sorted and labelled, and goes when another card is picked. The opening hand can be exchanged."""
    page = stage.page
    said = page.locator(".lv-ask")
    stage.show_match(start(MAIN))
    page.evaluate("(hints) => document.querySelector('linkavel-screen').showHint(hints, {})", HINTS)
    hint = "Hint: summon Anvil Lynx to the middle slot. It costs nothing and has power 650."
    expect(said).to_have_text(
        f"{hint} Anvil Lynx is selected. Now choose the middle slot. "
        "Chance to win against an equal opponent: 63%. Next best: end the turn (41%)."
    )
    spot(page, "hand:second_shift").click(position={"x": 12, "y": 12})
    expect(said).not_to_contain_text("Hint")
    expect(page.locator(".lv-hint")).to_have_count(0)
    stage.show_match(Match(GAME, 0, {"mulligan": "on"}))
    expect(said).to_contain_text("Exchange your opening hand once?")
    expect(page.locator(".lv-hand > .lv-held")).to_have_count(6)
    expect(page.get_by_role("button", name="Keep hand")).to_be_visible()
    # On a phone the hint replaces the rest of the question, so nothing is cut off.
    before = page.viewport_size or {"width": 1280, "height": 800}
    resize(page, 390, 844)
    answers = [
        {"action": "no", "text": {"en": "keep the opening hand", "ja": "初期手札をキープする"}, "chance": 0.54},
        {"action": "yes", "text": {"en": "exchange the opening hand", "ja": "初期手札を引き直す"}, "chance": 0.53},
    ]
    page.evaluate("(hints) => document.querySelector('linkavel-screen').showHint(hints, {})", answers)
    expect(said).to_contain_text("Next best: exchange the opening hand (53%).")
    assert said.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    resize(page, before["width"], before["height"])
    page.get_by_role("button", name="Exchange hand").click()
    assert stage.acts() == ["yes"]


EXPLAINED = {
    ".lv-plate[data-side=own] .lv-lp": "A player with 0 LP loses.",
    ".lv-plate[data-side=foe] .lv-backs": "Above 10, cards are discarded",
    ".lv-plate[data-side=own] .lv-deck": "one at the start of each turn",
    ".lv-plate[data-side=foe] .lv-trash": "Used, paid and destroyed cards.",
    ".lv-turn": "through the five phases",
    "[data-phase=draw]": "but not on turn 1",
    "[data-phase=battle]": "may attack once",
    "[data-phase=end]": "above the hand limit",
}


def test_everything_explains_itself(stage: Stage) -> None:
    """Counters, piles and phases have tooltips; cards have them where there is no room for the panel."""
    page = stage.page
    tooltip = page.locator(".tooltip:popover-open")
    stage.show_match(start(BATTLE))
    for selector, text in EXPLAINED.items():
        page.keyboard.press("Tab")
        page.locator(selector).focus()
        expect(tooltip).to_contain_text(text)
    page.locator(".lv-turn").hover()
    expect(tooltip).to_contain_text(EXPLAINED[".lv-turn"])
    spot(page, "hand:brand_gladiator").hover()
    expect(page.locator(".lv-aside .lv-terms")).to_contain_text("You decide when to use it, usually once per turn.")
    expect(page.locator(".lv-hand .lv-cost")).to_have_text("Lv1×1")
    expect(page.locator(".lv-hand .lv-class")).to_have_text("Activated")
    page.set_viewport_size({"width": 390, "height": 844})
    press(page, ".lv-plate[data-side=own] .lv-deck")
    expect(tooltip).to_contain_text(EXPLAINED[".lv-plate[data-side=own] .lv-deck"])
    press(page, '[data-spot="hand:brand_gladiator"]')
    expect(tooltip).to_contain_text("Summon condition: send this many of your monsters")
    assert (page.locator("dialog[open]").count(), stage.acts()) == (0, [])


NEXT_FRAMES = "() => new Promise((done) => drawFrame(() => drawFrame(done)))"
"""Waits for two frames, in which the browser tells what is under a resting mouse."""


def test_resting_mouse_opens_no_tooltip(stage: Stage) -> None:
    """A tooltip opens after the mouse has moved, not when what is under it changes; it closes with the next event."""
    page = stage.page
    tooltip = page.locator(".tooltip:popover-open")
    page.evaluate("() => { globalThis.drawFrame = requestAnimationFrame.bind(globalThis); }")
    page.clock.install()
    match = start(BATTLE)
    stage.show_match(match)
    spot(page, "m1").click(position={"x": 12, "y": 12})
    box = spot(page, "opp.m1").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 12, box["y"] + 12)
    page.clock.run_for(1000)
    expect(tooltip).to_contain_text("Anvil Lynx is destroyed.")
    page.mouse.down()
    page.mouse.up()
    assert stage.acts() == ["attack 1>1"]
    match.play(match.seat, match.ply, "attack 1>1")
    for show in (stage.push_match, stage.show_match):
        show(match)
        expect(spot(page, "opp.m1")).to_have_class(re.compile("lv-empty"))
        page.evaluate(NEXT_FRAMES)
        page.clock.run_for(1000)
        expect(tooltip).to_have_count(0)
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.clock.run_for(1000)
    expect(tooltip).to_have_text("Empty slotRoom for a monster. Each player has three slots.")
