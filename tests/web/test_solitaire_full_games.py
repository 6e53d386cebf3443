"""Full games of Solitaire TCG: mouse, keyboard, dragging, reload, takeback, hints, and every puzzle."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from browser import Server, module_address
from playwright.sync_api import Browser, expect
from solitaire_page import GAME, SHOWN, SOLVE, Solitaire, SolitaireByKeys, at_ply, random_match

import tefuda
from tefuda.core.match import Match

PUZZLES = sorted((Path(tefuda.__file__).parent / "games" / "solitaire_tcg" / "puzzles").glob("*.yaml"))
ARMED = {
    "hand": ["eqp_001", "eqp_002"],
    "board": ["mon_001", "mon_007", "art_005"],
    "deck": ["spl_001", "spl_002"],
    "grave": ["mon_005", "mon_019", "fld_005", "fld_012"],
    "options": {"mode": "puzzle"},
}
"""Two equips, two hosts, and an artifact with two abilities."""


LATE = """
const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
window.late = [];
Object.defineProperty(WebSocket.prototype, "onmessage", { set(hear) {
  const wait = (event) => window.late.push(() => hear(event));
  own.set.call(this, (event) => (JSON.parse(event.data).type === "hint" ? wait : hear)(event));
} });"""
"""Holds hint responses until they are released."""
FINDING = "Finding a hint: looking for the shortest win…"


def test_full_game_by_mouse_restart_and_replay(browser: Browser, site: Server) -> None:
    with Solitaire(browser, site) as player:
        player.start("solitaire-tcg")
        player.play_out(14)
        page = player.page
        expect(page.locator("dialog[open] h2")).to_have_text(re.compile("You win!|You lose"))
        expect(page.locator(".stc-outcome strong")).to_have_text(re.compile("You win!|You lose"))
        assert len(player.done) > 5
        first, plies = player.table, player.now["ply"]
        end = page.evaluate(SHOWN)
        page.goto(f"{site.address}/replay?table={first}")
        expect(page.locator(".verdict-line.exact")).to_contain_text(f"Replay verified: {plies} actions", timeout=60_000)
        page.get_by_role("button", name="Last", exact=True).click()
        expect(page.locator(".position")).to_have_text(f"Action {plies} of {plies}")
        assert page.evaluate(SHOWN) == end
        expect(page.locator("[data-tool=takeback], [data-tool=hint], .stc-end").locator("visible=true")).to_have_count(
            0
        )


def test_full_game_by_keyboard(browser: Browser, site: Server) -> None:
    with SolitaireByKeys(browser, site) as player:
        page = player.open()
        expect(page.locator(".game").first).to_be_visible()
        player.tab_to("[data-game=solitaire-tcg] .big")
        page.keyboard.press("Enter")
        player.wait_for_table()
        player.wait_until_shown()
        page.keyboard.press("2")
        assert page.evaluate("document.activeElement.dataset.id") == player.now["view"]["hand"][1]
        expect(page.locator(".stc-detail .stc-face")).to_have_attribute("data-id", player.now["view"]["hand"][1])
        player.play_out(7)
        expect(page.locator("dialog[open] h2")).to_have_text(re.compile("You win!|You lose"))


def test_reload_then_takeback(browser: Browser, site: Server) -> None:
    """During a chain with a choice: the queue and its history are restored."""
    match = random_match("clockwork", 4, 46)
    with Solitaire(browser, site) as player:
        player.open_table(**at_ply(match))
        before = player.page.evaluate(SHOWN)
        player.turn("play fld_006")
        player.wait_until_shown()
        page = player.page
        states = "all => all.map(one => [one.dataset.id, one.dataset.when, one.dataset.state])"
        queue = player.now["view"]["queue"]
        seen = page.locator(".stc-chip").evaluate_all(states)
        waiting = [[entry["card"].split("#")[0], entry["when"], "waiting"] for entry in queue]
        assert [chip for chip in seen if chip[2] == "waiting"] == waiting
        assert len(waiting) > 4
        chain = page.locator(".stc-lines li").all_inner_texts()
        page.reload()
        player.wait_until_shown()
        assert page.locator(".stc-chip").evaluate_all(states) == seen
        assert page.locator(".stc-lines li").all_inner_texts() == chain
        picked = next(action for action in player.now["legal"])
        player.turn(picked)
        number = player.now["number"]
        page.keyboard.press("Control+z")
        player.wait_for_update(number)
        player.wait_until_shown()
        assert page.locator(".stc-chip").evaluate_all(states) == seen
        number = player.now["number"]
        page.locator("[data-tool=takeback]").click()
        player.wait_for_update(number)
        player.wait_until_shown()
        assert page.evaluate(SHOWN) == before
        expect(page.locator(".stc-chip")).to_have_count(0)
        expect(page.locator("[data-tool=takeback]")).to_be_disabled()


def middle(player: Solitaire, selector: str) -> tuple[float, float]:
    box = player.page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(player: Solitaire, card: str, x: float, y: float) -> None:
    mouse = player.page.mouse
    mouse.move(*middle(player, card))
    mouse.down()
    mouse.move(x, y + 30, steps=4)
    mouse.move(x, y, steps=3)
    mouse.up()


def test_drag_equips_and_ability_menu(browser: Browser, site: Server) -> None:
    """An equip attaches to its drop target; dropped outside it returns; a card with two abilities asks."""
    with Solitaire(browser, site) as player:
        player.open_table(**at_ply(Match(GAME, 1, position=ARMED)))
        page = player.page
        number = player.now["number"]
        home = page.locator(".stc-hand [data-id=eqp_001]").bounding_box()
        drag(player, ".stc-hand [data-id=eqp_001]", 300, 795)
        page.mouse.move(640, 20)
        player.wait(lambda: page.locator(".stc-hand [data-id=eqp_001]").bounding_box() == home, "it does not go back")
        assert player.now["number"] == number
        drag(player, ".stc-hand [data-id=eqp_001]", *middle(player, ".stc-board [data-id=mon_007]"))
        player.wait(lambda: not player.now["view"]["choice"] and player.now["number"] >= number + 2, "not attached")
        player.wait_until_shown()
        assert next(thing for thing in player.now["view"]["board"] if thing["id"] == "eqp_001")["on"] == "mon_007"
        expect(page.locator(".stc-group:has([data-id=mon_007]) .stc-bar")).to_have_attribute("data-id", "eqp_001")
        player.turn("play eqp_002")
        player.turn("pick mon_001")
        player.wait_until_shown()
        expect(page.locator(".stc-group:has([data-id=mon_001]) .stc-bar")).to_have_attribute("data-id", "eqp_002")
        uses = [action for action in player.now["legal"] if action.startswith("use art_005")]
        assert uses == ["use art_005:2"] or len(uses) == 2
        player.turn("use art_005:2")


def puzzle(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("part", range(2))
def test_puzzle_is_solved_by_its_solution(browser: Browser, site: Server, part: int) -> None:
    """A third of the puzzles; the tests of the rules play the solutions of all."""
    assert len(PUZZLES) >= 40
    with Solitaire(browser, site) as player:
        page = player.open("/settings")
        modules = [module_address(page, "frame/seat_tokens.js"), module_address(page, "frame/page.js")]
        for told in map(puzzle, PUZZLES[part::6]):
            goal, plays, outcome = page.evaluate(SOLVE, [*modules, told["id"], told["solution"]])
            assert told["title"]["en"] in goal
            assert told["goal"]["en"] in goal
            assert (plays, outcome) == (f"{told['par']} of {told['par']}", "You win!")
            assert player.now["view"]["result"] == "win"


def test_hint_comes_from_the_solver(browser: Browser, site: Server) -> None:
    with Solitaire(browser, site) as player:
        told = puzzle(next(path for path in PUZZLES if path.stem == "put-one-away"))
        player.open_table(**{"from": {"puzzle": told["id"]}})
        prompt, marked = player.page.locator(".stc-prompt"), player.page.locator(".stc-card.hinted")
        stars = player.page.locator("[data-fact=stars] dd")
        player.page.locator(".stc-goal").click()
        plan = player.page.locator("dialog[open]")
        expect(plan).to_contain_text("Rite of Flashing Thought")
        expect(plan).to_contain_text("Spell Storm")
        player.page.keyboard.press("Escape")
        player.page.locator("[data-fact=plays]").hover()
        expect(player.page.locator(".tooltip:popover-open")).to_contain_text("Par: the fewest plays that can win.")
        expect(stars).to_have_text("★★★")
        player.page.keyboard.press("h")
        player.page.get_by_role("button", name="Show hint").click()
        expect(prompt).to_contain_text(f"Solver: wins in {told['par']} plays. Play one of your ")
        expect(marked).to_have_count(0)
        expect(stars).to_have_text("★★☆")
        player.page.keyboard.press("h")
        expect(prompt).to_contain_text("Try ")
        expect(marked).to_have_count(1)
        assert marked.get_attribute("data-does") == told["solution"][0]
        player.page.keyboard.press("h")
        expect(prompt).to_contain_text("plays. Play ")
        expect(stars).to_have_text("★☆☆")
        before = player.now["number"]
        marked.click()
        player.wait_for_update(before)
        player.wait_until_shown()
        expect(player.page.locator(".hinted")).to_have_count(0)
        expect(prompt).not_to_contain_text("Solver")


HINTS = {
    "the kind of play, then the card": (
        ["play spl_001", "play spl_002", "play fld_x01", "end"],
        [("play spl_001", 0.9)],
        ["Play one of your spell cards. Ask again for the card.", "Try Card spl_001.", "Do it"],
    ),
    "all cards are of one kind": (
        ["play fld_x01", "play fld_x02"],
        [("play fld_x02", 0.9)],
        ["Try Card fld_x02.", "Do it"],
    ),
    "one card of its kind": (
        ["play art_001", "play spl_001", "end"],
        [("play art_001", 0.9)],
        ["Try Card art_001.", "Do it"],
    ),
    "one card with two abilities": (
        ["use mon_001", "use mon_001:2"],
        [("use mon_001:2", 0.9)],
        ["Do it"],
    ),
    "a choice": (
        ["pick mon_001", "pick mon_002"],
        [("pick mon_002", 0.9), ("pick mon_001", 0.2)],
        ["Choose Card mon_002.", "Do it"],
    ),
    "equal choices": (
        ["pick mon_001", "pick mon_002"],
        [("pick mon_002", 0.999), ("pick mon_001", 1.0)],
        ["All choices are equally good."],
    ),
    "the end of the turn": (
        ["play art_001", "end"],
        [("end", 0.9)],
        ["End the turn.", "Do it"],
    ),
}


def test_each_step_of_a_hint_says_more(browser: Browser, site: Server) -> None:
    """A step that leaves as many actions as before, or only one card without its name, is skipped."""
    with Solitaire(browser, site) as player:
        page = player.open("/settings")
        modules = [module_address(page, f"games/solitaire-tcg/{name}.js") for name in ("hint_steps", "words")]
        for legal, chances, expected in HINTS.values():
            hints = [{"action": action, "chance": chance, "text": {"en": "do it"}} for action, chance in chances]
            found = page.evaluate(
                """async ([modules, legal, hints]) => {
                  const { nextHintLevel, hintText } = await import(modules[0]);
                  const types = { mon: "monster", spl: "spell", art: "artifact", fld: "field" };
                  const cardOf = (id) => {
                    const type = types[id.slice(0, 3)];
                    return { id, name: { en: `Card ${id}` }, facts: { type, type_name: { en: type } } };
                  };
                  const found = [];
                  for (let level = 0; ; ) {
                    const next = nextHintLevel(level, hints, new Set(legal), cardOf);
                    if (next === level) return found;
                    level = next;
                    found.push(hintText(hints, { proved: false }, level, new Set(legal), cardOf));
                  }
                }""",
                [modules, legal, hints],
            )
            assert [text.split("% win chance. ")[1] for text in found] == expected, legal


def test_prompt_without_actions(browser: Browser, site: Server) -> None:
    """The prompt repeats the last line of the log without its colon, and congratulates the winner."""
    with Solitaire(browser, site) as player:
        page = player.open("/settings")
        found = page.evaluate(
            """async (module) => {
              const { promptText } = await import(module);
              const lastLine = { en: "Orrery of Lamps, on play:", ja: "" };
              return [{ lastLine }, { result: "win" }, { result: "loss" }].map((now) =>
                promptText({ legal: new Set(), result: null, ...now }));
            }""",
            module_address(page, "games/solitaire-tcg/prompt.js"),
        )
        assert found == ["Orrery of Lamps, on play", "You win!", "Game over."]


def test_result_counts_plays(browser: Browser, site: Server) -> None:
    """Choices within a play are actions, but not plays."""
    told = next(one for one in map(puzzle, PUZZLES) if len(one["solution"]) > one["par"])
    with Solitaire(browser, site) as player:
        player.open_table(**{"from": {"puzzle": told["id"]}})
        for action in told["solution"]:
            player.turn(action)
        earned = player.page.locator("dialog.result .earned")
        expect(earned).to_contain_text(f"Plays: {told['par']}.")
        expect(earned).not_to_contain_text("actions")


def test_japanese_hint_joins_sentences(browser: Browser, site: Server) -> None:
    with Solitaire(browser, site, language="ja-JP", width=390, height=844) as player:
        told = puzzle(next(path for path in PUZZLES if path.stem == "put-one-away"))
        player.open_table(**{"from": {"puzzle": told["id"]}})
        board = player.page.locator(".stc-board")
        before = board.bounding_box()
        player.page.keyboard.press("h")
        player.page.get_by_role("button", name="ヒントを見る").click()
        prompt = player.page.locator(".stc-prompt")
        expect(prompt).to_have_text(re.compile(r"^ソルバー：これで.+勝てます。.+のカードをプレイしましょう。もう一度"))
        assert board.bounding_box() == before, "the board moves"
        assert prompt.evaluate("one => one.scrollHeight <= one.clientHeight + 1")


def test_hint_for_old_position_is_dropped(browser: Browser, site: Server) -> None:
    with Solitaire(browser, site) as player:
        player.page.add_init_script(LATE)
        told = puzzle(next(path for path in PUZZLES if path.stem == "put-one-away"))
        player.open_table(**{"from": {"puzzle": told["id"]}})
        page, prompt, button = player.page, player.page.locator(".stc-prompt"), player.page.locator("[data-tool=hint]")
        go = "() => window.late.splice(0).forEach((hear) => hear())"
        button.click()
        page.get_by_role("button", name="Show hint").click()
        expect(prompt).to_have_text(FINDING)
        expect(button).to_have_attribute("aria-busy", "true")
        page.wait_for_function("() => window.late.length")
        # A second request for the same position: its stars are already agreed to.
        button.click()
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(prompt).to_have_text(FINDING)
        player.turn(told["solution"][0])
        player.wait_until_shown()
        expect(button).not_to_have_attribute("aria-busy", "true")
        # A second request before the first answer: the old hint is dropped.
        button.click()
        page.get_by_role("button", name="Show hint").click()
        page.evaluate("() => window.late.shift()()")
        expect(prompt).to_have_text(FINDING)
        expect(page.locator(".hinted")).to_have_count(0)
        # A cancelled hint is not shown and costs nothing. The next request shows it.
        cancel = page.locator(".stc-hint-cancel")
        expect(cancel).to_have_text(re.compile(r"^Cancel \d s$"))
        cancel.click()
        expect(cancel).to_be_hidden()
        expect(prompt).not_to_contain_text("hint")
        expect(button).not_to_have_attribute("aria-busy", "true")
        expect(page.locator("[data-fact=stars] dd")).to_have_text("★★★")
        button.click()
        expect(prompt).to_have_text(FINDING)
        page.wait_for_function("() => window.late.length")
        page.evaluate(go)
        expect(prompt).to_contain_text(f"Solver: wins in {told['par'] - 1} play")
        expect(button).not_to_have_attribute("aria-busy", "true")


@pytest.mark.parametrize(
    ("language", "why", "goal"),
    [
        ("en-US", "Quill of Diligence needs a card to equip", "Win before your last turn ends."),
        ("ja-JP", "《勤勉の羽根ペン》には装備先が必要です", "最後のターンが終わる前に勝利せよ。"),
    ],
)
def test_unplayable_card_shows_the_reason_and_goal_opens(
    browser: Browser, site: Server, language: str, why: str, goal: str
) -> None:
    with Solitaire(browser, site, language=language) as player:
        player.open_table(**at_ply(Match(GAME, 1, position={**ARMED, "hand": ["eqp_001", "spl_001"], "board": []})))
        page, number = player.page, player.now["number"]
        # It is marked as disabled, but can be clicked.
        page.locator(".stc-hand [data-id=eqp_001]").click(force=True)
        expect(page.locator(".stc-prompt")).to_contain_text(why)
        assert player.now["number"] == number
        page.locator(".stc-goal").click()
        expect(page.locator("dialog[open] .inside")).to_contain_text(goal)
        page.keyboard.press("Escape")
        player.turn("play spl_001")
        player.wait_until_shown()
        expect(page.locator(".stc-prompt")).not_to_contain_text(why)


@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
def test_a_tap_reads_and_the_button_plays(browser: Browser, site: Server, language: str) -> None:
    with Solitaire(browser, site, language=language, width=390, height=844) as player:
        player.open_table(**at_ply(Match(GAME, 1, position=ARMED)))
        page = player.page
        card = page.locator(".stc-hand [data-id=eqp_001]")
        number = player.now["number"]
        tap = "one => one.dispatchEvent(new PointerEvent('pointerdown', {pointerType: 'touch', bubbles: true})) || one"
        click = "one => one.dispatchEvent(new MouseEvent('click', {detail: 1, bubbles: true}))"
        play = {"en-US": "Play", "ja-JP": "プレイ"}[language]
        button = page.locator(".stc-detail.open .stc-doings button")
        for _ in range(3):
            card.evaluate(tap)
            card.evaluate(click)
            expect(button).to_have_text(play)
        page.locator(".stc-detail-close").click()
        expect(page.locator(".read")).to_have_count(0)
        card.evaluate(tap)
        card.evaluate(click)
        expect(button).to_have_text(play)
        assert player.now["number"] == number
        button.click()
        player.wait_for_update(number)
        expect(page.locator(".stc-detail.open")).to_have_count(0)
