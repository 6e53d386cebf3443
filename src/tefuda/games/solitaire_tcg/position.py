"""Positions of Solitaire TCG: reads and writes a state as plain data.

A card in a zone is its id. On the board or field it may be a mapping with its status. Unfinished effects refer to cards
by location: `grave[2]`.
"""

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine.abilities import Choice, Frame
from tefuda.cardlang.engine.zones import NO_CARD, has
from tefuda.cardlang.field_types import KeyPath
from tefuda.cardlang.positions import EffectReader, common_data
from tefuda.core.events import Event
from tefuda.games.solitaire_tcg.catalogue import LIBRARY, make_pool
from tefuda.games.solitaire_tcg.rules.codes import (
    ARTIFACT,
    BOARD,
    CARD_ZONES,
    DECK,
    EQUIP,
    FIELD,
    FIELD_CARD,
    FRAME_BURIAL,
    FRAME_KINDS,
    FRAME_SPELL_END,
    LEAVING,
    LIMBO,
    MAX_CARDS,
    MAX_COPIES,
    MAX_KINDS,
    MONSTER,
    SPELL,
)
from tefuda.games.solitaire_tcg.rules.model import Ability, Card, Rules, Status
from tefuda.games.solitaire_tcg.rules.setup import begin_game, deal_opening, new_state
from tefuda.games.solitaire_tcg.rules.state import SolitaireState
from tefuda.games.solitaire_tcg.rules.targets import valid_hosts

KEYS: Final = [
    *CARD_ZONES,
    "turn",
    "spells_cast_this_turn",
    "known",
    "queue",
    "doing",
    "choice",
    "resolved",
    "result",
    "reason",
    "luck",
    "cards",
    "options",
]
CHOICE_KEYS: Final = ["op", "card", "from", "need", "picked"]
PERMANENT_KEYS: Final = ["card", "on", "counters", "used", "atk", "hp", "turn_atk", "turn_hp"]
RESULTS: Final = ["win", "loss"]
MAX_CHANGE: Final = (1 << 31) - 1
"""The largest counter, and the largest change of a stat, that the encoding holds."""
CARD_LOCATION: Final = re.compile(r"([a-z]+)\[([0-9]{1,3})\]")


# Writing


def write(state: SolitaireState) -> dict[str, Any]:
    """Return the state as a position."""
    written: dict[str, Any] = {}
    for code, zone in enumerate(CARD_ZONES):
        cards = list(state.zone(code))
        if code in (BOARD, FIELD):
            written[zone] = [_permanent(state, card) for card in cards]
        elif code < LIMBO or cards:
            written[zone] = [state.pool.card(card).id for card in cards]
    written["turn"] = state.turn
    written["spells_cast_this_turn"] = state.spells_cast
    if state.known_top or state.known_bottom:
        written["known"] = {"top": state.known_top, "bottom": state.known_bottom}
    if state.pending:
        written["queue"] = [
            {"card": _location(state, entry.card), "ability": entry.ability.number} for entry in state.pending
        ]
    if state.frames:
        written["doing"] = [_frame(state, frame) for frame in state.frames]
    choice = state.choice
    if choice is not None:
        written["choice"] = {
            "op": choice.op,
            "card": _location(state, choice.card),
            "from": [_location(state, card) for card in choice.candidates],
            "need": choice.need(),
            "picked": [_location(state, card) for card in sorted(choice.picked)],
        }
    if state.resolved_count:
        written["resolved"] = state.resolved_count
    written.update(common_data(state, RESULTS, LIBRARY, state.pool.cards))
    if state.rules.puzzle:
        del written["luck"]
    return written


def _location(state: SolitaireState, card: int) -> str:
    return f"{CARD_ZONES[state.zones.place(card)]}[{state.index(card)}]"


def _permanent(state: SolitaireState, card: int) -> Any:
    status = state.status(card)
    name = state.pool.card(card).id
    if status is None:
        return name
    written: dict[str, Any] = {"card": name}
    if status.host != NO_CARD:
        written["on"] = _location(state, status.host)
    if status.counters is not None:
        written["counters"] = {key: status.counters[key] for key in sorted(status.counters)}
    if status.used:
        written["used"] = [number for number in range(16) if status.used >> number & 1]
    for key in ("atk", "hp", "turn_atk", "turn_hp"):
        value = getattr(status, key)
        if value:
            written[key] = value
    return written


def _frame(state: SolitaireState, frame: Frame) -> dict[str, Any]:
    at = state.steps_begun(frame)
    written: dict[str, Any] = {"what": FRAME_KINDS[frame.kind], "card": _location(state, frame.card), "at": at}
    return written if frame.ability is None else {**written, "ability": frame.ability.number}


# Reading


def read(
    position: Mapping[str, Any], rules: Rules, deck: list[Card], seed: int, log: list[Event] | None
) -> SolitaireState:
    """Return the state of a position. Raises `InvalidPosition` with all problems.

    Without any zone, the game starts with `deck`. Otherwise missing zones are empty.
    """
    reader = Reader(position)
    reader.read_zones()
    reader.raise_problems()
    if any(zone in position for zone in CARD_ZONES):
        state = new_state(rules, make_pool(reader.cards), seed)
        reader.place_cards(state)
    else:
        state = deal_opening(rules, make_pool(deck), seed)
    reader.read_other_keys(state)
    reader.raise_problems()
    return begin_game(state, log)


class Reader(EffectReader[Card, SolitaireState]):
    """Reads one position."""

    frame_kinds = FRAME_KINDS
    trigger_keys: ClassVar = ["card", "ability"]
    frame_keys: ClassVar = ["what", "card", "at", "ability"]
    ability_word = "能力"

    def __init__(self, position: Mapping[str, Any]) -> None:
        super().__init__(position, KEYS, LIBRARY)
        self.cards: list[Card] = []
        self.zones: dict[str, list[int]] = {zone: [] for zone in CARD_ZONES}
        self.permanents: list[tuple[KeyPath, int, dict[str, Any]]] = []

    def read_zones(self) -> None:
        """Read the zones."""
        for zone in CARD_ZONES:
            for index, item in enumerate(self.read_list(self.position.get(zone, []), [zone])):
                self.read_card(zone, index, item)
        if len(self.cards) > MAX_CARDS or len({card.id for card in self.cards}) > MAX_KINDS:
            self.add_problem([], f"more than {MAX_CARDS} cards, or too many different ones.", "カードが多すぎます。")
        names = [card.id for card in self.cards]
        for name in dict.fromkeys(names):
            if names.count(name) > MAX_COPIES:
                self.add_problem([], f"more than {MAX_COPIES} of {name}.", f"{name} は {MAX_COPIES} 枚までです。")

    def read_card(self, zone: str, index: int, item: Any) -> None:
        path: KeyPath = [zone, index]
        name = item
        if isinstance(item, dict) and zone in ("board", "field"):
            name = item.get("card")
            self.check_keys(item, path, PERMANENT_KEYS)
        card = self.find_card(name, path)
        if card is None:
            return
        allowed = {
            "board": [MONSTER, ARTIFACT, EQUIP],
            "field": [FIELD_CARD],
            "limbo": [SPELL],
            "leaving": [FIELD_CARD],
        }
        if card.type_code not in allowed.get(zone, [card.type_code]):
            self.add_problem(path, f"a {card.type} cannot be in this zone.", f"{card.type} はそこに置けません。")
        number = len(self.cards)
        self.cards.append(card)
        self.zones[zone].append(number)
        if isinstance(item, dict):
            self.permanents.append((path, number, item))

    def place_cards(self, state: SolitaireState) -> None:
        for code, zone in enumerate(CARD_ZONES):
            state.fill(code, vec[i64](self.zones[zone]))
        for path, number, item in self.permanents:
            self.read_permanent(state, path, number, item)
        unique = [card for card in state.zone(FIELD) if state.pool.card(card).unique]
        if len(unique) > 1:
            self.add_problem(["field"], "there are two unique fields.", "unique なフィールドが二つあります。")
        for index, card in enumerate(state.zone(BOARD)):
            if state.pool.card(card).type_code == EQUIP and state.host(card) == NO_CARD:
                self.add_problem(["board", index], "an equip needs on, its host.", "装備には on（装備先）が必要です。")

    def read_permanent(self, state: SolitaireState, path: KeyPath, number: int, item: dict[str, Any]) -> None:
        status = Status(number)
        if "on" in item:
            host = self.card_at(state, item["on"], [*path, "on"])
            if host != NO_CARD:
                if not has(valid_hosts(state, number), host):
                    self.add_problem([*path, "on"], "cannot carry this equip.", "この装備を付けられません。")
                status.host = host
        counters = item.get("counters", {})
        if isinstance(counters, dict):
            read = {
                name: self.read_integer(value, [*path, "counters", name], 1, MAX_CHANGE)
                for name, value in counters.items()
            }
            status.counters = read or None
        else:
            self.add_problem([*path, "counters"], "a mapping is expected.", "名前: 数 で書いてください。")
        used = item.get("used", [])
        last = len(self.cards[number].abilities) - 1
        for ability in used if isinstance(used, list) else [used]:
            status.used |= 1 << self.read_integer(ability, [*path, "used"], 0, max(last, 0))
        for key in ("atk", "hp", "turn_atk", "turn_hp"):
            setattr(status, key, self.read_integer(item.get(key, 0), [*path, key], -MAX_CHANGE, MAX_CHANGE))
        if not status.is_empty():
            state.add_status(status)

    @override
    def find_location(self, state: SolitaireState, text: str) -> int:
        """Return the card at a location such as `grave[2]`. Cards in play can also be given by name."""
        match = CARD_LOCATION.fullmatch(text)
        if match is not None and match[1] in CARD_ZONES:
            cards = state.zone(CARD_ZONES.index(match[1]))
            if int(match[2]) < len(cards):
                return cards[int(match[2])]
        return next((card for card in state.in_play() if state.name(card) == text), NO_CARD)

    @override
    def abilities_of(self, state: SolitaireState, card: int) -> list[Ability]:
        return state.pool.card(card).abilities

    def read_other_keys(self, state: SolitaireState) -> None:
        """Read everything except zones."""
        position = self.position
        state.turn = self.read_integer(position.get("turn", 1), ["turn"], 1, 250)
        state.spells_cast = self.read_integer(
            position.get("spells_cast_this_turn", 0), ["spells_cast_this_turn"], 0, 10_000
        )
        state.resolved_count = self.read_integer(position.get("resolved", 0), ["resolved"], 0, 100_000)
        if "known" in position:
            known = self.read_mapping(position["known"], ["known"], ["top", "bottom"])
            state.known_top = self.read_integer(known.get("top", 0), ["known", "top"], 0, state.size(DECK))
            rest = state.size(DECK) - state.known_top
            state.known_bottom = self.read_integer(known.get("bottom", 0), ["known", "bottom"], 0, rest)
        rng = self.read_random()
        if rng is not None and not state.rules.puzzle:
            state.rng = rng
        self.read_unfinished(state)
        self.read_end(state, RESULTS)

    def read_unfinished(self, state: SolitaireState) -> None:
        """Read queue, stack and open choice of a position within an action."""
        state.pending = self.read_triggers(state, "queue")
        state.start_tick()
        state.frames = self.read_frames(state)
        if "choice" in self.position and not self.problems.items:
            self.read_choice(state)

    @override
    def read_frame(self, state: SolitaireState, item: Any, path: KeyPath) -> Frame | None:
        frame = super().read_frame(state, item, path)
        if frame is not None:
            place = state.zones.place(frame.card)
            is_spent = place == LIMBO and state.size(LIMBO) == 1
            if (frame.kind == FRAME_SPELL_END and not is_spent) or (frame.kind == FRAME_BURIAL and place != LEAVING):
                self.add_problem(path, "that card is elsewhere.", "そのカードは別の場所にあります。")
        return frame

    def read_choice(self, state: SolitaireState) -> None:
        entry = self.read_mapping(self.position["choice"], ["choice"], CHOICE_KEYS)
        card = self.card_at(state, entry.get("card"), ["choice", "card"])
        found = {key: self.cards_at(state, entry.get(key, []), ["choice", key]) for key in ("from", "picked")}
        need = self.read_integer(entry.get("need", 1), ["choice", "need"], 1, max(len(found["from"]), 1))
        steps = [] if not state.frames or state.frames[-1].ability is None else state.frames[-1].ability.steps
        at = state.frames[-1].at - 1 if steps else -1
        is_step = 0 <= at < len(steps) and steps[at].op == entry.get("op")
        fits = found["from"] and (entry.get("op") == "play" or is_step)
        if not fits or len(found["picked"]) >= need or not set(found["picked"]) <= set(found["from"]):
            self.add_problem(["choice"], "does not match the effect being resolved.", "進行中の処理と合いません。")
        if self.problems.items:
            return
        zone = state.zones.place(found["from"][0])
        zone = BOARD if zone == FIELD else zone
        choice = Choice(state.seat, str(entry["op"]), card, zone, vec[i64](found["from"]), need)
        state.choice = choice.with_picked(vec[i64](found["picked"]))
        if is_step:
            # The step that waits for the choice has begun, but is not finished.
            state.frames[-1].at = at
