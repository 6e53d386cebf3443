"""The kinds of study by name. A new kind is a class and an entry here."""

from typing import Any, Final

from tefuda.lab.studies.card_study import CardStudy
from tefuda.lab.studies.compare import Compare
from tefuda.lab.studies.game_study import GameStudy
from tefuda.lab.studies.spec import read_spec
from tefuda.lab.studies.study import RecordedStudy
from tefuda.lab.studies.sweep import Sweep

KINDS: Final[dict[str, type[RecordedStudy]]] = {kind.kind: kind for kind in (Compare, Sweep, CardStudy, GameStudy)}


def make_study(data: Any) -> RecordedStudy:
    """Create a study from plain data; raise `InvalidInput` with all problems."""
    spec = read_spec(data, list(KINDS))
    return KINDS[spec.kind](spec)
