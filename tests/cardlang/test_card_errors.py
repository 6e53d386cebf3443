"""Every error in a Solitaire TCG card is reported with line, column, key path and message."""

import pytest
from card_files import STEP, ProblemRow, card_with_ability, card_with_step, problem_rows, read_cards

OPS = (
    "draw, mill, discard, search, move, destroy, summon, equip_to, unequip, counter, modify_stat, set_field, "
    "require, win_if, lose_if, win, lose"
)
WHENS = "on_play, on_enter, on_destroy, static, activated, on_draw, on_discard, on_field_set"
ABILITY_KEYS = "when, condition, priority, once_per_turn, effect"
KEYS = "id, name, type, tags, text, flavor, version, stats, equip, field, abilities"
ABILITY = "abilities[0]"

WRONG: list[tuple[str, str, list[ProblemRow]]] = [
    ("ST-13.1", "id: a\nname: {en: A}\ntype: spell\n", [(2, 1, "name", "'ja' is missing.")]),
    (
        "ST-13.1",
        "id: a\nname: {en: A, ja: あ, fr: B}\ntype: spell\n",
        [(2, 22, "name.fr", "unknown language; use en or ja.")],
    ),
    (
        "ST-13.1",
        "id: a\nname: A\ntype: spell\nflavor: [x]\n",
        [(4, 1, "flavor", "a text, or a mapping of en and ja is expected, not a list.")],
    ),
    ("ST-13.6", "id: [a\nname: A\n", [(2, 5, "", "not YAML or JSON: did not find expected ',' or ']'.")]),
    ("ST-13.6", "id: a\n\tname: A\n", [(2, 1, "", "a tab; indent with spaces.")]),
    ("ST-13.6", "- 7\n- {id: a, name: A, type: spell}\n", [(1, 3, "[0]", "a card is a mapping of keys.")]),
    ("ST-13.6", "draw two\n", [(1, 1, "", "a card is a mapping of keys.")]),
    ("ST-13.6", "[]\n", [(1, 1, "", "the file has no cards.")]),
    ("ST-13.6", "id: a\nname: A\ntype: spell\ntype: spell\n", [(4, 1, "", "the key 'type' stands twice.")]),
    ("ST-13.7", "name: A\ntype: spell\n", [(1, 1, "", "'id' is missing.")]),
    (
        "ST-13.7",
        "# a card\ntags: [x]\n",
        [(2, 1, "", "'id' is missing."), (2, 1, "", "'name' is missing."), (2, 1, "", "'type' is missing.")],
    ),
    ("ST-13.7", card_with_step("{op: search, to: hand}"), [(7, 9, STEP, "'filter' is missing.")]),
    ("ST-13.7", card_with_step("{op: move, to: hand}"), [(7, 9, STEP, "'from' is missing.")]),
    ("ST-13.7", card_with_step("{op: counter}"), [(7, 9, STEP, "'name' is missing.")]),
    ("ST-13.7", card_with_step("{op: win_if}"), [(7, 9, STEP, "'expr' is missing.")]),
    ("ST-13.7", card_with_step("{count: 1}"), [(7, 9, STEP, "'op' is missing.")]),
    (
        "ST-13.7",
        "id: a\nname: A\ntype: spell\nabilities:\n  - when: on_play\n  - effect: [{op: draw}]\n",
        [(5, 5, "abilities[0]", "'effect' is missing."), (6, 5, "abilities[1]", "'when' is missing.")],
    ),
    (
        "ST-13.9",
        "id: a\nname: A\ntype: spell\ntag: [x]\n",
        [(4, 1, "tag", f"unknown key; a card has: {KEYS}. Did you mean tags?")],
    ),
    (
        "ST-13.9",
        card_with_ability("conditoin: turn > 1"),
        [
            (
                6,
                5,
                f"{ABILITY}.conditoin",
                f"unknown key; an ability has: {ABILITY_KEYS}. Did you mean condition?",
            )
        ],
    ),
    (
        "ST-13.9",
        card_with_step("{op: search, filter: {colour: red}}"),
        [(7, 31, f"{STEP}.filter.colour", "unknown key; a filter (a mapping) has: type, tag, name.")],
    ),
    (
        "ST-13.9",
        card_with_step("{op: draw, cuont: 1}"),
        [(7, 20, f"{STEP}.cuont", "unknown key; op draw has: count. Did you mean count?")],
    ),
    (
        "ST-13.9",
        "id: a\nname: A\ntype: monster\nstats: {atk: 1, def: 2}\n",
        [(4, 17, "stats.def", "unknown key; stats has: atk, hp. Did you mean hp?")],
    ),
    (
        "ST-13.10",
        "id: a\nname: A\ntype: domain\n",
        [(3, 1, "type", "unknown type 'domain' (monster, spell, equip, artifact, field). Did you mean field?")],
    ),
    (
        "ST-13.10",
        "id: a\nname: A\ntype: zzz\n",
        [(3, 1, "type", "unknown type 'zzz' (monster, spell, equip, artifact, field).")],
    ),
    (
        "ST-13.10",
        card_with_step("{op: draw}", "onPlay"),
        [(5, 5, f"{ABILITY}.when", f"unknown when 'onPlay' ({WHENS}). Did you mean on_play?")],
    ),
    (
        "ST-13.10",
        card_with_step("{op: draw}", "on_sumon"),
        [(5, 5, f"{ABILITY}.when", f"unknown when 'on_sumon' ({WHENS}). Did you mean on_destroy?")],
    ),
    (
        "ST-13.10",
        card_with_step("{op: drwa}"),
        [(7, 10, f"{STEP}.op", f"unknown op 'drwa' ({OPS}). Did you mean draw?")],
    ),
    (
        "ST-13.10",
        card_with_step("{op: tutor}"),
        [(7, 10, f"{STEP}.op", f"unknown op 'tutor' ({OPS}). Did you mean search?")],
    ),
    (
        "ST-13.10",
        card_with_step("{op: search, filter: {type: domain}}"),
        [
            (
                7,
                31,
                f"{STEP}.filter.type",
                "unknown type 'domain' (monster, spell, equip, artifact, field). Did you mean field?",
            )
        ],
    ),
    (
        "ST-13.11",
        card_with_step("{op: summon, from: banish}"),
        [(7, 22, f"{STEP}.from", "unknown zone 'banish' (hand, deck, grave).")],
    ),
    (
        "ST-13.11",
        card_with_step("{op: summon, from: exile}"),
        [(7, 22, f"{STEP}.from", "unknown zone 'exile' (hand, deck, grave).")],
    ),
    (
        "ST-13.11",
        card_with_step("{op: move, from: graveyard, to: hnd}"),
        [
            (
                7,
                20,
                f"{STEP}.from",
                "unknown zone 'graveyard' (hand, deck, board, field, grave, banish). Did you mean grave?",
            ),
            (
                7,
                37,
                f"{STEP}.to",
                "unknown zone 'hnd' (hand, deck, board, field, grave, banish). Did you mean hand?",
            ),
        ],
    ),
    (
        "ST-13.11",
        card_with_step("{op: unequip, to: deck}"),
        [(7, 23, f"{STEP}.to", "unknown zone 'deck' (grave, hand).")],
    ),
    (
        "ST-13.11",
        card_with_step("{op: search, from: board, filter: {tag: x}}"),
        [(7, 22, f"{STEP}.from", "unknown zone 'board' (deck, grave, banish, hand).")],
    ),
    (
        "ST-13.12",
        card_with_step("{op: destroy, target: everything}"),
        [(7, 23, f"{STEP}.target", "unknown target 'everything' (self, field, any, all, attached).")],
    ),
    (
        "ST-13.12",
        card_with_step("{op: destroy, target: top}"),
        [(7, 23, f"{STEP}.target", "unknown target 'top' (self, field, any, all, attached).")],
    ),
    (
        "ST-13.12",
        card_with_step("{op: modify_stat, target: field, atk: 1}"),
        [(7, 27, f"{STEP}.target", "unknown target 'field' (self, any, all, attached).")],
    ),
    (
        "ST-13.13",
        card_with_step("{op: draw, count: two}"),
        [(7, 20, f"{STEP}.count", "a whole number from 1 to 99 is expected, not 'two'.")],
    ),
    (
        "ST-13.13",
        card_with_step("{op: draw, count: 1.5}"),
        [(7, 20, f"{STEP}.count", "a whole number from 1 to 99 is expected, not 1.5.")],
    ),
    (
        "ST-13.13",
        card_with_step("{op: draw, count: true}"),
        [(7, 20, f"{STEP}.count", "a whole number from 1 to 99 is expected, not true.")],
    ),
    (
        "ST-13.13",
        card_with_step("{op: search, random: 1, filter: {tag: [x]}}"),
        [
            (7, 22, f"{STEP}.random", "true or false is expected, not 1."),
            (7, 42, f"{STEP}.filter.tag", "a word is expected, not a list."),
        ],
    ),
    (
        "ST-13.13",
        card_with_step("{op: win_if, expr: true}"),
        [(7, 22, f"{STEP}.expr", "an expression in quotes is expected, not true.")],
    ),
    ("ST-13.13", card_with_step("draw"), [(7, 9, STEP, "a step is a mapping, as in {op: draw, count: 2}.")]),
    (
        "ST-13.13",
        "id: 7\nname: 7\ntype: 7\ntags: x\nabilities: on_play\n",
        [
            (1, 1, "id", 'write "7" with quotes.'),
            (2, 1, "name", "a text, or a mapping of en and ja is expected, not 7."),
            (3, 1, "type", "one of monster, spell, equip, artifact, field is expected, not 7."),
            (4, 1, "tags", "a list of words is expected, not 'x'."),
            (5, 1, "abilities", "a list of abilities is expected."),
        ],
    ),
    (
        "ST-13.13",
        "id: a\nname: A\ntype: spell\nabilities: [draw]\n",
        [(4, 13, "abilities[0]", "an ability is a mapping.")],
    ),
    (
        "ST-13.13",
        "id: a\nname: A\ntype: spell\nabilities:\n  - {when: on_play, effect: draw}\n  - {when: on_play, effect: []}\n",
        [
            (5, 21, f"{ABILITY}.effect", "a list of steps is expected, not 'draw'."),
            (6, 21, "abilities[1].effect", "a list of steps is expected, not nothing."),
        ],
    ),
    (
        "ST-13.13",
        "id: a b\nname: ''\ntype: spell\ntags: [x, x]\n",
        [
            (1, 1, "id", "an id of letters, digits, _ and - is expected, not 'a b'."),
            (2, 1, "name", "a text is expected, not ''."),
            (4, 11, "tags[1]", "x is listed twice."),
        ],
    ),
    (
        "ST-13.14",
        card_with_step("{op: draw, count: 0}"),
        [(7, 20, f"{STEP}.count", "a whole number from 1 to 99 is expected, not 0.")],
    ),
    (
        "ST-13.14",
        card_with_step("{op: draw, count: 100}"),
        [(7, 20, f"{STEP}.count", "a whole number from 1 to 99 is expected, not 100.")],
    ),
    (
        "ST-13.14",
        card_with_ability("priority: 100"),
        [(6, 5, f"{ABILITY}.priority", "a whole number from -99 to 99 is expected, not 100.")],
    ),
    (
        "ST-13.14",
        card_with_ability("priority: -100"),
        [(6, 5, f"{ABILITY}.priority", "a whole number from -99 to 99 is expected, not -100.")],
    ),
    (
        "ST-13.14",
        card_with_step("{op: modify_stat, atk: -1000000001}"),
        [(7, 27, f"{STEP}.atk", "a whole number from -1000000000 to 1000000000 is expected, not -1000000001.")],
    ),
    (
        "ST-13.14",
        "id: a\nname: A\ntype: monster\nstats: {atk: 1000000001, hp: -1}\nversion: 2\n",
        [
            (4, 9, "stats.atk", "a whole number from 0 to 1000000000 is expected, not 1000000001."),
            (4, 26, "stats.hp", "a whole number from 0 to 1000000000 is expected, not -1."),
            (5, 1, "version", "the number 1 is expected, not 2."),
        ],
    ),
    ("ST-13.14", "id: a\nname: " + "A" * 61 + "\ntype: spell\n", [(2, 1, "name", "is longer than 60 characters.")]),
    ("ST-13.15", card_with_step("{op: search, filter: {}}"), [(7, 22, f"{STEP}.filter", "the filter is empty.")]),
    (
        "ST-13.15",
        card_with_step("{op: destroy, target: all, filter: }"),
        [(7, 36, f"{STEP}.filter", "a filter (a mapping) is expected, not nothing.")],
    ),
    (
        "ST-13.16",
        card_with_step("{op: win_if, expr: hand.count = 1}"),
        [(7, 39, f"{STEP}.expr", "unexpected character '='. Did you mean ==?")],
    ),
    (
        "ST-13.16",
        card_with_step("{op: win_if, expr: 'hand.count = 1'}"),
        [(7, 40, f"{STEP}.expr", "unexpected character '='. Did you mean ==?")],
    ),
    (
        "ST-13.16",
        card_with_step("{op: win_if, expr: 'true && count(tag:\"x\") > 1'}"),
        [(7, 37, f"{STEP}.expr", "count needs zone.")],
    ),
    (
        "ST-13.16",
        card_with_ability('condition: "turn"'),
        [(6, 17, f"{ABILITY}.condition", "this is a number: compare it, as in >= 1.")],
    ),
    (
        "ST-13.16",
        card_with_ability("condition: turn > 1 &&"),
        [(6, 27, f"{ABILITY}.condition", "a value is expected, not the end.")],
    ),
    (
        "ST-13.17",
        card_with_step("{op: require, expr: true && hund.count > 1}"),
        [(7, 37, f"{STEP}.expr", "unknown name hund.count. Did you mean hand.count?")],
    ),
    ("ST-13.18", "id: a\nname: A\ntype: equip\nequip: {}\n", [(4, 1, "equip", "'valid_targets' is missing.")]),
    (
        "ST-13.18",
        "id: a\nname: A\ntype: equip\nequip: {valid_targets: []}\n",
        [(4, 9, "equip.valid_targets", "has 0 entries, not 1 to 10.")],
    ),
    (
        "ST-13.9",
        "id: a\nname: A\ntype: monster\nhp: 2\n",
        [(4, 1, "hp", f"unknown key; a card has: {KEYS}. Did you mean stats?")],
    ),
    (
        "ST-13.9",
        card_with_ability("pre: turn > 1"),
        [
            (
                6,
                5,
                f"{ABILITY}.pre",
                "unknown key; an ability has: when, condition, priority, once_per_turn, effect."
                " Did you mean condition?",
            )
        ],
    ),
    (
        "ST-13.19",
        "id: a\nname: A\ntype: spell\nstats: {atk: 1}\nfield: {unique: false}\n",
        [
            (4, 1, "stats", "stats is only for monsters; this is a spell."),
            (5, 1, "field", "field is only for fields; this is a spell."),
        ],
    ),
    (
        "ST-13.19",
        "id: a\nname: A\ntype: field\nstats: {atk: 1}\n",
        [(4, 1, "stats", "stats is only for monsters; this is a field.")],
    ),
    (
        "ST-13.20",
        card_with_step("{op: move, from: grave, to: hand, position: top}"),
        [(7, 43, f"{STEP}.position", "position is only for moves to the deck.")],
    ),
    (
        "ST-13.20",
        card_with_ability("once_per_turn: false"),
        [(6, 5, f"{ABILITY}.once_per_turn", "once_per_turn is only for activated abilities.")],
    ),
    (
        "ST-13.20",
        card_with_ability("priority: 1", "on_play"),
        [(6, 5, f"{ABILITY}.priority", "on_play is never queued; remove priority.")],
    ),
    (
        "ST-13.20",
        card_with_ability("priority: 1", "activated"),
        [(6, 5, f"{ABILITY}.priority", "activated is never queued; remove priority.")],
    ),
    (
        "ST-13.20",
        card_with_ability("priority: 1", "static", "{op: modify_stat, atk: 1}"),
        [(6, 5, f"{ABILITY}.priority", "static is never queued; remove priority.")],
    ),
    ("ST-13.20", card_with_step("{op: equip_to}"), [(7, 10, f"{STEP}.op", "equip_to is only for equips.")]),
    (
        "ST-13.20",
        card_with_step("{op: move, from: grave, to: grave, target: top}"),
        [(7, 33, f"{STEP}.to", "from and to are the same zone.")],
    ),
    (
        "ST-13.20",
        card_with_step("{op: search, from: hand, filter: {tag: x}}"),
        [(7, 9, f"{STEP}.to", "from and to are the same zone.")],
    ),
    ("ST-13.20", card_with_step("{op: modify_stat}"), [(7, 9, STEP, "changes nothing; set atk or hp.")]),
    ("ST-13.20", card_with_step("{op: modify_stat, atk: 0, hp: 0}"), [(7, 9, STEP, "changes nothing; set atk or hp.")]),
    (
        "ST-13.20",
        card_with_step("{op: counter, name: x, amount: 1, set: 2}"),
        [(7, 43, f"{STEP}.set", "use amount or set, not both.")],
    ),
    (
        "ST-13.20",
        card_with_step("{op: set_field, card: fld_x01, filter: {type: field}}"),
        [(7, 40, f"{STEP}.filter", "use card or filter, not both.")],
    ),
    (
        "ST-13.21",
        card_with_step("{op: draw}", "static"),
        [(7, 10, f"{STEP}.op", "a static ability allows only modify_stat, win_if, lose_if.")],
    ),
    (
        "ST-13.21",
        card_with_step("{op: modify_stat, atk: 1, duration: turn}", "static"),
        [(7, 35, f"{STEP}.duration", "a static ability has no duration; remove it.")],
    ),
    (
        "ST-13.21",
        card_with_step("{op: modify_stat, target: any, atk: 1}", "static"),
        [(7, 27, f"{STEP}.target", "a static ability cannot choose; use self, attached or all.")],
    ),
    (
        "ST-13.22",
        card_with_step("{op: draw}", "on_enter", "spell"),
        [(5, 5, f"{ABILITY}.when", "a spell is never in play; on_enter is not possible.")],
    ),
    (
        "ST-13.22",
        card_with_step("{op: draw}", "on_destroy", "spell"),
        [(5, 5, f"{ABILITY}.when", "a spell is never in play; on_destroy is not possible.")],
    ),
    (
        "ST-13.22",
        card_with_step("{op: draw}", "on_field_set", "spell"),
        [(5, 5, f"{ABILITY}.when", "a spell is never in play; on_field_set is not possible.")],
    ),
    (
        "ST-13.22",
        card_with_step("{op: draw}", "activated", "spell"),
        [(5, 5, f"{ABILITY}.when", "a spell is never in play; activated is not possible.")],
    ),
    (
        "ST-13.22",
        card_with_step("{op: win_if, expr: turn > 1}", "static", "spell"),
        [(5, 5, f"{ABILITY}.when", "a spell is never in play; static is not possible.")],
    ),
    (
        "ST-13.23",
        card_with_step("{op: set_field, card: fld_x99}"),
        [(7, 25, f"{STEP}.card", "unknown card fld_x99. Did you mean fld_x02?")],
    ),
    (
        "ST-13.23",
        card_with_step("{op: set_field, card: mon_001}"),
        [(7, 25, f"{STEP}.card", "mon_001 is a monster, not a field.")],
    ),
]


@pytest.mark.parametrize(
    ("text", "expected"), [pytest.param(text, expected, id=clause) for clause, text, expected in WRONG]
)
def test_problems_are_reported_with_their_location(text: str, expected: list[ProblemRow]) -> None:
    """ST-13.3: line, column, key path, both languages; ST-13.4: the card is not loaded."""
    loader = read_cards(text)
    assert problem_rows(*loader.failures) == expected
    assert list(loader.loaded) == (["a"] if text.startswith("- 7") else [])
