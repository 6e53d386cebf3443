"""Solitaire TCG's screen: sizes, languages, colours, and hidden deck order."""

import re

import pytest
from browser import Server, axe_findings_by_scheme, wait_for_layout
from playwright.sync_api import Browser, expect
from solitaire_page import GAME, Solitaire, at_ply, random_match

from tefuda.core.match import Match

PARTS = ".stc-top, .stc-queue, .stc-field, .stc-board, .stc-piles, .stc-low"
LAID = """(parts) => {
  const boxes = [...document.querySelectorAll(parts)].map((one) => [one.className, one.getBoundingClientRect()]);
  const side = document.querySelector(".stc-side").getBoundingClientRect();
  if (side.width) boxes.push(["side", side]);
  const wrong = [];
  if (document.scrollingElement.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
  const off = (box) => box.left < -0.5 || box.right > innerWidth + 0.5 || box.top < 0 || box.bottom > innerHeight + 0.5;
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  for (const [name, box] of boxes) {
    if (off(box)) wrong.push(`${name} is cut off`);
    for (const [other, its] of boxes) if (name < other && meet(box, its)) wrong.push(`${name} covers ${other}`);
  }
  const within = (one, outer) => one.left >= outer.left - 1 && one.right <= outer.right + 1
    && one.top >= outer.top - 1 && one.bottom <= outer.bottom + 1;
  const box = (one) => one.getBoundingClientRect();
  const [low, tray, options, queue] = ["low", "tray", "options", "queue"].map((name) =>
    box(document.querySelector(`.stc-${name}`)));
  for (const card of document.querySelectorAll(".stc-hand .stc-card"))
    if (!within(box(card), low)) wrong.push(`${card.dataset.id} hangs out of the hand`);
  for (const tool of document.querySelectorAll(".stc-tools :is(button, select), .stc-pile, .stc-hand .stc-card")) {
    const { width, height } = box(tool);
    if (width && (height < 39 || width < 39)) wrong.push(`${tool.className} is ${width} by ${height}`);
  }
  if (tray.width) {
    if (off(tray) || !within(options, tray) || options.height < 100) wrong.push("the tray is cut off");
    if (tray.top < queue.bottom - 1) wrong.push("the tray covers the queue");
  }
  for (const name of document.querySelectorAll(".stc-mini-name")) {
    const fits = !box(name).height || within(box(name), box(name.closest(".stc-card")));
    if (!fits) wrong.push(`${name.innerText} does not fit its card`);
    const text = name.firstChild.firstChild;
    for (const { 0: word, index } of text.data.matchAll(/\\w+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1) wrong.push(`${word} is broken`);
    }
  }
  for (const button of document.querySelectorAll(".stc-tools button, .stc-facts dd"))
    if (button.scrollWidth > button.clientWidth + 1) wrong.push(`${button.className} is cut`);
  return wrong;
}"""
SIZES = [(390, 844), (844, 390), (1024, 768), (1280, 800), (1920, 1080)]


@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
def test_layout_at_every_size(browser: Browser, site: Server, language: str) -> None:
    """An opening, a full table with eight equipped groups and nine triggers, and a tray of fourteen cards."""
    with Solitaire(browser, site, language=language) as player:
        for body, action in (
            ({"options": {"deck": "lamplight"}}, ""),
            (at_ply(random_match("clockwork", 4, 46)), "play fld_006"),
            (at_ply(random_match("field-hopping", 11, 3)), "play fld_017"),
        ):
            player.open_table(**body)
            if action:
                player.turn(action)
                player.wait_until_shown()
            for width, height in SIZES:
                player.page.set_viewport_size({"width": width, "height": height})
                wait_for_layout(player.page)
                assert player.page.evaluate(LAID, PARTS) == [], (width, action)


OVERLAP = """() => {
  const [board, result] = [".stc-board", "dialog.result"].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  const apart = result.top >= board.bottom - 1 || result.left >= board.right - 1;
  const wide = document.querySelector("dialog.result");
  return { height: board.height, apart, fits: wide.scrollWidth <= wide.clientWidth };
}"""


def test_phone_marks_hidden_cards(browser: Browser, site: Server) -> None:
    """Below and above the visible part of the board. The queue keeps its height."""
    with Solitaire(browser, site, width=390, height=844) as player:
        player.open_table(**at_ply(random_match("clockwork", 4, 46)))
        board = player.page.locator(".stc-board-cards")
        expect(board).to_have_class(re.compile("more-below"))
        expect(board).not_to_have_class(re.compile("more-above"))
        queue = player.page.locator(".stc-queue")
        empty = queue.bounding_box()
        player.turn("play fld_006")
        player.wait_until_shown()
        expect(player.page.locator(".stc-count")).to_have_text("9")
        assert queue.bounding_box() == empty
        board.evaluate("(zone) => zone.scrollTo(0, zone.scrollHeight)")
        expect(board).to_have_class(re.compile("more-above"))
        expect(board).not_to_have_class(re.compile("more-below"))
        player.page.set_viewport_size({"width": 1920, "height": 1080})
        expect(board).not_to_have_class(re.compile("more-"))


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_result_leaves_the_board_visible(browser: Browser, site: Server, width: int, height: int) -> None:
    with Solitaire(browser, site, width=width, height=height) as player:
        player.open_table(**{"from": {"puzzle": "one-shelf-more"}})
        while not player.over:
            player.turn()
            player.wait_for_turn()
        expect(player.page.locator("dialog.result .earned")).to_be_visible()
        wait_for_layout(player.page)
        found = player.page.evaluate(OVERLAP)
        assert found["apart"]
        assert found["fits"]
        assert found["height"] > 150
        expect(player.page.locator(".stc-field .stc-card").first).to_be_in_viewport(ratio=1)


COVERED = """() => {
  const boxes = [...document.querySelectorAll(".stc-hand .stc-card")].map((card) => card.getBoundingClientRect());
  const meet = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  return boxes.filter((one, at) => boxes.slice(at + 1).some((other) => meet(one, other))).length;
}"""
LARGE_HAND = [
    *("art_008", "mon_003", "spl_021", "eqp_012", "art_001", "mon_004", "fld_001"),
    *("mon_023", "spl_011", "eqp_003", "mon_018", "fld_008"),
]


@pytest.mark.parametrize("count", [7, 12])
def test_large_hand_is_readable(browser: Browser, site: Server, count: int) -> None:
    """On a phone no card covers another."""
    with Solitaire(browser, site, width=390, height=844) as player:
        position = {"hand": LARGE_HAND[:count], "deck": ["mon_001"], "options": {"mode": "puzzle"}}
        player.open_table(**{"from": {"position": position}})
        page = player.page
        sizes = [(390, 844), (1440, 900), (844, 390)] if count == 7 else [(390, 844)]
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            wait_for_layout(page)
            assert page.evaluate(COVERED) == 0
            assert page.evaluate(LAID, PARTS) == []
            for card in page.locator(".stc-hand .stc-card").all():
                expect(card).to_be_in_viewport(ratio=1)


PLACES = """() => [".stc-board", ".stc-field", ".stc-hand", ".stc-queue", ".stc-field .stc-card"].map((one) => {
  const { left, top, width, height } = document.querySelector(one).getBoundingClientRect();
  return [left, top, width, height];
})"""


def test_result_moves_nothing_on_a_desktop(browser: Browser, site: Server) -> None:
    """The result is in place of the card details. The queue does not mention what a win has ended."""
    with Solitaire(browser, site, width=1440, height=900) as player:
        player.open_table(**{"from": {"puzzle": "one-shelf-more"}})
        while not player.over:
            player.turn()
            player.wait_for_turn()
        page = player.page
        expect(page.locator("dialog.result .earned")).to_be_visible()
        wait_for_layout(page)
        with_result = page.evaluate(PLACES)
        result = page.locator("dialog.result").bounding_box()
        side = page.locator(".stc-side").bounding_box()
        assert result is not None
        assert side is not None
        assert abs(result["x"] - side["x"]) < 1.5
        page.locator("dialog.result header button").click()
        wait_for_layout(page)
        assert page.evaluate(PLACES) == with_result
        page.locator(".stc-outcome").click()
        expect(page.locator(".stc-outcome")).to_be_hidden()
        expect(page.locator(".stc-lines li[data-kind=queued]")).to_have_count(1)
        expect(page.locator(".stc-chip")).to_have_count(0)


@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
def test_phone_leaves_room_for_the_board_below_a_lesson(browser: Browser, site: Server, language: str) -> None:
    with Solitaire(browser, site, language=language, width=390, height=844) as player:
        page = player.open("/learn/solitaire-tcg")
        expect(page.locator(".stc-hand .stc-card")).to_have_count(5)
        wait_for_layout(page)
        assert page.locator(".stc-board").evaluate("(zone) => zone.clientHeight") > 240
        hand = "(hand) => hand.firstElementChild.getBoundingClientRect().left - hand.getBoundingClientRect().left"
        assert page.locator(".stc-hand-cards").evaluate(hand) >= 5  # the frame of a playable card
        assert page.evaluate(LAID, PARTS) == []


BADGES = """() => {
  const box = (one, pseudo) => {
    const card = one.closest(".stc-card").getBoundingClientRect();
    if (!pseudo) return one.getBoundingClientRect();
    const { left, top, width, height } = getComputedStyle(one, pseudo);
    const [x, y] = [card.left + parseFloat(left), card.top + parseFloat(top)];
    return { left: x, top: y, right: x + parseFloat(width), bottom: y + parseFloat(height) };
  };
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return [...document.querySelectorAll(".stc-card[data-chance]")].flatMap((card) => {
    const chance = box(card, "::before");
    const others = [...card.querySelectorAll(".stc-badge")].map((badge) => box(badge));
    if (card.dataset.copies) others.push(box(card, "::after"));
    return others.map((other) => meet(chance, other));
  });
}"""


def test_chance_of_a_hint_covers_no_badge(browser: Browser, site: Server) -> None:
    """The win chance is below the counters of a card in play, and below the number of copies in a tray."""
    with Solitaire(browser, site, width=390, height=844) as player:
        page = player.page
        flame = {"card": "art_001", "counters": {"flame": 3}}
        player.open_table(**{"from": {"position": {"board": [flame], "hand": ["art_008"], "deck": ["mon_001"] * 3}}})
        mark = "all => all.forEach((card) => card.setAttribute('data-chance', '100%'))"
        page.locator(".stc-board .stc-card").evaluate_all(mark)
        assert page.evaluate(BADGES) == [False]
        page.locator(".stc-board .stc-card").evaluate("card => card.dataset.copies = '×3'")
        assert page.evaluate(BADGES) == [False, False]


@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
def test_replaced_field_is_labelled_on_a_phone(browser: Browser, site: Server, language: str) -> None:
    """The label of the replaced field is not cut."""
    with Solitaire(browser, site, language=language, width=390, height=844) as player:
        position = {"field": ["fld_001"], "hand": ["fld_006"], "deck": ["mon_001"] * 3}
        player.open_table(**{"from": {"position": position}})
        page = player.page
        model = """() => {
          const screen = document.querySelector("solitaire-tcg-screen");
          const field = screen.querySelector(".stc-field-cards");
          field.style.setProperty("--w", "60px"); // as with two cards
          const card = field.querySelector(".stc-card");
          card.querySelector(".stc-badges").innerHTML = '<span class="stc-badge state"></span>';
          return card.querySelector(".state");
        }"""
        badge = page.evaluate_handle(model).as_element()
        assert badge is not None
        words = {"en-US": "being replaced", "ja-JP": "上書き中"}[language]
        badge.evaluate("(badge, words) => { badge.textContent = words; }", words)
        box = badge.bounding_box()
        zone = page.locator(".stc-field").bounding_box()
        assert box is not None
        assert zone is not None
        assert zone["x"] <= box["x"]
        assert box["x"] + box["width"] <= zone["x"] + zone["width"]


@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
def test_close_button_covers_no_title(browser: Browser, site: Server, language: str) -> None:
    with Solitaire(browser, site, language=language, width=390, height=844) as player:
        player.open_table(**{"from": {"position": {"hand": ["mon_001", "art_008"], "deck": ["mon_001"]}}})
        player.page.locator(".stc-goal-name").first.click()
        close = player.page.locator(".stc-detail-close").bounding_box()
        title = player.page.locator(".stc-detail .stc-name").bounding_box()
        assert close is not None
        assert title is not None
        assert close["y"] + close["height"] <= title["y"] + 1


def test_landscape_phone_shows_whole_hand(browser: Browser, site: Server) -> None:
    with Solitaire(browser, site, width=844, height=390) as player:
        page = player.open("/learn/solitaire-tcg")
        expect(page.locator(".stc-hand .stc-card")).to_have_count(5)
        expect(page.locator(".stc-prompt")).to_have_text("")
        wait_for_layout(page)
        for card in page.locator(".stc-hand .stc-card").all():
            expect(card).to_be_in_viewport(ratio=1)
        assert page.locator(".stc-board").evaluate("(zone) => zone.clientHeight") > 80
        goals = page.locator(".stc-goals")
        assert goals.evaluate(
            "(list) => list.scrollHeight <= list.clientHeight && list.scrollWidth <= list.clientWidth"
        )
        page.set_viewport_size({"width": 844, "height": 340})
        expect(goals).to_have_class(re.compile("more-after"))


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_field_shows_every_card(browser: Browser, site: Server, width: int, height: int) -> None:
    """The four fields of the first recommended puzzle: none is cut."""
    with Solitaire(browser, site, width=width, height=height) as player:
        player.open_table(**{"from": {"puzzle": "one-shelf-more"}})
        field = player.page.locator(".stc-field-cards")
        expect(field.locator(".stc-card")).to_have_count(4)
        wait_for_layout(player.page)
        assert field.evaluate("(zone) => zone.scrollHeight - zone.clientHeight") <= 1
        # The log numbers further copies.
        numbers = field.locator(".stc-mini-name > span").evaluate_all(
            "all => all.map((one) => one.dataset.copy ?? '1')"
        )
        assert numbers == ["1", "2", "3", "4"]
        if width < 500:
            # The fields use the place of an empty board.
            expect(player.page.locator(".stc-board-cards .stc-card")).to_have_count(0)
            assert field.evaluate("(zone) => zone.clientWidth") > width / 2


CARDS_IN_PLAY = """() => [...document.querySelectorAll(".stc-board .stc-card:not(.casting)")].map((card) => {
  const { left, top, width } = card.getBoundingClientRect();
  return [left, top, width].map(Math.round);
})"""


@pytest.mark.parametrize("count", [5, 12])
def test_cards_in_play_keep_their_places(browser: Browser, site: Server, count: int) -> None:
    """Neither a spell that resolves nor a new card in a later row moves a card in play."""
    with Solitaire(browser, site, width=1440, height=900) as player:
        position = {
            "hand": ["spl_015", "mon_001"],
            "deck": ["mon_001"] * 6,
            "board": ["mon_004", "art_001"] * (count // 2),
        }
        player.open_table(**{"from": {"position": {**position, "options": {"mode": "puzzle"}}}})
        before = player.page.evaluate(CARDS_IN_PLAY)
        player.turn("play spl_015")
        player.wait_until_shown()
        wait_for_layout(player.page)
        expect(player.page.locator(".stc-board .casting")).to_have_count(1)
        assert player.page.evaluate(CARDS_IN_PLAY) == before
        if count < 10:
            return
        player.turn()
        player.turn("play mon_001")
        player.wait_until_shown()
        wait_for_layout(player.page)
        assert player.page.evaluate(CARDS_IN_PLAY)[: len(before)] == before


def test_language_switch_updates_every_text(browser: Browser, site: Server) -> None:
    with Solitaire(browser, site) as player:
        player.open_table(**at_ply(random_match("field-hopping", 11, 3)))
        player.turn("play fld_017")
        player.wait_until_shown()
        page = player.page
        page.locator(".stc-tray .stc-card").first.hover()
        english = page.locator(".stc-table").inner_text()
        assert not re.search(r"[ぁ-んァ-ヶ一-龠]", english)
        page.get_by_role("button", name="日本語").click()
        expect(page.locator(".stc-queue h2")).to_have_text("キュー")
        player.wait_until_shown()
        page.locator(".stc-tray .stc-card").first.hover()
        labels = page.locator(".stc-table [aria-label]").evaluate_all("all => all.map(one => one.ariaLabel)")
        japanese = "\n".join([page.locator(".stc-table").inner_text(), *labels])
        assert set(re.findall(r"[A-Za-z]{2,}", japanese)) <= {"HP", "Space"}
        page.locator(".stc-grave").click()
        expect(page.locator("dialog[open] h2").first).to_have_text("墓地")


def test_accessibility(browser: Browser, site: Server) -> None:
    with Solitaire(browser, site, axe=True) as player:
        player.open_table(**at_ply(random_match("clockwork", 4, 46)))
        player.turn("play fld_006")
        player.wait_until_shown()
        assert axe_findings_by_scheme(player.page) == []
        player.open_table(**at_ply(random_match("field-hopping", 11, 3)))
        player.turn("play fld_017")
        player.wait_until_shown()
        expect(player.page.locator(".stc-tray")).to_be_visible()
        assert axe_findings_by_scheme(player.page) == []
        player.page.locator(".stc-deck").click()
        expect(player.page.locator(".stc-look .stc-card").first).to_be_visible()
        player.page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
        assert axe_findings_by_scheme(player.page) == []


def test_deck_order_is_not_in_the_page(browser: Browser, site: Server) -> None:
    """Two tables that differ only in deck order have the same page."""
    match = random_match("lamplight", 3, 4)
    position = GAME.position(match.state())
    pages: list[list[str]] = []
    with Solitaire(browser, site) as player:
        for deck in (position["deck"], sorted(position["deck"], reverse=True)):
            player.open_table(**at_ply(Match(GAME, 1, position={**position, "deck": deck})))
            player.frames.clear()
            player.page.locator(".stc-deck").click()
            expect(player.page.locator(".stc-look .stc-card").first).to_be_visible()
            html = player.page.evaluate(
                "document.querySelector('dialog').outerHTML + document.querySelector('.stc-table').outerHTML"
            )
            player.page.keyboard.press("Escape")
            marks = re.sub(r"(stc-sky|stc-light|sheet-title)-\d+|data-key=\"\d+\"", "", html)
            pages.append([marks, str(player.now["view"]), str(player.now["legal"])])
    assert sorted(position["deck"], reverse=True) != position["deck"]
    assert pages[0] == pages[1]


TOP_BAR = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const wrong = [];
  for (const selector of [".stc-goal-words", ".stc-goals"]) {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.querySelector(selector);
    if (scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1) wrong.push(`${selector} is cut`);
  }
  if (box(".stc-end").top > box(".stc-facts").bottom) wrong.push("the end of the turn is below the facts");
  if (document.querySelector(".stc-top .stc-speed")) wrong.push("the speed is in the top bar");
  const names = [...document.querySelectorAll(".stc-facts div")].map((fact) => fact.getBoundingClientRect());
  for (const [at, name] of names.entries()) {
    const next = names[at + 1]?.left ?? box(".stc-end").left;
    if (box(".stc-end").top < name.bottom && name.right + 4 > next) wrong.push(`fact ${at + 1} has no room`);
  }
  return wrong;
}"""


@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_top_bar_of_a_phone_is_not_cut(browser: Browser, site: Server, language: str, width: int, height: int) -> None:
    with Solitaire(browser, site, language=language, width=width, height=height) as player:
        for body in ({"from": {"puzzle": "one-mark-short"}}, {"options": {"deck": "clockwork"}}):
            player.open_table(**body)
            wait_for_layout(player.page)
            assert player.page.evaluate(TOP_BAR) == []


@pytest.mark.parametrize(
    ("language", "value"),
    [("en-US", "Graduation Exam – Monsters × artifacts"), ("ja-JP", "《卒業試験》 盤面のモンスター")],
)
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_lost_game_says_how_close_it_was(
    browser: Browser, site: Server, language: str, value: str, width: int, height: int
) -> None:
    """The result names the conditions that were not met, with their values at the end."""
    with Solitaire(browser, site, language=language, width=width, height=height) as player:
        player.open_table(**{"from": {"puzzle": "one-mark-short"}})
        player.turn("end")
        player.wait_for_turn()
        expect(player.page.locator("[data-fact=stars]")).to_have_count(0)
        lines = player.page.locator("dialog.result .closeness li")
        expect(lines).to_have_count(1)
        expect(lines).to_contain_text(value)
        expect(lines).to_contain_text("72")
        expect(lines).to_contain_text("80")
