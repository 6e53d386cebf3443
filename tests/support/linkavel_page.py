"""LinkaVel in the page: players by mouse or keyboard, and the screen alone."""

import functools
import random
from dataclasses import dataclass
from typing import Any, Final

from browser import Visitor, module_address, wait_for_layout
from players_page import GameDriver, Player, tab_to
from playwright.sync_api import Page

import tefuda
from tefuda.core.match import Match
from tefuda.core.text import both
from tefuda.server.tables.serialize import describe_action

OFFERED_ACTIONS: Final = """() => [...document.querySelectorAll("linkavel-screen :is([data-act], [data-ways])")]
  .filter((one) => one.getClientRects().length > 0)
  .flatMap((one) => one.dataset.act ? [one.dataset.act] : one.dataset.ways.split(";"))"""
"""The offered actions in notation. Actions with two steps are identified by the first."""
FIRST: Final = """(action) => {
  const all = [...document.querySelectorAll("linkavel-screen [data-ways]")];
  const one = all.find((one) => one.getClientRects().length > 0 && one.dataset.ways.split(";").includes(action));
  return one ? one.dataset.spot : null;
}"""
"""The start of an action with two steps."""
STAGE: Final = """async ([start, cards, seats]) => {
  const [{ motion }, { Playback }, { createScreen }, { settings }, { default: Kind }] = await Promise.all(
    ["frame/motion.js", "frame/playback.js", "frame/screen.js", "frame/settings.js", "games/linkavel/screen.js"]
      .map((name) => import(start + name)));
  const made = await Promise.all(Array.from({ length: 24 }, () => createScreen(Kind)));
  document.body.dataset.layout = "full";
  document.querySelector("main").innerHTML = '<div class="boards"><div class="board"></div></div>';
  globalThis.stage = { motion, acts: [], open: (view, legal, prompt) => {
    const screen = made.pop();
    const seat = view.seat && ["one", "two"].indexOf(view.seat);
    const act = (notation) => stage.acts.push(notation);
    const game = { seat_titles: [], options: [{ name: "hand_limit", default: 10 }], labels: {} };
    const explain = (item) => globalThis.explainItem(item);
    const describe = () => globalThis.describeActions();
    const table = { seats, options: {} };
    screen.prepare({ game, table, seat, cards, settings, motion, act, explain, describe, replay: false });
    document.querySelector(".board").replaceChildren(screen);
    Object.assign(stage, { acts: [], playback: new Playback(screen, motion) });
    stage.playback.reset(view, legal, { prompt });
  } };
}"""
ASKED_OR_ACTED: Final = """() => !!document.querySelector(".lv-confirm") ||
  !document.querySelector("linkavel-screen :is([data-act], [data-ways])")"""
"""Whether the page asks to confirm an action, or has sent it."""
CONFIRMED: Final = ("summon", "attack", "main2", "end")
"""The verbs of actions that the page may ask to confirm."""
SEATS: Final = [
    {"kind": "human", "name": name, "level": None, "title": {"en": name, "ja": name}} for name in ("Ann", "Ben")
]
CREATE: Final = """async (body) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(body) });
  const { table, seats } = await answer.json();
  localStorage["tefuda.tables"] = JSON.stringify({ [table.id]: { game: table.game, seats, when: Date.now() } });
  return table.id;
}"""
SHOWN: Final = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
  const lp = (one) => [one.dataset.side, Number(one.querySelector(".lv-number").textContent)];
  return {
    hand: seen(".lv-hand > .lv-held").map((one) => one.dataset.look),
    places: Object.fromEntries(seen(".lv-slot").map((one) => [one.dataset.place, one.dataset.look ?? null])),
    lp: Object.fromEntries(seen(".lv-plate").map(lp)),
  };
}"""


def begin(player: Player, **body: Any) -> None:
    """Create a table with options for short games."""
    player.open()
    made = {"game": "linkavel", "options": {"lp": 1000}, "seats": ["me", {"cpu": 1}], **body}
    player.open(f"/table/{player.page.evaluate(CREATE, made)}")
    player.wait_for_table()


def shown(page: Page) -> dict[str, Any]:
    """What the screen shows."""
    found: dict[str, Any] = page.evaluate(SHOWN)
    return found


def as_told(view: dict[str, Any]) -> dict[str, Any]:
    """What the screen should show for a view."""
    me, foe = ("two", "one") if view["seat"] == "two" else ("one", "two")
    places = {}
    for seat in (me, foe):
        for zone, letter in (("monsters", "m"), ("magics", "s")):
            for slot, thing in enumerate(view[seat][zone], 1):
                places[f"{seat}.{letter}{slot}"] = thing["card"] if thing else None
    return {"hand": view["hand"], "places": places, "lp": {"own": view[me]["lp"], "foe": view[foe]["lp"]}}


class LinkaVel(GameDriver):
    """Plays LinkaVel by mouse."""

    offers = OFFERED_ACTIONS

    def choose(self, legal: list[str]) -> str:
        """Choose an action that advances the game, with some variety."""
        for verb in ("attack", "pick", "summon", "yes", "battle", "magic", "use"):
            fit = [one for one in legal if one.split(" ")[0] == verb]
            if fit:
                return fit[len(self.done) % len(fit)]
        return next((one for one in ("as_listed", "end") if one in legal), legal[0])

    def act(self, action: str) -> None:
        number = self.player.now.get("number")
        spot = self.page.evaluate(FIRST, action)
        if spot is not None:
            self.page.locator(f'linkavel-screen [data-spot="{spot}"]:visible').first.click(position={"x": 12, "y": 12})
        self.page.locator(f'linkavel-screen [data-act="{action}"]:visible').first.click(position={"x": 12, "y": 12})
        self._confirm(action, number)

    def _confirm(self, action: str, number: int | None) -> None:
        """Confirm a cost, a losing attack or plays left unused, if asked; `number` is that of the update before."""
        if action.split(" ")[0] in CONFIRMED:
            self.player.wait(
                lambda: self.player.now.get("number") != number or bool(self.page.evaluate(ASKED_OR_ACTED)),
                f"{action} was neither asked about nor sent",
            )
            button = self.page.locator(".lv-confirm")
            if button.count():
                button.click()


class LinkaVelByKeys(LinkaVel):
    """Plays LinkaVel by keyboard."""

    KEYS: Final = {"battle": "b", "main2": "m", "end": "e", "yes": "y", "no": "n"}

    def act(self, action: str) -> None:
        number = self.player.now.get("number")
        keys = self.page.keyboard
        if action in self.KEYS:
            keys.press(self.KEYS[action])
            self._confirm(action, number)
            return
        spot = self.page.evaluate(FIRST, action)
        if spot is not None and spot.startswith("hand:"):
            held: list[str] = self.player.now["view"]["hand"]
            at = held.index(spot.removeprefix("hand:"))
            if at < 10:
                keys.press(str((at + 1) % 10))
            else:
                self._to(f'[data-spot="{spot}"]')
        elif spot is not None:
            self._to(f'[data-spot="{spot}"]')
        self._to(f'[data-act="{action}"]')
        self._confirm(action, number)

    def _to(self, selector: str) -> None:
        """Focus an element by Tab and press Enter."""
        if not self.page.evaluate("(one) => document.activeElement?.matches(one)", selector):
            tab_to(self.page, selector)
        self.page.keyboard.press("Enter")


class Stage:
    """The screen alone, showing views of other games."""

    def __init__(self, visitor: Visitor) -> None:
        self.page = visitor.page
        cards = self.page.evaluate("async () => (await fetch('/api/games/linkavel/cards')).json()")
        self.page.expose_function("explainItem", self._explain)
        self.page.expose_function("describeActions", self._describe)
        self.page.evaluate(STAGE, [module_address(self.page, ""), cards, SEATS])
        self.match: Match | None = None
        """The match that gives reasons and previews."""
        self.descriptions = 0
        """Requests for the legal actions as sentences."""

    def _explain(self, item: str) -> dict[str, str] | None:
        why = None if self.match is None else self.match.why_unusable(self.match.seat, item)
        return None if why is None else both(why)

    def _describe(self) -> list[dict[str, Any]]:
        match = self.match
        self.descriptions += 1
        return [] if match is None else [describe_action(match, action) for action in match.legal(match.seat)]

    def show_match(self, match: Match) -> None:
        """Show a match from the seat that decides."""
        self.match = match
        asked = match.prompt(match.seat)
        self.show(match.view(match.seat), match.legal(match.seat), None if asked is None else both(asked))

    def push_match(self, match: Match) -> None:
        """Play the events of the last action and show the match after it."""
        self.match = match
        entry = {"number": match.ply, "kind": "play", "seat": 0, "ply": match.ply, "action": None}
        text = {"en": "Something happens.", "ja": "何かが起きた。"}
        events = [{"text": text, **event} for event in match.events_for(match.seat, match.ply)]
        step = {"entries": [{**entry, "events": events}], "view": match.view(match.seat), "prompt": None}
        self.page.evaluate("(step) => stage.playback.push(step)", {**step, "legal": match.legal(match.seat)})
        self.page.evaluate("async () => { await stage.motion.fastForward(stage.playback.whenIdle()); }")

    def acts(self) -> list[str]:
        """Return the actions that were played on this screen."""
        found: list[str] = self.page.evaluate("stage.acts")
        return found

    def show(self, view: dict[str, Any], legal: list[str], prompt: dict[str, str] | None = None) -> None:
        """Show a view on a new screen."""
        self.page.evaluate("(given) => stage.open(...given)", [view, legal, prompt])
        wait_for_layout(self.page)

    def offered(self) -> list[str]:
        return sorted(set(self.page.evaluate(OFFERED_ACTIONS)))


@dataclass(frozen=True)
class ChoiceExample:
    """A view with a choice, and the legal answers."""

    kind: str
    view: dict[str, Any]
    legal: list[str]
    prompt: dict[str, str]


@functools.cache
def choice_examples() -> list[ChoiceExample]:
    """Return one example of each kind of choice."""
    luck = random.Random(8)
    found: dict[str, ChoiceExample] = {}
    for number, decks in enumerate([("dark", "fire"), ("grass", "water"), ("dark", "light"), ("fire", "grass")]):
        match = Match(tefuda.game("linkavel"), number, {"deck.one": decks[0], "deck.two": decks[1]})
        while not match.over and match.ply < 260:
            legal = match.legal(match.seat)
            if "end" not in legal:
                view = match.view(match.seat)
                kind = f"{view['asked']['op']}/{view['asked']['zone']}"
                asked = match.prompt(match.seat)
                assert asked is not None
                found.setdefault(kind, ChoiceExample(kind, view, legal, both(asked)))
            match.play(match.seat, match.ply, legal[luck.randrange(len(legal))])
    return list(found.values())
