"""The page computes the same digests of views as the server, and asks for the view if they differ."""

import subprocess
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from node_folds import NODE, PLAYERS, play_match
from players_page import Catalyst, Player, unlimited_server
from playwright.sync_api import Browser, Route

from tefuda import SPECTATOR
from tefuda.server.tables.serialize import view_digest

SCRIPT = Path(__file__).parents[1] / "support" / "view_digests.js"
MAX_SAFE_INTEGER = 2**53 - 1
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER) | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=6),
    max_leaves=30,
)
EXAMPLES: list[dict[str, Any]] = [
    {},
    {"empty": {}, "none": [], "nested": [[], [[{}]], [None, True, False]]},
    {"b": 1, "a": -1, "B": 0, "aa": 10**9, "": -(10**9)},
    {"名前": "手札「攻撃力を+500する。」", "ひらがな": ["カタカナ", "漢字"], "é": "e\u0301"},
    # Characters beyond U+FFFF come last, unlike in UTF-16. Numbers as keys keep no order in JavaScript.
    {"𠮷": 1, "\uffee": 2, "\ue000": 3, "a𠮷": 4, "a\uffee": 5, "10": 6, "9": 7, "__proto__": 8},
    {"quotes": '"\\/', "control": "\x00\x01\x07\b\t\n\v\f\r\x1b\x1f\x7f\x80\u2028\u2029\ufeff"},
]


def digests_in_node(values: list[Any]) -> list[str]:
    """Return the digests that the page's module computes."""
    assert NODE
    lines = b"".join(orjson.dumps(value) + b"\n" for value in values)
    return subprocess.run([NODE, SCRIPT], input=lines, capture_output=True, check=True).stdout.decode().split()


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed")
@pytest.mark.parametrize("game_id", list(PLAYERS))
def test_page_and_server_have_equal_digests_of_views(game_id: str) -> None:
    views = [
        match.view(viewer, ply)
        for match in (play_match(game_id, seed) for seed in range(16))
        for viewer in [*range(match.game.seats), SPECTATOR]
        for ply in range(0, match.ply + 1, 5)
    ]
    found = digests_in_node(views)
    assert found == [view_digest(view) for view in views]
    assert len(set(found)) > len(views) // 4


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed")
def test_page_and_server_have_equal_digests_of_unusual_values() -> None:
    assert digests_in_node(EXAMPLES) == [view_digest(value) for value in EXAMPLES]


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed")
@settings(max_examples=5)
@given(values=st.lists(VALUES, min_size=200, max_size=200))
def test_page_and_server_have_equal_digests_of_random_values(values: list[Any]) -> None:
    assert digests_in_node(values) == [view_digest(value) for value in values]


WRONG_ONCE = """case "place":
      if (!globalThis.wasWrong) view.deck -= 1;
      globalThis.wasWrong = true;"""
"""The first placed card also takes a card from the deck. Only the page's own view is wrong, not the screen's."""


def break_fold(player: Player) -> None:
    """Let the page load a fold of Catalyst Reaction that is wrong once."""

    def serve(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        assert text.count('case "place":') == 1
        route.fulfill(response=answer, body=text.replace('case "place":', WRONG_ONCE))

    player.page.route("**/games/catalyst/fold.js", serve)


def view_requests(player: Player) -> int:
    return [orjson.loads(text)["type"] for text in player.sent].count("view")


@pytest.mark.parametrize("speed", [0, 1])
def test_page_asks_for_view_after_wrong_fold(browser: Browser, tmp_path: Path, speed: float) -> None:
    with unlimited_server(tmp_path) as site, Player(browser, site, speed=speed, fresh=True) as player:
        site.expected_view_requests = 1
        break_fold(player)
        player.start("catalyst")
        game = Catalyst(player)
        game.turn()
        player.wait(lambda: any(orjson.loads(frame)["type"] == "view" for frame in player.frames), "no view")
        check_screen(player)
        (update,) = [told for told in map(orjson.loads, player.frames) if told["type"] == "update"]
        lines = [event["text"]["en"] for event in update["entries"][0]["events"] if "text" in event]
        assert lines
        assert player.page.locator(".log p").all_text_contents()[-len(lines) :] == lines
        (warning,) = player.complaints
        assert "The events do not lead to the view of the server" in warning
        player.complaints.clear()
        for _ in range(3):
            game.turn()
        check_screen(player)
        assert view_requests(player) == 1


def check_screen(player: Player) -> None:
    """Check that the page shows the server's view."""
    for place, key in ((".hand", "hand"), (".line-up", "field")):
        cards = player.page.locator(f"{place} .card")
        shown = "all => all.map(one => one.dataset.card)"
        expected = player.now["view"][key]
        player.wait(lambda: cards.evaluate_all(shown) == expected, f"{key} is not {expected}")  # noqa: B023
