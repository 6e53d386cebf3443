"""Proofs: compared with brute force on small deals, and checked on large ones."""

from collections.abc import Iterator

import pytest
from sample_size import sample_size

from tefuda import OVER, Game, State
from tefuda.core.random import xoshiro
from tefuda.core.state import UNBOUNDED
from tefuda.games.catalyst.notation import CARD_LABELS
from tefuda.solve import Limits, Proof, solve
from tefuda.solve.search import Solver


def fewest_plays(state: State) -> int | None:
    """Return the fewest plays that win, by breadth-first search over distinct states."""
    level = [state]
    plays = 0
    while level:
        if any(one.seat == OVER and one.scores() == [1.0] for one in level):
            return plays
        after: dict[bytes, State] = {}
        for one in level:
            for action in one.actions():
                copy = one.clone()
                copy.play(action)
                after[copy.encode()] = copy
        level = list(after.values())
        plays += 1
    return None


def small_deals(game: Game, count: int) -> Iterator[State]:
    """Draw deals small enough for brute force, with few ranks or suits; some can be won."""
    random = xoshiro(11, 1)
    made = 0
    while made < count:
        ranks, suits = 2 + random.below(5), 2 + random.below(2)
        decks = 1 + random.below(2)
        cards = decks * [
            name for name in CARD_LABELS if "A23456789TJQK".index(name[0]) < ranks and "SHDC".index(name[1]) < suits
        ]
        random.shuffle(cards)
        size, held, left = 1 + random.below(6), 2 + random.below(2), random.below(2)
        react = ["both", "rank", "suit"][random.below(3)]
        cap = [0, 0, max(3, size) + random.below(3)][random.below(3)]
        if len(cards) < size + held + left:
            continue
        position = {
            "field": cards[:size],
            "hand": cards[size : size + held],
            "deck": cards[size + held : size + held + left],
            "options": {"react": react, "field_size": 3, "field_cap": cap, "decks": decks},
        }
        try:
            state = game.at(position)
        except Exception:
            continue
        if state.seat != OVER:
            made += 1
            yield state


def line_wins(state: State, proof: Proof) -> bool:
    at = state.clone()
    for action in proof.line:
        assert at.is_legal(action)
        at.play(action)
    return at.seat == OVER and at.scores() == [1.0]


def test_small_deals_match_brute_force(catalyst: Game) -> None:
    verdicts: dict[str, int] = {}
    lengths: dict[int, int] = {}
    for state in small_deals(catalyst, sample_size(500)):
        expected = fewest_plays(state)
        before = state.fingerprint()
        proof = solve(state)
        assert state.fingerprint() == before
        assert proof.par == expected, catalyst.position(state)
        assert proof.verdict == ("SOLVED" if expected is not None else "IMPOSSIBLE")
        assert expected is None or line_wins(state, proof)
        verdicts[proof.verdict] = verdicts.get(proof.verdict, 0) + 1
        lengths[expected or 0] = lengths.get(expected or 0, 0) + 1
    assert verdicts["SOLVED"] >= sample_size(50)
    assert verdicts["IMPOSSIBLE"] >= sample_size(50)
    assert all(lengths[plays] >= sample_size(10) for plays in (1, 2, 3)), lengths


def test_promising_plays_include_every_winning_play(catalyst: Game) -> None:
    """`winning_candidates` is sound."""
    checked = 0
    for state in small_deals(catalyst, sample_size(200)):
        for action in state.actions():
            after = state.clone()
            after.play(action)
            needed = fewest_plays(after)
            if needed is not None:
                checked += 1
                for left in range(needed + 1, needed + 4):
                    assert action in state.winning_candidates(left)
    assert checked >= sample_size(100)


def test_promising_plays_are_legal_and_distinct(catalyst: Game) -> None:
    for seed in range(40):
        state = catalyst.start(seed)
        for left in (1, 4, 7, 44):
            card_symbols = state.winning_candidates(left)
            assert len(set(card_symbols)) == len(card_symbols)
            assert all(state.is_legal(action) for action in card_symbols)


@pytest.mark.parametrize("seed", [2, 4, 5, 6, 7])
def test_whole_deals_are_solved_with_winning_lines(catalyst: Game, seed: int) -> None:
    state = catalyst.start(seed)
    proof = solve(state, Limits(nodes=3000))
    assert proof.verdict == "SOLVED"
    assert line_wins(state, proof)
    assert len(proof.line) % 3 == 1
    assert proof.par is None or proof.par == proof.at_least


def test_limits_are_named_without_a_verdict(catalyst: Game) -> None:
    proof = solve(catalyst.start(62), Limits(nodes=70))
    assert (proof.verdict, proof.limit, proof.par) == ("UNKNOWN", "nodes", None)
    proof = solve(catalyst.start(62), Limits(seconds=0.0))
    assert (proof.verdict, proof.limit) == ("UNKNOWN", "seconds")


def test_line_found_before_a_limit_is_kept(catalyst: Game) -> None:
    proof = solve(catalyst.start(3), Limits(nodes=400))
    assert (proof.verdict, proof.limit, proof.par) == ("SOLVED", "nodes", None)
    assert proof.at_least < len(proof.line)
    assert line_wins(catalyst.start(3), proof)


def test_interrupted_probes_do_not_change_the_proof(catalyst: Game) -> None:
    """The proof equals that of iterative deepening alone."""
    compared = 0
    for seed in range(sample_size(120)):
        state = catalyst.start(seed)
        proof = solve(state, Limits(nodes=2000))
        if proof.par is not None:
            alone = Solver(Limits(), None).find_shortest_line(state, state.max_plays_left())
            assert alone.par == proof.par
            compared += proof.nodes > 500
    assert compared >= sample_size(8)
    search = Solver(Limits(nodes=640), None)
    assert search.find_any_line(catalyst.start(62), 13) == []
    assert search.nodes > 32
    assert search.failed_depths == {}


def test_node_limit_is_reproducible(catalyst: Game) -> None:
    proofs = [solve(catalyst.start(3), Limits(nodes=400)) for _ in range(2)]
    assert proofs[0].line == proofs[1].line
    assert proofs[0].nodes == proofs[1].nodes


def test_finished_game_is_solved_or_impossible(catalyst: Game) -> None:
    won = catalyst.at({"field": [], "hand": ["5H"], "deck": []})
    lost = catalyst.at({"field": ["5H"], "hand": [], "deck": []})
    assert (solve(won).verdict, solve(won).par) == ("SOLVED", 0)
    assert (solve(lost).verdict, solve(lost).par) == ("IMPOSSIBLE", None)


def test_deal_lost_without_a_play_is_impossible(catalyst: Game) -> None:
    deck = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    assert solve(catalyst.at({"deck": deck})).verdict == "IMPOSSIBLE"


def test_progress_is_reported(catalyst: Game) -> None:
    reported: list[tuple[int, int]] = []
    solve(catalyst.start(3), Limits(nodes=300), lambda nodes, depth: reported.append((nodes, depth)))
    assert reported
    assert reported == sorted(reported)


class Walk(State):
    """A game without bounds: walk along a circle of `size` in both directions to `goal`."""

    def __init__(self, at: int, goal: int, size: int, stuck: bool = False) -> None:
        super().__init__()
        self.at, self.goal, self.size, self.stuck = at, goal, size, stuck
        self.seat = OVER if at == goal else 0

    def actions(self) -> list[int]:
        return [] if self.seat == OVER else [2] if self.stuck else [0, 1]

    def play(self, action: int) -> None:
        self.at = (self.at + (1, -1, 2)[action]) % self.size
        self.seat = OVER if self.at == self.goal else 0

    def clone(self) -> "Walk":
        return Walk(self.at, self.goal, self.size, self.stuck)

    def scores(self) -> list[float]:
        return [1.0]

    def encode(self) -> bytes:
        return bytes([self.at, self.goal, self.size, self.stuck])


def test_game_without_bounds_is_proved() -> None:
    assert Walk(0, 1, 9).max_plays_left() == UNBOUNDED
    proof = solve(Walk(0, 6, 9))
    assert (proof.verdict, proof.line) == ("SOLVED", [1, 1, 1])


def test_cyclic_game_without_a_win_is_impossible() -> None:
    """Steps of two never reach an odd place on an even circle; the search detects the cycle."""
    assert solve(Walk(0, 3, 8, stuck=True), Limits(seconds=5.0)).verdict == "IMPOSSIBLE"
