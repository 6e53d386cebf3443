"""Positions of Solitaire TCG: reads and writes a state as plain data.

A card in a zone is its id. On the board or field it may be a mapping with its status. Unfinished effects refer to cards
by location: `grave[2]`.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from tefuda.cardlang.card_text import card_data
from tefuda.cardlang.positions import PositionReader, random_data
from tefuda.core.events import Event
from tefuda.core.random import chacha
from tefuda.core.state import OVER
from tefuda.games.solitaire_tcg.catalogue import LIBRARY, make_pool
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.rules.codes import (
    ARTIFACT,
    BOARD,
    CARD_ZONES,
    EQUIP,
    FIELD,
    FIELD_CARD,
    LIMBO,
    LOST,
    MAX_CARDS,
    MAX_COPIES,
    MAX_KINDS,
    MONSTER,
    NO_CARD,
    RUNNING,
    SPELL,
    WON,
)
from tefuda.games.solitaire_tcg.rules.model import Ability, Card, Choice, Frame, PendingTrigger, Status
from tefuda.games.solitaire_tcg.rules.setup import begin_game, deal_opening
from tefuda.games.solitaire_tcg.rules.state import SolitaireState
from tefuda.games.solitaire_tcg.rules.steps import valid_hosts
from tefuda.games.solitaire_tcg.rules.zones import FRAME_BURIAL, FRAME_PLAY, FRAME_SPELL_END, FRAME_STEPS, Rules

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
PERMANENT_KEYS: Final = ["card", "on", "counters", "used", "atk", "hp", "turn_atk", "turn_hp"]
FRAME_KINDS: Final = ["steps", "plays", "spell_ends", "burial"]
RESULTS: Final = {"win": WON, "loss": LOST}
CARD_LOCATION: Final = re.compile(r"([a-z]+)\[([0-9]{1,3})\]")
assert list(range(len(FRAME_KINDS))) == [FRAME_STEPS, FRAME_PLAY, FRAME_SPELL_END, FRAME_BURIAL]


# Writing


def write(state: SolitaireState) -> dict[str, Any]:
    """Return the state as a position."""
    written: dict[str, Any] = {}
    for code, zone in enumerate(CARD_ZONES):
        cards = state.zone(code)
        if code in (BOARD, FIELD):
            written[zone] = [_permanent(state, card) for card in cards]
        elif code < LIMBO or cards:
            written[zone] = [state.pool.card(card).id for card in cards]
    written["turn"] = state.turn
    written["spells_cast_this_turn"] = state.spells_cast
    if state.known_top or state.known_bottom:
        written["known"] = {"top": state.known_top, "bottom": state.known_bottom}
    if state.queue:
        written["queue"] = [
            {"card": _location(state, entry.card), "ability": entry.ability.number} for entry in state.queue
        ]
    if state.frames:
        written["doing"] = [_frame(state, frame) for frame in state.frames]
    choice = state.choice
    if choice is not None:
        written["choice"] = {
            "op": choice.op,
            "card": _location(state, choice.card),
            "from": [_location(state, card) for card in choice.candidates],
            "need": choice.need,
            "picked": [_location(state, card) for card in sorted(choice.picked)],
        }
    if state.resolved_count:
        written["resolved"] = state.resolved_count
    if state.outcome != RUNNING:
        written["result"] = "win" if state.outcome == WON else "loss"
        written["reason"] = state.reason
    if not state.rules.puzzle:
        written["luck"] = random_data(state.rng)
    custom = LIBRARY.custom_cards(state.pool.cards)
    if custom:
        written["cards"] = [card_data(card_schema(), card) for card in custom.values()]
    return written


def _location(state: SolitaireState, card: int) -> str:
    zone = state.zone_of(card)
    return f"{CARD_ZONES[zone]}[{state.zone(zone).index(card)}]"


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
    written: dict[str, Any] = {"what": FRAME_KINDS[frame.kind], "card": _location(state, frame.card), "at": frame.at}
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
        state = SolitaireState(rules, make_pool(reader.cards), chacha(0 if rules.puzzle else seed))
        reader.place_cards(state)
    else:
        state = deal_opening(rules, make_pool(deck), len(deck), seed)
    reader.read_other_keys(state)
    reader.raise_problems()
    return begin_game(state, log)


class Reader(PositionReader[Card]):
    """Reads one position."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        super().__init__(position, KEYS, LIBRARY)
        self.cards: list[Card] = []
        self.zones: dict[str, list[int]] = {zone: [] for zone in CARD_ZONES}
        self.permanents: list[tuple[list[str | int], int, dict[str, Any]]] = []

    def list_at(self, key: str) -> list[Any]:
        return self.read_list(self.position.get(key, []), [key])

    def read_zones(self) -> None:
        """Read the zones."""
        for zone in CARD_ZONES:
            for index, item in enumerate(self.list_at(zone)):
                self.read_card(zone, index, item)
        if len(self.cards) > MAX_CARDS or len({card.id for card in self.cards}) > MAX_KINDS:
            self.add_problem([], f"more than {MAX_CARDS} cards, or too many different ones.", "カードが多すぎます。")
        names = [card.id for card in self.cards]
        for name in dict.fromkeys(names):
            if names.count(name) > MAX_COPIES:
                self.add_problem([], f"more than {MAX_COPIES} of {name}.", f"{name} は {MAX_COPIES} 枚までです。")

    def read_card(self, zone: str, index: int, item: Any) -> None:
        path: list[str | int] = [zone, index]
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
            state.set_zone(code, bytes(self.zones[zone]))
        for path, number, item in self.permanents:
            self.read_permanent(state, path, number, item)
        unique = [card for card in state.field if state.pool.card(card).unique]
        if len(unique) > 1:
            self.add_problem(["field"], "there are two unique fields.", "unique なフィールドが二つあります。")
        for index, card in enumerate(state.board):
            if state.pool.card(card).type_code == EQUIP and state.host(card) == NO_CARD:
                self.add_problem(["board", index], "an equip needs on, its host.", "装備には on（装備先）が必要です。")

    def read_permanent(self, state: SolitaireState, path: list[str | int], number: int, item: dict[str, Any]) -> None:
        status = Status(number)
        if "on" in item:
            host = self.card_at(state, item["on"], [*path, "on"])
            if host is not None:
                if bytes([host]) not in valid_hosts(state, number):
                    self.add_problem([*path, "on"], "cannot carry this equip.", "この装備を付けられません。")
                status.host = host
        counters = item.get("counters", {})
        if isinstance(counters, dict):
            read = {
                name: self.read_integer(value, [*path, "counters", name], 1, 999) for name, value in counters.items()
            }
            status.counters = read or None
        else:
            self.add_problem([*path, "counters"], "a mapping is expected.", "名前: 数 で書いてください。")
        used = item.get("used", [])
        last = len(self.cards[number].abilities) - 1
        for ability in used if isinstance(used, list) else [used]:
            status.used |= 1 << self.read_integer(ability, [*path, "used"], 0, max(last, 0))
        for key in ("atk", "hp", "turn_atk", "turn_hp"):
            setattr(status, key, self.read_integer(item.get(key, 0), [*path, key], -9999, 9999))
        if not status.is_empty():
            state.statuses = [*state.statuses, status]

    def card_at(self, state: SolitaireState, text: Any, path: list[str | int]) -> int | None:
        """Return the card at a location such as `grave[2]`. Cards in play can also be given by name."""
        match = CARD_LOCATION.fullmatch(text) if isinstance(text, str) else None
        if match is not None and match[1] in CARD_ZONES:
            cards = state.zone(CARD_ZONES.index(match[1]))
            if int(match[2]) < len(cards):
                return cards[int(match[2])]
        for card in state.board + state.field:
            if state.name(card) == text:
                return card
        self.add_problem(path, f"there is no card at {str(text)[:40]!r}.", f"{str(text)[:40]!r} にカードはありません。")
        return None

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
            state.known_top = self.read_integer(known.get("top", 0), ["known", "top"], 0, len(state.deck))
            rest = len(state.deck) - state.known_top
            state.known_bottom = self.read_integer(known.get("bottom", 0), ["known", "bottom"], 0, rest)
        rng = self.read_random()
        if rng is not None and not state.rules.puzzle:
            state.rng = rng
        self.read_unfinished(state)
        result = position.get("result")
        if result is not None:
            if result not in RESULTS:
                self.add_problem(["result"], "win or loss is expected.", "win か loss が必要です。")
            state.outcome = RESULTS.get(str(result), LOST)
            state.seat = OVER
            state.reason = str(position.get("reason", ""))[:40]

    def read_unfinished(self, state: SolitaireState) -> None:
        """Read queue, stack and open choice of a position within an action."""
        queue: list[PendingTrigger] = []
        for index, item in enumerate(self.list_at("queue")):
            entry = self.read_mapping(item, ["queue", index], ["card", "ability"])
            card, ability = self.read_ability(state, entry, ["queue", index])
            if card is not None and ability is not None:
                queue.append(PendingTrigger(card, ability))
        frames: list[Frame] = []
        for index, item in enumerate(self.list_at("doing")):
            entry = self.read_mapping(item, ["doing", index], ["what", "card", "at", "ability"])
            frame = self.read_frame(state, entry, ["doing", index])
            if frame is not None:
                frames.append(frame)
        if queue:
            state.queue = queue
            state.tick_start = len(queue)
        if frames:
            state.frames = frames
        if "choice" in self.position and not self.problems.items:
            self.read_choice(state)

    def read_ability(
        self, state: SolitaireState, entry: dict[str, Any], path: list[str | int]
    ) -> tuple[int | None, Ability | None]:
        card = self.card_at(state, entry.get("card"), [*path, "card"])
        if card is None:
            return None, None
        abilities = state.pool.card(card).abilities
        number = entry.get("ability")
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(abilities):
            self.add_problem([*path, "ability"], "the card has no such ability.", "そのカードの能力ではありません。")
            return card, None
        return card, abilities[number]

    def read_frame(self, state: SolitaireState, entry: dict[str, Any], path: list[str | int]) -> Frame | None:
        what = entry.get("what")
        if what not in FRAME_KINDS:
            self.add_problem(
                path, f"one of {', '.join(FRAME_KINDS)} is expected.", f"{', '.join(FRAME_KINDS)} のどれかが必要です。"
            )
            return None
        kind = FRAME_KINDS.index(what)
        if kind == FRAME_STEPS:
            card, ability = self.read_ability(state, entry, path)
            if card is None or ability is None:
                return None
            return Frame(
                kind, card, ability, self.read_integer(entry.get("at", 0), [*path, "at"], 0, len(ability.steps))
            )
        card = self.card_at(state, entry.get("card"), [*path, "card"])
        if card is None:
            return None
        if (kind == FRAME_SPELL_END and bytes([card]) != state.limbo) or (
            kind == FRAME_BURIAL and bytes([card]) not in state.leaving
        ):
            self.add_problem(path, "that card is elsewhere.", "そのカードは別の場所にあります。")
        plays = len(state.pool.card(card).abilities_on[0])
        return Frame(kind, card, None, self.read_integer(entry.get("at", 0), [*path, "at"], 0, plays))

    def read_choice(self, state: SolitaireState) -> None:
        keys = ["op", "card", "from", "need", "picked"]
        entry = self.read_mapping(self.position["choice"], ["choice"], keys)
        card = self.card_at(state, entry.get("card"), ["choice", "card"])
        found: dict[str, list[int]] = {}
        for key in ("from", "picked"):
            places = entry.get(key, [])
            cards = [
                self.card_at(state, place, ["choice", key])
                for place in (places if isinstance(places, list) else [None])
            ]
            found[key] = [number for number in cards if number is not None]
        need = self.read_integer(entry.get("need", 1), ["choice", "need"], 1, max(len(found["from"]), 1))
        steps = [] if not state.frames or state.frames[-1].ability is None else state.frames[-1].ability.steps
        at = state.frames[-1].at - 1 if steps else -1
        fits = entry.get("op") == "play" or (0 <= at < len(steps) and steps[at].op == entry.get("op"))
        if card is None or not fits or len(found["picked"]) >= need or not set(found["picked"]) <= set(found["from"]):
            self.add_problem(["choice"], "does not match the effect being resolved.", "進行中の処理と合いません。")
        if self.problems.items or card is None:
            return
        zone = state.zone_of(found["from"][0])
        zone = BOARD if zone == FIELD else zone
        state.choice = Choice(str(entry["op"]), card, zone, bytes(found["from"]), need, bytes(found["picked"]))
