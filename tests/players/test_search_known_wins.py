"""Searches win known won positions against every reply.

A comment says how each position was found; brute force proves here that it is won, and in how many actions.
"""

from pathlib import Path
from typing import Any

import pytest
from sample_size import sample_size
from search_helpers import deciding_seat, make_search_player, othello_endgame

import tefuda
import tefuda.games.solitaire_tcg
from tefuda import Game, State
from tefuda.core.puzzle import read_puzzle
from tefuda.core.state import OVER
from tefuda.players.search import SearchPlayer

KINDS = ["mcts", "ismcts"]
NEVER = 99
SPARE = 3
"""Extra actions allowed in a LinkaVel turn: a search may win later within the same turn."""


def state_after(state: State, action: int) -> State:
    copy = state.clone()
    copy.play(action)
    return copy


def shortest_win(state: State, seat: int, within: int) -> int:
    """Return the number of own actions of a forced win, by brute force; `NEVER` if there is none within the limit."""
    if state.seat == OVER:
        return 0 if state.scores()[seat] == 1.0 else NEVER
    if state.seat != seat:
        return max(shortest_win(state_after(state, action), seat, within) for action in state.actions())
    best = NEVER
    if within > 0:
        for action in state.actions():
            found = 1 + shortest_win(state_after(state, action), seat, min(within, best - 1) - 1)
            best = min(best, found)
    return best if best <= within else NEVER


def plays_to_win(game: Game, state: State, player: SearchPlayer, seat: int, within: int) -> int:
    """Return the most own actions a player needs over all replies; fails if it does not win."""
    played = 0
    while state.seat != OVER:
        if state.seat != seat:
            return played + max(
                plays_to_win(game, state_after(state, action), player, seat, within - played)
                for action in state.actions()
            )
        assert played < within, f"no win within the limit: {game.position(state)}"
        state = state_after(state, player.choose(deciding_seat(game, state)))
        played += 1
    assert state.scores()[seat] == 1.0, f"lost: {game.position(state)}"
    return played


# Catalyst Reaction

CATALYST = tefuda.game("catalyst")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("hand", [["2H"], ["2H", "3S"], ["KC", "3S", "2H"]], ids=len)
def test_catalyst_win_in_one_play(kind: str, hand: list[str]) -> None:
    """Made by hand: a third heart wins; other cards in hand, two cards in unknown order in the deck."""
    state = CATALYST.at({"field": ["5H", "9H"], "hand": hand, "deck": ["7S", "QD"]})
    assert not state.is_open()
    assert shortest_win(state, 0, 1) == 1
    for seed in range(3):
        assert plays_to_win(CATALYST, state, make_search_player(CATALYST, f"{kind}:100", seed), 0, 1) == 1


FOUR_PLAYS: list[dict[str, Any]] = [
    {"field": ["4C", "6D", "TH", "3D", "6C"], "hand": ["2D", "3H", "8H"], "deck": ["7C"]},
    {"field": ["8C", "2C", "8H", "6C", "4S"], "hand": ["7H", "5H", "QS"], "deck": ["KS"]},
    {"field": ["5D", "9H", "4H", "8S", "AD"], "hand": ["TS", "KH", "5S"], "deck": ["8D"]},
]
"""Found with the solver among random deals of five, three and one cards: about one in forty is won, with the last
card. One or two thousand of about 50,000 lines win."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", range(len(FOUR_PLAYS)))
def test_catalyst_win_in_four_plays(kind: str, number: int) -> None:
    state = CATALYST.at(FOUR_PLAYS[number])
    assert state.is_open()
    if tefuda.compiled:
        assert shortest_win(state, 0, 4) == 4
    assert (
        plays_to_win(CATALYST, state, make_search_player(CATALYST, f"{kind}:{max(300, sample_size(1500))}"), 0, 4) == 4
    )


# Card Othello

OTHELLO = tefuda.game("card-othello")


def endgame_with_card(card: str, empty: int, seed: int) -> State:
    """Return the end of a random game of plain Othello with one card for the seat to play."""
    plain = othello_endgame(seed, empty)
    side = ["black", "white"][plain.seat]
    return OTHELLO.at(
        {
            "board": OTHELLO.position(plain)["board"],
            "turn": side,
            "started": True,
            "hand": {side: [card]} if card else {},
            "deck": {"black": [], "white": []},
            "charge": {side: 30},
        }
    )


ENDGAMES = [(3, 8), (3, 9), (4, 4), (4, 10), (5, 2), (5, 4), (5, 8)]
"""Empty cells and seed: the first seeds in which some placements win and others do not."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cards", ["off", "on"])
@pytest.mark.parametrize(("empty", "seed"), ENDGAMES)
def test_othello_win_by_the_last_placements(kind: str, cards: str, empty: int, seed: int) -> None:
    state = othello_endgame(seed, empty) if cards == "off" else endgame_with_card("", empty, seed)
    assert state.is_open() == (cards == "off")
    assert shortest_win(state, state.seat, empty) < NEVER
    player = make_search_player(OTHELLO, f"{kind}:1000")
    plays_to_win(OTHELLO, state, player, state.seat, empty)


BY_CARD = [
    ("FREE_PLACEMENT", 3, 12),
    ("FREE_PLACEMENT", 4, 37),
    ("DOUBLE_PLACE", 2, 13),
    ("DOUBLE_PLACE", 3, 28),
    ("SWAP_WITH_ENEMY", 2, 23),
    ("SWAP_WITH_ENEMY", 3, 0),
    ("DESTROY_ONE_STONE", 2, 13),
    ("CHAIN_WILL", 2, 13),
    ("CHAIN_WILL", 3, 53),
]
"""Card, empty cells and seed: the first seeds in which the card wins and every placement before it does not."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("card", "empty", "seed"), BY_CARD)
def test_othello_win_by_a_card_and_a_placement(kind: str, card: str, empty: int, seed: int) -> None:
    state = endgame_with_card(card, empty, seed)
    use = OTHELLO.parse(state, f"use {card}")
    if tefuda.compiled or card != "SWAP_WITH_ENEMY":
        for action in state.actions():
            assert (shortest_win(state_after(state, action), state.seat, 8) < NEVER) == (action == use), (
                "the win needs the card"
            )
    # All cards are known, so two worlds are enough for `mcts`.
    player = make_search_player(OTHELLO, "ismcts:1000" if kind == "ismcts" else "mcts:1000,worlds=2")
    assert player.choose(deciding_seat(OTHELLO, state)) == use
    plays_to_win(OTHELLO, state, player, state.seat, 8)


# LinkaVel

LINKAVEL = tefuda.game("linkavel")


def monster(name: str, power: int) -> dict[str, Any]:
    return {"id": name, "name": name, "type": "normal_monster", "attribute": "neutral", "level": 1, "power": power}


def magic(name: str, *steps: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "name": name, "type": "normal_magic", "abilities": [{"when": "play", "effect": list(steps)}]}


CARDS = [
    monster("t_small", 500),
    monster("t_middle", 1000),
    monster("t_big", 2000),
    magic("t_kill", {"op": "destroy"}),
    magic("t_burn", {"op": "damage", "amount": 600}),
    magic("t_boost", {"op": "power", "amount": 700}),
]
LETHAL: dict[str, tuple[int, dict[str, Any], dict[str, Any]]] = {
    "one attack": (2, {"monsters": ["t_middle"]}, {"lp": 1000}),
    "three attacks": (4, {"monsters": ["t_small", "t_middle", "t_small"]}, {"lp": 2000}),
    "the strong one clears the way": (
        4,
        {"monsters": ["t_small", "t_middle", "t_big"]},
        {"lp": 2500, "monsters": [None, "t_middle"]},
    ),
    "fire alone": (1, {"hand": ["t_burn", "t_small"]}, {"lp": 600, "monsters": ["t_big"]}),
    "fire and an attack": (3, {"hand": ["t_burn"], "monsters": ["t_middle"]}, {"lp": 1600}),
    "the way is cleared by magic": (
        3,
        {"hand": ["t_kill"], "monsters": ["t_middle"]},
        {"lp": 1000, "monsters": ["t_big"]},
    ),
    "a summon, and two attacks": (4, {"hand": ["t_middle"], "monsters": ["t_middle"]}, {"lp": 2000}),
    "a boost, and an attack": (3, {"hand": ["t_boost"], "monsters": ["t_middle"]}, {"lp": 1700}),
    "everything": (
        5,
        {"hand": ["t_kill", "t_burn"], "monsters": ["t_middle", "t_small"]},
        {"lp": 2100, "monsters": ["t_big"]},
    ),
}
"""Made by hand: the full power of the turn is just enough; the opponent holds five unknown cards."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", LETHAL)
def test_linkavel_win_this_turn(kind: str, name: str) -> None:
    plays, mine, theirs = LETHAL[name]
    filler = {"deck": ["t_small"] * 10}
    two = {"hand": ["t_small", "t_kill", "t_middle", "t_burn", "t_big"], **filler, **theirs}
    state = LINKAVEL.at({"turn_number": 5, "cards": CARDS, "one": {**filler, "hand": [], **mine}, "two": two}, seed=3)
    assert shortest_win_this_turn(state, plays) == plays
    player = make_search_player(LINKAVEL, f"{kind}:{max(150, sample_size(600))}")
    played = 0
    while state.seat == 0 and played < plays + SPARE:
        state = state_after(state, player.choose(deciding_seat(LINKAVEL, state)))
        played += 1
    assert state.seat == OVER, f"not won this turn: {LINKAVEL.position(state)}"
    assert state.scores() == [1.0, 0.0]


def shortest_win_this_turn(state: State, within: int) -> int:
    """Return the fewest actions to a win before the other seat decides."""
    if state.seat == OVER:
        return 0 if state.scores()[0] == 1.0 else NEVER
    if state.seat != 0 or within == 0:
        return NEVER
    return min(1 + shortest_win_this_turn(state_after(state, action), within - 1) for action in state.actions())


# Solitaire TCG

PUZZLES = Path(tefuda.games.solitaire_tcg.__file__).parent / "puzzles"
SHORT = [puzzle for puzzle in map(read_puzzle, sorted(PUZZLES.glob("*.yaml"))) if 2 <= (puzzle.par or 0) <= 4]
"""Bundled puzzles; another test proves their par. A search may take a longer win."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("puzzle", SHORT, ids=lambda puzzle: puzzle.id)
def test_short_puzzle_is_solved(kind: str, puzzle: Any) -> None:
    state = puzzle.game.at(puzzle.position)
    assert state.is_open(), "full information: both kinds search one tree"
    player = make_search_player(puzzle.game, f"{kind}:{max(15, sample_size(150))}")
    assert puzzle.par <= plays_to_win(puzzle.game, state, player, 0, 4 * puzzle.par)


def test_short_puzzles_exist() -> None:
    assert {puzzle.par for puzzle in SHORT} == {2, 3, 4}
