"""Card effects: one function per card, named after its type code, in the order of the rulebook.

TRAP_WILL is in `traps.py`. FREE_PLACEMENT and DOUBLE_PLACE are in `state.py`, WORK_WILL, HYPERACTIVE_WILL and
ULTIMATE_HYPERACTIVE_GOD in `turn_start.py`, and REGEN_WILL in `table.py` (`revive`). Cards that only put a mark on the
placed stone have no function: see `MARK_KIND_OF_CARD`.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from tefuda.core.events import Event
from tefuda.games.card_othello.rules import codes
from tefuda.games.card_othello.rules.board import (
    BIT,
    CELL_NAMES,
    CROSS,
    DIRECTIONS,
    NEIGHBOURS,
    cells,
    line_mask,
    nth_cell,
    popcount,
    slide_distance,
)
from tefuda.games.card_othello.rules.codes import (
    BOMB,
    BREEDING,
    BREEDING_WILL,
    CARD_NAMES,
    DRAGON,
    GOLD_STONE,
    GUARD,
    HEAVEN_BLESSING,
    HYPERACTIVE,
    HYPERACTIVE_WILL,
    INITIAL_COUNTERS,
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
from tefuda.games.card_othello.rules.marks import NOWHERE, Mark
from tefuda.games.card_othello.rules.player_state import NO_CARDS, card_names
from tefuda.games.card_othello.rules.table import Table
from tefuda.games.card_othello.rules.traps import check_traps, trap_will

HEAVEN_BLESSING_OFFERS: Final = 5
SACRIFICE_WILL_MAX_STONES: Final = 3
SACRIFICE_WILL_CHARGE: Final = 5
STEAL_CARD_CHARGE: Final = 2
GOLD_STONE_FACTOR: Final = 4
SILVER_STONE_FACTOR: Final = 3
WORK_WILL_CHARGE: Final = bytes([0, 1, 2, 4, 8, 16])
WORK_WILL_STAGES: Final = 5


def _mark_kinds_by_card() -> vec[i64]:
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


MARK_KIND_OF_CARD: Final = _mark_kinds_by_card()
"""By card: the mark of the stone that is placed next; -1 for none."""


def treasure_box(table: Table) -> None:
    """TREASURE_BOX: gain 1, 2 or 3 charge at random (CO-10.1)."""
    amount = 1 + table.random_index(3)
    if table.log is not None:
        data = {"side": SIDES[table.seat], "amount": amount}
        table.log.append(Event("treasure", data, reveals=True))
    table.add_charge(table.seat, amount, "treasure")


def swap_with_enemy(table: Table, cell: i64) -> None:
    """SWAP_WITH_ENEMY: flip an unmarked enemy stone and gain 1 charge; a trap on it is triggered (CO-10.4)."""
    table.flip(BIT[cell], table.seat, "exchange", cell)
    table.add_charge(table.seat, 1, "exchange")
    check_traps(table)


def sacrifice_will(table: Table, cell: i64) -> None:
    """SACRIFICE_WILL: destroy an own stone and gain 5 charge (CO-10.5)."""
    table.destroy(BIT[cell], "sacrifice", table.seat)
    table.add_charge(table.seat, SACRIFICE_WILL_CHARGE, "sacrifice")
    table.sacrificed += 1


def strong_wind_will(table: Table, cell: i64) -> None:
    """STRONG_WIND_WILL: slide a stone in its longest direction, ties at random; 1 charge per cell (CO-10.7)."""
    empty = table.empty_cells()
    longest: i64 = 0
    ways: list[i64] = []
    for direction in range(4):
        far = slide_distance(cell, direction, empty)
        if far > longest:
            longest = far
            ways = [direction]
        elif far == longest:
            ways.append(direction)
    direction = ways[table.random_index(len(ways))]
    step: i64 = -8 if direction == 0 else 8 if direction == 1 else -1 if direction == 2 else 1
    end = cell + longest * step
    table.swap_cells(cell, end)
    table.log_move(cell, end, "gale", table.seat)
    table.add_charge(table.seat, longest, "gale")


def tempt_will(table: Table, cell: i64) -> None:
    """TEMPT_WILL: take over a marked enemy stone with its marks; work ends (CO-10.9)."""
    side = table.seat
    table.set_colour(BIT[cell], side)
    table.sprouts &= ~BIT[cell]
    if table.log is not None:
        table.log.append(Event("tempt", {"at": CELL_NAMES[cell], "side": SIDES[side]}))
    work: Mark | None = None
    marks: list[Mark] = []
    for mark in table.marks:
        if mark.origin == cell:
            mark = mark.with_cells(mark.at, NOWHERE)
        if mark.at == cell:
            mark = mark.with_owner(side)
            if mark.kind == WORK:
                work = mark
        marks.append(mark)
    table.set_marks(marks)
    if work is not None:
        table.remove_mark(work, "tempted")


def chain_will_link(table: Table, sources: i64, link: i64) -> i64:
    """CHAIN_WILL: flip the longest line from any source, ties at random; return the flipped stones (CO-10.10)."""
    side = table.seat
    own = table.stones(side)
    enemy = table.stones(1 - side) & ~table.immune
    longest: i64 = 0
    runs: list[i64] = []
    starts: list[i64] = []
    for source in cells(sources & own):
        for direction in range(DIRECTIONS):
            run = line_mask(source, direction, own, enemy)
            length = popcount(run)
            if length > longest:
                longest = length
                runs = [run]
                starts = [source]
            elif length == longest and length > 0:
                runs.append(run)
                starts.append(source)
    if longest == 0:
        return 0
    which = table.random_index(len(runs))
    if table.log is not None:
        data = {"side": SIDES[side], "link": link, "from": CELL_NAMES[starts[which]]}
        table.log.append(Event("chain", data, reveals=len(runs) > 1))
    table.flip(runs[which], side, "chain1" if link == 1 else "chain2", starts[which])
    return runs[which]


def chain_will(table: Table, flipped: i64) -> tuple[i64, i64]:
    """CHAIN_WILL: flip up to two links, each from the flips before; return their numbers of flips (CO-10.10)."""
    first = chain_will_link(table, flipped, 1)
    second = chain_will_link(table, first, 2) if first != 0 else 0
    return popcount(first), popcount(second)


def destroy_one_stone(table: Table, cell: i64) -> None:
    """DESTROY_ONE_STONE: destroy a stone that is not guarded (CO-10.12)."""
    table.destroy(BIT[cell], "destruction", table.seat)


def time_bomb(table: Table, cell: i64) -> None:
    """TIME_BOMB: turn an own stone into a bomb (CO-10.13)."""
    table.clear_marks(cell)
    table.add_mark(BOMB, cell, table.seat)


def ultimate_reverse_dragon(table: Table, dragon: Mark) -> None:
    """ULTIMATE_REVERSE_DRAGON: flip the enemy stones on the eight cells around the dragon (CO-10.14)."""
    flipped = NEIGHBOURS[dragon.at] & table.stones(1 - dragon.owner) & ~table.immune
    if flipped != 0:
        table.flip(flipped, dragon.owner, "dragon", dragon.at)
        table.add_charge(dragon.owner, popcount(flipped), "dragon")


def breeding_will(table: Table, mark: Mark) -> None:
    """BREEDING_WILL: grow a stone beside the last one grown, or beside the anchor, and flip its lines (CO-10.15)."""
    owner = mark.owner
    standing = mark.origin != NOWHERE and table.stones(owner) & BIT[mark.origin] != 0
    room = NEIGHBOURS[mark.origin if standing else mark.at] & table.empty_cells()
    if room == 0:
        return
    cell = nth_cell(room, table.random_index(popcount(room)))
    table.set_colour(BIT[cell], owner)
    table.sprouts |= BIT[cell]
    table.replace_mark(mark.with_cells(mark.at, cell))
    if table.log is not None:
        data = {"at": CELL_NAMES[cell], "side": SIDES[owner], "by": CELL_NAMES[mark.at]}
        table.log.append(Event("spawn", data, reveals=True))
    table.capture(cell, owner, "breeding")


def cross_bomb(table: Table, cell: i64) -> None:
    """CROSS_BOMB: destroy the centre and two cells in each orthogonal direction, both colours (CO-10.16)."""
    table.destroy(BIT[cell], "cross_bomb", table.seat)
    table.destroy(CROSS[cell], "cross_bomb", table.seat)


def sell_card_will(table: Table, card: i64) -> None:
    """SELL_CARD_WILL: discard another card of the hand and gain its cost (CO-10.18)."""
    player = table.player(table.seat)
    player.remove_from_hand(card)
    player.add_to_discard(card)
    if table.log is not None:
        table.log.append(Event("sell", {"side": SIDES[table.seat], "card": CARD_NAMES[card]}))
    table.add_charge(table.seat, table.options.costs[card], "sale")


def plunder_will(table: Table, flipped: i64) -> i64:
    """PLUNDER_WILL: take 1 charge from the opponent per flipped stone; return the amount (CO-10.19)."""
    taken: i64 = min(flipped, table.player(1 - table.seat).charge)
    if taken > 0:
        if table.log is not None:
            data = {"side": SIDES[table.seat], "from": SIDES[1 - table.seat], "amount": taken}
            table.log.append(Event("absorb", data))
        table.add_charge(1 - table.seat, -taken, "plundered")
    return taken


def multiply_charge(table: Table, card: i64, flipped: i64) -> i64:
    """GOLD_STONE, SILVER_STONE: return the charge for the flips of the placement (CO-10.24, CO-10.25)."""
    factor: i64 = GOLD_STONE_FACTOR if card == GOLD_STONE else SILVER_STONE_FACTOR
    if table.log is not None and flipped > 0:
        data = {"side": SIDES[table.seat], "card": CARD_NAMES[card], "flips": flipped, "factor": factor}
        table.log.append(Event("multiply", data))
    return flipped * factor


def end_previous_work(table: Table, side: i64) -> None:
    """WORK_WILL: end the previous work of a player, who can have one stone at work (CO-10.20)."""
    for mark in table.marks:
        if mark.kind == WORK and mark.owner == side:
            table.remove_mark(mark, "replaced")


def heaven_blessing(table: Table) -> None:
    """HEAVEN_BLESSING: offer five different card types, without this one (CO-10.22)."""
    kinds = [i64(kind) for kind in table.options.card_types if i64(kind) != HEAVEN_BLESSING]
    offers = vec[u8]([u8(0) for _ in range(min(HEAVEN_BLESSING_OFFERS, len(kinds)))])
    for place in range(len(offers)):
        other = place + table.random_index(len(kinds) - place)
        kinds[place], kinds[other] = kinds[other], kinds[place]
        offers[place] = u8(kinds[place])
    table.offers = offers
    if table.log is not None:
        data = {"side": SIDES[table.seat], "count": len(offers)}
        table.log.append(Event("offers", data, table.seat, {"cards": card_names(offers)}, reveals=True))


def heaven_blessing_pick(table: Table, card: i64) -> None:
    """HEAVEN_BLESSING: create the picked card in the hand; the other offers are removed (CO-10.22)."""
    table.player(table.seat).add_to_hand(card)
    table.created_cards = append(table.created_cards[:], u8(card))
    table.offers = NO_CARDS
    if table.log is not None:
        table.log.append(Event("blessed", {"side": SIDES[table.seat]}, table.seat, {"card": CARD_NAMES[card]}))


def condemn_will_show_hand(table: Table) -> None:
    """CONDEMN_WILL: show the opponent's hand to the player who picks a card from it (CO-10.23)."""
    if table.log is not None:
        hand = card_names(table.player(1 - table.seat).hand)
        data = {"side": SIDES[table.seat], "whose": SIDES[1 - table.seat]}
        table.log.append(Event("show", data, table.seat, {"cards": hand}, reveals=True))


def condemn_will(table: Table, card: i64) -> None:
    """CONDEMN_WILL: discard a card of the opponent's hand (CO-10.23)."""
    victim = table.player(1 - table.seat)
    victim.remove_from_hand(card)
    victim.add_to_discard(card)
    if table.log is not None:
        data = {"side": SIDES[table.seat], "from": SIDES[1 - table.seat], "card": CARD_NAMES[card]}
        table.log.append(Event("condemn", data, reveals=True))


def steal_card(table: Table, flipped: i64) -> None:
    """STEAL_CARD: sell the opponent's leftmost cards, one per flipped stone, for 2 charge each (CO-10.26)."""
    victim = table.player(1 - table.seat)
    number: i64 = min(flipped, len(victim.hand))
    if number == 0:
        return
    cards = victim.hand[:number]
    victim.hand = victim.hand[number:]
    for card in cards:
        victim.add_to_discard(i64(card))
    if table.log is not None:
        data = {"side": SIDES[table.seat], "from": SIDES[1 - table.seat], "cards": card_names(cards)}
        table.log.append(Event("steal", data, reveals=True))
    table.add_charge(table.seat, STEAL_CARD_CHARGE * number, "resale")


def guard_will(table: Table, cell: i64) -> None:
    """GUARD_WILL: guard an own stone in addition to its mark, or restart its guard (CO-10.27)."""
    old = table.mark_at(cell, GUARD)
    if old is None:
        table.add_mark(GUARD, cell, table.seat)
    else:
        table.set_counter(old, i64(INITIAL_COUNTERS[GUARD]))


def ultimate_destroy_god(table: Table, mark: Mark) -> None:
    """ULTIMATE_DESTROY_GOD: destroy the enemy stones on the eight cells around it (CO-10.28)."""
    table.destroy(NEIGHBOURS[mark.at] & table.stones(1 - mark.owner), "udg", mark.owner)


def position_swap_will(table: Table, cell: i64) -> None:
    """POSITION_SWAP_WILL: swap the two picked stones with all their marks (CO-10.30)."""
    a, b = table.first_pick, cell
    table.swap_cells(a, b)
    if table.log is not None:
        moves = [[CELL_NAMES[a], CELL_NAMES[b]], [CELL_NAMES[b], CELL_NAMES[a]]]
        table.log.append(Event("move", {"side": SIDES[table.seat], "moves": moves, "by": "transposition"}))


def pick_cell(table: Table, cell: i64) -> None:
    """Resolve the pending card with the picked cell. Some cards need another pick."""
    card = table.pending
    if card == codes.POSITION_SWAP_WILL and table.first_pick == NOWHERE:
        table.first_pick = cell
        return
    match card:
        case codes.SWAP_WITH_ENEMY:
            swap_with_enemy(table, cell)
        case codes.POSITION_SWAP_WILL:
            position_swap_will(table, cell)
        case codes.SACRIFICE_WILL:
            sacrifice_will(table, cell)
            if table.sacrificed < SACRIFICE_WILL_MAX_STONES and table.stones(table.seat) & ~table.guarded != 0:
                return
        case codes.STRONG_WIND_WILL:
            strong_wind_will(table, cell)
        case codes.TRAP_WILL:
            trap_will(table, cell)
        case codes.TEMPT_WILL:
            tempt_will(table, cell)
        case codes.DESTROY_ONE_STONE:
            destroy_one_stone(table, cell)
        case codes.TIME_BOMB:
            time_bomb(table, cell)
        case _:
            guard_will(table, cell)
    clear_pending(table)


def pick_card(table: Table, card: i64) -> None:
    """Resolve the pending card with the picked card."""
    match table.pending:
        case codes.SELL_CARD_WILL:
            sell_card_will(table, card)
        case codes.HEAVEN_BLESSING:
            heaven_blessing_pick(table, card)
        case _:
            condemn_will(table, card)
    clear_pending(table)


def clear_pending(table: Table) -> None:
    """Reset the pending card and its picks."""
    table.pending = NO_CARD
    table.first_pick = NOWHERE
    table.sacrificed = 0
    table.offers = NO_CARDS
