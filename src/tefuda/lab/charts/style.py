"""Colours for light and dark mode, and the style sheet. Blue and orange are safe for colour blindness."""

from typing import Final

LIGHT: Final = {
    "paper": "#fdfcfa",
    "ink": "#1d2127",
    "muted": "#656b74",
    "hair": "#e4e1db",
    "faint": "#f3f1ec",
    "rest": "#cdd2d8",
    "quiet": "#828a94",
    "pale": "#a3c0dc",
    "s0": "#1f68ae",
    "s1": "#bd5208",
    "s2": "#0d7a5f",
    "s3": "#9a4488",
    "s4": "#54627a",
    "s5": "#8a6a00",
}
DARK: Final = {
    "paper": "#15181c",
    "ink": "#e9e7e2",
    "muted": "#9da4ad",
    "hair": "#2d3238",
    "faint": "#1e2227",
    "rest": "#4a525c",
    "quiet": "#7f8893",
    "pale": "#3b5c7c",
    "s0": "#74b3ee",
    "s1": "#f0a15c",
    "s2": "#58c7a4",
    "s3": "#dd94cb",
    "s4": "#a9b6cb",
    "s5": "#d9bc55",
}
SERIES: Final = 6
"""Number of line colours; further lines reuse them, dashed."""

STEPS: Final = 8
"""Shades between the middle of a heatmap and either end."""

DIVERGING: Final = {
    "light": ["#bd5208", "#eda66d", "#f4f2ee", "#86b6df", "#1f68ae"],
    "dark": ["#f0a15c", "#8f5526", "#23282e", "#2c5f91", "#74b3ee"],
}
SEQUENTIAL: Final = {
    "light": ["#eef4f6", "#b5d8e0", "#63a9c6", "#2f73aa", "#213a72"],
    "dark": ["#222b36", "#27506f", "#3688a0", "#73c2ad", "#e2ecac"],
}
WHITE: Final = "#ffffff"
BLACK: Final = "#000000"


def channels(colour: str) -> list[int]:
    return [int(colour[place : place + 2], 16) for place in (1, 3, 5)]


def blend(stops: list[str], share: float) -> str:
    """Return the colour at `share` of a gradient."""
    place = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    number = min(int(place), len(stops) - 2)
    one, two = channels(stops[number]), channels(stops[number + 1])
    part = place - number
    return "#" + "".join([f"{round(a + (b - a) * part):02x}" for a, b in zip(one, two, strict=True)])


def contrast(one: str, two: str) -> float:
    """Return the WCAG contrast ratio of two colours, from 1 to 21."""
    lights = sorted([luminance(one), luminance(two)])
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour: str) -> float:
    parts = [part / 255 for part in channels(colour)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def letters_on(colour: str) -> str:
    """Return black or white, whichever has more contrast."""
    return WHITE if contrast(colour, WHITE) >= contrast(colour, BLACK) else BLACK


def shades(kind: str, stops: list[str]) -> str:
    """Return the CSS classes of a heatmap: `kind` and a number from 0 to twice `STEPS`, with text colours."""
    rules: list[str] = []
    for number in range(2 * STEPS + 1):
        colour = blend(stops, number / (2 * STEPS))
        rules.append(f".{kind}{number}{{--c:{colour};--t:{letters_on(colour)}}}")
    return "".join(rules)


def scheme(colours: dict[str, str], name: str) -> str:
    """Return the variables and shades of one colour scheme."""
    values = ";".join([f"--{key}:{value}" for key, value in colours.items()])
    return f":root{{color-scheme:{name};{values}}}\n{shades('d', DIVERGING[name])}\n{shades('q', SEQUENTIAL[name])}"


PAGE: Final = """
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;font:16px/1.65 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",
"Noto Sans",Arial,"Hiragino Sans","Hiragino Kaku Gothic ProN","Yu Gothic UI","Yu Gothic",Meiryo,
"Noto Sans JP","Noto Sans CJK JP",sans-serif;
font-variant-numeric:tabular-nums lining-nums;overflow-wrap:anywhere}
:lang(ja){line-break:strict}
:lang(ja) :is(h1,h2){word-break:auto-phrase}
:lang(ja) body{line-height:1.8}
main{max-width:768px;margin:0 auto;padding:56px 24px 72px}
.brand{margin:0 0 10px;color:var(--muted);font-size:13px;letter-spacing:.08em}
h1{margin:0 0 28px;font-size:34px;line-height:1.25;font-weight:650;letter-spacing:-.015em;text-wrap:balance}
h2{margin:0 0 12px;font-size:23px;line-height:1.35;font-weight:650;letter-spacing:-.01em;text-wrap:balance}
:lang(ja) h1,:lang(ja) h2{letter-spacing:0}
p{margin:0 0 14px;max-width:640px;text-wrap:pretty}
.lead{list-style:none;margin:0 0 36px;padding:0;max-width:660px}
.lead li{margin:0 0 12px;padding-left:18px;border-left:3px solid var(--s0);font-size:20px;line-height:1.5;
text-wrap:pretty}
:lang(ja) .lead li{font-size:19px;line-height:1.7}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:16px 24px;margin:0;padding:18px 0;
border-top:1px solid var(--hair);border-bottom:1px solid var(--hair)}
.facts div{min-width:0}
dt{color:var(--muted);font-size:12.5px;line-height:1.5}
dd{margin:0;font-size:15px;line-height:1.5}
nav{margin:20px 0 0;font-size:14px;color:var(--muted)}
nav ul{display:flex;flex-wrap:wrap;gap:4px 20px;list-style:none;margin:0;padding:0}
a{color:var(--s0);text-decoration:none}
a:hover{text-decoration:underline}
section{margin:64px 0 0}
figure{margin:28px 0 0}
figcaption{margin:0 0 14px;max-width:640px;font-size:15px;line-height:1.5;font-weight:600;text-wrap:pretty}
.key{margin:8px 0 0;font-size:13px;line-height:1.55;color:var(--muted)}
.scroll{overflow-x:auto}
.scroll:focus-visible,summary:focus-visible,a:focus-visible{outline:2px solid var(--s0);outline-offset:3px}
details{margin:10px 0 36px;font-size:13.5px}
summary{width:fit-content;color:var(--muted);cursor:pointer}
summary:hover{color:var(--ink)}
table{border-collapse:collapse;margin:10px 0 24px;font-size:14px;line-height:1.45}
details table{margin:10px 0 4px;font-size:13px}
th,td{padding:6px 22px 6px 0;border-bottom:1px solid var(--hair);text-align:left;vertical-align:top;font-weight:400;
min-width:3.5em;max-width:22em;overflow-wrap:break-word;word-break:keep-all}
th:last-child,td:last-child{padding-right:2px}
thead th{color:var(--muted);font-size:12.5px;vertical-align:bottom}
.number{text-align:right;white-space:nowrap}
thead .number{white-space:normal}
footer{margin:72px 0 0;padding:14px 0 0;border-top:1px solid var(--hair);color:var(--muted);font-size:12.5px}
svg{display:block;width:100%;height:auto}
svg.narrow{display:none}
"""
DRAWING: Final = """\
svg rect,svg circle,svg polygon{fill:var(--c,var(--ink))}
svg text{fill:var(--c,var(--ink))}
svg line,svg polyline{stroke:var(--c,var(--ink));fill:none;stroke-linecap:round;stroke-linejoin:round}
.muted{--c:var(--muted)}.quiet{--c:var(--quiet)}.rest{--c:var(--rest)}.faint{--c:var(--faint)}.paper{--c:var(--paper)}
.s0{--c:var(--s0)}.s1{--c:var(--s1)}.s2{--c:var(--s2)}.s3{--c:var(--s3)}.s4{--c:var(--s4)}.s5{--c:var(--s5)}
.ink{--c:var(--ink)}.pale{--c:var(--pale)}
.bold{font-weight:650}
svg line.hair{stroke:var(--hair)}
svg line.track{stroke:var(--faint);stroke-width:1.5}
svg line.mark{stroke:var(--muted);stroke-dasharray:1 4;stroke-width:1.5}
svg line.whisker{stroke-width:2.5;opacity:.55}
svg line.leader{stroke-width:1;opacity:.6}
svg polyline.curve{stroke-width:2.25}
svg polyline.again{stroke-dasharray:6 5}
svg polygon.band{opacity:.14}
svg polygon.light{opacity:.06}
svg circle.ring{stroke:var(--paper);stroke-width:1.5}
svg rect.hit{fill:transparent}
svg rect.open{fill:var(--faint);stroke:var(--rest)}
svg text.cell{fill:var(--t)}
svg text.halo{stroke:var(--paper);stroke-width:4px;stroke-linejoin:round;paint-order:stroke}
"""
NARROW_AND_PRINT: Final = """\
@media (max-width:560px){
main{padding:32px 20px 48px}
h1{font-size:27px;margin-bottom:20px}
h2{font-size:20px}
.lead li{font-size:17.5px;padding-left:14px}
:lang(ja) .lead li{font-size:16.5px}
.facts{grid-template-columns:repeat(2,1fr)}
section{margin-top:48px}
svg.wide{display:none}
svg.narrow{display:block}
th,td{padding-right:14px}
}
@media print{
@page{margin:16mm}
html{background:none}
body{font-size:10.5pt}
main{max-width:none;padding:0}
nav,details:not([open]) {display:none}
svg{min-width:0!important}
svg.wide{display:block}
svg.narrow{display:none}
figure,tr,.lead li{break-inside:avoid}
h2,figcaption{break-after:avoid}
.scroll{overflow:visible}
svg,.lead li{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
"""


def style_sheet() -> str:
    """Return the style sheet. Dark mode applies to screens only, not to print."""
    dark = scheme(DARK, "dark")
    colours = f"{scheme(LIGHT, 'light')}\n@media screen and (prefers-color-scheme:dark){{\n{dark}\n}}"
    return f"{colours}{PAGE}{DRAWING}{NARROW_AND_PRINT}"


def drawing_style() -> str:
    """Return the style sheet of a picture in a file of its own, in light colours: a page may show it on any ground."""
    return f"{scheme(LIGHT, 'light')}\ntext{{font-family:system-ui,sans-serif}}\n{DRAWING}"
