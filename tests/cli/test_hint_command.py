"""`tefuda hint` and the hints of the terminal game, in both languages."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from command_process import RunCommand
from command_runner import run_command
from search_helpers import GAMES

import tefuda
import tefuda.games.solitaire_tcg
from tefuda.core.match import Match
from tefuda.core.random import xoshiro
from tefuda.core.replay import record
from tefuda.games.linkavel.rules.codes import END_TURN, MAGIC, TO_MAIN2
from tefuda.players.advice import MAX_VISIT_RATIO, Advice, advise, reliable_advice, sort_advice

CHANCES = [game_id for game_id in GAMES if not tefuda.game(game_id).has_payoffs]
"""Games with win chances in hints; tests/examples checks those with payoffs."""
LINE = re.compile(r"^ +(\d+)  (\d+) % +(\S.*)$")
"""Number, win chance, notation and description."""
PUZZLE = Path(tefuda.games.solitaire_tcg.__file__).parent / "puzzles" / "the-last-missing-stroke.yaml"
WIN = "field: [5H, 9H]\nhand: [KC, 3S, 2H]\ndeck: [7S]\n"
OVER = "field: []\nhand: [2H]\ndeck: [7S]\n"
FEW = {"solitaire-tcg": 10}
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")


def parse_hints(text: str, match: Match, language: str = "en") -> list[tuple[int, str]]:
    """Return the win chances and notations of the hints; check their numbers and descriptions."""
    legal = match.legal(match.seat)
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines()[1:], 1):
        parts = LINE.match(line)
        assert parts, line
        assert int(parts[1]) == number
        (notation,) = [one for one in legal if parts[3].startswith(f"{one} ")]
        assert parts[3].removeprefix(notation).strip() == match.describe(notation, language)
        found.append((int(parts[2]), notation))
    return found


def save_game(folder: Path, match: Match, *plays: str) -> Match:
    """Play actions and save the game as `a.json`."""
    for text in plays:
        match.play(match.seat, match.ply, text)
    (folder / "a.json").write_text(json.dumps(record(match)), encoding="utf-8")
    return match


def run_hint(run: RunCommand, *arguments: str) -> dict[str, Any]:
    done = run("hint", *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("game_id", CHANCES)
def test_every_game_gives_hints_with_win_chances(run: RunCommand, game_id: str) -> None:
    name = f"ismcts:{FEW.get(game_id, 40)}"
    done = run("hint", game_id, "--seed", "3", "-p", name, "--count", "3")
    assert (done.returncode, done.stderr) == (0, "")
    game = tefuda.game(game_id)
    head = done.stdout.splitlines()[0]
    assert head.startswith(game.title.en)
    assert head.endswith(f"· {name}")
    assert (game.seat_titles[0].en in head) == (game.seats > 1)
    found = parse_hints(done.stdout, Match(game, 3))
    assert 1 <= len(found) <= 3
    assert all(0 <= chance <= 100 for chance, _ in found)
    assert [chance for chance, _ in found] == sorted((chance for chance, _ in found), reverse=True)


@pytest.mark.parametrize("game_id", CHANCES)
def test_hints_in_japanese(run: RunCommand, game_id: str) -> None:
    done = run("hint", game_id, "-p", f"mcts:{FEW.get(game_id, 40)}", "--language", "ja")
    assert (done.returncode, done.stderr) == (0, "")
    game = tefuda.game(game_id)
    assert done.stdout.startswith(game.title.ja)
    assert (game.seat_titles[0].ja in done.stdout) or game.seats == 1
    assert parse_hints(done.stdout, Match(game), "ja")


@pytest.mark.parametrize("game_id", GAMES)
def test_hints_as_json(run: RunCommand, game_id: str) -> None:
    simulations = FEW.get(game_id, 40)
    found = run_hint(run, game_id, "--seed", "4", "-p", f"ismcts:{simulations}", "--count", "1000")
    game = tefuda.game(game_id)
    match = Match(game, 4)
    assert (found["game"], found["ply"], found["player"]) == (game_id, 0, f"ismcts:{simulations}")
    assert found["seat"] == game.seat_names[match.seat]
    assert {one["action"] for one in found["best"]} <= set(match.legal(match.seat))
    assert sum(one["tried"] for one in found["best"]) == simulations
    assert all(0 <= one["chance"] <= 1 and one["tried"] > 0 for one in found["best"])
    most = max(one["tried"] for one in found["best"])
    guesses = [one["tried"] * MAX_VISIT_RATIO < most for one in found["best"]]
    assert guesses == sorted(guesses), "rarely tried actions come last"
    for guessed in (False, True):
        kept = [one for one, guess in zip(found["best"], guesses, strict=True) if guess == guessed]
        chances = [round(100 * one["chance"]) for one in kept]
        assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_hints_are_sorted_by_win_chance(tmp_path: Path, seed: str) -> None:
    """Also in the terminal game; the most tried action may have a lower chance than another."""
    done = run_command(tmp_path, "hint", "catalyst", "--seed", seed, "-p", "ismcts:60", "--count", "9").out
    chances = [chance for chance, _ in parse_hints(done, Match(tefuda.game("catalyst"), int(seed)))]
    assert len(chances) > 1
    assert chances == sorted(chances, reverse=True)
    done = run_command(tmp_path, "play", "catalyst", "--seed", seed, "--plain", stdin="hint ismcts:60\nquit\n").out
    chances = [int(found) for found in re.findall(r"\(wins (\d+) %\)", done)]
    assert len(chances) == 3
    assert chances == sorted(chances, reverse=True)


def test_rarely_tried_actions_are_not_hints() -> None:
    found = [Advice(1, 0.5, 80), Advice(2, 1.0, 9), Advice(3, 0.6, 60), Advice(4, 0.6, 70), Advice(5, 0.7, 12)]
    game = tefuda.game("catalyst")
    assert [run_hint.action for run_hint in sort_advice(game, found)] == [5, 4, 3, 1, 2]
    assert [run_hint.action for run_hint in reliable_advice(sort_advice(game, found))] == [5, 4, 3, 1]
    assert reliable_advice(sort_advice(game, [Advice(1, None, 0)]))[0].action == 1


def test_hints_end_a_turn_only_if_no_play_is_as_good() -> None:
    game = tefuda.game("linkavel")
    end, main2, play, other = END_TURN, TO_MAIN2, MAGIC, MAGIC + 1
    equal = [Advice(end, 0.412, 90), Advice(main2, 0.409, 90), Advice(play, 0.406, 80), Advice(other, 0.39, 40)]
    assert [advice.action for advice in sort_advice(game, equal)] == [play, end, main2, other]
    assert sort_advice(game, [Advice(play, 0.38, 80), Advice(end, 0.412, 90)])[0].action == end


def test_hints_are_deterministic(run: RunCommand) -> None:
    asked = ("hint", "catalyst", "--seed", "7", "-p", "ismcts:40")
    assert run(*asked).stdout == run(*asked).stdout
    assert run(*asked).stdout != run(*asked[:3], "8", *asked[4:]).stdout


def test_default_player_is_the_games_hint_player(run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(WIN, encoding="utf-8")
    found = run_hint(run, "catalyst", "--position", "p.yaml")
    assert found["player"] == tefuda.game("catalyst").players.hint_player()
    assert found["best"][0]["chance"] == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize("name", ["random", "pairing", "heuristic", "level:1"])
def test_players_without_search_give_no_win_chance(run: RunCommand, name: str) -> None:
    found = run_hint(run, "catalyst", "-p", name)
    (only,) = found["best"]
    assert (only["chance"], only["tried"]) == (None, 0)
    done = run("hint", "catalyst", "-p", name)
    assert "%" not in done.stdout
    assert only["action"] in done.stdout


def test_hints_use_options_and_decks(run: RunCommand) -> None:
    found = run_hint(run, "card-othello", "-o", "cards=off", "-p", "mcts:60", "--count", "9")
    assert {one["action"] for one in found["best"]} == {"place d3", "place c4", "place f5", "place e6"}
    found = run_hint(run, "linkavel", "--deck", "water", "--deck", "fire", "-p", "mcts:20")
    assert found["seat"] in ("one", "two")


# Positions, saved games, puzzles


def test_hint_finds_a_win_in_a_position(run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(WIN, encoding="utf-8")
    done = run("hint", "catalyst", "--position", "p.yaml", "-p", "mcts:200", "--count", "1")
    ((chance, notation),) = parse_hints(done.stdout, Match(tefuda.game("catalyst"), position=yaml.safe_load(WIN)))
    assert (chance, notation[:3]) == (100, "2H@")
    assert "removing" in done.stdout


def test_hint_for_any_ply_of_a_saved_game(run: RunCommand, tmp_path: Path) -> None:
    save_game(tmp_path, Match(tefuda.game("catalyst"), 7), "4C@0", "6C@0")
    match = Match(tefuda.game("catalyst"), 7)
    for ply, text in enumerate(["4C@0", "6C@0", ""]):
        found = run_hint(run, "--resume", "a.json", "--ply", str(ply), "-p", "mcts:40")
        assert found["ply"] == ply
        assert {one["action"] for one in found["best"]} <= set(match.legal(0))
        if text:
            match.play(0, ply, text)
    assert run_hint(run, "--resume", "a.json", "-p", "mcts:40") == found, "the default ply is the last one"


def test_hint_names_the_seat_to_play(run: RunCommand, tmp_path: Path) -> None:
    save_game(tmp_path, Match(tefuda.game("card-othello"), 5, {"cards": "off"}), "place d3")
    assert run_hint(run, "--resume", "a.json", "-p", "mcts:30")["seat"] == "white"
    assert run_hint(run, "--resume", "a.json", "--ply", "0", "-p", "mcts:30")["seat"] == "black"


def test_hint_for_a_puzzle_file(run: RunCommand) -> None:
    found = run_hint(run, "solitaire-tcg", "--position", str(PUZZLE), "-p", "mcts:60")
    assert found["game"] == "solitaire-tcg"
    assert found["best"][0]["chance"] > 0.5


# Hints in steps


def test_solitaire_hints_come_in_steps_and_cost_stars(tmp_path: Path) -> None:
    typed = "hint\nhint\nhint\nhint\nrestart\nhint\nquit\n"
    done = run_command(tmp_path, "puzzles", "play", "one-mark-short", "--plain", stdin=typed).out
    hints = [line for line in done.splitlines() if line.startswith("Hint: ")]
    direction = "Hint: play one of your artifact cards (wins 100 %)."
    action = "Hint: 1, play Wind-up Music Box (wins 100 %)."
    assert hints == [direction, "Hint: try Wind-up Music Box (wins 100 %).", action, action, direction]
    assert "Type hint again for the card (at most 2 stars)." in done
    assert "Type hint again for the action (at most 1 star)." in done
    assert re.findall(r"One Mark Short \(par 2\), up to (\d)", done) == list("3221132")
    # The action leaves one star, also for a solution in par plays.
    solved = run_command(tmp_path, "puzzles", "play", "one-mark-short", "--plain", stdin="1\n2\nquit\n").out
    assert "Stars: 3 of 3." in solved
    helped = run_command(tmp_path, "puzzles", "play", "one-mark-short", "--plain", stdin="hint\n1\n2\nquit\n").out
    assert "Stars: 2 of 3." in helped
    lost = run_command(tmp_path, "puzzles", "play", "the-seventh-spell", "--plain", stdin="2\nhint\nend\nquit\n").out
    assert "Hint: this position can no longer be won (proved)." in lost
    assert "Stars:" not in lost
    # A deal has no stars; another position starts with the direction again.
    typed = "hint mcts:20\nhint mcts:20\n4\nhint mcts:20\nquit\n"
    deal = run_command(tmp_path, "play", "solitaire-tcg", "--seed", "3", "--plain", "--language", "ja", stdin=typed).out
    assert deal.count("もう一度 hint でカードを表示します。") == 2
    assert deal.count("もう一度 hint で行動を表示します。") == 1
    assert "星" not in deal


# Invalid input


WRONG: list[tuple[list[str], str, str]] = [
    ([], "Name a game, or use --resume.", "ゲームか --resume を指定してください。"),
    (["catalist"], "Did you mean catalyst?", "catalyst のことですか"),
    (["catalyst", "-p", "mctz:20"], "Did you mean mcts:N?", "mcts:N のことですか"),
    (["catalyst", "-p", "mcts"], "Did you mean mcts:1000?", "mcts:1000 のことですか"),
    (["catalyst", "-p", "mcts:0"], "invalid budget '0'.", "不正な探索量です"),
    (["catalyst", "-p", "level:9"], "Unknown level '9'", "レベル '9' はありません"),
    (["catalyst", "-p", "policy:x.onnx"], "x.onnx", "x.onnx"),
    (["catalyst", "--ply", "3"], "--ply requires --resume.", "--ply は --resume と一緒に使います。"),
    (["catalyst", "--count", "0"], "--count must be from 1", "--count"),
    (["catalyst", "--seed", "x"], "Invalid seed 'x'", "'x'"),
    (["catalyst", "-o", "hand=3"], "hand_size", "hand_size"),
    (["catalyst", "--position", "none.yaml"], "none.yaml", "none.yaml"),
    (["--resume", "none.json"], "none.json", "none.json"),
    (["catalyst", "--position", "p.yaml", "-o", "hand_size=2"], "Options are part of the position file.", "--position"),
    (["catalyst", "--position", "over.yaml"], "The game is over", "ゲームは終わっています"),
    (["catalyst", "--resume", "a.json"], "--resume uses the saved game", "--resume では"),
    (["--resume", "a.json", "--seed", "1"], "Only --ply is allowed.", "--ply だけです"),
    (["--resume", "a.json", "--ply", "9"], "Ply 9 does not exist.", "9"),
]


@pytest.mark.parametrize(("arguments", "en", "ja"), WRONG, ids=[" ".join(words) or "nothing" for words, _, _ in WRONG])
def test_invalid_input_is_refused_in_both_languages(
    tmp_path: Path,
    arguments: list[str],
    en: str,
    ja: str,
) -> None:
    (tmp_path / "p.yaml").write_text(WIN, encoding="utf-8")
    (tmp_path / "over.yaml").write_text(OVER, encoding="utf-8")
    save_game(tmp_path, Match(tefuda.game("catalyst"), 7), "4C@0")
    for language, words in (("ja", ja), ("en", en)):
        done = run_command(tmp_path, "hint", *arguments, "--language", language)
        assert (done.status, done.out) == (2, "")
        assert words in done.err
        assert bool(JAPANESE.search(done.err)) == (language == "ja")


# In the terminal game


def test_terminal_game_gives_hints(run: RunCommand) -> None:
    done = run("play", "catalyst", "--seed", "7", stdin="hint\nhint mcts:50\nhint ismcts:30\nquit\n")
    assert done.stdout.count("Hint: ") == 3
    assert len(re.findall(r"\(wins \d+ %\)\.", done.stdout)) >= 3
    assert "  or: " in done.stdout
    assert "Traceback" not in done.stderr


def test_terminal_game_gives_hints_in_japanese(run: RunCommand) -> None:
    typed = "ヒント mcts:50\nヒント だれか\n終了\n"
    done = run("play", "catalyst", "--seed", "7", "--language", "ja", stdin=typed)
    assert re.search(r"ヒント: .*勝率 \d+ %", done.stdout)
    assert "次点: " in done.stdout
    assert "'だれか' というプレイヤーはいません" in done.stdout
    assert "Hint" not in done.stdout


def test_terminal_game_refuses_unknown_hint_player(run: RunCommand) -> None:
    done = run("play", "catalyst", "--seed", "7", stdin="hint nobody\nhint mcts:0\nhint random\n4C 0\nquit\n")
    assert "Unknown player 'nobody' for Catalyst Reaction. Players: random, shortest, pairing" in done.stdout
    assert "invalid budget '0'" in done.stdout
    assert re.search(r"Hint: [^%]*\.\n", done.stdout), "a hint without a win chance"
    assert "You place 4C at the left end." in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("game_id", [game_id for game_id in CHANCES if game_id != "hidden-nim"])
def test_hint_can_be_typed_as_an_action(run: RunCommand, game_id: str) -> None:
    """In one-player games the last hint begins with the input to type. A hint itself plays no action."""
    hint = f"hint mcts:{FEW.get(game_id, 40)}\n"
    done = run("play", game_id, "--seed", "5", "--plain", stdin=f"{3 * hint}quit\n")
    assert re.search(r"Hint: .+ \(wins \d+ %\)\.", done.stdout)
    if tefuda.game(game_id).seats == 1:
        *_, typed = re.findall(r"Hint: ([^,]+), ", done.stdout)
        done = run("play", game_id, "--seed", "5", "--plain", "--save", "b.json", stdin=f"{typed}\nquit\n")
        assert "play 1" in done.stdout or "Saved to b.json" in done.stdout


def test_no_hint_after_the_end(run: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(WIN, encoding="utf-8")
    done = run("play", "catalyst", "--position", "p.yaml", stdin="2H 1\nhint\nquit\n")
    assert "You win" in done.stdout
    assert "Hint: " not in done.stdout


def test_catalyst_hints_clear_the_row_early() -> None:
    """Hints that are as good by chance prefer short rows. Without this the row grows to twenty cards."""
    game = tefuda.game("catalyst")
    match = Match(game, 101)
    longest = 0
    while not match.over:
        found = advise(game, match.seat_of(0), "", xoshiro(match.ply, 1))
        chances = [one.chance for one in found]
        assert chances[0] == max(chances, key=lambda chance: chance or 0.0)
        match.play(0, match.ply, game.format(match.state(), found[0].action))
        longest = max(longest, len(match.view(0)["field"]))
    assert match.result() == [1.0]
    assert longest <= 12
