"""What each seat sees: both fields and trashes, its own hand, and no deck order (LV-3.3, LV-3.4).

Deck lists are open, so the unseen cards of both players are known, but not their places.
"""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tefuda.cardlang.engine.abilities import Choice, PendingTrigger
from tefuda.cardlang.engine.card_state import RUNNING
from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.core.events import SPECTATOR
from tefuda.games.linkavel.rules.codes import (
    ATTACKS_MARK,
    DECK,
    DECK_OR_TRASH,
    EXTRA_MARK,
    FIELD,
    FIELD_SLOTS,
    FLOW_COMPARE,
    HAND,
    OUTCOMES,
    PHASES,
    SEATS,
    SLOTS,
    TRASH,
    TRIGGERS,
    USED_MARK,
    ZONES,
)
from tefuda.games.linkavel.rules.continuous import power, power_sources
from tefuda.games.linkavel.rules.model import POWER_EFFECT, POWER_MODIFIER, PROTECTION
from tefuda.games.linkavel.rules.table import Table, new_card_view


def card_ids(table: Table, cards: vec[i64]) -> list[str]:
    """Return the ids of cards."""
    return [table.name(card) for card in cards]


def card_view(table: Table, card: i64) -> dict[str, Any] | None:
    """Return a card on the field with its marks and modifiers; None for an empty slot."""
    if card == NO_CARD:
        return None
    definition = table.card(card)
    data = new_card_view(definition)
    if definition.is_monster:
        data["power"] = power(table, card)
        changed: i64 = 0
        saved_by: list[str] = []
        for modifier in table.modifiers:
            if modifier.card != card:
                continue
            if modifier.kind == POWER_MODIFIER:
                changed += modifier.amount
            elif modifier.kind == PROTECTION:
                data["shielded"] = True
            else:
                saved_by.append(table.name(modifier.source))
        if changed != 0:
            data["changed"] = changed
        if saved_by:
            data["saved_by"] = sorted(saved_by)
        sources = power_sources(table, card) if table.field_effects & POWER_EFFECT else []
        if sources:
            data["lasting"] = sources
    slot = table.zones.slot_of(card)
    for key, mark in (("attacks", ATTACKS_MARK), ("extra", EXTRA_MARK)):
        if table.zones.mark(slot, mark):
            data[key] = table.zones.mark(slot, mark)
    used = table.zones.mark(slot, USED_MARK)
    if used:
        data["used"] = [ability.number for ability in definition.abilities if used >> ability.number & 1]
    return data


def player_view(table: Table, seat: i64) -> dict[str, Any]:
    """Return the public information about a player."""
    used = table.used_per_game(seat)
    return {
        "lp": table.lp(seat),
        "hand": table.zone_size(seat, HAND),
        "shown": sorted(shown_cards(table, seat, True)),
        "deck": table.zone_size(seat, DECK),
        "trash": card_ids(table, table.zone(seat, TRASH)),
        "monsters": [card_view(table, table.monster(seat, slot)) for slot in range(SLOTS)],
        "magics": [card_view(table, table.magic(seat, slot)) for slot in range(SLOTS)],
        "refreshed": table.has_refreshed(seat),
        "spent": [f"{table.pool.cards[used[at]].id}:{used[at + 1]}" for at in range(0, len(used), 2)],
    }


def shown_cards(table: Table, seat: i64, shown: bool) -> list[str]:
    """Return the cards in hand that both players know, or the other ones (LV-15.3)."""
    return [table.name(card) for card in table.zone(seat, HAND) if table.zones.flag(card) == shown]


def trigger_view(table: Table, waiting: PendingTrigger) -> dict[str, Any]:
    """Return a trigger that waits in the queue."""
    return {
        "seat": SEATS[table.pool.owner(waiting.card)],
        "card": table.name(waiting.card),
        "at": table.slot_name(waiting.card),
        "when": TRIGGERS[waiting.ability.when],
        "ability": waiting.ability.number,
    }


def public_view(table: Table) -> dict[str, Any]:
    """Return the public information."""
    choice = table.choice
    open_choice: dict[str, Any] | None = None
    if choice is not None:
        open_choice = {"seat": SEATS[choice.seat], "op": choice.op, "card": choice_source(table, choice)}
    battle: dict[str, Any] | None = None
    if table.flow == FLOW_COMPARE and table.attacker != NO_CARD and not table.battle_aborted:
        battle = {"attacker": table.name(table.attacker), "at": table.slot_name(table.attacker)}
        battle["on"] = "lp" if table.defender == NO_CARD else table.slot_name(table.defender)
    return {
        "turn": SEATS[table.turn],
        "turn_number": table.turn_number,
        "phase": PHASES[table.phase],
        "summoned": table.has_summoned,
        "one": player_view(table, 0),
        "two": player_view(table, 1),
        "battle": battle,
        "waiting": [trigger_view(table, waiting) for waiting in table.batch + table.pending],
        "choice": open_choice,
        "decides": None if table.outcome != RUNNING else SEATS[table.turn if choice is None else choice.seat],
        "unseen": {SEATS[seat]: unseen_cards(table, seat) for seat in range(2)},
        "result": OUTCOMES[table.outcome] or None,
        "reason": table.reason or None,
    }


def unseen_cards(table: Table, seat: i64) -> list[str]:
    """Return the unseen cards of a player, sorted: deck and hand without revealed cards."""
    return sorted(card_ids(table, table.zone(seat, DECK)) + shown_cards(table, seat, False))


def choice_source(table: Table, choice: Choice) -> str | None:
    """Return the card whose effect needs a choice. A card being summoned is not public yet."""
    return None if choice.card == NO_CARD or choice.op == "cost" else table.name(choice.card)


def private_view(table: Table, seat: i64) -> dict[str, Any]:
    """Return the private information of a seat: hand, cards in its deck, and its open choice."""
    hand: list[str] = [] if seat == SPECTATOR else card_ids(table, table.zone(seat, HAND))
    unseen: dict[str, Any] = {SEATS[owner]: unseen_cards(table, owner) for owner in range(2)}
    if seat != SPECTATOR:
        unseen[SEATS[seat]] = sorted(card_ids(table, table.zone(seat, DECK)))
    return {
        "seat": None if seat == SPECTATOR else SEATS[seat],
        "hand": hand,
        "unseen": unseen,
        "asked": choice_view(table, seat),
    }


def choice_view(table: Table, seat: i64) -> dict[str, Any] | None:
    """Return the open choice of a seat with its candidates."""
    choice = table.choice
    if choice is None or choice.seat != seat:
        return None
    if choice.zone == FIELD or (choice.zone > HAND and choice.zone != DECK and choice.zone != DECK_OR_TRASH):
        from_ = [table.slot_name(card) or table.name(card) for card in choice.candidates]
        picked = [table.slot_name(card) or table.name(card) for card in choice.picked]
    else:
        from_ = card_ids(table, choice.candidates)
        picked = card_ids(table, choice.picked)
    return {
        "op": choice.op,
        "card": None if choice.card == NO_CARD else table.name(choice.card),
        "zone": ZONES[choice.zone],
        "from": from_,
        "picked": picked,
        "need": choice.need(),
        "up_to": choice.up_to,
        "slot": choice.slot + 1,
    }


def view(table: Table, seat: i64) -> dict[str, Any]:
    """Return the view of a seat or a spectator."""
    return {**public_view(table), **private_view(table, seat)}


# Events


def log_setup(table: Table) -> None:
    """Log the starting view, then the private part of each player."""
    table.log_event("setup", view(table, SPECTATOR))
    for seat in range(2):
        table.log_event("setup", private_view(table, seat), seat)


def start_announcing(table: Table) -> None:
    """Remember how the cards on the field look before an action."""
    table.announced = [card_view(table, table.zones.in_slot(slot)) for slot in range(2 * FIELD_SLOTS)]


def announce_field(table: Table) -> None:
    """Log what changed about each card on the field: power and its sources, protection, marks."""
    for slot in range(2 * FIELD_SLOTS):
        card = table.zones.in_slot(slot)
        now = card_view(table, card)
        before = table.announced[slot]
        if now is None or before is None or now == before:
            continue
        data: dict[str, Any] = {"at": table.slot_name(card)}
        changed = {key: value for key, value in now.items() if before.get(key) != value}
        gone = [key for key in before if key not in now]
        if changed:
            data["set"] = changed
        if gone:
            data["unset"] = gone
        table.log_event("status", data)
        table.announced[slot] = now


def log_choice(table: Table) -> None:
    """Log an open choice. Only the player who decides sees the candidates."""
    choice = table.choice
    assert choice is not None
    data = {"seat": SEATS[choice.seat], "op": choice.op, "card": choice_source(table, choice)}
    table.log_event("choice", data, choice.seat, {"asked": choice_view(table, choice.seat)})
