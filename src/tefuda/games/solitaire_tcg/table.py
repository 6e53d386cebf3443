"""The table of Solitaire TCG: zones, what lies in them, and everything that can happen to a card.

Zones are bytes, a letter for each card, so that clones share them: what changes is replaced.
"""

from typing import Any, Final

from mypy_extensions import i64

from tefuda.core.events import Event
from tefuda.core.random import ChaCha
from tefuda.core.state import State
from tefuda.games.solitaire_tcg.codes import (
    ARTIFACT,
    AT_TOP,
    BANISH,
    BOARD,
    DECK,
    EQUIP,
    FIELD,
    FIELD_CARD,
    GRAVE,
    HAND,
    LEAVING,
    LIMBO,
    LOST,
    MONSTER,
    NOBODY,
    ON_DESTROY,
    ON_DISCARD,
    ON_DRAW,
    ON_ENTER,
    ON_FIELD_SET,
    PLACES,
    RUNNING,
    SHUFFLED,
    STATIC,
    TRIGGERS,
    WON,
)
from tefuda.games.solitaire_tcg.pieces import ONE, Ability, Card, Choice, Frame, Pool, Status, Waiting

STEPS: Final = 0
PLAYS: Final = 1
SPELL_ENDS: Final = 2
BURIAL: Final = 3
"""What a frame does: the steps of an ability, the on_play abilities of a card, a spell or an old field to the grave."""

NO_STATUSES: Final[list[Status]] = []
NO_QUEUE: Final[list[Waiting]] = []
NO_FRAMES: Final[list[Frame]] = []


class Rules:
    """The options of a game."""

    def __init__(
        self,
        puzzle: bool,
        opening_hand: i64,
        turn_draw: i64,
        max_turns: i64,
        deck_size: i64,
        copies: i64,
        guard: i64,
    ) -> None:
        self.puzzle = puzzle
        self.opening_hand = opening_hand
        self.turn_draw = turn_draw
        self.max_turns = max_turns
        self.deck_size = deck_size
        self.copies = copies
        self.guard = guard


class Table(State):
    """Everything that lies on the table, and the ways in which it moves."""

    def __init__(self, rules: Rules, pool: Pool, luck: ChaCha) -> None:
        super().__init__()
        self.rules = rules
        self.pool = pool
        self.hand = b""
        self.deck = b""
        """Top first."""
        self.board = b""
        self.field = b""
        self.grave = b""
        self.banish = b""
        """These in order of arrival."""
        self.limbo = b""
        """The spell being resolved."""
        self.leaving = b""
        """Fields that are being replaced, the outermost first."""
        self.known_top: i64 = 0
        self.known_bottom: i64 = 0
        """How many cards of the deck the player knows, from its two ends (ST-12.2)."""
        self.statuses = NO_STATUSES
        self.queue = NO_QUEUE
        self.newest: i64 = 0
        """Where in the queue the triggers of the present tick begin."""
        self.frames = NO_FRAMES
        """What is half-done, the innermost last."""
        self.choice: Choice | None = None
        self.turn: i64 = 1
        self.spells: i64 = 0
        self.resolved: i64 = 0
        """How many triggers this action has resolved, for the guard."""
        self.outcome: i64 = RUNNING
        self.reason = ""
        self.flat = False
        """While a static change of stats is looked at: stats are read without such changes (ST-11.8)."""
        self.luck = luck
        self.own_luck = False

    # Telling

    def tell(self, kind: str, data: dict[str, Any], reveals: bool = False) -> None:
        if self.log is not None:
            self.log.append(Event(kind, data, reveals=reveals))

    def name(self, card: i64) -> str:
        """A card as events and notation call it: its id, with #2 and so on for further copies on the table."""
        number = self.copy_number(card)
        own = self.pool.card(card).id
        return own if number == 0 else f"{own}#{number + 1}"

    def copy_number(self, card: i64) -> i64:
        """How many equal cards lie before this one on the table."""
        kind = self.pool.kinds[card]
        before: i64 = 0
        for other in self.board + self.field:
            if other == card:
                return before
            if self.pool.kinds[other] == kind:
                before += 1
        return 0

    # Zones

    def zone(self, zone: i64) -> bytes:
        if zone == HAND:
            return self.hand
        if zone == DECK:
            return self.deck
        if zone == BOARD:
            return self.board
        if zone == FIELD:
            return self.field
        if zone == GRAVE:
            return self.grave
        if zone == BANISH:
            return self.banish
        return self.limbo if zone == LIMBO else self.leaving

    def set_zone(self, zone: i64, cards: bytes) -> None:
        if zone == HAND:
            self.hand = cards
        elif zone == DECK:
            self.deck = cards
        elif zone == BOARD:
            self.board = cards
        elif zone == FIELD:
            self.field = cards
        elif zone == GRAVE:
            self.grave = cards
        elif zone == BANISH:
            self.banish = cards
        elif zone == LIMBO:
            self.limbo = cards
        else:
            self.leaving = cards

    def where(self, card: i64) -> i64:
        """The zone that a card is in."""
        one = ONE[card]
        for zone in range(LEAVING):
            if one in self.zone(zone):
                return zone
        return LEAVING

    def is_permanent(self, card: i64) -> bool:
        """Whether it is on the board or the field."""
        return ONE[card] in self.board or ONE[card] in self.field

    def take(self, card: i64, zone: i64) -> None:
        """Take a card out of the zone it is in."""
        cards = self.zone(zone)
        at: i64 = cards.find(ONE[card])
        self.set_zone(zone, cards[:at] + cards[at + 1 :])
        if zone == DECK:
            if at < self.known_top:
                self.known_top -= 1
            elif at >= len(cards) - self.known_bottom:
                self.known_bottom -= 1

    def relocate(self, card: i64, zone: i64, to: i64, by: str, reveals: bool = False) -> None:
        """Move a card, told as `by`. One that leaves the table loses what it had there, and its equips (ST-11.3)."""
        if self.log is not None:
            data: dict[str, Any] = {"card": self.name(card), "from": PLACES[zone], "to": PLACES[to]}
            if zone != DECK:
                data["at"] = self.zone(zone).find(ONE[card])
            self.tell(by, data, reveals)
        self.take(card, zone)
        if to == DECK:
            self.deck += ONE[card]
            self.known_bottom += 1
        else:
            self.set_zone(to, self.zone(to) + ONE[card])
        if (zone == BOARD or zone == FIELD) and to != BOARD and to != FIELD:
            self.strip(card)

    def strip(self, card: i64) -> None:
        """Forget the status of a card that has left the table, and destroy what was attached to it."""
        if not self.statuses:
            return
        self.statuses = [status for status in self.statuses if status.card != card]
        for equip in self.equips_of(card):
            self.destroy_one(equip)

    # Statuses

    def status(self, card: i64) -> Status | None:
        for status in self.statuses:
            if status.card == card:
                return status
        return None

    def changed(self, card: i64) -> Status:
        """A copy of a card's status that may be changed, put in the place of the old one."""
        old = self.status(card)
        new = Status(card) if old is None else old.copy()
        self.statuses = [status for status in self.statuses if status.card != card]
        self.statuses.append(new)
        return new

    def drop_plain(self) -> None:
        """Leave out statuses that say nothing any more."""
        self.statuses = [status for status in self.statuses if not status.is_plain()]

    def host(self, card: i64) -> i64:
        status = self.status(card)
        return NOBODY if status is None else status.host

    def equips_of(self, card: i64) -> bytes:
        """What is attached to a card, in order of arrival."""
        found = b""
        for other in self.board:
            if self.pool.card(other).code == EQUIP and self.host(other) == card:
                found += ONE[other]
        return found

    def counter(self, card: i64, name: str) -> i64:
        status = self.status(card)
        if status is None or status.counters is None:
            return 0
        return status.counters.get(name, 0)

    def set_counter(self, card: i64, name: str, value: i64) -> None:
        """Put a counter to a value, never below 0; only cards on the table have counters (ST-11.4)."""
        if not self.is_permanent(card):
            return
        value = max(0, min(value, 999))
        status = self.changed(card)
        counters: dict[str, i64] = {} if status.counters is None else status.counters.copy()
        counters.pop(name, None)
        if value > 0:
            counters[name] = value
        status.counters = counters if counters else None
        if self.log is not None:
            self.tell("counter", {"card": self.name(card), "name": name, "value": value})
        self.drop_plain()

    # Stats

    def atk(self, card: i64) -> i64:
        return max(0, self.pool.card(card).atk + self.stat_change(card, True))

    def hp(self, card: i64) -> i64:
        return self.pool.card(card).hp + self.stat_change(card, False)

    def stat_change(self, card: i64, of_atk: bool) -> i64:
        """By how much a stat differs from the printed one: what was done to the card, and what statics say now."""
        change: i64 = 0
        status = self.status(card)
        if status is not None:
            change = status.atk + status.turn_atk if of_atk else status.hp + status.turn_hp
        if self.pool.has_static and not self.flat and ONE[card] in self.board:
            change += self.static_change(card, of_atk)
        return change

    def static_change(self, card: i64, of_atk: bool) -> i64:
        """What the static abilities on the table add; in the rules' own half."""
        raise NotImplementedError

    # The queue

    def new_tick(self) -> None:
        """What is triggered from here on comes after everything that waits."""
        self.newest = len(self.queue)

    def trigger(self, card: i64, when: i64) -> None:
        """Queue a card's abilities of one kind: inside a tick the lower priority first (ST-5.2)."""
        abilities = self.pool.card(card).when[when]
        for ability in abilities:
            self.enqueue(card, ability)

    def enqueue(self, card: i64, ability: Ability) -> None:
        if not self.queue:
            self.queue = []
        at: i64 = len(self.queue)
        while at > self.newest and self.queue[at - 1].ability.priority > ability.priority:
            at -= 1
        self.queue.insert(at, Waiting(card, ability))
        if self.log is not None:
            data = {"card": self.name(card), "when": TRIGGERS[ability.when], "ability": ability.number, "place": at}
            self.tell("queued", data)

    # What happens to cards

    def draw_cards(self, count: i64) -> None:
        """From the top of the deck to the hand, as many as there are; a drawn card may trigger itself (ST-8.1)."""
        for _ in range(min(count, len(self.deck))):
            card: i64 = self.deck[0]
            self.relocate(card, DECK, HAND, "draw", True)
            self.trigger(card, ON_DRAW)

    def mill_cards(self, count: i64) -> None:
        for _ in range(min(count, len(self.deck))):
            self.relocate(self.deck[0], DECK, GRAVE, "mill", True)

    def discard_cards(self, cards: bytes, reveals: bool) -> None:
        for card in cards:
            self.relocate(card, HAND, GRAVE, "discard", reveals)
            self.trigger(card, ON_DISCARD)

    def destroy_cards(self, cards: bytes) -> None:
        """All at once: one that a host took along is not destroyed again."""
        for card in cards:
            self.destroy_one(card)

    def destroy_one(self, card: i64) -> None:
        zone = BOARD if ONE[card] in self.board else FIELD
        if zone == FIELD and ONE[card] not in self.field:
            return
        self.relocate(card, zone, GRAVE, "destroy")
        self.trigger(card, ON_DESTROY)

    def arrive(self, card: i64, zone: i64, by: str) -> None:
        """Put a card on the board from another zone: its on_enter is queued at once (ST-4.2)."""
        if zone != BOARD:
            self.relocate(card, zone, BOARD, by)
            self.trigger(card, ON_ENTER)

    def attach(self, equip: i64, host: i64, by: str) -> None:
        """Attach an equip to a host; it arrives on the board where it was elsewhere."""
        self.arrive(equip, self.where(equip), by)
        self.changed(equip).host = host
        if self.log is not None:
            self.tell("attach", {"card": self.name(equip), "host": self.name(host)})

    def put_field(self, card: i64, zone: i64, by: str, plays: bool) -> None:
        """Place a field: the overwrite procedure (ST-7.1), up to what is then left to do."""
        old = b""
        if self.pool.card(card).unique:
            for other in self.field:
                if self.pool.card(other).unique:
                    old = ONE[other]
        if old:
            self.relocate(old[0], FIELD, LEAVING, "overwritten")
        self.relocate(card, zone, FIELD, by)
        self.trigger(card, ON_ENTER)
        for other in self.board + self.field:
            if other != card:
                self.trigger(other, ON_FIELD_SET)
        if not plays:
            if old:
                self.bury(old[0])
            return
        if old:
            self.push(Frame(BURIAL, old[0], None, 0))
        self.push(Frame(PLAYS, card, None, 0))

    def bury(self, card: i64) -> None:
        """A replaced field goes to the grave, and its on_destroy joins the tail (ST-7.3)."""
        self.new_tick()
        self.relocate(card, LEAVING, GRAVE, "destroy")
        self.trigger(card, ON_DESTROY)

    def push(self, frame: Frame) -> None:
        if not self.frames:
            self.frames = []
        self.frames.append(frame)

    def goes_to(self, card: i64, zone: i64) -> bool:
        """Whether a card may be moved to a zone: the board takes monsters and artifacts, the field fields."""
        code = self.pool.card(card).code
        if zone == BOARD:
            return code == MONSTER or code == ARTIFACT
        return zone != FIELD or code == FIELD_CARD

    def send(self, cards: bytes, zone: i64, to: i64, by: str, position: i64, reveals: bool = False) -> None:
        """Move cards as `move` and `search` do (ST-8.7)."""
        if to == DECK:
            self.send_to_deck(cards, zone, by, position)
            return
        for card in cards:
            if not self.goes_to(card, to) or ONE[card] not in self.zone(zone):
                continue
            if to == BOARD:
                self.arrive(card, zone, by)
            elif to == FIELD:
                self.put_field(card, zone, by, False)
            else:
                self.relocate(card, zone, to, by, reveals)

    def send_to_deck(self, cards: bytes, zone: i64, by: str, position: i64) -> None:
        for card in cards:
            if ONE[card] not in self.zone(zone):
                continue
            self.relocate(card, zone, DECK, by)
            if position == AT_TOP:
                self.deck = ONE[card] + self.deck[:-1]
                self.known_top += 1
                self.known_bottom -= 1
                self.tell("on_top", {"card": self.pool.card(card).id})
        if position == SHUFFLED:
            self.shuffle_deck()

    # Luck

    def shuffle_deck(self) -> None:
        """After somebody looked through the deck: nothing of its order is known. Not in a puzzle (ST-12.3)."""
        if self.rules.puzzle:
            return
        cards = list(self.deck)
        self.random().shuffle(cards)
        self.deck = bytes(cards)
        self.known_top = 0
        self.known_bottom = 0
        self.tell("shuffle", {})

    def random(self) -> ChaCha:
        """The game's luck, to draw from: copied first where clones share it."""
        if not self.own_luck:
            self.luck = self.luck.copy()
            self.own_luck = True
        return self.luck

    def pick_randomly(self, cards: bytes, count: i64) -> bytes:
        """So many of some cards by luck, in their order; in a puzzle the first ones (ST-12.3)."""
        if self.rules.puzzle or len(cards) <= count:
            return cards[:count]
        left = list(cards)
        self.random().shuffle(left)
        chosen = bytes(left[:count])
        found = b""
        for card in cards:
            if ONE[card] in chosen:
                found += ONE[card]
        return found

    # Ends

    def finish(self, won: bool, card: i64) -> None:
        """The first win or loss that is reached decides (ST-2.6)."""
        if self.outcome == RUNNING:
            self.outcome = WON if won else LOST
            self.reason = self.pool.card(card).id
            if self.log is not None:
                self.tell("win" if won else "lose", {"card": self.name(card)})

    def fizzle(self, card: i64, op: str, reason: str) -> None:
        """Told, so that a player sees why a chain stopped; nothing raises (ST-6.1)."""
        if self.log is not None:
            self.tell("fizzle", {"card": self.name(card), "op": op, "reason": reason})

    def statics(self, card: i64) -> list[Ability]:
        definition: Card = self.pool.card(card)
        return definition.when[STATIC]
