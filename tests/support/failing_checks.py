"""Failing checks for the tests of the nightly runner. Its processes import only this module."""

import os


def fails_at_seven(first: int, count: int) -> None:
    assert not first <= 7 < first + count, "seven"


def fails_in_batches(first: int, count: int) -> None:
    assert count == 1, "several"


def exits_at_seven(first: int, count: int) -> None:
    if first <= 7 < first + count:
        os._exit(3)
