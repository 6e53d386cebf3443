"""Positions that might make a puzzle: the last plays before a win, with what the win does not need thinned out."""

from typing import Any, Final

from tefuda.core.errors import InvalidInput
from tefuda.core.random import Random
from tefuda.core.state import OVER
from tefuda.games.solitaire_tcg import notation, position
from tefuda.games.solitaire_tcg.catalogue import deck_cards, make_pool
from tefuda.games.solitaire_tcg.players import best_action
from tefuda.games.solitaire_tcg.rules.codes import WON
from tefuda.games.solitaire_tcg.rules.setup import opening
from tefuda.games.solitaire_tcg.rules.zones import Rules

LENGTHS: Final = {1: (2, 3), 2: (4, 5), 3: (6, 8), 4: (8, 11)}
"""How many plays before the win a puzzle of each tier begins, from and to."""
LONGEST_GAME: Final = 120
KEPT: Final = {1: 1, 2: 2, 3: 4, 4: 6}
"""How many cards that the win does not need stay, as something to be tempted by."""
THINNED: Final = ["deck", "hand", "grave", "banish", "board", "field"]
PUZZLE: Final = Rules(True, 5, 1, 1, 40, 4, 100)


def sketch(deck: str, tier: int, random: Random) -> dict[str, Any] | None:
    """A position some plays before a win with this deck; None where no win was found this time."""
    cards = deck_cards(deck)
    random.shuffle(cards)
    state = opening(PUZZLE, make_pool(cards), len(cards), 0)
    states = [state.clone()]
    line: list[str] = []
    while state.seat != OVER and len(line) < LONGEST_GAME:
        action = best_action(state, random)
        line.append(notation.format_action(state, action))
        state.play(action)
        states.append(state.clone())
    low, high = LENGTHS[tier]
    begin = len(line) - low - random.below(high - low + 1)
    if state.outcome != WON or begin < 0 or states[begin].choice is not None:
        return None
    found = position.write(states[begin])
    found["options"] = {"mode": "puzzle"}
    return thin(found, line[begin:], KEPT[tier], random)


def thin(found: dict[str, Any], line: list[str], kept: int, random: Random) -> dict[str, Any]:
    """Take out cards that the line does not need, all but a few."""
    spots = [(zone, index) for zone in THINNED for index in range(len(found[zone]))]
    random.shuffle(spots)
    gone: set[tuple[str, int]] = set()
    spared = 0
    for spot in spots:
        tried = without(found, {*gone, spot})
        if not leads_to_win(tried, line):
            continue
        if spared < kept and random.below(3) == 0:
            spared += 1
        else:
            gone.add(spot)
    thinned = without(found, gone)
    return {key: value for key, value in thinned.items() if value not in ([], 0) and (key, value) != ("turn", 1)}


def without(found: dict[str, Any], gone: set[tuple[str, int]]) -> dict[str, Any]:
    """A position with some cards left out."""
    zones = {zone: [card for index, card in enumerate(found[zone]) if (zone, index) not in gone] for zone in THINNED}
    zones["hand"] = sorted(zones["hand"])
    return {**found, **zones}


def leads_to_win(found: dict[str, Any], line: list[str]) -> bool:
    """Whether the line can be played from a position, and wins."""
    try:
        state = position.read(found, PUZZLE, [], 0, None)
        for text in line:
            action = notation.parse_action(state, text)
            if state.seat == OVER or not state.is_legal(action):
                return False
            state.play(action)
    except InvalidInput:
        # An equip without its host, or a line that names a card which is gone.
        return False
    return state.outcome == WON
