"""The report of a game study."""

from collections import Counter
from typing import Any, Final

from tefuda.core.game import Game
from tefuda.core.text import Message
from tefuda.lab.charts.figures import Estimate, Series, bar_chart, interval_chart, line_chart, share_chart
from tefuda.lab.charts.report import Figure, Report, Section, Table
from tefuda.lab.runs.rows import Row
from tefuda.lab.studies.game_findings import game_findings
from tefuda.lab.studies.spec import Spec
from tefuda.lab.studies.summary import (
    LABELS,
    format_interval,
    format_percent,
    format_signed,
    format_signed_interval,
    length_table,
    report_facts,
)
from tefuda.lab.studies.trajectory import LEAD_ABOVE, LEAD_BELOW

HEADS: Final = [Message("what", "", ""), Message("value", "value", "値")]
STAGE: Final = Message("stage", "part of the game, in tenths", "ゲームの進行（10分割）")
Lines = list[list[str | Message]]


def game_report(spec: Spec, game: Game, figures: dict[str, Any], rows: list[Row]) -> Report:
    """Return the report: length, choices, outcomes, leads, decisions, and skill."""
    sections = [_length(game, figures, rows), _branching(figures), _outcomes(game, figures)]
    sections += [_leads(figures) if game.seats > 1 else _chances(figures), _choices(figures)]
    if len(spec.players) > 1:
        sections.append(_skill(game, figures, spec.players[0]))
    title = Message("title", f"The game: {game.title.en}", f"ゲームの性質: {game.title.ja}")
    head = report_facts(spec, game, figures["all_games"], figures["all_unfinished"])
    return Report(title, game_findings(spec, game, figures), head, sections)


def _played_by(figures: dict[str, Any], seats: int) -> tuple[str, str]:
    name = figures["player"]
    return (
        (f"Games of {name} against itself.", f"{name} 同士の対戦。")
        if seats > 1
        else (f"Games of {name}.", f"{name} のゲーム。")
    )


def _length(game: Game, figures: dict[str, Any], rows: list[Row]) -> Section:
    en, ja = _played_by(figures, game.seats)
    parts: list[Figure | Table] = [
        bar_chart(
            sorted(Counter(row.plays for row in rows).items()),
            Message("plays", "Plays per game", "1 ゲームの手数"),
            LABELS["plays"],
        )
    ]
    measured = figures.get("measured", {})
    if "turns" in measured:
        turns = Counter(row.measured["turns"] for row in rows if "turns" in row.measured)
        parts.append(
            bar_chart(sorted(turns.items()), Message("turns", "Turns per game", "1 ゲームのターン数"), LABELS["turns"])
        )
    return Section(Message("length", "Length", "長さ"), [Message("of", en, ja)], [*parts, length_table(figures)])


def _stages(
    values: list[dict[str, Any]], key: str = "value"
) -> list[tuple[float, float | None, float | None, float | None]]:
    """Return the tenths of a game as points of a line; empty tenths are left out."""
    return [
        (float(tenth), found[key], found["low"], found["high"])
        for tenth, found in enumerate(values, 1)
        if found[key] is not None
    ]


def _branching(figures: dict[str, Any]) -> Section:
    found = figures["branching"]
    en = "Number of legal actions before each play. A play is forced if there is only one."
    ja = "各手番で選べる行動の数。一つしかない場合を一択と数えます。"
    parts: list[Figure | Table] = []
    points = _stages(found["stages"])
    if points:
        series = [Series(Message("actions", "actions", "行動の数"), points)]
        caption = Message("branching", "Number of legal actions during the game", "選べる行動の数の推移")
        parts.append(line_chart(series, x_title=STAGE, reference=None, caption=caption, percent=False))
    rows: Lines = [
        [
            Message("actions", "actions, mean", "行動の数（平均）"),
            "-" if found["actions"] is None else f"{found['actions']:.2f}",
        ],
        [Message("forced", "forced plays", "一択の手"), format_percent(found["forced"])],
    ]
    return Section(
        Message("branching", "Choices", "選択肢"),
        [Message("how", en, ja)],
        [*parts, Table(HEADS, rows)],
    )


def _outcomes(game: Game, figures: dict[str, Any]) -> Section:
    games = figures["games"]
    open_games = figures["unfinished"]
    name = figures["player"]
    if game.seats == 1:
        won = figures["wins"]["won"]
        cut = [("won", "won", "勝ち", won), ("lost", "lost", "負け", games - open_games - won)]
    else:
        first = figures["first_player"]
        draws = figures["draws"]
        wins = first["won"] - draws / 2
        cut = [
            ("wins", "first player won", "先手の勝ち", wins),
            ("draws", "drawn", "引き分け", draws),
            ("losses", "second player won", "後手の勝ち", first["games"] - draws - wins),
        ]
    cut.append(("unfinished", "unfinished", "未決着", open_games))
    parts = [(Message(code, en, ja), count / games) for code, en, ja, count in cut]
    rows: Lines = [[label, format_percent(value)] for label, value in parts]
    if game.seats > 1:
        label = Message("first", "win rate of the first player (95 %)", "先手の勝率（95 % 区間）")
        rows.append([label, f"{format_percent(first['rate'])} ({format_interval(first)})"])
    caption = Message("ends", "Results of the games", "ゲームの終わり方")
    return Section(
        Message("outcomes", "Outcomes", "結果"), [], [share_chart([(name, parts)], caption), Table(HEADS, rows)]
    )


NO_EVALUATION: Final = Message(
    "no_judge",
    "This game has no evaluation of positions, so leads are unknown.",
    "このゲームには形勢判断がないため、途中の優劣は分かりません。",
)


def _leads(figures: dict[str, Any]) -> Section:
    course = figures["course"]
    heading = Message("course", "Leads", "形勢の推移")
    if course is None:
        return Section(heading, [NO_EVALUATION], [])
    en = (
        "The leader is determined by the game's quick evaluation of the whole position, including hidden cards."
        f" The lead changes when it goes from under {100 * LEAD_BELOW:.0f} % to over {100 * LEAD_ABOVE:.0f} %."
    )
    ja = (
        "形勢は、隠れた情報も含む局面全体に対するゲーム独自の簡易評価です。"
        f"評価が {100 * LEAD_BELOW:.0f} % 未満から {100 * LEAD_ABOVE:.0f} % 超へ（または逆に）移ると逆転と数えます。"
    )
    parts: list[Figure | Table] = []
    points = _stages(course["leader_won"], "rate")
    if points:
        series = [Series(Message("leader", "leader won", "優勢側の勝率"), points)]
        caption = Message("leader", "Win rate of the leader", "優勢だった側が最後に勝った割合")
        parts.append(line_chart(series, x_title=STAGE, reference=0.5, caption=caption))
    if course["settled"] is not None:
        counts = [(int(value), count) for value, count in course["settled"]["counts"].items()]
        caption = Message(
            "settled", "Tenth of the game after which the winner stayed ahead", "勝者が優勢を保ち始めた時点（10分割）"
        )
        parts.append(bar_chart(counts, caption, STAGE))
    rows: Lines = []
    if course["changes"] is not None:
        counts = [(int(value), count) for value, count in course["changes"]["counts"].items()]
        title = Message("changes", "lead changes", "逆転の回数")
        parts.append(bar_chart(counts, Message("changes", "Lead changes per game", "1 ゲームの逆転の回数"), title))
        rows.append(
            [Message("changes", "lead changes, mean", "逆転の回数（平均）"), f"{course['changes']['mean']:.2f}"]
        )
    if course["settled"] is not None:
        label = Message("settled", "winner stays ahead after, median", "勝者が優勢を保ち始める時点（中央値）")
        median = f"{course['settled']['median']:g}"
        rows.append([label, Message("tenths", f"{median} tenths", f"{median} 割")])
    return Section(heading, [Message("how", en, ja)], [*parts, *([Table(HEADS, rows)] if rows else [])])


def _chances(figures: dict[str, Any]) -> Section:
    """Return the section for the estimated chance to win, for one seat."""
    course = figures["course"]
    heading = Message("course", "Chance to win during the game", "途中の見込み")
    if course is None:
        return Section(heading, [NO_EVALUATION], [])
    words = {"won": ("games won", "勝ったゲーム"), "lost": ("games lost", "負けたゲーム")}
    series = [
        Series(Message(key, en, ja), _stages(course[key]["stages"]))
        for key, (en, ja) in words.items()
        if course[key]["games"]
    ]
    en = "The game's quick estimate of the chance to win. Games are decided where the lines separate."
    ja = "ゲーム独自の簡易評価による勝つ見込み。線が分かれるところで勝負が決まっています。"
    caption = Message("chance", "Estimated chance to win during the game", "勝つ見込みの推移")
    return Section(
        heading, [Message("how", en, ja)], [line_chart(series, x_title=STAGE, reference=None, caption=caption)]
    )


def _choices(figures: dict[str, Any]) -> Section:
    choices = figures["choices"]
    least = f"{100 * choices['least']:.0f}"
    heading = Message("choices", "Important decisions", "重要な選択")
    en = (
        f"{choices['decisions']:,} decisions between several actions, sampled from {choices['deals']:,} deals."
        " Each action is tried in sampled worlds that are possible for the player, and played out as in a search."
        f" A decision is important if the best action wins at least {least} points more than the average action, and"
        " the difference is significant. One half of the worlds selects the best action, the other half evaluates it."
    )
    ja = (
        f"{choices['deals']:,} 配札から抽出した {choices['decisions']:,} 回の選択。"
        "プレイヤーから見てありうる状況をいくつも作り、各行動をその先まで試して評価します。"
        f"最善の行動の勝率が平均より {least} ポイント以上高く、偶然とはいえない場合を「重要」とします。"
        "最善手は半分の試行で選び、残り半分で評価するため、選んだことによる過大評価はありません。"
    )
    stages = choices["stages"]
    parts: list[Figure | Table] = []
    mattered = _stages([stage["mattered"] for stage in stages], "rate")
    if mattered:
        caption = Message("mattered", "Share of important decisions", "重要な選択の割合")
        series = [Series(Message("mattered", "important", "重要"), mattered)]
        parts.append(line_chart(series, x_title=STAGE, reference=None, caption=caption))
        caption = Message("cost", "Loss of win rate by random choices", "ランダムに選んだときに失う勝率")
        series = [Series(Message("cost", "cost", "損失"), _stages([stage["cost"] for stage in stages]))]
        parts.append(line_chart(series, x_title=STAGE, reference=0.0, caption=caption))
    found, cost = choices["mattered"], choices["cost"]
    rows: Lines = [
        [
            Message("mattered", "important decisions (95 %)", "重要な選択（95 % 区間）"),
            f"{format_percent(found['value'])} ({format_interval(found)})",
        ],
        [
            Message("cost", "cost of a random choice, points (95 %)", "ランダムに選ぶ損失（ポイント、95 % 区間）"),
            "-"
            if cost["low"] is None
            else f"{100 * cost['value']:.1f} ({100 * cost['low']:.1f} – {100 * cost['high']:.1f})",
        ],
    ]
    return Section(heading, [Message("how", en, ja)], [*parts, *([Table(HEADS, rows)] if choices["decisions"] else [])])


def _skill(game: Game, figures: dict[str, Any], first: str) -> Section:
    skill = figures["skill"]
    heading = Message("skill", "Luck and skill", "運と実力")
    if game.seats == 1:
        en = f"All players play the same deals. The difference to {first} is the effect of skill."
        ja = f"全員が同じ配札をプレイします。{first} との差が実力の分です。"
        rows = [Estimate(one["name"], *(one["wins"][key] for key in ("rate", "low", "high"))) for one in skill]
        chart = interval_chart(rows, reference=None, caption=Message("wins", "Win rate", "勝率"))
        heads = [
            Message("name", "name", "名前"),
            Message("wins", "won", "勝率"),
            Message("interval", "95 %", "95 % 区間"),
        ]
        heads += [
            Message("difference", f"difference to {first}", f"{first} との差"),
            Message("interval", "95 %", "95 % 区間"),
        ]
        table: Lines = []
        for one in skill:
            apart = one.get("difference")
            words = (
                ["-", "-"]
                if apart is None
                else [
                    format_signed(100 * apart["value"]),
                    format_signed_interval(100 * apart["low"], 100 * apart["high"]),
                ]
            )
            table.append([one["name"], format_percent(one["wins"]["rate"]), format_interval(one["wins"]), *words])
        return Section(heading, [Message("how", en, ja)], [chart, Table(heads, table)])
    en = f"Every deal is played twice against {first}, with the seats swapped. 50 % means luck only, 100 % skill only."
    ja = f"同じ配札を席を入れ替えて {first} と二度対戦します。50 % なら運だけ、100 % なら実力だけのゲームです。"
    rows = [
        Estimate(one["name"], *(one["score"][key] for key in ("value", "low", "high"))) for one in skill if one["deals"]
    ]
    chart = interval_chart(
        rows, reference=0.5, caption=Message("score", f"Score against {first}", f"{first} に対する得点率")
    )
    heads = [
        Message("name", "name", "名前"),
        Message("score", "score", "得点率"),
        Message("interval", "95 %", "95 % 区間"),
    ]
    heads += [Message("results", "won-drawn-lost", "勝-分-負"), Message("unfinished", "unfinished", "未決着")]
    table = [
        [
            one["name"],
            format_percent(one["score"]["value"]) if one["deals"] else "-",
            format_interval(one["score"]),
            f"{one['wins']}-{one['draws']}-{one['losses']}",
            f"{one['unfinished']:,}",
        ]
        for one in skill
    ]
    return Section(heading, [Message("how", en, ja)], [chart, Table(heads, table)])
