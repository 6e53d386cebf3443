"""The cards that steps act on, open choices, and steps that fizzle (ST-6, ST-9)."""

from librt.vecs import append, vec
from mypy_extensions import i64

from tefuda.cardlang.engine.abilities import STEP_CHOICE, STEP_DONE, STEP_STOPPED, Choice
from tefuda.cardlang.engine.zones import NO_CARD, NO_CARDS, one_card
from tefuda.cardlang.tree import Filter
from tefuda.games.solitaire_tcg.rules.codes import ATTACHED, BOARD, DECK, EQUIP, FIELD, FIELD_TARGET, SELF
from tefuda.games.solitaire_tcg.rules.model import Step
from tefuda.games.solitaire_tcg.rules.moves import can_go_to
from tefuda.games.solitaire_tcg.rules.table import Table
from tefuda.games.solitaire_tcg.rules.view import choice_view


def target_cards(table: Table, card: i64, target: i64, filter_: Filter | None) -> vec[i64]:
    """Return the permanents of a target, board first (ST-9.2)."""
    found = NO_CARDS
    if target == SELF:
        if table.is_permanent(card):
            found = one_card(card)
    elif target == FIELD_TARGET:
        found = table.zone(FIELD)
    elif target == ATTACHED:
        host = table.host(card)
        if table.pool.definitions[card].type_code != EQUIP:
            found = table.equips_of(card)
        elif host != NO_CARD:
            found = one_card(host)
    else:
        found = table.in_play()
    return table.pool.matching(found, filter_)


def valid_hosts(table: Table, equip: i64, filter_: Filter | None = None) -> vec[i64]:
    """Return the valid hosts of an equip, without itself and its current host."""
    kinds = table.pool.kinds
    carries = table.pool.hosts[kinds[equip]]
    host = table.host(equip)
    cards = table.pool.matching(table.in_play(), filter_)
    found = vec[i64](capacity=len(cards))
    for at in range(len(cards)):
        other = cards[at]
        if carries[kinds[other]] != 0 and other != equip and other != host:
            found = append(found, other)
    return found


def movable_cards(table: Table, zone: i64, filter_: Filter | None, to: i64) -> vec[i64]:
    """Return the matching cards of a zone that can be moved to another one."""
    cards = table.pool.matching(table.zone(zone), filter_)
    if to != BOARD and to != FIELD:
        return cards
    found = vec[i64](capacity=len(cards))
    for at in range(len(cards)):
        if can_go_to(table, cards[at], to):
            found = append(found, cards[at])
    return found


def take_from_end(cards: vec[i64], zone: i64, top: bool, count: i64) -> vec[i64]:
    """Return cards from one end of a zone, that end first. Only the deck has its top first (ST-1.5)."""
    if top == (zone == DECK):
        return cards[:count]
    found = vec[i64]()
    at = len(cards) - 1
    while at >= 0 and len(found) < count:
        found = append(found, cards[at])
        at -= 1
    return found


def ask(table: Table, op: str, card: i64, zone: i64, candidates: vec[i64], count: i64) -> None:
    """Open a choice."""
    choice = Choice(table.seat, op, card, zone, candidates, count)
    table.choice = choice
    if table.log is not None:
        table.log_event("choice", choice_view(table, choice))


def fizzle(table: Table, card: i64, op: str, reason: str) -> i64:
    """Log a fizzle with its reason, and return the result of the step (ST-6.1)."""
    if table.log is not None:
        table.log_event("fizzle", {"card": table.name(card), "op": op, "reason": reason})
    return STEP_STOPPED


def log_no_effect(table: Table, card: i64, op: str) -> None:
    """Log a step that could do nothing (ST-6.9)."""
    if table.log is not None:
        table.log_event("nothing", {"card": table.name(card), "op": op})


def are_copies(table: Table, cards: vec[i64]) -> bool:
    kinds = table.pool.kinds
    for at in range(1, len(cards)):
        if kinds[cards[at]] != kinds[cards[0]]:
            return False
    return True


class ChoiceStep(Step):
    """A step that takes some of several cards and may need a choice."""

    def choose(self, table: Table, card: i64, zone: i64, candidates: vec[i64], need: i64) -> i64:
        """Take a number of candidates. Ask only if there is something to choose (ST-9.5)."""
        if zone == FIELD:
            zone = BOARD
        extra = len(candidates) - need
        if extra > 0:
            if zone == BOARD or not are_copies(table, candidates):
                ask(table, self.op, card, zone, candidates, need)
                return STEP_CHOICE
            candidates = candidates[extra:] if zone > BOARD else candidates[:need]
        self.take(table, card, candidates)
        return STEP_DONE
