"""Requests that a client sends again because it has not received the answer."""

from tefuda.core.errors import TefudaError
from tefuda.server.tables.records import PLAY, REMATCH, Entry
from tefuda.server.tables.table import Table


def is_same_request(table: Table, entry: Entry, kind: str, ply: int, action: str) -> bool:
    """Whether a request asks for what an entry with its id did."""
    if entry.kind != kind:
        return False
    if kind == REMATCH:
        return action == (entry.action or "")
    return kind != PLAY or (entry.ply == ply + 1 and is_same_action(table, entry, action))


def is_same_action(table: Table, entry: Entry, action: str) -> bool:
    """Whether a text means the action of an entry. A text may be written differently from the notation."""
    match = table.match
    if action == entry.action:
        return True
    if match.actions[entry.ply - 1 : entry.ply] != [entry.action]:
        return False  # it was taken back
    before = match.state(entry.ply - 1)
    try:
        return match.game.format(before, match.game.parse(before, action)) == entry.action
    except TefudaError:
        return False
