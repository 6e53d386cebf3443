"""Races at one table: several clients send plays for the same decision at the same time, and one succeeds."""

import random
import threading
from contextlib import ExitStack
from typing import Any

from server_process import WAIT_SECONDS, Client, RunningServer

LOST = ("wrong_ply", "game_over", "not_your_turn")
"""Error codes of a lost race."""
GAMES = [("catalyst", 1), ("card-othello", 2), ("linkavel", 2), ("solitaire-tcg", 1)]
MAX_RACES_PER_TABLE = 40


class Racer(threading.Thread):
    """A thread of one client that plays at the same time as the others."""

    def __init__(self, client: Client, ready: threading.Barrier, ply: int, action: str, id: str) -> None:  # noqa: A002
        super().__init__(daemon=True)
        self.client, self.ready, self.ply, self.action, self.id = client, ready, ply, action, id
        self.answer: dict[str, Any] = {}
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            self.ready.wait(WAIT_SECONDS)
            self.answer = self.client.play(self.action, ply=self.ply, id=self.id)
        except BaseException as failure:
            self.failure = failure


def race(seats: list[list[Client]], rng: random.Random, acknowledged: list[str]) -> None:
    """Let all clients of the seat to play send an action at once. One is acknowledged, and all clients get its play."""
    all_clients = [client for clients in seats for client in clients]
    now = all_clients[0].now
    turn, ply, number = now["turn"], now["ply"], now["number"]
    clients = seats[turn]
    legal = clients[0].now["legal"]
    wanted = [rng.choice(legal) for _ in clients]
    ready = threading.Barrier(len(clients))
    racers = [
        Racer(client, ready, ply, action, f"race-{ply:05}-{index}")
        for index, (client, action) in enumerate(zip(clients, wanted, strict=True))
    ]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(2 * WAIT_SECONDS)
    assert all(racer.failure is None for racer in racers), [racer.failure for racer in racers]
    answers = [racer.answer for racer in racers]
    won = [index for index, answer in enumerate(answers) if answer["type"] == "ack"]
    assert len(won) == 1, answers
    assert answers[won[0]]["number"] == number, answers
    refused = [answer["code"] for index, answer in enumerate(answers) if index != won[0]]
    assert set(refused) <= set(LOST), answers
    acknowledged.append(wanted[won[0]])
    for client in all_clients:
        client.wait_for_entries(number + 1)
        assert client.now["number"] == number + 1, "a client got an unexpected entry"
    # A resend of the loser gets the same response.
    loser = racers[won[0] - 1]
    again = loser.client.play(loser.action, ply=ply, id=loser.id)
    assert again["type"] == loser.answer["type"], (again, loser.answer)
    for same in seats:
        assert all(client.now["view"] == same[0].now["view"] for client in same), (
            "two clients of a seat have different views"
        )


def race_often(servers: list[RunningServer], clients: int, races: int, seed: int) -> int:
    """Run races with several clients of each seat, spread over the servers; return the number of races."""
    rng = random.Random(seed)
    done = 0
    while done < races:
        game, size = GAMES[rng.randrange(len(GAMES))]
        table, tokens = servers[0].table(game, ["me"] * size)
        acknowledged: list[str] = []
        with ExitStack() as stack:
            seats = [
                [stack.enter_context(servers[index % len(servers)].at(table, token)) for index in range(clients)]
                for token in tokens
            ]
            first = seats[0][0]
            while done < races and len(acknowledged) < MAX_RACES_PER_TABLE and first.now["status"] == "playing":
                race(seats, rng, acknowledged)
                done += 1
            if first.now["status"] == "playing":
                first.ask("resign")
        replay = servers[-1].get(f"/api/tables/{table}/replay")
        assert replay["actions"] == acknowledged, "the log differs from the acknowledged actions"
    return done
