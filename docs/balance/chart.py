"""Extract a chart from a report of the lab as an SVG file with a white background.

python docs/balance/chart.py RUN/report.html NUMBER OUT.svg
"""

import re
import sys
from pathlib import Path

from tefuda.lab.charts.style import style_sheet

MARGIN = 16


def extract_chart(page: str, number: int) -> str:
    """Return a chart by its number (the first is 1), with the style sheet of the light mode."""
    svg = re.findall(r'<svg [^>]*class="wide".*?</svg>', page, re.DOTALL)[number - 1]
    light = re.sub(r"@media.*?\n\}", "", style_sheet(), flags=re.DOTALL)
    rules = [rule for rule in re.findall(r"[^{}]+\{[^{}]*\}", light) if is_used(rule, svg)]
    box = re.search(r'viewBox="0 0 (\d+) ([\d.]+)"', svg)
    assert box
    width, height = int(box[1]), float(box[2])
    white = ":root{--paper:#fff}"
    font = "svg{background:#fff;font-family:Helvetica,Arial,sans-serif;font-variant-numeric:tabular-nums}"
    style = "\n".join(["<style>", *[rule.strip() for rule in rules], white, font, "</style>"])
    edges = f"{width + 2 * MARGIN} {height + 2 * MARGIN:g}"
    size = 'width="{}" height="{}"'.format(*edges.split())
    sized = svg.replace(box[0], f'{size} viewBox="-{MARGIN} -{MARGIN} {edges}"')
    return re.sub(r"(<svg [^>]*>)", lambda found: f"{found[1]}\n{style}", sized, count=1) + "\n"


def is_used(rule: str, svg: str) -> bool:
    """Return whether a CSS rule applies to the chart."""
    names = rule.partition("{")[0].strip()
    if names.startswith(":root"):
        return True
    if names.startswith("svg") and "." not in names:
        return " " in names
    found = re.search(r"\.([\w-]+)$", names)
    return found is not None and bool(re.search(rf'class="[^"]*\b{found[1]}\b', svg))


if __name__ == "__main__":
    source, number, target = sys.argv[1:]
    Path(target).write_text(extract_chart(Path(source).read_text(encoding="utf-8"), int(number)), encoding="utf-8")
