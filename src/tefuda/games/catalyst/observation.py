"""Observations of Catalyst Reaction: what the player sees as numbers (docs/observations.md)."""

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from tefuda.core.observation import ObservationBuffer, ObservationField, ObservationSpace
from tefuda.core.state import OVER
from tefuda.games.catalyst.notation import PACK_SIZE

if TYPE_CHECKING:
    from tefuda.games.catalyst.rules import CatalystState

VERSION: Final = 1
RANKS: Final = 13
CARD_NUMBERS: Final = 17
"""The numbers of a card: one for each rank, one for each suit."""

# The first number of each field. The field has room for all cards of the deck.

DECIDES: Final = 0
RESULT: Final = 1
DECK_SIZE: Final = 3
FIELD_SIZE: Final = 4
REMOVED: Final = 5
HAND: Final = REMOVED + 52


def observe(state: "CatalystState", into: ObservationBuffer) -> None:
    """Write what the player sees."""
    if state.seat != OVER:
        into.mark(DECIDES)
    else:
        into.mark(RESULT + (0 if state.is_won() else 1))
    into.put(DECK_SIZE, len(state.deck) - state.dealt)
    into.put(FIELD_SIZE, state.length)
    for card in state.removed:
        into.count(REMOVED + i64(card))
    put_cards(into, HAND, state.hand, min(len(state.hand), state.options.hand_size))
    put_cards(into, HAND + CARD_NUMBERS * state.options.hand_size, state.row, state.length)


def put_cards(into: ObservationBuffer, start: i64, cards: vec[u8], count: i64) -> None:
    """Write the rank and the suit of each card."""
    for at in range(count):
        card = i64(cards[at])
        into.mark(start + CARD_NUMBERS * at + card // 4)
        into.mark(start + CARD_NUMBERS * at + RANKS + card % 4)


def observation_space(hand_size: int, decks: int) -> ObservationSpace:
    """Return the fields for a size of the hand and a number of packs."""
    longest = PACK_SIZE * decks
    shape = "rank A to K, then suit"
    fields = [
        ObservationField("decides", DECIDES, [1], 1, "1 until the game is over"),
        ObservationField("result", RESULT, [2], 1, "at the end: won, lost"),
        ObservationField("deck_size", DECK_SIZE, [1], longest, "cards in the deck", scale=PACK_SIZE),
        ObservationField("field_size", FIELD_SIZE, [1], longest, "cards in the field", scale=10),
        ObservationField("removed", REMOVED, [PACK_SIZE], decks, "removed cards: the number of each card"),
        ObservationField("hand", HAND, [hand_size, CARD_NUMBERS], 1, f"hand from the left: {shape}"),
        ObservationField(
            "field",
            HAND + CARD_NUMBERS * hand_size,
            [longest, CARD_NUMBERS],
            1,
            f"field from the left: {shape}",
        ),
    ]
    return ObservationSpace(VERSION, fields, dropped=["The order of removed cards. No rule uses it."], keep=keep)


def keep(view: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a view that the numbers tell."""
    return {**view, "removed": sorted(view["removed"])}
