"""Every error in a step of a LinkaVel card is reported with line and column."""

import pytest
from linkavel_card_files import FACTIONS, PERMANENT, STEP, TYPES, card_with_ability, problem_lines, read_cards

OPS = (
    "power, destroy, send, return, protect, extra_attack, reduce_damage, summon, search, retrieve, draw, mill, "
    "discard, gain, damage, if_you_do, require, win, lose"
)
FILTERS = "type, level, min_level, max_level, attribute, faction, name, min_power, max_power, weakened, other"
AIMED = "target, side, count, up_to, filter"
DURATIONS = "turn, next_turn, while, permanent"

WRONG: list[tuple[str, list[str]]] = [
    (
        card_with_ability("on_summon", "{op: burn, amount: 3}"),
        [f"9:16 {STEP}.op: unknown op 'burn' ({OPS}). Did you mean damage?"],
    ),
    (card_with_ability("on_summon", "{op: zzz}"), [f"9:16 {STEP}.op: unknown op 'zzz' ({OPS})."]),
    (
        card_with_ability("continuous", "{op: power, amount: 1}"),
        [f"9:15 {STEP}.target: a continuous ability cannot choose; use self or all."],
    ),
    (
        card_with_ability("continuous", "{op: power, target: all, amount: 1, duration: turn}"),
        [f"9:51 {STEP}.duration: a continuous ability has no duration; remove it."],
    ),
    (
        card_with_ability("continuous", "{op: protect, target: self, once: true}"),
        [f"9:43 {STEP}.once: use limit: turn instead of once."],
    ),
    (
        card_with_ability("continuous", "{op: protect, target: all, once: true}", "limit: turn"),
        [f"9:42 {STEP}.once: once is for each monster, limit for all together; use one."],
    ),
    (
        card_with_ability("continuous", "{op: protect, target: all, once: true}, {op: win}"),
        [f"9:42 {STEP}.once: an ability with once has no other steps."],
    ),
    (
        card_with_ability("on_phase", "{op: power, target: that, amount: 1}", "phase: end"),
        [f"9:27 {STEP}.target: on_phase has no card; that is not possible."],
    ),
    (
        card_with_ability("on_draw", "{op: destroy, target: that}"),
        [f"9:29 {STEP}.target: on_draw has no card; that is not possible."],
    ),
    (
        card_with_ability("on_summon", "{op: destroy, target: foe}"),
        [f"9:29 {STEP}.target: there is no battle at on_summon; foe is not possible."],
    ),
    (
        card_with_ability("on_summon", "{op: destroy, target: all, count: 2}"),
        [f"9:42 {STEP}.count: count is only for choose and random."],
    ),
    (
        card_with_ability("on_attack", "{op: send, target: foe, count: 3}"),
        [f"9:39 {STEP}.count: count is only for choose and random."],
    ),
    (
        card_with_ability("on_summon", "{op: power, target: random, up_to: true, amount: 1}"),
        [f"9:43 {STEP}.up_to: random has no up_to; remove it."],
    ),
    (
        card_with_ability("on_summon", "{op: return, from: trash}"),
        [f"9:15 {STEP}.to: use retrieve for cards from the trash to the hand."],
    ),
    (
        card_with_ability("on_summon", "{op: return, from: trash, to: deck, target: all}"),
        [f"9:51 {STEP}.target: the trash allows only choose, self and random."],
    ),
    (
        card_with_ability("on_summon", "{op: return, target: foe}"),
        [f"9:28 {STEP}.target: there is no battle at on_summon; foe is not possible."],
    ),
    (card_with_ability("on_summon", "{op: return, to: trash}"), [f"9:28 {STEP}.to: unknown to 'trash' (hand, deck)."]),
    (
        card_with_ability("on_trash", "{op: summon, target: self}", facts=PERMANENT),
        [f"6:28 {STEP}.target: a magic cannot be summoned."],
    ),
    (
        card_with_ability("on_trash", "{op: summon, target: self, filter: {level: 1}, count: 2}"),
        [
            f"9:42 {STEP}.filter: filter is only for choose and random.",
            f"9:62 {STEP}.count: count is only for choose and random.",
        ],
    ),
    (
        card_with_ability("on_trash", "{op: summon, target: random, up_to: true}"),
        [f"9:44 {STEP}.up_to: random has no up_to; remove it."],
    ),
    (
        card_with_ability("on_trash", "{op: retrieve, target: self, count: 2}"),
        [f"9:44 {STEP}.count: count is only for choose and random."],
    ),
    (
        card_with_ability("on_trash", "{op: retrieve, target: random, up_to: true}"),
        [f"9:46 {STEP}.up_to: random has no up_to; remove it."],
    ),
    (
        card_with_ability("on_summon", "{op: retrieve, target: all}"),
        [f"9:30 {STEP}.target: unknown target 'all' (choose, self, random)."],
    ),
    (
        card_with_ability("on_summon", "{op: summon, from: field}"),
        [f"9:28 {STEP}.from: unknown from 'field' (trash, hand, deck, deck_or_trash)."],
    ),
    (
        card_with_ability("on_summon", "{op: search, from: trash}"),
        [f"9:28 {STEP}.from: unknown from 'trash' (deck, deck_or_trash). Did you mean deck_or_trash?"],
    ),
    (
        card_with_ability("on_summon", "{op: search, target: self}"),
        [f"9:28 {STEP}.target: unknown target 'self' (choose, random)."],
    ),
    (
        card_with_ability("on_summon", "{op: search, target: random, up_to: true}"),
        [f"9:44 {STEP}.up_to: random has no up_to; remove it."],
    ),
    (
        card_with_ability("on_summon", "{op: reduce_damage, amount: 100}"),
        [f"9:16 {STEP}.op: reduce_damage is only for continuous abilities."],
    ),
    (
        card_with_ability("continuous", "{op: reduce_damage, filter: {level: 1}, amount: 100}"),
        [f"9:35 {STEP}.filter: filter is only for all."],
    ),
    (
        card_with_ability("continuous", "{op: reduce_damage, target: choose, amount: 100}"),
        [f"9:35 {STEP}.target: unknown target 'choose' (self, all)."],
    ),
    (card_with_ability("on_summon", "{op: power}"), [f"9:15 {STEP}: 'amount' is missing."]),
    (
        card_with_ability("on_summon", "{op: power, amount: 10000}"),
        [f"9:27 {STEP}.amount: a whole number from -9999 to 9999, or an expression in quotes is expected, not 10000."],
    ),
    (
        card_with_ability("on_summon", "{op: damage, amount: 0}"),
        [f"9:28 {STEP}.amount: a whole number from 1 to 9999, or an expression in quotes is expected, not 0."],
    ),
    (
        card_with_ability("on_summon", "{op: gain, amount: my_turn}"),
        [f"9:34 {STEP}.amount: this is true or false; a number is expected."],
    ),
    (
        card_with_ability("on_summon", "{op: gain, amount: 100 * own.life}"),
        [f"9:40 {STEP}.amount: unknown name own.life. Did you mean own.lp?"],
    ),
    (
        card_with_ability("on_summon", "{op: draw, count: 31}"),
        [f"9:26 {STEP}.count: a whole number from 1 to 30 is expected, not 31."],
    ),
    (
        card_with_ability("on_summon", "{op: destroy, count: 7, zone: field, side: enemy}"),
        [
            f"9:29 {STEP}.count: a whole number from 1 to 6 is expected, not 7.",
            f"9:39 {STEP}.zone: unknown zone 'field' (monster, magic, any).",
            f"9:52 {STEP}.side: unknown side 'enemy' (own, opponent, both). Did you mean opponent?",
        ],
    ),
    (
        card_with_ability("on_summon", "{op: extra_attack, times: 6, amount: 1}"),
        [
            f"9:34 {STEP}.times: a whole number from 1 to 5 is expected, not 6.",
            f"9:44 {STEP}.amount: unknown key; op extra_attack has: {AIMED}, times. Did you mean count?",
        ],
    ),
    (
        card_with_ability("on_summon", "{op: discard, selection: any}"),
        [f"9:29 {STEP}.selection: unknown selection 'any' (choose, random). Did you mean choose?"],
    ),
    (card_with_ability("on_summon", "{op: win, side: own}"), [f"9:25 {STEP}.side: op win has no keys."]),
    (card_with_ability("on_summon", "{op: require}"), [f"9:15 {STEP}: 'expr' is missing."]),
    (
        card_with_ability("on_summon", "{op: require, expr: 5}"),
        [f"9:29 {STEP}.expr: an expression in quotes is expected, not 5."],
    ),
    (card_with_ability("on_summon", "{op: search, filter: {}}"), [f"9:28 {STEP}.filter: the filter is empty."]),
    (
        card_with_ability("on_summon", "{op: search, filter: {type: spell, faction: embr, level: 6}}"),
        [
            f"9:37 {STEP}.filter.type: unknown type 'spell' (monster, magic, {TYPES}). Did you mean magic?",
            f"9:50 {STEP}.filter.faction: unknown faction 'embr' ({FACTIONS}, none). Did you mean ember?",
            f"9:65 {STEP}.filter.level: a whole number from 1 to 5 is expected, not 6.",
        ],
    ),
    (
        card_with_ability("on_summon", "{op: search, filter: {color: red, weakened: 1}}"),
        [
            f"9:37 {STEP}.filter.color: unknown key; a filter (a mapping) has: {FILTERS}.",
            f"9:49 {STEP}.filter.weakened: true or false is expected, not 1.",
        ],
    ),
    (
        card_with_ability("on_summon", "{op: protect, from: magic, duration: forever, once: 1}"),
        [
            f"9:29 {STEP}.from: unknown from 'magic' (any, battle, effect).",
            f"9:42 {STEP}.duration: unknown duration 'forever' ({DURATIONS}). Did you mean permanent?",
            f"9:61 {STEP}.once: true or false is expected, not 1.",
        ],
    ),
    (card_with_ability("on_summon", "draw"), [f"9:15 {STEP}: a step is a mapping, as in {{op: draw, count: 2}}."]),
]


@pytest.mark.parametrize(("text", "expected"), WRONG, ids=[words[0][:60] for _, words in WRONG])
def test_problems_of_a_step_are_reported_with_their_location(text: str, expected: list[str]) -> None:
    """LV-2.7, LV-11.1 to LV-12.9."""
    loader = read_cards(text)
    assert problem_lines(loader) == expected
    assert loader.loaded == {}


def test_all_steps_are_checked() -> None:
    steps = "{op: drwa}, {op: gain}, {op: draw, count: 0}, {op: summon, target: that}, {op: lose}"
    assert [line.partition(": ")[0] for line in problem_lines(read_cards(card_with_ability("on_summon", steps)))] == [
        f"9:16 {STEP}.op",
        f"9:27 {STEP[:-3]}[1]",
        f"9:50 {STEP[:-3]}[2].count",
        f"9:74 {STEP[:-3]}[3].target",
    ]
    many = ", ".join(["{op: draw}"] * 21)
    assert problem_lines(read_cards(card_with_ability("on_summon", many))) == [
        f"9:6 {STEP[:-3]}: has more than 20 steps."
    ]
