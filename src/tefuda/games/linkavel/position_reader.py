"""Reader for positions of LinkaVel (LV-16.7 to LV-16.10)."""

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
    CARD_ZONES,
    DESTROY_CAUSES,
    DURATIONS,
    MAX_CARDS,
    MAX_KINDS,
    NO_CARD,
    ON_PLAY,
    OUTCOMES,
    PERMANENT,
    PHASE_MAIN1,
    PHASES,
    SEATS,
    SLOTS,
    ZONES,
)
from tefuda.games.linkavel.rules.encoding import stored_zone
from tefuda.games.linkavel.rules.model import (
    POWER_MODIFIER,
    PROTECTION,
    Ability,
    Card,
    Choice,
    Frame,
    Modifier,
    PendingTrigger,
    Side,
    Status,
)
from tefuda.games.linkavel.rules.setup import begin_game, deal_opening
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.rules.table import MAX_LP
from tefuda.games.linkavel.rules.turns import FLOW_COMPARE, FLOW_OPEN, FLOWS, FRAME_KINDS, FRAME_STEPS
from tefuda.games.linkavel.rules.zones import Rules

SIDE_KEYS: Final = ["lp", *CARD_ZONES, "shown", "refreshed", "spent"]
SLOT_KEYS: Final = ["card", "attacks", "extra", "used", "changes"]
CHANGE_KEYS: Final = ["power", "protect", "duration", "expires", "by", "once"]
CHOICE_KEYS: Final = ["seat", "op", "card", "zone", "from", "count", "up_to", "picked", "slot"]
FRAME_KEYS: Final = ["what", "card", "ability", "about", "at", "part", "did"]
UNFINISHED_KEYS: Final = ["flow", "next_phase", "ended", "listed", "ordered", "resolved", "batch", "pending", "doing"]
KEYS: Final = [
    *SEATS,
    "turn",
    "turn_number",
    "phase",
    "summoned",
    "refreshes",
    *UNFINISHED_KEYS,
    "attack",
    "choice",
    "result",
    "reason",
    "luck",
    "cards",
    "options",
]
CARD_LOCATION: Final = re.compile(r"(one|two)\.([a-z]+)\[([0-9]{1,3})\]")


def read(
    position: Mapping[str, Any],
    rules: Rules,
    decks: tuple[list[Card], list[Card]],
    seed: int,
    log: list[Event] | None,
) -> LinkaVelState:
    """Return the state of a position. Raises `InvalidPosition` with all problems.

    Without any zone, the game starts with the decks of the options. Otherwise missing zones are empty.
    """
    reader = Reader(position, rules)
    if any(zone in side for side in reader.sides for zone in CARD_ZONES):
        reader.read_zones()
        reader.raise_problems()
        order = sorted(range(len(reader.cards)), key=lambda at: (reader.cards[at][0], reader.cards[at][1].id))
        owned = [[reader.cards[at][1] for at in order if reader.cards[at][0] == seat] for seat in range(2)]
        state = LinkaVelState(rules, make_pool(owned[0], owned[1]), chacha(seed), Side(), Side())
        reader.place_cards(state, {number: place for place, number in enumerate(order)})
    else:
        reader.raise_problems()
        state = deal_opening(rules, make_pool(*decks), [len(deck) for deck in decks], seed)
        for seat, given in enumerate(reader.sides):
            reader.read_player(state, seat, given)
        if "phase" in position:
            state.flow = FLOW_OPEN
    reader.read_other_keys(state)
    reader.raise_problems()
    return begin_game(state, log)


class Reader(PositionReader[Card]):
    """Reads one position."""

    def __init__(self, position: Mapping[str, Any], rules: Rules) -> None:
        super().__init__(position, KEYS, LIBRARY)
        self.rules = rules
        self.cards: list[tuple[int, Card]] = []
        """Owner and card."""
        self.zones: dict[tuple[int, str], list[int]] = {}
        self.slots: list[tuple[KeyPath, int, dict[str, Any]]] = []

    @cached_property
    def sides(self) -> list[dict[str, Any]]:
        found = []
        for seat in SEATS:
            value = self.position.get(seat, {})
            if isinstance(value, dict):
                self.check_keys(value, [seat], SIDE_KEYS)
            found.append(value if isinstance(value, dict) else self.read_mapping(value, [seat], SIDE_KEYS))
        return found

    def read_zones(self) -> None:
        for seat, side in enumerate(self.sides):
            for zone in CARD_ZONES:
                path: KeyPath = [SEATS[seat], zone]
                items = self.read_list(side.get(zone, []), path)
                on_field = zone in ("monsters", "magics")
                if on_field and len(items) > SLOTS:
                    self.add_problem(path, f"there are {SLOTS} slots.", f"枠は {SLOTS} つです。")
                    items = items[:SLOTS]
                found = [self.read_card(seat, zone, [*path, index], item) for index, item in enumerate(items)]
                if on_field:
                    found += [NO_CARD] * (SLOTS - len(found))
                self.zones[seat, zone] = found
        if len(self.cards) > MAX_CARDS or len({card.id for _, card in self.cards}) > MAX_KINDS:
            self.add_problem([], f"more than {MAX_CARDS} cards, or too many different ones.", "カードが多すぎます。")

    def read_card(self, seat: int, zone: str, path: KeyPath, item: Any) -> int:
        name = item
        on_field = zone in ("monsters", "magics")
        if on_field and item is None:
            return NO_CARD
        if isinstance(item, dict) and on_field:
            name = item.get("card")
            self.check_keys(item, path, SLOT_KEYS)
        card = self.find_card(name, path)
        if card is None:
            return NO_CARD
        if on_field and card.is_monster != (zone == "monsters"):
            self.add_problem(path, f"a {card.type} cannot be in this zone.", f"{card.type} はそこに置けません。")
        number = len(self.cards)
        self.cards.append((seat, card))
        if isinstance(item, dict):
            self.slots.append((path, number, item))
        return number

    def place_cards(self, state: LinkaVelState, numbers: dict[int, int]) -> None:
        """Put the cards in their zones. The cards of a player are numbered together."""
        numbers[NO_CARD] = NO_CARD
        for seat, given in enumerate(self.sides):
            side = state.side(seat)
            for zone in CARD_ZONES:
                setattr(side, zone, bytes(numbers[card] for card in self.zones[seat, zone]))
            self.read_player(state, seat, given)
        for path, number, item in self.slots:
            self.read_slot(state, path, numbers[number], item)

    def read_player(self, state: LinkaVelState, seat: int, given: dict[str, Any]) -> None:
        """Read LP and marks of a player."""
        side = state.side(seat)
        path: KeyPath = [SEATS[seat]]
        side.lp = self.read_integer(given.get("lp", self.rules.lp), [*path, "lp"], 0, MAX_LP)
        side.has_refreshed = self.read_boolean(given.get("refreshed", False), [*path, "refreshed"])
        held = len(side.hand) - 1
        for at in self.read_list(given.get("shown", []), [*path, "shown"]):
            card = side.hand[self.read_integer(at, [*path, "shown"], 0, held)] if held >= 0 else NO_CARD
            if card == NO_CARD or card in side.revealed:
                self.add_problem(
                    [*path, "shown"], "must be different cards of the hand.", "手札の別々のカードを書いてください。"
                )
            else:
                side.revealed += bytes([card])
        for index, text in enumerate(self.read_list(given.get("spent", []), [*path, "spent"])):
            side.used_per_game += self.read_used_per_game(state, text, [*path, "spent", index])

    def read_used_per_game(self, state: LinkaVelState, text: Any, path: KeyPath) -> bytes:
        name, _, ability = str(text).partition(":")
        ids = [card.id for card in state.pool.cards]
        if (
            name not in ids
            or not ability.isdecimal()
            or int(ability) >= len(state.pool.cards[ids.index(name)].abilities)
        ):
            self.add_problem(path, "write an effect as card:0.", "効果は card:0 のように書きます。")
            return b""
        return bytes([ids.index(name), int(ability)])

    def read_slot(self, state: LinkaVelState, path: KeyPath, number: int, item: dict[str, Any]) -> None:
        attacks = self.read_integer(item.get("attacks", 0), [*path, "attacks"], 0, 99)
        extra = self.read_integer(item.get("extra", 0), [*path, "extra"], 0, 99)
        used = 0
        last = len(state.pool.card(number).abilities) - 1
        for ability in self.read_list(item.get("used", []), [*path, "used"]):
            if last < 0:
                self.add_problem([*path, "used"], "this card has no abilities.", "このカードに効果はありません。")
            used |= 1 << self.read_integer(ability, [*path, "used"], 0, max(last, 0))
        if attacks or extra or used:
            state.statuses = [*state.statuses, Status(number, attacks, extra, used)]
        for index, entry in enumerate(self.read_list(item.get("changes", []), [*path, "changes"])):
            where: KeyPath = [*path, "changes", index]
            modifier = self.read_mapping(entry, where, CHANGE_KEYS)
            source = number
            if modifier.get("by") is not None:
                source = self.card_at(state, modifier["by"], [*where, "by"])
            duration = self.read_enum(modifier.get("duration", DURATIONS[PERMANENT]), [*where, "duration"], DURATIONS)
            now = self.position.get("turn_number", 1)
            default = now if duration == 0 and isinstance(now, int) else 0
            if duration == 1 and isinstance(now, int):
                mine = (
                    self.position.get("turn", SEATS[0]) == SEATS[state.pool.owner(source)]
                    if source != NO_CARD
                    else True
                )
                default = now + (1 if mine else 2)
            expires = self.read_integer(modifier.get("expires", default), [*where, "expires"], 0, 1_000_000)
            once = self.read_boolean(modifier.get("once", False), [*where, "once"])
            if "protect" in modifier and "power" in modifier:
                self.add_problem(where, "use power or protect, not both.", "power と protect は一方だけです。")
            if "protect" in modifier:
                kind, amount = PROTECTION, self.read_enum(modifier["protect"], [*where, "protect"], DESTROY_CAUSES)
            else:
                kind, amount = (
                    POWER_MODIFIER,
                    self.read_integer(modifier.get("power", 0), [*where, "power"], -1_000_000, 1_000_000),
                )
            state.modifiers = [*state.modifiers, Modifier(kind, number, source, amount, duration, expires, once)]

    def card_at(self, state: LinkaVelState, text: Any, path: KeyPath) -> int:
        """Return the card at a location such as `two.trash[2]`; NO_CARD if there is none."""
        match = CARD_LOCATION.fullmatch(text) if isinstance(text, str) else None
        if match is not None and match[2] in CARD_ZONES:
            cards = stored_zone(state, SEATS.index(match[1]), CARD_ZONES.index(match[2]))
            if int(match[3]) < len(cards) and cards[int(match[3])] != NO_CARD:
                return cards[int(match[3])]
        self.add_problem(path, f"there is no card at {str(text)[:40]!r}.", f"{str(text)[:40]!r} にカードはありません。")
        return NO_CARD

    def card_or_none(self, state: LinkaVelState, text: Any, path: KeyPath) -> int:
        return NO_CARD if text is None else self.card_at(state, text, path)

    def read_other_keys(self, state: LinkaVelState) -> None:
        """Read everything except zones."""
        position = self.position
        if "turn" in position:
            state.turn = self.read_enum(position["turn"], ["turn"], SEATS)
        state.turn_number = self.read_integer(position.get("turn_number", 1), ["turn_number"], 1, 1_000_000)
        state.phase = self.read_enum(position.get("phase", PHASES[PHASE_MAIN1]), ["phase"], PHASES)
        if position.get("phase") in ("draw", "end") and "flow" not in position:
            state.flow = FLOWS.index("inside")
        state.has_summoned = self.read_boolean(position.get("summoned", False), ["summoned"])
        state.refresh_count = self.read_integer(position.get("refreshes", 0), ["refreshes"], 0, 1_000_000)
        rng = self.read_random()
        if rng is not None:
            state.rng = rng
        self.read_unfinished(state)
        if position.get("result") is not None:
            state.outcome = 1 + self.read_enum(position["result"], ["result"], OUTCOMES[1:])
            state.seat = OVER
            state.reason = str(position.get("reason", ""))[:40]

    def read_unfinished(self, state: LinkaVelState) -> None:
        """Read flow, triggers, stack, attack and open choice of a position within an action."""
        position = self.position
        if "flow" in position:
            state.flow = self.read_enum(position["flow"], ["flow"], FLOWS)
        if "next_phase" in position:
            state.next_phase = self.read_enum(position["next_phase"], ["next_phase"], PHASES)
        elif state.flow == FLOW_OPEN:
            state.next_phase = state.phase
        state.end_triggered = self.read_boolean(position.get("ended", False), ["ended"])
        state.in_listed_order = self.read_boolean(position.get("listed", False), ["listed"])
        state.next_is_chosen = self.read_boolean(position.get("ordered", False), ["ordered"])
        state.resolved_count = self.read_integer(position.get("resolved", 0), ["resolved"], 0, 1_000)
        for key in ("batch", "pending"):
            found = [
                self.read_trigger(state, entry, [key, at])
                for at, entry in enumerate(self.read_list(position.get(key, []), [key]))
            ]
            if found:
                setattr(state, key, [entry for entry in found if entry is not None])
        frames = [
            self.read_frame(state, entry, ["doing", at])
            for at, entry in enumerate(self.read_list(position.get("doing", []), ["doing"]))
        ]
        if frames:
            state.frames = [frame for frame in frames if frame is not None]
        if "attack" in position:
            attack = self.read_mapping(position["attack"], ["attack"], ["by", "on", "broken"])
            state.attacker = self.card_at(state, attack.get("by"), ["attack", "by"])
            state.defender = self.card_or_none(state, attack.get("on"), ["attack", "on"])
            state.battle_aborted = self.read_boolean(attack.get("broken", False), ["attack", "broken"])
        if state.flow == FLOW_COMPARE and state.attacker == NO_CARD and position.get("result") is None:
            self.add_problem(["flow"], "there is no attack to resolve.", "進行中の攻撃がありません。")
        if "choice" in position and not self.problems.items:
            self.read_choice(state)

    def read_ability(self, state: LinkaVelState, card: int, number: Any, path: KeyPath) -> Ability | None:
        abilities = [] if card == NO_CARD else state.pool.card(card).abilities
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(abilities):
            self.add_problem([*path, "ability"], "the card has no such ability.", "そのカードの効果ではありません。")
            return None
        return abilities[number]

    def read_trigger(self, state: LinkaVelState, item: Any, path: KeyPath) -> PendingTrigger | None:
        entry = self.read_mapping(item, path, ["card", "ability", "about"])
        card = self.card_at(state, entry.get("card"), [*path, "card"])
        ability = self.read_ability(state, card, entry.get("ability"), path)
        about = self.card_or_none(state, entry.get("about"), [*path, "about"])
        return None if ability is None else PendingTrigger(card, ability, about)

    def read_frame(self, state: LinkaVelState, item: Any, path: KeyPath) -> Frame | None:
        entry = self.read_mapping(item, path, FRAME_KEYS)
        kind = self.read_enum(entry.get("what"), [*path, "what"], FRAME_KINDS)
        card = self.card_at(state, entry.get("card"), [*path, "card"])
        if card == NO_CARD:
            return None
        ability = self.read_ability(state, card, entry.get("ability"), path) if kind == FRAME_STEPS else None
        about = self.card_or_none(state, entry.get("about"), [*path, "about"])
        last = len(state.pool.card(card).abilities_on[ON_PLAY]) if ability is None else len(ability.steps)
        if kind == FRAME_STEPS and ability is None:
            return None
        frame = Frame(kind, card, ability, about)
        frame.at = self.read_integer(entry.get("at", 0), [*path, "at"], 0, last)
        frame.part = self.read_integer(entry.get("part", 0), [*path, "part"], 0, 1)
        frame.acted = self.read_boolean(entry.get("did", False), [*path, "did"])
        return frame

    def read_choice(self, state: LinkaVelState) -> None:
        entry = self.read_mapping(self.position["choice"], ["choice"], CHOICE_KEYS)
        seat = self.read_enum(entry.get("seat"), ["choice", "seat"], SEATS)
        op = str(entry.get("op"))
        card = self.card_or_none(state, entry.get("card"), ["choice", "card"])
        zone = self.read_enum(entry.get("zone"), ["choice", "zone"], ZONES)
        found: dict[str, list[int]] = {}
        for key in ("from", "picked"):
            places = self.read_list(entry.get(key, []), ["choice", key])
            found[key] = [self.card_at(state, place, ["choice", key]) for place in places]
        count = self.read_integer(entry.get("count", 1), ["choice", "count"], 1, 60)
        up_to = self.read_boolean(entry.get("up_to", False), ["choice", "up_to"])
        slot = self.read_integer(entry.get("slot", 0), ["choice", "slot"], 0, SLOTS - 1)
        filter_ = None
        frame = state.frames[-1] if state.frames else None
        if op in ("may", "order"):
            fits = len(state.batch) > (op == "order")
        elif op in ("cost", "limit"):
            fits = bool(found["from"]) and seat == state.turn
        else:
            steps = [] if frame is None or frame.ability is None else frame.ability.steps
            step = steps[frame.at] if frame is not None and frame.at < len(steps) else None
            fits = step is not None and step.op == op and bool(found["from"])
            filter_ = getattr(step, "filter", None)
        twice = len(set(found["from"])) < len(found["from"])
        if not fits or twice or len(found["picked"]) >= max(count, 1) or not set(found["picked"]) <= set(found["from"]):
            self.add_problem(["choice"], "does not match the effect being resolved.", "進行中の処理と合いません。")
        state.choice = Choice(
            seat, op, card, zone, bytes(found["from"]), count, up_to, bytes(found["picked"]), slot, filter_
        )
