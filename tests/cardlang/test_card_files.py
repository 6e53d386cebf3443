"""Card files: problems in several files, unusual YAML, links between cards, readable messages."""

from pathlib import Path

import pytest
from card_files import GOOD, STEP, card_with_ability, card_with_step, problem_rows, read_cards, text_of

from tefuda.cli.terminal.reload_cards import CardReloader
from tefuda.games.solitaire_tcg import catalogue
from tefuda.games.solitaire_tcg.catalogue import LIBRARY
from tefuda.games.solitaire_tcg.rules.model import Card


def test_file_has_one_card_or_a_list() -> None:
    """ST-13.1."""
    loader = read_cards(GOOD, "- {id: b, name: {en: B, ja: び}, type: spell}\n- {id: c, name: C, type: field}\n")
    assert loader.failures == []
    assert [(entry.card.en, entry.card.ja) for entry in loader.loaded.values()] == [("A", "A"), ("B", "び"), ("C", "C")]


def text_of_card_a(card: str, language: str) -> list[str]:
    found = read_cards(card).cards()["a"]
    assert isinstance(found, Card)
    return text_of(found, language)


def test_missing_card_text_is_generated() -> None:
    """ST-13.2."""
    made = card_with_step("{op: draw, count: 2}")
    assert text_of_card_a(made, "en") == ["When you play this, draw 2 cards."]
    assert text_of_card_a(made, "ja") == ["【プレイ時】カードを2枚引く。"]
    assert text_of_card_a(f"{made}text: Draws.\n", "en") == ["Draws."]
    assert text_of_card_a(f"{made}text: {{en: Draws., ja: 引く。}}\n", "ja") == ["引く。"]


def test_all_errors_of_all_files_are_reported_together() -> None:
    """ST-13.3, ST-13.4: valid cards load."""
    loader = read_cards(
        "- {id: a, name: A, type: domain, tag: x}\n- {id: b, name: B, type: spell}\n- {id: c, type: spell}\n",
        card_with_step("{op: drwa}").replace("- when", "- priority: 0\n    when").replace("id: a", "id: d"),
        "id: [\n",
        "{id: e, name: E, type: field}",
    )
    assert list(loader.loaded) == ["b", "e"]
    assert set(loader.cards()) == {*LIBRARY.bundled, "b", "e"}
    assert [failure.name for failure in loader.failures] == ["f1.yaml", "f1.yaml", "f2.yaml", "f3.yaml"]
    assert [(line, column, path) for line, column, path, _ in problem_rows(*loader.failures)] == [
        (1, 20, "[0].type"),
        (1, 34, "[0].tag"),
        (3, 3, "[2]"),
        (8, 10, STEP + ".op"),
        (2, 1, ""),
    ]


def test_problem_text_has_file_line_column_and_path() -> None:
    """ST-13.3: file, line, column, key path, sentence."""
    failure = read_cards("id: a\nname: A\ntype: domain\n").failures[0]
    types = "monster, spell, equip, artifact, field"
    assert failure.text("en") == f"f1.yaml:3:1: type: unknown type 'domain' ({types}). Did you mean field?"
    assert (
        failure.text("ja")
        == f"f1.yaml:3:1: type: 'domain' はカード種別として使えません（{types}）。 field のことですか？"
    )


def test_duplicate_id_is_refused() -> None:
    """ST-13.8: within one file and across two; the first card stays."""
    loader = read_cards("- {id: a, name: A, type: spell}\n- {id: a, name: B, type: spell}\n", f"# again\n{GOOD}")
    assert problem_rows(*loader.failures) == [
        (2, 4, "[1].id", "a is also in f1.yaml:1."),
        (2, 1, "id", "a is also in f1.yaml:1."),
    ]
    assert loader.loaded["a"].card.en == "A"


def test_duplicate_id_is_reported_with_other_problems() -> None:
    """ST-13.8, ST-13.3."""
    loader = read_cards(GOOD, GOOD.replace("spell", "spel"))
    assert [path for _, _, path, _ in problem_rows(*loader.failures)] == ["id", "type"]


def test_link_to_an_invalid_card_is_refused() -> None:
    """ST-13.23."""
    names = card_with_step("{op: set_field, card: b}")
    assert read_cards(names, "{id: b, name: B, type: field}").failures == []
    loader = read_cards(names, "{id: b, name: B, type: field, tag: x}")
    assert list(loader.loaded) == []
    assert problem_rows(*loader.failures)[1][:3] == (7, 25, f"{STEP}.card")


def test_cards_that_link_to_removed_cards_are_removed() -> None:
    """ST-13.23, ST-13.4."""
    first = "{id: b, name: B, type: field, abilities: [{when: on_play, effect: [{op: set_field, card: zzz}]}]}"
    loader = read_cards(card_with_step("{op: set_field, card: b}"), first)
    assert list(loader.loaded) == []
    assert [(failure.name, problem_rows(failure)[0][3]) for failure in loader.failures] == [
        ("f2.yaml", "unknown card zzz."),
        ("f1.yaml", "unknown card b."),
    ]


def test_reload_keeps_the_last_valid_card(tmp_path: Path) -> None:
    """ST-13.5."""
    file = tmp_path / "cards.yaml"
    try:
        file.write_text("- {id: a, name: A, type: spell}\n- {id: b, name: B, type: spell}\n", encoding="utf-8")
        watcher = CardReloader("solitaire-tcg", tmp_path)
        assert watcher.notes == ["Cards loaded: a, b."]
        file.write_text("- {id: a, name: A2, type: spel}\n- {id: b, name: B2, type: spell}\n", encoding="utf-8")
        assert watcher.reload()
        assert [catalogue.catalogue()[name].en for name in ("a", "b")] == ["A", "B2"]
        assert watcher.notes[0].startswith(f"{file}:1:21: [0].type: unknown type 'spel'")
        assert watcher.notes[1:] == ["The last valid version stays in use.", "Cards loaded: b."]
        file.write_text("- {id: [", encoding="utf-8")
        assert not watcher.reload()
        assert [catalogue.catalogue()[name].en for name in ("a", "b")] == ["A", "B2"]
    finally:
        catalogue.LIBRARY.reset()


# Regressions: details of messages


def messages_of(text: str) -> list[str]:
    return [words for _, _, _, words in problem_rows(*read_cards(text).failures)]


@pytest.mark.parametrize("value", ["5", "true"])
def test_abilities_must_be_a_list(value: str) -> None:
    """ST-13.13."""
    assert messages_of(f"{GOOD}abilities: {value}\n") == ["a list of abilities is expected."]


def test_unsuitable_yaml_tag_is_refused() -> None:
    """ST-13.6."""
    assert len(messages_of(f"{GOOD}tags: [!!float x]\n")) >= 1


def test_python_tuple_tag_is_refused() -> None:
    """ST-13.6."""
    assert len(messages_of(f"{GOOD}tags: !!python/tuple [x]\n")) >= 1


def test_number_with_plus_sign() -> None:
    """ST-13.13: the message does not suggest quotes."""
    assert not any("quotes" in words for words in messages_of(card_with_step("{op: modify_stat, atk: +1}")))


def test_second_yaml_document_is_refused() -> None:
    """ST-13.6."""
    assert messages_of(f"{GOOD}---\n{GOOD}") != ["not YAML or JSON: but found another document."]


def test_control_character_is_reported_with_a_location() -> None:
    """ST-13.3, ST-13.6."""
    assert problem_rows(*read_cards(f"{GOOD}tags: [a\x07]\n").failures)[0][:2] == (4, 9)


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
def test_expression_errors_have_file_locations(expr: str, line: int, column: int) -> None:
    """ST-13.16."""
    text = card_with_step(f"{{op: win_if, expr: {expr}}}")
    assert text.splitlines()[line - 1][column - 1] == "="
    assert problem_rows(*read_cards(text).failures)[0][:2] == (line, column)


def test_misspelled_op_key_is_named() -> None:
    """ST-13.9."""
    assert problem_rows(*read_cards(card_with_step("{opp: draw}")).failures)[0][:3] == (7, 10, f"{STEP}.opp")


def test_priority_zero_is_allowed() -> None:
    """ST-13.20: the original schema writes it in every ability."""
    assert messages_of(card_with_ability("priority: 0", "on_play")) == []


def test_static_ability_has_no_duration() -> None:
    """ST-13.21."""
    assert len(messages_of(card_with_step("{op: modify_stat, atk: 1, duration: permanent}", "static"))) == 1


def test_id_of_an_invalid_card_counts_as_used() -> None:
    """ST-13.8, ST-13.3: both errors are reported together."""
    loader = read_cards(GOOD.replace("spell", "spel"), GOOD)
    assert [path for _, _, path, _ in problem_rows(*loader.failures)] == ["type", "id"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("id: a\nname: A\ntype: spell\nequip: {valid_targets: [x]}\n", "equip is only for equips; this is a spell."),
        (card_with_step("{op: set_field, card: a}"), "a is an artifact, not a field."),
    ],
)
def test_articles_in_messages(text: str, words: str) -> None:
    """ST-13.19, ST-13.23."""
    assert messages_of(text) == [words]


def test_message_for_op_without_keys() -> None:
    """ST-13.9."""
    assert not messages_of(card_with_step("{op: win, expr: 'true'}"))[0].endswith(": .")


@pytest.mark.parametrize("text", ["", "# nothing\n"])
def test_empty_file_is_refused(text: str) -> None:
    """ST-13.6."""
    assert [len(failure.problems) for failure in read_cards(text).failures] == [1]


def test_long_value_is_shortened_in_messages() -> None:
    """ST-13.13, ST-13.9."""
    for text in (f"{GOOD}version: {'9' * 5000}\n", f"{GOOD}? {'k' * 5000}\n: 1\n", f"{GOOD}tags: [!x {'9' * 5000}]\n"):
        assert all(len(line) < 500 for failure in read_cards(text).failures for line in failure.text("en").splitlines())
