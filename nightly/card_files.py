"""Card files with one change or with noise: the error is at the right place, or the file loads and is written back."""

from card_fuzz import CHANGES, check_change, check_noise

from nightly.check import Check
from tefuda.core.random import xoshiro

NOISE_GAMES = ["solitaire-tcg", "linkavel"]


def check_files(first: int, count: int) -> None:
    """Check files: each kind of change in turn, and noise for every other file."""
    for number in range(first, first + count):
        random = xoshiro(number, 1315)
        if number % 2:
            check_noise(NOISE_GAMES[number // 2 % len(NOISE_GAMES)], random)
        else:
            check_change(number // 2 % len(CHANGES), random)


CHECKS = [
    Check(
        "card-files",
        "files",
        50_000,
        check_files,
        batch=250,
        independent=True,
        min_units=100,
        note="half with one change whose error must be at its place, half with noise (Solitaire TCG and LinkaVel)",
    )
]
