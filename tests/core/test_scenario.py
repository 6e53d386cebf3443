"""Scenario files: passing and failing scenarios, and invalid files."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tefuda.core.scenario import KEYS, read_scenarios, run
from tefuda.core.source import InvalidFile

START = "start: {field: [5H, 9H, KS], hand: [2H], deck: [9S]}"


def run_one(tmp_path: Path, body: str) -> list[str]:
    """Run one scenario of Catalyst and return its differences."""
    path = tmp_path / "s.yaml"
    lines = "\n".join(f"  {line}" for line in body.strip().splitlines())
    path.write_text(f"- name: x\n  game: catalyst\n{lines}\n", encoding="utf-8")
    (scenario,) = read_scenarios(path)
    problems = run(scenario)
    return scenario.source.invalid(problems).text("en").splitlines() if problems else []


PASSING = [
    "legal: [2H@0]",
    "illegal: [9S@0]",
    "play: [2H@0]\nexpect: {field: [KS], hand: [9S]}",
    "play: [2H@0]\nview: {player: {deck: 0}, spectator: {field: [KS]}}",
    "play: [2H@0]\nevents: [place, react: {by: auto}, draw]",
    "play: [2H@0, 9S@0]\nresult: [0]",
]


@pytest.mark.parametrize("body", PASSING)
def test_passing_scenario_has_no_differences(tmp_path: Path, body: str) -> None:
    assert run_one(tmp_path, f"{START}\n{body}") == []


FAILING = [
    ("legal: [9S@0]", "4:11: [0].legal[0]: 9S@0 is not legal."),
    ("illegal: [2H@0]", "4:13: [0].illegal[0]: 2H@0 is legal."),
    ("play: [9S@0]", "4:10: [0].play[0]: 9S@0 was refused: 9S is not in your hand (2H)."),
    ("play: [2H@0]\nexpect: {field: [KS, 2H]}", "5:12: [0].expect.field: expected [KS, 2H], found [KS]."),
    ("play: [2H@0]\nexpect: {feld: []}", "5:12: [0].expect.feld: is not there. Did you mean field?"),
    ("play: [2H@0]\nview: {player: {deck: 3}}", "5:19: [0].view.player.deck: expected 3, found 0."),
    ("play: [2H@0]\nevents: [draw, react]", "react does not follow; events were: place, react, draw."),
    ("play: [2H@0]\nevents: [react: {by: player}]", "react {'by': 'player'} does not follow"),
    ("play: [2H@0]\nresult: [1.0]", "[0].result: is None."),
]


@pytest.mark.parametrize(("body", "expected"), FAILING)
def test_failing_scenario_names_the_difference(tmp_path: Path, body: str, expected: str) -> None:
    differences = run_one(tmp_path, f"{START}\n{body}")
    assert any(expected in line for line in differences), differences


def test_seeds_are_run_and_the_failing_one_is_named(tmp_path: Path) -> None:
    assert run_one(tmp_path, "seeds: 20\nview: {player: {deck: 41}}")[-1].endswith("with seed 1.")
    assert run_one(tmp_path, "seed: 6\nseeds: 2\nview: {player: {deck: 41}}") == []


INVALID = [
    ("{}", "a list of scenarios is expected."),
    ("- 3", "f.yaml:1:3: [0]: a scenario is a mapping."),
    ("- {game: catalyst}", "'name' is missing."),
    ("- {name: x, game: catalist}", "f.yaml:1:13: [0].game: There is no game 'catalist'"),
    ("- {name: x, game: catalyst, plays: []}", "[0].plays: no key of a scenario. Did you mean play?"),
    ("- {name: x, game: catalyst, play: 5H@3}", "[0].play: a list of texts is expected."),
    ("- {name: x, game: catalyst, rule: 3}", "a clause, or a list of clauses"),
    ("- {name: x, game: catalyst, start: {hand: [1H, 5H]}}", "[0].start.hand[0]: unknown card '1H'."),
    ("- {name: x, game: catalyst, start: {hand: [10H]}}", "unknown card '10H'. Did you mean TH?"),
    ("- {name: x, game: catalyst, start: {hand: [5H, 5H]}}", "[0].start.hand[1]: 5H is listed twice."),
    ("- {name: x, game: catalyst, options: {feld_size: 3}}", "[0].options.feld_size: no such option. Did you mean"),
    ("- {name: x, game: catalyst, start: {options: {decks: 9}}}", "decks: 9 is not a whole number from 1 to 4."),
    ("- {name: x, game: catalyst, seed: -1}", "[0].seed: a whole number from 0"),
    ("- {name: x, game: catalyst, seeds: 0}", "[0].seeds: a number from 1"),
    ("- {name: x, game: catalyst, view: {playr: {}}}", "[0].view.playr: no seat. Did you mean player?"),
    ("- {name: x, game: catalyst, events: [3]}", "a list of kinds of events"),
    ("- {name: x, game: catalyst, result: 1}", "a list of scores"),
    ("- {name: x, game: catalyst, expect: []}", "a mapping is expected"),
    ("- {name: x, game: catalyst, start: {}, options: {}}", "with a start, options go inside it"),
]


@pytest.mark.parametrize(("text", "expected"), INVALID)
def test_invalid_file_is_refused(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "f.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidFile) as failure:
        read_scenarios(path)
    assert expected in failure.value.text("en")


def test_all_problems_are_reported_together(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text("- {name: x, game: catalyst, plays: [], seed: x}\n- {name: y}\n", encoding="utf-8")
    with pytest.raises(InvalidFile) as failure:
        read_scenarios(path)
    assert [problem.where() for problem in failure.value.problems] == ["[0].plays", "[0].seed", "[1]"]


words = st.text("abc5H@", max_size=4)
values = st.recursive(
    words | st.integers(-9, 99) | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
)
entries = st.fixed_dictionaries(
    {"name": words, "game": st.just("catalyst")},
    optional=dict.fromkeys([*KEYS[3:], "x"], values),
)


@given(st.lists(entries | values, max_size=2) | values)
def test_any_file_runs_or_is_refused(data: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.yaml"
        path.write_text(yaml.safe_dump(data), encoding="utf-8")
        try:
            scenarios = read_scenarios(path)
        except InvalidFile as failure:
            assert failure.text("ja")  # noqa: PT017
            return
        for scenario in scenarios:
            run(scenario)
