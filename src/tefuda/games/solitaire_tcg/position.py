"""Positions of Solitaire TCG: a state as a readable mapping, and back.

A card in a zone is its id; on the board or field it may be a mapping with what has become of it. What is half-done
names cards by their place: `grave[2]`.
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
    EQUIP,
    FIELD,
    FIELD_CARD,
    LIMBO,
    LOST,
    MONSTER,
    MOST_CARDS,
    MOST_COPIES,
    MOST_KINDS,
    NOBODY,
    PLACES,
    RUNNING,
    SPELL,
    WON,
)
from tefuda.games.solitaire_tcg.rules.model import Ability, Card, Choice, Frame, Status, Waiting
from tefuda.games.solitaire_tcg.rules.setup import begin, opening
from tefuda.games.solitaire_tcg.rules.state import SolitaireState
from tefuda.games.solitaire_tcg.rules.steps import valid_hosts
from tefuda.games.solitaire_tcg.rules.zones import BURIAL, PLAYS, SPELL_ENDS, STEPS, Rules

KEYS: Final = [
    *PLACES,
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
THING_KEYS: Final = ["card", "on", "counters", "used", "atk", "hp", "turn_atk", "turn_hp"]
FRAMES: Final = ["steps", "plays", "spell_ends", "burial"]
RESULTS: Final = {"win": WON, "loss": LOST}
PLACE: Final = re.compile(r"([a-z]+)\[([0-9]{1,3})\]")
assert list(range(len(FRAMES))) == [STEPS, PLAYS, SPELL_ENDS, BURIAL]


# Writing


def write(state: SolitaireState) -> dict[str, Any]:
    """The state as a position: everything."""
    written: dict[str, Any] = {}
    for code, zone in enumerate(PLACES):
        cards = state.zone(code)
        if code in (BOARD, FIELD):
            written[zone] = [_thing(state, card) for card in cards]
        elif code < LIMBO or cards:
            written[zone] = [state.pool.card(card).id for card in cards]
    written["turn"] = state.turn
    written["spells_cast_this_turn"] = state.spells
    if state.known_top or state.known_bottom:
        written["known"] = {"top": state.known_top, "bottom": state.known_bottom}
    if state.queue:
        written["queue"] = [
            {"card": _place(state, entry.card), "ability": entry.ability.number} for entry in state.queue
        ]
    if state.frames:
        written["doing"] = [_frame(state, frame) for frame in state.frames]
    choice = state.choice
    if choice is not None:
        written["choice"] = {
            "op": choice.op,
            "card": _place(state, choice.card),
            "from": [_place(state, card) for card in choice.candidates],
            "need": choice.need,
            "picked": [_place(state, card) for card in sorted(choice.picked)],
        }
    if state.resolved:
        written["resolved"] = state.resolved
    if state.outcome != RUNNING:
        written["result"] = "win" if state.outcome == WON else "loss"
        written["reason"] = state.reason
    if not state.rules.puzzle:
        written["luck"] = random_data(state.luck)
    strange = LIBRARY.strange(state.pool.cards)
    if strange:
        written["cards"] = [card_data(card_schema(), card) for card in strange.values()]
    return written


def _place(state: SolitaireState, card: int) -> str:
    zone = state.where(card)
    return f"{PLACES[zone]}[{state.zone(zone).index(card)}]"


def _thing(state: SolitaireState, card: int) -> Any:
    status = state.status(card)
    name = state.pool.card(card).id
    if status is None:
        return name
    written: dict[str, Any] = {"card": name}
    if status.host != NOBODY:
        written["on"] = _place(state, status.host)
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
    written: dict[str, Any] = {"what": FRAMES[frame.kind], "card": _place(state, frame.card), "at": frame.at}
    return written if frame.ability is None else {**written, "ability": frame.ability.number}


# Reading


def read(
    position: Mapping[str, Any], rules: Rules, deck: list[Card], seed: int, log: list[Event] | None
) -> SolitaireState:
    """The state of a position; raises `InvalidPosition` with everything that is wrong.

    Where no zone is named it is the opening of `deck`; else zones that are left out are empty.
    """
    reader = Reader(position)
    reader.read_zones()
    reader.finish()
    if any(zone in position for zone in PLACES):
        state = SolitaireState(rules, make_pool(reader.cards), chacha(0 if rules.puzzle else seed))
        reader.place_cards(state)
    else:
        state = opening(rules, make_pool(deck), len(deck), seed)
    reader.read_rest(state)
    reader.finish()
    return begin(state, log)


class Reader(PositionReader[Card]):
    """One position being read."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        super().__init__(position, KEYS, LIBRARY)
        self.cards: list[Card] = []
        self.zones: dict[str, list[int]] = {zone: [] for zone in PLACES}
        self.things: list[tuple[list[str | int], int, dict[str, Any]]] = []

    def listed(self, key: str) -> list[Any]:
        return self.items(self.position.get(key, []), [key])

    def read_zones(self) -> None:
        """The zones."""
        for zone in PLACES:
            for index, item in enumerate(self.listed(zone)):
                self.read_card(zone, index, item)
        if len(self.cards) > MOST_CARDS or len({card.id for card in self.cards}) > MOST_KINDS:
            self.wrong([], f"more than {MOST_CARDS} cards, or too many different ones.", "カードが多すぎます。")
        names = [card.id for card in self.cards]
        for name in dict.fromkeys(names):
            if names.count(name) > MOST_COPIES:
                self.wrong([], f"more than {MOST_COPIES} of {name}.", f"{name} は {MOST_COPIES} 枚までです。")

    def read_card(self, zone: str, index: int, item: Any) -> None:
        path: list[str | int] = [zone, index]
        name = item
        if isinstance(item, dict) and zone in ("board", "field"):
            name = item.get("card")
            self.check_keys(item, path, THING_KEYS)
        card = self.named(name, path)
        if card is None:
            return
        allowed = {
            "board": [MONSTER, ARTIFACT, EQUIP],
            "field": [FIELD_CARD],
            "limbo": [SPELL],
            "leaving": [FIELD_CARD],
        }
        if card.code not in allowed.get(zone, [card.code]):
            self.wrong(path, f"a {card.type} cannot lie there.", f"{card.type} はそこに置けません。")
        number = len(self.cards)
        self.cards.append(card)
        self.zones[zone].append(number)
        if isinstance(item, dict):
            self.things.append((path, number, item))

    def place_cards(self, state: SolitaireState) -> None:
        for code, zone in enumerate(PLACES):
            state.set_zone(code, bytes(self.zones[zone]))
        for path, number, item in self.things:
            self.read_thing(state, path, number, item)
        unique = [card for card in state.field if state.pool.card(card).unique]
        if len(unique) > 1:
            self.wrong(["field"], "two unique fields.", "unique なフィールドが二つあります。")
        for index, card in enumerate(state.board):
            if state.pool.card(card).code == EQUIP and state.host(card) == NOBODY:
                self.wrong(["board", index], "an equip lies on something: on.", "装備には on（装備先）が必要です。")

    def read_thing(self, state: SolitaireState, path: list[str | int], number: int, item: dict[str, Any]) -> None:
        status = Status(number)
        if "on" in item:
            host = self.card_at(state, item["on"], [*path, "on"])
            if host is not None:
                if bytes([host]) not in valid_hosts(state, number):
                    self.wrong([*path, "on"], "cannot carry this equip.", "この装備を付けられません。")
                status.host = host
        counters = item.get("counters", {})
        if isinstance(counters, dict):
            read = {name: self.whole(value, [*path, "counters", name], 1, 999) for name, value in counters.items()}
            status.counters = read or None
        else:
            self.wrong([*path, "counters"], "a mapping is expected.", "名前: 数 で書いてください。")
        used = item.get("used", [])
        last = len(self.cards[number].abilities) - 1
        for ability in used if isinstance(used, list) else [used]:
            status.used |= 1 << self.whole(ability, [*path, "used"], 0, max(last, 0))
        for key in ("atk", "hp", "turn_atk", "turn_hp"):
            setattr(status, key, self.whole(item.get(key, 0), [*path, key], -9999, 9999))
        if not status.is_plain():
            state.statuses = [*state.statuses, status]

    def card_at(self, state: SolitaireState, text: Any, path: list[str | int]) -> int | None:
        """The card at a place such as `grave[2]`; on the table its name will do."""
        match = PLACE.fullmatch(text) if isinstance(text, str) else None
        if match is not None and match[1] in PLACES:
            cards = state.zone(PLACES.index(match[1]))
            if int(match[2]) < len(cards):
                return cards[int(match[2])]
        for card in state.board + state.field:
            if state.name(card) == text:
                return card
        self.wrong(path, f"{str(text)[:40]!r} is no card's place.", f"{str(text)[:40]!r} にカードはありません。")
        return None

    def read_rest(self, state: SolitaireState) -> None:
        """What is not a zone."""
        position = self.position
        state.turn = self.whole(position.get("turn", 1), ["turn"], 1, 250)
        state.spells = self.whole(position.get("spells_cast_this_turn", 0), ["spells_cast_this_turn"], 0, 10_000)
        state.resolved = self.whole(position.get("resolved", 0), ["resolved"], 0, 100_000)
        if "known" in position:
            known = self.mapping(position["known"], ["known"], ["top", "bottom"])
            state.known_top = self.whole(known.get("top", 0), ["known", "top"], 0, len(state.deck))
            rest = len(state.deck) - state.known_top
            state.known_bottom = self.whole(known.get("bottom", 0), ["known", "bottom"], 0, rest)
        luck = self.luck()
        if luck is not None and not state.rules.puzzle:
            state.luck = luck
        self.read_half_done(state)
        result = position.get("result")
        if result is not None:
            if result not in RESULTS:
                self.wrong(["result"], "win or loss is expected.", "win か loss が必要です。")
            state.outcome = RESULTS.get(str(result), LOST)
            state.seat = OVER
            state.reason = str(position.get("reason", ""))[:40]

    def read_half_done(self, state: SolitaireState) -> None:
        """Queue, stack and open choice: what `write` wrote in the middle of an action."""
        queue: list[Waiting] = []
        for index, item in enumerate(self.listed("queue")):
            entry = self.mapping(item, ["queue", index], ["card", "ability"])
            card, ability = self.ability_of(state, entry, ["queue", index])
            if card is not None and ability is not None:
                queue.append(Waiting(card, ability))
        frames: list[Frame] = []
        for index, item in enumerate(self.listed("doing")):
            entry = self.mapping(item, ["doing", index], ["what", "card", "at", "ability"])
            frame = self.frame_of(state, entry, ["doing", index])
            if frame is not None:
                frames.append(frame)
        if queue:
            state.queue = queue
            state.newest = len(queue)
        if frames:
            state.frames = frames
        if "choice" in self.position and not self.problems.items:
            self.read_choice(state)

    def ability_of(
        self, state: SolitaireState, entry: dict[str, Any], path: list[str | int]
    ) -> tuple[int | None, Ability | None]:
        card = self.card_at(state, entry.get("card"), [*path, "card"])
        if card is None:
            return None, None
        abilities = state.pool.card(card).abilities
        number = entry.get("ability")
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(abilities):
            self.wrong([*path, "ability"], "no ability of that card.", "そのカードの能力ではありません。")
            return card, None
        return card, abilities[number]

    def frame_of(self, state: SolitaireState, entry: dict[str, Any], path: list[str | int]) -> Frame | None:
        what = entry.get("what")
        if what not in FRAMES:
            self.wrong(path, f"one of {', '.join(FRAMES)} is expected.", f"{', '.join(FRAMES)} のどれかが必要です。")
            return None
        kind = FRAMES.index(what)
        if kind == STEPS:
            card, ability = self.ability_of(state, entry, path)
            if card is None or ability is None:
                return None
            return Frame(kind, card, ability, self.whole(entry.get("at", 0), [*path, "at"], 0, len(ability.steps)))
        card = self.card_at(state, entry.get("card"), [*path, "card"])
        if card is None:
            return None
        if (kind == SPELL_ENDS and bytes([card]) != state.limbo) or (
            kind == BURIAL and bytes([card]) not in state.leaving
        ):
            self.wrong(path, "that card is elsewhere.", "そのカードは別の場所にあります。")
        plays = len(state.pool.card(card).when[0])
        return Frame(kind, card, None, self.whole(entry.get("at", 0), [*path, "at"], 0, plays))

    def read_choice(self, state: SolitaireState) -> None:
        keys = ["op", "card", "from", "need", "picked"]
        entry = self.mapping(self.position["choice"], ["choice"], keys)
        card = self.card_at(state, entry.get("card"), ["choice", "card"])
        found: dict[str, list[int]] = {}
        for key in ("from", "picked"):
            places = entry.get(key, [])
            cards = [
                self.card_at(state, place, ["choice", key])
                for place in (places if isinstance(places, list) else [None])
            ]
            found[key] = [number for number in cards if number is not None]
        need = self.whole(entry.get("need", 1), ["choice", "need"], 1, max(len(found["from"]), 1))
        steps = [] if not state.frames or state.frames[-1].ability is None else state.frames[-1].ability.steps
        at = state.frames[-1].at - 1 if steps else -1
        fits = entry.get("op") == "play" or (0 <= at < len(steps) and steps[at].op == entry.get("op"))
        if card is None or not fits or len(found["picked"]) >= need or not set(found["picked"]) <= set(found["from"]):
            self.wrong(["choice"], "does not fit what is being done.", "進行中の処理と合いません。")
        if self.problems.items or card is None:
            return
        zone = state.where(found["from"][0])
        zone = BOARD if zone == FIELD else zone
        state.choice = Choice(str(entry["op"]), card, zone, bytes(found["from"]), need, bytes(found["picked"]))
