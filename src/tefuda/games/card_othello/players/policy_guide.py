"""A model as a guide for tree search: its scores are the priors, its second output is the evaluation."""

import math
from pathlib import Path

from typing_extensions import override

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.game import Game
from tefuda.core.player import Guide, Seat
from tefuda.core.random import Random
from tefuda.core.state import State
from tefuda.core.text import Message
from tefuda.games.card_othello.players.heuristic import OthelloGuide
from tefuda.games.card_othello.players.onnx_policy import OnnxPolicy, read_model
from tefuda.games.card_othello.players.policy import Policy, UnusableModel, read_table


class PolicyGuide(Guide):
    """Priors and evaluation from a model; the heuristic guide where the model has none."""

    def __init__(self, game: Game, policy: Policy) -> None:
        super().__init__(0)
        self.game = game
        self.policy = policy
        self.fallback = OthelloGuide()

    @override
    def choose(self, state: State, random: Random) -> int:
        action = self.policy.choose(Seat(self.game, state, state.seat))
        return state.random_action(random) if action is None else action

    @override
    def priors(self, state: State, actions: list[int]) -> list[float] | None:
        if not isinstance(self.policy, OnnxPolicy):
            return self.fallback.priors(state, actions)
        scores, _ = self.policy.evaluate(self.policy.inputs(Seat(self.game, state, state.seat)))
        best = max(scores[action] for action in actions)
        weights = [math.exp(scores[action] - best) for action in actions]
        return [weight / sum(weights) for weight in weights]

    @override
    def chance(self, state: State, seat: int) -> float:
        if isinstance(self.policy, OnnxPolicy) and self.policy.has_value:
            _, value = self.policy.evaluate(self.policy.inputs(Seat(self.game, state, state.seat)))
            return value if seat == state.seat else 1.0 - value
        return self.fallback.chance(state, seat)


def read_policy(game: Game, path: str) -> PolicyGuide:
    """Load a model: a policy table if the name ends in .json, otherwise an ONNX model; raises `InvalidInput`."""
    try:
        policy = read_table(Path(path)) if path.endswith(".json") else read_model(Path(path))
    except UnusableModel as failure:
        messages = [problem.message for problem in failure.problems]
        problems = [Problem([], Message("model", f"{path} {said.en}", f"{path} {said.ja}")) for said in messages]
        raise InvalidInput(problems) from None
    return PolicyGuide(game, policy)
