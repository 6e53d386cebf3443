"""What each card does: one function a card, in the order of the rulebook, each citing its clause.

Cards that only put a mark on the placed stone have no function of their own: `MARK_OF` names the mark.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from tefuda.core.events import Event
from tefuda.games.card_othello.rules import codes
from tefuda.games.card_othello.rules.board import (
    BIT,
    CROSS,
    DIRECTIONS,
    NAMES,
    NEIGHBOURS,
    cells,
    count,
    line,
    nth,
    slide,
)
from tefuda.games.card_othello.rules.codes import (
    BOMB,
    BREEDING,
    BREEDING_WILL,
    CARD_NAMES,
    DRAGON,
    FIRST_LEFT,
    GUARD,
    HEAVEN_BLESSING,
    HYPERACTIVE,
    HYPERACTIVE_WILL,
    NO_CARD,
    PERMA_PROTECT_NEXT_STONE,
    PERMA_PROTECTED,
    PROTECTED,
    PROTECTED_NEXT_STONE,
    REGEN,
    REGEN_WILL,
    SIDES,
    UDG,
    ULTIMATE_DESTROY_GOD,
    ULTIMATE_HYPERACTIVE,
    ULTIMATE_HYPERACTIVE_GOD,
    ULTIMATE_REVERSE_DRAGON,
    WORK,
    WORK_WILL,
)
from tefuda.games.card_othello.rules.hands import NO_CARDS, card_names
from tefuda.games.card_othello.rules.marks import NOWHERE, Mark
from tefuda.games.card_othello.rules.table import Table
from tefuda.games.card_othello.rules.traps import check_traps, will_of_the_snare

OFFERS: Final = 5
MOST_SACRIFICES: Final = 3
SACRIFICE_PAYS: Final = 5
RESALE_PAYS: Final = 2
GOLD_TIMES: Final = 4
SILVER_TIMES: Final = 3
WORK_PAYS: Final = bytes([0, 1, 2, 4, 8, 16])
WORK_STAGES: Final = 5


def _marks_of_cards() -> vec[i64]:
    marks = vec[i64]([-1 for _ in CARD_NAMES])
    for card, kind in (
        (PROTECTED_NEXT_STONE, PROTECTED),
        (PERMA_PROTECT_NEXT_STONE, PERMA_PROTECTED),
        (REGEN_WILL, REGEN),
        (ULTIMATE_REVERSE_DRAGON, DRAGON),
        (BREEDING_WILL, BREEDING),
        (HYPERACTIVE_WILL, HYPERACTIVE),
        (WORK_WILL, WORK),
        (ULTIMATE_DESTROY_GOD, UDG),
        (ULTIMATE_HYPERACTIVE_GOD, ULTIMATE_HYPERACTIVE),
    ):
        marks[card] = kind
    return marks


MARK_OF: Final = _marks_of_cards()
"""By card: the mark that the stone placed after it carries; -1 for none."""


def treasure_chest(table: Table) -> None:
    """1, 2 or 3 charge at once, each as likely (CO-10.1)."""
    amount = 1 + table.choose(3)
    if table.log is not None:
        data = {"side": SIDES[table.seat], "amount": amount}
        table.log.append(Event("treasure", data, reveals=True))
    table.add_charge(table.seat, amount, "treasure")


def will_of_exchange(table: Table, cell: i64) -> None:
    """An enemy stone without a mark changes colour, a flip that pays 1; a trap under it springs (CO-10.4)."""
    table.flip(BIT[cell], table.seat, "exchange", cell)
    table.add_charge(table.seat, 1, "exchange")
    check_traps(table)


def will_of_sacrifice(table: Table, cell: i64) -> None:
    """An own stone is destroyed for 5 charge (CO-10.5)."""
    table.destroy(BIT[cell], "sacrifice", table.seat)
    table.add_charge(table.seat, SACRIFICE_PAYS, "sacrifice")
    table.sacrificed += 1


def will_of_the_gale(table: Table, cell: i64) -> None:
    """A stone slides the longest straight way, ties by lot, and pays 1 for each cell (CO-10.7)."""
    empty = table.empty()
    longest: i64 = 0
    ways: list[i64] = []
    for direction in range(4):
        far = slide(cell, direction, empty)
        if far > longest:
            longest = far
            ways = [direction]
        elif far == longest:
            ways.append(direction)
    direction = ways[table.choose(len(ways))]
    step: i64 = -8 if direction == 0 else 8 if direction == 1 else -1 if direction == 2 else 1
    end = cell + longest * step
    table.trade(cell, end)
    table.tell_move(cell, end, "gale", table.seat)
    table.add_charge(table.seat, longest, "gale")


def will_of_temptation(table: Table, cell: i64) -> None:
    """A marked enemy stone changes sides with its marks; work ends; no charge (CO-10.9)."""
    side = table.seat
    table.put(BIT[cell], side)
    table.sprouts &= ~BIT[cell]
    if table.log is not None:
        table.log.append(Event("tempt", {"at": NAMES[cell], "side": SIDES[side]}))
    work: Mark | None = None
    marks: list[Mark] = []
    for mark in table.marks:
        if mark.origin == cell:
            mark = mark.moved(mark.at, NOWHERE)
        if mark.at == cell:
            mark = mark.won_by(side)
            if mark.kind == WORK:
                work = mark
        marks.append(mark)
    table.set_marks(marks)
    if work is not None:
        table.unmark(work, "tempted")


def chain_link(table: Table, sources: i64, link: i64) -> i64:
    """The longest line from any of the sources flips, ties by lot; what was flipped (CO-10.10)."""
    side = table.seat
    own = table.stones(side)
    enemy = table.stones(1 - side) & ~table.immune
    longest: i64 = 0
    runs: list[i64] = []
    starts: list[i64] = []
    for source in cells(sources & own):
        for direction in range(DIRECTIONS):
            run = line(source, direction, own, enemy)
            length = count(run)
            if length > longest:
                longest = length
                runs = [run]
                starts = [source]
            elif length == longest and length > 0:
                runs.append(run)
                starts.append(source)
    if longest == 0:
        return 0
    which = table.choose(len(runs))
    if table.log is not None:
        data = {"side": SIDES[side], "link": link, "from": NAMES[starts[which]]}
        table.log.append(Event("chain", data, reveals=len(runs) > 1))
    table.flip(runs[which], side, "chain1" if link == 1 else "chain2", starts[which])
    return runs[which]


def chain_reaction(table: Table, flipped: i64) -> i64:
    """Two links at most, each from the flips of the one before; how many stones they flipped (CO-10.10)."""
    first = chain_link(table, flipped, 1)
    second = chain_link(table, first, 2) if first != 0 else 0
    return count(first) + count(second)


def god_of_destruction(table: Table, cell: i64) -> None:
    """Any stone that is not guarded is destroyed (CO-10.12)."""
    table.destroy(BIT[cell], "destruction", table.seat)


def time_bomb(table: Table, cell: i64) -> None:
    """An own stone becomes a bomb, and nothing else (CO-10.13)."""
    table.clear_marks(cell)
    table.mark(BOMB, cell, table.seat)


def fire_dragon(table: Table, dragon: Mark) -> None:
    """The enemy stones on the eight cells around it flip, and pay its owner (CO-10.14)."""
    flipped = NEIGHBOURS[dragon.at] & table.stones(1 - dragon.owner) & ~table.immune
    if flipped != 0:
        table.flip(flipped, dragon.owner, "dragon", dragon.at)
        table.add_charge(dragon.owner, count(flipped), "dragon")


def breed(table: Table, mark: Mark) -> None:
    """One stone grows beside the last one grown, else beside the anchor, and flips its lines (CO-10.15)."""
    owner = mark.owner
    standing = mark.origin != NOWHERE and table.stones(owner) & BIT[mark.origin] != 0
    room = NEIGHBOURS[mark.origin if standing else mark.at] & table.empty()
    if room == 0:
        return
    cell = nth(room, table.choose(count(room)))
    table.put(BIT[cell], owner)
    table.sprouts |= BIT[cell]
    table.replace_mark(mark.moved(mark.at, cell))
    if table.log is not None:
        data = {"at": NAMES[cell], "side": SIDES[owner], "by": NAMES[mark.at]}
        table.log.append(Event("spawn", data, reveals=True))
    table.capture(cell, owner, "breeding")


def cross_bomb(table: Table, cell: i64) -> None:
    """The centre and two cells each way are destroyed, both colours (CO-10.16)."""
    table.destroy(BIT[cell], "cross_bomb", table.seat)
    table.destroy(CROSS[cell], "cross_bomb", table.seat)


def will_of_sale(table: Table, card: i64) -> None:
    """Another card of the hand is discarded for its cost (CO-10.18)."""
    holding = table.holding(table.seat)
    holding.take(card)
    holding.throw_away(card)
    if table.log is not None:
        table.log.append(Event("sell", {"side": SIDES[table.seat], "card": CARD_NAMES[card]}))
    table.add_charge(table.seat, table.options.costs[card], "sale")


def will_of_absorption(table: Table, flipped: i64) -> i64:
    """Takes as much charge from the opponent as stones were flipped, if they have it; how much (CO-10.19)."""
    taken: i64 = min(flipped, table.holding(1 - table.seat).charge)
    if taken > 0:
        table.add_charge(1 - table.seat, -taken, "plundered")
    return taken


def end_old_work(table: Table, side: i64) -> None:
    """A player has one stone at work: a new one ends the old (CO-10.20)."""
    for mark in table.marks:
        if mark.kind == WORK and mark.owner == side:
            table.unmark(mark, "replaced")


def heavens_blessing(table: Table) -> None:
    """Five different types are offered, from all in the game but this one (CO-10.22)."""
    kinds = [i64(kind) for kind in table.options.kinds if i64(kind) != HEAVEN_BLESSING]
    offers = vec[u8]([u8(0) for _ in range(min(OFFERS, len(kinds)))])
    for place in range(len(offers)):
        other = place + table.choose(len(kinds) - place)
        kinds[place], kinds[other] = kinds[other], kinds[place]
        offers[place] = u8(kinds[place])
    table.offers = offers
    if table.log is not None:
        data = {"side": SIDES[table.seat], "count": len(offers)}
        table.log.append(Event("offers", data, table.seat, {"cards": card_names(offers)}, reveals=True))


def take_offer(table: Table, card: i64) -> None:
    """The chosen card comes to the hand, made from nothing; the others vanish (CO-10.22)."""
    table.holding(table.seat).gain(card)
    table.made = append(table.made[:], u8(card))
    table.offers = NO_CARDS
    if table.log is not None:
        table.log.append(Event("blessed", {"side": SIDES[table.seat]}, table.seat, {"card": CARD_NAMES[card]}))


def show_hand(table: Table) -> None:
    """The opponent's hand is open to the one who condemns, while choosing (CO-10.23)."""
    if table.log is not None:
        hand = card_names(table.holding(1 - table.seat).hand)
        data = {"side": SIDES[table.seat], "whose": SIDES[1 - table.seat]}
        table.log.append(Event("show", data, table.seat, {"cards": hand}, reveals=True))


def will_of_condemnation(table: Table, card: i64) -> None:
    """A card of the opponent's hand is discarded (CO-10.23)."""
    victim = table.holding(1 - table.seat)
    victim.take(card)
    victim.throw_away(card)
    if table.log is not None:
        data = {"side": SIDES[table.seat], "from": SIDES[1 - table.seat], "card": CARD_NAMES[card]}
        table.log.append(Event("condemn", data, reveals=True))


def will_of_resale(table: Table, flipped: i64) -> None:
    """As many of the opponent's leftmost cards as stones were flipped are sold for 2 charge each (CO-10.26)."""
    victim = table.holding(1 - table.seat)
    number: i64 = min(flipped, len(victim.hand))
    if number == 0:
        return
    cards = victim.hand[:number]
    victim.hand = victim.hand[number:]
    for card in cards:
        victim.throw_away(i64(card))
    if table.log is not None:
        data = {"side": SIDES[table.seat], "from": SIDES[1 - table.seat], "cards": card_names(cards)}
        table.log.append(Event("steal", data, reveals=True))
    table.add_charge(table.seat, RESALE_PAYS * number, "resale")


def will_to_protect(table: Table, cell: i64) -> None:
    """A guard on top of whatever the stone carries; on a guarded stone it starts anew (CO-10.27)."""
    old = table.mark_on(cell, GUARD)
    if old is None:
        table.mark(GUARD, cell, table.seat)
    else:
        table.tick(old, i64(FIRST_LEFT[GUARD]))


def fire_udg(table: Table, mark: Mark) -> None:
    """The enemy stones on the eight cells around it are destroyed (CO-10.28)."""
    table.destroy(NEIGHBOURS[mark.at] & table.stones(1 - mark.owner), "udg", mark.owner)


def will_of_transposition(table: Table, cell: i64) -> None:
    """The two stones picked trade places with all their marks (CO-10.30)."""
    a, b = table.first, cell
    table.trade(a, b)
    if table.log is not None:
        moves = [[NAMES[a], NAMES[b]], [NAMES[b], NAMES[a]]]
        table.log.append(Event("move", {"side": SIDES[table.seat], "moves": moves, "by": "transposition"}))


def pick_cell(table: Table, cell: i64) -> None:
    """What the pending card does with the cell picked; the card is done with, or asks again."""
    card = table.pending
    if card == codes.POSITION_SWAP_WILL and table.first == NOWHERE:
        table.first = cell
        return
    match card:
        case codes.SWAP_WITH_ENEMY:
            will_of_exchange(table, cell)
        case codes.POSITION_SWAP_WILL:
            will_of_transposition(table, cell)
        case codes.SACRIFICE_WILL:
            will_of_sacrifice(table, cell)
            if table.sacrificed < MOST_SACRIFICES and table.stones(table.seat) & ~table.guarded != 0:
                return
        case codes.STRONG_WIND_WILL:
            will_of_the_gale(table, cell)
        case codes.TRAP_WILL:
            will_of_the_snare(table, cell)
        case codes.TEMPT_WILL:
            will_of_temptation(table, cell)
        case codes.DESTROY_ONE_STONE:
            god_of_destruction(table, cell)
        case codes.TIME_BOMB:
            time_bomb(table, cell)
        case _:
            will_to_protect(table, cell)
    settled(table)


def pick_card(table: Table, card: i64) -> None:
    """What the pending card does with the card picked."""
    match table.pending:
        case codes.SELL_CARD_WILL:
            will_of_sale(table, card)
        case codes.HEAVEN_BLESSING:
            take_offer(table, card)
        case _:
            will_of_condemnation(table, card)
    settled(table)


def settled(table: Table) -> None:
    """The pending card is done with."""
    table.pending = NO_CARD
    table.first = NOWHERE
    table.sacrificed = 0
    table.offers = NO_CARDS
