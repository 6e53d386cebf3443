"""Tefuda (手札, "the cards in your hand"): a workshop for card games.

>>> import tefuda
>>> game = tefuda.game("catalyst")
>>> state = game.start(seed=7)
>>> game.format(state, state.actions()[0])
'4C@0'

"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

__version__ = "0.1.0"


class _SourcesOnly:
    """Finds the plain files of this package although compiled ones are there: for coverage, debuggers, profilers."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if path is None or not name.startswith("tefuda."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None:
                return spec
        return None


DEBUG = os.environ.get("TEFUDA_DEBUG") == "1"
"""Whether every `play` checks its action; the plain files run then."""

if DEBUG or os.environ.get("TEFUDA_INTERPRETED") == "1":
    sys.meta_path.insert(0, _SourcesOnly)

from tefuda.core import state as _state  # noqa: E402
from tefuda.core.errors import IllegalAction, InvalidInput, TefudaError  # noqa: E402
from tefuda.core.events import SPECTATOR, Event  # noqa: E402
from tefuda.core.game import Game  # noqa: E402
from tefuda.core.game_parts import Measures, Players, Puzzles, Texts  # noqa: E402
from tefuda.core.match import Match  # noqa: E402
from tefuda.core.options import Option  # noqa: E402
from tefuda.core.player import Player, Seat  # noqa: E402
from tefuda.core.registry import find_game as game  # noqa: E402
from tefuda.core.registry import game_ids  # noqa: E402
from tefuda.core.state import OVER, State  # noqa: E402
from tefuda.core.text import Message  # noqa: E402

if DEBUG:
    from tefuda.core.debug import check_plays

    check_plays()

compiled: bool = not (_state.__file__ or "").endswith(".py")
"""Whether the compiled files run, or the plain ones."""

__all__ = [
    "OVER",
    "SPECTATOR",
    "Event",
    "Game",
    "IllegalAction",
    "InvalidInput",
    "Match",
    "Measures",
    "Message",
    "Option",
    "Player",
    "Players",
    "Puzzles",
    "Seat",
    "State",
    "TefudaError",
    "Texts",
    "compiled",
    "game",
    "game_ids",
]
