"""`tefuda server`: its commands and their arguments."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tefuda.cli.arguments import json_option, language_option
from tefuda.cli.language import t


def add_server(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(no_args_is_help=True)
    text = t(
        "Maintain the database of a server: stats, prune, export.", "サーバーのデータベースの統計・整理・書き出し。"
    )
    app.add_typer(group, name="server", help=text)

    @group.command(help=t("Show the number of tables, their size and age.", "卓の数、容量、古さを表示する。"))
    def stats(
        database: Annotated[str | None, _database()] = None,
        config: Annotated[Path | None, _config()] = None,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.server import show_statistics

        return show_statistics(database, config, as_json)

    @group.command(help=t("Delete expired tables now.", "保存期間を過ぎた卓を今すぐ削除する。"))
    def prune(
        finished: Annotated[
            int | None, _days(t("Days to keep finished tables (0: forever).", "終局した卓を残す日数（0 は無期限）。"))
        ] = None,
        abandoned: Annotated[
            int | None,
            _days(t("Days to keep unfinished tables (0: forever).", "途中で止まった卓を残す日数（0 は無期限）。")),
        ] = None,
        practice: Annotated[
            int | None, _days(t("Days to keep practice tables (0: forever).", "練習用の卓を残す日数（0 は無期限）。"))
        ] = None,
        dry_run: Annotated[
            bool, typer.Option("--dry-run", help=t("Only count the tables.", "削除せずに数だけを表示する。"))
        ] = False,
        database: Annotated[str | None, _database()] = None,
        config: Annotated[Path | None, _config()] = None,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.server import prune_tables

        days = {
            "keep_finished_days": finished,
            "keep_abandoned_days": abandoned,
            "keep_practice_days": practice,
        }
        return prune_tables(database, config, days, dry_run)

    @group.command(
        help=t("Write one table with its log and replay as JSON.", "一つの卓を、記録とリプレイを含む JSON で書き出す。")
    )
    def export(
        table: Annotated[str, typer.Argument(metavar="TABLE", help=t("ID of the table.", "卓の id。"))],
        out: Annotated[
            Path | None,
            typer.Option(metavar="FILE", help=t("Output file (default: stdout).", "出力先（既定: 標準出力）。")),
        ] = None,
        database: Annotated[str | None, _database()] = None,
        config: Annotated[Path | None, _config()] = None,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.server import write_table

        return write_table(database, config, table, out)


def _database() -> Any:
    text = t(
        "Database: a SQLite file or a URL (default: that of `tefuda serve`).",
        "データベース。SQLite のファイルか URL（既定: `tefuda serve` と同じ）。",
    )
    return typer.Option("--database", metavar="FILE", help=text)


def _config() -> Any:
    return typer.Option("--config", help=t("Settings file (TOML).", "設定の TOML ファイル。"))


def _days(text: str) -> Any:
    return typer.Option(metavar="DAYS", help=text)
