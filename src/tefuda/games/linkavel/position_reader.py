"""Reading positions of LinkaVel: what `position` writes, and what people write by hand (section 16)."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from tefuda.cardlang.field_types import KeyPath
from tefuda.cardlang.positions import PositionReader
from tefuda.core.events import Event
from tefuda.core.random import chacha
from tefuda.core.state import OVER
from tefuda.games.linkavel.catalogue import LIBRARY, make_pool
from tefuda.games.linkavel.rules.codes import (
    DESTROYERS,
    DURATIONS,
    MAIN1,
    MOST_CARDS,
    MOST_KINDS,
    NOBODY,
    OUTCOMES,
    PERMANENT,
    PHASES,
    PLAY,
    SEATS,
    SLOTS,
    ZONES,
)
from tefuda.games.linkavel.rules.encoding import slots_or_zone
from tefuda.games.linkavel.rules.model import POWER, SHIELD, Ability, Card, Change, Choice, Frame, Side, Status, Waiting
from tefuda.games.linkavel.rules.setup import begin, opening
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.rules.table import MOST_LP
from tefuda.games.linkavel.rules.turns import COMPARE, FLOWS, FRAMES, OPEN, STEPS
from tefuda.games.linkavel.rules.zones import Rules

PLACES: Final = ZONES[:5]
SIDE_KEYS: Final = ["lp", *PLACES, "shown", "refreshed", "spent"]
SLOT_KEYS: Final = ["card", "attacks", "extra", "used", "changes"]
CHANGE_KEYS: Final = ["power", "protect", "duration", "expires", "by", "once"]
CHOICE_KEYS: Final = ["seat", "op", "card", "zone", "from", "count", "up_to", "picked", "slot"]
FRAME_KEYS: Final = ["what", "card", "ability", "about", "at", "part", "did"]
HALF_DONE: Final = ["flow", "next_phase", "ended", "listed", "ordered", "resolved", "batch", "pending", "doing"]
KEYS: Final = [
    *SEATS,
    "turn",
    "turn_number",
    "phase",
    "summoned",
    "refreshes",
    *HALF_DONE,
    "attack",
    "choice",
    "result",
    "reason",
    "luck",
    "cards",
    "options",
]
PLACE: Final = re.compile(r"(one|two)\.([a-z]+)\[([0-9]{1,3})\]")


def read(
    position: Mapping[str, Any],
    rules: Rules,
    decks: tuple[list[Card], list[Card]],
    seed: int,
    log: list[Event] | None,
) -> LinkaVelState:
    """The state of a position; raises `InvalidPosition` with everything that is wrong.

    Where no player is named it is the opening of the decks; else zones that are left out are empty.
    """
    reader = Reader(position, rules)
    if any(zone in side for side in reader.sides for zone in PLACES):
        reader.read_zones()
        reader.finish()
        order = sorted(range(len(reader.cards)), key=lambda at: (reader.cards[at][0], reader.cards[at][1].id))
        owned = [[reader.cards[at][1] for at in order if reader.cards[at][0] == seat] for seat in range(2)]
        state = LinkaVelState(rules, make_pool(owned[0], owned[1]), chacha(seed), Side(), Side())
        reader.place_cards(state, {number: place for place, number in enumerate(order)})
    else:
        reader.finish()
        state = opening(rules, make_pool(*decks), [len(deck) for deck in decks], seed)
        for seat, given in enumerate(reader.sides):
            reader.read_player(state, seat, given)
        if "phase" in position:
            state.flow = OPEN
    reader.read_rest(state)
    reader.finish()
    return begin(state, log)


class Reader(PositionReader[Card]):
    """One position being read."""

    def __init__(self, position: Mapping[str, Any], rules: Rules) -> None:
        super().__init__(position, KEYS, LIBRARY)
        self.rules = rules
        self.cards: list[tuple[int, Card]] = []
        """Whose it is, and what."""
        self.zones: dict[tuple[int, str], list[int]] = {}
        self.slots: list[tuple[KeyPath, int, dict[str, Any]]] = []

    @cached_property
    def sides(self) -> list[dict[str, Any]]:
        found = []
        for seat in SEATS:
            value = self.position.get(seat, {})
            if isinstance(value, dict):
                self.check_keys(value, [seat], SIDE_KEYS)
            found.append(value if isinstance(value, dict) else self.mapping(value, [seat], SIDE_KEYS))
        return found

    def read_zones(self) -> None:
        for seat, side in enumerate(self.sides):
            for zone in PLACES:
                path: KeyPath = [SEATS[seat], zone]
                items = self.items(side.get(zone, []), path)
                on_field = zone in ("monsters", "magics")
                if on_field and len(items) > SLOTS:
                    self.wrong(path, f"there are {SLOTS} slots.", f"枠は {SLOTS} つです。")
                    items = items[:SLOTS]
                found = [self.read_card(seat, zone, [*path, index], item) for index, item in enumerate(items)]
                if on_field:
                    found += [NOBODY] * (SLOTS - len(found))
                self.zones[seat, zone] = found
        if len(self.cards) > MOST_CARDS or len({card.id for _, card in self.cards}) > MOST_KINDS:
            self.wrong([], f"more than {MOST_CARDS} cards, or too many different ones.", "カードが多すぎます。")

    def read_card(self, seat: int, zone: str, path: KeyPath, item: Any) -> int:
        name = item
        on_field = zone in ("monsters", "magics")
        if on_field and item is None:
            return NOBODY
        if isinstance(item, dict) and on_field:
            name = item.get("card")
            self.check_keys(item, path, SLOT_KEYS)
        card = self.named(name, path)
        if card is None:
            return NOBODY
        if on_field and card.is_monster != (zone == "monsters"):
            self.wrong(path, f"a {card.type} cannot lie there.", f"{card.type} はそこに置けません。")
        number = len(self.cards)
        self.cards.append((seat, card))
        if isinstance(item, dict):
            self.slots.append((path, number, item))
        return number

    def place_cards(self, state: LinkaVelState, numbers: dict[int, int]) -> None:
        """Put the cards where they are; a player's cards are numbered together."""
        numbers[NOBODY] = NOBODY
        for seat, given in enumerate(self.sides):
            side = state.side(seat)
            for zone in PLACES:
                setattr(side, zone, bytes(numbers[card] for card in self.zones[seat, zone]))
            self.read_player(state, seat, given)
        for path, number, item in self.slots:
            self.read_slot(state, path, numbers[number], item)

    def read_player(self, state: LinkaVelState, seat: int, given: dict[str, Any]) -> None:
        """What is not a zone of a player."""
        side = state.side(seat)
        path: KeyPath = [SEATS[seat]]
        side.lp = self.whole(given.get("lp", self.rules.lp), [*path, "lp"], 0, MOST_LP)
        side.refreshed = self.flag(given.get("refreshed", False), [*path, "refreshed"])
        held = len(side.hand) - 1
        for at in self.items(given.get("shown", []), [*path, "shown"]):
            card = side.hand[self.whole(at, [*path, "shown"], 0, held)] if held >= 0 else NOBODY
            if card == NOBODY or card in side.shown:
                self.wrong(
                    [*path, "shown"], "each a different card of the hand.", "手札の別々のカードを書いてください。"
                )
            else:
                side.shown += bytes([card])
        for index, text in enumerate(self.items(given.get("spent", []), [*path, "spent"])):
            side.spent += self.read_spent(state, text, [*path, "spent", index])

    def read_spent(self, state: LinkaVelState, text: Any, path: KeyPath) -> bytes:
        name, _, ability = str(text).partition(":")
        ids = [card.id for card in state.pool.cards]
        if (
            name not in ids
            or not ability.isdecimal()
            or int(ability) >= len(state.pool.cards[ids.index(name)].abilities)
        ):
            self.wrong(path, "an effect is written as card:0.", "効果は card:0 のように書きます。")
            return b""
        return bytes([ids.index(name), int(ability)])

    def read_slot(self, state: LinkaVelState, path: KeyPath, number: int, item: dict[str, Any]) -> None:
        attacks = self.whole(item.get("attacks", 0), [*path, "attacks"], 0, 99)
        extra = self.whole(item.get("extra", 0), [*path, "extra"], 0, 99)
        used = 0
        last = len(state.pool.card(number).abilities) - 1
        for ability in self.items(item.get("used", []), [*path, "used"]):
            if last < 0:
                self.wrong([*path, "used"], "this card has no abilities.", "このカードに効果はありません。")
            used |= 1 << self.whole(ability, [*path, "used"], 0, max(last, 0))
        if attacks or extra or used:
            state.statuses = [*state.statuses, Status(number, attacks, extra, used)]
        for index, entry in enumerate(self.items(item.get("changes", []), [*path, "changes"])):
            where: KeyPath = [*path, "changes", index]
            change = self.mapping(entry, where, CHANGE_KEYS)
            source = number
            if change.get("by") is not None:
                source = self.card_at(state, change["by"], [*where, "by"])
            duration = self.word(change.get("duration", DURATIONS[PERMANENT]), [*where, "duration"], DURATIONS)
            now = self.position.get("turn_number", 1)
            default = now if duration == 0 and isinstance(now, int) else 0
            if duration == 1 and isinstance(now, int):
                mine = (
                    self.position.get("turn", SEATS[0]) == SEATS[state.pool.owner(source)] if source != NOBODY else True
                )
                default = now + (1 if mine else 2)
            expires = self.whole(change.get("expires", default), [*where, "expires"], 0, 1_000_000)
            once = self.flag(change.get("once", False), [*where, "once"])
            if "protect" in change and "power" in change:
                self.wrong(where, "power or protect, not both.", "power と protect は一方だけです。")
            if "protect" in change:
                kind, amount = SHIELD, self.word(change["protect"], [*where, "protect"], DESTROYERS)
            else:
                kind, amount = POWER, self.whole(change.get("power", 0), [*where, "power"], -1_000_000, 1_000_000)
            state.changes = [*state.changes, Change(kind, number, source, amount, duration, expires, once)]

    def card_at(self, state: LinkaVelState, text: Any, path: KeyPath) -> int:
        """The card at a place such as `two.trash[2]`; nobody where there is none."""
        match = PLACE.fullmatch(text) if isinstance(text, str) else None
        if match is not None and match[2] in PLACES:
            cards = slots_or_zone(state, SEATS.index(match[1]), PLACES.index(match[2]))
            if int(match[3]) < len(cards) and cards[int(match[3])] != NOBODY:
                return cards[int(match[3])]
        self.wrong(path, f"{str(text)[:40]!r} is no card's place.", f"{str(text)[:40]!r} にカードはありません。")
        return NOBODY

    def card_or_none(self, state: LinkaVelState, text: Any, path: KeyPath) -> int:
        return NOBODY if text is None else self.card_at(state, text, path)

    def read_rest(self, state: LinkaVelState) -> None:
        """What is not a zone."""
        position = self.position
        if "turn" in position:
            state.turn = self.word(position["turn"], ["turn"], SEATS)
        state.turn_number = self.whole(position.get("turn_number", 1), ["turn_number"], 1, 1_000_000)
        state.phase = self.word(position.get("phase", PHASES[MAIN1]), ["phase"], PHASES)
        if position.get("phase") in ("draw", "end") and "flow" not in position:
            state.flow = FLOWS.index("inside")
        state.summoned = self.flag(position.get("summoned", False), ["summoned"])
        state.refreshes = self.whole(position.get("refreshes", 0), ["refreshes"], 0, 1_000_000)
        luck = self.luck()
        if luck is not None:
            state.luck = luck
        self.read_half_done(state)
        if position.get("result") is not None:
            state.outcome = 1 + self.word(position["result"], ["result"], OUTCOMES[1:])
            state.seat = OVER
            state.reason = str(position.get("reason", ""))[:40]

    def read_half_done(self, state: LinkaVelState) -> None:
        """Flow, batches, frames, attack and open choice: what `write` wrote in the middle of an action."""
        position = self.position
        if "flow" in position:
            state.flow = self.word(position["flow"], ["flow"], FLOWS)
        if "next_phase" in position:
            state.next_phase = self.word(position["next_phase"], ["next_phase"], PHASES)
        elif state.flow == OPEN:
            state.next_phase = state.phase
        state.ended = self.flag(position.get("ended", False), ["ended"])
        state.listed = self.flag(position.get("listed", False), ["listed"])
        state.ordered = self.flag(position.get("ordered", False), ["ordered"])
        state.resolved = self.whole(position.get("resolved", 0), ["resolved"], 0, 1_000)
        for key in ("batch", "pending"):
            found = [
                self.waiting(state, entry, [key, at])
                for at, entry in enumerate(self.items(position.get(key, []), [key]))
            ]
            if found:
                setattr(state, key, [entry for entry in found if entry is not None])
        frames = [
            self.frame(state, entry, ["doing", at])
            for at, entry in enumerate(self.items(position.get("doing", []), ["doing"]))
        ]
        if frames:
            state.frames = [frame for frame in frames if frame is not None]
        if "attack" in position:
            attack = self.mapping(position["attack"], ["attack"], ["by", "on", "broken"])
            state.attacker = self.card_at(state, attack.get("by"), ["attack", "by"])
            state.defender = self.card_or_none(state, attack.get("on"), ["attack", "on"])
            state.broken = self.flag(attack.get("broken", False), ["attack", "broken"])
        if state.flow == COMPARE and state.attacker == NOBODY and position.get("result") is None:
            self.wrong(["flow"], "there is no attack to compare.", "比べる攻撃がありません。")
        if "choice" in position and not self.problems.items:
            self.read_choice(state)

    def ability(self, state: LinkaVelState, card: int, number: Any, path: KeyPath) -> Ability | None:
        abilities = [] if card == NOBODY else state.pool.card(card).abilities
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(abilities):
            self.wrong([*path, "ability"], "no ability of that card.", "そのカードの効果ではありません。")
            return None
        return abilities[number]

    def waiting(self, state: LinkaVelState, item: Any, path: KeyPath) -> Waiting | None:
        entry = self.mapping(item, path, ["card", "ability", "about"])
        card = self.card_at(state, entry.get("card"), [*path, "card"])
        ability = self.ability(state, card, entry.get("ability"), path)
        about = self.card_or_none(state, entry.get("about"), [*path, "about"])
        return None if ability is None else Waiting(card, ability, about)

    def frame(self, state: LinkaVelState, item: Any, path: KeyPath) -> Frame | None:
        entry = self.mapping(item, path, FRAME_KEYS)
        kind = self.word(entry.get("what"), [*path, "what"], FRAMES)
        card = self.card_at(state, entry.get("card"), [*path, "card"])
        if card == NOBODY:
            return None
        ability = self.ability(state, card, entry.get("ability"), path) if kind == STEPS else None
        about = self.card_or_none(state, entry.get("about"), [*path, "about"])
        last = len(state.pool.card(card).when[PLAY]) if ability is None else len(ability.steps)
        if kind == STEPS and ability is None:
            return None
        frame = Frame(kind, card, ability, about)
        frame.at = self.whole(entry.get("at", 0), [*path, "at"], 0, last)
        frame.part = self.whole(entry.get("part", 0), [*path, "part"], 0, 1)
        frame.did = self.flag(entry.get("did", False), [*path, "did"])
        return frame

    def read_choice(self, state: LinkaVelState) -> None:
        entry = self.mapping(self.position["choice"], ["choice"], CHOICE_KEYS)
        seat = self.word(entry.get("seat"), ["choice", "seat"], SEATS)
        op = str(entry.get("op"))
        card = self.card_or_none(state, entry.get("card"), ["choice", "card"])
        zone = self.word(entry.get("zone"), ["choice", "zone"], ZONES)
        found: dict[str, list[int]] = {}
        for key in ("from", "picked"):
            places = self.items(entry.get(key, []), ["choice", key])
            found[key] = [self.card_at(state, place, ["choice", key]) for place in places]
        count = self.whole(entry.get("count", 1), ["choice", "count"], 1, 60)
        up_to = self.flag(entry.get("up_to", False), ["choice", "up_to"])
        slot = self.whole(entry.get("slot", 0), ["choice", "slot"], 0, SLOTS - 1)
        query = None
        frame = state.frames[-1] if state.frames else None
        if op in ("may", "order"):
            fits = len(state.batch) > (op == "order")
        elif op in ("cost", "limit"):
            fits = bool(found["from"]) and seat == state.turn
        else:
            steps = [] if frame is None or frame.ability is None else frame.ability.steps
            step = steps[frame.at] if frame is not None and frame.at < len(steps) else None
            fits = step is not None and step.op == op and bool(found["from"])
            query = getattr(step, "query", None)
        twice = len(set(found["from"])) < len(found["from"])
        if not fits or twice or len(found["picked"]) >= max(count, 1) or not set(found["picked"]) <= set(found["from"]):
            self.wrong(["choice"], "does not fit what is being done.", "進行中の処理と合いません。")
        state.choice = Choice(
            seat, op, card, zone, bytes(found["from"]), count, up_to, bytes(found["picked"]), slot, query
        )
