"""Everything that can be wrong with a card is told: at its line and column, with key path and words."""

from pathlib import Path

import pytest
from shelves import Told, shelf_of, text_of, told

from tefuda.cli.watching import Watcher
from tefuda.games.solitaire_tcg import catalogue
from tefuda.games.solitaire_tcg.catalogue import LIBRARY
from tefuda.games.solitaire_tcg.pieces import Card

OPS = (
    "draw, mill, discard, search, move, destroy, summon, equip_to, unequip, counter, modify_stat, set_field, "
    "require, win_if, lose_if, win, lose"
)
WHENS = "on_play, on_enter, on_destroy, static, activated, on_draw, on_discard, on_field_set"
KEYS = "id, name, type, tags, text, flavor, version, stats, equip, field, abilities"
ABILITY = "abilities[0]"
STEP = "abilities[0].effect[0]"
GOOD = "id: a\nname: A\ntype: spell\n"


def step(op: str, when: str = "on_play", type_: str = "artifact") -> str:
    """A card with one ability of one step, which stands in line 7."""
    return f"id: a\nname: A\ntype: {type_}\nabilities:\n  - when: {when}\n    effect:\n      - {op}\n"


def ability(line: str, when: str = "on_enter", effect: str = "{op: draw}") -> str:
    """A card with one ability that has one more key, which stands in line 6."""
    return f"id: a\nname: A\ntype: artifact\nabilities:\n  - when: {when}\n    {line}\n    effect: [{effect}]\n"


WRONG: list[tuple[str, str, list[Told]]] = [
    ("ST-13.1", "id: a\nname: {en: A}\ntype: spell\n", [(2, 1, "name", "'ja' is missing.")]),
    ("ST-13.1", "id: a\nname: {en: A, ja: あ, fr: B}\ntype: spell\n", [(2, 22, "name.fr", "no language: en or ja.")]),
    (
        "ST-13.1",
        "id: a\nname: A\ntype: spell\nflavor: [x]\n",
        [(4, 1, "flavor", "a text, or a mapping of en and ja is expected, not a list.")],
    ),
    ("ST-13.6", "id: [a\nname: A\n", [(2, 5, "", "not YAML or JSON: did not find expected ',' or ']'.")]),
    ("ST-13.6", "id: a\n\tname: A\n", [(2, 1, "", "a tab; indent with spaces.")]),
    ("ST-13.6", "- 7\n- {id: a, name: A, type: spell}\n", [(1, 3, "[0]", "a card is a mapping of keys.")]),
    ("ST-13.6", "draw two\n", [(1, 1, "", "a card is a mapping of keys.")]),
    ("ST-13.6", "[]\n", [(1, 1, "", "no card is in it.")]),
    ("ST-13.6", "id: a\nname: A\ntype: spell\ntype: spell\n", [(4, 1, "", "the key 'type' stands twice.")]),
    ("ST-13.7", "name: A\ntype: spell\n", [(1, 1, "", "'id' is missing.")]),
    (
        "ST-13.7",
        "# a card\ntags: [x]\n",
        [(2, 1, "", "'id' is missing."), (2, 1, "", "'name' is missing."), (2, 1, "", "'type' is missing.")],
    ),
    ("ST-13.7", step("{op: search, to: hand}"), [(7, 9, STEP, "'filter' is missing.")]),
    ("ST-13.7", step("{op: move, to: hand}"), [(7, 9, STEP, "'from' is missing.")]),
    ("ST-13.7", step("{op: counter}"), [(7, 9, STEP, "'name' is missing.")]),
    ("ST-13.7", step("{op: win_if}"), [(7, 9, STEP, "'expr' is missing.")]),
    ("ST-13.7", step("{count: 1}"), [(7, 9, STEP, "'op' is missing.")]),
    (
        "ST-13.7",
        "id: a\nname: A\ntype: spell\nabilities:\n  - when: on_play\n  - effect: [{op: draw}]\n",
        [(5, 5, "abilities[0]", "'effect' is missing."), (6, 5, "abilities[1]", "'when' is missing.")],
    ),
    (
        "ST-13.9",
        "id: a\nname: A\ntype: spell\ntag: [x]\n",
        [(4, 1, "tag", f"no key of a card: {KEYS}. Did you mean tags?")],
    ),
    (
        "ST-13.9",
        ability("conditoin: turn > 1"),
        [
            (
                6,
                5,
                f"{ABILITY}.conditoin",
                "no key of an ability: when, condition, priority, once_per_turn, effect. Did you mean condition?",
            )
        ],
    ),
    (
        "ST-13.9",
        step("{op: search, filter: {colour: red}}"),
        [(7, 31, f"{STEP}.filter.colour", "no key of a filter (a mapping): type, tag, name.")],
    ),
    (
        "ST-13.9",
        step("{op: draw, cuont: 1}"),
        [(7, 20, f"{STEP}.cuont", "no key of op draw: count. Did you mean count?")],
    ),
    (
        "ST-13.9",
        "id: a\nname: A\ntype: monster\nstats: {atk: 1, def: 2}\n",
        [(4, 17, "stats.def", "no key of stats: atk, hp.")],
    ),
    (
        "ST-13.10",
        "id: a\nname: A\ntype: domain\n",
        [(3, 1, "type", "'domain' is no type here (monster, spell, equip, artifact, field). Did you mean field?")],
    ),
    (
        "ST-13.10",
        "id: a\nname: A\ntype: zzz\n",
        [(3, 1, "type", "'zzz' is no type here (monster, spell, equip, artifact, field).")],
    ),
    (
        "ST-13.10",
        step("{op: draw}", "onPlay"),
        [(5, 5, f"{ABILITY}.when", f"'onPlay' is no when here ({WHENS}). Did you mean on_play?")],
    ),
    (
        "ST-13.10",
        step("{op: draw}", "on_sumon"),
        [(5, 5, f"{ABILITY}.when", f"'on_sumon' is no when here ({WHENS}). Did you mean on_destroy?")],
    ),
    ("ST-13.10", step("{op: drwa}"), [(7, 10, f"{STEP}.op", f"'drwa' is no op here ({OPS}). Did you mean draw?")]),
    ("ST-13.10", step("{op: tutor}"), [(7, 10, f"{STEP}.op", f"'tutor' is no op here ({OPS}). Did you mean search?")]),
    (
        "ST-13.10",
        step("{op: search, filter: {type: domain}}"),
        [
            (
                7,
                31,
                f"{STEP}.filter.type",
                "'domain' is no type here (monster, spell, equip, artifact, field). Did you mean field?",
            )
        ],
    ),
    (
        "ST-13.11",
        step("{op: summon, from: banish}"),
        [(7, 22, f"{STEP}.from", "'banish' is no zone here (hand, deck, grave).")],
    ),
    (
        "ST-13.11",
        step("{op: summon, from: exile}"),
        [(7, 22, f"{STEP}.from", "'exile' is no zone here (hand, deck, grave).")],
    ),
    (
        "ST-13.11",
        step("{op: move, from: graveyard, to: hnd}"),
        [
            (
                7,
                20,
                f"{STEP}.from",
                "'graveyard' is no zone here (hand, deck, board, field, grave, banish). Did you mean grave?",
            ),
            (
                7,
                37,
                f"{STEP}.to",
                "'hnd' is no zone here (hand, deck, board, field, grave, banish). Did you mean hand?",
            ),
        ],
    ),
    ("ST-13.11", step("{op: unequip, to: deck}"), [(7, 23, f"{STEP}.to", "'deck' is no zone here (grave, hand).")]),
    (
        "ST-13.11",
        step("{op: search, from: board, filter: {tag: x}}"),
        [(7, 22, f"{STEP}.from", "'board' is no zone here (deck, grave, banish, hand).")],
    ),
    (
        "ST-13.12",
        step("{op: destroy, target: everything}"),
        [(7, 23, f"{STEP}.target", "'everything' is no target here (self, field, any, all, attached).")],
    ),
    (
        "ST-13.12",
        step("{op: destroy, target: top}"),
        [(7, 23, f"{STEP}.target", "'top' is no target here (self, field, any, all, attached).")],
    ),
    (
        "ST-13.12",
        step("{op: modify_stat, target: field, atk: 1}"),
        [(7, 27, f"{STEP}.target", "'field' is no target here (self, any, all, attached).")],
    ),
    (
        "ST-13.13",
        step("{op: draw, count: two}"),
        [(7, 20, f"{STEP}.count", "a whole number from 1 to 99 is expected, not 'two'.")],
    ),
    (
        "ST-13.13",
        step("{op: draw, count: 1.5}"),
        [(7, 20, f"{STEP}.count", "a whole number from 1 to 99 is expected, not 1.5.")],
    ),
    (
        "ST-13.13",
        step("{op: draw, count: true}"),
        [(7, 20, f"{STEP}.count", "a whole number from 1 to 99 is expected, not true.")],
    ),
    (
        "ST-13.13",
        step("{op: search, random: 1, filter: {tag: [x]}}"),
        [
            (7, 22, f"{STEP}.random", "true or false is expected, not 1."),
            (7, 42, f"{STEP}.filter.tag", "a word is expected, not a list."),
        ],
    ),
    (
        "ST-13.13",
        step("{op: win_if, expr: true}"),
        [(7, 22, f"{STEP}.expr", "an expression in quotes is expected, not true.")],
    ),
    ("ST-13.13", step("draw"), [(7, 9, STEP, "a step is a mapping, as in {op: draw, count: 2}.")]),
    (
        "ST-13.13",
        "id: 7\nname: 7\ntype: 7\ntags: x\nabilities: on_play\n",
        [
            (1, 1, "id", "an id of a-z, 0-9 and _ is expected, not 7."),
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
            (1, 1, "id", "an id of a-z, 0-9 and _ is expected, not 'a b'."),
            (2, 1, "name", "a text is expected, not ''."),
            (4, 11, "tags[1]", "x stands twice."),
        ],
    ),
    (
        "ST-13.14",
        step("{op: draw, count: 0}"),
        [(7, 20, f"{STEP}.count", "a whole number from 1 to 99 is expected, not 0.")],
    ),
    (
        "ST-13.14",
        step("{op: draw, count: 100}"),
        [(7, 20, f"{STEP}.count", "a whole number from 1 to 99 is expected, not 100.")],
    ),
    (
        "ST-13.14",
        ability("priority: 100"),
        [(6, 5, f"{ABILITY}.priority", "a whole number from -99 to 99 is expected, not 100.")],
    ),
    (
        "ST-13.14",
        ability("priority: -100"),
        [(6, 5, f"{ABILITY}.priority", "a whole number from -99 to 99 is expected, not -100.")],
    ),
    (
        "ST-13.14",
        step("{op: modify_stat, atk: -100}"),
        [(7, 27, f"{STEP}.atk", "a whole number from -99 to 99 is expected, not -100.")],
    ),
    (
        "ST-13.14",
        "id: a\nname: A\ntype: monster\nstats: {atk: 1000, hp: -1}\nversion: 2\n",
        [
            (4, 9, "stats.atk", "a whole number from 0 to 999 is expected, not 1000."),
            (4, 20, "stats.hp", "a whole number from 0 to 999 is expected, not -1."),
            (5, 1, "version", "the number 1 is expected, not 2."),
        ],
    ),
    ("ST-13.14", "id: a\nname: " + "A" * 61 + "\ntype: spell\n", [(2, 1, "name", "is longer than 60 letters.")]),
    ("ST-13.15", step("{op: search, filter: {}}"), [(7, 22, f"{STEP}.filter", "the filter is empty.")]),
    (
        "ST-13.15",
        step("{op: destroy, target: all, filter: }"),
        [(7, 36, f"{STEP}.filter", "a filter (a mapping) is expected, not nothing.")],
    ),
    (
        "ST-13.16",
        step("{op: win_if, expr: hand.count = 1}"),
        [(7, 39, f"{STEP}.expr", "'=' means nothing here. Did you mean ==?")],
    ),
    (
        "ST-13.16",
        step("{op: win_if, expr: 'hand.count = 1'}"),
        [(7, 40, f"{STEP}.expr", "'=' means nothing here. Did you mean ==?")],
    ),
    (
        "ST-13.16",
        step("{op: win_if, expr: 'true && count(tag:\"x\") > 1'}"),
        [(7, 37, f"{STEP}.expr", "count needs zone.")],
    ),
    (
        "ST-13.16",
        ability('condition: "turn"'),
        [(6, 17, f"{ABILITY}.condition", "this is a number: compare it, as in >= 1.")],
    ),
    (
        "ST-13.16",
        ability("condition: turn > 1 &&"),
        [(6, 27, f"{ABILITY}.condition", "a value is expected, not the end.")],
    ),
    (
        "ST-13.17",
        step("{op: require, expr: true && hund.count > 1}"),
        [(7, 37, f"{STEP}.expr", "hund.count is unknown. Did you mean hand.count?")],
    ),
    ("ST-13.18", "id: a\nname: A\ntype: equip\n", [(1, 1, "", "an equip needs equip: {valid_targets: [...]}.")]),
    ("ST-13.18", "id: a\nname: A\ntype: equip\nequip: {}\n", [(4, 1, "equip", "'valid_targets' is missing.")]),
    (
        "ST-13.18",
        "id: a\nname: A\ntype: equip\nequip: {valid_targets: []}\n",
        [(4, 9, "equip.valid_targets", "has 0 entries, not 1 to 10.")],
    ),
    (
        "ST-13.19",
        "id: a\nname: A\ntype: spell\nstats: {atk: 1}\nfield: {unique: false}\n",
        [
            (4, 1, "stats", "only a monster has stats; this is a spell."),
            (5, 1, "field", "only a field has field; this is a spell."),
        ],
    ),
    (
        "ST-13.19",
        "id: a\nname: A\ntype: field\nstats: {atk: 1}\n",
        [(4, 1, "stats", "only a monster has stats; this is a field.")],
    ),
    (
        "ST-13.20",
        step("{op: move, from: grave, to: hand, position: top}"),
        [(7, 43, f"{STEP}.position", "position is for moves to the deck.")],
    ),
    (
        "ST-13.20",
        ability("once_per_turn: false"),
        [(6, 5, f"{ABILITY}.once_per_turn", "once_per_turn is for activated abilities.")],
    ),
    (
        "ST-13.20",
        ability("priority: 1", "on_play"),
        [(6, 5, f"{ABILITY}.priority", "on_play is never queued: no priority.")],
    ),
    (
        "ST-13.20",
        ability("priority: 1", "activated"),
        [(6, 5, f"{ABILITY}.priority", "activated is never queued: no priority.")],
    ),
    (
        "ST-13.20",
        ability("priority: 1", "static", "{op: modify_stat, atk: 1}"),
        [(6, 5, f"{ABILITY}.priority", "static is never queued: no priority.")],
    ),
    ("ST-13.20", step("{op: equip_to}"), [(7, 10, f"{STEP}.op", "only an equip can be attached.")]),
    (
        "ST-13.20",
        step("{op: move, from: grave, to: grave, target: top}"),
        [(7, 33, f"{STEP}.to", "from and to are the same zone.")],
    ),
    (
        "ST-13.20",
        step("{op: search, from: hand, filter: {tag: x}}"),
        [(7, 9, f"{STEP}.to", "from and to are the same zone.")],
    ),
    ("ST-13.20", step("{op: modify_stat}"), [(7, 9, STEP, "changes nothing: give atk or hp.")]),
    ("ST-13.20", step("{op: modify_stat, atk: 0, hp: 0}"), [(7, 9, STEP, "changes nothing: give atk or hp.")]),
    (
        "ST-13.20",
        step("{op: counter, name: x, amount: 1, set: 2}"),
        [(7, 43, f"{STEP}.set", "give amount or set, not both.")],
    ),
    (
        "ST-13.20",
        step("{op: set_field, card: fld_x01, filter: {type: field}}"),
        [(7, 40, f"{STEP}.filter", "give card or filter, not both.")],
    ),
    (
        "ST-13.21",
        step("{op: draw}", "static"),
        [(7, 10, f"{STEP}.op", "a static ability uses only modify_stat, win_if, lose_if.")],
    ),
    (
        "ST-13.21",
        step("{op: modify_stat, atk: 1, duration: turn}", "static"),
        [(7, 35, f"{STEP}.duration", "a static ability lasts while it holds: no duration.")],
    ),
    (
        "ST-13.21",
        step("{op: modify_stat, target: any, atk: 1}", "static"),
        [(7, 27, f"{STEP}.target", "a static ability cannot choose: self, attached or all.")],
    ),
    (
        "ST-13.22",
        step("{op: draw}", "on_enter", "spell"),
        [(5, 5, f"{ABILITY}.when", "a spell is never on the table: no on_enter.")],
    ),
    (
        "ST-13.22",
        step("{op: draw}", "on_destroy", "spell"),
        [(5, 5, f"{ABILITY}.when", "a spell is never on the table: no on_destroy.")],
    ),
    (
        "ST-13.22",
        step("{op: draw}", "on_field_set", "spell"),
        [(5, 5, f"{ABILITY}.when", "a spell is never on the table: no on_field_set.")],
    ),
    (
        "ST-13.22",
        step("{op: draw}", "activated", "spell"),
        [(5, 5, f"{ABILITY}.when", "a spell is never on the table: no activated.")],
    ),
    (
        "ST-13.22",
        step("{op: win_if, expr: turn > 1}", "static", "spell"),
        [(5, 5, f"{ABILITY}.when", "a spell is never on the table: no static.")],
    ),
    (
        "ST-13.23",
        step("{op: set_field, card: fld_x99}"),
        [(7, 25, f"{STEP}.card", "no card fld_x99. Did you mean fld_x02?")],
    ),
    ("ST-13.23", step("{op: set_field, card: mon_001}"), [(7, 25, f"{STEP}.card", "mon_001 is a monster, no field.")]),
]


@pytest.mark.parametrize(
    ("text", "expected"), [pytest.param(text, expected, id=clause) for clause, text, expected in WRONG]
)
def test_what_is_wrong_is_told_at_its_place(text: str, expected: list[Told]) -> None:
    """ST-13.3: with line, column, key path, in both languages; ST-13.4: the card is not there."""
    shelf = shelf_of(text)
    assert told(*shelf.failures) == expected
    assert list(shelf.entries) == (["a"] if text.startswith("- 7") else [])


def test_a_file_has_one_card_or_a_list() -> None:
    """ST-13.1."""
    shelf = shelf_of(GOOD, "- {id: b, name: {en: B, ja: び}, type: spell}\n- {id: c, name: C, type: field}\n")
    assert shelf.failures == []
    assert [(entry.card.en, entry.card.ja) for entry in shelf.entries.values()] == [("A", "A"), ("B", "び"), ("C", "C")]


def text_in(card: str, language: str) -> list[str]:
    found = shelf_of(card).cards()["a"]
    assert isinstance(found, Card)
    return text_of(found, language)


def test_a_text_is_made_where_there_is_none() -> None:
    """ST-13.2."""
    made = step("{op: draw, count: 2}")
    assert text_in(made, "en") == ["On play: Draw 2 cards."]
    assert text_in(made, "ja") == ["【プレイ時】カードを2枚引く。"]
    assert text_in(f"{made}text: Draws.\n", "en") == ["Draws."]
    assert text_in(f"{made}text: {{en: Draws., ja: 引く。}}\n", "ja") == ["引く。"]


def test_all_errors_of_all_files_are_told_at_once() -> None:
    """ST-13.3, ST-13.4: the others load."""
    shelf = shelf_of(
        "- {id: a, name: A, type: domain, tag: x}\n- {id: b, name: B, type: spell}\n- {id: c, type: spell}\n",
        step("{op: drwa}").replace("- when", "- priority: 0\n    when").replace("id: a", "id: d"),
        "id: [\n",
        "{id: e, name: E, type: field}",
    )
    assert list(shelf.entries) == ["b", "e"]
    assert set(shelf.cards()) == {*LIBRARY.shipped, "b", "e"}
    assert [failure.name for failure in shelf.failures] == ["f1.yaml", "f1.yaml", "f2.yaml", "f3.yaml"]
    assert [(line, column, path) for line, column, path, _ in told(*shelf.failures)] == [
        (1, 20, "[0].type"),
        (1, 34, "[0].tag"),
        (3, 3, "[2]"),
        (8, 10, STEP + ".op"),
        (2, 1, ""),
    ]


def test_a_problem_is_a_line_to_read() -> None:
    """ST-13.3: file, line, column, key path, sentence."""
    failure = shelf_of("id: a\nname: A\ntype: domain\n").failures[0]
    types = "monster, spell, equip, artifact, field"
    assert failure.text("en") == f"f1.yaml:3:1: type: 'domain' is no type here ({types}). Did you mean field?"
    assert (
        failure.text("ja")
        == f"f1.yaml:3:1: type: 'domain' はカード種別として使えません（{types}）。 field のことですか？"
    )


def test_an_id_stands_once() -> None:
    """ST-13.8: within a file, and in two; the first one stays."""
    shelf = shelf_of("- {id: a, name: A, type: spell}\n- {id: a, name: B, type: spell}\n", f"# again\n{GOOD}")
    assert told(*shelf.failures) == [
        (2, 4, "[1].id", "a is also in f1.yaml:1."),
        (2, 1, "id", "a is also in f1.yaml:1."),
    ]
    assert shelf.entries["a"].card.en == "A"


def test_an_id_that_is_double_is_told_whatever_else_is_wrong() -> None:
    """ST-13.8, ST-13.3: of the second card, everything."""
    shelf = shelf_of(GOOD, GOOD.replace("spell", "spel"))
    assert [path for _, _, path, _ in told(*shelf.failures)] == ["id", "type"]


def test_a_link_may_lead_to_another_file_but_not_to_a_wrong_card() -> None:
    """ST-13.23."""
    names = step("{op: set_field, card: b}")
    assert shelf_of(names, "{id: b, name: B, type: field}").failures == []
    shelf = shelf_of(names, "{id: b, name: B, type: field, tag: x}")
    assert list(shelf.entries) == []
    assert told(*shelf.failures)[1][:3] == (7, 25, f"{STEP}.card")


def test_what_names_a_card_that_is_taken_out_is_taken_out_too() -> None:
    """ST-13.23, ST-13.4."""
    first = "{id: b, name: B, type: field, abilities: [{when: on_play, effect: [{op: set_field, card: zzz}]}]}"
    shelf = shelf_of(step("{op: set_field, card: b}"), first)
    assert list(shelf.entries) == []
    assert [(failure.name, told(failure)[0][3]) for failure in shelf.failures] == [
        ("f2.yaml", "no card zzz."),
        ("f1.yaml", "no card b."),
    ]


def test_a_card_that_has_become_wrong_stays_as_it_was(tmp_path: Path) -> None:
    """ST-13.5."""
    file = tmp_path / "cards.yaml"
    try:
        file.write_text("- {id: a, name: A, type: spell}\n- {id: b, name: B, type: spell}\n", encoding="utf-8")
        watcher = Watcher("solitaire-tcg", tmp_path)
        assert watcher.notes == ["Cards read: a, b."]
        file.write_text("- {id: a, name: A2, type: spel}\n- {id: b, name: B2, type: spell}\n", encoding="utf-8")
        assert watcher.look()
        assert [catalogue.catalogue()[name].en for name in ("a", "b")] == ["A", "B2"]
        assert watcher.notes[0].startswith(f"{file}:1:21: [0].type: 'spel' is no type here")
        assert watcher.notes[1:] == ["The last good version stays in use.", "Cards read: b."]
        file.write_text("- {id: [", encoding="utf-8")
        assert not watcher.look()
        assert [catalogue.catalogue()[name].en for name in ("a", "b")] == ["A", "B2"]
    finally:
        catalogue.LIBRARY.reset()


# Where the program is wrong, with what it should say


def words_of(text: str) -> list[str]:
    return [words for _, _, _, words in told(*shelf_of(text).failures)]


@pytest.mark.parametrize("value", ["5", "true"])
def test_abilities_that_are_no_list(value: str) -> None:
    """ST-13.13."""
    assert words_of(f"{GOOD}abilities: {value}\n") == ["a list of abilities is expected."]


def test_a_tag_of_yaml_that_does_not_fit_is_no_crash() -> None:
    """ST-13.6."""
    assert len(words_of(f"{GOOD}tags: [!!float x]\n")) >= 1


def test_a_collection_of_another_language_is_refused() -> None:
    """ST-13.6."""
    assert len(words_of(f"{GOOD}tags: !!python/tuple [x]\n")) >= 1


def test_a_number_with_a_plus_is_a_number_or_told_as_it_is() -> None:
    """ST-13.13: quotes, which the words ask for, would only make it worse."""
    assert not any("quotes" in words for words in words_of(step("{op: modify_stat, atk: +1}")))


def test_two_documents_in_a_file_are_told_in_a_sentence() -> None:
    """ST-13.6."""
    assert words_of(f"{GOOD}---\n{GOOD}") != ["not YAML or JSON: but found another document."]


def test_a_control_character_has_a_place() -> None:
    """ST-13.3, ST-13.6."""
    assert told(*shelf_of(f"{GOOD}tags: [a\x07]\n").failures)[0][:2] == (4, 9)


@pytest.mark.parametrize(
    ("expr", "line", "column"),
    [
        ('"self.counter(\\"x\\") = 1"', 7, 49),
        ("'self.counter(''x'') = 1'", 7, 49),
        ("hand.count >= 1 &&\n          deck.count = 1", 8, 22),
        ('"hand.count >= 1 &&\n          deck.count = 1"', 8, 22),
    ],
    ids=["backslashes", "doubled quotes", "two lines", "two quoted lines"],
)
def test_the_place_in_an_expression_is_that_in_the_file(expr: str, line: int, column: int) -> None:
    """ST-13.16."""
    text = step(f"{{op: win_if, expr: {expr}}}")
    assert text.splitlines()[line - 1][column - 1] == "="
    assert told(*shelf_of(text).failures)[0][:2] == (line, column)


def test_a_misspelled_op_key_is_named() -> None:
    """ST-13.9."""
    assert told(*shelf_of(step("{opp: draw}")).failures)[0][:3] == (7, 10, f"{STEP}.opp")


def test_a_priority_of_zero_says_nothing() -> None:
    """ST-13.20: the seed's own schema writes it in every ability."""
    assert words_of(ability("priority: 0", "on_play")) == []


def test_a_static_ability_has_no_duration_at_all() -> None:
    """ST-13.21."""
    assert len(words_of(step("{op: modify_stat, atk: 1, duration: permanent}", "static"))) == 1


def test_an_id_of_a_wrong_card_is_an_id() -> None:
    """ST-13.8, ST-13.3: told at once, and not only after the other error is mended."""
    shelf = shelf_of(GOOD.replace("spell", "spel"), GOOD)
    assert [path for _, _, path, _ in told(*shelf.failures)] == ["type", "id"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("id: a\nname: A\ntype: spell\nequip: {valid_targets: [x]}\n", "only an equip has equip; this is a spell."),
        (step("{op: set_field, card: a}"), "a is an artifact, no field."),
    ],
)
def test_the_english_is_english(text: str, words: str) -> None:
    """ST-13.19, ST-13.23."""
    assert words_of(text) == [words]


def test_an_op_without_keys_says_so() -> None:
    """ST-13.9."""
    assert not words_of(step("{op: win, expr: 'true'}"))[0].endswith(": .")


@pytest.mark.parametrize("text", ["", "# nothing\n"])
def test_an_empty_file_is_refused(text: str) -> None:
    """ST-13.6."""
    assert [len(failure.problems) for failure in shelf_of(text).failures] == [1]


def test_a_long_value_is_not_repeated_in_full() -> None:
    """ST-13.13, ST-13.9: words that can be read."""
    for text in (f"{GOOD}version: {'9' * 5000}\n", f"{GOOD}? {'k' * 5000}\n: 1\n", f"{GOOD}tags: [!x {'9' * 5000}]\n"):
        assert all(len(line) < 500 for failure in shelf_of(text).failures for line in failure.text("en").splitlines())
