"""The view of a client: the views of the server's messages, updated with their events. Every digest is checked."""

from copy import deepcopy
from typing import Any

import tefuda
from tefuda.server.tables.serialize import view_digest


class FoldedView:
    """The current view of one socket."""

    def __init__(self) -> None:
        self._game_id = ""
        self._view: dict[str, Any] = {}

    def complete(self, message: dict[str, Any]) -> None:
        """Set the view of a `welcome`, `update` or `view` message that has none. It must have the message's digest."""
        if message["type"] == "welcome":
            self._game_id = message["table"]["game"]
        if message["view"] is not None:
            self._view = message["view"]
        else:
            game = tefuda.game(self._game_id)
            for event in [event for entry in message["entries"] for event in entry["events"]]:
                game.fold(self._view, {key: event[key] for key in event if key not in ("text", "channel")})
        message["view"] = deepcopy(self._view)
        if message["type"] == "update":
            assert view_digest(self._view) == message["digest"], "the events do not lead to the server's view"
