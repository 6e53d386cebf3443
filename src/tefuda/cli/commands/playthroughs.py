"""`tefuda playthroughs`: make, check and rewrite playthrough files."""

import difflib
from pathlib import Path

from tefuda.cli.console import print_error, read_options
from tefuda.cli.language import t
from tefuda.core.errors import invalid_input
from tefuda.core.match import Match
from tefuda.core.playthrough import play_plan, read_plan, write_playthrough
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.seed import parse_seed
from tefuda.players.names import make_player

MAX_LINES = 40
"""Maximum number of printed lines of a difference."""


def playthrough_files(paths: list[Path]) -> list[Path]:
    """Return the playthrough files; raise `InvalidInput` if there are none."""
    files = [file for path in paths for file in (sorted(path.glob("*.txt")) if path.is_dir() else [path])]
    if not files or not all(file.is_file() for file in files):
        raise invalid_input("no_files", "No playthrough files (*.txt) found.", "プレイ記録（*.txt）が見つかりません。")
    return files


def new_playthrough(game_id: str, options: list[str], decks: list[str], seed: str, player: str) -> str:
    """Return the text of a game between players of one kind."""
    game = find_game(game_id)
    match = Match(game, parse_seed(seed), read_options(game, options, decks))
    players = [make_player(game, player, xoshiro(match.seed, 1 + seat)) for seat in range(game.seats)]
    while not match.over:
        action = players[match.seat].choose(match.seat_of(match.seat))
        match.play(match.seat, match.ply, game.format(match.state(), action))
    return write_playthrough(match)


def rewrite(text: str) -> tuple[str, str]:
    """Return a playthrough played again, and a note if some actions are no longer legal."""
    plan = read_plan(text)
    match, played = play_plan(plan)
    if played == len(plan.actions) == match.ply:
        return write_playthrough(match), ""
    note = t(
        f"Only {played} of {len(plan.actions)} actions can be played; random actions follow.",
        f"{len(plan.actions)} 手のうち {played} 手までしか再生できません。以降はランダムに進めます。",
    )
    return write_playthrough(match), note


def difference(file: Path) -> list[str]:
    """Return the shortened difference between a file and the same game played now; empty if they are equal."""
    old = file.read_text(encoding="utf-8")
    new, note = rewrite(old)
    if old == new:
        return []
    lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), str(file), "now", n=2, lineterm=""))
    left = len(lines) - MAX_LINES
    more = [t(f"... {left} more lines", f"... 他 {left} 行")] if left > 0 else []
    again = t("Rewrite it with: ", "更新するには: ") + f"tefuda playthroughs update {file}"
    return [*([note] if note else []), *lines[:MAX_LINES], *more, again]


def check_playthroughs(files: list[Path]) -> int:
    """Compare files; return 1 if one differs."""
    wrong = 0
    for file in files:
        lines = difference(file)
        wrong += bool(lines)
        if lines:
            print("\n".join(lines))
    print(
        t(
            f"Playthroughs: {len(files) - wrong} passed, {wrong} failed.",
            f"一致 {len(files) - wrong} 件、不一致 {wrong} 件。",
        )
    )
    return 1 if wrong else 0


def update_playthroughs(files: list[Path]) -> int:
    """Rewrite the files that changed."""
    changed = 0
    for file in files:
        old = file.read_text(encoding="utf-8")
        new, note = rewrite(old)
        if note:
            print_error(f"{file}: {note}")
        if new != old:
            file.write_text(new, encoding="utf-8")
            changed += 1
            print(file)
    print(t(f"{changed} of {len(files)} playthroughs changed.", f"{len(files)} 件のうち {changed} 件を更新しました。"))
    return 0
