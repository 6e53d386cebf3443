"""Vectors of games: the same games for any size, in one process or several; bad input changes nothing."""

from typing import Any

import gymnasium
import numpy
import pytest
from kuhn_poker import KuhnPoker
from quick_win import QuickWin
from race import Race

import tefuda
from tefuda.core.errors import IllegalAction, InvalidInput
from tefuda.core.random import xoshiro
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER, State
from tefuda.envs.game_vector import GameVector, VectorSettings
from tefuda.envs.spaces import StateArrays, scales, split
from tefuda.envs.vector import GameVectorEnv

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("card-othello", {}),
    ("card-othello", {"cards": "off"}),
    ("catalyst", {}),
    ("linkavel", {}),
    ("solitaire-tcg", {}),
    ("kuhn-poker", {}),
]


def played_games(env: GameVectorEnv, wanted: int) -> dict[int, tuple[list[int], list[float]]]:
    """Play random actions until the first games are over; return their actions and scores by number."""
    actions: dict[int, list[int]] = {}
    done: dict[int, tuple[list[int], list[float]]] = {}
    while not all(number in done for number in range(wanted)):
        chosen = env.random_actions()
        numbers = env.arrays["game"].tolist()
        for number, action in zip(numbers, chosen.tolist(), strict=True):
            actions.setdefault(number, []).append(action)
        _, _, terminated, _, _ = env.step(chosen)
        for slot in numpy.flatnonzero(terminated):
            done[numbers[slot]] = (actions[numbers[slot]], env.arrays["scores"][slot].tolist())
    return {number: done[number] for number in range(wanted)}


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_games_are_the_same_for_any_size(name: str, options: dict[str, Any]) -> None:
    found = [played_games(GameVectorEnv(name, size, seed=5, options=options), 6) for size in (1, 3, 7)]
    assert found[0] == found[1] == found[2]
    game = tefuda.game(name)
    for number, (actions, scores) in found[0].items():
        state, random = game.start(game_seed(5, number), options), xoshiro(game_seed(5, number), 1)
        for action in actions:
            assert state.random_action(random) == action
            state.play(action)
        assert state.seat == OVER
        assert state.scores() == scores


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_arrays_show_the_states(name: str, options: dict[str, Any]) -> None:
    env = GameVectorEnv(name, 4, options=options)
    game, single = env.game, StateArrays(env.game, env.options)
    states = env.games.games.states  # type: ignore[union-attr]
    for _ in range(40):
        observation, rewards, terminated, truncated, infos = env.step(env.random_actions())
        assert env.observation_space.contains(observation)
        for slot, state in enumerate(states):
            seat = int(infos["seat"][slot])
            assert seat == state.seat
            alone = single.observation(state, seat)
            assert (observation["observation"][slot] == alone["observation"]).all()
            assert (observation["action_mask"][slot] == alone["action_mask"]).all()
            acted = infos["acted"][slot]
            assert rewards[slot] == infos["rewards"][slot][acted]
            if terminated[slot]:
                shares = [2 * game.share(score) - 1 for score in infos["scores"][slot]]
                assert infos["rewards"][slot].tolist() == shares
                assert infos["final_obs"]["observation"][slot].any()
                assert infos["_final_info"][slot]
            else:
                assert not infos["rewards"][slot].any()
        assert not truncated.any()


def test_arrays_are_written_without_a_copy_and_are_read_only() -> None:
    env = GameVectorEnv("card-othello", 2)
    first, _ = env.reset(seed=1)
    second, *_ = env.step(env.random_actions())
    for name in ("observation", "action_mask"):
        assert first[name] is second[name]
        with pytest.raises(ValueError, match="read-only"):
            first[name][0] = 1
    copies = GameVectorEnv("card-othello", 2, copy=True)
    before, _ = copies.reset(seed=1)
    kept = before["observation"].copy()
    copies.step(copies.random_actions())
    assert (before["observation"] == kept).all()


def test_seed_begins_a_run_again_and_no_seed_continues_it() -> None:
    env = GameVectorEnv("linkavel", 3, seed=4)
    opening = env.reset(seed=4)[0]["observation"].copy()
    for _ in range(5):
        env.step(env.random_actions())
    _, infos = env.reset()
    assert infos["game"].tolist() == [3, 4, 5]
    again, infos = env.reset(seed=4)
    assert infos["game"].tolist() == [0, 1, 2]
    assert (again["observation"] == opening).all()


def test_reset_forgets_results() -> None:
    env = GameVectorEnv("kuhn-poker", 8)
    while not env.arrays["terminated"].any():
        env.step(env.random_actions())
    numbers = env.arrays["game"].copy()
    begun = numpy.array([plays > 0 for plays in env.games.games.plays])  # type: ignore[union-attr]
    env.reset()
    assert env.arrays["game"].tolist() == (numbers + 8 * begun).tolist()
    assert not env.arrays["terminated"].any()
    assert not env.arrays["rewards"].any()


def test_masks_only() -> None:
    env = GameVectorEnv(Race(), 3, observe=False)
    observation, *_ = env.step(env.random_actions())
    assert list(observation) == ["action_mask"]
    assert env.observation_space.contains(observation)
    while not env.arrays["terminated"].any():
        *_, infos = env.step(env.random_actions())
    assert list(infos["final_obs"]) == ["action_mask", "_action_mask"]


def test_game_without_observations_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"Race to 21 has no observations\."):
        GameVectorEnv(Race(), 3)


def test_game_without_end_is_truncated() -> None:
    game = KuhnPoker()
    game.max_plays = 1
    env = GameVectorEnv(game, 2)
    _, rewards, terminated, truncated, infos = env.step(env.random_actions())
    assert truncated.all()
    assert not terminated.any()
    assert not rewards.any()
    assert infos["game"].tolist() == [2, 3]


def test_game_that_is_over_at_once_is_skipped() -> None:
    env = GameVectorEnv(QuickWin(), 2)
    assert env.arrays["game"].tolist() == [0, 3]
    env.step(env.random_actions())
    env.reset()
    assert env.arrays["game"].tolist() == [6, 9]
    with pytest.raises(RuntimeError, match="kuhn-poker: 1000 games in a row are over before the first decision"):
        GameVectorEnv(QuickWin(), 3)


def test_processes_play_the_same_games() -> None:
    alone = GameVectorEnv("card-othello", 5, seed=9)
    shared = GameVectorEnv("card-othello", 5, seed=9, processes=2)
    try:
        for step in range(150):
            actions = alone.random_actions()
            assert (shared.random_actions() == actions).all()
            alone.step(actions)
            shared.step(actions)
            for name, array in alone.arrays.items():
                assert (shared.arrays[name] == array).all(), (step, name)
        bad = numpy.array([*actions[:-1], 500])
        before = shared.arrays["observation"].copy()
        with pytest.raises(IllegalAction, match=r"actions\[4\].*action 500 does not exist\. Use 0 to 189\."):
            shared.step(bad)
        assert (shared.arrays["observation"] == before).all()
        assert (shared.reset(seed=3)[0]["observation"] == alone.reset(seed=3)[0]["observation"]).all()
        for env in (alone, shared):
            env.step(env.random_actions())
            assert env.reset()[1]["game"].tolist() == [5, 6, 7, 8, 9]
        shared.games.processes[0].terminate()  # type: ignore[union-attr]
        shared.games.processes[0].join()  # type: ignore[union-attr]
        with pytest.raises(RuntimeError, match="worker process 0 has ended"):
            shared.step(shared.arrays["action_mask"].argmax(axis=1))
    finally:
        shared.close()


def test_game_that_workers_do_not_find_is_refused() -> None:
    with pytest.raises(InvalidInput, match="There is no game 'race-to-21'"):
        GameVectorEnv(Race(), 2, observe=False, processes=2)


# Bad input


def test_illegal_action_names_game_slot_and_reason_and_changes_nothing() -> None:
    env = GameVectorEnv("card-othello", 3, seed=7)
    env.step(env.random_actions())
    states: list[State] = env.games.games.states  # type: ignore[union-attr]
    before = [state.fingerprint() for state in states]
    actions = env.random_actions()
    actions[1] = 27
    actions[2] = -1
    with pytest.raises(IllegalAction) as caught:
        env.step(actions)
    first, second = caught.value.problems
    assert first.path == ["actions", 1]
    assert first.message.en.startswith("card-othello, game 7.1: action 27 is not legal. ")
    assert len(first.message.en) > len("card-othello, game 7.1: action 27 is not legal. ")
    assert second.path == ["actions", 2]
    assert second.message.en == "card-othello, game 7.2: action -1 does not exist. Use 0 to 189."
    assert [state.fingerprint() for state in states] == before
    env.step(env.random_actions())


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([1, 2], r"catalyst: actions have the shape \(2,\); \(3,\) is required\."),
        ([[1, 2, 3]], r"shape \(1, 3\)"),
        ([1.0, 2.0, 3.0], r"catalyst: actions have the type float64; whole numbers are required\."),
        (numpy.array([2**63, 1, 1], numpy.uint64), r"actions\[0\]: catalyst, game 0: action -\d+ does not exist"),
    ],
)
def test_wrong_actions_are_refused(actions: Any, message: str) -> None:
    env = GameVectorEnv("catalyst", 3)
    with pytest.raises(InvalidInput, match=message):
        env.step(actions)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"num_envs": 0}, "num_envs is 0"),
        ({"processes": 3}, "processes is 3"),
        ({"options": {"hand_szie": 3}}, "Did you mean hand_size"),
        ({"options": {"hand_size": 300}}, "hand_size"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        GameVectorEnv("catalyst", **{"num_envs": 2, **settings})


def test_wrong_reset_is_refused() -> None:
    env = GameVectorEnv("catalyst", 2)
    with pytest.raises(InvalidInput, match="reset takes no options: decks"):
        env.reset(options={"decks": 2})
    with pytest.raises(InvalidInput, match="not a whole number"):
        env.reset(seed=[1, 2])
    with pytest.raises(InvalidInput, match="There is no game 'chess'"):
        GameVectorEnv("chess", 2)


class StuckState(State):
    """A state with nothing to do."""

    def actions(self) -> list[int]:
        return []


def test_mask_of_zeros_is_refused() -> None:
    class Stuck(Race):
        def start(self, seed: int, options: Any = None, log: Any = None) -> Any:
            return StuckState()

    with pytest.raises(RuntimeError, match="race-to-21, game 3: the game is not over and has no legal action"):
        GameVector(VectorSettings(Stuck(), {}, 3, 2, observe=False))


# Gymnasium


def test_gymnasium_makes_vectors() -> None:
    env = gymnasium.make_vec("tefuda/LinkaVel-v0", num_envs=3, vectorization_mode="vector_entry_point", seed=2)
    assert isinstance(env.unwrapped, GameVectorEnv)
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    env.close()
    other = gymnasium.make_vec("tefuda/Catalyst-v0", num_envs=2, vectorization_mode="sync")
    observation, _ = other.reset(seed=1)
    assert other.observation_space.contains(observation)
    other.close()


def test_fields_can_be_split_and_scaled() -> None:
    env = GameVectorEnv("card-othello", 3)
    game = env.game
    space = game.observation_space()
    assert space is not None
    fields = split(space, env.arrays["observation"])
    assert fields["own_stones"].shape == (3, 8, 8)
    assert fields["own_stones"].sum() == 6
    assert numpy.shares_memory(fields["costs"], env.arrays["observation"])
    scaled = env.arrays["observation"] / scales(game)
    assert abs(scaled).max() <= 2
