"""The deck builder: search, links, accessibility and layout."""

import base64
import json
import random
import unicodedata
import zlib
from typing import Any

import pytest
from browser import Server, Visitor, axe_findings
from deck_page import GAMES, DeckPage, fetch_json, some_cards
from playwright.sync_api import Browser, Page, expect


def plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower()


def values(fact: Any) -> set[str]:
    """Return the filter values of a fact."""
    if fact is None:
        return {""}
    if isinstance(fact, bool):
        return {str(fact).lower()}
    if isinstance(fact, list):
        return {part["id"] for part in fact} or {""}
    return {fact["en"] if isinstance(fact, dict) else str(fact)}


@pytest.mark.parametrize("game", GAMES)
def test_filters_match_an_independent_search(browser: Browser, site: Server, game: str) -> None:
    cards = fetch_json(site, f"/api/games/{game}/cards")
    facts = [
        name for name in cards[0]["facts"] if name not in ("line", "flavor", "uses") and not name.endswith("_name")
    ]
    numbers = {
        name
        for name in facts
        if any(isinstance(card["facts"][name], int) and not isinstance(card["facts"][name], bool) for card in cards)
    }
    dice = random.Random(4)
    with Visitor(browser, site, language="ja") as visitor:
        builder = DeckPage(visitor, game)
        page = builder.page
        assert set(page.locator(".db-field").evaluate_all("all => all.map(one => one.dataset.field)")) == set(facts)
        for _ in range(8):
            left = cards
            for name in dice.sample(facts, dice.randint(0, 2)):
                group = page.locator(f".db-field[data-field={name}]")
                if name in numbers:
                    low, high = sorted(dice.sample(sorted({card["facts"][name] or 0 for card in cards}), 2))
                    bounds = dice.choice([(low, high), (low, None), (None, high)])
                    for box, bound in enumerate(bounds):
                        group.locator("input").nth(box).fill("" if bound is None else str(bound))
                    left = [
                        card
                        for card in left
                        if card["facts"][name] is not None
                        and (bounds[0] is None or card["facts"][name] >= bounds[0])
                        and (bounds[1] is None or card["facts"][name] <= bounds[1])
                    ]
                else:
                    every = sorted(set().union(*(values(card["facts"][name]) for card in cards)))
                    chosen = set(dice.sample(every, dice.randint(1, min(3, len(every)))))
                    for value in chosen:
                        group.locator(f'button[data-value="{value}"]').click()
                    left = [card for card in left if values(card["facts"][name]) & chosen]
            if dice.random() < 0.6:
                source = dice.choice(cards)
                text = " ".join([source["name"]["en"], source["text"]["en"], source["name"]["ja"]])
                words = [dice.choice(text.split()) for _ in range(dice.randint(1, 2))]
                page.locator(".db-search input").fill(" ".join(words).upper())
                left = [
                    card
                    for card in left
                    if all(
                        plain(word) in plain("\n".join([*card["name"].values(), *card["text"].values()]))
                        for word in words
                    )
                ]
            assert builder.found == [card["id"] for card in left]
            assert page.locator(".db-found").inner_text().startswith(f"{len(left)} / {len(cards)}")
            clear = page.locator(".db-find > button")
            if clear.is_visible():
                clear.click()
        assert builder.found == [card["id"] for card in cards]


def packed(text: str) -> str:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeeze.compress(text.encode()) + squeeze.flush()
    return f"#deck={base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def invalid_decks(card: str) -> list[str]:
    """Invalid deck texts."""
    name = {"en": "x", "ja": "x"}
    return [
        "",
        "null",
        "[1, 2, 3]",
        "cards: &a [*a]",
        "!!python/object/apply:os.system ['true']",
        "a: " + "[" * 4000,
        "{" * 20_000,
        json.dumps({"id": "x", "name": name, "cards": {card: 1e300}}),
        json.dumps({"id": "x", "name": name, "cards": {card: -3}}),
        json.dumps({"id": "../../x", "name": name, "cards": {card: 1}}),
        json.dumps({"id": "x", "name": name, "cards": {"__proto__": 3, "constructor": 2}}),
        json.dumps({"id": "x", "name": {"en": "y" * 5000, "ja": ""}, "cards": {card: 1}}),
        json.dumps({"id": "x", "name": name, "cards": {f"c{n}": 1 for n in range(3000)}}),
    ]


def test_shared_link_opens_the_deck_and_bad_links_are_rejected(browser: Browser, site: Server) -> None:
    game = "solitaire-tcg"
    wanted = some_cards(game, 5)
    card = next(iter(wanted))
    script = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    with Visitor(browser, site) as visitor:
        builder = DeckPage(visitor, game)
        name = {"en": script[:59], "ja": "灯と時計"}
        builder.import_deck(
            json.dumps({"id": "gift", "name": name, "plan": {"en": script, "ja": "計"}, "cards": wanted})
        )
        assert builder.page.locator(".db-title h2").inner_text() == name["en"]
        link = builder.link()
    with Visitor(browser, site, language="ja") as other:
        builder = DeckPage(other, game, link)
        expect(builder.page.locator(".db-title h2")).to_have_text("灯と時計")
        assert builder.cards == wanted
        assert "#" not in builder.page.url
        page = builder.page
        builder.show_one_card()
        for text in invalid_decks(card):
            page.evaluate("(hash) => { location.hash = hash }", packed(text))
            expect(page.locator(".db-notice")).to_be_visible()
            assert builder.cards == wanted
            page.evaluate("() => { document.querySelector('.db-notice').hidden = true }")
        # Data that cannot be unpacked, or that unpacks to too much.
        for hash_ in ("#deck=", "#deck=!!!!", "#deck=" + "A" * 30_000, packed("x" * 10_000_000)):
            page.evaluate("(hash) => { location.hash = hash }", hash_)
            expect(page.locator(".db-notice")).to_be_visible()
            assert page.locator(".db-notice").inner_text() == "このリンクにはデッキが入っていません。"
            assert builder.cards == wanted
            page.evaluate("() => { document.querySelector('.db-notice').hidden = true }")
        for text in (*invalid_decks(card)[:4], "#" * 70_000):
            builder.tool("decks")
            builder.click_command("import")
            builder.dialog.locator("textarea").fill(text)
            builder.dialog.locator(".primary").click()
            expect(builder.dialog.locator(".db-reasons")).to_be_visible()
            builder.close()
            assert builder.cards == wanted
        assert page.locator("decks-page img, decks-page script").count() == 0
        assert "owned" not in page.title()
        # Undo leads back to the empty deck before the link.
        page.keyboard.press("Control+z")
        assert builder.cards == {}
        other.complaints = [said for said in other.complaints if "Failed to load resource" not in said]


WITHOUT_HIDDEN = """() => {
  const places = [...document.querySelectorAll(".db-tile")].filter((tile) => tile.getClientRects().length === 0)
    .map((tile) => [tile, document.createComment("")]);
  for (const [tile, place] of places) tile.replaceWith(place);
  globalThis.putBack = () => { for (const [tile, place] of places) place.replaceWith(tile); };
}"""


def page_problems(builder: DeckPage) -> list[str]:
    """Return accessibility and layout problems of the page."""
    builder.wait_for_animations()
    sideways = ["it scrolls sideways"] if scrolls_sideways(builder.page) else []
    # Hidden cards have nothing to check and would take long.
    builder.page.evaluate(WITHOUT_HIDDEN)
    found = axe_findings(builder.page)
    builder.page.evaluate("() => globalThis.putBack()")
    return found + sideways


def scrolls_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize(("game", "dark", "width"), [("linkavel", False, 1280), ("solitaire-tcg", True, 390)])
def test_accessibility_and_layout(browser: Browser, site: Server, game: str, dark: bool, width: int) -> None:
    narrow = width < 1000
    cards = {card["id"]: card["facts"] for card in fetch_json(site, f"/api/games/{game}/cards")}
    names = {card["id"]: card["name"]["ja"] for card in fetch_json(site, f"/api/games/{game}/cards")}
    with Visitor(browser, site, language="ja", dark=dark, width=width, height=844, axe=True) as visitor:
        builder = DeckPage(visitor, game)
        page = builder.page
        assert page_problems(builder) == []
        if narrow:
            assert not page.locator(".db-deck").is_visible()
            page.locator(".db-filters summary").click()
            page.locator(".db-chips button").first.click()
            assert not scrolls_sideways(page)
            page.locator(".db-tabs button").last.click()
            assert not page.locator(".db-pool").is_visible()
        else:
            # One card is enough: content behind dialogs takes long to check.
            page.locator(".db-search input").fill(names[next(iter(cards))])
            assert builder.found
        page.locator(".db-begin button").first.click()
        builder.wait_for_check()
        if not page.locator(".db-plot").first.is_visible():
            page.locator(".db-glance summary").click()
        assert page_problems(builder) == []
        # The charts have text alternatives.
        kinds = [cards[card]["type_name"]["ja"] for card, count in builder.cards.items() for _ in range(count)]
        said = page.locator(".db-plot[data-field=type] svg").get_attribute("aria-label") or ""
        listed = dict(row.rsplit(" ", 1) for row in said.removeprefix("種類：").split(", "))
        assert {kind: int(count) for kind, count in listed.items()} == {kind: kinds.count(kind) for kind in kinds}

        options = next(one["options"] for one in fetch_json(site, "/api/games")["games"] if one["id"] == game)
        opening = next(one["default"] for one in options if one["name"] == "opening_hand")
        builder.tool("hand")
        hand = builder.dialog.locator(".db-hand > li")
        expect(hand).to_have_count(opening)
        builder.dialog.locator("button:not(.icon):not(.primary)").click()
        expect(hand).to_have_count(opening + 1)
        dealt = hand.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
        assert all(dealt.count(name) <= sum(n for c, n in builder.cards.items() if names[c] == name) for name in dealt)
        assert page_problems(builder) == []
        builder.close()
        for tool in ("decks", "name") if narrow else ("share",):
            builder.tool(tool)
            expect(builder.dialog).to_be_visible()
            assert page_problems(builder) == []
            builder.close()
        page.locator(".db-name").first.click()
        expect(builder.dialog.locator("dl")).to_be_visible()
        assert page_problems(builder) == []


def option_list(site: Server, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = next(one for one in fetch_json(site, "/api/games")["games"] if one["id"] == game)[
        "options"
    ]
    return found
