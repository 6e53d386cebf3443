"""Races at one table: several clients send plays for the same decision at the same time, and one of them wins."""

import random
import threading
from contextlib import ExitStack
from typing import Any

from serving import WAIT, Client, Running

LOST = ("wrong_ply", "game_over", "not_your_turn")
"""Codes of the refusals that a lost race ends with."""
GAMES = [("catalyst", 1), ("card-othello", 2), ("linkavel", 2), ("solitaire-tcg", 1)]
LONGEST_GAME = 40
"""Races at one table before the next one is opened."""


class Racer(threading.Thread):
    """One client that plays when all others do."""

    def __init__(self, client: Client, ready: threading.Barrier, ply: int, action: str, id: str) -> None:  # noqa: A002
        super().__init__(daemon=True)
        self.client, self.ready, self.ply, self.action, self.id = client, ready, ply, action, id
        self.answer: dict[str, Any] = {}
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            self.ready.wait(WAIT)
            self.answer = self.client.play(self.action, ply=self.ply, id=self.id)
        except BaseException as failure:
            self.failure = failure


def race(seats: list[list[Client]], luck: random.Random, acknowledged: list[str]) -> None:
    """Let all clients of the seat that decides play at once; one is acknowledged, and everybody sees that play."""
    everybody = [client for clients in seats for client in clients]
    now = everybody[0].now
    turn, ply, number = now["turn"], now["ply"], now["number"]
    clients = seats[turn]
    legal = clients[0].now["legal"]
    wanted = [luck.choice(legal) for _ in clients]
    ready = threading.Barrier(len(clients))
    racers = [
        Racer(client, ready, ply, action, f"race-{ply:05}-{which}")
        for which, (client, action) in enumerate(zip(clients, wanted, strict=True))
    ]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(2 * WAIT)
    assert all(racer.failure is None for racer in racers), [racer.failure for racer in racers]
    answers = [racer.answer for racer in racers]
    won = [which for which, answer in enumerate(answers) if answer["type"] == "ack"]
    assert len(won) == 1, answers
    assert answers[won[0]]["number"] == number, answers
    refused = [answer["code"] for which, answer in enumerate(answers) if which != won[0]]
    assert set(refused) <= set(LOST), answers
    acknowledged.append(wanted[won[0]])
    for client in everybody:
        client.moved(number + 1)
        assert client.now["number"] == number + 1, "somebody was told of an entry that nobody made"
    # Whoever lost may send again: the answer is the same, and nothing is played twice.
    loser = racers[won[0] - 1]
    again = loser.client.play(loser.action, ply=ply, id=loser.id)
    assert again["type"] == loser.answer["type"], (again, loser.answer)
    for same in seats:
        assert all(client.now["view"] == same[0].now["view"] for client in same), "two clients of a seat differ"


def race_often(servers: list[Running], clients: int, races: int, seed: int) -> int:
    """Race so often, with so many clients of each seat spread over the servers; how many races there were."""
    luck = random.Random(seed)
    done = 0
    while done < races:
        game, size = GAMES[luck.randrange(len(GAMES))]
        table, tokens = servers[0].table(game, ["me"] * size)
        acknowledged: list[str] = []
        with ExitStack() as stack:
            seats = [
                [stack.enter_context(servers[which % len(servers)].at(table, token)) for which in range(clients)]
                for token in tokens
            ]
            first = seats[0][0]
            while done < races and len(acknowledged) < LONGEST_GAME and first.now["status"] == "playing":
                race(seats, luck, acknowledged)
                done += 1
            if first.now["status"] == "playing":
                first.ask("resign")
        replay = servers[-1].get(f"/api/tables/{table}/replay")
        assert replay["actions"] == acknowledged, "the log is not what was acknowledged"
    return done
