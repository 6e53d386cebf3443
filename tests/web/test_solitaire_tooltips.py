"""Solitaire TCG explains facts, goals, piles and badges on hover, focus and long press."""

import pytest
from browser import Server, wait_for_layout
from playwright.sync_api import Browser, Page, expect
from solitaire_page import GAME, Solitaire

from tefuda.core.tutorial import find_tutorial

POSITION = {
    "hand": ["mon_003", "spl_021", "spl_001"],
    "deck": ["mon_001", "spl_001"],
    "grave": ["mon_002"],
    "board": [{"card": "art_008", "counters": {"flame": 12}}, "art_001", "mon_004"],
    "options": {"mode": "puzzle"},
}
EXPLAINED = {
    "en-US": {
        "[data-fact=turn]": "If your last turn ends without a win, you lose.",
        ".stc-step": "Pauses after each effect until you press Next or Space.",
        ".stc-speed": "How fast effects are shown.",
        ".stc-end": "Ends your turn.",
        ".stc-goal": "Click to read the cards that win.",
        ".stc-goals li": "You win if there are 15 or more flame counters on this card",
        ".stc-deck": "You draw from the top.",
        ".stc-grave": "discarded or destroyed",
        ".stc-banish": "removed by effects",
        ".stc-field h2": "A new field replaces it",
        ".stc-queue h2": "first in, first out",
        ".stc-card[data-id=art_008]": "× 12",
        ".stc-board .stc-card[data-id=mon_004]": "ATK / HP.",
    },
    "ja-JP": {
        "[data-fact=turn]": "最後のターンを終えると敗北",
        ".stc-step": "「次へ」かスペースキーで進み",
        ".stc-speed": "効果を見せる速さ",
        ".stc-end": "ターンを終えます",
        ".stc-goal": "勝利条件のカードを読めます",
        ".stc-goals li": "炎カウンターが15個以上あり",
        ".stc-deck": "一番上から引きます",
        ".stc-grave": "捨てたカード",
        ".stc-banish": "除外されたカード",
        ".stc-field h2": "フィールドゾーンのカード",
        ".stc-queue h2": "先に入ったものから",
        ".stc-card[data-id=art_008]": "炎 × 12",
        ".stc-board .stc-card[data-id=mon_004]": "攻撃力／HP。",
    },
}


def tooltip(page: Page) -> str:
    shown = page.locator(".tooltip:popover-open")
    shown.wait_for()
    return shown.inner_text()


@pytest.mark.parametrize("language", EXPLAINED)
def test_parts_explain_themselves(browser: Browser, site: Server, language: str) -> None:
    with Solitaire(browser, site, language=language) as player:
        player.open_table(**{"from": {"position": POSITION}})
        page = player.page
        page.locator(".stc-goals li").first.hover()
        assert EXPLAINED[language][".stc-goals li"] in tooltip(page)
        # After a key, the focus shows tooltips at once.
        page.keyboard.press("Shift")
        for selector, words in EXPLAINED[language].items():
            page.locator(".stc-goal-name" if selector == ".stc-goals li" else selector).first.focus()
            assert words in tooltip(page)
        page.keyboard.press("Escape")
        expect(page.locator(".tooltip:popover-open")).to_have_count(0)
        goal = page.locator(".stc-goals li[data-card=art_008]")
        expect(goal).to_contain_text("12 of 15" if language == "en-US" else "12／15個")
        # The name of a card that wins opens it.
        goal.get_by_role("button").click()
        expect(page.locator(".stc-reading .stc-face")).to_have_attribute("data-id", "art_008")
        # The top card of a face-up pile is shown, not a blank card.
        page.locator(".stc-deck .stc-card").hover()
        expect(page.locator(".stc-reading .stc-face")).to_have_attribute("data-id", "mon_001")
        page.locator(".stc-grave .stc-card").hover()
        expect(page.locator(".stc-reading .stc-face")).to_have_attribute("data-id", "mon_002")
        # The entries of the queue say what became of them.
        page.locator(".stc-hand .stc-card[data-id=spl_001]").click()
        entry = page.locator(".stc-chip[data-state=skipped]")
        expect(entry).to_be_visible()
        page.keyboard.press("Shift")
        entry.focus()
        expected = "its condition was not met" if language == "en-US" else "条件を満たさず"
        expect(page.locator(".tooltip:popover-open")).to_contain_text(expected)


def test_long_press_opens_card_details(browser: Browser, site: Server) -> None:
    """A long press opens the details of hand cards, cards in play and equips, and plays nothing."""
    position = {
        "hand": ["mon_003"],
        "deck": ["mon_001"],
        "board": ["mon_004", {"card": "eqp_001", "on": "board[0]"}],
        "options": {"mode": "puzzle"},
    }
    with Solitaire(browser, site, width=390, height=844) as player:
        player.open_table(**{"from": {"position": position}})
        page = player.page
        before = player.now["number"]
        detail = page.locator(".stc-detail.open")
        for card in ("mon_003", "mon_004", "eqp_001"):
            pressed = page.locator(f".stc-card[data-id={card}]").first
            touch = {"pointerType": "touch", "bubbles": True, "isPrimary": True}
            pressed.dispatch_event("pointerdown", touch)
            expect(detail.locator(".stc-face")).to_have_attribute("data-id", card)
            pressed.dispatch_event("pointerup", touch)
            pressed.dispatch_event("click", {"detail": 1})
            expect(page.locator(".tooltip:popover-open")).to_have_count(0)
            page.keyboard.press("Escape")
            expect(detail).to_have_count(0)
        assert player.now["number"] == before


@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
def test_detail_of_a_monster_explains_its_values(browser: Browser, site: Server, language: str) -> None:
    """Also for a monster in hand, and on a phone, which has no tooltips."""
    with Solitaire(browser, site, language=language, width=390, height=844) as player:
        player.open_table(**{"from": {"position": POSITION}})
        page = player.page
        note = page.locator(".stc-stats-note")
        page.locator(".stc-goal-name").first.click()
        expect(note).to_be_hidden()
        page.locator(".stc-detail-close").click()
        expect(page.locator(".stc-detail-close")).to_be_hidden()
        wait_for_layout(page)
        touch = {"pointerType": "touch", "bubbles": True, "isPrimary": True}
        page.locator(".stc-hand .stc-card[data-id=mon_003]").dispatch_event("pointerdown", touch)
        expect(note).to_be_visible()
        expect(note).to_contain_text({"en-US": "There is no combat", "ja-JP": "戦闘はなく"}[language])


def test_lessons_explain_the_values_of_monsters() -> None:
    tutorial = find_tutorial(GAME)
    assert tutorial is not None
    lesson = next(lesson for lesson in tutorial.lessons if lesson.plays == ["play mon_003"])
    assert "ATK and HP" in lesson.text.en
    assert "攻撃力とHP" in lesson.text.ja
