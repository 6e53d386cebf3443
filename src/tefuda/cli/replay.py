"""`tefuda replay`."""

from pathlib import Path

from rich.text import Text

from tefuda.cli.console import complain, game_title, invalid, out, print_json
from tefuda.cli.language import language, say, t
from tefuda.core.events import SPECTATOR
from tefuda.core.match import Match
from tefuda.core.replay import DIVERGED, EXACT, load, verify

STATUS = {EXACT: 0, DIVERGED: 1}


def show_replay(file: Path, ply: int | None, plain: bool, as_json: bool) -> int:
    """Verify; show the game where it is EXACT, and nothing that might be wrong where it is not."""
    source = load(file)
    verdict = verify(source)
    status = STATUS.get(verdict.kind, 2)
    match = verdict.match
    if match is not None and ply is not None and not 0 <= ply <= match.ply:
        raise invalid(
            "ply", f"There is no ply {ply}: 0 to {match.ply}.", f"{ply} 手目はありません（0 から {match.ply}）。"
        )
    if as_json:
        shown = match.view(SPECTATOR, match.ply if ply is None else ply) if match is not None else None
        data = source.data
        facts = {key: data[key] for key in ("game", "seed", "options", "actions", "result", "undone")}
        print_json({"verdict": verdict.kind, "ply": verdict.ply, **facts, "view": shown})
        return status
    if match is None:
        complain(f"{file}: {say(verdict.message)}")
        return status
    show_match(match, match.ply if ply is None else ply, plain)
    print(say(verdict.message))
    return status


def show_match(match: Match, ply: int, plain: bool) -> None:
    """The story up to a ply, and the table as it was then."""
    console = out()
    game = match.game
    undone = t(f", practice ({match.undone} undone)", f"、練習（待った {match.undone} 回）") if match.undone else ""
    console.print(Text.assemble((game_title(game), "bold"), f"{undone}"))
    for number in range(1, ply + 1):
        lines = [game.tell(event, language()) for event in match.told(SPECTATOR, number)]
        console.print(f"{number:>4}  {match.actions[number - 1]:<8} {' '.join(line for line in lines if line)}")
    view = match.view(SPECTATOR, ply)
    console.print(t(f"After {ply} of {match.ply}:", f"{match.ply} 手中 {ply} 手目:"))
    if plain or not console.is_terminal:
        print(game.screen().plain(view, language()))
    else:
        console.print(game.screen().draw(view, language(), console.width))
