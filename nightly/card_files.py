"""Card files with one change or with noise: told where the change was made, or loaded and written back the same."""

from card_fuzz import CHANGES, check_change, check_noise

from nightly.check import Check
from tefuda.core.random import xoshiro

NOISE = ["solitaire-tcg", "linkavel"]


def mutate(first: int, count: int) -> None:
    """Check some files: each kind of change in turn, and noise for every other file."""
    for number in range(first, first + count):
        luck = xoshiro(number, 1315)
        if number % 2:
            check_noise(NOISE[number // 2 % len(NOISE)], luck)
        else:
            check_change(number // 2 % len(CHANGES), luck)


CHECKS = [
    Check(
        "card-files",
        "files",
        50_000,
        mutate,
        batch=250,
        independent=True,
        least=100,
        note="half with one change that must be told at its place, half with noise (Solitaire TCG and LinkaVel)",
    )
]
