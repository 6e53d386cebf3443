"""The kinds of study there are, by name. A new one is a class and a line here."""

from typing import Any, Final

from tefuda.lab.studies.card_study import Cards
from tefuda.lab.studies.compare import Compare
from tefuda.lab.studies.game_study import GameStudy
from tefuda.lab.studies.spec import read_spec
from tefuda.lab.studies.study import Study
from tefuda.lab.studies.sweep import Sweep

KINDS: Final[dict[str, type[Study]]] = {kind.kind: kind for kind in (Compare, Sweep, Cards, GameStudy)}


def make_study(data: Any) -> Study:
    """The study that plain data describes, ready to be played; raises `InvalidInput` with everything that is wrong."""
    spec = read_spec(data, list(KINDS))
    return KINDS[spec.kind](spec)
