"""Positions of LinkaVel: writes a state as plain data (LV-16.7 to LV-16.10).

A card in a zone is its id. In a slot it may be a mapping with marks and modifiers. Unfinished effects refer to cards by
location: `two.trash[2]`.
"""

from typing import Any

from tefuda.cardlang.card_text import card_data
from tefuda.cardlang.positions import random_data
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.rules.codes import (
    CARD_ZONES,
    DESTROY_CAUSES,
    DURATIONS,
    NO_CARD,
    OUTCOMES,
    PHASES,
    RUNNING,
    SEATS,
    ZONES,
)
from tefuda.games.linkavel.rules.encoding import stored_zone
from tefuda.games.linkavel.rules.model import PROTECTION, Frame, Modifier
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.rules.turns import FLOW_OPEN, FLOWS, FRAME_KINDS


def write(state: LinkaVelState) -> dict[str, Any]:
    """Return the state as a position."""
    written: dict[str, Any] = {
        "turn": SEATS[state.turn],
        "turn_number": state.turn_number,
        "phase": PHASES[state.phase],
        "summoned": state.has_summoned,
        **{seat: _side(state, number) for number, seat in enumerate(SEATS)},
    }
    if state.refresh_count:
        written["refreshes"] = state.refresh_count
    written.update(_unfinished(state))
    if state.outcome != RUNNING:
        written["result"] = OUTCOMES[state.outcome]
        written["reason"] = state.reason
    written["luck"] = random_data(state.rng)
    custom = LIBRARY.custom_cards(state.pool.cards)
    if custom:
        written["cards"] = [card_data(card_schema(), card) for card in custom.values()]
    return written


def _side(state: LinkaVelState, seat: int) -> dict[str, Any]:
    side = state.side(seat)
    written: dict[str, Any] = {"lp": side.lp}
    for code, zone in enumerate(CARD_ZONES):
        cards = stored_zone(state, seat, code)
        written[zone] = [_slot(state, card) if zone in ("monsters", "magics") else state.name(card) for card in cards]
    if side.revealed:
        written["shown"] = sorted(side.hand.index(card) for card in side.revealed)
    if side.has_refreshed:
        written["refreshed"] = True
    if side.used_per_game:
        pairs = zip(side.used_per_game[::2], side.used_per_game[1::2], strict=True)
        written["spent"] = [f"{state.pool.cards[kind].id}:{ability}" for kind, ability in pairs]
    return written


def _slot(state: LinkaVelState, card: int) -> Any:
    if card == NO_CARD:
        return None
    written: dict[str, Any] = {"card": state.name(card)}
    status = state.status(card)
    if status is not None:
        if status.attacks:
            written["attacks"] = status.attacks
        if status.extra:
            written["extra"] = status.extra
        if status.used:
            written["used"] = [number for number in range(16) if status.used >> number & 1]
    changes = [_modifier(state, modifier) for modifier in state.modifiers if modifier.card == card]
    if changes:
        written["changes"] = changes
    return written if len(written) > 1 else written["card"]


def _modifier(state: LinkaVelState, modifier: Modifier) -> dict[str, Any]:
    written: dict[str, Any] = {"power": modifier.amount}
    if modifier.kind == PROTECTION:
        written = {"protect": DESTROY_CAUSES[modifier.amount], "once": modifier.once}
    return {
        **written,
        "duration": DURATIONS[modifier.duration],
        "expires": modifier.expires,
        "by": _location(state, modifier.source),
    }


def _location(state: LinkaVelState, card: int) -> str | None:
    if card == NO_CARD:
        return None
    seat, zone = state.pool.owner(card), state.zone_of(card)
    return f"{SEATS[seat]}.{ZONES[zone]}[{stored_zone(state, seat, zone).index(card)}]"


def _unfinished(state: LinkaVelState) -> dict[str, Any]:
    written: dict[str, Any] = {}
    if state.flow != FLOW_OPEN:
        written["flow"] = FLOWS[state.flow]
        written["next_phase"] = PHASES[state.next_phase]
    progress = {
        "ended": state.end_triggered,
        "listed": state.in_listed_order,
        "ordered": state.next_is_chosen,
        "resolved": state.resolved_count,
    }
    written.update({key: value for key, value in progress.items() if value})
    for key in ("batch", "pending"):
        if getattr(state, key):
            written[key] = [
                {
                    "card": _location(state, entry.card),
                    "ability": entry.ability.number,
                    "about": _location(state, entry.subject),
                }
                for entry in getattr(state, key)
            ]
    if state.frames:
        written["doing"] = [_frame(state, frame) for frame in state.frames]
    if state.attacker != NO_CARD:
        written["attack"] = {"by": _location(state, state.attacker), "on": _location(state, state.defender)}
        if state.battle_aborted:
            written["attack"]["broken"] = True
    choice = state.choice
    if choice is not None:
        written["choice"] = {
            "seat": SEATS[choice.seat],
            "op": choice.op,
            "card": _location(state, choice.card),
            "zone": ZONES[choice.zone],
            "from": [_location(state, card) for card in choice.candidates],
            "count": choice.count,
            "up_to": choice.up_to,
            "picked": [_location(state, card) for card in choice.picked],
            "slot": choice.slot,
        }
    return written


def _frame(state: LinkaVelState, frame: Frame) -> dict[str, Any]:
    return {
        "what": FRAME_KINDS[frame.kind],
        "card": _location(state, frame.card),
        "ability": None if frame.ability is None else frame.ability.number,
        "about": _location(state, frame.subject),
        "at": frame.at,
        "part": frame.part,
        "did": frame.acted,
    }
