"""What each operation on the field does, and those that are no more than a number. The words are in `operations`."""

from mypy_extensions import i64

from tefuda.cardlang.tree import Expr
from tefuda.cardlang.zone import ONE, without
from tefuda.games.linkavel.rules.codes import (
    ALL,
    ASKING,
    BOTH,
    BY_EFFECT,
    CHOOSE,
    DONE,
    EFFECT,
    FIELD,
    FOE,
    NOBODY,
    NOTHING,
    OPPONENT,
    OWN,
    PASSED,
    RANDOM,
    SELF,
    STOPPED,
    THAT,
    WHILE,
)
from tefuda.games.linkavel.rules.model import Ability, Choice, Frame, Query, Step
from tefuda.games.linkavel.rules.table import Table


def first_of(table: Table, card: i64, side: i64, part: i64) -> i64:
    """The seat that a part of a step is about: of both players the turn player comes first."""
    if side == BOTH:
        return table.turn if part == 0 else 1 - table.turn
    owner = table.pool.owner(card)
    return owner if side == OWN else 1 - owner


def picked_at_random(table: Table, cards: bytes, count: i64) -> bytes:
    """So many of some cards, by luck (R23)."""
    left = list(cards)
    found = b""
    while count > 0 and left:
        found += ONE[left.pop(table.random().below(len(left)))]
        count -= 1
    if table.log is not None and found:
        table.tell("chance", {"cards": [table.name(card) for card in found]}, reveals=True)
    return found


def foe_of(table: Table, card: i64) -> i64:
    """The monster that a monster battles; nobody once one of them has left."""
    if table.broken:
        return NOBODY
    if card == table.attacker:
        return table.defender
    return table.attacker if card == table.defender else NOBODY


class Aim:
    """Which cards on the field a step is about."""

    def __init__(self, target: i64, side: i64, zone: i64, count: i64, up_to: bool, query: Query | None) -> None:
        self.target = target
        self.side = side
        self.zone = zone
        self.count = count
        self.up_to = up_to
        self.query = query

    def candidates(self, table: Table, card: i64) -> bytes:
        """Seen from the owner of a card: the own ones first, monsters before magics."""
        owner = table.pool.owner(card)
        found = b""
        if self.side != OPPONENT:
            found = table.zone(owner, self.zone)
        if self.side != OWN:
            found += table.zone(1 - owner, self.zone)
        # A magic that goes to the trash once it has resolved is no target of itself.
        if table.pool.card(card).is_spent:
            found = without(found, card)
        return table.matching(found, self.query, card)

    def covers(self, table: Table, source: i64, card: i64) -> bool:
        """Of a continuous ability: whether a card is among those it is about; they are monsters, all of them."""
        if not table.pool.card(card).is_monster:
            return False
        if self.target == SELF:
            return card == source
        owner, seat = table.pool.owner(source), table.pool.owner(card)
        if self.side != BOTH and (owner == seat) != (self.side == OWN):
            return False
        return table.fits(self.query, card, source)


class OnField(Step):
    """A step about cards on the field."""

    def __init__(self, op: str, aim: Aim) -> None:
        super().__init__(op)
        self.aim = aim

    def run(self, table: Table, frame: Frame) -> i64:
        aim, card = self.aim, frame.card
        if aim.target == SELF:
            return self.hit(table, frame, ONE[card] if table.on_field(card) else b"")
        if aim.target == THAT:
            return self.hit(table, frame, self.if_fitting(table, frame.subject, card))
        if aim.target == FOE:
            return self.hit(table, frame, self.if_fitting(table, foe_of(table, card), card))
        found = aim.candidates(table, card)
        if aim.target == ALL:
            return self.hit(table, frame, found)
        if aim.target == RANDOM:
            return self.hit(table, frame, picked_at_random(table, found, aim.count))
        if not found or (len(found) <= aim.count and not aim.up_to):
            return self.hit(table, frame, found)
        table.choice = Choice(table.pool.owner(card), self.op, card, FIELD, found, aim.count, aim.up_to)
        return ASKING

    def if_fitting(self, table: Table, subject: i64, card: i64) -> bytes:
        if not table.on_field(subject) or not table.fits(self.aim.query, subject, card):
            return b""
        return ONE[subject]

    def apply(self, table: Table, frame: Frame, chosen: bytes) -> i64:
        return self.hit(table, frame, chosen)

    def hit(self, table: Table, frame: Frame, cards: bytes) -> i64:
        if not cards:
            if table.log is not None:
                table.tell("nothing", {"card": table.name(frame.card), "op": self.op})
            return NOTHING
        return DONE if self.act(table, frame, cards) else NOTHING

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        """Do it to these; whether anything happened."""
        raise NotImplementedError

    def possible(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        target = self.aim.target
        if target == SELF:
            return table.on_field(card)
        if target == THAT:
            return len(self.if_fitting(table, subject, card)) > 0
        if target == FOE:
            return table.on_field(foe_of(table, card))
        return len(self.aim.candidates(table, card)) > 0

    def demanded(self, table: Table, card: i64) -> bool:
        if self.aim.target != CHOOSE or self.aim.up_to:
            return True
        return len(self.aim.candidates(table, card)) >= self.aim.count


class Power(OnField):
    """Change the power of monsters."""

    def __init__(self, aim: Aim, amount: Expr, duration: i64) -> None:
        super().__init__("power", aim)
        self.amount = amount
        self.duration = duration

    def possible(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        return self.amount.value(table, card) != 0 and super().possible(table, card, subject, hidden)

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        amount = self.amount.value(table, frame.card)
        if amount == 0:
            return False
        if self.duration == WHILE and not table.on_field(frame.card):
            return False
        for at in range(len(cards)):
            table.change_power(cards[at], frame.card, amount, self.duration)
        return True


class Destroy(OnField):
    """Destroy cards on the field together."""

    def __init__(self, aim: Aim) -> None:
        super().__init__("destroy", aim)

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        return table.destroy_cards(cards, BY_EFFECT)


class Send(OnField):
    """Send cards on the field to the trash, which is not destroying them."""

    def __init__(self, aim: Aim) -> None:
        super().__init__("send", aim)

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        table.to_trash(cards, EFFECT)
        return True


class Return(OnField):
    """Return cards on the field to the hand or the deck of their owners."""

    def __init__(self, aim: Aim, to_deck: bool) -> None:
        super().__init__("return", aim)
        self.to_deck = to_deck

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        if self.to_deck:
            table.to_deck(cards)
        else:
            for at in range(len(cards)):
                table.to_hand(cards[at], "return_hand")
        return True


class Protect(OnField):
    """Protect monsters from being destroyed."""

    def __init__(self, aim: Aim, by: i64, duration: i64, once: bool) -> None:
        super().__init__("protect", aim)
        self.by = by
        self.duration = duration
        self.once = once

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        if self.duration == WHILE and not table.on_field(frame.card):
            return False
        for at in range(len(cards)):
            table.shield(cards[at], frame.card, self.by, self.duration, self.once)
        return True


class ExtraAttack(OnField):
    """Allow monsters so many more attacks this turn."""

    def __init__(self, aim: Aim, times: i64) -> None:
        super().__init__("extra_attack", aim)
        self.times = times

    def act(self, table: Table, frame: Frame, cards: bytes) -> bool:
        for at in range(len(cards)):
            card: i64 = cards[at]
            table.mark(card, 0, self.times, 0)
            if table.log is not None:
                table.tell("extra_attack", {"card": table.name(card), "at": table.place(card), "times": self.times})
        return True


class ReduceDamage(Step):
    """Lower the battle damage that its owner takes; only as a continuous effect."""

    def __init__(self, aim: Aim, amount: Expr) -> None:
        super().__init__("reduce_damage")
        self.aim = aim
        self.amount = amount


class Gain(Step):
    """A player, or both, gain LP."""

    def __init__(self, amount: Expr, side: i64) -> None:
        super().__init__("gain")
        self.amount = amount
        self.side = side

    def run(self, table: Table, frame: Frame) -> i64:
        amount = self.amount.value(table, frame.card)
        did = table.gain_lp(first_of(table, frame.card, self.side, 0), amount)
        if self.side == BOTH:
            table.gain_lp(1 - table.turn, amount)
        return DONE if did else NOTHING

    def possible(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        return self.amount.value(table, card) > 0


class Damage(Step):
    """A player, or both at once, take damage."""

    def __init__(self, amount: Expr, side: i64) -> None:
        super().__init__("damage")
        self.amount = amount
        self.side = side

    def run(self, table: Table, frame: Frame) -> i64:
        amount = self.amount.value(table, frame.card)
        did = table.hurt(first_of(table, frame.card, self.side, 0), amount, "effect")
        if self.side == BOTH:
            table.hurt(1 - table.turn, amount, "effect")
        return DONE if did else NOTHING

    def possible(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        return self.amount.value(table, card) > 0


class Ends(Step):
    """The owner wins, or loses."""

    def __init__(self, wins: bool) -> None:
        super().__init__("win" if wins else "lose")
        self.wins = wins

    def run(self, table: Table, frame: Frame) -> i64:
        owner = table.pool.owner(frame.card)
        table.claim(owner if self.wins else 1 - owner, table.name(frame.card))
        return DONE


class IfYouDo(Step):
    """The rest happens only if the step before did something."""

    def __init__(self) -> None:
        super().__init__("if_you_do")

    def run(self, table: Table, frame: Frame) -> i64:
        return PASSED if frame.did else STOPPED

    def possible(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        return False


class Require(Step):
    """The rest happens only if something is true."""

    def __init__(self, expr: Expr) -> None:
        super().__init__("require")
        self.expr = expr

    def run(self, table: Table, frame: Frame) -> i64:
        return PASSED if self.expr.value(table, frame.card) != 0 else STOPPED

    def possible(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        return False


def could_act(table: Table, ability: Ability, card: i64, subject: i64, hidden: bool) -> bool:
    """Whether any part of an effect could do something now (R19)."""
    before = False
    for step in ability.steps:
        if is_barred(table, step, card, before):
            return False
        before = step.possible(table, card, subject, hidden)
        if before:
            return True
    return False


def demands_met(table: Table, ability: Ability, card: i64) -> bool:
    """Whether the targets on the field that an effect demands are there, as far as it could come (R19)."""
    before = False
    for step in ability.steps:
        if is_barred(table, step, card, before):
            return True
        if not step.demanded(table, card):
            return False
        if not isinstance(step, IfYouDo) and not isinstance(step, Require):
            before = step.possible(table, card, card, True)
    return True


def is_barred(table: Table, step: Step, card: i64, before: bool) -> bool:
    """Whether an effect could not go on behind this step."""
    if isinstance(step, IfYouDo):
        return not before
    return isinstance(step, Require) and step.expr.value(table, card) == 0
