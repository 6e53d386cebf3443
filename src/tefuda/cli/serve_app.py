"""`tefuda serve`: its arguments."""

from pathlib import Path
from typing import Annotated

import typer

from tefuda.cli.arguments import language_option
from tefuda.cli.language import t


def add_serve(app: typer.Typer) -> None:
    @app.command(help=t("Host tables to play in the browser.", "卓を開く。ブラウザで、ほかの人とも遊べる。"))
    def serve(
        host: Annotated[
            str | None, typer.Option(help=t("Address to listen on (default: 127.0.0.1).", "待ち受けるアドレス。"))
        ] = None,
        port: Annotated[int | None, typer.Option(help=t("Port (default: 8765).", "ポート（既定 8765）。"))] = None,
        database: Annotated[
            str | None,
            typer.Option(
                metavar="FILE",
                help=t(
                    "Database of the tables: a SQLite file or a URL (default: a file in your data folder).",
                    "卓の保存先。SQLite のファイルか URL（既定: データフォルダのファイル）。",
                ),
            ),
        ] = None,
        workers: Annotated[
            int | None,
            typer.Option(
                help=t(
                    "Number of processes; 2 or more require PostgreSQL.",
                    "プロセス数。2 以上は PostgreSQL が必要。",
                )
            ),
        ] = None,
        config: Annotated[Path | None, typer.Option(help=t("Settings file (TOML).", "設定の TOML ファイル。"))] = None,
        log: Annotated[
            str | None,
            typer.Option(
                metavar="FORMAT",
                help=t("Log format: text or json (default: text).", "ログの形式: text または json（既定 text）。"),
            ),
        ] = None,
        open_browser: Annotated[bool, typer.Option("--open", help=t("Open the browser.", "ブラウザを開く。"))] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.serve import serve_tables

        return serve_tables(
            host=host, port=port, database=database, workers=workers, config=config, log=log, open_browser=open_browser
        )
