"""`tefuda games`."""

from rich.text import Text

from tefuda.cli.console import game_title, out, print_json
from tefuda.cli.language import say, t
from tefuda.core.game import Game
from tefuda.core.registry import find_game, game_ids
from tefuda.core.text import both
from tefuda.players.names import SEARCHING, player_names


def list_games(only: str, as_json: bool) -> int:
    """What can be played, by whom, with which options; of one game all of them."""
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
                    "levels": game.levels(),
                    "options": {
                        option.name: {"default": option.default, "values": option.range()} for option in game.options
                    },
                }
                for game in games
            ]
        )
        return 0
    console = out()
    for game in games:
        seats = t("one player" if game.seats == 1 else f"{game.seats} players", f"{game.seats} 人用")
        console.print(Text.assemble((game.id, "bold cyan"), f"  {game_title(game)} · {seats}"))
        blurb = game.blurb()
        if blurb is not None:
            console.print(f"  {say(blurb)}")
        console.print(f"  {t('players', 'プレイヤー')}: {', '.join([*player_names(game), *SEARCHING])}")
        console.print(f"  {t('levels 1 to 6', 'レベル 1～6')}: {', '.join(game.levels())}")
        for option in game.options:
            if only or "." not in option.name:
                line = f"  --option {option.name}={option.default}"
                console.print(f"{line:<32} {say(option.label)} ({option.range()})")
        for family in (
            () if only else dict.fromkeys(option.name.split(".")[0] for option in game.options if "." in option.name)
        ):
            members = [option for option in game.options if option.name.startswith(f"{family}.")]
            first = members[0]
            line = f"  --option {first.name}={first.default}"
            more = t(
                f"and {len(members) - 1} more: tefuda games {game.id}",
                f"ほか {len(members) - 1} 個: tefuda games {game.id}",
            )
            console.print(f"{line:<32} {say(first.label)} ({first.range()}; {more})")
    return 0


def blurb_json(game: Game) -> dict[str, str] | None:
    blurb = game.blurb()
    return None if blurb is None else both(blurb)
