"""Checks that fail, for the tests of the runner; its processes import this module alone."""

import os


def fails_at_seven(first: int, count: int) -> None:
    assert not first <= 7 < first + count, "seven"


def fails_in_company(first: int, count: int) -> None:
    assert count == 1, "several"


def dies_at_seven(first: int, count: int) -> None:
    if first <= 7 < first + count:
        os._exit(3)
