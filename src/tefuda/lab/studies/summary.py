"""Figures that all kinds of study share, and number formats of reports."""

from collections import Counter
from typing import Any, overload

from tefuda.core.game import Game
from tefuda.core.text import Message
from tefuda.lab.charts.report import Table
from tefuda.lab.runs.rows import Row
from tefuda.lab.stats.intervals import mean_interval, wilson
from tefuda.lab.stats.tally import distribution
from tefuda.lab.studies.experiment_cells import Cell, score_of
from tefuda.lab.studies.spec import Spec

LABELS = {
    "plays": Message("plays", "plays", "手数"),
    "turns": Message("turns", "turns", "ターン数"),
    "refreshes": Message("refreshes", "refreshes", "リフレッシュ"),
}


def win_rate(won: float, games: int) -> dict[str, Any]:
    """Return a win rate with its Wilson interval; the rate is None without games."""
    low, high = wilson(won, games)
    return {"won": won, "games": games, "rate": won / games if games else None, "low": low, "high": high}


@overload
def outcome_of(score: float) -> float: ...
@overload
def outcome_of(score: float | None) -> float | None: ...
def outcome_of(score: float | None) -> float | None:
    """Return 1 for a win, 0.5 for a draw, 0 for a loss, None for an unfinished game."""
    return None if score is None else 1.0 if score > 0.5 else 0.5 if score == 0.5 else 0.0


def contestant_win_rate(cell: Cell, rows: list[Row], side: int) -> dict[str, Any]:
    """Return the win rate of a contestant. An unfinished game is lost with one seat, and not counted with more."""
    scores = [score_of(cell, row, side) for row in rows]
    finished = [score for score in scores if score is not None]
    unfinished = _unfinished_of(cell, rows, side)
    alone = len(cell.parts[0].players) == 1
    return {**win_rate(sum(finished), len(finished) + (unfinished if alone else 0)), "unfinished": unfinished}


def _unfinished_of(cell: Cell, rows: list[Row], side: int) -> int:
    return sum(row.scores is None and side in cell.parts[row.number % len(cell.parts)].sides for row in rows)


def first_player_win_rate(rows: list[Row]) -> dict[str, Any]:
    """Return the win rate of the first player; a draw is half a win."""
    scores = [row.scores[row.opener] for row in rows if row.scores is not None]
    return {**win_rate(sum(scores), len(scores)), "unfinished": len(rows) - len(scores)}


def common_figures(cell: Cell, rows: list[Row]) -> dict[str, Any]:
    """Return number, length and measures of the games."""
    figures: dict[str, Any] = {
        "games": len(rows),
        "unfinished": sum(row.scores is None for row in rows),
        "plays": distribution(Counter(row.plays for row in rows)),
    }
    if len(cell.parts[0].players) > 1:
        figures["draws"] = sum(row.scores is not None and 0.5 in row.scores for row in rows)
        figures["first_player"] = first_player_win_rate(rows)
    paid = [row.extra["payoffs"] for row in rows if "payoffs" in row.extra]
    if paid:
        figures["payoffs"] = [mean_figures([one[seat] for one in paid]) for seat in range(len(paid[0]))]
    measured: dict[str, Counter[int]] = {}
    for row in rows:
        for name, value in row.measured.items():
            measured.setdefault(name, Counter())[value] += 1
    if measured:
        figures["measured"] = {name: distribution(counts) for name, counts in sorted(measured.items())}
    return figures


def mean_figures(values: list[float]) -> dict[str, Any]:
    """Return a mean with its interval in plain JSON types; None if undefined."""
    found = mean_interval(values)
    return {
        "count": len(values),
        "value": found.value if values else None,
        "low": found.low if len(values) > 1 else None,
        "high": found.high if len(values) > 1 else None,
    }


def length_table(figures: dict[str, Any]) -> Table:
    """Return a table of plays and other measures."""
    heads = [Message("what", "", ""), Message("mean", "mean", "平均"), Message("median", "median", "中央値")]
    heads += [Message("nine", "nine tenths within", "9割がこれ以内"), Message("most", "most", "最大")]
    rows: list[list[str | Message]] = []
    for name, found in [("plays", figures["plays"]), *figures.get("measured", {}).items()]:
        numbers = [f"{found['mean']:.1f}", *[f"{found[key]:g}" for key in ("median", "nine_tenths", "most")]]
        rows.append([measure_label(name), *numbers])
    return Table(heads, rows)


def measure_label(name: str) -> Message:
    """Return the label of a measure."""
    return LABELS.get(name, Message(name, name, name))


def format_percent(rate: float | None) -> str:
    """Return a rate in percent."""
    return "-" if rate is None else f"{100 * rate:.1f} %"


def format_interval(found: dict[str, Any]) -> str:
    """Return an interval in percent."""
    return f"{100 * found['low']:.1f} – {100 * found['high']:.1f} %"


def format_signed(value: float, digits: int = 1) -> str:
    """Return a number with its sign."""
    return f"{value:+.{digits}f}".replace("-", "−")


def format_signed_interval(low: float, high: float, digits: int = 1) -> str:
    """Return an interval with signs."""
    return f"{format_signed(low, digits)} – {format_signed(high, digits)}"


def format_payoff(found: dict[str, Any]) -> str:
    """Return a mean payoff with its interval."""
    if found["value"] is None:
        return "-"
    mean = format_signed(found["value"], 3)
    return mean if found["low"] is None else f"{mean} ({format_signed_interval(found['low'], found['high'], 3)})"


def report_facts(spec: Spec, game: Game, games: int, unfinished: int) -> list[tuple[Message, str]]:
    """Return the facts of a run for the head of a report."""
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
