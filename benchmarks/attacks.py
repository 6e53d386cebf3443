"""Attacks on a server from one address, and what the players at other addresses notice.

python benchmarks/attacks.py [SOURCE ...]: each SOURCE is a checkout to measure (default: this one). For each attack a
new server with default settings runs on a loopback address. Players at 127.0.0.1 play eight games of plain Othello, one
plays against the CPU, and a visitor checks a card through a new connection. The attacker uses 127.0.0.2. Times are
measured without the attack, then with it. Actions without an answer count until the end. All loops are bounded. The
attacker's process yields to the others: a real one has a processor of its own. The times of all rounds are pooled.
Linux only: other systems have one loopback address.
"""

import argparse
import asyncio
import json
import os
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.error import URLError
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect as connect_sync

ROOT: Final = Path(__file__).parents[1]
ATTACKER: Final = "127.0.0.2"
TABLES: Final = 8
MOVE_SECONDS: Final = 0.25
QUIET_SECONDS: Final = 4.0
ATTACK_SECONDS: Final = 8.0
OPEN_FILES: Final = 1024
MAX_SENT: Final = 400_000_000
CARD: Final = {"yaml": "id: lamp\nname: Lamp\ntype: monster\n"}
HELLO: Final = {"type": "hello", "protocol": 2, "build": None, "have": None}


# The server.


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def run_server(source: Path) -> Iterator[tuple[int, int]]:
    """Run a server from a checkout; yield its port and process id."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, Path(folder, "log").open("w") as log:
        own = {"TEFUDA_DATABASE_URL": f"sqlite:///{folder}/tables.db", "TEFUDA_LOG": "error", "TEFUDA_PROXIES": ""}
        command = f"ulimit -n {OPEN_FILES}; exec {sys.executable} -m tefuda.cli.main serve --port {port}"
        environment = {**os.environ, "PYTHONPATH": str(source / "src"), **own}
        server = subprocess.Popen(["bash", "-c", command], env=environment, stdout=log, stderr=log)
        try:
            for _ in range(600):
                try:
                    urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
                    break
                except (URLError, OSError):
                    time.sleep(0.1)
            yield port, server.pid
        finally:
            server.send_signal(signal.SIGKILL)
            server.wait()


def memory_mb(pid: int) -> float:
    """Return the memory of a process and its children in MB."""
    total = 0
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        total += sum(int(memory_mb(int(child))) for child in task.read_text().split())
    with suppress(OSError, IndexError):
        line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
        total += int(line.split()[1]) // 1024
    return total


def post(port: int, path: str, body: Any) -> Any:
    request = Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), {"content-type": "application/json"})
    with urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


# The players.


class Times:
    """Durations in seconds, with those that have not ended."""

    def __init__(self) -> None:
        self.done: list[float] = []
        self.running: dict[object, float] = {}

    @contextmanager
    def measure(self) -> Iterator[None]:
        key = object()
        self.running[key] = began = time.perf_counter()
        yield
        if self.running.pop(key, None) is not None:
            self.done.append(time.perf_counter() - began)

    def take(self) -> list[float]:
        """Return the durations since the last call. Those that have not ended count until now."""
        now = time.perf_counter()
        found = sorted([*self.done, *[now - began for began in self.running.values()]])
        self.done, self.running = [], {}
        return found or [0.0]


async def play_games(port: int, moves: Times, answers: Times | None) -> None:
    """Play games at one table after another; with `answers`, against the CPU."""
    while True:
        opponent: Any = "me" if answers is None else {"cpu": 1}
        body = {"game": "card-othello", "seats": ["me", opponent], "options": {"cards": "off"}}
        made = await asyncio.to_thread(post, port, "/api/tables", body)
        address = f"ws://127.0.0.1:{port}/api/tables/{made['table']['id']}/socket"
        links = [await connect(address, compression=None, ping_interval=None) for _ in made["seats"]]
        for link, seat in zip(links, made["seats"], strict=True):
            await link.send(json.dumps({**HELLO, "token": seat["token"]}))
        states = [await receive(link, "welcome") for link in links]
        while states[0]["status"] == "playing":
            await asyncio.sleep(MOVE_SECONDS)
            mover = states[0]["turn"] if answers is None else 0
            move = {"type": "play", "id": secrets.token_hex(8), "ply": states[0]["ply"]}
            with moves.measure():
                await links[mover].send(json.dumps({**move, "action": states[mover]["legal"][0]}))
                await receive(links[mover], "ack")
            states = [await receive(link, "update") for link in links]
            while answers is not None and states[0]["turn"] == 1:
                with answers.measure():
                    states = [await receive(links[0], "update")]
        for link in links:
            await link.close()


async def receive(link: Any, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await link.recv())
        if message["type"] == kind:
            return message


async def visit(port: int, visits: Times) -> None:
    """Check a card through new connections."""
    while True:
        with visits.measure():
            await asyncio.to_thread(visit_once, port)
        await asyncio.sleep(0.5)


def visit_once(port: int) -> None:
    """Try until the check is answered."""
    for _ in range(100):
        with suppress(OSError):
            post(port, "/api/games/solitaire-tcg/cards/check", CARD)
            return
        time.sleep(0.05)


async def watch_memory(pid: int, peak: list[float]) -> None:
    while True:
        peak[0] = max(peak[0], memory_mb(pid))
        await asyncio.sleep(0.1)


@dataclass
class Phase:
    """What players notice: times in seconds of moves, CPU answers and card checks, and the server's memory in MB."""

    times: list[list[float]] = field(default_factory=lambda: [[], [], []])
    memory: float = 0.0

    def add(self, measured: list[Times], memory: float) -> None:
        for times, one in zip(self.times, measured, strict=True):
            times += one.take()
        self.memory = max(self.memory, memory)


async def measure(port: int, pid: int, name: str, quiet: Phase, loud: Phase) -> None:
    """Measure without and with an attack."""
    measured = [Times(), Times(), Times()]
    moves, answers, visits = measured
    peak = [0.0]
    players = [play_games(port, moves, None) for _ in range(TABLES)]
    others = [play_games(port, Times(), answers), visit(port, visits), watch_memory(pid, peak)]
    tasks = [asyncio.ensure_future(work) for work in (*players, *others)]
    await asyncio.sleep(QUIET_SECONDS / 2)
    for times in measured:
        times.take()
    await asyncio.sleep(QUIET_SECONDS)
    quiet.add(measured, peak[0])
    peak[0] = 0.0
    process = subprocess.Popen([sys.executable, __file__, "--attack", name, "--port", str(port)])
    await asyncio.sleep(ATTACK_SECONDS)
    loud.add(measured, peak[0])
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    process.kill()
    process.wait()


def cells(quiet: Phase, loud: Phase) -> list[str]:
    """Return the cells of a row."""

    def compare(function: Callable[[list[float]], float], part: int, scale: int, digits: int) -> str:
        before, after = (scale * function(sorted(phase.times[part])) for phase in (quiet, loud))
        return f"{before:.{digits}f} → {after:.{digits}f}"

    moves = [compare(statistics.median, 0, 1000, 0), compare(percentile, 0, 1000, 0)]
    return [*moves, compare(max, 1, 1, 2), compare(max, 2, 1, 2), f"{quiet.memory:.0f} → {loud.memory:.0f}"]


def percentile(found: list[float]) -> float:
    return found[min(len(found) - 1, int(len(found) * 0.99))]


# The attacks. Each one runs in its own process until it is killed or has sent enough.


def dial(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 10, (ATTACKER, 0))


def send_endless_header(port: int) -> None:
    sent = 0
    while sent < MAX_SENT:
        with suppress(OSError), dial(port) as link:
            link.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nA: ")
            while sent < MAX_SENT:
                sent += link.send(b"x" * 65_536)
        time.sleep(0.01)


def open_silent_connections(port: int) -> None:
    kept = []
    for _ in range(1_100):
        with suppress(OSError):
            kept.append(dial(port))
    time.sleep(60)


def post_from_attacker(port: int, path: str, body: bytes) -> bytes:
    """Send a request; return the start of the answer."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
    received = b""
    with suppress(OSError), dial(port) as link:
        link.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        link.settimeout(30)
        while part := link.recv(65_536):
            received += part
    return received


def repeat(threads: int, times: int, call: Callable[[], object]) -> None:
    """Call a function from several threads."""

    def loop() -> None:
        for _ in range(times):
            call()

    running = [threading.Thread(target=loop, daemon=True) for _ in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()


def post_large_bodies(port: int) -> None:
    for size in (990_000, 490_000):
        body = b'{"game":"catalyst","seats":["me"],"options":{"a":[' + b"[]," * (size // 3) + b"[]]}}"
        repeat(8, 60, lambda body=body: post_from_attacker(port, "/api/tables", body))  # type: ignore[misc]


def custom_position() -> dict[str, Any]:
    """Return a position of Solitaire TCG with many custom cards."""
    import yaml

    from tefuda.cardlang.workshop import find_workshop

    workshop = find_workshop("solitaire-tcg")
    cards = []
    for number, card in enumerate([*workshop.cards().values()] * 2):
        fields = yaml.safe_load(workshop.to_yaml(card))
        cards.append({**fields, "id": f"own_{number}", "name": f"Own {number}"})
    return {"cards": cards[:200], "hand": ["own_0"], "deck": ["own_1"] * 5, "options": {"mode": "puzzle"}}


def open_tables_with_custom_cards(port: int) -> None:
    new = {"game": "solitaire-tcg", "seats": ["me"], "from": {"position": custom_position()}}
    body = json.dumps(new).encode()

    def create_and_join() -> None:
        answer = post_from_attacker(port, "/api/tables", body)
        with suppress(Exception):
            made = json.loads(answer.partition(b"\r\n\r\n")[2])
            address = f"ws://127.0.0.1:{port}/api/tables/{made['table']['id']}/socket"
            with connect_sync(address, sock=dial(port), compression=None) as link:
                link.send(json.dumps({**HELLO, "token": made["seats"][0]["token"]}))
                link.recv(10)

    repeat(8, 100, create_and_join)


def post_custom_replays(port: int) -> None:
    from tefuda.core.match import Match
    from tefuda.core.registry import find_game
    from tefuda.core.replay import record

    body = json.dumps(record(Match(find_game("solitaire-tcg"), 1, None, custom_position()))).encode()
    repeat(8, 100, lambda: post_from_attacker(port, "/api/replays", body))


def check_many_cards(port: int) -> None:
    cards = json.dumps({"yaml": json.dumps(custom_position()["cards"])}).encode()
    repeat(30, 20, lambda: post_from_attacker(port, "/api/games/solitaire-tcg/cards/check", cards))


def open_tabs(port: int, count: int, stack: ExitStack) -> list[Any]:
    """Join a table of the attacker's own with many tabs of one seat."""
    made = post_from_attacker(port, "/api/tables", b'{"game":"card-othello","seats":["me","me"]}')
    table = json.loads(made.partition(b"\r\n\r\n")[2])
    address = f"ws://127.0.0.1:{port}/api/tables/{table['table']['id']}/socket"
    tabs = []
    for _ in range(count):
        with suppress(Exception):
            link = connect_sync(address, sock=dial(port), compression=None, ping_interval=None)
            tabs.append(stack.enter_context(link))
            tabs[-1].send(json.dumps({**HELLO, "token": table["seats"][0]["token"]}))
        time.sleep(0.02)
    return tabs


def send_emotes(port: int) -> None:
    with ExitStack() as stack:
        tabs = open_tabs(port, 90, stack)
        for _ in range(300):
            for tab in tabs:
                with suppress(Exception):
                    tab.send('{"type":"emote","emote":"hello"}')
            time.sleep(0.07)


def send_pings(port: int) -> None:
    frames = Frame(Opcode.PING, b"").serialize(mask=True) * 1000
    with ExitStack() as stack:
        tabs = open_tabs(port, 8, stack)
        for _ in range(3_000):
            for tab in tabs:
                with suppress(Exception):
                    tab.socket.sendall(frames)
            time.sleep(0.005)


ATTACKS: Final[dict[str, tuple[str, Callable[[int], None]]]] = {
    "header": ("a header without end", send_endless_header),
    "silent": ("1,100 silent connections", open_silent_connections),
    "bodies": ("JSON bodies of 1 MB and 0.5 MB", post_large_bodies),
    "tables": ("tables with 200 custom cards", open_tables_with_custom_cards),
    "replays": ("replays with 200 custom cards", post_custom_replays),
    "checks": ("600 card checks", check_many_cards),
    "emotes": ("emotes from 90 tabs", send_emotes),
    "pings": ("WebSocket pings from 8 tabs", send_pings),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Attack a server and measure what its players notice.")
    parser.add_argument(
        "sources", nargs="*", type=Path, default=[ROOT], help="Checkouts to measure (default: this one)."
    )
    parser.add_argument("--only", choices=ATTACKS, action="append", help="Attack to run (default: all).")
    parser.add_argument("--rounds", type=int, default=3, help="Rounds, whose times are pooled (default: 3).")
    parser.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    settings = parser.parse_args()
    if settings.attack:
        os.nice(19)
        ATTACKS[settings.attack][1](settings.port)
        return
    print("Each cell: without the attack → with it.\n")
    print("| attack | server | moves p50 ms | moves p99 ms | slowest CPU answer s | slowest card check s | memory MB |")
    print("|---|---|---|---|---|---|---|")
    for name in settings.only or ATTACKS:
        phases = [(Phase(), Phase()) for _ in settings.sources]
        for _ in range(settings.rounds):
            for source, (quiet, loud) in zip(settings.sources, phases, strict=True):
                with run_server(source.resolve()) as (port, pid):
                    asyncio.run(measure(port, pid, name, quiet, loud))
        for source, (quiet, loud) in zip(settings.sources, phases, strict=True):
            row = [ATTACKS[name][0], source.name or source.resolve().name, *cells(quiet, loud)]
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
