"""LinkaVel's cards can be read: when the opponent plays them, in the log, in narrow hands and in the introduction."""

from collections.abc import Iterator
from typing import Any

import pytest
from browser import Server, Visitor, module_address, resize, wait_for_layout
from linkavel_page import Stage, begin
from players_page import Player
from playwright.sync_api import Browser, expect

import tefuda
from tefuda.core.match import Match
from tefuda.games.linkavel.game import GAME

SIDE: dict[str, Any] = {"lp": 4000, "deck": ["anvil_lynx"] * 8}
MAGIC = "travel_rations"
LINES = """async ([start, ids, width]) => {
  const [{ miniCard, Catalogue }, cards] = await Promise.all([
    import(start + "games/linkavel/face.js"),
    fetch("/api/games/linkavel/cards").then((answer) => answer.json()),
  ]);
  const catalogue = new Catalogue(cards);
  const main = document.querySelector("main");
  main.replaceChildren(...ids.map((id) => {
    const box = Object.assign(document.createElement("div"), { className: "narrow" });
    box.style.cssText = `width: ${width}px; height: ${(width * 88) / 63}px; display: inline-block`;
    box.append(miniCard(catalogue.get(id)));
    return box;
  }));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return Array.from(main.querySelectorAll(".lv-short"), (name) => {
    const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    const lines = [];
    let top = -100;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let at = 0; at < node.data.length; at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getBoundingClientRect();
        if (box.top > top + box.height / 2) lines.push("");
        top = Math.max(top, box.top);
        lines[lines.length - 1] += node.data[at];
      }
    }
    return lines;
  });
}"""
"""The lines of the names of cards at a width."""
SHAPES = """() => Array.from(document.querySelectorAll(".htp-card > .lv-mini"), (card) => {
  const box = (one) => one.getBoundingClientRect();
  const { width, height } = box(card);
  const art = card.querySelector(".lv-art");
  const parts = [...card.querySelectorAll(".lv-short, .lv-rank, .lv-art, .lv-base, .lv-power")];
  const { right, bottom } = box(card);
  const outside = parts.filter((part) => box(part).bottom > bottom + 1 || box(part).right > right + 1);
  return { ratio: width / height, art: art ? box(art).height / height : 1, outside: outside.length };
})"""
"""The proportions of the cards in the introduction."""
BOXES = """() => Array.from(
  document.querySelectorAll(".lv-slot, .lv-plate, .lv-hand, .lv-prompt, .lv-middle"),
  (one) => { const { left, top, right, bottom } = one.getBoundingClientRect(); return [left, top, right, bottom]; },
)"""


@pytest.fixture
def stage(browser: Browser, site: Server) -> Iterator[Stage]:
    with Visitor(browser, site) as visitor:
        visitor.open("/cards/linkavel")
        yield Stage(visitor)


def play_magic(stage: Stage) -> None:
    """Show the opponent's magic with a paused clock."""
    foe = {**SIDE, "hand": [MAGIC]}
    sides = {"one": {**SIDE, "monsters": ["foam_sprite"]}, "two": foe}
    match = Match(GAME, 3, position={"turn": "two", "turn_number": 4, "phase": "main1", **sides})
    stage.show(match.view(0), [])
    stage.page.evaluate("() => { stage.motion.rate = 1; stage.motion.pause(); }")
    match.play(1, match.ply, f"magic {MAGIC}")
    text = {"en": "Opponent activates Travel Rations.", "ja": "相手は旅の糧食を発動した。"}
    events = [{"text": text, **event} for event in match.events_for(0, match.ply)]
    entry = {"number": 1, "kind": "play", "seat": 1, "ply": 1, "action": None, "events": events}
    step = {"entries": [entry], "view": match.view(0), "legal": [], "prompt": None}
    stage.page.evaluate("(step) => stage.playback.push(step)", step)
    stage.page.evaluate("stage.motion.advance(600)")
    wait_for_layout(stage.page)


def test_magic_of_the_opponent_can_be_read(stage: Stage) -> None:
    """It is shown with its text, stays in the panel, and can be opened from the log."""
    page = stage.page
    resize(page, 1440, 900)
    play_magic(stage)
    card = {one.id: one for one in tefuda.game("linkavel").texts.cards()}[MAGIC]
    shown = page.locator(".lv-spotlight .lv-face")
    expect(shown.locator(".lv-name")).to_have_text(card.name.en)
    expect(shown.locator(".lv-text")).to_contain_text(card.text.en)
    box = shown.bounding_box()
    assert box is not None
    assert box["width"] >= 280
    page.evaluate("stage.motion.advance(1200)")
    expect(shown).to_be_visible()
    expect(page.locator(f".lv-detail .lv-face[data-card={MAGIC}]")).to_be_visible()
    # A click ends the time to read.
    page.locator(".lv-middle").click(position={"x": 3, "y": 3})
    expect(shown).to_have_count(0)
    page.evaluate("stage.motion.advance(30000)")
    page.locator(f".lv-log [data-look={MAGIC}]").first.click()
    expect(page.locator("dialog[open] .lv-text")).to_contain_text(card.text.en)


def test_magic_of_the_opponent_can_be_read_on_a_phone(stage: Stage) -> None:
    resize(stage.page, 390, 844)
    play_magic(stage)
    box = stage.page.locator(".lv-spotlight .lv-face").bounding_box()
    assert box is not None
    assert box["width"] >= 280
    assert box["x"] >= 0
    stage.page.evaluate("stage.motion.advance(30000)")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720)])
def test_result_leaves_the_board_in_place(browser: Browser, site: Server, width: int, height: int) -> None:
    with Player(browser, site, width=width, height=height) as player:
        begin(player, deal={"seed": "3"})
        player.wait_for_turn()
        page = player.page
        wait_for_layout(page)
        before = page.evaluate(BOXES)
        player.resign()
        result = page.locator("dialog.result")
        expect(result).to_be_visible()
        wait_for_layout(page)
        assert page.evaluate(BOXES) == before
        box = result.bounding_box()
        assert box is not None
        assert all(right <= box["x"] for _, _, right, _ in before)
        assert result.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
        log = page.locator(".lv-log").bounding_box()
        assert log is not None
        assert log["y"] >= box["y"] + box["height"]


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_cards_of_the_introduction_keep_their_proportions(
    browser: Browser, site: Server, size: tuple[int, int]
) -> None:
    with Visitor(browser, site, language="ja", width=size[0], height=size[1]) as visitor:
        page = visitor.open("/learn/linkavel")
        expect(page.locator(".coach .lesson-next")).to_be_visible()
        page.keyboard.press("?")
        expect(page.locator("dialog.htp .htp-card").first).to_be_visible()
        wait_for_layout(page)
        cards = page.evaluate(SHAPES)
        assert cards
        for card in cards:
            assert card["ratio"] == pytest.approx(72 / 101, rel=0.02)
            assert card["art"] > 0.25, cards
            assert card["outside"] == 0, cards


@pytest.mark.parametrize("width", [62, 84])
def test_names_break_between_words(browser: Browser, site: Server, width: int) -> None:
    """No line of a name begins with a particle; 夜回りの番犬 breaks after の."""
    names = {card.name.ja: card.id for card in tefuda.game("linkavel").texts.cards()}
    with Visitor(browser, site, language="ja") as visitor:
        page = visitor.open("/cards/linkavel")
        expect(page.locator(".lv-face").first).to_be_visible()
        lines = page.evaluate(LINES, [module_address(page, ""), list(names.values()), width])
        found = dict(zip(names, lines, strict=True))
        assert found["夜回りの番犬"] == ["夜回りの", "番犬"]
        assert found["灯芯の従軍司祭"][0] == "灯芯の"
        assert [one for one in lines if any(line[0] in "のを" for line in one[1:])] == []
        broken = [one for one in lines if any(line in ("夜", "見", "番", "踊") for line in one)]
        assert broken == []


def test_trash_shows_the_picture_of_its_top_card(stage: Stage) -> None:
    """A pile is too small for the texts of a card."""
    resize(stage.page, 1440, 900)
    stage.show_match(Match(GAME, 3, position={"one": {**SIDE, "trash": ["kiln_griffin"]}, "two": SIDE}))
    card = stage.page.locator(".lv-plate[data-side=own] .lv-trash .lv-mini")
    [whole, art] = [one.bounding_box() for one in (card, card.locator(".lv-art"))]
    assert whole is not None
    assert art is not None
    assert art["height"] >= 0.8 * whole["height"]
