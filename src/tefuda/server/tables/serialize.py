"""Events on their way to viewers: each with its line in the log, and written out once where it is the same for all."""

from typing import Any

from tefuda.core.events import EVERYONE
from tefuda.core.match import Match
from tefuda.server.tables.messages import encode
from tefuda.server.tables.records import PLAY, Entry


def dressed(match: Match, event: dict[str, Any]) -> dict[str, Any]:
    """An event as a seat was told it, with its line in the log and which log, where it has one."""
    en, ja = match.event_text(event, "en"), match.event_text(event, "ja")
    return {**event, "text": {"en": en, "ja": ja}, "channel": match.game.texts.channel(event)} if en or ja else event


def events_of(match: Match, ply: int, viewer: int) -> list[dict[str, Any]]:
    """The events of an action as a viewer was told them."""
    return [dressed(match, event) for event in match.events_for(viewer, ply)]


class Teller:
    """Writes entries out for viewers."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._entry: Entry | None = None
        self._shared: str | None = None
        """The events of the entry that was told last, where all of them are for everybody."""

    def told(self, entry: Entry, viewer: int) -> str:
        """An entry as a viewer may know it, as JSON; only while its play has not been taken back."""
        # The notation of a play may name a hidden card or cell: it is for who played.
        knows = viewer == entry.seat or self.match.game.information == "perfect"
        facts = {"number": entry.number, "kind": entry.kind, "seat": entry.seat, "ply": entry.ply}
        head = encode({**facts, "action": entry.action if knows else None})
        events = self._events(entry, viewer) if entry.kind == PLAY else "[]"
        return f'{head[:-1]},"events":{events}}}'

    def _events(self, entry: Entry, viewer: int) -> str:
        if entry is self._entry and self._shared is not None:
            return self._shared
        text = encode(events_of(self.match, entry.ply, viewer))
        shared = all(event.owner == EVERYONE for event in self.match.events(entry.ply))
        self._entry, self._shared = entry, text if shared else None
        return text
