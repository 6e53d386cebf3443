"""Reader for positions of LinkaVel (LV-16.7 to LV-16.10)."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine.abilities import Choice
from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.cardlang.field_types import KeyPath
from tefuda.cardlang.positions import EffectReader
from tefuda.core.events import Event
from tefuda.core.random import chacha
from tefuda.games.linkavel.catalogue import LIBRARY, make_pool
from tefuda.games.linkavel.rules import codes
from tefuda.games.linkavel.rules.costs import cost_candidates
from tefuda.games.linkavel.rules.model import (
    POWER_MODIFIER,
    PROTECTION,
    USED_PROTECTION,
    Ability,
    Card,
    Modifier,
    Rules,
)
from tefuda.games.linkavel.rules.moves import MAX_LP
from tefuda.games.linkavel.rules.setup import begin_game, deal_opening
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.rules.turns import FRAME_KINDS

SIDE_KEYS: Final = ["lp", *codes.CARD_ZONES, "shown", "refreshed", "spent"]
SLOT_KEYS: Final = ["card", "attacks", "extra", "used", "changes"]
CHANGE_KEYS: Final = ["power", "protect", "used", "duration", "expires", "by", "once"]
CHOICE_KEYS: Final = ["seat", "op", "card", "zone", "from", "count", "up_to", "picked", "slot"]
UNFINISHED_KEYS: Final = ["flow", "next_phase", "ended", "listed", "ordered", "resolved", "batch", "pending", "doing"]
KEYS: Final = [
    *codes.SEATS,
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
    if any(zone in side for side in reader.sides for zone in codes.CARD_ZONES):
        reader.read_zones()
        reader.raise_problems()
        order = sorted(range(len(reader.cards)), key=lambda at: (reader.cards[at][0], reader.cards[at][1].id))
        owned = [[reader.cards[at][1] for at in order if reader.cards[at][0] == seat] for seat in range(2)]
        pool = make_pool(owned[0], owned[1])
        state = LinkaVelState(rules, pool, pool.zones.copy(), chacha(seed))
        reader.place_cards(state, {number: place for place, number in enumerate(order)})
    else:
        reader.raise_problems()
        state = deal_opening(rules, make_pool(*decks), seed)
        for seat, given in enumerate(reader.sides):
            reader.read_player(state, seat, given)
        if "phase" in position:
            state.flow = codes.FLOW_OPEN
            state.choice = None
    reader.read_other_keys(state)
    reader.raise_problems()
    return begin_game(state, log)


class Reader(EffectReader[Card, LinkaVelState]):
    """Reads one position."""

    frame_kinds = FRAME_KINDS
    trigger_keys: ClassVar = ["card", "ability", "about"]
    frame_keys: ClassVar = ["what", "card", "ability", "about", "at", "part", "did"]
    ability_word = "効果"

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
        for seat in codes.SEATS:
            value = self.position.get(seat, {})
            if isinstance(value, dict):
                self.check_keys(value, [seat], SIDE_KEYS)
            found.append(value if isinstance(value, dict) else self.read_mapping(value, [seat], SIDE_KEYS))
        return found

    def read_zones(self) -> None:
        for seat, side in enumerate(self.sides):
            for zone in codes.CARD_ZONES:
                path: KeyPath = [codes.SEATS[seat], zone]
                items = self.read_list(side.get(zone, []), path)
                on_field = zone in ("monsters", "magics")
                if on_field and len(items) > codes.SLOTS:
                    self.add_problem(path, f"there are {codes.SLOTS} slots.", f"枠は {codes.SLOTS} つです。")
                    items = items[: codes.SLOTS]
                found = [self.read_card(seat, zone, [*path, index], item) for index, item in enumerate(items)]
                if on_field:
                    found += [NO_CARD] * (codes.SLOTS - len(found))
                self.zones[seat, zone] = found
        if len(self.cards) > codes.MAX_CARDS or len({card.id for _, card in self.cards}) > codes.MAX_KINDS:
            self.add_problem(
                [], f"more than {codes.MAX_CARDS} cards, or too many different ones.", "カードが多すぎます。"
            )

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
            for code, zone in enumerate(codes.CARD_ZONES):
                cards = [numbers[card] for card in self.zones[seat, zone]]
                if code < codes.LISTS:
                    for card in reversed(cards) if code == codes.DECK else cards:
                        state.zones.add(codes.LISTS * seat + code, card)
                    continue
                first = codes.FIELD_SLOTS * seat + (codes.SLOTS if code == codes.MAGICS else 0)
                for slot, card in enumerate(cards):
                    if card != NO_CARD:
                        state.put(first + slot, card)
            self.read_player(state, seat, given)
        for path, number, item in self.slots:
            self.read_slot(state, path, numbers[number], item)

    def read_player(self, state: LinkaVelState, seat: int, given: dict[str, Any]) -> None:
        """Read LP and marks of a player."""
        path: KeyPath = [codes.SEATS[seat]]
        state.set_lp(seat, self.read_integer(given.get("lp", self.rules.lp), [*path, "lp"], 0, MAX_LP))
        if self.read_boolean(given.get("refreshed", False), [*path, "refreshed"]):
            state.refreshed |= 1 + seat
        hand = state.zone(seat, codes.HAND)
        for at in self.read_list(given.get("shown", []), [*path, "shown"]):
            card = hand[self.read_integer(at, [*path, "shown"], 0, len(hand) - 1)] if len(hand) else NO_CARD
            if card == NO_CARD or state.zones.flag(card):
                en, ja = "must be different cards of the hand.", "手札の別々のカードを書いてください。"
                self.add_problem([*path, "shown"], en, ja)
            else:
                state.zones.set_flag(card, True)
        used = [
            self.read_used_per_game(state, text, [*path, "spent", index])
            for index, text in enumerate(self.read_list(given.get("spent", []), [*path, "spent"]))
        ]
        state.set_used_per_game(seat, b"".join(used))

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
        for mark, value in ((codes.ATTACKS_MARK, attacks), (codes.EXTRA_MARK, extra), (codes.USED_MARK, used)):
            state.zones.set_mark(state.zones.slot_of(number), mark, value)
        for index, entry in enumerate(self.read_list(item.get("changes", []), [*path, "changes"])):
            state.modifiers = [*state.modifiers, self.read_change(state, number, entry, [*path, "changes", index])]

    def read_change(self, state: LinkaVelState, number: int, entry: Any, where: KeyPath) -> Modifier:
        change = self.read_mapping(entry, where, CHANGE_KEYS)
        kinds = [key for key in ("power", "protect", "used") if key in change]
        if len(kinds) > 1:
            self.add_problem(where, f"use {kinds[0]} or {kinds[1]}, not both.", f"{'と'.join(kinds)}は一方だけです。")
        source = number
        if change.get("by") is not None:
            source = self.card_at(state, change["by"], [*where, "by"])
        usual = codes.WHILE if "used" in change else codes.PERMANENT
        duration = self.read_enum(change.get("duration", codes.DURATIONS[usual]), [*where, "duration"], codes.DURATIONS)
        expires = change.get("expires", self.usual_expiry(state, source, duration, "used" in change))
        expires = self.read_integer(expires, [*where, "expires"], 0, 1_000_000)
        once = self.read_boolean(change.get("once", False), [*where, "once"])
        if "used" in change:
            kind, amount = USED_PROTECTION, self.read_used_protection(state, source, change["used"], [*where, "used"])
        elif "protect" in change:
            kind = PROTECTION
            amount = self.read_enum(change["protect"], [*where, "protect"], codes.DESTROY_CAUSES)
        else:
            kind = POWER_MODIFIER
            amount = self.read_integer(change.get("power", 0), [*where, "power"], -1_000_000, 1_000_000)
        return Modifier(kind, number, source, amount, duration, expires, once)

    def usual_expiry(self, state: LinkaVelState, source: int, duration: int, used: bool) -> int:
        """Return the turn at whose end a change expires if the position does not say it; 0 for never."""
        now = self.position.get("turn_number", 1)
        if not isinstance(now, int):
            return 0
        if duration == codes.NEXT_TURN:
            owner = codes.SEATS[state.pool.owner(source)] if source != NO_CARD else None
            return now + (1 if owner in (None, self.position.get("turn", codes.SEATS[0])) else 2)
        return now if used or duration == codes.THIS_TURN else 0

    def read_used_protection(self, state: LinkaVelState, source: int, value: Any, path: KeyPath) -> int:
        """Return the number of a continuous ability of `source`, which is on the field."""
        number = self.read_integer(value, path, 0, codes.MAX_ABILITIES - 1)
        abilities = state.card(source).abilities if state.is_on_field(source) else []
        if number not in [ability.number for ability in abilities if ability.when == codes.CONTINUOUS]:
            en = "is not a continuous ability of a card on the field."
            self.add_problem(path, en, "フィールドのカードの永続効果ではありません。")
        return number

    @override
    def find_location(self, state: LinkaVelState, text: str) -> int:
        """Return the card at a location such as `two.trash[2]`."""
        match = CARD_LOCATION.fullmatch(text)
        if match is None or match[2] not in codes.CARD_ZONES:
            return NO_CARD
        cards = state.stored_zone(codes.SEATS.index(match[1]), codes.CARD_ZONES.index(match[2]))
        return cards[int(match[3])] if int(match[3]) < len(cards) else NO_CARD

    @override
    def abilities_of(self, state: LinkaVelState, card: int) -> list[Ability]:
        return state.pool.card(card).abilities

    def read_other_keys(self, state: LinkaVelState) -> None:
        """Read everything except zones."""
        position = self.position
        if "turn" in position:
            state.turn = self.read_enum(position["turn"], ["turn"], codes.SEATS)
        state.turn_number = self.read_integer(position.get("turn_number", 1), ["turn_number"], 1, 1_000_000)
        state.phase = self.read_enum(position.get("phase", codes.PHASES[codes.PHASE_MAIN1]), ["phase"], codes.PHASES)
        if position.get("phase") in ("draw", "end") and "flow" not in position:
            state.flow = codes.FLOWS.index("inside")
        state.has_summoned = self.read_boolean(position.get("summoned", False), ["summoned"])
        state.refresh_count = self.read_integer(position.get("refreshes", 0), ["refreshes"], 0, 1_000_000)
        rng = self.read_random()
        if rng is not None:
            state.rng = rng
        self.read_unfinished(state)
        self.read_end(state, codes.OUTCOMES[1:])

    def read_unfinished(self, state: LinkaVelState) -> None:
        """Read flow, triggers, stack, attack and open choice of a position within an action."""
        position = self.position
        if "flow" in position:
            state.flow = self.read_enum(position["flow"], ["flow"], codes.FLOWS)
        if "next_phase" in position:
            state.next_phase = self.read_enum(position["next_phase"], ["next_phase"], codes.PHASES)
        elif state.flow == codes.FLOW_OPEN:
            state.next_phase = state.phase
        state.end_triggered = self.read_boolean(position.get("ended", False), ["ended"])
        state.in_listed_order = self.read_boolean(position.get("listed", False), ["listed"])
        state.next_is_chosen = self.read_boolean(position.get("ordered", False), ["ordered"])
        state.resolved_count = self.read_integer(position.get("resolved", 0), ["resolved"], 0, 1_000)
        state.batch = self.read_triggers(state, "batch")
        state.pending = self.read_triggers(state, "pending")
        state.frames = self.read_frames(state)
        if "attack" in position:
            attack = self.read_mapping(position["attack"], ["attack"], ["by", "on", "broken"])
            state.attacker = self.card_at(state, attack.get("by"), ["attack", "by"])
            state.defender = self.card_or_none(state, attack.get("on"), ["attack", "on"])
            state.battle_aborted = self.read_boolean(attack.get("broken", False), ["attack", "broken"])
        if state.flow == codes.FLOW_COMPARE and state.attacker == NO_CARD and position.get("result") is None:
            self.add_problem(["flow"], "there is no attack to resolve.", "進行中の攻撃がありません。")
        if "choice" in position and not self.problems.items:
            self.read_choice(state)

    def read_choice(self, state: LinkaVelState) -> None:
        entry = self.read_mapping(self.position["choice"], ["choice"], CHOICE_KEYS)
        seat = self.read_enum(entry.get("seat"), ["choice", "seat"], codes.SEATS)
        op = str(entry.get("op"))
        card = self.card_or_none(state, entry.get("card"), ["choice", "card"])
        zone = self.read_enum(entry.get("zone"), ["choice", "zone"], codes.ZONES)
        found = {key: self.cards_at(state, entry.get(key, []), ["choice", key]) for key in ("from", "picked")}
        count = self.read_integer(entry.get("count", 1), ["choice", "count"], 1, 60)
        up_to = self.read_boolean(entry.get("up_to", False), ["choice", "up_to"])
        slot = self.read_integer(entry.get("slot", 0), ["choice", "slot"], 0, codes.SLOTS - 1)
        frame = state.frames[-1] if state.frames else None
        if op in ("may", "order"):
            fits = len(state.batch) > (op == "order")
        elif op == "mulligan":
            fits = state.flow == codes.FLOW_ENTER and bool(state.zone_size(seat, codes.HAND)) and not found["from"]
        elif op == "cost":
            there = state.monster(state.turn, slot)
            fits = seat == state.turn and card != NO_CARD and (there == NO_CARD or there in found["picked"])
            fits = fits and is_open_cost(state, state.card(card), count, found["from"], found["picked"])
        elif op == "limit":
            fits = bool(found["from"]) and seat == state.turn
        else:
            steps = [] if frame is None or frame.ability is None else frame.ability.steps
            step = steps[frame.at] if frame is not None and frame.at < len(steps) else None
            fits = step is not None and step.op == op and bool(found["from"])
        twice = len(set(found["from"])) < len(found["from"])
        if not fits or twice or len(found["picked"]) >= max(count, 1) or not set(found["picked"]) <= set(found["from"]):
            self.add_problem(["choice"], "does not match the effect being resolved.", "進行中の処理と合いません。")
        candidates, picked = vec[i64](found["from"]), vec[i64](found["picked"])
        state.choice = Choice(seat, op, card, zone, candidates, count, up_to, slot).with_picked(picked)


def is_open_cost(state: LinkaVelState, card: Card, count: int, candidates: list[int], picked: list[int]) -> bool:
    """Whether these are the monsters that can pay for a card, and more than it costs."""
    if not set(picked) <= set(candidates) <= set(state.zone(state.turn, codes.MONSTERS)):
        return False
    possible = list(cost_candidates(state, card, vec[i64](picked)))
    return candidates == possible and count == card.cost_count < len(possible)
