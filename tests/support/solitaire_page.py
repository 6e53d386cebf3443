"""Players of Solitaire TCG, and tables that start from any position."""

import json
import random
from typing import Any, Final

from browser import Server, module_address
from players_page import Player
from playwright.sync_api import Browser, Locator, Page, expect

import tefuda
from tefuda.core.match import Match
from tefuda.core.replay import record

GAME: Final = tefuda.game("solitaire-tcg")
OFFERED_ACTIONS: Final = """() => [...new Set([...document.querySelectorAll("[data-does], [data-menu]")]
  .filter((one) => one.getClientRects().length > 0 && !one.disabled)
  .flatMap((one) => [one.dataset.does, ...(one.dataset.menu ?? "").split("|")])
  .filter(Boolean))].sort()"""
"""The offered actions in notation."""
SHOWN: Final = """() => {
  const ids = (zone) => [...document.querySelectorAll(`${zone} .stc-card`)].map((card) => card.dataset.id);
  const count = (zone) => Number(document.querySelector(`.stc-${zone} b`).textContent);
  const fact = (name) => document.querySelector(`[data-fact="${name}"] dd`)?.textContent;
  return { hand: ids(".stc-hand"), board: ids(".stc-board").sort(), field: ids(".stc-field"), deck: count("deck"),
    grave: count("grave"), banish: count("banish"), spells: Number(fact("spells")), plays: fact("plays") };
}"""
"""The content of the screen."""

SOLVE: Final = """async ([tokens, pages, puzzle, solution]) => {
  const until = (found, what) => new Promise((done, fail) => {
    const limit = setTimeout(() => fail(new Error(`${puzzle}: never ${what}`)), 30000);
    const look = () => {
      const one = found();
      if (!one) return;
      observer.disconnect();
      clearTimeout(limit);
      done(one);
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    look();
  });
  const seen = (selector) => [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length > 0);
  const body = JSON.stringify({ game: "solitaire-tcg", seats: ["me"], from: { puzzle } });
  const asked = { method: "POST", headers: { "content-type": "application/json" }, body };
  const { table, seats } = await (await fetch("/api/tables", asked)).json();
  (await import(tokens)).saveSeatTokens(table.id, "solitaire-tcg", seats);
  (await import(pages)).navigate(`/table/${table.id}`);
  const told = (name) => document.querySelector(`[data-fact="${name}"] dd`)?.textContent;
  await until(() => location.pathname.endsWith(table.id) && told("plays")?.startsWith("0 "), "a table");
  const goal = document.querySelector(".stc-goal").textContent;
  for (const [number, does] of solution.entries()) {
    const menu = `[data-menu*="${does}"]`;
    const control = await until(() => seen(`[data-does="${does}"]`) ?? seen(menu), `offered ${does}`);
    control.click();
    if (control.matches(menu)) seen(`[data-does="${does}"]`).click();
    const { context } = document.querySelector("solitaire-tcg-screen");
    await until(() => context.ply() === number + 1, `played ${does}`);
  }
  const outcome = await until(() => seen(".stc-outcome strong"), "over");
  (await until(() => seen("dialog[open]"), "an ending")).close();
  return [goal, told("plays"), outcome.textContent];
}"""
"""Starts a puzzle, plays its solution, and returns the goal, the plays with the par, and the result shown."""


def expected_screen(view: dict[str, Any]) -> dict[str, Any]:
    """Return what the screen should show for a view, without the number of plays."""
    return {
        "hand": view["hand"],
        "board": sorted([*[thing["id"] for thing in view["board"]], *view["limbo"]]),
        "field": [*view["leaving"], *[thing["id"] for thing in view["field"]]],
        "deck": view["deck"]["count"],
        "grave": len(view["grave"]),
        "banish": len(view["banish"]),
        "spells": view["spells"],
    }


def at_ply(match: Match) -> dict[str, Any]:
    """A table that continues a match."""
    return {"from": {"replay": record(match), "ply": match.ply}}


def random_match(deck: str, seed: int, plies: int) -> Match:
    """A random unfinished game."""
    match, luck = Match(GAME, seed, {"deck": deck}), random.Random(seed)
    while match.ply < plies:
        legal = match.legal(0)
        match.play(0, match.ply, luck.choice([action for action in legal if action != "end"] or legal))
    return match


class Solitaire(Player):
    """A player of Solitaire TCG with a mouse."""

    def __init__(self, browser: Browser, server: Server, **more: Any) -> None:
        super().__init__(browser, server, **more)
        self.done: list[str] = []

    def open_table(self, **body: Any) -> None:
        """Create a practice table and open it."""
        if self.page.url == "about:blank":
            self.open("/settings")
        asked = {"game": "solitaire-tcg", "seats": ["me"], "practice": True, **body}
        made = self.context.request.post(
            f"{self.server.address}/api/tables", data=json.dumps(asked), headers={"content-type": "application/json"}
        ).json()
        assert "table" in made, made
        table = made["table"]["id"]
        self.page.evaluate(
            """async ([tokens, pages, table, seats]) => {
              (await import(tokens)).saveSeatTokens(table, "solitaire-tcg", seats);
              (await import(pages)).navigate(`/table/${table}`);
            }""",
            [
                module_address(self.page, "frame/seat_tokens.js"),
                module_address(self.page, "frame/page.js"),
                table,
                made["seats"],
            ],
        )
        self.wait_for_table()
        self.wait_until_shown()

    def wait_until_shown(self) -> None:
        """Wait until the screen shows the view and offers the legal actions."""
        self.wait_for_turn()
        self.wait(
            lambda: (
                self.over or self.page.evaluate(OFFERED_ACTIONS) == (sorted(set(self.now.get("legal", []))) or None)
            ),
            "offered is not legal",
        )
        shown = self.page.evaluate(SHOWN)
        assert {**shown, "plays": None} == {**expected_screen(self.now["view"]), "plays": None}

    def choose(self, legal: list[str]) -> str:
        """Choose actions in turn, ending the turn last."""
        going = [action for action in legal if action != "end"] or legal
        return going[len(self.done) % len(going)]

    def turn(self, notation: str | None = None) -> str:
        self.wait_until_shown()
        action = notation or self.choose(self.now["legal"])
        before = self.now["number"]
        self.act(action)
        self.wait_for_update(before)
        self.done.append(action)
        return action

    def act(self, action: str) -> None:
        if action == "end":
            self.page.locator(".stc-end").click()
            self.confirm()
            return
        where = self.page.locator(f'[data-does="{action}"]:visible')
        if not where.count():
            self.page.locator(f'[data-menu~="{action.split()[1]}"], [data-menu*="{action}"]').first.click()
        where.first.click()

    def confirm(self) -> None:
        """Confirm the end of the last turn, if it is asked."""
        if len(self.now["legal"]) > 1 and self.now["view"]["turn"] == self.now["view"]["max_turns"]:
            self.page.locator("dialog[open] .danger").click()

    def play_out(self, most: int) -> None:
        """Play to the end; after `most` actions by ending turns."""
        while True:
            self.wait_for_turn()
            if self.over:
                return
            enough = len(self.done) >= most and "end" in self.now["legal"]
            self.turn("end" if enough else None)


class SolitaireByKeys(Solitaire):
    """A player of Solitaire TCG with a keyboard."""

    def act(self, action: str) -> None:
        keys = self.page.keyboard
        if action == "end":
            keys.press("e")
            if len(self.now["legal"]) > 1:
                expect(self.page.locator("dialog[open]")).to_be_visible()
                self.tab_to("dialog[open] .danger")
                keys.press("Enter")
            return
        if self.page.locator(".stc-tray:visible").count():
            self.walk(".stc-tray", f'[data-does="{action}"]')
        elif action.startswith("play") or self.now["view"]["choice"]:
            zone = next(
                zone
                for zone in (".stc-hand", ".stc-board", ".stc-field")
                if self._has(f'{zone} [data-does="{action}"]')
            )
            self.walk(zone, f'[data-does="{action}"]')
        else:
            zone = (
                ".stc-board"
                if self._has(f'.stc-board [data-does="{action}"], .stc-board [data-menu*="{action}"]')
                else ".stc-field"
            )
            self.walk(zone, f'[data-does="{action}"], [data-menu*="{action}"]')
            if self.page.evaluate("Boolean(document.activeElement.dataset.menu)"):
                keys.press("Enter")
                self.walk(".stc-tray", f'[data-does="{action}"]')
        keys.press("Enter")

    def _has(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def tab_to(self, selector: str) -> None:
        for _ in range(60):
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def walk(self, zone: str, wanted: str) -> None:
        """Tab into a zone, then use arrows to reach a card."""
        if not self.page.evaluate("(zone) => Boolean(document.activeElement.closest(zone))", zone):
            self.tab_to(f"{zone} .stc-card, {zone} .stc-use")
        for _ in range(60):
            if self.page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"arrows do not lead to {wanted}")


def chips(page: Page) -> Locator:
    return page.locator(".stc-chip")
