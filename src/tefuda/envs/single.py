"""GameEnv: one seat of one game as a `gymnasium.Env`. Named players fill the other seats."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy
from gymnasium import spaces
from typing_extensions import override

from tefuda.core.errors import Conflict, IllegalAction, Problem, invalid_input
from tefuda.core.game import Game
from tefuda.core.player import Player, Seat
from tefuda.core.random import xoshiro
from tefuda.core.seed import format_seed, game_seed
from tefuda.core.state import OVER, State
from tefuda.core.text import Message
from tefuda.envs.game_vector import MOST_SKIPPED, illegal_message, nothing_to_decide
from tefuda.envs.pictures import as_picture, as_text
from tefuda.envs.spaces import Array, Observation, StateArrays, action_number, as_game, observation_space
from tefuda.players.exec_player import PlayerFailed
from tefuda.players.names import make_player

RENDER_MODES = ["ansi", "rgb_array"]
ILLEGAL_MODES = ["raise", "lose"]


class GameEnv(gymnasium.Env[Observation, numpy.int64]):
    """A game seen and played from one seat. Game `n` since `reset(seed=s)` has the seed `s.n`.

    The reward is 0 until the end, then from -1 (the lowest score) to 1 (the highest).
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012 -- as Gymnasium declares it

    def __init__(
        self,
        game: Game | str,
        *,
        opponent: str = "random",
        seat: int = 0,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        """Define the game. `opponent` is the name of a player, such as `cpu-2`; it fills all other seats.

        An illegal action raises `IllegalAction`. With `illegal="lose"` it ends the game with the reward -1, for
        programs that ignore masks. A number outside the range of actions always raises an error.
        """
        self.game = as_game(game)
        if not 0 <= seat < self.game.seats:
            raise invalid_input(
                "env_seat",
                f"{self.game.id}: there is no seat {seat}. Use 0 to {self.game.seats - 1}.",
                f"{self.game.id}: 席 {seat} はありません（0 から {self.game.seats - 1}）。",
            )
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise invalid_input(
                "render_mode",
                f"{self.game.id}: unknown render_mode {render_mode!r}. Use {' or '.join(RENDER_MODES)}.",
                f"{self.game.id}: render_mode {render_mode!r} は使えません（{'、'.join(RENDER_MODES)}）。",
            )
        if illegal not in ILLEGAL_MODES:
            raise invalid_input(
                "illegal_mode",
                f"{self.game.id}: unknown value {illegal!r} of illegal. Use {' or '.join(ILLEGAL_MODES)}.",
                f"{self.game.id}: illegal に {illegal!r} は使えません（{'、'.join(ILLEGAL_MODES)}）。",
            )
        self.illegal = illegal
        self.options = self.game.changed_options(self.game.read_options(options))
        self.seat = seat
        self.opponent = opponent
        self.render_mode = render_mode
        self.observation_space: spaces.Space[Any] = observation_space(self.game, self.options)
        self.action_count = self.game.action_count(self.options)
        self.action_space = spaces.Discrete(self.action_count)
        self.run_seed = seed
        self.number = 0
        """The number of the next game in its run."""
        self._arrays = StateArrays(self.game, self.options)
        self._state: State | None = None
        self._players: list[Player] = []
        self._plays = 0
        self._ended = True
        self._mask = numpy.zeros(self.action_count, numpy.int8)
        self._make_players(seed)

    def _make_players(self, seed: int) -> None:
        """Make the other players, each with a stream of the seed; raises an error for an unknown name."""
        others = range(self.game.seats) if self.game.seats > 1 else []
        self._players = [make_player(self.game, self.opponent, xoshiro(seed, 1 + other)) for other in others]

    @override
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game: the first one of the run with this seed, or the next one of the present run.

        A game that is over before this seat has decided is skipped.
        """
        super().reset(seed=seed)
        if options:
            raise invalid_input(
                "reset_options",
                f"{self.game.id}: reset takes no options: {', '.join(options)}. Give them to the constructor.",
                f"{self.game.id}: reset に設定は渡せません: {', '.join(options)}。作成時に指定してください。",
            )
        if seed is not None:
            self.run_seed, self.number = seed, 0
        for _ in range(MOST_SKIPPED):
            state = self._begin_game()
            if state.seat == self.seat:
                break
        else:
            raise nothing_to_decide(self.game)
        self._state = state
        self._ended = False
        return self._observe(state), self._info(state)

    def _begin_game(self) -> State:
        """Return the next game of the run, at the first decision of this seat."""
        self.game_seed = game_seed(self.run_seed, self.number)
        self.number += 1
        self._make_players(self.game_seed)
        self._plays = 0
        state = self.game.start(self.game_seed, self.options)
        self._play_others(state)
        return state

    def _play_others(self, state: State) -> None:
        """Let the other players decide until it is this seat's turn."""
        while state.seat not in (OVER, self.seat) and self._plays < self.game.max_plays:
            player = self._players[state.seat]
            state.play(player.choose(Seat(self.game, state, state.seat)))
            self._plays += 1

    def _observe(self, state: State) -> Observation:
        seen = self._arrays.observation(state, self.seat)
        if self._ended:
            seen["action_mask"][:] = 0
        self._mask = seen["action_mask"].copy()
        return seen

    def _info(self, state: State) -> dict[str, Any]:
        info: dict[str, Any] = {"seed": format_seed(self.game_seed), "plays": self._plays}
        if state.seat == OVER:
            info["scores"] = state.scores()
        return info

    def _running(self) -> State:
        """Return the state of a game that is not over; raises `Conflict`."""
        if self._state is None or self._ended:
            raise Conflict(
                Message(
                    "needs_reset",
                    f"{self.game.id}: the game is over. Call reset().",
                    f"{self.game.id}: ゲームは終わっています。reset() を呼んでください。",
                )
            )
        return self._state

    @override
    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, then the other seats until this one decides again.

        An opponent whose program fails loses: the reward is 1, and `info["forfeit"]` has the reason.
        """
        state = self._running()
        number, count = action_number(self.game, action), self.action_count
        if not 0 <= number < count or not self._mask[number]:
            message = illegal_message(self.game, state, number, self.game_seed, count)
            if self.illegal == "raise" or not 0 <= number < count:
                raise IllegalAction([Problem([], message)])
            self._ended = True
            return self._observe(state), -1.0, True, False, {**self._info(state), "illegal": message.en}
        state.play(number)
        self._plays += 1
        try:
            self._play_others(state)
        except PlayerFailed as failure:
            self._ended = True
            return self._observe(state), 1.0, True, False, {**self._info(state), "forfeit": failure.text("en")}
        over = state.seat == OVER
        truncated = not over and self._plays >= self.game.max_plays
        self._ended = over or truncated
        reward = 2.0 * self.game.share(state.scores()[self.seat]) - 1.0 if over else 0.0
        return self._observe(state), reward, over, truncated, self._info(state)

    def action_masks(self) -> Array:
        """Return the legal actions as booleans, as MaskablePPO of sb3-contrib asks for them."""
        return self._mask.astype(numpy.bool_)

    @override
    def render(self) -> Any:
        """Return what this seat sees as text (`ansi`) or as a picture (`rgb_array`)."""
        if self._state is None or self.render_mode is None:
            return None
        view = self.game.view(self._state, self.seat)
        return as_text(self.game, view) if self.render_mode == "ansi" else as_picture(self.game, view)
