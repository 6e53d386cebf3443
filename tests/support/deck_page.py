"""Drives the deck builder."""

import json
import random
import urllib.request
from pathlib import Path
from typing import Any, Final

from browser import Server, Visitor
from playwright.sync_api import Locator, Page, expect

from tefuda.cardlang.deck_files import Deck, read_deck
from tefuda.cardlang.workshop import Workshop, find_workshop

GAMES: Final = ["linkavel", "solitaire-tcg"]
SHOWN: Final = """() => Object.fromEntries([...document.querySelectorAll(".db-row")].map((row) =>
  [row.dataset.card, Number(row.querySelector(".db-count").textContent)]))"""
FOUND: Final = """() => [...document.querySelectorAll(".db-tile")].filter((tile) => tile.getClientRects().length > 0)
  .map((tile) => tile.querySelector(".db-face").dataset.card)"""
SETTLED: Final = """() => ["good", "wrong", "empty"].includes(document.querySelector(".db-deck").dataset.state)"""


def fetch_json(server: Server, address: str) -> Any:
    """Return the server's response."""
    with urllib.request.urlopen(server.address + address) as answer:
        return json.load(answer)


class DeckPage:
    """The deck builder of a game."""

    def __init__(self, visitor: Visitor, game: str, hash: str = "") -> None:  # noqa: A002
        self.visitor = visitor
        self.page: Page = visitor.page
        self.game = game
        visitor.open(f"/decks/{game}{hash}")
        self.wait_for_load()

    def wait_for_load(self) -> None:
        expect(self.page.locator(".db-tile").first).to_be_attached()
        self.wait_for_check()

    def wait_for_check(self) -> None:
        """Wait for the check of the deck."""
        self.page.wait_for_function(SETTLED)

    def show_one_card(self) -> None:
        """Search for one card. Hidden cards make dialogs faster."""
        self.page.locator(".db-search input").fill(self.page.locator(".db-tile h2").first.inner_text())
        assert self.found

    @property
    def cards(self) -> dict[str, int]:
        """The deck in the panel."""
        shown: dict[str, int] = self.page.evaluate(SHOWN)
        return shown

    @property
    def found(self) -> list[str]:
        """The cards in the pool."""
        shown: list[str] = self.page.evaluate(FOUND)
        return shown

    @property
    def reasons(self) -> list[str]:
        """The listed problems."""
        self.wait_for_check()
        return self.page.locator(".db-body .db-reasons li").all_inner_texts()

    @property
    def dialog(self) -> Locator:
        return self.page.locator("dialog[open]")

    def tool(self, name: str) -> None:
        self.page.locator(f"[data-tool={name}]").click()

    def click_command(self, name: str) -> None:
        """Click a button of the dialog."""
        self.dialog.locator(f"[data-command={name}]").first.click()

    def face(self, card: str) -> Locator:
        return self.page.locator(f".db-face[data-card={card}]")

    def wait_for_animations(self) -> None:
        """Wait for all animations before colours are checked."""
        self.page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")

    def close(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.dialog).to_have_count(0)

    def paste_deck(self, text: str) -> None:
        """Paste a text as a deck file."""
        self.tool("decks")
        self.click_command("import")
        self.dialog.locator("textarea").fill(text)
        with self.page.expect_response("**/decks/read"):
            self.dialog.locator(".primary").click()

    def import_deck(self, text: str) -> None:
        """Import a valid deck."""
        self.paste_deck(text)
        expect(self.dialog).to_have_count(0)
        self.wait_for_check()

    def yaml(self) -> str:
        """The file as shown."""
        self.tool("share")
        text = self.dialog.locator("textarea").input_value()
        self.close()
        return text

    def download_deck(self, folder: Path) -> Path:
        """Download the file; it equals the one shown."""
        text = self.yaml()
        self.tool("share")
        with self.page.expect_download() as download:
            self.click_command("download")
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        assert path.read_text(encoding="utf-8") == text
        self.close()
        return path

    def link(self) -> str:
        """Return the shared link."""
        self.tool("share")
        field = self.dialog.locator("input")
        expect(field).to_be_visible()
        address = field.input_value()
        self.close()
        assert address.startswith(self.visitor.server.address)
        return address.removeprefix(f"{self.visitor.server.address}/decks/{self.game}")


def workshop(game: str) -> Workshop:
    return find_workshop(game)


def some_cards(game: str, seed: int) -> dict[str, int]:
    """Return a random complete deck."""
    shop = workshop(game)
    kinds, left = divmod(shop.deck_size, shop.copies)
    chosen = random.Random(seed).sample(sorted(shop.cards()), kinds + bool(left))
    return dict.fromkeys(chosen[:kinds], shop.copies) | dict.fromkeys(chosen[kinds:], left)


def read(game: str, path: Path, *, whole: bool = False) -> Deck:
    """Read a deck file; `whole` requires a complete deck."""
    shop = workshop(game)
    return read_deck(path, shop.cards(), shop.deck_size if whole else 0, shop.copies if whole else 0)
