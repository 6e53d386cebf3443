"""The report of a comparison."""

from typing import Any

from tefuda.core.game import Game
from tefuda.core.text import Message
from tefuda.lab.charts.figures import Estimate, heatmap_chart, interval_chart, share_chart
from tefuda.lab.charts.report import Figure, Report, Section, Table
from tefuda.lab.stats.sequential import BETTER, EQUAL, UNDECIDED, WORSE
from tefuda.lab.studies.spec import Spec
from tefuda.lab.studies.summary import (
    format_interval,
    format_payoff,
    format_percent,
    format_signed,
    format_signed_interval,
    length_table,
    report_facts,
)

MAX_FINDINGS = 8
"""Maximum number of findings; the table has all of them."""
MAX_SINGLE_FINDINGS = 4
"""With up to this many contestants, each has its own finding."""


def duel_report(spec: Spec, game: Game, figures: dict[str, Any], names: list[str]) -> Report:
    """Return the report of a comparison with two seats."""
    pairs = figures["pairs"]
    leads = [(one["name"], one["score"]) for one in figures["ratings"]]
    verdicts = [(pair["one"], pair["two"], pair["verdict"]) for pair in pairs]
    sections = []
    if figures["ratings"]:
        sections.append(_ratings(figures["ratings"]))
    sections += [_pairs(pairs, names), *_length_sections(figures)]
    title = Message("title", f"Comparison: {game.title.en}", f"強さの比較: {game.title.ja}")
    head = report_facts(spec, game, figures["games"], figures["unfinished"])
    return Report(
        title, [*_best_and_worst(leads, "against the others", "対全員"), *_verdict_findings(verdicts)], head, sections
    )


def _best_and_worst(rates: list[tuple[str, float]], en: str, ja: str) -> list[Message]:
    """Return the best and the worst contestant, if there are more than two."""
    if len(rates) <= 2:
        return []
    best, worst = max(rates, key=lambda one: one[1]), min(rates, key=lambda one: one[1])
    high, low = format_percent(best[1]), format_percent(worst[1])
    return [
        Message(
            "ends",
            f"Best: {best[0]} with {high} {en}. Worst: {worst[0]} with {low}.",
            f"最上位は {best[0]}（{ja} {high}）、最下位は {worst[0]}（{low}）。",
        )
    ]


def _verdict_findings(verdicts: list[tuple[str, str, dict[str, Any]]]) -> list[Message]:
    """Return the findings of all pairs, decided ones first. Of many, the undecided ones are only counted."""
    settled = [verdict_sentence(*one) for one in verdicts if one[2]["word"] != UNDECIDED]
    undecided_pairs = [verdict_sentence(*one) for one in verdicts if one[2]["word"] == UNDECIDED]
    if len(verdicts) <= MAX_FINDINGS:
        return settled + undecided_pairs
    found = settled[:MAX_FINDINGS]
    left = len(settled) - len(found)
    if left:
        en, ja = f"{left} more pairs are decided. See the table.", f"ほか {left} 組も決着（表を参照）。"
        found.append(Message("more", en, ja))
    if undecided_pairs:
        count, pairs = len(undecided_pairs), len(verdicts)
        en, ja = f"{count} of {pairs} pairs are undecided.", f"{pairs} 組中 {count} 組は優劣不明。"
        found.append(Message("open", en, ja))
    return found


def _findings_against_first(first: str, verdicts: list[tuple[str, dict[str, Any]]]) -> list[Message]:
    """Return the findings against the first contestant; many contestants are grouped by verdict."""
    if len(verdicts) <= MAX_SINGLE_FINDINGS:
        return [verdict_sentence(name, first, verdict) for name, verdict in verdicts]
    found = []
    for word, en, ja in (
        (BETTER, f"Stronger than {first}", f"{first} より強い"),
        (EQUAL, f"As strong as {first}", f"{first} と互角"),
        (WORSE, f"Weaker than {first}", f"{first} より弱い"),
        (UNDECIDED, f"Undecided against {first}", f"{first} との優劣は不明"),
    ):
        names = [name for name, verdict in verdicts if verdict["word"] == word]
        if names:
            found.append(Message(word, f"{en}: {', '.join(names)}.", f"{ja}: {'、'.join(names)}。"))
    return found


def verdict_sentence(one: str, two: str, verdict: dict[str, Any]) -> Message:
    """Return the verdict of two contestants as a sentence."""
    deals = f"{verdict['deals']:,}"
    span_en = f"after {deals} deals"
    span_ja = f"{deals} 配札"
    if verdict["word"] == EQUAL:
        return Message("equal", f"{one} and {two} are equal ({span_en}).", f"{one} と {two} は互角（{span_ja}）。")
    if verdict["word"] in (BETTER, WORSE):
        strong, weak = (one, two) if verdict["word"] == BETTER else (two, one)
        en = f"{strong} is stronger than {weak} ({span_en})."
        return Message("stronger", en, f"{strong} は {weak} より強い（{span_ja}）。")
    en = f"{one} against {two} is undecided {span_en}."
    return Message("open", en, f"{one} と {two} の優劣は {span_ja}では決まらない。")


def _ratings(found: list[dict[str, Any]]) -> Section:
    """Return the section of Elo ratings, best first."""
    rows = [Estimate(one["name"], one["elo"]["value"], one["elo"]["low"], one["elo"]["high"]) for one in found]
    caption = Message("elo", "Elo ratings (mean 0)", "Elo（全体の平均を 0 とする）")
    en = "A lead of 100 points is an expected score of 64 %, 200 points 76 %. Lines are 95 % intervals."
    ja = "100 点差で得点率 64 %、200 点差で 76 %。線は 95 % 区間。"
    heads = [
        Message("name", "name", "名前"),
        Message("elo", "Elo", "Elo"),
        Message("interval", "95 %", "95 % 区間"),
        Message("score", "score", "得点率"),
    ]
    lines: list[list[str | Message]] = [
        [
            one["name"],
            format_signed(one["elo"]["value"], 0),
            format_signed_interval(one["elo"]["low"], one["elo"]["high"], 0),
            format_percent(one["score"]),
        ]
        for one in found
    ]
    chart = interval_chart(rows, reference=0.0, caption=caption, percent=False)
    paragraphs = [Message("how", en, ja)]
    if any(one["score"] in (0, 1) for one in found):
        en = (
            "For contestants that won or lost every game, the rating is only a bound. It also moves the mean,"
            " so compare the others by their differences."
        )
        ja = (
            "全勝・全敗の側の Elo は「少なくともこれだけ離れている」という目安です。"
            "全体の平均もこれに左右されるため、ほかは互いの差で比べてください。"
        )
        paragraphs.append(Message("far", en, ja))
    return Section(Message("ratings", "Strength", "強さ"), paragraphs, [chart, Table(heads, lines)])


def _pairs(pairs: list[dict[str, Any]], names: list[str]) -> Section:
    """Return the section with score, interval and verdict of every pair."""
    rates: list[list[float | None]] = [[None] * len(names) for _ in names]
    for pair in pairs:
        one, two = names.index(pair["one"]), names.index(pair["two"])
        if pair["deals"]:
            rates[one][two] = pair["score"]["value"]
            rates[two][one] = 1 - pair["score"]["value"]
    grid = heatmap_chart(
        list(names),
        list(names),
        rates,
        row_title=Message("row", "score of", "得点"),
        column_title=Message("column", "against", "相手"),
        middle=0.5,
        caption=Message("heat", "Score by pair", "組ごとの得点率"),
    )
    words = [Message(*word) for word in RESULTS]
    results = share_chart(
        [
            (
                f"{pair['one']} - {pair['two']}",
                [(word, pair[word.code] / pair["games"] if pair["games"] else 0.0) for word in words],
            )
            for pair in pairs
        ],
        caption=Message("results", "Results of the first contestant", "対戦結果（先に挙げた側から見て）"),
    )
    rows = [
        Estimate(f"{pair['one']} - {pair['two']}", *(pair["score"][key] for key in ("value", "low", "high")))
        for pair in pairs
        if pair["deals"]
    ]
    chart = interval_chart(
        rows, reference=0.5, caption=Message("score", "Score of the first contestant", "先に挙げた側の得点率")
    )
    en = (
        "Every deal is played twice, the second time with the seats swapped. A draw is half a win."
        " Intervals are computed over deals, because the two games of a deal are dependent."
    )
    ja = "同じ配札を席を入れ替えて二度対戦します。引き分けは 0.5 勝。区間は配札単位で求めています。"
    heading = Message("pairs", "Pairs", "対戦成績")
    incomplete = any(pair["draws"] or pair["unfinished"] for pair in pairs)
    parts: list[Figure | Table] = [grid, chart, *([results] if incomplete else []), _pair_table(pairs)]
    return Section(heading, [Message("how", en, ja)], parts)


RESULTS = [
    ("wins", "won", "勝ち"),
    ("draws", "drawn", "引き分け"),
    ("losses", "lost", "負け"),
    ("unfinished", "unfinished", "未決着"),
]
VERDICTS = {
    "better": Message("better", "stronger", "強い"),
    "worse": Message("worse", "weaker", "弱い"),
    "equal": Message("equal", "equal", "互角"),
    "open": Message("open", "undecided", "不明"),
}


def _pair_table(pairs: list[dict[str, Any]]) -> Table:
    heads = [
        Message("pair", "pair", "組"),
        Message("score", "score", "得点率"),
        Message("interval", "95 % (deals)", "95 %（配札）"),
        Message("wilson", "95 % (games)", "95 %（対局）"),
        Message("results", "won-drawn-lost", "勝-分-負"),
        Message("unfinished", "unfinished", "未決着"),
        Message("deals", "deals", "配札数"),
        Message("verdict", "first is", "先の側は"),
    ]
    if any("payoff" in pair for pair in pairs):
        heads.append(Message("payoff", "mean payoff of the first", "先の側の平均利得"))
    rows: list[list[str | Message]] = [
        [
            f"{pair['one']} - {pair['two']}",
            format_percent(pair["score"]["value"]) if pair["deals"] else "-",
            format_interval(pair["score"]),
            format_interval(pair["games_score"]),
            f"{pair['wins']}-{pair['draws']}-{pair['losses']}",
            f"{pair['unfinished']:,}",
            f"{pair['deals']:,}",
            VERDICTS[pair["verdict"]["word"]],
            *([format_payoff(pair["payoff"])] if "payoff" in pair else []),
        ]
        for pair in pairs
    ]
    return Table(heads, rows)


def _length_sections(figures: dict[str, Any]) -> list[Section]:
    """Return the sections for the first player and the length of the games."""
    first = figures["first_player"]
    label = Message("first", "win rate of the first player", "先手の勝率")
    heads = [Message("what", "all games", "全ゲーム"), Message("value", "value", "値")]
    opening = Table(heads, [[label, f"{format_percent(first['rate'])} ({format_interval(first)})"]])
    return [
        Section(Message("opening", "First player", "先手と後手"), [], [opening]),
        Section(Message("length", "Length of the games", "ゲームの長さ"), [], [length_table(figures)]),
    ]


def solo_report(spec: Spec, game: Game, figures: dict[str, Any]) -> Report:
    """Return the report of a comparison with one seat."""
    found = figures["contestants"]
    first = found[0]["name"]
    rows = [Estimate(one["name"], *(one["wins"][key] for key in ("rate", "low", "high"))) for one in found]
    wins = interval_chart(rows, reference=None, caption=Message("wins", "Win rate", "勝率"))
    others = [Estimate(one["name"], *(one["difference"][key] for key in ("value", "low", "high"))) for one in found[1:]]
    caption = Message("difference", f"Difference to {first} on the same deals", f"{first} との差（同じ配札で比較）")
    apart = interval_chart(others, reference=0.0, caption=caption)
    heads = [
        Message("name", "name", "名前"),
        Message("wins", "won", "勝率"),
        Message("interval", "95 %", "95 % 区間"),
        Message("difference", f"difference to {first}", f"{first} との差"),
        Message("interval", "95 %", "95 % 区間"),
        Message("games", "games", "ゲーム数"),
        Message("unfinished", "unfinished", "未決着"),
        Message("plays", "mean plays", "平均手数"),
    ]
    lines: list[list[str | Message]] = []
    for one in found:
        apart_words = ["-", "-"]
        if "difference" in one:
            difference = one["difference"]
            apart_words = [
                format_signed(100 * difference["value"]),
                format_signed_interval(100 * difference["low"], 100 * difference["high"]),
            ]
        lines.append(
            [
                one["name"],
                format_percent(one["wins"]["rate"]),
                format_interval(one["wins"]),
                *apart_words,
                f"{one['games']:,}",
                f"{one['unfinished']:,}",
                f"{one['plays']['mean']:.1f}",
            ]
        )
    how = Message(
        "how",
        "All contestants play the same deals, which reduces the influence of luck on the differences.",
        "全員が同じ配札をプレイするため、差は運の影響を受けにくくなっています。",
    )
    section = Section(Message("wins", "Wins", "勝率"), [how], [wins, apart, Table(heads, lines)])
    title = Message("title", f"Comparison: {game.title.en}", f"強さの比較: {game.title.ja}")
    sentences = _best_and_worst([(one["name"], one["wins"]["rate"]) for one in found], "of the games won", "勝率")
    sentences += _findings_against_first(first, [(one["name"], one["verdict"]) for one in found[1:]])
    return Report(title, sentences, report_facts(spec, game, figures["games"], figures["unfinished"]), [section])
