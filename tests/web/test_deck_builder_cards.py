"""The deck builder: the order of the cards, the deck list, long names, other games and cards of the workshop."""

import json

import pytest
from browser import Server, Visitor, open_start_panel, resize
from deck_page import GAMES, DeckPage, fetch_json, some_cards, workshop
from players_page import Player
from playwright.sync_api import Browser, Locator, Page, expect

OVERFLOWS = """(name) => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const around = text.parentElement;
    if (!text.data.includes(name) || around.closest("select, .visually-hidden") || !around.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = around.closest("li, dialog, article, section, main").getBoundingClientRect();
    const { left, right } = range.getBoundingClientRect();
    if (left < box.left - 1 || right > box.right + 1) found.push(around.outerHTML.slice(0, 80));
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  return found;
}"""
LONG_NAME = "W" * 60
SAVED_CARD = """() => JSON.parse(localStorage["tefuda.workshop.linkavel"] ?? '{"drafts": []}').drafts
  .some((draft) => draft.cards?.[0]?.id === "my_beast")"""
BEAST = {
    "id": "my_beast",
    "name": {"en": "My Beast", "ja": "私の獣"},
    "type": "effect_monster",
    "faction": "ember",
    "attribute": "fire",
    "level": 1,
    "power": 900,
    "abilities": [{"when": "on_summon", "effect": [{"op": "damage", "amount": 200}]}],
}


@pytest.mark.parametrize("game", GAMES)
def test_cards_are_sorted(browser: Browser, site: Server, game: str) -> None:
    cards = fetch_json(site, f"/api/games/{game}/cards")
    number = {"linkavel": "level", "solitaire-tcg": "atk"}[game]
    types = list(dict.fromkeys(card["facts"]["type"] for card in cards))
    with_number = [card for card in cards if card["facts"][number] is not None]
    without = [card for card in cards if card["facts"][number] is None]
    orders = {
        "printed": (cards, cards[::-1]),
        "type": (
            sorted(cards, key=lambda card: types.index(card["facts"]["type"])),
            sorted(cards, key=lambda card: -types.index(card["facts"]["type"])),
        ),
        number: (
            sorted(with_number, key=lambda card: card["facts"][number]) + without,
            sorted(with_number, key=lambda card: -card["facts"][number]) + without,
        ),
    }
    with Visitor(browser, site) as visitor:
        builder = DeckPage(visitor, game)
        page = builder.page
        choose = page.locator(".db-sort select")
        reverse = page.locator(".db-sort button")
        for key, (up, down) in orders.items():
            choose.select_option(key)
            assert builder.found == [card["id"] for card in up]
            reverse.click()
            assert builder.found == [card["id"] for card in down]
        # Another key starts in ascending order. The name follows the language, and so do the cards of the deck.
        choose.select_option("name")
        names = page.locator(".db-tile h2").all_inner_texts()
        letters = [name[0].lower() for name in names]
        assert letters == sorted(letters)
        page.locator(".db-begin button").first.click()
        builder.wait_for_check()
        place = {card: number for number, card in enumerate(builder.found)}
        rows = page.locator(".db-group").first.locator(".db-row")
        listed = [place[card] for card in rows.evaluate_all("all => all.map(one => one.dataset.card)")]
        assert listed == sorted(listed)
        # The first card in the order is the Tab stop after a search.
        page.locator(".db-search input").fill(names[3])
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.dataset.card") == builder.found[0]


def fully_visible(rows: Locator, frame: Locator) -> int:
    """Return the number of rows inside the frame."""
    inside = """(rows, bottom) => rows.filter((row) => row.getBoundingClientRect().bottom <= bottom + 1).length"""
    box = frame.bounding_box()
    assert box is not None
    found: int = rows.evaluate_all(inside, box["y"] + box["height"])
    return found


def test_deck_list_uses_the_height(browser: Browser, site: Server) -> None:
    with Visitor(browser, site, width=1440, height=900) as visitor:
        builder = DeckPage(visitor, "linkavel")
        page = builder.page
        page.locator(".db-begin button").first.click()
        builder.wait_for_check()
        assert fully_visible(page.locator(".db-row"), page.locator(".db-body")) >= 12
        # The overview shares the column when it is opened.
        page.locator(".db-glance summary").click()
        expect(page.locator(".db-plot").first).to_be_in_viewport()
        assert fully_visible(page.locator(".db-row"), page.locator(".db-body")) >= 4


def overflows(page: Page) -> list[str]:
    found: list[str] = page.evaluate(OVERFLOWS, LONG_NAME)
    return found


def test_long_deck_name_fits(browser: Browser, site: Server) -> None:
    def check(page: Page) -> None:
        for width, height in ((1440, 900), (844, 390), (390, 844)):
            resize(page, width, height)
            assert overflows(page) == []

    with Player(browser, site, level=1) as player:
        builder = DeckPage(player, "linkavel")
        page = builder.page
        builder.show_one_card()
        builder.import_deck(
            json.dumps({"id": "long", "name": LONG_NAME, "cards": workshop("linkavel").decks()["water"].cards})
        )
        builder.tool("save")
        check(page)
        page.locator(".db-tabs button").last.click()
        assert overflows(page) == []
        builder.tool("decks")
        assert LONG_NAME in builder.dialog.inner_text()
        check(page)
        builder.close()
        builder.tool("play")
        expect(builder.dialog.locator("[type=submit]")).to_be_visible()
        check(page)
        builder.dialog.locator("[type=submit]").click()
        player.wait_for_table()
        check(page)
        page.goto(f"{site.address}/")
        expect(page.locator("[data-game=linkavel]")).to_contain_text(LONG_NAME)
        check(page)
        open_start_panel(page, "linkavel")
        check(page)


def test_deck_of_another_game_names_it(browser: Browser, site: Server) -> None:
    wanted = some_cards("linkavel", 5)
    with Visitor(browser, site) as visitor:
        builder = DeckPage(visitor, "linkavel")
        builder.import_deck(json.dumps({"id": "gift", "name": "Gift", "cards": wanted}))
        link = builder.link()
        builder = DeckPage(visitor, "solitaire-tcg", link)
        notice = builder.page.locator(".db-notice")
        expect(notice).to_have_text("This deck belongs to LinkaVel. Open it in the deck builder of LinkaVel")
        assert builder.cards == {}
        builder.paste_deck(json.dumps({"id": "gift", "name": "Gift", "cards": wanted}))
        expect(builder.dialog.locator(".db-reasons li")).to_have_text(["This deck belongs to LinkaVel."])
        builder.close()
        notice.get_by_role("link").click()
        expect(builder.page.locator("h1")).to_have_text("LinkaVel: deck builder")
        builder.wait_for_load()
        expect(builder.page.locator(".db-title h2")).to_have_text("Gift")
        assert builder.cards == wanted


def test_workshop_cards_are_found_and_practised(browser: Browser, site: Server) -> None:
    with Player(browser, site, level=1) as player:
        page = player.open("/workshop/linkavel")
        page.locator(".ws-left textarea").fill(json.dumps(BEAST))
        page.wait_for_function(SAVED_CARD)
        builder = DeckPage(player, "linkavel")
        page.locator(".db-search input").fill("my beast")
        assert builder.found == ["my_beast"]
        page.locator(".db-search input").fill("")
        page.locator(".db-field[data-field=origin] [data-value=workshop]").click()
        assert builder.found == ["my_beast"]
        expect(page.locator(".db-origin")).to_have_text("Workshop")
        cards = some_cards("linkavel", 3)
        first = next(iter(cards))
        cards[first] -= 1
        if not cards[first]:
            del cards[first]
        builder.import_deck(json.dumps({"id": "mine", "name": "Mine", "cards": cards}))
        builder.face("my_beast").click()
        assert builder.cards == {**cards, "my_beast": 1}
        expect(page.locator(".db-status")).to_have_text("Ready for practice: the deck contains workshop cards")
        builder.tool("save")
        expect(page.locator("[data-tool=save]")).to_be_disabled()
        builder.tool("play")
        player.wait_for_table()
        table = fetch_json(site, f"/api/tables/{player.table}")
        assert table["practice"]
        assert [card["id"] for card in fetch_json(site, f"/api/tables/{player.table}/cards")] == ["my_beast"]
        assert set(player.now["view"]["hand"]) <= {*cards, "my_beast"}
        # Tables without custom cards do not offer the deck.
        page.goto(f"{site.address}/")
        panel = open_start_panel(page, "linkavel")
        assert "Mine" not in panel.locator("select[name=other_deck]").inner_text()
