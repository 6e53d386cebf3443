"""Checkpoints: everything that a training needs to go on, written so that a kill at any moment leaves the last one."""

import json
from pathlib import Path
from typing import Any

import jax
import numpy

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.text import Message
from tefuda.train.atomic_file import write_atomically
from tefuda.train.learner import Learner

VERSION = 1
FILE = "checkpoint.npz"


def invalid_checkpoint(path: Path, en: str, ja: str) -> InvalidInput:
    return InvalidInput([Problem([], Message("checkpoint", f"{path}: {en}", f"{path}: {ja}"))])


def save_checkpoint(folder: Path, learner: Learner, network: dict[str, str], progress: dict[str, Any]) -> None:
    """Write the learner and the progress. `network` is the metadata of the network: its game and its sizes."""
    leaves = [
        numpy.asarray(one)
        for part in (learner.parameters, learner.average, learner.optimiser_state)
        for one in jax.tree.leaves(part)
    ]
    arrays: dict[str, Any] = {f"leaf{place}": leaf for place, leaf in enumerate(leaves)}
    facts = json.dumps({"version": VERSION, "network": network, "steps": learner.steps, "progress": progress})
    write_atomically(folder / FILE, lambda file: numpy.savez(file, facts=numpy.array(facts), **arrays))


def load_checkpoint(folder: Path, learner: Learner, network: dict[str, str]) -> dict[str, Any]:
    """Load the learner and return the progress; raises `InvalidInput` for a file of another game, version or size."""
    path = folder / FILE
    try:
        with path.open("rb") as file, numpy.load(file) as found:
            facts: dict[str, Any] = json.loads(str(found["facts"]))
            if facts["version"] != VERSION:
                raise invalid_checkpoint(path, "made by another version.", "別のバージョンのファイルです。")
            for key, wanted in network.items():
                if facts["network"].get(key) != wanted:
                    en = f"made for {key} {facts['network'].get(key)}, not {wanted}. Choose another folder."
                    ja = f"{key} が {facts['network'].get(key)} です（{wanted} が必要）。別のフォルダにしてください。"
                    raise invalid_checkpoint(path, en, ja)
            parts = [learner.parameters, learner.average, learner.optimiser_state]
            place = 0
            for number, part in enumerate(parts):
                leaves, tree = jax.tree.flatten(part)
                loaded = [found[f"leaf{place + at}"] for at in range(len(leaves))]
                place += len(leaves)
                if any(one.shape != numpy.shape(two) for one, two in zip(loaded, leaves, strict=True)):
                    raise invalid_checkpoint(
                        path,
                        "made with other sizes. Use another folder.",
                        "大きさが違います。別のフォルダを使ってください。",
                    )
                parts[number] = jax.tree.unflatten(tree, [jax.numpy.asarray(one) for one in loaded])
    except InvalidInput:
        raise
    except Exception as failure:  # zip, JSON and NumPy raise several exception types for a broken file
        raise invalid_checkpoint(path, f"cannot be read ({failure}).", f"読めません（{failure}）。") from failure
    learner.parameters, learner.average, learner.optimiser_state = parts
    learner.steps = facts["steps"]
    progress: dict[str, Any] = facts["progress"]
    return progress
