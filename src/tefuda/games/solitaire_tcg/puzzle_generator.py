"""Generates puzzle candidates: the last plays before a win, without most of the cards that the win does not need."""

from typing import Any, Final

from tefuda.core.errors import InvalidInput
from tefuda.core.random import Random
from tefuda.core.state import OVER
from tefuda.games.solitaire_tcg import notation, position
from tefuda.games.solitaire_tcg.catalogue import deck_cards, make_pool
from tefuda.games.solitaire_tcg.players import best_action
from tefuda.games.solitaire_tcg.rules.codes import WON
from tefuda.games.solitaire_tcg.rules.model import Rules
from tefuda.games.solitaire_tcg.rules.setup import deal_opening

PLAYS_BEFORE_WIN: Final = {1: (2, 3), 2: (4, 5), 3: (6, 8), 4: (8, 11)}
"""Number of plays before the win by tier, as a range."""
MAX_PLAYS: Final = 120
EXTRA_CARDS: Final = {1: 1, 2: 2, 3: 4, 4: 6}
"""Number of unneeded cards that stay, by tier."""
REDUCED_ZONES: Final = ["deck", "hand", "grave", "banish", "board", "field"]
PUZZLE_RULES: Final = Rules(True, 5, 1, 1, 100)


def generate_position(deck: str, tier: int, random: Random) -> dict[str, Any] | None:
    """Return a position some plays before a win with this deck; None if the game was not won."""
    cards = deck_cards(deck)
    random.shuffle(cards)
    state = deal_opening(PUZZLE_RULES, make_pool(cards), 0)
    states = [state.clone()]
    line: list[str] = []
    while state.seat != OVER and len(line) < MAX_PLAYS:
        action = best_action(state, random)
        line.append(notation.format_action(state, action))
        state.play(action)
        states.append(state.clone())
    low, high = PLAYS_BEFORE_WIN[tier]
    first = len(line) - low - random.below(high - low + 1)
    if state.outcome != WON or first < 0 or states[first].choice is not None:
        return None
    found = position.write(states[first])
    found["options"] = {"mode": "puzzle"}
    return remove_unneeded_cards(found, line[first:], EXTRA_CARDS[tier], random)


def remove_unneeded_cards(found: dict[str, Any], line: list[str], kept: int, random: Random) -> dict[str, Any]:
    """Remove cards that the line does not need, except a few."""
    places = [(zone, index) for zone in REDUCED_ZONES for index in range(len(found[zone]))]
    random.shuffle(places)
    removed: set[tuple[str, int]] = set()
    kept_count = 0
    for place in places:
        tried = without_cards(found, {*removed, place})
        if not is_winning_line(tried, line):
            continue
        if kept_count < kept and random.below(3) == 0:
            kept_count += 1
        else:
            removed.add(place)
    thinned = without_cards(found, removed)
    return {key: value for key, value in thinned.items() if value not in ([], 0) and (key, value) != ("turn", 1)}


def without_cards(found: dict[str, Any], removed: set[tuple[str, int]]) -> dict[str, Any]:
    """Return a position without some cards."""
    zones = {
        zone: [card for index, card in enumerate(found[zone]) if (zone, index) not in removed] for zone in REDUCED_ZONES
    }
    zones["hand"] = sorted(zones["hand"])
    return {**found, **zones}


def is_winning_line(found: dict[str, Any], line: list[str]) -> bool:
    """Whether the line is legal from a position and wins."""
    try:
        state = position.read(found, PUZZLE_RULES, [], 0, None)
        for text in line:
            action = notation.parse_action(state, text)
            if state.seat == OVER or not state.is_legal(action):
                return False
            state.play(action)
    except InvalidInput:
        # An equip lost its host, or the line names a removed card.
        return False
    return state.outcome == WON
