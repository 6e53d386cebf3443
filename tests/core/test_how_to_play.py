"""Introductions: the shipped ones are short and name existing cards, and a wrong file is refused with its place."""

import re
from typing import Any

import pytest
import yaml

import tefuda
from tefuda.core.game_parts import Texts
from tefuda.core.how_to_play import find_how_to_play, read_how_to_play
from tefuda.core.source import InvalidFile, read_text
from tefuda.games.catalyst.game import Catalyst

GAMES = ["card-othello", "catalyst", "linkavel", "solitaire-tcg"]
MAX_LENGTHS = {"en": 100, "ja": 50}
"""Characters of a text that fit next to its picture on a phone."""
COMMON_SIGN = re.compile(r"[>+=/]|text:.+")
SIGNS = {
    "card-othello": re.compile(r"(gone:)?[BW](:[A-Z_]+(:\d)?)?|[.*]|card:[A-Z_]+"),
    "catalyst": re.compile(r"[!~]?[A2-9TJQK][SHDC]|back"),
    "linkavel": re.compile(r"(card|gone):[a-z_]+|back"),
    "solitaire-tcg": re.compile(r"(card|gone):[a-z]+_\d+|back"),
}
TEXT = {"en": "Text.", "ja": "文。"}
IDEA = {"title": TEXT, "text": TEXT, "picture": [">"]}
VALID: dict[str, Any] = {"goal": TEXT, "turn": [TEXT], "ideas": [IDEA] * 4}


@pytest.mark.parametrize("game_id", GAMES)
def test_shipped_introductions(game_id: str) -> None:
    game = tefuda.game(game_id)
    introduction = find_how_to_play(game)
    assert introduction is not None
    cards = {card.id for card in game.texts.cards()}
    texts = [introduction.goal, *introduction.turn]
    for idea in introduction.ideas:
        texts += [idea.title, idea.text]
        for sign in idea.picture:
            assert COMMON_SIGN.fullmatch(sign) or SIGNS[game_id].fullmatch(sign), sign
            named = re.fullmatch(r"(?:card|gone):(\w{2,})", sign)
            assert named is None or named[1] in cards, sign
    for text in texts:
        assert text.en != text.ja
        assert all(len(text.text(language)) <= most for language, most in MAX_LENGTHS.items()), text.en


def test_games_without_an_introduction() -> None:
    game = Catalyst()
    game.texts = Texts(game)
    assert find_how_to_play(game) is None


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"extra": 1}, ""),
        ({"goal": "Text."}, "goal"),
        ({"turn": []}, "turn"),
        ({"turn": [{"en": "Text."}]}, "turn[0]"),
        ({"ideas": [IDEA] * 3}, "ideas"),
        ({"ideas": [IDEA] * 7}, "ideas"),
        ({"ideas": [*[IDEA] * 3, {**IDEA, "picture": [1]}]}, "ideas[3].picture"),
        ({"ideas": [*[IDEA] * 3, {"title": TEXT}]}, "ideas[3]"),
    ],
)
def test_wrong_introductions_are_refused(change: dict[str, Any], place: str) -> None:
    read_how_to_play(read_text(yaml.safe_dump(VALID), "valid"))
    with pytest.raises(InvalidFile) as refused:
        read_how_to_play(read_text(yaml.safe_dump({**VALID, **change}), "wrong"))
    (problem,) = refused.value.problems
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in problem.path).removeprefix(".")
    assert path == place
