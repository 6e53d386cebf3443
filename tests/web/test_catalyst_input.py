"""Input of Catalyst Reaction: taps, dragging, keyboard, hints and Japanese."""

import pytest
from catalyst_page import SHOWN, expected_screen, match_of, open_at, push
from playwright.sync_api import Page

PIP_OVERLAPS = """async () => {
  const { cardFace } = await import("/games/catalyst/cards.js");
  const found = [];
  for (const rank of "23456789T") for (const suit of "SHDC") {
    const face = cardFace(rank + suit);
    document.body.append(face);
    const boxes = [...face.querySelectorAll(".full .pip")].map((pip) => pip.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    if (boxes.length < 2) found.push(`${rank}${suit} has no pips`);
    if (boxes.some((one, at) => boxes.slice(at + 1).some((other) => meet(one, other)))) found.push(rank + suit);
    face.remove();
  }
  return found;
}"""


def test_play_by_taps(screen_page: Page) -> None:
    match = match_of()
    open_at(screen_page, match)
    assert screen_page.locator(".gap:enabled").count() == 0
    screen_page.locator(".hand .card").nth(1).tap()
    assert screen_page.locator(".gap:enabled").count() == 9
    screen_page.locator(".gap").nth(3).tap()
    assert screen_page.evaluate("harness.acts") == ["6C@3"]
    assert screen_page.evaluate(SHOWN) == expected_screen(match), "nothing moves before the server says so"


def test_only_legal_actions_are_offered(screen_page: Page) -> None:
    open_at(screen_page, match_of())
    screen_page.evaluate("harness.screen.offerActions(['6C@0', '6C@5'])")
    screen_page.locator(".hand .card").nth(0).tap(force=True)
    assert screen_page.locator(".gap:enabled").count() == 0
    screen_page.locator(".hand .card").nth(1).tap()
    assert screen_page.locator(".gap:enabled").evaluate_all("all => all.map((gap) => gap.dataset.gap)") == ["0", "5"]
    screen_page.evaluate("harness.screen.offerActions([])")
    assert screen_page.locator(".gap:enabled").count() == 0
    assert screen_page.locator(".prompt").inner_text() == ""


def drag(screen_page: Page, slot: int, x: float, y: float) -> None:
    box = screen_page.locator(".hand .card").nth(slot).bounding_box()
    assert box
    screen_page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    screen_page.mouse.down()
    screen_page.mouse.move(x, y + 30, steps=4)
    screen_page.mouse.move(x, y)
    screen_page.mouse.up()


def test_play_by_dragging(screen_page: Page) -> None:
    match = match_of()
    for gap in range(9):
        open_at(screen_page, match)
        box = screen_page.locator(".gap:not(.echo)").nth(gap).bounding_box()
        assert box
        drag(screen_page, 2, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert screen_page.evaluate("harness.acts") == [f"8D@{gap}"]
        assert screen_page.evaluate(SHOWN) == expected_screen(match), gap
        screen_page.mouse.move(1, 1)


def test_card_dropped_outside_returns_to_hand(screen_page: Page) -> None:
    open_at(screen_page, match_of())
    before = screen_page.locator(".hand .card").nth(0).bounding_box()
    drag(screen_page, 0, 40, 620)
    screen_page.mouse.move(1, 1)
    screen_page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    assert screen_page.evaluate("harness.acts") == []
    assert screen_page.locator(".hand .card").nth(0).bounding_box() == before
    assert screen_page.locator(".chosen").count() == 0


def test_rejected_play_returns_card_to_hand(screen_page: Page) -> None:
    """The legal actions are offered again, and the dropped card returns to the hand."""
    match = match_of()
    open_at(screen_page, match)
    before = screen_page.locator(".hand .card").nth(0).bounding_box()
    box = screen_page.locator(".gap").nth(1).bounding_box()
    assert box
    drag(screen_page, 0, box["x"], box["y"] + 20)
    assert screen_page.locator(".hand .card").nth(0).bounding_box() != before
    screen_page.evaluate("([legal, view]) => harness.screen.offerActions(legal, view)", [match.legal(0), match.view(0)])
    screen_page.mouse.move(1, 1)
    screen_page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    assert screen_page.locator(".hand .card").nth(0).bounding_box() == before


def test_play_by_keyboard(screen_page: Page) -> None:
    match = match_of()
    open_at(screen_page, match)
    label = "document.activeElement.getAttribute('aria-label')"
    screen_page.keyboard.press("2")
    assert screen_page.evaluate(label) == "Gap 4 between 2 of diamonds and 7 of hearts"
    screen_page.keyboard.press("ArrowLeft")
    assert screen_page.evaluate(label) == "Gap 3 between 10 of spades and 2 of diamonds"
    screen_page.keyboard.press("ArrowDown")
    screen_page.keyboard.press("End")
    assert screen_page.evaluate(label) == "Gap 8, right of 7 of diamonds"
    screen_page.keyboard.press("3")
    assert screen_page.evaluate(label) == "Gap 8, right of 7 of diamonds", "another card, the same gap"
    screen_page.keyboard.press("Escape")
    assert screen_page.evaluate(label) == "8 of diamonds, card 3 of 3 in your hand"
    screen_page.keyboard.press("ArrowLeft")
    screen_page.keyboard.press("Enter")
    screen_page.keyboard.press("Home")
    assert screen_page.evaluate(label) == "Gap 0, left of 2 of spades"
    screen_page.keyboard.press("Enter")
    assert screen_page.evaluate("harness.acts") == ["6C@0"]
    match.play(0, 0, "6C@0")
    push(screen_page, match)
    screen_page.evaluate("harness.motion.advance(5000)")
    assert screen_page.evaluate(label) == "8 of diamonds, card 2 of 3 in your hand", "the focus is back in the hand"
    screen_page.keyboard.press("3")
    screen_page.keyboard.press("Enter")
    assert screen_page.evaluate("harness.acts") == ["6C@0", "AH@4"]


def test_focus_outside_the_board_is_kept(screen_page: Page) -> None:
    match = match_of()
    open_at(screen_page, match)
    match.play(0, 0, "6C@0")
    push(screen_page, match)
    screen_page.evaluate("harness.motion.advance(5000)")
    assert screen_page.evaluate("document.activeElement === document.body")


def test_japanese_texts(screen_page: Page) -> None:
    """The language changes while the table is shown."""
    match = match_of()
    open_at(screen_page, match)
    screen_page.evaluate("harness.setLanguage('ja'); harness.screen.relabel()")
    assert screen_page.locator(".prompt").inner_text() == "数字かマークが3枚そろえば反応。場を空に！"
    screen_page.keyboard.press("1")
    assert screen_page.locator(".prompt").inner_text() == "クラブの4を置く位置を選ぶ"
    assert (
        screen_page.evaluate("document.activeElement.getAttribute('aria-label')") == "位置 4、ダイヤの2とハートの7の間"
    )
    assert screen_page.locator(".plate").inner_text().split() == ["手数", "0"]
    words = screen_page.locator(".catalyst-table").evaluate(
        "root => root.innerText + Array.from(root.querySelectorAll('[aria-label]'), (one) => one.ariaLabel).join()"
    )
    assert not {letter for letter in words if letter.isascii() and letter.isalpha()} - set("AJQK")


def test_hint_shows_win_chances(screen_page: Page) -> None:
    open_at(screen_page, match_of())
    # Best first. A rarely tried action may show a higher chance.
    hint = [{"action": "8D@7", "chance": 0.831}, {"action": "8D@2", "chance": 0.9}, {"action": "4C@1", "chance": 0.4}]
    screen_page.evaluate("(hint) => harness.screen.showHint(hint)", hint)
    assert screen_page.locator(".chosen").get_attribute("data-card") == "8D"
    assert screen_page.locator(".hinted").evaluate_all("all => all.map((gap) => [gap.dataset.gap, gap.innerText])") == [
        ["2", "90%"],
        ["7", "83%"],
    ]
    assert (
        screen_page.locator(".best").get_attribute("aria-label")
        == "Gap 7 between jack of diamonds and 7 of diamonds, 83% win chance"
    )
    prompt = screen_page.locator(".prompt")
    assert prompt.inner_text().startswith("Hint: about 83% win chance. Makes three diamonds. Choose a gap.")
    proof = {"proved": True, "plays": 3}
    screen_page.evaluate("([hint, proof]) => harness.screen.showHint(hint, proof)", [hint, proof])
    assert prompt.inner_text().startswith("Solver: clears the field in 3 plays. Makes three diamonds. ")
    screen_page.locator(".hand .card:not([data-card='8D'])").first.tap()
    assert prompt.inner_text().startswith("Choose a gap for "), "the reason is about the best card"
    screen_page.evaluate("harness.screen.offerActions(['8D@7'])")
    assert screen_page.locator(".hinted").count() == 0, "a hint is for one decision"
    assert "Solver" not in prompt.inner_text()
    for react, group in (("both", "Makes a pair of sevens. "), ("suit", "")):
        position = {"field": ["2S", "7H", "KC"], "hand": ["7D"], "deck": ["2C"], "options": {"react": react}}
        open_at(screen_page, match_of(position=position))
        screen_page.evaluate("harness.screen.showHint([{action: '7D@1', chance: 0.5}])")
        assert prompt.inner_text().startswith(f"Hint: about 50% win chance. {group}Choose a gap.")


def test_pips_do_not_overlap(screen_page: Page) -> None:
    open_at(screen_page, match_of())
    assert screen_page.evaluate(PIP_OVERLAPS) == []


def test_two_and_four_colour_suits(screen_page: Page) -> None:
    open_at(screen_page, match_of())
    colours = """() => ["S", "H", "D", "C"].map((suit) =>
      getComputedStyle(document.querySelector(`.suit-${suit} .pip`)).fill)"""
    assert len(set(screen_page.evaluate(colours))) == 4
    screen_page.locator(".colours").tap()
    spades, hearts, diamonds, clubs = screen_page.evaluate(colours)
    assert spades == clubs != hearts == diamonds
    open_at(screen_page, match_of())
    assert screen_page.evaluate(colours) == [spades, hearts, diamonds, clubs], "kept on the device"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("window", [(1440, 856), (1920, 1000), (390, 796), (360, 640), (844, 342)])
def test_hint_does_not_move_the_hand(screen_page: Page, window: tuple[int, int], language: str) -> None:
    screen_page.set_viewport_size({"width": window[0], "height": window[1]})
    screen_page.evaluate(f"harness.setLanguage('{language}')")
    position = {"field": ["2D", "QD", "AC"], "hand": ["QS", "8D", "5H"], "deck": ["2C"]}
    open_at(screen_page, match_of(position=position))
    measure = """async ([hint, proof]) => {
      if (hint) harness.screen.showHint(hint, proof);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const box = (one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return [left, top, right, bottom].map(Math.round);
      };
      return { tray: box(document.querySelector(".tray")),
        cards: Array.from(document.querySelectorAll(".hand .card:not([data-card=QS])"), box) };
    }"""
    before = screen_page.evaluate(measure, [None, None])
    best = [{"action": "QS@1", "chance": 0.96}]
    for proof in ({"proved": False}, {"proved": True}, {"proved": True, "plays": 12}):
        after = screen_page.evaluate(measure, [best, proof])
        assert after == before, proof
    assert all(card[3] <= before["tray"][3] + 1 for card in before["cards"])
