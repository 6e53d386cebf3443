"""Player names: every form, and the refusal of invalid names."""

import contextlib
import re
from typing import Any

import pytest
from hidden_nim import HiddenNim
from search_helpers import GAMES, PLAIN, deciding_seat, make_search_player, state_after_plays

import tefuda
from tefuda import Game, Message, State
from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.player import TO_THE_END, Guide, GuidedPlayer
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER
from tefuda.players.names import UnknownPlayer, level_names, make_player, player_names
from tefuda.players.random import RandomPlayer
from tefuda.players.search import SearchPlayer

NIM = tefuda.game("hidden-nim")
OTHELLO = tefuda.game("card-othello")
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")


def refusal_of(game: Game, name: str) -> Message:
    """Return the message that refuses a name, in both languages."""
    with pytest.raises(InvalidInput) as failure:
        make_player(game, name, xoshiro(1, 1))
    (problem,) = failure.value.problems
    assert problem.message.en
    assert JAPANESE.search(problem.message.ja), "the Japanese message is missing"
    return problem.message


def same_choices(game: Game, name: str, other: str) -> bool:
    """Return whether two players choose alike in some positions with the same seed."""
    players = [make_player(game, one, xoshiro(4, 1)) for one in (name, other)]
    states = [state_after_plays(game, seed, seed) for seed in range(4)]
    return all(
        players[0].choose(deciding_seat(game, state)) == players[1].choose(deciding_seat(game, state.clone()))
        for state in states
    )


# Valid names


@pytest.mark.parametrize("game_id", GAMES)
def test_random_exists_in_every_game(game_id: str) -> None:
    game = tefuda.game(game_id)
    assert isinstance(make_player(game, "random", xoshiro(1, 1)), RandomPlayer)
    assert player_names(game)[0] == "random"


@pytest.mark.parametrize("game_id", [game_id for game_id in GAMES if tefuda.game(game_id).players.names()])
def test_heuristic_is_the_last_player_of_the_game(game_id: str) -> None:
    game = tefuda.game(game_id)
    last = game.players.names()[-1]
    assert type(make_player(game, "heuristic", xoshiro(1, 1))) is type(make_player(game, last, xoshiro(1, 1)))
    assert same_choices(game, "heuristic", last)
    assert player_names(game).count("heuristic") == 1


def test_heuristic_of_a_game_without_players_is_random() -> None:
    bare = HiddenNim()
    bare.players = tefuda.Players(bare)
    assert isinstance(make_player(bare, "heuristic", xoshiro(1, 1)), RandomPlayer)
    assert player_names(bare) == ["random"]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_listed_player_plays(game_id: str) -> None:
    game = tefuda.game(game_id)
    names = player_names(game)
    assert len(set(names)) == len(names)
    state = state_after_plays(game, 2, 3)
    for name in names:
        assert state.is_legal(make_player(game, name, xoshiro(1, 1)).choose(deciding_seat(game, state))), name


@pytest.mark.parametrize("game_id", GAMES)
def test_six_levels_with_distinct_players(game_id: str) -> None:
    game = tefuda.game(game_id)
    levels = game.players.levels()
    assert len(levels) == len(set(levels)) == 6
    assert level_names(game) == [f"level:{number}" for number in range(1, 7)]
    for name in levels:
        assert not name.startswith("level:")
        make_player(game, name, xoshiro(1, 1))


@pytest.mark.parametrize("game_id", GAMES)
def test_level_is_the_player_named_by_the_game(game_id: str) -> None:
    game = tefuda.game(game_id)
    for level, name in zip(level_names(game), game.players.levels(), strict=True):
        one, other = make_player(game, level, xoshiro(1, 1)), make_player(game, name, xoshiro(1, 1))
        assert type(one) is type(other)
        if isinstance(one, SearchPlayer) and isinstance(other, SearchPlayer):
            assert search_settings(one) == search_settings(other)
        else:
            assert same_choices(game, level, name)


@pytest.mark.parametrize("game_id", GAMES)
def test_hint_player_exists(game_id: str) -> None:
    game = tefuda.game(game_id)
    make_player(game, game.players.hint_player(), xoshiro(1, 1))


def search_settings(player: SearchPlayer) -> tuple[Any, ...]:
    """Return the settings of a search player."""
    budget, guide = player.budget, player.guide
    return budget.simulations, budget.seconds, player.worlds, player.explore, type(guide), guide.rollout


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
def test_budget_is_simulations_or_seconds(kind: str) -> None:
    for text, simulations, seconds in (
        ("1", 1, 0),
        ("2000", 2000, 0),
        ("007", 7, 0),
        ("2s", 0, 2.0),
        ("1.5s", 0, 1.5),
        ("0.001s", 0, 0.001),
        ("3600s", 0, 3600.0),
    ):
        player = make_search_player(NIM, f"{kind}:{text}")
        assert (player.budget.simulations, player.budget.seconds) == (simulations, seconds)


def test_worlds_setting_is_for_mcts_only() -> None:
    assert make_search_player(NIM, "ismcts:500").worlds == 0
    assert make_search_player(NIM, "ismcts:1s").worlds == 0
    assert make_search_player(NIM, "mcts:500,worlds=3").worlds == 3
    for budget in ("1", "30", "500", "100000", "1s"):
        assert make_search_player(NIM, f"mcts:{budget}").worlds >= 1
    for simulations in (1, 30, 500):
        assert make_search_player(NIM, f"mcts:{simulations}").worlds <= simulations, "each world is searched"


def test_settings_in_any_order() -> None:
    one, other = (
        make_search_player(OTHELLO, "mcts:9,explore=2.5,rollout=4"),
        make_search_player(OTHELLO, "mcts:9,rollout=4,explore=2.5"),
    )
    assert search_settings(one) == search_settings(other)
    assert (one.explore, one.guide.rollout, type(one.guide)) == (2.5, 4, type(OTHELLO.players.guide()))
    assert make_search_player(OTHELLO, "ismcts:9,explore=0").explore == 0


def test_rollout_settings() -> None:
    assert make_search_player(OTHELLO, "mcts:9,rollout=heuristic").guide.rollout == TO_THE_END
    assert make_search_player(OTHELLO, "mcts:9,rollout=0").guide.rollout == 0
    plain = make_search_player(OTHELLO, "mcts:9,rollout=random").guide
    assert plain.rollout == TO_THE_END
    state = state_after_plays(OTHELLO, 1, 2, PLAIN)
    assert plain.choose(state, xoshiro(1, 1)) == state.random_action(xoshiro(1, 1))


def test_guide_of_the_game_is_not_modified() -> None:
    before = OTHELLO.players.guide().rollout
    make_search_player(OTHELLO, f"mcts:9,rollout={before + 5}")
    assert OTHELLO.players.guide().rollout == before
    assert make_search_player(OTHELLO, "mcts:9").guide.rollout == before


# Models


class FirstActionPolicy(Guide):
    """A policy that always chooses the first action."""

    def __init__(self) -> None:
        super().__init__(3)

    def choose(self, state: State, random: Any) -> int:
        return state.actions()[0]

    def priors(self, state: State, actions: list[int]) -> list[float]:
        return [1.0 if place == 0 else 0.0 for place in range(len(actions))]


class ModelPlayers(tefuda.Players):
    """Players with one model."""

    def load_policy(self, path: str) -> Guide:
        if path != "first.onnx":
            raise InvalidInput([Problem([], Message("model", f"no model {path}.", f"モデル {path} がありません。"))])
        return FirstActionPolicy()


def nim_with_model() -> HiddenNim:
    """Return Hidden Nim with one model."""
    game = HiddenNim()
    game.players = ModelPlayers(game)
    return game


def test_policy_player_follows_its_model() -> None:
    game = nim_with_model()
    player = make_player(game, "policy:first.onnx", xoshiro(1, 1))
    assert isinstance(player, GuidedPlayer)
    state = game.start(3)
    while state.seat != OVER:
        action = player.choose(deciding_seat(game, state))
        assert action == state.actions()[0]
        state.play(action)


def test_search_with_a_policy_model() -> None:
    assert isinstance(make_search_player(nim_with_model(), "mcts:10,policy=first.onnx").guide, FirstActionPolicy)
    assert make_search_player(nim_with_model(), "ismcts:10,policy=first.onnx,rollout=7").guide.rollout == 7
    assert "no model x.onnx" in refusal_of(nim_with_model(), "mcts:10,policy=x.onnx").en


def test_random_rollouts_keep_the_model_in_the_tree() -> None:
    """The documented example: mcts:800,rollout=random,policy=FILE."""
    player = make_search_player(nim_with_model(), "mcts:10,rollout=random,policy=first.onnx")
    state = nim_with_model().start(3)
    assert player.guide.priors(state, state.actions()) is not None


@pytest.mark.parametrize("game_id", GAMES)
def test_missing_model_is_refused(game_id: str) -> None:
    game = tefuda.game(game_id)
    for name in ("policy:nofile", "mcts:10,policy=nofile", "ismcts:10,policy=nofile"):
        message = refusal_of(game, name)
        assert "nofile" in message.en
        assert "nofile" in message.ja


@pytest.mark.parametrize("game_id", GAMES)
def test_empty_model_name_is_refused(game_id: str) -> None:
    refusal_of(tefuda.game(game_id), "policy:")


# Invalid names


UNKNOWN = {
    "mcts": "Did you mean mcts:1000?",
    "ismcts": "Did you mean ismcts:1000?",
    "MCTS:100": "Did you mean mcts:N?",
    "mctss:100": "Did you mean mcts:N?",
    "mct:100": "Did you mean mcts:N?",
    "heuristics": "Did you mean heuristic?",
    "Random": "Did you mean random?",
    "rnd": "Did you mean random?",
    "leve:3": "Did you mean level:",
    "level": "Did you mean level:",
    "policy": "Did you mean policy:FILE?",
    "greedi": "Did you mean greedy?",
    "": "Players: random,",
    " random": "Did you mean random?",
    "mcts 100": "Did you mean mcts:N?",
    "🂡": "Players: random,",
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_unknown_name_lists_the_players(name: str) -> None:
    message = refusal_of(NIM, name)
    assert UNKNOWN[name] in message.en
    assert message.en.startswith(
        f"Unknown player {name!r} for Hidden Nim. Players: random, greedy, heuristic, mcts:N, ismcts:N"
    )
    assert message.ja.startswith("隠しニムに")
    assert ("のことですか" in message.ja) == ("Did you mean" in message.en)
    with pytest.raises(UnknownPlayer):
        make_player(NIM, name, xoshiro(1, 1))


BUDGETS = ["", "0", "abc", "-5", "1.5", "1e3", "10s5", "s", "0s", "0.0s", "0.0001s", "3601s", "99999s", " 10", "10 "]
BUDGETS += ["9" * 9, "9" * 30, "9" * 5000, "100000001", "²", "½s", "十", "10\n", "0x10", "1_000", "∞"]


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
@pytest.mark.parametrize("budget", BUDGETS, ids=lambda text: ascii(text)[:12])
def test_invalid_budget_is_refused(kind: str, budget: str) -> None:
    message = refusal_of(NIM, f"{kind}:{budget}")
    assert "Use simulations per action (1000) or seconds (2s)." in message.en
    assert "不正な探索量です" in message.ja
    assert kind in message.en
    assert repr(budget) in message.en


@pytest.mark.parametrize("digits", ["１００", "٣٤", "３s", "１．５s"])
def test_digits_of_other_scripts_are_read_or_refused(digits: str) -> None:
    for name in (f"mcts:{digits}", f"ismcts:{digits}"):
        with contextlib.suppress(UnknownPlayer):
            player = make_search_player(NIM, name)
            assert (player.budget.simulations, player.budget.seconds) in ((100, 0.0), (34, 0.0), (0, 3.0))


SETTINGS = {
    "mcts:10,worlds=0": ("worlds=0: expected an integer from 1 to", "worlds=0: 1 から"),
    "mcts:10,worlds=-1": ("worlds=-1: expected an integer from 1 to", "の整数にしてください"),
    "mcts:10,worlds=": ("worlds=: expected an integer from 1 to", "の整数にしてください"),
    "mcts:10,worlds=many": ("worlds=many: expected an integer from 1 to", "の整数にしてください"),
    f"mcts:10,worlds={'9' * 40}": ("an integer from 1 to", "の整数にしてください"),
    "ismcts:10,worlds=3": (
        "unknown setting 'worlds=3'. Settings (name=value): rollout, explore, policy.",
        "不明な設定",
    ),
    "mcts:10,explore=-1": ("explore=-1: expected a number from 0 to", "の数にしてください"),
    "mcts:10,explore=nan": ("explore=nan: expected a number from 0 to", "の数にしてください"),
    "mcts:10,explore=1e9": ("explore=1e9: expected a number from 0 to", "の数にしてください"),
    "mcts:10,explore=101": ("explore=101: expected a number from 0 to", "の数にしてください"),
    "mcts:10,rollout=abc": (
        "rollout=abc: expected random, heuristic or an integer from 0 to",
        "random か heuristic、または",
    ),
    "mcts:10,rollout=-1": (
        "rollout=-1: expected random, heuristic or an integer from 0 to",
        "random か heuristic、または",
    ),
    "mcts:10,rolout=3": ("unknown setting 'rolout=3'", "rollout のことですか"),
    "mcts:10,world=3": ("Did you mean worlds?", "worlds のことですか"),
    "mcts:10,explore": ("unknown setting 'explore'. Settings (name=value): rollout, worlds, explore, policy.", "設定"),
    "mcts:10,": ("unknown setting ''", "不明な設定です"),
    "mcts:10,,explore=1": ("unknown setting ''", "不明な設定です"),
    "mcts:10,explore=1,explore=2": ("unknown setting 'explore=2'", "不明な設定です"),
    "mcts:10, explore=1": ("unknown setting ' explore=1'", "explore のことですか"),
    "mcts:10,20": ("unknown setting '20'", "不明な設定です"),
}


@pytest.mark.parametrize("name", SETTINGS, ids=lambda text: text[:30])
def test_invalid_setting_is_refused(name: str) -> None:
    en, ja = SETTINGS[name]
    message = refusal_of(NIM, name)
    assert en in message.en
    assert ja in message.ja


@pytest.mark.parametrize("setting", ["worlds=2.5", "rollout=0.5"])
def test_fractional_number_of_worlds_is_refused(setting: str) -> None:
    refusal_of(NIM, f"mcts:10,{setting}")


@pytest.mark.parametrize("level", ["0", "7", "", "-1", "1.0", "one", "9" * 50, "²", " 1", "1,2"])
@pytest.mark.parametrize("game_id", GAMES)
def test_invalid_level_is_refused(game_id: str, level: str) -> None:
    message = refusal_of(tefuda.game(game_id), f"level:{level}")
    assert message.en == f"Unknown level {level!r}. Levels: level:1 to level:6."
    assert message.ja == f"レベル {level!r} はありません（level:1 から level:6）。"


@pytest.mark.parametrize("game_id", GAMES)
def test_refusals_name_the_game_in_both_languages(game_id: str) -> None:
    game = tefuda.game(game_id)
    message = refusal_of(game, "nobody")
    assert message.en.startswith(f"Unknown player 'nobody' for {game.title.en}.")
    assert message.ja.startswith(game.title.ja)
    for name in player_names(game):
        assert name in message.en
        assert name in message.ja
