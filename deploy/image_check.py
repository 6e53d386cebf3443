"""Checks a server from inside its container: `create` makes a table and prints its id, `find ID` looks for it."""

import asyncio
import json
import os
import sys
import time
import urllib.request
from typing import Any

from websockets.asyncio.client import connect

PORT = int(os.environ.get("TEFUDA_PORT", "8765"))
START_SECONDS = 120


def request(path: str, body: Any = None) -> Any:
    """Return the answer of the server."""
    data = None if body is None else json.dumps(body).encode()
    sent = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(sent, timeout=20) as answer:
        text = answer.read().decode()
    return json.loads(text) if path.startswith("/api/") else text


def wait_for_server() -> None:
    """Wait until the server can write to its database."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            request("/healthz")
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


async def play(table: str, token: str) -> None:
    """Play the first legal action of a table."""
    async with connect(f"ws://127.0.0.1:{PORT}/api/tables/{table}/socket") as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 2, "build": None, "token": token, "have": None}))
        welcome = json.loads(await socket.recv())
        action = {"type": "play", "id": "image-check", "ply": 0, "action": welcome["legal"][0]}
        await socket.send(json.dumps(action))
        while (answer := json.loads(await socket.recv()))["type"] not in ("ack", "refused"):
            pass
        assert answer["type"] == "ack", answer


def main(command: str, *names: str) -> None:
    """Run a command."""
    wait_for_server()
    if command == "create":
        made = request("/api/tables", {"game": "catalyst", "seats": ["me"]})
        asyncio.run(play(made["table"]["id"], made["seats"][0]["token"]))
        assert "<title>" in request("/")
        print(made["table"]["id"])
    else:
        assert request(f"/api/tables/{names[0]}")["number"] == 1, "the action is lost"


main(*sys.argv[1:])
