"""The options and players with which every registered game is tested."""

from typing import Any

import tefuda
from tefuda.games.card_othello.rules.codes import CARD_NAMES
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.solitaire_tcg.catalogue import decks
from tefuda.testing import SEARCHES

DECKS = [deck for deck in decks() if deck != "lamplight"]
"""All decks except the default, which is always tested."""

STARTERS = list(LIBRARY.decks)
NEIGHBOUR_PAIRS = [(one, STARTERS[number - 1]) for number, one in enumerate(STARTERS)]
"""Pairs of starter decks with every deck on each side once."""
PAIRS = [(one, two) for one in STARTERS for two in STARTERS] if tefuda.compiled else NEIGHBOUR_PAIRS
"""All pairs of starter decks; in the interpreted build the neighbours only."""

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "card-othello": [
        {"cards": "off"},
        {"hand_limit": 2, "charge_cap": 99},
        {"deck_size": 60, "copies.TRAP_WILL": 5, "copies.GUARD_WILL": 5, "cost.TRAP_WILL": 0, "charge_cap": 60},
        {f"cost.{card}": 0 for card in CARD_NAMES},
    ],
    "catalyst": [
        {"decks": 2},
        {"field_size": 6},
        {"react": "suit"},
        {"react": "rank", "field_cap": 12},
        {"hand_size": 1},
        {"hand_size": 5, "decks": 3, "field_size": 15, "field_cap": 40},
    ],
    "hidden-nim": [{"most": 20}],
    "kuhn-poker": [],
    "linkavel": [
        *({"deck.one": one, "deck.two": two} for one, two in PAIRS),
        {"lp": 700, "opening_hand": 3, "hand_limit": 2, "power_floor": "off"},
        {"lp": 700, "mulligan": "on"},
    ],
    "solitaire-tcg": [
        *({"deck": deck} for deck in DECKS),
        {"deck": "field-hopping", "mode": "puzzle", "max_turns": 3},
        {"deck": "lamplight", "max_turns": 4, "turn_draw": 2, "opening_hand": 3, "guard": 4},
    ],
}


PLAYERS = {
    "card-othello": ["random", "cpu-2", *SEARCHES] if tefuda.compiled else ["random"],
    "catalyst": ["random", "shortest", "pairing", *(SEARCHES if tefuda.compiled else [])],
    "linkavel": ["random", "heuristic", *SEARCHES] if tefuda.compiled else ["random"],
    "solitaire-tcg": ["random", "greedy", "ismcts:2"] if tefuda.compiled else ["random", "greedy"],
}
"""Games with slow players list the weak ones here; the strong ones have their own test."""
