"""Card values: real effects are found, and chance is not reported as an effect."""

import json
from collections.abc import Callable

import numpy as np
import pytest
from sample_size import sample_size

import tefuda
from tefuda.core.cards import CardRecord
from tefuda.core.events import Event
from tefuda.core.playout import play_out
from tefuda.core.random import Random, xoshiro
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.lab.stats.card_values import EXPOSURES, MIN_OBSERVATIONS, Contrast, Observation, card_impacts, deals_by_card
from tefuda.lab.stats.multiple_testing import compare_rates
from tefuda.lab.studies.card_variants import variant
from tefuda.players.names import make_player

CARDS = [f"card_{number:02}" for number in range(8)]


def chance(random: Random, percent: int) -> bool:
    return random.below(100) < percent


def random_cards(random: Random, percent: int) -> list[str]:
    return [card for card in CARDS if chance(random, percent)]


def record_of(drawn: list[str]) -> CardRecord:
    """Return the record of a seat that had some cards from the opening on."""
    return CardRecord(CARDS, drawn, drawn)


# Generators of games in which no card has an effect.


def single_seat_games(random: Random, deals: int) -> list[Observation]:
    """Return games with one seat."""
    return [Observation(float(chance(random, 40)), record_of(random_cards(random, 40))) for _ in range(2 * deals)]


def two_seat_games(random: Random, deals: int) -> list[Observation]:
    """Return games of two seats with independent draws."""
    found = []
    for deal in range(deals):
        won = float(chance(random, 50))
        found += [Observation(score, record_of(random_cards(random, 40)), deal) for score in (won, 1 - won)]
    return found


def mirrored_games(random: Random, deals: int) -> list[Observation]:
    """Return games of equal players and decks: the game with swapped seats repeats the first."""
    return [observation for observation in two_seat_games(random, deals) for _ in range(2)]


def exclusive_draw_games(random: Random, deals: int) -> list[Observation]:
    """Return games in which a card drawn by one seat is not available to the other."""
    found = []
    for deal in range(deals):
        won, mine = float(chance(random, 50)), random_cards(random, 50)
        rest = [card for card in CARDS if card not in mine]
        found += [Observation(won, record_of(mine), deal), Observation(1 - won, record_of(rest), deal)]
    return found


def decided_deal_games(random: Random, deals: int) -> list[Observation]:
    """Return games mostly decided by the deal, not by cards: both games of a deal usually end alike."""
    found = []
    for deal in range(deals):
        hands = [random_cards(random, 40), random_cards(random, 40)]
        percent = 80 if chance(random, 50) else 20
        for _ in range(2):
            won = float(chance(random, percent))
            found += [Observation(won, record_of(hands[0]), deal), Observation(1 - won, record_of(hands[1]), deal)]
    return found


Maker = Callable[[Random, int], list[Observation]]


@pytest.mark.parametrize(
    "games", [single_seat_games, two_seat_games, mirrored_games, exclusive_draw_games, decided_deal_games]
)
def test_false_positive_rate_without_effects(games: Maker) -> None:
    """At most one study of twenty has a card with p below 0.05, within three standard deviations.

    The true impact is 0; about 95 of 100 intervals contain it.
    """
    studies = 160
    alarms = inside = 0
    for study in range(studies):
        entries = [card["drawn"] for card in card_impacts(games(xoshiro(study, 1), 120))["cards"].values()]
        assert len(entries) == len(CARDS)
        alarms += min(drawn["adjusted"] for drawn in entries) < 0.05
        inside += sum(drawn["low"] <= 0 <= drawn["high"] for drawn in entries)
    assert alarms / studies <= 0.05 + 3 * (0.05 * 0.95 / studies) ** 0.5
    assert 0.93 <= inside / studies / len(CARDS) <= 0.98


def games_with_effect(random: Random, deals: int, card: str, points: int) -> list[Observation]:
    """Return games in which a seat with the card has an advantage in percentage points over one without."""
    found = []
    for deal in range(deals):
        hands = [random_cards(random, 40), random_cards(random, 40)]
        edge = points * ((card in hands[0]) - (card in hands[1]))
        won = float(chance(random, 50 + edge))
        found += [Observation(won, record_of(hands[0]), deal), Observation(1 - won, record_of(hands[1]), deal)]
    return found


def test_real_effect_is_found_and_covered_by_its_interval() -> None:
    """Two of forty intervals are expected to miss; seven misses have a probability of 1/300."""
    card, studies = "card_07", 40
    found = inside = 0
    for study in range(studies):
        figures = card_impacts(games_with_effect(xoshiro(study, 3), 500, card, 20))
        entry = figures["cards"][card]["drawn"]
        found += next(iter(figures["cards"])) == card and entry["adjusted"] < 0.05
        inside += entry["low"] <= 0.2 <= entry["high"]
        assert entry["low"] < entry["impact"] < entry["high"]
    assert found == studies
    assert inside >= studies - 6


def test_bad_card_is_ranked_last() -> None:
    figures = card_impacts(games_with_effect(xoshiro(1, 4), 500, "card_03", -20))
    assert list(figures["cards"])[-1] == "card_03"
    assert figures["cards"]["card_03"]["drawn"]["high"] < 0
    values = [card["drawn"]["impact"] for card in figures["cards"].values()]
    assert values == sorted(values, reverse=True)


def mixed_observations(seed: int, count: int) -> list[Observation]:
    """Return mixed observations: draws, one or two seats, different decks, cards outside the deck."""
    random = xoshiro(seed, 5)
    found = []
    for _ in range(count):
        lists = [random_cards(random, percent) for percent in (70, 20, 40, 30, 20)]
        found.append(Observation(random.below(3) / 2, CardRecord(*lists), random.below(count // 3) - 10))
    return found


def test_games_and_rates_match_plain_counts() -> None:
    observations = mixed_observations(1, 400)
    figures = card_impacts(observations)
    assert figures["observations"] == 400
    assert figures["rate"] == pytest.approx(sum(observation.won for observation in observations) / 400)
    for card in CARDS:
        for way in EXPOSURES:
            having = [won for won, record, _ in observations if card in getattr(record, way)]
            without = [
                won for won, record, _ in observations if card in record.deck and card not in getattr(record, way)
            ]
            entry = figures["cards"][card][way]
            assert (entry["games"], entry["without"]["games"]) == (len(having), len(without))
            assert entry["rate"] == pytest.approx(np.mean(having))
            assert entry["without"]["rate"] == pytest.approx(np.mean(without))
            assert entry["impact"] == pytest.approx(np.mean(having) - np.mean(without))


def test_design_effect_of_clustered_samples() -> None:
    """Compared with numpy: the ratio of the clustered (sandwich) variance to that of independent observations."""
    observations = mixed_observations(2, 300)
    deals = deals_by_card(observations)
    above = 0
    for card in CARDS:
        rows = [
            (o.won, card in o.record.drawn, o.deal) for o in observations if card in {*o.record.deck, *o.record.drawn}
        ]
        won, having, deal = (np.array(column) for column in zip(*rows, strict=True))
        design = np.column_stack([np.ones(len(won)), having.astype(float)])
        bread = np.linalg.inv(design.T @ design)
        scores = design * (won - design @ (bread @ design.T @ won))[:, None]
        names = np.where(deal >= 0, deal, -1 - np.arange(len(deal)))
        sums = np.array([scores[names == name].sum(axis=0) for name in np.unique(names)])
        together = (bread @ sums.T @ sums @ bread)[1, 1]
        apart = (bread @ scores.T @ scores @ bread)[1, 1]
        assert Contrast(deals[card], "drawn").design_effect() == pytest.approx(max(1.0, together / apart))
        above += together > apart
    assert 0 < above < len(CARDS)


def test_duplicated_games_do_not_add_certainty() -> None:
    once = single_seat_games(xoshiro(1, 6), 201)
    twice = [Observation(won, record, deal) for deal, (won, record, _) in enumerate(once) for _ in range(2)]
    unaware = [Observation(won, record) for won, record, _ in twice]
    plain, doubled, fooled = (card_impacts(observations)["cards"] for observations in (once, twice, unaware))
    for card in CARDS:
        assert doubled[card]["drawn"]["games"] == 2 * plain[card]["drawn"]["games"]
        for key in ("impact", "low", "high", "p"):
            assert doubled[card]["drawn"][key] == pytest.approx(plain[card]["drawn"][key])
        assert fooled[card]["drawn"]["low"] > plain[card]["drawn"]["low"]


def test_independent_observations_are_compared_as_two_rates() -> None:
    observations = single_seat_games(xoshiro(2, 6), 150)
    for card, entry in card_impacts(observations)["cards"].items():
        having = [o.won for o in observations if card in o.record.drawn]
        without = [o.won for o in observations if card not in o.record.drawn]
        expected = compare_rates(sum(having), len(having), sum(without), len(without))
        assert entry["drawn"]["p"] == pytest.approx(expected.p)
        assert entry["drawn"]["low"] == pytest.approx(expected.rate.low)
        assert entry["drawn"]["high"] == pytest.approx(expected.rate.high)


def test_order_of_observations_does_not_matter() -> None:
    """Exactly, before rounding."""
    observations = mixed_observations(3, 300)

    def everything() -> str:
        effects = {
            card: Contrast(deals, "drawn").design_effect()
            for card, deals in sorted(deals_by_card(observations).items())
        }
        return json.dumps([card_impacts(observations), effects])

    expected = everything()
    for seed in range(5):
        xoshiro(seed, 7).shuffle(observations)
        assert everything() == expected


@pytest.mark.parametrize(("having", "without"), [(29, 300), (300, 29), (0, 300), (300, 0)])
def test_too_few_games_give_no_difference(having: int, without: int) -> None:
    record, other = CardRecord(["a"], [], ["a"]), CardRecord(["a"])
    found = card_impacts(
        [Observation(1, record)] * having + [Observation(0, other)] * without + [Observation(1, record_of(["a"]))]
    )
    entry = found["cards"]["a"]["drawn"]
    assert entry["games"] == having + 1
    if min(having + 1, without) >= MIN_OBSERVATIONS:
        assert entry["impact"] == 1.0
        return
    assert entry["impact"] is entry["low"] is entry["high"] is entry["p"] is entry["adjusted"] is None
    for language in ("en", "ja"):
        assert str(having + 1) in entry["reason"][language]
        assert str(without) in entry["reason"][language]
        assert str(MIN_OBSERVATIONS) in entry["reason"][language]


def test_reported_difference_has_no_caveat() -> None:
    for card in card_impacts(two_seat_games(xoshiro(1, 8), 200))["cards"].values():
        assert card["drawn"]["reason"] is None
        assert card["drawn"]["p"] <= card["drawn"]["adjusted"] <= 1


def test_card_never_drawn_is_omitted() -> None:
    observations = [Observation(1, CardRecord(["a", "off"], [], ["a"])), Observation(0, CardRecord(["a", "off"]))]
    assert list(card_impacts(observations * 40)["cards"]) == ["a"]


def test_only_seats_with_the_card_in_the_deck_are_compared() -> None:
    """A deck without the card wins every game; the card has no impact."""
    observations = [Observation(won, CardRecord(["a"], [], drawn)) for won in (0.0, 1.0) for drawn in (["a"], [])]
    strangers = [Observation(1, CardRecord(["b"], [], ["b"]))]
    entry = card_impacts(observations * 20 + strangers * 100)["cards"]["a"]["drawn"]
    assert (entry["games"], entry["without"]["games"], entry["impact"]) == (40, 40, 0.0)


def test_no_observations_give_no_figures() -> None:
    assert card_impacts([]) == {"observations": 0, "rate": None, "fewest": MIN_OBSERVATIONS, "cards": {}}


def test_too_strong_card_is_found_in_real_games() -> None:
    """A card with far too much power is ranked first."""
    game = tefuda.game("linkavel")
    observations = []
    try:
        with variant("linkavel", {"anvil_lynx.power": 5650}):
            for seed in range(sample_size(1200)):
                log: list[Event] = []
                state = game.start(seed, None, log)
                state.log = log
                play_out(game, state, [make_player(game, "adept", xoshiro(seed, 1 + seat)) for seat in range(2)], 3000)
                records = game.measures.card_records(log)
                assert records is not None
                observations.append(Observation(state.scores()[0], records[0], seed))
    finally:
        LIBRARY.reset()
    cards = card_impacts(observations)["cards"]
    entry = {card: figures["opening"]["impact"] for card, figures in cards.items()}
    assert max(entry, key=lambda card: entry[card] or 0.0) == "anvil_lynx"
    assert cards["anvil_lynx"]["opening"]["adjusted"] < 0.05
