"""Cards, abilities, filters and the small objects of a game."""

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from tefuda.cardlang.tree import CardDefinition, Expr
from tefuda.games.linkavel.rules.codes import (
    AFTER_BATTLE,
    CONTINUOUS,
    EFFECT_MONSTER,
    NO_CARD,
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
EMPTY_SLOTS: Final = bytes([NO_CARD, NO_CARD, NO_CARD])
ANY_FACTION: Final = -2
NO_FACTION: Final = -1
ANY_ATTRIBUTE: Final = -1


def count_occupied(slots: bytes) -> i64:
    """Return the number of occupied slots."""
    found: i64 = 0
    for at in range(len(slots)):
        if slots[at] != NO_CARD:
            found += 1
    return found


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

    def matches(self, card: "Card") -> bool:
        """Whether the printed values of a card match, power excluded."""
        if self.types & BITS[card.type_code] == 0:
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

    def part_count(self) -> i64:
        """Return the number of parts: two if both players have to choose."""
        return 1

    def run(self, table: "Table", frame: "Frame") -> i64:
        """Run the step. Return STEP_NOTHING, STEP_DONE, or STEP_CHOICE with an open choice."""
        raise NotImplementedError

    def apply(self, table: "Table", frame: "Frame", chosen: bytes) -> i64:
        """Continue with the chosen cards. Return STEP_NOTHING or STEP_DONE."""
        raise NotImplementedError

    def can_act(self, table: "Table", card: i64, subject: i64, hidden: bool) -> bool:
        """Whether the step could do something now. Without `hidden`, only public information is used."""
        return True

    def has_targets(self, table: "Table", card: i64) -> bool:
        """Whether the required targets on the field exist (LV-6.4)."""
        return True


class Ability:
    """An ability: trigger, condition and steps."""

    def __init__(
        self,
        number: i64,
        when: i64,
        steps: list[Step],
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
        self.number = number
        """Index among the abilities of its card."""
        self.when = when
        self.steps = steps
        self.condition = condition
        self.optional = optional
        self.limit = limit
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
        cost_count: i64,
        cost_level: i64,
        power: i64,
        abilities: list[Ability],
        parsed: dict[str, Any],
    ) -> None:
        super().__init__(id, en, ja, type, tags, parsed)
        self.type_code = type_code
        self.level = level
        """0 for a magic."""
        self.attribute = attribute
        self.faction = faction
        self.cost_count = cost_count
        self.cost_level = cost_level
        self.power = power
        self.abilities = abilities
        self.is_monster = type_code <= EFFECT_MONSTER
        self.is_one_shot = type_code == NORMAL_MAGIC
        """Whether it goes to the trash after it resolves."""
        self.abilities_on: list[list[Ability]] = [[] for _ in TRIGGERS]
        for ability in abilities:
            self.abilities_on[ability.when].append(ability)
        self.has_continuous = len(self.abilities_on[CONTINUOUS]) > 0


class Pool:
    """The cards of one game. A card is a number with an owner and a definition."""

    def __init__(self, cards: list[Card], kinds: bytes, owners: bytes, digest: bytes) -> None:
        self.cards = cards
        self.kinds = kinds
        """Index in `cards` by card number, padded for `bytes.translate`."""
        self.owners = owners
        self.digest = digest
        self.custom_cards: dict[str, Card] = {}
        """Cards that differ from the catalogue, by id. A position defined them."""
        self.has_self_trigger = [False for _ in TRIGGERS]
        """By trigger: whether a card has an ability about itself."""
        self.has_other_trigger = [False for _ in TRIGGERS]
        """By trigger: whether a card has an ability about other cards or players."""
        for card in cards:
            for ability in card.abilities:
                apart = ability.when == ON_PHASE or ability.when == ON_LP_GAIN or ability.when == ON_REFRESH
                if ability.about_others or apart or ability.when not in SELF_TRIGGERS:
                    self.has_other_trigger[ability.when] = True
                else:
                    self.has_self_trigger[ability.when] = True
        self.has_continuous = self.has_other_trigger[CONTINUOUS]
        continuous = [ability for card in cards for ability in card.abilities_on[CONTINUOUS]]
        ops = [step.op for ability in continuous for step in ability.steps]
        self.has_win_effects = "win" in ops or "lose" in ops
        self.has_extra_attacks = "extra_attack" in ops
        self.has_protection = "protect" in ops
        self.has_damage_reduction = "reduce_damage" in ops
        """The kinds of continuous effects in the pool."""

    def card(self, number: i64) -> Card:
        return self.cards[self.kinds[number]]

    def owner(self, number: i64) -> i64:
        return self.owners[number]


SELF_TRIGGERS: Final = [ON_SUMMON, ON_TRASH, ON_DESTROY, ON_ATTACK, ON_ATTACKED, AFTER_BATTLE, ON_DRAW]
"""Triggers that can be about the card itself."""


class Side:
    """The cards and LP of one player."""

    def __init__(self) -> None:
        self.lp: i64 = 0
        self.hand = b""
        self.deck = b""
        """Top first."""
        self.trash = b""
        """In order of arrival."""
        self.monsters = EMPTY_SLOTS
        self.magics = EMPTY_SLOTS
        self.revealed = b""
        """Cards in hand that both players know (LV-15.3)."""
        self.has_refreshed = False
        """Whether the player refreshed this turn (LV-7.4)."""
        self.used_per_game = b""
        """Used once-per-game abilities as pairs of card kind and ability (LV-9.15)."""

    def copy(self) -> "Side":
        copy = Side()
        copy.lp = self.lp
        copy.hand = self.hand
        copy.deck = self.deck
        copy.trash = self.trash
        copy.monsters = self.monsters
        copy.magics = self.magics
        copy.revealed = self.revealed
        copy.has_refreshed = self.has_refreshed
        copy.used_per_game = self.used_per_game
        return copy


class Status:
    """Marks of a card on the field for this turn. Immutable."""

    def __init__(self, card: i64, attacks: i64, extra: i64, used: i64) -> None:
        self.card = card
        self.attacks = attacks
        self.extra = extra
        """Extra attacks this turn."""
        self.used = used
        """Abilities used this turn, as bits."""


POWER_MODIFIER: Final = 0
PROTECTION: Final = 1


class Modifier:
    """A change of a monster's power, or a protection. Immutable."""

    def __init__(
        self, kind: i64, card: i64, source: i64, amount: i64, duration: i64, expires: i64, once: bool = False
    ) -> None:
        self.kind = kind
        self.card = card
        self.source = source
        self.amount = amount
        """For a protection: an index of DESTROY_CAUSES."""
        self.duration = duration
        self.expires = expires
        """The turn at whose end it expires; 0 for never."""
        self.once = once


class PendingTrigger:
    """A triggered ability in the queue, with the card that triggered it."""

    def __init__(self, card: i64, ability: Ability, subject: i64) -> None:
        self.card = card
        self.ability = ability
        self.subject = subject


class Frame:
    """An entry of the resolution stack: the steps of an ability, or the activation of a magic."""

    def __init__(self, kind: i64, card: i64, ability: Ability | None, subject: i64) -> None:
        self.kind = kind
        self.card = card
        self.ability = ability
        self.subject = subject
        self.at: i64 = 0
        """The next step or ability."""
        self.part: i64 = 0
        self.acted = False
        """Whether the last step did something."""

    def copy(self) -> "Frame":
        copy = Frame(self.kind, self.card, self.ability, self.subject)
        copy.at = self.at
        copy.part = self.part
        copy.acted = self.acted
        return copy


class Choice:
    """An open choice of a player. Immutable."""

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
        filter_: CardFilter | None = None,
    ) -> None:
        self.seat = seat
        self.op = op
        self.card = card
        """The card whose effect needs the choice."""
        self.zone = zone
        self.candidates = candidates
        self.count = count
        """The number of cards to choose. There may be fewer candidates."""
        self.up_to = up_to
        self.picked = picked
        self.slot = slot
        """For the cost of a summon: the slot of the summoned monster."""
        self.filter = filter_

    @property
    def need(self) -> i64:
        return min(self.count, len(self.candidates))
