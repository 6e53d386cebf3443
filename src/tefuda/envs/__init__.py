"""Environments for learning. Importing this package registers the games with Gymnasium, if that is installed.

import gymnasium, tefuda.envs
env = gymnasium.make("tefuda/CardOthello-v0", opponent="cpu-2")
"""

from importlib.util import find_spec

from tefuda.envs.registration import register_envs

if find_spec("gymnasium") is not None:
    register_envs()
