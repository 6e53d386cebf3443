"""Players that are programs in any language: `exec:COMMAND`. docs/bots.md has the protocol.

A name can come from a file or a request, so it starts nothing by itself: `allow_programs` must have been called with
it. The commands do that with the names on their command line, and the server with the bots of its settings.
"""

import json
import re
import shutil
import threading
from collections.abc import Iterable
from typing import Any, Final

from typing_extensions import override

from tefuda.core.errors import InvalidInput, Problem, TefudaError
from tefuda.core.player import Player, Seat
from tefuda.core.text import Message
from tefuda.players.programs import (
    MAX_LINE,
    Program,
    ProgramEnded,
    ProgramSilent,
    running_program,
    split_command,
)

PROTOCOL: Final = 1
"""The version of the questions and answers."""
NAME: Final = re.compile(r"exec(?:@([0-9]{1,4}(?:\.[0-9]{1,3})?)s)?:(.+)", re.DOTALL)
DEFAULT_SECONDS: Final = 5.0
MAX_SECONDS: Final = 3600.0
START_SECONDS: Final = 10.0
"""More time for the first answer: the program has to start."""
MAX_SHOWN: Final = 80
"""Characters of an answer, and actions, that a message repeats."""

_ALLOWED: set[str] = set()
_LOCK: Final = threading.Lock()


class PlayerFailed(TefudaError):
    """The player of a seat has failed and loses the game: its program ended, was silent, or gave no legal action."""


class ProgramRefused(InvalidInput):
    """The name of a program that must not or cannot be started."""


def is_program(name: str) -> bool:
    """Return whether the name of a player means a program."""
    return name.startswith(("exec:", "exec@"))


def refused(code: str, en: str, ja: str) -> ProgramRefused:
    return ProgramRefused([Problem([], Message(code, en, ja))])


def read_name(name: str) -> tuple[str, float]:
    """Return the command of a name, and the seconds for an answer; raises `ProgramRefused`."""
    found = NAME.fullmatch(name)
    seconds = float(found[1] or DEFAULT_SECONDS) if found is not None else 0.0
    try:
        if found is not None and 0 < seconds <= MAX_SECONDS and split_command(found[2]):
            return found[2], seconds
        why = ""
    except ValueError as failure:
        why = f" ({failure})"
    raise refused(
        "program_name",
        f"Invalid program {name!r}{why}. Use exec:COMMAND, or exec@10s:COMMAND for 10 seconds per answer.",
        f"プログラムの指定 {name!r} が正しくありません{why}。exec:コマンド、"
        "または exec@10s:コマンド（1 手 10 秒）と書いてください。",
    )


def check_command(name: str) -> None:
    """Raise `ProgramRefused` if the name of a program is wrong, or if the program is missing."""
    program = split_command(read_name(name)[0])[0]
    if shutil.which(program) is None:
        raise refused("no_program", f"Program not found: {program}", f"プログラムが見つかりません: {program}")


def allow_programs(names: Iterable[str]) -> None:
    """Allow this process to start the programs among some player names; raises `ProgramRefused` if one is missing."""
    for name in names:
        if is_program(name) and name not in _ALLOWED:
            check_command(name)
            _ALLOWED.add(name)


def allowed_programs(names: Iterable[str]) -> list[str]:
    """Return the programs among some player names that this process may start."""
    return [name for name in names if name in _ALLOWED]


def check_programs(names: Iterable[str]) -> None:
    """Raise `ProgramRefused` if this process must not start one of the programs among some player names."""
    for name in names:
        if is_program(name) and name not in _ALLOWED:
            raise refused(
                "program_not_allowed",
                f"{name!r} is not started: the command line does not name it. Use -p with play, simulate and lab,"
                " and --allow with lab run and lab resume.",
                f"{name!r} はコマンドラインで指定されていないため起動しません。play・simulate・lab では -p、"
                "lab run・lab resume では --allow で指定してください。",
            )


class ExecPlayer(Player):
    """Asks a program. What it sends is what the seat sees: it is equal in worlds that look the same."""

    def __init__(self, name: str) -> None:
        """Check the name; the program is started for the first question."""
        self.name = name
        self.command, self.seconds = read_name(name)

    @override
    def choose(self, seat: Seat) -> int:
        check_programs([self.name])
        actions = seat.actions()
        legal = [seat.notation(action) for action in actions]
        with _LOCK:
            program = self._start()
            first = program.asked == 0
            number = program.asked + 1
            question = {
                "protocol": PROTOCOL,
                "id": number,
                "game": seat.game.id,
                "rules_version": seat.game.rules_version,
                "options": seat.options(),
                "seat": int(seat.number),
                "view": seat.view(),
                "legal": legal,
                "seconds": self.seconds,
            }
            line = json.dumps(question, ensure_ascii=False, separators=(",", ":")).encode()
            try:
                answer = program.ask(line, self.seconds + (START_SECONDS if first else 0.0))
                return actions[legal.index(self._read(answer, number, legal))]
            except ProgramSilent:
                raise self._failed(
                    f"no answer within {self.seconds:g} s.", f"{self.seconds:g} 秒以内に応答がありませんでした。"
                ) from None
            except ProgramEnded as failure:
                raise self._ended(failure) from None
            except PlayerFailed:
                # Later answers could belong to this question.
                program.kill()
                raise

    def _start(self) -> Program:
        try:
            return running_program(self.command)
        except OSError as failure:
            raise self._failed(
                f"it cannot be started: {failure.strerror}.", f"起動できません: {failure.strerror}"
            ) from None

    def _read(self, answer: bytes, number: int, legal: list[str]) -> str:
        """Return the action of an answer; raises `PlayerFailed`."""
        try:
            found: Any = json.loads(answer)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or not isinstance(found.get("action"), str):
            shown = repr(answer[:MAX_SHOWN].decode(errors="replace").strip())
            long = len(answer) >= MAX_LINE and not answer.endswith(b"\n")
            en, ja = f" A line has at most {MAX_LINE} bytes.", f"1 行は {MAX_LINE} バイトまでです。"
            raise self._failed(
                f'the answer {shown} is not {{"id": {number}, "action": "..."}}.{en if long else ""}',
                f'応答 {shown} は {{"id": {number}, "action": "..."}} の形ではありません。{ja if long else ""}',
            )
        if found.get("id") != number or isinstance(found["id"], bool):
            raise self._failed(
                f"the answer has the id {found.get('id')!r:.40}; {number} is required.",
                f"応答の id は {found.get('id')!r:.40} ですが、{number} が必要です。",
            )
        action: str = found["action"]
        if action not in legal:
            listed = ", ".join(legal[:10]) + (" ..." if len(legal) > 10 else ".")
            shown = repr(action[:MAX_SHOWN])
            raise self._failed(
                f"the action {shown} is not legal. Legal actions: {listed}",
                f"行動 {shown} はできません。できる行動: {listed}",
            )
        return action

    def _ended(self, failure: ProgramEnded) -> PlayerFailed:
        status = "?" if failure.status is None else failure.status
        more = f" {failure.error}" if failure.error else ""
        if failure.status is None:
            return self._failed(f"it closed its output.{more}", f"出力を閉じました。{more}")
        return self._failed(f"it ended with status {status}.{more}", f"終了しました（状態 {status}）。{more}")

    def _failed(self, en: str, ja: str) -> PlayerFailed:
        name = self.command if len(self.command) <= MAX_SHOWN else f"{self.command[:MAX_SHOWN]}..."
        return PlayerFailed(Message("player_failed", f"{name}: {en}", f"{name}: {ja}"))
