"""What each seat sees: both fields and trashes, its own hand, and no deck order (LV-3.3, LV-3.4).

Deck lists are open, so the unseen cards of both players are known, but not their places.
"""

from typing import Any

from mypy_extensions import i64

from tefuda.cardlang.zone import index_of
from tefuda.core.events import SPECTATOR
from tefuda.games.linkavel.rules.codes import (
    DECK,
    DECK_OR_TRASH,
    FIELD,
    HAND,
    NO_CARD,
    OUTCOMES,
    PHASES,
    RUNNING,
    SEATS,
    SLOTS,
    TRIGGERS,
    ZONES,
)
from tefuda.games.linkavel.rules.model import POWER_MODIFIER, PROTECTION, Choice, PendingTrigger
from tefuda.games.linkavel.rules.zones import Zones


def card_ids(zones: Zones, cards: bytes) -> list[str]:
    """Return the ids of cards."""
    return [zones.name(card) for card in cards]


def card_view(zones: Zones, card: i64) -> dict[str, Any] | None:
    """Return a card on the field with its marks and modifiers; None for an empty slot."""
    if card == NO_CARD:
        return None
    definition = zones.pool.card(card)
    data: dict[str, Any] = {"card": definition.id}
    if definition.is_monster:
        data["power"] = zones.power(card)
        data["printed"] = definition.power
        shielded = False
        for modifier in zones.modifiers:
            if modifier.card == card and modifier.kind == PROTECTION:
                shielded = True
        if shielded:
            data["shielded"] = True
        changed: i64 = 0
        for modifier in zones.modifiers:
            if modifier.card == card and modifier.kind == POWER_MODIFIER:
                changed += modifier.amount
        if changed != 0:
            data["changed"] = changed
        sources = zones.power_sources(card) if zones.pool.has_continuous else []
        if sources:
            data["lasting"] = sources
    status = zones.status(card)
    if status is not None:
        if status.attacks:
            data["attacks"] = status.attacks
        if status.extra:
            data["extra"] = status.extra
        if status.used:
            data["used"] = [ability.number for ability in definition.abilities if status.used >> ability.number & 1]
    return data


def player_view(zones: Zones, seat: i64) -> dict[str, Any]:
    """Return the public information about a player."""
    side = zones.side(seat)
    return {
        "lp": side.lp,
        "hand": len(side.hand),
        "shown": sorted(card_ids(zones, side.revealed)),
        "deck": len(side.deck),
        "trash": card_ids(zones, side.trash),
        "monsters": [card_view(zones, side.monsters[slot]) for slot in range(SLOTS)],
        "magics": [card_view(zones, side.magics[slot]) for slot in range(SLOTS)],
        "refreshed": side.has_refreshed,
        "spent": [
            f"{zones.pool.cards[side.used_per_game[at]].id}:{side.used_per_game[at + 1]}"
            for at in range(0, len(side.used_per_game), 2)
        ],
    }


def triggers_view(zones: Zones, triggers: list[PendingTrigger]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for trigger in triggers:
        found.append(
            {
                "seat": SEATS[zones.pool.owner(trigger.card)],
                "card": zones.name(trigger.card),
                "at": zones.slot_name(trigger.card),
                "when": TRIGGERS[trigger.ability.when],
                "ability": trigger.ability.number,
            }
        )
    return found


def public_view(zones: Zones) -> dict[str, Any]:
    """Return the public information."""
    choice = zones.choice
    open_choice: dict[str, Any] | None = None
    if choice is not None:
        open_choice = {"seat": SEATS[choice.seat], "op": choice.op, "card": choice_source(zones, choice)}
    battle: dict[str, Any] | None = None
    if zones.attacker != NO_CARD:
        battle = {"attacker": zones.name(zones.attacker), "at": zones.slot_name(zones.attacker)}
        battle["on"] = "lp" if zones.defender == NO_CARD else zones.slot_name(zones.defender)
    return {
        "turn": SEATS[zones.turn],
        "turn_number": zones.turn_number,
        "phase": PHASES[zones.phase],
        "summoned": zones.has_summoned,
        "one": player_view(zones, 0),
        "two": player_view(zones, 1),
        "battle": battle,
        "waiting": triggers_view(zones, zones.batch + zones.pending),
        "doing": [zones.name(frame.card) for frame in zones.frames],
        "choice": open_choice,
        "decides": None if zones.outcome != RUNNING else SEATS[zones.turn if choice is None else choice.seat],
        "unseen": {SEATS[seat]: unseen_cards(zones, seat) for seat in range(2)},
        "result": OUTCOMES[zones.outcome] or None,
        "reason": zones.reason or None,
    }


def unseen_cards(zones: Zones, seat: i64) -> list[str]:
    """Return the unseen cards of a player, sorted: deck and hand without revealed cards."""
    side = zones.side(seat)
    return sorted(card_ids(zones, side.deck + bytes([card for card in side.hand if index_of(side.revealed, card) < 0])))


def choice_source(zones: Zones, choice: Choice) -> str | None:
    """Return the card whose effect needs a choice. A card being summoned is not public yet."""
    return None if choice.card == NO_CARD or choice.op == "cost" else zones.name(choice.card)


def private_view(zones: Zones, seat: i64) -> dict[str, Any]:
    """Return the private information of a seat: hand, cards in its deck, and its open choice."""
    hand: list[str] = [] if seat == SPECTATOR else card_ids(zones, zones.side(seat).hand)
    unseen: dict[str, Any] = {SEATS[owner]: unseen_cards(zones, owner) for owner in range(2)}
    if seat != SPECTATOR:
        unseen[SEATS[seat]] = sorted(card_ids(zones, zones.side(seat).deck))
    return {
        "seat": None if seat == SPECTATOR else SEATS[seat],
        "hand": hand,
        "unseen": unseen,
        "asked": choice_view(zones, seat),
    }


def choice_view(zones: Zones, seat: i64) -> dict[str, Any] | None:
    """Return the open choice of a seat with its candidates."""
    choice = zones.choice
    if choice is None or choice.seat != seat:
        return None
    if choice.zone == FIELD or (choice.zone > HAND and choice.zone != DECK and choice.zone != DECK_OR_TRASH):
        from_ = [zones.slot_name(card) or zones.name(card) for card in choice.candidates]
        picked = [zones.slot_name(card) or zones.name(card) for card in choice.picked]
    else:
        from_ = card_ids(zones, choice.candidates)
        picked = card_ids(zones, choice.picked)
    return {
        "op": choice.op,
        "card": None if choice.card == NO_CARD else zones.name(choice.card),
        "zone": ZONES[choice.zone],
        "from": from_,
        "picked": picked,
        "need": choice.need,
        "up_to": choice.up_to,
        "slot": choice.slot + 1,
    }


def view(zones: Zones, seat: i64) -> dict[str, Any]:
    """Return the view of a seat or a spectator."""
    return {**public_view(zones), **private_view(zones, seat)}


def log_views(zones: Zones) -> None:
    """Log the public view, then the private view of each player."""
    zones.log_event("now", public_view(zones))
    for seat in range(2):
        zones.log_event("yours", private_view(zones, seat), seat)


def fold(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Update a view with one event."""
    if event["kind"] in ("setup", "now", "yours"):
        view.update({key: value for key, value in event.items() if key != "kind"})
