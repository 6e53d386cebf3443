"""What may be known of a game: trash and field by all, a hand by its player, the order of decks by nobody.

Both deck lists are open, so everybody knows which cards are still unseen, and not where.
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
    NOBODY,
    OUTCOMES,
    PHASES,
    RUNNING,
    SEATS,
    SLOTS,
    TRIGGERS,
    ZONES,
)
from tefuda.games.linkavel.rules.model import POWER, SHIELD, Choice, Waiting
from tefuda.games.linkavel.rules.zones import Field


def names(field: Field, cards: bytes) -> list[str]:
    """The ids of some cards."""
    return [field.name(card) for card in cards]


def thing(field: Field, card: i64) -> dict[str, Any] | None:
    """A card on the field, and what has become of it; None for an empty slot."""
    if card == NOBODY:
        return None
    definition = field.pool.card(card)
    shown: dict[str, Any] = {"card": definition.id}
    if definition.is_monster:
        shown["power"] = field.power(card)
        shown["printed"] = definition.power
        shielded = False
        for change in field.changes:
            if change.card == card and change.kind == SHIELD:
                shielded = True
        if shielded:
            shown["shielded"] = True
        changed: i64 = 0
        for change in field.changes:
            if change.card == card and change.kind == POWER:
                changed += change.amount
        if changed != 0:
            shown["changed"] = changed
        lasting = field.power_sources(card) if field.pool.has_continuous else []
        if lasting:
            shown["lasting"] = lasting
    status = field.status(card)
    if status is not None:
        if status.attacks:
            shown["attacks"] = status.attacks
        if status.extra:
            shown["extra"] = status.extra
        if status.used:
            shown["used"] = [ability.number for ability in definition.abilities if status.used >> ability.number & 1]
    return shown


def player_view(field: Field, seat: i64) -> dict[str, Any]:
    """What everybody sees of a player."""
    side = field.side(seat)
    return {
        "lp": side.lp,
        "hand": len(side.hand),
        "shown": sorted(names(field, side.shown)),
        "deck": len(side.deck),
        "trash": names(field, side.trash),
        "monsters": [thing(field, side.monsters[slot]) for slot in range(SLOTS)],
        "magics": [thing(field, side.magics[slot]) for slot in range(SLOTS)],
        "refreshed": side.refreshed,
        "spent": [f"{field.pool.cards[side.spent[at]].id}:{side.spent[at + 1]}" for at in range(0, len(side.spent), 2)],
    }


def waiting_view(field: Field, waiting: list[Waiting]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for entry in waiting:
        found.append(
            {
                "seat": SEATS[field.pool.owner(entry.card)],
                "card": field.name(entry.card),
                "at": field.place(entry.card),
                "when": TRIGGERS[entry.ability.when],
                "ability": entry.ability.number,
            }
        )
    return found


def public(field: Field) -> dict[str, Any]:
    """What everybody sees."""
    choice = field.choice
    asked: dict[str, Any] | None = None
    if choice is not None:
        asked = {"seat": SEATS[choice.seat], "op": choice.op, "card": asking_card(field, choice)}
    battle: dict[str, Any] | None = None
    if field.attacker != NOBODY:
        battle = {"attacker": field.name(field.attacker), "at": field.place(field.attacker)}
        battle["on"] = "lp" if field.defender == NOBODY else field.place(field.defender)
    return {
        "turn": SEATS[field.turn],
        "turn_number": field.turn_number,
        "phase": PHASES[field.phase],
        "summoned": field.summoned,
        "one": player_view(field, 0),
        "two": player_view(field, 1),
        "battle": battle,
        "waiting": waiting_view(field, field.batch + field.pending),
        "doing": [field.name(frame.card) for frame in field.frames],
        "choice": asked,
        "decides": None if field.outcome != RUNNING else SEATS[field.turn if choice is None else choice.seat],
        "unseen": {SEATS[seat]: hidden(field, seat) for seat in range(2)},
        "result": OUTCOMES[field.outcome] or None,
        "reason": field.reason or None,
    }


def hidden(field: Field, seat: i64) -> list[str]:
    """The cards of a player that not everybody has seen, in no order: deck and hand, but for what was shown."""
    side = field.side(seat)
    return sorted(names(field, side.deck + bytes([card for card in side.hand if index_of(side.shown, card) < 0])))


def asking_card(field: Field, choice: Choice) -> str | None:
    """The card that a question comes from; a card that is about to be summoned is not on the table yet."""
    return None if choice.card == NOBODY or choice.op == "cost" else field.name(choice.card)


def private(field: Field, seat: i64) -> dict[str, Any]:
    """What one player sees beyond that: the own hand, what the own deck holds, and what is asked."""
    hand: list[str] = [] if seat == SPECTATOR else names(field, field.side(seat).hand)
    unseen: dict[str, Any] = {SEATS[owner]: hidden(field, owner) for owner in range(2)}
    if seat != SPECTATOR:
        unseen[SEATS[seat]] = sorted(names(field, field.side(seat).deck))
    return {
        "seat": None if seat == SPECTATOR else SEATS[seat],
        "hand": hand,
        "unseen": unseen,
        "asked": question(field, seat),
    }


def question(field: Field, seat: i64) -> dict[str, Any] | None:
    """What a player is asked, with what there is to choose from."""
    choice = field.choice
    if choice is None or choice.seat != seat:
        return None
    if choice.zone == FIELD or (choice.zone > HAND and choice.zone != DECK and choice.zone != DECK_OR_TRASH):
        from_ = [field.place(card) or field.name(card) for card in choice.candidates]
        picked = [field.place(card) or field.name(card) for card in choice.picked]
    else:
        from_ = names(field, choice.candidates)
        picked = names(field, choice.picked)
    return {
        "op": choice.op,
        "card": None if choice.card == NOBODY else field.name(choice.card),
        "zone": ZONES[choice.zone],
        "from": from_,
        "picked": picked,
        "need": choice.need,
        "up_to": choice.up_to,
        "slot": choice.slot + 1,
    }


def view(field: Field, seat: i64) -> dict[str, Any]:
    """What a seat, or somebody who looks on, may know."""
    return {**public(field), **private(field, seat)}


def tell_now(field: Field) -> None:
    """Tell how the table looks after an action: to all, and then to each player what that one sees beyond it."""
    field.tell("now", public(field))
    for seat in range(2):
        field.tell("yours", private(field, seat), seat)


def fold(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Bring a view up to date with one event."""
    if event["kind"] in ("setup", "now", "yours"):
        view.update({key: value for key, value in event.items() if key != "kind"})
