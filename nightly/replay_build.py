"""Record games as replays in one build, or verify the replays of the other build.

python -m nightly.replay_build record FIRST COUNT > replays.jsonl
python -m nightly.replay_build verify < replays.jsonl
"""

import json
import sys

from game_options import OPTIONS

import tefuda
from nightly.random_games import GAMES
from tefuda.core.match import Match
from tefuda.core.random import xoshiro
from tefuda.core.replay import EXACT, check_form, record, verify
from tefuda.core.source import Source
from tefuda.players.names import make_player

CPU_PLAYERS = {"card-othello": "cpu-1", "catalyst": "pairing", "linkavel": "novice", "solitaire-tcg": "greedy"}
"""These players play one game in five; the others are random."""


def record_game(number: int) -> dict[str, object]:
    """Return the replay of one game."""
    game = tefuda.game(GAMES[number % len(GAMES)])
    sets = [{}, *OPTIONS[game.id]]
    match = Match(game, number, sets[number // len(GAMES) % len(sets)])
    name = CPU_PLAYERS[game.id] if number // len(GAMES) % 5 == 0 else "random"
    players = [make_player(game, name, xoshiro(number, 1 + seat)) for seat in range(game.seats)]
    while not match.over:
        action = players[match.seat].choose(match.seat_of(match.seat))
        match.play(match.seat, match.ply, game.format(match.state(), action))
    return record(match)


def main(arguments: list[str]) -> int:
    if arguments[0] == "record":
        print(json.dumps({"compiled": tefuda.compiled}))
        for number in range(int(arguments[1]), int(arguments[1]) + int(arguments[2])):
            print(json.dumps(record_game(number)))
        return 0
    assert json.loads(sys.stdin.readline()) == {"compiled": not tefuda.compiled}, "both builds are the same"
    for line in sys.stdin:
        replay = json.loads(line)
        problems = check_form(replay)
        problem = problems[0].text("en") if problems else ""
        if not problems:
            verdict = verify(Source("replay", replay, None))
            problem = "" if verdict.kind == EXACT else verdict.message.en
        if problem:
            print(f"{replay['game']}, options {replay['options']}, seed {replay['seed']}: {problem}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
