"""Reports are well-formed pages for any content; charts show the given numbers."""

import math
import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tefuda.core.text import Message
from tefuda.lab.charts import style
from tefuda.lab.charts.bars import bins
from tefuda.lab.charts.figures import (
    Estimate,
    Series,
    bar_chart,
    heatmap_chart,
    interval_chart,
    line_chart,
    share_chart,
)
from tefuda.lab.charts.labels import NumberFormat, shorten, text_width
from tefuda.lab.charts.report import Figure, Report, Section, Table, report_html
from tefuda.lab.charts.svg import NARROW, WIDE, Scale, axis_range, spread_positions, tick_step, ticks
from tefuda.lab.stats.intervals import wilson

SVG = "{http://www.w3.org/2000/svg}"
CAPTION = Message("caption", "What was found", "わかったこと")
LONG = Message(
    "long",
    'A <b>very</b> long "name" & for a card that nobody would ever read to its end',
    "とても長い名前のカードで、誰も最後まで読まないような「<b>&もの」",
)
WON, DRAWN, LOST = Message("won", "won", "勝ち"), Message("drawn", "drawn", "分け"), Message("lost", "lost", "負け")


def rate_rows(count: int) -> list[Estimate]:
    """Return rows with no wins, all wins and some wins, with long and short names."""
    rows = []
    for number in range(count):
        wins = number * 100 // max(count - 1, 1)
        low, high = wilson(wins, 100)
        label = LONG if number % 7 == 1 else f"Card {number}"
        rows.append(Estimate(label, wins / 100, low, high, "100 games" if count == 2 else "", number == 0))
    return rows


def sample_interval_chart(count: int) -> Figure:
    return interval_chart(rate_rows(count), reference=0.5, caption=CAPTION)


def sample_rating_chart(count: int) -> Figure:
    rows = [Estimate(f"p{number}", 1500 + number, 1480.0, 1600.0) for number in range(count)]
    return interval_chart(rows, reference=None, caption=CAPTION, percent=False)


def sample_difference_chart(count: int) -> Figure:
    rows = [Estimate(LONG, (number - 20) / 300, -0.1, number / 300) for number in range(count)]
    return interval_chart(rows, reference=0, caption=CAPTION)


def sample_heatmap(count: int) -> Figure:
    names = [LONG if number % 7 == 1 else f"deck {number}" for number in range(count)]
    values = [
        [None if row == column else (row + column) / (2 * count) for column in range(count)] for row in range(count)
    ]
    return heatmap_chart(names, names, values, row_title=LONG, column_title="against", middle=0.5, caption=CAPTION)


def sample_sweep_chart(count: int) -> Figure:
    values = [[1000.0 * row * column for column in range(5)] for row in range(count)]
    names = [str(row) for row in range(count)]
    columns = ["a", "b", "c", "d", "e"]
    return heatmap_chart(
        names, columns, values, row_title="", column_title="", middle=None, caption=CAPTION, percent=False
    )


def sample_bar_chart(count: int) -> Figure:
    return bar_chart([(number * number, number + 1) for number in range(count)], CAPTION, x_title=LONG)


def sample_histogram_with_unfinished_games(count: int) -> Figure:
    return bar_chart([*[(20 + number, 200) for number in range(count)], (10_000, 1)], CAPTION)


def sample_ranking_chart(count: int) -> Figure:
    return bar_chart([(LONG if number == 1 else f"end {number}", number) for number in range(count)], CAPTION)


def sample_line_chart(count: int) -> Figure:
    series = []
    for number in range(count):
        values = [0.5 + 0.4 * math.sin(number + place) for place in range(6)]
        label = LONG if number % 7 == 0 else f"line {number}"
        series.append(Series(label, [(place, value, value - 0.05, value + 0.05) for place, value in enumerate(values)]))
    return line_chart(series, x_title=LONG, reference=0.5, caption=CAPTION)


def sample_labelled_points_chart(count: int) -> Figure:
    points = [(LONG if number == 0 else f"place {number}", -float(number), -70.0, 10.0) for number in range(count)]
    return line_chart([Series(LONG, points)], x_title="", reference=0, caption=CAPTION, percent=False)


def sample_share_chart(count: int) -> Figure:
    rows = []
    for number in range(count):
        won = number / max(count - 1, 1)
        rows.append((LONG if number % 7 == 1 else f"deck {number}", [(WON, won), (DRAWN, 0.0), (LOST, 1 - won)]))
    return share_chart(rows, CAPTION)


CHARTS: list[Callable[[int], Figure]] = [
    sample_interval_chart,
    sample_rating_chart,
    sample_difference_chart,
    sample_heatmap,
    sample_sweep_chart,
    sample_bar_chart,
    sample_histogram_with_unfinished_games,
    sample_ranking_chart,
    sample_line_chart,
    sample_labelled_points_chart,
    sample_share_chart,
]


def full_report(*parts: Figure | Table) -> Report:
    """Return a report with every kind of content and these parts."""
    lead = [Message("lead", "Ember <Rush> wins 58 %.", "「残り火」の勝率は 58 %。")]
    facts = [(Message("seed", "Seed", "シード"), "1 & only")]
    section = Section(Message("part", "Decks", "デッキ"), [Message("text", "All of them.", "すべて。")], list(parts))
    return Report(Message("title", "Six decks", "6 デッキ"), lead, facts, [section, *[Section(CAPTION, [], [])] * 3])


def parse_page(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def visible_text(element: ElementTree.Element) -> str:
    return "".join(element.itertext())


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("count", [1, 2, 60])
def test_page_is_well_formed_and_self_contained(count: int, language: str) -> None:
    text = report_html(full_report(*[chart(count) for chart in CHARTS]), language)
    root = parse_page(text)
    assert root.get("lang") == language
    assert not [link for link in re.findall(r"https?://[^\"' <]*", text) if link != "http://www.w3.org/2000/svg"]
    assert not re.search(r"<(script|link|img|iframe|object)\b|@import|url\(", text)
    assert not re.search(r"\b(nan|inf|None)\b", visible_text(root[1]), re.IGNORECASE)
    assert "<b>" not in text


@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 17, 60])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_charts_stay_inside_their_viewbox(chart: Callable[[int], Figure], count: int, language: str) -> None:
    for asked in (WIDE, NARROW):
        root = parse_page(chart(count).draw(language, asked))
        _, _, width, height = [float(number) for number in root.attrib["viewBox"].split()]
        assert width >= asked
        for element in root.iter():
            for x, y in corners(element):
                assert -0.11 <= x <= width + 0.11, ElementTree.tostring(element)
                assert -0.11 <= y <= height + 0.11, ElementTree.tostring(element)


def corners(element: ElementTree.Element) -> list[tuple[float, float]]:
    """Return the extreme points of an element."""
    number = {key: float(value) for key, value in element.attrib.items() if re.fullmatch(r"-?[\d.]+", value)}
    match element.tag.removeprefix(SVG):
        case "line":
            return [(number["x1"], number["y1"]), (number["x2"], number["y2"])]
        case "rect" if element.get("class") != "hit":
            x, y = number["x"], number["y"]
            return [(x, y), (x + number["width"], y + number["height"])]
        case "circle":
            x, y, r = number["cx"], number["cy"], number["r"]
            return [(x - r, y - r), (x + r, y + r)]
        case "polyline" | "polygon":
            points = [point.split(",") for point in element.attrib["points"].split()]
            return [(float(x), float(y)) for x, y in points]
        case "text":
            return text_corners(element, number)
    return []


def text_corners(element: ElementTree.Element, number: dict[str, float]) -> list[tuple[float, float]]:
    title = element.find(f"{SVG}title")
    shown = element.text or "" if title is None else title.tail or ""
    size = number["font-size"]
    long = text_width(shown) * size
    if "transform" in element.attrib:
        place = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\) rotate\(-45\)", element.attrib["transform"])
        assert place is not None
        x, y = float(place[1]), float(place[2])
        return [(x, y), (x + (long - size) * 0.7071, y - (long + size * 0.7) * 0.7071)]
    start = number["x"] - {"end": long, "middle": long / 2}.get(element.get("text-anchor", ""), 0)
    return [(start, number["y"] - size * 0.75), (start + long, number["y"] + size * 0.2)]


@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_chart_has_a_title_and_a_matching_table(chart: Callable[[int], Figure], language: str) -> None:
    figure = chart(5)
    root = parse_page(report_html(full_report(figure), language))
    pictures = list(root.iter(f"{SVG}svg"))
    assert {picture.get("class") for picture in pictures} == {"wide", "narrow"}
    for picture in pictures:
        assert picture.get("role") == "img"
        assert picture[0].tag == f"{SVG}title"
        assert visible_text(picture[0]) == figure.caption.text(language)
        assert picture[1].tag == f"{SVG}desc"
        assert re.search(r"\d", visible_text(picture[1]))
    section = next(root.iter("section"))
    order = [child.tag for child in section]
    assert order[order.index("figure") + 1] == "details"
    details = section[order.index("figure") + 1]
    shown = [visible_text(cell) for row in details.iter("tr") for cell in row]
    tips = " ".join([visible_text(title) for title in pictures[0].iter(f"{SVG}title")]) + visible_text(pictures[0])
    for cell in shown:
        for number in re.findall(r"\d[\d,]*\.?\d*", cell):
            assert number in tips, (number, figure.caption)


def test_every_value_is_on_the_page() -> None:
    figure = interval_chart([Estimate("a", 0.584, 0.562, 0.605)], reference=0.5, caption=CAPTION)
    root = parse_page(report_html(full_report(figure), "en"))
    for text in [visible_text(next(root.iter(f"{SVG}svg"))), visible_text(next(root.iter("details")))]:
        for value in ["58.4 %", "56.2", "60.5"]:
            assert value in text


def test_report_is_deterministic() -> None:
    first = report_html(full_report(*[chart(17) for chart in CHARTS]), "ja")
    assert first == report_html(full_report(*[chart(17) for chart in CHARTS]), "ja")
    assert not re.search(r"\d\.\d{4,}", re.sub(r"<style>.*?</style>", "", first, flags=re.DOTALL))


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "a\x00b\x1b[31m", "\ud800", '" onload="x', "]]>", "a\nb"]
)
def test_names_are_escaped(name: str) -> None:
    figures: list[Figure | Table] = [
        interval_chart([Estimate(name, 0.5, 0.4, 0.6, name)], reference=None, caption=Message("c", name, name)),
        heatmap_chart([name], [name], [[0.5]], row_title=name, column_title=name, middle=None, caption=CAPTION),
        bar_chart([(name, 3)], CAPTION, x_title=name),
        line_chart([Series(name, [(name, 0.5, 0.4, 0.6)])], x_title=name, reference=None, caption=CAPTION),
        share_chart([(name, [(name, 1.0)])]),
        Table([Message("h", name, name)], [[name]]),
    ]
    text = report_html(full_report(*figures), "en")
    text.encode("utf-8")
    kinds = {element.tag.removeprefix(SVG) for element in parse_page(text).iter()}
    assert "script" not in kinds
    assert not [element for element in parse_page(text).iter() if "onload" in element.attrib]


def test_tooltip_has_the_full_name() -> None:
    root = parse_page(sample_interval_chart(2).draw("ja", NARROW))
    cut = [text for text in root.iter(f"{SVG}text") if "…" in visible_text(text)]
    assert cut
    title = cut[0].find(f"{SVG}title")
    assert title is not None
    assert title.text == LONG.ja


@given(st.text(), st.floats(1.5, 40))
def test_shortened_names_are_prefixes_that_fit(name: str, room: float) -> None:
    shown = shorten(name, room)
    assert text_width(shown) <= room + 1e-6
    assert shown == name or name.startswith(shown[:-1])


def test_japanese_characters_count_double() -> None:
    assert text_width("残り火の花") > 1.5 * text_width("ember")


def test_missing_numbers_leave_a_gap() -> None:
    nan = math.nan
    figures = [
        interval_chart(
            [Estimate("a", nan, None, math.inf), Estimate("b", None, 0.1, 0.2)], reference=0.5, caption=CAPTION
        ),
        heatmap_chart(["a"], ["b", "c"], [[nan, None]], row_title="", column_title="", middle=0.5, caption=CAPTION),
        line_chart(
            [Series("a", [(1, 0.2, 0.1, 0.3), (2, None, nan, None), (3, 0.4, nan, 0.5)])],
            x_title="",
            reference=None,
            caption=CAPTION,
        ),
        share_chart([("a", [(WON, nan), (LOST, 0.0)])]),
        bar_chart([], CAPTION),
        bar_chart([(3, 0)], CAPTION),
    ]
    text = visible_text(parse_page(report_html(full_report(*figures), "en")))
    assert not re.search(r"nan\b|\binf\b|None", text)
    root = parse_page(figures[2].draw("en", WIDE))
    assert not list(root.iter(f"{SVG}polyline"))
    assert len(list(root.iter(f"{SVG}circle"))) == 2


def test_interval_colour_shows_the_side_of_the_line() -> None:
    kinds = [Estimate("", value, low, high).kind(0.5) for value, low, high in [(0.6, 0.51, 0.7), (0.4, 0.3, 0.49)]]
    assert kinds == ["s0", "s1"]
    assert Estimate("", 0.52, 0.48, 0.56).kind(0.5) == Estimate("", 0.5, 0.5, 0.5).kind(0.5) == "quiet"


def test_dots_are_ordered_and_inside_their_intervals() -> None:
    root = parse_page(sample_interval_chart(17).draw("en", WIDE))
    dots = [float(dot.attrib["cx"]) for dot in root.iter(f"{SVG}circle")]
    assert dots == sorted(dots)
    assert len(set(dots)) == 17
    spans = [line for line in root.iter(f"{SVG}line") if line.attrib["class"].startswith("whisker")]
    for dot, span in zip(dots, spans, strict=True):
        assert float(span.attrib["x1"]) <= dot <= float(span.attrib["x2"])


def test_bar_parts_are_proportional_to_their_shares() -> None:
    root = parse_page(share_chart([("a", [(WON, 0.5), (DRAWN, 0.2), (LOST, 0.3)])]).draw("en", WIDE))
    long = [float(rect.attrib["width"]) for rect in root.iter(f"{SVG}rect") if rect.attrib["height"] == "24"]
    room, *parts = long
    assert parts == pytest.approx([0.5 * room, 0.2 * room, 0.3 * room], abs=2)


def test_part_keeps_its_colour() -> None:
    root = parse_page(
        share_chart([("a", [(WON, 0.4), (LOST, 0.6)]), ("b", [(LOST, 0.5), (WON, 0.5)])]).draw("en", WIDE)
    )
    tips: dict[str, set[str]] = {}
    for group in root.iter(f"{SVG}g"):
        kind = group[1].attrib["class"]
        tips.setdefault(visible_text(group[0]).split()[1], set()).add(kind)
    assert tips == {"won": {"s0"}, "lost": {"s1"}}


@given(st.dictionaries(st.integers(-50, 5000) | st.integers(-(10**13), 10**13), st.integers(1, 500), min_size=1))
def test_bins_contain_every_game_once(counted: dict[int, int]) -> None:
    counts = Counter(counted)
    found, width = bins(counts)
    assert len(found) <= 42
    assert sum(one.count for one in found) == counts.total()
    for one in found:
        assert one.count == sum(count for value, count in counts.items() if one.contains(value))
        assert one.last is None or one.last - one.first + 1 == width
    assert not [one for one in found[:-1] if one.last is None]


def test_unfinished_games_do_not_stretch_the_axis() -> None:
    counts = Counter(dict.fromkeys(range(20, 60), 50))
    counts[10_000] = 5
    found, width = bins(counts)
    assert width == 1
    assert found[-1].last is None
    assert found[-1].count == 5


def test_median_and_90th_percentile_are_labelled() -> None:
    figure = bar_chart([(length, 1) for length in range(1, 11)], CAPTION)
    text = visible_text(parse_page(figure.draw("en", WIDE)))
    assert "median 5.5" in text
    assert "nine tenths up to 9" in text
    assert "中央値 5.5" in figure.draw("ja", WIDE)


@given(st.lists(st.floats(0, 300), max_size=15))
def test_line_labels_do_not_overlap(wanted: list[float]) -> None:
    places = spread_positions(wanted, 16, 10, 300)
    ordered = sorted(places)
    assert all(two - one >= 16 - 1e-6 for one, two in pairwise(ordered))
    assert not places or (ordered[0] >= 10 - 1e-6 and ordered[-1] <= 300)
    for one in range(len(wanted)):
        for two in range(len(wanted)):
            assert not (wanted[one] < wanted[two] and places[one] > places[two])


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(2, 8))
def test_ticks_are_few_and_round(low: float, span: float, most: int) -> None:
    high = low + span
    step = tick_step(low, high, most)
    assert f"{step:.0e}"[0] in "125"
    assert step == pytest.approx(float(f"{step:.0e}"))
    found = ticks(low, high, step)
    assert len(found) <= most + 1
    assert len(found) >= most // 3
    assert all(low - 1e-6 * step <= tick <= high + 1e-6 * step or abs(tick) < 1e-9 for tick in found)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9))
def test_axis_covers_all_values_and_no_impossible_ones(values: list[float]) -> None:
    low, high = axis_range(values, least=0.05, within=(0.0, 1.0))
    assert 0 <= low <= min(values)
    assert max(values) <= high <= 1
    assert high - low >= 0.05 - 1e-9
    scale = Scale(low, high, 20, 220)
    assert 20 <= scale.at(min(values)) <= scale.at(max(values)) <= 220
    assert [scale.at(-3), scale.at(3)] == [20, 220]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.6128, "61.3 %"), (0, "0.0 %"), (1, "100.0 %"), (math.nan, "–"), (None, "–"), (-0.00001, "0.0 %")],
)
def test_rates_are_percentages(value: float | None, text: str) -> None:
    assert NumberFormat(1, percent=True).full(value) == text


def test_differences_are_signed_and_narrow_axes_have_more_digits() -> None:
    assert NumberFormat(0.2, percent=True, signed=True).full(0.0431) == "+4.3"
    assert NumberFormat(0.2, percent=True, signed=True).full(-0.0431) == "−4.3"
    assert NumberFormat(0.004, percent=True).full(0.0023) == "0.23 %"
    assert NumberFormat(600, percent=False).full(1531.6) == "1532"
    assert NumberFormat(1, percent=True).tick(0.25, 0.05) == "25 %"
    assert NumberFormat(0.1, percent=True).tick(0.525, 0.025) == "52.5 %"


def test_only_number_columns_are_right_aligned() -> None:
    heads = [Message(name, name, name) for name in "abcd"]
    table = Table(heads, [["x", "1,203", "−4.3", "12"], ["y", "–", "12.0–14.2 %", Message("many", "many", "多数")]])
    row = list(parse_page(table.html("en")).iter("tr"))[1]
    assert [cell.get("class") for cell in row] == [None, "number", "number", None]
    assert row[0].tag == "th"


@pytest.mark.parametrize("cell", ["141-0-159", "+0.2 (−0.1 – +0.5)", "47.5 % (46.1 – 49.0 %)", "-", ""])
def test_number_cells_do_not_wrap(cell: str) -> None:
    row = list(parse_page(Table([WON, DRAWN], [["x", cell], ["y", "1"]]).html("en")).iter("tr"))[1]
    assert row[1].get("class") == "number"


def test_percent_sign_stays_with_its_number() -> None:
    finding = Message("a", "It wins 64 % of the games.", "勝率は 64 % です。")
    for language in ("en", "ja"):
        text = report_html(Report(WON, [finding], [], [Section(WON, [finding], [])]), language)
        assert text.count("64\u00a0%") == 2


@pytest.mark.parametrize("scheme", [style.LIGHT, style.DARK])
def test_text_contrast_in_light_and_dark(scheme: dict[str, str]) -> None:
    paper = scheme["paper"]
    for name in ["ink", "muted", "s0", "s1", "s2", "s3", "s4", "s5"]:
        assert style.contrast(scheme[name], paper) >= 4.5, name
    for name in ["quiet"]:
        assert style.contrast(scheme[name], paper) >= 3, name
    assert style.contrast(scheme["ink"], scheme["rest"]) >= 4.5


def test_number_contrast_on_every_shade() -> None:
    found = re.findall(r"\.[dq]\d+\{--c:(#\w{6});--t:(#\w{6})\}", style.style_sheet())
    assert len(found) == 4 * (2 * style.STEPS + 1)
    for colour, letters in found:
        assert style.contrast(colour, letters) >= 4.5, colour


def test_shades_differ_in_lightness() -> None:
    """The scale is readable without colour, from end to end or from the middle to either end."""
    for stops in style.SEQUENTIAL.values():
        lights = [style.luminance(style.blend(stops, number / 16)) for number in range(17)]
        assert lights in (sorted(lights), sorted(lights, reverse=True))
    for stops in style.DIVERGING.values():
        lights = [style.luminance(style.blend(stops, number / 16)) for number in range(17)]
        for half in (lights[:9], lights[8:]):
            assert half in (sorted(half), sorted(half, reverse=True))


def test_used_css_classes_have_a_style() -> None:
    root = parse_page(report_html(full_report(*[chart(17) for chart in CHARTS]), "en"))
    styled = set(re.findall(r"\.([a-z]+\d*)", style.style_sheet()))
    used = {name for element in root.iter() for name in element.get("class", "").split()}
    assert used <= styled
