"""GameVectorEnv: many games at a time as a `gymnasium.vector.VectorEnv`."""

from collections.abc import Mapping
from typing import Any

import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from typing_extensions import override

from tefuda.core.errors import invalid_input
from tefuda.core.game import Game
from tefuda.envs.game_vector import VectorSettings
from tefuda.envs.local_games import LocalGames
from tefuda.envs.spaces import Array, Observation, as_game, mask_box, observation_space
from tefuda.envs.worker_games import WorkerGames


class GameVectorEnv(VectorEnv[Observation, Array, Array]):
    """Games side by side. All seats act through it: an action belongs to the seat to decide, `arrays["seat"]`.

    Slot `i` of `n` plays the games `i`, `i + n`, `i + 2n` and so on of the run with the seed `s`; game `k` has the seed
    `s.k`. A finished game is replaced in the same step. `step` writes into the same arrays each time: copy what you
    keep, or use `copy=True`.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 -- as Gymnasium declares it

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        observe: bool = True,
        copy: bool = False,
        processes: int = 1,
    ) -> None:
        """Begin the games. With `observe=False` there are masks only. `processes` share the slots among them."""
        self.game = as_game(game)
        if num_envs < 1 or not 1 <= processes <= num_envs:
            raise invalid_input(
                "vector_size",
                f"num_envs is {num_envs} and processes is {processes}; 1 <= processes <= num_envs is required.",
                f"num_envs={num_envs}、processes={processes} です。1 <= processes <= num_envs にしてください。",
            )
        self.options = self.game.changed_options(self.game.read_options(options))
        self.num_envs = num_envs
        self.copy = copy
        actions = self.game.action_count(self.options)
        self.single_action_space = spaces.Discrete(actions)
        self.single_observation_space = (
            observation_space(self.game, self.options) if observe else spaces.Dict({"action_mask": mask_box(actions)})
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        settings = VectorSettings(self.game, self.options, seed, num_envs, observe=observe)
        self.games = LocalGames(settings) if processes == 1 else WorkerGames(settings, processes)
        self.arrays = self.games.arrays
        """All arrays, one row for each slot; docs/environments.md lists them."""
        self._parts = list(self.single_observation_space)
        self._rows = numpy.arange(num_envs)
        self._no_rewards = numpy.zeros(num_envs)
        self._no_rewards.flags.writeable = False
        self._no_actions = numpy.zeros((num_envs, actions), numpy.int8)

    def _observation(self) -> Observation:
        return {name: self._shared(name) for name in self._parts}

    def _shared(self, name: str) -> Array:
        return self.arrays[name].copy() if self.copy else self.arrays[name]

    def _infos(self) -> dict[str, Any]:
        return {name: self._shared(name) for name in ("seat", "acted", "game", "rewards", "scores")}

    @override
    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the run with this seed. Without a seed, slots that have begun a game continue with their next one."""
        if seed is not None and (not isinstance(seed, int) or seed < 0):
            raise invalid_input(
                "seed_type",
                f"{self.game.id}: seed {seed!r} is not a whole number from 0.",
                f"{self.game.id}: seed {seed!r} は 0 以上の整数ではありません。",
            )
        if options:
            raise invalid_input(
                "reset_options",
                f"{self.game.id}: reset takes no options: {', '.join(options)}. Give them to the constructor.",
                f"{self.game.id}: reset に設定は渡せません: {', '.join(options)}。作成時に指定してください。",
            )
        super().reset(seed=seed)
        if seed is None:
            self.games.begin_next()
        else:
            self.games.restart(seed)
        return self._observation(), self._infos()

    @override
    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Play one action in each game.

        The reward belongs to the seat that acted; `infos["rewards"]` has those of all seats. With an illegal action
        nothing changes, and `IllegalAction` names the game, the slot and the reason.
        """
        self.games.step(self._checked(actions))
        terminated, truncated = self._shared("terminated"), self._shared("truncated")
        infos = self._infos()
        ended = terminated | truncated
        rewards = self._no_rewards
        if ended.any():
            rewards = self.arrays["rewards"][self._rows, self.arrays["acted"]]
            infos["final_info"] = {"scores": infos["scores"], "_scores": ended}
            infos["_final_info"] = infos["_final_obs"] = ended
            infos["final_obs"] = self._final_observation(ended)
        return self._observation(), rewards, terminated, truncated, infos

    def _final_observation(self, ended: Array) -> dict[str, Array]:
        """Return the last observations of the games that ended, as Gymnasium's vectors do."""
        found = {"action_mask": self._no_actions, "_action_mask": ended}
        if "observation" in self._parts:
            found |= {"observation": self._shared("final_observation"), "_observation": ended}
        return found

    def _checked(self, actions: Any) -> Array:
        """Return the actions as an array; raises `InvalidInput` for a wrong type or shape."""
        given = numpy.asarray(actions)
        if given.shape != (self.num_envs,):
            raise invalid_input(
                "actions_shape",
                f"{self.game.id}: actions have the shape {given.shape}; ({self.num_envs},) is required.",
                f"{self.game.id}: actions の形は {given.shape} です。({self.num_envs},) が必要です。",
            )
        if not numpy.issubdtype(given.dtype, numpy.integer):
            raise invalid_input(
                "actions_dtype",
                f"{self.game.id}: actions have the type {given.dtype}; whole numbers are required.",
                f"{self.game.id}: actions の型は {given.dtype} です。整数が必要です。",
            )
        return given.astype(numpy.int64, copy=False)

    def random_actions(self) -> Array:
        """Return a random legal action for each game. Each game has its own stream, so any `num_envs` plays equally."""
        return self.games.random_actions()

    @override
    def close_extras(self, **kwargs: Any) -> None:
        self.games.close()
