"""LinkaVel's screen: whose turn it is, the next phase, the steps of a hint, and the log."""

from collections.abc import Iterator
from typing import Any

import pytest
from browser import Server, Visitor, resize
from linkavel_page import LinkaVel, Stage, begin
from players_page import Player
from playwright.sync_api import Browser, Page, expect

from tefuda.core.match import Match
from tefuda.games.linkavel.game import GAME

SIDE: dict[str, Any] = {"lp": 4000, "deck": ["anvil_lynx"] * 8}
LANDSCAPE = (844, 390)
FITS = """() => {
  const prompt = document.querySelector(".lv-prompt").getBoundingClientRect();
  const within = (one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top >= prompt.top && bottom <= prompt.bottom && left >= prompt.left && right <= prompt.right;
  };
  const ask = document.querySelector(".lv-ask");
  const parts = [ask, ...document.querySelectorAll(".lv-prompt button")];
  return parts.every(within) && ask.scrollHeight <= ask.clientHeight + 1;
}"""
"""Whether the whole prompt is within its box."""


HIGHLIGHTED = """(phases) => {
  const found = [...document.querySelectorAll(".lv-phase.lv-next")].map((one) => one.dataset.phase);
  return document.querySelector(".lv-phase") && JSON.stringify(found) === JSON.stringify(phases);
}"""
PHASE_BOXES = """() => Array.from(document.querySelectorAll(".lv-phase"), (one) => {
  const { left, right } = one.getBoundingClientRect();
  return [left, right].map(Math.round);
})"""


@pytest.fixture
def stage(browser: Browser, site: Server) -> Iterator[Stage]:
    with Visitor(browser, site) as visitor:
        visitor.open("/cards/linkavel")
        yield Stage(visitor)


def position(
    phase: str = "main1", turn: int = 3, foe: dict[str, Any] | None = None, summoned: bool = False, **own: Any
) -> Match:
    """Return a position in which the first player acts."""
    sides = {"one": {**SIDE, **own}, "two": {**SIDE, **(foe or {})}}
    return Match(GAME, 3, position={"turn_number": turn, "phase": phase, "summoned": summoned, **sides})


def show_hint(page: Page, *hints: tuple[str, str, float]) -> None:
    given = [{"action": action, "text": {"en": text, "ja": text}, "chance": chance} for action, text, chance in hints]
    page.evaluate("(hints) => document.querySelector('linkavel-screen').showHint(hints, {})", given)


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("Opening hand", "You decide", "Your turn")),
        ("ja", ("初期手札", "あなたが選択中", "あなたのターン")),
    ],
)
def test_opening_exchange_belongs_to_no_turn(
    browser: Browser, site: Server, language: str, texts: tuple[str, str, str]
) -> None:
    """Header and board name the opening hand and who decides; the first turn begins after it."""
    opening, decides, turn = texts
    with Player(browser, site, language=language, width=1440, height=900) as player:
        begin(player, deal={"seed": "3"}, options={"mulligan": "on"})
        page = player.page
        player.wait_for_turn()
        game = LinkaVel(player)
        assert game.offered() == ["no", "yes"]
        expect(page.locator(".status")).to_have_text(f"{opening} · {decides}")
        expect(page.locator(".lv-turn")).to_have_text(f"{opening} {decides}")
        expect(page.locator(".player.turn .visually-hidden")).to_have_text(f"{opening} · {decides}")
        expect(page.locator(".lv-phase.lv-now")).to_have_count(0)
        assert decides in page.title()
        game.turn("no")
        player.wait_for_turn()
        game.offered()
        expect(page.locator(".lv-turn span")).to_have_text(turn)
        expect(page.locator(".lv-phase.lv-now")).to_have_count(1)


def test_hint_names_the_next_step_and_its_card_stays_chosen(stage: Stage) -> None:
    page = stage.page
    stage.show_match(position("battle", monsters=["anvil_lynx"], foe={"monsters": ["foam_sprite"]}))
    show_hint(page, ("attack 1>1", "attack Foam Sprite with Anvil Lynx", 0.6))
    said = page.locator(".lv-ask")
    step = "Anvil Lynx is selected. Now choose Foam Sprite."
    expect(said).to_contain_text(step)
    expect(page.locator('[data-spot="opp.m1"]')).to_have_class("lv-slot lv-m lv-lit lv-hint")
    # A newcomer chooses the attacker once more.
    page.locator('[data-spot="m1"]').click(position={"x": 12, "y": 12})
    expect(said).to_contain_text(step)
    page.locator('[data-spot="opp.m1"]').click(position={"x": 12, "y": 12})
    assert stage.acts() == ["attack 1>1"]
    assert page.locator("dialog[open]").count() == 0


def test_task_of_a_lesson_is_the_only_advice(stage: Stage) -> None:
    """With a task, no other phase is highlighted or suggested."""
    stage.show_match(position(monsters=["anvil_lynx"], hand=["slag_brute"]))
    expect(stage.page.locator(".lv-phase.lv-next")).to_have_attribute("data-phase", "battle")
    task = {"action": "summon slag_brute@1", "text": {"en": "", "ja": ""}, "chance": None}
    stage.page.evaluate("(task) => document.querySelector('linkavel-screen').showHint([task], {})", task)
    expect(stage.page.locator(".lv-phase.lv-next")).to_have_count(0)
    expect(stage.page.locator(".lv-ask")).to_have_text("You can summon a monster.")


def test_hint_gives_a_reason(stage: Stage) -> None:
    """The reason follows from the cards; the chance comes after it."""
    foe = {"monsters": ["foam_sprite"]}
    battle = position("battle", monsters=["anvil_lynx"], foe=foe)
    main = position(monsters=["anvil_lynx"], hand=["travel_rations", "slag_brute"], foe=foe)
    for match, action, reason in (
        (battle, "attack 1>1", "Power 650 against 400. Foam Sprite is destroyed."),
        (battle, "end", "No other play gains anything now."),
        (main, "battle", "Anvil Lynx (650) is stronger than Foam Sprite (400)."),
        (main, "magic travel_rations", "[On activation]"),
        (main, "summon slag_brute@1", "Cost: Anvil Lynx (level 1). Its power is 1000."),
        (
            position(hand=["coal_runner"]),
            "summon coal_runner@1",
            "Without a monster, your LP can be attacked directly.",
        ),
        (position(monsters=["anvil_lynx"]), "battle", "Your opponent has no monster, so your attacks hit the LP."),
    ):
        stage.show_match(match)
        show_hint(stage.page, (action, "do this", 0.6))
        said = stage.page.locator(".lv-ask")
        expect(said).to_contain_text(reason)
        expect(said).to_contain_text("Chance to win against an equal opponent: 60%.")
    # To go on without a play is one idea, and main 2 is never another one.
    first = position(turn=1, hand=["anvil_lynx"])
    for best in ("end", "summon anvil_lynx@1"):
        stage.show_match(first)
        show_hint(stage.page, (best, "do this", 0.63), ("main2", "go to main 2", 0.63), ("end", "end the turn", 0.6))
        expect(stage.page.locator(".lv-ask")).to_contain_text("do this")
        expect(stage.page.locator(".lv-ask")).not_to_contain_text("go to main 2")


def test_long_prompt_covers_nothing_on_a_phone(stage: Stage) -> None:
    page = stage.page
    resize(page, 390, 844)
    stage.show_match(position(hand=["pavise_bearer", "anvil_lynx"], monsters=["gate_torchbearer"]))
    page.locator('[data-spot="hand:pavise_bearer"]').click()
    expect(page.locator(".lv-ask")).to_contain_text("destroyed by battle")
    expect(page.get_by_role("button", name="Cancel")).to_be_in_viewport(ratio=1)
    plate, prompt = (page.locator(one).bounding_box() for one in (".lv-plate[data-side=own]", ".lv-prompt"))
    assert plate is not None
    assert prompt is not None
    assert plate["y"] + plate["height"] <= prompt["y"]
    assert page.evaluate(FITS)


def test_magic_is_activated_before_its_target_is_chosen(stage: Stage) -> None:
    page = stage.page
    stage.show_match(position(hand=["thermal_crack"], foe={"monsters": ["toll_bridge_ogre"]}))
    page.locator('[data-spot="hand:thermal_crack"]').click()
    page.locator('[data-spot="opp.m1"]').click()
    expect(page.locator(".lv-ask")).to_contain_text("Choose “Activate” first.")
    page.get_by_role("button", name="Activate").click()
    assert stage.acts() == ["magic thermal_crack"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_prompt_with_a_hint_fits_a_phone_in_landscape(browser: Browser, site: Server, language: str) -> None:
    texts = {
        "en": ("summon Kindling Dancer to the left slot", "summon Coal Runner to the left slot", "You"),
        "ja": ("《焚きつけの踊り子》を左の枠に召喚する", "《石炭の走者》を左の枠に召喚する", "あなた"),
    }
    best, other, you = texts[language]
    with Visitor(browser, site, language=language) as visitor:
        visitor.open("/cards/linkavel")
        stage = Stage(visitor)
        resize(stage.page, *LANDSCAPE)
        hand = ["kindling_dancer", "coal_runner", "anvil_lynx", "second_shift", "powder_mole", "red_hot_edge"]
        stage.show_match(position(hand=hand, foe={"monsters": ["foam_sprite"]}))
        show_hint(
            stage.page,
            ("summon kindling_dancer@1", best, 0.33),
            ("summon coal_runner@1", other, 0.31),
            ("summon anvil_lynx@1", other, 0.21),
        )
        expect(stage.page.locator(".lv-prompt button")).to_have_count(2)
        assert stage.page.evaluate(FITS)
        # The turn has an owner in landscape too.
        expect(stage.page.locator(".lv-turn span")).to_be_visible()
        expect(stage.page.locator(".lv-turn span")).to_contain_text(you)


LYNX: dict[str, Any] = {"monsters": ["anvil_lynx"]}
SPENT: dict[str, Any] = {"monsters": [{"card": "anvil_lynx", "attacks": 1}]}
"""A monster that has attacked."""
OX: dict[str, Any] = {"monsters": ["furnace_ox"]}
"""A stronger monster."""


@pytest.mark.parametrize(
    ("match", "phase"),
    [
        (position(turn=1, hand=["anvil_lynx"]), None),
        (position(turn=1), "end"),
        (position(), "end"),
        (position(**LYNX), "battle"),
        (position("battle", hand=["anvil_lynx"], **LYNX), None),
        (position("battle", **SPENT), "end"),
        (position("battle", hand=["anvil_lynx"], **SPENT), "main2"),
        (position("battle", hand=["second_shift"], **SPENT), "main2"),
        # Nothing can be played in main 2.
        (position("battle", hand=["anvil_lynx", "slag_brute"], summoned=True, **SPENT), "end"),
        (position("battle", hand=["slag_brute"], **SPENT), "main2"),
        (position("main2", hand=["slag_brute"]), "end"),
        # A free summon comes first.
        (position(hand=["coal_runner"], **LYNX), None),
        (position(hand=["slag_brute"], **LYNX), "battle"),
        # Attacks that only lose something.
        (position(foe=OX, **LYNX), "end"),
        (position("battle", foe=OX, **LYNX), "end"),
        (position("battle", hand=["coal_runner"], foe=OX, **LYNX), "main2"),
        (position(foe=OX, monsters=["tinder_rat"]), "battle"),
    ],
)
def test_one_phase_is_highlighted(stage: Stage, match: Match, phase: str | None) -> None:
    """At most one button is highlighted. It leads to the next phase with something to do, or ends the turn."""
    stage.show_match(match)
    stage.page.wait_for_function(HIGHLIGHTED, arg=[] if phase is None else [phase])


def test_phases_keep_their_places(stage: Stage) -> None:
    """The button of a phase has other words than its name, but the same width."""
    boxes = []
    for phase in ("main1", "battle", "main2"):
        stage.show_match(position(phase, **LYNX))
        boxes.append(stage.page.evaluate(PHASE_BOXES))
    assert boxes[0] == boxes[1] == boxes[2]


DIRECT = "Anvil Lynx can still attack directly."


@pytest.mark.parametrize(
    ("match", "action", "unused"),
    [
        (position(hand=["slag_brute", "anvil_lynx"]), "end", "You can still summon Anvil Lynx without a cost."),
        (position(**LYNX), "end", DIRECT),
        (position(**LYNX), "main2", DIRECT),
        (position("battle", foe={"monsters": ["foam_sprite"]}, **LYNX), "end", "Anvil Lynx can still win a battle."),
        (
            position("battle", hand=["coal_runner"], monsters=["anvil_lynx", "furnace_ox"]),
            "end",
            "Anvil Lynx and Furnace Ox can still attack directly. In main 2 you can still summon Coal Runner",
        ),
        (position(hand=["slag_brute"], **SPENT), "end", None),
        (position("battle", foe=OX, **LYNX), "end", None),
        (position("battle", hand=["coal_runner"], **SPENT), "main2", None),
    ],
)
def test_leaving_good_plays_unused_is_confirmed(stage: Stage, match: Match, action: str, unused: str | None) -> None:
    """A free summon, a direct attack or a battle that is won. The same key again confirms, a hint needs no question."""
    page = stage.page
    stage.show_match(match)
    button = page.locator(f'.lv-phase[data-act="{action}"]')
    if unused is not None:
        button.click()
        expect(page.locator(".lv-ask")).to_contain_text(unused)
        assert stage.acts() == []
        page.get_by_role("button", name="Keep playing").click()
        expect(page.locator(".lv-confirm")).to_have_count(0)
        page.keyboard.press(action[0])
        expect(page.locator(".lv-confirm")).to_be_visible()
        page.keyboard.press(action[0])
        assert stage.acts() == [action]
        stage.show_match(match)
        show_hint(page, (action, "go on", 0.5))
    button.click()
    page.wait_for_function("() => stage.acts.length === 1")


@pytest.mark.parametrize(
    ("match", "said"),
    [
        (position(), "No more cards can be played now. End your turn."),
        (position(hand=["anvil_lynx"]), "You can summon a monster. You need a monster to attack."),
        (
            position(hand=["travel_rations"]),
            "You can activate magic. You have no monster to attack with. End your turn when you are ready.",
        ),
        (position(**LYNX), "No more cards can be played now. Go to battle when you are ready."),
        (position("main2", **LYNX), "No more cards can be played now. End your turn."),
        (
            position(foe=OX, **LYNX),
            "No more cards can be played now. Your monsters are too weak to attack. End your turn when you are ready.",
        ),
        (position("battle", **LYNX), "Choose a monster to attack with, then its target."),
        (
            position("battle", hand=["slag_brute"], summoned=True, **SPENT),
            "No more attacks are possible. End your turn.",
        ),
        (position("battle", foe=OX, **LYNX), "Every attack would lose your monster. Go to main 2 or end the turn."),
    ],
)
def test_prompt_suggests_battle_only_with_an_attacker(stage: Stage, match: Match, said: str) -> None:
    stage.show_match(match)
    expect(stage.page.locator(".lv-ask")).to_have_text(said)


def test_log_has_a_title_and_begins_at_the_top(stage: Stage) -> None:
    page = stage.page
    resize(page, 1440, 900)
    match = position(hand=["anvil_lynx"])
    stage.show_match(match)
    match.play(match.seat, match.ply, "summon anvil_lynx@1")
    stage.push_match(match)
    log = page.locator(".lv-log")
    expect(log.locator("h2")).to_have_text("Game log")
    expect(log.locator("p")).not_to_have_count(0)
    [title, line] = [log.locator(one).first.bounding_box() for one in ("h2", "p")]
    assert title is not None
    assert line is not None
    assert 0 <= line["y"] - title["y"] - title["height"] < 8
    # On a phone it opens at its end, with the title and the way out in sight.
    resize(page, 390, 844)
    lines = [{"kind": "x", "text": {"en": f"Line {at}.", "ja": ""}} for at in range(60)]
    page.evaluate("(lines) => document.querySelector('linkavel-screen').loadHistory(lines)", lines)
    page.locator(".lv-open-log").click()
    expect(page.locator(".lv-lines p").last).to_be_in_viewport()
    expect(page.locator("dialog h2")).to_be_in_viewport(ratio=1)
    page.locator("dialog").get_by_role("button", name="Close").click()
    expect(page.locator("dialog")).to_have_count(0)


def test_every_card_of_a_row_can_be_reached(stage: Stage) -> None:
    """Arrows and the wheel of a mouse lead to the cards that do not fit."""
    page = stage.page
    deck = ["balm_sister", "gate_torchbearer", "oil_bearer", "pavise_bearer", "shutter_warden", "vigil_moth"]
    deck += ["wick_page", "patrol_hound", "dawn_courier", "signal_giant", "bell_novice", "mirror_sentry"]
    match = position(hand=["dawn_courier"], monsters=["gate_torchbearer"], deck=deck)
    for action in ("summon dawn_courier@2", "pick m1"):
        if action in match.legal(match.seat):
            match.play(match.seat, match.ply, action)
    resize(page, 1440, 900)
    stage.show_match(match)
    tray = page.locator(".lv-tray")
    assert tray.locator("button").count() > 10
    last = tray.locator("button").last
    expect(last).not_to_be_in_viewport()
    page.get_by_role("button", name="More cards").click()
    expect(last).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Earlier cards").click()
    expect(last).not_to_be_in_viewport()
    tray.hover()
    page.mouse.wheel(0, 900)
    expect(last).to_be_in_viewport(ratio=1)
    assert stage.acts() == []
