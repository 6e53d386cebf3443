"""What a study of cards says to people."""

from typing import Any, Final

from tefuda.core.game import Game
from tefuda.core.text import Message
from tefuda.lab.charts.figures import Estimate, intervals
from tefuda.lab.charts.report import Figure, Folded, Report, Section, Table
from tefuda.lab.stats.card_values import FEWEST, RANKED, WAYS
from tefuda.lab.studies.spec import Spec
from tefuda.lab.studies.summary import facts, percent, signed, signed_span

SURE: Final = 0.05
"""An adjusted p-value below this is called clear."""
MOST_NAMED: Final = 6
"""Cards that a sentence names; the table has them all."""
LEAST_NAMED: Final = 3
"""The same where there are several decks."""
FEW_DECKS: Final = 3
"""Of more, only what is drawn is said."""

WORDS: Final = {
    "opening": Message("opening", "opening", "初手"),
    "drawn": Message("drawn", "drawn", "引いた"),
    "played": Message("played", "played", "使った"),
    "held": Message("held", "held", "残った"),
}
HAVING: Final = {
    "opening": Message("opening", "Dealt at the opening", "最初に配られた場合"),
    "drawn": Message("drawn", "In the hand at some time", "一度でも手札に来た場合"),
    "played": Message("played", "Played", "使った場合"),
    "held": Message("held", "In the hand at the end", "終了時に手札に残った場合"),
}


def card_report(spec: Spec, game: Game, figures: dict[str, Any]) -> Report:
    """The clear findings, then each deck with its cards."""
    decks = figures["decks"]
    said: list[Message] = []
    for name, deck in decks.items():
        said += _findings(name if len(decks) > 1 else "", deck, figures, len(decks) <= FEW_DECKS)
    if figures["costs"]:
        said += _prices(decks, figures)
    title = Message("title", f"Cards: {game.title.en}", f"カードの影響: {game.title.ja}")
    sections = []
    for number, (name, deck) in enumerate(decks.items()):
        heading = Message("cards", name, name) if len(decks) > 1 else Message("cards", "The cards", "カードの影響")
        sections.append(Section(heading, [] if number else _how(), _parts(deck, figures)))
        if deck.get("against_average"):
            sections.append(_price_section(deck, figures))
    return Report(title, said, facts(spec, game, figures["games"], figures["unfinished"]), sections)


def is_clear(found: dict[str, Any]) -> bool:
    """Whether a difference is more than luck, with all the cards in mind that were compared."""
    return found["adjusted"] is not None and found["adjusted"] < SURE


def _clear(deck: dict[str, Any], way: str, sign: int) -> list[str]:
    """The cards that clearly help, or hurt; the greatest impact first."""
    found = [card for card, ways in deck["cards"].items() if is_clear(ways[way]) and sign * ways[way]["impact"] > 0]
    return sorted(found, key=lambda card: (-sign * deck["cards"][card][way]["impact"], card))


def _listed(cards: list[str], deck: dict[str, Any], way: str, figures: dict[str, Any], language: str, most: int) -> str:
    """Cards with their impact, for a sentence."""
    words = []
    for card in cards[:most]:
        words.append(f"{figures['names'][card][language]} {signed(100 * deck['cards'][card][way]['impact'])}")
    left = len(cards) - most
    if language == "ja":
        return "、".join(words) + (f" ほか{left}枚" if left > 0 else "")
    return ", ".join(words) + (f" and {left} more" if left > 0 else "")


def _findings(name: str, deck: dict[str, Any], figures: dict[str, Any], few: bool) -> list[Message]:
    """What is clear about the cards of a deck, or that nothing is."""
    found = []
    most = LEAST_NAMED if name else MOST_NAMED
    for way, en, ja in (
        ("drawn", "when drawn", "引く"),
        ("opening", "when dealt at the opening", "初手にある"),
    )[: 2 if few else 1]:
        for sign, does, effect in ((1, "help", "有利"), (-1, "hurt", "不利")):
            cards = _clear(deck, way, sign)
            if cards:
                start_en, start_ja = (f"{name}: cards", f"{name}: ") if name else ("Cards", "")
                listed_en, listed_ja = (_listed(cards, deck, way, figures, one, most) for one in ("en", "ja"))
                said_en = f"{start_en} that {does} {en}, in points: {listed_en}."
                said_ja = f"{start_ja}{ja}と{effect}なカード（ポイント）: {listed_ja}。"
                found.append(Message(way, said_en, said_ja))
    if not found:
        count = f"{deck['observations']:,}"
        en, ja = (f"{name}: no", f"{name}: ") if name else ("No", "")
        found.append(
            Message(
                "nothing",
                f"{en} card clearly helps or hurts, as far as {count} hands tell; more games may show some.",
                f"{ja}{count} 件の観測では、明確に影響するカードはない（ゲームを増やすと見えてくることがある）。",
            )
        )
    return found


def _prices(decks: dict[str, Any], figures: dict[str, Any]) -> list[Message]:
    """Which cards are clearly worth more, or less, than the average one."""
    told = [item for deck in decks.values() for item in deck.get("against_average", {}).items()]
    found = []
    for sign, en, ja in ((1, "Under-priced", "割安"), (-1, "Over-priced", "割高")):
        clear = [(card, one["value"]) for card, one in told if one["adjusted"] < SURE and sign * one["value"] > 0]
        clear.sort(key=lambda one: (-sign * one[1], one[0]))
        words: list[list[str]] = [[], []]
        for card, _ in clear[:MOST_NAMED]:
            cost, names = figures["costs"][card], figures["names"][card]
            words[0].append(f"{names['en']} ({cost})")
            words[1].append(f"{names['ja']}（{cost}）")
        left = len(clear) - MOST_NAMED
        more = (f" and {left} more", f" ほか{left}枚") if left > 0 else ("", "")
        if clear:
            said_en = f"{en}, as this player uses the cards (cost): {', '.join(words[0])}{more[0]}."
            said_ja = f"このプレイヤーの使い方では{ja}（コスト）: {'、'.join(words[1])}{more[1]}。"
            found.append(Message("price", said_en, said_ja))
    if not found and told:
        en, ja = "No price is clearly wrong.", "明らかに不適切なコストはない。"
        found.append(Message("price", en, ja))
    return found


def _price_section(deck: dict[str, Any], figures: dict[str, Any]) -> Section:
    """Every card against the average one, the dearest first."""
    told = deck["against_average"]
    values = [ways[RANKED]["impact"] for card, ways in deck["cards"].items() if card in told]
    mean = signed(100 * sum(values) / len(values))
    en = (
        f"A drawn card goes with {mean} points on average: what is above that is worth more than the others,"
        " whatever its cost. At fair prices no card would be. But this is how strong a card is in the hands of this"
        " player: one that it wastes, or never saves up for, looks over-priced too."
    )
    ja = (
        f"引いたカードの影響は平均 {mean} ポイントです。それを上回るカードは、コストを払ってもほかより得をしています。"
        "コストが適正なら差は出ません。ただし、このプレイヤーが使いこなせないカードも割高に見えます。"
    )
    rows = []
    for card, found in sorted(told.items(), key=lambda one: (-figures["costs"][one[0]], one[0])):
        cost = figures["costs"][card]
        clear = found["adjusted"] < SURE
        note = Message("cost", f"cost {cost}", f"コスト {cost}")
        rows.append(Estimate(_name(card, figures), found["value"], found["low"], found["high"], note, clear))
    caption = Message(
        "price",
        "Impact when drawn, against the average card, by cost (bold: clear)",
        "引いた場合の影響: 平均的なカードとの差（コスト順、太字は明確な差）",
    )
    heading = Message("prices", "Cost", "コスト")
    return Section(heading, [Message("how", en, ja)], [intervals(rows, reference=0.0, caption=caption)])


def _how() -> list[Message]:
    """How the numbers are to be read."""
    en = (
        "The impact of a card is how much more often seats won that had it than seats that could have had it and did"
        " not, in percentage points. Lines are 95 % intervals of each card alone; a card is called clear where luck"
        f" would make any of all these cards look so special in less than one study of twenty. Under {FEWEST} games"
        " with or without a card say nothing."
    )
    ja = (
        "影響とは、そのカードを手にした側の勝率から、手にしなかった側の勝率を引いたもの（パーセントポイント）。"
        "線はカードごとの 95 % 区間です。"
        "「明確」とは、全カードを比べたことを補正しても偶然とは考えにくい（5 % 未満）差です。"
        f"ありとなしのどちらかが {FEWEST} 件未満のカードは比べません。"
    )
    said = [Message("how", en, ja)]
    en = (
        "The opening is pure luck, so it is the fairest comparison. A card drawn later mixes what the card does with"
        " how long games last and how this player uses it: a strong card in clumsy hands looks weak. Played and held"
        " say with whom a card is seen, not what it does: whoever is winning has more to play, and what nobody can use"
        " is held."
    )
    ja = (
        "最も公平なのは運だけで決まる初手の比較です。"
        "引いたカードの影響には、ゲームの長さやプレイヤーの使い方も混ざります"
        "（強いカードでも使いこなせなければ弱く見えます）。使った・残ったは、勝っている側ほど多くのカードを使うため、"
        "カードの効果そのものではありません。"
    )
    return [*said, Message("ways", en, ja)]


def _parts(deck: dict[str, Any], figures: dict[str, Any]) -> list[Figure | Table | Folded]:
    charts = [_chart(deck, figures, way) for way in ("drawn", "opening")]
    folded = [
        Folded(Message("all", f"{HAVING[way].en}: all numbers", f"{HAVING[way].ja}: 全数値"), _full(deck, figures, way))
        for way in WAYS
    ]
    return [*[chart for chart in charts if chart is not None], _table(deck, figures), *folded]


def _name(card: str, figures: dict[str, Any]) -> Message:
    names = figures["names"][card]
    return Message(card, names["en"], names["ja"])


def _chart(deck: dict[str, Any], figures: dict[str, Any], way: str) -> Figure | None:
    """The cards in order of their impact, those that are clear in bold; None where nothing can be told."""
    told = [(card, ways[way]) for card, ways in deck["cards"].items() if ways[way]["impact"] is not None]
    rows = []
    for card, found in sorted(told, key=lambda one: (-one[1]["impact"], one[0])):
        cost = figures["costs"].get(card)
        note = "" if cost is None else Message("cost", f"cost {cost}", f"コスト {cost}")
        rows.append(Estimate(_name(card, figures), found["impact"], found["low"], found["high"], note, is_clear(found)))
    if not rows:
        return None
    caption = Message(
        way,
        f"{HAVING[way].en}: how much more often such seats won (bold: clear)",
        f"{HAVING[way].ja}の勝率の差（太字は明確な差）",
    )
    return intervals(rows, reference=0.0, caption=caption)


def _points(found: dict[str, Any]) -> str:
    return "-" if found["impact"] is None else signed(100 * found["impact"])


def _table(deck: dict[str, Any], figures: dict[str, Any]) -> Table:
    """The impact in all ways, a card a line."""
    priced = bool(figures["costs"])
    heads = [Message("card", "card", "カード"), *([Message("cost", "cost", "コスト")] if priced else [])]
    heads += [*WORDS.values(), Message("clear", "clear", "明確な差")]
    rows: list[list[str | Message]] = []
    for card, ways in deck["cards"].items():
        clear = [WORDS[way] for way in WAYS if is_clear(ways[way])]
        words = Message("clear", ", ".join(way.en for way in clear), "・".join(way.ja for way in clear))
        cost = [str(figures["costs"].get(card, "-"))] if priced else []
        rows.append([_name(card, figures), *cost, *[_points(ways[way]) for way in WORDS], words])
    return Table(heads, rows)


def _full(deck: dict[str, Any], figures: dict[str, Any], way: str) -> Table:
    """Everything about one way to have had the cards."""
    heads = [
        Message("card", "card", "カード"),
        Message("impact", "impact", "影響"),
        Message("interval", "95 %", "95 % 区間"),
        Message("adjusted", "p for all cards", "補正 p 値"),
        Message("rate", "won with it", "ありの勝率"),
        Message("without", "without it", "なしの勝率"),
        Message("games", "seats with it", "あり（件）"),
        Message("games_without", "without it", "なし（件）"),
    ]
    rows: list[list[str | Message]] = []
    for card, ways in deck["cards"].items():
        found = ways[way]
        known = found["impact"] is not None
        interval = signed_span(100 * found["low"], 100 * found["high"]) if known else "-"
        adjusted = f"{found['adjusted']:.3f}" if known else "-"
        rates = [percent(found["rate"]), percent(found["without"]["rate"])]
        counts = [f"{found['games']:,}", f"{found['without']['games']:,}"]
        rows.append([_name(card, figures), _points(found), interval, adjusted, *rates, *counts])
    return Table(heads, rows)
