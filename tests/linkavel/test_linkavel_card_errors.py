"""Every error in a LinkaVel card is reported with line, column, key path and message."""

import pytest
from linkavel_card_files import (
    ABILITY,
    FACTIONS,
    MONSTER,
    NORMAL,
    ONE,
    PERMANENT,
    TYPES,
    card_with_ability,
    card_yaml,
    problem_lines,
    read_card,
    read_cards,
)

from tefuda.cardlang.card_text import card_text
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.language.values import factions

PLAY = "abilities: [{when: play, effect: [{op: draw}]}]\n"
KEYS = "id, name, type, faction, attribute, level, cost, power, text, flavor, version, abilities"
WHENS = (
    "play, activated, continuous, on_summon, on_magic, on_trash, on_destroy, on_lp_gain, on_attack, on_attacked, "
    "after_battle, on_phase, on_draw, on_refresh"
)
ABILITY_KEYS = "when, timing, who, side, by, from, cause, phase, at, turn, filter, optional, limit, condition, effect"
ABOUT = "on_summon, on_trash, on_destroy, on_attack, on_attacked, after_battle"
FIRE = "type: effect_monster\nattribute: fire\n"
PLAY_AND = "abilities:\n  - {when: play, effect: [{op: draw}]}\n  - "
ATTRIBUTES = "fire, water, grass, light, dark, neutral"
COST = "a mapping of count, level and attribute has: count, level, attribute"
NEEDS = "a cost needs 'level' or 'attribute'."
CAUSES = "any, cost, battle, effect, mill, discard, limit, spent"
STAYS_NOT = "a normal magic allows only play, and on_trash and on_draw about itself."
FIGHTS_NOT = "a magic is never summoned and never battles."
HOLDS = "a continuous ability allows only power, protect, extra_attack, reduce_damage, win, lose."

WRONG: list[tuple[str, list[str]]] = [
    (card_yaml(""), ["1:1 : 'type' is missing."]),
    (
        card_yaml("type: normal_monster\n", ""),
        ["1:1 : a monster needs 'attribute'.", "1:1 : a monster needs 'level'.", "1:1 : a monster needs 'power'."],
    ),
    (card_yaml(FIRE + "level: 1\n"), ["1:1 : a monster needs 'power'."]),
    (card_yaml("type: normal_magic\npower: 100\n", PLAY), ["4:1 power: a magic has no power."]),
    (
        card_yaml("type: permanent_magic\nattribute: fire\nlevel: 2\npower: 100\ncost: {count: 1, level: 1}\n"),
        [
            "5:1 level: a magic has no level.",
            "6:1 power: a magic has no power.",
            "7:1 cost: a magic has no cost.",
        ],
    ),
    (
        card_yaml(FIRE + "level: 3\npower: 100\n"),
        ["5:1 level: a monster of level 3 needs a cost, as in cost: { count: 1, level: 2 }."],
    ),
    (
        card_yaml(FIRE + "level: 1\ncost: {count: 1, level: 1}\npower: 100\n"),
        ["6:1 cost: a monster of level 1 has no cost."],
    ),
    (
        card_yaml(FIRE + "level: 2\ncost: {count: 1, level: 3}\npower: 100\n"),
        ["6:18 cost.level: the level of the cost is higher than the monster's."],
    ),
    (
        card_yaml(FIRE + "level: 2\ncost: {count: 4, lvl: 1}\npower: 100\n"),
        [
            "6:8 cost.count: a whole number from 1 to 3 is expected, not 4.",
            f"6:18 cost.lvl: unknown key; {COST}. Did you mean level?",
        ],
    ),
    (card_yaml(FIRE + "level: 2\ncost: {count: 1}\npower: 100\n"), [f"6:1 cost: {NEEDS}"]),
    (card_yaml(FIRE + "level: 2\ncost: {level: 1}\npower: 100\n"), ["6:1 cost: 'count' is missing."]),
    (
        card_yaml(FIRE + "level: 2\ncost: {count: 1, attribute: wind}\npower: 100\n"),
        [f"6:18 cost.attribute: unknown attribute 'wind' ({ATTRIBUTES}). Did you mean grass?"],
    ),
    (
        card_yaml(FIRE + "level: 2\ncost: 1\npower: 100\n"),
        ["6:1 cost: a mapping of count, level and attribute is expected, not 1."],
    ),
    (card_yaml(FIRE + "level: 2\ncost: []\npower: 100\n"), ["6:1 cost: has 0 entries, not 1 to 3."]),
    (
        card_yaml(FIRE + "level: 2\ncost: [{count: 1, level: 1}, 2]\npower: 100\n"),
        ["6:30 cost[1]: a mapping of count, level and attribute is expected, not 2."],
    ),
    (
        card_yaml(FIRE + "level: 2\ncost:\n  - {count: 1, level: 3}\n  - {count: 1}\npower: 100\n"),
        [f"8:5 cost[1]: {NEEDS}"],
    ),
    (
        card_yaml(FIRE + "level: 2\ncost:\n  - {count: 2, level: 1}\n  - {count: 2, level: 3}\npower: 100\n"),
        [
            "6:1 cost: the cost has 4 monsters; there are 3 slots.",
            "8:16 cost[1].level: the level of the cost is higher than the monster's.",
        ],
    ),
    (
        card_yaml(FIRE + "level: 2\ncost: [{count: 1, elment: fire}]\npower: 100\n"),
        [f"6:19 cost[0].elment: unknown key; {COST}."],
    ),
    (
        card_yaml(FIRE + "level: 2\ncost: [{count: 1, element: fire}]\npower: 100\n"),
        [f"6:19 cost[0].element: unknown key; {COST}. Did you mean attribute?"],
    ),
    (
        card_yaml(FIRE + "level: 6\npower: 10000\n"),
        [
            "5:1 level: a whole number from 1 to 5 is expected, not 6.",
            "6:1 power: a whole number from 0 to 9999 is expected, not 10000.",
        ],
    ),
    (
        card_yaml("type: effect_monster\nattribute: wind\nlevel: 1\npower: '100'\n"),
        [
            f"4:1 attribute: unknown attribute 'wind' ({ATTRIBUTES}). Did you mean grass?",
            "6:1 power: write the number 100 without quotes.",
        ],
    ),
    (
        card_yaml("type: monster\nattribute: fire\nlevel: 1\npower: 1\n"),
        [f"3:1 type: unknown type 'monster' ({TYPES}). Did you mean effect_monster?"],
    ),
    (
        card_yaml(MONSTER + "faction: embr\n"),
        [f"7:1 faction: unknown faction 'embr' ({FACTIONS}). Did you mean ember?"],
    ),
    (card_yaml(MONSTER + "faction: none\n"), [f"7:1 faction: unknown faction 'none' ({FACTIONS})."]),
    (
        card_yaml(MONSTER + "factoin: ember\n"),
        [f"7:1 factoin: unknown key; a card has: {KEYS}. Did you mean faction?"],
    ),
    *[
        (card_yaml(FIRE + text), [f"{line}:1 {key}: unknown key; a card has: {KEYS}. Did you mean {meant}?"])
        for line, key, meant, text in (
            (6, "powr", "power", "level: 1\npowr: 100\n"),
            (6, "atk", "power", "level: 1\natk: 100\n"),
            (5, "levl", "level", "levl: 1\npower: 100\n"),
            (6, "cots", "cost", "level: 2\ncots: {count: 1, level: 1}\npower: 100\n"),
        )
    ],
    (
        card_yaml(MONSTER, ONE.replace("abilities", "abilites")),
        [f"7:1 abilites: unknown key; a card has: {KEYS}. Did you mean abilities?"],
    ),
    (
        card_yaml(MONSTER, ONE.replace("effect", "efect")),
        [f"7:30 {ABILITY}.efect: unknown key; an ability has: {ABILITY_KEYS}. Did you mean effect?"],
    ),
    (
        card_with_ability("on_phase", keys="phas: end"),
        [f"8:22 {ABILITY}.phas: unknown key; an ability has: {ABILITY_KEYS}. Did you mean phase?"],
    ),
    (card_yaml(MONSTER + "version: 2\n"), ["7:1 version: the number 1 is expected, not 2."]),
    (card_yaml(MONSTER, ""), ["1:1 : abilities are required."]),
    (card_yaml(MONSTER, "abilities: []\n"), ["1:1 : abilities are required."]),
    (card_yaml(PERMANENT, ""), ["1:1 : abilities are required."]),
    (
        card_yaml("type: normal_monster\nattribute: fire\nlevel: 1\npower: 1\n"),
        ["7:1 abilities: a normal monster has no abilities; use effect_monster."],
    ),
    (card_yaml(NORMAL), ["4:1 abilities: a normal magic needs a play ability."]),
    (
        card_yaml(MONSTER, "abilities: [" + "{when: on_summon, effect: [{op: draw}]}, " * 7 + "]\n"),
        ["7:1 abilities: has more than 6 abilities."],
    ),
    (
        card_yaml(MONSTER, "abilities: [" + "{when: activated, effect: [{op: draw}]}, " * 5 + "]\n"),
        ["7:1 abilities: has more than 4 activated abilities."],
    ),
    (card_yaml(MONSTER, "abilities: [7]\n"), [f"7:13 {ABILITY}: an ability is a mapping."]),
    (card_yaml(MONSTER, "abilities: [{when: on_summon}]\n"), [f"7:13 {ABILITY}: 'effect' is missing."]),
    (card_yaml(MONSTER, "abilities: [{effect: [{op: draw}]}]\n"), [f"7:13 {ABILITY}: 'when' is missing."]),
    (
        "id: A+1\nname: {en: A}\n" + MONSTER + ONE,
        ["1:1 id: an id of letters, digits, _ and - is expected, not 'A+1'.", "2:1 name: 'ja' is missing."],
    ),
    (card_with_ability("on_play"), [f"8:6 {ABILITY}.when: unknown when 'on_play' ({WHENS}). Did you mean play?"]),
    (card_with_ability("activated", keys="who: other"), [f"8:23 {ABILITY}.who: who is only for {ABOUT}, on_draw."]),
    (card_with_ability("on_lp_gain", keys="who: self"), [f"8:24 {ABILITY}.who: who is only for {ABOUT}, on_draw."]),
    (
        card_with_ability("on_phase", keys="phase: end, side: own"),
        [f"8:34 {ABILITY}.side: side is only for {ABOUT}, on_magic, on_lp_gain, on_draw, on_refresh."],
    ),
    (
        card_with_ability("on_lp_gain", keys="filter: {level: 1}"),
        [f"8:24 {ABILITY}.filter: filter is only for {ABOUT}, on_magic."],
    ),
    (
        card_with_ability("after_battle", keys="filter: {level: 1}"),
        [f"8:26 {ABILITY}.filter: filter needs who: other."],
    ),
    (card_with_ability("on_trash", keys="by: battle"), [f"8:22 {ABILITY}.by: by is only for on_summon, on_destroy."]),
    (
        card_with_ability("on_destroy", keys="from: field, cause: battle"),
        [f"8:24 {ABILITY}.from: from is only for on_trash.", f"8:37 {ABILITY}.cause: cause is only for on_trash."],
    ),
    (
        card_with_ability("on_draw", keys="phase: draw, at: end, turn: any"),
        [
            f"8:21 {ABILITY}.phase: phase is only for on_phase.",
            f"8:34 {ABILITY}.at: at is only for on_phase.",
            f"8:43 {ABILITY}.turn: turn is only for on_phase.",
        ],
    ),
    (
        card_with_ability("on_attack", keys="timing: attacking"),
        [f"8:23 {ABILITY}.timing: timing is only for activated."],
    ),
    (
        card_with_ability("on_summon", keys="by: battle"),
        [f"8:23 {ABILITY}.by: on_summon takes one of any, normal, special."],
    ),
    (
        card_with_ability("on_destroy", keys="by: special"),
        [f"8:24 {ABILITY}.by: on_destroy takes one of any, battle, effect."],
    ),
    (
        card_with_ability("on_destroy", keys="by: magic"),
        [f"8:24 {ABILITY}.by: unknown by 'magic' (any, normal, special, battle, effect)."],
    ),
    (card_with_ability("on_phase"), [f"8:5 {ABILITY}: 'phase' is missing."]),
    (card_with_ability("on_summon", keys="filter: {level: 1}"), [f"8:23 {ABILITY}.filter: filter needs who: other."]),
    (card_with_ability("on_attacked", keys="side: both"), [f"8:25 {ABILITY}.side: side needs who: other."]),
    (card_with_ability("on_draw", keys="side: opponent"), [f"8:21 {ABILITY}.side: side needs who: other."]),
    (
        card_with_ability("on_draw", keys="optional: true"),
        [f"8:21 {ABILITY}.optional: the effect of the drawn card itself cannot be optional."],
    ),
    (
        card_with_ability("activated", keys="optional: true"),
        [f"8:23 {ABILITY}.optional: activated cannot be optional."],
    ),
    (
        card_with_ability("continuous", "{op: win}", "optional: true"),
        [f"8:24 {ABILITY}.optional: continuous cannot be optional."],
    ),
    (
        card_with_ability("play", keys="optional: true", facts=NORMAL),
        [f"5:18 {ABILITY}.optional: play cannot be optional."],
    ),
    (card_with_ability("play"), [f"8:6 {ABILITY}.when: play is only for magics; use on_summon."]),
    (
        card_yaml(NORMAL, PLAY_AND + "{when: on_magic, effect: [{op: draw}]}\n"),
        [f"6:6 abilities[1].when: {STAYS_NOT}"],
    ),
    (
        card_yaml(NORMAL, PLAY_AND + "{when: on_trash, who: other, effect: [{op: draw}]}\n"),
        [f"6:6 abilities[1].when: {STAYS_NOT}"],
    ),
    (card_with_ability("on_summon", facts=PERMANENT), [f"5:6 {ABILITY}.when: {FIGHTS_NOT}"]),
    (card_with_ability("on_attack", facts=PERMANENT), [f"5:6 {ABILITY}.when: {FIGHTS_NOT}"]),
    (card_with_ability("on_attacked", facts=PERMANENT), [f"5:6 {ABILITY}.when: {FIGHTS_NOT}"]),
    (card_with_ability("after_battle", facts=PERMANENT), [f"5:6 {ABILITY}.when: {FIGHTS_NOT}"]),
    (
        card_with_ability("continuous"),
        [f"9:16 {ABILITY}.effect[0].op: {HOLDS}"],
    ),
    (
        card_with_ability("continuous", "{op: power, target: self, amount: 1}", "limit: turn"),
        [f"8:24 {ABILITY}.limit: only an ability with protect alone can have a limit."],
    ),
    (
        card_with_ability("on_summon", keys="limit: once"),
        [f"8:23 {ABILITY}.limit: unknown limit 'once' (none, turn, game). Did you mean none?"],
    ),
    (
        card_with_ability("on_phase", keys="phase: main, at: begin, turn: both"),
        [
            f"8:22 {ABILITY}.phase: unknown phase 'main' (draw, main1, battle, main2, end). Did you mean main1?",
            f"8:35 {ABILITY}.at: unknown at 'begin' (start, end). Did you mean end?",
            f"8:46 {ABILITY}.turn: unknown turn 'both' (own, opponent, any).",
        ],
    ),
    (
        card_with_ability("on_trash", keys="from: graveyard, cause: destroyed"),
        [
            f"8:22 {ABILITY}.from: unknown from 'graveyard' (any, hand, deck, field).",
            f"8:39 {ABILITY}.cause: unknown cause 'destroyed' ({CAUSES}). Did you mean discard?",
        ],
    ),
    (
        card_with_ability("activated", keys="timing: attack"),
        [f"8:23 {ABILITY}.timing: unknown timing 'attack' (open, attacking, attacked). Did you mean attacking?"],
    ),
    (
        card_with_ability("on_summon", keys="optional: 1"),
        [f"8:23 {ABILITY}.optional: true or false is expected, not 1."],
    ),
    (
        card_with_ability("on_summon", keys="condition: own.lp"),
        [f"8:34 {ABILITY}.condition: this is a number: compare it, as in >= 1."],
    ),
    (
        card_with_ability("on_summon", keys="condition: own.life < 5"),
        [f"8:34 {ABILITY}.condition: unknown name own.life. Did you mean own.lp?"],
    ),
    (
        card_with_ability("on_summon", keys="condition: 'count(zone:\"hand\") > 1'"),
        [f"8:41 {ABILITY}.condition: zone: unknown zone 'hand' (monsters, magics, field, trash)."],
    ),
    (
        card_with_ability("on_summon", keys="condition: 'count(side:\"own\") > 1'"),
        [f"8:35 {ABILITY}.condition: count needs zone."],
    ),
    (
        card_with_ability("on_summon", keys='condition: \'count(zone:"trash", level:"6") > 1\''),
        [f"8:55 {ABILITY}.condition: level: a whole number from 1 to 5 is expected, not '6'."],
    ),
    (
        card_with_ability("on_summon", keys="condition: 'count(zone:\"trash\", level:6) > 1'"),
        [f"8:55 {ABILITY}.condition: level: a whole number from 1 to 5 is expected, not 6."],
    ),
    (
        card_with_ability("on_summon", keys="condition: 'count(zone:\"trash\", name:6) > 1'"),
        [f"8:55 {ABILITY}.condition: name: a text is expected, not 6."],
    ),
    (
        card_with_ability("on_summon", keys="pre: my_turn"),
        [f"8:23 {ABILITY}.pre: unknown key; an ability has: {ABILITY_KEYS}. Did you mean condition?"],
    ),
    (
        card_yaml(MONSTER + "atk: 100\n"),
        [f"7:1 atk: unknown key; a card has: {KEYS}. Did you mean power?"],
    ),
    (
        card_with_ability("on_summon", keys='condition: \'count(zone:"trash", faction:"embr") > 1\''),
        [f"8:55 {ABILITY}.condition: faction: unknown faction 'embr' ({FACTIONS}, none). Did you mean ember?"],
    ),
]


@pytest.mark.parametrize(("text", "expected"), WRONG, ids=[words[0][:60] for _, words in WRONG])
def test_problems_of_a_card_are_reported_with_their_location(text: str, expected: list[str]) -> None:
    """LV-2.2, LV-2.3, LV-2.5, LV-2.6, LV-2.7."""
    loader = read_cards(text)
    assert problem_lines(loader) == expected
    assert loader.loaded == {}


SEVERAL = """\
- {id: a, name: A, type: effect_monster, attribute: fire, level: 3, power: 100,
   abilities: [{when: on_summon, effect: [{op: search, filter: {faction: tyde}}]}]}
- {id: b, name: B, type: effect_monster, attribute: fire, level: 1, power: 100,
   abilities: [{when: activated, phase: end, effect: [{op: heal, amount: 100}]}]}
- {id: c, name: C, type: normal_monster, attribute: fire, level: 1, power: 100,
   abilities: [{when: on_summon, effect: [{op: draw}]}]}
- {id: d, name: D, type: normal_magic, power: 100,
   abilities: [{when: play, effect: [{op: draw}]}]}
- {id: e, name: E, type: effect_monster, attribute: fire, level: 1, power: 100,
   abilities: [{when: on_draw, optional: true, effect: [{op: draw}]}, {when: play, effect: [{op: draw}]}]}
- {id: f, name: F, type: permanent_magic, abilities: [{when: continuous, effect: [{op: draw}, {op: mill}]}]}
- {id: g, name: {en: Twin, ja: 双子}, type: normal_monster, attribute: fire, level: 1, power: 100}
- {id: h, name: {en: Other, ja: 双子}, type: normal_monster, attribute: fire, level: 1, power: 100}
- {id: g, name: G, type: normal_monster, attribute: fire, level: 1, power: 100}
- {id: right, name: Right, type: normal_monster, attribute: fire, level: 1, power: 100}
"""


def test_all_problems_are_reported_together() -> None:
    """LV-2.7: valid cards load."""
    loader = read_cards(SEVERAL)
    found = problem_lines(loader)
    where = [line.partition(": ")[0] for line in found]
    assert where == [
        "1:59 [0].level",
        "2:65 [0].abilities[0].effect[0].filter.faction",
        "4:34 [1].abilities[0].phase",
        "4:56 [1].abilities[0].effect[0].op",
        "6:4 [2].abilities",
        "7:40 [3].power",
        "10:32 [4].abilities[0].optional",
        "10:72 [4].abilities[1].when",
        "11:84 [5].abilities[0].effect[0].op",
        "11:96 [5].abilities[0].effect[1].op",
        "14:4 [8].id",
        "12:11 [6].name",
        "13:11 [7].name",
    ]
    assert found[1].endswith(f"unknown faction 'tyde' ({FACTIONS}, none). Did you mean tide?")
    assert found[3].endswith("Did you mean gain?")
    assert found[10:] == [
        "14:4 [8].id: g is also in f1.yaml:12.",
        "12:11 [6].name: h has the same name.",
        "13:11 [7].name: g has the same name.",
    ]
    assert list(loader.loaded) == ["right"]


def test_name_of_a_bundled_card_is_refused() -> None:
    """LV-2.1: copies are counted by name, in both languages, so another id is not enough."""
    lynx = LIBRARY.bundled["anvil_lynx"]
    for name in (f"{{en: {lynx.en}, ja: 別}}", f"{{en: Other, ja: {lynx.ja}}}"):
        text = f"id: a\nname: {name}\n{MONSTER}{ONE}"
        assert problem_lines(read_cards(text)) == ["2:1 name: anvil_lynx has the same name."]
    suggestions = f"id: anvil_lynx\nname: {{en: {lynx.en}, ja: {lynx.ja}}}\n{MONSTER}{ONE}"
    assert read_card(suggestions).power == 100, "the bundled card itself may be replaced"


GOOD = [
    card_with_ability("on_summon", "{op: power, amount: -9999}"),
    card_with_ability("on_summon", '{op: power, amount: "-100 * own.trash"}'),
    card_with_ability("on_summon", '{op: gain, amount: "300"}'),
    card_with_ability("continuous", "{op: protect, target: self}", "limit: turn"),
    card_with_ability("continuous", "{op: win}", "condition: own.lp > 20000"),
    card_with_ability("activated", "{op: lose}", "limit: none, timing: attacked"),
    card_with_ability("on_trash", "{op: summon, target: self}", "from: deck, cause: mill, optional: true"),
    card_with_ability("on_draw", "{op: draw}", "who: other, side: both, optional: true"),
    card_with_ability("on_attack", "{op: destroy, target: that}", "who: other, side: opponent, filter: {max_level: 2}"),
    card_with_ability("on_summon", "{op: return, from: trash, to: deck, target: random, count: 6}"),
    card_with_ability("on_summon", "{op: search, filter: {name: Nobody Has This Name}}"),
    card_with_ability("on_summon", "{op: destroy, side: both, zone: any, count: 6, up_to: true}"),
    card_with_ability("on_destroy", "{op: draw}", "by: effect", PERMANENT),
    card_with_ability("on_attack", "{op: draw}", "who: other", PERMANENT),
    card_yaml(NORMAL, PLAY_AND + "{when: on_draw, effect: [{op: gain, amount: 1}]}\n"),
    card_yaml(NORMAL + "faction: root\nversion: 1\n", PLAY),
    card_yaml("type: normal_monster\nattribute: neutral\nlevel: 5\ncost: {count: 3, level: 5}\npower: 0\n", ""),
    card_yaml("type: normal_monster\nattribute: dark\nlevel: 1\npower: 9999\n", "abilities: []\n"),
    card_yaml(MONSTER, "abilities: [" + "{when: activated, effect: [{op: draw}]}, " * 4 + "]\n"),
]


@pytest.mark.parametrize("text", GOOD)
def test_unusual_valid_card_loads(text: str) -> None:
    found = read_card(text)
    for language in ("en", "ja"):
        assert len(card_text(card_schema(), found, language)) == len(found.abilities)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            card_with_ability("on_summon", "{op: destroy, target: all, up_to: true}"),
            [f"9:42 {ABILITY}.effect[0].up_to: up_to is only for choose and random."],
        ),
        (
            card_with_ability("on_trash", "{op: summon, target: self, up_to: true}"),
            [f"9:42 {ABILITY}.effect[0].up_to: up_to is only for choose and random."],
        ),
        (
            card_with_ability("on_plya", "{op: destroy, target: that}"),
            [f"8:6 {ABILITY}.when: unknown when 'on_plya' ({WHENS}). Did you mean on_phase?"],
        ),
        (
            card_with_ability("on_phase", keys="phse: end"),
            [f"8:22 {ABILITY}.phse: unknown key; an ability has: {ABILITY_KEYS}. Did you mean phase?"],
        ),
        (
            card_yaml(NORMAL, "abilities: 5\n"),
            ["4:1 abilities: a list of abilities is expected."],
        ),
    ],
)
def test_problem_is_reported_once_and_completely(text: str, expected: list[str]) -> None:
    assert problem_lines(read_cards(text)) == expected


def test_factions() -> None:
    """LV-2.4."""
    assert ", ".join(factions()) == FACTIONS
    for name in factions().values():
        assert name.en != name.ja
    members = [found.parsed["values"]["faction"] for found in LIBRARY.bundled.values()]
    for faction in [*factions(), None]:
        assert members.count(faction) >= 15, faction
    files = sorted(path.stem for path in (LIBRARY.folder / "cards").glob("*.yaml"))
    assert files == sorted([*factions(), "neutral"])
    for path in files:
        found = read_cards((LIBRARY.folder / "cards" / f"{path}.yaml").read_text(encoding="utf-8"))
        own = {entry.card.parsed["values"]["faction"] for entry in found.loaded.values()}
        assert own == {None if path == "neutral" else path}
