"""`tefuda cards` for LinkaVel, and an author's own cards and decks, run as commands."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from command_process import RunCommand

from tefuda.cardlang.reference import render_reference
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.language.vocabulary import vocabulary
from tefuda.games.linkavel.rules.codes import TYPES

ROOT = Path(__file__).parents[2]

GAME = ("--game", "linkavel")
OWN = """\
id: paper_tiger
name: { en: Paper Tiger, ja: 張り子の虎 }
type: effect_monster
attribute: neutral
level: 1
power: 9999
abilities:
  - when: on_summon
    effect:
      - { op: damage, amount: 4321 }
"""
WRONG = """\
- { id: a, name: A, type: effect_monster, attribute: fire, level: 3, power: 100,
    abilities: [{ when: on_summon, effect: [{ op: search, filter: { faction: tyde } }] }] }
- { id: b, name: B, type: normal_magic, power: 5, abilities: [{ when: play, effect: [{ op: burn }] }] }
- { id: c, name: C, type: normal_monster, attribute: fire, level: 1, power: 100 }
"""


def run_checked(run: RunCommand, *arguments: str, status: int = 0, stdin: str = "") -> str:
    """Run a command and return its output, or its errors if it fails."""
    done = run(*arguments, stdin=stdin)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr if status else done.stdout


@pytest.fixture
def own_card_folder(tmp_path: Path) -> Path:
    """Create a folder with an own card."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "paper_tiger.yaml").write_text(OWN, encoding="utf-8")
    return folder


@pytest.fixture
def own_deck(tmp_path: Path) -> Path:
    """Create a deck with that card."""
    cards = {"paper_tiger": 3, **dict.fromkeys(sorted(LIBRARY.bundled)[:9], 3)}
    path = tmp_path / "tigers.yaml"
    path.write_text(yaml.safe_dump({"id": "tigers", "name": "Tigers", "cards": cards}), encoding="utf-8")
    return path


def test_cards_check(run: RunCommand, tmp_path: Path) -> None:
    """LV-2.7."""
    bundled = run_checked(run, "cards", "check", str(LIBRARY.folder / "cards"), *GAME)
    assert bundled == f"{len(LIBRARY.bundled)} valid cards, 0 problems, 6 files.\n"
    path = tmp_path / "wrong.yaml"
    path.write_text(WRONG, encoding="utf-8")
    done = run("cards", "check", str(path), *GAME)
    assert done.returncode == 1
    assert done.stdout == "1 valid card, 4 problems, 1 file.\n"
    assert [line.partition(": ")[0] for line in done.stderr.splitlines()] == [
        f"{path}:1:60",
        f"{path}:2:69",
        f"{path}:3:41",
        f"{path}:3:88",
    ]
    assert "Did you mean tide?" in done.stderr
    assert "Did you mean damage?" in done.stderr
    output = json.loads(run("cards", "check", str(path), "--json", *GAME).stdout)
    assert output["cards"] == ["c"]
    assert [(one["line"], one["column"], one["path"]) for one in output["problems"]] == [
        (1, 60, "[0].level"),
        (2, 69, "[0].abilities[0].effect[0].filter.faction"),
        (3, 41, "[1].power"),
        (3, 88, "[1].abilities[0].effect[0].op"),
    ]
    assert "魔術に power はありません" in run_checked(
        run, "cards", "check", str(path), *GAME, "--language", "ja", status=1
    )


def test_cards_list(run: RunCommand) -> None:
    listed = json.loads(run_checked(run, "cards", "list", "--json", *GAME))
    assert len(listed) == len(LIBRARY.bundled)
    assert f"{len(LIBRARY.bundled)} cards." in run_checked(run, "cards", "list", *GAME)
    count = sum(card.type == "normal_magic" for card in LIBRARY.bundled.values())
    assert f"{count} cards." in run_checked(run, "cards", "list", "--type", "normal_magic", *GAME)
    found = run_checked(run, "cards", "list", "ember", *GAME)
    assert LIBRARY.bundled["anvil_lynx"].en in found
    assert "Unknown type 'monster'. Types: normal_monster" in run_checked(
        run, "cards", "list", "--type", "monster", *GAME, status=2
    )


def test_cards_show(run: RunCommand, own_card_folder: Path) -> None:
    imp = LIBRARY.bundled["spark_imp"]
    for name in (imp.ja, imp.en.lower()):
        assert run_checked(run, "cards", "show", name, *GAME).startswith(f"{imp.en}  spark_imp\n")
    assert imp.ja in run_checked(run, "cards", "show", "spark_imp", *GAME, "--language", "ja")
    assert "Damage" in run_checked(run, "cards", "show", "spark_imp", "--tree", *GAME)
    written = yaml.safe_load(run_checked(run, "cards", "show", "spark_imp", "--yaml", *GAME))
    assert written["id"] == "spark_imp"
    assert written["abilities"][0]["when"] == "on_summon"
    output = json.loads(run_checked(run, "cards", "show", "spark_imp", "--json", *GAME))
    assert output["name"] == {"en": imp.en, "ja": imp.ja}
    assert set(output["text"]) == {"en", "ja"}
    assert "Did you mean spark_imp?" in run_checked(run, "cards", "show", "spark_im", *GAME, status=2)
    assert "4321" in run_checked(run, "cards", "show", "--path", str(own_card_folder), *GAME)


@pytest.mark.parametrize("type_", TYPES)
def test_new_card_files_are_valid_and_can_be_tested(run: RunCommand, tmp_path: Path, type_: str) -> None:
    path = tmp_path / "new.yaml"
    run_checked(run, "cards", "new", type_, str(path), *GAME, "--language", "ja")
    assert "1 valid card" in run_checked(run, "cards", "check", str(path), *GAME)
    assert run_checked(run, "cards", "test", "--path", str(path), *GAME)
    assert "already exists" in run_checked(run, "cards", "new", type_, str(path), *GAME, status=2)


def test_new_card_of_an_unknown_type_is_refused(run: RunCommand) -> None:
    assert "Did you mean normal_magic?" in run_checked(run, "cards", "new", "spell", *GAME, status=2)
    assert run_checked(run, "cards", "new", "permanent_magic", *GAME).startswith("# A new card: permanent magic")


def test_cards_test(run: RunCommand, own_card_folder: Path) -> None:
    output = run_checked(run, "cards", "test", "--path", str(own_card_folder), *GAME)
    assert "Player 1 summons Paper Tiger." in output
    assert "Player 2 takes 4321 damage" in output
    japanese = run_checked(run, "cards", "test", "--path", str(own_card_folder), *GAME, "--language", "ja")
    assert "張り子の虎" in japanese
    assert "4321" in japanese
    assert "Did you mean" in run_checked(run, "cards", "test", "spark_im", *GAME, status=2)


def test_cards_schema(run: RunCommand) -> None:
    card: dict[str, Any] = json.loads(run_checked(run, "cards", "schema", *GAME))["$defs"]["card"]
    assert card["additionalProperties"] is False
    assert card["required"] == ["id", "name", "type"]
    assert card["properties"]["type"]["enum"] == list(TYPES)
    abilities = card["properties"]["abilities"]
    assert abilities["maxItems"] == 6
    keys = abilities["items"]["properties"]
    assert keys["when"]["enum"] == [term.name for term in vocabulary().triggers]
    steps = keys["effect"]["items"]["anyOf"]
    assert [step["properties"]["op"]["const"] for step in steps] == [op.name for op in vocabulary().ops]


def test_cards_reference(run: RunCommand) -> None:
    for language, title in (("en", "LinkaVel"), ("ja", "リンカヴェル")):
        output = run_checked(run, "cards", "reference", *GAME, "--language", language)
        assert output.strip() == render_reference(card_schema(), title, language).strip()
        page = ROOT / "docs" / ("linkavel-cards.md" if language == "en" else "linkavel-cards.ja.md")
        assert page.read_text(encoding="utf-8").strip() == output.strip(), (
            f"tefuda cards reference --game linkavel > {page}"
        )
        for term in vocabulary().terms():
            assert f"`{term.name}`" in output
            assert term.meaning.text(language) in output


def test_own_card_in_an_own_deck(run: RunCommand, own_card_folder: Path, own_deck: Path) -> None:
    unknown = run_checked(run, "decks", "check", str(own_deck), *GAME, status=1)
    assert "cards.paper_tiger: unknown card paper_tiger." in unknown
    cards = ("--cards", str(own_card_folder))
    assert "1 valid deck" in run_checked(run, "decks", "check", str(own_deck), *cards, *GAME)
    assert "3 x Paper Tiger" in run_checked(run, "decks", "show", str(own_deck), *cards, *GAME)
    command = ("simulate", "linkavel", "--games", "4", "--deck", str(own_deck), "--deck", "fire")
    assert "unknown card paper_tiger" in run_checked(run, *command, status=2)
    assert "wins" in run_checked(run, *command, *cards)
    played = run_checked(
        run, "play", "linkavel", "--deck", str(own_deck), "--watch", str(own_card_folder), "--seed", "1", stdin="quit\n"
    )
    assert "Cards loaded: paper_tiger." in played
    done = run("play", "linkavel", "--deck", str(own_deck), stdin="quit\n", TEFUDA_CARDS_LINKAVEL=str(own_card_folder))
    assert (done.returncode, done.stderr) == (0, "")
    line = " ".join(f"{name}*3" for name in ["paper_tiger", *sorted(LIBRARY.bundled)[:9]])
    assert "wins" in run_checked(run, "simulate", "linkavel", "--games", "2", "-o", f"deck.one={line}", *cards)


def test_invalid_own_cards_are_left_out(run: RunCommand, tmp_path: Path, own_deck: Path) -> None:
    """LV-2.7."""
    path = tmp_path / "wrong.yaml"
    path.write_text(OWN.replace("level: 1", "level: 3"), encoding="utf-8")
    expected = f"{path}:5:1: level: a monster of level 3 needs a cost, as in cost: {{ count: 1, level: 2 }}.\n"
    expected += "Invalid cards are left out. The others are used.\n"
    refused = run_checked(run, "simulate", "linkavel", "--deck", str(own_deck), "--cards", str(path), status=2)
    assert refused.startswith(expected)
    assert "unknown card paper_tiger" in refused
    done = run("play", "linkavel", "--deck", "fire", stdin="quit\n", TEFUDA_CARDS_LINKAVEL=str(path))
    assert (done.returncode, done.stderr) == (0, expected)


def test_bundled_card_can_be_replaced(run: RunCommand, tmp_path: Path) -> None:
    imp = LIBRARY.bundled["spark_imp"]
    text = run_checked(run, "cards", "show", "spark_imp", "--yaml", *GAME)
    path = tmp_path / "imp.yaml"
    path.write_text(text.replace(f"power: {imp.power}", "power: 7777"), encoding="utf-8")
    assert "7777" in run_checked(run, "decks", "show", "fire", "--cards", str(path), *GAME)
    note = f"{path}:1:1: id: spark_imp replaces the included card {imp.en}.\n"
    for command in (("cards", "check", str(path)), ("decks", "show", "fire", "--cards", str(path), "--strict")):
        assert run(*command, *GAME).stderr == note
    checked = json.loads(run_checked(run, "cards", "check", str(path), "--json", *GAME))
    assert checked["problems"] == []
    assert [(item["line"], item["path"], item["code"]) for item in checked["notes"]] == [(1, "id", "replaces")]
    new = path.read_text(encoding="utf-8").replace("spark_imp", "spark_imp_2").replace(imp.en, "X").replace(imp.ja, "X")
    path.write_text(new, encoding="utf-8")
    assert run("cards", "check", str(path), *GAME).stderr == ""


GLASS = "glass: { en: Glass Guild, ja: 硝子組合 }\n"
GLASS_CARDS = """\
- { id: glass_cat, name: Glass Cat, type: normal_monster, faction: glass, attribute: light, level: 1, power: 900 }
- id: kiln_song
  name: Kiln Song
  type: normal_magic
  faction: glass
  attribute: fire
  abilities:
    - when: play
      condition: 'count(zone:"monsters", faction:"glass") >= 1'
      effect: [{ op: search, filter: { faction: glass, type: magic, attribute: fire } }]
"""


def test_author_defines_a_faction(run: RunCommand, own_card_folder: Path, own_deck: Path) -> None:
    """LV-2.4, LV-2.3: a faction in factions.yaml beside the cards, and a magic with an attribute."""
    path = own_card_folder / "glass.yaml"
    path.write_text(GLASS_CARDS, encoding="utf-8")
    unknown = run_checked(run, "cards", "check", str(own_card_folder), *GAME, status=1)
    assert f"{path}:1:59: [0].faction: unknown faction 'glass' (ember, tide, root, lantern, hollow)." in unknown
    (own_card_folder / "factions.yaml").write_text(GLASS, encoding="utf-8")
    for checked, good in ((own_card_folder, 3), (path, 2)):
        assert f"{good} valid cards, 0 problems" in run_checked(run, "cards", "check", str(checked), *GAME)
    for language, words in (
        ("en", ["normal magic, fire, Glass Guild", "a fire Glass Guild magic", "Glass Guild monster"]),
        ("ja", ["火属性", "硝子組合", "火属性〈硝子組合〉の魔術", "〈硝子組合〉モンスター"]),
    ):
        shown = run_checked(run, "cards", "show", "kiln_song", "--path", str(path), *GAME, "--language", language)
        for word in words:
            assert word in shown
    text = run_checked(run, "cards", "show", "kiln_song", "--path", str(path), "--yaml", *GAME)
    assert "faction: glass\nattribute: fire\n" in text
    deck = own_deck.read_text(encoding="utf-8")
    own_deck.write_text(deck.replace("paper_tiger: 3", "glass_cat: 2\n  kiln_song: 1"), encoding="utf-8")
    cards = ("--cards", str(own_card_folder), "--strict")
    assert "1 valid deck" in run_checked(run, "decks", "check", str(own_deck), *cards, *GAME)
    play = ("simulate", "linkavel", "--games", "4", "--deck", str(own_deck), "-w", "2", *cards)
    assert "wins" in run_checked(run, *play)
    own_deck.rename(own_card_folder / "deck.yaml")
    assert "1 valid deck, 0 problems." in run_checked(run, "decks", "check", str(own_card_folder), *cards, *GAME)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("ember: { en: Embers, ja: 火 }\n", "1:1: ember: ember is an included faction."),
        ("none: { en: None, ja: 無 }\n", "1:1: none: none is an included faction."),
        ("a b: { en: A, ja: あ }\n", "1:1: a b: an id of letters, digits, _ and - is expected, not 'a b'."),
        ("glass: { en: Glass }\n", "1:1: glass: 'ja' is missing."),
        ("[glass]\n", "1:1: a mapping of ids to names is expected."),
        ("glass: [\n", "2:1: not YAML"),
    ],
)
def test_invalid_factions_are_reported(run: RunCommand, own_card_folder: Path, text: str, problem: str) -> None:
    """LV-2.4. The cards load."""
    path = own_card_folder / "factions.yaml"
    path.write_text(text, encoding="utf-8")
    done = run("cards", "check", str(own_card_folder), *GAME)
    assert f"{path}:{problem}" in done.stderr
    assert "1 valid card, 1 problem, 1 file." in done.stdout
