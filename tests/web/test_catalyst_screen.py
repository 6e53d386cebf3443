"""Catalyst Reaction's screen: content and order of animations."""

import random
from collections.abc import Iterable
from typing import Any

import pytest
from catalyst_page import SHOWN, expected_screen, match_of, open_at, push, step, table
from playwright.sync_api import Page

from tefuda.core.match import Match
from tefuda.games.catalyst.game import Catalyst

CHAIN = {"field": ["2H", "4H", "7S", "9S", "6H", "8H"], "hand": ["KS"], "deck": ["3D"]}
"""KS@3 burns the spades; then three hearts react automatically."""


def random_match(seed: int) -> Match:
    """Play a full game, or the start of one with random options. Half of the plays react if possible."""
    luck = random.Random(seed)
    options: dict[str, Any] = {
        "field_size": luck.randint(3, 20),
        "hand_size": luck.randint(1, 10),
        "decks": luck.choice([1, 1, 2]),
    }
    options |= {"react": luck.choice(["both", "rank", "suit"]), "field_cap": luck.choice([0, 24])}
    match = Match(Catalyst(), seed, options if seed % 3 else {})
    while not match.over and (match.ply < 20 or not seed % 3):
        legal = match.legal(0)
        telling = [play for play in legal if "removing" in match.describe(play, "en")]
        match.play(0, match.ply, luck.choice(telling if telling and luck.random() < 0.5 else legal))
    return match


@pytest.mark.parametrize(
    ("seeds", "time"),
    [
        ([1], "advance(60000)"),
        (range(10), "fastForward(harness.playback.whenIdle())"),
    ],
    ids=["in time", "in a hurry"],
)
def test_events_lead_to_the_view(screen_page: Page, seeds: Iterable[int], time: str) -> None:
    """Events alone must lead to the view, at any speed."""
    for seed in seeds:
        match = random_match(seed)
        screen_page.evaluate(
            "([table, more]) => harness.open(table, more)", [{**table(match), "ply": 0}, {"replay": True}]
        )
        screen_page.evaluate(
            f"""() => {{
              harness.before = [];
              const show = harness.screen.show.bind(harness.screen);
              harness.screen.show = (view) => {{ harness.before.push(({SHOWN})()); show(view); }};
            }}"""
        )
        steps = [step(match, ply) for ply in range(match.ply + 1)]
        found = screen_page.evaluate(
            f"""async (steps) => {{
              const found = [];
              for (const step of steps) {{
                harness.playback.push(step);
                await harness.motion.{time};
                found.push([harness.before.at(-1), ({SHOWN})()]);
              }}
              return found;
            }}""",
            steps,
        )
        for ply, (before, after) in enumerate(found):
            assert before == after == expected_screen(match, ply), (seed, ply)


def test_reactions_are_animated_before_the_draw(screen_page: Page) -> None:
    """CR-3.8: the play, the player's reaction, each auto-reaction and the draw, one after the other."""
    match = match_of(position=CHAIN)
    open_at(screen_page, match)
    match.play(0, 0, "KS@3")
    push(screen_page, match)
    burning = """() => [Array.from(document.querySelectorAll(".reacting"), (card) => card.dataset.card),
      document.querySelector(".tag")?.className ?? null]"""
    seen: list[Any] = []
    while screen_page.evaluate("harness.playback.busy"):
        screen_page.evaluate("harness.motion.advance(25)")
        shown, (cards, tag) = screen_page.evaluate(SHOWN), screen_page.evaluate(burning)
        moment = [shown["field"], shown["hand"], cards, tag]
        if not seen or seen[-1] != moment:
            seen.append(moment)
    placed = ["2H", "4H", "7S", "KS", "9S", "6H", "8H"]
    assert seen == [
        [placed, [], [], None],
        [placed, [], ["7S", "KS", "9S"], "tag player"],
        [["2H", "4H", "6H", "8H"], [], [], None],
        [["2H", "4H", "6H", "8H"], [], ["2H", "4H", "6H"], "tag auto"],
        [["8H"], [], [], None],
        [["8H"], ["3D"], [], None],
    ]


def test_reacting_cards_burn_from_left_to_right(screen_page: Page) -> None:
    match = match_of(position=CHAIN)
    open_at(screen_page, match)
    match.play(0, 0, "KS@3")
    push(screen_page, match)
    burnt = """() => Array.from(document.querySelectorAll(".reacting[data-by=player]"), (card) =>
      Number(/inset\\(\\S+ \\S+ (-?[0-9.]+)%/.exec(getComputedStyle(card).clipPath)?.[1] ?? -60))"""
    moments: list[list[float]] = []
    while screen_page.locator(".tag.auto").count() == 0:
        screen_page.evaluate("harness.motion.advance(20)")
        moments += [found] if (found := screen_page.evaluate(burnt)) else []
    assert all(left >= middle >= right for left, middle, right in moments)
    assert any(left > middle > right for left, middle, right in moments)
    assert min(moments[0]) == -60
    assert min(moments[-1]) > 80


def test_played_card_moves_from_hand_to_gap(screen_page: Page) -> None:
    match = match_of()
    open_at(screen_page, match)
    from_box = screen_page.locator(".hand .card").nth(1).bounding_box()
    match.play(0, 0, "6C@3")
    push(screen_page, match)
    screen_page.evaluate("harness.motion.advance(0)")
    start = screen_page.locator('.line-up .card[data-card="6C"]').bounding_box()
    screen_page.evaluate("harness.motion.advance(150)")
    middle = screen_page.locator('.line-up .card[data-card="6C"]').bounding_box()
    screen_page.evaluate("harness.motion.advance(5000)")
    end = screen_page.locator('.line-up .card[data-card="6C"]').bounding_box()
    assert start == pytest.approx(from_box, abs=1)
    assert end is not None
    assert middle is not None
    assert start is not None
    assert end["y"] < middle["y"] < start["y"]


def test_unknown_event_is_skipped(screen_page: Page) -> None:
    match = match_of()
    open_at(screen_page, match)
    assert screen_page.evaluate("harness.screen.playEvent({ kind: 'sneeze' })") is False
    match.play(0, 0, "8D@7")
    update = step(match, 1)
    update["entries"][0]["events"].insert(1, {"kind": "sneeze", "text": {"en": "Achoo.", "ja": "はくしょん。"}})
    screen_page.evaluate("(step) => harness.playback.push(step)", update)
    screen_page.evaluate("harness.motion.advance(5000)")
    assert screen_page.evaluate(SHOWN) == expected_screen(match)


def test_takeback_restores_the_view(screen_page: Page) -> None:
    match = match_of()
    open_at(screen_page, match)
    match.play(0, 0, "8D@7")
    push(screen_page, match)
    screen_page.evaluate("harness.motion.advance(5000)")
    match.undo()
    screen_page.evaluate("([view, legal]) => harness.playback.reset(view, legal)", [match.view(0), match.legal(0)])
    assert screen_page.evaluate(SHOWN) == expected_screen(match)


@pytest.mark.parametrize("width", [360, 390, 430, 844])
def test_every_field_size_fits(screen_page: Page, width: int) -> None:
    """From 3 to 30 cards with hands of 1 to 10: nothing overflows or overlaps, and everything can be tapped."""
    screen_page.set_viewport_size({"width": width, "height": 390 if width == 844 else 780})
    pack = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]
    match = match_of()
    open_at(screen_page, match)
    measure = """([view, legal]) => {
      harness.playback.reset(view, legal);
      document.querySelector(".hand .card").click();
      const boxes = (what) => Array.from(document.querySelectorAll(what), (one) => one.getBoundingClientRect()).map(
        ({ left, top, right, bottom }) => [left, top, right, bottom]);
      const zone = document.querySelector(".field-zone");
      return { wide: document.documentElement.scrollWidth,
        cards: boxes(".line-up > .card"), gaps: boxes(".gap:enabled"),
        hand: boxes(".hand > .card:not(.chosen)"), scrolls: zone.scrollHeight > zone.clientHeight,
        zone: boxes(".field-zone")[0] };
    }"""
    for count in range(3, 31):
        hand = pack[-(1 + count % 10) :]
        view = {**match.view(0), "field": pack[:count], "hand": hand}
        legal = [f"{card}@{gap}" for card in hand for gap in range(count + 1)]
        found = screen_page.evaluate(measure, [view, legal])
        assert found["wide"] <= width, count
        assert not found["scrolls"], count
        for zone in (found["cards"], found["hand"]):
            for place, (left, _, right, bottom) in enumerate(zone):
                assert 0 <= left < left + 30 <= right <= width, (count, place)
                for other in zone[place + 1 :]:
                    assert right <= other[0] or bottom <= other[1], (count, place)
        assert all(found["zone"][1] <= top and bottom <= found["zone"][3] for _, top, _, bottom in found["cards"]), (
            count
        )
        assert len(found["gaps"]) == count + 1
        assert all(right - left >= 40 and bottom - top >= 40 for left, top, right, bottom in found["gaps"]), count


def test_long_field_scrolls_inside_its_zone(screen_page: Page) -> None:
    screen_page.set_viewport_size({"width": 360, "height": 640})
    match = match_of(decks=4)
    open_at(screen_page, match)
    field = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] * 2
    screen_page.evaluate("(view) => harness.playback.reset(view, [])", {**match.view(0), "field": field})
    last = screen_page.locator(".line-up > .card").last
    last.scroll_into_view_if_needed()
    box, zone = last.bounding_box(), screen_page.locator(".field-zone").bounding_box()
    assert box is not None
    assert zone is not None
    assert box["y"] + box["height"] <= zone["y"] + zone["height"]
    assert screen_page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        360,
        640,
    ]


def test_reduced_motion_has_no_movement(screen_page: Page) -> None:
    match = match_of(position=CHAIN)
    screen_page.evaluate("harness.motion.reduced = true")
    open_at(screen_page, match)
    match.play(0, 0, "KS@3")
    push(screen_page, match)
    moved = """() => Array.from(document.querySelectorAll(".line-up > .card"), (card) =>
      card.getBoundingClientRect().x - card.offsetParent.getBoundingClientRect().x - parseFloat(card.style.left))"""
    while screen_page.evaluate("harness.playback.busy"):
        screen_page.evaluate("harness.motion.advance(40)")
        assert screen_page.evaluate(moved) == pytest.approx([0] * len(screen_page.evaluate(moved)), abs=0.1)
        assert screen_page.locator(".ember").count() == 0
    assert screen_page.evaluate(SHOWN) == expected_screen(match)


def test_card_tracker_lists_every_card(screen_page: Page) -> None:
    match = random_match(3)
    while not match.view(0)["hand"] or not match.view(0)["deck"]:
        match.undo()
    open_at(screen_page, match)
    screen_page.locator(".spent").tap()
    view = match.view(0)
    for place in ("hand", "field", "removed"):
        assert screen_page.locator(f"td .mark.{place}").count() == len(view[place])
    assert screen_page.locator("td .mark.coming").count() == view["deck"]
    screen_page.keyboard.press("Escape")
    assert screen_page.locator("dialog").is_hidden()


@pytest.mark.parametrize(("play", "result", "said"), [("KH@1", "win", "You win!"), ("KH@0", "loss", "You lose")])
def test_result_is_shown(screen_page: Page, play: str, result: str, said: str) -> None:
    match = match_of(position={"field": ["2H", "4S"] if result == "loss" else ["2H", "4H"], "hand": ["KH"], "deck": []})
    open_at(screen_page, match)
    match.play(0, 0, play)
    push(screen_page, match)
    screen_page.evaluate("harness.motion.advance(9000)")
    assert screen_page.evaluate(SHOWN)["result"] == result == match.view(0)["result"]
    assert said in screen_page.locator(".outcome").inner_text()
    assert screen_page.locator(".gap:visible").count() == 0, "no gap is left"


def test_counters_and_piles_explain_themselves(screen_page: Page) -> None:
    open_at(screen_page, match_of(react="rank", field_cap=20))
    screen_page.keyboard.press("Shift")
    explained = {
        ".fact:nth-of-type(1)": "par of the deal",
        ".fact:nth-of-type(2)": "you lose",
        ".note": "A rule setting",
        ".deck": "you draw one card",
        ".spent": "where every card is",
    }
    for selector, words in explained.items():
        screen_page.locator(selector).focus()
        assert words in screen_page.locator(".tooltip:popover-open").inner_text()


def test_lines_of_a_wrapped_row_are_connected(screen_page: Page) -> None:
    lines = """() => new Set([...document.querySelectorAll(".line-up .card")].map((card) => card.style.top)).size"""
    for width, cards, wrapped in ((390, 12, True), (390, 20, True), (1280, 5, False)):
        screen_page.set_viewport_size({"width": width, "height": 600})
        open_at(screen_page, match_of(field_size=cards))
        count = screen_page.evaluate(lines)
        assert (count > 1) is wrapped
        assert screen_page.locator(".line-turn").count() == count - 1
