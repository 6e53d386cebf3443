"""Log entries and events as JSON for viewers. Each event has its line in the game log."""

from typing import Any

from tefuda.core.events import EVERYONE
from tefuda.core.match import Match
from tefuda.server.tables.messages import encode
from tefuda.server.tables.records import PLAY, Entry


def add_text(match: Match, event: dict[str, Any]) -> dict[str, Any]:
    """Return an event with its text and log channel; unchanged if it has no text."""
    en, ja = match.event_text(event, "en"), match.event_text(event, "ja")
    return {**event, "text": {"en": en, "ja": ja}, "channel": match.game.texts.channel(event)} if en or ja else event


def events_for_viewer(match: Match, ply: int, viewer: int) -> list[dict[str, Any]]:
    """Return the events of an action that a viewer may see, with their texts."""
    return [add_text(match, event) for event in match.events_for(viewer, ply)]


class EntrySerializer:
    """Serializes log entries for viewers."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._entry: Entry | None = None
        self._shared: str | None = None
        """The serialized events of `_entry`, if they are the same for all viewers."""

    def serialize(self, entry: Entry, viewer: int) -> str:
        """Return an entry as JSON with the information a viewer may have. The play must not have been taken back."""
        # The notation of an action may name a hidden card or cell, so only its player gets it.
        is_visible = viewer == entry.seat or self.match.game.information == "perfect"
        fields = {"number": entry.number, "kind": entry.kind, "seat": entry.seat, "ply": entry.ply}
        head = encode({**fields, "action": entry.action if is_visible else None})
        events = self._events(entry, viewer) if entry.kind == PLAY else "[]"
        return f'{head[:-1]},"events":{events}}}'

    def _events(self, entry: Entry, viewer: int) -> str:
        if entry is self._entry and self._shared is not None:
            return self._shared
        text = encode(events_for_viewer(self.match, entry.ply, viewer))
        shared = all(event.owner == EVERYONE for event in self.match.events(entry.ply))
        self._entry, self._shared = entry, text if shared else None
        return text
