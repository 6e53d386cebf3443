"""The games in OpenSpiel, with OpenSpiel's own tests and algorithms, and bots of OpenSpiel as players."""

import json
import pickle
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy
import pytest
from hidden_nim import HiddenNim
from kuhn_poker import CHECK, GAME, KuhnPoker
from race import Race
from search_helpers import state_after_plays

import tefuda
from tefuda import Message, Option
from tefuda.core.errors import IllegalAction, InvalidInput, InvalidOptions
from tefuda.core.observation import ObservationBuffer
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.seed import parse_seed
from tefuda.core.state import OVER
from tefuda.players.names import UnknownPlayer, load_added_player, make_player
from tefuda.players.simulation import simulate_game
from tefuda.testing import check_same_in_worlds

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts  # noqa: E402

from tefuda.envs.open_spiel import SpielGame, register  # noqa: E402
from tefuda.envs.open_spiel.bot_player import BotPlayer  # noqa: E402
from tefuda.envs.open_spiel.game import game_class  # noqa: E402

EXAMPLE = Path(__file__).parents[2] / "examples" / "rl" / "cfr_kuhn_poker.py"
SHORT: dict[str, dict[str, Any]] = {
    "card_othello": {},
    "catalyst": {},
    "hidden_nim": {"most": 3},
    "kuhn_poker": {},
    "linkavel": {"lp": 300},
    "solitaire_tcg": {},
}
"""Every game with options that make it short."""


def load(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(f"tefuda_{name}", {**SHORT[name], **parameters})


def play(game: Any, deal: int, plays: int, seed: int = 1) -> Any:
    """Return the state of a deal after random plays, or the last one before the end."""
    random = xoshiro(seed, 1)
    state = game.new_initial_state()
    if state.is_chance_node():
        state.apply_action(deal)
    for _ in range(plays):
        legal = state.legal_actions()
        after = state.child(legal[random.below(len(legal))])
        if after.is_terminal():
            break
        state = after
    return state


# OpenSpiel's own tests


@pytest.mark.parametrize("name", list(SHORT))
def test_random_games_pass_the_tests_of_open_spiel(name: str) -> None:
    pyspiel.random_sim_test(load(name, deals=20, seed=3), num_sims=1, serialize=True, verbose=False)


def test_every_installed_game_is_registered() -> None:
    names = {f"tefuda_{game_id.replace('-', '_')}" for game_id in tefuda.game_ids()}
    assert names == {f"tefuda_{name}" for name in SHORT}
    assert names <= set(pyspiel.registered_names())


@pytest.mark.parametrize(
    "name",
    [
        "tefuda_card_othello(cards=off)",
        "tefuda_catalyst(deals=3)",
        "tefuda_kuhn_poker",
        "tefuda_solitaire_tcg(deals=3)",
    ],
)
def test_playthrough_can_be_repeated(name: str) -> None:
    text = generate_playthrough.playthrough(name, None, seed=3)
    assert "IsTerminal() = True" in text
    actions = [int(action) for action in re.findall(r"^action: (\d+)$", text, re.MULTILINE)]
    assert generate_playthrough.playthrough(name, actions, seed=4) == text


@pytest.mark.parametrize("name", list(SHORT))
def test_pickled_state_continues_equally(name: str) -> None:
    game = load(name, seed=5)
    state = play(game, 2, 5)
    again = pickle.loads(pickle.dumps(state))
    assert again.history() == state.history()
    assert str(again.get_game()) == str(game) == str(pickle.loads(pickle.dumps(game)))
    while True:
        assert str(again) == str(state)
        for player in range(game.num_players()):
            assert again.information_state_string(player) == state.information_state_string(player)
        if state.is_terminal():
            break
        action = state.legal_actions()[-1]
        state.apply_action(action)
        again.apply_action(action)
    assert again.returns() == state.returns() != [0.0] * game.num_players()


def test_playthrough_of_a_short_game_of_linkavel() -> None:
    """A state of LinkaVel takes OpenSpiel 0.2 s to print, because it has 11,817 numbers for each player."""
    options, random = {"lp": 1, "opening_hand": 2}, xoshiro(4, 1)
    state = tefuda.game("linkavel").start(4, options)
    actions = []
    while state.seat != OVER:
        actions.append(state.random_action(random))
        state.play(actions[-1])
    assert len(actions) < 10
    text = generate_playthrough.playthrough("tefuda_linkavel(deals=1,lp=1,opening_hand=2,seed=4)", actions)
    assert f"History() = {actions}\n" in text
    assert "IsTerminal() = True" in text


# Facts and deals


def test_types_say_what_the_games_are() -> None:
    kinds = pyspiel.GameType
    catalyst, kuhn, linkavel = (load(name).get_type() for name in ("catalyst", "kuhn_poker", "linkavel"))
    assert catalyst.utility == kinds.Utility.GENERAL_SUM
    assert kuhn.utility == linkavel.utility == kinds.Utility.ZERO_SUM
    assert linkavel.information == kinds.Information.IMPERFECT_INFORMATION
    assert linkavel.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert load("linkavel", deals=1).get_type().chance_mode == kinds.ChanceMode.DETERMINISTIC
    plain = load("card_othello", cards="off").get_type()
    assert plain.chance_mode == kinds.ChanceMode.DETERMINISTIC
    assert plain.information == kinds.Information.PERFECT_INFORMATION
    assert (load("kuhn_poker").min_utility(), load("linkavel").min_utility()) == (-2.0, -1.0)


def test_deal_has_the_seed_of_its_number() -> None:
    rules = tefuda.game("catalyst")
    state = play(load("catalyst", seed=7), 3, 0)
    assert json.loads(str(state)) == rules.position(rules.start(parse_seed("7.3")))
    assert len(load("catalyst").new_initial_state().chance_outcomes()) == 1000
    assert load("catalyst").new_initial_state().action_to_string(3) == "seed 0.3"
    only = load("catalyst", seed=7, deals=1).new_initial_state()
    assert json.loads(str(only)) == rules.position(rules.start(7))


def test_listed_deals_are_all_deals() -> None:
    state = load("kuhn_poker").new_initial_state()
    assert state.chance_outcomes() == [(deal, 1 / 6) for deal in range(6)]
    assert [json.loads(state.action_to_string(deal)) for deal in range(6)] == GAME.deals()
    assert json.loads(str(state.child(4))) == {"cards": ["K", "J"], "history": []}


def test_returns_are_one_for_a_win() -> None:
    state = play(load("card_othello", cards="off"), 0, 1000)
    state.apply_action(state.legal_actions()[0])
    scores = state.moment.state.scores()
    assert state.returns() == [2 * score - 1 for score in scores]


def test_unfinished_game_ends_without_a_winner() -> None:
    class Endless(KuhnPoker):
        def __init__(self) -> None:
            super().__init__()
            self.max_plays = 1

    state = game_class(Endless())().new_initial_state()
    state.apply_action(0)
    assert not state.is_terminal()
    state.apply_action(CHECK)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    assert state.legal_actions() == []


# What a seat sees


@pytest.mark.parametrize("name", list(SHORT))
def test_observations_are_those_of_the_game(name: str) -> None:
    game = load(name, seed=2)
    state = play(game, 1, 4)
    rules, inner = game.rules, state.moment.state
    space = rules.observation_space(game.options)
    for player in range(game.num_players()):
        row = ObservationBuffer(space.size)
        inner.observe(player, row)
        expected = numpy.array(row.numbers, numpy.float32) / numpy.array(space.scales(), numpy.float32)
        assert numpy.array_equal(numpy.array(state.observation_tensor(player), numpy.float32), expected)
        assert state.information_state_tensor(player) == state.observation_tensor(player)
        assert json.loads(state.observation_string(player)) == json.loads(json.dumps(rules.view(inner, player)))
    assert state.legal_actions() == sorted(inner.actions())
    assert [action for action, mark in enumerate(state.legal_actions_mask()) if mark] == state.legal_actions()


def test_nothing_is_seen_before_the_deal() -> None:
    state = load("linkavel").new_initial_state()
    assert state.information_state_string(0) == state.observation_string(1) == ""
    assert not any(state.observation_tensor(0))


def test_information_state_has_what_the_seat_knows() -> None:
    game = load("kuhn_poker")
    first, second = play(game, 0, 0), play(game, 1, 0)  # J against Q, J against K
    for _ in range(2):
        assert first.information_state_string(0) == second.information_state_string(0)
        assert first.information_state_string(1) != second.information_state_string(1)
        first.apply_action(CHECK)
        second.apply_action(CHECK)
    assert first.information_state_string(0) != second.information_state_string(0), "the cards are shown"


def test_information_state_remembers_what_the_view_forgets() -> None:
    """The second player takes the same stones in another order. The first player has seen it."""
    game = load("hidden_nim")
    deal = HiddenNim().deals({"most": 3}).index({"heaps": [3, 3, 5]})
    found = []
    for order in ([6, 0, 6, 3], [6, 3, 6, 0]):
        state = play(game, deal, 0)
        for action in order:
            state.apply_action(action)
        found.append(state)
    for player in (0, 1):
        assert found[0].observation_string(player) == found[1].observation_string(player)
        assert found[0].information_state_string(player) != found[1].information_state_string(player)


def test_game_without_observations_has_strings_only() -> None:
    game = game_class(Race())()
    assert not game.get_type().provides_observation_tensor
    assert not game.get_type().provides_information_state_tensor
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_observers_of_other_kinds_are_refused() -> None:
    game = load("kuhn_poker")
    assert game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, public_info=False)) is None
    with pytest.raises(ValueError, match="observers take no parameters"):
        game.make_py_observer(None, {"size": 3})


# Sampled states


@pytest.mark.parametrize("name", list(SHORT))
def test_sampled_states_look_the_same(name: str) -> None:
    game = load(name, seed=4)
    worlds, positions = set(), [play(game, 1, plays) for plays in (0, 3, 6)]
    for state in positions:
        for player in range(game.num_players()):
            for seed in range(4):
                other = state.resample_from_infostate(player, numpy.random.RandomState(seed).random_sample)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.observation_tensor(player) == state.observation_tensor(player)
                assert other.current_player() == state.current_player()
                if state.current_player() == player:
                    assert other.legal_actions() == state.legal_actions()
                worlds.add(str(other))
    assert len(worlds) > len(positions)


def test_sample_of_a_large_game_does_not_name_the_true_deal() -> None:
    state = play(load("card_othello"), 5, 4)
    other = state.resample_from_infostate(0, numpy.random.RandomState(1).random_sample)
    assert other.history() == []
    assert other.moment.deal == -1
    with pytest.raises(IllegalAction, match=r"^card-othello, a sampled state: action 500 does not exist"):
        other.apply_action(500)
    assert other.resample_from_infostate(0, lambda: 0.5).observation_string(0) == state.observation_string(0)


def test_sample_of_a_small_game_is_one_of_its_states() -> None:
    game = load("kuhn_poker")
    state = play(game, 0, 0)
    state.apply_action(CHECK)
    sampler = numpy.random.RandomState(1).random_sample
    found = {tuple(state.resample_from_infostate(0, sampler).history()) for _ in range(20)}
    assert found == {(0, CHECK), (1, CHECK)}
    known = {play(game, deal, 0).child(CHECK).information_state_string(1) for deal in range(6)}
    assert state.resample_from_infostate(0, sampler).information_state_string(1) in known


def test_state_before_the_deal_is_sampled_as_it_is() -> None:
    assert load("catalyst").new_initial_state().resample_from_infostate(0, lambda: 0.5).is_chance_node()


# Algorithms


@pytest.mark.parametrize("name", list(SHORT))
def test_searches_of_open_spiel_play(name: str) -> None:
    game = load(name, seed=9)
    random = numpy.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bots = [
        mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=random),
        ismcts.ISMCTSBot(game, evaluator, 2.0, 3, random_state=random),
    ]
    state = play(game, 0, 0)
    for ply in range(4):
        if state.is_terminal():
            break
        action = bots[ply % 2].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_tabular_solver_finds_the_value_of_kuhn_poker() -> None:
    """The same iterations on OpenSpiel's own Kuhn poker have the same result."""
    found = []
    for name in ("cached_tree(game=tefuda_kuhn_poker())", "kuhn_poker"):
        game = pyspiel.load_game(name)
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(300):
            solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
        found.append((value, pyspiel.exploitability(game, policy)))
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    value, exploitability = found[0]
    assert value == pytest.approx(-1 / 18, abs=5e-4)
    assert 0 <= exploitability < 1e-3


def test_example_solves_kuhn_poker() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "--iterations", "100"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^ +100 +-0\.055\d+ +0\.00\d+$", done.stdout, re.MULTILINE)
    assert "check bet    call   0%" in done.stdout


# Bots as players


@pytest.mark.parametrize("name", list(SHORT))
def test_bot_does_not_see_what_is_hidden(name: str) -> None:
    game = tefuda.game(name.replace("_", "-"))
    for plies in (0, 2, 5):
        state = state_after_plays(game, 11 + plies, plies, SHORT[name])
        names = ["openspiel:mcts:3", "openspiel:ismcts:3"]
        check_same_in_worlds(game, state, state.seat, 3, players=names, seed=plies)


def test_bot_gets_a_state_without_a_past() -> None:
    given = []

    class Recorder:
        def step(self, state: Any) -> int:
            given.append(state)
            return int(state.legal_actions()[0])

    game = tefuda.game("card-othello")
    state = state_after_plays(game, 3, 6)
    player = BotPlayer(lambda _, __: Recorder(), xoshiro(1, 1))
    for _ in range(3):
        assert player.choose(Seat(game, state, state.seat)) == min(state.actions())
    assert all(one.history() == [] for one in given)
    assert all(one.moment.state != state for one in given)
    assert {one.observation_string(state.seat) for one in given} == {
        game_class(game)().state_at(state).observation_string(state.seat)
    }


def test_bot_plays_with_the_options_of_the_game() -> None:
    """MCTS wins plain Othello against a random player. ISMCTS of OpenSpiel would refuse a game without secrets."""
    game, plain = tefuda.game("card-othello"), {"cards": "off"}
    assert simulate_game(game, ["openspiel:mcts:6", "random"], 3, plain).scores == [1.0, 0.0]
    state = state_after_plays(game, 3, 50, plain)
    player = make_player(game, "openspiel:ismcts:6", xoshiro(1, 1))
    assert player.choose(Seat(game, state, state.seat)) in state.actions()


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
def test_bots_with_equal_seeds_play_equally(kind: str) -> None:
    game = tefuda.game("hidden-nim")
    results = [simulate_game(game, [f"openspiel:{kind}:5"] * 2, seed, {}, record_events=True) for seed in (8, 8, 9)]
    events = [[repr(event) for event in result.events] for result in results]
    assert events[0] == events[1] != events[2]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("openspiel:alphazero:3", "unknown bot 'alphazero'. Bots: openspiel:mcts:N, openspiel:ismcts:N."),
        ("openspiel:mcts", "simulations=: expected an integer from 1 to 1000000."),
        ("openspiel:ismcts:0", "simulations=0: expected an integer"),
        ("openspiel", "Unknown player 'openspiel'"),
    ],
)
def test_wrong_name_of_a_bot_is_refused(name: str, message: str) -> None:
    with pytest.raises(UnknownPlayer, match=re.escape(message)):
        make_player(GAME, name, xoshiro(1, 1))


def test_player_of_a_missing_package_is_refused() -> None:
    with pytest.raises(UnknownPlayer, match=r"Players of the kind far:... cannot be loaded\. No module named 'far'"):
        load_added_player(EntryPoint("far", "far:make", "tefuda.players"))


# Bad input


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(pyspiel.SpielError, match=r"Unknown parameter 'lpp'\. Available parameters are: copies, deals"):
        load("linkavel", lpp=3)
    with pytest.raises(pyspiel.SpielError, match="Wrong type for parameter lp"):
        load("linkavel", lp="many")
    with pytest.raises(InvalidOptions, match="lp: -5 is not a whole number from 1 to 100000"):
        load("linkavel", lp=-5)
    with pytest.raises(InvalidOptions, match=r"unknown deck 'fyre' .* Did you mean fire\?"):
        load("linkavel", **{"deck.one": "fyre"})
    for parameter in ("seed", "deals"):
        with pytest.raises(InvalidInput, match=rf"linkavel: {parameter} -1 is not a whole number from 0 to"):
            load("linkavel", **{parameter: -1})


def test_illegal_actions_are_refused() -> None:
    state = load("linkavel", seed=4, deals=10).new_initial_state()
    with pytest.raises(InvalidInput, match=r"linkavel: there is no deal 10\. Use 0 to 9\."):
        state.apply_action(10)
    state.apply_action(2)
    before = str(state)
    for action, message in ((1051, "action 1051 is not legal"), (5000, "action 5000 does not exist"), (-2, "-2 does")):
        with pytest.raises(IllegalAction, match=rf"^linkavel, seed 4\.2: .*{message}"):
            state.apply_action(action)
    assert (str(state), state.history()) == (before, [2])


def test_nothing_can_be_played_after_the_end() -> None:
    state = play(load("kuhn_poker"), 0, 0)
    for _ in range(2):
        state.apply_action(CHECK)
    assert state.moment.state.seat == OVER
    with pytest.raises(IllegalAction, match=r'^kuhn-poker, {"cards": \["J", "Q"\]}: action 0 is not legal'):
        state.apply_action(CHECK)


def test_option_with_the_name_of_a_parameter_is_refused() -> None:
    class Clashing(KuhnPoker):
        def __init__(self) -> None:
            super().__init__()
            self.options = [Option("seed", 1, Message("seed", "seed", "種"), low=0, high=3)]

    with pytest.raises(ValueError, match="kuhn-poker: an option cannot be called seed in OpenSpiel"):
        register(Clashing())


def test_game_can_be_registered_without_an_installation() -> None:
    assert register(Race()) == "tefuda_race_to_21"
    assert isinstance(pyspiel.load_game("tefuda_race_to_21"), SpielGame)
