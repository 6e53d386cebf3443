"""Trials: the numbers match the server and the command line, the interval matches the lab."""

import json
import re
import shlex
import subprocess
import sys
from random import Random
from typing import Any, Final

import pytest
from browser import Server, Visitor, axe_findings, module_address
from playwright.sync_api import Browser, Page, expect

from tefuda.lab.stats.intervals import wilson

GAME: Final = "solitaire-tcg"


OVERHEAR: Final = """
  window.trials = { asked: [], told: [], open: 0, most: 0 };
  const real = window.fetch;
  window.fetch = async (path, init) => {
    if (!String(path).endsWith("/trials")) return real(path, init);
    const { trials } = window;
    trials.asked.push(JSON.parse(init.body));
    trials.open += 1;
    trials.most = Math.max(trials.most, trials.open);
    const answer = await real(path, init);
    trials.told.push(await answer.clone().json());
    trials.open -= 1;
    return answer;
  };
"""
"""Records requests and responses, and how many run at once."""


class Trier(Visitor):
    """Opens the trials page."""

    def __init__(self, browser: Browser, server: Server, **more: Any) -> None:
        super().__init__(browser, server, **more)
        settings = json.dumps(json.dumps({"speed": 0, "reduced": "on"}))
        self.page.add_init_script(f"localStorage['tefuda.settings'] ??= {settings};")
        self.page.add_init_script(OVERHEAR)

    @property
    def heard(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("window.trials")
        return found

    def begin(self, *, games: int, level: int = 1, **options: str | int) -> None:
        page = self.page
        page.locator("[name=level]").select_option(str(level))
        page.locator("[name=other]").fill(str(games))
        for name, value in options.items():
            field = page.locator(f"[name='option:{name}']")
            if isinstance(value, str):
                field.select_option(value)
            else:
                field.fill(str(value))
        page.get_by_role("button", name="Start").click()

    def ended(self) -> None:
        expect(self.page.locator(".said")).to_contain_text(re.compile("Done|Stopped"))

    def found(self) -> tuple[int, int]:
        """Return won and played games as shown."""
        text = self.page.locator(".numbers-found").inner_text()
        numbers = re.search(r"([\d,]+) of ([\d,]+) won", text)
        assert numbers, text
        won, played = (int(number.replace(",", "")) for number in numbers.groups())
        return won, played


def run_command(line: str) -> dict[str, Any]:
    """Run the shown command and return its counts."""
    words = shlex.split(line)
    assert words[:2] == ["tefuda", "simulate"]
    command = [sys.executable, "-m", "tefuda.cli.main", *words[1:], "--json", "--workers", "1"]
    found: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return found


def test_wilson_interval_matches_the_lab(browser: Browser, site: Server) -> None:
    random = Random(8)
    cases = [(won, played) for played in range(12) for won in range(played + 1)]
    cases += [(random.randint(0, played), played) for played in (random.randint(1, 10**6) for _ in range(500))]
    with Visitor(browser, site) as visitor:
        page = visitor.open("/settings")
        found = page.evaluate(
            """async ([interval, cases]) => {
              const { wilson } = await import(interval);
              return cases.map(([won, played]) => wilson(won, played));
            }""",
            [module_address(page, "pages/trials/interval.js"), cases],
        )
    for (won, played), interval in zip(cases, found, strict=True):
        assert (interval["low"], interval["high"]) == pytest.approx(wilson(won, played), abs=1e-12)
        assert 0 <= interval["low"] <= (won / played if played else 0.5) <= interval["high"] <= 1


def test_run_matches_the_command_line(browser: Browser, site: Server) -> None:
    with Trier(browser, site) as trier:
        page = trier.open(f"/trials/{GAME}")
        trier.begin(games=60, deck="spell-storm", max_turns=20, opening_hand=12)
        trier.ended()
        won, played = trier.found()
        heard = trier.heard
        assert played == 60 == sum(told["played"] for told in heard["told"])
        assert won == sum(told["won"] for told in heard["told"])
        # Every deal once, one batch at a time.
        assert heard["most"] == 1
        reached = 0
        for asked, told in zip(heard["asked"], heard["told"], strict=True):
            assert asked["first"] == reached
            assert asked["options"] == {"deck": "spell-storm", "opening_hand": 12, "max_turns": 20}
            reached += told["played"]
        assert 0 < won < played
        low, high = wilson(won, played)
        said = page.locator(".plot").get_attribute("aria-label")
        assert said is not None
        assert f"{won} of 60 games won: {won / 60:.1%}. 95% interval: {low:.1%} to {high:.1%}." in said
        figures = run_command(page.locator(".command code").inner_text())
        assert (figures["wins"], figures["games"]) == (won, played)
        assert figures["options"] == {"deck": "spell-storm", "opening_hand": 12, "max_turns": 20}

        # A second run with another deck is listed next to the first.
        page.locator("details summary").click()
        page.locator("[name=first]").fill("1000")
        trier.begin(games=20, deck="clockwork")
        trier.ended()
        again, _ = trier.found()
        rows = page.locator(".trial-past tbody tr")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text("Clockwork")
        expect(rows.last).to_contain_text("Spell Storm")
        line = page.locator(".command code").inner_text()
        assert "--seed 1.1000 " in line
        assert run_command(line)["wins"] == again


def test_stop_and_continue(browser: Browser, site: Server) -> None:
    with Trier(browser, site, outage=True) as trier:
        page = trier.open(f"/trials/{GAME}")
        trier.begin(games=100_000)
        expect(page.locator(".how-far")).to_contain_text("Deals")
        page.get_by_role("button", name="Stop").click()
        at_stop = len(trier.heard["asked"])
        trier.ended()
        expect(page.locator(".said")).to_contain_text("Stopped.")
        _, played = trier.found()
        asked = len(trier.heard["asked"])
        assert asked == at_stop
        assert 0 < played < 100_000
        page.wait_for_timeout(300)
        assert len(trier.heard["asked"]) == asked
        # A change of language keeps the run going.
        page.get_by_role("button", name="日本語").click()
        expect(page.locator(".said")).to_contain_text("停止しました。")
        page.get_by_role("button", name="続ける").click()
        page.wait_for_function("(asked) => window.trials.told.length > asked", arg=asked)
        # An unreachable server stops the run; results are kept, and it can be continued.
        trier.context.set_offline(True)
        expect(page.locator(".said")).to_contain_text("中断しました。")
        trier.context.set_offline(False)
        reached = sum(told["played"] for told in trier.heard["told"])
        expect(page.locator("progress")).to_have_js_property("value", reached)
        broken = len(trier.heard["asked"])
        page.get_by_role("button", name="続ける").click()
        page.wait_for_function("(broken) => window.trials.asked.length > broken", arg=broken)
        page.get_by_role("button", name="停止").click()
        expect(page.locator(".said")).to_contain_text("停止しました。")
        heard = trier.heard
        assert heard["asked"][asked]["first"] == played < reached
        assert heard["asked"][broken]["first"] == reached


@pytest.mark.parametrize(
    ("language", "width", "height", "dark"),
    [("en-US", 1280, 800, True), ("ja-JP", 390, 844, False)],
)
def test_accessibility_and_layout(
    browser: Browser, site: Server, language: str, width: int, height: int, dark: bool
) -> None:
    with Trier(browser, site, language=language, width=width, height=height, dark=dark, axe=True) as trier:
        page = trier.open(f"/trials/{GAME}")
        start = page.locator(".trial-keys .primary")
        expect(start).to_be_visible()
        check_layout(page)
        assert axe_findings(page) == []
        for deck in ("clockwork", "elegy"):
            page.locator("[name='option:deck']").select_option(deck)
            page.locator("[name=level]").select_option("1")
            page.locator("[name=other]").fill("8")
            # Enter in a field starts, as in any form.
            page.keyboard.press("Enter")
            expect(page.locator("progress")).to_have_js_property("value", 8)
            expect(start).to_be_visible()
        expect(page.locator(".trial-past tbody tr")).to_have_count(2)
        check_layout(page)
        assert axe_findings(page) == []
        if language == "ja-JP":
            shown = page.locator("main").inner_text().replace(page.locator(".command code").inner_text(), "")
            assert re.findall(r"[A-Za-z]{2,}", shown.replace("CPU", "").replace("TCG", "")) == []


def check_layout(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wrong = page.evaluate(
        """() => [...document.querySelectorAll("trials-page *")]
          .filter((one) => !one.closest("svg, .visually-hidden, .segments label") && one.getClientRects().length)
          .filter((one) => {
            const box = one.getBoundingClientRect();
            return box.left < -1 || box.right > innerWidth + 1 || one.scrollWidth > one.clientWidth + 2;
          })
          .filter((one) => getComputedStyle(one).display !== "inline")
          .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 30)}`)"""
    )
    assert wrong == []
