"""Ids of cards and decks: any script, normal forms, notation, deck files and deck options (ST-13.25)."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import card_files
import linkavel_card_files
import pytest
from card_files import problem_rows
from hypothesis import given
from hypothesis import strategies as st

from tefuda.cardlang.card_id import find_id, is_id, normalize_id
from tefuda.cardlang.card_schema import CardLoader
from tefuda.cardlang.deck_option import parse_deck_line
from tefuda.cardlang.library import Library
from tefuda.cardlang.workshop import find_workshop
from tefuda.core.errors import InvalidNotation
from tefuda.core.match import Match
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game
from tefuda.core.source import InvalidFile

GAMES = ["solitaire-tcg", "linkavel"]
FACTS = {
    "solitaire-tcg": "type: monster\nabilities: [{when: activated, effect: [{op: draw}]}]\n",
    "linkavel": "type: effect_monster\nattribute: fire\nlevel: 1\npower: 100\n"
    "abilities: [{when: on_summon, effect: [{op: discard}]}]\n",
}
VALID = ["火の玉", "Лампа", "héros-2", "ランプ_1", "हिन्दी", "Lamp", "_", "7", "m1", "a-b-", "ａ", "ß", "e\u0301"]
INVALID = ["a b", "-a", "a.b", "a*2", "a#1", "a:1", "a@1", "🔥", "\u0301a", "a\u200b", "a/b", "½", "“a”"]


def load(game: str, *texts: str) -> CardLoader:
    return card_files.read_cards(*texts) if game == "solitaire-tcg" else linkavel_card_files.read_cards(*texts)


def card_file(game: str, name: str) -> str:
    return f'id: "{name}"\nname: "Card {unicodedata.normalize("NFC", name)}"\n{FACTS[game]}'


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def own_cards(game: str) -> Iterator[list[str]]:
    """Use the cards with all valid ids; return their ids."""
    library: Library[Any] = find_workshop(game).library
    library.use({**library.bundled, **load(game, *(card_file(game, name) for name in VALID)).cards()})
    yield [normalize_id(name) for name in VALID]
    library.reset()


def test_letters_of_any_script_digits_and_two_signs_are_accepted(game: str) -> None:
    loader = load(game, *(card_file(game, name) for name in VALID))
    assert loader.failures == []
    assert list(loader.loaded) == [normalize_id(name) for name in VALID]


@pytest.mark.parametrize("name", INVALID)
def test_other_characters_are_refused(game: str, name: str) -> None:
    (row,) = problem_rows(*load(game, card_file(game, name)).failures)
    assert row == (1, 1, "id", f"an id of letters, digits, _ and - is expected, not {name!r}.")


def test_ids_that_differ_in_their_normal_form_are_the_same(game: str) -> None:
    files = [card_file(game, unicodedata.normalize(form, "カード_é")) for form in ("NFC", "NFD")]
    assert files[0] != files[1]
    loader = load(game, *files)
    assert list(loader.loaded) == ["カード_é"]
    (row,) = problem_rows(*loader.failures)
    assert row == (1, 1, "id", "カード_é is also in f1.yaml:1.")


def test_tags_and_names_are_compared_in_their_normal_form() -> None:
    decomposed = unicodedata.normalize("NFD", "がé")
    expr = f'count(tag:"{decomposed}", zone:"grave") > 1'
    text = f"id: a\nname: {decomposed}\ntype: spell\ntags: [{decomposed}]\n"
    text += f"abilities: [{{when: on_play, condition: '{expr}', effect: [{{op: draw}}]}}]\n"
    loader = card_files.read_cards(text)
    card = loader.cards()["a"]
    assert (card.en, card.tags) == ("がé", ["がé"])
    assert 'count(tag: "がé", zone: "grave") > 1' in card_files.yaml_of(card)


def test_number_as_id_needs_quotes(game: str) -> None:
    (row,) = problem_rows(*load(game, card_file(game, "7").replace('"7"', "7", 1)).failures)
    assert row == (1, 1, "id", 'write "7" with quotes.')


def test_deck_file_finds_the_card_in_either_normal_form(game: str, own_cards: list[str], tmp_path: Path) -> None:
    workshop = find_workshop(game)
    path = tmp_path / "deck.yaml"
    others = sorted(workshop.library.bundled)
    size, copies = workshop.deck_limits({})
    counts = {unicodedata.normalize("NFD", "é"): 1, **dict.fromkeys(others[: (size - 1) // copies + 1], copies)}
    short = sum(counts.values()) - size
    counts[others[0]] -= short
    counts = {name: count for name, count in counts.items() if count}
    lines = "".join(f'  "{name}": {count}\n' for name, count in counts.items())
    path.write_text(f"id: デッキ-1\nname: D\ncards:\n{lines}", encoding="utf-8")
    deck = workshop.read_deck(path, {})
    assert (deck.id, deck.cards["é"], deck.size) == ("デッキ-1", 1, size)
    assert parse_deck_line(workshop.deck_value(deck)) == deck.cards
    path.write_text(f'id: d\nname: D\ncards:\n{lines}  "é": 1\n', encoding="utf-8")
    with pytest.raises(InvalidFile) as failure:
        workshop.read_deck(path, {})
    assert "é is listed twice." in failure.value.text("en")


def test_games_with_such_ids_are_played_in_notation(game: str, own_cards: list[str]) -> None:
    """Every legal action is read back from its notation, and every position from its data."""
    rules = find_game(game)
    copies = {"solitaire-tcg": 4, "linkavel": 3}[game]
    line = " ".join(f"{unicodedata.normalize('NFD', name)}*{copies}" for name in own_cards)
    names = [option.name for option in rules.options if option.name.split(".")[0] == "deck"]
    options = {"deck_size": copies * len(own_cards), **dict.fromkeys(names, line)}
    for seed in range(4):
        match, random = Match(rules, seed, options), xoshiro(seed, 1)
        for _ in range(60):
            if match.over:
                break
            state = match.state()
            for action in state.actions():
                text = rules.format(state, action)
                assert rules.parse(state, text) == action, text
                assert rules.parse(state, unicodedata.normalize("NFD", text).upper()) == action, text
            assert rules.at(rules.position(state)) == state
            legal = state.actions()
            match.play_action(legal[random.below(len(legal))])


def test_unknown_card_in_notation_is_refused(game: str, own_cards: list[str]) -> None:
    rules = find_game(game)
    verb = {"solitaire-tcg": "play", "linkavel": "magic"}[game]
    with pytest.raises(InvalidNotation, match="is not in this game"):
        rules.parse(rules.start(1), f"{verb} жар")


def test_upper_and_lower_case_matter_only_if_both_exist() -> None:
    assert find_id("LAMP", ["lamp", "moon"]) == "lamp"
    assert find_id("Lamp", ["lamp", "Lamp"]) == "Lamp"
    assert find_id("LAMP", ["lamp", "Lamp"]) is None
    assert find_id("e\u0301", ["é"]) == "é"


@given(st.text(max_size=6))
def test_an_id_survives_a_deck_line(text: str) -> None:
    name = normalize_id(text)
    assert (parse_deck_line(f"{name}*3") == {name: 3}) == is_id(name)
    assert not is_id(name) or not set(name) & set(" \t\n*#:@.,\"'/\\")
