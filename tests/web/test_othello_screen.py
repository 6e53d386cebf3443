"""Card Othello's screen: panel, keyboard and screen readers."""

import pytest
from othello_stage import GAME, HAND, Stage, position, table
from playwright.sync_api import expect

from tefuda import Match
from tefuda.core.events import SPECTATOR
from tefuda.games.card_othello.catalogue import catalogue, cost_band

# Cards


def texts(card: str) -> tuple[str, str, str]:
    found = next(entry for entry in catalogue() if entry.type == card)
    return found.name.en, found.summary.en, found.detail.en


def test_panel_shows_card_summary_and_details(stage: Stage) -> None:
    """CO-12.12: the summary first; Use, and Details next to it, which toggles the full effect."""
    stage.open(table())
    page = stage.page
    name, summary, detail = texts("GUARD_WILL")
    assert not page.locator(".co-use").is_visible()
    page.locator(".co-slot").nth(4).click()
    assert page.locator(".co-chosen strong").inner_text() == name
    assert page.locator(".co-summary").inner_text() == summary
    assert not page.locator(".co-detail").is_visible()
    use, details = stage.ask("boxes", ".co-use", ".co-details")
    assert use["right"] <= details["left"]
    assert use["top"] == details["top"]
    page.click(".co-details")
    assert page.locator(".co-detail").inner_text() == detail
    assert page.locator(".co-details").get_attribute("aria-expanded") == "true"
    page.click(".co-details")
    assert not page.locator(".co-detail").is_visible()
    page.locator(".co-slot").nth(0).click()  # no target to tempt
    assert page.locator(".co-use").is_disabled()
    page.locator(".co-slot").nth(4).click()
    page.click(".co-use")
    assert stage.acts == ["use GUARD_WILL"]


@pytest.mark.parametrize(
    ("card", "prompt", "answer"),
    [
        ("SELL_CARD_WILL", "choose a card to sell", "Sell"),
        ("HEAVEN_BLESSING", "choose one of these cards", "Choose"),
        ("CONDEMN_WILL", "choose a card of the opponent's hand to discard", "Choose"),
    ],
)
def test_use_and_details_are_hidden_while_picking_a_card(stage: Stage, card: str, prompt: str, answer: str) -> None:
    """CO-12.12: hidden while a card is being picked."""
    stage.open(table())
    stage.page.locator(".co-slot").nth(HAND.index(card)).click()
    stage.page.click(".co-details")
    stage.push(f"use {card}")
    stage.finish()
    assert prompt in stage.page.locator(".co-prompt").inner_text()
    rows = ".co-hand:not(.co-tray) .co-slot" if card == "SELL_CARD_WILL" else ".co-tray .co-slot"
    for place in range(2):
        stage.page.locator(rows).nth(place).click()
        assert not stage.page.locator(".co-use").is_visible()
        assert not stage.page.locator(".co-details").is_visible()
        assert not stage.page.locator(".co-detail").is_visible()
        stage.page.keyboard.press("d")
        assert not stage.page.locator(".co-detail").is_visible()
        assert stage.page.locator(".co-summary").is_visible()
    chosen = stage.page.locator(f"{rows} .co-card").nth(1).get_attribute("data-card")
    assert stage.page.locator(".co-choose").inner_text() == answer
    stage.page.click(".co-choose")
    assert stage.acts == [f"pick {chosen}"]
    stage.push(f"pick {chosen}")
    stage.finish()
    assert not stage.page.locator(".co-tray").is_visible()
    assert not stage.page.locator(".co-choose").is_visible()


@pytest.mark.parametrize(
    ("card", "picks"), [("POSITION_SWAP_WILL", ["c3"]), ("SACRIFICE_WILL", ["c3"]), ("STRONG_WIND_WILL", [])]
)
def test_use_and_details_are_hidden_while_picking_a_stone(stage: Stage, card: str, picks: list[str]) -> None:
    """CO-12.12: hidden while stones are being picked, from the first to the last."""
    stage.open(table(hand={"black": [card, "GUARD_WILL"]}))
    stage.push(f"use {card}")
    for pick in ["", *picks]:
        if pick:
            stage.push(f"pick {pick}")
        stage.finish()
        assert stage.page.locator(".co-target").count() > 0
        stage.page.locator(".co-slot").first.click()
        assert stage.page.locator(".co-slot").first.get_attribute("aria-pressed") == "true"
        assert stage.page.locator(".co-summary").is_visible()
        stage.page.keyboard.press("d")
        for gone in (".co-use", ".co-details", ".co-detail"):
            assert not stage.page.locator(gone).is_visible()
        stage.page.keyboard.press("u")
        stage.page.keyboard.press("Escape")
    assert stage.acts == []


def test_condemn_shows_the_opponents_hand(stage: Stage) -> None:
    stage.open(table())
    stage.push("use CONDEMN_WILL")
    stage.finish()
    shown = stage.page.locator(".co-tray .co-card")
    assert [shown.nth(place).get_attribute("data-card") for place in range(shown.count())] == [
        "GOLD_STONE",
        "TRAP_WILL",
        "GOLD_STONE",
    ]
    stage.open(table(), SPECTATOR)
    stage.push("use CONDEMN_WILL")
    stage.finish()
    assert stage.page.locator(".co-tray .co-card").count() == 0
    assert stage.page.locator(".co-slot:visible").count() == 0


def test_cost_colours(stage: Stage) -> None:
    """CO-11.1: by the cost at this table."""
    costs = {"TEMPT_WILL": 0, "SELL_CARD_WILL": 5, "HEAVEN_BLESSING": 6, "CONDEMN_WILL": 15, "GUARD_WILL": 21}
    stage.open(table(options={f"cost.{card}": cost for card, cost in costs.items()}))
    for place, card in enumerate(HAND):
        face = stage.page.locator(".co-card").nth(place)
        assert face.get_attribute("data-band") == cost_band(costs[card])
        assert face.locator(".co-cost b").inner_text() == str(costs[card])
    bands = stage.page.evaluate(
        "import('/games/card-othello/cards.js')"
        ".then(({costBand}) => Array.from({length: 41}, (_, cost) => costBand(cost)))"
    )
    assert bands == [cost_band(cost) for cost in range(41)]


def test_every_card_has_its_own_emblem(stage: Stage) -> None:
    """Thirty cards in the gallery have thirty drawings."""
    stage.open(table())
    drawings = stage.page.evaluate(
        """cards => cards.map((id) => {
          const both = { en: id, ja: id };
          const face = stage.face({ id, name: both, text: both, facts: { cost: 7 } });
          return Array.from(face.querySelectorAll("path"), (path) => path.getAttribute("d")).join(" ");
        })""",
        [card.type for card in catalogue()],
    )
    assert len(set(drawings)) == len(drawings) == 30
    assert min(map(len, drawings)) > 60


def test_two_screens_on_one_page_look_the_same(stage: Stage) -> None:
    """Two players on one device have a screen each; one is hidden."""
    stage.open(table())
    spots = [(0.2, 0.5), (0.5, 0.2)]
    alone = [stage.colours(cell, spots) for cell in ("c3", "d3")]
    assert sum(alone[0][0]) < 300 < 600 < sum(alone[1][0])
    stage.page.evaluate(
        """() => {
          const other = document.querySelector("card-othello-screen").cloneNode(true);
          for (const cell of other.querySelectorAll("[data-cell]")) delete cell.dataset.cell;
          other.hidden = true;
          document.body.prepend(other);
        }"""
    )
    assert [stage.colours(cell, spots) for cell in ("c3", "d3")] == alone


def test_discard_piles_can_be_opened(stage: Stage) -> None:
    stage.open(table(discard={"black": ["CHAIN_WILL", "GOLD_STONE"], "white": []}))
    stage.page.click(".co-player.co-black .co-pile")
    faces = stage.page.locator("dialog .co-card")
    assert [faces.nth(place).get_attribute("data-card") for place in range(2)] == ["GOLD_STONE", "CHAIN_WILL"]
    stage.page.keyboard.press("p")  # keys do nothing while a dialog is open
    stage.page.click("dialog button")
    stage.page.click(".co-player.co-white .co-pile")
    assert "The pile is empty." in stage.page.locator("dialog").inner_text()
    assert stage.acts == []


STONE_SIDES = """cell => {
  const stone = getComputedStyle(cell, "::before");
  return [stone.top === stone.bottom, Math.abs(parseFloat(stone.width) - parseFloat(stone.height)) < 1];
}"""
"""Whether a preview is centred and round."""


def test_hint_is_shown_on_cells_and_cards(stage: Stage) -> None:
    """Cells and cards show their chances, the best is highlighted, and the panel lists all until an action."""
    stage.open(table(), 0, "ja")
    page = stage.page
    chances = {"place d1": 0.62, "use GUARD_WILL": 0.62, "place c1": 0.481}
    assert set(chances) < set(stage.match.legal(0))
    said = {"place d1": "d1 に置く", "use GUARD_WILL": "「守る意志」を使う", "place c1": "c1 に置く"}
    hints = [
        {"action": name, "text": {"en": name, "ja": said[name]}, "chance": chance} for name, chance in chances.items()
    ]
    stale = {"action": "place a8", "text": {"en": "old", "ja": "old"}, "chance": 0.4}
    page.locator(".co-slot").first.click()
    assert page.evaluate("hints => stage.screen.showHint(hints)", [*hints, stale]) is True
    marked = "all => all.map((one) => [one.dataset.cell ?? 'card', one.querySelector('.co-chance').textContent])"
    assert sorted(page.locator(".co-hinted").evaluate_all(marked)) == [["c1", "48%"], ["card", "62%"], ["d1", "62%"]]
    assert sorted(page.locator(".co-best").evaluate_all(marked)) == [["card", "62%"], ["d1", "62%"]]
    assert page.locator(".co-slot.co-best .co-card").get_attribute("data-card") == "GUARD_WILL"
    assert page.locator("[data-cell=d1]").get_attribute("aria-label") == "d1, 空き, 置ける, 勝率62%"
    lines = ["d1 に置く（62%）", "「守る意志」を使う（62%）", "c1 に置く（48%）"]
    assert page.locator(".co-hint li:visible").all_inner_texts() == lines
    # With the card selected, the next step is marked.
    page.locator(".co-slot.co-best").click()
    assert page.locator(".co-use.co-hinted").is_visible()
    page.keyboard.press("Escape")
    # A preview on a hinted cell is a round stone; the chance is below it.
    page.hover("[data-cell=d1]")
    page.wait_for_selector("[data-cell=d1].co-aim")
    assert page.eval_on_selector("[data-cell=d1]", STONE_SIDES) == [True, True]
    page.click("[data-cell=d1]")
    assert stage.acts == ["place d1"]
    stage.push("place d1")
    stage.advance(0)
    assert page.locator(".co-hinted, .co-best, .co-chance").count() == 0
    assert not page.locator(".co-hint").is_visible()
    stage.finish()
    assert page.evaluate("stage.screen.showHint([])") is False  # then the page shows that there is none


# Input and accessibility


def test_board_by_keyboard(stage: Stage) -> None:
    """Arrows move, Enter places; one cell is in the tab order."""
    match = table()
    stage.open(match)
    page = stage.page
    assert page.locator(".co-cell[tabindex='0']").count() == 1
    page.locator(".co-cell[tabindex='0']").focus()
    legal = [action.split()[1] for action in match.legal(0) if action.startswith("place")]
    goal = legal[0]
    here = page.evaluate("document.activeElement.dataset.cell")
    across = ord(goal[0]) - ord(here[0])
    down = int(goal[1]) - int(here[1])
    for _ in range(abs(across)):
        page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(down)):
        page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    assert page.evaluate("document.activeElement.dataset.cell") == goal
    assert page.locator(".co-cell[tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    assert stage.acts == [f"place {goal}"]
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.cell") == f"a{goal[1]}"


def test_illegal_cell_says_why(stage: Stage) -> None:
    stage.open(table())
    page = stage.page
    page.locator(".co-slot").first.click()
    page.locator("[data-cell=h8]").click()
    expect(page.locator(".co-prompt")).to_have_text("reason: h8")
    assert page.locator(".co-slot[aria-pressed=true]").count() == 0
    page.locator(".co-slot").first.click()
    assert not page.locator(".co-prompt").is_visible()
    page.locator(".co-slot").first.click()
    expect(page.locator(".co-prompt")).to_have_text("Place a stone on a glowing cell, or choose a card.")
    assert stage.acts == []
    # A resignation ends the turn and the choice of a card.
    page.locator(".co-slot").first.click()
    state = {"view": stage.match.view(0), "ending": {"en": "White resigned.", "ja": ""}}
    page.evaluate("({view, ending}) => stage.playback.reset(view, [], {ending})", state)
    assert page.locator(".co-slot[aria-pressed=true], .co-player[data-turn=true]").count() == 0


def test_cards_by_keyboard(stage: Stage) -> None:
    """Numbers select, U uses, D shows details, P passes."""
    stage.open(table())
    keys = stage.page.keyboard
    keys.press("5")
    assert stage.page.locator(".co-slot").nth(4).get_attribute("aria-pressed") == "true"
    keys.press("d")
    assert stage.page.locator(".co-detail").is_visible()
    keys.press("p")  # passing is not legal now
    assert stage.acts == []
    keys.press("u")
    assert stage.acts == ["use GUARD_WILL"]
    stuck = Match(GAME, 3, position=position({1: "B......W"}))
    stage.open(stuck)
    assert stage.page.locator(".co-pass").is_visible()
    keys.press("p")
    assert stage.acts == ["pass"]


def test_stones_are_picked_on_the_board(stage: Stage) -> None:
    """Targets have a ring that shows whose they are, the first of two stays marked, and other cells do nothing."""
    stage.open(table(charge={"black": 30}, hand={"black": ["POSITION_SWAP_WILL"]}))
    stage.push("use POSITION_SWAP_WILL")
    stage.finish()
    stones = len(stage.looks)
    targets = stage.page.locator(".co-target")
    assert targets.count() == stones
    side_and_ring = "one => [one.querySelector('.co-stone').dataset.side, getComputedStyle(one, '::before').border]"
    rings = dict(targets.evaluate_all(f"all => all.map({side_and_ring})"))
    assert len(set(rings.values())) == 2, rings
    stage.page.click("[data-cell=a1]")
    stage.page.click("[data-cell=c3]")
    assert stage.acts == ["pick c3"]
    stage.push("pick c3")
    stage.finish()
    assert stage.page.locator(".co-picked").get_attribute("data-cell") == "c3"
    assert stage.page.locator(".co-target").count() == stones - 1
    assert "c3 is picked" in stage.page.locator(".co-prompt").inner_text()


def test_sacrifice_can_be_ended(stage: Stage) -> None:
    stage.open(table(pending="SACRIFICE_WILL"))
    assert not stage.page.locator(".co-done").is_visible()
    stage.push("pick c3")
    stage.finish()
    stage.page.click(".co-done")
    assert stage.acts == ["done"]


@pytest.mark.parametrize(
    ("language", "cell", "label"),
    [
        ("en", "d4", "d4, Black stone, guard, 2 left"),
        ("ja", "d4", "d4, 黒石, 完全保護, 残り2"),
        ("en", "d1", "d1, empty, legal place"),
        ("ja", "d1", "d1, 空き, 置ける"),
        ("en", "a8", "a8, empty"),
    ],
)
def test_every_cell_has_a_label(stage: Stage, language: str, cell: str, label: str) -> None:
    stage.open(table(), 0, language)
    assert stage.page.locator(f"[data-cell={cell}]").get_attribute("aria-label") == label
    assert stage.page.locator("[role=grid] [role=row] [role=gridcell]").count() == 64


def test_stone_colours_differ_in_shape(stage: Stage) -> None:
    """White stones have beads and black ones a groove."""
    stage.open(table())
    for side, rim, other in (("white", ".co-beads", ".co-groove"), ("black", ".co-groove", ".co-beads")):
        stones = [cell for cell, look in stage.looks.items() if look["side"] == side]
        assert len(stones) > 2
        for cell in stones:
            assert stage.page.locator(f"[data-cell={cell}] {rim}").is_visible()
            assert stage.page.locator(f"[data-cell={cell}] {other}").count() == 0


def test_result_shows_stone_counts(stage: Stage) -> None:
    match = Match(GAME, 3, position=position({1: "B.....WW", 8: "B......."}))
    stage.open(match, 0, "ja")
    stage.push("pass", "pass")
    stage.finish()
    result = match.view(0)["result"]
    assert result["winner"] is None
    assert stage.page.locator(".co-result strong").inner_text() == "引き分け"
    scores = stage.page.locator(".co-score b")
    assert [scores.nth(place).inner_text() for place in range(2)] == ["2", "2"]


def test_game_without_cards_hides_card_panels(stage: Stage) -> None:
    """CO-15.1."""
    stage.open(Match(GAME, 3, {"cards": "off"}))
    assert not stage.page.locator(".co-hand").first.is_visible()
    assert not stage.page.locator(".co-charge").first.is_visible()
    stage.page.locator(".co-place").first.click()
    assert len(stage.acts) == 1


def test_reduced_motion_has_no_rotation(stage: Stage) -> None:
    stage.open(table())
    stage.page.evaluate("stage.motion.reduced = true")
    stage.push("place d1")
    stage.advance(600)
    turning = [look for cell in ("d2", "d3") for look in stage.moving(cell)]
    assert any(look["duration"] == 600 for look in turning)
    assert {look["transform"] for look in turning} == {"none"}
    stage.finish()


@pytest.mark.parametrize(
    ("card", "selector", "prompt"),
    [
        ("DESTROY_ONE_STONE", ".co-target", "God of Destruction: pick a stone of either colour to destroy."),
        ("SELL_CARD_WILL", ".co-slot", "Will of Sale: choose a card to sell."),
        ("GOLD_STONE", ".co-place", "Golden Will: now place a stone."),
    ],
)
def test_used_card_can_be_taken_back_next_to_the_prompt(stage: Stage, card: str, selector: str, prompt: str) -> None:
    stage.open(table(hand={"black": [card, "GUARD_WILL"], "white": []}))
    button = stage.page.locator(".co-take-back")
    stage.page.evaluate("stage.canTakeBack = true")
    expect(button).to_be_hidden()
    stage.push(f"use {card}")
    stage.finish()
    expect(stage.page.locator(".co-prompt")).to_have_text(prompt)
    expect(stage.page.locator(selector).first).to_be_visible()
    expect(button).to_have_text("Take back")
    button.click()
    assert stage.acts == ["take back"]
    stage.page.evaluate("stage.canTakeBack = false; stage.screen.relabel()")
    expect(button).to_be_hidden()


def test_effect_log_names_the_card_that_waits(stage: Stage) -> None:
    """CO-12.6: an empty effect log says that nothing has happened yet; a used card may still wait for a stone."""
    stage.open(table(hand={"black": ["GOLD_STONE"], "white": []}))
    empty = "log => getComputedStyle(log, '::after').content"
    effects = stage.page.locator(".co-log-effect ol")
    assert effects.evaluate(empty) == '"No effect yet"'
    stage.push("use GOLD_STONE")
    stage.finish()
    assert effects.evaluate(empty) == '"Golden Will takes effect with your next stone."'
