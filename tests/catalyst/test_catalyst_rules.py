"""Catalyst Reaction compared with a second implementation of its rulebook and with known statistics."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_size import sample_size

from tefuda import OVER, Game, Seat, game
from tefuda.core.random import chacha, xoshiro
from tefuda.games.catalyst.notation import CARD_LABELS

PACK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


class Rulebook:
    """A simple implementation of the rulebook: lists of names, scans from the left."""

    def __init__(self, deck: list[str], options: dict[str, Any] | None = None) -> None:
        given = {"field_size": 8, "hand_size": 3, "react": "both", "field_cap": 0, **(options or {})}
        self.react = given["react"]
        self.cap = given["field_cap"]
        self.deck = list(deck)
        self.field: list[str] = []
        self.hand: list[str] = []
        self.removed: list[str] = []
        self.over = ""
        while True:
            while len(self.field) < given["field_size"] and self.deck:
                self.field.append(self.deck.pop(0))
            if not self.auto_check() or not self.field:
                break
        if self.field:
            while len(self.hand) < given["hand_size"] and self.deck:
                self.hand.append(self.deck.pop(0))
        self.check_end()

    def match(self, three: list[str]) -> bool:
        ranks, suits = {card[0] for card in three}, {card[1] for card in three}
        by_rank = len(ranks) == 1 and self.react in ("both", "rank")
        return len(three) == 3 and (by_rank or (len(suits) == 1 and self.react in ("both", "suit")))

    def auto_check(self) -> bool:
        any_removed = False
        while True:
            for i in range(1, len(self.field) - 1):
                if self.match(self.field[i - 1 : i + 2]):
                    self.removed += self.field[i - 1 : i + 2]
                    del self.field[i - 1 : i + 2]
                    any_removed = True
                    break
            else:
                return any_removed

    def play(self, card: str, gap: int) -> None:
        self.hand.remove(card)
        left, right = self.field[:gap][-1:], self.field[gap:][:1]
        if left and right and self.match([*left, card, *right]):
            self.removed += [*left, card, *right]
            self.field = self.field[: gap - 1] + self.field[gap + 1 :]
        else:
            self.field = [*self.field[:gap], card, *self.field[gap:]]
        self.auto_check()
        if self.field and self.deck and not (self.cap and len(self.field) > self.cap):
            self.hand.append(self.deck.pop(0))
        self.check_end()

    def check_end(self) -> None:
        if not self.field:
            self.over = "win"
        elif (self.cap and len(self.field) > self.cap) or not self.hand:
            self.over = "loss"


def shuffled_deck(seed: int, decks: int = 1) -> list[str]:
    deck = PACK * decks
    chacha(seed).shuffle(deck)
    return deck


def compare(game: Game, seed: int, options: dict[str, Any]) -> None:
    deck = shuffled_deck(seed, options.get("decks", 1))
    given = {"options": options} if options else {}
    state = game.at({"deck": deck, **given})
    book = Rulebook(deck, options)
    random = xoshiro(seed, 3)
    while True:
        position = game.position(state)
        assert (position["field"], position["hand"], position["deck"]) == (book.field, book.hand, book.deck)
        assert position["removed"] == book.removed
        assert (state.seat == OVER) == bool(book.over)
        if book.over:
            assert state.scores() == [1.0 if book.over == "win" else 0.0]
            return
        expected = {f"{card}@{gap}" for card in book.hand for gap in range(len(book.field) + 1)}
        actions = state.actions()
        assert {game.format(state, action) for action in actions} == expected
        # Reactions are rare in random play: choose one half of the time.
        if random.below(2):
            actions = sorted(actions, key=lambda action: field_length_after(state, action))[: 1 + random.below(3)]
        action = actions[random.below(len(actions))]
        card, _, gap = game.format(state, action).partition("@")
        state.play(action)
        book.play(card, int(gap))


def field_length_after(state: Any, action: int) -> int:
    copy = state.clone()
    copy.play(action)
    return int(copy.length)


OPTIONS: list[dict[str, Any]] = [
    {},
    {"decks": 2},
    {"decks": 3, "hand_size": 5},
    {"field_size": 3, "hand_size": 1},
    {"field_size": 6},
    {"react": "rank", "decks": 2},
    {"react": "suit"},
    {"field_cap": 10},
    {"field_size": 12, "field_cap": 12, "decks": 2},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_games_match_the_rulebook(catalyst: Game, options: dict[str, Any]) -> None:
    for seed in range(sample_size(40)):
        compare(catalyst, seed, options)


@given(st.integers(0, 2**64), st.sampled_from(OPTIONS))
@settings(max_examples=40, deadline=None)
def test_any_game_matches_the_rulebook(seed: int, options: dict[str, Any]) -> None:
    compare(game("catalyst"), seed, options)


def test_field_is_stable_at_every_turn_start(catalyst: Game) -> None:
    """CR-4.5."""
    for seed in range(60):
        state = catalyst.start(seed)
        random = xoshiro(seed, 1)
        while state.seat != OVER:
            field = catalyst.view(state, 0)["field"]
            for three in zip(field, field[1:], field[2:], strict=False):
                assert len({card[0] for card in three}) > 1
                assert len({card[1] for card in three}) > 1
            state.play(state.random_action(random))


def test_number_of_plays_in_wins_and_losses(catalyst: Game) -> None:
    """Cards leave in threes: a win needs 1, 4, 7 ... 43 plays, a loss has 44 minus the cards the setup removed."""
    lengths = set()
    for seed in range(sample_size(400)):
        state = catalyst.start(seed)
        setup = len(catalyst.view(state, 0)["removed"])
        player = catalyst.players.make("pairing", xoshiro(seed, 1))
        plays = 0
        while state.seat != OVER:
            state.play(player.choose(Seat(catalyst, state, 0)))
            plays += 1
        if state.scores() == [1.0]:
            lengths.add(plays)
            assert plays % 3 == 1
            assert plays <= 43
        else:
            assert plays == 44 - setup
    assert len(lengths) >= 3


def test_setup_removal_rates(catalyst: Game) -> None:
    """About 73.7, 20.3, 5.0 and 0.8 % of deals lose 0, 1, 2 and 3 triples in the setup."""
    deals = sample_size(16000)
    counts = Counter(len(catalyst.view(catalyst.start(seed), 0)["removed"]) // 3 for seed in range(deals))
    for triples, share in enumerate([0.737, 0.203, 0.050, 0.008]):
        spread = 4 * (share * (1 - share) / deals) ** 0.5
        assert abs(counts[triples] / deals - share) < spread, (triples, counts)


def test_hand_never_exceeds_its_size(catalyst: Game) -> None:
    """CR-3.7, CR-6.2."""
    for hand_size in (1, 3, 7):
        state = catalyst.start(5, {"hand_size": hand_size})
        random = xoshiro(1, 1)
        while state.seat != OVER:
            assert 1 <= len(catalyst.view(state, 0)["hand"]) <= hand_size
            state.play(state.random_action(random))


def test_all_cards_stay_in_the_game(catalyst: Game) -> None:
    """CR-1.3 (the universal tests check it at every ply)."""
    for decks in (1, 2, 4):
        cards = catalyst.invariant(catalyst.start(3, {"decks": decks}))
        assert Counter(cards) == Counter(CARD_LABELS * decks)


def test_every_card_can_be_dealt_anywhere(catalyst: Game) -> None:
    """CR-2.1."""
    first = Counter(catalyst.position(catalyst.start(seed))["deck"][-1] for seed in range(sample_size(8000)))
    assert len(first) == 52
    assert max(first.values()) < 3 * sample_size(8000) / 52


def test_identical_cards_give_one_action(catalyst: Game) -> None:
    """CR-6.4."""
    start = {"field": ["AS", "3D"], "hand": ["5H", "2C", "5H"], "deck": ["9S"], "options": {"decks": 2}}
    state = catalyst.at(start)
    card_symbols = [catalyst.format(state, action) for action in state.actions()]
    assert card_symbols == ["5H@0", "5H@1", "5H@2", "2C@0", "2C@1", "2C@2"]


def test_every_action_is_a_card_at_a_gap(catalyst: Game) -> None:
    """CR-3.1: there is no pass."""
    state = catalyst.start(7)
    hand = catalyst.view(state, 0)["hand"]
    card_symbols = [catalyst.format(state, action) for action in state.actions()]
    assert card_symbols == [f"{card}@{gap}" for card in hand for gap in range(9)]
