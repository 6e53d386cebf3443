"""The tutorials in the page: by mouse, by keyboard, and on a phone."""

import re
from typing import Any, Final

import pytest
from browser import Server
from linkavel_page import LinkaVel, LinkaVelByKeys
from players_page import Catalyst, CatalystByKeys, GameDriver, Othello, OthelloByKeys, Player, tab_to
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect
from solitaire_page import Solitaire, SolitaireByKeys

PHONE: ViewportSize = {"width": 390, "height": 844}
BOARD_IN_SIGHT = """() => {
  const screen = document.querySelector("learn-page .board").firstElementChild;
  return screen.scrollHeight <= screen.clientHeight + 1 && document.documentElement.scrollWidth <= innerWidth;
}"""

OVERLAPS: Final = """() => {
  const all = [...document.querySelectorAll(
    ".coach, .lv-plate, .lv-who, .lv-lp, .lv-pile, .lv-row, .lv-turn, .lv-phase, .lv-prompt, .lv-hand")]
    .filter((one) => one.getClientRects().length);
  const covers = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return all.flatMap((one, at) => all.slice(at + 1)
    .filter((two) => !one.contains(two) && covers(one.getBoundingClientRect(), two.getBoundingClientRect()))
    .map((two) => `${one.className} / ${two.className}`));
}"""
"""The parts of LinkaVel's screen that overlap."""


class Learner(Player):
    """A visitor in a tutorial. `now` is the lesson."""

    def __init__(self, browser: Browser, server: Server, **more: Any) -> None:
        super().__init__(browser, server, **more)
        self.lesson: dict[str, Any] = {}
        self.number = 0

    @property
    def now(self) -> dict[str, Any]:
        return self.lesson

    def learn(self, game: str, driver: Any, by_keys: bool) -> Page:
        """Complete the tutorial of a game."""
        page = self.open(f"/learn/{game}")
        expect(page.locator(".coach .lesson-next")).to_be_visible()
        tutorial = page.evaluate("async (game) => (await fetch(`/api/games/${game}/tutorial`)).json()", game)
        coach = "document.querySelector('.coach').getBoundingClientRect().height"
        height = page.evaluate(coach)
        for number, lesson in enumerate(tutorial["lessons"]):
            self.lesson = lesson
            expect(page.locator(".lesson-place")).to_have_text(f"Lesson {number + 1} of {len(tutorial['lessons'])}")
            expect(page.locator(".lesson-text")).to_contain_text(lesson["text"]["en"])
            if lesson["task"]:
                expect(page.locator(".lesson-task")).to_have_text(lesson["task"]["en"])
                expect(page.locator(".lesson-next")).to_be_disabled()
                assert page.evaluate(BOARD_IN_SIGHT), f"lesson {number + 1} does not fit"
                if game == "solitaire-tcg":
                    self.check_marked_action(lesson)
                driver.act(lesson["plays"][0]["action"])
                expect(page.locator(".lesson-text")).to_have_text(lesson["result"]["en"])
            assert number + 1 == len(tutorial["lessons"]) or page.evaluate(coach) == height, "the board moves"
            if number + 1 < len(tutorial["lessons"]):
                log = page.locator(".stc-lines li")
                lines, following = log.all_inner_texts(), tutorial["lessons"][number + 1]
                goes_on = lesson["task"] and following["view"] == lesson["plays"][0]["view"]
                if by_keys:
                    if not page.evaluate("document.activeElement.matches('.lesson-next')"):
                        tab_to(page, ".lesson-next")
                    page.keyboard.press("Enter")
                else:
                    page.locator(".lesson-next").click()
                if game == "solitaire-tcg" and goes_on:
                    expect(log).to_have_text(lines)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the last lesson is too wide"
        return page

    def check_marked_action(self, lesson: dict[str, Any]) -> None:
        """Check that the screen marks the action of the task, and only it, without a hint in steps."""
        expect(self.page.locator(".hinted").first).to_be_visible()
        actions = [play["action"] for play in lesson["plays"]]
        marked = self.page.locator(".hinted").evaluate_all(
            "all => all.map(one => [one.dataset.does, ...(one.dataset.menu ?? '').split('|')])"
        )
        assert all(set(actions) & set(names) for names in marked), marked
        expect(self.page.locator(".stc-prompt")).not_to_contain_text("Ask again")


class SolitaireLearner(Learner, Solitaire):
    """A learner of Solitaire TCG."""


class SolitaireLearnerByKeys(Learner, SolitaireByKeys):
    """A learner of Solitaire TCG with a keyboard."""


DRIVERS: dict[str, tuple[type[GameDriver], type[GameDriver]]] = {
    "card-othello": (Othello, OthelloByKeys),
    "catalyst": (Catalyst, CatalystByKeys),
    "linkavel": (LinkaVel, LinkaVelByKeys),
}


def learner_and_driver(game: str, browser: Browser, site: Server, by_keys: bool, **more: Any) -> tuple[Learner, Any]:
    """Return a learner and what plays on its page."""
    if game == "solitaire-tcg":
        solitaire = (SolitaireLearnerByKeys if by_keys else SolitaireLearner)(browser, site, **more)
        return solitaire, solitaire
    learner = Learner(browser, site, **more)
    return learner, DRIVERS[game][by_keys](learner)


@pytest.mark.parametrize("game", [*DRIVERS, "solitaire-tcg"])
def test_tutorial_by_mouse_leads_to_a_first_game(browser: Browser, site: Server, game: str) -> None:
    learner, driver = learner_and_driver(game, browser, site, by_keys=False)
    with learner:
        page = learner.open()
        page.locator(".first-visit a", has_text=page.locator(f"[data-game={game}] h2").inner_text()).click()
        page = learner.learn(game, driver, by_keys=False)
        with page.expect_request("**/api/tables") as asked:
            page.locator(".lesson-next").click()
        quick_start = {"deck.one": "light", "deck.two": "neutral", "mulligan": "on"} if game == "linkavel" else None
        assert (asked.value.post_data_json or {}).get("options") == quick_start
        page.wait_for_url("**/table/*")
        page.go_back()
        page.locator(".brand").click()
        expect(page.locator(f"[data-game={game}]")).to_be_visible()
        # The other games are still offered.
        others = [one for one in (*DRIVERS, "solitaire-tcg") if one != game]
        offered = page.locator(".first-visit a").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
        assert sorted(offered) == sorted(f"/learn/{one}" for one in others)
        expect(page.locator(".first-visit p")).to_have_text("Learn another game:")


@pytest.mark.parametrize("game", [*DRIVERS, "solitaire-tcg"])
def test_tutorial_by_keyboard(browser: Browser, site: Server, game: str) -> None:
    learner, driver = learner_and_driver(game, browser, site, by_keys=True)
    with learner:
        learner.learn(game, driver, by_keys=True)


@pytest.mark.parametrize("game", [*DRIVERS, "solitaire-tcg"])
def test_tutorial_on_a_phone(browser: Browser, site: Server, game: str) -> None:
    learner, driver = learner_and_driver(game, browser, site, by_keys=False)
    with learner:
        learner.page.set_viewport_size(PHONE)
        learner.learn(game, driver, by_keys=False)


def test_offer_of_tutorials_stays_until_it_is_closed(browser: Browser, site: Server) -> None:
    with Learner(browser, site) as learner:
        page = learner.open()
        page.click("[data-game=catalyst] .big")
        page.wait_for_url("**/table/*")
        page = learner.open()
        page.locator(".first-visit").get_by_role("button", name="Close").click()
        expect(page.locator(".first-visit")).to_be_hidden()
        page = learner.open()
        expect(page.locator("[data-game=catalyst]")).to_be_visible()
        expect(page.locator(".first-visit")).to_be_hidden()


def test_help_opens_on_a_phone(browser: Browser, site: Server) -> None:
    with Learner(browser, site) as learner:
        learner.page.set_viewport_size(PHONE)
        page = learner.open("/learn/card-othello")
        expect(page.locator(".lesson-next")).to_be_visible()
        page.get_by_role("button", name="Help").click()
        expect(page.locator("dialog").get_by_role("heading", name="Special stones")).to_be_visible()


def test_other_action_is_answered_with_the_hint_and_not_played(browser: Browser, site: Server) -> None:
    with Learner(browser, site) as learner:
        page = learner.open("/learn/catalyst")
        page.locator(".lesson-next").click()
        height = "coach => coach.getBoundingClientRect().height"
        before = page.locator(".coach").evaluate(height)
        page.locator(".hand .card[data-card='7C']").click()
        page.locator(".line-up button.gap[data-gap='0']").click()
        expect(page.locator(".lesson-answer")).to_have_text(
            "Choose the 2 of hearts in your hand, then the gap between 5 and 9 of hearts."
        )
        assert page.locator(".coach").evaluate(height) == before, "the board moves"
        expect(page.locator(".line-up .card")).to_have_count(6)
        expect(page.locator(".hand .card.wanted")).to_have_attribute("data-card", "2H")


@pytest.mark.parametrize("game", [*DRIVERS, "solitaire-tcg"])
def test_lesson_goes_on_after_another_action(browser: Browser, site: Server, game: str) -> None:
    """Another legal action is answered with the hint; then the right one is played as usual."""
    learner, driver = learner_and_driver(game, browser, site, by_keys=False)
    with learner:
        page = learner.open(f"/learn/{game}")
        expect(page.locator(".coach .lesson-next")).to_be_visible()
        lessons = page.evaluate("async (game) => (await fetch(`/api/games/${game}/tutorial`)).json()", game)["lessons"]
        number, lesson, other = next(
            (number, lesson, action)
            for number, lesson in enumerate(lessons)
            for action in reversed(lesson["legal"])
            if lesson["task"] and action not in [play["action"] for play in lesson["plays"]]
        )
        for before in lessons[:number]:
            if before["task"]:
                driver.act(before["plays"][0]["action"])
            page.locator(".lesson-next").click()
        learner.lesson = lesson
        expect(page.locator(".lesson-task")).to_have_text(lesson["task"]["en"])
        driver.act(other)
        expect(page.locator(".lesson-answer")).to_have_text(lesson["hint"]["en"])
        driver.act(lesson["plays"][0]["action"])
        expect(page.locator(".lesson-text")).to_have_text(lesson["result"]["en"])


def test_game_without_a_tutorial_says_so(browser: Browser, site: Server) -> None:
    with Learner(browser, site) as learner:
        page = learner.open("/learn/chess")
        expect(page.locator("main")).to_contain_text("There is no game called “chess”.")


def open_lesson(visitor: Player, game: str, number: int) -> Page:
    """Open a tutorial at a lesson."""

    def skip(route: Route) -> None:
        response = route.fetch()
        tutorial = response.json()
        route.fulfill(response=response, json={**tutorial, "lessons": tutorial["lessons"][number - 1 :]})

    visitor.page.route("**/api/games/*/tutorial", skip)
    page = visitor.open(f"/learn/{game}")
    expect(page.locator(".lesson-task")).to_be_visible()
    return page


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("number", "card"), [(4, "slag_brute"), (8, "dragon_of_first_fire")])
def test_linkavel_prompt_is_not_cut_on_a_phone(
    browser: Browser, site: Server, language: str, number: int, card: str
) -> None:
    with Player(browser, site, language=language) as learner:
        learner.page.set_viewport_size(PHONE)
        page = open_lesson(learner, "linkavel", number)
        page.locator(f'[data-spot="hand:{card}"]').click()
        expect(page.locator(".lv-buttons button").first).to_be_visible()
        assert page.locator(".lv-ask").evaluate("ask => ask.scrollHeight <= ask.clientHeight + 1")
        plate, prompt = (
            page.locator(selector).bounding_box() for selector in (".lv-plate[data-side=own]", ".lv-prompt")
        )
        assert plate is not None
        assert prompt is not None
        assert plate["y"] + plate["height"] <= prompt["y"] + 0.5
        assert page.evaluate(BOARD_IN_SIGHT)
        learner.page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
        assert page.evaluate(BOARD_IN_SIGHT)
        assert page.locator(".lv-ask").evaluate("ask => ask.scrollHeight <= ask.clientHeight + 1")
        assert page.locator(".lv-monsters .lv-slot").first.evaluate("slot => slot.offsetWidth") >= 60
        assert page.evaluate(OVERLAPS) == []


HAND: Final = """() => [...document.querySelectorAll(".lv-hand > .lv-held")].map((held) => {
  const part = (name) => held.querySelector(`.lv-${name}`);
  return {
    width: part("mini").offsetWidth,
    name: parseFloat(getComputedStyle(part("short")).fontSize),
    broken: [...part("short").childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).flatMap((text) =>
      text.data.split(/[ -]/).filter((word) => {
        const range = document.createRange(), at = text.data.indexOf(word);
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        return range.getClientRects().length > 1;
      })),
    overlaps: overlaps(["short", "art", "stars", "classes", "cost", "power"].map(part)),
  };
  function overlaps(parts) {
    const boxes = parts.filter((one) => one?.firstChild).map((one) => one.getBoundingClientRect());
    const frame = part("mini").getBoundingClientRect();
    const covers = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > .5
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > .5;
    const outside = (box) => box.left < frame.left || box.right > frame.right || box.bottom > frame.bottom;
    return boxes.some((one, at) => outside(one) || boxes.slice(at + 1).some((two) => covers(one, two)));
  }
})"""


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (844, 390)])
def test_linkavel_lesson_is_readable_on_a_phone(
    browser: Browser, site: Server, width: int, height: int, language: str
) -> None:
    with Player(browser, site, language=language, width=width, height=height) as learner:
        page = learner.open("/learn/linkavel")
        expect(page.locator(".lv-hand > .lv-held")).to_have_count(6)
        expect(page.locator(".lv-turn")).to_be_visible()
        assert page.evaluate(OVERLAPS) == []
        for card in page.evaluate(HAND):
            assert card["width"] >= 54, card
            assert card["name"] >= 9, card
            assert language == "ja" or card["broken"] == [], card
            assert not card["overlaps"], card


def test_linkavel_lesson_marks_the_magic_card_and_its_button(browser: Browser, site: Server) -> None:
    with Player(browser, site) as learner:
        page = open_lesson(learner, "linkavel", 7)
        forge = page.locator('[data-spot="s1"]')
        assert forge.locator(".lv-rank").evaluate("rank => rank.scrollWidth <= rank.clientWidth")
        card = page.locator('[data-spot="hand:thermal_crack"]')
        expect(page.locator(".lv-hint")).to_have_count(1)
        expect(card).to_have_class(re.compile("lv-hint"))
        card.click()
        expect(page.locator(".lv-button.lv-hint")).to_have_text("Activate")
        expect(page.locator(".lv-hint")).to_have_count(2)
        expect(forge).not_to_have_class(re.compile("lv-lit"))


def test_card_othello_lesson_names_the_count_of_the_dragon(browser: Browser, site: Server) -> None:
    with Player(browser, site) as learner:
        page = open_lesson(learner, "card-othello", 6)
        Othello(learner).act("place f5")
        expect(page.locator(".lesson-text")).to_contain_text("4 times")
        expect(page.locator(".co-stone .co-count")).to_have_text("4")
