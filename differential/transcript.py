"""Plays games and searches and prints digests of all results. Both builds must print the same.

Usage: python transcript.py GAME GAMES
"""

import hashlib
import json
import sys
from typing import Any

import tefuda
from tefuda.core.events import SPECTATOR
from tefuda.core.observation import ObservationBuffer
from tefuda.core.player import Seat
from tefuda.core.random import xoshiro
from tefuda.core.replay import record
from tefuda.core.state import OVER
from tefuda.games.card_othello.rules.codes import CARD_NAMES
from tefuda.games.linkavel.catalogue import LIBRARY
from tefuda.games.solitaire_tcg.catalogue import decks
from tefuda.players.names import make_player
from tefuda.players.search import SearchPlayer
from tefuda.players.tree import Node
from tefuda.solve import Limits, solve

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "card-othello": [
        {},
        {"cards": "off"},
        {"hand_limit": 2, "charge_cap": 99, "deck_size": 60, "copies.TRAP_WILL": 5, "cost.TRAP_WILL": 0},
        {f"cost.{card}": 0 for card in CARD_NAMES},
    ],
    "catalyst": [
        {},
        {"decks": 2},
        {"react": "suit", "field_cap": 14},
        {"react": "rank", "hand_size": 5},
        {"field_size": 6},
    ],
    "linkavel": [
        {},
        *({"deck.one": one, "deck.two": two} for one, two in zip(LIBRARY.decks, [*LIBRARY.decks][1:], strict=False)),
        {"lp": 700, "opening_hand": 3, "hand_limit": 2, "power_floor": "off"},
    ],
    "solitaire-tcg": [{"deck": deck} for deck in decks()]
    + [{"deck": "lamplight", "mode": "puzzle", "max_turns": 3}, {"max_turns": 3, "guard": 5, "turn_draw": 3}],
}

SLOW = ["cpu-4", "cpu-5", "cpu-6"]
"""Slow players: they play one game with default options and decide every eighth action of it."""


def digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def observations(game: tefuda.Game, state: tefuda.State, row: ObservationBuffer) -> list[str]:
    """Return the observation of each seat."""
    found = []
    for seat in range(game.seats):
        row.begin()
        state.observe(seat, row)
        found.append(row.row_bytes().hex())
    return found


def game_line(game: tefuda.Game, name: str, seed: int, options: dict[str, Any]) -> str:
    """Play one game; the digest of the line covers every event, view, observation, legal list and fingerprint."""
    match = tefuda.Match(game, seed, options)
    players = [make_player(game, name, xoshiro(seed, 1 + seat)) for seat in range(game.seats)]
    others = make_player(game, "random", xoshiro(seed, 9))
    space = game.observation_space(options)
    row = ObservationBuffer(0 if space is None else space.size)
    seen: list[object] = [match.events_for(0)]
    while not match.over:
        seat = match.seat
        seen.append([match.legal(seat), match.view(seat), match.view(SPECTATOR), match.fingerprint()])
        seen.append(observations(game, match.state(), row))
        player = others if name in SLOW and match.ply % 8 else players[seat]
        action = player.choose(match.seat_of(seat))
        text = game.format(match.state(), action)
        match.play(seat, match.ply, text)
        seen.append([event.seen_by(viewer) for event in match.events() for viewer in (*range(game.seats), SPECTATOR)])
    seen.append(record(match))
    return f"{game.id} {name} {options} {seed}: {match.ply} {match.result()} {match.fingerprint()} {digest(seen)}"


def search_line(game: tefuda.Game, seed: int, options: dict[str, Any]) -> str:
    """Search one proof; the line has its verdict, solution and node count."""
    proof = solve(game.start(seed, options), Limits(nodes=300, seconds=1e9))
    return (
        f"{game.id} solve {options} {seed}: {proof.verdict} {proof.line} {proof.nodes} {proof.at_least} {proof.limit}"
    )


TREES = ["mcts:{}", "mcts:{},rollout=random", "ismcts:{}"]
SIMULATIONS = {"solitaire-tcg": 12}
"""Simulations per search in games with long rollouts; 40 in the others."""
PLIES = [0, 5, 17]


def branches(node: Node) -> list[object]:
    """Return a whole tree with exact totals."""
    return [[child.action, child.visits, repr(child.total), branches(child)] for child in node.children]


def tree_line(game: tefuda.Game, name: str, seed: int, options: dict[str, Any], plies: int) -> str:
    """Run one search; the digest of the line covers all trees."""
    random = xoshiro(seed, 9)
    state = game.start(seed, options)
    for _ in range(plies):
        if state.seat != OVER:
            state.play(state.random_action(random))
    if state.seat == OVER:
        return f"{game.id} {name} {options} {seed}: over"
    player = make_player(game, name, xoshiro(seed, 1))
    assert isinstance(player, SearchPlayer)
    best = player.search(Seat(game, state, state.seat))[0]
    trees = [branches(tree.root) for tree in player.trees]
    return f"{game.id} {name} {options} {seed} {plies}: {best.action} {best.visits} {best.total!r} {digest(trees)}"


def main(game_id: str, games: int) -> None:
    print(f"# compiled: {tefuda.compiled}")
    game = tefuda.game(game_id)
    # Interpreted search is slow: all kinds of trees with the first options, one kind with each of the others.
    for number, options in enumerate(OPTIONS.get(game_id, [{}])):
        for name in ["random", *game.players.names()]:
            if name in SLOW and options:
                continue
            for seed in range(games if name == "random" else 1 if name in SLOW else max(1, games // 4)):
                print(game_line(game, name, seed, options))
        for kind, name in enumerate(TREES):
            for ply in PLIES:
                if number == 0 or (number + kind) % len(TREES) == 0:
                    print(tree_line(game, name.format(SIMULATIONS.get(game_id, 40)), ply, options, ply))
        if game.seats == 1:
            for seed in range(max(1, games // 4)):
                print(search_line(game, seed, options))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
