"""The error family: every class has a code, texts and a status, and survives pickling."""

import pickle

import pytest

from tefuda.core import errors
from tefuda.core.errors import IllegalAction, InvalidInput, Problem, TefudaError, illegal_action, invalid_input
from tefuda.core.source import InvalidFile, Location
from tefuda.core.text import Message

MESSAGE = Message("code", "English.", "日本語。")
PROBLEMS = [Problem(["a", 0], MESSAGE), Problem([], Message("other", "Second.", "二つ目。"))]
WITH_MESSAGE = [
    (TefudaError, 422),
    (errors.NotFound, 404),
    (errors.Conflict, 409),
    (errors.TooManyRequests, 429),
    (errors.Overloaded, 503),
    (errors.QueueFull, 503),
    (errors.JobTimeout, 422),
]
WITH_PROBLEMS = [InvalidInput, errors.InvalidPosition, errors.InvalidOptions, errors.InvalidNotation, IllegalAction]


@pytest.mark.parametrize(("kind", "status"), WITH_MESSAGE)
def test_error_has_code_texts_and_status(kind: type[TefudaError], status: int) -> None:
    for error in (kind(MESSAGE), pickle.loads(pickle.dumps(kind(MESSAGE)))):
        assert type(error) is kind
        assert (error.code, error.status, str(error)) == ("code", status, "English.")
        assert [error.text(language) for language in ("en", "ja")] == ["English.", "日本語。"]
        assert error.message.ja == "日本語。"


@pytest.mark.parametrize("kind", WITH_PROBLEMS)
def test_invalid_input_has_all_problems(kind: type[InvalidInput]) -> None:
    for error in (kind(PROBLEMS), pickle.loads(pickle.dumps(kind(PROBLEMS)))):
        assert type(error) is kind
        assert (error.code, error.status, str(error)) == ("code", 422, "a[0]: English.; Second.")
        assert error.text("ja") == "a[0]: 日本語。\n二つ目。"
        assert [problem.where() for problem in error.problems] == ["a[0]", ""]


def test_invalid_file_has_lines_and_columns() -> None:
    made = InvalidFile("my.yaml", PROBLEMS, [Location(3, 7), None])
    for error in (made, pickle.loads(pickle.dumps(made))):
        assert error.text("en") == "my.yaml:3:7: a[0]: English.\nmy.yaml: Second."
        assert error.message.en == error.text("en")
        assert error.code == "code"


def test_shorthands() -> None:
    assert invalid_input("x", "En.", "日。", "key", 1).problems[0].where() == "key[1]"
    assert (illegal_action("En.", "日。").code, type(illegal_action("En.", "日。"))) == ("illegal", IllegalAction)


class Plain(errors.Conflict):
    """A subclass outside the compiled modules."""


def test_errors_can_be_subclassed() -> None:
    with pytest.raises(TefudaError) as raised:
        raise Plain(MESSAGE)
    assert (raised.value.code, raised.value.status) == ("code", 409)
