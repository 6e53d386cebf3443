"""What a comparison says to people."""

from typing import Any

from tefuda.core.game import Game
from tefuda.core.text import Message
from tefuda.lab.charts.figures import Estimate, heat, intervals, shares
from tefuda.lab.charts.report import Figure, Report, Section, Table
from tefuda.lab.stats.sequential import BETTER, EQUAL, OPEN, WORSE
from tefuda.lab.studies.spec import Spec
from tefuda.lab.studies.summary import facts, lengths, payoff_text, percent, signed, signed_span, span

MOST_SAID = 8
"""Findings that stand at the top; the table has them all."""
MOST_SINGLE = 4
"""Contestants of whom each has a sentence of its own, where all are compared with the first one."""


def duel_report(spec: Spec, game: Game, figures: dict[str, Any], names: list[str]) -> Report:
    """Everybody against everybody."""
    pairs = figures["pairs"]
    leads = [(one["name"], one["score"]) for one in figures["ratings"]]
    verdicts = [(pair["one"], pair["two"], pair["verdict"]) for pair in pairs]
    sections = []
    if figures["ratings"]:
        sections.append(_ratings(figures["ratings"]))
    sections += [_pairs(pairs, names), *_course(figures)]
    title = Message("title", f"Comparison: {game.title.en}", f"強さの比較: {game.title.ja}")
    head = facts(spec, game, figures["games"], figures["unfinished"])
    return Report(title, [*_ends(leads, "against the others", "対全員"), *_most(verdicts)], head, sections)


def _ends(rates: list[tuple[str, float]], en: str, ja: str) -> list[Message]:
    """Who stands first and last, where there are more than two."""
    if len(rates) <= 2:
        return []
    best, worst = max(rates, key=lambda one: one[1]), min(rates, key=lambda one: one[1])
    high, low = percent(best[1]), percent(worst[1])
    return [
        Message(
            "ends",
            f"First is {best[0]} with {high} {en}, last {worst[0]} with {low}.",
            f"最上位は {best[0]}（{ja} {high}）、最下位は {worst[0]}（{low}）。",
        )
    ]


def _most(verdicts: list[tuple[str, str, dict[str, Any]]]) -> list[Message]:
    """What is settled comes first; where there is much, what is open is only counted."""
    settled = [said(*one) for one in verdicts if one[2]["word"] != OPEN]
    doubtful = [said(*one) for one in verdicts if one[2]["word"] == OPEN]
    if len(verdicts) <= MOST_SAID:
        return settled + doubtful
    found = settled[:MOST_SAID]
    left = len(settled) - len(found)
    if left:
        en, ja = f"{left} more pairs are settled: see the table.", f"ほか {left} 組も決着（表を参照）。"
        found.append(Message("more", en, ja))
    if doubtful:
        count, pairs = len(doubtful), len(verdicts)
        en, ja = f"In {count} of {pairs} pairs it is not clear who is stronger.", f"{pairs} 組中 {count} 組は優劣不明。"
        found.append(Message("open", en, ja))
    return found


def _against(first: str, verdicts: list[tuple[str, dict[str, Any]]]) -> list[Message]:
    """Everybody compared with the first one; where they are many, a sentence for all that fared alike."""
    if len(verdicts) <= MOST_SINGLE:
        return [said(name, first, verdict) for name, verdict in verdicts]
    found = []
    for word, en, ja in (
        (BETTER, f"Stronger than {first}", f"{first} より強い"),
        (EQUAL, f"As strong as {first}", f"{first} と互角"),
        (WORSE, f"Weaker than {first}", f"{first} より弱い"),
        (OPEN, f"Not clear whether stronger or weaker than {first}", f"{first} との優劣は不明"),
    ):
        names = [name for name, verdict in verdicts if verdict["word"] == word]
        if names:
            found.append(Message(word, f"{en}: {', '.join(names)}.", f"{ja}: {'、'.join(names)}。"))
    return found


def said(one: str, two: str, verdict: dict[str, Any]) -> Message:
    """The verdict about two contestants, as a sentence."""
    deals = f"{verdict['deals']:,}"
    span_en = f"after {deals} deals"
    span_ja = f"{deals} 配札"
    if verdict["word"] == EQUAL:
        return Message("equal", f"{one} and {two} are equal ({span_en}).", f"{one} と {two} は互角（{span_ja}）。")
    if verdict["word"] in (BETTER, WORSE):
        strong, weak = (one, two) if verdict["word"] == BETTER else (two, one)
        en = f"{strong} is stronger than {weak} ({span_en})."
        return Message("stronger", en, f"{strong} は {weak} より強い（{span_ja}）。")
    en = f"Which is stronger, {one} or {two}, is not clear {span_en}."
    return Message("open", en, f"{one} と {two} の優劣は {span_ja}では決まらない。")


def _ratings(found: list[dict[str, Any]]) -> Section:
    """Elo: the best first."""
    rows = [Estimate(one["name"], one["elo"]["value"], one["elo"]["low"], one["elo"]["high"]) for one in found]
    caption = Message("elo", "Elo; the mean of all is 0", "Elo（全体の平均を 0 とする）")
    en = "100 points more are a score of 64 %, 200 points one of 76 %. Lines are 95 % intervals."
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
            signed(one["elo"]["value"], 0),
            signed_span(one["elo"]["low"], one["elo"]["high"], 0),
            percent(one["score"]),
        ]
        for one in found
    ]
    chart = intervals(rows, reference=0.0, caption=caption, percent=False)
    said = [Message("how", en, ja)]
    if any(one["score"] in (0, 1) for one in found):
        en = (
            "Who won or lost every game is at least so far from the others; how far is not known. That moves the mean"
            " of all, so the others are best compared by their differences."
        )
        ja = (
            "全勝・全敗の側の Elo は「少なくともこれだけ離れている」という目安です。"
            "全体の平均もこれに左右されるため、ほかは互いの差で比べてください。"
        )
        said.append(Message("far", en, ja))
    return Section(Message("ratings", "Strength", "強さ"), said, [chart, Table(heads, lines)])


def _pairs(pairs: list[dict[str, Any]], names: list[str]) -> Section:
    """Score, interval and verdict of every pair."""
    rates: list[list[float | None]] = [[None] * len(names) for _ in names]
    for pair in pairs:
        one, two = names.index(pair["one"]), names.index(pair["two"])
        if pair["deals"]:
            rates[one][two] = pair["score"]["value"]
            rates[two][one] = 1 - pair["score"]["value"]
    grid = heat(
        list(names),
        list(names),
        rates,
        row_title=Message("row", "score of", "得点"),
        column_title=Message("column", "against", "相手"),
        middle=0.5,
        caption=Message("heat", "Score of each against each", "組ごとの得点率"),
    )
    words = [Message(*word) for word in RESULTS]
    results = shares(
        [
            (
                f"{pair['one']} - {pair['two']}",
                [(word, pair[word.code] / pair["games"] if pair["games"] else 0.0) for word in words],
            )
            for pair in pairs
        ],
        caption=Message("results", "Games by result, seen from the first one", "対戦結果（先に挙げた側から見て）"),
    )
    rows = [
        Estimate(f"{pair['one']} - {pair['two']}", *(pair["score"][key] for key in ("value", "low", "high")))
        for pair in pairs
        if pair["deals"]
    ]
    chart = intervals(rows, reference=0.5, caption=Message("score", "Score of the first one", "先に挙げた側の得点率"))
    en = (
        "Every deal is played twice, the second time with the seats swapped; a draw is half a win."
        " Intervals are those of deals, not of games, since two games of one deal are alike."
    )
    ja = "同じ配札を席を入れ替えて二度対戦します。引き分けは 0.5 勝。区間は配札単位で求めています。"
    heading = Message("pairs", "Pairs", "対戦成績")
    undecided = any(pair["draws"] or pair["unfinished"] for pair in pairs)
    parts: list[Figure | Table] = [grid, chart, *([results] if undecided else []), _pair_table(pairs)]
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
    "open": Message("open", "not clear", "不明"),
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
        Message("verdict", "the first one is", "先の側は"),
    ]
    if any("payoff" in pair for pair in pairs):
        heads.append(Message("payoff", "mean payoff of the first one", "先の側の平均利得"))
    rows: list[list[str | Message]] = [
        [
            f"{pair['one']} - {pair['two']}",
            percent(pair["score"]["value"]) if pair["deals"] else "-",
            span(pair["score"]),
            span(pair["games_score"]),
            f"{pair['wins']}-{pair['draws']}-{pair['losses']}",
            f"{pair['unfinished']:,}",
            f"{pair['deals']:,}",
            VERDICTS[pair["verdict"]["word"]],
            *([payoff_text(pair["payoff"])] if "payoff" in pair else []),
        ]
        for pair in pairs
    ]
    return Table(heads, rows)


def _course(figures: dict[str, Any]) -> list[Section]:
    """Going first, and the length of the games."""
    first = figures["first_player"]
    label = Message("first", "share of the first player", "先手の勝率")
    heads = [Message("what", "all games", "全ゲーム"), Message("value", "value", "値")]
    opening = Table(heads, [[label, f"{percent(first['rate'])} ({span(first)})"]])
    return [
        Section(Message("opening", "Going first", "先手と後手"), [], [opening]),
        Section(Message("length", "Length of the games", "ゲームの長さ"), [], [lengths(figures)]),
    ]


def solo_report(spec: Spec, game: Game, figures: dict[str, Any]) -> Report:
    """Everybody alone, on the same deals."""
    found = figures["contestants"]
    first = found[0]["name"]
    rows = [Estimate(one["name"], *(one["wins"][key] for key in ("rate", "low", "high"))) for one in found]
    wins = intervals(rows, reference=None, caption=Message("wins", "Share of games won", "勝率"))
    others = [Estimate(one["name"], *(one["difference"][key] for key in ("value", "low", "high"))) for one in found[1:]]
    caption = Message("difference", f"Difference to {first}, deal by deal", f"{first} との差（同じ配札で比較）")
    apart = intervals(others, reference=0.0, caption=caption)
    heads = [
        Message("name", "name", "名前"),
        Message("wins", "won", "勝率"),
        Message("interval", "95 %", "95 % 区間"),
        Message("difference", f"more than {first}", f"{first} との差"),
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
                signed(100 * difference["value"]),
                signed_span(100 * difference["low"], 100 * difference["high"]),
            ]
        lines.append(
            [
                one["name"],
                percent(one["wins"]["rate"]),
                span(one["wins"]),
                *apart_words,
                f"{one['games']:,}",
                f"{one['unfinished']:,}",
                f"{one['plays']['mean']:.1f}",
            ]
        )
    how = Message(
        "how",
        "Everybody plays the same deals, so that luck weighs less in the differences between them.",
        "全員が同じ配札をプレイするため、差は運の影響を受けにくくなっています。",
    )
    section = Section(Message("wins", "Wins", "勝率"), [how], [wins, apart, Table(heads, lines)])
    title = Message("title", f"Comparison: {game.title.en}", f"強さの比較: {game.title.ja}")
    sentences = _ends([(one["name"], one["wins"]["rate"]) for one in found], "of the games won", "勝率")
    sentences += _against(first, [(one["name"], one["verdict"]) for one in found[1:]])
    return Report(title, sentences, facts(spec, game, figures["games"], figures["unfinished"]), [section])
