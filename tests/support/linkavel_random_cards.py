"""Random LinkaVel cards: monsters with costs of every form, magics that destroy and protect; positions with them."""

from typing import Any

from tefuda.core.random import Xoshiro
from tefuda.games.linkavel.rules.codes import ATTRIBUTES, DESTROY_CAUSES, SIDES, SLOTS

Data = dict[str, Any]
FEW_ATTRIBUTES = ATTRIBUTES[:2]
"""Few attributes, so that costs can often be paid."""
MAX_LEVEL = 4


def pick(random: Xoshiro, values: list[Any]) -> Any:
    return values[random.below(len(values))]


def random_cost(random: Xoshiro, level: int) -> Data | list[Data]:
    """Return a random valid cost of a monster of this level."""
    parts: list[Data] = []
    left = SLOTS
    while left > 0 and (not parts or random.below(2)):
        part: Data = {"count": 1 + random.below(left)}
        form = random.below(3)
        if form != 1:
            part["level"] = 1 + random.below(level)
        if form != 0:
            part["attribute"] = pick(random, FEW_ATTRIBUTES)
        left -= part["count"]
        parts.append(part)
    return parts[0] if len(parts) == 1 else parts


def random_monster(random: Xoshiro, number: int) -> Data:
    """Return a random monster; the first ones have level 1, which costs nothing."""
    level = 1 + random.below(MAX_LEVEL) if number > 2 else 1
    card: Data = {
        "id": f"t_{number}",
        "name": f"T{number}",
        "type": "normal_monster",
        "attribute": pick(random, FEW_ATTRIBUTES),
        "level": level,
        "power": 100 * random.below(10) + 500 * level,
    }
    return card if level == 1 else {**card, "cost": random_cost(random, level)}


def random_guard(random: Xoshiro, number: int) -> Data:
    """Return a permanent magic that protects each monster of a group once per turn."""
    protect: Data = {"op": "protect", "target": "all", "from": pick(random, DESTROY_CAUSES), "once": True}
    if random.below(2):
        protect["filter"] = {"attribute": pick(random, FEW_ATTRIBUTES)}
    abilities = [{"when": "continuous", "effect": [protect]}]
    return {"id": f"t_guard{number}", "name": f"Guard {number}", "type": "permanent_magic", "abilities": abilities}


def random_bolt(random: Xoshiro, number: int) -> Data:
    """Return a normal magic that destroys monsters of either side."""
    destroy = {"op": "destroy", "target": pick(random, ["choose", "all", "random"]), "side": pick(random, SIDES)}
    abilities = [{"when": "play", "effect": [destroy]}]
    return {"id": f"t_bolt{number}", "name": f"Bolt {number}", "type": "normal_magic", "abilities": abilities}


def random_position(random: Xoshiro, with_magics: bool = False) -> Data:
    """Return a position with random monsters on the field, in hand and in the deck."""
    monsters = [random_monster(random, number) for number in range(8)]
    guards = [random_guard(random, number) for number in range(2)] if with_magics else []
    bolts = [random_bolt(random, number) for number in range(2)] if with_magics else []
    cards = [*monsters, *guards, *bolts]
    names = [card["id"] for card in cards]
    sides = [
        {
            "lp": 1500,
            "hand": [pick(random, names) for _ in range(4)],
            "deck": [pick(random, names) for _ in range(12)],
            "monsters": [pick(random, [*monsters, {"id": None}])["id"] for _ in range(SLOTS)],
            "magics": [card["id"] for card in guards],
        }
        for _ in range(2)
    ]
    return {"turn_number": 3, "cards": cards, "one": sides[0], "two": sides[1]}
