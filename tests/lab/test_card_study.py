"""`lab cards`: rows keep the card records, decks are separate, and a winning card is found."""

import hashlib
import shutil
from pathlib import Path
from typing import Any

import pytest
from lab_runs import output_bytes, start_run

import tefuda
from tefuda.core.cards import CardRecord
from tefuda.core.errors import InvalidInput
from tefuda.core.events import Event
from tefuda.core.game_parts import Measures
from tefuda.core.playout import play_out
from tefuda.core.random import Random, xoshiro
from tefuda.core.registry import find_game
from tefuda.lab.charts.report import report_html
from tefuda.lab.runs import plan as planning
from tefuda.lab.runs.plan import Plan
from tefuda.lab.runs.rows import Row, read_line
from tefuda.lab.runs.run import JOURNAL, open_run
from tefuda.lab.stats.card_values import Observation, card_impacts
from tefuda.lab.studies.card_study import CardStudy
from tefuda.lab.studies.price_check import compare_with_average
from tefuda.lab.studies.registry import make_study
from tefuda.players.names import make_player

SOLO = {"kind": "cards", "game": "solitaire-tcg", "players": ["random"], "games": 80, "seed": 2}
LISTS = ["deck", "opening", "drawn", "played", "held"]


def make_card_study(**data: Any) -> CardStudy:
    study = make_study({"kind": "cards", "players": ["random"], **data})
    assert isinstance(study, CardStudy)
    return study


def play_study(study: CardStudy) -> list[list[Row]]:
    plan = Plan(study)
    for number, first, count in plan.chunks():
        plan.add(*study.play(number, first, count))
    return plan.rows()


def game_events(game_id: str, seed: int, options: dict[str, Any] | None = None) -> list[Event]:
    game = tefuda.game(game_id)
    log: list[Event] = []
    state = game.start(seed, options, log)
    state.log = log
    play_out(game, state, [make_player(game, "random", xoshiro(seed, 1 + seat)) for seat in range(game.seats)], 3000)
    return log


@pytest.mark.parametrize("game", ["card-othello", "linkavel", "solitaire-tcg"])
def test_row_keeps_the_whole_record(game: str) -> None:
    study = make_card_study(game=game, games=1)
    for seed in range(3):
        events = game_events(game, seed)
        records = study.game.measures.card_records(events)
        assert records is not None
        row = read_line(Row(0, 0, None, 0, 1, {}, study.extra(study.game, events, None)).to_line())
        assert row is not None
        for seat, record in enumerate(records):
            again = study.record(row, seat)
            assert [getattr(again, name) for name in LISTS] == [getattr(record, name) for name in LISTS]


def test_row_keeps_cards_outside_the_decks() -> None:
    study = make_card_study(game="linkavel", games=1)
    study.card_ids = study.card_ids[::2]
    events = game_events("linkavel", 1)
    records = study.game.measures.card_records(events)
    assert records is not None
    row = Row(0, 0, None, 0, 1, {}, study.extra(study.game, events, None))
    assert [study.record(row, seat).drawn for seat in (0, 1)] == [record.drawn for record in records]


def test_every_pair_of_decks_plays_with_separate_figures() -> None:
    study = make_card_study(game="linkavel", decks=["fire", "water", "grass"], games=2)
    assert [cell.names for cell in study.cells] == [["fire", "water"], ["fire", "grass"], ["water", "grass"]]
    assert len({cell.offset for cell in study.cells}) == 3
    rows = play_study(study)
    observations = study.observations(rows)
    assert {name: len(found) for name, found in observations.items()} == {"fire": 4, "water": 4, "grass": 4}
    lists = [set().union(*(o.record.deck for o in found)) for found in observations.values()]
    assert all(lists)
    assert not any("anvil_lynx" in cards for cards in lists[1:])
    # The two games of a deal share its number; other cells have other deals.
    deals = [o.deal for o in observations["fire"]]
    assert len(set(deals)) == 2
    assert deals[0] == deals[1]
    for name, found in observations.items():
        seats = [
            (row, seat)
            for cell, own in zip(study.cells, rows, strict=True)
            for row in own
            for seat, side in enumerate(cell.parts[row.number % 2].sides)
            if cell.names[side] == name and row.scores is not None
        ]
        assert [o.won for o in found] == [row.scores[seat] for row, seat in seats if row.scores is not None]


def test_default_decks_are_used() -> None:
    assert [cell.names for cell in make_card_study(game="linkavel").cells] == [["fire", "water"]]
    assert [cell.names for cell in make_card_study(game="linkavel", options={"deck.two": "dark"}).cells] == [
        ["fire", "dark"]
    ]
    mirror = make_card_study(game="linkavel", decks=["fire"], games=6).cells
    assert [(cell.names, len(cell.parts), cell.deals) for cell in mirror] == [(["fire"], 1, 6)]
    assert mirror[0].parts[0].options == {"deck.one": "fire", "deck.two": "fire"}
    assert [cell.names for cell in make_card_study(game="card-othello").cells] == [["random"]]
    assert len(make_card_study(game="solitaire-tcg").cells[0].parts) == 1


def test_default_player_is_the_heuristic() -> None:
    assert make_card_study(game="linkavel", players=[]).spec.players == ["heuristic"]


def records_with_ace(events: list[Event]) -> list[CardRecord]:
    """Return records with random cards for Hidden Nim; half of the winners, and only winners, get the ace."""
    winner = next((event.data["seat"] for event in events if event.kind == "win"), 0)
    text = repr([(event.kind, event.data) for event in events]).encode()
    random = xoshiro(int.from_bytes(hashlib.sha256(text).digest()[:16]), 7)
    cards = [f"card_{number}" for number in range(10)]
    records = []
    for seat in (0, 1):
        hand = [card for card in cards if random.below(2)]
        ace = random.below(2) == 0 and seat == winner
        hand += ["ace"] if ace else []
        records.append(CardRecord([*cards, "ace"], hand, hand, hand, []))
    return records


class AceMeasures(Measures):
    def card_records(self, events: list[Event]) -> list[CardRecord] | None:
        return records_with_ace(events)


@pytest.fixture
def ace_in_hidden_nim(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("hidden-nim")
    monkeypatch.setattr(game, "measures", AceMeasures(game))


@pytest.mark.usefixtures("ace_in_hidden_nim")
def test_only_the_winning_card_is_found() -> None:
    study = make_card_study(game="hidden-nim", games=600)
    rows = play_study(study)
    figures = study.figures(rows)
    cards = figures["decks"]["random"]["cards"]
    assert next(iter(cards)) == "ace"
    assert cards["ace"]["drawn"]["rate"] == 1.0
    assert [card for card, ways in cards.items() if ways["drawn"]["adjusted"] < 0.05] == ["ace"]
    report = study.report(figures, rows)
    points = f"{100 * cards['ace']['drawn']['impact']:+.1f}"
    assert [message.en for message in report.findings] == [
        f"Cards that help when drawn, in points: ace {points}.",
        f"Cards that help when dealt at the opening, in points: ace {points}.",
    ]
    assert report.findings[0].ja == f"引くと有利なカード（ポイント）: ace {points}。"


@pytest.mark.usefixtures("ace_in_hidden_nim")
def test_report_says_that_no_card_is_clear() -> None:
    study = make_card_study(game="hidden-nim", games=12)
    rows = play_study(study)
    report = study.report(study.figures(rows), rows)
    assert [message.en for message in report.findings] == [
        "No card has a significant impact in 24 observations. More games may show one."
    ]


def test_names_and_costs_come_from_the_game() -> None:
    study = make_card_study(game="card-othello", options={"cost.TRAP_WILL": 7}, games=2)
    rows = play_study(study)
    figures = study.figures(rows)
    assert figures["costs"]["TRAP_WILL"] == 7
    assert figures["names"]["TRAP_WILL"] == {"en": "Will of the Snare", "ja": "罠の意志"}
    linkavel = make_card_study(game="linkavel", games=2)
    figures = linkavel.figures(play_study(linkavel))
    assert figures["costs"] == {}
    assert figures["names"]["anvil_lynx"] == {"en": "Anvil Lynx", "ja": "金床の山猫"}


def observed_hands(random: Random, deals: int, strong: str = "", points: int = 0) -> list[Observation]:
    """Return observations in which more drawn cards win more; one card may be stronger than the others."""
    cards = [f"card_{number:02}" for number in range(12)]
    found = []
    for deal in range(deals):
        share = 30 + random.below(40)
        drawn = [card for card in cards if random.below(100) < share]
        edge = 5 * len(drawn) + (points if strong in drawn else 0)
        found.append(Observation(float(random.below(100) < 10 + edge), CardRecord(cards, [], drawn), deal))
    return found


def test_p_values_are_adjusted_over_all_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    """p-values adjusted for all decks are never smaller than for one deck, and mostly larger."""
    study = make_card_study(game="linkavel", games=1)
    observed = {name: observed_hands(xoshiro(number, 3), 300) for number, name in enumerate(("fire", "water"))}
    monkeypatch.setattr(study, "observations", lambda rows: observed)
    decks = study.figures(play_study(study))["decks"]
    pairs = []
    for name, observations in observed.items():
        for card, ways in card_impacts(observations)["cards"].items():
            alone, together = ways["drawn"], decks[name]["cards"][card]["drawn"]
            assert alone["p"] == together["p"]
            pairs.append((alone["adjusted"], together["adjusted"]))
    assert all(one <= two for one, two in pairs)
    assert sum(one < two for one, two in pairs) > len(pairs) / 2


def price_figures(observations: list[Observation]) -> tuple[dict[str, Any], dict[str, Any]]:
    drawn = {card: ways["drawn"] for card, ways in card_impacts(observations)["cards"].items()}
    return drawn, compare_with_average(drawn)


def test_prices_are_compared_with_the_average_card() -> None:
    """All cards look good if more cards win more: prices are relative. At most 5 % false positives."""
    studies, alarms, fooled = 60, 0, 0
    for study in range(studies):
        drawn, found = price_figures(observed_hands(xoshiro(study, 1), 700))
        alarms += min(one["adjusted"] for one in found.values()) < 0.05
        fooled += min(one["adjusted"] for one in drawn.values()) < 0.05
        assert sum(one["value"] for one in found.values()) == pytest.approx(0, abs=1e-9)
    assert fooled > studies / 2
    assert alarms <= studies * (0.05 + 3 * (0.05 * 0.95 / studies) ** 0.5)


def test_underpriced_card_is_found() -> None:
    for points in (25, -25):
        _, found = price_figures(observed_hands(xoshiro(1, 2), 900, "card_05", points))
        clear = [card for card, one in found.items() if one["adjusted"] < 0.05]
        assert clear == ["card_05"]
        assert found["card_05"]["value"] * points > 0
        assert found["card_05"]["low"] < found["card_05"]["value"] < found["card_05"]["high"]


def test_report_names_underpriced_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    study = make_card_study(game="card-othello", games=1)
    renamed = {f"card_{number:02}": card for number, card in enumerate(study.card_ids[:12])}

    def observed(rows: list[list[Row]]) -> dict[str, list[Observation]]:
        found = []
        for won, record, deal in observed_hands(xoshiro(1, 2), 900, "card_05", 25):
            had = [[renamed[card] for card in cards] for cards in (record.deck, [], record.drawn)]
            found.append(Observation(won, CardRecord(*had), deal))
        return {"random": found}

    monkeypatch.setattr(study, "observations", observed)
    rows = play_study(study)
    figures = study.figures(rows)
    names = figures["names"][renamed["card_05"]]
    cost = figures["costs"][renamed["card_05"]]
    report = study.report(figures, rows)
    assert f"Under-priced for this player (cost): {names['en']} ({cost})." in [s.en for s in report.findings]
    assert f"このプレイヤーの使い方では割安（コスト）: {names['ja']}（{cost}）。" in [s.ja for s in report.findings]
    assert "Over-priced" not in report_html(report, "en")


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "CHUNK_SECONDS", 0.02)


@pytest.mark.usefixtures("small_chunks")
def test_workers_and_interruptions_do_not_change_the_output(tmp_path: Path) -> None:
    for workers in (1, 2):
        assert start_run(tmp_path / str(workers), SOLO).play(workers)
    assert output_bytes(tmp_path / "1") == output_bytes(tmp_path / "2")
    stopped = start_run(tmp_path / "3", SOLO)

    def progress(plan: Plan) -> None:
        if plan.done >= 20:
            raise KeyboardInterrupt

    assert not stopped.play(1, progress)
    assert (tmp_path / "3" / JOURNAL).exists()
    shutil.copytree(tmp_path / "3", tmp_path / "4")
    assert open_run(tmp_path / "4").play(1)
    assert output_bytes(tmp_path / "1") == output_bytes(tmp_path / "4")
    finished = open_run(tmp_path / "4")
    finished.read()
    finished.write_results()
    assert output_bytes(tmp_path / "1") == output_bytes(tmp_path / "4")


@pytest.mark.parametrize(
    ("language", "words"), [("en", ["win rate with", "significant"]), ("ja", ["ありの勝率", "有意な差"])]
)
def test_page_in_both_languages(language: str, words: list[str]) -> None:
    study = make_study(SOLO)
    assert isinstance(study, CardStudy)
    rows = play_study(study)
    figures = study.figures(rows)
    text = report_html(study.report(figures, rows), language)
    assert all(word in text for word in words)
    assert all(name[language] in text for name in figures["names"].values() if "'" not in name["en"])


@pytest.mark.parametrize(
    ("data", "key", "en", "ja"),
    [
        ({"game": "catalyst"}, "game", "has no cards to measure", "調べられるカードがありません"),
        (
            {"game": "card-othello", "options": {"cards": "off"}},
            "options",
            "the game has no cards",
            "カードを使いません",
        ),
        ({"game": "linkavel", "players": ["random", "novice"]}, "players", "Name one player", "一つだけ"),
        ({"game": "linkavel", "vary": {"lp": [1, 2]}}, "vary", "Only a sweep can vary options", "sweep"),
        ({"game": "linkavel", "decks": ["fire", "fire"]}, "decks", "named twice", "二度"),
        ({"game": "linkavel", "decks": ["fair"]}, "decks[0]", "fire", "fire"),
        ({"game": "card-othello", "decks": ["fire"]}, "decks", "has no decks", "デッキはありません"),
    ],
)
def test_invalid_specification_is_refused(data: dict[str, Any], key: str, en: str, ja: str) -> None:
    with pytest.raises(InvalidInput) as failure:
        make_card_study(**data)
    problem = failure.value.problems[0]
    assert problem.where() == key
    assert en in problem.text("en")
    assert ja in problem.text("ja")
