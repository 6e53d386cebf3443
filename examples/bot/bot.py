"""A bot that plays one game against the CPU of a Tefuda server.

    python bot.py --server http://127.0.0.1:8000 --game card-othello --level 1

It needs `pip install websockets`. The protocol is in docs/server.md. Change `choose` to make it play better.
"""

import argparse
import json
import random
import urllib.error
import urllib.request
from typing import Any

from websockets.sync.client import ClientConnection, connect


def choose(view: dict[str, Any], legal: list[str]) -> str:
    """Return the action to play. `view` is the view of the seat, `legal` the legal actions in notation."""
    return random.choice(legal)


def main() -> None:
    parser = argparse.ArgumentParser(description="Play one game against the CPU of a Tefuda server.")
    parser.add_argument(
        "--server", default="http://127.0.0.1:8000", help="Address of the server (default: %(default)s)."
    )
    parser.add_argument("--game", default="card-othello", help="Id of the game (default: %(default)s).")
    parser.add_argument("--level", type=int, default=1, help="Level of the CPU, 1 to 6 (default: %(default)s).")
    arguments = parser.parse_args()
    server = arguments.server.rstrip("/")

    games = {game["id"]: game for game in request(f"{server}/api/games")["games"]}
    if arguments.game not in games:
        parser.error(f"unknown game {arguments.game!r}; the server has {', '.join(games)}")
    others = [{"cpu": arguments.level}] * (games[arguments.game]["seats"] - 1)
    created = request(f"{server}/api/tables", {"game": arguments.game, "seats": ["me", *others], "name": "bot"})
    table, token = created["table"]["id"], created["seats"][0]["token"]
    print(f"Watch: {server}/table/{table}")

    # http becomes ws, and https becomes wss.
    with connect(f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket") as socket:
        result, seat = play(socket, token)
    print(f"Result: {result}. The bot has seat {seat}.")


def request(address: str, body: Any = None) -> Any:
    """Send a GET request, or a POST request with a body, and return the JSON response."""
    data = None if body is None else json.dumps(body).encode()
    http_request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(http_request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{address}: {error.read().decode()}") from None


def play(socket: ClientConnection, token: str) -> tuple[list[float], int]:
    """Play until the game is over; return the scores by seat and the own seat."""
    # With `views`, every update has the view. A bot without it must fold the events.
    send(socket, type="hello", protocol=2, build=None, token=token, have=None, views=True)
    seat = -1
    while True:
        message = json.loads(socket.recv())
        if message["type"] == "refused":
            raise SystemExit(message["en"])
        if message["type"] == "welcome":
            seat = message["seat"]
        if message["type"] not in ("welcome", "update"):
            continue  # Acknowledgements and presence.
        if message["result"] is not None:
            return message["result"], seat
        if message["turn"] == seat:
            action = choose(message["view"], message["legal"])
            # The server ignores a known id, so a client may send again after a lost connection.
            send(socket, type="play", id=f"play-{message['ply']:08}", ply=message["ply"], action=action)


def send(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


if __name__ == "__main__":
    main()
