"""The operations on cards in play, and the steps that control an effect (ST-8)."""

from librt.vecs import vec
from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine.abilities import STEP_DONE
from tefuda.cardlang.tree import Expr, Filter, clamp
from tefuda.games.solitaire_tcg.rules.codes import (
    ANY,
    AT_BOTTOM,
    ATTACHED,
    BOARD,
    EQUIP,
    MONSTER,
    SELF,
)
from tefuda.games.solitaire_tcg.rules.continuous import stats_to_log
from tefuda.games.solitaire_tcg.rules.model import Step
from tefuda.games.solitaire_tcg.rules.moves import (
    attach,
    destroy_cards,
    end_game,
    move_cards,
)
from tefuda.games.solitaire_tcg.rules.table import Table
from tefuda.games.solitaire_tcg.rules.targets import (
    ChoiceStep,
    fizzle,
    target_cards,
    valid_hosts,
)


class TargetStep(ChoiceStep):
    """A step that acts on permanents: on chosen ones for `any`, otherwise on all."""

    def __init__(
        self, op: str, target: i64, filter_: Filter | None = None, count: i64 = 1, atk: i64 = 0, hp: i64 = 0
    ) -> None:
        super().__init__(op, atk, hp)
        self.target = target
        self.filter = filter_
        self.count = count

    def candidates(self, table: Table, card: i64) -> vec[i64]:
        return target_cards(table, card, self.target, self.filter)

    @override
    def perform(self, table: Table, card: i64) -> i64:
        found = self.candidates(table, card)
        if self.target == ANY:
            return self.choose(table, card, BOARD, found, self.count)
        self.take(table, card, found)
        return STEP_DONE


class Destroy(TargetStep):
    def __init__(self, target: i64, filter_: Filter | None, count: i64) -> None:
        super().__init__("destroy", target, filter_, count)

    @override
    def perform(self, table: Table, card: i64) -> i64:
        if len(self.candidates(table, card)) == 0:
            return fizzle(table, card, self.op, "no_target")
        return super().perform(table, card)

    @override
    def take(self, table: Table, card: i64, chosen: vec[i64]) -> None:
        destroy_cards(table, chosen)


class EquipTo(ChoiceStep):
    """Attach the equip to a valid target, from any zone (ST-8.16)."""

    def __init__(self, filter_: Filter | None) -> None:
        super().__init__("equip_to")
        self.filter = filter_

    @override
    def perform(self, table: Table, card: i64) -> i64:
        hosts = valid_hosts(table, card, self.filter)
        if len(hosts) == 0:
            return fizzle(table, card, self.op, "no_target")
        return self.choose(table, card, BOARD, hosts, 1)

    @override
    def take(self, table: Table, card: i64, chosen: vec[i64]) -> None:
        attach(table, card, chosen[0], self.op)


class Unequip(TargetStep):
    """Remove an equip from its host without destroying or discarding it (ST-8.17)."""

    def __init__(self, target: i64, to: i64) -> None:
        super().__init__("unequip", target)
        self.to = to

    @override
    def candidates(self, table: Table, card: i64) -> vec[i64]:
        return table.pool.of_type(super().candidates(table, card), EQUIP)

    @override
    def take(self, table: Table, card: i64, chosen: vec[i64]) -> None:
        move_cards(table, chosen, BOARD, self.to, self.op, AT_BOTTOM)


class Counter(TargetStep):
    def __init__(self, name: str, amount: i64, sets: bool, target: i64, filter_: Filter | None) -> None:
        super().__init__("counter", target, filter_)
        self.name = name
        self.amount = amount
        self.sets = sets

    @override
    def take(self, table: Table, card: i64, chosen: vec[i64]) -> None:
        for at in range(len(chosen)):
            other = chosen[at]
            now: i64 = 0 if self.sets else table.counter(other, self.name)
            table.set_counter(other, self.name, now + self.amount)


class ModifyStat(TargetStep):
    def __init__(self, target: i64, filter_: Filter | None, atk: i64, hp: i64, turn: bool) -> None:
        super().__init__("modify_stat", target, filter_, 1, atk, hp)
        self.turn = turn

    @override
    def candidates(self, table: Table, card: i64) -> vec[i64]:
        return table.pool.of_type(super().candidates(table, card), MONSTER)

    @override
    def take(self, table: Table, card: i64, chosen: vec[i64]) -> None:
        for at in range(len(chosen)):
            other = chosen[at]
            status = table.editable_status(other)
            if self.turn:
                status.turn_atk = clamp(status.turn_atk + self.atk)
                status.turn_hp = clamp(status.turn_hp + self.hp)
            else:
                status.atk = clamp(status.atk + self.atk)
                status.hp = clamp(status.hp + self.hp)
            if table.log is not None:
                change = {"atk": self.atk, "hp": self.hp, "turn": self.turn}
                table.log_event("stat", {"card": table.name(other), **change, "stats": stats_to_log(table, other)})
        table.drop_empty_statuses()

    @override
    def affects(self, table: Table, source: i64, card: i64) -> bool:
        if (self.target == SELF and source != card) or (self.target == ATTACHED and table.host(source) != card):
            return False
        return self.filter is None or self.filter.matches(table.pool.definitions[card])


class Require(Step):
    """Fizzle unless a condition is true (ST-6.2)."""

    def __init__(self, expr: Expr) -> None:
        super().__init__("require")
        self.expr = expr

    @override
    def perform(self, table: Table, card: i64) -> i64:
        if self.expr.value(table, card) != 0:
            return STEP_DONE
        return fizzle(table, card, self.op, "require")


class EndGame(Step):
    """Win or lose the game, at once or if a condition is true (ST-8.23, ST-8.24)."""

    def __init__(self, op: str, expr: Expr | None, wins: bool) -> None:
        super().__init__(op, ends_game=True)
        self.expr = expr
        self.wins = wins

    @override
    def perform(self, table: Table, card: i64) -> i64:
        if self.expr is None or self.expr.value(table, card) != 0:
            end_game(table, self.wins, card)
        return STEP_DONE
