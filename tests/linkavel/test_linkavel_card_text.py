"""LinkaVel's card language: terms, examples, generated texts, and demos of the bundled abilities."""

import json
import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from card_wording import check_line
from linkavel_card_files import MONSTER, NORMAL, card_with_ability, card_yaml, problem_lines, read_card, read_cards
from sample_size import sample_size

from tefuda.cardlang.card_text import card_digest, card_text, write_card
from tefuda.cardlang.field_types import BooleanType, EnumType, IntegerType, Problems
from tefuda.cardlang.tree import Expr
from tefuda.cardlang.vocabulary import FilterType, Op, Term
from tefuda.core.random import Xoshiro, xoshiro
from tefuda.core.scenario import Scenario, read_scenarios
from tefuda.core.source import scan_text
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.linkavel.language.card_schema import card_schema
from tefuda.games.linkavel.language.values import CONDITION_TYPE
from tefuda.games.linkavel.language.vocabulary import vocabulary
from tefuda.games.linkavel.rules.codes import TYPES
from tefuda.games.linkavel.rules.model import Card
from tefuda.games.linkavel.workshop import WORKSHOP

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "ja")


@cache
def scenarios() -> list[Scenario]:
    return [one for path in sorted((ROOT / "scenarios/linkavel").glob("*.yaml")) for one in read_scenarios(path)]


@cache
def rulebook() -> str:
    return (ROOT / "docs/rules/linkavel.en.md").read_text(encoding="utf-8")


def term_id(term: Term) -> str:
    return f"{type(term).__name__} {term.name}"


def check_text(found: Card) -> None:
    """Check that the text has one well-formed line per ability in both languages."""
    texts = {language: card_text(card_schema(), found, language) for language in LANGUAGES}
    for language, lines in texts.items():
        assert len(lines) == len(found.parsed["abilities"])
        for line in lines:
            check_line(line, language)
            assert re.match("【(発動|起動|永続|誘発)】|\\[(On activation|Activated|Continuous|Triggered)\\] ", line), (
                line
            )


@pytest.mark.parametrize("term", vocabulary().terms(), ids=term_id)
def test_term_is_explained_and_covered_by_scenarios(term: Term) -> None:
    assert term.meaning.en
    assert term.meaning.ja not in ("", term.meaning.en)
    assert f"**{term.clause}**" in rulebook()
    proving = [one for one in scenarios() if term.clause in one.rules]
    assert proving, term.clause
    last = term.name.rpartition(".")[2]
    assert any(last in json.dumps(one.data) for one in proving), f"no scenario of {term.clause} uses {term.name}"


@pytest.mark.parametrize("term", [*vocabulary().triggers, *vocabulary().ops], ids=term_id)
def test_example_of_a_trigger_or_op_loads(term: Term) -> None:
    facts = NORMAL if term.name == "play" else MONSTER
    indented = term.example.replace("\n", "\n    ")
    found = read_card(card_yaml(facts, f"abilities:\n  - {indented}\n"))
    check_text(found)
    written = json.dumps(card_schema().write(found.parsed["values"], found.parsed["abilities"]))
    assert f'"{term.name}"' in written, "the example does not use the term"


@pytest.mark.parametrize("term", vocabulary().references, ids=term_id)
def test_example_of_a_reference_is_valid(term: Term) -> None:
    problems = Problems()
    assert isinstance(CONDITION_TYPE.read(problems, [], term.example), Expr)
    assert problems.items == []
    assert term.name in term.example
    check_text(read_card(card_with_ability("on_summon", keys=f"condition: '{term.example}'")))


@pytest.mark.parametrize("term", vocabulary().filters, ids=term_id)
def test_example_of_a_filter_is_valid(term: Term) -> None:
    problems = Problems()
    data = scan_text(term.example, "example").data
    assert FilterType(vocabulary).read(problems, [], data) is not None
    assert problems.items == []
    assert list(data) == [term.name]
    check_text(read_card(card_with_ability("on_summon", f"{{op: destroy, filter: {term.example}}}")))


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_starter_card_loads(type_: str, language: str) -> None:
    template = WORKSHOP.starter_file(type_, language)
    assert "tefuda " not in template, "the page shows the template, too"
    found = read_card(template)
    assert found.type == type_
    check_text(found)


def choices(op: Op) -> list[list[tuple[str, Any]]]:
    """Return the values to try for each parameter of an op."""
    found: list[list[tuple[str, Any]]] = []
    for field in op.fields:
        values: list[Any]
        if isinstance(field.type, EnumType):
            values = list(field.type.choices)
        elif isinstance(field.type, BooleanType):
            values = [False, True]
        elif isinstance(field.type, IntegerType):
            values = [1, 2]
        elif field.name == "amount":
            values = [200, "100 * own.trash", *([-200] if op.name == "power" else [])]
        elif field.name == "expr":
            values = ["own.lp < 2000", "!my_turn"]
        else:
            values = [None, {"level": 1}, {"faction": "none", "type": "magic"}, {"attribute": "fire", "other": True}]
        found.append([(field.name, value) for value in values])
    return found


@pytest.mark.parametrize("op", vocabulary().ops, ids=term_id)
def test_every_valid_step_has_a_well_formed_text(op: Op) -> None:
    random = xoshiro(29, 1)
    steps = [{key: value for key, value in given if value is not None} for given in product(*choices(op))]
    right = 0
    for _ in range(min(len(steps), sample_size(400))):
        step = steps[random.below(len(steps))]
        when = ["on_summon", "on_attack", "continuous"][random.below(3)]
        before = [{"op": "draw"}] if op.name == "if_you_do" else []
        data = {"when": when, "effect": [*before, {"op": op.name, **step}]}
        problems = Problems()
        facts = {"id": "a", "name": "A", "type": "effect_monster", "attribute": "fire", "level": 1, "power": 1}
        found = card_schema().read(problems, [], {**facts, "abilities": [data]})
        assert (found is None) == bool(problems.items)
        if isinstance(found, Card):
            check_text(found)
            right += 1
    assert right


NUMBERS = ["own.lp", "opponent.hand", "own.deck", "opponent.monsters", "turn", "self.power", "own.magics", "own.trash"]
COUNTS = [
    'count(side:"own", zone:"monsters", faction:"ember")',
    'count(side:"both", zone:"field", type:"magic")',
    'count(side:"opponent", zone:"trash", level:1)',
]


def random_condition(random: Xoshiro, depth: int) -> str:
    def pick(words: list[str]) -> str:
        return words[random.below(len(words))]

    if depth == 0 or random.below(2):
        left, right = pick([*NUMBERS, *COUNTS]), pick(["0", "1", "3", "2000", *NUMBERS, *COUNTS])
        return f"{left} {pick(['==', '!=', '<', '<=', '>', '>='])} {right}" if random.below(6) else "my_turn"
    if random.below(3) == 0:
        return f"!({random_condition(random, depth - 1)})"
    return f"({random_condition(random, depth - 1)}) {pick(['&&', '||'])} ({random_condition(random, depth - 1)})"


def test_random_conditions_are_worded_well() -> None:
    random = xoshiro(31, 1)
    for _ in range(sample_size(600)):
        when = ["on_summon", "activated", "continuous"][random.below(3)]
        step = {"op": "power", "target": "self", "amount": 100}
        condition = random_condition(random, 2)
        facts = {"id": "a", "name": "A", "type": "effect_monster", "attribute": "fire", "level": 1, "power": 1}
        data = {**facts, "abilities": [{"when": when, "condition": condition, "effect": [step]}]}
        found = card_schema().read(Problems(), [], data)
        assert isinstance(found, Card), condition
        check_text(found)


@pytest.mark.parametrize("name", list(LIBRARY.bundled))
def test_bundled_card_has_good_texts_and_round_trips(name: str) -> None:
    """The card is the same after writing and reading its YAML."""
    bundled = LIBRARY.bundled[name]
    check_text(bundled)
    assert bundled.en != bundled.ja
    assert not re.search("[ぁ-んァ-ン一-龥]", bundled.en)
    for language in LANGUAGES:
        assert not re.search("None|  ", bundled.parsed["values"]["flavor"].text(language))
    again = read_card(write_card(card_schema(), bundled))
    assert again is not bundled
    assert write_card(card_schema(), again) == write_card(card_schema(), bundled)
    assert card_digest(card_schema(), again) == card_digest(card_schema(), bundled)
    for language in LANGUAGES:
        assert again.name(language) == bundled.name(language)
        assert WORKSHOP.flavor(again, language) == WORKSHOP.flavor(bundled, language)
        assert WORKSHOP.facts_line(again, language) == WORKSHOP.facts_line(bundled, language)


def test_card_text_survives_a_round_trip() -> None:
    for bundled in LIBRARY.bundled.values():
        again = read_card(write_card(card_schema(), bundled))
        for language in LANGUAGES:
            assert card_text(card_schema(), again, language) == card_text(card_schema(), bundled, language)


def test_digests_of_cards_differ() -> None:
    digests = {card_digest(card_schema(), found) for found in LIBRARY.bundled.values()}
    assert len(digests) == len(LIBRARY.bundled)
    text = card_with_ability("on_summon", "{op: gain, amount: 300}")
    assert card_digest(card_schema(), read_card(text)) == card_digest(card_schema(), read_card(f"{text}flavor: Hm.\n"))
    assert card_digest(card_schema(), read_card(text)) != card_digest(
        card_schema(), read_card(text.replace("300", "301"))
    )


@pytest.mark.parametrize(
    "step",
    [
        '{op: gain, amount: "20000"}',
        '{op: gain, amount: "0"}',
        "{op: gain, amount: \"count(zone:'trash', name:'a\\\"b')\"}",
    ],
)
def test_loaded_card_can_be_written_and_read(step: str) -> None:
    found = read_card(card_with_ability("on_summon", step))
    assert problem_lines(read_cards(write_card(card_schema(), found))) == []


def test_bundled_cards_use_the_whole_language() -> None:
    abilities = [found for bundled in LIBRARY.bundled.values() for found in bundled.parsed["abilities"]]
    assert {found.when for found in abilities} == {term.name for term in vocabulary().triggers}
    assert {step.op.name for found in abilities for step in found.steps} == {op.name for op in vocabulary().ops}
    assert {bundled.type for bundled in LIBRARY.bundled.values()} == set(TYPES)


def test_every_bundled_ability_resolves_in_its_demo() -> None:
    cards = WORKSHOP.cards()
    idle: list[tuple[str, int]] = []
    for bundled in LIBRARY.bundled.values():
        tried = WORKSHOP.ability_demos(bundled, cards)
        assert [demo.ability for demo in tried] == list(range(len(bundled.abilities)))
        for demo in tried:
            assert demo.continuous == (demo.when == "continuous")
            assert not demo.triggered or demo.continuous or demo.actions
            idle += [] if demo.triggered else [(bundled.id, demo.ability)]
    assert idle == []


def test_demo_of_a_continuous_magic_shows_its_effect() -> None:
    demo = WORKSHOP.ability_demos(LIBRARY.bundled["the_great_forge"], WORKSHOP.cards())[0]
    assert not WORKSHOP.board_summary(demo.view, "en").endswith(": ")


WORDS = ["on_summon", "play", "continuous", "activated", "self", "that", "foe", "all", "both", "trash", "magic", "zzz"]
VALUES = [*WORDS, "3", "-1", "99999", "1.5", "true", "~", "[]", "{}", "''", "own.lp", "'own.lp > 3'", "[{op: draw}]"]
LETTERS = "abxyz019 -:,{}[]'\"#&*!|>%@\n=~<?._火　（）＝\\"


def add_noise(text: str, random: Xoshiro) -> str:
    """Return the text with random changes of characters, values, words or lines."""
    for _ in range(1 + random.below(3)):
        kind = random.below(4)
        pairs = list(re.finditer(r"(?<=: )[^,{}\[\]\n]+", text)) if kind == 1 else list(re.finditer(r"\w+", text))
        at = random.below(len(text))
        if kind == 0 or not pairs:
            letter = LETTERS[random.below(len(LETTERS))]
            text = text[:at] + ["", letter, letter + text[at]][random.below(3)] + text[at + 1 :]
        elif kind < 3:
            place = pairs[random.below(len(pairs))]
            text = text[: place.start()] + VALUES[random.below(len(VALUES))] + text[place.end() :]
        else:
            lines = text.split("\n")
            row = random.below(len(lines))
            text = "\n".join(lines[:row] + ([lines[row]] * 2 if random.below(2) else []) + lines[row + 1 :]) or "~"
    return text


def test_noisy_file_loads_or_is_refused() -> None:
    """LV-2.7: the only errors are lists of problems; a loaded card has a text and can be written and read."""
    random = xoshiro(2707, 1)
    texts = [write_card(card_schema(), found) for found in LIBRARY.bundled.values()]
    tries = sample_size(4000)
    loaded = 0
    for _ in range(tries):
        text = add_noise(texts[random.below(len(texts))], random)
        loader = read_cards(text)
        found = problem_lines(loader)
        assert bool(loader.loaded) != bool(found), text
        for entry in loader.loaded.values():
            assert isinstance(entry.card, Card)
            again = read_card(write_card(card_schema(), entry.card))
            assert card_digest(card_schema(), again) == card_digest(card_schema(), entry.card), text
            for language in LANGUAGES:
                lines = card_text(card_schema(), again, language)
                assert lines == card_text(card_schema(), entry.card, language)
                assert "None" not in " ".join(lines), text
            loaded += 1
    assert tries // 20 < loaded < tries // 2
