"""The abilities of a card as numbers, for observations: custom cards are described like all others."""

from typing import Any

from tefuda.cardlang.tree import CardDefinition, NumberLiteral


def ability_facts(card: CardDefinition, triggers: list[str], operations: list[str]) -> list[int]:
    """Return the facts of all abilities of a card.

    The number of abilities of each trigger; the numbers of abilities that are optional, limited and conditional; the
    number of steps that concern the opponent; for each operation the number of steps, and the sum of the whole numbers
    in them, such as counts and amounts.
    """
    by_trigger = [0] * len(triggers)
    optional = limited = conditional = against = 0
    steps = [0] * len(operations)
    amounts = [0] * len(operations)
    for ability in card.parsed["abilities"]:
        values = ability.values
        by_trigger[triggers.index(values["when"])] += 1
        optional += bool(values.get("optional"))
        limited += bool(values.get("limit") or values.get("once_per_turn"))
        conditional += values.get("condition") is not None
        for step in ability.steps:
            place = operations.index(step.op.name)
            steps[place] += 1
            amounts[place] += sum(whole_number(value) for value in step.arguments.values())
            against += step.arguments.get("side") == "opponent"
    return [*by_trigger, optional, limited, conditional, against, *steps, *amounts]


def whole_number(value: Any) -> int:
    """Return the number that an argument of a step is; 0 if it is something else."""
    if isinstance(value, NumberLiteral):
        return int(value.number)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
