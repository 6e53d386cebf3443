"""Saves a terminal game, never over another file, and shows how to resume it."""

import os
import shlex
import shutil
import sys
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from tefuda.cli.language import language, say, t
from tefuda.cli.terminal.players import SeatPlayers
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.replay import save
from tefuda.core.text import Message


class SavedGame:
    """A match and its save file.

    `own` is the file that already holds this game. Only this file may be overwritten.
    """

    def __init__(self, match: Match, plain: bool, save_to: Path | None, own: Path | None, seats: SeatPlayers) -> None:
        self.match = match
        self.plain = plain
        self.seats = seats
        self.save_to = save_to
        self.own = own
        self.saved_progress = self.progress()
        self.notes: list[str] = []

    @property
    def game(self) -> Game:
        return self.match.game

    def progress(self) -> tuple[object, ...]:
        """Return what a save would contain, to detect unsaved changes."""
        return (*self.match.actions, self.match.undone, self.match.practice)

    def has_unsaved_plays(self) -> bool:
        return self.progress() != self.saved_progress and (self.match.ply > 0 or self.match.undone > 0)

    def default_path(self) -> Path:
        """Return a file in the data folder of the user, named after the time."""
        stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")[:-3]
        return user_data_path("tefuda", appauthor=False) / "replays" / f"{self.game.id}-{stamp}.json"

    def do_save(self, rest: str) -> bool:
        """Save to the given path, or to the file of this game; return whether it was saved."""
        default = self.default_path()
        path = Path(rest).expanduser() if rest else self.save_to or default
        try:
            if path.is_dir() or rest.endswith("/"):
                path = path / default.name
            if path.exists() and path != self.own:
                self.notes = [say(file_exists(path))]
                return False
            if path == default:
                path.parent.mkdir(parents=True, exist_ok=True)
            save(self.match, path)
        except (OSError, ValueError) as failure:
            reason = getattr(failure, "strerror", None) or str(failure)
            self.notes = [t(f"Cannot save to {path}: {reason}.", f"{path} に保存できません（{reason}）。")]
            return False
        self.saved_progress = self.progress()
        self.save_to = self.own = path
        self.notes = [t(f"Saved to {path}", f"{path} に保存しました。")]
        return True

    def leave(self) -> int:
        """Save unsaved plays, in the default folder if necessary, and show how to resume; return the exit status."""
        if self.has_unsaved_plays():
            saved = self.do_save("")
            print("\n".join(self.notes))
            if not saved:
                self.save_to = None
                if not self.do_save(""):
                    return 2
                print("\n".join(self.notes))
        if self.own is not None and not self.match.over:
            print(t("Resume with:", "続きは:"), shlex.join(self.resume_command()))
        return 0

    def resume_command(self) -> list[str]:
        here = not shutil.which("tefuda") and os.access(sys.argv[0], os.X_OK)
        program = sys.argv[0] if here else "tefuda"
        spoken = ["--language", language()] if language() != "en" else []
        plain = ["--plain"] if self.plain and sys.stdout.isatty() else []
        players = [f"--player={name}" for name in self.seats.players] if self.game.seats > 1 else []
        return [program, "play", "--resume", str(self.own), *players, *spoken, *plain]


def file_exists(path: Path) -> Message:
    """Return the error for a save file that already exists."""
    en, ja = f"{path} already exists. Choose another name.", f"{path} はすでにあります。別の名前にしてください。"
    return Message("exists", en, ja)
