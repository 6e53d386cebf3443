"""Write the terminal pictures of docs/terminal.md as SVG, from real games.

python docs/picture.py
"""

import io
from pathlib import Path

from rich.console import Console
from rich.text import Text

import tefuda
from tefuda.cli.terminal.screens.registry import find_screen

HERE = Path(__file__).parent
OTHELLO = {
    "board": ["........", "..W.....", "..BWBB..", "..WBBWW.", ".WWBBBB.", "..WBW...", "..B.W...", "........"],
    "turn": "white",
    "started": True,
    "charge": {"black": 21, "white": 14},
    "hand": {
        "black": ["PERMA_PROTECT_NEXT_STONE"],
        "white": ["TREASURE_BOX", "GUARD_WILL", "TRAP_WILL", "REGEN_WILL", "ULTIMATE_REVERSE_DRAGON"],
    },
    "marks": [
        {"at": "d5", "kind": "DRAGON", "owner": "black", "left": 4},
        {"at": "e4", "kind": "WORK", "owner": "black", "left": 3},
        {"at": "c6", "kind": "TIME_BOMB", "owner": "white", "left": 2},
        {"at": "d3", "kind": "PERMA_PROTECTED", "owner": "white"},
        {"at": "d3", "kind": "GUARD", "owner": "white", "left": 3},
    ],
}

LINKAVEL = {
    "turn": "one",
    "turn_number": 9,
    "phase": "battle",
    "one": {
        "lp": 3450,
        "monsters": [
            {"card": "blueflame_lancer", "attacks": 1, "changes": [{"power": 150, "duration": "turn"}]},
            "kindling_dancer",
            "salamander_foreman",
        ],
        "magics": ["the_great_forge"],
        "hand": ["red_hot_edge", "dragon_of_first_fire", "spark_imp"],
        "deck": ["anvil_lynx"] * 12,
        "trash": ["anvil_lynx", "cinder_moth", "shower_of_sparks"],
    },
    "two": {
        "lp": 2900,
        "monsters": ["watch_captain", None, "shutter_warden"],
        "magics": [None, "vesper_bell"],
        "hand": ["oil_bearer"] * 4,
        "deck": ["oil_bearer"] * 13,
        "trash": ["patrol_hound", "searching_beam"],
    },
}

# Rich's default frame loads web fonts; this one does not.
FRAME = """\
<svg viewBox="0 0 {terminal_width} {terminal_height}" xmlns="http://www.w3.org/2000/svg" role="img">
<title>A game in the terminal</title>
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


def draw(match: tefuda.Match, seat: int, heading: str, width: int, name: str) -> None:
    """Write NAME.svg: the screen of a seat under a heading, with the log of the last action."""
    game = match.game
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text(f" {game.title.en} · {heading} ", "bold reverse"), end="\n\n")
    console.print(find_screen(game).draw(match.view(seat), "en", width, 30))
    for event in match.events_for(seat) if match.ply else []:
        console.print(f" {game.texts.event_text(event, 'en')}", highlight=False)
    asks = find_screen(game).prompt(match.view(seat)).en
    console.print(Text(f"\n {asks}, or: hint  log  save  quit  ? help\n", "dim"))
    svg = console.export_svg(title="", code_format=FRAME, unique_id="tefuda")
    (HERE / f"{name}.svg").write_text(svg, encoding="utf-8")


def main() -> None:
    """Play some actions in each game and write the pictures."""
    match = tefuda.Match(tefuda.game("catalyst"), 7)
    for text in ("4C@5", "8D@8"):
        match.play(0, match.ply, text)
    draw(match, 0, "deal 7 · play 2", 80, "catalyst")
    match = tefuda.Match(tefuda.game("card-othello"), 7, position=OTHELLO)
    draw(match, 1, "Black cpu-4, White human", 96, "card-othello")
    match = tefuda.Match(tefuda.game("linkavel"), 7, position=LINKAVEL)
    match.play(0, match.ply, "attack 3>3")
    draw(match, 0, "Player 1 human, Player 2 heuristic", 96, "linkavel")


if __name__ == "__main__":
    main()
