"""`tefuda cards`, `decks` and `puzzles`, and `play --watch`, run as commands."""

import json
import subprocess
from pathlib import Path

import pytest
import yaml
from command_process import RunCommand
from command_runner import run_command
from rich.cells import cell_len

from tefuda.cli.terminal.reload_cards import CardReloader
from tefuda.core.match import Match
from tefuda.core.registry import find_game
from tefuda.games.solitaire_tcg import catalogue

WRONG = "id: a\nname: A\ntype: domain\nabilities:\n  - when: onPlay\n    effect:\n      - {op: set_domain}\n"
GOOD = (
    "id: mine\nname: {en: Mine, ja: 我が札}\ntype: spell\n"
    "abilities:\n  - when: on_play\n    effect:\n      - {op: draw, count: 2}\n"
)
BROKEN = "id: fld_x01\nname: Hall\ntype: field\nabilities:\n  - when: on_play\n    effect: [{op: drwa}]\n"


def run_checked(
    run: RunCommand, *arguments: str, status: int = 0, stdin: str = ""
) -> "subprocess.CompletedProcess[str]":
    done = run(*arguments, stdin=stdin)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_check_reports_all_problems_together(run: RunCommand, tmp_path: Path) -> None:
    """ST-13.3, ST-13.4, ST-13.10."""
    (tmp_path / "wrong.yaml").write_text(WRONG, encoding="utf-8")
    (tmp_path / "good.yaml").write_text(GOOD, encoding="utf-8")
    done = run_checked(run, "cards", "check", str(tmp_path), status=1)
    wrong = tmp_path / "wrong.yaml"
    assert f"{wrong}:3:1: type: unknown type 'domain'" in done.stderr
    assert f"{wrong}:5:5: abilities[0].when: unknown when 'onPlay'" in done.stderr
    assert "Did you mean field?" in done.stderr
    assert "Did you mean on_play?" in done.stderr
    assert "Did you mean set_field?" in done.stderr
    assert "1 valid card, 3 problems, 2 files." in done.stdout
    output = json.loads(run_checked(run, "cards", "check", str(tmp_path), "--json", status=1).stdout)
    assert output["cards"] == ["mine"]
    assert [(one["line"], one["column"]) for one in output["problems"]] == [(3, 1), (5, 5), (7, 10)]
    japanese = run_checked(run, "cards", "check", str(wrong), "--language", "ja", status=1)
    assert "field のことですか？" in japanese.stderr


def test_bundled_cards_and_decks_are_valid(run: RunCommand) -> None:
    assert "107 valid cards, 0 problems" in run_checked(run, "cards", "check", str(catalogue.FOLDER / "cards")).stdout
    assert "9 valid decks, 0 problems." in run_checked(run, "decks", "check", str(catalogue.FOLDER / "decks")).stdout


def test_cards_show_and_list(run: RunCommand, tmp_path: Path) -> None:
    shown = run_checked(run, "cards", "show", "fld_x01").stdout
    assert "When you set this, draw 2 cards." in shown
    assert "When this is destroyed, add a field from your deck to your hand." in shown
    assert "カードを2枚引く" in run_checked(run, "cards", "show", "残響の講堂", "--language", "ja").stdout
    assert "Draw" in run_checked(run, "cards", "show", "fld_x01", "--tree").stdout
    written = yaml.safe_load(run_checked(run, "cards", "show", "fld_x01", "--yaml").stdout)
    assert written["abilities"][0] == {"when": "on_play", "effect": [{"op": "draw", "count": 2}]}
    assert json.loads(run_checked(run, "cards", "show", "fld_x01", "--json").stdout)["name"]["ja"] == "残響の講堂"
    assert "Did you mean fld_x01?" in run_checked(run, "cards", "show", "fld_y01", status=2).stderr
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD + "text: Hello.\n", encoding="utf-8")
    shown = run_checked(run, "cards", "show", "--path", str(path)).stdout
    assert "Hello." in shown
    assert "Generated from its abilities:" in shown
    assert "Name a card." in run_checked(run, "cards", "show", status=2).stderr
    assert "Rite of Flashing Thought" in run_checked(run, "cards", "list", "win if", "--type", "spell").stdout
    assert "Unknown type 'sorcery'." in run_checked(run, "cards", "list", "--type", "sorcery", status=2).stderr
    assert len(json.loads(run_checked(run, "cards", "list", "--json").stdout)) == 107


@pytest.mark.parametrize("kind", ["monster", "spell", "equip", "artifact", "field"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_starter_card_file_is_valid(run: RunCommand, tmp_path: Path, kind: str, language: str) -> None:
    path = tmp_path / "new.yaml"
    run_checked(run, "cards", "new", kind, str(path), "--language", language)
    assert "1 valid card" in run_checked(run, "cards", "check", str(path)).stdout
    assert run_checked(run, "cards", "test", "--path", str(path)).stdout
    assert "exists" in run_checked(run, "cards", "new", kind, str(path), status=2).stderr


def test_endless_field_is_warned_about_and_stops(run: RunCommand, tmp_path: Path) -> None:
    """ST-5.8: `cards check` warns about a field that sets itself again, and `cards test` stops at the guard."""
    path = tmp_path / "endless.yaml"
    path.write_text(
        "id: wheel\nname: Wheel\ntype: field\nabilities:\n"
        "  - when: on_play\n    effect: [{op: destroy, target: field}, {op: set_field, card: wheel}]\n",
        encoding="utf-8",
    )
    warning = "wheel: warning: on_play may set this field again without end."
    checked = run_checked(run, "cards", "check", str(path))
    assert warning in checked.stderr
    assert "1 valid card, 0 problems" in checked.stdout
    assert json.loads(run_checked(run, "cards", "check", str(path), "--json").stdout)["warnings"][0]["card"] == "wheel"
    assert "warning" not in run_checked(run, "cards", "check", str(catalogue.FOLDER / "cards")).stderr
    tested = run_checked(run, "cards", "test", "--path", str(path)).stdout
    assert "The chain stops: one action resolves at most 100 effects." in tested


def test_starter_of_an_unknown_type_is_refused(run: RunCommand) -> None:
    assert "Did you mean field?" in run_checked(run, "cards", "new", "domain", status=2).stderr
    assert run_checked(run, "cards", "new", "spell").stdout.startswith("# A new card")


def test_cards_test_shows_the_log(run: RunCommand) -> None:
    output = run_checked(run, "cards", "test", "fld_x01").stdout
    assert "You play Lecture Hall of Echoes." in output
    assert "Resolving Lecture Hall of Echoes, on destruction." in output
    assert "お試し" in run_checked(run, "cards", "test", "fld_x01", "--language", "ja").stdout


def test_schema_and_reference_are_printed(run: RunCommand) -> None:
    schema = json.loads(run_checked(run, "cards", "schema").stdout)
    steps = schema["$defs"]["card"]["properties"]["abilities"]["items"]["properties"]["effect"]["items"]["anyOf"]
    assert len(steps) == 17
    assert schema["$defs"]["card"]["additionalProperties"] is False
    assert run_checked(run, "cards", "reference").stdout.startswith("# Solitaire TCG: the card language")
    assert "catalyst has no card files" in run_checked(run, "cards", "schema", "--game", "catalyst", status=2).stderr


def test_decks_show_and_check(run: RunCommand, tmp_path: Path) -> None:
    """ST-13.24."""
    assert "spell-storm" in run_checked(run, "decks", "show").stdout
    assert "4 x" in run_checked(run, "decks", "show", "spell-storm").stdout
    assert "Did you mean spell-storm?" in run_checked(run, "decks", "show", "spel-storm", status=2).stderr
    path = tmp_path / "d.yaml"
    path.write_text("id: d\nname: D\ncards: {fld_x01: 5, fld_x99: 1}\n", encoding="utf-8")
    done = run_checked(run, "decks", "check", str(path), status=1)
    assert f"{path}:3:9: cards.fld_x01: 5 copies; at most 4 are allowed." in done.stderr
    assert "cards.fld_x99: unknown card fld_x99. Did you mean fld_x" in done.stderr
    path.write_text("id: d\nname: D\ncards: {fld_x01: 4}\n", encoding="utf-8")
    assert "Deck has 4 cards; 40 are required." in run_checked(run, "decks", "check", str(path), status=1).stderr
    assert (
        "Deck has 4 cards; 40 are required."
        in run_checked(run, "play", "solitaire-tcg", "--deck", str(path), status=2).stderr
    )


def test_simulate_with_a_deck_shows_decisive_facts(run: RunCommand, tmp_path: Path) -> None:
    """ST-2.10."""
    arguments = ("simulate", "solitaire-tcg", "--player", "greedy", "--games", "30")
    output = run_checked(run, *arguments, "--deck", "field-hopping").stdout
    assert "turns used" in output
    assert "chain" in output
    assert "won with" in output
    own = tmp_path / "own.yaml"
    text = (catalogue.FOLDER / "decks" / "field-hopping.yaml").read_text(encoding="utf-8")
    own.write_text(text, encoding="utf-8")
    same = [
        json.loads(run_checked(run, *arguments, "--deck", deck, "--json").stdout)["wins"]
        for deck in ("field-hopping", str(own))
    ]
    assert same[0] == same[1]
    assert (
        "The game uses 1 deck(s); 2 are named."
        in run_checked(run, *arguments, "--deck", "elegy", "--deck", "elegy", status=2).stderr
    )
    assert "no card files" in run_checked(run, "simulate", "catalyst", "--deck", "elegy", status=2).stderr


def test_puzzles_list_prove_and_solve(run: RunCommand) -> None:
    """ST-2.9."""
    assert len(json.loads(run_checked(run, "puzzles", "list", "--json").stdout)) >= 36
    assert "百番目の扉" in run_checked(run, "puzzles", "list", "--language", "ja").stdout
    path = catalogue.PUZZLES / "failing-grade.yaml"
    assert "1 puzzle, 1 proved." in run_checked(run, "puzzles", "prove", str(path)).stdout
    assert "SOLVED: par 2" in run_checked(run, "solve", str(path)).stdout
    assert json.loads(run_checked(run, "solve", "failing-grade", "--json").stdout)["solutions"] == 1
    assert "Did you mean failing-grade?" in run_checked(run, "puzzles", "play", "failing-grad", status=2).stderr
    assert "Unknown game or puzzle 'nope'. Games: card-othello" in run_checked(run, "solve", "nope", status=2).stderr
    assert "Did you mean failing-grade?" in run_checked(run, "solve", "failing-grad", status=2).stderr
    assert "already has a position" in run_checked(run, "solve", "failing-grade", "--seed", "1", status=2).stderr


def test_puzzles_prove_by_name(tmp_path: Path) -> None:
    names = ("failing-grade", "one-mark-short")
    done = run_command(tmp_path, "puzzles", "prove", *names, "failing-grade", "-w", "1")
    assert (done.status, done.err) == (0, "")
    assert [line.split()[1] for line in done.out.splitlines()[1:3]] == list(names)
    assert "2 puzzles, 2 proved." in done.out
    for language, message in (("en", "Did you mean failing-grade?"), ("ja", "failing-grade のことですか？")):
        done = run_command(tmp_path, "puzzles", "prove", "one-mark-short", "failing-grad", "--language", language)
        assert (done.status, done.out) == (2, "")
        assert message in done.err
    (tmp_path / "empty").mkdir()
    assert "empty: no puzzle files" in run_command(tmp_path, "puzzles", "prove", "empty").err


@pytest.mark.parametrize("language", ["en", "ja"])
def test_proofs_fit_80_columns(tmp_path: Path, language: str) -> None:
    """All puzzles with too few nodes for some of the proofs. No number is cut."""
    done = run_command(tmp_path, "puzzles", "prove", "--nodes", "500", "-w", "1", "--language", language)
    assert done.status == 1
    lines = done.out.splitlines()
    assert max(cell_len(line) for line in lines) <= 80
    assert "…" not in done.out
    assert sum(path.stem in done.out for path in catalogue.PUZZLES.glob("*.yaml")) == 40
    assert "UNKNOWN" in done.out


def test_puzzle_with_wrong_par_is_reported(run: RunCommand, tmp_path: Path) -> None:
    data = yaml.safe_load((catalogue.PUZZLES / "failing-grade.yaml").read_text(encoding="utf-8"))
    data["par"] = 3
    path = tmp_path / "lies.yaml"
    path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    assert "the file contradicts the proof: par" in run_checked(run, "puzzles", "prove", str(path), status=1).stderr
    data["position"]["hand"] = []
    data["position"]["board"] = []
    path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    assert "IMPOSSIBLE" in run_checked(run, "solve", str(path)).stdout


def test_puzzle_is_played_to_its_end(run: RunCommand) -> None:
    puzzle = yaml.safe_load((catalogue.PUZZLES / "failing-grade.yaml").read_text(encoding="utf-8"))
    typed = "\n".join([*puzzle["solution"], "quit"]) + "\n"
    done = run_checked(run, "puzzles", "play", "failing-grade", stdin=typed)
    assert puzzle["goal"]["en"] in done.stdout
    assert "You win with" in done.stdout
    assert "Par for this deal is 2." in done.stdout
    from_file = run(
        "play", "solitaire-tcg", "--position", str(catalogue.PUZZLES / "failing-grade.yaml"), stdin="quit\n"
    )
    assert "Failing Grade" in from_file.stdout


def test_new_puzzles_are_found_and_written(run: RunCommand, tmp_path: Path) -> None:
    made = ("puzzles", "make", "--deck", "field-hopping", "--tier", "1", "--tries", "60", "-w", "1")
    done = run_checked(run, *made, "--out", str(tmp_path))
    path = Path(done.stdout.strip())
    assert path.parent == tmp_path
    assert "1 proved" in run_checked(run, "puzzles", "prove", str(path)).stdout
    assert "game: solitaire-tcg" in run_checked(run, *made).stdout
    assert "--tier must be" in run_checked(run, "puzzles", "make", "--tier", "5", status=2).stderr


def test_actions_are_typed_by_number_and_name(run: RunCommand) -> None:
    done = run(
        "play",
        "solitaire-tcg",
        "--seed",
        "3",
        "--deck",
        "field-hopping",
        "--practice",
        stdin="1\nundo\nabout 1\nend\nquit\n",
    )
    assert "Taken back." in done.stdout
    assert "Out of turns: you lose." in done.stdout
    typed = "99\nt9\npick 1\nMidnight Oil\nquit\n"
    wrong = run_checked(run, "play", "solitaire-tcg", "--seed", "3", "--deck", "lamplight", stdin=typed).stdout
    assert "There is no number 99 in the list." in wrong
    assert "There is no number t9 in the list." in wrong
    assert "There is nothing to choose now." in wrong
    assert "Midnight Oil is not in your hand." in wrong
    assert (
        "Unknown action 'fly away'"
        in run_checked(run, "play", "solitaire-tcg", "--seed", "3", stdin="fly away\nquit\n").stdout
    )
    assert "手札" in run_checked(run, "play", "solitaire-tcg", "--seed", "3", "--language", "ja", stdin="quit\n").stdout


@pytest.fixture
def copy_of_bundled_cards() -> object:
    yield None
    catalogue.LIBRARY.reset()


@pytest.mark.usefixtures("copy_of_bundled_cards")
def test_watched_folder_keeps_the_last_valid_version(tmp_path: Path) -> None:
    """ST-13.5."""
    game = find_game("solitaire-tcg")
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD, encoding="utf-8")
    watcher = CardReloader("solitaire-tcg", tmp_path)
    assert "mine" in catalogue.catalogue()
    match = Match(game, 1, position={"hand": ["mine", "mine"], "deck": ["fld_x01"] * 6})
    match.play(0, 0, "play mine")
    assert len(match.view(0)["hand"]) == 3
    path.write_text(GOOD.replace("count: 2", "count: 3"), encoding="utf-8")
    assert watcher.reload()
    match, note = watcher.rebuild_match(match)
    assert note == ""
    match.play(0, 0, "play mine")
    assert len(match.view(0)["hand"]) == 5, "the running game uses the changed file"
    path.write_text(GOOD.replace("on_play", "on_plya"), encoding="utf-8")
    assert not watcher.reload()
    assert any(f"{path}:5:5" in line for line in watcher.notes)
    assert any("last valid version" in line for line in watcher.notes)
    assert catalogue.catalogue()["mine"].abilities[0].steps[0].count == 3  # type: ignore[attr-defined]
    assert not watcher.reload(), "no change since the last read"


def test_play_with_watch_option(run: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "fld_x01.yaml"
    path.write_text(
        "id: fld_x01\nname: Hall\ntype: field\nabilities:\n  - when: on_play\n    effect: [{op: drwa}]\n",
        encoding="utf-8",
    )
    done = run_checked(run, "play", "solitaire-tcg", "--watch", str(tmp_path), "--seed", "1", stdin="quit\n")
    assert f"{path}:6:15" in done.stdout
    assert "Did you mean draw?" in done.stdout
    assert (
        "does not exist" in run_checked(run, "play", "solitaire-tcg", "--watch", str(tmp_path / "no"), status=2).stderr
    )
