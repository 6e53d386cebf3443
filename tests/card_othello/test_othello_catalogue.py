"""The catalogue agrees with the program; an invalid catalogue is refused with the location of the error."""

from pathlib import Path
from typing import Any

import pytest
import yaml

import tefuda
from tefuda.core.errors import InvalidInput
from tefuda.core.source import read_file
from tefuda.games.card_othello.catalogue import CATALOGUE_FILE, catalogue, cost_band, read_catalogue
from tefuda.games.card_othello.rules import card_effects, codes
from tefuda.games.card_othello.rules.codes import CARD_NAMES, IMMEDIATE_CARDS, PICKS, PICKS_CARD, PICKS_CELL

COSTS = {
    "chest_01": 0,
    "free_01": 9,
    "hard_01": 1,
    "swap_01": 13,
    "position_swap_01": 17,
    "sacrifice_01": 5,
    "perma_01": 12,
    "strong_wind_01": 9,
    "trap_01": 10,
    "tempt_01": 20,
    "chain_01": 22,
    "regen_01": 15,
    "destroy_01": 14,
    "bomb_01": 13,
    "udr_01": 30,
    "breeding_01": 16,
    "cross_bomb_01": 18,
    "hyperactive_01": 8,
    "sell_01": 8,
    "plunder_will": 4,
    "work_01": 11,
    "double_01": 24,
    "heaven_01": 3,
    "condemn_01": 6,
    "gold_stone": 6,
    "silver_stone": 3,
    "steal_card_01": 7,
    "guard_01": 2,
    "udg_01": 25,
    "ultimate_hyperactive_01": 28,
}
"""Ids and costs from the rulebook."""


def test_catalogue_has_the_rulebooks_ids_and_costs() -> None:
    """CO-4.1, CO-5.3: thirty cards with the rulebook's costs, in the order of the codes."""
    assert {card.id: card.cost for card in catalogue()} == COSTS
    assert [card.type for card in catalogue()] == CARD_NAMES
    assert len(CARD_NAMES) == codes.CARD_TYPE_COUNT == 30
    for code, name in enumerate(CARD_NAMES):
        assert getattr(codes, name) == code


def test_catalogue_targets_match_the_program() -> None:
    for code, card in enumerate(catalogue()):
        kinds = {
            "none": code in IMMEDIATE_CARDS,
            "placement": PICKS[code] == 0 and code not in IMMEDIATE_CARDS,
            "stone": PICKS[code] == PICKS_CELL,
            "stones": PICKS[code] == PICKS_CELL,
        }
        assert kinds.get(card.target, PICKS[code] == PICKS_CARD), card.type
        if card_effects.MARK_KIND_OF_CARD[code] >= 0:
            assert card.target == "placement"


def test_every_card_has_texts_in_both_languages() -> None:
    """CO-12.12: a name, a short summary and a detailed text, in both languages."""
    for card in catalogue():
        for language in ("en", "ja"):
            assert 0 < len(card.name.text(language)) <= 26
            assert len(card.summary.text(language)) < len(card.detail.text(language)) or card.type == "TREASURE_BOX"
            assert card.summary.text(language).endswith(("。", "."))
    assert len({card.name.ja for card in catalogue()}) == len({card.name.en for card in catalogue()}) == 30


@pytest.mark.parametrize(
    ("cost", "colour"),
    [
        (0, "white"),
        (1, "grey"),
        (5, "grey"),
        (6, "green"),
        (10, "green"),
        (11, "blue"),
        (15, "blue"),
        (16, "purple"),
        (20, "purple"),
        (21, "gold"),
        (30, "gold"),
    ],
)
def test_cost_colours(cost: int, colour: str) -> None:
    """CO-11.1."""
    assert cost_band(cost) == colour


def catalogue_problem(tmp_path: Path, change: Any) -> str:
    """Return the error message for the catalogue after a change."""
    data = yaml.safe_load(CATALOGUE_FILE.read_text(encoding="utf-8"))
    data = change(data) or data
    path = tmp_path / "catalogue.yaml"
    path.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), encoding="utf-8")
    with pytest.raises(InvalidInput) as failure:
        read_catalogue(read_file(path))
    return failure.value.text("en").replace(str(tmp_path), "")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[3].__delitem__("cost"), "'cost' is missing"),
        (lambda data: data[4].update(id="swap_01"), "duplicate id swap_01: entries 4 and 5"),
        (lambda data: data[4].update(type="TRAP_WIL"), "Did you mean TRAP_WILL?"),
        (lambda data: data[4].update(cost=-1), "expected an integer from 0 to 99"),
        (lambda data: data[4].update(cost=True), "expected an integer"),
        (lambda data: data[4].update(color="red"), "unknown key"),
        (lambda data: data[4].update(target="anything"), "one of none, placement"),
        (lambda data: data[4].update(name={"en": "X"}), "English (en) and Japanese (ja)"),
        (lambda data: data[4].update(id=7), "expected a string"),
        (lambda data: data.__delitem__(-1), "missing cards: ULTIMATE_HYPERACTIVE_GOD"),
        (lambda data: data.insert(0, 3), "expected a mapping"),
        (lambda data: {"cards": data}, "expected a list of cards"),
    ],
)
def test_invalid_catalogue_is_refused_with_a_location(tmp_path: Path, change: Any, message: str) -> None:
    text = catalogue_problem(tmp_path, change)
    assert message in text
    assert "/catalogue.yaml:" in text


def test_cost_option_changes_the_cost() -> None:
    """CO-15.2."""
    game = tefuda.game("card-othello")
    with pytest.raises(InvalidInput, match=r"cost.TRAP_WIL.*Did you mean cost.TRAP_WILL"):
        game.start(1, {"cost.TRAP_WIL": 3})
    for typed, meant in (
        ("cost.FREE", "cost.FREE_PLACEMENT"),
        ("cost.trap_will", "cost.TRAP_WILL"),
        ("Hand", "hand_limit"),
    ):
        with pytest.raises(InvalidInput, match=f"Did you mean {meant}"):
            game.start(1, {typed: 3})
    state = game.start(1, {"cost.FREE_PLACEMENT": 8})
    assert game.position(state)["options"] == {"cost.FREE_PLACEMENT": 8}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({f"copies.{name}": 0 for name in CARD_NAMES}, "all cards have 0 copies"),
        ({"deck_size": 20}, "the deck has 20 cards; the guaranteed copies need 30"),
        ({"cards": "maybe"}, "not one of on, off"),
        ({"hand_limit": 0}, "whole number from 1 to 10"),
    ],
)
def test_invalid_options_are_refused(options: dict[str, Any], message: str) -> None:
    """CO-15.3, CO-15.4."""
    with pytest.raises(InvalidInput, match=message):
        tefuda.game("card-othello").start(1, options)


def test_decks_follow_the_copies_options() -> None:
    """CO-4.1, CO-15.4: every type once; larger decks have the guaranteed copies and random cards."""
    game = tefuda.game("card-othello")
    for seed in range(20):
        position = game.position(game.start(seed))
        for side in ("black", "white"):
            cards_of = position["deck"][side] + position["hand"][side]
            assert sorted(cards_of) == sorted(CARD_NAMES)
    fuller = {"deck_size": 50, "copies.TRAP_WILL": 4, "copies.WORK_WILL": 0}
    rests = set()
    for seed in range(20):
        position = game.position(game.start(seed, fuller))
        deck = position["deck"]["white"] + position["hand"]["white"]
        assert len(deck) == 50
        assert deck.count("TRAP_WILL") >= 4
        assert "WORK_WILL" not in deck
        rests.add(tuple(sorted(deck)))
    assert len(rests) > 15


def test_details_of_the_trap_are_complete() -> None:
    """CO-12.12, CO-10.8: every outcome of a trap is in its details."""
    trap = next(card for card in catalogue() if card.type == "TRAP_WILL")
    for en, ja in (
        ("only you can see", "相手には見えない"),
        ("loses its other marks", "それまでの効果は失われる"),
        ("all their charge", "布石をすべて奪い"),
        ("up to three cards from the left", "手札を左から最大3枚没収"),
        ("go on top of your deck", "自分の山札の上に置く"),
        ("The stone stays flipped", "石は反転したまま残る"),
        ("is revealed and its stone destroyed", "公開され、石ごと消滅する"),
        ("a guarded stone only loses the trap", "完全保護中なら罠だけが消える"),
        ("flipped on your own turn", "自分の手番に反転される"),
    ):
        assert en in trap.detail.en
        assert ja in trap.detail.ja
