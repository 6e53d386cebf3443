"""The printed facts of a card as numbers, for observations."""

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from tefuda.core.observation import ObservationBuffer


@mypyc_attr(acyclic=True)
class CardFacts:
    """A fixed number of facts. Most are zero, and only the others are kept."""

    def __init__(self, values: list[int]) -> None:
        self.places = vec[i64]()
        self.values = vec[i64]()
        for place, value in enumerate(values):
            if value != 0:
                self.places = append(self.places, i64(place))
                self.values = append(self.values, i64(value))

    def write(self, into: ObservationBuffer, start: i64) -> None:
        """Write the facts from number `start` on."""
        places, values = self.places, self.values
        for at in range(len(places)):
            into.put(start + places[at], values[at])
