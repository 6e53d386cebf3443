"""Match: accepted and refused actions, undo, and events per seat."""

import pytest

from tefuda import OVER, Game, Match, game
from tefuda.core.errors import Conflict, InvalidNotation, TefudaError


def play_first_legal(match: Match) -> None:
    match.play(match.seat, match.ply, match.legal(match.seat)[0])


def test_match_from_opening_to_end(catalyst: Game) -> None:
    match = Match(catalyst, 7)
    assert match.events_for(0)[0]["kind"] == "setup"
    while not match.over:
        play_first_legal(match)
    assert match.result() in ([0.0], [1.0])
    assert match.seat == OVER
    assert match.legal(0) == []


REFUSALS = [
    ("not_your_turn", 1, 0, "4C@0", "It is not your turn.", "あなたの番ではありません。"),
    ("wrong_ply", 0, 3, "4C@0", "The game has moved on: 0 actions have been played, not 3.", "局面が進んでいます"),
    ("illegal", 0, 0, "KH@0", "KH is not in your hand (4C 6C 8D).", "KH は手札にありません"),
    ("illegal", 0, 0, "4C@9", "Invalid gap 9. Gaps are 0 to 8.", "位置 9 はありません"),
    ("unknown_notation", 0, 0, "4c@0", "Unknown card '4c'", "'4c' というカードはありません"),
    ("unknown_notation", 0, 0, "4C@x", "Invalid gap 'x'", "'x' という位置はありません"),
    ("unknown_notation", 0, 0, "hello", "Unknown action 'hello'", "不明な行動です"),
]


@pytest.mark.parametrize(("code", "seat", "ply", "text", "en", "ja"), REFUSALS)
def test_refusal_has_a_code_and_a_message(
    catalyst: Game, code: str, seat: int, ply: int, text: str, en: str, ja: str
) -> None:
    match = Match(catalyst, 7)
    before = match.fingerprint()
    with pytest.raises(TefudaError) as refused:
        match.play(seat, ply, text)
    assert refused.value.code == code
    assert refused.value.text("en").startswith(en)
    assert ja in refused.value.text("ja")
    assert (match.fingerprint(), match.ply) == (before, 0)


def test_unknown_notation_suggests_legal_actions(catalyst: Game) -> None:
    with pytest.raises(InvalidNotation) as refused:
        Match(catalyst, 7).play(0, 0, "4c@2")
    assert "Did you mean: 4C@2" in refused.value.text("en")
    assert "もしかして: 4C@2" in refused.value.text("ja")


def test_long_text_is_shortened_in_the_message(catalyst: Game) -> None:
    with pytest.raises(InvalidNotation) as refused:
        Match(catalyst, 7).play(0, 0, "A" * 100_000)
    assert len(refused.value.text("en")) < 200


def test_actions_after_the_end_are_refused(catalyst: Game) -> None:
    match = Match(catalyst, position={"field": ["5H", "9H"], "hand": ["KH"], "deck": []})
    match.play(0, 0, "KH@1")
    with pytest.raises(Conflict) as refused:
        match.play(0, 1, "KH@1")
    assert refused.value.code == "game_over"


def test_undo_is_counted(catalyst: Game) -> None:
    match = Match(catalyst, 7)
    before = match.fingerprint()
    assert not match.undo()
    play_first_legal(match)
    assert match.undo()
    assert (match.fingerprint(), match.ply, match.undone) == (before, 0, 1)


def test_seats_get_only_their_own_events() -> None:
    match = Match(game("hidden-nim"), 3)
    assert isinstance(match.view(1)["hidden"], int)
    assert match.view(0)["hidden"] == match.view(-1)["hidden"] == "some"
    assert isinstance(match.events_for(1)[0]["hidden"], int)
    assert match.events_for(0)[0]["hidden"] == "some"
    assert match.legal(1) == []
    assert match.legal(0) != []


def test_returned_state_is_a_copy(catalyst: Game) -> None:
    match = Match(catalyst, 7)
    before = match.fingerprint()
    state = match.state()
    state.play(state.actions()[0])
    assert match.fingerprint() == before
