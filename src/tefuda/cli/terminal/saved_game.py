"""Keeping a game: where it is saved, never over another, and how to come back to it."""

import os
import shlex
import shutil
import sys
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from tefuda.cli.language import language, say, t
from tefuda.cli.terminal.players import Seating
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.replay import save
from tefuda.core.text import Message


class Keeping:
    """A match and where it is kept.

    `own` is the file that already holds this very game: the only one that may be overwritten.
    """

    def __init__(self, match: Match, plain: bool, save_to: Path | None, own: Path | None, seats: Seating) -> None:
        self.match = match
        self.plain = plain
        self.seats = seats
        self.save_to = save_to
        self.own = own
        self.kept = self.progress()
        self.notes: list[str] = []

    @property
    def game(self) -> Game:
        return self.match.game

    def progress(self) -> tuple[object, ...]:
        """What a save would hold: when this is as it was, there is nothing new to save."""
        return (*self.match.actions, self.match.undone, self.match.practice)

    def unsaved(self) -> bool:
        return self.progress() != self.kept and (self.match.ply > 0 or self.match.undone > 0)

    def default_path(self) -> Path:
        """The user's own folder, under a name that tells the time."""
        stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")[:-3]
        return user_data_path("tefuda", appauthor=False) / "replays" / f"{self.game.id}-{stamp}.json"

    def do_save(self, rest: str) -> bool:
        """Save where asked, or where this game is kept; never over another file."""
        default = self.default_path()
        path = Path(rest).expanduser() if rest else self.save_to or default
        try:
            if path.is_dir() or rest.endswith("/"):
                path = path / default.name
            if path.exists() and path != self.own:
                self.notes = [say(already_there(path))]
                return False
            if path == default:
                path.parent.mkdir(parents=True, exist_ok=True)
            save(self.match, path)
        except (OSError, ValueError) as failure:
            reason = getattr(failure, "strerror", None) or str(failure)
            self.notes = [t(f"Cannot save to {path}: {reason}.", f"{path} に保存できません（{reason}）。")]
            return False
        self.kept = self.progress()
        self.save_to = self.own = path
        self.notes = [t(f"Saved to {path}", f"{path} に保存しました。")]
        return True

    def leave(self) -> int:
        """Save what is not saved yet, if need be elsewhere, and say how to come back."""
        if self.unsaved():
            saved = self.do_save("")
            print("\n".join(self.notes))
            if not saved:
                self.save_to = None
                if not self.do_save(""):
                    return 2
                print("\n".join(self.notes))
        if self.own is not None and not self.match.over:
            print(t("Go on with:", "続きは:"), shlex.join(self.resume_command()))
        return 0

    def resume_command(self) -> list[str]:
        here = not shutil.which("tefuda") and os.access(sys.argv[0], os.X_OK)
        program = sys.argv[0] if here else "tefuda"
        spoken = ["--language", language()] if language() != "en" else []
        plain = ["--plain"] if self.plain and sys.stdout.isatty() else []
        players = [f"--player={name}" for name in self.seats.players] if self.game.seats > 1 else []
        return [program, "play", "--resume", str(self.own), *players, *spoken, *plain]


def already_there(path: Path) -> Message:
    """Nothing is ever saved over another file."""
    en, ja = f"{path} exists already; choose another name.", f"{path} はすでにあります。別の名前にしてください。"
    return Message("exists", en, ja)
