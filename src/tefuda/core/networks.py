"""The network files that ship with games, and whether they can be run here."""

import functools
import importlib.util
import logging
from pathlib import Path
from typing import Final

log = logging.getLogger("tefuda.players")

REQUIRED: Final = ["numpy", "onnxruntime"]


@functools.cache
def can_run_networks() -> bool:
    """Return whether the packages that run networks are installed. It does not import them."""
    missing = [name for name in REQUIRED if importlib.util.find_spec(name) is None]
    if missing:
        log.warning("%s is not installed: players without networks are used.", " and ".join(missing))
    return not missing


def network_files(module_file: str) -> list[Path]:
    """Return the network files beside a module, in its folder `networks`."""
    return sorted((Path(module_file).parent / "networks").glob("*.onnx"))
