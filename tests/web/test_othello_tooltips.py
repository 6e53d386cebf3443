"""Card Othello's screen: previews of actions and explanations, by mouse, keyboard and long press."""

from typing import Any

import pytest
from othello_stage import GAME, Stage, position, table

from tefuda import Match
from tefuda.core.events import SPECTATOR

LINE = {3: "..W.....", 4: "...WB..."}
PRESS_MS = 700


def at(rows: dict[int, str], **more: Any) -> Match:
    return Match(GAME, 3, position=position(rows, **more))


def cells(stage: Stage, kind: str) -> list[str]:
    """Return the cells with a class."""
    found: list[str] = stage.page.eval_on_selector_all(f".{kind}", "all => all.map(one => one.dataset.cell)")
    return found


def aim(stage: Stage, cell: str) -> None:
    """Move the mouse to a cell and wait for its preview."""
    stage.page.locator(f"[data-cell={cell}]").hover(force=True)
    stage.page.wait_for_selector(f"[data-cell={cell}].co-aim")


def press(stage: Stage, selector: str) -> None:
    """Press an element with a finger for a long time."""
    box = stage.page.locator(selector).first.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = stage.page.context.new_cdp_session(stage.page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    stage.page.wait_for_timeout(PRESS_MS)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def tooltip(stage: Stage) -> str:
    """Return the text of the open tooltip."""
    shown = stage.page.locator(".tooltip:popover-open")
    shown.wait_for()
    return shown.inner_text()


# Previews


@pytest.mark.parametrize(
    ("more", "action", "flips", "destroys"),
    [
        ({}, "place c4", ["d4"], []),
        ({"pending": "ULTIMATE_REVERSE_DRAGON"}, "place c4", ["c3", "d4"], []),
        ({"pending": "GOLD_STONE"}, "place c4", ["d4"], ["c4"]),
        ({"pending": "DESTROY_ONE_STONE"}, "pick c3", [], ["c3"]),
    ],
)
def test_hover_previews_flips(
    stage: Stage, more: dict[str, Any], action: str, flips: list[str], destroys: list[str]
) -> None:
    cell = action.split()[1]
    stage.open(at(LINE, **more))
    aim(stage, cell)
    assert cells(stage, "co-will-flip") == flips
    assert cells(stage, "co-will-vanish") == destroys
    assert stage.page.locator(f"[data-cell={cell}]").get_attribute("data-flips") == (str(len(flips)) if flips else None)
    stage.page.locator("[data-cell=h8]").hover()
    assert cells(stage, "co-will-flip") == cells(stage, "co-will-vanish") == cells(stage, "co-aim") == []
    assert stage.acts == []


def test_one_request_for_all_previews_of_a_decision(stage: Stage) -> None:
    stage.open(table())
    for cell in ("f3", "c1", "b4", "f3"):
        aim(stage, cell)
    assert stage.page.evaluate("stage.describes") == 1
    stage.page.locator("[data-cell=f3]").click()
    assert stage.acts == ["place f3"]
    stage.push("place f3")
    stage.finish()
    assert cells(stage, "co-will-flip") == cells(stage, "co-aim") == []
    assert stage.page.evaluate("stage.describes") == 1


def test_focus_previews_flips_and_names_the_action(stage: Stage) -> None:
    stage.open(at(LINE, pending="ULTIMATE_REVERSE_DRAGON"))
    stage.page.locator("[data-cell=d4]").focus()
    stage.page.keyboard.press("ArrowLeft")
    stage.page.wait_for_selector("[data-cell=c4].co-aim")
    assert cells(stage, "co-will-flip") == ["c3", "d4"]
    label = stage.page.locator("[data-cell=c4]").get_attribute("aria-label") or ""
    assert label.endswith("place on c4, flipping 1; then Ultimate Reversal Dragon takes effect")


def test_long_press_previews_without_placing(stages: Any) -> None:
    stage = stages(390, 844)
    stage.open(at(LINE))
    press(stage, "[data-cell=c4]")
    assert cells(stage, "co-will-flip") == ["d4"]
    assert stage.acts == []
    stage.page.locator("[data-cell=c4]").tap()
    assert stage.acts == ["place c4"]
    stage.close()


def test_spectators_have_no_preview(stage: Stage) -> None:
    stage.open(at(LINE), SPECTATOR)
    stage.page.locator("[data-cell=c4]").hover()
    stage.page.wait_for_timeout(100)
    assert cells(stage, "co-aim") == []
    assert stage.page.evaluate("stage.describes") == 0


# Explanations

MARKS = [
    {"at": "d4", "kind": "DRAGON", "owner": "black", "left": 3},
    {"at": "d4", "kind": "GUARD", "owner": "black", "left": 2},
    {"at": "e4", "kind": "TIME_BOMB", "owner": "white", "left": 1},
]


def test_special_stones_explain_themselves(stage: Stage) -> None:
    stage.open(table(marks=MARKS))
    stage.page.locator("[data-cell=d4]").hover()
    shown = tooltip(stage)
    assert "Dragon" in shown
    assert "Times left: 3." in shown
    assert "Guard" in shown
    assert "Turns of Black left: 2." in shown
    stage.page.locator("[data-cell=c3]").hover()  # an ordinary stone
    stage.page.wait_for_timeout(500)
    assert stage.page.locator(".tooltip:popover-open").count() == 0
    stage.page.locator("[data-cell=e4]").focus()
    stage.page.keyboard.press("ArrowLeft")
    stage.page.keyboard.press("ArrowRight")
    assert "Time bomb" in tooltip(stage)
    described = stage.page.locator("[data-cell=e4]").get_attribute("aria-describedby")
    assert described == stage.page.locator(".tooltip").get_attribute("id")
    stage.page.keyboard.press("Escape")
    assert stage.page.locator(".tooltip:popover-open").count() == 0


def test_every_mark_is_explained(stage: Stage) -> None:
    """No explanation shows a name of the program or an open place of its text."""
    found = stage.page.goto(f"{stage.address}/")
    assert found is not None
    names = [name for name in GAME.texts.labels() if name.isupper()]
    assert len(names) == 12
    for language in ("en", "ja"):
        stage.open(table(), 0, language)
        lines = stage.page.evaluate(
            """async names => {
                const { stoneTip } = await import("/games/card-othello/explanations.js");
                const look = mark => ({ side: "black", marks: [{ mark, left: 2 }], sprout: false, special: null });
                const tip = name => stoneTip(look(name), mark => `<${mark}>`);
                return names.map(name => tip(name).map(part => part.textContent).join(" "));
            }""",
            names,
        )
        assert len(set(lines)) == len(names)
        for line in lines:
            assert "{" not in line
            assert len(line) > 20


EXPLAINED = {
    ".co-black .co-meter": "Each stone you flip gives 1, up to 30.",
    ".co-black .co-stones": "More stones at the end win.",
    ".co-white .co-fact:nth-child(1)": "Cards in hand.",
    ".co-white .co-fact:nth-child(2)": "one at the start of each turn",
    ".co-white .co-pile": "Used and discarded cards.",
    ".co-panel h2": "use at most one card, then place a stone",
    ".co-slot": "A special enemy stone becomes yours.",
}


@pytest.mark.parametrize("selector", EXPLAINED)
def test_counters_piles_and_phases_explain_themselves(stage: Stage, selector: str) -> None:
    """On hover, on focus and on a long press, which does nothing else."""
    stage.open(table())
    element = stage.page.locator(selector).first
    element.hover()
    assert EXPLAINED[selector] in tooltip(stage)
    stage.page.mouse.move(1, 1)
    assert stage.page.locator(".tooltip:popover-open").count() == 0
    stage.page.keyboard.press("Tab")
    element.focus()
    assert EXPLAINED[selector] in tooltip(stage)
    stage.page.evaluate("document.activeElement.blur()")
    press(stage, selector)
    assert EXPLAINED[selector] in tooltip(stage)
    assert stage.page.locator("dialog[open], .co-slot[aria-pressed=true]").count() == 0
    left, top, right, bottom = stage.page.locator(".tooltip").evaluate(
        "one => { const box = one.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]; }"
    )
    assert left >= 0
    assert top >= 0
    assert right <= 1280
    assert bottom <= 720


def test_panel_keeps_the_last_card(stage: Stage) -> None:
    """The card that the opponent used stays readable after its animation."""
    given = {"charge": {"black": 3, "white": 9}, "hand": {"white": ["TREASURE_BOX"]}, "turn": "white"}
    stage.open(at({4: "...WB..."}, **given), 0)
    stage.push("use TREASURE_BOX")
    stage.finish()
    panel = stage.page.locator(".co-chosen")
    assert "Last card, used by White:" in panel.inner_text()
    assert "Gain 1, 2 or 3 charge." in panel.inner_text()
    assert not stage.page.locator(".co-use").is_visible()


def test_tip_of_a_dimmed_card_says_why_it_cannot_be_used(stage: Stage) -> None:
    stage.open(table(charge={"black": 5, "white": 0}))
    stage.page.locator(".co-slot:not(.co-ready)").first.hover()
    stage.page.locator(".tooltip .co-why").wait_for()
    assert tooltip(stage).split("\n")[-1].strip() == "reason: TEMPT_WILL"
    stage.page.locator(".co-slot.co-ready").first.hover()
    stage.page.locator(".tooltip:not(:has(.co-why)):popover-open").wait_for()
