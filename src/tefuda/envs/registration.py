"""Registers the games with Gymnasium."""

from typing import Final

IDS: Final = {
    "tefuda/CardOthello-v0": "card-othello",
    "tefuda/Catalyst-v0": "catalyst",
    "tefuda/LinkaVel-v0": "linkavel",
    "tefuda/SolitaireTCG-v0": "solitaire-tcg",
}
"""The games by their Gymnasium ids."""


def register_envs() -> None:
    """Register the ids."""
    from gymnasium import register

    for name, game in IDS.items():
        register(
            id=name,
            entry_point="tefuda.envs.single:GameEnv",
            vector_entry_point="tefuda.envs.vector:GameVectorEnv",
            kwargs={"game": game},
        )
