"""`tefuda playthroughs`: its commands and their arguments."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tefuda.cli.arguments import deck_option, game_argument, language_option, options_option
from tefuda.cli.language import t


def add_playthroughs(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(no_args_is_help=True)
    text = t("Golden playthroughs: new, check, update.", "基準プレイ記録の作成・照合・更新。")
    app.add_typer(group, name="playthroughs", help=text)

    @group.command(help=t("Print a new playthrough.", "新しいプレイ記録を出力する。"))
    def new(
        game: Annotated[str, game_argument(t("Game.", "ゲーム。"))],
        option: Annotated[list[str], options_option()] = [],  # noqa: B006
        deck: Annotated[list[str], deck_option()] = [],  # noqa: B006
        seed: Annotated[str, typer.Option(help=t("Seed of the game.", "シード。"))] = "1",
        player: Annotated[
            str, typer.Option("--player", "-p", help=t("Player for all seats.", "全席のプレイヤー。"))
        ] = "random",
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.playthroughs import new_playthrough

        print(new_playthrough(game, option, deck, seed, player), end="")
        return 0

    @group.command(help=t("Play files again and compare.", "プレイ記録を再生して照合する。"))
    def check(paths: Annotated[list[Path], _paths()], language: Annotated[str, language_option()] = "") -> int:
        from tefuda.cli.commands.playthroughs import check_playthroughs, playthrough_files

        return check_playthroughs(playthrough_files(paths))

    @group.command(help=t("Play files again and rewrite them.", "プレイ記録を再生して書き直す。"))
    def update(paths: Annotated[list[Path], _paths()], language: Annotated[str, language_option()] = "") -> int:
        from tefuda.cli.commands.playthroughs import playthrough_files, update_playthroughs

        return update_playthroughs(playthrough_files(paths))


def _paths() -> Any:
    text = t("Playthrough files, or folders of them.", "プレイ記録のファイルまたはフォルダ。")
    return typer.Argument(metavar="PATH...", help=text)
