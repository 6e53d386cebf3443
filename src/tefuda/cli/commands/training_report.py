"""The report of a training: learning curves as an HTML page, from its metrics."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tefuda.cli.language import language
from tefuda.core.game import Game
from tefuda.core.text import Message
from tefuda.lab.charts.lines import Series, line_chart
from tefuda.lab.charts.report import Figure, Report, Section, report_html
from tefuda.lab.runs.locked_folder import write_atomically

FILE = "report.html"
AGAINST = "against "
MINUTES = Message("minutes", "minutes", "分")
LOSSES = {
    "policy_loss": Message("policy_loss", "policy: distance from the search", "方策：探索との差"),
    "value_loss": Message("value_loss", "value: cross entropy", "価値：交差エントロピー"),
    "value_error": Message("value_error", "value: squared error", "価値：二乗誤差"),
}


def write_training_report(game: Game, folder: Path) -> None:
    """Write `report.html` from `metrics.csv`."""
    with (folder / "metrics.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if rows:
        write_atomically(folder / FILE, report_html(training_report(game, rows), language()))


def training_report(game: Game, rows: Sequence[dict[str, str]]) -> Report:
    """Return the report: the strength against each opponent, then the losses."""
    last = rows[-1]
    counts = (
        ("games", "games", "ゲーム数"),
        ("samples", "samples", "サンプル数"),
        ("steps", "steps", "ステップ数"),
        ("evaluations", "evaluations", "評価した局面の数"),
        ("run", "starts of the command", "コマンドを開始した回数"),
    )
    facts = [(Message(name, en, ja), f"{int(float(last[name])):,}") for name, en, ja in counts]
    facts.insert(0, (Message("time", "minutes", "時間（分）"), f"{float(last['seconds']) / 60:.1f}"))
    strength = [Series(name, points(rows, f"{AGAINST}{name}")) for name in opponents(rows)]
    sections = []
    if any(series.points for series in strength):
        sections.append(strength_section(strength))
    losses = [loss_chart(rows, name) for name in LOSSES if points(rows, name)]
    if losses:
        sections.append(loss_section(losses))
    title = Message("training", f"Training of {game.title.en}", f"{game.title.ja}の学習")
    return Report(title, findings(strength), facts, sections)


def opponents(rows: Sequence[dict[str, str]]) -> list[str]:
    return [name.removeprefix(AGAINST) for name in rows[0] if name.startswith(AGAINST)]


def points(rows: Sequence[dict[str, str]], name: str) -> list[tuple[float, float, float | None, float | None]]:
    """Return the values of a column by minute, with their intervals if they have any."""
    found = []
    for row in rows:
        if row[name]:
            value, half = float(row[name]), row.get(f"interval {name.removeprefix(AGAINST)}")
            low, high = (max(0.0, value - float(half)), min(1.0, value + float(half))) if half else (None, None)
            found.append((round(float(row["seconds"]) / 60, 2), value, low, high))
    return found


def findings(strength: Sequence[Series]) -> list[Message]:
    """Return the last score against each opponent as a sentence."""
    found = []
    for series in strength:
        if series.points:
            value, low, high = (float(number or 0) for number in series.points[-1][1:])
            en = f"The network's first choice, without search, scores {value:.0%} ({low:.0%} to {high:.0%}) against "
            ja = f"探索なしの第一候補の勝率：{series.label}に対して{value:.0%}（{low:.0%}～{high:.0%}）。"
            found.append(Message("score", f"{en}{series.label}.", ja))
    return found


def strength_section(strength: Sequence[Series]) -> Section:
    en = (
        "Wins plus half of the draws of the network's first choice, without search, with 95 % intervals. `best` is the"
        " best network so far. If it stays near one half, the training has ended or needs more simulations."
    )
    ja = (
        "探索なしで第一候補を指したときの勝率（引き分けは0.5勝）と95%信頼区間。best はそれまでで最良のネットワークで、"
        "50%付近が続くなら、学習が頭打ちか、試行回数が足りないかのどちらかです。"
    )
    caption = Message("strength", "Score against each opponent", "相手ごとの勝率")
    chart = line_chart([one for one in strength if one.points], x_title=MINUTES, reference=0.5, caption=caption)
    return Section(Message("strength", "Strength", "強さ"), [Message("how", en, ja)], [chart])


def loss_chart(rows: Sequence[dict[str, str]], name: str) -> Figure:
    series = Series(LOSSES[name], points(rows, name))
    return line_chart([series], x_title=MINUTES, reference=None, caption=LOSSES[name], percent=False)


def loss_section(charts: Sequence[Any]) -> Section:
    en = (
        "The distance from the search often rises first, while the search finds more than the network knows. A squared"
        " error of 0.25 is a coin toss; with hidden cards or equal players it cannot reach 0."
    )
    ja = (
        "探索との差は、探索がネットワークの知らない手を見つける間は増えることがあります。二乗誤差0.25は当てずっぽうと同じで、"
        "非公開の情報があるゲームや互角の対戦では0になりません。"
    )
    return Section(Message("losses", "Losses", "損失"), [Message("how", en, ja)], charts)
