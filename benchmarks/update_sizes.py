"""Bytes per action that the server sends to one seat, with and without views, and the median time of a digest.

    python benchmarks/update_sizes.py [--games 20]

Each game is played by its heuristic player with the default options. Every action is an `update` message as the server
sends it to the first seat. "With views" is what clients get that ask for views in `hello`.
"""

import argparse
import statistics
import time
from typing import Final

import tefuda
from tefuda.core.random import xoshiro
from tefuda.players.names import make_player
from tefuda.server.tables.records import HUMAN, PLAY, SeatRecord, TableRecord
from tefuda.server.tables.serialize import view_digest
from tefuda.server.tables.table import Table

PLAYERS: Final = {"card-othello": "cpu-1", "catalyst": "pairing", "linkavel": "heuristic", "solitaire-tcg": "greedy"}
SEAT: Final = 0


def measure(game_id: str, games: int) -> None:
    """Play games and print a row of the table."""
    game = tefuda.game(game_id)
    actions = plain = with_views = 0
    message_seconds: list[float] = []
    digest_seconds: list[float] = []
    for seed in range(games):
        seats = tuple(SeatRecord(HUMAN) for _ in range(game.seats))
        table = Table(TableRecord("t" * 16, game_id, str(seed), seats, 0, started=0), game)
        match, player = table.match, make_player(game, PLAYERS[game_id], xoshiro(seed, 1))
        while not match.over:
            notation = game.format(match.state(), player.choose(match.seat_of(match.seat)))
            entry = table.stage(PLAY, match.seat, 0, ply=match.ply, action=notation)
            table.confirm(entry)
            actions += 1
            with_views += len(table.compose_update(entry, 0)(SEAT, True).encode())
            started_at = time.perf_counter()
            text = table.compose_update(entry, 0)(SEAT, False)
            message_seconds.append(time.perf_counter() - started_at)
            plain += len(text.encode())
            view = match.view(SEAT)
            started_at = time.perf_counter()
            view_digest(view)
            digest_seconds.append(time.perf_counter() - started_at)
    message_time, digest_time = (1e6 * statistics.median(times) for times in (message_seconds, digest_seconds))
    print(
        f"{game_id:15}{actions / games:14.1f}{with_views / actions:14.0f}{plain / actions:10.0f}"
        f"{with_views / plain:8.1f}{message_time:12.0f}{digest_time:11.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the size of updates.")
    parser.add_argument("--games", type=int, default=20, help="Games of each game (default: 20).")
    settings = parser.parse_args()
    print(f"{'':29}{'bytes per action':>24}{'':8}{'microseconds':>23}")
    print(f"{'game':15}{'actions/game':>14}{'with views':>14}{'without':>10}{'ratio':>8}{'message':>12}{'digest':>11}")
    for game_id in PLAYERS:
        measure(game_id, settings.games)


if __name__ == "__main__":
    main()
