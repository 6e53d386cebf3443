"""Card faces of Solitaire TCG: nothing overflows, also with custom cards."""

from typing import Any

import pytest
from browser import Server, Visitor, module_address, wait_for_layout
from playwright.sync_api import Browser, expect

from tefuda.games.solitaire_tcg.game import GAME

MEASURE = """() => [...document.querySelectorAll(".stc-face")].map((face) => {
  const part = (name) => face.querySelector(name);
  const box = face.getBoundingClientRect();
  const inside = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left >= box.left - 0.5 && top >= box.top - 0.5 && right <= box.right + 0.5 && bottom <= box.bottom + 0.5;
  };
  const [name, text, hosts] = [part(".stc-name"), part(".stc-text"), part(".stc-hosts")];
  const wrong = [];
  if (name.scrollWidth > name.clientWidth || name.classList.contains("wraps")) wrong.push("name");
  if (text.scrollHeight > text.clientHeight || text.classList.contains("scrolls")) wrong.push("text");
  if (hosts.scrollWidth > hosts.clientWidth) wrong.push("hosts");
  if (Math.abs(box.height / box.width - 88 / 63) > 0.01) wrong.push("ratio");
  const parts = ".stc-name, .stc-pic, .stc-line, .stc-tag, .stc-text, .stc-text p:not([hidden]), .stc-foot, .stc-stats";
  for (const one of face.querySelectorAll(parts))
    if (!inside(one)) wrong.push(one.className || one.tagName);
  if (part(".stc-pic").clientHeight < box.width * 0.24) wrong.push("picture");
  const size = parseFloat(getComputedStyle(text).fontSize);
  return { id: face.dataset.id, wrong, size, text: text.innerText, name: name.innerText };
})"""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_included_card_fits_its_face(browser: Browser, site: Server, language: str) -> None:
    cards = {card.id: card for card in GAME.texts.cards()}
    with Visitor(browser, site, language={"en": "en-US", "ja": "ja-JP"}[language]) as visitor:
        page = visitor.open("/cards/solitaire-tcg")
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 844})
            expect(page.locator(".stc-face")).to_have_count(len(cards))
            wait_for_layout(page)
            found = page.evaluate(MEASURE)
            assert {one["id"]: one["wrong"] for one in found if one["wrong"]} == {}
            assert min(one["size"] for one in found) >= 9
            for one in found:
                said = "".join(one["text"].split())
                assert one["name"] == cards[one["id"]].name.text(language)
                assert said.startswith("".join(cards[one["id"]].text.text(language).split()))


def test_every_card_has_its_own_picture(browser: Browser, site: Server) -> None:
    with Visitor(browser, site) as visitor:
        page = visitor.open("/cards/solitaire-tcg")
        expect(page.locator(".stc-face")).to_have_count(len(GAME.texts.cards()))
        found = page.locator(".stc-art").evaluate_all(
            "all => all.map(one => one.innerHTML.replace(/stc-(sky|light)-[0-9]+/g, ''))"
        )
        assert len(set(found)) == len(found) == len(GAME.texts.cards())
        page.reload()
        expect(page.locator(".stc-face")).to_have_count(len(found))
        again = page.locator(".stc-art").evaluate_all(
            "all => all.map(one => one.innerHTML.replace(/stc-(sky|light)-[0-9]+/g, ''))"
        )
        assert again == found, "a card looks the same every time"


def both(text: str) -> dict[str, str]:
    return {"en": text, "ja": text}


LONG: dict[str, Any] = {
    "id": "my_card",
    "name": both("<script>alert(1)</script> The Incomparable, Interminable and Insufferable Librarian of " + "W" * 60),
    "text": both("\n".join(["On play: " + "draw a card and then another one, " * 12] * 6)),
    "facts": {
        "type": "monster",
        "type_name": both("monster"),
        "tags": [{"id": f"tag{n}", **both(f"a tag that nobody knows {n}")} for n in range(6)],
        "atk": 9999,
        "hp": 9999,
        "hosts": None,
        "unique": True,
        "flavor": both("It goes on. " * 30),
        "line": both(""),
    },
}
WORDY: dict[str, Any] = {
    **LONG,
    "name": both("Librarian of the Longest Rooms"),
    "text": both("On play: Draw a card, then discard two cards, unless the grave is empty.\n" * 5),
    "facts": {**LONG["facts"], "tags": []},
}
BARE: dict[str, Any] = {"id": "x", "name": both("x"), "text": both(""), "facts": {"type": "riddle", "tags": []}}


def test_face_handles_long_custom_texts(browser: Browser, site: Server) -> None:
    """Long texts use smaller type, very long ones scroll, markup is text, and incomplete cards are shown."""
    with Visitor(browser, site) as visitor:
        page = visitor.open("/cards/solitaire-tcg")
        expect(page.locator(".stc-face").first).to_be_visible()
        page.evaluate(
            """async ([address, cards]) => {
              const { face } = await import(address);
              document.querySelector(".gallery").replaceChildren(...cards.map((card) => {
                const item = document.createElement("li");
                item.append(face(card));
                return item;
              }));
            }""",
            [module_address(page, "games/solitaire-tcg/screen.js"), [LONG, WORDY, BARE]],
        )
        wait_for_layout(page)
        long, wordy, bare = page.evaluate(MEASURE)
        assert "<script>alert(1)</script>" in long["name"]
        assert set(long["wrong"]) <= {"name", "text", "P"}
        assert page.locator(".stc-text.scrolls").count() == 1
        assert wordy["wrong"] == bare["wrong"] == []
        assert wordy["size"] < bare["size"], "smaller type, so that all of it is seen"
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
