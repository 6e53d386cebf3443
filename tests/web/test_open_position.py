"""Positions, puzzles and replays as text: shown, played, proved and made into puzzles."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from browser import Server, Visitor, axe_findings
from players_page import Player
from playwright.sync_api import Browser, Page, expect

import tefuda
from tefuda.cardlang.workshop import find_workshop
from tefuda.core.puzzle import Puzzle, puzzle_in, read_puzzle
from tefuda.core.replay import record
from tefuda.core.source import InvalidFile, read_text
from tefuda.lab.runs.puzzle_search import wrong_claims
from tefuda.players.puzzle_maker import prove
from tefuda.solve import Limits

FIELD: Final = "code-editor textarea"
TIERS: Final = 4
PLIES: Final = 6


def puzzle_files() -> list[Path]:
    """The first included puzzle of each tier."""
    found: dict[int | None, Path] = {}
    for path in find_workshop("solitaire-tcg").puzzles():
        found.setdefault(read_puzzle(path).tier, path)
    assert len(found) == TIERS
    return list(found.values())


def paste(page: Page, text: str) -> None:
    """Put a text into the editor and wait for the check."""
    page.locator(FIELD).evaluate(
        "(field, text) => { field.value = text; field.dispatchEvent(new Event('input')); }", text
    )
    expect(page.locator("#op-state")).not_to_have_attribute("data-kind", "busy")


def does(page: Page, what: str) -> None:
    page.locator(f".op-actions [data-does={what}]").click()


def proof(page: Page, kind: str) -> str:
    does(page, "prove")
    expect(page.locator(f".op-verdict.{kind}")).to_be_visible()
    return page.locator(".op-proof").inner_text()


def played(game: str, plies: int, **options: Any) -> tefuda.Match:
    """Play some actions, and more until the first seat decides. Turns are not ended."""
    match = tefuda.Match(tefuda.game(game), seed=7, options=options)
    while match.ply < plies or match.seat != 0:
        legal = match.legal(match.seat)
        chosen = next((one for one in legal if one not in ("end", "pass")), legal[0])
        match.play(match.seat, match.ply, chosen)
    return match


def made_of(text: str) -> Puzzle:
    return puzzle_in(read_text(text, "made.yaml"))


def test_puzzles_of_every_tier_are_shown_proved_and_recreated(browser: Browser, site: Server) -> None:
    with Visitor(browser, site) as visitor:
        page = visitor.open("/open")
        for path in puzzle_files():
            puzzle = read_puzzle(path)
            paste(page, path.read_text(encoding="utf-8"))
            expect(page.locator(".op-about h2")).to_have_text(f"A puzzle: {puzzle.title.en}")
            expect(page.locator(".op-about")).to_contain_text(puzzle.goal.en)
            expect(page.locator(".op-stage > *")).to_be_visible()
            said = proof(page, "solved")
            assert f"{puzzle.par} plays (shortest)" in said
            assert "The file agrees" in said
            expect(page.locator(".op-proof li")).to_have_count(len(puzzle.solution or []))
        # The par in the file is checked.
        paste(page, path.read_text(encoding="utf-8").replace(f"par: {puzzle.par}", "par: 1"))
        assert "The file says 1, which is wrong" in proof(page, "solved")
        # The same position with another title is the same puzzle.
        does(page, "make")
        page.locator("dialog input[name=en]").fill("A <b>Title</b>")
        page.locator("dialog input[name=ja]").fill("題名: 'x'")
        page.locator("dialog [type=submit]").click()
        expect(page.locator(".op-made h3")).to_have_text("A <b>Title</b>")
        with page.expect_download() as download:
            page.locator("dialog").get_by_role("button", name="Download the file").click()
        made = made_of(download.value.path().read_text(encoding="utf-8"))
        assert (made.title.en, made.title.ja) == ("A <b>Title</b>", "題名: 'x'")
        assert (made.par, made.tier, made.solutions) == (puzzle.par, puzzle.tier, puzzle.solutions)
        limits = Limits(seconds=20.0)
        assert wrong_claims(made, prove(made.game, made.game.at(made.position), limits)) == []
        assert (
            page.locator(".op-file").inner_text().strip() == download.value.path().read_text(encoding="utf-8").strip()
        )


def test_own_puzzle_needs_one_title(browser: Browser, site: Server) -> None:
    path = puzzle_files()[0]
    puzzle = read_puzzle(path)
    with Player(browser, site) as player:
        page = player.open("/open")
        paste(page, path.read_text(encoding="utf-8"))
        does(page, "make")
        titles = [page.locator(f"dialog input[name={name}]") for name in ("en", "ja")]
        assert [title.input_value() for title in titles] == [puzzle.title.en, puzzle.title.ja]
        titles[0].fill("")
        titles[1].fill("ひとつ")
        page.locator("dialog [type=submit]").click()
        made = made_of(page.locator(".op-file").inner_text())
        assert (made.title.en, made.title.ja) == ("ひとつ", "ひとつ")
        page.get_by_role("button", name="Play", exact=True).click()
        for _ in range(2):
            player.wait_for_table()
            player.wait_for_turn()
            expect(page.locator(".stc-goal")).to_contain_text("ひとつ")
            expect(page.locator(".stc-goal")).to_contain_text(puzzle.goal.en)
            expect(page.locator("[data-fact=plays] dd")).to_have_text(f"0 of {puzzle.par}")
            # It is listed with the player's puzzles.
            page.goto(f"{site.address}/puzzles")
            page.get_by_role("button", name="Solve ひとつ").click()
            page.wait_for_url("**/table/*")
        page.goto(f"{site.address}/puzzles")
        page.get_by_role("button", name="Delete ひとつ").click()
        page.locator("dialog[open]").get_by_role("button", name="Delete", exact=True).click()
        expect(page.locator(".own-puzzle")).to_have_count(0)


def test_unwinnable_and_unproved_positions(browser: Browser, site: Server) -> None:
    start = tefuda.Match(tefuda.game("solitaire-tcg"), seed=3)
    long = start.game.position(start.state(0))
    with Visitor(browser, site, language="ja") as visitor:
        page = visitor.open("/open")
        paste(page, "hand: [spl_030]\nboard: [mon_001]\noptions: {mode: puzzle}\n")
        expect(page.locator(".op-about h2")).to_have_text("ソリティアTCGの局面")
        assert "勝つ手順はありません" in proof(page, "impossible")
        does(page, "make")
        page.locator("dialog input[name=en]").fill("No")
        page.locator("dialog input[name=ja]").fill("なし")
        page.locator("dialog [type=submit]").click()
        expect(page.locator("dialog .notice")).to_contain_text("勝つ手順がない")
        visitor.complaints = [said for said in visitor.complaints if "422" not in said]
        page.keyboard.press("Escape")
        paste(page, json.dumps(long))
        assert "時間内に証明できませんでした" in proof(page, "unknown")


WRONG: Final = [
    "hand: [spl_0300]",
    "hands: []",
    "hand: [",
    "- 7",
    "options: {mode: nothing}",
    "board: [{card: mon_001, on: 7}]",
]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_problems_are_marked_in_the_text(browser: Browser, site: Server, language: str) -> None:
    shipped = find_workshop("solitaire-tcg").puzzles()
    puzzle = next(path for path in shipped if path.stem == "one-mark-short").read_text(encoding="utf-8")
    broken = [
        puzzle.replace("spl_030", "spl_0300"),
        puzzle.replace("tier: 1", "tier: 9").replace("par: 2", "pra: 2"),
        puzzle.replace("title: {en:", "title: {fr:"),
        puzzle.replace("game: solitaire-tcg", "game: chess"),
    ]
    with Visitor(browser, site, language=language) as visitor:
        page = visitor.open("/open")
        for text in broken:
            paste(page, text)
            with pytest.raises(InvalidFile) as failure:
                made_of(text)
            told = zip(failure.value.problems, failure.value.places, strict=True)
            expected = [
                f"{place.line}:{place.column} {problem.where()} {problem.message.text(language)}"
                for problem, place in told
                if place is not None
            ]
            rows = page.locator(".problem").all_inner_texts()
            assert [" ".join(row.split()) for row in rows] == [" ".join(line.split()) for line in expected]
            assert page.locator(".ed-wrong").count() >= 1
        for text in WRONG:
            paste(page, text)
            expect(page.locator("#op-state"), text).to_have_attribute("data-kind", "wrong")
            expect(page.locator(".problem").first, text).to_be_visible()
            expect(page.locator(".op-actions button"), text).to_have_count(0)
        # Hostile texts are harmless, as in the workshop.
        for text in (
            "x" * 1_200_000,
            "[" * 60_000,
            "a: &a [x]\nb: [*a, *a]",
            '{"format": "<script>window.harm=1</script>"}',
        ):
            paste(page, text)
            expect(page.locator("#op-state"), text[:40]).to_have_attribute("data-kind", "wrong")
        assert page.evaluate("window.harm") is None
        paste(page, puzzle)
        expect(page.locator("#op-state")).to_have_attribute("data-kind", "good")


def test_position_of_any_game_is_shown_and_played(browser: Browser, site: Server) -> None:
    with Player(browser, site) as player:
        page = player.open("/open")
        for game in ("card-othello", "catalyst", "linkavel"):
            match = played(game, PLIES)
            page.locator(".op-input select").select_option(game)
            paste(page, json.dumps(match.game.position(match.state()), ensure_ascii=False))
            expect(page.locator("#op-state")).to_have_attribute("data-kind", "good")
            expect(page.locator(".op-stage > *")).to_be_visible()
            expect(page.locator(".op-actions [data-does=prove]")).to_have_count(1 if match.game.seats == 1 else 0)
        does(page, "play_on")
        player.wait_for_table()
        player.wait_for_turn()
        view = match.view(0)
        assert player.now["view"]["one"]["lp"] == view["one"]["lp"]
        assert sorted(player.now["view"]["hand"]) == sorted(view["hand"])
        # Going back restores the text.
        page.go_back()
        expect(page.locator(FIELD)).to_have_value(json.dumps(match.game.position(match.state()), ensure_ascii=False))
        # A custom card in a position is shown by name.
        card = {
            "id": "zebra",
            "name": {"en": "Zebra", "ja": "しまうま"},
            "type": "monster",
            "stats": {"atk": 1, "hp": 1},
        }
        page.locator(".op-input select").select_option("solitaire-tcg")
        paste(page, json.dumps({"hand": ["zebra"], "cards": [card], "options": {"mode": "puzzle"}}))
        expect(page.locator(".op-stage")).to_contain_text("Zebra")


def test_replay_slider_viewer_proof_and_continue(browser: Browser, site: Server) -> None:
    match = played("solitaire-tcg", 4)
    file = json.dumps(record(match))
    with Player(browser, site) as player:
        page = player.open("/open")
        paste(page, file)
        expect(page.locator(".op-about h2")).to_have_text("A replay of Solitaire TCG")
        slider = page.locator(".op-about input[type=range]")
        slider.focus()
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        expect(page.locator(".op-ply")).to_contain_text("After action 3 of 4")
        before = match.state(2)
        said = match.game.texts.describe(before, match.game.parse(before, match.actions[2]), "en")
        expect(page.locator(".op-ply")).to_contain_text(said)
        with page.expect_request("**/api/positions/proof") as asked:
            does(page, "prove")
        shown = json.loads(json.dumps(match.game.position(match.state(3))))
        shown["luck"]["seed"] = str(shown["luck"]["seed"])
        assert (asked.value.post_data_json or {})["position"] == shown
        expect(page.locator(".op-verdict")).to_be_visible()
        does(page, "viewer")
        page.wait_for_url("**/replay?handed")
        expect(page.locator(".controls .position")).to_have_text("Action 3 of 4")
        # The viewer opens the position at the shown action.
        page.keyboard.press("ArrowLeft")
        page.locator(".controls").get_by_role("button", name="Prove or make a puzzle").click()
        page.wait_for_url("**/open")
        expect(page.locator(".op-ply")).to_contain_text("After action 2 of 4")
        does(page, "play_on")
        player.wait_for_table()
        player.wait_for_turn()
        assert sorted(player.now["view"]["hand"]) == sorted(match.view(0, 2)["hand"])
        expect(page.locator("a[href='/open']").first).to_be_attached()


@pytest.mark.parametrize(("dark", "width", "height", "language"), [(False, 1280, 800, "en"), (True, 390, 844, "ja")])
def test_accessibility_and_layout(
    browser: Browser, site: Server, dark: bool, width: int, height: int, language: str
) -> None:
    with Visitor(browser, site, axe=True, dark=dark, width=width, height=height, language=language) as visitor:
        visitor.page.add_init_script("localStorage['tefuda.settings'] = JSON.stringify({reduced: 'on', plain: true});")
        page = visitor.open("/open")
        expect(page.locator(".op-about li").first).to_be_visible()
        assert axe_findings(page) == []
        paste(page, puzzle_files()[0].read_text(encoding="utf-8"))
        proof(page, "solved")
        page.locator(".op-proof summary").click()
        assert axe_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        does(page, "make")
        assert axe_findings(page) == []
        page.locator("dialog input[name=en]").fill("Mine")
        page.locator("dialog input[name=ja]").fill("自作")
        page.keyboard.press("Enter")
        expect(page.locator(".op-file")).to_be_visible()
        assert axe_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
