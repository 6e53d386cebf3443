"""Bundled puzzles are proved again, and proofs are compared with independent searches."""

from pathlib import Path
from typing import Any

import pytest
from sample_size import sample_size

import tefuda
from tefuda.core.puzzle import Puzzle, read_puzzle
from tefuda.core.random import xoshiro
from tefuda.core.source import InvalidFile
from tefuda.core.state import OVER, State
from tefuda.games.solitaire_tcg.catalogue import PUZZLES, decks
from tefuda.games.solitaire_tcg.rules.codes import END_TURN
from tefuda.lab.runs.puzzle_search import is_solution, wrong_claims
from tefuda.players.advice import advise
from tefuda.players.puzzle_maker import prove, tier_of
from tefuda.solve import IMPOSSIBLE, SOLVED, Limits, solve
from tefuda.solve.count import count_shortest_lines
from tefuda.testing import check_random_play

GAME = tefuda.game("solitaire-tcg")
ALL = [read_puzzle(path) for path in sorted(PUZZLES.glob("*.yaml"))]
SMALL = [puzzle for puzzle in ALL if puzzle.data["difficulty"]["nodes"] <= 400]


def puzzle_id(puzzle: Puzzle) -> str:
    return puzzle.id


def test_every_tier_has_puzzles() -> None:
    """ST-2.9."""
    assert len(ALL) >= 36
    for tier in (1, 2, 3, 4):
        assert sum(puzzle.tier == tier for puzzle in ALL) >= 6
    for texts in (
        [puzzle.title.en for puzzle in ALL],
        [puzzle.title.ja for puzzle in ALL],
        [str(puzzle.position) for puzzle in ALL],
    ):
        assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("puzzle", ALL, ids=puzzle_id)
def test_puzzle_has_a_goal_and_its_solution_wins(puzzle: Puzzle) -> None:
    """ST-2.9."""
    assert puzzle.id == Path(puzzle.source.name).stem
    assert puzzle.goal.en != puzzle.goal.ja
    assert puzzle.solution is not None
    assert puzzle.par == sum(not action.startswith("pick ") for action in puzzle.solution), "ST-2.11"
    assert is_solution(puzzle, puzzle.solution)
    assert puzzle.position["options"] == {"mode": "puzzle"}


@pytest.mark.parametrize("puzzle", ALL if tefuda.compiled else SMALL[::4], ids=puzzle_id)
def test_puzzle_is_proved_again(puzzle: Puzzle) -> None:
    """ST-2.9: par, number of shortest solutions, difficulty and tier match the file."""
    proof = prove(GAME, GAME.at(puzzle.position), Limits(seconds=1e9))
    assert proof["verdict"] == SOLVED
    assert wrong_claims(puzzle, proof) == []
    assert proof["tier"] == tier_of(proof["difficulty"]["score"])
    assert is_solution(puzzle, proof["line"])


@pytest.mark.parametrize("puzzle", ALL if tefuda.compiled else ALL[::8], ids=puzzle_id)
def test_puzzle_position_passes_the_universal_tests(puzzle: Puzzle) -> None:
    """Run from the position of each puzzle."""
    for seed in range(2):
        check_random_play(GAME, seed, None, puzzle.position)


def count_winning_lines(state: State, left: int) -> int:
    """Return the number of winning lines of at most `left` plays, by brute force."""
    if state.seat == OVER:
        return int(state.scores()[0] == 1.0)
    rest = left if state.is_follow_up() else left - 1
    if rest < 0:
        return 0
    total = 0
    for action in state.actions():
        after = state.clone()
        after.play(action)
        total += count_winning_lines(after, rest)
    return total


@pytest.mark.parametrize("puzzle", SMALL[:: 1 if tefuda.compiled else 5], ids=puzzle_id)
def test_number_of_shortest_solutions_matches_brute_force(puzzle: Puzzle) -> None:
    state = GAME.at(puzzle.position)
    par = puzzle.par or 0
    if par > 4 and not tefuda.compiled:
        par = 3
        assert count_winning_lines(state, par) == 0
        return
    assert count_winning_lines(state, par - 1) == 0
    assert count_winning_lines(state, par) == puzzle.solutions == count_shortest_lines(state, par)


def reachable_win(state: State) -> bool | None:
    """Return whether any reachable state wins, by full comparison of states; None if there are too many states."""
    seen: set[bytes] = set()
    waiting = [state]
    while waiting:
        at = waiting.pop()
        for action in at.actions():
            after = at.clone()
            after.play(action)
            if after.seat == OVER:
                if after.scores()[0] == 1.0:
                    return True
                continue
            code = after.encode()
            if code not in seen:
                seen.add(code)
                waiting.append(after)
                if len(seen) > 4_000:
                    return None
    return False


def small_positions(count: int) -> list[dict[str, Any]]:
    """Draw small random positions; most cannot be won."""
    random = xoshiro(99, 3)
    found = []
    for number in range(count):
        names = sorted(decks()[list(decks())[number % len(decks())]].cards)
        random.shuffle(names)
        found.append(
            {
                "hand": names[:2],
                "deck": names[2:4],
                "grave": names[4:8],
                "spells_cast_this_turn": random.below(8),
                "options": {"mode": "puzzle"},
            }
        )
    return found


def test_impossible_positions_match_brute_force() -> None:
    verdicts = []
    for position in small_positions(sample_size(80)):
        state = GAME.at(position)
        wins = reachable_win(state)
        if wins is None:
            continue
        proof = solve(state, Limits(seconds=1e9))
        verdicts.append(proof.verdict)
        assert (proof.verdict == SOLVED) == wins, position
    assert verdicts.count(IMPOSSIBLE) >= sample_size(40)


@pytest.mark.parametrize("puzzle", ALL[::3], ids=puzzle_id)
def test_puzzle_does_not_depend_on_the_seed(puzzle: Puzzle) -> None:
    """ST-12.3, ST-12.4, ST-12.5."""
    random = xoshiro(1, 2)
    left = tefuda.Match(GAME, 1, position=puzzle.position)
    right = tefuda.Match(GAME, 2**200, position=puzzle.position)
    while not left.over and left.ply < 40:
        assert left.fingerprint() == right.fingerprint()
        assert left.view(0) == right.view(0)
        assert left.legal(0) == right.legal(0)
        world = left.state().resample(0, random)
        assert world.fingerprint() == left.fingerprint()
        text = left.legal(0)[random.below(len(left.legal(0)))]
        left.play(0, left.ply, text)
        right.play(0, right.ply, text)
        assert left.events_for(0) == right.events_for(0)
    assert left.fingerprint() == right.fingerprint()


@pytest.mark.parametrize("puzzle", SMALL[:: 2 if tefuda.compiled else 8], ids=puzzle_id)
def test_hints_follow_a_shortest_solution(puzzle: Puzzle) -> None:
    match = tefuda.Match(GAME, 0, position=puzzle.position)
    while not match.over:
        advice = advise(GAME, match.seat_of(0), "", xoshiro(3, 1))[0]
        action = advice.action
        assert advice.chance == 1.0
        match.play(0, match.ply, GAME.format(match.state(), action))
    assert match.result() == [1.0]
    assert match.plays == puzzle.par


def test_invalid_puzzle_file_is_refused_with_locations(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(
        "game: solitaire-tcg\ntitle: {en: A}\ngaol: {en: B, ja: C}\ntier: 9\nposition: {hand: [fld_x99]}\n",
        encoding="utf-8",
    )
    with pytest.raises(InvalidFile) as caught:
        read_puzzle(path)
    text = caught.value.text("en")
    assert "wrong.yaml:2:1: title: en and ja are expected." in text
    assert "wrong.yaml:3:1: gaol: no key of a puzzle. Did you mean goal?" in text
    assert "wrong.yaml:4:1: tier: a tier from 1 to 4 is expected." in text
    path.write_text(
        "game: solitaire-tcg\ntitle: {en: A, ja: A}\ngoal: {en: B, ja: C}\nposition: {hand: [fld_x99]}\n",
        encoding="utf-8",
    )
    with pytest.raises(InvalidFile) as caught:
        read_puzzle(path)
    assert "wrong.yaml:4:19: position.hand[0]: unknown card 'fld_x99'." in caught.value.text("en")


def test_states_with_equal_keys_have_equal_futures() -> None:
    """Proofs rely on this: equal keys have the same actions, and equal keys or results after each of them."""
    random = xoshiro(17, 5)
    by_key: dict[bytes, State] = {}
    compared = 0
    for puzzle in ALL:
        for _ in range(sample_size(40)):
            state = GAME.at(puzzle.position)
            for _ in range(12):
                if state.seat == OVER:
                    break
                key = puzzle.id.encode() + state.key()
                other = by_key.setdefault(key, state.clone())
                if other.encode() != state.encode():
                    compared += 1
                    assert sorted(other.actions()) == sorted(state.actions()), puzzle.id
                    for action in state.actions():
                        left, right = state.clone(), other.clone()
                        left.play(action)
                        right.play(action)
                        while left.seat != OVER and GAME.view(left, 0)["choice"] is not None:
                            # Within an action keys may be finer than necessary; at its end they are not.
                            assert sorted(left.actions()) == sorted(right.actions())
                            pick = sorted(left.actions())[random.below(len(left.actions()))]
                            left.play(pick)
                            right.play(pick)
                        assert left.key() == right.key(), (puzzle.id, GAME.format(state, action))
                        assert left.seat == right.seat
                going_on = [action for action in state.actions() if action != END_TURN] or [END_TURN]
                state.play(going_on[random.below(len(going_on))])
    assert compared >= sample_size(40)
