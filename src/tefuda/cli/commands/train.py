"""`tefuda train`: self-play and learning, with a line for each checkpoint. `tefuda quantize`: faster networks."""

import itertools
import os
from pathlib import Path
from typing import Any

from tefuda.cardlang.workshop import find_workshop
from tefuda.cli.commands.training_report import write_training_report
from tefuda.cli.console import cannot_write, game_title, print_json, read_options, stdout_console
from tefuda.cli.language import t
from tefuda.core.errors import invalid_input
from tefuda.core.game import Game
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.players.names import make_player
from tefuda.players.network import read_network

COLUMNS = {"seconds": 8, "games": 9, "samples": 11, "steps": 8, "policy_loss": 12, "value_loss": 11}
"""The widths of the columns in the terminal."""


def choose_device(device: str) -> str:
    """Set JAX's device and return its name; raises `InvalidInput` if it is missing."""
    if device not in ("auto", "cpu", "gpu"):
        raise invalid_input(
            "device",
            f"Unknown device {device!r}: auto, cpu or gpu.",
            f"{device!r} は auto・cpu・gpu のいずれでもありません。",
        )
    if device == "cpu":
        os.environ["JAX_PLATFORMS"] = "cpu"  # read when JAX is imported
    jax = import_training_packages()
    found = jax.devices()[0]
    if device == "gpu" and found.platform != "gpu":
        raise invalid_input("no_gpu", "JAX finds no GPU here.", "JAX から使える GPU がありません。")
    return f"{found.platform} ({found.device_kind})"


def import_training_packages() -> Any:
    """Import the packages of the extra `train` and return JAX; raises `InvalidInput` if one is missing."""
    try:
        import jax
        import onnx  # noqa: F401
        import optax  # noqa: F401
    except ImportError as failure:
        raise invalid_input(
            "train_missing",
            f"{failure.name} is missing. Install it with: pip install tefuda[train]",
            f"{failure.name} がありません。pip install tefuda[train] で入ります。",
        ) from None
    return jax


def train_network(
    game_id: str,
    options: list[str],
    decks: list[str],
    device: str,
    as_json: bool,
    *,
    play: dict[str, Any],
    network: dict[str, int],
    **settings: Any,
) -> int:
    """Train until the minutes are over; Ctrl+C keeps the last checkpoint."""
    game = find_game(game_id)
    matchups = deck_matchups(game, options, decks)
    for name in [*settings["opponents"], *filter(None, [play["teacher"]])]:
        make_player(game, name, xoshiro(1, 1))
    if settings["start"] is not None:
        read_network(game, settings["start"])
    used = choose_device(device)
    from tefuda.train.network import NetworkShape
    from tefuda.train.trainer import Trainer, TrainSettings
    from tefuda.train.worker import SelfPlaySettings

    def report(row: dict[str, Any]) -> None:
        show(row, as_json)
        write_training_report(game, settings["folder"])

    trainer = Trainer(
        TrainSettings(SelfPlaySettings(game.id, matchups, **play), shape=NetworkShape(**network), **settings), report
    )
    if not as_json:
        print_start(game, used, settings["folder"])
        if trainer.learner.steps:
            steps = trainer.learner.steps
            stdout_console().print(t(f"Going on after {steps} steps.", f"{steps} ステップの続きから。"))
        print("".join(name.rjust(width) for name, width in COLUMNS.items()), flush=True)
    try:
        trainer.run()
    except KeyboardInterrupt:
        stdout_console().print(
            t(
                "Stopped. The same command goes on from the last checkpoint.",
                "停止しました。同じコマンドで続きから学習します。",
            )
        )
        return 130
    return 0


def quantize_file(game_id: str, source: Path, target: Path, options: list[str]) -> int:
    """Write a faster network, and report both sizes."""
    game = find_game(game_id)
    import_training_packages()
    from tefuda.train.quantize import quantize_network

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        quantize_network(game, read_options(game, options, []), source, target)
    except OSError as failure:
        raise cannot_write(target, failure) from None
    sizes = [f"{path.stat().st_size / 1e6:.1f} MB" for path in (source, target)]
    stdout_console().print(t(f"Written to {target}: ", f"{target} に書き出しました: ") + " → ".join(sizes))
    return 0


def deck_matchups(game: Game, options: list[str], decks: list[str]) -> list[dict[str, Any]]:
    """Return the options of the games to play: one set for each combination of the decks."""
    seats = sum(option.name.split(".")[0] == "deck" for option in game.options)
    if not seats or any(option.startswith("deck.") for option in options):
        return [read_options(game, options, decks)]
    chosen = decks or list(find_workshop(game.id).decks())
    return [read_options(game, options, list(pair)) for pair in itertools.product(chosen, repeat=seats)]


def print_start(game: Game, device: str, folder: Path) -> None:
    """Print what is trained, where, and on which device."""
    title = game_title(game)
    where = t(f"Training {title} on {device} in {folder}.", f"{title}を {device} で学習します（{folder}）。")
    stdout_console().print(where, highlight=False)
    if device.startswith("cpu"):
        stdout_console().print(t("A GPU would be faster; JAX uses none.", "GPU は使っていません。"))


def show(row: dict[str, Any], as_json: bool) -> None:
    """Print one line of the metrics."""
    if as_json:
        print_json(row)
        return
    points = [f"{name} {value:.0%}" for name, value in row.items() if name.startswith("against ") and value != ""]
    numbers = "".join(format_cell(row[name]).rjust(width) for name, width in COLUMNS.items())
    print(f"{numbers}   {', '.join(points)}".rstrip(), flush=True)


def format_cell(value: Any) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.0f}" if isinstance(value, float) and value > 10 else str(value)
