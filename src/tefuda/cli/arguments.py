"""Arguments and options that several commands share."""

from typing import Any

import typer

from tefuda.cli.language import t


# The language is chosen before the commands are made (see main.py); here it is only named.
def language_option() -> Any:
    help_text = t("en or ja; also by TEFUDA_LANGUAGE.", "en または ja。TEFUDA_LANGUAGE でも指定できる。")
    return typer.Option("--language", metavar="LANGUAGE", help=help_text, show_default=False)


def json_option() -> Any:
    return typer.Option("--json", help=t("Print JSON.", "JSON で出力する。"))


def options_option() -> Any:
    help_text = t(
        "A rule option, name=value; repeatable. See `tefuda games`.", "ルールの設定 名前=値。`tefuda games` を参照。"
    )
    return typer.Option("--option", "-o", metavar="NAME=VALUE", help=help_text)


def deck_option() -> Any:
    help_text = t("Deck ID or file; repeat for each seat.", "デッキの id かファイル。席ごとに指定する。")
    return typer.Option("--deck", "-d", metavar="DECK", help=help_text)


def workers_option() -> Any:
    help_text = t("Number of processes (0: one per core).", "プロセス数。0 ならコアの数だけ。")
    return typer.Option("--workers", "-w", help=help_text)


def game_argument(help_text: str) -> Any:
    return typer.Argument(metavar="GAME", help=help_text, show_default=False)


def cards_option() -> Any:
    help_text = t("Custom card file or folder.", "自作カードのファイルかフォルダ。")
    return typer.Option("--cards", metavar="PATH", help=help_text)
