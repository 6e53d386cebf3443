"""Games that a contestant lost because its program failed: counted, and reported as findings."""

from collections import Counter
from typing import Any, Final

from tefuda.core.text import Message, both
from tefuda.lab.runs.rows import Row
from tefuda.lab.studies.experiment_cells import Cell
from tefuda.players.simulation import Forfeit

KEY: Final = "forfeit"
"""The key in `Row.extra`: the seat, and the reason in both languages."""
MAX_REASONS: Final = 5
"""Reasons that are listed for each contestant."""

Reasons = Counter[tuple[str, str]]
"""How often each reason occurred, in English and Japanese."""


def forfeit_extra(forfeit: Forfeit | None) -> dict[str, Any]:
    """Return what a row keeps of a failure."""
    return {} if forfeit is None else {KEY: {"seat": forfeit.seat, **both(forfeit.message)}}


def forfeit_figures(cells: list[Cell], rows: list[list[Row]]) -> dict[str, Any]:
    """Return the lost games of each contestant under the key `forfeits`; empty if there are none."""
    found: dict[str, Reasons] = {}
    for cell, played in zip(cells, rows, strict=True):
        for row in played:
            if KEY in row.extra:
                lost = row.extra[KEY]
                name = cell.names[cell.parts[row.number % len(cell.parts)].sides[lost["seat"]]]
                found.setdefault(name, Counter())[lost["en"], lost["ja"]] += 1
    return {"forfeits": [forfeit_summary(name, found[name]) for name in found]} if found else {}


def forfeit_summary(name: str, reasons: Reasons) -> dict[str, Any]:
    """Return the failures of one contestant in plain JSON types, the most frequent reasons first."""
    common = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))[:MAX_REASONS]
    listed = [{"en": en, "ja": ja, "games": count} for (en, ja), count in common]
    return {"name": name, "games": sum(reasons.values()), "reasons": listed}


def forfeit_findings(figures: dict[str, Any]) -> list[Message]:
    """Return a sentence for each contestant that failed."""
    return [forfeit_sentence(one) for one in figures.get("forfeits", [])]


def forfeit_sentence(found: dict[str, Any]) -> Message:
    """Return how many games a contestant lost by failing, and why."""
    en, ja = ("; ".join(f"{why[language]} ({why['games']})" for why in found["reasons"]) for language in ("en", "ja"))
    games = found["games"]
    return Message(
        KEY,
        f"{found['name']} failed and lost {games} game{'' if games == 1 else 's'}: {en}",
        f"{found['name']} は動作不良により {games} ゲームで負けになりました: {ja}",
    )
