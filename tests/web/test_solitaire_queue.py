"""The queue of Solitaire TCG: waiting and fizzled entries, reasons and step mode."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from browser import Server, Visitor, module_address
from playwright.sync_api import Browser, Page, expect
from solitaire_page import GAME, Solitaire, at_ply, random_match

from tefuda.core.match import Match

DECKS = ["clockwork", "arms-and-echoes", "lamplight", "grave-garden", "field-hopping", "final-bell"]
FOLD = """async ([modelAddress, chainAddress, steps]) => {
  const [{ Model }, { Chain }] = [await import(modelAddress), await import(chainAddress)];
  const [model, chain] = [new Model(), new Chain()];
  const ids = (zone) => model.zones[zone].map((piece) => piece.id);
  const things = (zone) => model.zones[zone].map((piece) => ({
    card: model.nameOf(piece), on: piece.host && model.nameOf(piece.host), counters: piece.counters, used: piece.used,
    stats: [piece.atk, piece.hp] }));
  return steps.map(({ events, view }) => {
    for (const event of events) { model.fold(event); chain.fold(event); }
    const found = { hand: ids("hand"), grave: ids("grave"), banish: ids("banish"), limbo: ids("limbo"),
      leaving: ids("leaving"), board: things("board"), field: things("field"),
      queue: chain.waiting.map(({ card, when, ability }) => [card.split("#")[0], when, ability]) };
    chain.sync(view);
    return [found, { ...model.view }];
  });
}"""


def events_with_text(match: Match, ply: int) -> list[dict[str, Any]]:
    return [
        {**event, "text": {"en": GAME.texts.event_text(event, "en"), "ja": GAME.texts.event_text(event, "ja")}}
        for event in match.events_for(0, ply)
    ]


def expected(view: dict[str, Any]) -> dict[str, Any]:
    def things(zone: str) -> list[dict[str, Any]]:
        return [
            {
                "card": one["card"],
                "on": one.get("on"),
                "counters": one.get("counters", {}),
                "used": one.get("used", []),
                "stats": [one.get("atk"), one.get("hp")],
            }
            for one in view[zone]
        ]

    over = view["result"] is not None
    return {
        **{zone: view[zone] for zone in ("hand", "grave", "banish", "limbo", "leaving")},
        "board": things("board"),
        "field": things("field"),
        "queue": [] if over else [[one["card"].split("#")[0], one["when"], one["ability"]] for one in view["queue"]],
    }


@pytest.mark.parametrize("mode", ["random", "puzzle"])
def test_events_lead_to_the_view(browser: Browser, site: Server, mode: str) -> None:
    """Events alone lead to the right zones, equips, counters, stats, queue and view."""
    with Visitor(browser, site) as visitor:
        page = visitor.open("/settings")
        modules = [module_address(page, f"games/solitaire-tcg/{name}.js") for name in ("model", "chain")]
        for seed, deck in enumerate(DECKS):
            match, luck = Match(GAME, seed, {"deck": deck, "mode": mode, "max_turns": 2}), random.Random(seed)
            while not match.over and match.ply < 70:
                legal = match.legal(0)
                going = [action for action in legal if action != "end"] or legal
                match.play(0, match.ply, luck.choice(going if luck.random() < 0.97 else legal))
            steps: list[dict[str, Any]] = [
                {"events": events_with_text(match, ply), "view": match.view(0, ply)} for ply in range(match.ply + 1)
            ]
            found = page.evaluate(FOLD, [*modules, steps])
            for ply, step in enumerate(steps):
                assert found[ply] == [expected(step["view"]), step["view"]], (deck, seed, ply)


def queue_after(events: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the waiting entries, computed from the events."""
    queue: list[tuple[str, str]] = []
    for event in events:
        if event["kind"] == "queued":
            queue.insert(event["place"], (event["card"].split("#")[0], event["when"]))
        elif event["kind"] in ("resolve", "skip") and event["when"] != "on_play":
            queue.pop(0)
    return queue


def waiting(page: Page) -> list[tuple[str, str]]:
    found = page.locator(".stc-chip[data-state=waiting]").evaluate_all(
        "all => all.map(one => [one.dataset.id, one.dataset.when])"
    )
    return [(card, when) for card, when in found]


def test_step_mode_shows_every_queue_entry(browser: Browser, site: Server) -> None:
    """Playback pauses after each event until Space; the screen matches the events so far."""
    match = random_match("clockwork", 4, 46)
    with Solitaire(browser, site, speed=4) as player:
        player.open_table(**at_ply(match))
        page = player.page
        page.keyboard.press("s")
        expect(page.locator(".stc-step")).to_have_attribute("aria-pressed", "true")
        number = player.now["number"]
        player.act("play fld_006")
        player.wait_for_update(number)
        events = player.now["entries"][-1]["events"]
        steps = [at for at, event in enumerate(events) if event.get("text")]
        assert [event["kind"] for event in events].count("queued") > 4
        following = page.locator(".stc-go")
        for count, at in enumerate(steps, 1):
            expect(page.locator(".stc-lines li")).to_have_count(count)
            expect(following).to_be_visible()
            assert page.locator(".stc-lines li").last.inner_text() == events[at]["text"]["en"]
            assert waiting(page) == queue_after(events[: at + 1])
            if events[at]["kind"] == "resolve":
                now = page.locator(".stc-chip.now")
                assert now.get_attribute("data-id") == events[at]["card"].split("#")[0]
                assert now.get_attribute("aria-current") == "step"
            page.keyboard.press(" ")
        player.wait_until_shown()
        expect(following).to_be_hidden()
        # A takeback ends the pause too.
        number = player.now["number"]
        player.act(player.now["legal"][0])
        player.wait_for_update(number)
        expect(following).to_be_visible()
        page.keyboard.press("Control+z")
        player.wait_for_update(number + 1)
        player.wait_until_shown()
        page.reload()
        player.wait_until_shown()
        expect(page.locator(".stc-step")).to_have_attribute("aria-pressed", "true")
        page.locator(".stc-speed").select_option("0")
        expect(page.locator(".stc-step")).to_have_attribute("aria-pressed", "false")


def test_step_mode_in_replays(browser: Browser, site: Server, tmp_path: Path) -> None:
    match = random_match("clockwork", 4, 46)
    match.play(0, 46, "play fld_006")
    path = tmp_path / "chain.json"
    path.write_text(json.dumps(at_ply(match)["from"]["replay"]), encoding="utf-8")
    with Solitaire(browser, site, speed=4) as player:
        page = player.open("/replay")
        page.set_input_files("#file", path)
        page.get_by_role("button", name="Last", exact=True).click()
        page.get_by_role("button", name="Previous", exact=True).click()
        page.locator(".stc-step").click()
        page.get_by_role("button", name="Next", exact=True).click()
        for count in (1, 2, 3):
            expect(page.locator(".stc-lines li")).to_have_count(count)
            expect(page.locator(".stc-go")).to_be_visible()
            page.keyboard.press(" ")
        page.get_by_role("button", name="Last", exact=True).click()
        expect(page.locator(".stc-go")).to_be_hidden()


LONG_CHAIN = """async (pace) => {
  const { ChainPace } = await import(pace);
  let total = 0;
  const motion = { wait: (ms) => (total += ms), finish() {} };
  const chain = new ChainPace(motion);
  const length = (events) => {
    total = 0;
    chain.reset();
    for (let event = 0; event < events; event += 1) {
      chain.next();
      chain.wait(400);
    }
    return total;
  };
  const found = [length(5), length(17), length(40)];
  chain.finish();
  chain.wait(400);
  return [...found, total === found[2]];
}"""


def test_long_chain_speeds_up(browser: Browser, site: Server) -> None:
    """A short chain takes its time; a long one has a limit, and a click on the table finishes it."""
    with Solitaire(browser, site) as player:
        player.open_table(**at_ply(random_match("field-hopping", 11, 3)))
        page = player.page
        pace = module_address(page, "games/solitaire-tcg/chain_pace.js")
        short, medium, long, finished = page.evaluate(LONG_CHAIN, pace)
        assert short == 5 * 400
        assert medium < 10 * 400
        assert long < 11 * 400
        assert finished
        page.evaluate(
            """() => {
              const { motion } = document.querySelector("solitaire-tcg-screen").context;
              motion.rate = 0.001;
            }"""
        )
        number = player.now["number"]
        page.locator('[data-does="play fld_017"]').click()
        player.wait_for_update(number)
        page.locator(".stc-board").click(position={"x": 5, "y": 5})
        player.wait_until_shown()


@pytest.mark.parametrize(
    ("language", "reason", "state"),
    [("en-US", "its condition is not met", "fizzled"), ("ja-JP", "条件を満たさない", "不発")],
)
def test_fizzled_entry_keeps_its_reason(browser: Browser, site: Server, language: str, reason: str, state: str) -> None:
    with Solitaire(browser, site, language=language) as player:
        player.open_table(**at_ply(random_match("field-hopping", 11, 3)))
        player.turn("play fld_017")
        fizzled = player.page.locator(".stc-chip[data-state=fizzled]")
        for _ in range(2):
            player.wait_until_shown()
            expect(fizzled).to_have_attribute("data-id", "fld_017")
            expect(fizzled).to_contain_text(state)
            expect(fizzled).to_contain_text(reason)
            assert fizzled.locator("b").evaluate("one => getComputedStyle(one).textDecorationLine") == "line-through"
            player.page.set_viewport_size({"width": 390, "height": 844})
            assert fizzled.evaluate("chip => chip.scrollHeight <= chip.clientHeight")
            if player.now["view"]["choice"]:
                player.turn()
        assert player.now["view"]["choice"] is None
        player.turn(next(action for action in player.now["legal"] if action.startswith("play")))
        player.wait_until_shown()
        expect(
            fizzled.locator("visible=true").filter(has_text=reason).and_(player.page.locator("[data-id=fld_017]"))
        ).to_have_count(0)
