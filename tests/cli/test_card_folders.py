"""A folder with an author's cards and decks."""

from pathlib import Path

import pytest
from command_runner import CommandResult, run_command

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
    assert done.err.startswith("my/deck.yaml cannot be written: ")


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


LEFT_OUT = "Invalid cards are left out. The others are used.\n"
RANDOM_GAMES = ("-p", "random", "-n", "2", "-w", "2")


def put_own_card_into_the_deck(folder: Path) -> str:
    """Replace the first card of the deck by the custom card; return its id."""
    card = (folder / "my" / "cards" / "lamp.yaml").read_text(encoding="utf-8").split("id: ")[1].split()[0]
    deck = folder / "my" / "deck.yaml"
    text = deck.read_text(encoding="utf-8")
    line = text.split("cards:\n")[1].split("\n")[0]
    count = line.split("#")[0].split(": ")[1]
    deck.write_text(text.replace(line, f"  {card}: {count}"), encoding="utf-8")
    return card


def test_invalid_file_is_named_and_left_out(own_folder: Path, game: str) -> None:
    """The valid card of the folder is in the deck, and the games are played. --strict refuses the folder."""
    put_own_card_into_the_deck(own_folder)
    (own_folder / "my" / "a.yaml").write_text("id: [", encoding="utf-8")
    (own_folder / "my" / "list.yaml").write_text("shopping: [milk]\n", encoding="utf-8")
    deck = ("--cards", "my", "--deck", "my/deck.yaml")
    for command, stdin in (
        (("simulate", game, *deck, *RANDOM_GAMES), ""),
        (("play", game, *deck, "--seed", "1"), "quit\n"),
        (("hint", game, *deck, "--seed", "1", "--player", "random"), ""),
        (("decks", "check", "my/deck.yaml", "--cards", "my", "--game", game), ""),
        (("decks", "show", "my/deck.yaml", "--cards", "my", "--game", game), ""),
    ):
        done = run_checked(own_folder, *command, stdin=stdin)
        first, *more = done.err.splitlines(keepends=True)
        assert first.startswith("my/a.yaml:2:1: "), done.err
        assert more[0].startswith("my/list.yaml:1:1: "), done.err
        assert more[-1] == LEFT_OUT
        assert done.err.count(LEFT_OUT) == 1
        refused = run_checked(own_folder, *command, "--strict", stdin=stdin, status=2)
        assert refused.err == done.err.removesuffix(LEFT_OUT)
        assert refused.out == ""


def test_strict_applies_to_cards_of_the_variable(own_folder: Path, game: str) -> None:
    """The game is inferred, which loads the cards first."""
    (own_folder / "my" / "list.yaml").write_text("shopping: [milk]\n", encoding="utf-8")
    variable = f"TEFUDA_CARDS_{game.upper().replace('-', '_')}"
    environment = {variable: str(own_folder / "my")}
    command = ("decks", "check", "my/deck.yaml")
    assert run_command(own_folder, *command, **environment).status == 0
    assert run_command(own_folder, *command, "--strict", **environment).status == 2


def test_replacement_is_named_when_a_watched_card_is_loaded(own_folder: Path, game: str) -> None:
    deck = (own_folder / "my" / "deck.yaml").read_text(encoding="utf-8")
    included = deck.split("cards:\n")[1].split(":")[0].strip()
    path = own_folder / "my" / "cards" / "lamp.yaml"
    own = path.read_text(encoding="utf-8").split("id: ")[1].split()[0]
    path.write_text(path.read_text(encoding="utf-8").replace(f"id: {own}", f"id: {included}"), encoding="utf-8")
    done = run_checked(own_folder, "play", game, "--watch", "my", "--seed", "1", stdin="quit\n")
    assert f"{included} replaces the included card " in done.out


def test_strict_accepts_valid_cards(own_folder: Path, game: str) -> None:
    done = run_checked(own_folder, "simulate", game, "--cards", "my", "--strict", *RANDOM_GAMES)
    assert done.err == ""


def test_deck_with_a_card_that_is_left_out_is_refused(own_folder: Path, game: str) -> None:
    card = put_own_card_into_the_deck(own_folder)
    path = own_folder / "my" / "cards" / "lamp.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("name:", "nmae:"), encoding="utf-8")
    done = run_checked(own_folder, "decks", "check", "my/deck.yaml", "--cards", "my", "--game", game, status=1)
    assert "my/cards/lamp.yaml:3:1: nmae: unknown key" in done.err
    assert f"unknown card {card}" in done.err


def test_missing_card_folder_is_refused(own_folder: Path, game: str) -> None:
    done = run_checked(own_folder, "simulate", game, "--cards", "nowhere", *RANDOM_GAMES, status=2)
    assert done.err == "nowhere: cannot be read: No such file or directory.\n"
    variable = f"TEFUDA_CARDS_{game.upper().replace('-', '_')}"
    command = ("simulate", game, *RANDOM_GAMES)
    done = run_command(own_folder, *command, **{variable: "nowhere"})
    assert (done.status, done.err) == (2, "nowhere: cannot be read: No such file or directory.\n")


def test_card_is_shown_beside_an_invalid_file(own_folder: Path, game: str) -> None:
    (own_folder / "my" / "list.yaml").write_text("shopping: [milk]\n", encoding="utf-8")
    done = run_checked(own_folder, "cards", "show", "--path", "my", "--game", game)
    assert "New Card" in done.out
    assert done.err.startswith("my/list.yaml:1:1: ")
    assert done.err.endswith(LEFT_OUT)
    done = run_checked(own_folder, "cards", "show", "--path", "my/list.yaml", "--game", game, status=2)
    assert done.err.startswith("my/list.yaml:1:1: ")
    assert LEFT_OUT not in done.err


def smaller_deck(folder: Path, game: str) -> int:
    """Reduce the deck to its first four cards, with two more copies than usual of one; return the copies."""
    rules = {"solitaire-tcg": 4, "linkavel": 3}
    text = (folder / "my" / "deck.yaml").read_text(encoding="utf-8")
    head, _, cards = text.partition("cards:\n")
    names = [line.split(":")[0].strip() for line in cards.splitlines()][:4]
    copies = rules[game] + 2
    counts = [copies, 1, 1, 1]
    lines = "".join(f"  {name}: {count}\n" for name, count in zip(names, counts, strict=True))
    (folder / "my" / "deck.yaml").write_text(f"{head}cards:\n{lines}", encoding="utf-8")
    return copies


def test_deck_file_is_checked_against_the_options(own_folder: Path, game: str) -> None:
    copies = smaller_deck(own_folder, game)
    size = copies + 3
    options = ("-o", f"copies={copies}", "-o", f"deck_size={size}")
    decks = ("--deck", "my/deck.yaml") * {"solitaire-tcg": 1, "linkavel": 2}[game]
    check = ("decks", "check", "my/deck.yaml", "--game", game)
    simulate = ("simulate", game, *decks, *RANDOM_GAMES)
    assert f"{size} cards" in run_checked(own_folder, *check, *options).out
    assert "wins" in run_checked(own_folder, *simulate, *options).out
    run_checked(own_folder, "play", game, *decks, *options, "--seed", "1", stdin="quit\n")
    run_checked(own_folder, "decks", "show", "my/deck.yaml", "--game", game, *options)
    for changed, words in (
        (("-o", f"copies={copies}"), f"my/deck.yaml:4:1: cards: Deck has {size} cards; "),
        (("-o", f"deck_size={size}"), f"{copies} copies; at most {copies - 2} are allowed."),
        (("-o", f"copies={copies - 1}", "-o", f"deck_size={size}"), f"at most {copies - 1} are allowed."),
        (("-o", "copies=none"), "copies: 'none' is not a whole number from 1 to "),
    ):
        assert words in run_checked(own_folder, *simulate, *changed, status=2).err
        done = run_command(own_folder, *check, *changed)
        assert (done.status, words in done.err) == (2 if "none" in changed[1] else 1, True)


def test_study_checks_deck_files_against_its_options(own_folder: Path, game: str) -> None:
    copies = smaller_deck(own_folder, game)
    study = ("lab", "game", game, "--deck", "my/deck.yaml", "-p", "random", "-n", "4", "-w", "1", "--out", "run")
    run_checked(own_folder, *study, "-o", f"copies={copies}", "-o", f"deck_size={copies + 3}")
    refused = run_checked(own_folder, *study[:-1], "other", "-o", f"copies={copies}", status=2)
    assert f"Deck has {copies + 3} cards" in refused.err


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
    card = put_own_card_into_the_deck(own_folder)
    assert f"unknown card {card}" in run_checked(own_folder, *arguments, status=2).err
    new = {"solitaire-tcg": "TEFUDA_CARDS_SOLITAIRE_TCG", "linkavel": "TEFUDA_CARDS_LINKAVEL"}[game]
    old = {"solitaire-tcg": "TEFUDA_CARDS", "linkavel": "TEFUDA_LINKAVEL_CARDS"}[game]
    folder = str(own_folder / "my" / "cards")
    for environment, warning in (
        ({new: folder}, ""),
        ({old: folder}, f"{old} is deprecated. Use {new}.\n"),
        ({old: "nowhere", new: folder}, ""),
    ):
        done = run_command(own_folder, *arguments, **environment)
        assert (done.status, done.err) == (0, warning)
        assert "wins" in done.out
