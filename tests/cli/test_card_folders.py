"""A folder in which an author keeps cards and decks side by side."""

from pathlib import Path

import pytest
from command_runner import CommandResult, command_environment, run_command, run_process

KINDS = {"solitaire-tcg": "monster", "linkavel": "effect_monster"}
GAMES = list(KINDS)


def ask(folder: Path, *arguments: str, status: int = 0, stdin: str = "") -> CommandResult:
    done = run_command(folder, *arguments, stdin=stdin)
    assert done.status == status, done.err
    return done


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def own(tmp_path: Path, game: str) -> Path:
    """A folder with a card and a deck; neither was there before."""
    ask(tmp_path, "cards", "new", KINDS[game], "my/cards/lamp.yaml", "--game", game)
    ask(tmp_path, "decks", "new", "my/deck.yaml", "--game", game)
    return tmp_path


def test_new_files_get_their_folders(own: Path) -> None:
    assert (own / "my" / "cards" / "lamp.yaml").exists()
    assert (own / "my" / "deck.yaml").exists()
    done = ask(own, "cards", "new", "monster", "my/deck.yaml/lamp.yaml", status=2)
    assert done.err.startswith("my/deck.yaml: ")


def test_decks_are_no_wrong_cards_and_cards_no_wrong_decks(own: Path) -> None:
    assert ask(own, "cards", "check", "my").out == "1 valid card, 0 problems, 1 file.\n"
    assert "1 valid deck, 0 problems." in ask(own, "decks", "check", "my", "--cards", "my").out


def test_a_folder_with_a_deck_is_played_with(own: Path, game: str) -> None:
    done = ask(own, "simulate", game, "--cards", "my", "--deck", "my/deck.yaml", "-p", "random", "-n", "2", "-w", "1")
    assert "wins" in done.out
    done = ask(own, "play", game, "--watch", "my", "--seed", "1", stdin="quit\n")
    assert "Cards loaded: " in done.out
    assert "unknown key; a card has" not in done.out


def test_a_file_that_is_neither_is_wrong_both_ways(own: Path, game: str) -> None:
    (own / "my" / "list.yaml").write_text("shopping: [milk]\n", encoding="utf-8")
    for kind in ("cards", "decks"):
        done = ask(own, kind, "check", "my", "--game", game, status=1)
        assert "my/list.yaml:1:1: shopping: unknown key; a" in done.err
        assert "deck.yaml" not in done.err
        assert "lamp.yaml" not in done.err
    assert "shopping: unknown key; a card" in ask(own, "simulate", game, "--cards", "my", status=2).err


def test_a_wrong_deck_is_no_matter_for_cards(own: Path, game: str) -> None:
    for text in ("id: d\nname: D\ncards: {nothing: 99}\n", "id: d\ncards:\n", "id: d\nid: e\ncards: {x: 1}\n"):
        (own / "my" / "deck.yaml").write_text(text, encoding="utf-8")
        assert ask(own, "cards", "check", "my", "--game", game).out == "1 valid card, 0 problems, 1 file.\n"
        ask(own, "decks", "check", "my", "--game", game, status=1)


@pytest.mark.parametrize(("language", "words"), [("en", "Check it with `tefuda"), ("ja", "で確認できます")])
def test_the_other_kind_is_named(own: Path, game: str, language: str, words: str) -> None:
    """One problem, and not a list of keys that the other kind of file does not have."""
    speak = ("--game", game, "--language", language)
    (line,) = ask(own, "cards", "check", "my/deck.yaml", *speak, status=1).err.splitlines()
    assert words in line
    assert "decks check`" in line
    (line,) = ask(own, "decks", "check", "my/cards/lamp.yaml", *speak, status=1).err.splitlines()
    assert words in line
    assert "cards check`" in line


def test_a_folder_without_such_files_says_so(own: Path) -> None:
    ask(own, "decks", "new", "decks/deck.yaml")
    assert ask(own, "cards", "check", "decks", status=2).err == "decks: no card files.\n"
    assert ask(own, "decks", "check", "my/cards", status=2).err == "my/cards: no deck files.\n"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_variable_for_each_game_names_custom_cards(own: Path, game: str, workers: str) -> None:
    """The old variables still work, with one line on stderr, also with worker processes."""
    arguments = ("simulate", game, "--deck", "my/deck.yaml", "-p", "random", "-n", "2", "-w", workers)
    card = (own / "my" / "cards" / "lamp.yaml").read_text(encoding="utf-8").split("id: ")[1].split()[0]
    deck = own / "my" / "deck.yaml"
    text = deck.read_text(encoding="utf-8")
    # The first card of the deck is replaced by the custom card.
    line = text.split("cards:\n")[1].split("\n")[0]
    count = line.split("#")[0].split(": ")[1]
    deck.write_text(text.replace(line, f"  {card}: {count}"), encoding="utf-8")
    assert f"unknown card {card}" in ask(own, *arguments, status=2).err
    new = {"solitaire-tcg": "TEFUDA_CARDS_SOLITAIRE_TCG", "linkavel": "TEFUDA_CARDS_LINKAVEL"}[game]
    old = {"solitaire-tcg": "TEFUDA_CARDS", "linkavel": "TEFUDA_LINKAVEL_CARDS"}[game]
    folder = str(own / "my" / "cards")
    for environment, warning in (
        ({new: folder}, ""),
        ({old: folder}, f"{old} is deprecated. Use {new}.\n"),
        ({old: "nowhere", new: folder}, ""),
    ):
        done = run_process(own, arguments, "", command_environment(own, **environment))
        assert (done.status, done.err) == (0, warning)
        assert "wins" in done.out
