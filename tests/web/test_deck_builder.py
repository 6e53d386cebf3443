"""The deck builder: the built deck equals the exported file and the dealt deck."""

import json
import random
from pathlib import Path

import pytest
from browser import Server, Visitor, open_start_panel
from command_process import RunCommand
from deck_page import GAMES, DeckPage, fetch_json, read, some_cards, workshop
from players_page import Player
from playwright.sync_api import Browser, expect

from tefuda.cardlang.deck_files import read_deck
from tefuda.core.source import InvalidFile


def test_copies_end_at_the_limit(browser: Browser, site: Server) -> None:
    """The plus buttons are disabled with the reason; neither they nor the card add more."""
    with Visitor(browser, site) as visitor:
        builder = DeckPage(visitor, "linkavel")
        page = builder.page
        card = next(iter(some_cards("linkavel", 1)))
        tile = page.locator(f".db-tile:has([data-card={card}]) .db-step").last
        expect(tile).to_be_enabled()
        for _ in range(5):
            builder.face(card).click()
        assert builder.cards == {card: 3}
        for step in (tile, page.locator(f".db-row[data-card={card}] .db-step").last):
            expect(step).to_be_disabled()
            expect(step).to_have_attribute("title", "A deck may have 3 copies of a card.")
            step.click(force=True)
        assert builder.cards == {card: 3}
        page.locator(f".db-row[data-card={card}] .db-step").first.click()
        expect(tile).to_be_enabled()


def test_build_by_mouse_export_save_and_play(browser: Browser, site: Server, tmp_path: Path, run: RunCommand) -> None:
    wanted = some_cards("linkavel", 1)
    with Player(browser, site, level=1) as player:
        builder = DeckPage(player, "linkavel")
        page = builder.page
        first, second, *_ = wanted
        for card, count in wanted.items():
            by_drag = card == first
            for _ in range(count - by_drag):
                builder.face(card).click()
        builder.face(first).drag_to(page.locator(".db-body"))
        # One card too few, removed below the card; another one, added in the row.
        page.locator(f".db-tile:has([data-card={second}]) .db-step").first.click()
        builder.face(second).click()
        row = page.locator(f".db-row[data-card={second}] .db-step")
        row.first.click()
        row.last.click()
        assert builder.cards == wanted
        expect(page.locator(".db-deck")).to_have_attribute("data-state", "good")

        builder.tool("save")
        builder.dialog.locator("[name=name_en]").fill("Mixed Company")
        builder.dialog.locator(".primary").click()
        expect(page.locator("[data-tool=save]")).to_be_disabled()
        path = builder.download_deck(tmp_path)
        deck = read("linkavel", path, whole=True)
        assert (deck.id, deck.name.en, deck.name.ja, deck.plan) == ("mixed-company",) + ("Mixed Company",) * 2 + (None,)
        assert deck.cards == wanted
        checked = run("decks", "check", str(path), "--game", "linkavel")
        assert checked.returncode == 0, checked
        assert "Mixed Company" in checked.stdout

        # A name in each language; a new name replaces both.
        for field, name, both in [("name_ja", "寄せ集め", "寄せ集め"), ("name_en", "Mixed Company", "Mixed Company")]:
            page.locator(".db-rename").click()
            builder.dialog.locator(f"[name={field}]").fill(name)
            builder.dialog.locator(".primary").click()
            assert f"name: {{en: Mixed Company, ja: {both}}}" in builder.yaml()

        page.reload()
        builder.wait_for_load()
        assert builder.cards == wanted
        # The lobby's options list it next to the starter decks.
        page.goto(f"{site.address}/")
        open_start_panel(page, "linkavel")
        offered = builder.dialog.locator("select[name='other_deck']")
        expect(offered.locator("optgroup").first.locator("option")).to_have_text(["Mixed Company"])
        expect(offered.locator("optgroup").last.locator("option")).to_have_count(len(workshop("linkavel").decks()))
        builder.close()

        page.goto(f"{site.address}/decks/linkavel")
        builder.wait_for_load()
        builder.tool("play")
        assert builder.dialog.locator("select[name='other_deck']").input_value() == "neutral"
        builder.dialog.locator("[type=submit]").click()
        player.wait_for_table()
        options = fetch_json(site, f"/api/tables/{player.table}")["options"]
        listed = dict(item.split("*") for item in options["deck.one"].split())
        assert {card: int(count) for card, count in listed.items()} == wanted
        assert player.now["view"]["hand"]
        assert set(player.now["view"]["hand"]) <= set(wanted)


def test_build_by_keyboard_undo_and_redo(browser: Browser, site: Server, tmp_path: Path) -> None:
    names = {card["id"]: card["name"]["en"] for card in fetch_json(site, "/api/games/solitaire-tcg/cards")}
    wanted = some_cards("solitaire-tcg", 2)
    with Visitor(browser, site) as visitor:
        builder = DeckPage(visitor, "solitaire-tcg")
        keys = builder.page.keyboard
        past: list[dict[str, int]] = [{}]
        for card, count in wanted.items():
            keys.press("/")
            keys.type(names[card][:6])
            keys.press("ArrowDown")
            while builder.page.evaluate("document.activeElement.dataset.card") != card:
                keys.press("ArrowRight")
            for press in range(count):
                keys.press(["Enter", "+"][press % 2])
                past.append({**past[-1], card: press + 1})
        assert builder.cards == wanted
        expect(builder.page.locator(".db-deck")).to_have_attribute("data-state", "good")
        assert read("solitaire-tcg", builder.download_deck(tmp_path), whole=True).cards == wanted

        # Compare undo and redo with a list of states.
        keys.press("/")
        keys.press("Delete")
        keys.press("ArrowDown")
        dice = random.Random(3)
        future: list[dict[str, int]] = []
        for _ in range(40):
            move = dice.choice(["+", "-", "+", "-", "ArrowRight", "ArrowDown", "Control+z", "Control+z", "Control+y"])
            card = builder.page.evaluate("document.activeElement.dataset.card")
            keys.press(move)
            now = dict(past[-1])
            if move == "+":
                now[card] = min(workshop("solitaire-tcg").copies, now.get(card, 0) + 1)
            elif move == "-" and card in now:
                now[card] -= 1
            now = {name: count for name, count in now.items() if count}
            if now != past[-1]:
                past, future = [*past, now], []
            elif move == "Control+z" and len(past) > 1:
                future.append(past.pop())
            elif move == "Control+y" and future:
                past.append(future.pop())
            assert builder.cards == past[-1]


@pytest.mark.parametrize("game", GAMES)
def test_starter_decks_survive_export_and_import(browser: Browser, site: Server, tmp_path: Path, game: str) -> None:
    folder = Path(workshop(game).__module__.replace(".", "/")).parent / "decks"
    files = sorted((Path(__file__).parents[2] / "src" / folder).glob("*.yaml"))
    assert len(files) == len(workshop(game).decks())
    with Visitor(browser, site) as visitor:
        builder = DeckPage(visitor, game)
        builder.show_one_card()
        for file in files:
            deck = read(game, file)
            if file == files[0]:
                builder.tool("decks")
                builder.click_command("import")
                builder.page.set_input_files("#db-file", file)
                expect(builder.dialog).to_have_count(0)
            else:
                builder.import_deck(file.read_text(encoding="utf-8"))
            assert builder.cards == deck.cards
            path = tmp_path / file.name
            path.write_text(builder.yaml(), encoding="utf-8")
            back = read(game, path, whole=True)
            assert (back.id, back.name.en, back.name.ja) == (deck.id, deck.name.en, deck.name.ja)
            assert back.plan is not None
            assert deck.plan is not None
            assert (back.plan.en, back.plan.ja, back.cards) == (deck.plan.en, deck.plan.ja, deck.cards)


def test_problems_are_shown_in_both_languages(browser: Browser, site: Server, tmp_path: Path) -> None:
    shop = workshop("linkavel")
    cards = sorted(shop.cards())
    text = json.dumps({"id": "odd", "name": "Odd", "cards": {cards[0]: shop.copies + 1, cards[1]: 2}})
    path = tmp_path / "odd.yaml"
    path.write_text(text)
    with pytest.raises(InvalidFile) as wrong:
        read_deck(path, shop.cards(), shop.deck_size, shop.copies)
    problems = wrong.value.problems
    assert {problem.message.code for problem in problems} == {"copies", "deck_size"}
    unknown = text.replace(cards[1], "no_such_card")
    with Visitor(browser, site) as visitor:
        builder = DeckPage(visitor, "linkavel")
        builder.show_one_card()
        builder.import_deck(text)
        names = {card["id"]: card["name"] for card in fetch_json(site, "/api/games/linkavel/cards")}
        for language in ("en", "ja"):
            about = names[cards[0]][language]
            said = [problem.message.text(language) for problem in problems]
            expect(builder.page.locator("html")).to_have_attribute("lang", language)
            assert sorted(builder.reasons) == sorted(
                f"{about} {one}" if problem.message.code == "copies" else one
                for one, problem in zip(said, problems, strict=True)
            )
            expect(builder.page.locator(".db-row.wrong")).to_have_attribute("data-card", cards[0])
            expect(builder.page.locator("[data-tool=play]")).to_be_disabled()
            # A file with an unknown card is rejected with its line.
            before = builder.cards
            builder.paste_deck(unknown)
            reason = builder.dialog.locator(".db-reasons li")
            expect(reason).to_contain_text("no_such_card")
            expect(reason).to_contain_text("Line 1" if language == "en" else "1行目")
            builder.close()
            assert builder.cards == before
            builder.page.locator(".bar nav button").first.click()
        # A stored deck with removed cards is shown with problems.
        draft = {"deck": {"id": "old", "name": {"en": "Old", "ja": "Old"}, "plan": None, "cards": {"gone_card": 2}}}
        builder.page.evaluate("(kept) => localStorage.setItem('tefuda.drafts', kept)", json.dumps({"linkavel": draft}))
        builder.page.reload()
        builder.wait_for_load()
        assert builder.cards == {"gone_card": 2}
        assert any("gone_card" in reason for reason in builder.reasons)


def test_copy_delete_and_restore_decks_and_full_storage(browser: Browser, site: Server) -> None:
    with Visitor(browser, site, outage=True) as visitor:
        builder = DeckPage(visitor, "linkavel")
        page = builder.page
        builder.show_one_card()
        page.locator(".db-begin button").first.click()
        builder.wait_for_check()
        cards = builder.cards
        builder.tool("save")
        builder.tool("decks")
        mine = builder.dialog.locator(".db-deck-list").first.locator("li")
        builder.click_command("copy")
        expect(mine.locator("strong")).to_have_text(
            ["Guests of the Court (copy 2)", "Guests of the Court (copy)"], use_inner_text=True
        )
        builder.click_command("delete")
        builder.click_command("restore")
        expect(mine.first.locator("[data-command=open]")).to_be_focused()
        builder.dialog.locator("[data-command=delete]").last.click()
        builder.close()
        # The open deck was deleted from storage and can be saved again.
        expect(page.locator("[data-tool=save]")).to_be_enabled()
        assert builder.cards == cards
        builder.tool("decks")
        expect(mine).to_have_count(1)
        builder.click_command("open")
        assert builder.cards == cards
        page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full'); } }")
        page.locator(".db-row .db-step").first.click()
        expect(page.locator(".db-notice")).to_contain_text("Storage is full")
        # Without the server, editing works and the deck is marked as unchecked.
        visitor.context.set_offline(True)
        page.locator(".db-row .db-step").nth(1).click()
        expect(page.locator(".db-status")).to_contain_text("Not checked")
        expect(page.locator("[data-tool=play]")).to_be_disabled()
        visitor.context.set_offline(False)
        expect(page.locator(".db-deck")).to_have_attribute("data-state", "good")
