"""Online tables: the capacity of `tefuda serve`, and moves per second compared with boardgame.io.

    pip install -e .
    npm ci --prefix benchmarks/peer       # boardgame.io 0.50.2 and the clients; needs node
    python benchmarks/tables.py [--tables 1000] [--seconds 40] [--duels 100] [--rounds 3] [--profile FILE]
        [--postgres postgresql://USER@HOST/EMPTY_DATABASE] [--workers 1 2 4] [--share 0.25]

Two bots play at each table, in other processes and over real sockets. peer/drive.js drives both servers.

Steady: many tables with a move every four seconds each, half plain Othello and half Card Othello with all cards.
Measures the time until a move is acknowledged (after it is on the disk), and the memory per table.

Saturated: games of plain Othello, all at once and to their end; each bot answers at once. Measures from the first to
the last move. Rounds are interleaved; the median of their ratios counts. Tefuda writes every move to SQLite before it
acknowledges it. boardgame.io keeps its games in memory, in its lightest setup (peer/othello.js). With `--postgres`, the
same games are also played on that database, with each number of workers; the sockets of a table reach any of them. With
`--profile`, py-spy records the stacks of the Tefuda server with SQLite during the last round. With `--share`, control
groups of Linux limit every worker, and the peer, to a share of a core (root). So the clients and the database never
compete with the workers, as if these had cores of their own.
"""

import argparse
import json
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.error import URLError
from urllib.request import urlopen

PEER: Final = Path(__file__).parent / "peer"
PLAIN: Final = {"cards": "off"}
MOVE_INTERVAL_MS: Final = 4_000
BOT_PROCESSES: Final = 2
LIMITS: Final = [
    *["REST_RATE", "REST_BURST", "TABLES_AN_HOUR", "TABLES_PER_ADDRESS", "SOCKETS_PER_ADDRESS", "SOCKETS"],
    *["LIVE_TABLES", "SOCKET_RATE", "SOCKET_BURST", "WAITING_MESSAGES"],
]
"""Limits per address are raised, because all bots use one address."""


def free_port() -> int:
    """Return a free port whose successor is also free."""
    with socket.socket() as one, socket.socket() as next_one:
        one.bind(("127.0.0.1", 0))
        port = int(one.getsockname()[1])
        try:
            next_one.bind(("127.0.0.1", port + 1))
        except OSError:
            return free_port()
    return port


@contextmanager
def tefuda_server(postgres: str = "", workers: int = 1) -> Iterator[tuple[int, int]]:
    """Run a Tefuda server with a new SQLite file, or with PostgreSQL; yield its port and process id."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        limits = {f"TEFUDA_{name}": "1000000" for name in LIMITS}
        mine = {"TEFUDA_DATABASE_URL": postgres or f"sqlite:///{folder}/tables.db", "TEFUDA_LOG": "warning"}
        command = [sys.executable, "-m", "tefuda.cli.main", "serve", "--port", str(port), "--workers", str(workers)]
        with run_process(command, {**limits, **mine}) as server:
            for _ in range(200):
                try:
                    urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
                    break
                except (URLError, OSError):
                    time.sleep(0.1)
            yield port, server.pid


@contextmanager
def boardgame_server() -> Iterator[tuple[int, int]]:
    port = free_port()
    with run_process(["node", str(PEER / "server.js"), str(port)], {"NODE_ENV": "production"}) as server:
        assert server.stdout is not None
        assert "listening" in server.stdout.readline()
        yield port, server.pid


@contextmanager
def run_process(command: list[str], more: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(command, env={**os.environ, **more}, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(20)


CONTROL_GROUPS: Final = Path("/sys/fs/cgroup")
PERIOD: Final = 20_000
"""Microseconds. Short, so that a worker that has used its share waits little."""


@contextmanager
def limit_workers(pid: int, count: int, share: float) -> Iterator[None]:
    """Limit each worker of a server, with its child processes, to a share of a core."""
    workers = [pid] if count == 1 else child_processes(pid)
    is_first_version = (CONTROL_GROUPS / "cpu").is_dir()
    groups = []
    for worker in workers:
        group = (CONTROL_GROUPS / "cpu" if is_first_version else CONTROL_GROUPS) / f"tefuda-{worker}"
        group.mkdir()
        groups.append(group)
        if is_first_version:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(int(share * PERIOD)))
        else:
            (group / "cpu.max").write_text(f"{int(share * PERIOD)} {PERIOD}")
        for member in [worker, *descendants(worker)]:
            (group / "cgroup.procs").write_text(str(member))
    try:
        yield
    finally:
        for group in groups:
            for process in (group / "cgroup.procs").read_text().split():
                (group.parent / "cgroup.procs").write_text(process)
            group.rmdir()


def child_processes(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(child) for child in text.split()]


def descendants(pid: int) -> list[int]:
    return [found for child in child_processes(pid) for found in [child, *descendants(child)]]


@dataclass
class Contestant:
    """A server of the saturated test with its rounds. `protocol` names the clients in peer/drive.js."""

    label: str
    protocol: str
    serve: Callable[[], AbstractContextManager[tuple[int, int]]]
    workers: int = 1
    rounds: list[dict[str, Any]] = field(default_factory=list)

    @property
    def speeds(self) -> list[float]:
        return [each["moves"] / each["seconds"] for each in self.rounds]


class BotProcess:
    """The bots of several tables in their own process."""

    def __init__(self, server: str, port: int, **settings: Any) -> None:
        settings_json = json.dumps({"server": server, "port": port, **settings})
        command = ["node", str(PEER / "drive.js"), settings_json]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def read_line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            sys.exit("The bots have failed. See the output above.")
        return line

    def go(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def result(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.read_line())
        self.process.wait(20)
        return found


def memory_mb(pid: int) -> float:
    """Return the memory of a process in MB, without its worker processes."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def tree_cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process and its child processes in seconds."""
    return cpu_seconds(pid) + sum(cpu_seconds(child) for child in descendants(pid))


def measure_steady(tables: int, seconds: int) -> None:
    with tefuda_server() as (port, pid):
        before = memory_mb(pid)
        settings = {
            "tables": tables // BOT_PROCESSES,
            "options": [PLAIN, {}],
            "every": MOVE_INTERVAL_MS,
            "seconds": seconds,
        }
        processes = [BotProcess("tefuda", port, **settings) for _ in range(BOT_PROCESSES)]
        for process in processes:
            process.read_line()
        seated, used = memory_mb(pid), cpu_seconds(pid)
        for process in processes:
            process.go()
        found = [process.result() for process in processes]
        after, used = memory_mb(pid), cpu_seconds(pid) - used
    moves = sum(each["moves"] for each in found)
    print(
        f"{tables} tables, {2 * tables} sockets, a move every {MOVE_INTERVAL_MS / 1000:g} s at each, for {seconds} s:"
    )
    print(f"  {moves} moves, {moves / seconds:.0f} per second; {sum(each['refused'] for each in found)} refused")
    if not moves:
        sys.exit("Too few seconds for a move at each table.")
    p50, p99, most = (max(each[name] for each in found) for name in ("p50", "p99", "most"))
    print(f"  acknowledged after {p50:.1f} ms (p50), {p99:.1f} ms (p99), {most:.0f} ms at most")
    print(f"  the server used {100 * used / seconds:.0f} % of a core")
    print(f"  memory: {before:.0f} MB empty, {seated:.0f} MB with all bots connected, {after:.0f} MB after the moves;")
    print(f"  {1000 * (after - before) / tables:.0f} kB per table, including its two sockets and its log")


def contestants(postgres: str, workers: list[int]) -> list[Contestant]:
    """Return the servers of the saturated test. boardgame.io is the last one."""
    sqlite = Contestant("tefuda, SQLite", "tefuda", tefuda_server)
    shared = [
        Contestant(f"tefuda, PostgreSQL, {count} workers", "tefuda", partial(tefuda_server, postgres, count), count)
        for count in (workers if postgres else [])
    ]
    return [sqlite, *shared, Contestant("boardgame.io 0.50.2, in memory", "boardgame", boardgame_server)]


def play_round(one: Contestant, duels: int, profile: str | None, share: float) -> dict[str, Any]:
    """Play all games at once; return the figures of the bots and of the server."""
    with one.serve() as (port, pid), limit_workers(pid, one.workers, share) if share else nullcontext():
        process = BotProcess(one.protocol, port, tables=duels, options=[PLAIN], every=0, seconds=300)
        process.read_line()
        before = tree_cpu_seconds(pid)
        profiler = start_profiler(pid, profile) if profile else None
        process.go()
        found = process.result()
        used = tree_cpu_seconds(pid) - before
        if profiler is not None:
            profiler.send_signal(signal.SIGINT)
            profiler.wait()
    return {**found, "used": used}


def measure_saturated(servers: list[Contestant], duels: int, rounds: int, profile: str | None, share: float) -> None:
    for number in range(rounds):
        for one in servers:
            wanted = profile if one is servers[0] and number == rounds - 1 else None
            one.rounds.append(play_round(one, duels, wanted, share))
    limit = f", every worker and the peer on {share:g} of a core" if share else ""
    print(f"\n{duels} games of plain Othello at once, to their end, {rounds} interleaved rounds{limit}, medians:")
    print(f"  {'':34}{'moves/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'server ms/move':>16}{'ratio':>8}  rounds")
    peer = servers[-1].speeds
    for one in servers:
        p50, p99 = (statistics.median(each[part] for each in one.rounds) for part in ("p50", "p99"))
        cost = statistics.median(1000 * each["used"] / each["moves"] for each in one.rounds)
        ratio = statistics.median(ours / theirs for ours, theirs in zip(one.speeds, peer, strict=True))
        listed = " ".join(f"{speed:.0f}" for speed in one.speeds)
        speed = statistics.median(one.speeds)
        print(f"  {one.label:34}{speed:9.0f}{p50:9.1f}{p99:9.1f}{cost:16.2f}{ratio:8.2f}  {listed}")


def start_profiler(pid: int, out: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(["py-spy", "record", "--pid", str(pid), "--output", out, "--format", "raw", "--gil"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure online tables, and compare with boardgame.io.")
    parser.add_argument("--tables", type=int, default=1000, help="Tables of the steady test (default: 1000).")
    parser.add_argument("--seconds", type=int, default=40, help="Seconds of the steady test (default: 40).")
    parser.add_argument("--duels", type=int, default=100, help="Games of the saturated test (default: 100).")
    parser.add_argument("--rounds", type=int, default=3, help="Rounds of the saturated test (default: 3).")
    parser.add_argument("--profile", help="Output file of py-spy (default: no profile).")
    parser.add_argument("--postgres", default="", help="URL of an empty PostgreSQL database (default: none).")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="Workers on it (default: 1 2).")
    parser.add_argument("--share", type=float, default=0.0, help="Share of a core per worker (default: no limit).")
    settings = parser.parse_args()
    if shutil.which("node") is None or not (PEER / "node_modules").is_dir():
        sys.exit("The clients are not installed. Install node and run npm ci --prefix benchmarks/peer.")
    import tefuda

    if not tefuda.compiled:
        sys.exit("Tefuda is not compiled. Run make setup.")
    if settings.tables:
        measure_steady(settings.tables, settings.seconds)
    if settings.duels:
        servers = contestants(settings.postgres, settings.workers)
        measure_saturated(servers, settings.duels, settings.rounds, settings.profile, settings.share)


if __name__ == "__main__":
    main()
