"""Parsing and formatting of seeds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tefuda.core.random import chacha
from tefuda.core.seed import InvalidSeed, format_seed, game_seed, parse_seed


@given(st.integers(0, 2**256 - 1))
def test_seed_round_trip(seed: int) -> None:
    assert parse_seed(format_seed(seed)) == seed


def test_seeds_of_a_run_have_names() -> None:
    assert game_seed(7, 0) == parse_seed("7") == 7
    assert format_seed(game_seed(7, 120)) == "7.120"
    assert parse_seed("7.120") == game_seed(7, 120)


@given(st.integers(0, 2**128 - 1), st.integers(0, 2**128 - 1))
def test_every_seed_gives_a_key(run: int, number: int) -> None:
    chacha(game_seed(run, number))


@pytest.mark.parametrize("text", ["", "-1", "x", "1.2.3", "1.", ".1", "٣", "1e3", str(2**128), "9" * 100])
def test_invalid_seed_is_refused(text: str) -> None:
    with pytest.raises(InvalidSeed, match="Invalid seed"):
        parse_seed(text)
