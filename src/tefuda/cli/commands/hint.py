"""`tefuda hint`: the best actions of a position with their chances to win."""

from pathlib import Path

from rich.text import Text

from tefuda.cli.commands.play import load_saved
from tefuda.cli.console import (
    check_range,
    column,
    format_estimate,
    game_title,
    print_json,
    read_options,
    read_position,
    stdout_console,
)
from tefuda.cli.language import language, say, t
from tefuda.core.errors import invalid_input
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.puzzle import is_puzzle, read_puzzle
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.seed import parse_seed
from tefuda.players.advice import Advice, advise, reliable_advice

MAX_SHOWN = 1000


def give_hint(
    game_id: str,
    *,
    seed: str | None,
    options: list[str],
    decks: list[str],
    position: Path | None,
    resume: Path | None,
    ply: int | None,
    player: str,
    count: int,
    as_json: bool,
) -> int:
    """Show the best actions, best first. The adviser sees only what the deciding seat sees."""
    check_range("--count", count, 1, MAX_SHOWN)
    match = _load_match(game_id, seed=seed, options=options, decks=decks, position=position, resume=resume, ply=ply)
    game = match.game
    if match.over:
        raise invalid_input("game_over", "The game is over.", "ゲームは終わっています。")
    seat = match.seat_of(match.seat)
    adviser = player or game.players.hint_player()
    console = stdout_console()
    if console.is_terminal and not as_json:
        with console.status(t("Thinking", "考え中")):
            found = advise(game, seat, player, xoshiro(match.ply, 1))
    else:
        found = advise(game, seat, player, xoshiro(match.ply, 1))
    if as_json:
        best = [
            {"action": notation(match, advice), **estimate_json(game, advice), "tried": advice.visits}
            for advice in found[:count]
        ]
        seat_name = game.seat_names[match.seat]
        print_json({"game": game.id, "ply": match.ply, "seat": seat_name, "player": adviser, "best": best})
        return 0
    shown = reliable_advice(found)[:count]
    who = f" · {say(game.seat_titles[match.seat])}" if game.seats > 1 else ""
    console.print(Text.assemble((game_title(game), "bold"), f"{who} · {adviser}"))
    width = max(len(notation(match, advice)) for advice in shown) + 2
    for number, advice in enumerate(shown, 1):
        text = notation(match, advice)
        rate = format_estimate(game, advice)
        line = f"  {number:>2}  {column(rate, 8)}{column(text, width)}{match.describe(text, language())}"
        console.print(Text(line, "bold" if number == 1 else ""))
    return 0


def _load_match(
    game_id: str,
    *,
    seed: str | None,
    options: list[str],
    decks: list[str],
    position: Path | None,
    resume: Path | None,
    ply: int | None,
) -> Match:
    """Load the saved game, the position, or the opening of a deal; raise `InvalidInput`."""
    if resume is not None:
        if game_id or seed is not None or options or decks or position is not None:
            raise invalid_input(
                "exclusive",
                "--resume uses the saved game, deal and options. Only --ply is allowed.",
                "--resume では保存したゲーム・配札・設定を使います。併用できるのは --ply だけです。",
            )
        return load_saved(resume, ply)
    if ply is not None:
        raise invalid_input("ply", "--ply requires --resume.", "--ply は --resume と一緒に使います。")
    if not game_id:
        raise invalid_input("game", "Name a game, or use --resume.", "ゲームか --resume を指定してください。")
    game = find_game(game_id)
    number = 0 if seed is None else parse_seed(seed)
    if position is None:
        return Match(game, number, read_options(game, options, decks))
    if options or decks:
        en, ja = "Options are part of the position file.", "--position の局面では、設定は局面のファイルに書きます。"
        raise invalid_input("exclusive", en, ja)
    source = read_position(position)
    if is_puzzle(source.data):
        puzzle = read_puzzle(position)
        if puzzle.game.id != game.id:
            en, ja = f"The file is a puzzle of {puzzle.game.id}.", f"{puzzle.game.id} のパズルです。"
            raise invalid_input("other_game", en, ja)
        return Match(puzzle.game, number, position=puzzle.position)
    found: Match = source.under([], lambda: Match(game, number, position=source.data))
    return found


def estimate_json(game: Game, advice: Advice) -> dict[str, float | None]:
    """Return the chance to win; in a game with payoffs also the expected payoff."""
    if not game.has_payoffs or advice.chance is None:
        return {"chance": advice.chance}
    return {"chance": advice.chance, "payoff": game.score_at(advice.chance)}


def notation(match: Match, advice: Advice) -> str:
    return match.game.format(match.state(), advice.action)
