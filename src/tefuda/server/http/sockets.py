"""WebSocket connections of clients at tables, from `hello` to `bye`."""

import asyncio
import contextlib
import hmac
import json
import logging
import re
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol

from tefuda.core.errors import InvalidInput, JobTimeout, TefudaError
from tefuda.core.events import SPECTATOR
from tefuda.core.game_parts import NOT_YOUR_TURN
from tefuda.core.text import Message, both
from tefuda.server.http.security import TOO_MANY_REQUESTS
from tefuda.server.jobs.job_pool import BUSY
from tefuda.server.jobs.jobs import HintJob
from tefuda.server.rate_limits import Bucket
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.messages import (
    EMOTES,
    PROTOCOL,
    bye_message,
    encode,
    encode_message,
    encode_with_entries,
    error_message,
)
from tefuda.server.tables.records import (
    ABANDON,
    PLAY,
    REMATCH,
    RESIGN,
    TAKEBACK,
    TAKEBACK_DECLINE,
    TAKEBACK_REQUEST,
)
from tefuda.server.tables.room import Room
from tefuda.server.tables.serialize import describe_action
from tefuda.server.tables.table import PRACTICE_ONLY, TABLE_NOT_FOUND, WRONG_TOKEN, Table
from tefuda.server.tables.tokens import token_digest
from tefuda.server.tracing import NO_SPAN, annotate, span

LOG: Final = logging.getLogger("tefuda.sockets")
MAX_QUEUED_CHARACTERS: Final = 2_000_000
"""Maximum size of the queue of a socket."""
CLOSE_SECONDS: Final = 2
"""Time to send the queued messages before a socket is closed."""
MIN_CLIENT_ID_LENGTH: Final = 8
MAX_CLIENT_ID_LENGTH: Final = 40
MAX_PLY: Final = 10_000_000
MAX_ITEM_LENGTH: Final = 100
ENTRY_KINDS: Final = {
    "resign": RESIGN,
    "takeback": TAKEBACK,
    "takeback_request": TAKEBACK_REQUEST,
    "takeback_decline": TAKEBACK_DECLINE,
    "claim": ABANDON,
}
"""The kinds of entry by message, other than plays and rematches."""
MESSAGE_TYPES: Final = {PLAY, REMATCH, *ENTRY_KINDS, "describe", "explain", "hint", "emote", "view"}
COMMITMENT: Final = re.compile(r"[0-9a-f]{64}")

INVALID_MESSAGE: Final = Message("not_understood", "Invalid message.", "メッセージが正しくありません。")
NO_SEAT: Final = Message("no_seat", "You have no seat at this table.", "この卓の席に着いていません。")


class Socket(Protocol):
    """A WebSocket of ASGI that can also send messages without waiting."""

    on_writable: Callable[[], None] | None
    """Called when the client reads again, or is gone."""

    @property
    def is_writable(self) -> bool:
        """Whether the client reads fast enough."""

    async def receive(self) -> Any:
        """Return the next ASGI event."""

    async def send(self, message: Any) -> None:
        """Send an ASGI event: accept the connection, or close it."""

    def write_texts(self, texts: Iterable[str]) -> None:
        """Send messages with one write. Nothing is sent after the end of the connection."""


class Connection:
    """One client at a table. Its messages wait in a queue while it does not read, so it delays no one else."""

    def __init__(self, socket: Socket, hub: Hub) -> None:
        self._socket = socket
        self.hub = hub
        self.seat = SPECTATOR
        self.wants_views = False
        self.room: Room | None = None
        self.closing = False
        self._queue: list[str] = []
        self._queued_characters = 0
        self._descriptions: tuple[tuple[int, int | None], str] = ((-1, None), "")
        self._hint_task: asyncio.Task[None] | None = None
        self._task: asyncio.Task[Any] | None = None
        self._close_task: asyncio.Task[None] | None = None
        self._closed = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._receiving = False
        self._last_received = time.monotonic()

    def send(self, text: str, more: bool = False) -> None:
        """Send a message, or queue it while the client does not read. If the queue is full, close the socket.

        With `more`, another message follows soon, and both are sent with one write.
        """
        if self.closing:
            return
        self._queue.append(text)
        self._queued_characters += len(text)
        if not more:
            self._flush()
        if len(self._queue) > self.hub.settings.waiting_messages or self._queued_characters > MAX_QUEUED_CHARACTERS:
            self._queue.clear()
            self._queued_characters = 0
            self.close_with("slow")

    def close_with(self, code: str) -> None:
        """Send `bye` with a code, then close."""
        if not self.closing:
            self.send(bye_message(code))
            self.hub.metrics.dropped.labels(code).inc()
            self.close()

    def close(self) -> None:
        """Close the socket after the queued messages are sent, or after `CLOSE_SECONDS`."""
        if not self.closing:
            self.closing = True
            self._flush()
            asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._cancel_receive)

    async def run(self, build: str, table: str) -> None:
        """Serve the connection until it is closed."""
        await self._socket.receive()  # websocket.connect
        await self._socket.send({"type": "websocket.accept"})
        loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        self._timer = loop.call_later(self.hub.settings.hello_seconds, lambda: self.close_with("idle"))
        try:
            if await self._hello(build, table):
                self._timer.cancel()
                self._check_idle()
                await self._receive_messages()
        except asyncio.CancelledError:
            LOG.debug("a socket was closed while receiving")
        finally:
            self._timer.cancel()
            if self._hint_task is not None:
                self._hint_task.cancel()
            if self.room is not None:
                self.hub.presence.leave(self.room, self)
            self.close()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closed.wait(), CLOSE_SECONDS)

    def _check_idle(self) -> None:
        """Close the socket if nothing was received for `idle_seconds`; otherwise check again later."""
        left = self._last_received + self.hub.settings.idle_seconds - time.monotonic()
        if left <= 0:
            self.close_with("idle")
        else:
            self._timer = asyncio.get_running_loop().call_later(left, self._check_idle)

    def _cancel_receive(self) -> None:
        """Stop waiting for a frame. A running action is not cancelled."""
        if self._receiving and self._task is not None:
            self._task.cancel()

    def _flush(self) -> None:
        """Send the queued messages, then close the socket if it is closing. Wait for a client that does not read."""
        if self._queue and not self._socket.is_writable:
            self._socket.on_writable = self._flush
            return
        if self._queue:
            self._socket.write_texts(self._queue)
            self._queue.clear()
            self._queued_characters = 0
        self._socket.on_writable = None
        if self.closing and self._close_task is None:
            self._close_task = asyncio.ensure_future(self._close_socket())

    async def _close_socket(self) -> None:
        with contextlib.suppress(Exception):  # the connection may be lost
            await self._socket.send({"type": "websocket.close", "code": 1000})
        self._closed.set()

    async def _next_frame(self) -> str | None:
        """Return the next text frame; None when the socket is closed."""
        if self.closing:
            return None
        self._receiving = True
        frame = await self._socket.receive()
        self._receiving = False
        self._last_received = time.monotonic()
        if frame["type"] != "websocket.receive":
            return None
        # A binary frame is read as an invalid message.
        return frame.get("text") or ""

    async def _hello(self, build: str, name: str) -> bool:
        """Handle the `hello` message and send `welcome`; return False if it is refused."""
        text = await self._next_frame()
        if text is None:
            return False
        received = parse_message(text)
        if received is None or received.get("type") != "hello":
            return self._send_error(None, INVALID_MESSAGE)
        theirs = received.get("build")
        if received.get("protocol") != PROTOCOL or (theirs is not None and theirs != build):
            self.send(encode_message("reload", build=build, protocol=PROTOCOL))
            return False
        token, have, views = received.get("token"), received.get("have"), received.get("views", False)
        if (
            not (token is None or isinstance(token, str))
            or not (have is None or is_ply(have))
            or not isinstance(views, bool)
        ):
            return self._send_error(None, INVALID_MESSAGE)
        self.wants_views = views
        try:
            room = await self.hub.find_current_room(name)
        except InvalidInput as error:
            # The position of the table is not valid under the current rules.
            return self._send_error(None, error.problems[0].message)
        except TefudaError as error:
            return self._send_error(None, error.message)
        if room is None:
            return self._send_error(None, TABLE_NOT_FOUND)
        async with room.lock:
            table = room.table
            if token is not None:
                seat = find_seat(table, token)
                if seat is None:
                    return self._send_error(None, WRONG_TOKEN)
                self.seat = seat
            try:
                room.check_space(self.seat, self.hub.settings.sockets_per_table, self.hub.settings.sockets_per_seat)
            except TefudaError as error:
                return self._send_error(None, error.message)
            self.room = room
            shown_seat = None if self.seat == SPECTATOR else self.seat
            facts = {
                "seat": shown_seat,
                "table": table.summary(),
                "emotes": EMOTES,
                "claim_seconds": self.hub.settings.claim_seconds,
            }
            now = table.state_with_view(self.seat, self.hub.clock.now())
            missed_entries = table.missed_entries(have, self.seat)
            recent_events = table.recent_events(self.seat) if missed_entries is None else []
            self.send(encode_with_entries("welcome", missed_entries, {**facts, "past": recent_events, **now}))
            self.hub.presence.join(room, self)
        self.hub.resume_cpu(room)
        return True

    def _send_error(self, id: str | None, received: Message) -> bool:  # noqa: A002
        self.hub.metrics.refusals.labels(received.code).inc()
        annotate({"tefuda.refusal": received.code})
        self.send(error_message(id, received))
        return False

    async def _receive_messages(self) -> None:
        """Handle messages until the socket is closed."""
        bucket = Bucket(self.hub.settings.socket_rate, self.hub.settings.socket_burst)
        while (text := await self._next_frame()) is not None:
            if not bucket.take():
                self.close_with("flood")
                return
            received = parse_message(text)
            if received is None:
                self._send_error(None, INVALID_MESSAGE)
            else:
                with message_span(received):
                    await self._handle_message(received)

    async def _handle_message(self, received: dict[str, Any]) -> None:
        kind = received.get("type")
        room = self.room
        assert room is not None
        if kind == "ping":
            self.send(encode_message("pong"))
            return
        if kind == "view":
            await self._send_view(room)
            return
        if kind == "emote":
            if self.seat != SPECTATOR and received.get("emote") in EMOTES:
                text = encode_message("emote", seat=self.seat, emote=received["emote"])
                self.hub.presence.send_emote(room, self.seat, text)
            return
        id = received.get("id")  # noqa: A001
        if (
            not isinstance(id, str)
            or not MIN_CLIENT_ID_LENGTH <= len(id) <= MAX_CLIENT_ID_LENGTH
            or not id.isprintable()
        ):
            self._send_error(None, INVALID_MESSAGE)
        elif self.seat == SPECTATOR:
            self._send_error(id, NO_SEAT)
        elif kind == PLAY:
            ply, action = received.get("ply"), received.get("action")
            if ply is not None and is_ply(ply) and isinstance(action, str):
                await self._act(room, PLAY, id, ply, action)
            else:
                self._send_error(id, INVALID_MESSAGE)
        elif kind == REMATCH:
            commitment = received.get("commitment")
            if commitment is None or (isinstance(commitment, str) and COMMITMENT.fullmatch(commitment)):
                await self._act(room, REMATCH, id, action=commitment or "")
            else:
                self._send_error(id, INVALID_MESSAGE)
        elif isinstance(kind, str) and kind in ENTRY_KINDS:
            await self._act(room, ENTRY_KINDS[kind], id)
        elif kind == "describe":
            await self._describe(room, id)
        elif kind == "explain":
            item = received.get("item")
            if isinstance(item, str) and len(item) <= MAX_ITEM_LENGTH:
                await self._explain(room, id, item)
            else:
                self._send_error(id, INVALID_MESSAGE)
        elif kind == "hint":
            # In a separate task: the client may send other messages while the hint is computed.
            if self._hint_task is not None and not self._hint_task.done():
                self._send_error(id, BUSY)
            else:
                self._hint_task = asyncio.ensure_future(self._hint(room, id))
        else:
            self._send_error(id, INVALID_MESSAGE)

    async def _act(self, room: Room, kind: str, id: str, ply: int = 0, action: str = "") -> None:  # noqa: A002
        began = time.perf_counter()
        if not room.take_entry(self.seat, self.hub.settings.socket_rate, self.hub.settings.socket_burst):
            self._send_error(id, TOO_MANY_REQUESTS)
            return

        def acknowledge(number: int) -> None:
            self.send(encode_message("ack", id=id, number=number), more=True)
            self.hub.metrics.acknowledging.observe(time.perf_counter() - began)

        try:
            await self.hub.act(
                room, kind, self.seat, f"{self.seat} {id}", acknowledge=acknowledge, ply=ply, action=action
            )
        except TefudaError as error:
            self._send_error(id, error.message)
        finally:
            self._flush()

    async def _send_view(self, room: Room) -> None:
        """Send the current view to a client whose own view has another digest."""
        self.hub.metrics.view_requests.inc()
        async with room.lock:
            self.send(encode_message("view", **room.table.state_with_view(self.seat, self.hub.clock.now())))

    async def _describe(self, room: Room, id: str) -> None:  # noqa: A002
        async with room.lock:
            table, match = room.table, room.table.match
            now = (table.number, table.turn)  # the turn also changes when the game starts
            if self._descriptions[0] != now:
                legal = match.legal(self.seat) if table.turn == self.seat else []
                actions = [describe_action(match, action) for action in legal]
                self._descriptions = (now, encode({"ply": match.ply, "actions": actions}))
            self.send(f'{{"type":"described","id":{encode(id)},{self._descriptions[1][1:]}')

    async def _explain(self, room: Room, id: str, item: str) -> None:  # noqa: A002
        async with room.lock:
            reason = room.table.why_unusable(self.seat, item)
            shown = None if reason is None else {"code": reason.code, **both(reason)}
            self.send(encode_message("explained", id=id, ply=room.table.match.ply, reason=shown))

    async def _hint(self, room: Room, id: str) -> None:  # noqa: A002
        async with room.lock:
            table = room.table
            if not table.record.practice:
                self._send_error(id, PRACTICE_ONLY)
                return
            if table.turn != self.seat:
                self._send_error(id, NOT_YOUR_TURN)
                return
            snapshot = self.hub.snapshot(table)
        try:
            self.send(encode_message("hint", id=id, **await self.hub.pool.run(HintJob(snapshot))))
        except JobTimeout:
            self._send_error(id, BUSY)
        except TefudaError as error:
            self._send_error(id, error.message)
        except Exception:
            LOG.exception("a hint failed")
            self._send_error(id, BUSY)


def message_span(received: dict[str, Any]) -> AbstractContextManager[None]:
    """Return a span for a message. Pings have none; unknown types, which clients choose, are not recorded."""
    kind = received.get("type")
    if kind == "ping":
        return NO_SPAN
    return span(f"socket {kind}" if isinstance(kind, str) and kind in MESSAGE_TYPES else "socket")


def parse_message(text: str) -> dict[str, Any] | None:
    """Return a frame as a JSON object; None if it is not one."""
    try:
        received = json.loads(text)
        if "\\u" in text:
            json.dumps(received, ensure_ascii=False).encode()  # lone surrogates cannot be sent back
    except (ValueError, RecursionError):
        return None
    return received if isinstance(received, dict) else None


def is_ply(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_PLY


def find_seat(table: Table, token: str) -> int | None:
    """Return the seat of a token; None if there is none. The comparison takes constant time."""
    digest = token_digest(token)
    found = None
    for number, seat in enumerate(table.record.seats):
        if hmac.compare_digest(seat.token or "", digest):
            found = number
    return found
