"""Operations on players and their decks, and steps that control an effect."""

from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine.abilities import STEP_DONE, STEP_NOTHING, STEP_SKIPPED, STEP_STOPPED, Frame
from tefuda.cardlang.tree import Expr, NumberLiteral
from tefuda.games.linkavel.rules.codes import BOTH, DECK, OWN, TRASH
from tefuda.games.linkavel.rules.continuous import add_winner
from tefuda.games.linkavel.rules.model import END_EFFECT, Ability, ContinuousEffect, Step
from tefuda.games.linkavel.rules.moves import deal_damage, draw_cards, gain_lp, mill_cards
from tefuda.games.linkavel.rules.table import Table


def affected_seat(table: Table, card: i64, side: i64, part: i64) -> i64:
    """Return the seat that a part of a step affects. With both players, the turn player comes first."""
    if side == BOTH:
        return table.turn if part == 0 else 1 - table.turn
    owner = table.pool.owner(card)
    return owner if side == OWN else 1 - owner


class PlayerStep(Step):
    """A step that affects a player, or both with the same amount."""

    def __init__(self, op: str, amount: Expr, side: i64) -> None:
        super().__init__(op)
        self.amount = amount
        self.side = side

    def affect(self, table: Table, seat: i64, amount: i64) -> bool:
        """Affect one player. Return whether anything happened."""
        raise NotImplementedError

    def can_affect(self, table: Table, seat: i64) -> bool:
        """Whether something could happen to a player now."""
        return True

    @override
    def perform(self, table: Table, frame: Frame) -> i64:
        amount = self.amount.value(table, frame.card)
        did = self.affect(table, affected_seat(table, frame.card, self.side, 0), amount)
        if self.side == BOTH:
            did = self.affect(table, 1 - table.turn, amount) or did
        return STEP_DONE if did else STEP_NOTHING

    @override
    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        if self.amount.value(table, card) <= 0:
            return False
        if self.can_affect(table, affected_seat(table, card, self.side, 0)):
            return True
        return self.side == BOTH and self.can_affect(table, 1 - table.turn)


class Gain(PlayerStep):
    """Gain LP (LV-11.14)."""

    def __init__(self, amount: Expr, side: i64) -> None:
        super().__init__("gain", amount, side)

    @override
    def affect(self, table: Table, seat: i64, amount: i64) -> bool:
        return gain_lp(table, seat, amount)


class Damage(PlayerStep):
    """Take damage (LV-11.15)."""

    def __init__(self, amount: Expr, side: i64) -> None:
        super().__init__("damage", amount, side)

    @override
    def affect(self, table: Table, seat: i64, amount: i64) -> bool:
        return deal_damage(table, seat, amount, "effect")


class Draw(PlayerStep):
    """Draw cards (LV-11.9)."""

    def __init__(self, count: i64, side: i64) -> None:
        super().__init__("draw", NumberLiteral(count), side)

    @override
    def affect(self, table: Table, seat: i64, amount: i64) -> bool:
        return draw_cards(table, seat, amount)

    @override
    def can_affect(self, table: Table, seat: i64) -> bool:
        return table.zone_size(seat, DECK) > 0 or (table.zone_size(seat, TRASH) > 0 and not table.has_refreshed(seat))


class Mill(PlayerStep):
    """Send cards from the top of the deck to the trash (LV-11.10)."""

    def __init__(self, count: i64, side: i64) -> None:
        super().__init__("mill", NumberLiteral(count), side)

    @override
    def affect(self, table: Table, seat: i64, amount: i64) -> bool:
        return mill_cards(table, seat, amount)

    @override
    def can_affect(self, table: Table, seat: i64) -> bool:
        return table.zone_size(seat, DECK) > 0


class EndGame(Step):
    """The owner wins or loses (LV-11.16)."""

    def __init__(self, wins: bool) -> None:
        super().__init__("win" if wins else "lose")
        self.wins = wins

    @override
    def perform(self, table: Table, frame: Frame) -> i64:
        owner = table.pool.owner(frame.card)
        add_winner(table, owner if self.wins else 1 - owner, table.name(frame.card))
        return STEP_DONE

    @override
    def effect(self) -> ContinuousEffect:
        return ContinuousEffect(END_EFFECT, None, None, 1 if self.wins else 0)


class IfYouDo(Step):
    """Cancel the rest unless the previous step did something (LV-9.12)."""

    def __init__(self) -> None:
        super().__init__("if_you_do")

    @override
    def perform(self, table: Table, frame: Frame) -> i64:
        return STEP_SKIPPED if frame.acted else STEP_STOPPED

    @override
    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        return False


class Require(Step):
    """Cancel the rest unless a condition is true (LV-9.13)."""

    def __init__(self, expr: Expr) -> None:
        super().__init__("require")
        self.expr = expr

    @override
    def perform(self, table: Table, frame: Frame) -> i64:
        return STEP_SKIPPED if self.expr.value(table, frame.card) != 0 else STEP_STOPPED

    @override
    def can_act(self, table: Table, card: i64, subject: i64, hidden: bool) -> bool:
        return False


def ability_can_act(table: Table, ability: Ability, card: i64, subject: i64, hidden: bool) -> bool:
    """Whether any step of an effect could do something now (LV-6.5)."""
    for step in ability.operations:
        # "If you do" is reached here only if no step before it could do something.
        if isinstance(step, IfYouDo) or (isinstance(step, Require) and step.expr.value(table, card) == 0):
            return False
        if step.can_act(table, card, subject, hidden):
            return True
    return False


def has_required_targets(table: Table, ability: Ability, card: i64) -> bool:
    """Whether the required targets exist for all steps that could be reached (LV-6.4)."""
    if not ability.requires_targets:
        return True
    last: Step | None = None
    for step in ability.operations:
        if isinstance(step, IfYouDo):
            if last is None or not last.can_act(table, card, card, True):
                return True
        elif isinstance(step, Require):
            if step.expr.value(table, card) == 0:
                return True
        elif step.has_targets(table, card):
            last = step
        else:
            return False
    return True
