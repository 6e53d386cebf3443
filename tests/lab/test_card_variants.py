"""Card variants: a card with a changed number is put in use and restored."""

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
def bundled_cards() -> Iterator[None]:
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
def test_unchanged_number_gives_the_same_card(game: str) -> None:
    """A change to the current value is no change, also for defaults. Every written number is listed."""
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


def test_numbers_are_listed_by_key_path() -> None:
    assert card_numbers(LINKAVEL, "slag_brute") == {"level": 2, "cost.count": 1, "cost.level": 1, "power": 1000}
    assert card_numbers(LINKAVEL, "spark_imp")["abilities[0].effect[0].amount"] == 250
    assert card_numbers(SOLITAIRE, "mon_001") == {
        "stats.atk": 1,
        "stats.hp": 1,
        "abilities[0].priority": 0,
        "abilities[0].effect[0].count": 1,
    }


def test_changed_card_differs_only_in_that_number() -> None:
    form = find_workshop(LINKAVEL).card_schema
    before = card_data(form, LINKAVEL_LIBRARY.cards()["spark_imp"])
    after = card_data(form, card_variant(LINKAVEL, "spark_imp.abilities[0].effect[0].amount = 700"))
    assert before["abilities"][0]["effect"][0]["amount"] == 250
    assert after["abilities"][0]["effect"][0]["amount"] == 700
    after["abilities"][0]["effect"][0]["amount"] = 250
    assert after == before


def test_number_and_expression_are_interchangeable() -> None:
    form = find_workshop(LINKAVEL).card_schema
    place = "spark_imp.abilities[0].effect[0].amount"
    made = card_variant(LINKAVEL, f"{place}=100 * own.hand")
    assert card_data(form, made)["abilities"][0]["effect"][0]["amount"] == "100 * own.hand"
    use_variant(LINKAVEL, {place: "100 * own.hand"})
    use_variant(LINKAVEL, {place: 300})
    assert card_numbers(LINKAVEL, "spark_imp")["abilities[0].effect[0].amount"] == 250, (
        "numbers are listed before the change"
    )
    found = LINKAVEL_LIBRARY.cards()["spark_imp"]
    assert card_data(form, found)["abilities"][0]["effect"][0]["amount"] == 300


def test_default_values_can_be_changed() -> None:
    """`priority`, and a `count` of 1."""
    made = card_variant(SOLITAIRE, "mon_001.abilities[0].priority=-3")
    form = find_workshop(SOLITAIRE).card_schema
    assert card_data(form, made)["abilities"][0]["priority"] == -3


def test_changes_of_one_card_are_applied_together() -> None:
    """Level 3 allows a cost of level 3, level 2 does not."""
    with pytest.raises(InvalidInput):
        changed_cards(LINKAVEL, {"slag_brute.cost.level": 3})
    made = changed_cards(LINKAVEL, {"slag_brute.cost.level": 3, "slag_brute.level": 3})
    assert list(made) == ["slag_brute"]


def test_stronger_card_wins_more() -> None:
    """A level 1 monster with 5000 more power, on the same deals."""
    job = Simulation(LINKAVEL, ["heuristic"], 3, swap=True)
    games = sample_size(480)
    plain = job.tally(0, games)
    with variant(LINKAVEL, {"anvil_lynx.power": power_in_use("anvil_lynx") + 5000}):
        strong = job.tally(0, games)
    again = job.tally(0, games)
    assert strong.wins[0] > plain.wins[0] + games / 10
    assert (again.wins, again.plays) == (plain.wins, plain.plays)


def test_cards_are_restored_after_a_variant() -> None:
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


def test_variant_replaces_the_previous_one() -> None:
    """Worker processes are reused: a variant must not leak into the next job."""
    runner, brute = power_in_use("coal_runner"), power_in_use("slag_brute")
    use_variant(LINKAVEL, {"coal_runner.power": 1})
    use_variant(LINKAVEL, {"slag_brute.power": 2})
    assert (power_in_use("coal_runner"), power_in_use("slag_brute")) == (runner, 2)
    use_variant(LINKAVEL, {})
    assert (power_in_use("coal_runner"), power_in_use("slag_brute")) == (runner, brute)


def test_variant_is_based_on_the_cards_in_use() -> None:
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


def test_same_variant_keeps_the_card_objects() -> None:
    use_variant(LINKAVEL, {"coal_runner.power": 1})
    card, version = LINKAVEL_LIBRARY.cards()["coal_runner"], LINKAVEL_LIBRARY.version()
    use_variant(LINKAVEL, {"coal_runner.power": 1})
    assert LINKAVEL_LIBRARY.cards()["coal_runner"] is card
    assert LINKAVEL_LIBRARY.version() == version


def test_invalid_variant_changes_nothing() -> None:
    use_variant(LINKAVEL, {"coal_runner.power": 1})
    with pytest.raises(InvalidInput):
        use_variant(LINKAVEL, {"coal_runner.power": 2, "slag_brute.power": -1})
    assert (power_in_use("coal_runner"), power_in_use("slag_brute")) == (1, 1000)


def count_wins_with(changes: dict[str, int | str], games: int) -> list[int]:
    """Run in a worker process, with plain data as arguments."""
    with variant(LINKAVEL, changes):
        return Simulation(LINKAVEL, ["heuristic"], 3).tally(0, games).wins


def test_worker_processes_use_the_variant() -> None:
    jobs: list[tuple[dict[str, int | str], int]] = [({"anvil_lynx.power": power}, 6) for power in (650, 5650, 650)]
    expected = sorted(count_wins_with(*job) for job in jobs)
    assert sorted(fan_out(count_wins_with, jobs, 2)) == expected
    assert len({tuple(wins) for wins in expected}) == 2


def test_solitaire_uses_the_variant() -> None:
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
    (SOLITAIRE, {"mon_001.stats.hp": 1_000_000_001}, "mon_001.stats.hp", "from 0 to 1000000000", "0 から 1000000000"),
    ("card-othello", {"TRAP_WILL.cost": 3}, "", "Games with card files: linkavel", "カードファイルはありません"),
]


@pytest.mark.parametrize(("game", "changes", "where", "en", "ja"), WRONG)
def test_problems_are_reported_with_their_path(
    game: str, changes: dict[str, int | str], where: str, en: str, ja: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        use_variant(game, changes)
    problem = caught.value.problems[0]
    assert problem.where().startswith(where)
    assert en in problem.text("en")
    assert ja in problem.text("ja")


def test_all_problems_are_reported_together() -> None:
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
def test_change_is_parsed_from_text(text: str, change: tuple[str, int | str]) -> None:
    assert parse_change(text) == change


@pytest.mark.parametrize("text", ["", "coal_runner.power", "=3", "coal_runner.power="])
def test_invalid_change_text_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_change(text)
    for language in ("en", "ja"):
        assert "coal_runner.power=900" in caught.value.text(language)
