"""Changes of the table: moving, drawing, destroying and attaching cards, and the triggers they cause."""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tefuda.cardlang.engine.abilities import FRAME_PLAY, Frame, PendingTrigger
from tefuda.cardlang.engine.card_state import RUNNING
from tefuda.cardlang.engine.zones import NO_CARD, has
from tefuda.games.solitaire_tcg.rules.codes import (
    ARTIFACT,
    AT_TOP,
    BOARD,
    CARD_ZONES,
    DECK,
    FIELD,
    FIELD_CARD,
    FRAME_BURIAL,
    GRAVE,
    HAND,
    LEAVING,
    LOST,
    MONSTER,
    ON_DESTROY,
    ON_DISCARD,
    ON_DRAW,
    ON_ENTER,
    ON_FIELD_SET,
    ON_PLAY,
    SHUFFLED,
    TRIGGERS,
    WON,
)
from tefuda.games.solitaire_tcg.rules.continuous import (
    check_continuous_ends,
    log_stats,
    monsters_to_destroy,
    stats_to_log,
)
from tefuda.games.solitaire_tcg.rules.model import BITS
from tefuda.games.solitaire_tcg.rules.table import Table


def trigger(table: Table, card: i64, when: i64) -> None:
    """Queue a card's abilities with this trigger. Within a tick, lower priority comes first (ST-5.3)."""
    definition = table.pool.definitions[card]
    if definition.triggers & BITS[when] == 0:
        return
    for ability in definition.abilities_on[when]:
        place = table.queue(PendingTrigger(card, ability, NO_CARD), table.tick_start)
        if table.log is not None:
            data = {"card": table.name(card), "when": TRIGGERS[when], "ability": ability.number, "place": place}
            table.log_event("queued", data)


# One card


def transfer(table: Table, card: i64, to: i64, by: str, reveals: bool = False) -> None:
    """Move a card and log it as `by`, without further effects."""
    zones = table.zones
    data: dict[str, Any] | None = None
    if table.log is not None:
        data = departure(table, card)
    if zones.place(card) == DECK:
        leave_deck(table, card)
    else:
        zones.remove(card)
    if to == DECK:
        zones.insert_first(DECK, card)
        table.known_bottom += 1
    else:
        zones.add(to, card)
    if data is not None:
        table.log_event(by, {**data, **arrival(table, card, to)}, reveals=reveals)


def leave_deck(table: Table, card: i64) -> None:
    """Remove a card from the deck, and from the known cards at its ends."""
    zones = table.zones
    size = zones.length(DECK)
    index: i64 = 0
    if zones.at(DECK, size - 1) == card:
        zones.take_last(DECK)
    else:
        index = table.index(card)
        zones.remove(card)
    if index < table.known_top:
        table.known_top -= 1
    elif index >= size - table.known_bottom:
        table.known_bottom -= 1


def departure(table: Table, card: i64) -> dict[str, Any]:
    """Return where a card leaves from. In a deck, only a known place is told; from the end it is negative."""
    zone, index = table.zones.place(card), table.index(card)
    data: dict[str, Any] = {"card": table.name(card), "from": CARD_ZONES[zone]}
    if zone != DECK or table.rules.puzzle or index < table.known_top:
        data["at"] = index
    elif index >= table.size(DECK) - table.known_bottom:
        data["at"] = index - table.size(DECK)
    return data


def arrival(table: Table, card: i64, zone: i64) -> dict[str, Any]:
    """Return where a card arrived. In play it has stats, and its triggers in the queue get its new name."""
    data: dict[str, Any] = {"to": CARD_ZONES[zone]}
    if zone == BOARD and table.pool.definitions[card].type_code == MONSTER:
        data["stats"] = stats_to_log(table, card)
    if zone == BOARD or zone == FIELD:
        queued = [place for place, waiting in enumerate(table.pending) if waiting.card == card]
        if queued:
            data["queue"] = queued
    return data


def move_card(table: Table, card: i64, to: i64, by: str, reveals: bool = False) -> None:
    """Move a card and log it as `by`. A card that leaves play loses its status and its equips (ST-11.3)."""
    leaves = table.is_permanent(card) and to != BOARD and to != FIELD
    transfer(table, card, to, by, reveals)
    if leaves:
        clear_status(table, card)


def clear_status(table: Table, card: i64) -> None:
    """Remove the status of a card that has left play, and destroy its equips."""
    if table.statuses:
        table.statuses = [status for status in table.statuses if status.card != card]
        destroy_cards(table, table.equips_of(card))


def destroy_cards(table: Table, cards: vec[i64]) -> None:
    """Destroy cards together. An equip that was destroyed with its host is not destroyed again."""
    for at in range(len(cards)):
        card = cards[at]
        if table.is_permanent(card):
            # Its own on_destroy comes before those of its equips.
            transfer(table, card, GRAVE, "destroy")
            trigger(table, card, ON_DESTROY)
            clear_status(table, card)


def enter_board(table: Table, card: i64, by: str, reveals: bool = False) -> None:
    """Put a card on the board from another zone and queue its on_enter (ST-4.2)."""
    if table.zones.place(card) != BOARD:
        move_card(table, card, BOARD, by, reveals)
        trigger(table, card, ON_ENTER)


def attach(table: Table, equip: i64, host: i64, by: str) -> None:
    """Attach an equip to a host. It enters the board if it was elsewhere."""
    enter_board(table, equip, by)
    table.editable_status(equip).host = host
    if table.log is not None:
        table.log_event("attach", {"card": table.name(equip), "host": table.name(host)})


def place_field(table: Table, card: i64, by: str, plays: bool, reveals: bool = False) -> None:
    """Place a field: the overwrite procedure up to the remaining stack entries (ST-7.1)."""
    old: i64 = NO_CARD
    if table.pool.definitions[card].unique:
        for at in range(table.size(FIELD)):
            other = table.zones.at(FIELD, at)
            if table.pool.definitions[other].unique:
                old = other
    if old != NO_CARD:
        transfer(table, old, LEAVING, "overwritten", reveals)
    move_card(table, card, FIELD, by, reveals)
    trigger(table, card, ON_ENTER)
    for zone in range(BOARD, FIELD + 1):
        for at in range(table.size(zone)):
            if table.zones.at(zone, at) != card:
                trigger(table, table.zones.at(zone, at), ON_FIELD_SET)
    if old != NO_CARD:
        clear_status(table, old)
        if plays:
            table.push(Frame(FRAME_BURIAL, old, None))
        else:
            bury_field(table, old)
    if plays:
        run_play_abilities(table, card)


def run_play_abilities(table: Table, card: i64) -> None:
    """Put the on_play abilities of a card on the stack (ST-3.5)."""
    if table.pool.definitions[card].triggers & BITS[ON_PLAY] != 0:
        table.push(Frame(FRAME_PLAY, card, None))


def bury_field(table: Table, card: i64) -> None:
    """Put a replaced field into the grave and queue its on_destroy (ST-7.1)."""
    table.start_tick()
    move_card(table, card, GRAVE, "destroy")
    trigger(table, card, ON_DESTROY)


# Several cards


def draw_cards(table: Table, count: i64) -> None:
    """Draw cards while the deck has any. A drawn card may trigger (ST-8.1)."""
    while count > 0 and table.size(DECK) > 0:
        card = table.zones.at(DECK, table.size(DECK) - 1)
        transfer(table, card, HAND, "draw", True)
        trigger(table, card, ON_DRAW)
        count -= 1


def mill_cards(table: Table, count: i64) -> None:
    while count > 0 and table.size(DECK) > 0:
        transfer(table, table.zones.at(DECK, table.size(DECK) - 1), GRAVE, "mill", True)
        count -= 1


def discard_cards(table: Table, cards: vec[i64], reveals: bool) -> None:
    for at in range(len(cards)):
        transfer(table, cards[at], GRAVE, "discard", reveals)
        trigger(table, cards[at], ON_DISCARD)


def can_go_to(table: Table, card: i64, zone: i64) -> bool:
    """Whether a card can be moved to a zone: monsters and artifacts to the board, fields to the field (ST-8.11)."""
    code = table.pool.definitions[card].type_code
    if zone == BOARD:
        return code == MONSTER or code == ARTIFACT
    return zone != FIELD or code == FIELD_CARD


def move_cards(
    table: Table, cards: vec[i64], zone: i64, to: i64, by: str, position: i64, reveals: bool = False
) -> None:
    """Move cards that are still in a zone, as `move` and `search` do (ST-8.11)."""
    for at in range(len(cards)):
        card = cards[at]
        if table.zones.place(card) != zone or not can_go_to(table, card, to):
            continue
        if to == BOARD:
            enter_board(table, card, by, reveals)
        elif to == FIELD:
            place_field(table, card, by, False, reveals)
        else:
            move_card(table, card, to, by, reveals)
            if to == DECK and position == AT_TOP:
                put_on_top(table, card)
    if to == DECK and position == SHUFFLED:
        shuffle_deck(table)


def put_on_top(table: Table, card: i64) -> None:
    """Put the last card of the deck on top."""
    table.zones.remove(card)
    table.zones.add(DECK, card)
    table.known_top += 1
    table.known_bottom -= 1
    if table.log is not None:
        table.log_event("on_top", {"card": table.pool.definitions[card].id})


# Randomness


def shuffle_deck(table: Table) -> None:
    """Shuffle the deck after it was searched, except in a puzzle (ST-8.6, ST-12.4)."""
    if table.rules.puzzle:
        return
    table.zones.shuffle(DECK, table.own_rng())
    table.known_top = 0
    table.known_bottom = 0
    if table.log is not None:
        table.log_event("shuffle", {})


def pick_at_random(table: Table, cards: vec[i64], count: i64) -> vec[i64]:
    """Return random cards in the order of their zone; in a puzzle the first ones (ST-12.4)."""
    if table.rules.puzzle or len(cards) <= count:
        return cards[:count]
    left = cards[:]
    table.own_rng().shuffle_numbers(left, len(left))
    return in_order(cards, left[:count])


def in_order(cards: vec[i64], chosen: vec[i64]) -> vec[i64]:
    """Return the chosen cards in the order of all cards."""
    found = vec[i64](capacity=len(chosen))
    for at in range(len(cards)):
        if has(chosen, cards[at]):
            found = append(found, cards[at])
    return found


# Consequences


def check_state(table: Table) -> None:
    """Destroy monsters without hp and check continuous wins after an event (ST-11.6, ST-11.7)."""
    if table.log is not None:
        log_stats(table)
    if table.outcome != RUNNING:
        return
    dying = monsters_to_destroy(table)
    while len(dying) > 0:
        destroy_cards(table, dying)
        if table.log is not None:
            log_stats(table)
        dying = monsters_to_destroy(table)
    check_continuous_ends(table)


def end_game(table: Table, won: bool, card: i64) -> None:
    """End the game. The first win or loss decides (ST-2.8)."""
    if table.outcome == RUNNING:
        table.outcome = WON if won else LOST
        table.reason = table.pool.definitions[card].id
        if table.log is not None:
            table.log_event("win" if won else "lose", {"card": table.name(card)})
