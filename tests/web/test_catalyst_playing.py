"""Playing Catalyst Reaction in a browser: by taps, by dragging, by keys, with hints, in Japanese."""

from collections.abc import Iterator

import pytest
from browser import browsing
from catalyst_page import SHOWN, as_shown, match_of, open_at, page_server, phone, push
from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with page_server() as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with phone(browser, address) as page:
        yield page


def test_by_taps(page: Page) -> None:
    match = match_of()
    open_at(page, match)
    assert page.locator(".gap:enabled").count() == 0
    page.locator(".hand .card").nth(1).tap()
    assert page.locator(".gap:enabled").count() == 9
    page.locator(".gap").nth(3).tap()
    assert page.evaluate("harness.acts") == ["6C@3"]
    assert page.evaluate(SHOWN) == as_shown(match), "nothing moves before the server says so"


def test_only_what_is_offered_can_be_played(page: Page) -> None:
    open_at(page, match_of())
    page.evaluate("harness.screen.offer(['6C@0', '6C@5'])")
    page.locator(".hand .card").nth(0).tap(force=True)
    assert page.locator(".gap:enabled").count() == 0
    page.locator(".hand .card").nth(1).tap()
    assert page.locator(".gap:enabled").evaluate_all("all => all.map((gap) => gap.dataset.gap)") == ["0", "5"]
    page.evaluate("harness.screen.offer([])")
    assert page.locator(".gap:enabled").count() == 0
    assert page.locator(".prompt").inner_text() == ""


def drag(page: Page, slot: int, x: float, y: float) -> None:
    box = page.locator(".hand .card").nth(slot).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, y + 30, steps=4)
    page.mouse.move(x, y)
    page.mouse.up()


@pytest.mark.parametrize("gap", range(9))
def test_by_dragging(page: Page, gap: int) -> None:
    match = match_of()
    open_at(page, match)
    box = page.locator(".gap:not(.echo)").nth(gap).bounding_box()
    assert box
    drag(page, 2, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.evaluate("harness.acts") == [f"8D@{gap}"]
    assert page.evaluate(SHOWN) == as_shown(match)


def test_a_card_dropped_elsewhere_goes_back(page: Page) -> None:
    open_at(page, match_of())
    before = page.locator(".hand .card").nth(0).bounding_box()
    drag(page, 0, 40, 620)
    page.mouse.move(1, 1)
    page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    assert page.evaluate("harness.acts") == []
    assert page.locator(".hand .card").nth(0).bounding_box() == before
    assert page.locator(".chosen").count() == 0


def test_a_refused_play_puts_the_card_back(page: Page) -> None:
    """The frame offers again what could be done; the card that was dropped returns to the hand."""
    match = match_of()
    open_at(page, match)
    before = page.locator(".hand .card").nth(0).bounding_box()
    box = page.locator(".gap").nth(1).bounding_box()
    assert box
    drag(page, 0, box["x"], box["y"] + 20)
    assert page.locator(".hand .card").nth(0).bounding_box() != before
    page.evaluate("([legal, view]) => harness.screen.offer(legal, view)", [match.legal(0), match.view(0)])
    page.mouse.move(1, 1)
    page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    assert page.locator(".hand .card").nth(0).bounding_box() == before


def test_by_keys(page: Page) -> None:
    match = match_of()
    open_at(page, match)
    label = "document.activeElement.getAttribute('aria-label')"
    page.keyboard.press("2")
    assert page.evaluate(label) == "Gap 4 between 2 of diamonds and 7 of hearts"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(label) == "Gap 3 between 10 of spades and 2 of diamonds"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    assert page.evaluate(label) == "Gap 8, right of 7 of diamonds"
    page.keyboard.press("3")
    assert page.evaluate(label) == "Gap 8, right of 7 of diamonds", "another card, the same gap"
    page.keyboard.press("Escape")
    assert page.evaluate(label) == "8 of diamonds, card 3 of 3 in your hand"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.press("Home")
    assert page.evaluate(label) == "Gap 0, left of 2 of spades"
    page.keyboard.press("Enter")
    assert page.evaluate("harness.acts") == ["6C@0"]
    match.play(0, 0, "6C@0")
    push(page, match)
    page.evaluate("harness.motion.advance(5000)")
    assert page.evaluate(label) == "8 of diamonds, card 2 of 3 in your hand", "the focus is back in the hand"
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    assert page.evaluate("harness.acts") == ["6C@0", "AH@4"]


def test_the_focus_stays_where_it_was_outside(page: Page) -> None:
    match = match_of()
    open_at(page, match)
    match.play(0, 0, "6C@0")
    push(page, match)
    page.evaluate("harness.motion.advance(5000)")
    assert page.evaluate("document.activeElement === document.body")


def test_in_japanese(page: Page) -> None:
    """The language changes while the table is on the screen."""
    match = match_of()
    open_at(page, match)
    page.evaluate("harness.setLanguage('ja'); harness.screen.relabel()")
    assert page.locator(".prompt").inner_text() == "ランクかスートが3枚揃えば反応。場を空に！"
    page.keyboard.press("1")
    assert page.locator(".prompt").inner_text() == "クラブの4を置く位置を選ぶ"
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "位置 4、ダイヤの2とハートの7の間"
    assert page.locator(".plate").inner_text().split() == ["手数", "0"]
    words = page.locator(".bench").evaluate(
        "root => root.innerText + Array.from(root.querySelectorAll('[aria-label]'), (one) => one.ariaLabel).join()"
    )
    assert not {letter for letter in words if letter.isascii() and letter.isalpha()} - set("AJQK")


def test_a_hint_glows_with_its_chances(page: Page) -> None:
    open_at(page, match_of())
    # The best comes first; another that was hardly tried may show a higher chance.
    hint = [{"action": "8D@7", "chance": 0.831}, {"action": "8D@2", "chance": 0.9}, {"action": "4C@1", "chance": 0.4}]
    page.evaluate("(hint) => harness.screen.hinted(hint)", hint)
    assert page.locator(".chosen").get_attribute("data-card") == "8D"
    assert page.locator(".hinted").evaluate_all("all => all.map((gap) => [gap.dataset.gap, gap.innerText])") == [
        ["2", "90%"],
        ["7", "83%"],
    ]
    assert (
        page.locator(".best").get_attribute("aria-label")
        == "Gap 7 between jack of diamonds and 7 of diamonds, wins 83 %"
    )
    page.evaluate("harness.screen.offer(['8D@7'])")
    assert page.locator(".hinted").count() == 0, "a hint is for one decision"


def test_suits_in_four_colours_or_two(page: Page) -> None:
    open_at(page, match_of())
    colours = """() => ["S", "H", "D", "C"].map((suit) =>
      getComputedStyle(document.querySelector(`.suit-${suit} .pip`)).fill)"""
    assert len(set(page.evaluate(colours))) == 4
    page.locator(".colours").tap()
    spades, hearts, diamonds, clubs = page.evaluate(colours)
    assert spades == clubs != hearts == diamonds
    open_at(page, match_of())
    assert page.evaluate(colours) == [spades, hearts, diamonds, clubs], "kept on the device"
