"""Sweep: the effect of options and numbers on cards, over a grid of values. All cells share their deals."""

import math
from itertools import product
from typing import Any, ClassVar

from typing_extensions import override

from tefuda.core.errors import invalid_input
from tefuda.core.text import Message
from tefuda.lab.charts.figures import Estimate, Series, heatmap_chart, interval_chart, line_chart
from tefuda.lab.charts.report import Figure, Report, Section, Table
from tefuda.lab.runs.rows import Row
from tefuda.lab.stats.intervals import paired_bootstrap
from tefuda.lab.stats.multiple_testing import sidak_z
from tefuda.lab.studies.experiment_cells import Cell, make_part, score_of
from tefuda.lab.studies.spec import CARD_PREFIX
from tefuda.lab.studies.study import RecordedStudy
from tefuda.lab.studies.summary import (
    common_figures,
    contestant_win_rate,
    first_player_win_rate,
    format_interval,
    format_percent,
    format_signed,
    format_signed_interval,
    measure_label,
    report_facts,
)

MAX_CELLS = 400


class Sweep(RecordedStudy):
    """A grid of values. With one contestant for several seats, the win rate of the first player is measured."""

    kind: ClassVar[str] = "sweep"

    @override
    def make_cells(self) -> list[Cell]:
        vary = self.spec.vary
        self._check_spec()
        cells = []
        for values in product(*vary.values()):
            chosen = dict(zip(vary, values, strict=True))
            changes = {
                name.removeprefix(CARD_PREFIX): value for name, value in chosen.items() if name.startswith(CARD_PREFIX)
            }
            options = {name: value for name, value in chosen.items() if not name.startswith(CARD_PREFIX)}
            cell = self._cell(", ".join(f"{name}={value}" for name, value in chosen.items()), options)
            cell.changes = changes
            cells.append(cell)
        return cells

    def _check_spec(self) -> None:
        vary = self.spec.vary
        many = 1
        for values in vary.values():
            many *= len(values)
        if not vary:
            en = "Nothing is varied. Name an option and its values, such as field_size=6-10."
            raise invalid_input(
                "nothing", en, "変える設定がありません。field_size=6-10 のように指定してください。", "vary"
            )
        if many > MAX_CELLS:
            en, ja = (
                f"The sweep has {many} cells; at most {MAX_CELLS} are allowed.",
                f"{many} 通りあります（{MAX_CELLS} 通りまで）。",
            )
            raise invalid_input("too_many", en, ja, "vary")
        if self.game.seats > 1 and len(self.contestants) > min(2, self.game.seats):
            key = "players" if len(self.spec.players) > 1 else "decks"
            en = "With two seats, name one contestant (against itself) or two."
            raise invalid_input("players", en, "二人用ゲームでは一つ（同士の対戦）か二つ指定してください。", key)
        if self.game.seats > 2 and len(self.contestants) > 1:
            en, ja = "With more than two seats, name one player.", "三人以上のゲームでは一つだけ指定してください。"
            raise invalid_input("players", en, ja, "players")

    def _cell(self, label: str, options: dict[str, Any]) -> Cell:
        sides = self.contestants
        seats = self.game.seats
        games = self.spec.games
        given = {**self.spec.options, **options}
        if seats == 1:
            orders = [[side] for side in range(len(sides))]
        elif len(sides) == 1:
            orders = [[0] * seats]
        else:
            orders = [[0, 1], [1, 0]]
            games = (games + 1) // 2
        parts = [make_part(self.game, sides, order, given) for order in orders]
        return Cell(label, [side.label for side in sides], parts, games)

    @property
    def measures_first_player(self) -> bool:
        """Whether the win rate of the first player is measured."""
        return self.game.seats > 1 and len(self.contestants) == 1

    def names(self) -> list[str]:
        """Return the labels of the measured contestants."""
        one_of_two = self.game.seats > 1
        return [contestant.label for contestant in self.contestants][: 1 if one_of_two else None]

    @override
    def figures(self, rows: list[list[Row]]) -> dict[str, Any]:
        """Return the rates of each cell, and their paired differences to the first cell."""
        names = self.names()
        cells = []
        base = [self._deals(self.cells[0], rows[0], side) for side in range(len(names))]
        for number, (cell, found) in enumerate(zip(self.cells, rows, strict=True)):
            rates = {}
            for side, name in enumerate(names):
                rate = (
                    first_player_win_rate(found)
                    if self.measures_first_player
                    else contestant_win_rate(cell, found, side)
                )
                deals = self._deals(cell, found, side)
                rate["change"] = self._difference_to_first(base[side], deals, number) if number else None
                rates[name] = rate
            values = dict(zip(self.spec.vary, self._values(number), strict=True))
            cells.append({"label": cell.label, "values": values, "rates": rates, **common_figures(cell, found)})
        return {
            "measure": "first_player" if self.measures_first_player else "wins" if self.game.seats == 1 else "score",
            "cells": cells,
            "best": {name: _extreme(cells, name, 1) for name in names},
            "worst": {name: _extreme(cells, name, -1) for name in names},
            "clear": {name: self._is_significant(cells, rows, side) for side, name in enumerate(names)},
        }

    def _is_significant(self, cells: list[dict[str, Any]], rows: list[list[Row]], side: int) -> bool:
        """Whether best and worst differ significantly, corrected for the number of pairs of cells."""
        name = self.names()[side]
        best, worst = _extreme(cells, name, 1), _extreme(cells, name, -1)
        if best is None or worst is None:
            return False
        places = [[cell["label"] for cell in cells].index(found["label"]) for found in (worst, best)]
        low, high = (self._deals(self.cells[place], rows[place], side) for place in places)
        apart = [two - one for one, two in zip(low, high, strict=True) if one is not None and two is not None]
        deals = len(apart)
        if deals == 0 or len(cells) == 1:
            return False
        mean = sum(apart) / deals
        # Half a deal at either end of the scale is added, as in `paired_bootstrap`.
        spread = math.sqrt((sum((value - mean) ** 2 for value in apart) + 1) / deals)
        return mean > sidak_z(len(cells) * (len(cells) - 1) // 2) * spread / math.sqrt(deals)

    def _values(self, number: int) -> list[int | str]:
        return list(list(product(*self.spec.vary.values()))[number])

    def _deals(self, cell: Cell, rows: list[Row], side: int) -> list[float | None]:
        """Return the score of each deal; None if a game of two or more seats is unfinished."""
        alone = self.game.seats == 1
        found: list[float | None] = []
        for first in range(0, len(rows), len(cell.parts)):
            scores: list[float | None] = []
            for row in rows[first : first + len(cell.parts)]:
                if self.measures_first_player:
                    scores.append(None if row.scores is None else row.scores[row.opener])
                elif side in cell.parts[row.number % len(cell.parts)].sides:
                    score = score_of(cell, row, side)
                    scores.append(0.0 if score is None and alone else score)
            known = [score for score in scores if score is not None]
            found.append(sum(known) / len(scores) if len(known) == len(scores) else None)
        return found

    def _difference_to_first(
        self, base: list[float | None], deals: list[float | None], number: int
    ) -> dict[str, float] | None:
        """Return the difference to the first cell with its paired interval."""
        pairs = zip(base, deals, strict=True)
        apart = [two - one for one, two in pairs if one is not None and two is not None]
        if not apart:
            return None
        found = paired_bootstrap(apart, self.seed + number, least=-1.0)
        return {"value": found.value, "low": found.low, "high": found.high}

    @override
    def report(self, figures: dict[str, Any], rows: list[list[Row]]) -> Report:
        cells = figures["cells"]
        games = sum(cell["games"] for cell in cells)
        unfinished = sum(cell["unfinished"] for cell in cells)
        varied = ", ".join(self.spec.vary)
        title = self.game.title
        return Report(
            Message("title", f"Sweep: {title.en}, {varied}", f"設定の比較: {title.ja}（{varied}）"),
            self._findings(figures),
            report_facts(self.spec, self.game, games, unfinished),
            [
                Section(Message("rates", *self._measure()), self._how(), [*self._charts(figures), self._table(cells)]),
                Section(Message("length", "Length of the games", "ゲームの長さ"), [], [*self._lengths(cells)]),
            ],
        )

    def _measure(self) -> tuple[str, str]:
        """Return the name of the measure."""
        if self.measures_first_player:
            return "Win rate of the first player", "先手の勝率"
        if self.game.seats == 1:
            return "Win rate", "勝率"
        return f"Score of {self.names()[0]}", f"{self.names()[0]} の得点率"

    def _how(self) -> list[Message]:
        en = "All cells play the same deals, which reduces the influence of luck on the differences."
        ja = "どの設定でも同じ配札を使うため、設定間の差は運の影響を受けにくくなっています。"
        if self.game.seats > 1:
            en += " A draw is half a win. Unfinished games do not count."
            ja += "引き分けは0.5勝とし、未決着のゲームは除きます。"
        axes = [(name, self._axis(name)) for name in self.spec.vary]
        words = [(name, axis) for name, axis in axes if axis.en != name]
        labels_en = "; ".join(f"{name}: {axis.en}" for name, axis in words)
        labels_ja = "、".join(f"{name}: {axis.ja}" for name, axis in words)
        return [Message("how", en, ja), *([Message("axes", f"{labels_en}.", f"{labels_ja}。")] if words else [])]

    def _findings(self, figures: dict[str, Any]) -> list[Message]:
        found = []
        measure, ja = self._measure()
        en = measure[0].lower() + measure[1:]
        for name in self.names():
            best, worst = figures["best"][name], figures["worst"][name]
            if best is None or worst is None:
                continue
            if best["rate"] == worst["rate"]:
                rate = format_percent(best["rate"])
                found.append(Message("same", f"{name}: {rate} in all cells.", f"{name}: どの設定でも {rate}。"))
                continue
            high, low = format_percent(best["rate"]), format_percent(worst["rate"])
            sure = figures["clear"][name]
            doubt = ("", "") if sure else (" The difference is not significant.", "ただし有意差なし。")
            found.append(
                Message(
                    "extremes",
                    f"{name}: {en} from {low} ({worst['label']}) to {high} ({best['label']}).{doubt[0]}",
                    f"{name}: {ja}は {low}（{worst['label']}）から {high}（{best['label']}）。{doubt[1]}",
                )
            )
        return found

    def _caption(self, name: str, figures: dict[str, Any]) -> Message:
        """Return the caption of a chart, with a note if the differences are not significant."""
        en, ja = self._measure()
        if len(self.names()) > 1:
            en, ja = f"{name}: {en[0].lower()}{en[1:]}", f"{name}: {ja}"
        doubt = ("", "") if figures["clear"][name] else (" (no significant differences)", "（有意差なし）")
        return Message("cells", f"{en}{doubt[0]}", f"{ja}{doubt[1]}")

    def _charts(self, figures: dict[str, Any]) -> list[Figure]:
        cells = figures["cells"]
        axes = list(self.spec.vary.items())
        reference = 0.5 if self.game.seats > 1 else None
        en, ja = self._measure()
        if len(axes) == 1:
            axis, values = axes[0]
            series = []
            for name in self.names():
                rates = [cell["rates"][name] for cell in cells]
                points = [
                    (value, rate["rate"], rate["low"], rate["high"])
                    for value, rate in zip(values, rates, strict=True)
                    if rate["rate"] is not None
                ]
                series.append(Series(name, points))
            caption = Message("lines", f"{en} by {axis}", f"{axis} と{ja}")
            return [line_chart(series, x_title=self._axis(axis), reference=reference, caption=caption)]
        if len(axes) == 2:
            (down, rows), (across, columns) = axes
            return [
                heatmap_chart(
                    [str(value) for value in rows],
                    [str(value) for value in columns],
                    [
                        [cells[row * len(columns) + column]["rates"][name]["rate"] for column in range(len(columns))]
                        for row in range(len(rows))
                    ],
                    row_title=down,
                    column_title=across,
                    middle=reference,
                    caption=self._caption(name, figures),
                )
                for name in self.names()
            ]
        return [
            interval_chart(
                [
                    Estimate(cell["label"], rate["rate"], rate["low"], rate["high"])
                    for cell, rate in ((cell, cell["rates"][name]) for cell in cells)
                    if rate["rate"] is not None
                ],
                reference=reference,
                caption=self._caption(name, figures),
            )
            for name in self.names()
        ]

    def _axis(self, name: str) -> Message:
        """Return the label of an axis: the label of the option."""
        option = next((option for option in self.game.options if option.name == name), None)
        label = None if option is None else option.label
        return Message("axis", name, name) if label is None else Message("axis", label.en, label.ja)

    def _table(self, cells: list[dict[str, Any]]) -> Table:
        """Return a table with a row for each cell and contestant."""
        several = len(self.names()) > 1
        heads = [
            Message("cell", "cell", "設定"),
            *([Message("player", "player", "プレイヤー")] if several else []),
            Message("rate", *self._measure()),
            Message("interval", "95 %", "95 % 区間"),
            Message("change", "difference to first cell", "最初の設定との差"),
            Message("interval", "95 %", "95 % 区間"),
            Message("games", "games", "ゲーム数"),
            Message("unfinished", "unfinished", "未決着"),
        ]
        rows: list[list[str | Message]] = []
        for name in self.names():
            for cell in cells:
                rate = cell["rates"][name]
                unfinished = rate["unfinished"]
                who: list[str | Message] = [cell["label"], name] if several else [cell["label"]]
                counts = [f"{rate['games']:,}", f"{unfinished:,}"]
                rows.append(
                    [
                        *who,
                        format_percent(rate["rate"]),
                        format_interval(rate),
                        *_format_change(rate["change"]),
                        *counts,
                    ]
                )
        return Table(heads, rows)

    def _lengths(self, cells: list[dict[str, Any]]) -> list[Table]:
        measures = sorted({name for cell in cells for name in cell.get("measured", {})})
        heads = [Message("cell", "cell", "設定"), Message("plays", "mean plays", "平均手数")]
        heads += [Message("median", "median", "中央値"), Message("nine", "nine tenths within", "9割がこれ以内")]
        for name in measures:
            label = measure_label(name)
            heads.append(Message(name, f"mean {label.en}", f"平均{label.ja}"))
        rows: list[list[str | Message]] = []
        for cell in cells:
            plays = cell["plays"]
            row: list[str | Message] = [cell["label"], f"{plays['mean']:.1f}", f"{plays['median']:g}"]
            row.append(f"{plays['nine_tenths']:g}")
            found = cell.get("measured", {})
            rows.append([*row, *[f"{found[name]['mean']:.2f}" if name in found else "-" for name in measures]])
        return [Table(heads, rows)]


def _format_change(change: dict[str, float] | None) -> list[str]:
    """Return a difference of rates and its interval, in percentage points."""
    if change is None:
        return ["-", "-"]
    return [format_signed(100 * change["value"]), format_signed_interval(100 * change["low"], 100 * change["high"])]


def _extreme(cells: list[dict[str, Any]], name: str, sign: int) -> dict[str, Any] | None:
    """Return the cell with the highest or lowest rate."""
    known = [cell for cell in cells if cell["rates"][name]["rate"] is not None]
    if not known:
        return None
    found = max(known, key=lambda cell: sign * cell["rates"][name]["rate"])
    return {"label": found["label"], "rate": found["rates"][name]["rate"]}
