"""Tutorials and introductions as the API describes them.

A lesson comes with its view, its legal actions and what each play leads to.
"""

from typing import Any

from tefuda.core.how_to_play import HowToPlay
from tefuda.core.text import Message, both
from tefuda.core.tutorial import Tutorial, play_lesson
from tefuda.server.tables.serialize import describe_action, events_for_viewer, goals_of

LEARNER = 0
"""The seat of the learner."""


def tutorial_body(tutorial: Tutorial) -> dict[str, Any]:
    """Return a tutorial."""
    lessons = [lesson_body(tutorial, number) for number in range(len(tutorial.lessons))]
    return {"title": both(tutorial.title), "lessons": lessons}


def how_to_play_body(introduction: HowToPlay) -> dict[str, Any]:
    """Return an introduction."""
    return {
        "goal": both(introduction.goal),
        "turn": [both(step) for step in introduction.turn],
        "ideas": [
            {"title": both(idea.title), "text": both(idea.text), "picture": idea.picture} for idea in introduction.ideas
        ],
    }


def lesson_body(tutorial: Tutorial, number: int) -> dict[str, Any]:
    """Return a lesson. The client plays it without a table."""
    lesson, match = tutorial.lessons[number], tutorial.match_at(number)
    legal = match.legal(LEARNER)
    return {
        "text": both(lesson.text),
        "task": optional(lesson.task),
        "hint": optional(lesson.hint),
        "result": optional(lesson.result),
        "view": match.view(LEARNER),
        "legal": legal,
        "prompt": optional(match.prompt(LEARNER)),
        "goals": goals_of(match),
        "actions": [describe_action(match, action) for action in legal],
        "plays": [play_body(tutorial, number, action) for action in lesson.plays],
    }


def play_body(tutorial: Tutorial, number: int, action: str) -> dict[str, Any]:
    """Return an action that fulfils the task, with its events, those of the replies, and the view after them."""
    match = tutorial.match_at(number)
    described, first = describe_action(match, action), match.ply + 1
    play_lesson(match, tutorial.lessons[number], action)
    plies = range(first, match.ply + 1)
    events = [event for ply in plies for event in events_for_viewer(match, ply, LEARNER, LEARNER)]
    return {**described, "events": events, "view": match.view(LEARNER), "goals": goals_of(match)}


def optional(message: Message | None) -> dict[str, str] | None:
    return None if message is None else both(message)
