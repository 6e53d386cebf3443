"""Tefuda's games for OpenSpiel. Importing this package registers all installed games.

import pyspiel, tefuda.envs.open_spiel
game = pyspiel.load_game("tefuda_linkavel", {"deck.one": "fire", "seed": 7})
"""

try:
    import pyspiel  # noqa: F401
except ImportError:
    raise ImportError("OpenSpiel is not installed. Run: pip install tefuda[openspiel]", name="pyspiel") from None

from tefuda.core.registry import find_game, game_ids
from tefuda.envs.open_spiel.game import SpielGame as SpielGame
from tefuda.envs.open_spiel.game import SpielState as SpielState
from tefuda.envs.open_spiel.game import register as register

for game_id in game_ids():
    register(find_game(game_id))
