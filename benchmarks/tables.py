"""Online tables: the capacity of `tefuda serve`, compared with boardgame.io.

    pip install -e .
    npm ci --prefix benchmarks/peer       # boardgame.io 0.50.2 and the clients; needs node
    python benchmarks/tables.py [--tables 200 1000 2000] [--seconds 20] [--rounds 3] [--profile FILE]
        [--postgres postgresql://USER@HOST/EMPTY_DATABASE] [--workers 1 2 4] [--share 0.2]

Two bots play plain Othello at each table, in other processes and over real sockets. peer/drive.js drives all servers.

Steady: each table has an action every four seconds. Measures the time until an action is acknowledged, and the memory.
Saturated: each bot answers at once, for the same number of seconds. Measures actions a second.

Rounds are interleaved, and medians are printed. Tefuda writes every action to its database before it acknowledges it.
boardgame.io keeps its games in memory, in its lightest setup (peer/othello.js). With `--postgres`, the same games are
also played on that database, with each number of workers. With `--profile`, py-spy records the stacks of the Tefuda
server with SQLite during the last saturated round. With `--share`, control groups of Linux limit every worker, and the
peer, to a share of a core while they are saturated (root). So the clients and the database never compete with the
workers, as if these had cores of their own.
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
    """A server of the comparison with its rounds. `protocol` names the clients in peer/drive.js."""

    label: str
    protocol: str
    serve: Callable[[], AbstractContextManager[tuple[int, int]]]
    workers: int = 1
    rounds: list[dict[str, Any]] = field(default_factory=list)

    def figures(self, phase: str, name: str) -> list[float]:
        """Return a figure of each round."""
        return [each[phase][name] for each in self.rounds]


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


def contestants(postgres: str, workers: list[int]) -> list[Contestant]:
    """Return the servers that are compared. boardgame.io is the last one."""
    sqlite = Contestant("tefuda, SQLite", "tefuda", tefuda_server)
    shared = [
        Contestant(f"tefuda, PostgreSQL, {count} workers", "tefuda", partial(tefuda_server, postgres, count), count)
        for count in (workers if postgres else [])
    ]
    return [sqlite, *shared, Contestant("boardgame.io 0.50.2, in memory", "boardgame", boardgame_server)]


def start_bots(one: Contestant, port: int, tables: int, every: int, seconds: int) -> list[BotProcess]:
    """Open tables for bots that wait for a signal."""
    settings = {"tables": tables // BOT_PROCESSES, "options": [PLAIN], "every": every, "seconds": seconds}
    processes = [BotProcess(one.protocol, port, **settings) for _ in range(BOT_PROCESSES)]
    for process in processes:
        process.read_line()
    return processes


def run_bots(processes: list[BotProcess], pid: int) -> dict[str, float]:
    """Let the bots play; return their figures and those of the server. Delays are those of the slower bot process."""
    used = tree_cpu_seconds(pid)
    for process in processes:
        process.go()
    found = [process.result() for process in processes]
    moves = sum(each["moves"] for each in found)
    if not moves or any(each["refused"] for each in found):
        sys.exit("Actions were refused, or too few seconds were given.")
    return {
        "speed": sum(each["moves"] / each["seconds"] for each in found),
        "p50": max(each["p50"] for each in found),
        "p99": max(each["p99"] for each in found),
        "cost": 1000 * (tree_cpu_seconds(pid) - used) / moves,
    }


def play_round(one: Contestant, tables: int, seconds: int, profile: str | None, share: float) -> dict[str, Any]:
    """Play steadily, then as fast as the server allows; return the figures of both."""
    with one.serve() as (port, pid):
        empty = memory_mb(pid)
        bots = start_bots(one, port, tables, MOVE_INTERVAL_MS, seconds)
        steady = {**run_bots(bots, pid), "memory": (memory_mb(pid) - empty) / tables}
    with one.serve() as (port, pid):
        bots = start_bots(one, port, tables, 0, seconds)
        profiler = start_profiler(pid, profile) if profile else None
        with limit_workers(pid, one.workers, share) if share else nullcontext():
            saturated = run_bots(bots, pid)
        if profiler is not None:
            profiler.send_signal(signal.SIGINT)
            profiler.wait()
    return {"steady": steady, "saturated": saturated}


def measure(servers: list[Contestant], tables: int, settings: argparse.Namespace) -> None:
    """Play all rounds with a number of tables and print them."""
    for one in servers:
        one.rounds.clear()
    for number in range(settings.rounds):
        for one in servers:
            wanted = settings.profile if one is servers[0] and number == settings.rounds - 1 else None
            one.rounds.append(play_round(one, tables, settings.seconds, wanted, settings.share))
    print(f"\n{tables} tables, {settings.seconds} s, {settings.rounds} rounds, medians (kB: of the first process):\n")
    print("| server | steady: p50, p99 ms | kB a table | saturated: actions/s | p99 ms | server ms an action | ratio |")
    print("|---|---|---|---|---|---|---|")
    peer = servers[-1].figures("saturated", "speed")
    for one in servers:
        p50, p99, memory = (statistics.median(one.figures("steady", part)) for part in ("p50", "p99", "memory"))
        speeds = one.figures("saturated", "speed")
        speed, delay, cost = (statistics.median(one.figures("saturated", part)) for part in ("speed", "p99", "cost"))
        ratio = statistics.median(ours / theirs for ours, theirs in zip(speeds, peer, strict=True))
        row = [one.label, f"{p50:.1f}, {p99:.1f}", f"{1000 * memory:.0f}", f"{speed:.0f}", f"{delay:.0f}"]
        print(f"| {' | '.join([*row, f'{cost:.3f}', f'{ratio:.2f}'])} |", flush=True)


def start_profiler(pid: int, out: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(["py-spy", "record", "--pid", str(pid), "--output", out, "--format", "raw", "--gil"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure online tables, and compare with boardgame.io.")
    parser.add_argument("--tables", type=int, nargs="+", default=[200], help="Numbers of tables (default: 200).")
    parser.add_argument("--seconds", type=int, default=20, help="Seconds of each measurement (default: 20).")
    parser.add_argument("--rounds", type=int, default=3, help="Rounds (default: 3).")
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
    limit = f"; saturated, each worker and the peer have {settings.share:g} of a core" if settings.share else ""
    print(f"Plain Othello{limit}.")
    servers = contestants(settings.postgres, settings.workers)
    for tables in settings.tables:
        measure(servers, tables, settings)


if __name__ == "__main__":
    main()
