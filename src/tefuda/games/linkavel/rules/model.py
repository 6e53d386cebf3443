"""What a card is to the rules, and the small things that lie on the table with it."""

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from tefuda.cardlang.tree import CardDefinition, Expr
from tefuda.games.linkavel.rules.codes import (
    AFTER_BATTLE,
    CONTINUOUS,
    EFFECT_MONSTER,
    NOBODY,
    NORMAL_MAGIC,
    ON_ATTACK,
    ON_ATTACKED,
    ON_DESTROY,
    ON_DRAW,
    ON_LP_GAIN,
    ON_PHASE,
    ON_REFRESH,
    ON_SUMMON,
    ON_TRASH,
    TRIGGERS,
)

if TYPE_CHECKING:
    from tefuda.games.linkavel.rules.table import Table

BITS: Final = [1 << number for number in range(16)]
NO_SLOTS: Final = bytes([NOBODY, NOBODY, NOBODY])
ANY_FACTION: Final = -2
NO_FACTION: Final = -1
ANY_ATTRIBUTE: Final = -1


def occupied(slots: bytes) -> i64:
    """How many of three slots have a card."""
    found: i64 = 0
    for at in range(len(slots)):
        if slots[at] != NOBODY:
            found += 1
    return found


class Query:
    """A filter: what a card must be. Levels and powers are ranges, 0 to a large number where nothing is asked."""

    def __init__(
        self,
        types: i64,
        low_level: i64,
        high_level: i64,
        attribute: i64,
        faction: i64,
        name: str,
        low_power: i64,
        high_power: i64,
        weakened: bool,
        other: bool,
    ) -> None:
        self.types = types
        """The types that fit, as bits."""
        self.low_level = low_level
        self.high_level = high_level
        self.attribute = attribute
        self.faction = faction
        self.name = name
        self.low_power = low_power
        self.high_power = high_power
        self.weakened = weakened
        self.other = other

    def fits(self, card: "Card") -> bool:
        """Whether what is printed on a card fits, its power left out."""
        if self.types & BITS[card.code] == 0:
            return False
        if card.level < self.low_level or card.level > self.high_level:
            return False
        if self.attribute != ANY_ATTRIBUTE and card.attribute != self.attribute:
            return False
        if self.faction != ANY_FACTION and card.faction != self.faction:
            return False
        return not self.name or card.is_named(self.name)


class Step:
    """One operation of an effect."""

    def __init__(self, op: str) -> None:
        self.op = op

    def parts(self) -> i64:
        """In how many parts it is done: two where both players have something to choose."""
        return 1

    def run(self, table: "Table", frame: "Frame") -> i64:
        """Do it: NOTHING, DONE, or ASKING with a choice open."""
        raise NotImplementedError

    def apply(self, table: "Table", frame: "Frame", chosen: bytes) -> i64:
        """Go on with what was chosen: NOTHING or DONE."""
        raise NotImplementedError

    def possible(self, table: "Table", card: i64, subject: i64, hidden: bool) -> bool:
        """Whether it could do something now; without `hidden`, as far as everybody can see."""
        return True

    def demanded(self, table: "Table", card: i64) -> bool:
        """Whether the targets on the field that it demands are there (R19)."""
        return True


class Ability:
    """When, under which condition, and what."""

    def __init__(
        self,
        number: i64,
        when: i64,
        steps: list[Step],
        condition: Expr | None = None,
        optional: bool = False,
        limit: i64 = 0,
        other: bool = False,
        side: i64 = 0,
        way: i64 = 0,
        origin: i64 = 0,
        cause: i64 = 0,
        phase: i64 = 0,
        at_end: bool = False,
        timing: i64 = 0,
        query: Query | None = None,
        alike: bool = False,
        about_that: bool = False,
    ) -> None:
        self.number = number
        """Its place among the abilities of its card."""
        self.when = when
        self.steps = steps
        self.condition = condition
        self.optional = optional
        self.limit = limit
        self.other = other
        """Whether it is about other cards, or about this one."""
        self.side = side
        """Whose cards, draws, gains or turns it is about, seen from its owner."""
        self.way = way
        """How summoned, or by what destroyed."""
        self.origin = origin
        self.cause = cause
        self.phase = phase
        self.at_end = at_end
        self.timing = timing
        self.query = query
        self.alike = alike
        """Whether it does the same whichever copy of its card it stands on."""
        self.about_that = about_that
        """Whether it does something to the card that triggered it."""


class Card(CardDefinition):
    """One card of the catalogue."""

    def __init__(
        self,
        id: str,  # noqa: A002
        en: str,
        ja: str,
        type: str,  # noqa: A002
        tags: list[str],
        code: i64,
        level: i64,
        attribute: i64,
        faction: i64,
        cost_count: i64,
        cost_level: i64,
        power: i64,
        abilities: list[Ability],
        facts: dict[str, Any],
    ) -> None:
        super().__init__(id, en, ja, type, tags, facts)
        self.code = code
        self.level = level
        """0 for a magic."""
        self.attribute = attribute
        self.faction = faction
        self.cost_count = cost_count
        self.cost_level = cost_level
        self.power = power
        self.abilities = abilities
        self.is_monster = code <= EFFECT_MONSTER
        self.is_spent = code == NORMAL_MAGIC
        """Whether it goes to the trash once it has resolved."""
        self.when: list[list[Ability]] = [[] for _ in TRIGGERS]
        for ability in abilities:
            self.when[ability.when].append(ability)
        self.is_lasting = len(self.when[CONTINUOUS]) > 0


class Pool:
    """The cards of one game: what lies in it, each a number, whose it is, and what each of those is."""

    def __init__(self, cards: list[Card], kinds: bytes, owners: bytes, digest: bytes) -> None:
        self.cards = cards
        self.kinds = kinds
        """By the number of a card, which entry of `cards` it is; long enough to be a table for `translate`."""
        self.owners = owners
        self.digest = digest
        self.strange: dict[str, Card] = {}
        """Cards that are not in the catalogue as they are here, by id: a position brought them along."""
        self.speaks = [False for _ in TRIGGERS]
        """By trigger, whether any card has an ability that is about itself."""
        self.hears = [False for _ in TRIGGERS]
        """By trigger, whether any card has an ability that is about other things."""
        for card in cards:
            for ability in card.abilities:
                apart = ability.when == ON_PHASE or ability.when == ON_LP_GAIN or ability.when == ON_REFRESH
                if ability.other or apart or ability.when not in ABOUT_ITSELF:
                    self.hears[ability.when] = True
                else:
                    self.speaks[ability.when] = True
        self.has_continuous = self.hears[CONTINUOUS]
        lasting = [ability for card in cards for ability in card.when[CONTINUOUS]]
        ops = [step.op for ability in lasting for step in ability.steps]
        self.has_ends = "win" in ops or "lose" in ops
        self.has_extra = "extra_attack" in ops
        self.has_guards = "protect" in ops
        self.has_armour = "reduce_damage" in ops
        """What the continuous effects of the cards can be about."""

    def card(self, number: i64) -> Card:
        return self.cards[self.kinds[number]]

    def owner(self, number: i64) -> i64:
        return self.owners[number]


ABOUT_ITSELF: Final = [ON_SUMMON, ON_TRASH, ON_DESTROY, ON_ATTACK, ON_ATTACKED, AFTER_BATTLE, ON_DRAW]
"""Triggers that a card can have about itself: summoned, trashed, destroyed, drawn, and its battles."""


class Side:
    """What one player has."""

    def __init__(self) -> None:
        self.lp: i64 = 0
        self.hand = b""
        self.deck = b""
        """Top first."""
        self.trash = b""
        """In order of arrival."""
        self.monsters = NO_SLOTS
        self.magics = NO_SLOTS
        self.shown = b""
        """Cards of the hand that both players know."""
        self.refreshed = False
        """Whether there was a refresh this turn (R1)."""
        self.spent = b""
        """What was used once a game: pairs of a kind and an ability."""

    def copy(self) -> "Side":
        copy = Side()
        copy.lp = self.lp
        copy.hand = self.hand
        copy.deck = self.deck
        copy.trash = self.trash
        copy.monsters = self.monsters
        copy.magics = self.magics
        copy.shown = self.shown
        copy.refreshed = self.refreshed
        copy.spent = self.spent
        return copy


class Status:
    """What a card on the field has done this turn. Replaced, never changed."""

    def __init__(self, card: i64, attacks: i64, extra: i64, used: i64) -> None:
        self.card = card
        self.attacks = attacks
        self.extra = extra
        """Attacks beyond the first that effects allow this turn."""
        self.used = used
        """Which abilities were used this turn, as bits."""


POWER: Final = 0
SHIELD: Final = 1


class Change:
    """Something that an effect has done to a monster: to its power, or a protection. Never changed."""

    def __init__(
        self, kind: i64, card: i64, source: i64, amount: i64, duration: i64, expires: i64, once: bool = False
    ) -> None:
        self.kind = kind
        self.card = card
        self.source = source
        self.amount = amount
        """Of a protection: from what, as in DESTROYERS."""
        self.duration = duration
        self.expires = expires
        """The turn at whose end it goes; 0 where no turn ends it."""
        self.once = once


class Waiting:
    """An ability that was triggered and waits, with the card that it is about."""

    def __init__(self, card: i64, ability: Ability, subject: i64) -> None:
        self.card = card
        self.ability = ability
        self.subject = subject


class Frame:
    """Something half-done: the steps of an ability, the activation of a magic."""

    def __init__(self, kind: i64, card: i64, ability: Ability | None, subject: i64) -> None:
        self.kind = kind
        self.card = card
        self.ability = ability
        self.subject = subject
        self.at: i64 = 0
        """The next step, or the next ability."""
        self.part: i64 = 0
        self.did = False
        """Whether the last step did something."""

    def copy(self) -> "Frame":
        copy = Frame(self.kind, self.card, self.ability, self.subject)
        copy.at = self.at
        copy.part = self.part
        copy.did = self.did
        return copy


class Choice:
    """A question to a player. Replaced, never changed."""

    def __init__(
        self,
        seat: i64,
        op: str,
        card: i64,
        zone: i64,
        candidates: bytes,
        count: i64,
        up_to: bool,
        picked: bytes = b"",
        slot: i64 = 0,
        query: Query | None = None,
    ) -> None:
        self.seat = seat
        self.op = op
        self.card = card
        """The card that asks."""
        self.zone = zone
        self.candidates = candidates
        self.count = count
        """How many are asked for; there may be fewer."""
        self.up_to = up_to
        self.picked = picked
        self.slot = slot
        """Of the cost of a summon: where the summoned monster goes."""
        self.query = query

    @property
    def need(self) -> i64:
        return min(self.count, len(self.candidates))
