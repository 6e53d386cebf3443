"""The universal tests of observations and masks."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from tefuda.core.game import Game
from tefuda.core.observation import MaskBuffer, ObservationBuffer, ObservationSpace
from tefuda.core.random import xoshiro
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER, State

BRANCHES = 3
"""Other actions that are tried at each ply: states that differ in little must have different observations."""


def check_observations(
    game: Game, seeds: Iterable[int], options: Mapping[str, Any] | None = None, worlds: int = 2
) -> None:
    """Check in random games that observations tell what the views tell: not more, and not less.

    Worlds that look the same give the same numbers. Equal numbers mean equal views, without the parts that the space
    declares as dropped. Every number is in the range of its field. The mask has the legal actions.
    """
    space = game.observation_space(options)
    checker = None if space is None else ObservationChecker(game, space)
    for seed in seeds:
        random = xoshiro(seed, 1)
        state = game.start(seed, options)
        masks = MaskBuffer(game.action_count(options))
        ply = 0
        while True:
            where = f"{game.id}, seed {seed}, ply {ply}"
            check_mask(state, masks, where)
            if checker is not None:
                checker.check(state, where)
                checker.check_worlds(state, worlds, game_seed(seed, ply), where)
                checker.check_branches(state, ply, where)
            if state.seat == OVER:
                break
            state.play(state.random_action(random))
            ply += 1


def check_mask(state: State, masks: MaskBuffer, where: str) -> None:
    """Check that the mask has exactly the legal actions."""
    masks.begin()
    state.write_mask(masks)
    allowed = [action for action, mark in enumerate(masks.row_bytes()) if mark]
    assert allowed == sorted(state.actions()), f"{where}: the mask does not have the legal actions"
    assert masks.allowed() == len(allowed), f"{where}: the mask allows an action twice"


class ObservationChecker:
    """Compares the observations of a game with its views."""

    def __init__(self, game: Game, space: ObservationSpace) -> None:
        self.game = game
        self.space = space
        self.reused = ObservationBuffer(space.size, 2)
        self.numbers: dict[tuple[int, str], bytes] = {}
        self.views: dict[tuple[int, bytes], str] = {}

    def observe(self, state: State, seat: int) -> bytes:
        """Return an observation, written into a row that was used before."""
        self.reused.begin(1)
        state.observe(seat, self.reused)
        return self.reused.row_bytes(1)

    def check(self, state: State, where: str) -> None:
        """Check the observations of all seats."""
        for seat in range(self.game.seats):
            numbers = self.observe(state, seat)
            fresh = ObservationBuffer(self.space.size)
            state.observe(seat, fresh)
            assert fresh.row_bytes() == numbers, f"{where}, seat {seat}: a used row keeps old numbers"
            self.check_range(fresh, f"{where}, seat {seat}")
            view = json.dumps(self.space.kept(self.game.view(state, seat)), sort_keys=True)
            same = self.numbers.setdefault((seat, view), numbers)
            assert same == numbers, f"{where}, seat {seat}: equal views, but {self.difference(same, numbers)}"
            other = self.views.setdefault((seat, numbers), view)
            assert other == view, f"{where}, seat {seat}: equal observations, but the views are\n{other}\n{view}"

    def check_range(self, row: ObservationBuffer, where: str) -> None:
        numbers = list(row.numbers)
        for field in self.space.fields:
            values = numbers[field.start : field.start + field.size]
            assert min(values) >= field.low, f"{where}: {field.name} is {min(values)}"
            assert max(values) <= field.high, f"{where}: {field.name} is {max(values)}"

    def check_worlds(self, state: State, worlds: int, seed: int, where: str) -> None:
        """Check that an observation is equal in worlds that look the same."""
        for seat in range(self.game.seats):
            numbers = self.observe(state, seat)
            for world in range(worlds):
                other = self.observe(state.resample(seat, xoshiro(seed, 2000 + world)), seat)
                assert other == numbers, f"{where}, seat {seat}: worlds differ: {self.difference(numbers, other)}"

    def check_branches(self, state: State, ply: int, where: str) -> None:
        """Check the states after some other actions."""
        actions = state.actions()
        xoshiro(ply, 4).shuffle(actions)
        for action in actions[:BRANCHES]:
            branch = state.clone()
            branch.play(action)
            self.check(branch, f"{where}, action {action}")

    def difference(self, one: bytes, other: bytes) -> str:
        """Return the fields that differ."""
        names = [
            field.name
            for field in self.space.fields
            if one[2 * field.start : 2 * (field.start + field.size)]
            != other[2 * field.start : 2 * (field.start + field.size)]
        ]
        return f"these fields differ: {', '.join(names)}"
