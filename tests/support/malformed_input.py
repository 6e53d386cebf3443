"""Malformed frames and requests, and the responses that they must get."""

import json
import re
import socket
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from hypothesis import strategies as st
from server_process import WAIT_SECONDS, RunningServer
from websockets.exceptions import ConnectionClosed

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
KINDS = st.sampled_from(
    [
        *[
            "hello",
            "play",
            "resign!",
            "takeback",
            "takeback_request",
            "claim",
            "rematch",
            "emote",
            "hint",
            "describe",
            "view",
            "ping",
            "timeout",
        ],
        *["", "welcome"],
    ]
)
MESSAGES = st.fixed_dictionaries(
    {"type": KINDS | VALUES},
    optional={
        "id": st.text(min_size=8, max_size=40) | VALUES,
        "ply": st.integers(-2, 3) | VALUES,
        "action": st.sampled_from(["place d3", "pass", "use TRAP_WILL", "\ud800", "１"]) | VALUES,
        "emote": VALUES,
        "protocol": VALUES,
        "token": VALUES,
        "have": VALUES,
        "views": VALUES,
    },
)
FRAMES = st.lists(MESSAGES | VALUES | st.text(max_size=60) | st.binary(max_size=60), min_size=1, max_size=12)


def send_frames(server: RunningServer, frames: list[Any]) -> int:
    """Send frames to a table, with and without a seat; the player can still play. Return the number of frames."""
    table, (black, _) = server.table()
    sent = 0
    for welcomed in (True, False):
        with server.connect_only(table) as one:
            if welcomed:
                one.hello(black)
            try:
                for frame in frames:
                    raw = isinstance(frame, str | bytes)
                    one.link.send(frame if raw and not _half(frame) else json.dumps(frame, default=repr))
                    sent += 1
                if welcomed:
                    one.send("ping")
                    one.until("pong")
            except ConnectionClosed:
                assert not welcomed, "only a frame before `hello` may close the socket"
    return sent


def _half(frame: str | bytes) -> bool:
    """Whether a text has lone surrogates and cannot be sent."""
    try:
        return isinstance(frame, str) and not frame.encode()
    except UnicodeEncodeError:
        return True


# Requests

BODIES: dict[str, Any] = {
    "/api/tables": {"game": "card-othello", "seats": ["me", "me"], "options": {"hand_limit": 3}, "name": "Ann"},
    "/api/tables/quick": {"game": "linkavel", "name": "Ann"},
    "/api/tables/{id}/seats": {"name": "Ben", "seat": 1, "deck": "fire"},
    "/api/replays": {"format": "tefuda-replay/1", "game": "catalyst", "actions": ["AS@1"], "fingerprints": {"0": "x"}},
    "/api/games/{game}/cards/check": {"yaml": "id: a\nname: A\ntype: spell\n"},
    "/api/games/{game}/decks/check": {"id": "d", "name": {"en": "D", "ja": "D"}, "cards": {"spl_001": 40}},
    "/api/games/{game}/decks/read": {"yaml": "id: d\ncards: {spl_001: 3}\n"},
    "/api/games/{game}/trials": {"options": {}, "level": 1, "first": 0, "count": 1},
    "/api/positions": {"text": "hand: [AS]\n", "game": "catalyst", "ply": 1},
    "/api/positions/proof": {"game": "catalyst", "position": {"field": ["AS", "3D"], "hand": ["5C"], "deck": []}},
    "/api/positions/puzzle": {"game": "catalyst", "position": {"hand": ["5C"]}, "title": {"en": "A", "ja": "A"}},
}
PATHS = [
    *BODIES,
    "/api/games",
    "/api/games/{game}/cards",
    "/api/games/{game}/rules",
    "/api/games/{game}/cards/starter",
    "/api/games/{game}/cards/{card}/yaml",
    "/api/games/{game}/cards/reference",
    "/api/games/{game}/puzzles",
    "/api/tables/{id}",
    "/api/tables/{id}/replay",
    "/api/tables/{id}/par",
    "/api/tables/{id}/cards",
    "/api/tables/{id}/socket",
    "/api/puzzles/daily",
    "/healthz",
    "/metrics",
    "/",
    "/app/x/main.js",
    "/t/{id}",
]
NAMES = ["card-othello", "linkavel", "solitaire-tcg", "catalyst", "spl_001", "A" * 16, "..", "%2e%2e", "\x00", "💥"]
DEEP = [b"[" * 3000, b'{"a":' * 2000, b'{"game": 1e999}', b"\xff\xfe{", b"NaN", b'"\\ud800"', b"", b"1" * 5000]


@dataclass(frozen=True)
class Request:
    """One raw HTTP request."""

    data: bytes


@st.composite
def changed(draw: st.DrawFn, body: Any) -> Any:
    """Draw a JSON value with one part replaced, removed or added."""
    if isinstance(body, dict) and body and draw(st.booleans()):
        key = draw(st.sampled_from(sorted(body)))
        inner = draw(changed(body[key]))
        return {**body, key: inner}
    way = draw(st.integers(0, 2))
    if isinstance(body, dict) and way == 0 and body:
        gone = draw(st.sampled_from(sorted(body)))
        return {key: value for key, value in body.items() if key != gone}
    if isinstance(body, dict) and way == 1:
        return {**body, draw(st.text(max_size=8)): draw(VALUES)}
    return draw(VALUES)


@st.composite
def requests(draw: st.DrawFn) -> Request:
    """Draw a request: a known path with malformed parts, method, body or headers."""
    path = draw(st.sampled_from(PATHS))
    method = draw(st.sampled_from(["POST"] * (8 if path in BODIES else 1) + ["GET"] * 3 + ["PUT", "HEAD", "BREW", ""]))
    body = b""
    if method == "POST":
        changes = changed(BODIES.get(path, {})).map(lambda value: json.dumps(value).encode())
        body = draw(changes | st.sampled_from(DEEP) | st.binary(max_size=80))
    for part in ("{game}", "{card}", "{id}"):
        if part in path:
            path = path.replace(part, quote(draw(st.sampled_from(NAMES) | st.text(max_size=12)), safe="%"))
    query = draw(st.sampled_from(["", "?", "?seat=x", "?seat=99999999999999999999", "?language=zz", "?game=%00", "?%"]))
    kind = draw(st.sampled_from(["application/json", "text/plain", "application/json; charset=utf-16", "\x7f", ""]))
    length = draw(st.sampled_from([len(body)] * 12 + [len(body) + 5, max(0, len(body) - 1), -1, 10**12]))
    host = draw(st.sampled_from(["localhost"] * 8 + ["", "evil.example", "a b"]))
    more = draw(
        st.sampled_from([""] * 8 + ["Origin: https://evil.example\r\n", "X: y\r\n" * 50, "\x00: 1\r\n", "x\r\n"])
    )
    head = f"{method} {path}{query} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}"
    head += f"Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
    return Request(head.encode() + body)


REQUESTS = requests() | st.binary(max_size=200).map(Request)


def send_request(server: RunningServer, request: Request) -> int:
    """Send a request; return its status, 0 for no response. Errors must have messages in both languages."""
    answer = b""
    with socket.create_connection(("127.0.0.1", server.port), WAIT_SECONDS) as link:
        try:
            link.sendall(request.data)
            link.shutdown(socket.SHUT_WR)
            while part := link.recv(65536):
                answer += part
        except (ConnectionResetError, BrokenPipeError):
            pass  # the server may close before it has read everything
    if not answer:
        return 0
    head, _, body = answer.partition(b"\r\n\r\n")
    status = int(head.split(None, 2)[1])
    assert status < 500 or status == 503, (status, request.data, body[:500])
    if status >= 400 and b"application/json" in head.lower() and body:
        error = json.loads(body)
        assert {"code", "en", "ja"} <= error.keys(), (request.data, error)
        assert all(error[key] for key in ("code", "en", "ja")), (request.data, error)
    return status


def check_unharmed(server: RunningServer) -> None:
    """Check that the server answers and its log has no traceback."""
    assert server.http.get("/healthz").status_code == 200
    log = server.log.read_text()
    # The last lines of the first traceback name the error.
    traceback = re.search(r"^Traceback .*\n(?:[ \t].*\n)*.*", log, re.MULTILINE)
    assert traceback is None, traceback[0][-1000:]
