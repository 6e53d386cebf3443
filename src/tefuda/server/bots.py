"""Bots: programs of the host that play at CPU seats. The settings name them; clients choose among the names."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.game import Game
from tefuda.core.options import did_you_mean
from tefuda.core.registry import game_ids
from tefuda.core.text import Message
from tefuda.players.exec_player import DEFAULT_SECONDS, START_SECONDS, check_command

KEYS: Final = ["command", "seconds", "games"]
MAX_BOTS: Final = 20
MAX_NAME_LENGTH: Final = 24
MAX_SECONDS: Final = 60
MARGIN_SECONDS: Final = 5
"""Time for the rest of a decision: loading the game, and ending a program that is silent."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A program, and where it may play."""

    name: str
    command: str
    seconds: float = DEFAULT_SECONDS
    games: tuple[str, ...] = ()
    """Empty: all games with an opponent."""

    @property
    def player(self) -> str:
        """The name of the player."""
        return f"exec@{self.seconds:g}s:{self.command}"

    @property
    def time_limit(self) -> float:
        """The longest time of a decision. The program itself has less."""
        return self.seconds + START_SECONDS + MARGIN_SECONDS

    def plays(self, game: Game) -> bool:
        """Return whether the bot can be an opponent in a game."""
        return game.seats > 1 and (not self.games or game.id in self.games)


def read_bots(data: Any) -> dict[str, Bot]:
    """Return the bots of the setting `bots` by name; raises `InvalidInput` with all problems."""
    if not isinstance(data, Mapping) or len(data) > MAX_BOTS:
        en, ja = f"a table of at most {MAX_BOTS} bots is expected.", f"{MAX_BOTS} 個までの表で書いてください。"
        raise InvalidInput([_problem(["bots"], en, ja)])
    problems: list[Problem] = []
    found: dict[str, Bot] = {}
    for name, given in data.items():
        wrong = _bot_problems(str(name), given)
        problems += wrong
        if not wrong:
            seconds = float(given.get("seconds", DEFAULT_SECONDS))
            found[name] = Bot(name, given["command"], seconds, tuple(given.get("games", ())))
    if problems:
        raise InvalidInput([problem.under(["bots"]) for problem in problems])
    return found


def _problem(path: list[str | int], en: str, ja: str) -> Problem:
    return Problem(path, Message("setting_value", en, ja))


def _bot_problems(name: str, given: Any) -> list[Problem]:
    """Return the problems of one bot."""
    if not isinstance(given, Mapping):
        return [_problem([name], "a table with a command is expected.", "command を含む表で書いてください。")]
    found: list[Problem] = []
    if not name.isprintable() or not 1 <= len(name.strip()) <= MAX_NAME_LENGTH:
        found.append(
            _problem(
                [name],
                f"a name has 1 to {MAX_NAME_LENGTH} characters.",
                f"名前は {MAX_NAME_LENGTH} 文字までです。",
            )
        )
    for key in given:
        if key not in KEYS:
            en, ja = did_you_mean(key, KEYS)
            message = Message("setting_unknown", f"unknown setting.{en}", f"そのような設定はありません。{ja}")
            found.append(Problem([name, key], message))
    seconds = given.get("seconds", DEFAULT_SECONDS)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0.1 <= seconds <= MAX_SECONDS:
        en, ja = f"a number from 0.1 to {MAX_SECONDS} is expected.", f"0.1 から {MAX_SECONDS} の数にしてください。"
        found.append(_problem([name, "seconds"], en, ja))
    games = given.get("games", [])
    if not isinstance(games, list | tuple) or any(game not in game_ids() for game in games):
        listed = ", ".join(game_ids())
        en, ja = f"a list of games is expected: {listed}.", f"ゲームの一覧にしてください（{listed}）。"
        found.append(_problem([name, "games"], en, ja))
    if not isinstance(given.get("command"), str):
        found.append(_problem([name, "command"], "a command is expected.", "コマンドを書いてください。"))
    else:
        try:
            check_command(f"exec:{given['command']}")
        except InvalidInput as failure:
            found += [problem.under([name, "command"]) for problem in failure.problems]
    return found
