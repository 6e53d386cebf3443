"""Operations on the field and on players. Their entries in the vocabulary are in `operations`."""

from mypy_extensions import i64

from tefuda.cardlang.tree import Expr
from tefuda.cardlang.zone import ONE, without
from tefuda.games.linkavel.rules.codes import (
    ALL,
    BOTH,
    BY_EFFECT,
    CAUSE_EFFECT,
    CHOOSE,
    FIELD,
    FOE,
    NO_CARD,
    OPPONENT,
    OWN,
    RANDOM,
    SELF,
    STEP_CHOICE,
    STEP_DONE,
    STEP_NOTHING,
    STEP_SKIPPED,
    STEP_STOPPED,
    THAT,
    WHILE,
)
from tefuda.games.linkavel.rules.model import Ability, CardFilter, Choice, Frame, Step
from tefuda.games.linkavel.rules.table import Table


def affected_seat(table: Table, card: i64, side: i64, part: i64) -> i64:
    """Return the seat that a part of a step affects. With both players, the turn player comes first."""
    if side == BOTH:
        return table.turn if part == 0 else 1 - table.turn
    owner = table.pool.owner(card)
    return owner if side == OWN else 1 - owner


def pick_at_random(table: Table, cards: bytes, count: i64) -> bytes:
    """Return random cards (LV-12.3)."""
    left = list(cards)
    found = b""
    while count > 0 and left:
        found += ONE[left.pop(table.own_rng().below(len(left)))]
        count -= 1
    if table.log is not None and found:
        table.log_event("chance", {"cards": [table.name(card) for card in found]}, reveals=True)
    return found


def battle_opponent(table: Table, card: i64) -> i64:
    """Return the opponent of a monster in battle; NO_CARD if one of them has left (LV-12.5)."""
    if table.battle_aborted:
        return NO_CARD
    if card == table.attacker:
        return table.defender
    return table.attacker if card == table.defender else NO_CARD


class TargetSpec:
    """The cards on the field that a step affects."""

    def __init__(self, target: i64, side: i64, zone: i64, count: i64, up_to: bool, filter_: CardFilter | None) -> None:
        self.target = target
        self.side = side
        self.zone = zone
        self.count = count
        self.up_to = up_to
        self.filter = filter_

    def candidates(self, table: Table, card: i64) -> bytes:
        """Return the candidates: own cards first, monsters before magics."""
        owner = table.pool.owner(card)
        found = b""
        if self.side != OPPONENT:
            found = table.zone(owner, self.zone)
        if self.side != OWN:
            found += table.zone(1 - owner, self.zone)
        # A normal magic is not a target of its own effect (LV-6.7).
        if table.pool.card(card).is_one_shot:
            found = without(found, card)
        return table.matching(found, self.filter, card)

    def affects(self, table: Table, source: i64, card: i64) -> bool:
        """Whether a continuous ability of `source` affects a monster."""
        if not table.pool.card(card).is_monster:
            return False
        if self.target == SELF:
            return card == source
        owner, seat = table.pool.owner(source), table.pool.owner(card)
        if self.side != BOTH and (owner == seat) != (self.side == OWN):
            return False
        return table.matches(self.filter, card, source)


class FieldStep(Step):
    """A step that affects cards on the field."""

    def __init__(self, op: str, targets: TargetSpec) -> None:
        super().__init__(op)
        self.targets = targets

    def run(self, table: Table, frame: Frame) -> i64:
        targets, card = self.targets, frame.card
        if targets.target == SELF:
            return self.apply_to(table, frame, ONE[card] if table.is_on_field(card) else b"")
        if targets.target == THAT:
            return self.apply_to(table, frame, self.matching_subject(table, frame.subject, card))
        if targets.target == FOE:
            return self.apply_to(table, frame, self.matching_subject(table, battle_opponent(table, card), card))
        found = targets.candidates(table, card)
        if targets.target == ALL:
            return self.apply_to(table, frame, found)
        if targets.target == RANDOM:
            return self.apply_to(table, frame, pick_at_random(table, found, targets.count))
        if not found or (len(found) <= targets.count and not targets.up_to):
            return self.apply_to(table, frame, found)
        table.choice = Choice(table.pool.owner(card), self.op, card, FIELD, found, targets.count, targets.up_to)
        return STEP_CHOICE

    def matching_subject(self, table: Table, subject: i64, card: i64) -> bytes:
        if not table.is_on_field(subject) or not table.matches(self.targets.filter, subject, card):
            return b""
        return ONE[subject]

    def apply(self, table: Table, frame: Frame, chosen: bytes) -> i64:
        return self.apply_to(table, frame, chosen)

    def apply_to(self, table: Table, frame: Frame, cards: bytes) -> i64:
        if not cards:
            if table.log is not None:
                table.log_event("nothing", {"card": table.name(frame.card), "op": self.op})
            return STEP_NOTHING
        return STEP_DONE if self.act(table, frame, cards) else STEP_NOTHING

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        """Apply the step to cards. Return whether anything happened."""
        raise NotImplementedError

    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        target = self.targets.target
        if target == SELF:
            return table.is_on_field(card)
        if target == THAT:
            return len(self.matching_subject(table, subject, card)) > 0
        if target == FOE:
            return table.is_on_field(battle_opponent(table, card))
        return len(self.targets.candidates(table, card)) > 0

    def has_targets(self, table: Table, card: i64) -> bool:
        if self.targets.target != CHOOSE or self.targets.up_to:
            return True
        return len(self.targets.candidates(table, card)) >= self.targets.count


class Power(FieldStep):
    """Change the power of monsters (LV-11.1)."""

    def __init__(self, targets: TargetSpec, amount: Expr, duration: i64) -> None:
        super().__init__("power", targets)
        self.amount = amount
        self.duration = duration

    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        return self.amount.value(table, card) != 0 and super().can_act(table, card, subject, hidden)

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        amount = self.amount.value(table, frame.card)
        if amount == 0:
            return False
        if self.duration == WHILE and not table.is_on_field(frame.card):
            return False
        for at in range(len(cards)):
            table.add_power_modifier(cards[at], frame.card, amount, self.duration)
        return True


class Destroy(FieldStep):
    """Destroy cards on the field together (LV-11.2)."""

    def __init__(self, targets: TargetSpec) -> None:
        super().__init__("destroy", targets)

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        return table.destroy_cards(cards, BY_EFFECT)


class Send(FieldStep):
    """Send cards on the field to the trash without destroying them (LV-11.3)."""

    def __init__(self, targets: TargetSpec) -> None:
        super().__init__("send", targets)

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        table.to_trash(cards, CAUSE_EFFECT)
        return True


class Return(FieldStep):
    """Return cards on the field to their owners' hands or decks (LV-11.4)."""

    def __init__(self, targets: TargetSpec, to_deck: bool) -> None:
        super().__init__("return", targets)
        self.to_deck = to_deck

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        if self.to_deck:
            table.to_deck(cards)
        else:
            for at in range(len(cards)):
                table.to_hand(cards[at], "return_hand")
        return True


class Protect(FieldStep):
    """Protect monsters from destruction (LV-11.5)."""

    def __init__(self, targets: TargetSpec, by: i64, duration: i64, once: bool) -> None:
        super().__init__("protect", targets)
        self.by = by
        self.duration = duration
        self.once = once

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        if self.duration == WHILE and not table.is_on_field(frame.card):
            return False
        for at in range(len(cards)):
            table.add_protection(cards[at], frame.card, self.by, self.duration, self.once)
        return True


class ExtraAttack(FieldStep):
    """Give monsters extra attacks this turn (LV-11.6)."""

    def __init__(self, targets: TargetSpec, times: i64) -> None:
        super().__init__("extra_attack", targets)
        self.times = times

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        for at in range(len(cards)):
            card: i64 = cards[at]
            table.add_status(card, 0, self.times, 0)
            if table.log is not None:
                table.log_event(
                    "extra_attack", {"card": table.name(card), "at": table.slot_name(card), "times": self.times}
                )
        return True


class ReduceDamage(Step):
    """Reduce battle damage to the owner; only as a continuous effect (LV-11.7)."""

    def __init__(self, targets: TargetSpec, amount: Expr) -> None:
        super().__init__("reduce_damage")
        self.targets = targets
        self.amount = amount


class Gain(Step):
    """A player or both players gain LP (LV-11.14)."""

    def __init__(self, amount: Expr, side: i64) -> None:
        super().__init__("gain")
        self.amount = amount
        self.side = side

    def run(self, table: Table, frame: Frame) -> i64:
        amount = self.amount.value(table, frame.card)
        did = table.gain_lp(affected_seat(table, frame.card, self.side, 0), amount)
        if self.side == BOTH:
            table.gain_lp(1 - table.turn, amount)
        return STEP_DONE if did else STEP_NOTHING

    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        return self.amount.value(table, card) > 0


class Damage(Step):
    """A player takes damage, or both at once (LV-11.15)."""

    def __init__(self, amount: Expr, side: i64) -> None:
        super().__init__("damage")
        self.amount = amount
        self.side = side

    def run(self, table: Table, frame: Frame) -> i64:
        amount = self.amount.value(table, frame.card)
        did = table.deal_damage(affected_seat(table, frame.card, self.side, 0), amount, "effect")
        if self.side == BOTH:
            table.deal_damage(1 - table.turn, amount, "effect")
        return STEP_DONE if did else STEP_NOTHING

    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        return self.amount.value(table, card) > 0


class EndGame(Step):
    """The owner wins or loses (LV-11.16)."""

    def __init__(self, wins: bool) -> None:
        super().__init__("win" if wins else "lose")
        self.wins = wins

    def run(self, table: Table, frame: Frame) -> i64:
        owner = table.pool.owner(frame.card)
        table.add_winner(owner if self.wins else 1 - owner, table.name(frame.card))
        return STEP_DONE


class IfYouDo(Step):
    """Cancel the rest unless the previous step did something (LV-9.12)."""

    def __init__(self) -> None:
        super().__init__("if_you_do")

    def run(self, table: Table, frame: Frame) -> i64:
        return STEP_SKIPPED if frame.acted else STEP_STOPPED

    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        return False


class Require(Step):
    """Cancel the rest unless a condition is true (LV-9.13)."""

    def __init__(self, expr: Expr) -> None:
        super().__init__("require")
        self.expr = expr

    def run(self, table: Table, frame: Frame) -> i64:
        return STEP_SKIPPED if self.expr.value(table, frame.card) != 0 else STEP_STOPPED

    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        return False


def ability_can_act(table: Table, ability: Ability, card: i64, subject: i64, hidden: bool) -> bool:
    """Whether any step of an effect could do something now (LV-6.5)."""
    before = False
    for step in ability.steps:
        if is_blocked(table, step, card, before):
            return False
        before = step.can_act(table, card, subject, hidden)
        if before:
            return True
    return False


def has_required_targets(table: Table, ability: Ability, card: i64) -> bool:
    """Whether the required targets exist for all steps that could be reached (LV-6.4)."""
    before = False
    for step in ability.steps:
        if is_blocked(table, step, card, before):
            return True
        if not step.has_targets(table, card):
            return False
        if not isinstance(step, IfYouDo) and not isinstance(step, Require):
            before = step.can_act(table, card, card, True)
    return True


def is_blocked(table: Table, step: Step, card: i64, before: bool) -> bool:
    """Whether an effect could not continue after this step."""
    if isinstance(step, IfYouDo):
        return not before
    return isinstance(step, Require) and step.expr.value(table, card) == 0
