"""The networks that ship with the games: levels, options, hidden information, and what plays where they cannot run."""

import logging
from pathlib import Path
from typing import Any

import pytest
from search_helpers import PLAIN, deciding_seat, state_after_plays

import tefuda
from tefuda.core import networks
from tefuda.core.random import xoshiro
from tefuda.players import shipped_network
from tefuda.players.names import UnknownPlayer, make_player
from tefuda.players.network import NetworkEvaluations, NetworkPlayer
from tefuda.players.shipped_network import (
    NetworkSettings,
    ShippedNetworkPlayer,
    ShippedNetworkSearch,
    game_networks,
    make_network_player,
)

GAMES = [("card-othello", {}), ("card-othello", PLAIN), ("linkavel", {})]
MAX_BYTES = 3_000_000


@pytest.mark.parametrize("game_id", ["card-othello", "linkavel"])
def test_networks_are_small_and_described(game_id: str) -> None:
    files = tefuda.game(game_id).players.networks()
    assert files
    for file in files:
        assert file.stat().st_size <= MAX_BYTES
        assert (file.parent / f"{file.stem}.md").is_file(), "the model card is missing"
    assert len(game_networks(tefuda.game(game_id))) == len(files)


@pytest.mark.parametrize(("game_id", "options"), GAMES)
def test_choice_does_not_depend_on_hidden_cards(game_id: str, options: dict[str, Any]) -> None:
    game = tefuda.game(game_id)
    for plays in (3, 17, 33):
        state = state_after_plays(game, plays, plays, options)
        worlds = [state, *(state.resample(state.seat, xoshiro(number, 3)) for number in range(3))]
        for name in ("network", "network:24", "network:24,sure=0.5", "network:0,temperature=3"):
            players = [make_player(game, name, xoshiro(5, 1)) for _ in worlds]
            chosen = {
                int(player.choose(deciding_seat(game, world))) for player, world in zip(players, worlds, strict=True)
            }
            assert len(chosen) == 1, name


def test_network_fits_the_options_of_the_table() -> None:
    game = tefuda.game("card-othello")
    player = make_network_player(game, NetworkSettings(), xoshiro(1, 1))
    assert isinstance(player, ShippedNetworkPlayer)
    for options, numbers in ((PLAIN, 196), ({}, 2094), (PLAIN, 196)):
        seat = deciding_seat(game, state_after_plays(game, 2, 9, options))
        found = player.fitting_player(seat)
        assert isinstance(found, NetworkPlayer)
        assert found.evaluations.network.inputs == numbers


def test_rotated_and_reflected_boards_get_the_same_answers() -> None:
    game = tefuda.game("card-othello")
    (plain, _) = game_networks(game)
    evaluations = NetworkEvaluations(plain, 1)
    compared = 0
    for symmetry in game.symmetries(PLAIN):
        state, seen = game.start(1, PLAIN), game.start(1, PLAIN)
        random = xoshiro(6, 1)
        for _ in range(12):
            actions = [int(action) for action in state.actions()]
            same = [symmetry.actions.index(action) for action in actions]
            if sorted(same) != sorted(seen.actions()):
                break  # the first four stones are not symmetric in this way
            answers, chance = evaluations.answer_seat(deciding_seat(game, state), actions)
            seen_answers, seen_chance = evaluations.answer_seat(deciding_seat(game, seen), same)
            assert seen_answers == pytest.approx(answers, abs=1e-3)
            assert seen_chance == pytest.approx(chance, abs=1e-4)
            action = state.random_action(random)
            state.play(action)
            seen.play(symmetry.actions.index(action))
            compared += 1
    assert compared == 4 * 12


def test_levels_of_the_network() -> None:
    for game_id in ("card-othello", "linkavel"):
        game = tefuda.game(game_id)
        assert all(name.startswith("network") for name in game.players.levels())
        assert isinstance(make_player(game, "level:6", xoshiro(1, 1)), ShippedNetworkSearch)


def test_same_seed_chooses_the_same() -> None:
    game = tefuda.game("linkavel")
    seats = [deciding_seat(game, state_after_plays(game, seed, 4 * seed)) for seed in range(1, 12)]
    choices = [
        [int(player.choose(seat)) for seat in seats]
        for seed in (4, 4, 5)
        for player in [make_player(game, "network:0,temperature=50", xoshiro(seed, 1))]
    ]
    assert choices[0] == choices[1] != choices[2]


def test_old_levels_where_networks_cannot_run(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(networks, "REQUIRED", ["numpy", "no_such_package"])
    networks.can_run_networks.cache_clear()
    try:
        with caplog.at_level(logging.WARNING, "tefuda.players"):
            assert tefuda.game("linkavel").players.levels()[5] == "ismcts:200"
            assert tefuda.game("card-othello").players.levels()[5] == "cpu-6"
            assert make_network_player(tefuda.game("linkavel"), NetworkSettings(), xoshiro(1, 1)) is None
        assert caplog.messages == ["no_such_package is not installed: players without networks are used."]
    finally:
        networks.can_run_networks.cache_clear()


def test_unusable_network_is_named_and_the_heuristic_plays(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"not a network")
    game = tefuda.game("linkavel")
    read = shipped_network.read_game_network
    monkeypatch.setattr(shipped_network, "read_game_network", lambda game_id, _: read(game_id, broken))
    with caplog.at_level(logging.WARNING, "tefuda.players"):
        player = make_player(game, "level:6", xoshiro(1, 1))
        assert type(player) is type(make_player(game, "heuristic", xoshiro(1, 1)))
        make_player(game, "level:5", xoshiro(1, 1))
    (message,) = caplog.messages
    assert message.startswith("The network of linkavel is not used. broken.onnx: cannot be read:")


def test_installed_model_comes_before_the_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """CO-14.1."""
    monkeypatch.setenv("TEFUDA_MODELS", str(tmp_path))
    game = tefuda.game("card-othello")
    assert game.players.levels()[0].startswith("network")
    (tmp_path / "card-othello").mkdir()
    (tmp_path / "card-othello" / "policy.json").write_text("{}", encoding="utf-8")
    assert game.players.levels() == [f"cpu-{level}" for level in range(1, 7)]


@pytest.mark.parametrize(
    "name",
    [
        "network:",
        "network:x",
        "network:9,temperature=2",
        "network:0,temperature=101",
        "network:0,heat=1",
        "network:0,",
        "network:9,sure=1.5",
        "network:0,sure=0.5",
    ],
)
def test_invalid_settings_are_refused(name: str) -> None:
    with pytest.raises(UnknownPlayer, match="network"):
        make_player(tefuda.game("linkavel"), name, xoshiro(1, 1))
    with pytest.raises(UnknownPlayer, match="Unknown player"):
        make_player(tefuda.game("catalyst"), "network", xoshiro(1, 1))
