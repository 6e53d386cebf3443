"""GameAECEnv: all seats of one game as a PettingZoo environment (agent environment cycle)."""

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from typing_extensions import override

from tefuda.core.errors import IllegalAction, Problem
from tefuda.core.game import Game
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER
from tefuda.envs.game_vector import illegal_message
from tefuda.envs.pictures import as_picture, as_text
from tefuda.envs.single import RENDER_MODES
from tefuda.envs.spaces import Array, Observation, StateArrays, action_number, as_game, observation_space


def env(game: Game | str, **settings: Any) -> AECEnv:
    """Return an environment with PettingZoo's usual checks around it."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(GameAECEnv(game, **settings)))


class GameAECEnv(AECEnv):  # type: ignore[misc]
    """A game whose agents `player_0`, `player_1` are its seats. Game `n` since `reset(seed=s)` has the seed `s.n`."""

    def __init__(
        self,
        game: Game | str,
        *,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Define the game."""
        super().__init__()
        self.game = as_game(game)
        self.metadata = {
            "name": f"tefuda_{self.game.id.replace('-', '_')}_v0",
            "render_modes": RENDER_MODES,
            "render_fps": 4,
            "is_parallelizable": False,
        }
        self.options = self.game.changed_options(self.game.read_options(options))
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        shared = observation_space(self.game, self.options)
        actions = self.game.action_count(self.options)
        self.observation_spaces = dict.fromkeys(self.possible_agents, shared)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.run_seed = seed
        self.number = 0
        """The number of the next game in its run."""
        self._arrays = StateArrays(self.game, self.options)
        self._plays = 0

    @override
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    @override
    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @override
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first one of the run with this seed, or the next one of the present run."""
        if seed is not None:
            self.run_seed, self.number = seed, 0
        self.game_seed = game_seed(self.run_seed, self.number)
        self.number += 1
        self._state = self.game.start(self.game_seed, self.options)
        self._plays = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(self._state.seat, 0)]
        if self._state.seat == OVER:
            self._finish()

    @override
    def observe(self, agent: str) -> Observation:
        return self._arrays.observation(self._state, self.possible_agents.index(agent))

    def action_mask(self, agent: str) -> Array:
        """Return the legal actions of an agent: none if another one decides."""
        return self._arrays.mask(self._state, self.possible_agents.index(agent))

    @override
    def step(self, action: int | None) -> None:
        """Play an action of the agent to decide. Agents of a finished game take `None`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._state
        number = action_number(self.game, action)
        if not state.is_legal(number) or number < 0:
            message = illegal_message(self.game, state, number, self.game_seed, self._arrays.actions)
            raise IllegalAction([Problem([agent], message)])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        state.play(number)
        self._plays += 1
        if state.seat == OVER or self._plays >= self.game.max_plays:
            self._finish()
        if state.seat != OVER:
            self.agent_selection = self.possible_agents[state.seat]
        elif self.agent_selection == agent:
            self.agent_selection = self._next_agent(agent)
        self._accumulate_rewards()

    def _next_agent(self, agent: str) -> str:
        return self.agents[(self.agents.index(agent) + 1) % len(self.agents)]

    def _finish(self) -> None:
        """Give the rewards of the result: from -1 (the lowest score) to 1 (the highest)."""
        over = self._state.seat == OVER
        if over:
            for agent, score in zip(self.possible_agents, self._state.scores(), strict=True):
                self.rewards[agent] = 2.0 * self.game.share(score) - 1.0
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)

    @override
    def render(self) -> str | Array | None:
        """Return what the agent to decide sees as text (`ansi`) or as a picture (`rgb_array`)."""
        if self.render_mode is None:
            return None
        view = self.game.view(self._state, self.possible_agents.index(self.agent_selection))
        return as_text(self.game, view) if self.render_mode == "ansi" else as_picture(self.game, view)

    @override
    def close(self) -> None:
        """Do nothing: there is no window."""
