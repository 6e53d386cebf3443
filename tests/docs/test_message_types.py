"""The client's message types are generated from the models of the server."""

import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "docs" / "message_types.py"
WEB = ROOT / "src" / "tefuda" / "web"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT))


def test_types_are_current(script: dict[str, Any]) -> None:
    assert script["FILE"].read_text("utf-8") == script["content"](), "run make client-types"


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer"}, "number"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}]}, "number"),
        ({"enum": ["open", "over"]}, '"open" | "over"'),
        ({"const": "welcome"}, '"welcome"'),
        ({"type": "array", "items": {"$ref": "#/$defs/DeckBody"}}, "Deck[]"),
        ({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}, "(number | null)[]"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "Record<string, number>"),
        ({"type": "object", "additionalProperties": True}, "Record<string, any>"),
        ({}, "any"),
    ],
)
def test_types_of_schemas(script: dict[str, Any], schema: dict[str, Any], expected: str) -> None:
    assert script["type_of"](schema) == expected


def test_client_names_games_only_to_find_their_screens() -> None:
    """`games/index.js` maps ids to screens. No other file outside a game's folder names a game."""
    games = [file.parent.name for file in (WEB / "games").glob("*/screen.js") if file.parent.name != "plain"]
    assert sorted(games) == ["card-othello", "catalyst", "linkavel", "solitaire-tcg"]
    named = {}
    for file in WEB.rglob("*.js"):
        text = file.read_text("utf-8")
        if not any((WEB / "games" / game) in file.parents for game in games):
            named[file.relative_to(WEB).as_posix()] = sum(text.count(game) for game in games)
    assert {name for name, count in named.items() if count} == {"games/index.js"}
    index = (WEB / "games" / "index.js").read_text("utf-8")
    for game in games:
        lines = [line for line in index.splitlines() if game in line]
        assert len(lines) == 1, lines
        assert f'import("./{game}/screen.js")' in lines[0]
