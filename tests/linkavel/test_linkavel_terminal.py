"""LinkaVel in the terminal: the screen fits, input is parsed, and commands print their results."""

import json
from pathlib import Path
from typing import Any

import pytest
from command_process import RunCommand
from linkavel_checks import PAIRS
from rich.cells import cell_len
from sample_size import sample_size

from tefuda.cli.terminal.screens.registry import find_screen
from tefuda.core.events import SPECTATOR
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.games.linkavel.game import GAME
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.players.names import make_player

SIZES = [(80, 10), (80, 17), (100, 28), (120, 40)]


def random_states(games: int) -> list[LinkaVelState]:
    """Return every state of some games, played half at random."""
    found = []
    for number in range(games):
        random = xoshiro(number, 1)
        state = GAME.start(number, PAIRS[(number * 11) % len(PAIRS)])
        players = [make_player(GAME, name, random) for name in ("heuristic", "random")]
        while state.seat != OVER:
            found.append(state.clone())
            state.play(players[random.below(2)].choose(Seat(GAME, state, state.seat)))
        found.append(state.clone())
    return found


def test_screen_fits_and_is_complete() -> None:
    screen = find_screen(GAME)
    for number, state in enumerate(random_states(sample_size(16))):
        width, height = SIZES[number % len(SIZES)]
        language = ("en", "ja")[number % 2]
        for viewer in (0, 1, SPECTATOR):
            view = GAME.view(state, viewer)
            text = screen.draw(view, language, width, height).plain
            assert max(cell_len(line) for line in text.splitlines()) <= width
            for seat in ("one", "two"):
                assert f"LP {view[seat]['lp']}" in text
            plain = screen.plain(view, language)
            for name in view["hand"] if view["asked"] is None else []:
                card = next(card for card in state.pool.cards if card.id == name)
                assert card.name(language) in plain
            assert screen.prompt(view).text(language)


def test_board_fits_a_small_terminal() -> None:
    """With twelve cards in hand the fields and the prompt are still visible."""
    hand = ["anvil_lynx", "coal_runner", "spark_imp", "tinder_rat", "cinder_moth", "powder_mole", "slag_brute"]
    hand += ["red_hot_edge", "shower_of_sparks", "second_shift", "furnace_ox", "kiln_griffin"]
    position: dict[str, Any] = {
        "turn_number": 5,
        "one": {"hand": hand, "monsters": ["anvil_lynx"]},
        "two": {"lp": 4000},
    }
    state = GAME.at(position)
    text = find_screen(GAME).draw(GAME.view(state, 0), "en", 80, 14).plain
    assert len(text.splitlines()) <= 17
    assert "LP 4000" in text
    assert "12 Kiln Griffin" in text.replace("\n  ", " ")
    state.play(GAME.parse(state, "end"))
    view = GAME.view(state, 0)
    assert view["asked"]["op"] == "limit"
    text = find_screen(GAME).draw(view, "en", 80, 14).plain
    assert "Too many cards in hand; choose one to discard (2 to pick)" in text
    assert sum("Anvil Lynx" in line for line in text.splitlines()) == 2, "once on the field and once among the choices"


def test_typed_input_is_parsed() -> None:
    """The shortest input for an action is parsed as that action, for every legal action of whole games."""
    screen = find_screen(GAME)
    short = 0
    for state in random_states(sample_size(16)):
        if state.seat == OVER:
            continue
        view = GAME.view(state, state.seat)
        for action in state.actions():
            notation = GAME.format(state, action)
            typed = screen.shortest_input(view, notation)
            assert screen.parse_input(view, typed) == notation, f"{typed} for {notation}"
            short += len(typed) < len(notation)
        assert screen.parse_input(view, "b") == "battle"
        assert screen.parse_input(view, "投了") == "surrender"
        assert screen.parse_input(view, "nonsense") == "nonsense"
    assert short


def test_about_explains_every_card_on_the_table() -> None:
    screen = find_screen(GAME)
    for number, state in enumerate(random_states(sample_size(8))):
        view = GAME.view(state, number % 2)
        language = ("en", "ja")[number // 2 % 2]
        for words in ("trash", "opp.trash", "deck", "opp.deck"):
            assert len(screen.about(view, words, language)) == 1
        for seat, prefix in ((view["seat"], ""), ("two" if view["seat"] == "one" else "one", "opp.")):
            for slot, thing in enumerate(view[seat]["monsters"], 1):
                output = screen.about(view, f"{prefix}m{slot}", language)
                assert bool(output) == (thing is not None)
                assert thing is None or thing["card"] in output[0]
        if view["asked"] is None and view["hand"]:
            assert view["hand"][0] in screen.about(view, "1", language)[0]
    assert screen.about(view, "Anvil Lynx", "en")[0].startswith("Anvil Lynx (anvil_lynx)")
    assert screen.about(view, "金床の山猫", "ja")[0].startswith("金床の山猫")
    assert screen.about(view, "nobody at all", "en") == []


def test_summon_by_number_pays_with_the_weakest_monster() -> None:
    monsters = ["anvil_lynx", "slag_brute", "spark_imp"]
    state = GAME.at({"turn_number": 5, "one": {"hand": ["furnace_ox", "blueflame_lancer"], "monsters": monsters}})
    screen, view = find_screen(GAME), GAME.view(state, 0)
    assert screen.parse_input(view, "1") == "summon furnace_ox@2", "only a level 2 monster can pay"
    assert screen.parse_input(view, "2") == "summon blueflame_lancer@3"
    assert screen.parse_input(view, "2@1") == "summon blueflame_lancer@1"


def test_game_in_the_terminal(run: RunCommand) -> None:
    done = run("play", "linkavel", "--seed", "5", "--plain", stdin="about 1\n99\nxyz\nhint\nlog\nsurrender\nquit\n")
    assert done.returncode == 0
    assert "There is no number 99 in the list." in done.stdout
    assert "Unknown action 'xyz'" in done.stdout
    assert "Hint: " in done.stdout
    assert "deck.one=light · deck.two=neutral · mulligan=on" in done.stdout, "the terminal plays the quick start"
    assert "Player 1 surrenders." in done.stdout
    assert "Player 2 wins!" in done.stdout
    done = run(
        "play", "linkavel", "--seed", "5", "--plain", "--language", "ja", "-d", "dark", stdin="no\ne\nlog\nquit\n"
    )
    assert "プレイヤー1" in done.stdout
    assert "-- ターン2: プレイヤー1 -- プレイヤー1は" in done.stdout, "the lines of one action are separated"
    assert "Traceback" not in done.stderr


def test_watching_two_cpu_players(run: RunCommand) -> None:
    done = run("play", "linkavel", "--seed", "5", "-p", "novice", "-p", "heuristic", stdin="\n\nrun\nquit\n")
    assert "wins!" in done.stdout


def test_simulate_shows_figures_for_designers(run: RunCommand) -> None:
    arguments = ["simulate", "linkavel", "--deck", "fire", "--deck", "grass", "--player", "heuristic", "-w", "1"]
    done = run(*arguments, "--games", "20")
    for words in ("wins          fire ", "first player", "turns", "refreshes", "unfinished"):
        assert words in done.stdout
    figures = json.loads(run(*arguments, "--games", "20", "--swap", "--json").stdout)
    assert figures["first_player"]["games"] + figures["draws"] + figures["unfinished"] == 20
    assert set(figures["measured"]) == {"turns", "refreshes"}
    assert sum(figures["wins_by_seat"]) + figures["draws"] + figures["unfinished"] == 20


def test_decks_table(run: RunCommand, tmp_path: Path) -> None:
    done = run("decks", "table", "fire", "dark", "--games", "4", "-w", "1")
    assert "Forge Ablaze" in done.stdout
    assert "Guests of the Court" in done.stdout
    done = run("decks", "table", "fire", "dark", "--games", "4", "--markdown", "--language", "ja", "-w", "1")
    assert "| 燃え盛る炉 | – |" in done.stdout
    figures = json.loads(run("decks", "table", "fire", "dark", "light", "-n", "4", "--json", "-w", "1").stdout)
    assert figures["games"] == 24
    assert set(figures["against_field"]) == {"fire", "dark", "light"}
    done = run("decks", "table", "fire", "-w", "1")
    assert done.returncode == 2
    assert "two decks at least" in done.stderr
    done = run("decks", "table", "fire", "frie", "-w", "1")
    assert "Did you mean fire?" in done.stderr
    done = run("decks", "table", "--game", "solitaire-tcg", "-w", "1")
    assert "two seats" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["decks", "show", "fire"], "Forge Ablaze"),
        (["decks", "show", "lamplight"], "Night of Lamps"),
        (["cards", "show", "Spark Imp"], "spark_imp"),
        (["cards", "show", "art_001"], "Everburning Lamp"),
        (["cards", "new", "effect_monster"], "type: effect_monster"),
        (["cards", "new", "equip"], "type: equip"),
    ],
)
def test_game_is_inferred_from_the_deck(run: RunCommand, arguments: list[str], message: str) -> None:
    assert message in run(*arguments).stdout


def test_game_is_inferred_from_a_file(run: RunCommand, tmp_path: Path) -> None:
    for game, deck in (("linkavel", "fire"), ("solitaire-tcg", "lamplight")):
        file = tmp_path / f"{game}.yaml"
        assert run("decks", "new", str(file), "--game", game).returncode == 0
        done = run("decks", "check", str(file))
        assert "1 valid deck, 0 problems." in done.stdout, f"{deck}: {done.stderr}"
    (tmp_path / "broken.yaml").write_bytes(b"\xff\xfe\x00")
    assert run("decks", "check", str(tmp_path / "broken.yaml")).returncode == 1


@pytest.mark.parametrize(("language", "answer"), [("en", " (yes / no)"), ("ja", "（yes / no）")])
def test_mulligan_shows_the_hand_and_takes_yes_or_no(language: str, answer: str) -> None:
    screen = find_screen(GAME)
    state = GAME.start(3, {"mulligan": "on"})
    view = GAME.view(state, state.seat)
    for text in (screen.plain(view, language), screen.draw(view, language, 100, 40).plain):
        assert answer in text
        assert all(GAME.library.plain_name(card, language) in text for card in view["hand"])
    assert [screen.parse_input(view, word) for word in ("yes", "n")] == ["yes", "no"]
    assert screen.prompt(view).text(language) == {"en": "yes or no", "ja": "yes か no"}[language]
