"""GameVector: many games side by side, stepped in one compiled call, without NumPy."""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from tefuda.core.errors import IllegalAction, Problem, invalid_input
from tefuda.core.game import Game
from tefuda.core.observation import MaskBuffer, ObservationBuffer, ObservationSpace
from tefuda.core.random import Random, xoshiro
from tefuda.core.seed import format_seed, game_seed
from tefuda.core.state import OVER, State
from tefuda.core.text import Message

MOST_SKIPPED: Final = 1000
"""Games in a row that may be over before the first decision."""


def require_observations(game: Game, options: Mapping[str, Any]) -> ObservationSpace:
    """Return the observation space of a game; raises `InvalidInput` if it has none."""
    space = game.observation_space(options)
    if space is None:
        title = game.title
        raise invalid_input(
            "no_observations", f"{title.en} has no observations.", f"{title.ja}には観測データがありません。"
        )
    return space


def nothing_to_decide(game: Game) -> RuntimeError:
    """Return the error for a game whose deals are over before the first decision."""
    return RuntimeError(f"{game.id}: {MOST_SKIPPED} games in a row are over before the first decision")


def illegal_message(game: Game, state: State, action: int, seed: int, actions: int) -> Message:
    """Return why an action cannot be played: the game with its seed, the action and the reason."""
    return refusal(f"{game.id}, game {format_seed(seed)}", game, state, action, actions)


def refusal(where: str, game: Game, state: State, action: int, actions: int) -> Message:
    """Return why an action cannot be played in a game that `where` names."""
    if 0 <= action < actions:
        why = game.texts.why_illegal(state, action)
        en = f"{where}: action {action} is not legal. {why.en}"
        return Message("illegal", en, f"{where}: 行動 {action} はできません。{why.ja}")
    en = f"{where}: action {action} does not exist. Use 0 to {actions - 1}."
    return Message("illegal", en, f"{where}: 行動 {action} はありません（0 から {actions - 1}）。")


class VectorSettings:
    """The game of a vector and its size. A process may hold a part of the slots: `count` of `total`, from `first`."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        seed: int,
        count: i64,
        first: i64 = 0,
        total: i64 = 0,
        observe: bool = True,
    ) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.count = count
        self.first = first
        self.total: i64 = total if total > 0 else count
        self.observe = observe


class GameVector:
    """Games in slots. A slot whose game ends begins its next game in the same step.

    Slot `i` of `n` plays the games `i`, `i + n`, `i + 2n` and so on of the run: the game with number `k` has the seed
    `s.k`, so it is the same game for any `n`. The vectors below have one entry or one row for each slot, and the buffer
    protocol. They are never replaced.
    """

    def __init__(self, settings: VectorSettings) -> None:
        self.settings = settings
        game, count = settings.game, settings.count
        self.count: i64 = count
        self.seat_count: i64 = game.seats
        self.max_plays: i64 = game.max_plays
        size: i64 = require_observations(game, settings.options).size if settings.observe else 0
        self.observes = settings.observe
        self.observations = ObservationBuffer(size, count)
        """What the seat to decide sees."""
        self.masks = MaskBuffer(game.action_count(settings.options), count)
        """The legal actions of the seat to decide."""
        self.final_observations = ObservationBuffer(size, count)
        """What the seat that acted sees at the end, in the rows of the games that just ended."""
        self.seats = vec[i64]([i64(0)] * count)
        """The seat to decide."""
        self.acted = vec[i64]([i64(0)] * count)
        """The seat that decided before."""
        self.numbers = vec[i64]([i64(0)] * count)
        """The number of the game in its run."""
        self.plays = vec[i64]([i64(0)] * count)
        """The actions played in this game."""
        self.terminated = vec[u8]([u8(0)] * count)
        self.truncated = vec[u8]([u8(0)] * count)
        """Whether the last action ended the game, or reached the most actions of a game."""
        self.scores = vec[float]([0.0] * (count * self.seat_count))
        """By slot and seat: the scores of the game that ended last."""
        self.rewards = vec[float]([0.0] * (count * self.seat_count))
        """By slot and seat: 0, and at the end from -1 (the lowest score) to 1 (the highest)."""
        self.states: list[State] = []
        self.randoms: list[Random | None] = []
        self.restart(settings.seed)

    def restart(self, seed: int) -> None:
        """Begin the first game of each slot in the run with this seed."""
        self.settings.seed = seed
        self.states = []
        self.randoms = []
        for slot in range(self.count):
            self.numbers[slot] = self.settings.first + slot
            self.acted[slot] = 0
            self.clear_result(slot)
            for seat in range(self.seat_count):
                self.scores[slot * self.seat_count + seat] = 0.0
            self.states.append(self.start(slot))
            self.randoms.append(None)
            self.show(slot)

    def begin_next(self) -> None:
        """Leave the games that have begun, and begin the next game of their slots."""
        for slot in range(self.count):
            self.clear_result(slot)
            if self.plays[slot] > 0:
                self.begin_game(slot)
                self.show(slot)

    def clear_result(self, slot: i64) -> None:
        """Forget that the last action of a slot ended a game. Its scores stay."""
        self.terminated[slot] = 0
        self.truncated[slot] = 0
        for seat in range(self.seat_count):
            self.rewards[slot * self.seat_count + seat] = 0.0

    def begin_game(self, slot: i64) -> None:
        """Begin the next game of a slot."""
        self.numbers[slot] += self.settings.total
        self.randoms[slot] = None
        self.states[slot] = self.start(slot)

    def seed(self, slot: i64) -> int:
        """Return the seed of the game in a slot."""
        return game_seed(self.settings.seed, int(self.numbers[slot]))

    def start(self, slot: i64) -> State:
        """Return the opening of the game in a slot. A game that is over at once is skipped."""
        self.plays[slot] = 0
        for _ in range(MOST_SKIPPED):
            state = self.settings.game.start(self.seed(slot), self.settings.options)
            if state.seat != OVER:
                return state
            self.numbers[slot] += self.settings.total
        raise nothing_to_decide(self.settings.game)

    def show(self, slot: i64) -> None:
        """Write the seat to decide, its legal actions and what it sees."""
        state = self.states[slot]
        seat = state.seat
        self.seats[slot] = seat
        masks = self.masks
        masks.begin(slot)
        state.write_mask(masks)
        if masks.allowed() == 0:
            where = f"{self.settings.game.id}, game {format_seed(self.seed(slot))}"
            raise RuntimeError(f"{where}: the game is not over and has no legal action")
        if self.observes:
            self.observations.begin(slot)
            state.observe(seat, self.observations)

    def step(self, actions: list[int]) -> None:
        """Play one action in each game. With an illegal action no game changes; raises `IllegalAction`."""
        self.check(actions)
        for slot in range(self.count):
            self.play(slot, actions[slot])

    def check(self, actions: list[int]) -> None:
        """Raise `IllegalAction` with all illegal actions."""
        masks = self.masks
        for slot in range(self.count):
            action: int = actions[slot]
            if action < 0 or action >= masks.size or not masks.allows(slot, action):
                raise IllegalAction(self.illegal_actions(actions))

    def illegal_actions(self, actions: list[int]) -> list[Problem]:
        """Return a problem for each illegal action: the game, the slot and the reason."""
        found: list[Problem] = []
        game, count = self.settings.game, int(self.masks.size)
        for slot in range(self.count):
            action = actions[slot]
            if action < 0 or action >= count or not self.masks.allows(slot, action):
                message = illegal_message(game, self.states[slot], action, self.seed(slot), count)
                found.append(Problem(["actions", int(self.settings.first + slot)], message))
        return found

    def play(self, slot: i64, action: i64) -> None:
        """Play a legal action. After the last one begin the next game."""
        state = self.states[slot]
        was_over = self.terminated[slot] != 0 or self.truncated[slot] != 0
        self.acted[slot] = state.seat
        state.play(action)
        plays = self.plays[slot] + 1
        self.plays[slot] = plays
        if state.seat == OVER or plays >= self.max_plays:
            self.finish(slot, state)
        elif was_over:
            self.clear_result(slot)
        self.show(slot)

    def finish(self, slot: i64, state: State) -> None:
        """Write the result, and begin the next game of the slot."""
        over = state.seat == OVER
        self.terminated[slot] = 1 if over else 0
        self.truncated[slot] = 0 if over else 1
        scores = state.scores() if over else []
        first = slot * self.seat_count
        for seat in range(self.seat_count):
            score: float = scores[seat] if over else 0.0
            self.scores[first + seat] = score
            self.rewards[first + seat] = 2.0 * self.settings.game.share(score) - 1.0 if over else 0.0
        if self.observes:
            self.final_observations.begin(slot)
            state.observe(self.acted[slot], self.final_observations)
        self.begin_game(slot)

    def random_actions(self) -> list[int]:
        """Return a random legal action for each slot, from stream 1 of the seed of its game."""
        found: list[int] = []
        for slot in range(self.count):
            random = self.randoms[slot]
            if random is None:
                random = xoshiro(self.seed(slot), 1)
                self.randoms[slot] = random
            found.append(int(self.states[slot].random_action(random)))
        return found
