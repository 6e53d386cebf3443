"""Contestants of a benchmark that need packages of others."""

import importlib.util

Contestants = dict[str, tuple[str, int]]
"""By label: the name of the contestant, and the amount of work in one round."""


def installed_contestants(contestants: Contestants, packages: dict[str, str]) -> Contestants:
    """Return the contestants whose package is installed; print the others."""
    installed = {
        label: work
        for label, work in contestants.items()
        if work[0] not in packages or importlib.util.find_spec(packages[work[0]]) is not None
    }
    for label in contestants.keys() - installed.keys():
        print(f"{label}: not installed (pip install -e .[bench])")
    return installed
