"""Card Othello: reasons for cards and questions of choices."""

import random
from collections.abc import Iterator

import pytest

import tefuda
from tefuda.core.match import Match
from tefuda.core.text import Message
from tefuda.games.card_othello.action_text import NEEDS, PROMPTS
from tefuda.games.card_othello.rules.codes import CARD_CODES, CARD_NAMES, PICKS, PICKS_CELL

GAME = tefuda.game("card-othello")


def positions() -> Iterator[Match]:
    """Yield games before every decision; cards are used where possible."""
    luck = random.Random(2)
    for number in range(8):
        match = Match(GAME, number)
        while not match.over:
            yield match
            legal = match.legal(match.seat)
            cards = [action for action in legal if not action.startswith("place")]
            match.play(match.seat, match.ply, luck.choice(cards or legal))


def test_reasons_for_cards_and_cells() -> None:
    heard = set()
    for match in positions():
        seat = match.seat
        legal, hand = match.legal(seat), match.view(seat)["hand"]
        verbs = ("pick", "pick") if match.prompt(seat) else ("use", "place")
        for item, verb in [*[(card, verbs[0]) for card in hand], ("a1", verbs[1]), ("d4", verbs[1])]:
            why = match.why_unusable(seat, item)
            assert (why is None) == (f"{verb} {item}" in legal), (item, legal)
            if why is not None:
                heard.add(why.code)
            other = match.why_unusable(1 - seat, item)
            assert other is not None
            assert other.code == "not_your_turn"
    assert {"charge", "card_used", "no_target", "occupied", "no_line", "not_there"} <= heard


def test_every_pick_has_a_question() -> None:
    asked = set()
    for match in positions():
        question = match.prompt(match.seat)
        picks = [action for action in match.legal(match.seat) if action.startswith("pick")]
        assert (question is not None) == bool(picks)
        if question is not None:
            pending = match.view(match.seat)["choice"]["pending"]
            name = next(card.name for card in GAME.texts.cards() if card.id == pending)
            assert question.en.startswith(f"{name.en}: ")
            assert question.ja.startswith(f"「{name.ja}」: ")
            asked.add(question.en.removeprefix(f"{name.en}: "))
    assert {"choose a card to sell.", "choose one of these cards."} <= asked


def test_every_pick_has_its_own_question() -> None:
    """The question says what happens to the pick."""
    pending = [card for card in CARD_NAMES if PICKS[CARD_CODES[card]] == PICKS_CELL]
    assert set(pending) == {CARD_NAMES[card] for card in PROMPTS if PICKS[card] == PICKS_CELL}
    board = ["........", "........", "........", "...WB...", "...BW...", "........", "........", "........"]
    marks = [{"at": "d4", "kind": "DRAGON", "owner": "white", "left": 3}]
    asked = {}
    for card in pending:
        given = {"board": board, "turn": "black", "started": True, "pending": card, "marks": marks}
        question = Match(GAME, 1, position={**given, "deck": {"black": [], "white": []}}).prompt(0)
        assert question is not None
        asked[card] = (question.en, question.ja)
    assert asked["DESTROY_ONE_STONE"] == (
        "God of Destruction: pick a stone of either colour to destroy.",
        "「破壊神」: 破壊する石を選んでください（自分の石も相手の石も選べます）。",
    )
    for language in (0, 1):
        assert len({texts[language].partition(":")[2] for texts in asked.values()}) == len(pending)


@pytest.mark.parametrize("card", NEEDS)
def test_a_card_without_target_says_what_it_needs(card: int) -> None:
    needs = why_not_used_text(card)
    assert needs.code == "no_target"
    assert needs.en.endswith(f" needs {NEEDS[card][0]}.")
    assert NEEDS[card][1] in needs.ja


def why_not_used_text(card: int) -> Message:
    """Return why a card cannot be used on an empty board, with nothing else in any hand."""
    given = {"board": ["........"] * 8, "turn": "black", "started": True, "hand": {"black": [CARD_NAMES[card]]}}
    options = {f"copies.{name}": int(name == CARD_NAMES[card]) for name in CARD_NAMES}
    position = {**given, "charge": {"black": 30}, "deck": {"black": [], "white": []}, "options": options}
    why = Match(GAME, 1, position=position).why_unusable(0, CARD_NAMES[card])
    assert why is not None
    return why


PENDING = {
    "NO_CARD": ("place on c4, flipping 1", "c4 に置き、1枚反転する"),
    "ULTIMATE_REVERSE_DRAGON": (
        "place on c4, flipping 1; then Ultimate Reversal Dragon takes effect",
        "c4 に置き、1枚反転する。続いて「究極反転龍」の効果",
    ),
    "PROTECTED_NEXT_STONE": ("place on c4, flipping 1, with Weak Will", "c4 に置き、1枚反転する（「弱い意志」の石）"),
    "FREE_PLACEMENT": ("place on c4, flipping 1", "c4 に置き、1枚反転する"),
}


@pytest.mark.parametrize("card", PENDING)
def test_a_placement_names_the_pending_card(card: str) -> None:
    board = ["........", "........", "........", "...WB...", "........", "........", "........", "........"]
    pending = {} if card == "NO_CARD" else {"pending": card}
    given = {"board": board, "turn": "black", "started": True, "deck": {"black": [], "white": []}, **pending}
    match = Match(GAME, 1, position=given)
    assert (match.describe("place c4", "en"), match.describe("place c4", "ja")) == PENDING[card]
