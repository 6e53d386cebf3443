"""Player names, the same in all commands.

    random               any legal action
    heuristic            the strongest heuristic of the game
    mcts:2000            tree search with 2000 simulations per action; mcts:2s searches for two seconds
    ismcts:1000          information set tree search: a new sampled world for each simulation
    policy:FILE          a learned model
    gumbel:32,policy=FILE  a search for small budgets with a network: 32 simulations, or gumbel:0.1s
    network:32           the network that ships with the game, with 32 simulations; network is its first choice
    network:32,sure=0.5  the same, without a search where the network gives an action half of the prior (default: 0.8)
    level:3              one of the game's six levels
    exec:COMMAND         a program in any language; exec@10s:COMMAND has ten seconds for each action

A game can have more players. A search takes settings after its budget: `mcts:800,rollout=random,policy=FILE`. A package
adds players to all games in the entry point group `tefuda.players`: the entry `bot` makes the players `bot:SETTINGS`.
"""

import functools
import re
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.game import Game
from tefuda.core.options import did_you_mean
from tefuda.core.player import TO_THE_END, Guide, GuidedPlayer, Player
from tefuda.core.random import Random
from tefuda.core.text import Message
from tefuda.players.batched_search import BatchedSearchPlayer
from tefuda.players.exec_player import ExecPlayer, is_program
from tefuda.players.gumbel_search import SURE, GumbelSearchPlayer
from tefuda.players.network import BATCH, NetworkEvaluations, NetworkPlayer, is_network, read_network
from tefuda.players.random import RandomPlayer
from tefuda.players.search import DEFAULT_EXPLORATION, Budget, RandomRolloutGuide, SearchPlayer
from tefuda.players.shipped_network import NetworkSettings, make_network_player, read_sure, read_temperature

GROUP: Final = "tefuda.players"
PARAMETRIC_PLAYERS: Final = ["mcts:N", "ismcts:N", "policy:FILE", "gumbel:N,policy=FILE", "level:N", "exec:COMMAND"]
"""The players that take a number, a file or a command."""
SEARCH_KINDS: Final = ["mcts", "ismcts"]
SETTINGS: Final = ["rollout", "worlds", "explore", "policy"]
MAX_SIMULATIONS: Final = 100_000_000
MAX_SECONDS: Final = 3600.0
MAX_ROLLOUT: Final = 100_000
MAX_WORLDS: Final = 1000
MAX_EXPLORATION: Final = 100.0
SIMULATIONS_PER_WORLD: Final = 25
"""`mcts` samples one world per this number of simulations, up to `MAX_DEFAULT_WORLDS`."""
MAX_DEFAULT_WORLDS: Final = 16
DEFAULT_TIMED_WORLDS: Final = 8


class UnknownPlayer(InvalidInput):
    """The game has no player with this name."""


def unknown_player(en: str, ja: str) -> UnknownPlayer:
    return UnknownPlayer([Problem([], Message("unknown_player", en, ja))])


def player_names(game: Game) -> list[str]:
    """Return the players of a game that take no parameter, weakest first."""
    own = game.players.names()
    return ["random", *own, *([] if "heuristic" in own or not own else ["heuristic"])]


def level_names(game: Game) -> list[str]:
    """Return `level:1` and so on."""
    return [f"level:{number}" for number in range(1, len(game.players.levels()) + 1)]


def make_player(game: Game, name: str, random: Random) -> Player:
    """Return a player by name; raises `UnknownPlayer`, or `InvalidInput` for an unusable model."""
    if is_program(name):
        return ExecPlayer(name)
    own = game.players.names()
    kind, colon, rest = name.partition(":")
    if name == "random" or (name == "heuristic" and not own):
        return RandomPlayer(random)
    if name in own:
        return game.players.make(name, random)
    if name == "heuristic":
        return game.players.make(own[-1], random)
    if colon and kind == "level":
        return make_player(game, level_player(game, rest), random)
    if colon and kind == "policy":
        if is_network(Path(rest)):
            return NetworkPlayer(read_network(game, Path(rest)), random)
        return GuidedPlayer(game.players.load_policy(rest), random)
    if colon and kind in SEARCH_KINDS:
        return make_search(game, kind, rest, random)
    if kind == "network" and game.players.networks():
        settings = read_network_settings(name, rest) if colon else NetworkSettings()
        return make_network_player(game, settings, random) or make_player(game, "heuristic", random)
    if colon and kind == "gumbel":
        return make_gumbel_search(game, rest, random)
    if colon and kind in added_players():
        return load_added_player(added_players()[kind])(game, rest, random)
    names = [*player_names(game), *PARAMETRIC_PLAYERS]
    en, ja = did_you_mean(name, [*names, *level_names(game)])
    if kind in SEARCH_KINDS:
        en, ja = f" Did you mean {kind}:1000?", f" {kind}:1000 のことですか？"
    listed = ", ".join(names)
    raise unknown_player(
        f"Unknown player {name!r} for {game.title.en}. Players: {listed}.{en}",
        f"{game.title.ja}に {name!r} というプレイヤーはいません。使えるのは {listed} です。{ja}",
    )


MakePlayer = Callable[[Game, str, Random], Player]
"""Makes a player from the game, the settings after the first colon of its name, and its random generator."""


@functools.cache
def added_players() -> dict[str, EntryPoint]:
    """Return the entry points of players that packages add, by the first word of their names."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def load_added_player(entry: EntryPoint) -> MakePlayer:
    """Return what makes the players of an entry point; raises `UnknownPlayer` if a package that it needs is missing."""
    try:
        make: MakePlayer = entry.load()
    except ImportError as failure:
        raise unknown_player(
            f"Players of the kind {entry.name}:... cannot be loaded. {failure}",
            f"{entry.name}:... のプレイヤーを読み込めません。{failure}",
        ) from failure
    return make


def level_player(game: Game, text: str) -> str:
    """Return the player name of a level."""
    levels = game.players.levels()
    if not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= len(levels):
        raise unknown_player(
            f"Unknown level {text!r}. Levels: level:1 to level:{len(levels)}.",
            f"レベル {text!r} はありません（level:1 から level:{len(levels)}）。",
        )
    return levels[int(text) - 1]


def make_search(game: Game, kind: str, text: str, random: Random) -> SearchPlayer:
    """Return a search player from its budget and settings."""
    amount, *settings = text.split(",")
    budget = read_budget(f"{kind}:{text}", amount)
    given: dict[str, str] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        known = [name for name in SETTINGS if kind == "mcts" or name != "worlds"]
        if key not in known or not equals or key in given:
            en, ja = did_you_mean(key, known)
            raise unknown_player(
                f"{kind}:{text}: unknown setting {setting!r}. Settings (name=value): {', '.join(known)}.{en}",
                f"{kind}:{text}: {setting!r} は不明な設定です。使える設定（名前=値）は {', '.join(known)} です。{ja}",
            )
        given[key] = value
    worlds = DEFAULT_TIMED_WORLDS
    if budget.simulations:
        worlds = min(MAX_DEFAULT_WORLDS, max(1, int(budget.simulations) // SIMULATIONS_PER_WORLD))
    if "worlds" in given:
        worlds = read_integer("worlds", given["worlds"], 1, MAX_WORLDS)
    explore = read_number("explore", given["explore"], MAX_EXPLORATION) if "explore" in given else DEFAULT_EXPLORATION
    if "policy" in given and is_network(Path(given["policy"])):
        if "rollout" in given:
            raise unknown_player(
                f"{kind}:{text}: a network evaluates positions without a rollout. Leave out the setting rollout.",
                f"{kind}:{text}: ネットワークはロールアウトなしで評価します。rollout の設定を外してください。",
            )
        questions = NetworkEvaluations(read_network(game, Path(given["policy"])), BATCH)
        return BatchedSearchPlayer(questions, random, budget, worlds if kind == "mcts" else 0, explore)
    guide = game.players.load_policy(given["policy"]) if "policy" in given else game.players.guide()
    if given.get("rollout") == "random":
        guide = RandomRolloutGuide(guide) if "policy" in given else Guide()
    elif "rollout" in given:
        to_the_end = given["rollout"] == "heuristic"
        guide.rollout = TO_THE_END if to_the_end else read_integer("rollout", given["rollout"], 0, MAX_ROLLOUT)
    return SearchPlayer(guide, random, budget, worlds if kind == "mcts" else 0, explore)


def make_gumbel_search(game: Game, text: str, random: Random) -> SearchPlayer:
    """Return a Gumbel search from its budget and its network."""
    amount, _, setting = text.partition(",")
    budget = read_budget(f"gumbel:{text}", amount)
    key, _, file = setting.partition("=")
    if key != "policy" or not file:
        raise unknown_player(
            f"gumbel:{text}: a network is required. Use gumbel:{amount},policy=FILE.",
            f"gumbel:{text}: ネットワークが必要です（gumbel:{amount},policy=ファイル）。",
        )
    return GumbelSearchPlayer(NetworkEvaluations(read_network(game, Path(file)), BATCH), random, budget)


def read_network_settings(name: str, text: str) -> NetworkSettings:
    """Return the settings of a network player: a budget and `sure`, or 0 (no search) and a temperature."""
    amount, comma, setting = text.partition(",")
    if amount == "0":
        temperature = read_temperature(setting) if comma else 0.0
        if temperature is not None:
            return NetworkSettings(None, temperature)
    else:
        sure = read_sure(setting) if comma else SURE
        if sure is not None:
            return NetworkSettings(read_budget(name, amount), sure=sure)
    raise unknown_player(
        f"{name}: invalid setting {setting!r}. A temperature is a number from 0 to 100, without a search: "
        "network:0,temperature=2. With a search, sure is a number from 0 to 1: network:24,sure=0.5.",
        f"{name}: {setting!r} は不正な設定です。温度は探索なしで、0 から 100 の数にしてください"
        "（network:0,temperature=2）。探索ありの sure は 0 から 1 の数です（network:24,sure=0.5）。",
    )


def read_budget(name: str, text: str) -> Budget:
    """Return a budget: `2000` simulations, or `1.5s`."""
    if re.fullmatch(r"[0-9]{1,9}", text) and 1 <= int(text) <= MAX_SIMULATIONS:
        return Budget(int(text))
    timed = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)s", text)
    if timed and 0 < float(timed[1]) <= MAX_SECONDS:
        return Budget(0, float(timed[1]))
    raise unknown_player(
        f"{name}: invalid budget {text!r}. Use simulations per action (1000) or seconds (2s).",
        f"{name}: {text!r} は不正な探索量です。1 手あたりの試行回数（1000）か秒数（2s）で書いてください。",
    )


def read_number(name: str, text: str, high: float) -> float:
    if re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,6})?", text) and float(text) <= high:
        return float(text)
    raise unknown_player(
        f"{name}={text}: expected a number from 0 to {high:g}.",
        f"{name}={text}: 0 から {high:g} の数にしてください。",
    )


def read_integer(name: str, text: str, low: int, high: int) -> int:
    if re.fullmatch(r"[0-9]{1,9}", text) and low <= int(text) <= high:
        return int(text)
    en, ja = ("random, heuristic or ", "random か heuristic、または ") if name == "rollout" else ("", "")
    raise unknown_player(
        f"{name}={text}: expected {en}an integer from {low} to {high}.",
        f"{name}={text}: {ja}{low} から {high} の整数にしてください。",
    )
