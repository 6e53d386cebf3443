"""LinkaVel decks: bundled decks are valid, and no game starts with an invalid deck (LV-2.1, LV-2.7)."""

from pathlib import Path

import pytest
from command_process import RunCommand

import tefuda
from tefuda.cardlang.deck_files import Deck, read_deck
from tefuda.cardlang.deck_option import format_deck_line
from tefuda.core.errors import InvalidOptions
from tefuda.core.source import InvalidFile
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language.values import factions
from tefuda.games.linkavel.workshop import WORKSHOP

NAMES = ["dark", "fire", "grass", "light", "neutral", "water"]
IDS = sorted(LIBRARY.bundled)
TEN = [f"{name}: 3" for name in IDS[:10]]
"""A deck of ten cards with three copies each."""
NO_DECK = "(dark, fire, grass, light, neutral, water; or a list like anvil_lynx*3 spark_imp*2)."


def deck_file(folder: Path, lines: list[str], name: str = "d") -> Path:
    """Return a deck file with the cards from line 4 on."""
    path = folder / f"{name}.yaml"
    path.write_text(f"id: {name}\nname: D\ncards:\n" + "".join(f"  {line}\n" for line in lines), encoding="utf-8")
    return path


def one_line_deck(lines: list[str]) -> str:
    return " ".join(line.replace(": ", "*") for line in lines)


def problems_of(path: Path) -> list[str]:
    """Return the problems of a deck file as `line:column path: message`; each needs a Japanese message."""
    try:
        read_deck(path, LIBRARY.bundled, WORKSHOP.deck_size, WORKSHOP.copies)
    except InvalidFile as failure:
        found = []
        for problem, place in zip(failure.problems, failure.places, strict=True):
            assert place is not None
            assert problem.message.ja not in ("", problem.message.en)
            found.append(f"{place.line}:{place.column} {problem.where()}: {problem.message.en}")
        return found
    return []


def start_problems(**options: object) -> list[str]:
    """Return the problems that `start` reports for options, as `path: message`."""
    game = tefuda.game("linkavel")
    given = {name.replace("_", "."): value for name, value in options.items()}
    with pytest.raises(InvalidOptions) as failure:
        game.start(1, given)
    for problem in failure.value.problems:
        assert problem.message.ja not in ("", problem.message.en)
    return [f"{problem.where()}: {problem.message.en}" for problem in failure.value.problems]


def test_bundled_decks_are_valid() -> None:
    """LV-2.1."""
    assert list(LIBRARY.decks) == NAMES
    assert (WORKSHOP.deck_size, WORKSHOP.copies) == (30, 3)
    for path in sorted((LIBRARY.folder / "decks").glob("*.yaml")):
        assert problems_of(path) == []
    for name, deck in LIBRARY.decks.items():
        assert deck.id == name
        assert deck.size == 30 == len(deck.card_ids())
        assert max(deck.cards.values()) <= 3
        assert set(deck.cards) <= set(LIBRARY.bundled)
        assert deck.name.en != deck.name.ja
        assert deck.plan is not None
        assert len(deck.plan.en) > 40
        assert deck.plan.ja not in ("", deck.plan.en)
        assert any(LIBRARY.bundled[card].level == 1 for card in deck.cards), "a deck needs monsters of level 1"


def test_every_faction_has_a_deck() -> None:
    """LV-2.4: the decks differ."""
    attributes = dict(zip(["fire", "water", "grass", "light", "dark"], factions(), strict=True))
    for name, faction in attributes.items():
        own = [LIBRARY.bundled[card].parsed["values"]["faction"] for card in LIBRARY.decks[name].card_ids()]
        assert own.count(faction) > 15, name
        assert set(own) <= {faction, None}, name
    assert len({format_deck_line(deck) for deck in LIBRARY.decks.values()}) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_one_line_deck_equals_the_deck_file(name: str) -> None:
    """LV-16.11."""
    game = tefuda.game("linkavel")
    line = WORKSHOP.deck_value(LIBRARY.decks[name])
    states = [game.start(5, {"deck.one": deck, "deck.two": "fire"}) for deck in (name, line)]
    assert game.position(states[0]) == game.position(states[1])
    cards = game.invariant(states[0])
    assert sum(card.startswith("one.") for card in cards) == 30
    assert sorted(card[4:] for card in cards if card.startswith("one.")) == LIBRARY.decks[name].card_ids()


WRONG = [
    ([*TEN[:9], f"{IDS[9]}: 2"], ["3:1 cards: Deck has 29 cards; 30 are required."]),
    ([*TEN, f"{IDS[10]}: 1"], ["3:1 cards: Deck has 31 cards; 30 are required."]),
    ([*TEN[1:], f"{IDS[0]}: 4"], ["3:1 cards: Deck has 31 cards; 30 are required.", "13:3 cards.{0}: {4}"]),
    ([*TEN[2:], f"{IDS[0]}: 4", f"{IDS[1]}: 2"], ["12:3 cards.{0}: {4}"]),
    ([*TEN[1:], "anvil_linx: 3"], ["13:3 cards.anvil_linx: unknown card anvil_linx. Did you mean anvil_lynx?"]),
    ([*TEN[1:], "qqqqq: 3"], ["13:3 cards.qqqqq: unknown card qqqqq."]),
    ([*TEN[1:], f"{IDS[0]}: three"], ["13:3 cards.{0}: a whole number from 1 to 99 is expected, not 'three'."]),
    ([*TEN, f"{IDS[10]}: 0"], ["14:3 cards.{10}: a whole number from 1 to 99 is expected, not 0."]),
    ([*TEN, f"{IDS[10]}: -1"], ["14:3 cards.{10}: a whole number from 1 to 99 is expected, not -1."]),
    (
        ["anvil_linx: 5", f"{IDS[0]}: 4", f"{IDS[1]}: 1"],
        [
            "3:1 cards: Deck has 10 cards; 30 are required.",
            "4:3 cards.anvil_linx: unknown card anvil_linx. Did you mean anvil_lynx?",
            "4:3 cards.anvil_linx: 5 copies; at most 3 are allowed.",
            "5:3 cards.{0}: {4}",
        ],
    ),
    (["- anvil_lynx"], ["3:1 cards: a mapping of card ids to numbers is expected."]),
]


@pytest.mark.parametrize(("lines", "expected"), WRONG, ids=[words[-1] for _, words in WRONG])
def test_invalid_deck_is_refused(tmp_path: Path, lines: list[str], expected: list[str]) -> None:
    """LV-2.1, LV-2.7: all problems together."""
    words = [line.replace("{4}", "4 copies; at most 3 are allowed.") for line in expected]
    words = [line.replace("{0}", IDS[0]).replace("{10}", IDS[10]) for line in words]
    assert problems_of(deck_file(tmp_path, lines)) == words
    if not lines[0].startswith("-") and not any("three" in line or "-1" in line for line in lines):
        problems = [line.partition(" ")[2].replace("cards", "deck.one", 1) for line in words]
        assert sorted(start_problems(deck_one=one_line_deck(lines))) == sorted(problems), (
            "the one-line deck has the same problems"
        )


def test_deck_without_required_keys_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.yaml"
    path.write_text("id: Big Deck\nplan: {en: Win.}\ncrads: {anvil_lynx: 3}\n", encoding="utf-8")
    assert problems_of(path) == [
        "1:1 id: an id of letters, digits, _ and - is expected, not 'Big Deck'.",
        "1:1 : 'name' is missing.",
        "2:1 plan: 'ja' is missing.",
        "3:1 crads: unknown key; a deck has: id, name, plan, cards. Did you mean cards?",
    ]
    path.write_text("7\n", encoding="utf-8")
    assert problems_of(path) == ["1:1 : a deck is a mapping of keys."]


def test_game_with_an_invalid_deck_is_refused() -> None:
    """LV-2.7, LV-16.11."""
    assert start_problems(deck_one="fier") == [f"deck.one: unknown deck 'fier' {NO_DECK} Did you mean fire?"]
    assert start_problems(deck_two="") == [f"deck.two: unknown deck '' {NO_DECK}"]
    assert start_problems(deck_two="anvil_lynx x3") == [f"deck.two: unknown deck 'anvil_lynx x3' {NO_DECK}"]
    assert start_problems(deck_one=7) == [f"deck.one: unknown deck '7' {NO_DECK}"]
    assert start_problems(deck_one="anvil_lynx*3", deck_two="qqqqq*30") == [
        "deck.one: Deck has 3 cards; 30 are required.",
        "deck.two.qqqqq: unknown card qqqqq.",
        "deck.two.qqqqq: 30 copies; at most 3 are allowed.",
    ]
    with pytest.raises(InvalidOptions, match="31"):
        tefuda.game("linkavel").start(1, {"deck_size": 31})


def test_deck_size_and_copies_are_options() -> None:
    """LV-16.11."""
    game = tefuda.game("linkavel")
    options = {"deck.one": "anvil_lynx*9", "deck.two": "spark_imp*4 anvil_lynx*5", "deck_size": 9, "copies": 9}
    assert len(game.invariant(game.start(1, options))) == 18
    with pytest.raises(InvalidOptions) as failure:
        game.start(1, {**options, "copies": 4})
    assert [problem.where() for problem in failure.value.problems] == ["deck.one.anvil_lynx", "deck.two.anvil_lynx"]
    twice = {**options, "deck.one": "anvil_lynx*4 anvil_lynx*5"}
    assert game.position(game.start(1, twice)) == game.position(game.start(1, options)), (
        "copies of one card are added up"
    )


def run_checked(run: RunCommand, *arguments: str, status: int = 0, stdin: str = "") -> str:
    """Run a command and return its output, or its errors if it fails."""
    done = run(*arguments, stdin=stdin)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr if status else done.stdout


def test_decks_check(run: RunCommand, tmp_path: Path) -> None:
    folder = tmp_path / "decks"
    folder.mkdir()
    right = deck_file(folder, TEN, "right")
    wrong = deck_file(folder, ["anvil_linx: 5", f"{IDS[0]}: 4"], "wrong")
    assert "6 valid decks, 0 problems." in run_checked(
        run, "decks", "check", "--game", "linkavel", str(LIBRARY.folder / "decks")
    )
    assert run_checked(run, "decks", "check", "--game", "linkavel", str(right)).splitlines() == [
        f"{right}: D, 30 cards.",
        "1 valid deck, 0 problems.",
    ]
    done = run("decks", "check", "--game", "linkavel", str(folder))
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"{wrong}:3:1: cards: Deck has 9 cards; 30 are required.",
        f"{wrong}:4:3: cards.anvil_linx: unknown card anvil_linx. Did you mean anvil_lynx?",
        f"{wrong}:4:3: cards.anvil_linx: 5 copies; at most 3 are allowed.",
        f"{wrong}:5:3: cards.{IDS[0]}: 4 copies; at most 3 are allowed.",
    ]
    assert "1 valid deck, 4 problems." in done.stdout
    japanese = run_checked(run, "decks", "check", "--game", "linkavel", str(wrong), "--language", "ja", status=1)
    assert "デッキは 30 枚です" in japanese


@pytest.mark.parametrize("command", [("play", "linkavel"), ("simulate", "linkavel", "--games", "2")])
def test_commands_refuse_an_invalid_deck(run: RunCommand, tmp_path: Path, command: tuple[str, ...]) -> None:
    """LV-2.7."""
    short = deck_file(tmp_path, TEN[:9], "short")
    expected = f"{short}:3:1: cards: Deck has 27 cards; 30 are required.\n"
    assert run_checked(run, *command, "--deck", str(short), status=2) == expected
    assert run_checked(run, *command, "--deck", "fire", "--deck", str(short), status=2) == expected
    no_deck = "Unknown deck 'fier'. Decks: dark, fire, grass, light, neutral, water. Did you mean fire?\n"
    assert run_checked(run, *command, "--deck", "fier", status=2) == no_deck
    assert run_checked(run, *command, "--deck", "water", "--deck", "fier", status=2) == no_deck
    assert "The game uses 2 deck(s); 3 are named." in run_checked(run, *command, *["--deck", "fire"] * 3, status=2)
    in_line = run_checked(run, *command, "-o", "deck.two=anvil_lynx*3", status=2)
    assert in_line == "deck.two: Deck has 3 cards; 30 are required.\n"
    assert (
        run_checked(run, *command, "-o", "deck.one=fier", status=2)
        == f"deck.one: unknown deck 'fier' {NO_DECK} Did you mean fire?\n"
    )


def test_valid_decks_are_played(run: RunCommand, tmp_path: Path) -> None:
    own = deck_file(tmp_path, TEN, "own")
    command = ("simulate", "linkavel", "--games", "4", "--seed", "1", "--json")
    outputs = [
        run_checked(run, *command, "--deck", str(own), "--deck", "fire"),
        run_checked(run, *command, "--deck", "dark"),
    ]
    assert all('"games"' in text for text in outputs)
    line = run_checked(run, *command, "-o", f"deck.one={one_line_deck(TEN)}", "-o", "deck.two=fire")
    drop = [
        [row for row in text.splitlines() if "deck.one" not in row and "second" not in row]
        for text in (outputs[0], line)
    ]
    assert drop[0] == drop[1]
    assert run_checked(run, "play", "linkavel", "--deck", str(own), "--deck", "water", "--seed", "1", stdin="quit\n")


def test_decks_show_and_new(run: RunCommand, tmp_path: Path) -> None:
    shown = run_checked(run, "decks", "show", "--game", "linkavel")
    for deck in LIBRARY.decks.values():
        assert deck.name.en in shown
    fire: Deck = LIBRARY.decks["fire"]
    listed = run_checked(run, "decks", "show", "fire", "--game", "linkavel")
    for name, count in fire.cards.items():
        assert f"{count} x {LIBRARY.bundled[name].en}" in listed
    assert fire.name.ja in run_checked(run, "decks", "show", "fire", "--game", "linkavel", "--language", "ja")
    assert "Did you mean fire?" in run_checked(run, "decks", "show", "fier", "--game", "linkavel", status=2)
    path = tmp_path / "new.yaml"
    run_checked(run, "decks", "new", str(path), "--game", "linkavel")
    assert path.read_text(encoding="utf-8").startswith("# A deck: 30 cards, at most 3 of an id.")
    assert "1 valid deck" in run_checked(run, "decks", "check", str(path), "--game", "linkavel")
    assert f"3 x {LIBRARY.bundled['anvil_lynx'].en}" not in run_checked(
        run, "decks", "show", str(path), "--game", "linkavel"
    )
    assert "already exists" in run_checked(run, "decks", "new", str(path), "--game", "linkavel", status=2)


def test_new_deck_file_names_the_check_command(run: RunCommand, tmp_path: Path) -> None:
    """The command in its first line infers the game from the cards."""
    path = tmp_path / "new.yaml"
    run_checked(run, "decks", "new", str(path), "--game", "linkavel")
    head = path.read_text(encoding="utf-8").splitlines()[0]
    command = head.partition("tefuda ")[2].replace("FILE", str(path)).split()
    assert "1 valid deck" in run_checked(run, *command)
