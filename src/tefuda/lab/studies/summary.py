"""What rows come to: the figures that all kinds of study share, and their words."""

from collections import Counter
from typing import Any, overload

from tefuda.core.game import Game
from tefuda.core.text import Message
from tefuda.lab.charts.report import Table
from tefuda.lab.runs.rows import Row
from tefuda.lab.runs.simulate import spread
from tefuda.lab.stats.intervals import mean_interval, wilson
from tefuda.lab.studies.spec import Spec
from tefuda.lab.studies.study import Cell, score_of

LABELS = {
    "plays": Message("plays", "plays", "手数"),
    "turns": Message("turns", "turns", "ターン数"),
    "refreshes": Message("refreshes", "refreshes", "リフレッシュ"),
}


def share(won: float, games: int) -> dict[str, Any]:
    """A rate with its Wilson interval; no rate where nothing was counted."""
    low, high = wilson(won, games)
    return {"won": won, "games": games, "rate": won / games if games else None, "low": low, "high": high}


@overload
def outcome_of(score: float) -> float: ...
@overload
def outcome_of(score: float | None) -> float | None: ...
def outcome_of(score: float | None) -> float | None:
    """A score for statistics as 1 for a win, 0.5 for a draw, 0 for a loss; None where the game was not finished."""
    return None if score is None else 1.0 if score > 0.5 else 0.5 if score == 0.5 else 0.0


def scored(cell: Cell, rows: list[Row], side: int) -> dict[str, Any]:
    """What a contestant won. Alone, an unfinished game is not won; against somebody, it does not count."""
    scores = [score_of(cell, row, side) for row in rows]
    finished = [score for score in scores if score is not None]
    unfinished = _unfinished_of(cell, rows, side)
    alone = len(cell.parts[0].players) == 1
    return {**share(sum(finished), len(finished) + (unfinished if alone else 0)), "unfinished": unfinished}


def _unfinished_of(cell: Cell, rows: list[Row], side: int) -> int:
    return sum(row.scores is None and side in cell.parts[row.number % len(cell.parts)].sides for row in rows)


def opened(rows: list[Row]) -> dict[str, Any]:
    """What whoever went first won, a draw being half a win."""
    scores = [row.scores[row.opener] for row in rows if row.scores is not None]
    return {**share(sum(scores), len(scores)), "unfinished": len(rows) - len(scores)}


def common(cell: Cell, rows: list[Row]) -> dict[str, Any]:
    """How many games, how long they were, and what the game measures."""
    figures: dict[str, Any] = {
        "games": len(rows),
        "unfinished": sum(row.scores is None for row in rows),
        "plays": spread(Counter(row.plays for row in rows)),
    }
    if len(cell.parts[0].players) > 1:
        figures["draws"] = sum(row.scores is not None and 0.5 in row.scores for row in rows)
        figures["first_player"] = opened(rows)
    paid = [row.extra["payoffs"] for row in rows if "payoffs" in row.extra]
    if paid:
        figures["payoffs"] = [mean_figures([one[seat] for one in paid]) for seat in range(len(paid[0]))]
    measured: dict[str, Counter[int]] = {}
    for row in rows:
        for name, value in row.measured.items():
            measured.setdefault(name, Counter())[value] += 1
    if measured:
        figures["measured"] = {name: spread(counts) for name, counts in sorted(measured.items())}
    return figures


def mean_figures(values: list[float]) -> dict[str, Any]:
    """A mean with its interval, in plain JSON types: None where there is none."""
    found = mean_interval(values)
    return {
        "count": len(values),
        "value": found.value if values else None,
        "low": found.low if len(values) > 1 else None,
        "high": found.high if len(values) > 1 else None,
    }


def lengths(figures: dict[str, Any]) -> Table:
    """How long games were, in plays and in what else the game measures."""
    heads = [Message("what", "", ""), Message("mean", "mean", "平均"), Message("median", "median", "中央値")]
    heads += [Message("nine", "nine tenths within", "9割がこれ以内"), Message("most", "most", "最大")]
    rows: list[list[str | Message]] = []
    for name, found in [("plays", figures["plays"]), *figures.get("measured", {}).items()]:
        numbers = [f"{found['mean']:.1f}", *[f"{found[key]:g}" for key in ("median", "nine_tenths", "most")]]
        rows.append([label_of(name), *numbers])
    return Table(heads, rows)


def label_of(name: str) -> Message:
    """What a game measures, in words where there are some."""
    return LABELS.get(name, Message(name, name, name))


def percent(rate: float | None) -> str:
    """A rate as tables have it."""
    return "-" if rate is None else f"{100 * rate:.1f} %"


def span(found: dict[str, Any]) -> str:
    """An interval as tables have it."""
    return f"{100 * found['low']:.1f} – {100 * found['high']:.1f} %"


def signed(value: float, digits: int = 1) -> str:
    """A difference as tables have it, with its sign."""
    return f"{value:+.{digits}f}".replace("-", "−")


def signed_span(low: float, high: float, digits: int = 1) -> str:
    """The interval of a difference as tables have it."""
    return f"{signed(low, digits)} – {signed(high, digits)}"


def payoff_text(found: dict[str, Any]) -> str:
    """A mean payoff with its interval as tables have it."""
    if found["value"] is None:
        return "-"
    mean = signed(found["value"], 3)
    return mean if found["low"] is None else f"{mean} ({signed_span(found['low'], found['high'], 3)})"


def facts(spec: Spec, game: Game, games: int, unfinished: int) -> list[tuple[Message, str]]:
    """What was asked for, for the head of a report."""
    found = [
        (Message("game", "game", "ゲーム"), game.id),
        (Message("players", "players", "プレイヤー"), ", ".join(spec.players or ["random"])),
    ]
    if spec.decks:
        found.append((Message("decks", "decks", "デッキ"), ", ".join(spec.deck_names)))
    if spec.options:
        options = ", ".join(f"{name}={value}" for name, value in spec.options.items())
        found.append((Message("options", "options", "設定"), options))
    return [
        *found,
        (Message("games", "games played", "ゲーム数"), f"{games:,}"),
        (Message("unfinished", "unfinished", "未決着"), f"{unfinished:,}"),
        (Message("seed", "seed", "シード"), spec.seed),
        (Message("rules", "rules version", "ルール版"), str(game.rules_version)),
    ]
