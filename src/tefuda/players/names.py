"""Players by their names, the same everywhere.

    random               any legal action
    heuristic            the best rule of thumb that the game has
    mcts:2000            tree search with 2000 simulations a move; mcts:2s thinks for two seconds
    ismcts:1000          the same over information sets: every simulation in a world of its own
    policy:FILE          what a model says
    level:3              one of the game's six levels

and the players of a game's own, by the names that it gives them. A search takes settings after its budget:
`mcts:800,rollout=random,policy=FILE`.
"""

import re
from typing import Final

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.game import Game
from tefuda.core.options import did_you_mean
from tefuda.core.player import TO_THE_END, Guide, GuidedPlayer, Player
from tefuda.core.random import Random
from tefuda.core.text import Message
from tefuda.players.random import RandomPlayer
from tefuda.players.search import EXPLORE, Budget, LeftToLuck, SearchPlayer

SEARCHING: Final = ["mcts:N", "ismcts:N", "policy:FILE", "level:N"]
"""How the players are written that take a number or a file."""
SEARCHES: Final = ["mcts", "ismcts"]
SETTINGS: Final = ["rollout", "worlds", "explore", "policy"]
MOST_SIMULATIONS: Final = 100_000_000
MOST_SECONDS: Final = 3600.0
MOST_ROLLOUT: Final = 100_000
MOST_WORLDS: Final = 1000
MOST_EXPLORE: Final = 100.0
A_WORLD: Final = 25
"""`mcts` samples a world for each so many simulations, up to `ENOUGH_WORLDS`."""
ENOUGH_WORLDS: Final = 16
TIMED_WORLDS: Final = 8


class UnknownPlayer(InvalidInput):
    """The game has no player of this name."""


def unknown(en: str, ja: str) -> UnknownPlayer:
    return UnknownPlayer([Problem([], Message("unknown_player", en, ja))])


def player_names(game: Game) -> list[str]:
    """The players that a game has without any number, weakest first."""
    own = game.players.names()
    return ["random", *own, *([] if "heuristic" in own or not own else ["heuristic"])]


def level_names(game: Game) -> list[str]:
    """`level:1` and so on."""
    return [f"level:{number}" for number in range(1, len(game.players.levels()) + 1)]


def make_player(game: Game, name: str, random: Random) -> Player:
    """A player by name, with its own luck; raises `UnknownPlayer`, or what is wrong with a model."""
    own = game.players.names()
    kind, colon, rest = name.partition(":")
    if name == "random" or (name == "heuristic" and not own):
        return RandomPlayer(random)
    if name in own:
        return game.players.make(name, random)
    if name == "heuristic":
        return game.players.make(own[-1], random)
    if colon and kind == "level":
        return make_player(game, level_of(game, rest), random)
    if colon and kind == "policy":
        return GuidedPlayer(game.players.load_policy(rest), random)
    if colon and kind in SEARCHES:
        return make_search(game, kind, rest, random)
    names = [*player_names(game), *SEARCHING]
    en, ja = did_you_mean(name, [*names, *level_names(game)])
    if kind in SEARCHES:
        en, ja = f" Did you mean {kind}:1000?", f" {kind}:1000 のことですか？"
    listed = ", ".join(names)
    raise unknown(
        f"{game.title.en} has no player {name!r}. Players: {listed}.{en}",
        f"{game.title.ja}に {name!r} というプレイヤーはいません。使えるのは {listed} です。{ja}",
    )


def level_of(game: Game, text: str) -> str:
    """The player behind a level."""
    levels = game.players.levels()
    if not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= len(levels):
        raise unknown(
            f"There is no level {text!r}: level:1 to level:{len(levels)}.",
            f"レベル {text!r} はありません（level:1 から level:{len(levels)}）。",
        )
    return levels[int(text) - 1]


def make_search(game: Game, kind: str, text: str, random: Random) -> SearchPlayer:
    """A searching player from what follows its kind: a budget, and settings."""
    amount, *settings = text.split(",")
    budget = read_budget(f"{kind}:{text}", amount)
    given: dict[str, str] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        known = [name for name in SETTINGS if kind == "mcts" or name != "worlds"]
        if key not in known or not equals or key in given:
            en, ja = did_you_mean(key, known)
            raise unknown(
                f"{kind}:{text}: {setting!r} is no setting. Write them as name=value: {', '.join(known)}.{en}",
                f"{kind}:{text}: {setting!r} は設定ではありません。名前=値 で書けるのは {', '.join(known)} です。{ja}",
            )
        given[key] = value
    enough = min(ENOUGH_WORLDS, max(1, int(budget.simulations) // A_WORLD)) if budget.simulations else TIMED_WORLDS
    worlds = read_whole("worlds", given["worlds"], 1, MOST_WORLDS) if "worlds" in given else enough
    explore = read_number("explore", given["explore"], MOST_EXPLORE) if "explore" in given else EXPLORE
    guide = game.players.load_policy(given["policy"]) if "policy" in given else game.players.guide()
    if given.get("rollout") == "random":
        guide = LeftToLuck(guide) if "policy" in given else Guide()
    elif "rollout" in given:
        to_the_end = given["rollout"] == "heuristic"
        guide.rollout = TO_THE_END if to_the_end else read_whole("rollout", given["rollout"], 0, MOST_ROLLOUT)
    return SearchPlayer(guide, random, budget, worlds if kind == "mcts" else 0, explore)


def read_budget(name: str, text: str) -> Budget:
    """`2000` simulations, or `1.5s` of thinking."""
    if re.fullmatch(r"[0-9]{1,9}", text) and 1 <= int(text) <= MOST_SIMULATIONS:
        return Budget(int(text))
    timed = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)s", text)
    if timed and 0 < float(timed[1]) <= MOST_SECONDS:
        return Budget(0, float(timed[1]))
    raise unknown(
        f"{name}: {text!r} is no budget. Write simulations a move, like 1000, or seconds, like 2s.",
        f"{name}: {text!r} は思考量として読めません。1 手の試行回数（1000 など）か秒数（2s など）で書いてください。",
    )


def read_number(name: str, text: str, high: float) -> float:
    if re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,6})?", text) and float(text) <= high:
        return float(text)
    raise unknown(
        f"{name}={text}: a number from 0 to {high:g} is expected.",
        f"{name}={text}: 0 から {high:g} の数にしてください。",
    )


def read_whole(name: str, text: str, low: int, high: int) -> int:
    if re.fullmatch(r"[0-9]{1,9}", text) and low <= int(text) <= high:
        return int(text)
    en, ja = ("random, heuristic or ", "random か heuristic、または ") if name == "rollout" else ("", "")
    raise unknown(
        f"{name}={text}: {en}a whole number from {low} to {high} is expected.",
        f"{name}={text}: {ja}{low} から {high} の整数にしてください。",
    )
