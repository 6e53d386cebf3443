"""Generated card texts of Solitaire TCG are worded as card games word them, in both languages."""

from pathlib import Path
from typing import Any

import pytest
from card_wording import check_line
from sample_size import sample_size
from solitaire_random_cards import RandomCards

from tefuda.cardlang.card_text import card_text
from tefuda.cardlang.field_types import Problems
from tefuda.cardlang.tree import CardDefinition
from tefuda.core.source import read_file, scan_text
from tefuda.core.text import LANGUAGES
from tefuda.games.solitaire_tcg.catalogue import LIBRARY
from tefuda.games.solitaire_tcg.language.card_schema import card_schema
from tefuda.games.solitaire_tcg.language.conditions import PHRASES
from tefuda.games.solitaire_tcg.language.values import CONDITION_TYPE
from tefuda.games.solitaire_tcg.language.vocabulary import vocabulary

WORDINGS = read_file(Path(__file__).parent / "card_wording.yaml").data
NUMBERS = [
    *[f"{zone}.count" for zone in ("hand", "deck", "board", "field", "grave", "banish")],
    "spells_cast_this_turn",
    "unique_fields_in_grave",
    "turn",
    'count(tag:"lamp", zone:"board")',
    'count(type:"artifact", zone:"hand")',
    'count(type:"spell", tag:"echo", zone:"banish")',
    'count(name:"Mirror Twin", zone:"deck")',
    'self.counter("echo")',
    "self.atk",
    "self.hp",
]
TRUTHS = [f"{zone}.exists" for zone in ("hand", "deck", "board", "field", "grave", "banish")]


def read_card(data: dict[str, Any]) -> CardDefinition:
    problems = Problems()
    card = card_schema().read(problems, [], data)
    assert card is not None, [problem.text("en") for problem in problems.items]
    return card


def check_card(card: CardDefinition) -> None:
    for language in LANGUAGES:
        for line in card_text(card_schema(), card, language):
            check_line(line, language)


class RandomWording(RandomCards):
    """Random cards whose abilities have conditions, requirements and endings."""

    def comparison(self) -> str:
        operator = self.pick("==", "!=", "<", "<=", ">", ">=")
        right = self.pick("0", "1", "2", "7", *NUMBERS)
        left = self.pick(*NUMBERS, f"{self.pick(*NUMBERS)} {self.pick('+', '-', '*')} {self.pick(*NUMBERS)}")
        return f"{left} {operator} {right}"

    def condition(self, depth: int = 2) -> str:
        kind = self.random.below(5)
        if depth == 0 or kind < 2:
            return str(self.pick(self.comparison(), self.pick(*TRUTHS)))
        if kind == 2:
            return f"!({self.condition(depth - 1)})"
        return f"({self.condition(depth - 1)}) {self.pick('&&', '||')} ({self.condition(depth - 1)})"

    def worded_ability(self, card_type: str) -> dict[str, Any]:
        made = self.ability(card_type)
        if made["when"] != "static":
            more = {"op": self.pick("require", "win_if", "lose_if"), "expr": self.condition()}
            made["effect"].insert(self.random.below(len(made["effect"]) + 1), more)
            made["effect"].append({"op": "draw"})
        if made["when"] not in ("static", "activated", "on_play"):
            made["priority"] = self.pick(0, 0, -2, 3)
        return {**made, "condition": self.condition()} if self.random.below(2) else made


def test_random_cards_are_worded_well() -> None:
    for seed in range(sample_size(300)):
        cards = RandomWording(seed)
        for number in range(6):
            data = cards.card(number)
            check_card(read_card({**data, "abilities": [cards.worded_ability(data["type"]) for _ in range(3)]}))


@pytest.mark.parametrize("card", LIBRARY.bundled.values(), ids=lambda card: card.id)
def test_bundled_card_is_worded_well(card: CardDefinition) -> None:
    check_card(card)


@pytest.mark.parametrize("term", [*vocabulary().triggers, *vocabulary().ops], ids=lambda term: term.name)
def test_term_is_worded_well(term: Any) -> None:
    kind = "equip" if term.name == "equip_to" else "field"
    indented = term.example.replace("\n", "\n    ")
    check_card(read_card(scan_text(f"id: x\nname: X\ntype: {kind}\nabilities:\n  - {indented}", "example").data))


@pytest.mark.parametrize("wording", WORDINGS["conditions"], ids=lambda wording: wording["expr"])
def test_condition_in_words(wording: dict[str, str]) -> None:
    expr = CONDITION_TYPE.read(Problems(), [], wording["expr"])
    assert expr is not None
    found = PHRASES.condition(expr)
    assert {"en": found.en, "ja": found.if_ja} == {language: wording[language] for language in LANGUAGES}


@pytest.mark.parametrize("wording", WORDINGS["abilities"], ids=lambda wording: wording["en"])
def test_ability_in_words(wording: dict[str, Any]) -> None:
    data = {"id": "x", "name": "X", "type": wording["type"], "abilities": [wording["ability"]]}
    card = read_card(data)
    for language in LANGUAGES:
        assert card_text(card_schema(), card, language) == [wording[language]]
