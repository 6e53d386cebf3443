"""Positions of Card Othello: the start of a game from a state, and writing."""

from typing import Any, Final

from tefuda.core.events import Event
from tefuda.core.state import OVER
from tefuda.games.card_othello.rules.board import CELL_NAMES
from tefuda.games.card_othello.rules.codes import (
    CARD_NAMES,
    INITIAL_COUNTERS,
    MARK_KINDS,
    NO_CARD,
    SIDES,
)
from tefuda.games.card_othello.rules.marks import NOWHERE, Mark
from tefuda.games.card_othello.rules.player_state import card_names
from tefuda.games.card_othello.rules.state import CardOthelloState
from tefuda.games.card_othello.rules.table import cell_names
from tefuda.games.card_othello.rules.view import PUBLIC_KEYS, board_rows, view

CARD_GAME_KEYS: Final = [
    "charge",
    "hand",
    "deck",
    "discard",
    "pending",
    "marks",
    "snares",
    "made",
    "offers",
    "card_used",
]
"""Keys of a game with cards."""


def start_logged(state: CardOthelloState, log: list[Event] | None, started: bool) -> CardOthelloState:
    """Log the setup, start the turn if `started` is false, and log the first choice."""
    if log is not None:
        table = view(state, -1)
        log.append(Event("setup", {key: table[key] for key in (*PUBLIC_KEYS, "marks")}))
        for seat, side in enumerate(SIDES):
            own = view(state, seat)
            data = {"side": side, "hand": own["hand"], "marks": own["marks"], "shown": own["shown"]}
            log.append(Event("seated", data, seat))
    state.log = log
    if not started:
        state.begin_turn(state.seat)
    elif state.seat != OVER:
        state.update_legal_cells()
    else:
        state.log_end("full" if state.empty_cells() == 0 else "passes")
    state.log_choice()
    state.log = None
    return state


def write_position(state: CardOthelloState) -> dict[str, Any]:
    """Return the state as a position, including the state of the random number generator."""
    sides = list(zip(SIDES, (state.black_player, state.white_player), strict=True))
    over = state.seat == OVER
    written: dict[str, Any] = {
        "board": board_rows(state),
        "turn": SIDES[max(state.seat, 0)],
        "started": True,
        **({"over": True} if over else {}),
        "charge": {side: player.charge for side, player in sides},
        "hand": {side: card_names(player.hand) for side, player in sides},
        "deck": {side: card_names(player.deck[player.drawn :]) for side, player in sides},
        "discard": {side: card_names(player.discard) for side, player in sides},
        "pending": CARD_NAMES[state.pending] if state.pending != NO_CARD else None,
        "picked": [CELL_NAMES[state.first_pick]] if state.first_pick != NOWHERE else [],
        "sacrificed": state.sacrificed,
        "offers": card_names(state.offers),
        "card_used": state.card_used,
        "placed": state.placed,
        "placements": state.placements_left,
        "passes": state.passes,
        "marks": [_mark_to_dict(mark, seq) for seq, mark in enumerate(state.marks, 1)],
        "sprouts": cell_names(state.sprouts),
        "snares": {side: player.hidden_traps for side, player in sides},
        "made": card_names(state.created_cards),
        "luck": {"seed": state.rng.seed(), "drawn": state.rng.drawn()},
    }
    if not state.options.cards:
        return {key: value for key, value in written.items() if key not in CARD_GAME_KEYS}
    return written


def _mark_to_dict(mark: Mark, seq: int) -> dict[str, Any]:
    data: dict[str, Any] = {"at": CELL_NAMES[mark.at], "kind": MARK_KINDS[mark.kind], "owner": SIDES[mark.owner]}
    if INITIAL_COUNTERS[mark.kind]:
        data["left"] = mark.left
    data["seq"] = seq
    if mark.origin != NOWHERE:
        data["origin"] = CELL_NAMES[mark.origin]
    return data
