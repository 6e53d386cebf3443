"""The entry of a term is complete: an operation with a choice says what it asks for."""

import pytest

from tefuda.cardlang.vocabulary import Vocabulary
from tefuda.games.linkavel.language import vocabulary as linkavel
from tefuda.games.solitaire_tcg.language import vocabulary as solitaire

WITHOUT_CHOICE = {
    "linkavel": {"reduce_damage", "draw", "mill", "gain", "damage", "if_you_do", "require", "win", "lose"},
    "solitaire-tcg": {"draw", "mill", "require", "win_if", "lose_if", "win", "lose"},
}
CONTINUOUS = {
    "linkavel": ["power", "protect", "extra_attack", "reduce_damage", "win", "lose"],
    "solitaire-tcg": ["modify_stat", "win_if", "lose_if"],
}
VOCABULARIES = [linkavel.vocabulary(), solitaire.vocabulary()]


@pytest.fixture(params=VOCABULARIES, ids=[found.game for found in VOCABULARIES])
def words(request: pytest.FixtureRequest) -> Vocabulary:
    found = request.param
    assert isinstance(found, Vocabulary)
    return found


def test_terms_of_a_kind_have_different_names(words: Vocabulary) -> None:
    for terms in (words.types, words.triggers, words.ops, words.references, words.filters):
        names = [term.name for term in terms]
        assert len(set(names)) == len(names)


def test_operations_with_a_choice_ask_in_both_languages(words: Vocabulary) -> None:
    for op in words.ops:
        assert (op.prompt is None) == (op.name in WITHOUT_CHOICE[words.game])
        if op.prompt is not None:
            message = words.choice_prompt(op.name)
            assert (message.en, message.ja) == op.prompt
            assert message.en.startswith("choose")
            assert not message.ja.isascii()
            assert op.verb


def test_continuous_abilities_allow_some_operations(words: Vocabulary) -> None:
    assert [op.name for op in words.ops if op.continuous] == CONTINUOUS[words.game]
    assert "effect" in words.trigger_named(words.continuous.code).example
