"""Puzzles: stars, stored progress, the daily puzzle and results."""

import json
import re
from itertools import product
from typing import Any

import httpx
import pytest
from browser import Server, Visitor, axe_findings, module_address
from players_page import Player
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tefuda.cardlang.workshop import find_workshop
from tefuda.core.puzzle import Puzzle, read_puzzle

GAME = "solitaire-tcg"
PROGRESS = "tefuda.puzzles"
LISTS = {"speed": 0, "plain": True, "reduced": "on"}
"""Plain boards: these tests are about the page around them."""
STEMS = {path.stem: path for path in find_workshop(GAME).puzzles()}


class Solver(Player):
    """Solves puzzles."""

    def __init__(self, browser: Browser, server: Server, **more: Any) -> None:
        super().__init__(browser, server, **more)
        self.page.add_init_script(f"localStorage['tefuda.settings'] = {json.dumps(json.dumps(LISTS))};")

    def tile(self, puzzle: str) -> Locator:
        return self.page.locator(f".tile[data-puzzle='{puzzle}']")

    def begin(self, puzzle: Puzzle) -> None:
        self.open("/puzzles")
        self.tile(puzzle.id).click()
        expect(self.page.locator(".puzzle-task")).to_contain_text(puzzle.title.en)

    def act(self, action: str) -> None:
        button = self.page.locator(f"plain-screen .actions ul button[data-action='{action}']")
        expect(button).to_be_visible()
        before = self.now["number"]
        button.click()
        self.wait_for_update(before)

    def solve(self, puzzle: Puzzle) -> Locator:
        """Solve a puzzle by its solution; return the stars shown."""
        for action in puzzle.solution or []:
            self.act(action)
        return self.page.locator("dialog[open] .earned")

    def choose(self, name: str) -> None:
        self.page.locator("dialog[open] .ending").get_by_role("button", name=name).click()

    def kept(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(f"JSON.parse(localStorage['{PROGRESS}'] ?? 'null')")
        return found


def easiest(tier: int) -> Puzzle:
    found = [read_puzzle(path) for path in STEMS.values()]
    return min((one for one in found if one.tier == tier), key=lambda one: (one.par or 0, one.id))


def test_star_and_streak_rules(browser: Browser, site: Server) -> None:
    with Visitor(browser, site) as visitor:
        page = visitor.open("/settings")
        rules = module_address(page, "frame/progress.js")
        earned = page.evaluate(
            """async ([rules, cases]) => {
              const { starsFor } = await import(rules);
              return cases.map(([plays, par, level]) => starsFor(plays, par, level));
            }""",
            [rules, [[7, 7, 0], [8, 7, 0], [9, 7, 0], [10, 7, 0], [7, 7, 1], [9, 7, 3], [10, 7, 1], [40, None, 0]]],
        )
        assert earned == [3, 2, 2, 1, 2, 1, 1, 3]
        rows = page.evaluate(
            """async ([rules, cases]) => {
              const { streak } = await import(rules);
              return cases.map(([days, today]) => streak(days, today));
            }""",
            [
                rules,
                [
                    [[], "2026-03-01"],
                    [["2026-03-01"], "2026-03-01"],
                    [["2026-02-27", "2026-02-28"], "2026-03-01"],
                    [["2024-02-28", "2024-02-29", "2024-03-01"], "2024-03-01"],
                    [["2026-02-26", "2026-02-28", "2026-03-01"], "2026-03-01"],
                    [["2026-02-27"], "2026-03-01"],
                    [["2025-12-31", "2026-01-01"], "2026-01-01"],
                ],
            ],
        )
        assert rows == [0, 1, 2, 3, 2, 0, 2]


def test_best_result_is_kept(browser: Browser, site: Server) -> None:
    """The best result has the most stars, then the fewest plays."""
    tries = list(product([4, 5, 6, 9], [0, 1]))
    orders = [tries, tries[::-1], tries[1::2] + tries[::2], tries[3:] + tries[:3]]
    with Visitor(browser, site) as visitor:
        page = visitor.open("/settings")
        for order in orders:
            found = page.evaluate(
                """async ([rules, tries]) => {
                  const { recordStart, recordHint, loadProgress, recordSolved } = await import(rules);
                  localStorage.clear();
                  const told = tries.map(([plays, hints], at) => {
                    const table = { id: `table-${at}`, game: "g", plays };
                    recordStart(table.id, null);
                    for (let n = 0; n < hints; n += 1) recordHint(table.id, 2);
                    recordSolved(table, { id: "p", par: 4 });
                    return recordSolved(table, { id: "p", par: 4 }).best;
                  });
                  return { told, kept: loadProgress() };
                }""",
                [module_address(page, "frame/progress.js"), order],
            )
            stars = [min(2 if hints else 3, 3 if plays == 4 else 2 if plays <= 6 else 1) for plays, hints in order]
            ranked = [(-star, plays) for star, (plays, _) in zip(stars, order, strict=True)]
            for number, told in enumerate(found["told"]):
                best = min(ranked[: number + 1])
                assert told == {"stars": -best[0], "plays": best[1]}
            assert list(found["kept"]["best"]) == ["g/p"]
            assert found["kept"]["days"] == []


def test_shortest_solution_earns_three_stars(browser: Browser, site: Server) -> None:
    with Solver(browser, site) as solver:
        page = solver.page
        for tier in (1, 2, 3, 4):
            puzzle = easiest(tier)
            solver.begin(puzzle)
            earned = solver.solve(puzzle)
            expect(earned).to_have_attribute("data-stars", "3")
            expect(earned).to_contain_text(f"Plays: {puzzle.par}. Par is {puzzle.par}.")
            page.locator("dialog[open]").get_by_role("link", name="All puzzles").click()
            expect(solver.tile(puzzle.id)).to_have_attribute("data-stars", "3")
        page.reload()
        for tier in (1, 2, 3, 4):
            expect(solver.tile(easiest(tier).id)).to_have_attribute("data-stars", "3")
            count = sum(read_puzzle(path).tier == tier for path in STEMS.values())
            meter = page.locator(f".tier[data-tier='{tier}'] .meter p")
            expect(meter).to_have_text(f"1 of {count} solved3 of {3 * count} stars")
        expect(page.locator(".tile:not([data-stars='0'])")).to_have_count(4)
        expect(page.locator(".summary .meter p")).to_have_text("4 of 40 solved12 of 120 stars")


def test_hint_costs_a_star_and_takeback_does_not(browser: Browser, site: Server) -> None:
    first = easiest(1)
    with Solver(browser, site) as solver:
        page = solver.page
        solver.begin(first)
        hint = page.locator("[data-tool=hint]")
        cost = "A hint leaves at most two stars, one that names the action at most one."
        hint.hover()
        expect(page.locator(".toolbar .tooltip")).to_have_text(f"Hint (H)Suggests what to do now.{cost}")
        # Only the first hint asks.
        hint.click()
        expect(page.locator("dialog[open] h2")).to_have_text(f"{cost} Show a hint?")
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert page.evaluate("JSON.parse(localStorage['tefuda.puzzles']).tries")[solver.table]["hints"] == 0
        hint.click()
        page.get_by_role("button", name="Show hint").click()
        expect(page.locator("dialog[open] .hints button, dialog[open] p").first).to_be_visible(timeout=60_000)
        page.keyboard.press("Escape")
        earned = solver.solve(first)
        # The list names the action, which leaves one star.
        expect(earned).to_have_attribute("data-stars", "1")
        expect(earned).to_contain_text("Hints used: 1.")
        assert solver.kept()["best"] == {f"{GAME}/{first.id}": {"plays": first.par, "stars": 1}}

        # Again without a hint: a wrong play is taken back at no cost.
        before = page.url
        solver.choose("Try again")
        page.wait_for_url(lambda url: "/table/" in url and url != before)
        solver.act("end")
        ending = page.locator("dialog[open] .ending")
        expect(ending.locator(".earned")).to_have_count(0)
        assert ending.locator("button").first.inner_text() == "Take back"
        expect(ending.locator(".primary")).to_have_text("Take back")
        solver.choose("Take back")
        expect(page.locator(".status")).to_have_text("Your turn")
        expect(solver.solve(first)).to_have_attribute("data-stars", "3")

        # The next puzzle is the first unsolved one.
        order = [one["id"] for one in httpx.get(f"{site.address}/api/games/{GAME}/puzzles").json()]
        before = page.url
        solver.choose("Next puzzle")
        page.wait_for_url(lambda url: "/table/" in url and url != before)
        following = order[(order.index(first.id) + 1) % len(order)]
        expect(page.locator(".puzzle-task")).to_contain_text(read_puzzle(STEMS[following]).title.en)


def test_viewing_the_solution_counts_as_a_hint(browser: Browser, site: Server) -> None:
    puzzle = easiest(2)
    with Solver(browser, site) as solver:
        page = solver.page
        solver.begin(puzzle)
        solver.act("end")
        solver.choose("Shortest solution")
        expect(page.locator("dialog[open] h2").last).to_contain_text("You have not solved this puzzle yet.")
        page.locator("dialog[open] .danger").click()
        lines = page.locator("dialog[open] .solution li")
        expect(lines).to_have_count(len(puzzle.solution or []), timeout=60_000)
        page.keyboard.press("Escape")
        page.locator(".panel .ending").get_by_role("button", name="Take back").click()
        expect(page.locator(".status")).to_have_text("Your turn")
        expect(solver.solve(puzzle)).to_have_attribute("data-stars", "1")


def test_daily_puzzle_does_not_shift_the_lobby(browser: Browser, site: Server) -> None:
    """A button that moves while pressed is not clicked."""
    with Visitor(browser, site) as visitor:
        late: list[Route] = []
        visitor.page.route("**/api/puzzles/daily", lambda route: late.append(route))
        button = visitor.open("/").locator("[data-game=catalyst] .big")
        before = button.bounding_box()
        assert before is not None
        assert late
        late[0].continue_()
        expect(visitor.page.locator(".today h2")).to_be_visible()
        assert button.bounding_box() == before


def test_daily_puzzle_is_marked_when_solved(browser: Browser, site: Server) -> None:
    daily = httpx.get(f"{site.address}/api/puzzles/daily").json()
    assert daily["game"] == GAME
    puzzle = read_puzzle(STEMS[daily["puzzle"]])
    with Solver(browser, site) as solver:
        page = solver.open("/")
        card = page.locator(".today")
        expect(card.locator("h2")).to_have_text(puzzle.title.en)
        expect(card).to_have_attribute("data-done", "false")
        # The card names the game and the tier, as the puzzle page and the table do.
        expect(card.locator(".facts")).to_contain_text("Solitaire TCG")
        tiers = ["Other", "Entrance", "Lessons", "Examination", "Graduation"]
        expect(card.locator(".facts")).to_contain_text(tiers[puzzle.tier or 0])
        card.get_by_role("button", name="Play").click()
        expect(page.locator(".puzzle-task")).to_contain_text(puzzle.title.en)
        expect(solver.solve(puzzle)).to_contain_text("1 day in a row")
        page.locator("dialog[open]").get_by_role("link", name="All puzzles").click()
        expect(card).to_have_attribute("data-done", "true")
        expect(card.locator("time")).to_have_attribute("datetime", daily["date"])
        expect(card.locator(".day.solved")).to_have_count(1)
        expect(card.locator(f".day.solved[data-day='{daily['date']}'][aria-current='date']")).to_have_count(1)
        assert solver.kept()["days"] == [daily["date"]]


NONSENSE = [
    "{",
    "null",
    "[]",
    '"text"',
    "7",
    '{"version": 99, "best": {"solitaire-tcg/one-mark-short": {"plays": 2, "stars": 3}}}',
    '{"version": 1}',
    '{"version": 1, "best": [], "days": {}, "tries": 3}',
    '{"version": 1, "best": {"__proto__": {"plays": 1, "stars": 3}, "constructor": 5}, "days": [3, "2026-02-30"]}',
    '{"version": 1, "best": {"solitaire-tcg/one-mark-short": {"plays": "<b>2</b>", "stars": 3}}}',
    '{"version": 1, "best": {"solitaire-tcg/one-mark-short": {"plays": 2, "stars": 1e9}}, "days": ["<img src=x>"]}',
    '{"version": 1, "best": {"solitaire-tcg/one-mark-short": null}, "tries": {"x": {"hints": -1, "when": 0}}}',
]


def test_invalid_progress_is_ignored(browser: Browser, site: Server) -> None:
    with Solver(browser, site) as solver:
        page = solver.open("/puzzles")
        for text in NONSENSE:
            page.evaluate("(text) => localStorage.setItem('tefuda.puzzles', text)", text)
            page.reload()
            expect(page.locator(".tile")).to_have_count(len(STEMS))
            expect(page.locator(".tile[data-stars='0']")).to_have_count(len(STEMS))
            expect(page.locator(".day.solved")).to_have_count(0)
        kept = page.evaluate(
            """async (rules) => {
              const { recordStart, loadProgress, recordSolved } = await import(rules);
              for (let n = 0; n < 700; n += 1) recordStart(`table-${n}`, null);
              recordSolved({ id: "table-699", game: "g", plays: 3 }, { id: "p", par: 3 });
              return loadProgress();
            }""",
            module_address(page, "frame/progress.js"),
        )
        assert kept["best"] == {"g/p": {"plays": 3, "stars": 3}}
        assert 100 <= len(kept["tries"]) <= 500


def overlapping(page: Page, selector: str) -> list[str]:
    """Return elements that overlap, overflow the page or are cut off."""
    found: list[str] = page.evaluate(
        """(selector) => {
          const all = [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
          const boxes = all.map((one) => one.getBoundingClientRect());
          const name = (one) => `${one.className} ${one.textContent.slice(0, 20)}`;
          const wrong = [];
          boxes.forEach((box, at) => {
            if (box.left < -1 || box.right > innerWidth + 1) wrong.push(`outside: ${name(all[at])}`);
            if (all[at].scrollWidth > all[at].clientWidth + 1) wrong.push(`cut off: ${name(all[at])}`);
            boxes.slice(at + 1).forEach((other, more) => {
              const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
              const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
              if (across > 1 && down > 1) wrong.push(`${name(all[at])} on ${name(all[at + 1 + more])}`);
            });
          });
          return wrong;
        }""",
        selector,
    )
    return found


@pytest.mark.parametrize(
    ("language", "width", "height", "dark"),
    [("en-US", 1280, 800, True), ("ja-JP", 390, 844, False), ("ja-JP", 1920, 1080, True), ("en-US", 390, 844, False)],
)
def test_accessibility_and_layout(
    browser: Browser, site: Server, language: str, width: int, height: int, dark: bool
) -> None:
    with Solver(browser, site, language=language, width=width, height=height, dark=dark, axe=True) as solver:
        page = solver.open("/settings")
        solved = {f"{GAME}/{name}": {"plays": 12, "stars": 1 + at % 3} for at, name in enumerate(sorted(STEMS)[:25])}
        kept = {"version": 1, "best": solved, "days": ["2026-11-01"], "tries": {}}
        page.evaluate("(kept) => localStorage.setItem('tefuda.puzzles', kept)", json.dumps(kept))
        solver.open("/puzzles")
        expect(page.locator(".tile")).to_have_count(len(STEMS))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert overlapping(page, ".tile, .today, .summary, .tier > header, .rules") == []
        assert overlapping(page, ".today > :not(.sky)") == []
        assert overlapping(page, ".tile > :not(.sky)") == []
        assert axe_findings(page) == []
        if language == "ja-JP":
            text = page.locator("main").inner_text()
            assert re.findall(r"[A-Za-z]{2,}", re.sub("UTC|TCG", "", text)) == []
            # Every accessible name is in the chosen language.
            labels = page.locator("main [aria-label]").evaluate_all("all => all.map((one) => one.ariaLabel)")
            assert [label for label in labels if re.search(r"[A-Za-z]{4,}", label)] == []
        # By keyboard: a tier is one Tab stop, and arrows move inside it.
        tile = page.locator(".tier[data-tier='2'] .tile")
        tile.first.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(tile.nth(2)).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_url("**/table/*")
        expect(page.locator("plain-screen .actions ul button").first).to_be_visible()
        page.locator("plain-screen button[data-action='end']").click()
        ending = page.locator("dialog[open] .ending")
        expect(ending).to_be_visible()
        assert overlapping(page, "dialog[open] .ending > *") == []
        assert axe_findings(page) == []
