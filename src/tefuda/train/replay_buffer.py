"""The replay buffer: the latest samples of self-play, in the memory of the learner's device."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy

Arrays = dict[str, Any]

CHUNK = 2048
"""Samples that are sent to the device together."""


def new_arrays(size: int, width: int, actions: int) -> Arrays:
    """Return arrays for `size` samples, whose observations are packed rows of `width` numbers."""
    return {
        "observations": numpy.zeros((size, 2 * width), numpy.int16),
        "policies": numpy.zeros((size, actions), numpy.float16),
        "masks": numpy.zeros((size, actions), bool),
        "scores": numpy.zeros(size, numpy.float32),
        "values": numpy.zeros(size, numpy.float32),
    }


class ReplayBuffer:
    """A ring of samples. New ones replace the oldest."""

    def __init__(self, capacity: int, width: int, actions: int) -> None:
        """Make room for `capacity` samples, rounded to whole chunks."""
        self.capacity = max(1, round(capacity / CHUNK)) * CHUNK
        self.arrays = {
            name: jnp.zeros((self.capacity, *array.shape[1:]), array.dtype)
            for name, array in new_arrays(1, width, actions).items()
        }
        self.added = 0
        """The number of samples that were ever added."""
        self.width, self.actions = width, actions
        self._chunk = new_arrays(CHUNK, width, actions)
        self._filled = 0
        self._write = jax.jit(write_chunk, donate_argnums=0)

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def add(self, samples: Arrays) -> int:
        """Add samples; return how many became available. The others wait until a chunk is full."""
        before, first, count = self.added, 0, len(samples["scores"])
        while first < count:
            taken = min(count - first, CHUNK - self._filled)
            for name, array in self._chunk.items():
                array[self._filled : self._filled + taken] = samples[name][first : first + taken]
            first += taken
            self._filled += taken
            if self._filled == CHUNK:
                self.arrays = self._write(self.arrays, self._chunk, self.added % self.capacity)
                self.added += CHUNK
                # The device may still read the old chunk.
                self._chunk, self._filled = new_arrays(CHUNK, self.width, self.actions), 0
        return self.added - before


def write_chunk(arrays: Arrays, chunk: Arrays, start: Any) -> Arrays:
    """Return the arrays with a chunk at `start`."""
    return {name: jax.lax.dynamic_update_slice_in_dim(array, chunk[name], start, 0) for name, array in arrays.items()}
