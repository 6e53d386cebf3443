"""A folder with an author's cards and decks."""

from pathlib import Path

import pytest
from command_runner import CommandResult, command_environment, run_command, run_process

KINDS = {"solitaire-tcg": "monster", "linkavel": "effect_monster"}
GAMES = list(KINDS)


def run_checked(folder: Path, *arguments: str, status: int = 0, stdin: str = "") -> CommandResult:
    done = run_command(folder, *arguments, stdin=stdin)
    assert done.status == status, done.err
    return done


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def own_folder(tmp_path: Path, game: str) -> Path:
    """Create a folder with a new card and a new deck."""
    run_checked(tmp_path, "cards", "new", KINDS[game], "my/cards/lamp.yaml", "--game", game)
    run_checked(tmp_path, "decks", "new", "my/deck.yaml", "--game", game)
    return tmp_path


def test_new_creates_missing_folders(own_folder: Path) -> None:
    assert (own_folder / "my" / "cards" / "lamp.yaml").exists()
    assert (own_folder / "my" / "deck.yaml").exists()
    done = run_checked(own_folder, "cards", "new", "monster", "my/deck.yaml/lamp.yaml", status=2)
    assert done.err.startswith("my/deck.yaml: ")


def test_check_ignores_files_of_the_other_kind(own_folder: Path) -> None:
    assert run_checked(own_folder, "cards", "check", "my").out == "1 valid card, 0 problems, 1 file.\n"
    assert "1 valid deck, 0 problems." in run_checked(own_folder, "decks", "check", "my", "--cards", "my").out


def test_folder_with_cards_and_a_deck_is_used_in_games(own_folder: Path, game: str) -> None:
    done = run_checked(
        own_folder, "simulate", game, "--cards", "my", "--deck", "my/deck.yaml", "-p", "random", "-n", "2", "-w", "1"
    )
    assert "wins" in done.out
    done = run_checked(own_folder, "play", game, "--watch", "my", "--seed", "1", stdin="quit\n")
    assert "Cards loaded: " in done.out
    assert "unknown key; a card has" not in done.out


def test_file_of_unknown_kind_is_refused(own_folder: Path, game: str) -> None:
    (own_folder / "my" / "list.yaml").write_text("shopping: [milk]\n", encoding="utf-8")
    for kind in ("cards", "decks"):
        done = run_checked(own_folder, kind, "check", "my", "--game", game, status=1)
        assert "my/list.yaml:1:1: shopping: unknown key; a" in done.err
        assert "deck.yaml" not in done.err
        assert "lamp.yaml" not in done.err
    assert "shopping: unknown key; a card" in run_checked(own_folder, "simulate", game, "--cards", "my", status=2).err


def test_invalid_deck_does_not_affect_cards_check(own_folder: Path, game: str) -> None:
    for text in ("id: d\nname: D\ncards: {nothing: 99}\n", "id: d\ncards:\n", "id: d\nid: e\ncards: {x: 1}\n"):
        (own_folder / "my" / "deck.yaml").write_text(text, encoding="utf-8")
        assert (
            run_checked(own_folder, "cards", "check", "my", "--game", game).out == "1 valid card, 0 problems, 1 file.\n"
        )
        run_checked(own_folder, "decks", "check", "my", "--game", game, status=1)


@pytest.mark.parametrize(("language", "words"), [("en", "Check it with `tefuda"), ("ja", "で確認できます")])
def test_message_names_the_check_for_the_other_kind(own_folder: Path, game: str, language: str, words: str) -> None:
    """One problem instead of a list of unknown keys."""
    options = ("--game", game, "--language", language)
    (line,) = run_checked(own_folder, "cards", "check", "my/deck.yaml", *options, status=1).err.splitlines()
    assert words in line
    assert "decks check`" in line
    (line,) = run_checked(own_folder, "decks", "check", "my/cards/lamp.yaml", *options, status=1).err.splitlines()
    assert words in line
    assert "cards check`" in line


def test_folder_without_such_files_is_refused(own_folder: Path) -> None:
    run_checked(own_folder, "decks", "new", "decks/deck.yaml")
    assert run_checked(own_folder, "cards", "check", "decks", status=2).err == "decks: no card files.\n"
    assert run_checked(own_folder, "decks", "check", "my/cards", status=2).err == "my/cards: no deck files.\n"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_variable_for_each_game_names_custom_cards(own_folder: Path, game: str, workers: str) -> None:
    """The old variables still work, with one line on stderr, also with worker processes."""
    arguments = ("simulate", game, "--deck", "my/deck.yaml", "-p", "random", "-n", "2", "-w", workers)
    card = (own_folder / "my" / "cards" / "lamp.yaml").read_text(encoding="utf-8").split("id: ")[1].split()[0]
    deck = own_folder / "my" / "deck.yaml"
    text = deck.read_text(encoding="utf-8")
    # The first card of the deck is replaced by the custom card.
    line = text.split("cards:\n")[1].split("\n")[0]
    count = line.split("#")[0].split(": ")[1]
    deck.write_text(text.replace(line, f"  {card}: {count}"), encoding="utf-8")
    assert f"unknown card {card}" in run_checked(own_folder, *arguments, status=2).err
    new = {"solitaire-tcg": "TEFUDA_CARDS_SOLITAIRE_TCG", "linkavel": "TEFUDA_CARDS_LINKAVEL"}[game]
    old = {"solitaire-tcg": "TEFUDA_CARDS", "linkavel": "TEFUDA_LINKAVEL_CARDS"}[game]
    folder = str(own_folder / "my" / "cards")
    for environment, warning in (
        ({new: folder}, ""),
        ({old: folder}, f"{old} is deprecated. Use {new}.\n"),
        ({old: "nowhere", new: folder}, ""),
    ):
        done = run_process(own_folder, arguments, "", command_environment(own_folder, **environment))
        assert (done.status, done.err) == (0, warning)
        assert "wins" in done.out
