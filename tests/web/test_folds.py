"""The fold modules of the page, run in Node.js, compute the same views as Python after every event."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from node_folds import NODE, PLAYERS, fold_in_node, stories

pytestmark = pytest.mark.skipif(NODE is None, reason="Node.js is not installed")

GAMES = 504
PARTS = 4
PLIES = 24
"""Plies of one game. `make nightly` folds whole games."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game_id", list(PLAYERS))
def test_page_folds_events_to_the_views_of_python(game_id: str, part: int) -> None:
    count = GAMES // PARTS
    assert fold_in_node(stories(game_id, part * count, count, PLIES)) > 10 * count


@pytest.mark.parametrize("game_id", list(PLAYERS))
def test_wrong_view_is_detected(game_id: str) -> None:
    """A view that differs in one field after the last event is reported with its path."""

    def changed_end(lines: list[Any], key: str) -> Iterator[bytes]:
        lines[-1][1][key] = ["x"]
        return (orjson.dumps(line) for line in lines)

    for key in ("hand", "result"):
        lines = [orjson.loads(line) for line in stories(game_id, 1, 1)]
        with pytest.raises(AssertionError, match=rf"{game_id}, seed 1, .*view\.{key}[.:].*Python has \[?\"x"):
            fold_in_node(changed_end(lines, key))
