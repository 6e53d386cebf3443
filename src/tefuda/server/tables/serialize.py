"""Log entries, events and digests of views for viewers. Each event has its line in the game log."""

from typing import Any
from zlib import crc32

import orjson

from tefuda.core.events import SPECTATOR
from tefuda.core.match import Match
from tefuda.core.state import OVER
from tefuda.core.text import LANGUAGES, both
from tefuda.server.tables.messages import encode
from tefuda.server.tables.records import PLAY, Entry


def add_text(match: Match, event: dict[str, Any], reader: int) -> dict[str, Any]:
    """Return an event with its text and log channel; unchanged if it has no text."""
    en, ja = match.event_text(event, "en", reader), match.event_text(event, "ja", reader)
    return {**event, "text": {"en": en, "ja": ja}, "channel": match.game.texts.channel(event)} if en or ja else event


def events_for_viewer(match: Match, ply: int, viewer: int, reader: int = SPECTATOR) -> list[dict[str, Any]]:
    """Return the events of an action that a viewer may see, with their texts.

    The texts call the reader "you" and name all seats to others.
    """
    return [add_text(match, event, reader) for event in match.events_for(viewer, ply)]


def goals_of(match: Match, ply: int = -1) -> list[dict[str, Any]]:
    """Return the ways to win with their present values, now or after `ply` actions.

    After a loss they are the values before the last action, because the end of a turn resets some of them.
    """
    state = match.state(ply)
    last = match.ply if ply < 0 else ply
    if state.seat == OVER and last > 0 and 1.0 not in match.game.outcomes(state.scores()):
        state = match.state(last - 1)
    return [
        {"card": goal.card, "parts": [{"text": both(part.text), "met": part.met} for part in goal.parts]}
        for goal in match.game.texts.goals(state)
    ]


def view_digest(view: dict[str, Any]) -> str:
    """Return a checksum of a view: CRC-32 of its JSON with sorted keys. `frame/view_digest.js` computes the same."""
    return f"{crc32(orjson.dumps(view, option=orjson.OPT_SORT_KEYS)):08x}"


def describe_action(match: Match, action: str) -> dict[str, Any]:
    """Return a legal action with its sentence, the places that it would change, and its outcome."""
    text = {language: match.describe(action, language) for language in LANGUAGES}
    outcome = match.outcome(action)
    preview = match.preview(action)
    return {"action": action, "text": text, "preview": preview, "outcome": None if outcome is None else both(outcome)}


class EntrySerializer:
    """Serializes log entries for viewers."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._entry: Entry | None = None
        self._texts: dict[int, str] = {}
        """The serialized events of `_entry` by viewer."""

    def serialize(self, entry: Entry, viewer: int) -> str:
        """Return an entry as JSON with the information a viewer may have. The play must not have been taken back."""
        # The notation of an action may name a hidden card or cell, so only its player gets it.
        is_visible = entry.kind == PLAY and (viewer == entry.seat or self.match.game.information == "perfect")
        fields = {"number": entry.number, "kind": entry.kind, "seat": entry.seat, "ply": entry.ply}
        head = encode({**fields, "action": entry.action if is_visible else None})
        events = self._events(entry, viewer) if entry.kind == PLAY else "[]"
        return f'{head[:-1]},"events":{events}}}'

    def _events(self, entry: Entry, viewer: int) -> str:
        if entry is not self._entry:
            self._entry, self._texts = entry, {}
        if viewer not in self._texts:
            self._texts[viewer] = encode(events_for_viewer(self.match, entry.ply, viewer, viewer))
        return self._texts[viewer]
