"""LinkaVel's cards and screen: every card fits, every choice can be made."""

import json
import random
from typing import Any

import pytest
from browser import Server, Visitor, axe_findings, module_address, resize
from linkavel_page import LinkaVel, Stage, begin, choice_examples
from players_page import Player
from playwright.sync_api import Browser, Page, expect

import tefuda
from tefuda.core.match import Match

CARDS = 145
MEASURED = """() => [...document.querySelectorAll(".lv-face")].map((face) => {
  const frame = face.querySelector(".lv-sheet").getBoundingClientRect();
  const names = ["name", "badge", "level", "kind", "faction", "art", "text", "text p", "cost", "power"];
  const every = names.map((name) => `.lv-${name}`).join();
  const parts = [...face.querySelectorAll(every)].filter((one) => one.checkVisibility());
  const cut = parts.filter((one) => getComputedStyle(one).overflowX !== "visible" &&
    (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1));
  const out = parts.filter((one) => {
    const box = one.getBoundingClientRect();
    const past = box.right > frame.right + .5 || box.bottom > frame.bottom + .5;
    return past || box.left < frame.left || box.top < frame.top;
  });
  const text = face.querySelector(".lv-text");
  return {
    card: face.dataset.card, name: face.querySelector(".lv-name").textContent, text: text.textContent,
    wrong: [...cut, ...out].map((one) => one.getAttribute("class") ?? one.tagName),
    over: [face.querySelector(".lv-name"), text].some((one) => one.dataset.round === "over"),
    size: parseFloat(getComputedStyle(text).fontSize), ratio: frame.width / frame.height,
    colour: getComputedStyle(face).getPropertyValue("--card").trim(), type: face.dataset.type,
    picture: face.querySelector(".lv-picture").innerHTML,
  };
})"""
COLOURS = {
    "normal_monster": "#f7edc3",
    "effect_monster": "#ee9c55",
    "normal_magic": "#17151d",
    "permanent_magic": "#17151d",
}
"""Pale yellow, orange and black (LV section 8)."""
CUT = """() => [...document.querySelectorAll("linkavel-screen :is(button, p, strong, .lv-short, .lv-cost, .lv-label)")]
  .filter((one) => one.checkVisibility() && !one.closest(".lv-heap, .lv-log"))
  .filter((one) => !one.matches(".lv-hand > .lv-held"))
  .filter((one) => one.clientWidth)
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
  .map((one) => `${one.className}: ${one.textContent}`)"""
COVERED = """() => [...document.querySelectorAll(".lv-hand > .lv-held:not(:hover, :focus-visible, .lv-chosen)")]
  .filter((card) => card.nextElementSibling?.offsetTop === card.offsetTop)
  .flatMap((card) => [...card.querySelectorAll(".lv-short, .lv-badge, .lv-power")]
    .filter((part) => part.getBoundingClientRect().right > card.nextElementSibling.getBoundingClientRect().left + 1))
  .map((part) => `${part.getAttribute("class")}: ${part.textContent}`)"""
"""The names, badges and powers in hand that lie under the next card."""
VISIBLE_WIDTH = """(hand) => Math.min(...Array.from(hand.children, (card) => card.nextElementSibling
  ? card.nextElementSibling.offsetLeft - card.offsetLeft : card.offsetWidth))"""
"""The least width of a card in hand that no other card covers."""
PLACES = """(parts) => {
  const wrong = [];
  const screen = document.querySelector("linkavel-screen");
  const wide = document.documentElement.scrollWidth > innerWidth || screen.scrollWidth > screen.clientWidth;
  if (wide) wrong.push("it scrolls sideways");
  if (screen.scrollHeight > screen.clientHeight + 1) wrong.push("the table scrolls");
  const boxes = parts.map((part) => [...screen.querySelectorAll(part)].find((one) => one.checkVisibility()))
    .map((one) => one.getBoundingClientRect());
  boxes.forEach((one, at) => {
    const outside = one.left < -.5 || one.top < 0 || one.right > innerWidth + .5 || one.bottom > innerHeight + .5;
    if (outside || one.width < 20 || one.height < 20) wrong.push(`${parts[at]} is outside`);
    boxes.slice(at + 1).forEach((other, more) => {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (Math.min(across, down) > .5) wrong.push(`${parts[at]} lies on ${parts[at + 1 + more]}`);
    });
  });
  return wrong;
}"""
PARTS = [
    ".lv-plate[data-side=foe]",
    ".lv-plate[data-side=own]",
    *(f".lv-field[data-side={side}] .lv-{row}" for side in ("foe", "own") for row in ("monsters", "magics")),
    ".lv-middle",
    ".lv-prompt",
    ".lv-hand, .lv-tray",
]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_card_fits_and_has_its_own_picture(browser: Browser, site: Server, language: str) -> None:
    """Measure all included cards in the gallery: no overflow, readable texts, unique pictures."""
    with Visitor(browser, site, language=language) as visitor:
        page = visitor.open("/cards/linkavel")
        expect(page.locator(".lv-face")).to_have_count(CARDS)
        page.wait_for_function("() => [...document.querySelectorAll('.lv-text')].every((one) => one.dataset.round)")
        found: list[dict[str, Any]] = page.evaluate(MEASURED)
        known = {card.id: card for card in tefuda.game("linkavel").texts.cards()}
        assert {one["card"] for one in found} == set(known)
        for one in found:
            assert one["wrong"] == [], one
            assert not one["over"], one
            assert one["size"] >= 10, one
            assert one["ratio"] == pytest.approx(63 / 88, rel=0.01)
            assert one["name"] == known[one["card"]].name.text(language)
            assert known[one["card"]].text.text(language) in one["text"]
            assert one["colour"] == COLOURS[one["type"]]
        assert len({one["picture"] for one in found}) == CARDS


LONG = "An unreasonably long sentence that an author wrote without mercy. " * 14
WRITTEN: list[dict[str, Any]] = [
    {"id": "x", "name": {"en": "N" * 60, "ja": "名" * 40}, "text": {"en": LONG, "ja": "長" * 600}, "facts": {}},
    {
        "id": "my_card",
        "name": {"en": "A Name That Goes On For Longer Than Any Card Should", "ja": ""},
        "text": {"en": "W" * 200, "ja": ""},
        "facts": {"type": "effect_monster", "faction": "nobody", "attribute": "void", "level": 12, "power": 123456},
    },
    {
        "id": "mixed_cost",
        "name": {"en": "Lord", "ja": "王"},
        "text": {"en": "", "ja": ""},
        "facts": {
            "type": "normal_monster",
            "attribute": "neutral",
            "level": 5,
            "power": 9999,
            "cost": {
                "en": "neutral Lv5×1 + neutral Lv4×1 + neutral Lv3×1",
                "ja": "無属性 Lv5×1体＋無属性 Lv4×1体＋無属性 Lv3×1体",
            },
        },
    },
    {"id": "", "name": {"en": "", "ja": ""}, "text": {"en": "", "ja": ""}, "facts": {"type": "normal_magic"}},
    {
        "id": "evil",
        "name": {"en": "<script>alert(1)</script>", "ja": "<img src=x onerror=alert(1)>"},
        "text": {"en": "<b>bold</b>", "ja": "<b>太字</b>"},
        "facts": {
            "type": "normal_monster",
            "attribute": "fire",
            "level": 1,
            "power": 0,
            "cost": {"en": "Lv1×9", "ja": "Lv1×9体"},
        },
    },
]
"""Extreme custom cards: long, empty or unknown values, and markup."""


@pytest.mark.parametrize("width", [110, 250])
def test_long_texts_stay_on_the_card(browser: Browser, site: Server, width: int) -> None:
    with Visitor(browser, site) as visitor:
        page = visitor.open("/cards/linkavel")
        expect(page.locator(".lv-face").first).to_be_visible()
        page.evaluate(
            """async ([start, cards, width]) => {
              const { face } = await import(start + "games/linkavel/screen.js");
              const main = document.querySelector("main");
              main.replaceChildren(...cards.map((card) => {
                const made = Object.assign(document.createElement("div"), { className: "made" });
                made.style.width = width + "px";
                made.append(face(card));
                return made;
              }));
            }""",
            [module_address(page, ""), WRITTEN, width],
        )
        page.wait_for_function(
            "() => [...document.querySelectorAll('.made .lv-text')].every((one) => one.dataset.round)"
        )
        for one, card in zip(page.evaluate(MEASURED), WRITTEN, strict=True):
            # A text that fits at no size scrolls, and the box can be reached by keyboard.
            wrong = [part for part in one["wrong"] if not (one["over"] and part in ("lv-text", "lv-name", "P"))]
            assert wrong == [], one
            assert one["name"] in (card["name"]["en"], card["id"], "?")
        assert page.locator(".made b:not(.lv-power), .made img, .made script").count() == 0
        assert page.locator(".made .lv-text[data-round=over]:not([tabindex])").count() == 0


def test_every_kind_of_choice_can_be_made(browser: Browser, site: Server) -> None:
    """For costs, targets, hand, deck, trash, order and yes or no, the offered actions are the legal ones."""
    with Visitor(browser, site) as visitor:
        visitor.open("/settings")
        expect(visitor.page.locator("h1")).to_be_visible()
        stage = Stage(visitor)
        for question in choice_examples():
            stage.show(question.view, question.legal, question.prompt)
            assert stage.offered() == sorted(set(question.legal)), question.kind
            asked = stage.page.locator(".lv-ask").inner_text()
            assert asked.startswith(question.prompt["en"]), question.kind
            first = stage.page.locator("linkavel-screen [data-act]:visible").first
            act = first.get_attribute("data-act")
            first.click(position={"x": 10, "y": 10})
            assert stage.page.evaluate("stage.acts") == [act]
            # No action can be sent twice.
            assert stage.offered() == []
        kinds = {question.kind.split("/")[0] for question in choice_examples()}
        assert {"cost", "may", "order", "destroy", "power", "summon", "search", "discard", "return"} <= kinds


def test_first_turn_limits_are_explained(browser: Browser, site: Server) -> None:
    """No draw and no attack: the prompt and the disabled phases explain it."""
    match = Match(tefuda.game("linkavel"), 1)
    with Visitor(browser, site) as visitor:
        page = visitor.open("/settings")
        expect(page.locator("h1")).to_be_visible()
        stage = Stage(visitor)
        stage.match = match
        stage.show(match.view(match.seat), match.legal(match.seat))
        said = page.locator(".lv-ask")
        expect(said).to_contain_text("Turn 1: no draw and no battle phase.")
        for phase, why in (
            ("battle", "There is no battle phase on turn 1."),
            ("draw", "The first player does not draw on turn 1."),
        ):
            step = page.locator(f".lv-phase[data-phase={phase}]")
            expect(step).to_have_attribute("aria-disabled", "true")
            step.focus()
            page.keyboard.press("Enter")
            expect(said).to_contain_text(why)
        # An unplayable card shows the reason after a click and a drag; the next click clears it.
        idle = page.locator(".lv-held.lv-idle").first
        idle.click()
        expect(said).to_contain_text("you don't have these monsters.")
        page.locator(".lv-middle").click(position={"x": 3, "y": 3})
        expect(said).to_contain_text("Turn 1:")
        idle.hover()
        page.mouse.down()
        page.mouse.move(500, 300, steps=3)
        expect(said).to_contain_text("you don't have these monsters.")
        page.mouse.up()
        assert page.locator(".lv-ghost").count() == 0
        assert page.evaluate("stage.acts") == []


@pytest.mark.parametrize(
    ("legal", "said"),
    [
        (["summon anvil_lynx@1", "battle", "end"], "You can summon a monster. You need a monster to attack."),
        (["magic thermal_crack", "use m1", "main2", "end"], "You can activate magic or use effects."),
        (["main2", "end"], "No more cards can be played now. End your turn."),
    ],
)
def test_prompt_names_only_what_is_possible(browser: Browser, site: Server, legal: list[str], said: str) -> None:
    match = Match(tefuda.game("linkavel"), 1)
    with Visitor(browser, site) as visitor:
        page = visitor.open("/settings")
        expect(page.locator("h1")).to_be_visible()
        Stage(visitor).show({**match.view(match.seat), "turn_number": 3}, legal)
        expect(page.locator(".lv-ask")).to_have_text(said)


def game_steps(games: int) -> list[dict[str, Any]]:
    """Return games action by action: view before, events and view after, for the first seat."""
    luck = random.Random(4)
    found = []
    decks = ["dark", "fire", "grass", "light", "neutral", "water"]
    for number in range(games):
        options = {"deck.one": decks[number], "deck.two": decks[5 - number], "lp": 4000}
        match = Match(tefuda.game("linkavel"), number, options)
        while not match.over and match.ply < 250:
            before = match.view(0)
            legal = match.legal(match.seat)
            match.play(match.seat, match.ply, legal[luck.randrange(len(legal))])
            events = [event for event in match.events_for(0, match.ply) if event["kind"] not in ("now", "yours")]
            found.append({"before": before, "events": events, "after": match.view(0)})
    return found


def test_folded_events_match_the_view(browser: Browser, site: Server) -> None:
    """Folding the events alone leads to the next view."""
    steps = game_steps(3)
    with Visitor(browser, site) as visitor:
        page = visitor.open("/settings")
        expect(page.locator("h1")).to_be_visible()
        cards = page.evaluate("async () => (await fetch('/api/games/linkavel/cards')).json()")
        wrong = page.evaluate(
            """async ([start, steps, powers]) => {
              const { fold } = await import(start + "games/linkavel/fold.js");
              const sides = (view) => ["one", "two"].map((seat) => {
                const { lp, hand, deck, trash, monsters, magics } = view[seat];
                const names = (row) => row.map((thing) => thing && thing.card);
                return [lp, hand, deck, [...trash].sort(), names(monsters), names(magics)];
              });
              const plain = (view) =>
                JSON.stringify([view.phase, view.turn, view.turn_number, [...view.hand].sort(), sides(view)]);
              return steps.flatMap(({ before, events, after }) => {
                for (const event of events) fold(before, event, (card) => powers[card]);
                return plain(before) === plain(after) ? [] : [[events, plain(before), plain(after)]];
              });
            }""",
            [module_address(page, ""), steps, {card["id"]: card["facts"]["power"] for card in cards}],
        )
        told = {event["kind"] for step in steps for event in step["events"]}
        assert {"summon", "magic", "trash", "attack", "special_summon", "refresh", "return_hand", "search"} <= told
        assert wrong == [], json.dumps(wrong[0], ensure_ascii=False)[:3000]


def test_events_lead_to_the_view_and_unknown_ones_are_skipped(browser: Browser, site: Server) -> None:
    """With a paused clock, each event takes its time and the screen ends on the view."""
    with Visitor(browser, site) as visitor:
        visitor.open("/settings")
        expect(visitor.page.locator("h1")).to_be_visible()
        match = Match(tefuda.game("linkavel"), 5)
        luck = random.Random(3)
        stage = Stage(visitor)
        page = stage.page
        seen = set()
        stage.show(match.view(0), [])
        page.evaluate("() => { stage.motion.rate = 1; stage.motion.pause(); }")
        while match.ply < 30:
            legal = match.legal(match.seat)
            busy = [one for one in legal if one.split(" ")[0] in ("summon", "attack", "pick", "magic", "battle")]
            match.play(match.seat, match.ply, luck.choice(busy or legal))
            events = [{**event, "text": {"en": "x", "ja": "x"}} for event in match.events_for(0, match.ply)]
            events.insert(0, {"kind": "something_new", "card": "no_such_card", "text": {"en": "x", "ja": "x"}})
            seen |= {event["kind"] for event in events}
            entry = {"number": match.ply, "kind": "play", "seat": 0, "ply": match.ply, "action": None, "events": events}
            step = {"entries": [entry], "view": match.view(0), "legal": []}
            page.evaluate("(step) => stage.playback.push(step)", step)
            # Hidden elements have no size and must not cause warnings.
            page.locator("linkavel-screen").evaluate("(one, away) => one.hidden = away", match.ply > 20)
            page.evaluate("stage.motion.advance(200)")
            page.evaluate("stage.motion.advance(30000)")
            assert not page.evaluate("stage.playback.busy")
            assert page.locator(".lv-flying, .lv-float, .lv-banner, .lv-spotlight, .lv-coming").count() == 0
        assert {"summon", "draw", "attack", "battle", "destroy", "damage", "trash", "phase", "cost"} <= seen
        page.evaluate("() => { stage.motion.resume(); }")


def parts_in_place(page: Page) -> None:
    """Everything is inside the window, nothing overlaps, and no text is cut off."""
    assert page.evaluate(PLACES, PARTS) == []
    assert page.evaluate(CUT) == []
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize(
    ("width", "height", "language", "dark", "axe"),
    [
        (390, 844, "en", True, True),
        (390, 844, "ja", False, False),
        (1280, 800, "en", False, True),
        (1920, 1080, "ja", True, False),
    ],
)
def test_accessibility_and_layout(
    browser: Browser, site: Server, width: int, height: int, language: str, dark: bool, axe: bool
) -> None:
    """Phones and desktops, both languages, light and dark: layout for every kind of choice, axe-core for some."""
    with Player(browser, site, width=width, height=height, language=language, dark=dark, axe=axe) as player:
        begin(player, deal={"seed": "3"}, options={})
        page = player.page
        game = LinkaVel(player)
        game.turn()
        game.turn()
        player.wait_for_turn()
        game.offered()
        parts_in_place(page)
        assert not axe or axe_findings(page) == []
        page.locator(".lv-plate[data-side=own] .lv-deck").click()
        page.locator("dialog[open] .lv-opened button").first.click()
        expect(page.locator("dialog[open] .lv-face")).to_be_visible()
        assert page.locator("dialog[open]").evaluate("one => one.scrollWidth <= one.clientWidth")
        page.keyboard.press("Escape")
        stage = Stage(player)
        for question in choice_examples():
            stage.show(question.view, question.legal, question.prompt)
            parts_in_place(page)
            if question.kind.startswith("may/"):
                assert page.locator(".lv-tray").evaluate("one => one.scrollWidth <= one.clientWidth")
            if language == "ja" and width == 390:
                resize(page, 844, 390)
                parts_in_place(page)
                assert page.locator(".lv-monsters .lv-slot").first.evaluate("one => one.offsetWidth") >= 70
                resize(page, 390, 844)
            if axe and question.kind == "may/field":
                assert axe_findings(page) == [], question.kind
        # Next to the result the table is narrower.
        resize(page, min(width, 1130), height)
        assert page.locator(".lv-field").evaluate_all(
            "all => all.every((field) => [...field.children].every((row) => row.offsetWidth <= field.clientWidth && "
            "row.getBoundingClientRect().right <= field.getBoundingClientRect().right + 1))"
        )
        resize(page, width, height)
        # Seven cards fit into the hand. On a phone it scrolls, and a wide part of each is visible.
        crowded = {**choice_examples()[0].view, "asked": None, "choice": None}
        crowded["hand"] = [*crowded["hand"], *["kiln_griffin"] * 7][:7]
        stage.show(crowded, [])
        hand = page.locator(".lv-hand")
        assert width == 390 or hand.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
        assert hand.evaluate(VISIBLE_WIDTH) >= (54 if width == 390 else 44)
        assert page.evaluate(CUT) == []
        if width == 390:
            last = page.locator(".lv-hand > .lv-held").last
            last.scroll_into_view_if_needed()
            assert last.evaluate("one => one.getBoundingClientRect().right <= innerWidth")
            assert page.locator(".tool span").evaluate_all("all => all.every((one) => one.offsetWidth > 20)")
            page.locator(".lv-open-log").click()
            expect(page.locator("dialog[open] .lv-lines, dialog[open] .inside p").first).to_be_visible()
            page.keyboard.press("Escape")
            stage.show({**crowded, "hand": crowded["hand"][:5]}, [])
            sizes = page.locator(".lv-hand .lv-short").evaluate_all(
                "all => all.map((name) => parseFloat(getComputedStyle(name).fontSize))"
            )
            assert min(sizes) > 8.5, sizes
            assert page.evaluate(CUT) == []
        # With a summon chosen, the prompt has its longest text.
        view = {**choice_examples()[0].view, "asked": None, "choice": None}
        stage.show(view, [f"summon {view['hand'][0]}@{slot}" for slot in (1, 2, 3)])
        page.locator(".lv-held[data-ways]").first.click(position={"x": 10, "y": 10})
        expect(page.locator(".lv-lit")).to_have_count(3)
        parts_in_place(page)
