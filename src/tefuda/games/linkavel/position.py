"""Positions of LinkaVel: a state as a readable mapping, and back (section 16).

A card in a zone is its id; in a slot it may be a mapping with what has become of it. What is half-done names cards by
their place: `two.trash[2]`.
"""

from typing import Any, Final

from tefuda.cardlang.card_text import card_data
from tefuda.cardlang.positions import random_data
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.rules.codes import (
    DESTROYERS,
    DURATIONS,
    NOBODY,
    OUTCOMES,
    PHASES,
    RUNNING,
    SEATS,
    ZONES,
)
from tefuda.games.linkavel.rules.encoding import slots_or_zone
from tefuda.games.linkavel.rules.model import SHIELD, Change, Frame
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.rules.turns import FLOWS, FRAMES, OPEN

PLACES: Final = ZONES[:5]


def write(state: LinkaVelState) -> dict[str, Any]:
    """The state as a position: everything."""
    written: dict[str, Any] = {
        "turn": SEATS[state.turn],
        "turn_number": state.turn_number,
        "phase": PHASES[state.phase],
        "summoned": state.summoned,
        **{seat: _side(state, number) for number, seat in enumerate(SEATS)},
    }
    if state.refreshes:
        written["refreshes"] = state.refreshes
    written.update(_half_done(state))
    if state.outcome != RUNNING:
        written["result"] = OUTCOMES[state.outcome]
        written["reason"] = state.reason
    written["luck"] = random_data(state.luck)
    strange = LIBRARY.strange(state.pool.cards)
    if strange:
        written["cards"] = [card_data(card_schema(), card) for card in strange.values()]
    return written


def _side(state: LinkaVelState, seat: int) -> dict[str, Any]:
    side = state.side(seat)
    written: dict[str, Any] = {"lp": side.lp}
    for code, zone in enumerate(PLACES):
        cards = slots_or_zone(state, seat, code)
        written[zone] = [_slot(state, card) if zone in ("monsters", "magics") else state.name(card) for card in cards]
    if side.shown:
        written["shown"] = sorted(side.hand.index(card) for card in side.shown)
    if side.refreshed:
        written["refreshed"] = True
    if side.spent:
        pairs = zip(side.spent[::2], side.spent[1::2], strict=True)
        written["spent"] = [f"{state.pool.cards[kind].id}:{ability}" for kind, ability in pairs]
    return written


def _slot(state: LinkaVelState, card: int) -> Any:
    if card == NOBODY:
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
    changes = [_change(state, change) for change in state.changes if change.card == card]
    if changes:
        written["changes"] = changes
    return written if len(written) > 1 else written["card"]


def _change(state: LinkaVelState, change: Change) -> dict[str, Any]:
    written: dict[str, Any] = {"power": change.amount}
    if change.kind == SHIELD:
        written = {"protect": DESTROYERS[change.amount], "once": change.once}
    return {
        **written,
        "duration": DURATIONS[change.duration],
        "expires": change.expires,
        "by": _place(state, change.source),
    }


def _place(state: LinkaVelState, card: int) -> str | None:
    if card == NOBODY:
        return None
    seat, zone = state.pool.owner(card), state.where(card)
    return f"{SEATS[seat]}.{ZONES[zone]}[{slots_or_zone(state, seat, zone).index(card)}]"


def _half_done(state: LinkaVelState) -> dict[str, Any]:
    written: dict[str, Any] = {}
    if state.flow != OPEN:
        written["flow"] = FLOWS[state.flow]
        written["next_phase"] = PHASES[state.next_phase]
    for key in ("ended", "listed", "ordered", "resolved"):
        if getattr(state, key):
            written[key] = getattr(state, key)
    for key in ("batch", "pending"):
        if getattr(state, key):
            written[key] = [
                {
                    "card": _place(state, entry.card),
                    "ability": entry.ability.number,
                    "about": _place(state, entry.subject),
                }
                for entry in getattr(state, key)
            ]
    if state.frames:
        written["doing"] = [_frame(state, frame) for frame in state.frames]
    if state.attacker != NOBODY:
        written["attack"] = {"by": _place(state, state.attacker), "on": _place(state, state.defender)}
        if state.broken:
            written["attack"]["broken"] = True
    choice = state.choice
    if choice is not None:
        written["choice"] = {
            "seat": SEATS[choice.seat],
            "op": choice.op,
            "card": _place(state, choice.card),
            "zone": ZONES[choice.zone],
            "from": [_place(state, card) for card in choice.candidates],
            "count": choice.count,
            "up_to": choice.up_to,
            "picked": [_place(state, card) for card in choice.picked],
            "slot": choice.slot,
        }
    return written


def _frame(state: LinkaVelState, frame: Frame) -> dict[str, Any]:
    return {
        "what": FRAMES[frame.kind],
        "card": _place(state, frame.card),
        "ability": None if frame.ability is None else frame.ability.number,
        "about": _place(state, frame.subject),
        "at": frame.at,
        "part": frame.part,
        "did": frame.did,
    }
