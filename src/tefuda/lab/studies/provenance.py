"""Provenance: versions and digests of the rules, cards and models that games were played with."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import tefuda
from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.game import Game
from tefuda.core.networks import can_run_networks
from tefuda.core.text import Message
from tefuda.lab.studies.experiment_cells import Cell

MODEL = re.compile(r"policy[:=]([^,]+)")
SHIPPED = re.compile(r"(network|level)\b")
"""Players that may use the networks of the game."""
THIS_PROGRAM = Message("here", "this program", "このプログラム")
WORKER = Message("worker", "a worker", "ワーカー")


def provenance(game: Game, cells: list[Cell], players: list[str]) -> dict[str, Any]:
    """Return everything besides the spec that decides the results. Games of different provenance are not comparable."""
    pinned: dict[str, str] = {}
    seen = []
    for options in (part.options for cell in cells for part in cell.parts):
        if options not in seen:
            seen.append(options)
            pinned.update(game.card_digests(game.start(0, options)))
    cards = hashlib.sha256(json.dumps(pinned, sort_keys=True).encode()).hexdigest() if pinned else ""
    return {
        "tefuda": tefuda.__version__,
        "rules_version": game.rules_version,
        "cards": cards,
        "models": model_digest(game, players),
    }


def model_digest(game: Game, players: list[str]) -> str:
    """Return a digest of the model files that players use, by their names; empty without models."""
    digest = hashlib.sha256()
    names = [name for player in players for name in MODEL.findall(player)]
    if any(SHIPPED.match(player) for player in players) and can_run_networks():
        names += [str(path) for path in game.players.networks()]
    for name in names:
        digest.update(Path(name).read_bytes() if Path(name).is_file() else name.encode())
    return digest.hexdigest() if names else ""


def check_provenance(recorded: dict[str, Any], current: dict[str, Any], owner: Message) -> None:
    """Raise `InvalidInput` if the provenance of a run differs from that of this program or of a worker."""
    words = {
        "tefuda": ("Tefuda", "Tefuda "),
        "rules_version": ("rules version", "ルールのバージョン "),
        "cards": ("cards", "カード "),
        "models": ("models", "モデル "),
    }
    problems = []
    for key, (en, ja) in words.items():
        one, two = str(recorded.get(key, "?"))[:12], str(current[key])[:12]
        if recorded.get(key) != current[key]:
            message = Message(
                "other_ground",
                f"The run was started with {en} {one or '-'}, but {owner.en} has {two or '-'}."
                " Their results cannot be combined.",
                f"この実験の{ja}{one or '-'} に対し、{owner.ja}は {two or '-'} です。混ぜて集計できません。",
            )
            problems.append(Problem([], message))
    if problems:
        raise InvalidInput(problems)
