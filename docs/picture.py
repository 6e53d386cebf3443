"""Draws docs/catalyst.svg, the picture of a game in the README: a real game, as the terminal shows it.

python docs/picture.py
"""

import io
from pathlib import Path

from rich.console import Console
from rich.text import Text

import tefuda

HERE = Path(__file__).parent
SEED = 7
PLAYS = ["4C@5", "8D@8"]

# The terminal's own frame, without fonts from elsewhere.
FRAME = """\
<svg viewBox="0 0 {terminal_width} {terminal_height}" xmlns="http://www.w3.org/2000/svg" role="img">
<title>A game of Catalyst Reaction in the terminal</title>
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: {char_height}px;
line-height: {line_height}px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
<rect fill="#0c1016" width="{terminal_width}" height="{terminal_height}" rx="8"/>
<g transform="translate(8, 10)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def main() -> None:
    """Play a little and draw what is there then."""
    game = tefuda.game("catalyst")
    match = tefuda.Match(game, SEED)
    for text in PLAYS:
        refusal = match.play(0, match.ply, text)
        assert refusal is None, refusal
    console = Console(record=True, width=80, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text(f" {game.title.en} · deal {SEED} · play {match.ply} ", "bold reverse"), end="\n\n")
    console.print(game.screen().draw(match.view(0), "en", 80, 30))
    for event in match.told(0):
        console.print(f" {game.tell(event, 'en')}", highlight=False)
    console.print(Text("\n card and gap, or: hint  undo  restart  new  log  save  quit  ? help", "dim"))
    svg = console.export_svg(title="", code_format=FRAME, unique_id="tefuda")
    (HERE / "catalyst.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
