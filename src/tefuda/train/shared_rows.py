"""Questions and answers in memory that the trainer and all processes of self-play share."""

from pathlib import Path

import numpy


class SharedRows:
    """The rows of one group of games. Every process has its part; the trainer answers all of them in one batch."""

    def __init__(self, path: Path, rows: int, width: int, actions: int) -> None:
        """Map a file, which is created with zeros if it does not exist. It should be in memory, not on a disk."""
        sizes = [4 * rows, 4 * rows * width, 2 * rows * actions]
        mapped = numpy.memmap(path, numpy.uint8, "r+" if path.exists() else "w+", shape=(sum(sizes),))
        values, packed, logits = numpy.split(mapped, [sizes[0], sizes[0] + sizes[1]])
        self.values = values.view(numpy.float32)
        self.packed = packed.view(numpy.int16).reshape(rows, 2 * width)
        self.logits = logits.view(numpy.float16).reshape(rows, actions)
