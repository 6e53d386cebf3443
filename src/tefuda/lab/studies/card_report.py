"""The report of a card study."""

from typing import Any, Final

from tefuda.core.game import Game
from tefuda.core.text import Message
from tefuda.lab.charts.figures import Estimate, interval_chart
from tefuda.lab.charts.report import CollapsedTable, Figure, Report, Section, Table
from tefuda.lab.stats.card_values import EXPOSURES, MIN_OBSERVATIONS, RANKING_EXPOSURE
from tefuda.lab.studies.spec import Spec
from tefuda.lab.studies.summary import format_percent, format_signed, format_signed_interval, report_facts

SIGNIFICANCE: Final = 0.05
"""Adjusted p-values below this are significant."""
MAX_NAMED: Final = 6
"""Maximum number of cards in a finding; the table has all of them."""
MAX_NAMED_PER_DECK: Final = 3
"""The same for a study of several decks."""
FEW_DECKS: Final = 3
"""With more decks, the findings are about drawn cards only."""

EXPOSURE_NAMES: Final = {
    "opening": Message("opening", "opening", "初手"),
    "drawn": Message("drawn", "drawn", "引いた"),
    "played": Message("played", "played", "使った"),
    "held": Message("held", "held", "残った"),
}
EXPOSURE_LABELS: Final = {
    "opening": Message("opening", "Dealt at the opening", "最初に配られた場合"),
    "drawn": Message("drawn", "In the hand at some time", "一度でも手札に来た場合"),
    "played": Message("played", "Played", "使った場合"),
    "held": Message("held", "In the hand at the end", "終了時に手札に残った場合"),
}


def card_report(spec: Spec, game: Game, figures: dict[str, Any]) -> Report:
    """Return the report: significant findings, then the cards of each deck."""
    decks = figures["decks"]
    findings: list[Message] = []
    for name, deck in decks.items():
        findings += _findings(name if len(decks) > 1 else "", deck, figures, len(decks) <= FEW_DECKS)
    if figures["costs"]:
        findings += _prices(decks, figures)
    title = Message("title", f"Cards: {game.title.en}", f"カードの影響: {game.title.ja}")
    sections = []
    for number, (name, deck) in enumerate(decks.items()):
        heading = Message("cards", name, name) if len(decks) > 1 else Message("cards", "The cards", "カードの影響")
        sections.append(Section(heading, [] if number else _how(), _parts(deck, figures)))
        if deck.get("against_average"):
            sections.append(_price_section(deck, figures))
    return Report(title, findings, report_facts(spec, game, figures["games"], figures["unfinished"]), sections)


def is_significant(found: dict[str, Any]) -> bool:
    """Whether a difference is significant after correction for all compared cards."""
    return found["adjusted"] is not None and found["adjusted"] < SIGNIFICANCE


def _significant_cards(deck: dict[str, Any], way: str, sign: int) -> list[str]:
    """Return the cards with a significant positive or negative impact, the largest first."""
    found = [
        card for card, ways in deck["cards"].items() if is_significant(ways[way]) and sign * ways[way]["impact"] > 0
    ]
    return sorted(found, key=lambda card: (-sign * deck["cards"][card][way]["impact"], card))


def _list_cards(
    cards: list[str], deck: dict[str, Any], way: str, figures: dict[str, Any], *, language: str, most: int
) -> str:
    """Return cards with their impact as text."""
    words = []
    for card in cards[:most]:
        words.append(f"{figures['names'][card][language]} {format_signed(100 * deck['cards'][card][way]['impact'])}")
    left = len(cards) - most
    if language == "ja":
        return "、".join(words) + (f" ほか{left}枚" if left > 0 else "")
    return ", ".join(words) + (f" and {left} more" if left > 0 else "")


def _findings(name: str, deck: dict[str, Any], figures: dict[str, Any], few: bool) -> list[Message]:
    """Return the significant findings for a deck, or that there are none."""
    found = []
    most = MAX_NAMED_PER_DECK if name else MAX_NAMED
    for way, en, ja in (
        ("drawn", "when drawn", "引く"),
        ("opening", "when dealt at the opening", "初手にある"),
    )[: 2 if few else 1]:
        for sign, does, effect in ((1, "help", "有利"), (-1, "hurt", "不利")):
            cards = _significant_cards(deck, way, sign)
            if cards:
                start_en, start_ja = (f"{name}: cards", f"{name}: ") if name else ("Cards", "")
                listed_en, listed_ja = (
                    _list_cards(cards, deck, way, figures, language=one, most=most) for one in ("en", "ja")
                )
                text_en = f"{start_en} that {does} {en}, in points: {listed_en}."
                text_ja = f"{start_ja}{ja}と{effect}なカード（ポイント）: {listed_ja}。"
                found.append(Message(way, text_en, text_ja))
    if not found:
        count = f"{deck['observations']:,}"
        en, ja = (f"{name}: no", f"{name}: ") if name else ("No", "")
        found.append(
            Message(
                "nothing",
                f"{en} card has a significant impact in {count} observations. More games may show one.",
                f"{ja}{count} 件の観測では、有意な影響のあるカードはない（ゲームを増やすと見つかることがある）。",
            )
        )
    return found


def _prices(decks: dict[str, Any], figures: dict[str, Any]) -> list[Message]:
    """Return the cards whose value is significantly above or below the average."""
    compared = [item for deck in decks.values() for item in deck.get("against_average", {}).items()]
    found = []
    for sign, en, ja in ((1, "Under-priced", "割安"), (-1, "Over-priced", "割高")):
        clear = [
            (card, one["value"]) for card, one in compared if one["adjusted"] < SIGNIFICANCE and sign * one["value"] > 0
        ]
        clear.sort(key=lambda one: (-sign * one[1], one[0]))
        words: list[list[str]] = [[], []]
        for card, _ in clear[:MAX_NAMED]:
            cost, names = figures["costs"][card], figures["names"][card]
            words[0].append(f"{names['en']} ({cost})")
            words[1].append(f"{names['ja']}（{cost}）")
        left = len(clear) - MAX_NAMED
        more = (f" and {left} more", f" ほか{left}枚") if left > 0 else ("", "")
        if clear:
            text_en = f"{en} for this player (cost): {', '.join(words[0])}{more[0]}."
            text_ja = f"このプレイヤーの使い方では{ja}（コスト）: {'、'.join(words[1])}{more[1]}。"
            found.append(Message("price", text_en, text_ja))
    if not found and compared:
        en, ja = "No cost is significantly too high or too low.", "明らかに不適切なコストはない。"
        found.append(Message("price", en, ja))
    return found


def _price_section(deck: dict[str, Any], figures: dict[str, Any]) -> Section:
    """Return the section that compares every card with the average, the highest cost first."""
    compared = deck["against_average"]
    values = [ways[RANKING_EXPOSURE]["impact"] for card, ways in deck["cards"].items() if card in compared]
    mean = format_signed(100 * sum(values) / len(values))
    en = (
        f"A drawn card has an impact of {mean} points on average. Cards above the average are worth more than their"
        " cost. With fair costs, no card would differ from the average. The values depend on the player: a card that"
        " this player uses badly looks over-priced."
    )
    ja = (
        f"引いたカードの影響は平均 {mean} ポイントです。それを上回るカードは、コストを払ってもほかより得をしています。"
        "コストが適正なら差は出ません。ただし、このプレイヤーが使いこなせないカードも割高に見えます。"
    )
    rows = []
    for card, found in sorted(compared.items(), key=lambda one: (-figures["costs"][one[0]], one[0])):
        cost = figures["costs"][card]
        clear = found["adjusted"] < SIGNIFICANCE
        note = Message("cost", f"cost {cost}", f"コスト {cost}")
        rows.append(Estimate(_name(card, figures), found["value"], found["low"], found["high"], note, clear))
    caption = Message(
        "price",
        "Impact when drawn, compared with the average card, by cost (bold: significant)",
        "引いた場合の影響: 平均的なカードとの差（コスト順、太字は有意な差）",
    )
    heading = Message("prices", "Cost", "コスト")
    return Section(heading, [Message("how", en, ja)], [interval_chart(rows, reference=0.0, caption=caption)])


def _how() -> list[Message]:
    """Return the explanation of the figures."""
    en = (
        "The impact of a card is the win rate of seats that had it minus the win rate of seats that could have had it"
        " and did not, in percentage points. Lines are 95 % intervals of each card. Significance is corrected for the"
        f" number of cards (Holm, 5 %). Cards with fewer than {MIN_OBSERVATIONS} games with or without them are not"
        " compared."
    )
    ja = (
        "影響とは、そのカードを手にした側の勝率から、手にしなかった側の勝率を引いたもの（パーセントポイント）。"
        "線はカードごとの 95 % 区間です。"
        "「有意」とは、全カードを比べたことを補正しても（Holm 法）偶然とは考えにくい（5 % 未満）差です。"
        f"ありとなしのどちらかが {MIN_OBSERVATIONS} 件未満のカードは比べません。"
    )
    findings = [Message("how", en, ja)]
    en = (
        "The opening is random, so it is the fairest comparison. The impact of cards drawn later also depends on the"
        " length of the games and on the player: a strong card that is used badly looks weak. Played and held are not"
        " causal: a seat that is winning plays more cards, and unusable cards stay in the hand."
    )
    ja = (
        "最も公平なのは運だけで決まる初手の比較です。"
        "引いたカードの影響には、ゲームの長さやプレイヤーの使い方も混ざります"
        "（強いカードでも使いこなせなければ弱く見えます）。使った・残ったは、勝っている側ほど多くのカードを使うため、"
        "カードの効果そのものではありません。"
    )
    return [*findings, Message("ways", en, ja)]


def _parts(deck: dict[str, Any], figures: dict[str, Any]) -> list[Figure | Table | CollapsedTable]:
    charts = [_chart(deck, figures, way) for way in ("drawn", "opening")]
    folded = [
        CollapsedTable(
            Message("all", f"{EXPOSURE_LABELS[way].en}: all figures", f"{EXPOSURE_LABELS[way].ja}: 全数値"),
            _full_table(deck, figures, way),
        )
        for way in EXPOSURES
    ]
    return [*[chart for chart in charts if chart is not None], _table(deck, figures), *folded]


def _name(card: str, figures: dict[str, Any]) -> Message:
    names = figures["names"][card]
    return Message(card, names["en"], names["ja"])


def _chart(deck: dict[str, Any], figures: dict[str, Any], way: str) -> Figure | None:
    """Return a chart of the cards in order of impact; None if no card can be compared."""
    compared = [(card, ways[way]) for card, ways in deck["cards"].items() if ways[way]["impact"] is not None]
    rows = []
    for card, found in sorted(compared, key=lambda one: (-one[1]["impact"], one[0])):
        cost = figures["costs"].get(card)
        note = "" if cost is None else Message("cost", f"cost {cost}", f"コスト {cost}")
        rows.append(
            Estimate(_name(card, figures), found["impact"], found["low"], found["high"], note, is_significant(found))
        )
    if not rows:
        return None
    caption = Message(
        way,
        f"{EXPOSURE_LABELS[way].en}: difference of win rates (bold: significant)",
        f"{EXPOSURE_LABELS[way].ja}の勝率の差（太字は有意な差）",
    )
    return interval_chart(rows, reference=0.0, caption=caption)


def _points(found: dict[str, Any]) -> str:
    return "-" if found["impact"] is None else format_signed(100 * found["impact"])


def _table(deck: dict[str, Any], figures: dict[str, Any]) -> Table:
    """Return a table of the impact for all exposures."""
    priced = bool(figures["costs"])
    heads = [Message("card", "card", "カード"), *([Message("cost", "cost", "コスト")] if priced else [])]
    heads += [*EXPOSURE_NAMES.values(), Message("clear", "significant", "有意な差")]
    rows: list[list[str | Message]] = []
    for card, ways in deck["cards"].items():
        clear = [EXPOSURE_NAMES[way] for way in EXPOSURES if is_significant(ways[way])]
        words = Message("clear", ", ".join(way.en for way in clear), "・".join(way.ja for way in clear))
        cost = [str(figures["costs"].get(card, "-"))] if priced else []
        rows.append([_name(card, figures), *cost, *[_points(ways[way]) for way in EXPOSURE_NAMES], words])
    return Table(heads, rows)


def _full_table(deck: dict[str, Any], figures: dict[str, Any], way: str) -> Table:
    """Return a table with all figures of one exposure."""
    heads = [
        Message("card", "card", "カード"),
        Message("impact", "impact", "影響"),
        Message("interval", "95 %", "95 % 区間"),
        Message("adjusted", "adjusted p", "補正 p 値"),
        Message("rate", "win rate with", "ありの勝率"),
        Message("without", "win rate without", "なしの勝率"),
        Message("games", "observations with", "あり（件）"),
        Message("games_without", "without", "なし（件）"),
    ]
    rows: list[list[str | Message]] = []
    for card, ways in deck["cards"].items():
        found = ways[way]
        known = found["impact"] is not None
        interval = format_signed_interval(100 * found["low"], 100 * found["high"]) if known else "-"
        adjusted = f"{found['adjusted']:.3f}" if known else "-"
        rates = [format_percent(found["rate"]), format_percent(found["without"]["rate"])]
        counts = [f"{found['games']:,}", f"{found['without']['games']:,}"]
        rows.append([_name(card, figures), _points(found), interval, adjusted, *rates, *counts])
    return Table(heads, rows)
