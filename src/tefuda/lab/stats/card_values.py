"""Card values: win rates of seats with a card against seats that could have had it and did not.

There are four kinds of exposure to a card, the fairest comparison first:

- `opening`: dealt in the opening. This is random, so a difference is caused by the card.
- `drawn`: in the hand at some time. Also random for games of equal length. But a seat that draws more sees more cards,
  and searched cards go to seats that can afford the search.
- `played`: used. A seat that is winning plays more cards, so this does not measure the effect of the card.
- `held`: in the hand at the end. Unusable cards stay there, and a seat that loses early holds more.

The impact is the difference of the two win rates. Pass the observations of one deck at a time: otherwise the impact
also depends on the strength of the decks.

Observations of one deal are dependent: the seats of a game compete, and a deal may be played twice with swapped seats.
Intervals and p-values therefore use the variance between deals: each observation is weighted down by the design effect.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from tefuda.core.cards import CardRecord
from tefuda.core.text import Message
from tefuda.lab.stats.multiple_testing import compare_rates, holm

EXPOSURES: Final = ["opening", "drawn", "played", "held"]
"""Kinds of exposure to a card; each is a list in `CardRecord`."""
RANKING_EXPOSURE: Final = "drawn"
"""The exposure whose impact orders the cards."""
MIN_OBSERVATIONS: Final = 30
"""Minimum number of observations with a card, and without it, for a comparison."""
IN_DECK: Final = 1 << len(EXPOSURES)
"""Bit for a card that the seat could have had; the lower bits are the exposures."""

DealSample = tuple[tuple[float, int], ...]
"""One deal for one card: result and exposure bits of each observation, sorted."""


class Observation(NamedTuple):
    """One seat of one finished game."""

    won: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    record: CardRecord
    deal: int = -1
    """Observations of the same deal are dependent. A negative number is independent of all others."""


class Contrast:
    """Observations with one kind of exposure to a card, and those without it."""

    def __init__(self, deals: Counter[DealSample], way: str) -> None:
        self.deals = sorted(deals.items())
        self.bit = 1 << EXPOSURES.index(way)
        self.games = [0, 0]
        self.won = [0.0, 0.0]
        """Without the card, and with it."""
        for seen, times in self.deals:
            for won, bits in seen:
                side = self.side(bits)
                if side >= 0:
                    self.games[side] += times
                    self.won[side] += times * won

    def side(self, bits: int) -> int:
        """Return 1 with the card, 0 without it, -1 if the seat could not have had it."""
        return 1 if bits & self.bit else 0 if bits & IN_DECK else -1

    def rate(self, side: int) -> float | None:
        return self.won[side] / self.games[side] if self.games[side] else None

    def design_effect(self) -> float:
        """Return the ratio of the variance between deals to the variance of independent observations, at least 1."""
        rates = [won / games for won, games in zip(self.won, self.games, strict=True)]
        alone = together = 0.0
        for seen, times in self.deals:
            pull = 0.0
            for won, bits in seen:
                side = self.side(bits)
                if side >= 0:
                    away = (won - rates[side]) / self.games[side]
                    pull += away if side else -away
                    alone += times * away * away
            together += times * pull * pull
        return max(1.0, together / alone) if alone > 0 else 1.0

    def figures(self) -> dict[str, Any]:
        """Return rates, impact, 95 % interval and p-value; None with a reason if there are too few observations."""
        without, having = self.games
        found: dict[str, Any] = {
            "games": having,
            "rate": self.rate(1),
            "without": {"games": without, "rate": self.rate(0)},
            **dict.fromkeys(("impact", "low", "high", "p", "adjusted", "reason")),
        }
        if min(self.games) < MIN_OBSERVATIONS:
            reason = too_few_message(having, without)
            return {**found, "reason": {"code": reason.code, "en": reason.en, "ja": reason.ja}}
        effect = self.design_effect()
        counted = [max(1, round(games / effect)) for games in self.games]
        # The rates stay the same. Only the sample sizes are reduced.
        won = [self.won[side] / self.games[side] * counted[side] for side in (0, 1)]
        difference = compare_rates(won[1], counted[1], won[0], counted[0])
        impact = self.won[1] / having - self.won[0] / without
        return {**found, "impact": impact, "low": difference.rate.low, "high": difference.rate.high, "p": difference.p}


def too_few_message(having: int, without: int) -> Message:
    en = f"{having} games with it and {without} without it; {MIN_OBSERVATIONS} of each are needed."
    ja = f"あり {having} 件、なし {without} 件（比較には {MIN_OBSERVATIONS} 件ずつ必要です）。"
    return Message("too_few", en, ja)


def exposure_bits(record: CardRecord) -> dict[str, int]:
    """Return the exposure bits of every card of a seat."""
    found = dict.fromkeys(record.deck, IN_DECK)
    for number, cards in enumerate((record.opening, record.drawn, record.played, record.held)):
        for card in cards:
            found[card] = found.get(card, 0) | 1 << number
    return found


def deals_by_card(observations: Iterable[Observation]) -> dict[str, Counter[DealSample]]:
    """Return the samples of each card with their counts."""
    deals: dict[int, list[tuple[float, dict[str, int]]]] = {}
    for number, (won, record, deal) in enumerate(observations):
        deals.setdefault(deal if deal >= 0 else -1 - number, []).append((won, exposure_bits(record)))
    found: dict[str, Counter[DealSample]] = {}
    for seats in deals.values():
        for card in dict.fromkeys(card for _, bits in seats for card in bits):
            seen = sorted((won, bits[card]) for won, bits in seats if card in bits)
            found.setdefault(card, Counter())[tuple(seen)] += 1
    return found


def was_seen(deals: Counter[DealSample]) -> bool:
    """Whether a seat ever had the card. A card that is only in decks may be disabled."""
    return any(bits != IN_DECK for seen in deals for _, bits in seen)


def card_impacts(observations: Iterable[Observation]) -> dict[str, Any]:
    """Return the figures of every card that a seat had, by id, the largest drawn impact first, in plain JSON types.

    For each exposure: `games` and `rate` with the card, the same `without` it, the `impact` with its 95 % interval,
    `p`, and `adjusted`: p by Holm's method over all cards. With fewer than `MIN_OBSERVATIONS` observations on either
    side these are None, and `reason` says why. The order of the observations does not matter.
    """
    listed = list(observations)
    seen = {card: deals for card, deals in sorted(deals_by_card(listed).items()) if was_seen(deals)}
    cards = {card: {way: Contrast(deals, way).figures() for way in EXPOSURES} for card, deals in seen.items()}
    for way in EXPOSURES:
        compared = [figures[way] for figures in cards.values() if figures[way]["p"] is not None]
        for figures, adjusted in zip(compared, holm([figures["p"] for figures in compared]), strict=True):
            figures["adjusted"] = adjusted
    return {
        "observations": len(listed),
        "rate": sum(observation.won for observation in listed) / len(listed) if listed else None,
        "fewest": MIN_OBSERVATIONS,
        "cards": dict(
            sorted(cards.items(), key=lambda item: _ranking_key(item[0], item[1][RANKING_EXPOSURE]["impact"]))
        ),
    }


def _ranking_key(card: str, value: float | None) -> tuple[bool, float, str]:
    return value is None, -(value or 0.0), card
