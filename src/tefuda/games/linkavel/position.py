"""Positions of LinkaVel: writes a state as plain data (LV-16.7 to LV-16.10).

A card in a zone is its id. In a slot it may be a mapping with marks and modifiers. Unfinished effects refer to cards by
location: `two.trash[2]`.
"""

from typing import Any

from tefuda.cardlang.engine.abilities import Frame
from tefuda.cardlang.engine.zones import NO_CARD
from tefuda.cardlang.positions import common_data
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.rules import codes
from tefuda.games.linkavel.rules.encoding import index_of
from tefuda.games.linkavel.rules.model import PROTECTION, USED_PROTECTION, Modifier
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.rules.turns import FRAME_KINDS


def write(state: LinkaVelState) -> dict[str, Any]:
    """Return the state as a position."""
    written: dict[str, Any] = {
        "turn": codes.SEATS[state.turn],
        "turn_number": state.turn_number,
        "phase": codes.PHASES[state.phase],
        "summoned": state.has_summoned,
        **{seat: _side(state, number) for number, seat in enumerate(codes.SEATS)},
    }
    if state.refresh_count:
        written["refreshes"] = state.refresh_count
    written.update(_unfinished(state))
    return {**written, **common_data(state, codes.OUTCOMES[1:], LIBRARY, state.pool.cards)}


def _side(state: LinkaVelState, seat: int) -> dict[str, Any]:
    written: dict[str, Any] = {"lp": state.lp(seat)}
    for code, zone in enumerate(codes.CARD_ZONES):
        cards = state.stored_zone(seat, code)
        written[zone] = [_slot(state, card) if zone in ("monsters", "magics") else state.name(card) for card in cards]
    shown = [index for index, card in enumerate(state.zone(seat, codes.HAND)) if state.zones.flag(card)]
    if shown:
        written["shown"] = shown
    if state.has_refreshed(seat):
        written["refreshed"] = True
    used = state.used_per_game(seat)
    if used:
        pairs = zip(used[::2], used[1::2], strict=True)
        written["spent"] = [f"{state.pool.cards[kind].id}:{ability}" for kind, ability in pairs]
    return written


def _slot(state: LinkaVelState, card: int) -> Any:
    if card == NO_CARD:
        return None
    written: dict[str, Any] = {"card": state.name(card)}
    slot = state.zones.slot_of(card)
    attacks, extra, used = (
        state.zones.mark(slot, mark) for mark in (codes.ATTACKS_MARK, codes.EXTRA_MARK, codes.USED_MARK)
    )
    if attacks:
        written["attacks"] = attacks
    if extra:
        written["extra"] = extra
    if used:
        written["used"] = [number for number in range(16) if used >> number & 1]
    changes = [_modifier(state, modifier) for modifier in state.modifiers if modifier.card == card]
    if changes:
        written["changes"] = changes
    return written if len(written) > 1 else written["card"]


def _modifier(state: LinkaVelState, modifier: Modifier) -> dict[str, Any]:
    written: dict[str, Any] = {"power": modifier.amount}
    if modifier.kind == PROTECTION:
        written = {"protect": codes.DESTROY_CAUSES[modifier.amount], "once": modifier.once}
    elif modifier.kind == USED_PROTECTION:
        written = {"used": modifier.amount}
    return {
        **written,
        "duration": codes.DURATIONS[modifier.duration],
        "expires": modifier.expires,
        "by": _location(state, modifier.source),
    }


def _location(state: LinkaVelState, card: int) -> str | None:
    if card == NO_CARD:
        return None
    seat, zone = state.pool.owner(card), state.zone_of(card)
    return f"{codes.SEATS[seat]}.{codes.ZONES[zone]}[{index_of(state, card)}]"


def _unfinished(state: LinkaVelState) -> dict[str, Any]:
    written: dict[str, Any] = {}
    if state.flow != codes.FLOW_OPEN:
        written["flow"] = codes.FLOWS[state.flow]
        written["next_phase"] = codes.PHASES[state.next_phase]
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
            "seat": codes.SEATS[choice.seat],
            "op": choice.op,
            "card": _location(state, choice.card),
            "zone": codes.ZONES[choice.zone],
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
