"""The animation clock and the playback: exact times, and screens that throw."""

from collections.abc import Iterator
from typing import Any

import pytest
from browser import Server, Visitor, module_address
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

SCREEN = """
class Fake extends HTMLElement {
  heard = [];
  show(view) { this.heard.push(`show ${view.name}`); }
  offerActions(legal) { this.heard.push(`offer ${legal.join()}`); }
  showEnding() {}
  showGoals() {}
  playEventSound() {}
  appendLog(name, line) { this.heard.push(`${name}: ${line.en}`); }
  async playEvent(event) {
    this.heard.push(`begin ${event.kind}`);
    if (event.kind === "unknown") return false;
    if (event.kind === "broken") throw new Error("of the screen's own");
    await this.motion.wait(100);
    this.heard.push(`end ${event.kind}`);
    return true;
  }
}
if (!customElements.get("fake-screen")) customElements.define("fake-screen", Fake);
"""


@pytest.fixture(scope="module")
def page(browser: Browser, site: Server) -> Iterator[Page]:
    with Visitor(browser, site) as visitor:
        page = visitor.open("/settings")
        page.wait_for_selector("settings-page h1")
        yield page
        # These screens throw on purpose, and the playback logs it.
        visitor.complaints = [said for said in visitor.complaints if "of the screen's own" not in said]


def with_motion(page: Page, script: str, given: Any = None) -> Any:
    """Run a script with its own paused clock, `motion`."""
    held = "const { Motion } = await import(where); const motion = new Motion(); motion.pause();"
    return page.evaluate(
        f"async ([where, given]) => {{ {held} {script} }}", [module_address(page, "frame/motion.js"), given]
    )


def with_playback(page: Page, script: str) -> Any:
    return with_motion(
        page,
        SCREEN
        + "const { Playback } = await import(given); const screen = document.createElement('fake-screen');"
        + " screen.motion = motion; const lines = [];"
        + " const playback = new Playback(screen, motion, { onLine: (text) => lines.push(text.en) });"
        + " const step = (name, ...kinds) => ({ view: { name }, legal: [name], entries: [{ events:"
        + " kinds.map((kind) => ({ kind, text: { en: kind, ja: kind } })) }] });"
        + script,
        module_address(page, "frame/playback.js"),
    )


def test_paused_time_does_not_pass(page: Page) -> None:
    assert with_motion(
        page,
        "let done = false; motion.wait(10).then(() => (done = true));"
        " await new Promise((next) => setTimeout(next, 120)); return [done, motion.elapsed === motion.elapsed];",
    ) == [False, True]


def test_times_of_two_clocks_are_equal_despite_rounding(page: Page) -> None:
    script = """
    const wrong = [];
    for (let number = 1; number <= 200; number += 1) {
      const clock = new Motion();
      clock.pause();
      await clock.advance(number / 7);
      const { unscaled } = clock;
      unscaled.pause();
      await clock.advance(number / 3);
      const done = [];
      unscaled.wait(500).then(() => done.push("end"));
      await clock.advance(499);
      const early = done.length;
      await clock.advance(1);
      if (early || !done.length) wrong.push(number);
    }
    return wrong;"""
    assert with_motion(page, script) == []


def test_advance_passes_exact_time(page: Page) -> None:
    script = """
    const begun = motion.elapsed; const seen = []; const note = (name) => seen.push([name, motion.elapsed - begun]);
    motion.wait(300).then(() => note("c"));
    const chain = async () => { note("a"); await motion.wait(150); note("b"); await motion.wait(60); note("d"); };
    motion.wait(100).then(chain);
    await motion.advance(99); const early = seen.length;
    await motion.advance(1); const first = seen.length;
    await motion.advance(209); const before = seen.length;
    await motion.advance(1);
    return [early, first, before, seen];
    """
    assert with_motion(page, script) == [0, 1, 3, [["a", 100], ["b", 250], ["c", 300], ["d", 310]]]


@settings(max_examples=25)
@given(st.lists(st.lists(st.integers(1, 400), min_size=1, max_size=4), min_size=1, max_size=6), st.integers(1, 200))
def test_due_items_run_in_order(page: Page, chains: list[list[int]], cut: int) -> None:
    """Chains of waits end after their sums; ties in order of their start."""
    script = """
    const begun = motion.elapsed; const seen = [];
    given.chains.forEach(async (chain, at) => {
      for (const ms of chain) { await motion.wait(ms); seen.push([motion.elapsed - begun, at]); }
    });
    const total = Math.max(...given.chains.map((chain) => chain.reduce((sum, ms) => sum + ms)));
    for (let passed = 0; passed < total; passed += given.cut) await motion.advance(given.cut);
    return seen;
    """
    seen = with_motion(page, script, {"chains": chains, "cut": cut})
    due = [(sum(chain[: n + 1]), at) for at, chain in enumerate(chains) for n in range(len(chain))]
    assert sorted(map(tuple, seen)) == sorted(due)
    assert [time for time, _ in seen] == sorted(time for time, _ in due)


def test_animation_follows_the_clock(page: Page) -> None:
    script = """
    const box = document.createElement("div"); document.body.append(box);
    motion.animate(box, [{ opacity: 0 }, { opacity: 1 }], 1000);
    await motion.advance(250); const quarter = Number(getComputedStyle(box).opacity);
    await motion.advance(500); const three = Number(getComputedStyle(box).opacity);
    motion.reduced = true; let over = false;
    motion.animate(box, { transform: ["none", "translateX(100px)"] }, 100).then(() => (over = true));
    await motion.advance(50); const moved = getComputedStyle(box).transform;
    await motion.advance(50); box.remove();
    return [quarter, three, moved, over];
    """
    assert with_motion(page, script) == [0.25, 0.75, "none", True]


def test_speed_and_instant_mode(page: Page) -> None:
    script = """
    motion.resume(); motion.rate = 4; const begun = performance.now();
    await motion.wait(800); const took = performance.now() - begun;
    motion.rate = Infinity; await motion.wait(1e9);
    return took < 800 && took > 150;
    """
    assert with_motion(page, script) is True


def test_unscaled_clock_ignores_speed_and_fast_forward(page: Page) -> None:
    """It pauses and advances with the other clock, in one common order."""
    script = """
    const begun = motion.elapsed; const seen = [];
    const note = (name) => () => seen.push([name, motion.elapsed - begun]);
    motion.unscaled.wait(150).then(note("unscaled")).then(() => motion.wait(40)).then(note("after"));
    motion.wait(100).then(note("a")); motion.wait(160).then(note("b"));
    await motion.advance(120); motion.rate = Infinity; motion.rate = 1; motion.finish();
    await motion.fastForward(Promise.resolve()); await motion.advance(29); const early = seen.length;
    await motion.advance(200);
    return [early, seen, motion.paused && motion.unscaled.paused];
    """
    early, seen, held = with_motion(page, script)
    assert early == 2
    assert [(name, round(at, 3)) for name, at in seen] == [("a", 100), ("b", 120), ("unscaled", 150), ("after", 190)]
    assert held


def test_events_play_before_view_and_legal_actions(page: Page) -> None:
    script = """
    playback.push(step("one", "a", "b")); playback.push(step("two", "c"));
    await motion.advance(0); const start = [...screen.heard];
    await motion.advance(250); const middle = screen.heard.at(-1);
    await motion.advance(50); await playback.whenIdle();
    return [start, middle, screen.heard, lines];
    """
    start, middle, heard, lines = with_playback(page, script)
    assert start == ["offer ", "normal: a", "begin a"]
    assert middle == "begin c"
    assert heard == [
        *["offer ", "normal: a", "begin a", "end a", "normal: b", "begin b", "end b", "show one", "offer "],
        *["normal: c", "begin c", "end c", "show two", "offer two"],
    ]
    assert lines == ["a", "b", "c"]


def test_instant_mode_shows_every_update(page: Page) -> None:
    """Two updates at once at speed "instant": the second does not wait for a third."""
    script = """
    motion.rate = Infinity; playback.push(step("one", "a")); playback.push(step("two", "b"));
    await playback.whenIdle(); return [screen.heard.at(-1), lines, playback.busy];
    """
    assert with_playback(page, script) == ["offer two", ["a", "b"], False]


def test_unknown_events_and_screen_errors_are_skipped(page: Page) -> None:
    script = """
    playback.push(step("one", "unknown", "broken", "a"));
    await motion.advance(100); await playback.whenIdle();
    screen.show = () => { throw new Error("of the screen's own"); };
    playback.push(step("two", "a")); await motion.advance(100); await playback.whenIdle();
    return [screen.heard, lines];
    """
    heard, lines = with_playback(page, script)
    shown = [line for line in heard if not line.startswith("normal")]
    assert shown == [
        *["offer ", "begin unknown", "begin broken", "begin a", "end a", "show one", "offer one"],
        *["offer ", "begin a", "end a", "offer two"],
    ]
    assert lines == ["unknown", "broken", "a", "a"]


def test_reset_stops_playback(page: Page) -> None:
    script = """
    playback.push(step("one", "a", "b")); playback.push(step("two", "c"));
    await motion.advance(50);
    playback.reset({ name: "back" }, ["x"]); await playback.whenIdle();
    const then = [...screen.heard]; await motion.advance(1000);
    return [then, screen.heard];
    """
    then, later = with_playback(page, script)
    assert then == ["offer ", "normal: a", "begin a", "end a", "show back", "offer x"]
    assert later == then


def test_long_queue_is_skipped(page: Page) -> None:
    script = """
    for (let n = 0; n < 40; n += 1) playback.push(step(`s${n}`, "a", "b", "c", "d", "e"));
    await motion.advance(0); let passed = 0;
    while (playback.busy && passed < 60000) { await motion.advance(100); passed += 100; }
    return [passed, screen.heard.at(-1), lines.length];
    """
    passed, last, lines = with_playback(page, script)
    assert passed < 40 * 5 * 100
    assert last == "offer s39"
    assert lines == 200
