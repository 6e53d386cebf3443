"""`tefuda train` and `tefuda quantize`: their arguments."""

from pathlib import Path
from typing import Annotated

import typer

from tefuda.cli.arguments import (
    deck_option,
    game_argument,
    json_option,
    language_option,
    options_option,
    workers_option,
)
from tefuda.cli.language import t


def add_train(app: typer.Typer) -> None:
    """Add the commands."""

    @app.command(help=t("Train a network by self-play.", "自己対戦でネットワークを学習する。"))
    def train(
        game: Annotated[str, game_argument(t("Game.", "ゲーム。"))],
        folder: Annotated[
            Path,
            typer.Option(
                "--folder",
                help=t(
                    "Folder of the training; the same one goes on.", "学習のフォルダ。同じものを指定すると続きから。"
                ),
            ),
        ],
        minutes: Annotated[
            float, typer.Option(help=t("Minutes, earlier starts included.", "学習する分数（以前の分を含む）。"))
        ] = 30.0,
        start: Annotated[
            Path | None,
            typer.Option(
                metavar="NETWORK",
                help=t(
                    "Network to train on from; it decides all sizes.",
                    "出発点にするネットワーク。大きさもこれに合わせる。",
                ),
                show_default=False,
            ),
        ] = None,
        simulations: Annotated[int, typer.Option(help=t("Simulations per action.", "1 手あたりの試行回数。"))] = 24,
        slots: Annotated[
            int, typer.Option(help=t("Games at a time, for half a process.", "プロセスの半分で同時に進めるゲーム数。"))
        ] = 64,
        width: Annotated[int, typer.Option(help=t("Width of the network.", "ネットワークの幅。"))] = 256,
        depth: Annotated[int, typer.Option(help=t("Fully connected layers.", "全結合層の数。"))] = 2,
        channels: Annotated[
            int,
            typer.Option(
                help=t("Channels of the convolutions (games with a board).", "畳み込みのチャネル数（盤のあるゲーム）。")
            ),
        ] = 64,
        blocks: Annotated[
            int,
            typer.Option(
                help=t("Pairs of convolutions (games with a board).", "畳み込み 2 層の組の数（盤のあるゲーム）。")
            ),
        ] = 5,
        batch: Annotated[int, typer.Option(help=t("Samples per step.", "1 ステップのサンプル数。"))] = 1024,
        capacity: Annotated[int, typer.Option(help=t("Samples to remember.", "記憶するサンプル数。"))] = 400_000,
        teacher: Annotated[
            str, typer.Option(help=t("Player to imitate first.", "最初に真似るプレイヤー。"), show_default=False)
        ] = "",
        teacher_minutes: Annotated[float, typer.Option(help=t("Minutes of that.", "真似る分数。"))] = 1.0,
        opponent: Annotated[
            list[str], typer.Option(help=t("Opponent to measure; repeatable.", "強さを測る相手。繰り返し可。"))
        ] = ["random"],  # noqa: B006
        games: Annotated[int, typer.Option(help=t("Games per measurement.", "強さを測るゲーム数。"))] = 100,
        every: Annotated[
            float, typer.Option(help=t("Seconds per checkpoint.", "チェックポイントの間隔（秒）。"))
        ] = 60.0,
        seed: Annotated[int, typer.Option(help=t("Seed.", "シード。"))] = 1,
        device: Annotated[str, typer.Option(help=t("auto, cpu or gpu.", "auto・cpu・gpu のいずれか。"))] = "auto",
        learning_rate: Annotated[float, typer.Option(help=t("Highest learning rate.", "学習率の最大値。"))] = 0.001,
        reuse: Annotated[
            float, typer.Option(help=t("How often a sample is learned from.", "1 つのサンプルから学習する回数。"))
        ] = 4.0,
        option: Annotated[list[str], options_option()] = [],  # noqa: B006
        deck: Annotated[
            list[str],
            deck_option(
                t(
                    "Deck, repeatable; all pairs are played (default: all decks of the game).",
                    "デッキ（繰り返し可）。すべての組で対戦する（省略時はゲームの全デッキ）。",
                )
            ),
        ] = [],  # noqa: B006
        workers: Annotated[int, workers_option()] = 0,
        address: Annotated[
            str,
            typer.Option(
                metavar="ADDRESS",
                help=t(
                    "Dask scheduler whose workers play too, such as tcp://host:8786.",
                    "対局に加わる Dask クラスタのスケジューラ。tcp://host:8786 など。",
                ),
                show_default=False,
            ),
        ] = "",
        as_json: Annotated[bool, json_option()] = False,
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.train import train_network
        from tefuda.cli.console import check_range

        for name, value, low, high in (
            ("minutes", minutes, 0.01, 1_000_000),
            ("teacher-minutes", teacher_minutes, 0, 1_000_000),
            ("every", every, 1, 1_000_000),
            ("simulations", simulations, 2, 10_000),
            ("slots", slots, 1, 4096),
            ("width", width, 8, 8192),
            ("depth", depth, 1, 32),
            ("channels", channels, 2, 4096),
            ("blocks", blocks, 0, 256),
            ("learning-rate", learning_rate, 0.000001, 1),
            ("reuse", reuse, 0.1, 1000),
            ("batch", batch, 16, 65_536),
            ("capacity", capacity, 2048, 100_000_000),
            ("games", games, 2, 100_000),
            ("workers", workers, 0, 1024),
        ):
            check_range(name, value, low, high)
        return train_network(
            game,
            option,
            deck,
            device,
            as_json,
            play={"slots": slots, "simulations": simulations, "seed": seed, "teacher": teacher},
            folder=folder,
            minutes=minutes,
            start=start,
            workers=workers,
            network={"width": width, "depth": depth, "channels": channels, "blocks": blocks},
            learning_rate=learning_rate,
            reuse=reuse,
            batch=batch,
            capacity=capacity,
            teacher_minutes=teacher_minutes,
            opponents=opponent,
            evaluation_games=games,
            checkpoint_seconds=every,
            address=address,
        )

    @app.command(
        help=t(
            "Make a network with convolutions faster on processors (8 bits).",
            "畳み込みのあるネットワークを 8 ビットにして CPU で速くする。",
        )
    )
    def quantize(
        game: Annotated[str, game_argument(t("Game.", "ゲーム。"))],
        source: Annotated[
            Path,
            typer.Argument(metavar="NETWORK", help=t("Network of `tefuda train`.", "`tefuda train` のネットワーク。")),
        ],
        target: Annotated[Path, typer.Argument(metavar="FILE", help=t("File to write.", "書き出すファイル。"))],
        option: Annotated[list[str], options_option()] = [],  # noqa: B006
        language: Annotated[str, language_option()] = "",
    ) -> int:
        from tefuda.cli.commands.train import quantize_file

        return quantize_file(game, source, target, option)
