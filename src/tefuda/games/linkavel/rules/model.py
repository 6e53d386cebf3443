"""Cards, abilities, filters and the small objects of a game."""

from typing import TYPE_CHECKING, Any, Final, cast

from librt.vecs import vec
from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine import abilities as engine
from tefuda.cardlang.engine.abilities import Frame
from tefuda.cardlang.engine.card_facts import CardFacts
from tefuda.cardlang.engine.zones import Zones
from tefuda.cardlang.tree import CardDefinition, Expr
from tefuda.games.linkavel.rules.codes import (
    AFTER_BATTLE,
    BOTH,
    CONTINUOUS,
    EFFECT_MONSTER,
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
    OWN,
    TRIGGERS,
)

if TYPE_CHECKING:
    from tefuda.cardlang.engine.card_state import CardState
    from tefuda.games.linkavel.rules.table import Table

BITS: Final = vec[i64]([i64(2**number) for number in range(16)])
"""Single bits, for sets of codes."""
ANY_FACTION: Final = -2
NO_FACTION: Final = -1
ANY_ATTRIBUTE: Final = -1
NO_POWER_LIMIT: Final = 1_000_000

SELF_TRIGGERS: Final = [ON_SUMMON, ON_TRASH, ON_DESTROY, ON_ATTACK, ON_ATTACKED, AFTER_BATTLE, ON_DRAW]
"""Triggers that can be about the card itself."""


def has_bit(bits: i64, number: i64) -> bool:
    """Whether a set of codes contains one of them."""
    return (bits >> number) & 1 != 0


class CardFilter:
    """A card filter. Levels and powers are ranges; unused ranges include every value (LV-12.7)."""

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
        """The matching types as bits."""
        self.low_level = low_level
        self.high_level = high_level
        self.attribute = attribute
        self.faction = faction
        self.name = name
        self.low_power = low_power
        self.high_power = high_power
        self.weakened = weakened
        self.other = other
        self.needs_power = low_power > 0 or high_power < NO_POWER_LIMIT or weakened
        """Whether the power of a card matters."""

    def matches(self, card: "Card") -> bool:
        """Whether the printed values of a card match, power excluded."""
        if self.types & card.type_bit == 0:
            return False
        if card.level < self.low_level or card.level > self.high_level:
            return False
        if self.attribute != ANY_ATTRIBUTE and card.attribute != self.attribute:
            return False
        if self.faction != ANY_FACTION and card.faction != self.faction:
            return False
        return not self.name or card.is_named(self.name)


class TargetSpec:
    """The cards on the field that a step or a continuous effect affects."""

    def __init__(self, target: i64, side: i64, zone: i64, count: i64, up_to: bool, filter_: CardFilter | None) -> None:
        self.target = target
        self.side = side
        self.zone = zone
        self.count = count
        self.up_to = up_to
        self.filter = filter_


NO_EFFECT: Final = 0
POWER_EFFECT: Final = 1
PROTECT_EFFECT: Final = 2
ATTACK_EFFECT: Final = 4
REDUCE_EFFECT: Final = 8
END_EFFECT: Final = 16
"""Kinds of continuous effects, as bits."""


class ContinuousEffect:
    """A step of a continuous ability, as data: its kind, its targets and its amount."""

    def __init__(
        self, kind: i64, targets: TargetSpec | None, amount: Expr | None = None, number: i64 = 0, once: bool = False
    ) -> None:
        self.kind = kind
        self.targets = targets
        self.amount = amount
        self.number = number
        """The cause that a protection protects from, the number of extra attacks, or 1 if the effect wins."""
        self.once = once
        """Whether a protection protects each monster once per turn (LV-14.6)."""


class Step(engine.Step):
    """One operation of an effect of LinkaVel."""

    @override
    def run(self, state: "CardState", frame: Frame) -> i64:
        return self.perform(cast("Table", state), frame)

    @override
    def apply(self, state: "CardState", frame: Frame, chosen: vec[i64]) -> i64:
        return self.take(cast("Table", state), frame, chosen)

    def perform(self, table: "Table", frame: Frame) -> i64:
        """Run the step. Return its result; STEP_CHOICE with an open choice."""
        raise NotImplementedError

    def take(self, table: "Table", frame: Frame, cards: vec[i64]) -> i64:
        """Continue with these cards. Return the result."""
        raise NotImplementedError

    def can_act(self, table: "Table", card: i64, subject: i64, hidden: bool) -> bool:
        """Whether the step could do something now. Without `hidden`, only public information is used."""
        return True

    def requires_targets(self) -> bool:
        """Whether cards on the field have to be chosen."""
        return False

    def has_targets(self, table: "Table", card: i64) -> bool:
        """Whether the required targets on the field exist (LV-6.4)."""
        return True

    def effect(self) -> ContinuousEffect | None:
        """Return the step as an effect of a continuous ability, if it can be one."""
        return None


class Ability(engine.Ability):
    """An ability of LinkaVel: with the events that trigger it, and the timing of its use."""

    def __init__(
        self,
        number: i64,
        when: i64,
        operations: list[Step],
        condition: Expr | None = None,
        optional: bool = False,
        limit: i64 = 0,
        about_others: bool = False,
        side: i64 = 0,
        by: i64 = 0,
        origin: i64 = 0,
        cause: i64 = 0,
        phase: i64 = 0,
        at_end: bool = False,
        timing: i64 = 0,
        filter_: CardFilter | None = None,
        same_on_copies: bool = False,
        uses_subject: bool = False,
    ) -> None:
        super().__init__(number, when, list(operations), condition, optional, limit)
        self.operations = operations
        """The steps, with the methods of LinkaVel."""
        self.about_others = about_others
        """Whether it triggers for other cards instead of its own."""
        self.side = side
        """The side whose cards, draws, gains or turns trigger it, relative to its owner."""
        self.by = by
        """The summon kind, or the cause of a destruction."""
        self.origin = origin
        self.cause = cause
        self.phase = phase
        self.at_end = at_end
        self.timing = timing
        self.filter = filter_
        self.same_on_copies = same_on_copies
        """Whether it does the same on every copy of its card."""
        self.uses_subject = uses_subject
        """Whether it affects the card that triggered it."""
        self.requires_targets = any(step.requires_targets() for step in operations)
        self.effects: list[ContinuousEffect] = []
        """The steps of a continuous ability."""
        if when == CONTINUOUS:
            for step in operations:
                effect = step.effect()
                if effect is not None:
                    self.effects.append(effect)


class CostPart:
    """A part of a summoning cost: a number of monsters of a level or higher, of an attribute or of any (LV-2.5)."""

    def __init__(self, count: i64, level: i64, attribute: i64) -> None:
        self.count = count
        self.level = level
        self.attribute = attribute

    def fits(self, card: "Card") -> bool:
        """Whether a monster can be sent for this part."""
        return card.level >= self.level and (self.attribute == ANY_ATTRIBUTE or card.attribute == self.attribute)


class Card(CardDefinition):
    """A card definition."""

    def __init__(
        self,
        id: str,  # noqa: A002
        en: str,
        ja: str,
        type: str,  # noqa: A002
        tags: list[str],
        type_code: i64,
        level: i64,
        attribute: i64,
        faction: i64,
        cost: list[CostPart],
        power: i64,
        abilities: list[Ability],
        parsed: dict[str, Any],
    ) -> None:
        super().__init__(id, en, ja, type, tags, parsed)
        self.type_code = type_code
        self.type_bit: i64 = BITS[type_code]
        self.level = level
        """0 for a magic."""
        self.attribute = attribute
        self.faction = faction
        self.cost = cost
        self.cost_count: i64 = sum(part.count for part in cost)
        """The number of monsters of the whole cost."""
        self.power = power
        self.abilities = abilities
        self.is_monster = type_code <= EFFECT_MONSTER
        self.is_one_shot = type_code == NORMAL_MAGIC
        """Whether it goes to the trash after it resolves."""
        self.abilities_on: list[list[Ability]] = [[] for _ in TRIGGERS]
        self.triggers: i64 = 0
        """The triggers of its abilities, as bits."""
        self.phases: i64 = 0
        """The phases that trigger its abilities, as bits: two of each phase, for its start and its end."""
        self.effects: i64 = 0
        """The kinds of its continuous effects, as bits."""
        for ability in abilities:
            self.abilities_on[ability.when].append(ability)
            self.triggers |= BITS[ability.when]
            if ability.when == ON_PHASE:
                self.phases |= BITS[2 * ability.phase + (1 if ability.at_end else 0)]
            for effect in ability.effects:
                self.effects |= effect.kind
        self.continuous = self.abilities_on[CONTINUOUS]


class Pool:
    """The cards of one game. A card is a number with an owner and a definition."""

    def __init__(self, cards: list[Card], kinds: bytes, owners: bytes, digest: bytes, zones: Zones) -> None:
        self.cards = cards
        """The definitions, each once."""
        self.kinds = kinds
        """Index in `cards` by card number, padded for `bytes.translate`."""
        self.owners = owners
        self.digest = digest
        self.zones = zones
        """The zones without cards."""
        self.size: i64 = owners.index(2)
        """The number of cards in the game."""
        self.first_of_two: i64 = owners.index(1) if 1 in owners else self.size
        """The first card of player two. The cards of player one come before it."""
        self.definitions = [cards[kinds[number]] for number in range(self.size)]
        self.custom_cards: dict[str, Card] = {}
        """Cards that differ from the catalogue, by id. A position defined them."""
        self.facts: list[CardFacts] = []
        """The facts of the definitions as numbers, for observations."""
        self.own_triggers: i64 = 0
        self.other_triggers: i64 = 0
        """Triggers of abilities about the card itself, and about other cards or players, as bits."""
        self.effects: i64 = 0
        """The kinds of continuous effects, as bits."""
        for card in cards:
            self.effects |= card.effects
            for ability in card.abilities:
                apart = ability.when == ON_PHASE or ability.when == ON_LP_GAIN or ability.when == ON_REFRESH
                if ability.about_others or apart or ability.when not in SELF_TRIGGERS:
                    self.other_triggers |= BITS[ability.when]
                else:
                    self.own_triggers |= BITS[ability.when]

    def card(self, number: i64) -> Card:
        return self.definitions[number]

    def owner(self, number: i64) -> i64:
        if number < self.first_of_two:
            return 0
        return 1

    def card_range(self, seat: i64) -> tuple[i64, i64]:
        """Return the first card of a player, and the number after the last one."""
        if seat == 0:
            return 0, self.first_of_two
        return self.first_of_two, self.size


POWER_MODIFIER: Final = 0
PROTECTION: Final = 1
USED_PROTECTION: Final = 2


class Modifier:
    """A change of a monster's power, a protection, or a continuous protection that it has used. Immutable."""

    def __init__(
        self, kind: i64, card: i64, source: i64, amount: i64, duration: i64, expires: i64, once: bool = False
    ) -> None:
        self.kind = kind
        self.card = card
        self.source = source
        self.amount = amount
        """For a protection: an index of DESTROY_CAUSES. For a used one: the number of the ability of its source."""
        self.duration = duration
        self.expires = expires
        """The turn at whose end it expires; 0 for never."""
        self.once = once


class Rules:
    """The options of a game."""

    def __init__(self, lp: i64, opening_hand: i64, hand_limit: i64, power_floor: bool, mulligan: bool = False) -> None:
        self.lp = lp
        self.opening_hand = opening_hand
        self.hand_limit = hand_limit
        self.power_floor = power_floor
        self.mulligan = mulligan


def concerns_side(side: i64, owner: i64, seat: i64) -> bool:
    """Whether a seat is on the side that an ability of `owner` names."""
    return side == BOTH or (seat == owner) == (side == OWN)
