"""`tefuda play`: starts or resumes a game in the terminal."""

import secrets
from pathlib import Path

from tefuda.cli.commands.puzzles import find_puzzle
from tefuda.cli.console import game_title, invalid_ply, read_options, read_position
from tefuda.cli.language import t
from tefuda.cli.terminal.players import seat_players
from tefuda.cli.terminal.reload_cards import CardReloader
from tefuda.cli.terminal.saved_game import file_exists
from tefuda.cli.terminal.session import SEEDS, Session
from tefuda.core.errors import InvalidInput, Problem, invalid_input
from tefuda.core.match import Match
from tefuda.core.puzzle import is_puzzle, read_puzzle
from tefuda.core.registry import find_game, game_ids
from tefuda.core.replay import load, matched, verify
from tefuda.core.seed import parse_seed
from tefuda.players.exec_player import allow_programs


def play_game(
    game_id: str,
    *,
    seed: str | None,
    practice: bool,
    plain: bool,
    options: list[str],
    position: Path | None,
    resume: Path | None,
    ply: int | None,
    save_to: Path | None,
    players: list[str],
    decks: list[str],
    watch: Path | None,
) -> int:
    """Play a game until the player leaves; return 2 if it could not be saved."""
    if save_to is not None and save_to.exists() and save_to != resume:
        raise InvalidInput([Problem([], file_exists(save_to))])
    allow_programs(players)
    if resume is not None:
        if seed is not None or options or position is not None or game_id or decks or watch is not None:
            raise invalid_input(
                "exclusive",
                "--resume uses the saved game, deal and options; only --ply, --save and --player are allowed.",
                "--resume では保存したゲーム・配札・設定を使います。併用できるのは --ply・--save・--player だけです。",
            )
        match = load_saved(resume, ply)
        match.practice = match.practice or practice
        # Going back starts another game. The saved file stays unchanged.
        own = resume if ply is None else None
        return Session(match, plain, save_to or own, own, seat_players(match.game, players)).run()
    if ply is not None:
        raise invalid_input("ply", "--ply requires --resume.", "--ply は --resume と一緒に使います。")
    if position is not None and (options or decks):
        en, ja = "Options are part of the position file.", "--position の局面では、設定は局面のファイルに書きます。"
        raise invalid_input("exclusive", en, ja)
    game = find_game(game_id or choose_game())
    seated = seat_players(game, players)
    reloader = CardReloader(game.id, watch) if watch is not None else None
    number = secrets.randbelow(SEEDS) if seed is None else parse_seed(seed)
    if position is not None:
        source = read_position(position)
        if is_puzzle(source.data):
            return play_puzzle(str(position), plain)
        match = source.under([], lambda: Match(game, number, position=source.data))
    else:
        quick_start = {option.name: option.quick_start for option in game.options}
        match = Match(game, number, {**quick_start, **read_options(game, options, decks)})
    match.practice = practice or reloader is not None
    session = Session(match, plain, save_to, None, seated)
    session.reloader = reloader
    return session.run()


def play_puzzle(name: str, plain: bool) -> int:
    """Play a puzzle as a practice game, with undo."""
    puzzle = read_puzzle(find_puzzle(name))
    match = Match(puzzle.game, 0, position=puzzle.position)
    match.practice = True
    session = Session(match, plain, None, None, seat_players(puzzle.game, []))
    session.puzzle = puzzle
    return session.run()


def choose_game() -> str:
    """Return the only game, or let the user choose one from a list."""
    ids = game_ids()
    if len(ids) == 1:
        return ids[0]
    for number, game_id in enumerate(ids, 1):
        print(f"  {number}  {game_title(find_game(game_id))}")
    while True:
        try:
            typed = input("> ").strip()
        except EOFError:
            print()
            en, ja = (
                "No game chosen. Name one, such as: tefuda play catalyst",
                "ゲームが選ばれていません。例: tefuda play catalyst",
            )
            raise invalid_input("no_game", en, ja) from None
        if typed.isdecimal() and 1 <= int(typed[:9]) <= len(ids):
            return ids[int(typed[:9]) - 1]
        if typed in ids:
            return typed
        print(t(f"Enter a number from 1 to {len(ids)}.", f"1 から {len(ids)} の番号を入力してください。"))


def load_saved(path: Path, ply: int | None) -> Match:
    """Load the match of a replay file, at the given ply; raise `InvalidInput`."""
    source = load(path)
    match: Match = source.under([], lambda: matched(verify(source)))
    if ply is not None and not 0 <= ply <= match.ply:
        raise invalid_ply(ply, match)
    while ply is not None and match.ply > ply:
        match.undo()
    return match
