"""Layout of Card Othello's screen at every aspect ratio (CO-12.11)."""

from collections.abc import Callable

import pytest
from othello_stage import Stage, table

from tefuda import Match

WINDOWS = {"16:9": (1280, 720), "16:10": (1280, 800), "3:2": (1200, 800), "4:3": (1024, 768), "5:4": (1280, 1024)}
PARTS = [".co-player", ".co-log", ".co-panel", ".co-hand:not(.co-tray) .co-slot"]


def apart(one: dict[str, float], two: dict[str, float]) -> bool:
    return (
        one["right"] <= two["left"] + 0.5
        or two["right"] <= one["left"] + 0.5
        or one["bottom"] <= two["top"] + 0.5
        or two["bottom"] <= one["top"] + 0.5
    )


def check_layout(stage: Stage, ratio: str) -> None:
    """The board is large, nothing overlaps, everything is visible, and the characters are in corners."""
    (frame,) = stage.ask("boxes", ".co-frame")
    (board,) = stage.ask("boxes", ".co-board")
    boxes = [board, *stage.ask("boxes", *PARTS)]
    assert len(boxes) == 1 + 2 + 2 + 1 + 5
    for number, box in enumerate(boxes):
        assert box["left"] >= frame["left"] - 1, box
        assert box["right"] <= frame["right"] + 1, box
        assert box["top"] >= frame["top"] - 1, box
        assert box["bottom"] <= frame["bottom"] + 1, box
        for other in boxes[:number]:
            assert apart(box, other), (ratio, box, other)
    width, height = frame["right"] - frame["left"], frame["bottom"] - frame["top"]
    side = board["right"] - board["left"]
    assert side == pytest.approx(board["bottom"] - board["top"])
    assert side >= 0.79 * height
    logs = [box for box in boxes if box["selector"] == ".co-log"]
    if ratio in ("4:3", "5:4"):
        assert side >= 0.58 * width
        assert all(log["left"] >= board["right"] for log in logs)
    else:
        assert all(log["right"] <= board["left"] for log in logs)
    middle = (frame["left"] + frame["right"]) / 2, (frame["top"] + frame["bottom"]) / 2
    for portrait in stage.ask("boxes", ".co-portrait"):
        assert apart(portrait, board)
        near = min(portrait["left"] - frame["left"], frame["right"] - portrait["right"])
        assert near < 0.16 * width if portrait["top"] < middle[1] else near < 0.4 * width
        assert min(portrait["top"] - frame["top"], frame["bottom"] - portrait["bottom"]) < 0.08 * height


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("ratio", WINDOWS)
def test_layout_for_every_aspect_ratio(stages: Callable[..., Stage], ratio: str, language: str) -> None:
    """CO-12.11: the board first, logs beside it, characters in corners, no overlaps."""
    stage = stages(*WINDOWS[ratio])
    stage.open(table(), 0, language)
    check_layout(stage, ratio)
    stage.close()


@pytest.mark.parametrize("window", [(1600, 900), (900, 1000)])
@pytest.mark.parametrize("ratio", WINDOWS)
def test_simulated_aspect_ratio(stages: Callable[..., Stage], ratio: str, window: tuple[int, int]) -> None:
    """CO-12.11: `?simAspect=` shows the layout of a ratio in any window."""
    stage = stages(*window)
    stage.open(table(), 0, "en", f"?simAspect={ratio}")
    (frame,) = stage.ask("boxes", ".co-frame")
    wide, high = map(int, ratio.split(":"))
    shape = (frame["right"] - frame["left"]) / (frame["bottom"] - frame["top"])
    assert shape == pytest.approx(wide / high, rel=0.01)
    check_layout(stage, ratio)
    stage.close()


def test_character_sizes(stages: Callable[..., Stage]) -> None:
    """CO-12.11."""
    sizes = set()
    for ratio, (width, height) in WINDOWS.items():
        stage = stages(width, height)
        stage.open(table(), 0, "en")
        first, second = stage.ask("boxes", ".co-portrait")
        assert first["right"] - first["left"] == pytest.approx(second["right"] - second["left"]), ratio
        sizes.add(round((first["right"] - first["left"]) / height, 2))
        stage.close()
    assert len(sizes) >= 3


PHONES = [(390, 796), (844, 342), (360, 692), (740, 312), (390, 633)]
"""Phones in both orientations, without the bar of the page; the last one has a lesson above the board."""


def cut_words(stage: Stage) -> list[str]:
    """Return the texts of cards, buttons and facts that do not fit into their boxes."""
    found: list[str] = stage.page.eval_on_selector_all(
        ".co-label, .co-button, .co-fact, .co-amount, .co-name, .co-name > span, .co-panel h2, .co-title-line, "
        ".co-summary",
        """all => all.filter(one => one.getClientRects().length > 0 && one.closest("[hidden]") === null)
            .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
            .map(one => `${one.className}: ${one.textContent}`)""",
    )
    return found


LONG_NAMES = ["CHAIN_WILL", "CONDEMN_WILL", "ULTIMATE_REVERSE_DRAGON", "ULTIMATE_DESTROY_GOD", "POSITION_SWAP_WILL"]


def table_with_long_names() -> Match:
    return table(hand={"black": LONG_NAMES, "white": ["GOLD_STONE"]})


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("window", PHONES)
def test_phones_show_everything_at_once(stages: Callable[..., Stage], window: tuple[int, int], language: str) -> None:
    """The board, the hand and the panel with `Use` are on the screen together; the hand is readable."""
    stage = stages(*window)
    stage.open(table_with_long_names(), 0, language)
    width, height = window
    for place in range(5):
        stage.page.locator(".co-slot").nth(place).tap()
        boxes = stage.ask("boxes", ".co-board", ".co-slot", ".co-use", ".co-details", ".co-player")
        assert len(boxes) == 1 + 5 + 2 + 2
        for number, box in enumerate(boxes):
            assert box["left"] >= 0, box
            assert box["right"] <= width, box
            assert box["top"] >= 0, box
            assert box["bottom"] <= height, box
            assert all(apart(box, other) for other in boxes[:number]), box
        assert cut_words(stage) == []
        text = stage.page.locator(".co-summary").evaluate("one => one.getBoundingClientRect().bottom")
        assert text <= stage.ask("boxes", ".co-use")[0]["top"] + 1, LONG_NAMES[place]
    sizes = stage.page.eval_on_selector_all(
        ".co-label", "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 10
    # Beside the coach of a lesson, "you" has no room.
    stage.page.set_viewport_size({"width": 652, "height": 345})
    stage.open(table(), 1, language)
    assert cut_words(stage) == []
    stage.close()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("ratio", WINDOWS)
def test_no_cut_words_and_large_cards(stages: Callable[..., Stage], ratio: str, language: str) -> None:
    """The selected card is large, with `Use` below its text."""
    stage = stages(*WINDOWS[ratio])
    stage.open(table_with_long_names(), 0, language)
    for place in range(5):
        stage.page.locator(".co-slot").nth(place).click()
        assert cut_words(stage) == []
        (panel,) = stage.ask("boxes", ".co-panel")
        large, summary, use = (stage.ask("boxes", name)[0] for name in (".co-large", ".co-summary", ".co-use"))
        assert large["right"] - large["left"] >= 84
        for box in (large, summary, use):
            assert box["bottom"] <= panel["bottom"]
        assert 0 <= use["top"] - max(large["bottom"], summary["bottom"]) < 24
    (card, *_) = stage.ask("boxes", ".co-slot")
    assert card["right"] - card["left"] >= 0.1 * WINDOWS[ratio][1]
    stage.close()


@pytest.mark.parametrize("window", [*WINDOWS.values(), *PHONES])
def test_charge_notices_are_not_clipped(stages: Callable[..., Stage], window: tuple[int, int]) -> None:
    """CO-12.8: both sides' notices are inside the frame and cover no number."""
    stage = stages(*window)
    given = {"charge": {"black": 30, "white": 30}, "marks": []}
    stage.open(table(**given))
    stage.page.evaluate("() => document.querySelectorAll('.co-stones').forEach((one) => { one.textContent = '44'; })")
    stage.page.evaluate("() => ['black', 'white'].forEach(side => stage.screen.players[side].notices.add(-30))")
    stage.advance(1000)
    notices = stage.ask("boxes", ".co-notice")
    assert len(notices) == 2
    for box in notices:
        assert box["left"] >= 0
        assert box["right"] <= window[0]
        assert box["top"] >= 0
        assert box["bottom"] <= window[1]
        for number in stage.ask("boxes", ".co-fact", ".co-meter", ".co-stones"):
            assert apart(box, number), (box, number)
    stage.close()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("window", [*WINDOWS.values(), (1440, 856), *PHONES])
def test_logs_show_whole_lines(stages: Callable[..., Stage], window: tuple[int, int], language: str) -> None:
    stage = stages(*window)
    stage.open(table(), 0, language)
    text = "Black: a restless stone goes from f7 to g8." if language == "en" else "黒: 落ち着かない石がf7からg8に移動"
    lines = [text * (1 + number % 2) for number in range(30)]
    stage.page.evaluate(
        """lines => lines.forEach(line =>
          ["normal", "effect"].forEach(name => stage.screen.appendLog(name, { en: line, ja: line }, {})))""",
        lines,
    )
    cut = """log => {
      const box = log.getBoundingClientRect();
      const text = document.createRange();
      const lines = [...log.querySelectorAll("li")].flatMap(entry => {
        text.selectNodeContents(entry);
        return [...text.getClientRects()];
      });
      const shown = lines.filter(line => line.bottom > box.top + 1 && line.top < box.bottom - 1);
      return shown.length ? shown.filter(line => line.top < box.top || line.bottom > box.bottom).length : "empty";
    }"""
    for name in ("normal", "effect"):
        assert stage.page.locator(f".co-log-{name} .co-scroll").evaluate(cut) == 0
    stage.close()


def test_portrait_device_is_playable(stages: Callable[..., Stage]) -> None:
    """CO-12.11: the game is made for landscape; portrait has one column, and a board at least as large."""
    stage = stages(390, 800)
    stage.open(table(), 0, "ja")
    assert stage.page.get_by_text("端末を横向き").count() == 0
    stage.page.locator(".co-place").first.tap()
    assert len(stage.acts) == 1
    stage.page.locator(".co-slot").nth(4).tap()
    stage.page.locator(".co-use").tap()
    assert stage.acts[1] == "use GUARD_WILL"
    (portrait,) = stage.ask("boxes", ".co-board")
    stage.page.set_viewport_size({"width": 800, "height": 345})
    (landscape,) = stage.ask("boxes", ".co-board")
    assert portrait["right"] - portrait["left"] > landscape["right"] - landscape["left"]
    stage.close()


def test_few_cards_are_high_beside_a_lesson(stages: Callable[..., Stage]) -> None:
    stage = stages(652, 344)
    for count, height in ((1, 30), (3, 26), (5, 22)):
        stage.open(table(hand={"black": LONG_NAMES[:count], "white": []}))
        assert all(box["bottom"] - box["top"] >= height for box in stage.ask("boxes", ".co-slot"))
    stage.close()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("cards", [LONG_NAMES[:3], ["TRAP_WILL", *LONG_NAMES[:4]]], ids=["3 cards", "5 cards"])
@pytest.mark.parametrize("window", [(1440, 755), (1440, 856)])
def test_details_have_room(
    stages: Callable[..., Stage], window: tuple[int, int], cards: list[str], language: str
) -> None:
    """Details of a card are below its name and summary, which are not cut."""
    stage = stages(*window)
    stage.open(table(hand={"black": cards, "white": []}), 0, language)
    for place in range(len(cards)):
        stage.page.locator(".co-slot").nth(place).click()
        stage.page.locator(".co-details").click()
        lines = "one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)"
        fits = "one => one.scrollHeight <= one.clientHeight + 1"
        assert stage.page.locator(".co-text").evaluate(fits), cards[place]
        detail = stage.page.locator(".co-detail")
        assert detail.evaluate(fits) or detail.evaluate(lines) >= 4, cards[place]
    stage.close()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_tray_does_not_move_the_board(stages: Callable[..., Stage], language: str) -> None:
    stage = stages(1440, 856)
    stage.open(table(), 0, language)
    before = stage.ask("boxes", ".co-board", ".co-log")
    stage.push("use CONDEMN_WILL")
    stage.finish()
    assert stage.ask("boxes", ".co-board", ".co-log") == before
    title, *cards = stage.ask("boxes", ".co-tray h2", ".co-tray .co-slot")
    assert all(apart(title, card) for card in cards)
    stage.close()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_faces_of_cards(stages: Callable[..., Stage], language: str) -> None:
    """Names do not touch the edges of their cards, and the stones of Double Throw do not run into its cost."""
    stage = stages(1440, 856)
    wide = ["DOUBLE_PLACE", "GUARD_WILL", "POSITION_SWAP_WILL", "TEMPT_WILL", "DESTROY_ONE_STONE"]
    stage.open(table(hand={"black": wide, "white": []}), 0, language)
    found = stage.page.locator(".co-hand .co-card").evaluate_all(
        """all => all.map(card => {
          const words = document.createRange();
          words.selectNodeContents(card.querySelector(".co-label"));
          const box = one => one.getBoundingClientRect();
          const [edge, name, cost] = [card, words, card.querySelector(".co-cost")].map(box);
          const art = [...card.querySelectorAll(".co-emblem > *")].map(box);
          return { left: name.left - edge.left, right: edge.right - name.right,
            free: art.every(one => one.top >= cost.bottom || one.left >= cost.right) };
        })"""
    )
    for card, face in zip(wide, found, strict=True):
        assert min(face["left"], face["right"]) >= 3, (card, face)
        assert face["free"] or card != "DOUBLE_PLACE", card
    stage.close()


def test_revealed_hand_has_a_title_on_a_phone(stages: Callable[..., Stage]) -> None:
    stage = stages(390, 844)
    stage.open(table())
    stage.push("use CONDEMN_WILL")
    stage.finish()
    (title,) = stage.ask("boxes", ".co-tray h2")
    assert stage.page.locator(".co-tray h2").inner_text() == "White's hand"
    assert stage.page.locator(".co-tray h2").evaluate("title => getComputedStyle(title).clipPath") == "none"
    assert all(apart(title, box) for box in stage.ask("boxes", ".co-board", ".co-player", ".co-panel"))
