"""Bundled cards with one known change: the loader reports each change at its location and never crashes."""

import pytest
from card_files import digest_of, problem_rows, read_cards, text_of, yaml_of
from card_fuzz import CARDS, CHANGES, change_sites, check_change, check_noise
from sample_size import sample_size

from tefuda.core.random import xoshiro
from tefuda.games.solitaire_tcg.catalogue import LIBRARY
from tefuda.games.solitaire_tcg.rules.model import Card


@pytest.mark.parametrize(
    "number", range(len(CHANGES)), ids=[f"{change.__name__} {rule}" for change, rule, _ in CHANGES]
)
def test_change_is_reported_where_it_was_made(number: int) -> None:
    """ST-13.3, ST-13.4."""
    random = xoshiro(1313, number)
    assert len(change_sites(number)) > 30
    for _ in range(sample_size(CHANGES[number][2])):
        check_change(number, random)


def test_misspelled_key_is_reported_before_the_missing_key() -> None:
    """ST-13.3, ST-13.9."""
    assert problem_rows(*read_cards("id: a\nnmae: A\ntype: spell\n").failures)[0][:3] == (2, 1, "nmae")


@pytest.mark.parametrize(("game", "cases"), [("solitaire-tcg", 4000), ("linkavel", 1000)])
def test_noisy_file_loads_or_is_refused(game: str, cases: int) -> None:
    """ST-13.3, ST-13.4: never a traceback, never an invalid card."""
    random = xoshiro(1314, 1)
    loaded = sum(check_noise(game, random) for _ in range(sample_size(cases)))
    assert loaded > sample_size(cases) // 20, "noise in names and texts is harmless: some files load"


@pytest.mark.parametrize("name", list(LIBRARY.bundled))
def test_card_round_trip(name: str) -> None:
    card = LIBRARY.bundled[name]
    again = CARDS["solitaire-tcg"].read_back(yaml_of(card))
    assert isinstance(again, Card)
    assert again is not card
    assert yaml_of(again) == yaml_of(card)
    assert digest_of(again) == digest_of(card)
    for language in ("en", "ja"):
        assert text_of(again, language) == text_of(card, language)
        assert again.name(language) == card.name(language)
    assert repr(again.parsed["values"]["flavor"]) == repr(card.parsed["values"]["flavor"])
    assert len(again.abilities) == len(card.abilities)
