"""Tutorials: the shipped ones end in a win, and a wrong file is refused with its place."""

from typing import Any

import pytest
import yaml

import tefuda
from tefuda.core.game_parts import Texts
from tefuda.core.match import Match
from tefuda.core.source import InvalidFile, read_text
from tefuda.core.tutorial import find_tutorial, play_lesson, read_tutorial
from tefuda.games.catalyst.game import Catalyst

GAMES = ["card-othello", "catalyst", "linkavel", "solitaire-tcg"]
MAX_LENGTHS = {"en": 170, "ja": 90}
"""Characters of a text that fit above the board of a phone."""
MAX_READ_LESSONS = 3
TEXT = {"en": "Text.", "ja": "文。"}


@pytest.mark.parametrize("game_id", GAMES)
def test_tutorial_teaches_in_few_lessons_and_ends_in_a_win(game_id: str) -> None:
    game = tefuda.game(game_id)
    tutorial = find_tutorial(game)
    assert tutorial is not None
    assert 8 <= len(tutorial.lessons) <= 12
    assert sum(not lesson.plays for lesson in tutorial.lessons) <= MAX_READ_LESSONS
    last = max(number for number, lesson in enumerate(tutorial.lessons) if lesson.plays)
    match = tutorial.match_at(last)
    play_lesson(match, tutorial.lessons[last], tutorial.lessons[last].plays[0])
    result = match.result()
    assert result is not None
    assert game.outcomes(result)[0] == 1
    assert not tutorial.lessons[-1].plays, "the last lesson says what to do next"


@pytest.mark.parametrize("game_id", GAMES)
def test_texts_are_short_and_both_languages_differ(game_id: str) -> None:
    tutorial = find_tutorial(tefuda.game(game_id))
    assert tutorial is not None
    for lesson in tutorial.lessons:
        for message in (lesson.text, lesson.task, lesson.hint, lesson.result):
            assert message is None or message.en != message.ja
    for lesson in tutorial.lessons[:-1]:
        for language, most in MAX_LENGTHS.items():
            assert len(lesson.text.text(language)) <= most, lesson.text.text(language)


@pytest.mark.parametrize("game_id", GAMES)
def test_lessons_continue_from_each_other(game_id: str) -> None:
    """A lesson without a position starts where the one before ends, for every accepted action."""
    tutorial = find_tutorial(tefuda.game(game_id))
    assert tutorial is not None
    for number, (lesson, after) in enumerate(zip(tutorial.lessons, tutorial.lessons[1:], strict=False)):
        match: Match = tutorial.match_at(number)
        if lesson.plays:
            play_lesson(match, lesson, lesson.plays[0])
        if after.position is None:
            assert tutorial.match_at(number + 1).fingerprint() == match.fingerprint()


def lesson(**changes: Any) -> dict[str, Any]:
    """A correct lesson of Catalyst Reaction, with changes."""
    position = {"field": ["5H", "9H", "KS"], "hand": ["2H", "3S"], "deck": ["7S"]}
    made = {"position": position, "text": TEXT, "task": TEXT, "hint": TEXT, "result": TEXT, "play": ["2H@1"], **changes}
    return {key: value for key, value in made.items() if value is not None}


@pytest.mark.parametrize(
    ("lessons", "place", "sentence"),
    [
        ([lesson(play=["9H@1"])], "lessons[0].play[0]", "9H is not in your hand"),
        ([lesson(play=["2H@9"])], "lessons[0].play[0]", "gap"),
        ([lesson(replies=["3S@0", "3S@0"])], "lessons[0].replies[1]", "3S is not in your hand"),
        ([lesson(hint=None)], "lessons[0]", "'hint' is missing"),
        ([lesson(tast=TEXT)], "lessons[0].tast", "Did you mean task?"),
        ([lesson(text={"en": "Text."})], "lessons[0].text", "en and ja are expected"),
        ([lesson(position={"field": ["1X"]})], "lessons[0]", "1X"),
        ([lesson(position=None)], "lessons[0]", "a position is needed"),
        ([lesson(play=["2H@1", "3S@0"]), lesson(position=None)], "lessons[1]", "a position is needed"),
        ([lesson(play="2H@1")], "lessons[0].play", "a list of actions is expected"),
        (["read"], "lessons[0]", "a lesson is a mapping"),
    ],
)
def test_wrong_tutorial_is_refused_with_its_place(lessons: list[Any], place: str, sentence: str) -> None:
    text = yaml.safe_dump({"title": TEXT, "lessons": lessons}, allow_unicode=True)
    with pytest.raises(InvalidFile) as raised:
        read_tutorial(tefuda.game("catalyst"), read_text(text, "tutorial.yaml"))
    shown = raised.value.text("en")
    assert place in shown
    assert sentence in shown
    assert "tutorial.yaml:" in shown


def test_reply_that_is_missing_is_reported() -> None:
    """The learner is to decide again after every lesson."""
    text = yaml.safe_dump({"title": TEXT, "lessons": [lesson(position={}, play=["place d3"])]}, allow_unicode=True)
    with pytest.raises(InvalidFile, match="a reply of the other seat is missing"):
        read_tutorial(tefuda.game("card-othello"), read_text(text, "tutorial.yaml"))


def test_game_without_a_tutorial_has_none() -> None:
    game = Catalyst()
    game.texts = Texts(game)
    assert find_tutorial(game) is None
