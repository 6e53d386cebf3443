"""`tefuda replay`."""

from pathlib import Path

from rich.text import Text

from tefuda.cli.console import game_title, invalid_ply, print_error, print_json, stdout_console
from tefuda.cli.language import language, say, t
from tefuda.cli.terminal.screens.registry import find_screen
from tefuda.core.events import SPECTATOR
from tefuda.core.match import Match
from tefuda.core.replay import DIVERGED, EXACT, load, verify
from tefuda.core.seed import format_seed

STATUS = {EXACT: 0, DIVERGED: 1}


def show_replay(file: Path, ply: int | None, plain: bool, as_json: bool) -> int:
    """Verify a replay. Show the game only if it is EXACT; return the exit status."""
    source = load(file)
    verdict = verify(source)
    status = STATUS.get(verdict.kind, 2)
    match = verdict.match
    if match is not None and ply is not None and not 0 <= ply <= match.ply:
        raise invalid_ply(ply, match)
    if as_json:
        shown = match.view(SPECTATOR, match.ply if ply is None else ply) if match is not None else None
        data = source.data
        facts = {key: data[key] for key in ("game", "seed", "options", "actions", "result", "practice", "undone")}
        print_json({"verdict": verdict.kind, "ply": verdict.ply, **facts, "view": shown})
        return status
    if match is None:
        print_error(f"{file}: {say(verdict.message)}")
        return status
    show_match(match, match.ply if ply is None else ply, plain)
    print(say(verdict.message))
    return status


def show_match(match: Match, ply: int, plain: bool) -> None:
    """Show the log up to a ply, and the table at that ply."""
    console = stdout_console()
    game = match.game
    number = format_seed(match.seed)
    deal = t(f"deal {number}", f"配札 No.{number}") if match.start is None else t("from a position", "局面から")
    undone = t(f" · practice, {match.undone} undone", f" · 練習モード、戻した手 {match.undone}")
    console.print(Text.assemble((game_title(game), "bold"), f" · {deal}{undone if match.practice else ''}"))
    column = max([8, *(len(action) for action in match.actions[:ply])])
    for play in range(ply + 1):
        lines = [match.event_text(event, language()) for event in match.events_for(SPECTATOR, play)]
        notation = match.actions[play - 1] if play else ""
        story = " ".join(line for line in lines if line)
        console.print(Text(f"{play:>4}  {notation:<{column}} {story}"), soft_wrap=not console.is_terminal)
    view = match.view(SPECTATOR, ply)
    console.print(t(f"After {ply} of {match.ply} plays:", f"全 {match.ply} 手のうち {ply} 手目まで:"))
    screen = find_screen(game)
    if plain or not console.is_terminal:
        print(screen.plain(view, language()))
    else:
        console.print(screen.draw(view, language(), console.width, console.height))
