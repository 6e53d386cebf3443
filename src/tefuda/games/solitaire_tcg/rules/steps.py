"""The operations, one class each (ST-8)."""

from mypy_extensions import i64

from tefuda.cardlang.tree import Expr, Filter
from tefuda.cardlang.zone import ONE
from tefuda.games.solitaire_tcg.rules.codes import (
    ALL,
    ANY,
    AT_BOTTOM,
    ATTACHED,
    BOARD,
    DECK,
    EQUIP,
    FIELD,
    FIELD_CARD,
    FIELD_TARGET,
    FIRST,
    GRAVE,
    HAND,
    MONSTER,
    NO_CARD,
    RANDOM,
    SELF,
    STEP_CHOICE,
    STEP_DONE,
    STEP_FIZZLED,
    TOP,
)
from tefuda.games.solitaire_tcg.rules.model import Choice, Step
from tefuda.games.solitaire_tcg.rules.table import Table


def target_cards(table: Table, card: i64, target: i64, filter_: Filter | None) -> bytes:
    """Return the permanents of a target, board first (ST-9.2)."""
    found = b""
    if target == SELF:
        if table.is_permanent(card):
            found = ONE[card]
    elif target == FIELD_TARGET:
        found = table.field
    elif target == ATTACHED:
        host = table.host(card)
        if table.pool.card(card).type_code != EQUIP:
            found = table.equips_of(card)
        elif host != NO_CARD:
            found = ONE[host]
    else:
        found = table.board + table.field
    return table.pool.matching(found, filter_)


def valid_hosts(table: Table, equip: i64, filter_: Filter | None = None) -> bytes:
    """Return the valid hosts of an equip, without itself and its current host."""
    carries = table.pool.hosts[table.pool.kinds[equip]]
    host = table.host(equip)
    cards = table.pool.matching(table.board + table.field, filter_)
    found = b""
    for at in range(len(cards)):
        other: i64 = cards[at]
        if carries[table.pool.kinds[other]] != 0 and other != equip and other != host:
            found += ONE[other]
    return found


class ChoiceStep(Step):
    """A step that takes some of several cards and may need a choice."""

    def choose(self, table: Table, card: i64, zone: i64, candidates: bytes, need: i64) -> i64:
        """Take a number of candidates. Ask only if there is something to choose (ST-9.5)."""
        if zone == FIELD:
            zone = BOARD
        if len(candidates) > need and (zone == BOARD or not are_copies(table, candidates)):
            table.choice = Choice(self.op, card, zone, candidates, need)
            return STEP_CHOICE
        if len(candidates) > need:
            candidates = candidates[-need:] if zone > BOARD else candidates[:need]
        self.apply(table, card, candidates)
        return STEP_DONE

    def apply_to_targets(self, table: Table, card: i64, found: bytes, target: i64, need: i64) -> i64:
        """Act on the permanents of a target: on chosen ones for `any`, otherwise on all."""
        if target == ANY:
            return self.choose(table, card, BOARD, found, need)
        self.apply(table, card, found)
        return STEP_DONE


def are_copies(table: Table, cards: bytes) -> bool:
    for card in cards:
        if table.pool.kinds[card] != table.pool.kinds[cards[0]]:
            return False
    return True


class Draw(Step):
    def __init__(self, count: i64) -> None:
        super().__init__("draw")
        self.count = count

    def run(self, table: Table, card: i64) -> i64:
        table.draw_cards(self.count)
        return STEP_DONE


class Mill(Step):
    def __init__(self, count: i64) -> None:
        super().__init__("mill")
        self.count = count

    def run(self, table: Table, card: i64) -> i64:
        table.mill_cards(self.count)
        return STEP_DONE


class Discard(ChoiceStep):
    """Discard exactly `count` cards, or fizzle (ST-6.3)."""

    def __init__(self, count: i64, filter_: Filter | None, selection: i64) -> None:
        super().__init__("discard")
        self.count = count
        self.filter = filter_
        self.selection = selection

    def run(self, table: Table, card: i64) -> i64:
        cards = table.pool.matching(table.hand, self.filter)
        if len(cards) < self.count:
            table.fizzle(card, self.op, "short")
            return STEP_FIZZLED
        if self.selection == FIRST:
            table.discard_cards(cards[: self.count], False)
            return STEP_DONE
        if self.selection == RANDOM:
            table.discard_cards(table.pick_at_random(cards, self.count), True)
            return STEP_DONE
        return self.choose(table, card, HAND, cards, self.count)

    def apply(self, table: Table, card: i64, chosen: bytes) -> None:
        table.discard_cards(chosen, False)


class Search(ChoiceStep):
    """Move found cards, up to `most`. It does not fizzle without a match (ST-8.4)."""

    def __init__(self, zone: i64, to: i64, filter_: Filter, most: i64, random: bool) -> None:
        super().__init__("search")
        self.zone = zone
        self.to = to
        self.filter = filter_
        self.most = most
        self.random = random

    def run(self, table: Table, card: i64) -> i64:
        found = b""
        for other in table.pool.matching(table.zone(self.zone), self.filter):
            if table.can_go_to(other, self.to):
                found += ONE[other]
        if self.random:
            found = table.pick_at_random(found, self.most)
        return self.choose(table, card, self.zone, found, self.most)

    def apply(self, table: Table, card: i64, chosen: bytes) -> None:
        if not chosen:
            table.log_no_effect(card, self.op)
        move_found_cards(table, self.op, chosen, self.zone, self.to, AT_BOTTOM, self.random)


def move_found_cards(table: Table, op: str, cards: bytes, zone: i64, to: i64, position: i64, reveals: bool) -> None:
    """Move found cards and shuffle a deck that was searched (ST-8.6).

    If the cards go back to the deck, it is shuffled first. Cards leave an unknown deck in the order of their ids, which
    keeps its order hidden (ST-9.7).
    """
    if zone == DECK and not table.rules.puzzle:
        cards = by_kind(table, cards)
    if zone == DECK and to == DECK:
        table.shuffle_deck()
    table.move_cards(cards, zone, to, op, position, reveals)
    if zone == DECK and to != DECK:
        table.shuffle_deck()


def by_kind(table: Table, cards: bytes) -> bytes:
    """Return cards in the order of their ids."""
    found = b""
    for kind in range(len(table.pool.cards)):
        for card in cards:
            if table.pool.kinds[card] == kind:
                found += ONE[card]
    return found


class Move(ChoiceStep):
    def __init__(self, zone: i64, to: i64, target: i64, count: i64, filter_: Filter | None, position: i64) -> None:
        super().__init__("move")
        self.zone = zone
        self.to = to
        self.target = target
        self.count = count
        self.filter = filter_
        self.position = position

    def searches_zone(self) -> bool:
        """Whether the step searches its zone, instead of only taking from one end."""
        if self.target == SELF:
            return False
        if self.target == ANY or self.target == ALL or self.filter is not None:
            return True
        return self.to == BOARD or self.to == FIELD

    def run(self, table: Table, card: i64) -> i64:
        cards = table.zone(self.zone)
        if self.target == SELF:
            if card not in cards:
                table.fizzle(card, self.op, "elsewhere")
                return STEP_FIZZLED
            if self.filter is None or self.filter.matches(table.pool.card(card)):
                table.move_cards(ONE[card], self.zone, self.to, self.op, self.position)
            return STEP_DONE
        found = b""
        for other in table.pool.matching(cards, self.filter):
            if table.can_go_to(other, self.to):
                found += ONE[other]
        if self.target == ANY:
            return self.choose(table, card, self.zone, found, self.count)
        if self.target != ALL:
            found = take_from_end(found, self.zone, self.target == TOP, self.count)
        self.apply(table, card, found)
        return STEP_DONE

    def apply(self, table: Table, card: i64, chosen: bytes) -> None:
        if not chosen:
            table.log_no_effect(card, self.op)
        if self.searches_zone():
            move_found_cards(table, self.op, chosen, self.zone, self.to, self.position, False)
        else:
            table.move_cards(chosen, self.zone, self.to, self.op, self.position, self.zone == DECK)


def take_from_end(cards: bytes, zone: i64, top: bool, count: i64) -> bytes:
    """Return cards from one end of a zone, that end first. Only the deck has its top first (ST-1.5)."""
    from_first = top == (zone == DECK)
    return cards[:count] if from_first else cards[::-1][:count]


class Destroy(ChoiceStep):
    def __init__(self, target: i64, filter_: Filter | None, count: i64) -> None:
        super().__init__("destroy")
        self.target = target
        self.filter = filter_
        self.count = count

    def run(self, table: Table, card: i64) -> i64:
        found = target_cards(table, card, self.target, self.filter)
        if not found:
            table.fizzle(card, self.op, "no_target")
            return STEP_FIZZLED
        return self.apply_to_targets(table, card, found, self.target, self.count)

    def apply(self, table: Table, card: i64, chosen: bytes) -> None:
        table.destroy_cards(chosen)


class Summon(ChoiceStep):
    def __init__(self, zone: i64, filter_: Filter | None, count: i64) -> None:
        super().__init__("summon")
        self.zone = zone
        self.filter = filter_
        self.count = count

    def run(self, table: Table, card: i64) -> i64:
        found = table.pool.matching(table.pool.of_type(table.zone(self.zone), MONSTER), self.filter)
        if not found:
            table.fizzle(card, self.op, "no_target")
            if self.zone == DECK:
                table.shuffle_deck()
            return STEP_FIZZLED
        return self.choose(table, card, self.zone, found, self.count)

    def apply(self, table: Table, card: i64, chosen: bytes) -> None:
        move_found_cards(table, self.op, chosen, self.zone, BOARD, AT_BOTTOM, False)


class EquipTo(ChoiceStep):
    """Attach the equip to a valid target, from any zone (ST-8.16)."""

    def __init__(self, filter_: Filter | None) -> None:
        super().__init__("equip_to")
        self.filter = filter_

    def run(self, table: Table, card: i64) -> i64:
        hosts = valid_hosts(table, card, self.filter)
        if not hosts:
            table.fizzle(card, self.op, "no_target")
            return STEP_FIZZLED
        return self.choose(table, card, BOARD, hosts, 1)

    def apply(self, table: Table, card: i64, chosen: bytes) -> None:
        table.attach(card, chosen[0], self.op)


class Unequip(ChoiceStep):
    """Remove an equip from its host without destroying or discarding it (ST-8.17)."""

    def __init__(self, target: i64, to: i64) -> None:
        super().__init__("unequip")
        self.target = target
        self.to = to

    def run(self, table: Table, card: i64) -> i64:
        found = table.pool.of_type(target_cards(table, card, self.target, None), EQUIP)
        return self.apply_to_targets(table, card, found, self.target, 1)

    def apply(self, table: Table, card: i64, chosen: bytes) -> None:
        table.move_cards(chosen, BOARD, self.to, self.op, AT_BOTTOM)


class Counter(ChoiceStep):
    def __init__(self, name: str, amount: i64, sets: bool, target: i64, filter_: Filter | None) -> None:
        super().__init__("counter")
        self.name = name
        self.amount = amount
        self.sets = sets
        self.target = target
        self.filter = filter_

    def run(self, table: Table, card: i64) -> i64:
        found = target_cards(table, card, self.target, self.filter)
        return self.apply_to_targets(table, card, found, self.target, 1)

    def apply(self, table: Table, card: i64, chosen: bytes) -> None:
        for other in chosen:
            now: i64 = 0 if self.sets else table.counter(other, self.name)
            table.set_counter(other, self.name, now + self.amount)


class ModifyStat(ChoiceStep):
    def __init__(self, target: i64, filter_: Filter | None, atk: i64, hp: i64, turn: bool) -> None:
        super().__init__("modify_stat")
        self.target = target
        self.filter = filter_
        self.atk = atk
        self.hp = hp
        self.turn = turn

    def run(self, table: Table, card: i64) -> i64:
        found = table.pool.of_type(target_cards(table, card, self.target, self.filter), MONSTER)
        return self.apply_to_targets(table, card, found, self.target, 1)

    def apply(self, table: Table, card: i64, chosen: bytes) -> None:
        for other in chosen:
            status = table.editable_status(other)
            if self.turn:
                status.turn_atk += self.atk
                status.turn_hp += self.hp
            else:
                status.atk += self.atk
                status.hp += self.hp
            if table.log is not None:
                data = {"card": table.name(other), "atk": self.atk, "hp": self.hp, "turn": self.turn}
                table.log_event("stat", data)
        table.drop_empty_statuses()

    def affects(self, table: Table, source: i64, card: i64) -> bool:
        """Whether a continuous ability of `source` changes a monster on the board (ST-11.8)."""
        if self.target == SELF and source != card:
            return False
        if self.target == ATTACHED and table.host(source) != card:
            return False
        return self.filter is None or self.filter.matches(table.pool.card(card))


class SetField(ChoiceStep):
    """Overwrite the field and run on_play at once (ST-8.22)."""

    def __init__(self, id: str, filter_: Filter | None, zone: i64) -> None:  # noqa: A002
        super().__init__("set_field")
        self.id = id
        self.filter = filter_
        self.zone = zone
        """The zone to search; -1 for hand, deck and grave, in this order."""

    def run(self, table: Table, card: i64) -> i64:
        for zone in (HAND, DECK, GRAVE):
            if self.zone != -1 and zone != self.zone:
                continue
            found = self.fields_in(table, zone)
            if found:
                return self.choose(table, card, zone, found, 1)
            if zone == DECK:
                table.shuffle_deck()
        table.fizzle(card, self.op, "no_target")
        return STEP_FIZZLED

    def fields_in(self, table: Table, zone: i64) -> bytes:
        found = b""
        for other in table.pool.matching(table.pool.of_type(table.zone(zone), FIELD_CARD), self.filter):
            if not self.id or table.pool.card(other).id == self.id:
                found += ONE[other]
        return found

    def apply(self, table: Table, card: i64, chosen: bytes) -> None:
        zone = table.zone_of(chosen[0])
        table.place_field(chosen[0], zone, self.op, True)
        if zone == DECK:
            table.shuffle_deck()


class Require(Step):
    """Fizzle unless a condition is true (ST-6.2)."""

    def __init__(self, expr: Expr) -> None:
        super().__init__("require")
        self.expr = expr

    def run(self, table: Table, card: i64) -> i64:
        if self.expr.value(table, card) != 0:
            return STEP_DONE
        table.fizzle(card, self.op, "require")
        return STEP_FIZZLED


class EndGame(Step):
    """Win or lose the game, at once or if a condition is true (ST-8.23, ST-8.24)."""

    def __init__(self, op: str, expr: Expr | None, wins: bool) -> None:
        super().__init__(op)
        self.expr = expr
        self.wins = wins

    def run(self, table: Table, card: i64) -> i64:
        if self.expr is None or self.expr.value(table, card) != 0:
            table.end_game(self.wins, card)
        return STEP_DONE
