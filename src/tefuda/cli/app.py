"""The commands and their arguments. The package `commands` implements them."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tefuda.cli.arguments import (
    cards_option,
    deck_option,
    game_argument,
    json_option,
    language_option,
    options_option,
    plain_option,
    strict_option,
    workers_option,
)
from tefuda.cli.author_app import add_author_commands
from tefuda.cli.lab_app import add_lab
from tefuda.cli.language import t
from tefuda.cli.playthroughs_app import add_playthroughs
from tefuda.cli.serve_app import add_serve
from tefuda.cli.server_app import add_server
from tefuda.cli.train_app import add_train


def run_command(arguments: list[str]) -> int:
    """Run a command; return the exit status.

    Typer's own entry point ends the process when a pipe is closed, so the steps are done here.
    """
    command: Any = typer.main.get_command(make_app())
    try:
        with command.make_context("tefuda", list(arguments)) as context:
            status = command.invoke(context)
    except typer.Exit as ended:
        return int(ended.exit_code)
    except Exception as failure:
        # Usage errors have a `show` method. Everything else is raised.
        show = getattr(failure, "show", None)
        if show is None:
            raise
        show()
        return 2
    return status if isinstance(status, int) else 0


def make_app() -> typer.Typer:
    """Create the command line, with help in the chosen language."""
    app = typer.Typer(
        name="tefuda",
        help=t("Tefuda, a workshop for card games.", "Tefuda（手札）、カードゲームの工房。"),
        no_args_is_help=True,
        add_completion=False,
    )
    _add_version(app)
    _add_play_commands(app)
    _add_simulation_commands(app)
    add_lab(app)
    add_train(app)
    add_author_commands(app)
    add_playthroughs(app)
    add_serve(app)
    add_server(app)
    return app


def _add_version(app: typer.Typer) -> None:
    def show_version(given: bool) -> None:
        if given:
            from tefuda.cli.version import version_line

            print(version_line())
            raise typer.Exit

    @app.callback()
    def tefuda(
        version: Annotated[
            bool,
            typer.Option(
                "--version",
                is_eager=True,
                callback=show_version,
                help=t("Show the version and build.", "バージョンと、コンパイルの有無を表示する。"),
            ),
        ] = False,
        language: Annotated[str, language_option()] = "",
    ) -> None:
        pass


def _add_play_commands(app: typer.Typer) -> None:
    @app.command(help=t("List the games, their players and options.", "ゲーム、プレイヤー、設定の一覧。"))
    def games(
        game: Annotated[
            str, game_argument(t("Show only this game, with all its options.", "このゲームだけを、全設定とともに。"))
        ] = "",
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.games import list_games

        return list_games(game, as_json)

    @app.command(help=t("Learn a game in a guided first game.", "チュートリアルで遊び方を覚える。"))
    def learn(
        game: Annotated[
            str, game_argument(t("Game to learn (default: choose from a list).", "ゲーム。省略すると選べる。"))
        ] = "",
        plain: Annotated[bool, plain_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.learn import learn_game

        return learn_game(game, plain)

    @app.command(help=t("Play in the terminal.", "端末で遊ぶ。"))
    def play(
        game: Annotated[
            str, game_argument(t("Game to play (default: choose from a list).", "ゲーム。省略すると選べる。"))
        ] = "",
        seed: Annotated[str | None, typer.Option(help=t("Seed of the deal.", "配札の番号（シード）。"))] = None,
        practice: Annotated[
            bool, typer.Option("--practice", help=t("Practice mode, with undo.", "一手戻せる練習モード。"))
        ] = False,
        plain: Annotated[bool, plain_option()] = False,
        option: Annotated[list[str], options_option()] = [],  # noqa: B006
        position: Annotated[
            Path | None, typer.Option(help=t("Start from the position in this file.", "このファイルの局面から始める。"))
        ] = None,
        resume: Annotated[
            Path | None, typer.Option(help=t("Resume a saved game.", "保存したゲームの続きから。"))
        ] = None,
        ply: Annotated[
            int | None, typer.Option(help=t("Ply to resume from (with --resume).", "--resume と共に: この手数から。"))
        ] = None,
        save: Annotated[Path | None, typer.Option(help=t("File to save to on exit.", "終了時の保存先。"))] = None,
        deck: Annotated[list[str], deck_option()] = [],  # noqa: B006
        cards: Annotated[Path | None, cards_option()] = None,
        strict: Annotated[bool, strict_option()] = False,
        watch: Annotated[
            Path | None,
            typer.Option(
                help=t(
                    "Practise with the card files in this folder; reload them when they change.",
                    "このフォルダのカードで練習する。変更は自動で読み直す。",
                )
            ),
        ] = None,
        player: Annotated[
            list[str],
            typer.Option(
                "--player",
                "-p",
                help=t(
                    "Player for each seat: human, or a name from `tefuda games`. One name: your opponent.",
                    "各席のプレイヤー: human か `tefuda games` の名前。一つなら相手になる。",
                ),
            ),
        ] = [],  # noqa: B006
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import use_cards
        from tefuda.cli.commands.play import play_game

        if game:
            use_cards(game, cards, strict)
        return play_game(
            game,
            seed=seed,
            practice=practice,
            plain=plain,
            options=option,
            position=position,
            resume=resume,
            ply=ply,
            save_to=save,
            players=player,
            decks=deck,
            watch=watch,
        )

    @app.command(
        help=t("Show the best actions of a position with their win rates.", "局面のおすすめの手と、その勝率。")
    )
    def hint(
        game: Annotated[str, game_argument(t("Game.", "ゲーム。"))] = "",
        seed: Annotated[str | None, typer.Option(help=t("Seed of the deal.", "配札の番号（シード）。"))] = None,
        option: Annotated[list[str], options_option()] = [],  # noqa: B006
        deck: Annotated[list[str], deck_option()] = [],  # noqa: B006
        cards: Annotated[Path | None, cards_option()] = None,
        strict: Annotated[bool, strict_option()] = False,
        position: Annotated[Path | None, typer.Option(help=t("Position file.", "このファイルの局面。"))] = None,
        resume: Annotated[Path | None, typer.Option(help=t("Saved game file.", "保存したゲーム。"))] = None,
        ply: Annotated[
            int | None, typer.Option(help=t("Ply of the position (with --resume).", "--resume と共に: この手数で。"))
        ] = None,
        player: Annotated[
            str,
            typer.Option(
                "--player",
                "-p",
                help=t("Player to ask, such as ismcts:2000.", "聞く相手（ismcts:2000 など）。"),
            ),
        ] = "",
        count: Annotated[int, typer.Option(help=t("Maximum number of actions to show.", "表示する手の最大数。"))] = 5,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import use_cards
        from tefuda.cli.commands.hint import give_hint

        if game:
            use_cards(game, cards, strict)
        return give_hint(
            game,
            seed=seed,
            options=option,
            decks=deck,
            position=position,
            resume=resume,
            ply=ply,
            player=player,
            count=count,
            as_json=as_json,
        )

    @app.command(help=t("Run scenario files.", "シナリオを実行する。"))
    def check(
        paths: Annotated[
            list[Path],
            typer.Argument(metavar="PATH...", help=t("YAML files or folders.", "YAML ファイルまたはフォルダ。")),
        ],
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.check import check_paths

        return check_paths(paths)

    @app.command(help=t("Verify a replay and show it.", "リプレイを検証して表示する。"))
    def replay(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=t("Replay file.", "リプレイのファイル。"))],
        ply: Annotated[int | None, typer.Option(help=t("Ply to show.", "この手数の局面を表示する。"))] = None,
        plain: Annotated[bool, typer.Option("--plain", help=t("Plain text.", "文字だけの表示。"))] = False,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.replay import show_replay

        return show_replay(file, ply, plain, as_json)


def _add_simulation_commands(app: typer.Typer) -> None:
    @app.command(help=t("Prove deals of a one-player game.", "一人用ゲームの配札がクリアできるかを判定する。"))
    def solve(
        game: Annotated[str, game_argument(t("Game, or puzzle ID or file.", "ゲーム、またはパズルの id かファイル。"))],
        seed: Annotated[str | None, typer.Option(help=t("Seed of the deal.", "配札の番号（シード）。"))] = None,
        seeds: Annotated[
            str | None, typer.Option(help=t("Range of deals, such as 1-1000.", "複数の配札。1-1000 のように。"))
        ] = None,
        position: Annotated[Path | None, typer.Option(help=t("Position file.", "このファイルの局面。"))] = None,
        option: Annotated[list[str], options_option()] = [],  # noqa: B006
        nodes: Annotated[
            int, typer.Option(help=t("Maximum search nodes per item.", "一つあたりの最大ノード数。"))
        ] = 20_000_000,
        seconds: Annotated[
            float | None,
            typer.Option(
                help=t(
                    "Maximum seconds per item (default: 30; 1 with --seeds).",
                    "一つあたりの最大秒数（既定 30、--seeds では 1）。",
                )
            ),
        ] = None,
        workers: Annotated[int, workers_option()] = 0,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.solve import solve_deals

        return solve_deals(
            game,
            seed=seed,
            seeds=seeds,
            position=position,
            options=option,
            nodes=nodes,
            seconds=seconds,
            workers=workers,
            as_json=as_json,
        )

    @app.command(help=t("Play many games and report statistics.", "多数のゲームを自動でプレイし、集計する。"))
    def simulate(
        game: Annotated[str, game_argument(t("Game.", "ゲーム。"))],
        player: Annotated[
            list[str],
            typer.Option(
                "--player",
                "-p",
                help=t("Player; repeat for each seat.", "プレイヤー。席ごとに指定もできる。"),
            ),
        ] = ["heuristic"],  # noqa: B006
        games: Annotated[int, typer.Option("--games", "-n", help=t("Number of games.", "ゲーム数。"))] = 1000,
        seed: Annotated[str, typer.Option(help=t("Seed of the run.", "シード。"))] = "1",
        option: Annotated[list[str], options_option()] = [],  # noqa: B006
        workers: Annotated[int, workers_option()] = 0,
        deck: Annotated[list[str], deck_option()] = [],  # noqa: B006
        cards: Annotated[Path | None, cards_option()] = None,
        strict: Annotated[bool, strict_option()] = False,
        swap: Annotated[
            bool,
            typer.Option(
                "--swap",
                help=t(
                    "Swap the seats in every other game; count by player.", "一戦ごとに席を入れ替え、人ごとに数える。"
                ),
            ),
        ] = False,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import use_cards
        from tefuda.cli.commands.simulate import simulate_games

        use_cards(game, cards, strict)
        return simulate_games(
            game,
            players=player,
            games=games,
            seed=seed,
            options=option,
            decks=deck,
            workers=workers,
            swap=swap,
            as_json=as_json,
        )

    @app.command(help=t("Measure the speed of this installation.", "この環境の速さを測る。"))
    def bench(
        game: Annotated[
            str, game_argument(t("Game to measure (default: all games).", "測るゲーム（既定: すべて）。"))
        ] = "",
        seconds: Annotated[float, typer.Option(help=t("Seconds for each measurement.", "一項目あたりの秒数。"))] = 1.0,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.bench import bench_games

        return bench_games(game, seconds, as_json)
