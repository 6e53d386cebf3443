"""Study specifications are checked before any game is played; errors have a location."""

from typing import Any

import pytest
from lab_runs import nim_sweep

from tefuda.core.errors import InvalidInput
from tefuda.core.source import read_text
from tefuda.lab.studies.registry import make_study
from tefuda.lab.studies.spec import expand_values

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


def problems_of(text: str) -> InvalidInput:
    source = read_text(text, "study.yaml")
    with pytest.raises(InvalidInput) as failure:
        source.under([], lambda: make_study(source.data))
    return failure.value


def test_valid_specification_is_read() -> None:
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
            "Unknown study 'sweeps'. Studies: compare, sweep, cards, game. Did you mean sweep?",
        ),
        ("kind: sweep", "kind: [1]", "1:1", "must be a text, not"),
        ("kind: sweep", "", "2:1", "'kind' is missing."),
        ("game: catalyst", "game: catalist", "2:1", "Did you mean catalyst?"),
        ("game: catalyst", "gime: catalyst", "2:1", "unknown key. Keys: kind, game,"),
        ("pairing]", "paring]", "3:19", "Did you mean pairing?"),
        ("pairing]", "'mcts:2s']", "3:19", "mcts:2s has a time limit"),
        ("pairing]", "7]", "3:19", "must be the name of a player, not 7."),
        ("{react: rank}", "{react: ranks}", "4:11", "'ranks' is not one of both, rank, suit."),
        ("{react: rank}", "{reacts: rank}", "4:11", "no such option. Did you mean react?"),
        ("{react: rank}", "3", "4:1", "must be a mapping of options."),
        ("{react: rank}", "{field_size: 7}", "6:3", "field_size is already set as an option."),
        ("{react: rank}", "{field_cap: 7}", "4:11", "must be 0 or at least field_size."),
        ("field_size: 6-8", "field_sise: 6-8", "6:3", "Did you mean field_size?"),
        ("field_size: 6-8", "field_size: 8-6", "6:3", "invalid range '8-6'. Use 6-10, 8-20:4, 6,8,10."),
        ("field_size: 6-8", "field_size: 6-8:0", "6:3", "invalid range '6-8:0'."),
        ("field_size: 6-8", "field_size: 6..8", "6:3", "'6..8' is not a whole number from 3 to 20."),
        ("field_size: 6-8", "field_size: 6-28", "6:3", "21 is not a whole number from 3 to 20."),
        ("field_size: 6-8", "field_size: 1-999999999", "6:3", "at most 200 values are allowed."),
        ("field_size: 6-8", "field_size: [6, 6]", "6:3", "6 occurs twice."),
        ("field_size: 6-8", "field_size: []", "6:3", "at least one value is required."),
        ("  field_size: 6-8\n  hand_size: [2, 3]", "  []", "5:1", "must be a mapping of options to values."),
        ("  field_size: 6-8\n  hand_size: [2, 3]", "  {}", "5:1", "Nothing is varied"),
        ("hand_size: [2, 3]", "card:x.power: 1-3", "7:3", "catalyst has no card files"),
        ("games: 10", "games: 0", "8:1", "must be a number from 1-1,000,000,000, not 0."),
        ("games: 10", "games: many", "8:1", "must be a number from 1-1,000,000,000, not 'many'."),
        ("seed: '7.3'", "seed: 7.120", "9:1", "a seed with a dot needs quotes"),
        ("seed: '7.3'", "seed: -1", "9:1", "Invalid seed '-1'"),
        ("seed: '7.3'", f"seed: '{2**128 - 1}.{2**128 - 1}'", "9:1", "is too large"),
        ("seed: '7.3'", "seed: 7\ndecks: [a]", "10:1", "has no decks."),
        ("seed: '7.3'", "seed: 7\nstop: perhaps", "10:1", "must be true or false."),
        ("seed: '7.3'", "seed: 7\nlanguage: fr", "10:1", "Unknown language 'fr'. Languages: en, ja."),
        ("seed: '7.3'", "seed: 7\nworkers: 2", "10:1", "unknown key."),
    ],
)
def test_every_problem_has_a_location_and_a_message(old: str, new: str, where: str, en: str) -> None:
    assert old in GOOD
    failure = problems_of(GOOD.replace(old, new))
    line = next(line for line in failure.text("en").splitlines() if en in line)
    assert line.startswith(f"study.yaml:{where}: ")
    japanese = failure.text("ja").splitlines()
    assert len(japanese) == len(failure.text("en").splitlines())
    assert all(any("ぁ" <= letter <= "龥" for letter in line) for line in japanese)


def test_all_problems_are_reported_together() -> None:
    text = GOOD.replace("pairing", "paring").replace("6-8", "8-6").replace("games: 10", "games: 0")
    assert len(problems_of(text).problems) == 3


@pytest.mark.parametrize(
    ("more", "en"),
    [
        ({"players": ["random", "greedy", "random"]}, "With two seats, name one contestant (against itself) or two."),
        ({"vary": {"most": "1-20"}, "kind": "compare", "players": ["random", "greedy"]}, "Only a sweep can vary"),
        ({"vary": {}, "kind": "compare"}, "A comparison needs 2 to 40 players or decks, not 1."),
        ({"decks": ["fire"]}, "has no decks."),
    ],
)
def test_conflicting_settings_are_refused(more: dict[str, Any], en: str) -> None:
    with pytest.raises(InvalidInput) as failure:
        make_study(nim_sweep(**more))
    assert en in failure.value.text("en")


def test_unknown_deck_is_refused() -> None:
    data = {"kind": "compare", "game": "linkavel", "players": "heuristic", "decks": ["fire", "wateer"]}
    with pytest.raises(InvalidInput, match=r"decks\[1\].*unknown deck 'wateer'.*Did you mean water\?"):
        make_study(data)


def test_grid_size_is_limited() -> None:
    data = {"kind": "sweep", "game": "catalyst", "vary": {"field_size": "3-20", "decks": "1-3", "hand_size": "1-10"}}
    with pytest.raises(InvalidInput, match="540 cells; at most 400 are allowed"):
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
def test_ranges_and_lists_of_values(given: Any, words: bool, values: list[int | str]) -> None:
    assert expand_values(given, words) == values
