"""Specs: everything is checked before a game is played, and told with its place."""

from typing import Any

import pytest
from lab_folders import nim

from tefuda.core.errors import InvalidInput
from tefuda.core.source import read_text
from tefuda.lab.studies.registry import make_study
from tefuda.lab.studies.spec import spread_out

GOOD = """\
kind: sweep
game: catalyst
players: [random, pairing]
options: {react: rank}
vary:
  field_size: 6-8
  hand_size: [2, 3]
games: 10
seed: '7.3'
"""


def complaint(text: str) -> InvalidInput:
    source = read_text(text, "study.yaml")
    with pytest.raises(InvalidInput) as failure:
        source.under([], lambda: make_study(source.data))
    return failure.value


def test_a_good_one_is_read() -> None:
    study = make_study(read_text(GOOD, "study.yaml").data)
    assert [cell.label for cell in study.cells][:3] == [
        "field_size=6, hand_size=2",
        "field_size=6, hand_size=3",
        "field_size=7, hand_size=2",
    ]
    assert study.cells[-1].parts[1].options == {"react": "rank", "field_size": 8, "hand_size": 3}
    assert make_study(study.spec.data()).spec.data() == study.spec.data()


@pytest.mark.parametrize(
    ("old", "new", "where", "en"),
    [
        (
            "kind: sweep",
            "kind: sweeps",
            "1:1",
            "There is no study 'sweeps': compare, sweep, cards, game. Did you mean sweep?",
        ),
        ("kind: sweep", "kind: [1]", "1:1", "a word is expected"),
        ("kind: sweep", "", "2:1", "'kind' is missing."),
        ("game: catalyst", "game: catalist", "2:1", "Did you mean catalyst?"),
        ("game: catalyst", "gime: catalyst", "2:1", "no key of a study: kind, game,"),
        ("pairing]", "paring]", "3:19", "Did you mean pairing?"),
        ("pairing]", "'mcts:2s']", "3:19", "mcts:2s thinks by the clock"),
        ("pairing]", "7]", "3:19", "a player's name is expected, not 7."),
        ("{react: rank}", "{react: ranks}", "4:11", "'ranks' is not one of both, rank, suit."),
        ("{react: rank}", "{reacts: rank}", "4:11", "no such option. Did you mean react?"),
        ("{react: rank}", "3", "4:1", "a mapping of options is expected."),
        ("{react: rank}", "{field_size: 7}", "6:3", "field_size is fixed by an option already."),
        ("{react: rank}", "{field_cap: 7}", "4:11", "the cap is below the field at the start."),
        ("field_size: 6-8", "field_sise: 6-8", "6:3", "Did you mean field_size?"),
        ("field_size: 6-8", "field_size: 8-6", "6:3", "'8-6' is no range: write 6-10, 8-20:4, 6,8,10."),
        ("field_size: 6-8", "field_size: 6-8:0", "6:3", "'6-8:0' is no range"),
        ("field_size: 6-8", "field_size: 6..8", "6:3", "'6..8' is not a whole number from 3 to 20."),
        ("field_size: 6-8", "field_size: 6-28", "6:3", "21 is not a whole number from 3 to 20."),
        ("field_size: 6-8", "field_size: 1-999999999", "6:3", "more than 200 values."),
        ("field_size: 6-8", "field_size: [6, 6]", "6:3", "6 is named twice."),
        ("field_size: 6-8", "field_size: []", "6:3", "no values"),
        ("  field_size: 6-8\n  hand_size: [2, 3]", "  []", "5:1", "a mapping of options to values is expected."),
        ("  field_size: 6-8\n  hand_size: [2, 3]", "  {}", "5:1", "Nothing is varied"),
        ("hand_size: [2, 3]", "card:x.power: 1-3", "7:3", "catalyst has no card files"),
        ("games: 10", "games: 0", "8:1", "0 is no number of games"),
        ("games: 10", "games: many", "8:1", "'many' is no number of games"),
        ("seed: '7.3'", "seed: 7.120", "9:1", "put quotes around a seed with a dot"),
        ("seed: '7.3'", "seed: -1", "9:1", "InvalidInput seed '-1'"),
        ("seed: '7.3'", f"seed: '{2**128 - 1}.{2**128 - 1}'", "9:1", "leaves no room"),
        ("seed: '7.3'", "seed: 7\ndecks: [a]", "10:1", "is played without decks."),
        ("seed: '7.3'", "seed: 7\nstop: perhaps", "10:1", "true or false is expected."),
        ("seed: '7.3'", "seed: 7\nlanguage: fr", "10:1", "'fr' is no language here: en, ja."),
        ("seed: '7.3'", "seed: 7\nworkers: 2", "10:1", "no key of a study"),
    ],
)
def test_every_mistake_has_a_place_and_a_sentence(old: str, new: str, where: str, en: str) -> None:
    assert old in GOOD
    failure = complaint(GOOD.replace(old, new))
    line = next(line for line in failure.text("en").splitlines() if en in line)
    assert line.startswith(f"study.yaml:{where}: ")
    japanese = failure.text("ja").splitlines()
    assert len(japanese) == len(failure.text("en").splitlines())
    assert all(any("ぁ" <= letter <= "龥" for letter in line) for line in japanese)


def test_all_mistakes_are_told_at_once() -> None:
    text = GOOD.replace("pairing", "paring").replace("6-8", "8-6").replace("games: 10", "games: 0")
    assert len(complaint(text).problems) == 3


@pytest.mark.parametrize(
    ("more", "en"),
    [
        ({"players": ["random", "greedy", "random"]}, "For two seats, name one (against itself) or two"),
        ({"vary": {"most": "1-20"}, "kind": "compare", "players": ["random", "greedy"]}, "a sweep varies some"),
        ({"vary": {}, "kind": "compare"}, "A comparison is between 2 to 40 players or decks, not 1."),
        ({"decks": ["fire"]}, "is played without decks."),
    ],
)
def test_wishes_that_do_not_go_together(more: dict[str, Any], en: str) -> None:
    with pytest.raises(InvalidInput) as failure:
        make_study(nim(**more))
    assert en in failure.value.text("en")


def test_decks_are_named_by_id_and_checked() -> None:
    data = {"kind": "compare", "game": "linkavel", "players": "heuristic", "decks": ["fire", "wateer"]}
    with pytest.raises(InvalidInput, match=r"decks\[1\].*unknown deck 'wateer'.*Did you mean water\?"):
        make_study(data)


def test_a_grid_has_its_limit() -> None:
    data = {"kind": "sweep", "game": "catalyst", "vary": {"field_size": "3-20", "decks": "1-3", "hand_size": "1-10"}}
    with pytest.raises(InvalidInput, match="540 cells; at most 400"):
        make_study(data)


@pytest.mark.parametrize(
    ("given", "words", "values"),
    [
        ("6-10", False, [6, 7, 8, 9, 10]),
        ("8-20:4", False, [8, 12, 16, 20]),
        ("8-19:4", False, [8, 12, 16]),
        ("6,8, 10", False, [6, 8, 10]),
        ("1-3,7", False, [1, 2, 3, 7]),
        ("-2-1", False, [-2, -1, 0, 1]),
        (7, False, [7]),
        ([1, "3-4"], False, [1, 3, 4]),
        ("rank,suit", True, ["rank", "suit"]),
        ([True, False], True, ["on", "off"]),
        ("1-3", True, ["1-3"]),
    ],
)
def test_values_as_people_write_them(given: Any, words: bool, values: list[int | str]) -> None:
    assert spread_out(given, words) == values
