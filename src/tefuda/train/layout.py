"""How a network reads an observation and writes the scores of the actions: from the fields and groups of a game."""

import itertools
from dataclasses import dataclass

from tefuda.core.observation import EntityGroup, ObservationSpace


@dataclass(frozen=True)
class GroupLayout:
    """The numbers of a group of things, and the actions that name one of them."""

    name: str
    columns: list[list[int]]
    """For each thing, the places of its numbers."""
    weights: list[int]
    """The features that are the only number of their field, such as the copies of a card in hand."""
    board: tuple[int, int] | None
    """The rows and columns of a board."""
    fixed: bool
    actions: list[list[int | None]]
    """By block and thing: the action."""

    @property
    def count(self) -> int:
        return len(self.columns)

    @property
    def features(self) -> int:
        return len(self.columns[0])


@dataclass(frozen=True)
class Layout:
    """The layout of a game with some options."""

    inputs: int
    actions: int
    scales: list[float]
    flat: list[int]
    """The places of the numbers that belong to no group."""
    groups: list[GroupLayout]
    other_actions: list[int]
    """The actions that name nothing of a group."""

    @property
    def board(self) -> GroupLayout | None:
        """The group that is a board; convolutions read it."""
        return next((group for group in self.groups if group.board), None)

    @property
    def tables(self) -> list[GroupLayout]:
        """The other groups."""
        return [group for group in self.groups if group is not self.board]

    def output_order(self) -> list[int]:
        """Return for each action its place in the outputs of the heads: the other actions, the tables, the board."""
        ordered: list[int | None] = [*self.other_actions] or [None]  # the head has at least one output
        for group in self.tables:
            # By thing, then by block.
            ordered += itertools.chain.from_iterable(zip(*group.actions, strict=True))
        if self.board is not None:
            ordered += itertools.chain.from_iterable(self.board.actions)
        places = {action: place for place, action in enumerate(ordered) if action is not None}
        return [places[action] for action in range(self.actions)]


def layout_of(space: ObservationSpace, actions: int) -> Layout:
    """Return the layout of an observation space and a number of actions."""
    groups = [group_layout(space, group) for group in space.groups]
    grouped = {column for group in groups for columns in group.columns for column in columns}
    named = {action for group in groups for block in group.actions for action in block}
    return Layout(
        space.size,
        actions,
        space.scales(),
        [column for column in range(space.size) if column not in grouped],
        groups,
        [action for action in range(actions) if action not in named],
    )


def layout_without_groups(inputs: int, actions: int, scales: list[float]) -> Layout:
    """Return the layout of a network of fully connected layers only."""
    return Layout(inputs, actions, scales, list(range(inputs)), [], list(range(actions)))


def group_layout(space: ObservationSpace, group: EntityGroup) -> GroupLayout:
    columns: list[list[int]] = [[] for _ in range(group.count)]
    weights = []
    for name in group.fields:
        added = group.columns(space.field(name))
        if len(added[0]) == 1:
            weights.append(len(columns[0]))
        for one, places in zip(columns, added, strict=True):
            one += places
    rest: list[int | None] = [None] * group.count
    actions = [[*block.actions(), *rest][: group.count] for block in group.blocks]
    board = (group.shape[0], group.shape[1]) if len(group.shape) == 2 else None
    return GroupLayout(group.name, columns, weights, board, group.fixed, actions)
