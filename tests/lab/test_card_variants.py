"""Cards with a number changed: made by the game's own form, put in use for a while, and taken out again."""

import json
from collections.abc import Iterator

import pytest
from sample_size import sample_size

import tefuda
from tefuda.cardlang.card_text import card_data
from tefuda.cardlang.workshop import find_workshop
from tefuda.core.errors import InvalidInput
from tefuda.games.linkavel.catalogue import LIBRARY as LINKAVEL_LIBRARY
from tefuda.games.linkavel.rules.model import Card
from tefuda.games.solitaire_tcg.catalogue import LIBRARY as SOLITAIRE_LIBRARY
from tefuda.lab.runs.parallel import fan_out
from tefuda.lab.studies.card_variants import (
    card_numbers,
    card_variant,
    changed_cards,
    parse_change,
    use_variant,
    variant,
)
from tefuda.lab.studies.simulation import Simulation

LINKAVEL = "linkavel"
SOLITAIRE = "solitaire-tcg"


@pytest.fixture(autouse=True)
def shipped_cards() -> Iterator[None]:
    yield
    for game in (LINKAVEL, SOLITAIRE):
        use_variant(game, {})
    for library in (LINKAVEL_LIBRARY, SOLITAIRE_LIBRARY):
        library.reset()


def power_in_use(card: str) -> int:
    found = LINKAVEL_LIBRARY.cards()[card]
    assert isinstance(found, Card)
    return int(found.power)


@pytest.mark.parametrize("game", [LINKAVEL, SOLITAIRE])
def test_every_number_of_every_card_can_be_written_again(game: str) -> None:
    """A change to what is there already is no change at all, for defaults too; all that are written are listed."""
    workshop = find_workshop(game)
    for name, card in workshop.cards().items():
        numbers = card_numbers(game, name)
        data = card_data(workshop.card_schema, card)
        written = json.dumps({key: data[key] for key in data if key not in ("name", "text", "flavor")})
        flat = json.loads(written, parse_int=lambda digits: f"#{digits}")
        assert json.dumps(flat).count('"#') <= len(numbers)
        again = changed_cards(game, {f"{name}.{path}": value for path, value in numbers.items()})
        assert list(again) == ([name] if numbers else [])
        assert all(workshop.to_yaml(found) == workshop.to_yaml(card) for found in again.values())


def test_numbers_stand_under_the_paths_of_the_card_file() -> None:
    assert card_numbers(LINKAVEL, "slag_brute") == {"level": 2, "cost.count": 1, "cost.level": 1, "power": 1000}
    assert card_numbers(LINKAVEL, "spark_imp")["abilities[0].effect[0].amount"] == 250
    assert card_numbers(SOLITAIRE, "mon_001") == {
        "stats.atk": 1,
        "stats.hp": 1,
        "abilities[0].priority": 0,
        "abilities[0].effect[0].count": 1,
    }


def test_a_changed_card_differs_in_that_number_alone() -> None:
    form = find_workshop(LINKAVEL).card_schema
    before = card_data(form, LINKAVEL_LIBRARY.cards()["spark_imp"])
    after = card_data(form, card_variant(LINKAVEL, "spark_imp.abilities[0].effect[0].amount = 700"))
    assert before["abilities"][0]["effect"][0]["amount"] == 250
    assert after["abilities"][0]["effect"][0]["amount"] == 700
    after["abilities"][0]["effect"][0]["amount"] = 250
    assert after == before


def test_a_number_may_become_an_expression_and_back() -> None:
    form = find_workshop(LINKAVEL).card_schema
    place = "spark_imp.abilities[0].effect[0].amount"
    made = card_variant(LINKAVEL, f"{place}=100 * own.hand")
    assert card_data(form, made)["abilities"][0]["effect"][0]["amount"] == "100 * own.hand"
    use_variant(LINKAVEL, {place: "100 * own.hand"})
    use_variant(LINKAVEL, {place: 300})
    assert card_numbers(LINKAVEL, "spark_imp")["abilities[0].effect[0].amount"] == 250, (
        "numbers are of the cards before"
    )
    found = LINKAVEL_LIBRARY.cards()["spark_imp"]
    assert card_data(form, found)["abilities"][0]["effect"][0]["amount"] == 300


def test_what_a_file_leaves_out_can_be_changed() -> None:
    """`priority` and a `count` of 1 are seldom written."""
    made = card_variant(SOLITAIRE, "mon_001.abilities[0].priority=-3")
    form = find_workshop(SOLITAIRE).card_schema
    assert card_data(form, made)["abilities"][0]["priority"] == -3


def test_changes_of_one_card_are_made_together() -> None:
    """A level 3 may ask for a cost of level 3, a level 2 may not."""
    with pytest.raises(InvalidInput):
        changed_cards(LINKAVEL, {"slag_brute.cost.level": 3})
    made = changed_cards(LINKAVEL, {"slag_brute.cost.level": 3, "slag_brute.level": 3})
    assert list(made) == ["slag_brute"]


def test_a_strong_card_wins_more() -> None:
    """A level 1 monster with 5000 more power, on the same deals: few games are enough to see it."""
    job = Simulation(LINKAVEL, ["heuristic"], 3, swap=True)
    games = sample_size(480)
    plain = job.tally(0, games)
    with variant(LINKAVEL, {"anvil_lynx.power": power_in_use("anvil_lynx") + 5000}):
        strong = job.tally(0, games)
    again = job.tally(0, games)
    assert strong.wins[0] > plain.wins[0] + games / 10
    assert (again.wins, again.plays) == (plain.wins, plain.plays)


def test_cards_are_as_before_after_a_variant_whatever_happens_in_it() -> None:
    before = LINKAVEL_LIBRARY.cards()
    own = power_in_use("coal_runner")
    with variant(LINKAVEL, {"coal_runner.power": 1}):
        assert power_in_use("coal_runner") == 1
        with pytest.raises(InvalidInput), variant(LINKAVEL, {"coal_runner.power": 2}):
            parse_change(str(power_in_use("coal_runner")))
        assert power_in_use("coal_runner") == 1
    assert power_in_use("coal_runner") == own
    after = LINKAVEL_LIBRARY.cards()
    assert list(after) == list(before)
    assert all(after[name] is before[name] for name in before)


def test_a_variant_replaces_the_one_before_it() -> None:
    """Workers live long: what one piece of work has changed must not be there in the next."""
    runner, brute = power_in_use("coal_runner"), power_in_use("slag_brute")
    use_variant(LINKAVEL, {"coal_runner.power": 1})
    use_variant(LINKAVEL, {"slag_brute.power": 2})
    assert (power_in_use("coal_runner"), power_in_use("slag_brute")) == (runner, 2)
    use_variant(LINKAVEL, {})
    assert (power_in_use("coal_runner"), power_in_use("slag_brute")) == (runner, brute)


def test_cards_that_somebody_put_in_use_are_what_is_changed() -> None:
    workshop = find_workshop(LINKAVEL)
    use_variant(LINKAVEL, {"coal_runner.power": 1})
    own = card_variant(LINKAVEL, "slag_brute.power=1234")
    LINKAVEL_LIBRARY.reset()
    workshop.use({**workshop.cards(), "slag_brute": own})
    use_variant(LINKAVEL, {"anvil_lynx.power": 3})
    assert power_in_use("coal_runner") == 600
    assert (power_in_use("slag_brute"), power_in_use("anvil_lynx")) == (1234, 3)
    use_variant(LINKAVEL, {})
    assert (power_in_use("slag_brute"), power_in_use("anvil_lynx")) == (1234, 650)


def test_the_same_variant_again_keeps_the_cards() -> None:
    use_variant(LINKAVEL, {"coal_runner.power": 1})
    card, version = LINKAVEL_LIBRARY.cards()["coal_runner"], LINKAVEL_LIBRARY.version()
    use_variant(LINKAVEL, {"coal_runner.power": 1})
    assert LINKAVEL_LIBRARY.cards()["coal_runner"] is card
    assert LINKAVEL_LIBRARY.version() == version


def test_a_variant_that_is_wrong_changes_nothing() -> None:
    use_variant(LINKAVEL, {"coal_runner.power": 1})
    with pytest.raises(InvalidInput):
        use_variant(LINKAVEL, {"coal_runner.power": 2, "slag_brute.power": -1})
    assert (power_in_use("coal_runner"), power_in_use("slag_brute")) == (1, 1000)


def wins_with(changes: dict[str, int | str], games: int) -> list[int]:
    """What a worker does: everything it needs is plain data."""
    with variant(LINKAVEL, changes):
        return Simulation(LINKAVEL, ["heuristic"], 3).tally(0, games).wins


def test_worker_processes_play_with_the_changed_cards() -> None:
    jobs: list[tuple[dict[str, int | str], int]] = [({"anvil_lynx.power": power}, 6) for power in (650, 5650, 650)]
    expected = sorted(wins_with(*job) for job in jobs)
    assert sorted(fan_out(wins_with, jobs, 2)) == expected
    assert len({tuple(wins) for wins in expected}) == 2


def test_solitaire_is_played_with_the_changed_cards() -> None:
    game = tefuda.game(SOLITAIRE)
    start = {"hand": ["mon_001"], "deck": ["mon_004"] * 9}

    def hand_after() -> int:
        state = game.at(start)
        state.play(game.parse(state, "play mon_001"))
        return len(game.position(state)["hand"])

    assert hand_after() == 1
    with variant(SOLITAIRE, {"mon_001.abilities[0].effect[0].count": 8}):
        assert hand_after() == 8


WRONG = [
    (LINKAVEL, {"slag_brute.powr": 900}, "slag_brute.powr", "power=1000", "power のことですか"),
    (LINKAVEL, {"slag_brute": 900}, "slag_brute", "level=2, cost.count=1, cost.level=1, power=1000", "power=1000"),
    (LINKAVEL, {"slag_brute.abilities[0].effect[0].amount": 9}, "slag_brute.abilities", "power=1000", "power=1000"),
    (LINKAVEL, {"slag_brute.id": "other"}, "slag_brute.id", "Unknown number.", "その数値はありません"),
    (LINKAVEL, {"slag_brute.name.en": "Other"}, "slag_brute.name.en", "Unknown number.", "その数値はありません"),
    (LINKAVEL, {"slag_brute.version": 1}, "slag_brute.version", "Unknown number.", "その数値はありません"),
    (LINKAVEL, {"slag_brut.power": 900}, "", "Did you mean slag_brute?", "slag_brute のことですか"),
    (LINKAVEL, {"slag_brute.power": 10_000}, "slag_brute.power", "from 0 to 9999", "0 から 9999"),
    (LINKAVEL, {"slag_brute.power": "much"}, "slag_brute.power", "from 0 to 9999", "0 から 9999"),
    (
        LINKAVEL,
        {"slag_brute.level": 1},
        "slag_brute.cost",
        "a monster of level 1 has no cost",
        "レベル 1 に cost はありません",
    ),
    (
        LINKAVEL,
        {"spark_imp.abilities[0].effect[0].amount": "100 * own.hnd"},
        "spark_imp.abilities[0].effect[0].amount",
        "Did you mean own.hand?",
        "own.hand のことですか",
    ),
    (
        SOLITAIRE,
        {"spl_013.abilities[0].effect[1].card": "fld_x99"},
        "spl_013.abilities[0].effect[1].card",
        "unknown card fld_x99",
        "fld_x99 というカードはありません",
    ),
    (SOLITAIRE, {"mon_001.stats.hp": 1000}, "mon_001.stats.hp", "from 0 to 999", "0 から 999"),
    ("card-othello", {"TRAP_WILL.cost": 3}, "", "Games with card files: linkavel", "カードファイルはありません"),
]


@pytest.mark.parametrize(("game", "changes", "where", "en", "ja"), WRONG)
def test_what_is_wrong_is_told_with_its_path(
    game: str, changes: dict[str, int | str], where: str, en: str, ja: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        use_variant(game, changes)
    problem = caught.value.problems[0]
    assert problem.where().startswith(where)
    assert en in problem.text("en")
    assert ja in problem.text("ja")


def test_everything_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(InvalidInput) as caught:
        changed_cards(LINKAVEL, {"nobody.power": 1, "coal_runner.powr": 1, "slag_brute.power": -1})
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("coal_runner.power=900", ("coal_runner.power", 900)),
        (" mon_001.abilities[0].priority = -3 ", ("mon_001.abilities[0].priority", -3)),
        ("a.abilities[0].condition=own.lp >= 3", ("a.abilities[0].condition", "own.lp >= 3")),
        ("a.power=1_000", ("a.power", "1_000")),
    ],
)
def test_a_change_is_read_from_text(text: str, change: tuple[str, int | str]) -> None:
    assert parse_change(text) == change


@pytest.mark.parametrize("text", ["", "coal_runner.power", "=3", "coal_runner.power="])
def test_a_text_that_is_no_change_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_change(text)
    for language in ("en", "ja"):
        assert "coal_runner.power=900" in caught.value.text(language)
