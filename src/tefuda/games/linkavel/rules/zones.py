"""The zones of LinkaVel and what lies in them.

Zones are bytes, a letter for each card, so that clones share them: what changes is replaced.
"""

from typing import Any, Final

from mypy_extensions import i64

from tefuda.cardlang.zone import ONE, index_of, without
from tefuda.core.events import EVERYONE, Event
from tefuda.core.random import ChaCha
from tefuda.core.state import State
from tefuda.games.linkavel.rules.codes import (
    CONTINUOUS,
    DECK,
    DECK_OR_TRASH,
    HAND,
    MAGICS,
    MAIN1,
    MONSTERS,
    NOBODY,
    PER_GAME,
    PER_TURN,
    RUNNING,
    SEATS,
    TRASH,
    UNLIMITED,
    WHILE,
)
from tefuda.games.linkavel.rules.model import (
    BITS,
    POWER,
    Ability,
    Card,
    Change,
    Choice,
    Frame,
    Pool,
    Query,
    Side,
    Status,
    Waiting,
)

NO_STATUSES: Final[list[Status]] = []
NO_CHANGES: Final[list[Change]] = []
NO_WAITING: Final[list[Waiting]] = []
NO_FRAMES: Final[list[Frame]] = []


class Rules:
    """The options of a game."""

    def __init__(self, lp: i64, opening_hand: i64, hand_limit: i64, power_floor: bool) -> None:
        self.lp = lp
        self.opening_hand = opening_hand
        self.hand_limit = hand_limit
        self.power_floor = power_floor


class Field(State):
    """Everything that lies on the table, and everything half-done."""

    def __init__(self, rules: Rules, pool: Pool, luck: ChaCha, one: Side, two: Side) -> None:
        super().__init__()
        self.rules = rules
        self.pool = pool
        self.one = one
        self.two = two
        self.turn: i64 = 0
        """Whose turn it is."""
        self.turn_number: i64 = 1
        self.phase: i64 = MAIN1
        self.summoned = False
        """Whether the turn's normal summon was made (R18)."""
        self.refreshes: i64 = 0
        """Of both players, in the whole game."""
        self.statuses = NO_STATUSES
        self.changes = NO_CHANGES
        self.pending = NO_WAITING
        """What was triggered and makes the next batch (R10)."""
        self.batch = NO_WAITING
        """What is being resolved, the turn player's first."""
        self.listed = False
        """Whether the player whose triggers come next has said to take them as listed."""
        self.ordered = False
        """Whether the first trigger of the batch was chosen to be the next."""
        self.resolved: i64 = 0
        """How many triggers have resolved since the last free decision, for the guard."""
        self.frames = NO_FRAMES
        """What is half-done, the innermost last."""
        self.choice: Choice | None = None
        self.flow: i64 = 0
        """What follows once nothing is half-done; see `turns`."""
        self.next_phase: i64 = MAIN1
        self.ended = False
        """Whether the triggers at the end of the END phase were told."""
        self.attacker: i64 = NOBODY
        self.defender: i64 = NOBODY
        """The battle that is going on; a direct attack has no defender."""
        self.broken = False
        """Whether one of them has left the field since the attack was declared."""
        self.claims: i64 = 0
        """Who has won in the present operation, as bits."""
        self.outcome: i64 = RUNNING
        self.reason = ""
        self.flat = False
        """While continuous effects are looked at: powers are read without them."""
        self.luck = luck
        self.own_luck = False

    # Telling

    def tell(
        self,
        kind: str,
        data: dict[str, Any],
        owner: i64 = EVERYONE,
        secret: dict[str, Any] | None = None,
        reveals: bool = False,
    ) -> None:
        if self.log is not None:
            self.log.append(Event(kind, data, owner, secret, reveals))

    def name(self, card: i64) -> str:
        return self.pool.card(card).id

    def place(self, card: i64) -> str:
        """Where a card on the field lies, as everybody calls it: `one.m2`; empty elsewhere."""
        seat = self.pool.owner(card)
        side = self.side(seat)
        at = index_of(side.monsters, card)
        if at >= 0:
            return f"{SEATS[seat]}.m{at + 1}"
        at = index_of(side.magics, card)
        return f"{SEATS[seat]}.s{at + 1}" if at >= 0 else ""

    # Zones

    def side(self, seat: i64) -> Side:
        return self.one if seat == 0 else self.two

    def zone(self, seat: i64, zone: i64) -> bytes:
        """The cards of a zone; of the field without empty slots."""
        side = self.side(seat)
        if zone == HAND:
            return side.hand
        if zone == DECK:
            return side.deck
        if zone == TRASH:
            return side.trash
        if zone == DECK_OR_TRASH:
            return side.deck + side.trash
        if zone == MONSTERS:
            return filled(side.monsters)
        if zone == MAGICS:
            return filled(side.magics)
        return filled(side.monsters + side.magics)

    def where(self, card: i64) -> i64:
        """The zone that a card is in."""
        side = self.side(self.pool.owner(card))
        if index_of(side.monsters, card) >= 0:
            return MONSTERS
        if index_of(side.magics, card) >= 0:
            return MAGICS
        if index_of(side.hand, card) >= 0:
            return HAND
        return TRASH if index_of(side.trash, card) >= 0 else DECK

    def on_field(self, card: i64) -> bool:
        if card == NOBODY:
            return False
        side = self.side(self.pool.owner(card))
        return index_of(side.monsters, card) >= 0 or index_of(side.magics, card) >= 0

    def is_monster_on_field(self, card: i64) -> bool:
        return card != NOBODY and index_of(self.side(self.pool.owner(card)).monsters, card) >= 0

    def take(self, card: i64) -> i64:
        """Take a card out of where it is, with everything that holds only there (R16); the zone it was in."""
        side = self.side(self.pool.owner(card))
        zone = self.where(card)
        if zone == HAND:
            side.hand = without(side.hand, card)
            if side.shown:
                side.shown = without(side.shown, self.shown_twin(side, card))
        elif zone == DECK:
            side.deck = without(side.deck, card)
        elif zone == TRASH:
            side.trash = without(side.trash, card)
        else:
            if zone == MONSTERS:
                side.monsters = emptied(side.monsters, card)
            else:
                side.magics = emptied(side.magics, card)
            self.forget(card)
        return zone

    def shown_twin(self, side: Side, card: i64) -> i64:
        """The shown card that leaves a hand when this one does: of equal cards nobody can say which it was."""
        if index_of(side.shown, card) >= 0:
            return card
        for at in range(len(side.shown)):
            other: i64 = side.shown[at]
            if self.pool.kinds[other] == self.pool.kinds[card]:
                return other
        return NOBODY

    def forget(self, card: i64) -> None:
        """Marks and changes of a card that leaves the field go, and the changes that last while it is there."""
        if card == self.attacker or card == self.defender:
            self.broken = True
        if self.statuses:
            for status in self.statuses:
                if status.card == card:
                    self.statuses = [other for other in self.statuses if other.card != card]
                    break
        if self.changes:
            kept: list[Change] = []
            for change in self.changes:
                if change.card != card and not (change.source == card and change.duration == WHILE):
                    kept.append(change)
            if len(kept) < len(self.changes):
                self.changes = kept

    def lasting(self) -> bytes:
        """The cards on the field that have continuous effects; mostly there are few."""
        found = b""
        for seat in range(2):
            side = self.one if seat == 0 else self.two
            for slots in (side.monsters, side.magics):
                for at in range(len(slots)):
                    card: i64 = slots[at]
                    if card != NOBODY and self.pool.card(card).is_lasting:
                        found += ONE[card]
        return found

    def present(self) -> bytes:
        """All cards on the field: the turn player's monsters and magics, then the other's."""
        mine, theirs = self.side(self.turn), self.side(1 - self.turn)
        return filled(mine.monsters + mine.magics + theirs.monsters + theirs.magics)

    # Marks

    def status(self, card: i64) -> Status | None:
        for status in self.statuses:
            if status.card == card:
                return status
        return None

    def mark(self, card: i64, attacks: i64, extra: i64, used: i64) -> None:
        """Add to the marks of a card on the field."""
        found = self.status(card)
        others = [status for status in self.statuses if status is not found]
        if found is None:
            others.append(Status(card, attacks, extra, used))
        else:
            others.append(Status(card, found.attacks + attacks, found.extra + extra, found.used | used))
        self.statuses = others

    def is_spent(self, card: i64, ability: Ability) -> bool:
        """Whether the limit of an ability is used up (R21)."""
        if ability.limit == UNLIMITED:
            return False
        if ability.limit == PER_TURN:
            status = self.status(card)
            return status is not None and status.used & BITS[ability.number] != 0
        spent = self.side(self.pool.owner(card)).spent
        kind = self.pool.kinds[card]
        for at in range(0, len(spent), 2):
            if spent[at] == kind and spent[at + 1] == ability.number:
                return True
        return False

    def spend(self, card: i64, ability: Ability) -> None:
        """Use an ability's limit up; a card that is not on the field keeps no mark of a turn."""
        if ability.limit == PER_TURN:
            if self.on_field(card):
                self.mark(card, 0, 0, BITS[ability.number])
        elif ability.limit == PER_GAME:
            side = self.side(self.pool.owner(card))
            side.spent += ONE[self.pool.kinds[card]] + ONE[ability.number]

    # Power

    def power(self, card: i64) -> i64:
        """The power of a monster: printed, with its changes, with continuous effects (computed, never stored)."""
        found = self.flat_power(card)
        if not self.flat and self.pool.has_continuous and self.is_monster_on_field(card):
            found += self.continuous_power(card)
        return 0 if found < 0 and self.rules.power_floor else found

    def flat_power(self, card: i64) -> i64:
        found = self.pool.card(card).power
        for change in self.changes:
            if change.card == card and change.kind == POWER:
                found += change.amount
        return found

    def continuous_power(self, card: i64) -> i64:
        raise NotImplementedError

    def power_sources(self, card: i64) -> list[dict[str, Any]]:
        raise NotImplementedError

    def continuous(self, card: i64) -> list[Ability]:
        """The continuous abilities of a card on the field."""
        return self.pool.card(card).when[CONTINUOUS]

    def holds(self, ability: Ability, card: i64) -> bool:
        """Whether the condition of an ability is true now."""
        return ability.condition is None or ability.condition.value(self, card) != 0

    # Looking

    def fits(self, query: Query | None, card: i64, source: i64) -> bool:
        """Whether a filter, asked by `source`, lets a card through; powers are those of the moment on the field."""
        if query is None:
            return True
        found = self.pool.card(card)
        if not query.fits(found) or (query.other and card == source):
            return False
        if query.low_power == 0 and query.high_power >= 1_000_000 and not query.weakened:
            return True
        power = self.power(card)
        if power < query.low_power or power > query.high_power:
            return False
        return not query.weakened or power < found.power

    def matching(self, cards: bytes, query: Query | None, source: i64) -> bytes:
        """Those of some cards that a filter lets through."""
        if query is None:
            return cards
        found = b""
        for at in range(len(cards)):
            card: i64 = cards[at]
            if self.fits(query, card, source):
                found += ONE[card]
        return found

    def by_kind(self, cards: bytes) -> bytes:
        """Some cards in the order of what they are; equal ones stay in theirs."""
        pool = self.pool
        kept: list[i64] = []
        for at in range(len(cards)):
            card: i64 = cards[at]
            place = len(kept)
            while place > 0 and pool.kinds[kept[place - 1]] > pool.kinds[card]:
                place -= 1
            kept.insert(place, card)
        return bytes(kept)

    def card(self, number: i64) -> Card:
        return self.pool.card(number)

    def random(self) -> ChaCha:
        """The game's luck, this state's own from now on."""
        if not self.own_luck:
            self.luck = self.luck.copy()
            self.own_luck = True
        return self.luck

    def shuffled(self, cards: bytes) -> bytes:
        found = list(cards)
        self.random().shuffle(found)
        return bytes(found)


def filled(slots: bytes) -> bytes:
    """The cards of some slots, empty ones left out."""
    if index_of(slots, NOBODY) < 0:
        return slots
    found = b""
    for at in range(len(slots)):
        if slots[at] != NOBODY:
            found += ONE[slots[at]]
    return found


def emptied(slots: bytes, card: i64) -> bytes:
    at = index_of(slots, card)
    return slots[:at] + ONE[NOBODY] + slots[at + 1 :]


def placed(slots: bytes, at: i64, card: i64) -> bytes:
    return slots[:at] + ONE[card] + slots[at + 1 :]


def free_slot(slots: bytes) -> i64:
    """The leftmost empty slot; -1 where there is none."""
    return index_of(slots, NOBODY)


def all_zones() -> list[int]:
    return [HAND, DECK, TRASH, MONSTERS, MAGICS]
