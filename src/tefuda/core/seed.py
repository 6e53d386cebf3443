"""Seeds as text: `7`, or `7.120` for game 120 of the run with seed 7."""

from typing import Any, Final

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.random import SEED_BITS
from tefuda.core.text import Message

RUN_BITS: Final = 128
"""Seeds of runs are below 2**128. The other bits of a seed are the number of the game in its run, from 0."""


def seed_in(value: Any) -> Any:
    """Return the seed in a position. It may be a text of digits, since a browser would round the number."""
    return (
        int(value) if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 80 else value
    )


class InvalidSeed(InvalidInput):
    """A text that is not a seed."""


def game_seed(seed: int, number: int) -> int:
    """Return the seed of one game of a run. Game 0 has the seed of the run."""
    return seed + (number << RUN_BITS)


def format_seed(seed: int) -> str:
    """Return the seed as text; `parse_seed` is the inverse."""
    number = seed >> RUN_BITS
    return f"{seed - (number << RUN_BITS)}.{number}" if number else str(seed)


def parse_seed(text: str) -> int:
    """Return the seed that a text means; raises `InvalidSeed`."""
    run, dot, number = text.partition(".")
    parts = [run, number] if dot else [run]
    if all(part.isascii() and part.isdecimal() and len(part) <= 60 for part in parts):
        seed = int(run)
        count = int(number) if dot else 0
        if seed < 1 << RUN_BITS and count < 1 << (SEED_BITS - RUN_BITS):
            return game_seed(seed, count)
    message = Message(
        "seed",
        f"Invalid seed {text!r}. Use a whole number such as 7, or two with a dot such as 7.120.",
        f"{text!r} はシードとして読めません。0 以上の整数か、7.120 のように書いてください。",
    )
    raise InvalidSeed([Problem([], message)])
