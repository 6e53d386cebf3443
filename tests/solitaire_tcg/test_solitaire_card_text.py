"""The card language of Solitaire TCG: every term is explained, has an example and a scenario, and is used by a card."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sample_size import sample_size

import tefuda
from tefuda.cardlang.card_text import card_text
from tefuda.cardlang.field_types import Problems
from tefuda.cardlang.reference import render_reference
from tefuda.cardlang.tree import Expr
from tefuda.cardlang.vocabulary import FilterType, Op, Term
from tefuda.cardlang.workshop import find_workshop
from tefuda.core.random import xoshiro
from tefuda.core.scenario import Scenario, read_scenarios
from tefuda.core.source import scan_text
from tefuda.games.solitaire_tcg.ability_demo import ability_demos
from tefuda.games.solitaire_tcg.catalogue import LIBRARY, catalogue, decks
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.language.values import CONDITION_TYPE
from tefuda.games.solitaire_tcg.language.vocabulary import vocabulary
from tefuda.games.solitaire_tcg.rules.codes import POSITIONS, SELECTIONS, TYPES

ROOT = Path(__file__).parents[2]
SEED_CARDS = """
- id: fld_x01
  name: 残響の講堂
  type: field
  abilities:
    - when: on_play
      effect:
        - { op: draw, count: 2 }
    - when: on_destroy
      effect:
        - { op: search, from: deck, to: hand, filter: { type: "field" }, max: 1 }
- id: fld_x02
  name: 記憶の温室
  type: field
  abilities:
    - when: on_play
      effect:
        - { op: search, from: deck, to: hand, filter: { type: "spell" }, max: 1 }
    - when: on_destroy
      effect:
        - { op: draw, count: 1 }
- id: spl_x07
  name: 閃考の儀
  type: spell
  abilities:
    - when: on_play
      effect:
        - { op: discard, from: hand, count: 1 }
        - { op: win_if, expr: "spells_cast_this_turn >= 7" }
"""
TERMS = vocabulary().terms()


@pytest.fixture(scope="module")
def scenarios() -> list[Scenario]:
    return [one for path in sorted((ROOT / "scenarios/solitaire-tcg").glob("*.yaml")) for one in read_scenarios(path)]


def term_id(term: Term) -> str:
    return term.name


@pytest.mark.parametrize("term", TERMS, ids=term_id)
def test_term_is_explained_in_both_languages(term: Term) -> None:
    assert term.meaning.en
    assert term.meaning.ja
    assert term.meaning.en != term.meaning.ja
    assert term.example


@pytest.mark.parametrize("term", TERMS, ids=term_id)
def test_term_has_a_clause_covered_by_scenarios(term: Term, scenarios: list[Scenario]) -> None:
    for language in ("en", "ja"):
        rulebook = (ROOT / f"docs/rules/solitaire-tcg.{language}.md").read_text(encoding="utf-8")
        assert f"**{term.clause}**" in rulebook
    proving = [one for one in scenarios if term.clause in one.rules]
    assert proving
    last = term.name.rpartition(".")[2]
    assert any(last in json.dumps(one.data) for one in proving), f"no scenario of {term.clause} uses {term.name}"


@pytest.mark.parametrize("op", vocabulary().ops, ids=term_id)
def test_example_of_an_op_is_valid_and_has_a_text(op: Op) -> None:
    kind = "equip" if op.name == "equip_to" else "monster"
    more = "equip: { valid_targets: [monster] }\n" if kind == "equip" else ""
    ability = op.example.replace("\n", "\n    ")
    source = scan_text(f"id: x\nname: X\ntype: {kind}\n{more}abilities:\n  - {ability}", "example")
    problems = Problems()
    card = card_schema().read(problems, [], source.data)
    assert [problem.text("en") for problem in problems.items] == []
    assert card is not None
    for language in ("en", "ja"):
        text = card_schema().describe(card.parsed["abilities"][0], language)
        assert len(text) > 10
        assert "None" not in text
        assert "{" not in text


@pytest.mark.parametrize("term", vocabulary().references, ids=term_id)
def test_example_of_a_reference_is_valid(term: Term) -> None:
    problems = Problems()
    found = CONDITION_TYPE.read(problems, [], term.example)
    assert problems.items == []
    assert isinstance(found, Expr)


@pytest.mark.parametrize("term", vocabulary().filters, ids=term_id)
def test_example_of_a_filter_is_valid(term: Term) -> None:
    problems = Problems()
    assert FilterType(vocabulary).read(problems, [], scan_text(term.example, "example").data) is not None
    assert problems.items == []


@pytest.mark.parametrize(("language", "name"), [("en", "cards.md"), ("ja", "cards.ja.md")])
def test_card_reference_is_up_to_date(language: str, name: str) -> None:
    title = tefuda.game("solitaire-tcg").title.text(language)
    written = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert written == render_reference(card_schema(), title, language), (
        f"run: tefuda cards reference --language {language} > docs/{name}"
    )


def test_original_cards_are_unchanged() -> None:
    source = scan_text(SEED_CARDS, "seed")
    for data in source.data:
        card = card_schema().read(Problems(), [], data)
        ours = LIBRARY.bundled[data["id"]]
        assert card is not None
        assert ours.ja == data["name"]
        assert ours.type == data["type"]
        written, own = card_schema().write(card.parsed["values"], card.parsed["abilities"]), data_of_bundled(data["id"])
        assert own["abilities"] == written["abilities"]


def data_of_bundled(name: str) -> dict[str, Any]:
    facts = LIBRARY.bundled[name].parsed
    return card_schema().write(facts["values"], facts["abilities"])


def test_bundled_set_is_complete_and_bilingual() -> None:
    cards = list(LIBRARY.bundled.values())
    assert len(cards) >= 80
    assert {card.type for card in cards} == set(TYPES)
    for names in ([card.en for card in cards], [card.ja for card in cards]):
        assert len(set(names)) == len(names)
    for card in cards:
        assert card.en != card.ja
        assert not re.search("[ぁ-んァ-ン一-龥]", card.en)
        for language in ("en", "ja"):
            assert card_text(card_schema(), card, language)
            assert "None" not in " ".join(card_text(card_schema(), card, language))


def test_bundled_decks_are_valid() -> None:
    assert len(decks()) >= 6
    for name, deck in decks().items():
        assert deck.id == name
        assert deck.size == 40
        assert max(deck.cards.values()) <= 4
        assert deck.plan is not None
    assert len({tuple(sorted(deck.cards)) for deck in decks().values()}) == len(decks())


def steps() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for card in LIBRARY.bundled.values():
        for ability in card.parsed["abilities"]:
            for step in ability.steps:
                yield ability.when, step.op.name, step.arguments


def test_bundled_cards_use_the_whole_language() -> None:
    found = list(steps())
    assert {when for when, _, _ in found} == {term.name for term in vocabulary().triggers}
    assert {op for _, op, _ in found} == {op.name for op in vocabulary().ops}
    values = {(op, key, str(value)) for _, op, arguments in found for key, value in arguments.items()}
    for selection in SELECTIONS:
        assert ("discard", "selection", selection) in values
    for position in POSITIONS:
        assert ("move", "position", position) in values
    for target in ("self", "top", "bottom", "any", "all"):
        assert ("move", "target", target) in values
    for target in ("self", "field", "any", "all", "attached"):
        assert ("destroy", "target", target) in values
    texts = " ".join(json.dumps(data_of_bundled(name), ensure_ascii=False) for name in LIBRARY.bundled)
    for term in vocabulary().references:
        assert any(name in texts for name in term.names), term.name
    for sign in ("||", "&&", "!", "==", "!=", "< ", "<=", "> ", ">=", " + ", " - ", " * "):
        assert sign in texts, sign


def test_every_ability_resolves_in_its_demo() -> None:
    """The ability demos play every ability of every card once and produce every kind of event."""
    seen: set[str] = set()
    fizzles: set[str] = set()
    working: set[str] = set()
    tried = worked = 0
    cards = find_workshop("solitaire-tcg").cards()
    for card in list(catalogue().values())[:: 1 if tefuda.compiled else 4]:
        for demo in ability_demos(card, cards):
            tried += 1
            worked += demo.triggered
            for event in demo.events:
                seen.add(event["kind"])
                if event["kind"] == "fizzle":
                    fizzles.add(event["reason"])
                if event["kind"] in ("run", "resolve"):
                    working.add(event["when"])
    assert worked >= 0.9 * tried
    game = tefuda.game("solitaire-tcg")
    random = xoshiro(5, 1)
    for number in range(sample_size(400)):
        match = tefuda.Match(game, number, {"deck": list(decks())[number % len(decks())], "max_turns": 2})
        while not match.over and match.ply < 60:
            state = match.state()
            actions = [action for action in state.actions() if action] or [0]
            match.play(0, match.ply, game.format(state, actions[random.below(len(actions))]))
            for game_event in match.events():
                seen.add(game_event.kind)
                fizzles |= {game_event.data["reason"]} if game_event.kind == "fizzle" else set()
                working |= {game_event.data["when"]} if game_event.kind in ("run", "resolve") else set()
    moves = {"draw", "mill", "discard", "search", "move", "destroy", "summon", "equip_to", "unequip", "set_field"}
    others = {"counter", "stat", "attach", "queued", "skip", "use", "pick", "shuffle", "win", "lose", "end", "nothing"}
    assert moves | others <= seen
    assert {"require", "short", "no_target", "elsewhere"} >= fizzles
    assert {"require", "short", "no_target"} <= fizzles
    assert working == {"on_play", "on_enter", "on_destroy", "on_draw", "on_discard", "on_field_set"}
