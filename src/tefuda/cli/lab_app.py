"""`tefuda lab`: its commands and their arguments."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tefuda.cli.arguments import (
    OptionGroup,
    RunArguments,
    StudyArguments,
    cards_option,
    deck_option,
    game_argument,
    json_option,
    language_option,
    option,
    options_option,
    strict_option,
    with_options,
    workers_option,
)
from tefuda.cli.language import t


def add_lab(app: typer.Typer) -> None:
    """Add the group with all its commands."""
    help_text = t(
        "Run studies over many games: compare, sweep, cards, game.",
        "多数の対戦による実験: 比較・設定の比較・カード・ゲームの性質・再開・報告。",
    )
    lab = typer.Typer(name="lab", help=help_text, no_args_is_help=True)
    app.add_typer(lab)
    _add_studies(lab)
    _add_spec_study(lab)
    _add_runs(lab)


def _player(help_text: str) -> Any:
    return typer.Option("--player", "-p", metavar="PLAYER", help=help_text, show_default=False)


def _study_options(player: str = "", deck: str = "") -> OptionGroup:
    """Return the options of the commands that describe a study; `player` and `deck` replace the help texts."""
    player = player or t("Player; repeatable. See `tefuda games`.", "プレイヤー。複数指定可。`tefuda games` を参照。")
    games = typer.Option("--games", "-n", help=t("Games per pair or cell.", "組または設定ごとのゲーム数。"))
    options = [
        option("game", str, game_argument(t("Game.", "ゲーム。"))),
        option("players", list[str], _player(player), []),
        option("decks", list[str], deck_option(deck), []),
        option("games", int, games, 1000),
        option("seed", str, typer.Option("--seed", help=t("Seed of the run.", "シード。")), "1"),
        option("options", list[str], options_option(), []),
    ]
    return OptionGroup(StudyArguments, options)


def _run_options(*, new: bool = True, file: bool = False) -> OptionGroup:
    """Return the options of the commands that play a run. A new run has an output folder.

    A file can name programs, which are started only if the command line names them too.
    """
    folder = t("Output folder (default: a new folder in runs/).", "結果を置くフォルダ（既定: runs/ の下）。")
    backend = t("loky (processes on this machine) or dask (cluster).", "loky（この PC）または dask（クラスタ）。")
    address = t("Dask scheduler, such as tcp://host:8786.", "Dask スケジューラ。tcp://host:8786 など。")
    options = [
        option("workers", int, workers_option(), 0),
        option("backend", str, typer.Option("--backend", metavar="BACKEND", help=backend, show_default=False), ""),
        option("address", str, typer.Option("--address", metavar="ADDRESS", help=address, show_default=False), ""),
        option("cards", Path | None, cards_option(), None),
        option("strict", bool, strict_option(), False),
        option("as_json", bool, json_option(), False),
        option("language", str, language_option(), ""),
    ]
    if file:
        help_text = t(
            "Program among the players of the file that may be started, such as exec:COMMAND; repeatable.",
            "起動を許可するファイル内のプログラム（exec:コマンド など）。複数指定可。",
        )
        info = typer.Option("--allow", metavar="PLAYER", help=help_text, show_default=False)
        options.append(option("allow", list[str], info, []))
    if new:
        info = typer.Option("--out", metavar="FOLDER", help=folder, show_default=False)
        options.insert(0, option("folder", Path | None, info, None))
    return OptionGroup(RunArguments, options)


def _folder() -> Any:
    return typer.Argument(metavar="FOLDER", help=t("Folder of a run.", "実験のフォルダ。"))


def _add_studies(lab: typer.Typer) -> None:
    @lab.command(help=t("Compare players or decks.", "プレイヤーやデッキの強さを比べる。"))
    @with_options(_study_options(), _run_options())
    def compare(
        study: StudyArguments,
        run: RunArguments,
        no_stop: Annotated[
            bool,
            typer.Option(
                "--no-stop",
                help=t("Play all games, even if the result is clear early.", "途中で優劣が決まっても全ゲームを行う。"),
            ),
        ] = False,
    ) -> int:
        from tefuda.cli.commands.lab import start

        return start("compare", study, run, stop=not no_stop)

    @lab.command(help=t("Vary an option or a number on a card.", "設定やカードの数値を変えて比べる。"))
    @with_options(_study_options(), _run_options())
    def sweep(
        study: StudyArguments,
        run: RunArguments,
        vary: Annotated[
            list[str],
            typer.Option(
                "--vary",
                metavar="NAME=VALUES",
                help=t(
                    "Option or card:ID.key with its values: 6-10, 8-20:4, 6,8,10 or words; repeatable.",
                    "設定名または card:ID.キー と値（6-10、8-20:4、6,8,10、語）。複数指定可。",
                ),
            ),
        ] = [],  # noqa: B006
    ) -> int:
        from tefuda.cli.commands.lab import start

        return start("sweep", study, run, vary=vary)

    player = t("Player for every seat (default: heuristic).", "全席のプレイヤー（既定: heuristic）。")
    deck = t("Deck ID or file; repeat to play every pair.", "デッキの id かファイル。複数なら総当たり。")

    @lab.command(help=t("Estimate the value of each card.", "カードごとの勝率への影響を調べる。"))
    @with_options(_study_options(player, deck), _run_options())
    def cards(study: StudyArguments, run: RunArguments) -> int:
        from tefuda.cli.commands.lab import start

        return start("cards", study, run)

    player = t(
        "Player to compare with random; repeatable (default: heuristic). The last one also plays itself.",
        "random と比べるプレイヤー。複数指定可、最も強いものを最後に（同士でも対戦）。既定: heuristic。",
    )

    @lab.command(
        help=t(
            "Analyse a game: length, choices, leads, luck and skill.",
            "ゲームの性質を調べる: 長さ・選択肢・形勢・運と実力。",
        )
    )
    @with_options(_study_options(player), _run_options())
    def game(study: StudyArguments, run: RunArguments) -> int:
        from tefuda.cli.commands.lab import start

        return start("game", study, run)


def _add_spec_study(lab: typer.Typer) -> None:
    @lab.command(help=t("Run a study from a YAML file.", "YAML ファイルの実験を行う。"))
    @with_options(_run_options(file=True))
    def run(
        run: RunArguments,
        spec: Annotated[
            Path,
            typer.Argument(
                metavar="SPEC", help=t("YAML file with kind, game, players, ...", "kind, game, players などを書く。")
            ),
        ],
    ) -> int:
        from tefuda.cli.commands.lab import start_file

        return start_file(spec, run)


def _add_runs(lab: typer.Typer) -> None:
    @lab.command(help=t("Resume a stopped run.", "中断した実験を続ける。"))
    @with_options(_run_options(new=False, file=True))
    def resume(run: RunArguments, folder: Annotated[Path, _folder()]) -> int:
        from tefuda.cli.commands.lab import resume as resume_run

        return resume_run(folder, run)

    @lab.command(help=t("Rewrite the report of a run.", "実験のレポートを作り直す。"))
    def report(
        folder: Annotated[Path, _folder()],
        cards: Annotated[Path | None, cards_option()] = None,
        strict: Annotated[bool, strict_option()] = False,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.lab import report as write_report

        return write_report(folder, cards, strict, as_json)

    @lab.command("list", help=t("List the runs in a folder.", "実験の一覧。"))
    def list_(
        folder: Annotated[
            Path, typer.Argument(metavar="FOLDER", help=t("Folder of the runs.", "置き場所。"), show_default=True)
        ] = Path("runs"),
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.lab import list_runs

        return list_runs(folder, as_json)
