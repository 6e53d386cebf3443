"""What each card is worth: how often seats won that had it, against seats that could have had it and did not.

There are four ways to have had a card, the fairest comparison first:

- `opening`: it was dealt before anything was decided. Pure luck, so a difference is the card's own doing.
- `drawn`: it was in the hand at some time. Luck too while games are equally long; but who draws more sees more cards,
  long games are won by other decks than short ones, and a card that is searched for comes to those who can afford it.
- `played`: it was used. Whoever is winning has more to play, and a card that needs much is played by those who have
  much. This says with whom the card is seen on the table, not what it does there.
- `held`: it was in the hand at the end. What nobody can use stays there, and who lost early holds more.

The impact is the difference of the two win rates. Where one deck has more copies of a card than another, the impact
mixes what the card does with what the decks are worth: give the observations of one deck at a time.

Observations of one deal hang together: the seats of a game win from each other, and the same deal may be played twice
with the seats swapped (with equal players and decks that is the very same game again). So intervals and p-values are as
wide as whole deals vary: every observation counts for less by the design effect. Two seats that draw independently of
each other lose nothing by it, and a game that is there twice counts once.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from tefuda.core.cards import CardRecord
from tefuda.core.text import Message
from tefuda.lab.stats.multiple_testing import holm, two_rates

WAYS: Final = ["opening", "drawn", "played", "held"]
"""The ways to have had a card, each a list of `CardRecord`."""
RANKED: Final = "drawn"
"""The way whose impact puts the cards in order."""
FEWEST: Final = 30
"""So many observations are needed with a card, and as many without it, for a difference to be told."""
IN_DECK: Final = 1 << len(WAYS)
"""Beside a bit for each way: that the seat could have had the card."""

Seen = tuple[tuple[float, int], ...]
"""A deal as one card sees it: for each observation what it won, and the bits of how it had the card; sorted."""


class Observation(NamedTuple):
    """One seat of one finished game."""

    won: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    record: CardRecord
    deal: int = -1
    """Observations with the same number hang together: all seats and games of a deal. A negative one stands alone."""


class Contrast:
    """The observations that had a card in one way, and those that could have and did not."""

    def __init__(self, deals: Counter[Seen], way: str) -> None:
        self.deals = sorted(deals.items())
        self.bit = 1 << WAYS.index(way)
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
        """1 with the card, 0 without it, -1 where the seat could not have had it."""
        return 1 if bits & self.bit else 0 if bits & IN_DECK else -1

    def rate(self, side: int) -> float | None:
        return self.won[side] / self.games[side] if self.games[side] else None

    def design_effect(self) -> float:
        """How many times as much the difference of the rates varies as if all observations stood alone.

        At least 1: where deals seem to make the difference surer than that, it may be luck.
        """
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
        """The rates and their difference, with its 95 % interval and p-value; None and a reason where too few."""
        without, having = self.games
        found: dict[str, Any] = {
            "games": having,
            "rate": self.rate(1),
            "without": {"games": without, "rate": self.rate(0)},
            **dict.fromkeys(("impact", "low", "high", "p", "adjusted", "reason")),
        }
        if min(self.games) < FEWEST:
            said = too_few(having, without)
            return {**found, "reason": {"code": said.code, "en": said.en, "ja": said.ja}}
        effect = self.design_effect()
        counted = [max(1, round(games / effect)) for games in self.games]
        # The rates stay what they are; only what they are made of is less.
        won = [self.won[side] / self.games[side] * counted[side] for side in (0, 1)]
        difference = two_rates(won[1], counted[1], won[0], counted[0])
        impact = self.won[1] / having - self.won[0] / without
        return {**found, "impact": impact, "low": difference.rate.low, "high": difference.rate.high, "p": difference.p}


def too_few(having: int, without: int) -> Message:
    en = f"{having} games with it and {without} without it; {FEWEST} of each are needed."
    ja = f"あり {having} 件、なし {without} 件（比較には {FEWEST} 件ずつ必要です）。"
    return Message("too_few", en, ja)


def bits_of(record: CardRecord) -> dict[str, int]:
    """By card: whether the seat could have had it, and in which ways it did."""
    found = dict.fromkeys(record.deck, IN_DECK)
    for number, cards in enumerate((record.opening, record.drawn, record.played, record.held)):
        for card in cards:
            found[card] = found.get(card, 0) | 1 << number
    return found


def by_card(observations: Iterable[Observation]) -> dict[str, Counter[Seen]]:
    """For each card the deals as it sees them, and how often each kind of deal came."""
    deals: dict[int, list[tuple[float, dict[str, int]]]] = {}
    for number, (won, record, deal) in enumerate(observations):
        deals.setdefault(deal if deal >= 0 else -1 - number, []).append((won, bits_of(record)))
    found: dict[str, Counter[Seen]] = {}
    for seats in deals.values():
        for card in dict.fromkeys(card for _, bits in seats for card in bits):
            seen = sorted((won, bits[card]) for won, bits in seats if card in bits)
            found.setdefault(card, Counter())[tuple(seen)] += 1
    return found


def was_seen(deals: Counter[Seen]) -> bool:
    """Whether anybody ever had the card: one that is only in decks may be switched off."""
    return any(bits != IN_DECK for seen in deals for _, bits in seen)


def impact(observations: Iterable[Observation]) -> dict[str, Any]:
    """The figures of every card that somebody had, by id, the greatest drawn impact first; plain JSON types.

    For each way to have had it: `games` and `rate` with the card, the same `without` it, the `impact` with the 95 %
    interval of this one comparison, its `p`, and `adjusted`: p by Holm for all cards compared in this way, so that
    luck makes any card of a column look special (below 0.05) in at most one study of twenty. With fewer than `FEWEST`
    observations on either side these are None, and `reason` says why. The order of the observations does not matter.
    """
    listed = list(observations)
    seen = {card: deals for card, deals in sorted(by_card(listed).items()) if was_seen(deals)}
    cards = {card: {way: Contrast(deals, way).figures() for way in WAYS} for card, deals in seen.items()}
    for way in WAYS:
        told = [figures[way] for figures in cards.values() if figures[way]["p"] is not None]
        for figures, adjusted in zip(told, holm([figures["p"] for figures in told]), strict=True):
            figures["adjusted"] = adjusted
    return {
        "observations": len(listed),
        "rate": sum(observation.won for observation in listed) / len(listed) if listed else None,
        "fewest": FEWEST,
        "cards": dict(sorted(cards.items(), key=lambda item: _place(item[0], item[1][RANKED]["impact"]))),
    }


def _place(card: str, value: float | None) -> tuple[bool, float, str]:
    return value is None, -(value or 0.0), card
