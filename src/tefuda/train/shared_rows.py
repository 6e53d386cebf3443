"""Questions and answers in memory that the trainer and all processes of self-play share."""

from pathlib import Path

import numpy


class SharedRows:
    """The rows of one group of games. Every process has its part; the trainer answers all of them in one batch."""

    def __init__(self, path: Path, rows: int, inputs: int, actions: int) -> None:
        """Map a file, which is created with zeros if it does not exist. It should be in memory, not on a disk."""
        sizes = [2 * rows * inputs, 4 * rows * actions, 4 * rows]
        mapped = numpy.memmap(path, numpy.uint8, "r+" if path.exists() else "w+", shape=(sum(sizes),))
        self.numbers = mapped[: sizes[0]].view(numpy.int16).reshape(rows, inputs)
        self.logits = mapped[sizes[0] : sizes[0] + sizes[1]].view(numpy.float32).reshape(rows, actions)
        self.values = mapped[sizes[0] + sizes[1] :].view(numpy.float32)
