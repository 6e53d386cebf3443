"""Costs with levels, attributes and several parts: payments, whole games, words."""

from itertools import combinations, permutations

import pytest
from linkavel_card_files import card_yaml, read_card
from linkavel_random_cards import Data, random_position
from sample_size import sample_size
from yaml import safe_load

from tefuda.cardlang.card_text import write_card
from tefuda.core.random import xoshiro
from tefuda.games.linkavel import notation
from tefuda.games.linkavel.game import GAME
from tefuda.games.linkavel.language.card_facts import facts_line
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.rules.codes import SLOTS
from tefuda.games.linkavel.rules.state import LinkaVelState
from tefuda.games.linkavel.workshop import WORKSHOP
from tefuda.testing import check_random_play, check_secrets


def fits(part: Data, monster: Data) -> bool:
    attribute = part.get("attribute", monster["attribute"])
    return bool(monster["level"] >= part.get("level", 1) and monster["attribute"] == attribute)


def pays(cost: list[Data], monsters: tuple[Data, ...]) -> bool:
    """Whether these monsters can be distributed to the parts of a cost."""
    needs = [part for part in cost for _ in range(part["count"])]
    return len(needs) == len(monsters) and any(
        all(fits(part, monster) for part, monster in zip(needs, order, strict=True)) for order in permutations(monsters)
    )


def summon_slots(position: Data, card: Data) -> set[int]:
    """Return the slots into which a card can be summoned, found by trying every set of monsters."""
    known = {one["id"]: one for one in position["cards"]}
    monsters = {slot: known[name] for slot, name in enumerate(position["one"]["monsters"], 1) if name is not None}
    cost = card.get("cost", [])
    parts = cost if isinstance(cost, list) else [cost]
    sets = [
        slots
        for size in range(SLOTS + 1)
        for slots in combinations(monsters, size)
        if pays(parts, tuple(monsters[slot] for slot in slots))
    ]
    empty = set(range(1, SLOTS + 1)) - set(monsters)
    return {slot for slots in sets for slot in slots} | (empty if sets else set())


def test_payable_slots_are_those_of_a_search() -> None:
    """LV-2.5, LV-5.3, LV-5.4."""
    random = xoshiro(53, 1)
    asked = refused = 0
    for _ in range(sample_size(400)):
        position = random_position(random)
        state = GAME.at(position, 1)
        legal = {notation.format_action(state, action) for action in state.actions()}
        for card in position["cards"]:
            if card["id"] in position["one"]["hand"]:
                slots = {slot for slot in range(1, SLOTS + 1) if f"summon {card['id']}@{slot}" in legal}
                assert slots == summon_slots(position, card), (position, card)
                refused += not slots
        for action in state.actions():
            after = state.clone()
            after.play(action)
            if after.choice is not None:
                asked += 1
                check_every_answer(after)
    assert asked
    assert refused


def check_every_answer(state: LinkaVelState) -> None:
    """Check LV-5.5: there are several answers, and each of them completes the cost."""
    assert state.choice is not None
    assert state.choice.op == "cost"
    assert len(state.actions()) > 1
    for action in state.actions():
        paid = state.clone()
        paid.play(action)
        assert paid.choice is None
        assert paid.has_summoned


def test_games_with_random_costs_keep_the_contract() -> None:
    """LV-5.3 to LV-5.5: events, views, positions and hidden information."""
    random = xoshiro(54, 1)
    for seed in range(sample_size(20)):
        check_random_play(GAME, seed, position=random_position(random))
    check_secrets(GAME, 1, worlds=2, players=["random", "heuristic"], position=random_position(random))


COSTS = [
    ("{count: 2, level: 1}", "Lv1×2", "Lv1×2体"),
    ("{count: 3, attribute: fire}", "fire×3", "火属性×3体"),
    ("{count: 1, level: 2, attribute: neutral}", "neutral Lv2×1", "無属性 Lv2×1体"),
    ("[{count: 1, level: 3}, {count: 2, attribute: fire}]", "Lv3×1 + fire×2", "Lv3×1体＋火属性×2体"),
]


@pytest.mark.parametrize(("cost", "en", "ja"), COSTS)
def test_cost_is_written_in_words(cost: str, en: str, ja: str) -> None:
    """LV-2.5."""
    text = card_yaml(f"type: normal_monster\nattribute: fire\nlevel: 3\ncost: {cost}\npower: 1000\n", "")
    card = read_card(text)
    assert WORKSHOP.printed_values(card)["cost"] == {"en": en, "ja": ja}
    assert f", cost {en}, " in facts_line(card, "en")
    assert f"、召喚条件 {ja}、" in facts_line(card, "ja")
    written = write_card(card_schema(), card)
    assert safe_load(written)["cost"] == safe_load(cost)
    assert write_card(card_schema(), read_card(written)) == written


def test_list_of_one_part_is_written_as_the_part() -> None:
    card = read_card(
        card_yaml("type: normal_monster\nattribute: fire\nlevel: 2\ncost: [{count: 1, level: 1}]\npower: 1\n", "")
    )
    assert "cost: {count: 1, level: 1}" in write_card(card_schema(), card)


def test_reason_names_the_whole_cost() -> None:
    lord = {
        "id": "t_lord",
        "name": "Lord",
        "type": "normal_monster",
        "attribute": "fire",
        "level": 3,
        "cost": [{"count": 1, "level": 2}, {"count": 1, "attribute": "fire"}],
        "power": 1000,
    }
    state = GAME.at({"cards": [lord], "one": {"hand": ["t_lord"], "monsters": ["t_lord"]}}, 1)
    why = GAME.texts.why_illegal(state, notation.parse_action(state, "summon t_lord@1"))
    assert why.code == "cost"
    assert why.en == "Lord costs Lv2×1 + fire×1; you don't have these monsters."
    assert "（Lv2×1体＋火属性×1体）" in why.ja
