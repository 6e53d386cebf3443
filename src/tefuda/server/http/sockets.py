"""Sockets: one a table and client, from `hello` to `bye`."""

import asyncio
import contextlib
import hmac
import json
import logging
import time
from collections import deque
from typing import Any, Final

from starlette.types import Receive, Send

from tefuda.core.errors import InvalidInput, JobTimeout, TefudaError
from tefuda.core.events import SPECTATOR
from tefuda.core.text import Message
from tefuda.server.jobs.job_pool import BUSY
from tefuda.server.jobs.jobs import Hint
from tefuda.server.rate_limits import Bucket
from tefuda.server.tables.hub import Hub
from tefuda.server.tables.messages import EMOTES, PROTOCOL, bye, encode, message, refused, with_entries
from tefuda.server.tables.records import PLAY, REMATCH, RESIGN, TAKEBACK
from tefuda.server.tables.room import Live
from tefuda.server.tables.table import NO_PRACTICE, NO_TABLE, LiveTable
from tefuda.server.tables.tokens import milliseconds, token_digest

LOG: Final = logging.getLogger("tefuda.sockets")
MOST_LETTERS: Final = 2_000_000
"""So much may wait for a reader."""
LEAVING_SECONDS: Final = 2
"""So long a socket that is being closed may take to read what is left."""
SHORTEST_ID: Final = 8
LONGEST_ID: Final = 40
MOST_PLY: Final = 10_000_000

NOT_UNDERSTOOD: Final = Message("not_understood", "Invalid message.", "読み取れないメッセージです。")
NO_SEAT: Final = Message("no_seat", "You have no seat at this table.", "この卓の席に着いていません。")
WRONG_TOKEN: Final = Message("wrong_token", "Invalid seat token.", "この卓では使えないトークンです。")
NOT_YOUR_TURN: Final = Message("not_your_turn", "It is not your turn.", "あなたの番ではありません。")


class Connection:
    """One socket. What is sent waits in a queue that its own task empties, so that nobody waits for a slow reader."""

    def __init__(self, receive: Receive, send: Send, hub: Hub) -> None:
        self._receive = receive
        self._send = send
        self.hub = hub
        self.seat = SPECTATOR
        self.live: Live | None = None
        self.leaving = False
        self._waiting: deque[str | None] = deque()
        self._letters = 0
        self._described: tuple[tuple[int, int | None], str] = ((-1, None), "")
        self._hinting: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._task: asyncio.Task[Any] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._receiving = False
        self._heard = time.monotonic()

    def send(self, text: str) -> None:
        """Queue a message; who lets too many pile up is dropped."""
        if self.leaving:
            return
        self._waiting.append(text)
        self._letters += len(text)
        self._wake.set()
        if len(self._waiting) > self.hub.settings.waiting_messages or self._letters > MOST_LETTERS:
            self._waiting.clear()
            self._letters = 0
            self.dismiss("slow")

    def dismiss(self, code: str) -> None:
        """Say good-bye, then close."""
        if not self.leaving:
            self.send(bye(code))
            self.hub.metrics.dropped.labels(code).inc()
            self.close()

    def close(self) -> None:
        """Close, once everything is sent, or soon."""
        if not self.leaving:
            self.leaving = True
            self._waiting.append(None)
            self._wake.set()
            asyncio.get_running_loop().call_later(LEAVING_SECONDS, self._cut)

    async def run(self, build: str, table: str) -> None:
        """From the first frame to the last."""
        await self._receive()  # the opening itself
        await self._send({"type": "websocket.accept"})
        loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        sending = asyncio.ensure_future(self._empty())
        self._timer = loop.call_later(self.hub.settings.hello_seconds, lambda: self.dismiss("idle"))
        try:
            if await self._hello(build, table):
                self._timer.cancel()
                self._look_whether_idle()
                await self._listen()
        except asyncio.CancelledError:
            LOG.debug("a socket was cut off")
        finally:
            self._timer.cancel()
            if self._hinting is not None:
                self._hinting.cancel()
            if self.live is not None:
                self.hub.company.leave(self.live, self)
            self.close()
            await asyncio.wait({sending}, timeout=LEAVING_SECONDS)
            sending.cancel()

    def _look_whether_idle(self) -> None:
        """Dismiss a socket that has said nothing for long."""
        left = self._heard + self.hub.settings.idle_seconds - time.monotonic()
        if left <= 0:
            self.dismiss("idle")
        else:
            self._timer = asyncio.get_running_loop().call_later(left, self._look_whether_idle)

    def _cut(self) -> None:
        """Stop waiting for frames; never in the middle of an action, which must run to its end."""
        if self._receiving and self._task is not None:
            self._task.cancel()

    async def _empty(self) -> None:
        """Send what waits, in order, until told to close."""
        with contextlib.suppress(Exception):  # the other end is gone: the receiving side learns of it
            while True:
                while self._waiting:
                    text = self._waiting.popleft()
                    if text is None:
                        await self._send({"type": "websocket.close", "code": 1000})
                        return
                    self._letters -= len(text)
                    await self._send({"type": "websocket.send", "text": text})
                self._wake.clear()
                await self._wake.wait()

    async def _next(self) -> str | None:
        """The next frame; None at the end."""
        if self.leaving:
            return None
        self._receiving = True
        frame = await self._receive()
        self._receiving = False
        self._heard = time.monotonic()
        if frame["type"] != "websocket.receive":
            return None
        # Frames of bytes are no messages.
        return frame.get("text") or ""

    async def _hello(self, build: str, name: str) -> bool:
        """Whether the first frame opened the table."""
        text = await self._next()
        if text is None:
            return False
        said = read_message(text)
        if said is None or said.get("type") != "hello":
            return self._refuse(None, NOT_UNDERSTOOD)
        theirs = said.get("build")
        if said.get("protocol") != PROTOCOL or (theirs is not None and theirs != build):
            self.send(message("reload", build=build, protocol=PROTOCOL))
            return False
        token, have = said.get("token"), said.get("have")
        if not (token is None or isinstance(token, str)) or not (have is None or is_number(have)):
            return self._refuse(None, NOT_UNDERSTOOD)
        try:
            live = await self.hub.open_current(name)
        except InvalidInput as error:
            # The position of the table is not valid under the current rules.
            return self._refuse(None, error.problems[0].message)
        except TefudaError as error:
            return self._refuse(None, error.message)
        if live is None:
            return self._refuse(None, NO_TABLE)
        async with live.lock:
            table = live.table
            if token is not None:
                seat = seat_of(table, token)
                if seat is None:
                    return self._refuse(None, WRONG_TOKEN)
                self.seat = seat
            self.live = live
            seat_told = None if self.seat == SPECTATOR else self.seat
            told = {"seat": seat_told, "table": table.described(), "emotes": EMOTES}
            now = table.now(self.seat, milliseconds())
            missed = table.missed(have, self.seat)
            past = table.past(self.seat) if missed is None else []
            self.send(with_entries("welcome", missed, {**told, "past": past, **now}))
            self.hub.company.join(live, self)
        self.hub.resume(live)
        return True

    def _refuse(self, id: str | None, said: Message) -> bool:  # noqa: A002
        self.hub.metrics.refusals.labels(said.code).inc()
        self.send(refused(id, said))
        return False

    async def _listen(self) -> None:
        """Answer frames until the end."""
        bucket = Bucket(self.hub.settings.socket_rate, self.hub.settings.socket_burst)
        while (text := await self._next()) is not None:
            if not bucket.take():
                self.dismiss("flood")
                return
            said = read_message(text)
            if said is None:
                self._refuse(None, NOT_UNDERSTOOD)
            else:
                await self._answer(said)
            # Frames that came together are read without a pause: their answers must not pile up meanwhile.
            await asyncio.sleep(0)

    async def _answer(self, said: dict[str, Any]) -> None:
        kind = said.get("type")
        live = self.live
        assert live is not None
        if kind == "ping":
            self.send(message("pong"))
            return
        if kind == "emote":
            if self.seat != SPECTATOR and said.get("emote") in EMOTES:
                self.hub.company.say(live, message("emote", seat=self.seat, emote=said["emote"]))
            return
        id = said.get("id")  # noqa: A001
        if not isinstance(id, str) or not SHORTEST_ID <= len(id) <= LONGEST_ID or not id.isprintable():
            self._refuse(None, NOT_UNDERSTOOD)
        elif self.seat == SPECTATOR:
            self._refuse(id, NO_SEAT)
        elif kind == PLAY:
            ply, action = said.get("ply"), said.get("action")
            if ply is not None and is_number(ply) and isinstance(action, str):
                await self._act(live, PLAY, id, ply, action)
            else:
                self._refuse(id, NOT_UNDERSTOOD)
        elif kind in (RESIGN, TAKEBACK, REMATCH):
            await self._act(live, str(kind), id)
        elif kind == "describe":
            await self._describe(live, id)
        elif kind == "hint":
            # In a task of its own: while somebody thinks for this reader, it may play and say what it likes.
            if self._hinting is not None and not self._hinting.done():
                self._refuse(id, BUSY)
            else:
                self._hinting = asyncio.ensure_future(self._hint(live, id))
        else:
            self._refuse(id, NOT_UNDERSTOOD)

    async def _act(self, live: Live, kind: str, id: str, ply: int = 0, action: str = "") -> None:  # noqa: A002
        began = time.perf_counter()

        def acknowledge(number: int) -> None:
            self.send(message("ack", id=id, number=number))
            self.hub.metrics.acknowledging.observe(time.perf_counter() - began)

        try:
            await self.hub.act(live, kind, self.seat, f"{self.seat} {id}", acknowledge, ply, action)
        except TefudaError as error:
            self._refuse(id, error.message)

    async def _describe(self, live: Live, id: str) -> None:  # noqa: A002
        async with live.lock:
            table, match = live.table, live.table.match
            now = (table.number, table.turn)  # while the table waits for people, it is nobody's turn
            if self._described[0] != now:
                legal = match.legal(self.seat) if table.turn == self.seat else []
                actions = [
                    {"action": action, "text": {"en": match.describe(action, "en"), "ja": match.describe(action, "ja")}}
                    for action in legal
                ]
                self._described = (now, encode({"ply": match.ply, "actions": actions}))
            self.send(f'{{"type":"described","id":{encode(id)},{self._described[1][1:]}')

    async def _hint(self, live: Live, id: str) -> None:  # noqa: A002
        async with live.lock:
            table = live.table
            if not table.record.practice:
                self._refuse(id, NO_PRACTICE)
                return
            if table.turn != self.seat:
                self._refuse(id, NOT_YOUR_TURN)
                return
            position = self.hub.position(table)
        try:
            self.send(message("hint", id=id, **await self.hub.pool.ask(Hint(position))))
        except JobTimeout:
            self._refuse(id, BUSY)
        except TefudaError as error:
            self._refuse(id, error.message)
        except Exception:
            LOG.exception("there is no hint")
            self._refuse(id, BUSY)


def read_message(text: str) -> dict[str, Any] | None:
    """A frame as a mapping; None for anything else."""
    try:
        said = json.loads(text)
        if "\\u" in text:
            json.dumps(said, ensure_ascii=False).encode()  # half characters could be sent back to nobody
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_PLY


def seat_of(table: LiveTable, token: str) -> int | None:
    """The seat that a token opens. Every seat is compared, in the time that any comparison takes."""
    digest = token_digest(token)
    found = None
    for number, seat in enumerate(table.record.seats):
        if hmac.compare_digest(seat.token or "", digest):
            found = number
    return found
