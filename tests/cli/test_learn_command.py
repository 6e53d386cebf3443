"""`tefuda learn`: the tutorials in the terminal."""

import pytest
from command_process import RunCommand

import tefuda
from tefuda.cli.terminal.screens.registry import find_screen
from tefuda.core.tutorial import find_tutorial

GAMES = ["card-othello", "catalyst", "linkavel", "solitaire-tcg"]


def inputs(game_id: str) -> list[str]:
    """What a learner types: the action of each lesson, and Enter to continue."""
    tutorial = find_tutorial(tefuda.game(game_id))
    assert tutorial is not None
    typed: list[str] = []
    for number, lesson in enumerate(tutorial.lessons):
        typed.append(lesson.plays[0] if lesson.plays else "")
        following = tutorial.lessons[number + 1] if number + 1 < len(tutorial.lessons) else None
        if lesson.plays and following is not None and following.position is not None:
            typed.append("")
    return typed


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game_id", GAMES)
def test_tutorial_is_completed(run: RunCommand, game_id: str, language: str) -> None:
    done = run("learn", game_id, "--plain", "--language", language, stdin="\n".join([*inputs(game_id), ""]))
    assert (done.returncode, done.stderr) == (0, "")
    tutorial = find_tutorial(tefuda.game(game_id))
    assert tutorial is not None
    place = 0
    for lesson in tutorial.lessons:
        for message in (lesson.text, lesson.task, lesson.result):
            if message is not None:
                shown = find_screen(tutorial.game).plain_text(message.text(language))
                place = done.stdout.find(shown, place)
                assert place >= 0, shown
    assert done.stdout.rstrip().endswith(f"tefuda play {game_id}")


def test_wrong_action_is_answered_with_a_hint_and_not_played(run: RunCommand) -> None:
    done = run("learn", "catalyst", stdin="\n2H@0\n9C@1\nhint\nback\nquit\n")
    assert done.returncode == 0
    assert "That is legal, but not the move of this lesson." in done.stdout
    assert "9C is not in your hand" in done.stdout
    assert done.stdout.count("Type: 2H@2") == 3
    assert done.stdout.count("Field of 6: AS 5H 9H KC 4D 4S") == 6, "nothing was played"
    assert done.stdout.count("Lesson 1 of 9") == 2


def test_unknown_game_is_refused(run: RunCommand) -> None:
    done = run("learn", "chess", stdin="")
    assert done.returncode == 2
    assert "chess" in done.stderr
