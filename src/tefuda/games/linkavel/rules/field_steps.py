"""Operations on the field. Their entries in the vocabulary are in `field_operations`."""

from librt.vecs import append, vec
from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine.abilities import (
    STEP_CHOICE,
    STEP_DONE,
    STEP_NOTHING,
    Choice,
    Frame,
)
from tefuda.cardlang.engine.zones import NO_CARD, NO_CARDS, one_card, take_at_random
from tefuda.cardlang.tree import Expr
from tefuda.games.linkavel.rules.codes import (
    ALL,
    BY_EFFECT,
    CAUSE_EFFECT,
    CHOOSE,
    EXTRA_MARK,
    FIELD,
    FIELD_SLOTS,
    FOE,
    MAGICS,
    MONSTERS,
    OPPONENT,
    OWN,
    RANDOM,
    SELF,
    SLOTS,
    THAT,
    WHILE,
)
from tefuda.games.linkavel.rules.continuous import matches
from tefuda.games.linkavel.rules.model import (
    ATTACK_EFFECT,
    POWER_EFFECT,
    PROTECT_EFFECT,
    REDUCE_EFFECT,
    ContinuousEffect,
    Step,
    TargetSpec,
)
from tefuda.games.linkavel.rules.moves import (
    add_power_modifier,
    add_protection,
    destroy_cards,
    to_deck,
    to_hand,
    to_trash,
)
from tefuda.games.linkavel.rules.table import Table


def pick_at_random(table: Table, cards: vec[i64], count: i64) -> vec[i64]:
    """Return random cards (LV-12.3)."""
    if len(cards) == 0 or count <= 0:
        return NO_CARDS
    found = take_at_random(cards, count, table.own_rng())
    if table.log is not None:
        table.log_event("chance", {"cards": [table.name(card) for card in found]}, reveals=True)
    return found


def battle_opponent(table: Table, card: i64, subject: i64) -> i64:
    """Return what the monster of a trigger battles, else this card; NO_CARD if one of them has left (LV-12.5)."""
    monster = card if subject == NO_CARD else subject
    if table.battle_aborted:
        return NO_CARD
    if monster == table.attacker:
        return table.defender
    if monster == table.defender:
        return table.attacker
    return NO_CARD


def count_candidates(table: Table, targets: TargetSpec, card: i64, limit: i64) -> i64:
    """Return the number of candidates on the field, counted up to a limit."""
    cells = table.zones.cells
    found: i64 = 0
    for part in range(2):
        first, last = candidate_slots(table, targets, card, part)
        for slot in range(first, last):
            if is_candidate(table, targets, i64(cells[slot]), card):
                found += 1
                if found >= limit:
                    return found
    return found


def find_candidates(table: Table, targets: TargetSpec, card: i64) -> vec[i64]:
    """Return the candidates on the field: own cards first, monsters before magics."""
    cells = table.zones.cells
    found = vec[i64]()
    for part in range(2):
        first, last = candidate_slots(table, targets, card, part)
        for slot in range(first, last):
            other = i64(cells[slot])
            if is_candidate(table, targets, other, card):
                found = append(found, other)
    return found


def candidate_slots(table: Table, targets: TargetSpec, card: i64, part: i64) -> tuple[i64, i64]:
    """Return the cells of the slots on the own side (part 0) or on the other side (part 1), as a range."""
    if (part == 0 and targets.side == OPPONENT) or (part == 1 and targets.side == OWN):
        return 0, 0
    owner = table.pool.owner(card)
    first = table.zones.slots_at + FIELD_SLOTS * (owner if part == 0 else 1 - owner)
    if targets.zone == MONSTERS:
        return first, first + SLOTS
    return (first + SLOTS if targets.zone == MAGICS else first), first + FIELD_SLOTS


def is_candidate(table: Table, targets: TargetSpec, other: i64, card: i64) -> bool:
    """Whether a card in a slot can be chosen. A normal magic is not a target of its own effect (LV-6.7)."""
    if other == NO_CARD or (other == card and table.pool.definitions[card].is_one_shot):
        return False
    return matches(table, targets.filter, other, card)


class FieldStep(Step):
    """A step that affects cards on the field."""

    def __init__(self, op: str, targets: TargetSpec) -> None:
        super().__init__(op)
        self.targets = targets

    @override
    def perform(self, table: Table, frame: Frame) -> i64:
        targets, card = self.targets, frame.card
        if targets.target == SELF:
            return self.take(table, frame, one_card(card) if table.is_on_field(card) else NO_CARDS)
        if targets.target == THAT:
            return self.take(table, frame, self.matching_subject(table, frame.subject, card))
        if targets.target == FOE:
            foe = battle_opponent(table, card, frame.subject)
            return self.take(table, frame, self.matching_subject(table, foe, card))
        found = find_candidates(table, targets, card)
        if targets.target == ALL:
            return self.take(table, frame, found)
        if targets.target == RANDOM:
            return self.take(table, frame, pick_at_random(table, found, targets.count))
        if len(found) == 0 or (len(found) <= targets.count and not targets.up_to):
            return self.take(table, frame, found)
        table.choice = Choice(table.pool.owner(card), self.op, card, FIELD, found, targets.count, targets.up_to)
        return STEP_CHOICE

    def matching_subject(self, table: Table, subject: i64, card: i64) -> vec[i64]:
        if not table.is_on_field(subject) or not matches(table, self.targets.filter, subject, card):
            return NO_CARDS
        return one_card(subject)

    @override
    def take(self, table: Table, frame: Frame, cards: vec[i64]) -> i64:
        if len(cards) == 0:
            if table.log is not None:
                table.log_event("nothing", {"card": table.name(frame.card), "op": self.op})
            return STEP_NOTHING
        return STEP_DONE if self.act(table, frame, cards) else STEP_NOTHING

    def act(self, table: Table, frame: Frame, cards: vec[i64]) -> bool:
        """Apply the step to cards. Return whether anything happened."""
        raise NotImplementedError

    @override
    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        target = self.targets.target
        if target == SELF:
            return table.is_on_field(card)
        if target == THAT:
            return len(self.matching_subject(table, subject, card)) > 0
        if target == FOE:
            return table.is_on_field(battle_opponent(table, card, subject))
        return count_candidates(table, self.targets, card, 1) > 0

    @override
    def requires_targets(self) -> bool:
        return self.targets.target == CHOOSE and not self.targets.up_to

    @override
    def has_targets(self, table: Table, card: i64) -> bool:
        if not self.requires_targets():
            return True
        return count_candidates(table, self.targets, card, self.targets.count) >= self.targets.count


class Power(FieldStep):
    """Change the power of monsters (LV-11.1)."""

    def __init__(self, targets: TargetSpec, amount: Expr, duration: i64) -> None:
        super().__init__("power", targets)
        self.amount = amount
        self.duration = duration

    @override
    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        return self.amount.value(table, card) != 0 and super().can_act(table, card, subject, hidden)

    @override
    def act(self, table: Table, frame: Frame, cards: vec[i64]) -> bool:
        amount = self.amount.value(table, frame.card)
        if amount == 0:
            return False
        if self.duration == WHILE and not table.is_on_field(frame.card):
            return False
        for at in range(len(cards)):
            add_power_modifier(table, cards[at], frame.card, amount, self.duration)
        return True

    @override
    def effect(self) -> ContinuousEffect:
        return ContinuousEffect(POWER_EFFECT, self.targets, self.amount)


class Destroy(FieldStep):
    """Destroy cards on the field together (LV-11.2)."""

    def __init__(self, targets: TargetSpec) -> None:
        super().__init__("destroy", targets)

    @override
    def act(self, table: Table, frame: Frame, cards: vec[i64]) -> bool:
        return destroy_cards(table, cards, BY_EFFECT)


class Send(FieldStep):
    """Send cards on the field to the trash without destroying them (LV-11.3)."""

    def __init__(self, targets: TargetSpec) -> None:
        super().__init__("send", targets)

    @override
    def act(self, table: Table, frame: Frame, cards: vec[i64]) -> bool:
        to_trash(table, cards, CAUSE_EFFECT)
        return True


class Return(FieldStep):
    """Return cards on the field to their owners' hands or decks (LV-11.4)."""

    def __init__(self, targets: TargetSpec, to_deck: bool) -> None:
        super().__init__("return", targets)
        self.to_deck = to_deck

    @override
    def act(self, table: Table, frame: Frame, cards: vec[i64]) -> bool:
        if self.to_deck:
            to_deck(table, cards)
        else:
            for at in range(len(cards)):
                to_hand(table, cards[at], "return_hand")
        return True


class Protect(FieldStep):
    """Protect monsters from destruction (LV-11.5)."""

    def __init__(self, targets: TargetSpec, by: i64, duration: i64, once: bool) -> None:
        super().__init__("protect", targets)
        self.by = by
        self.duration = duration
        self.once = once

    @override
    def act(self, table: Table, frame: Frame, cards: vec[i64]) -> bool:
        if self.duration == WHILE and not table.is_on_field(frame.card):
            return False
        for at in range(len(cards)):
            add_protection(table, cards[at], frame.card, self.by, self.duration, self.once)
        return True

    @override
    def effect(self) -> ContinuousEffect:
        return ContinuousEffect(PROTECT_EFFECT, self.targets, None, self.by, self.once)


class ExtraAttack(FieldStep):
    """Give monsters extra attacks this turn (LV-11.6)."""

    def __init__(self, targets: TargetSpec, times: i64) -> None:
        super().__init__("extra_attack", targets)
        self.times = times

    @override
    def act(self, table: Table, frame: Frame, cards: vec[i64]) -> bool:
        for at in range(len(cards)):
            card: i64 = cards[at]
            table.add_mark(card, EXTRA_MARK, self.times)
            if table.log is not None:
                table.log_event(
                    "extra_attack", {"card": table.name(card), "at": table.slot_name(card), "times": self.times}
                )
        return True

    @override
    def effect(self) -> ContinuousEffect:
        return ContinuousEffect(ATTACK_EFFECT, self.targets, None, self.times)


class ReduceDamage(Step):
    """Reduce battle damage to the owner; only as a continuous effect (LV-11.7)."""

    def __init__(self, targets: TargetSpec, amount: Expr) -> None:
        super().__init__("reduce_damage")
        self.targets = targets
        self.amount = amount

    @override
    def effect(self) -> ContinuousEffect:
        return ContinuousEffect(REDUCE_EFFECT, self.targets, self.amount)
