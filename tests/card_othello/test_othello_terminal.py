"""Card Othello in the terminal: output, input and players."""

import json
from pathlib import Path
from typing import Any

import pytest
from command_process import RunCommand
from othello_checks import GAME

from tefuda.cli.terminal.screens.card_othello import CardOthelloScreen
from tefuda.lab.studies.simulation import Simulation

SCREEN = CardOthelloScreen()
POSITION: dict[str, Any] = {
    "board": ["........", "........", "..WWW...", "..WBW...", "..BBB...", "....W...", "........", ".......B"],
    "turn": "black",
    "started": True,
    "charge": {"black": 12, "white": 30},
    "hand": {
        "black": ["TREASURE_BOX", "PERMA_PROTECT_NEXT_STONE", "DOUBLE_PLACE", "TRAP_WILL"],
        "white": ["GOLD_STONE"],
    },
    "marks": [
        {"at": "d4", "kind": "DRAGON", "owner": "black", "left": 3},
        {"at": "d4", "kind": "GUARD", "owner": "black", "left": 2},
        {"at": "c5", "kind": "TRAP", "owner": "black"},
        {"at": "c3", "kind": "TIME_BOMB", "owner": "white", "left": 1},
    ],
    "sprouts": ["e5"],
}


def view(seat: int = 0, **more: Any) -> dict[str, Any]:
    return GAME.view(GAME.at({**POSITION, **more}), seat)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_screen_fits_the_terminal_width(language: str, width: int) -> None:
    drawn = SCREEN.draw(view(), language, width, 30)
    assert all(line.cell_len <= width for line in drawn.split("\n"))


def test_board_shows_marks_and_legal_placements() -> None:
    text = SCREEN.draw(view(), "en", 100, 30).plain
    rows = text.split("\n")
    assert "●Dr3" in rows[4], "dragon with guard"
    assert "●Tr " in rows[5], "own trap"
    assert "• " in rows[5], "sprout"
    assert "◉Bm1" in rows[3]
    assert " +   " in text
    for words in ("Black (you)", "charge 12/30", "charge 30/30", "d4 Dr dragon 3 (Black)", "c5 Tr trap (Black)"):
        assert words in text
    assert "1  0 Treasure Chest" in text
    assert "龍3" in SCREEN.draw(view(), "ja", 100, 30).plain


def test_trap_is_shown_only_to_its_owner() -> None:
    """CO-13.3."""
    for seat in (1, -1):
        for text in (SCREEN.draw(view(seat), "en", 100, 30).plain, SCREEN.plain(view(seat), "en")):
            assert "Tr" not in text.replace("Treasure", "")
            assert "hidden trap?" in text
            assert "Treasure" not in text, "the hand is hidden"


def test_costs_are_coloured() -> None:
    """CO-11.1."""
    drawn = SCREEN.draw(view(), "en", 100, 30)
    styles = {drawn.plain[span.start : span.end].strip(): str(span.style) for span in drawn.spans}
    assert styles["0"] == "bold white"
    assert styles["12"] == "dodger_blue1"
    assert styles["24"] == "bold gold1"
    assert styles["10"] == "green3"


@pytest.mark.parametrize(
    ("more", "typed", "meant"),
    [
        ({}, "d3", "place d3"),
        ({}, "D3", "place d3"),
        ({}, "1", "use TREASURE_BOX"),
        ({}, "use 4", "use TRAP_WILL"),
        ({}, "snare", "use TRAP_WILL"),
        ({}, "宝箱", "use TREASURE_BOX"),
        ({}, "使う 宝箱", "use TREASURE_BOX"),
        ({}, "trap_01", "use TRAP_WILL"),
        ({}, "GOLD_STONE", "use GOLD_STONE"),
        ({}, "パス", "pass"),
        ({}, "9", "9"),
        ({}, "00012", "00012"),
        ({}, "0001", "use TREASURE_BOX"),
        ({}, "1" * 40, "1" * 40),
        ({}, "place 1", "place 1"),
        ({}, "use d3", "use d3"),
        ({}, "x", "x"),
        ({}, "ch", "ch"),
        ({}, "chest", "use TREASURE_BOX"),
        ({}, "nonsense", "nonsense"),
        ({}, "will", "will"),
        ({"pending": "TRAP_WILL"}, "c5", "pick c5"),
        ({"pending": "SACRIFICE_WILL", "sacrificed": 1}, "done", "done"),
        ({"pending": "SELL_CARD_WILL"}, "2", "pick PERMA_PROTECT_NEXT_STONE"),
        ({"pending": "HEAVEN_BLESSING", "offers": ["WORK_WILL", "GOLD_STONE"]}, "2", "pick GOLD_STONE"),
        ({"pending": "CONDEMN_WILL"}, "1", "pick GOLD_STONE"),
    ],
)
def test_typed_input_is_parsed(more: dict[str, Any], typed: str, meant: str) -> None:
    offers = more.get("offers")
    if offers:
        more = {**more, "offers": sorted(offers, reverse=True)}
    assert SCREEN.parse_input(view(**more), typed) == meant


def test_about_shows_card_and_stone() -> None:
    """CO-12.12: the text of a card and the marks of a stone."""
    assert SCREEN.about(view(), "4", "en")[0] == "Will of the Snare, cost 10 (TRAP_WILL)"
    assert "only you can see" in SCREEN.about(view(), "4", "en")[1]
    assert SCREEN.about(view(), "罠", "ja")[0] == "「罠の意志」コスト10（TRAP_WILL）"
    assert SCREEN.about(view(), "trap", "en") == SCREEN.about(view(), "4", "en")
    assert SCREEN.about(view(), "Rs", "en")[0].startswith("Will of Restlessness")
    assert SCREEN.about(view(), "多", "ja")[0].startswith("「多動の意志」")
    assert "Golden Will 6" in SCREEN.about(view(), "", "en")[0]
    assert SCREEN.about(view(), "d4", "en") == ["d4 Dr dragon 3 (Black)", "d4 Gd guard 2 (Black)"]
    assert SCREEN.about(view(), "h8", "en") == ["No marks on h8."]
    assert SCREEN.about(view(), "unknown", "en") == []


def test_screen_shows_the_remaining_placements() -> None:
    assert "One more placement." in SCREEN.plain(view(card_used=True, placed=1), "en")
    assert "Two placements this turn." in SCREEN.plain(view(card_used=True, placements=2), "en")
    sold: dict[str, Any] = {"discard": {"black": ["SELL_CARD_WILL", "DOUBLE_PLACE"]}, "card_used": True}
    assert "One more placement." not in SCREEN.plain(view(**sold), "en")


# Playing


def test_game_against_the_cpu(run: RunCommand, tmp_path: Path) -> None:
    done = run("play", "card-othello", "--seed", "5", "--save", "a.json", stdin="d3\nabout 1\nhint\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "Black places on d3. Black flips 1!" in done.stdout
    assert "White places on " in done.stdout
    assert "God of Destruction, cost 14" in done.stdout
    assert "Hint: " in done.stdout
    assert "White draws a card." in done.stdout, "the opponent's card is hidden"
    assert "--resume a.json --player=human --player=level:3" in done.stdout
    actions = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["actions"]
    again = run("play", "--resume", "a.json", stdin="quit\n")
    assert f"play {len(actions)}" in again.stdout


def test_undo_returns_to_own_decision(run: RunCommand) -> None:
    done = run("play", "card-othello", "--seed", "5", "--practice", stdin="d3\nundo\nquit\n")
    assert "Taken back." in done.stdout
    assert done.stdout.count("Card Othello · deal 5 · play 0 · Black human, White level:3 · practice") == 2


def test_two_players_at_one_terminal(run: RunCommand) -> None:
    done = run("play", "card-othello", "--seed", "5", "-p", "human", stdin="d3\nquit\n")
    assert "White (you)" in done.stdout


def test_position_file_sets_the_options(run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("started: true\noptions: {cards: off}\n", encoding="utf-8")
    done = run("play", "card-othello", "--position", "p.yaml", stdin="new 3\nquit\n")
    assert "charge" not in done.stdout
    assert done.stdout.count("cards=off") == 2
    (tmp_path / "over.yaml").write_text("over: true\npasses: 2\n", encoding="utf-8")
    done = run("play", "card-othello", "--position", "over.yaml", stdin="quit\n")
    assert "Both passed. Black 2, White 2: a draw." in done.stdout
    (tmp_path / "bad.yaml").write_text("started: true\noptions:\n  hand_limit: 99\n", encoding="utf-8")
    done = run("play", "card-othello", "--position", "bad.yaml")
    assert "bad.yaml:3:3: options.hand_limit: 99" in done.stderr


def test_seed_with_too_large_run_number(run: RunCommand) -> None:
    done = run("simulate", "catalyst", "--seed", f"0.{2**128 - 1}", "-n", "5")
    assert done.returncode == 2
    assert "The seed is too large for so many games." in done.stderr


def test_watching_two_cpu_players(run: RunCommand) -> None:
    done = run("play", "card-othello", "--seed", "5", "-p", "cpu-1", "-p", "cpu-2", stdin="d3\n\nrun\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "(you)" not in done.stdout
    assert "You are watching. Press Enter for the next play.\n" in done.stdout, "no prompt for CPU seats"
    assert done.stdout.count("play 0 ·") == 2
    assert ("wins!" in done.stdout) or ("a draw." in done.stdout)
    assert "Black draws a card." in done.stdout


def test_plain_othello_in_japanese(run: RunCommand) -> None:
    done = run("play", "card-othello", "-o", "cards=off", "--seed", "1", "--language", "ja", stdin="d3\nquit\n")
    assert "黒が d3 に配置。 黒が1枚反転！" in done.stdout
    assert "布石" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-p", "cpu-9"], "Unknown player 'cpu-9'"),
        (["-p", "cpu-1", "-p", "cpu-1", "-p", "cpu-1"], "has 2 seat(s), and 3 players are named"),
    ],
)
def test_invalid_seats_are_refused(run: RunCommand, arguments: list[str], message: str) -> None:
    done = run("play", "card-othello", *arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_simulate_card_othello(run: RunCommand) -> None:
    done = run("simulate", "card-othello", "-n", "10", "--swap", "-p", "cpu-1", "-p", "random", "--json", "-w", "1")
    summary = json.loads(done.stdout)
    assert (summary["games"], summary["swap"], summary["players"]) == (10, True, ["cpu-1", "random"])
    assert sum(summary["wins_by_seat"]) + summary["draws"] == 10


def test_swapped_seats_are_counted_by_player() -> None:
    """The same two games, counted for either player."""
    job = Simulation("card-othello", ["cpu-1", "random"], 1, {}, swap=True)
    straight, turned = job.tally(0, 1), job.tally(1, 1)
    back = Simulation("card-othello", ["random", "cpu-1"], 1, {})
    as_white = back.tally(1, 1)
    as_black = Simulation("card-othello", ["cpu-1", "random"], 1, {}).tally(0, 1)
    assert straight.wins == as_black.wins
    assert turned.wins == as_white.wins[::-1]
