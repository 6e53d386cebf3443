"""Playing Catalyst Reaction in a browser: by taps, by dragging, by keys, with hints, in Japanese."""

from catalyst_page import SHOWN, as_shown, match_of, open_at, push
from playwright.sync_api import Page


def test_play_by_taps(bench: Page) -> None:
    match = match_of()
    open_at(bench, match)
    assert bench.locator(".gap:enabled").count() == 0
    bench.locator(".hand .card").nth(1).tap()
    assert bench.locator(".gap:enabled").count() == 9
    bench.locator(".gap").nth(3).tap()
    assert bench.evaluate("harness.acts") == ["6C@3"]
    assert bench.evaluate(SHOWN) == as_shown(match), "nothing moves before the server says so"


def test_only_legal_actions_are_offered(bench: Page) -> None:
    open_at(bench, match_of())
    bench.evaluate("harness.screen.offerActions(['6C@0', '6C@5'])")
    bench.locator(".hand .card").nth(0).tap(force=True)
    assert bench.locator(".gap:enabled").count() == 0
    bench.locator(".hand .card").nth(1).tap()
    assert bench.locator(".gap:enabled").evaluate_all("all => all.map((gap) => gap.dataset.gap)") == ["0", "5"]
    bench.evaluate("harness.screen.offerActions([])")
    assert bench.locator(".gap:enabled").count() == 0
    assert bench.locator(".prompt").inner_text() == ""


def drag(bench: Page, slot: int, x: float, y: float) -> None:
    box = bench.locator(".hand .card").nth(slot).bounding_box()
    assert box
    bench.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    bench.mouse.down()
    bench.mouse.move(x, y + 30, steps=4)
    bench.mouse.move(x, y)
    bench.mouse.up()


def test_play_by_dragging(bench: Page) -> None:
    match = match_of()
    for gap in range(9):
        open_at(bench, match)
        box = bench.locator(".gap:not(.echo)").nth(gap).bounding_box()
        assert box
        drag(bench, 2, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert bench.evaluate("harness.acts") == [f"8D@{gap}"]
        assert bench.evaluate(SHOWN) == as_shown(match), gap
        bench.mouse.move(1, 1)


def test_card_dropped_outside_returns_to_hand(bench: Page) -> None:
    open_at(bench, match_of())
    before = bench.locator(".hand .card").nth(0).bounding_box()
    drag(bench, 0, 40, 620)
    bench.mouse.move(1, 1)
    bench.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    assert bench.evaluate("harness.acts") == []
    assert bench.locator(".hand .card").nth(0).bounding_box() == before
    assert bench.locator(".chosen").count() == 0


def test_rejected_play_returns_card_to_hand(bench: Page) -> None:
    """The frame offers again what could be done; the card that was dropped returns to the hand."""
    match = match_of()
    open_at(bench, match)
    before = bench.locator(".hand .card").nth(0).bounding_box()
    box = bench.locator(".gap").nth(1).bounding_box()
    assert box
    drag(bench, 0, box["x"], box["y"] + 20)
    assert bench.locator(".hand .card").nth(0).bounding_box() != before
    bench.evaluate("([legal, view]) => harness.screen.offerActions(legal, view)", [match.legal(0), match.view(0)])
    bench.mouse.move(1, 1)
    bench.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    assert bench.locator(".hand .card").nth(0).bounding_box() == before


def test_play_by_keyboard(bench: Page) -> None:
    match = match_of()
    open_at(bench, match)
    label = "document.activeElement.getAttribute('aria-label')"
    bench.keyboard.press("2")
    assert bench.evaluate(label) == "Gap 4 between 2 of diamonds and 7 of hearts"
    bench.keyboard.press("ArrowLeft")
    assert bench.evaluate(label) == "Gap 3 between 10 of spades and 2 of diamonds"
    bench.keyboard.press("ArrowDown")
    bench.keyboard.press("End")
    assert bench.evaluate(label) == "Gap 8, right of 7 of diamonds"
    bench.keyboard.press("3")
    assert bench.evaluate(label) == "Gap 8, right of 7 of diamonds", "another card, the same gap"
    bench.keyboard.press("Escape")
    assert bench.evaluate(label) == "8 of diamonds, card 3 of 3 in your hand"
    bench.keyboard.press("ArrowLeft")
    bench.keyboard.press("Enter")
    bench.keyboard.press("Home")
    assert bench.evaluate(label) == "Gap 0, left of 2 of spades"
    bench.keyboard.press("Enter")
    assert bench.evaluate("harness.acts") == ["6C@0"]
    match.play(0, 0, "6C@0")
    push(bench, match)
    bench.evaluate("harness.motion.advance(5000)")
    assert bench.evaluate(label) == "8 of diamonds, card 2 of 3 in your hand", "the focus is back in the hand"
    bench.keyboard.press("3")
    bench.keyboard.press("Enter")
    assert bench.evaluate("harness.acts") == ["6C@0", "AH@4"]


def test_focus_outside_the_board_is_kept(bench: Page) -> None:
    match = match_of()
    open_at(bench, match)
    match.play(0, 0, "6C@0")
    push(bench, match)
    bench.evaluate("harness.motion.advance(5000)")
    assert bench.evaluate("document.activeElement === document.body")


def test_japanese_texts(bench: Page) -> None:
    """The language changes while the table is on the screen."""
    match = match_of()
    open_at(bench, match)
    bench.evaluate("harness.setLanguage('ja'); harness.screen.relabel()")
    assert bench.locator(".prompt").inner_text() == "ランクかスートが3枚揃えば反応。場を空に！"
    bench.keyboard.press("1")
    assert bench.locator(".prompt").inner_text() == "クラブの4を置く位置を選ぶ"
    assert bench.evaluate("document.activeElement.getAttribute('aria-label')") == "位置 4、ダイヤの2とハートの7の間"
    assert bench.locator(".plate").inner_text().split() == ["手数", "0"]
    words = bench.locator(".bench").evaluate(
        "root => root.innerText + Array.from(root.querySelectorAll('[aria-label]'), (one) => one.ariaLabel).join()"
    )
    assert not {letter for letter in words if letter.isascii() and letter.isalpha()} - set("AJQK")


def test_hint_shows_win_chances(bench: Page) -> None:
    open_at(bench, match_of())
    # The best comes first; another that was hardly tried may show a higher chance.
    hint = [{"action": "8D@7", "chance": 0.831}, {"action": "8D@2", "chance": 0.9}, {"action": "4C@1", "chance": 0.4}]
    bench.evaluate("(hint) => harness.screen.showHint(hint)", hint)
    assert bench.locator(".chosen").get_attribute("data-card") == "8D"
    assert bench.locator(".hinted").evaluate_all("all => all.map((gap) => [gap.dataset.gap, gap.innerText])") == [
        ["2", "90%"],
        ["7", "83%"],
    ]
    assert (
        bench.locator(".best").get_attribute("aria-label")
        == "Gap 7 between jack of diamonds and 7 of diamonds, 83% win chance"
    )
    bench.evaluate("harness.screen.offerActions(['8D@7'])")
    assert bench.locator(".hinted").count() == 0, "a hint is for one decision"


def test_two_and_four_colour_suits(bench: Page) -> None:
    open_at(bench, match_of())
    colours = """() => ["S", "H", "D", "C"].map((suit) =>
      getComputedStyle(document.querySelector(`.suit-${suit} .pip`)).fill)"""
    assert len(set(bench.evaluate(colours))) == 4
    bench.locator(".colours").tap()
    spades, hearts, diamonds, clubs = bench.evaluate(colours)
    assert spades == clubs != hearts == diamonds
    open_at(bench, match_of())
    assert bench.evaluate(colours) == [spades, hearts, diamonds, clubs], "kept on the device"
