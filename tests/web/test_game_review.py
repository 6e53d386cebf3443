"""After a game: the chance to win with its turning points, trying again, the next level, and who played what."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from browser import Reader, Server, Visitor, axe_findings_by_scheme, resize, wait_for_layout
from playwright.sync_api import Browser, Page, expect

import tefuda
from tefuda.core.replay import record

CREATE_TABLE = """async (request) => {
  const answer = await fetch("/api/tables", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request),
  });
  const { table, seats } = await answer.json();
  localStorage["tefuda.tables"] = JSON.stringify({ [table.id]: { game: table.game, when: Date.now(), seats } });
  return table.id;
}"""


MARKER_DISTANCES = """(graph) => {
  const line = graph.querySelector("polyline");
  const box = line.ownerSVGElement.getBoundingClientRect();
  const length = line.getTotalLength();
  const points = Array.from({ length: 2000 }, (_, at) => line.getPointAtLength((length * at) / 1999))
    .map(({ x, y }) => [box.left + (box.width * x) / 100, box.top + (box.height * y) / 100]);
  return [...graph.querySelectorAll(".cg-marker")].map((marker) => {
    const { left, top, width, height } = marker.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return Math.min(...points.map(([px, py]) => Math.hypot(px - x, py - y)));
  });
}"""
"""How far the marks of turning points are from the line, in pixels."""


@cache
def black_wins() -> tefuda.Match:
    """Return a game of Card Othello that Black wins with the last action."""
    for seed in range(100):
        match = tefuda.Match(tefuda.game("card-othello"), seed)
        while not match.over:
            last = match.seat
            match.play(last, match.ply, match.legal(last)[0])
        if last == 0 and match.result() == [1.0, 0.0]:
            return match
    raise AssertionError("Black never wins")


def enter_table(page: Page, **request: Any) -> str:
    """Create a table for this browser and open its page; return its id."""
    table = page.evaluate(CREATE_TABLE, request)
    page.evaluate("(table) => location.assign(`/table/${table}`)", table)
    return str(table)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_graph_of_a_replay_file(browser: Browser, site: Server, tmp_path: Path, language: str) -> None:
    match = black_wins()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record(match)))
    said = {
        "en": ("Chance to win: Black", "Starts at", f"Action {{}} of {match.ply}", "Try again from here"),
        "ja": ("黒の勝率", "開始時", f"{match.ply}手中 {{}}手目", "ここからやり直す"),
    }
    title, summary, position, retry = said[language]
    with Visitor(browser, site, language=language, width=390, height=844, axe=language == "en") as visitor:
        page = visitor.open("/replay")
        page.set_input_files("#file", path)
        expect(page.locator(".controls input")).to_be_in_viewport(ratio=1)
        graph = page.locator(".chance-graph")
        expect(graph.locator("figcaption strong")).to_have_text(title)
        expect(graph.get_by_role("img")).to_have_accessible_name(re.compile(f"^{title}. {summary}"))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # The turning points by click and by keyboard, and any position by click.
        step = graph.locator(".cg-step").first
        ply = int(step.get_attribute("data-ply") or "")
        step.click()
        expect(page.locator(".position")).to_have_text(position.format(ply))
        graph.locator(".cg-plot").click(position={"x": 1, "y": 8})
        expect(page.locator(".position")).to_have_text(position.format(0))
        step.press("Enter")
        expect(page.locator(".position")).to_have_text(position.format(ply))
        expect(graph.locator(".cg-marker")).to_have_count(graph.locator(".cg-step").count())
        distances = graph.evaluate(MARKER_DISTANCES)
        assert max(distances) < 1.5, "a turning point is not on the line"
        expect(page.locator(".replay-players li")).to_have_count(2)
        if language == "en":
            assert axe_findings_by_scheme(page) == []
        graph.get_by_role("button", name=retry).first.click()
        expect(page.locator("table-page .stage")).to_be_visible()


def test_result_replay_and_next_level(browser: Browser, site: Server) -> None:
    match = black_wins()
    with Reader(browser, site) as visitor:
        page = visitor.open()
        source = {"replay": record(match), "ply": match.ply - 1}
        table = enter_table(page, game="card-othello", seats=["me", {"cpu": 1}], **{"from": source})
        page.locator(f'[data-action="{match.actions[-1]}"]').click()
        result = page.locator("dialog.result")
        expect(result.locator("h2")).to_have_text("You win!")
        # The buttons keep their places, so that a double click does not press another one.
        buttons = result.locator(".ending > :is(a, button)")
        places = "all => all.map((one) => [one.textContent, one.offsetTop, one.offsetLeft])"
        resize(page, 1280, 240)
        before = buttons.evaluate_all(places)
        result.get_by_role("button", name="Turning points").dblclick()
        assert buttons.evaluate_all(places) == before
        turning_points = result.locator(".chance-graph > :last-child")
        expect(turning_points).to_be_in_viewport(ratio=1)
        expect(turning_points).to_be_focused()
        expect(result.locator("figcaption strong")).to_have_text("Your chance to win")
        result.locator(".cg-plot").click(position={"x": 1, "y": 8})
        page.wait_for_url(f"**/replay?table={table}&ply=0")
        players = page.locator(".replay-players li")
        expect(players).to_have_text(["YouBlack", "Beginner CPUWhite"])
        expect(page.locator(".replay-facts p")).to_contain_text("You win")
        view_as = page.get_by_label("View as")
        expect(view_as).to_have_value("0")
        expect(view_as.locator("option")).to_have_text(["Spectator", "You", "Beginner CPU"])
        expect(page.locator(".moves button", has_text="1. ").first).to_have_text(re.compile(r"^1\. [A-Z]"))
        page.go_back()
        page.locator(".table-actions").get_by_role("button", name="Next level: Easy").click()
        expect(page.locator(".players")).to_contain_text("Easy CPU")
        assert page.evaluate("JSON.parse(localStorage['tefuda.levels'])") == {"card-othello": 2}


def test_replay_names_decks_and_rules(browser: Browser, site: Server, tmp_path: Path) -> None:
    match = tefuda.Match(tefuda.game("linkavel"), 1, {"deck.one": "water", "lp": 3000})
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record(match)))
    with Reader(browser, site) as visitor:
        page = visitor.open("/replay")
        page.set_input_files("#file", path)
        expect(page.locator(".replay-players li").first).to_contain_text("Player 1")
        expect(page.locator(".replay-players .deck")).to_have_text(["Turn of the Tide", "Turn of the Tide"])
        expect(page.locator(".replay-facts p")).to_have_text("LP at the start: 3000")
        expect(page.locator(".chance-graph")).to_have_count(0)


def test_branch_says_what_it_continues_and_keeps_its_decks(browser: Browser, site: Server, tmp_path: Path) -> None:
    options = {"deck.one": "water", "deck.two": "fire", "lp": 3000}
    match = tefuda.Match(tefuda.game("linkavel"), 1, options)
    for _ in range(3):
        match.play(match.seat, match.ply, match.legal(match.seat)[0])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record(match)))
    with Reader(browser, site) as visitor:
        page = visitor.open("/replay")
        page.set_input_files("#file", path)
        page.get_by_label("Last", exact=True).click()
        page.get_by_role("button", name="Continue from here").click()
        expect(page.locator("table-page .notice")).to_have_text("Continued from action 3 of an earlier game.")
        first = page.url
        # Nothing was played here, but the position would be lost.
        page.locator('[data-tool="new_deal"]').click()
        page.locator("dialog[open]").get_by_role("button", name="New deal").click()
        page.wait_for_url(lambda url: url != first)
        made = page.evaluate("async () => (await fetch(location.pathname.replace('/table/', '/api/tables/'))).json()")
        assert made["options"] == options
        expect(page.get_by_role("group", name="Table controls")).to_be_visible()
        expect(page.locator("table-page .notice")).to_be_hidden()


COVERED = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [stage, controls] = [box("replay-page .stage > *"), box(".playback")];
  const wrong = [];
  if (controls.bottom > innerHeight + 1) wrong.push(`the controls end at ${controls.bottom}`);
  if (controls.top < stage.bottom - 1) wrong.push(`the controls cover ${stage.bottom - controls.top} pixels`);
  return wrong;
}"""


@pytest.mark.parametrize("name", ["card-othello", "catalyst", "linkavel", "solitaire-tcg"])
def test_replay_controls_cover_no_card_on_a_phone(browser: Browser, site: Server, tmp_path: Path, name: str) -> None:
    path = tmp_path / "replay.json"
    match = tefuda.Match(tefuda.game(name), 1)
    for _ in range(2):
        match.play(match.seat, match.ply, match.legal(match.seat)[0])
    path.write_text(json.dumps(record(match)), encoding="utf-8")
    with Visitor(browser, site, width=390, height=844) as visitor:
        page = visitor.open("/replay")
        page.set_input_files("#file", path)
        expect(page.locator(".playback")).to_be_visible()
        for width, height in ((390, 844), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => scrollTo(0, 0)")
            wait_for_layout(page)
            assert page.evaluate(COVERED) == [], width
