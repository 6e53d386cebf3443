"""`tefuda games`."""

from rich.console import Console
from rich.text import Text

from tefuda.cli.console import game_title, print_json, print_wrapped, stdout_console
from tefuda.cli.language import say, t
from tefuda.cli.terminal.screen import wrap_text
from tefuda.core.game import Game
from tefuda.core.options import Option
from tefuda.core.registry import find_game, game_ids
from tefuda.core.text import both
from tefuda.players.names import PARAMETRIC_PLAYERS, player_names

OPTION_WIDTH = 33
"""Columns of an option with its default."""


def list_games(only: str, as_json: bool) -> int:
    """List the games with players and options; a single game with all its options."""
    games = [find_game(only)] if only else [find_game(game_id) for game_id in game_ids()]
    if as_json:
        print_json(
            [
                {
                    "id": game.id,
                    "title": both(game.title),
                    "blurb": blurb_json(game),
                    "seats": game.seats,
                    "scores": [game.min_score, game.max_score],
                    "rules_version": game.rules_version,
                    "players": player_names(game),
                    "levels": game.players.levels(),
                    "options": {
                        option.name: {"default": option.default, "values": option.range()} for option in game.options
                    },
                }
                for game in games
            ]
        )
        return 0
    console = stdout_console()
    for game in games:
        seats = t("one player" if game.seats == 1 else f"{game.seats} players", f"{game.seats} 人用")
        console.print(Text.assemble((game.id, "bold cyan"), f"  {game_title(game)} · {seats}"))
        blurb = game.texts.blurb()
        if blurb is not None:
            print_wrapped(console, say(blurb), "  ")
        players, levels = [*player_names(game), *PARAMETRIC_PLAYERS], game.players.levels()
        print_wrapped(console, f"{t('players', 'プレイヤー')}: {', '.join(players)}", "  ")
        print_wrapped(console, f"{t('levels 1 to 6', 'レベル 1～6')}: {', '.join(levels)}", "  ")
        for option in game.options:
            if only or "." not in option.name:
                show_option(console, option, f"{say(option.label)} ({option.range()})")
        for family in (
            () if only else dict.fromkeys(option.name.split(".")[0] for option in game.options if "." in option.name)
        ):
            members = [option for option in game.options if option.name.startswith(f"{family}.")]
            first = members[0]
            more = t(
                f"and {len(members) - 1} more: tefuda games {game.id}",
                f"ほか {len(members) - 1} 個: tefuda games {game.id}",
            )
            show_option(console, first, f"{say(first.label)} ({first.range()}; {more})")
    return 0


def blurb_json(game: Game) -> dict[str, str] | None:
    blurb = game.texts.blurb()
    return None if blurb is None else both(blurb)


def show_option(console: Console, option: Option, text: str) -> None:
    """Show an option with its default and description; in a terminal the description wraps."""
    flag = f"  --option {option.name}={option.default}"
    lines = wrap_text(text, console.width - OPTION_WIDTH - 1) if console.is_terminal else [text]
    for number, line in enumerate(lines):
        console.print(Text(f"{'' if number else flag:<{OPTION_WIDTH - 1}} {line}"))
