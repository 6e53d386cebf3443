"""Invariants of Card Othello, and random games until every card, mark and refusal has occurred.

python tests/support/othello_checks.py --seed 3              all games
python tests/support/othello_checks.py --seed 3 --game 17    one game, to repeat a failure
"""

import argparse
from collections.abc import Callable

import tefuda
from tefuda import Event
from tefuda.core.random import Random, xoshiro
from tefuda.core.seed import game_seed
from tefuda.core.state import OVER
from tefuda.games.card_othello.rules.board import BIT
from tefuda.games.card_othello.rules.codes import (
    ACTION_COUNT,
    BOMB,
    BREEDING,
    CARD_NAMES,
    GUARD,
    INITIAL_COUNTERS,
    MARK_KIND_COUNT,
    MARK_KINDS,
    TRAP,
    WORK,
)
from tefuda.games.card_othello.rules.marks import NOWHERE
from tefuda.games.card_othello.rules.state import CardOthelloState

GAME = tefuda.game("card-othello")
CHEAP = {f"cost.{card}": 0 for card in CARD_NAMES}
OPTIONS: list[dict[str, int | str]] = [
    {},
    {"charge_cap": 60, "deck_size": 60, "copies.TRAP_WILL": 4, "copies.TEMPT_WILL": 4, "cost.TEMPT_WILL": 2},
    dict(CHEAP),
    {**CHEAP, "hand_limit": 10, "copies.REGEN_WILL": 6, "copies.TRAP_WILL": 6, "deck_size": 60},
]
"""The games use these in turn: cheap cards are used more often."""


def check_state(state: CardOthelloState, cards: object) -> None:
    """Check all invariants of a state; `cards` is the game's invariant at the start."""
    assert state.black & state.white == 0, "a cell is both black and white"
    for player in (state.black_player, state.white_player):
        assert 0 <= player.charge <= state.options.charge_cap, "charge out of range"
        assert len(player.hand) <= state.options.hand_limit, "too many cards in hand"
        assert player.hidden_traps >= 0
    assert GAME.invariant(state) == cards, "cards were lost or added"
    assert not state.trap_flipped, "a flipped trap was not resolved"
    check_marks(state)
    own, enemy = state.stones(max(state.seat, 0)), state.stones(1 - max(state.seat, 0))
    assert state.sprouts & ~(own | enemy) == 0, "a sprout on an empty cell"
    assert [mark.seq for mark in state.marks] == sorted({mark.seq for mark in state.marks}), "marks out of order"


def check_marks(state: CardOthelloState) -> None:
    """Check that marks lie on their owners' stones, at most one and a guard per stone, and that the masks agree."""
    by_cell: dict[int, list[int]] = {}
    workers: list[int] = []
    masks = dict.fromkeys(["marked", "traps", "immune", "guarded", "bombs", "origins"], 0)
    for mark in state.marks:
        assert state.stones(mark.owner) & BIT[mark.at] != 0, f"{mark} is not on a stone of its owner"
        assert mark.left == 0 if INITIAL_COUNTERS[mark.kind] == 0 else 1 <= mark.left <= 5, (
            f"{mark} has an invalid countdown"
        )
        by_cell.setdefault(mark.at, []).append(mark.kind)
        if mark.kind == WORK:
            workers.append(mark.owner)
        masks["traps" if mark.kind == TRAP else "marked"] |= BIT[mark.at]
        if MARK_KINDS[mark.kind] in ("PROTECTED", "PERMA_PROTECTED", "GUARD", "DRAGON", "BREEDING", "UDG"):
            masks["immune"] |= BIT[mark.at]
        if mark.kind == GUARD:
            masks["guarded"] |= BIT[mark.at]
        if mark.kind == BOMB:
            masks["bombs"] |= BIT[mark.at]
        if mark.origin != NOWHERE:
            assert mark.kind == BREEDING
            assert (state.black | state.white) & BIT[mark.origin] != 0, "the stone bred last is missing"
            masks["origins"] |= BIT[mark.origin]
    assert len(workers) == len(set(workers)), "two working stones of one player"
    for kinds in by_cell.values():
        others = [kind for kind in kinds if kind != GUARD]
        assert len(others) <= 1, "two marks on one stone"
        assert len(kinds) - len(others) <= 1, "two guards on one stone"
        assert not (BOMB in others and GUARD in kinds), "a guarded bomb"
    for name, bits in masks.items():
        assert getattr(state, name) == bits, f"the mask {name} differs from the marks"


EVENT_OF: dict[str, Callable[[Event], bool]] = {
    "PROTECTED": lambda e: e.kind == "unmark" and e.data["mark"] == "PROTECTED" and e.data["reason"] == "over",
    "PERMA_PROTECTED": lambda e: e.kind == "mark" and e.data["mark"] == "PERMA_PROTECTED",
    "GUARD": lambda e: e.kind == "unmark" and e.data["mark"] == "GUARD" and e.data["reason"] == "over",
    "TRAP": lambda e: e.kind == "trap_sprung",
    "TRAP unsprung": lambda e: e.kind == "trap_unsprung",
    "TIME_BOMB": lambda e: e.kind == "destroy" and e.data["by"] == "bomb",
    "TIME_BOMB defused": lambda e: e.kind == "unmark" and e.data["mark"] == "TIME_BOMB",
    "DRAGON": lambda e: e.kind == "flip" and e.data["phase"] == "dragon",
    "BREEDING": lambda e: e.kind == "spawn",
    "UDG": lambda e: e.kind == "destroy" and e.data["by"] == "udg",
    "WORK": lambda e: e.kind == "charge" and e.data["reason"] == "work",
    "REGEN": lambda e: e.kind == "revive",
    "HYPERACTIVE": lambda e: e.kind == "move" and e.data["by"] == "restless",
    "ULTIMATE_HYPERACTIVE": lambda e: e.kind == "destroy" and e.data["by"] == "burst",
    "chain": lambda e: e.kind == "flip" and e.data["phase"] == "chain2",
    "confiscated": lambda e: e.kind == "confiscate",
    "anchor expired": lambda e: e.kind == "destroy" and e.data["by"] == "over",
}
"""A predicate for each occurrence: whether an event shows it."""

assert {name.split()[0] for name in EVENT_OF} >= set(MARK_KINDS[:MARK_KIND_COUNT])

REFUSALS = [
    "picking",
    "occupied",
    "no_line",
    "pass",
    "not_held",
    "card_used",
    "charge",
    "no_target",
    "not_picking",
    "one_first",
    "must_pick",
    "not_there",
    "pick_cell",
    "pick_card",
]


class CoverageGames:
    """Plays random games, checks every invariant and records what has not occurred yet."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.missing = {f"use {card}" for card in CARD_NAMES} | set(EVENT_OF) | {f"refusal {code}" for code in REFUSALS}
        self.games = 0

    def run(self, most: int) -> None:
        """Play until nothing is missing, at most `most` games; a failure names the command that repeats it."""
        while self.missing and self.games < most:
            self.play(self.games)
            self.games += 1

    def play(self, number: int) -> None:
        """Play one game."""
        seed = game_seed(self.seed, number)
        random = xoshiro(seed, 1)
        state = GAME.start(seed, OPTIONS[number % len(OPTIONS)])
        assert isinstance(state, CardOthelloState)
        cards = GAME.invariant(state)
        plays = 0
        try:
            check_state(state, cards)
            while state.seat != OVER:
                self.note_refusals(state, random)
                log: list[Event] = []
                state.log = log
                action = state.random_action(random)
                state.play(action)
                state.log = None
                plays += 1
                check_state(state, cards)
                self.note_events(log)
        except Exception as failure:
            again = f"python tests/support/othello_checks.py --seed {self.seed} --game {number}"
            raise AssertionError(f"play {plays}: {failure}; repeat with: {again}") from failure

    def note_events(self, log: list[Event]) -> None:
        for event in log:
            if event.kind == "use":
                self.missing.discard(f"use {event.data['card']}")
            self.missing -= {name for name in self.missing & EVENT_OF.keys() if EVENT_OF[name](event)}

    def note_refusals(self, state: CardOthelloState, random: Random) -> None:
        for _ in range(4):
            action = random.below(ACTION_COUNT)
            if not state.is_legal(action):
                self.missing.discard(f"refusal {GAME.texts.why_illegal(state, action).code}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Play random games of Card Othello until every card, mark and refusal has occurred."
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", type=int, help="Play only this game.")
    parser.add_argument("--most", type=int, default=10_000)
    arguments = parser.parse_args()
    coverage = CoverageGames(arguments.seed)
    if arguments.game is not None:
        coverage.play(arguments.game)
        print(f"game {arguments.game} passed")
        return
    coverage.run(arguments.most)
    print(f"{coverage.games} games; not seen: {sorted(coverage.missing) or 'nothing'}")


if __name__ == "__main__":
    main()
