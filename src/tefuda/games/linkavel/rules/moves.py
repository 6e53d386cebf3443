"""Changes of the table: moving cards, LP, destruction, modifiers, and the triggers they cause."""

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tefuda.cardlang.engine.card_state import NO_FRAMES, NO_TRIGGERS, RUNNING
from tefuda.cardlang.engine.zones import NO_CARD, NO_CARDS, has
from tefuda.games.linkavel.rules.codes import (
    BY_BATTLE,
    CAUSE_BATTLE,
    CAUSE_COST,
    CAUSE_EFFECT,
    CAUSE_MILL,
    DECK,
    DESTROY_CAUSES,
    FIELD_SLOTS,
    FROM_DECK,
    FROM_FIELD,
    FROM_HAND,
    HAND,
    LISTS,
    NEXT_TURN,
    NORMAL_SUMMON,
    ON_DESTROY,
    ON_DRAW,
    ON_LP_GAIN,
    ON_REFRESH,
    ON_SUMMON,
    ON_TRASH,
    OUTCOME_DRAW,
    OUTCOMES,
    SEATS,
    SPECIAL_SUMMON,
    THIS_TURN,
    TRASH,
    TRASH_CAUSES,
    WILDCARD,
    WON_BY_ONE,
    WON_BY_TWO,
    ZONES,
)
from tefuda.games.linkavel.rules.continuous import add_winner, check_continuous_wins, power, use_protection
from tefuda.games.linkavel.rules.model import (
    END_EFFECT,
    POWER_MODIFIER,
    PROTECT_EFFECT,
    PROTECTION,
    Modifier,
)
from tefuda.games.linkavel.rules.table import Table, new_card_view
from tefuda.games.linkavel.rules.triggers import trigger, trigger_player, witnesses
from tefuda.games.linkavel.rules.view import announce_field

MAX_LP: Final = 1_000_000_000_000
"""Above any LP that occurs in practice. Compiled integers are bounded."""

NO_DATA: Final[dict[str, Any]] = {}
"""In place of the data of an event, without a log."""

ORIGIN_BY_ZONE: Final = vec[i64]([FROM_HAND, FROM_DECK, WILDCARD, FROM_FIELD, FROM_FIELD])
"""By zone: the origin code for the `from` of a trigger."""


# Moving cards


def to_trash(table: Table, cards: vec[i64], cause: i64, destroyed: bool = False) -> None:
    """Send cards to their owners' trashes together. All cards on the field see all of them leave (LV-9.10)."""
    seen_by = witnesses(table, ON_TRASH)
    origins = move_to_trash(table, cards, cause, destroyed)
    trigger_trash(table, cards, origins, seen_by, cause)


def move_to_trash(table: Table, cards: vec[i64], cause: i64, destroyed: bool = False) -> vec[i64]:
    """Move cards to their owners' trashes. Return where they were, as codes of a trigger's `from`."""
    origins = NO_CARDS
    for at in range(len(cards)):
        card: i64 = cards[at]
        data = log_leaving(table, card) if table.log is not None else NO_DATA
        zone = table.remove(card)
        origins = append(origins, ORIGIN_BY_ZONE[zone])
        table.zones.add(LISTS * table.pool.owner(card) + TRASH, card)
        if table.log is not None:
            data["cause"] = TRASH_CAUSES[cause]
            if destroyed:
                data["destroyed"] = True
            table.log_event("trash", data, reveals=zone == HAND or zone == DECK)
    return origins


def trigger_trash(table: Table, cards: vec[i64], origins: vec[i64], seen_by: vec[i64], cause: i64) -> None:
    """Queue the abilities that cards sent to the trash trigger."""
    if (table.pool.other_triggers | table.pool.own_triggers) & (1 << ON_TRASH) != 0:
        for at in range(len(cards)):
            owner = table.pool.owner(cards[at])
            trigger(table, ON_TRASH, cards[at], owner, seen_by, WILDCARD, origins[at], cause)


def log_leaving(table: Table, card: i64) -> dict[str, Any]:
    """Return who loses which card from where, for the event of a move. A player is told the index in the own hand."""
    seat = table.pool.owner(card)
    zone = table.zone_of(card)
    data: dict[str, Any] = {"seat": SEATS[seat], "card": table.name(card), "from": table.slot_name(card) or ZONES[zone]}
    if zone == HAND:
        table.log_event("leave_hand", {"index": table.zones.index(card)}, seat)
    elif zone == TRASH:
        data["index"] = table.zones.index(card)
    return data


def log_entering(table: Table, kind: str, card: i64, data: dict[str, Any]) -> None:
    """Log that a card has entered the field. Triggers that wait for their turn are shown with its slot."""
    shown = data["from"] == ZONES[HAND] or data["from"] == ZONES[DECK]
    data["at"] = table.slot_name(card)
    data.update(new_card_view(table.card(card)))
    waiting = [place for place, one in enumerate(table.batch + table.pending) if one.card == card]
    if waiting:
        data["waiting"] = waiting
    table.log_event(kind, data, reveals=shown)


def to_hand(table: Table, card: i64, by: str) -> None:
    """Add a card to its owner's hand and show it to both players."""
    seat = table.pool.owner(card)
    data = log_leaving(table, card) if table.log is not None else NO_DATA
    zone = table.remove(card)
    table.zones.add(LISTS * seat + HAND, card)
    table.zones.set_flag(card, True)
    table.log_event(by, data, reveals=zone == DECK)


def to_deck(table: Table, cards: vec[i64]) -> None:
    """Shuffle cards into their owners' decks."""
    changed = [False, False]
    for at in range(len(cards)):
        card: i64 = cards[at]
        seat = table.pool.owner(card)
        data = log_leaving(table, card) if table.log is not None else NO_DATA
        table.remove(card)
        table.zones.insert_first(LISTS * seat + DECK, card)
        changed[seat] = True
        table.log_event("return_deck", data)
    for seat in range(2):
        if changed[seat]:
            table.shuffle_deck(seat)


def special_summon(table: Table, cards: vec[i64]) -> None:
    """Place monsters together in the leftmost free slots while there is room (LV-5.10, LV-5.11)."""
    summoned = vec[i64]()
    for at in range(len(cards)):
        card: i64 = cards[at]
        seat = table.pool.owner(card)
        slot = table.free_slot(FIELD_SLOTS * seat)
        if slot < 0:
            continue
        data = log_leaving(table, card) if table.log is not None else NO_DATA
        table.remove(card)
        table.put(slot, card)
        summoned = append(summoned, card)
        if table.log is not None:
            log_entering(table, "special_summon", card, data)
    seen_by = witnesses(table, ON_SUMMON)
    for at in range(len(summoned)):
        trigger(table, ON_SUMMON, summoned[at], table.pool.owner(summoned[at]), seen_by, SPECIAL_SUMMON)


def normal_summon(table: Table, card: i64, slot: i64, costs: vec[i64]) -> None:
    """Pay the cost and place the monster. Then queue the triggers of both (LV-5.7, LV-5.8)."""
    seat = table.turn
    table.has_summoned = True
    if len(costs) > 0 and table.log is not None:
        table.log_event("cost", {"seat": SEATS[seat], "cards": [table.slot_name(cost) for cost in costs]})
    seen_by = witnesses(table, ON_TRASH) if len(costs) > 0 else NO_CARDS
    origins = move_to_trash(table, costs, CAUSE_COST)
    data = log_leaving(table, card) if table.log is not None else NO_DATA
    table.remove(card)
    table.put(FIELD_SLOTS * seat + slot, card)
    if table.log is not None:
        log_entering(table, "summon", card, data)
    trigger_trash(table, costs, origins, seen_by, CAUSE_COST)
    trigger(table, ON_SUMMON, card, seat, witnesses(table, ON_SUMMON), NORMAL_SUMMON)
    check_state(table)


# Drawing (LV-7)


def draw_cards(table: Table, seat: i64, count: i64) -> bool:
    """Draw card by card. An empty deck is refreshed once per turn, which adds a draw (LV-7.1 to LV-7.6)."""
    zones = table.zones
    deck = LISTS * seat + DECK
    drawn = False
    while count > 0:
        count -= 1
        if zones.length(deck) == 0:
            if table.has_refreshed(seat) or table.zone_size(seat, TRASH) == 0:
                if table.log is not None:
                    table.log_event("no_draw", {"seat": SEATS[seat]})
                continue
            refresh(table, seat)
            count += 1
        card = zones.at(deck, zones.length(deck) - 1)
        zones.draw(deck, LISTS * seat + HAND, 1)
        drawn = True
        if table.log is not None:
            table.log_event("draw", {"seat": SEATS[seat]}, seat, {"card": table.name(card)}, reveals=True)
        trigger_draw(table, card, seat)
    return drawn


def trigger_draw(table: Table, card: i64, seat: i64) -> None:
    pool = table.pool
    if pool.own_triggers & (1 << ON_DRAW) != 0:
        for ability in pool.definitions[card].abilities_on[ON_DRAW]:
            shows = not ability.about_others and table.condition_holds(ability, card)
            if shows and not table.zones.flag(card):
                table.zones.set_flag(card, True)
                table.log_event("show", {"seat": SEATS[seat], "card": table.name(card)}, reveals=True)
    if (pool.own_triggers | pool.other_triggers) & (1 << ON_DRAW) != 0:
        trigger(table, ON_DRAW, card, seat, witnesses(table, ON_DRAW))


def refresh(table: Table, seat: i64) -> None:
    """Make the trash the new deck."""
    zones = table.zones
    cards = table.sort_by_kind(zones.listed(LISTS * seat + TRASH))
    zones.clear(LISTS * seat + TRASH)
    zones.refill(LISTS * seat + DECK, cards, 0, len(cards))
    zones.shuffle(LISTS * seat + DECK, table.own_rng())
    table.refreshed |= 1 + seat
    table.refresh_count += 1
    if table.log is not None:
        table.log_event("refresh", {"seat": SEATS[seat], "cards": len(cards)})
    trigger_player(table, ON_REFRESH, seat)


def mill_cards(table: Table, seat: i64, count: i64) -> bool:
    """Send cards from the top of the deck to the trash. This never refreshes (LV-7.7)."""
    zones = table.zones
    top = vec[i64]()
    at = zones.length(LISTS * seat + DECK) - 1
    while at >= 0 and len(top) < count:
        top = append(top, zones.at(LISTS * seat + DECK, at))
        at -= 1
    if len(top) > 0:
        to_trash(table, top, CAUSE_MILL)
    return len(top) > 0


# LP


def gain_lp(table: Table, seat: i64, amount: i64) -> bool:
    if amount <= 0:
        return False
    table.set_lp(seat, min(table.lp(seat) + amount, MAX_LP))
    if table.log is not None:
        table.log_event("gain", {"seat": SEATS[seat], "amount": amount, "lp": table.lp(seat)})
    trigger_player(table, ON_LP_GAIN, seat)
    return True


def deal_damage(table: Table, seat: i64, amount: i64, cause: str) -> bool:
    """Reduce LP, to 0 at the lowest."""
    if amount <= 0:
        return False
    table.set_lp(seat, max(0, table.lp(seat) - amount))
    if table.log is not None:
        table.log_event("damage", {"seat": SEATS[seat], "amount": amount, "lp": table.lp(seat), "cause": cause})
    return True


# Destruction (LV-14)


def destroy_cards(table: Table, cards: vec[i64], by: i64) -> bool:
    """Destroy the unprotected ones of these cards together. Return whether any was destroyed."""
    destroyed = vec[i64]()
    for at in range(len(cards)):
        card: i64 = cards[at]
        if table.is_on_field(card) and not has(destroyed, card) and not is_saved(table, card, by):
            destroyed = append(destroyed, card)
    if len(destroyed) == 0:
        return False
    seen_by = witnesses(table, ON_DESTROY)
    if table.log is not None:
        for gone in destroyed:
            data = {"card": table.name(gone), "at": table.slot_name(gone), "by": DESTROY_CAUSES[by]}
            table.log_event("destroy", data)
    to_trash(table, destroyed, CAUSE_BATTLE if by == BY_BATTLE else CAUSE_EFFECT, True)
    if (table.pool.other_triggers | table.pool.own_triggers) & (1 << ON_DESTROY) != 0:
        for at in range(len(destroyed)):
            number: i64 = destroyed[at]
            trigger(table, ON_DESTROY, number, table.pool.owner(number), seen_by, by)
    return True


def is_saved(table: Table, card: i64, by: i64) -> bool:
    """Use a protection of a card if there is one. Return whether it applied."""
    if not table.modifiers and table.field_effects & PROTECT_EFFECT == 0:
        return False
    return use_protection(table, card, by)


# Modifiers


def add_power_modifier(table: Table, card: i64, source: i64, amount: i64, duration: i64) -> None:
    modifier = Modifier(POWER_MODIFIER, card, source, amount, duration, expiry(table, source, duration))
    table.modifiers = [*table.modifiers, modifier]
    if table.log is not None:
        at, now = table.slot_name(card), power(table, card)
        table.log_event("power", {"card": table.name(card), "at": at, "amount": amount, "power": now})


def add_protection(table: Table, card: i64, source: i64, by: i64, duration: i64, once: bool) -> None:
    modifier = Modifier(PROTECTION, card, source, by, duration, expiry(table, source, duration), once)
    table.modifiers = [*table.modifiers, modifier]
    if table.log is not None:
        data = {"card": table.name(card), "at": table.slot_name(card), "from": DESTROY_CAUSES[by]}
        table.log_event("shield", data)


def expiry(table: Table, source: i64, duration: i64) -> i64:
    """Return the turn at whose end a modifier expires (LV-12.10)."""
    if duration == THIS_TURN:
        return table.turn_number
    if duration == NEXT_TURN:
        return table.turn_number + (1 if table.turn == table.pool.owner(source) else 2)
    return 0


# End of the game


def check_state(table: Table) -> None:
    """Check winning conditions after an operation. If both players win at once, it is a draw (LV-1.3, LV-1.4)."""
    if table.outcome != RUNNING:
        return
    if table.log is not None:
        announce_field(table)
    if table.lp_one == 0:
        add_winner(table, 1, "lp")
    if table.lp_two == 0:
        add_winner(table, 0, "lp")
    if table.field_effects & END_EFFECT != 0:
        check_continuous_wins(table)
    if table.winners != 0:
        table.outcome = OUTCOME_DRAW if table.winners == 3 else WON_BY_ONE if table.winners == 1 else WON_BY_TWO
        table.pending = NO_TRIGGERS
        table.batch = NO_TRIGGERS
        table.frames = NO_FRAMES
        table.choice = None
        table.attacker = table.defender = NO_CARD
        table.battle_aborted = False
        if table.log is not None:
            table.log_event("result", {"result": OUTCOMES[table.outcome], "reason": table.reason})
