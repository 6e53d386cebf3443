"""What each card is worth: effects that are there are found, and luck is not taken for one."""

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


def some(random: Random, percent: int) -> list[str]:
    return [card for card in CARDS if chance(random, percent)]


def had(drawn: list[str]) -> CardRecord:
    """A record of a seat that had some cards from its opening on."""
    return CardRecord(CARDS, drawn, drawn)


# Ways in which games come about, all without any card having an effect. Each gives so many deals.


def alone(random: Random, deals: int) -> list[Observation]:
    """One seat a game."""
    return [Observation(float(chance(random, 40)), had(some(random, 40))) for _ in range(2 * deals)]


def against(random: Random, deals: int) -> list[Observation]:
    """Two seats that draw independently and win from each other."""
    found = []
    for deal in range(deals):
        won = float(chance(random, 50))
        found += [Observation(score, had(some(random, 40)), deal) for score in (won, 1 - won)]
    return found


def mirrored(random: Random, deals: int) -> list[Observation]:
    """Equal players and decks: the game with the seats swapped is the same game again."""
    return [observation for observation in against(random, deals) for _ in range(2)]


def either(random: Random, deals: int) -> list[Observation]:
    """What one seat draws, the other cannot have."""
    found = []
    for deal in range(deals):
        won, mine = float(chance(random, 50)), some(random, 50)
        rest = [card for card in CARDS if card not in mine]
        found += [Observation(won, had(mine), deal), Observation(1 - won, had(rest), deal)]
    return found


def uneven(random: Random, deals: int) -> list[Observation]:
    """Other things than the cards decide most deals, whoever sits where: the second game mostly ends as the first."""
    found = []
    for deal in range(deals):
        hands = [some(random, 40), some(random, 40)]
        luck = 80 if chance(random, 50) else 20
        for _ in range(2):
            won = float(chance(random, luck))
            found += [Observation(won, had(hands[0]), deal), Observation(1 - won, had(hands[1]), deal)]
    return found


Maker = Callable[[Random, int], list[Observation]]


@pytest.mark.parametrize("games", [alone, against, mirrored, either, uneven])
def test_luck_is_taken_for_luck(games: Maker) -> None:
    """Any card below 0.05 is a false alarm: at most one study of twenty has one, give or take three deviations.

    The true impact is 0, and 95 of 100 intervals have it inside; too wide would be no good either.
    """
    studies = 160
    alarms = inside = 0
    for study in range(studies):
        told = [card["drawn"] for card in card_impacts(games(xoshiro(study, 1), 120))["cards"].values()]
        assert len(told) == len(CARDS)
        alarms += min(drawn["adjusted"] for drawn in told) < 0.05
        inside += sum(drawn["low"] <= 0 <= drawn["high"] for drawn in told)
    assert alarms / studies <= 0.05 + 3 * (0.05 * 0.95 / studies) ** 0.5
    assert 0.93 <= inside / studies / len(CARDS) <= 0.98


def with_an_effect(random: Random, deals: int, card: str, points: int) -> list[Observation]:
    """Seats that have a card and face one that has not win by so many points more."""
    found = []
    for deal in range(deals):
        hands = [some(random, 40), some(random, 40)]
        edge = points * ((card in hands[0]) - (card in hands[1]))
        won = float(chance(random, 50 + edge))
        found += [Observation(won, had(hands[0]), deal), Observation(1 - won, had(hands[1]), deal)]
    return found


def test_an_effect_is_found_and_its_interval_holds_it() -> None:
    """Of forty intervals two should miss; seven would be a chance of one in three hundred."""
    card, studies = "card_07", 40
    found = inside = 0
    for study in range(studies):
        figures = card_impacts(with_an_effect(xoshiro(study, 3), 500, card, 20))
        told = figures["cards"][card]["drawn"]
        found += next(iter(figures["cards"])) == card and told["adjusted"] < 0.05
        inside += told["low"] <= 0.2 <= told["high"]
        assert told["low"] < told["impact"] < told["high"]
    assert found == studies
    assert inside >= studies - 6


def test_a_bad_card_comes_last() -> None:
    figures = card_impacts(with_an_effect(xoshiro(1, 4), 500, "card_03", -20))
    assert list(figures["cards"])[-1] == "card_03"
    assert figures["cards"]["card_03"]["drawn"]["high"] < 0
    values = [card["drawn"]["impact"] for card in figures["cards"].values()]
    assert values == sorted(values, reverse=True)


def messy(seed: int, count: int) -> list[Observation]:
    """Anything at all: draws, alone or not, decks that differ, cards that were in no deck."""
    random = xoshiro(seed, 5)
    found = []
    for _ in range(count):
        lists = [some(random, percent) for percent in (70, 20, 40, 30, 20)]
        found.append(Observation(random.below(3) / 2, CardRecord(*lists), random.below(count // 3) - 10))
    return found


def test_games_and_rates_are_plain_counts() -> None:
    observations = messy(1, 400)
    figures = card_impacts(observations)
    assert figures["observations"] == 400
    assert figures["rate"] == pytest.approx(sum(observation.won for observation in observations) / 400)
    for card in CARDS:
        for way in EXPOSURES:
            having = [won for won, record, _ in observations if card in getattr(record, way)]
            without = [
                won for won, record, _ in observations if card in record.deck and card not in getattr(record, way)
            ]
            told = figures["cards"][card][way]
            assert (told["games"], told["without"]["games"]) == (len(having), len(without))
            assert told["rate"] == pytest.approx(np.mean(having))
            assert told["without"]["rate"] == pytest.approx(np.mean(without))
            assert told["impact"] == pytest.approx(np.mean(having) - np.mean(without))


def test_the_design_effect_is_that_of_clustered_samples() -> None:
    """Against numpy: the sandwich variance of the difference of two means, over that of independent observations."""
    observations = messy(2, 300)
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


def test_a_game_that_is_there_twice_counts_once() -> None:
    once = alone(xoshiro(1, 6), 201)
    twice = [Observation(won, record, deal) for deal, (won, record, _) in enumerate(once) for _ in range(2)]
    unaware = [Observation(won, record) for won, record, _ in twice]
    plain, doubled, fooled = (card_impacts(observations)["cards"] for observations in (once, twice, unaware))
    for card in CARDS:
        assert doubled[card]["drawn"]["games"] == 2 * plain[card]["drawn"]["games"]
        for key in ("impact", "low", "high", "p"):
            assert doubled[card]["drawn"][key] == pytest.approx(plain[card]["drawn"][key])
        assert fooled[card]["drawn"]["low"] > plain[card]["drawn"]["low"]


def test_observations_that_stand_alone_are_compared_as_two_rates() -> None:
    observations = alone(xoshiro(2, 6), 150)
    for card, told in card_impacts(observations)["cards"].items():
        having = [o.won for o in observations if card in o.record.drawn]
        without = [o.won for o in observations if card not in o.record.drawn]
        expected = compare_rates(sum(having), len(having), sum(without), len(without))
        assert told["drawn"]["p"] == pytest.approx(expected.p)
        assert told["drawn"]["low"] == pytest.approx(expected.rate.low)
        assert told["drawn"]["high"] == pytest.approx(expected.rate.high)


def test_the_order_of_observations_does_not_matter() -> None:
    """To the last bit, also of what is rounded away later."""
    observations = messy(3, 300)

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
def test_too_few_games_are_no_difference(having: int, without: int) -> None:
    record, other = CardRecord(["a"], [], ["a"]), CardRecord(["a"])
    found = card_impacts(
        [Observation(1, record)] * having + [Observation(0, other)] * without + [Observation(1, had(["a"]))]
    )
    told = found["cards"]["a"]["drawn"]
    assert told["games"] == having + 1
    if min(having + 1, without) >= MIN_OBSERVATIONS:
        assert told["impact"] == 1.0
        return
    assert told["impact"] is told["low"] is told["high"] is told["p"] is told["adjusted"] is None
    for language in ("en", "ja"):
        assert str(having + 1) in told["reason"][language]
        assert str(without) in told["reason"][language]
        assert str(MIN_OBSERVATIONS) in told["reason"][language]


def test_a_difference_that_is_told_has_no_reason_against_it() -> None:
    for card in card_impacts(against(xoshiro(1, 8), 200))["cards"].values():
        assert card["drawn"]["reason"] is None
        assert card["drawn"]["p"] <= card["drawn"]["adjusted"] <= 1


def test_a_card_that_nobody_ever_had_is_left_out() -> None:
    observations = [Observation(1, CardRecord(["a", "off"], [], ["a"])), Observation(0, CardRecord(["a", "off"]))]
    assert list(card_impacts(observations * 40)["cards"]) == ["a"]


def test_only_seats_that_could_have_had_a_card_are_compared() -> None:
    """A deck without the card wins everything, and that is not the card's fault."""
    observations = [Observation(won, CardRecord(["a"], [], drawn)) for won in (0.0, 1.0) for drawn in (["a"], [])]
    strangers = [Observation(1, CardRecord(["b"], [], ["b"]))]
    told = card_impacts(observations * 20 + strangers * 100)["cards"]["a"]["drawn"]
    assert (told["games"], told["without"]["games"], told["impact"]) == (40, 40, 0.0)


def test_nothing_observed_is_nothing_told() -> None:
    assert card_impacts([]) == {"observations": 0, "rate": None, "fewest": MIN_OBSERVATIONS, "cards": {}}


def test_real_games_show_which_card_is_too_strong() -> None:
    """Of a deck in which one card has far too much power, that card is the one to begin with."""
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
    told = {card: figures["opening"]["impact"] for card, figures in cards.items()}
    assert max(told, key=lambda card: told[card] or 0.0) == "anvil_lynx"
    assert cards["anvil_lynx"]["opening"]["adjusted"] < 0.05
