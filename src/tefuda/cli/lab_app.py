"""`tefuda lab`: its commands and their arguments."""

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
    workers_option,
)
from tefuda.cli.language import t


def add_lab(app: typer.Typer) -> None:
    """The group with all its commands."""
    help_text = t(
        "Studies by many games: compare, sweep, cards, game; resume and report.",
        "多数の対戦による実験: 比較・設定の比較・カード・ゲームの性質・再開・報告。",
    )
    lab = typer.Typer(name="lab", help=help_text, no_args_is_help=True)
    app.add_typer(lab)
    _add_studies(lab)
    _add_views(lab)
    _add_runs(lab)


def _player() -> Any:
    help_text = t("A player; repeatable. See `tefuda games`.", "プレイヤー。複数指定可。`tefuda games` を参照。")
    return typer.Option("--player", "-p", metavar="PLAYER", help=help_text)


def _games() -> Any:
    return typer.Option("--games", "-n", help=t("Games per pair or cell.", "組または設定ごとのゲーム数。"))


def _seed() -> Any:
    return typer.Option("--seed", help=t("Seed of the run.", "シード。"))


def _out() -> Any:
    help_text = t(
        "Folder for everything that comes out (default: runs/...).", "結果を置くフォルダ（既定: runs/ の下）。"
    )
    return typer.Option("--out", metavar="FOLDER", help=help_text, show_default=False)


def _backend() -> Any:
    help_text = t("loky (processes here) or dask (a cluster).", "loky（この PC）または dask（クラスタ）。")
    return typer.Option("--backend", metavar="BACKEND", help=help_text, show_default=False)


def _address() -> Any:
    help_text = t("Dask scheduler, like tcp://host:8786.", "Dask スケジューラ。tcp://host:8786 など。")
    return typer.Option("--address", metavar="ADDRESS", help=help_text, show_default=False)


def _folder() -> Any:
    return typer.Argument(metavar="FOLDER", help=t("Folder of a run.", "実験のフォルダ。"))


def _add_studies(lab: typer.Typer) -> None:
    @lab.command(help=t("Compare players or decks.", "プレイヤーやデッキの強さを比べる。"))
    def compare(
        game: Annotated[str, game_argument(t("Game.", "ゲーム。"))],
        player: Annotated[list[str], _player()] = [],  # noqa: B006
        deck: Annotated[list[str], deck_option()] = [],  # noqa: B006
        games: Annotated[int, _games()] = 1000,
        seed: Annotated[str, _seed()] = "1",
        option: Annotated[list[str], options_option()] = [],  # noqa: B006
        no_stop: Annotated[
            bool,
            typer.Option(
                "--no-stop",
                help=t(
                    "Play all games, also when the answer is clear before.", "途中で優劣が決まっても全ゲームを行う。"
                ),
            ),
        ] = False,
        folder: Annotated[Path | None, _out()] = None,
        workers: Annotated[int, workers_option()] = 0,
        backend: Annotated[str, _backend()] = "",
        address: Annotated[str, _address()] = "",
        cards: Annotated[Path | None, cards_option()] = None,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import use_cards
        from tefuda.cli.commands.lab import Means, start

        use_cards(game, cards)
        means = Means(workers, backend, address)
        return start("compare", game, player, deck, option, [], games, seed, not no_stop, folder, means, as_json)

    @lab.command(help=t("Vary an option or a number on a card.", "設定やカードの数値を変えて比べる。"))
    def sweep(
        game: Annotated[str, game_argument(t("Game.", "ゲーム。"))],
        vary: Annotated[
            list[str],
            typer.Option(
                "--vary",
                metavar="NAME=VALUES",
                help=t(
                    "An option or card:ID.key and its values: 6-10, 8-20:4, 6,8,10 or words; repeatable.",
                    "設定名または card:ID.キー と値（6-10、8-20:4、6,8,10、語）。複数指定可。",
                ),
            ),
        ] = [],  # noqa: B006
        player: Annotated[list[str], _player()] = [],  # noqa: B006
        deck: Annotated[list[str], deck_option()] = [],  # noqa: B006
        games: Annotated[int, _games()] = 1000,
        seed: Annotated[str, _seed()] = "1",
        option: Annotated[list[str], options_option()] = [],  # noqa: B006
        folder: Annotated[Path | None, _out()] = None,
        workers: Annotated[int, workers_option()] = 0,
        backend: Annotated[str, _backend()] = "",
        address: Annotated[str, _address()] = "",
        cards: Annotated[Path | None, cards_option()] = None,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import use_cards
        from tefuda.cli.commands.lab import Means, start

        use_cards(game, cards)
        means = Means(workers, backend, address)
        return start("sweep", game, player, deck, option, vary, games, seed, True, folder, means, as_json)

    @lab.command(help=t("Run a study from a YAML file.", "YAML ファイルの実験を行う。"))
    def run(
        spec: Annotated[
            Path, typer.Argument(metavar="SPEC", help=t("kind, game, players, ...", "kind, game, players などを書く。"))
        ],
        folder: Annotated[Path | None, _out()] = None,
        workers: Annotated[int, workers_option()] = 0,
        backend: Annotated[str, _backend()] = "",
        address: Annotated[str, _address()] = "",
        cards: Annotated[Path | None, cards_option()] = None,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.lab import Means, start_file

        return start_file(spec, cards, folder, Means(workers, backend, address), as_json)


def _add_views(lab: typer.Typer) -> None:
    @lab.command(help=t("Estimate what each card is worth.", "カードごとの勝率への影響を調べる。"))
    def cards(
        game: Annotated[str, game_argument(t("Game.", "ゲーム。"))],
        player: Annotated[
            list[str],
            typer.Option(
                "--player",
                "-p",
                metavar="PLAYER",
                help=t("Player for every seat (default: heuristic).", "全席のプレイヤー（既定: heuristic）。"),
                show_default=False,
            ),
        ] = [],  # noqa: B006
        deck: Annotated[
            list[str],
            typer.Option(
                "--deck",
                "-d",
                metavar="DECK",
                help=t(
                    "A deck: its id, or a file; repeatable: every pair of them plays.",
                    "デッキの id かファイル。複数なら総当たり。",
                ),
            ),
        ] = [],  # noqa: B006
        games: Annotated[int, _games()] = 1000,
        seed: Annotated[str, _seed()] = "1",
        option: Annotated[list[str], options_option()] = [],  # noqa: B006
        folder: Annotated[Path | None, _out()] = None,
        workers: Annotated[int, workers_option()] = 0,
        backend: Annotated[str, _backend()] = "",
        address: Annotated[str, _address()] = "",
        cards: Annotated[Path | None, cards_option()] = None,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import use_cards
        from tefuda.cli.commands.lab import Means, start

        use_cards(game, cards)
        means = Means(workers, backend, address)
        return start("cards", game, player, deck, option, [], games, seed, True, folder, means, as_json)

    @lab.command(
        help=t(
            "What kind of game it is: length, choices, leads, luck and skill.",
            "ゲームの性質を調べる: 長さ・選択肢・形勢・運と実力。",
        )
    )
    def game(
        game: Annotated[str, game_argument(t("Game.", "ゲーム。"))],
        player: Annotated[
            list[str],
            typer.Option(
                "--player",
                "-p",
                metavar="PLAYER",
                help=t(
                    "Whom to measure by random; repeatable, the strongest last: it also plays itself."
                    " heuristic by default.",
                    "random と比べるプレイヤー。複数指定可、最も強いものを最後に（同士でも対戦）。既定: heuristic。",
                ),
                show_default=False,
            ),
        ] = [],  # noqa: B006
        deck: Annotated[list[str], deck_option()] = [],  # noqa: B006
        games: Annotated[int, _games()] = 1000,
        seed: Annotated[str, _seed()] = "1",
        option: Annotated[list[str], options_option()] = [],  # noqa: B006
        folder: Annotated[Path | None, _out()] = None,
        workers: Annotated[int, workers_option()] = 0,
        backend: Annotated[str, _backend()] = "",
        address: Annotated[str, _address()] = "",
        cards: Annotated[Path | None, cards_option()] = None,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.cards import use_cards
        from tefuda.cli.commands.lab import Means, start

        use_cards(game, cards)
        means = Means(workers, backend, address)
        return start("game", game, player, deck, option, [], games, seed, True, folder, means, as_json)


def _add_runs(lab: typer.Typer) -> None:
    @lab.command(help=t("Resume a stopped run.", "中断した実験を続ける。"))
    def resume(
        folder: Annotated[Path, _folder()],
        workers: Annotated[int, workers_option()] = 0,
        backend: Annotated[str, _backend()] = "",
        address: Annotated[str, _address()] = "",
        cards: Annotated[Path | None, cards_option()] = None,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.lab import Means
        from tefuda.cli.commands.lab import resume as go_on

        return go_on(folder, cards, Means(workers, backend, address), as_json)

    @lab.command(help=t("Rewrite the report of a run.", "実験のレポートを作り直す。"))
    def report(
        folder: Annotated[Path, _folder()],
        cards: Annotated[Path | None, cards_option()] = None,
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.lab import report as write_report

        return write_report(folder, cards, as_json)

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
