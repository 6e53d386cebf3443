"""The operations on hand, deck and the other piles, one class each (ST-8)."""

from librt.vecs import append, vec
from mypy_extensions import i64
from typing_extensions import override

from tefuda.cardlang.engine.abilities import STEP_DONE, STEP_STOPPED
from tefuda.cardlang.engine.zones import one_card, sort_by_kind
from tefuda.cardlang.tree import CardDefinition, Filter
from tefuda.games.solitaire_tcg.rules.codes import (
    ALL,
    ANY,
    AT_BOTTOM,
    BOARD,
    BOTTOM,
    DECK,
    FIELD,
    FIELD_CARD,
    FIRST,
    GRAVE,
    HAND,
    MONSTER,
    RANDOM,
    SELF,
    TOP,
)
from tefuda.games.solitaire_tcg.rules.model import Step
from tefuda.games.solitaire_tcg.rules.moves import (
    discard_cards,
    draw_cards,
    mill_cards,
    move_cards,
    pick_at_random,
    place_field,
    shuffle_deck,
)
from tefuda.games.solitaire_tcg.rules.table import Table
from tefuda.games.solitaire_tcg.rules.targets import (
    ChoiceStep,
    fizzle,
    log_no_effect,
    movable_cards,
    take_from_end,
)


class Draw(Step):
    def __init__(self, count: i64) -> None:
        super().__init__("draw")
        self.count = count

    @override
    def perform(self, table: Table, card: i64) -> i64:
        draw_cards(table, self.count)
        return STEP_DONE


class Mill(Step):
    def __init__(self, count: i64) -> None:
        super().__init__("mill")
        self.count = count

    @override
    def perform(self, table: Table, card: i64) -> i64:
        mill_cards(table, self.count)
        return STEP_DONE


class Discard(ChoiceStep):
    """Discard exactly `count` cards, or fizzle (ST-6.3)."""

    def __init__(self, count: i64, filter_: Filter | None, selection: i64) -> None:
        super().__init__("discard")
        self.count = count
        self.filter = filter_
        self.selection = selection

    @override
    def perform(self, table: Table, card: i64) -> i64:
        cards = table.pool.matching(table.zone(HAND), self.filter)
        if len(cards) < self.count:
            return fizzle(table, card, self.op, "short")
        if self.selection == FIRST:
            discard_cards(table, cards[: self.count], False)
            return STEP_DONE
        if self.selection == RANDOM:
            discard_cards(table, pick_at_random(table, cards, self.count), True)
            return STEP_DONE
        return self.choose(table, card, HAND, cards, self.count)

    @override
    def take(self, table: Table, card: i64, chosen: vec[i64]) -> None:
        discard_cards(table, chosen, False)


class Search(ChoiceStep):
    """Move found cards, up to `most`. It does not fizzle without a match (ST-8.4)."""

    def __init__(self, zone: i64, to: i64, filter_: Filter, most: i64, random: bool) -> None:
        super().__init__("search")
        self.zone = zone
        self.to = to
        self.filter = filter_
        self.most = most
        self.random = random

    @override
    def perform(self, table: Table, card: i64) -> i64:
        found = movable_cards(table, self.zone, self.filter, self.to)
        if self.random:
            found = pick_at_random(table, found, self.most)
        return self.choose(table, card, self.zone, found, self.most)

    @override
    def take(self, table: Table, card: i64, chosen: vec[i64]) -> None:
        if len(chosen) == 0:
            log_no_effect(table, card, self.op)
        move_found_cards(table, self.op, chosen, self.zone, self.to, AT_BOTTOM, self.random)


def move_found_cards(table: Table, op: str, cards: vec[i64], zone: i64, to: i64, position: i64, reveals: bool) -> None:
    """Move found cards and shuffle a deck that was searched (ST-8.6).

    If the cards go back to the deck, it is shuffled first. Cards leave an unknown deck in the order of their ids, which
    keeps its order hidden (ST-9.7).
    """
    if zone == DECK and not table.rules.puzzle:
        cards = sort_by_kind(cards[:], table.pool.kinds)
    if zone == DECK and to == DECK:
        shuffle_deck(table)
    move_cards(table, cards, zone, to, op, position, reveals)
    if zone == DECK and to != DECK:
        shuffle_deck(table)


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

    @override
    def perform(self, table: Table, card: i64) -> i64:
        if self.target == SELF:
            if table.zones.place(card) != self.zone:
                return fizzle(table, card, self.op, "elsewhere")
            if self.filter is None or self.filter.matches(table.pool.definitions[card]):
                move_cards(table, one_card(card), self.zone, self.to, self.op, self.position)
            return STEP_DONE
        found = movable_cards(table, self.zone, self.filter, self.to)
        if self.target == ANY:
            return self.choose(table, card, self.zone, found, self.count)
        if self.target != ALL:
            found = take_from_end(found, self.zone, self.target == TOP, self.count)
        self.take(table, card, found)
        return STEP_DONE

    @override
    def take(self, table: Table, card: i64, chosen: vec[i64]) -> None:
        if len(chosen) == 0:
            log_no_effect(table, card, self.op)
        # Which card is nearest to one end of the deck is hidden.
        reveals = self.zone == DECK and (self.target == TOP or self.target == BOTTOM)
        if self.searches_zone():
            move_found_cards(table, self.op, chosen, self.zone, self.to, self.position, reveals)
        else:
            move_cards(table, chosen, self.zone, self.to, self.op, self.position, reveals)


class Summon(ChoiceStep):
    def __init__(self, zone: i64, filter_: Filter | None, count: i64) -> None:
        super().__init__("summon")
        self.zone = zone
        self.filter = filter_
        self.count = count

    @override
    def perform(self, table: Table, card: i64) -> i64:
        found = table.pool.matching(table.pool.of_type(table.zone(self.zone), MONSTER), self.filter)
        if len(found) == 0:
            fizzle(table, card, self.op, "no_target")
            if self.zone == DECK:
                shuffle_deck(table)
            return STEP_STOPPED
        return self.choose(table, card, self.zone, found, self.count)

    @override
    def take(self, table: Table, card: i64, chosen: vec[i64]) -> None:
        move_found_cards(table, self.op, chosen, self.zone, BOARD, AT_BOTTOM, False)


class SetField(ChoiceStep):
    """Overwrite the field and run on_play at once (ST-8.22)."""

    def __init__(self, id: str, filter_: Filter | None, zone: i64) -> None:  # noqa: A002
        super().__init__("set_field")
        self.id = id
        self.filter = filter_
        self.zone = zone
        """The zone to search; -1 for hand, deck and grave, in this order."""

    @override
    def perform(self, table: Table, card: i64) -> i64:
        for zone in (HAND, DECK, GRAVE):
            if self.zone != -1 and zone != self.zone:
                continue
            found = self.fields_in(table, zone)
            if len(found) > 0:
                return self.choose(table, card, zone, found, 1)
            if zone == DECK:
                shuffle_deck(table)
        return fizzle(table, card, self.op, "no_target")

    def fields_in(self, table: Table, zone: i64) -> vec[i64]:
        found = vec[i64]()
        for card in table.pool.of_type(table.zone(zone), FIELD_CARD):
            if self.finds(table.pool.definitions[card]):
                found = append(found, card)
        return found

    def finds(self, field: CardDefinition) -> bool:
        """Whether the step can set this field."""
        return (not self.id or field.id == self.id) and (self.filter is None or self.filter.matches(field))

    @override
    def take(self, table: Table, card: i64, chosen: vec[i64]) -> None:
        zone = table.zones.place(chosen[0])
        place_field(table, chosen[0], self.op, True)
        if zone == DECK:
            shuffle_deck(table)
