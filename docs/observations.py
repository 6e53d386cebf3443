"""Writes docs/observations.md: every number of every game's observations, with an example.

python docs/observations.py            write the page
python docs/observations.py --check    fail if the page is out of date
"""

import sys
from pathlib import Path
from typing import Any

import tefuda
from tefuda.core.observation import ObservationBuffer, ObservationField, ObservationSpace
from tefuda.core.random import xoshiro
from tefuda.core.state import OVER

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "observations.md"
EXAMPLES: list[tuple[str, dict[str, Any]]] = [
    ("card-othello", {}),
    ("card-othello", {"cards": "off"}),
    ("linkavel", {}),
    ("solitaire-tcg", {}),
    ("catalyst", {}),
]
PLIES = 12
MOST_SHOWN = 12
HEAD = """# Observations

`State.observe(seat, into)` writes what a seat sees as 16-bit whole numbers, for programs that learn. The tables name
the numbers of each game; `Game.observation_space(options)` returns the same as data. The numbers depend only on what
the seat may see. They are defined on its turn, on the turns of others and after the end, from the perspective of the
seat that observes. What a field does not mention is 0.

- "Numbers" are the first and the last index in the observation. The shape is that of the field.
- "Divide by" is a usual large value: a network gets the number divided by it (`ObservationSpace.scales`).
- "By card" means the different cards of the game in alphabetical order of their ids, as action numbers count them.
  `card_facts` says what these cards are, custom cards too: a network can play with cards that it has not seen.
- The version changes when a number gets another meaning or place.
- The universal tests check that equal views give equal numbers, and that equal numbers mean equal views, except for
  what is listed as left out.

```python
>>> import tefuda
>>> from tefuda.core.observation import ObservationBuffer
>>> game = tefuda.game("card-othello")
>>> space = game.observation_space()
>>> numbers = ObservationBuffer(space.size)     # one row; ObservationBuffer(space.size, 1024) has 1,024
>>> numbers.begin(0)                            # clear row 0
>>> game.start(seed=7).observe(0, numbers)
>>> field = space.field("hand_sizes")
>>> [numbers.get(field.start + place) for place in range(field.size)]
[1, 0]

```

`numpy.frombuffer(numbers.numbers, numpy.int16)` reads a buffer without a copy. [Environments](environments.md) do that
for you. `docs/observations.py` generates this page.
"""


def example_text(space: ObservationSpace, numbers: list[int], field: ObservationField) -> str:
    """Return the numbers of a field that are not 0, with their index in the field."""
    values = numbers[field.start : field.start + field.size]
    if field.size == 1:
        return str(values[0])
    filled = [(place, value) for place, value in enumerate(values) if value]
    if len(values) <= 3:
        return ", ".join(map(str, values))
    shown = ", ".join(f"{place}: {value}" for place, value in filled[:MOST_SHOWN])
    more = f" and {len(filled) - MOST_SHOWN} more" if len(filled) > MOST_SHOWN else ""
    return f"{shown}{more}" or "all 0"


def section(game_id: str, options: dict[str, Any]) -> str:
    """Return the fields of a game with the example of a random game."""
    game = tefuda.game(game_id)
    space = game.observation_space(options)
    assert space is not None
    state, random = game.start(7, options), xoshiro(7, 1)
    for _ in range(PLIES):
        ahead = state.clone()
        ahead.play(ahead.random_action(random))
        if ahead.seat == OVER:
            break
        state = ahead
    row = ObservationBuffer(space.size)
    state.observe(state.seat, row)
    numbers = [int(row.get(place)) for place in range(space.size)]
    given = ", ".join(f"`{name}={value}`" for name, value in options.items())
    lines = [
        f"## {game.title.en}{f' with {given}' if given else ''}",
        "",
        f"Version {space.version}, {space.size:,} numbers. The example is the seat to decide after up to {PLIES} random"
        " actions with seed 7; indices count from the start of the field.",
        "",
        "| field | numbers | shape | range | divide by | meaning | example |",
        "|---|---|---|---|---|---|---|",
    ]
    for field in space.fields:
        last = field.start + field.size - 1
        place = str(last) if field.size == 1 else f"{field.start}-{last}"
        scales = sorted(set(field.scales))
        divisor = str(scales[0]) if len(scales) == 1 else f"{scales[0]}-{scales[-1]} by column"
        shape = " x ".join(map(str, field.shape))
        lines.append(
            f"| `{field.name}` | {place} | {shape} | {field.low} to {field.high} | {divisor} | {field.meaning} |"
            f" {example_text(space, numbers, field)} |"
        )
    if space.dropped:
        lines += ["", "Left out of what the view contains:", ""]
        lines += [f"- {sentence}" for sentence in space.dropped]
    return "\n".join(lines)


def page() -> str:
    """Return the page."""
    return "\n\n".join([HEAD.rstrip(), *(section(game_id, options) for game_id, options in EXAMPLES)]) + "\n"


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        if PAGE.read_text(encoding="utf-8") == page():
            return 0
        print("docs/observations.md is out of date: run python docs/observations.py", file=sys.stderr)
        return 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
