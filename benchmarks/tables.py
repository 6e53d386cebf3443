"""Tables online: what one worker of `tefuda serve` carries, and moves a second beside boardgame.io's server.

    pip install -e .
    npm ci --prefix benchmarks/peer       # boardgame.io 0.50.2 and the clients; needs node
    python benchmarks/tables.py [--tables 1000] [--seconds 40] [--duels 100] [--rounds 3] [--profile FILE]

Two bots sit at each table, in other processes and over real sockets, for both servers by one program, peer/drive.js.

Steady: many tables with a move every four seconds each, half of them plain Othello and half Card Othello with all its
cards. How long until a move is acknowledged, which is after it is on the disk, and how much memory a table takes.

Saturated: games of plain Othello, all at once and to their end, each bot answering at once. From the first move to the
last; rounds are interleaved, so that a noisy machine is noisy for both, and the median of their ratios counts. Tefuda
writes every move to SQLite and acknowledges it when it is on the disk; boardgame.io keeps its games in memory, in its
lightest setup (peer/othello.js). `--profile` has py-spy, where it is installed, write the stacks of our server during
the last round.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.error import URLError
from urllib.request import urlopen

PEER: Final = Path(__file__).parent / "peer"
PLAIN: Final = {"cards": "off"}
EVERY_MS: Final = 4_000
DRIVERS: Final = 2
LIMITS: Final = [
    *["REST_RATE", "REST_BURST", "TABLES_AN_HOUR", "SOCKETS_PER_ADDRESS", "SOCKETS", "LIVE_TABLES"],
    *["SOCKET_RATE", "SOCKET_BURST", "WAITING_MESSAGES"],
]
"""What a server allows one address is for strangers; all bots come from one."""


def free_port() -> int:
    """A port that is free, and the next one too."""
    with socket.socket() as one, socket.socket() as next_one:
        one.bind(("127.0.0.1", 0))
        port = int(one.getsockname()[1])
        try:
            next_one.bind(("127.0.0.1", port + 1))
        except OSError:
            return free_port()
    return port


@contextmanager
def tefuda_server() -> Iterator[tuple[int, int]]:
    """A server of ours with a new SQLite file: its port and its process."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        limits = {f"TEFUDA_{name}": "1000000" for name in LIMITS}
        mine = {"TEFUDA_DATABASE_URL": f"sqlite:///{folder}/tables.db", "TEFUDA_LOG": "warning"}
        command = [sys.executable, "-m", "tefuda.cli.main", "serve", "--port", str(port)]
        with running(command, {**limits, **mine}) as server:
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
    with running(["node", str(PEER / "server.js"), str(port)], {"NODE_ENV": "production"}) as server:
        assert server.stdout is not None
        assert "listening" in server.stdout.readline()
        yield port, server.pid


@contextmanager
def running(command: list[str], more: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(command, env={**os.environ, **more}, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(20)


SERVERS: Final = {"tefuda": tefuda_server, "boardgame": boardgame_server}


class Drive:
    """The bots of some tables, in a process of their own, connected and waiting."""

    def __init__(self, server: str, port: int, **wish: Any) -> None:
        told = json.dumps({"server": server, "port": port, **wish})
        command = ["node", str(PEER / "drive.js"), told]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def line(self) -> str:
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        if not said:
            sys.exit("the bots have failed; see above")
        return said

    def go(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def result(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.line())
        self.process.wait(20)
        return found


def memory(pid: int) -> float:
    """The process's memory in MB, without those that think for it."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def processor(pid: int) -> float:
    """The seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def steady(tables: int, seconds: int) -> None:
    with tefuda_server() as (port, pid):
        before = memory(pid)
        wish = {"tables": tables // DRIVERS, "options": [PLAIN, {}], "every": EVERY_MS, "seconds": seconds}
        drives = [Drive("tefuda", port, **wish) for _ in range(DRIVERS)]
        for drive in drives:
            drive.line()
        seated, used = memory(pid), processor(pid)
        for drive in drives:
            drive.go()
        found = [drive.result() for drive in drives]
        after, used = memory(pid), processor(pid) - used
    moves = sum(each["moves"] for each in found)
    print(f"{tables} tables, {2 * tables} sockets, a move every {EVERY_MS / 1000:g} s at each, for {seconds} s:")
    print(f"  {moves} moves, {moves / seconds:.0f} a second; {sum(each['refused'] for each in found)} refused")
    if not moves:
        sys.exit("too few seconds for a move at each table")
    p50, p99, most = (max(each[name] for each in found) for name in ("p50", "p99", "most"))
    print(f"  acknowledged after {p50:.1f} ms (p50), {p99:.1f} ms (p99), {most:.0f} ms at most")
    print(f"  the server used {100 * used / seconds:.0f} % of a core")
    print(f"  memory: {before:.0f} MB empty, {seated:.0f} MB with everybody seated, {after:.0f} MB after the moves;")
    print(f"  {1000 * (after - before) / tables:.0f} kB a table, its two sockets and its log included")


def saturated(duels: int, rounds: int, profile: str | None) -> None:
    rates: dict[str, list[dict[str, Any]]] = {name: [] for name in SERVERS}
    for number in range(rounds):
        for name, serve in SERVERS.items():
            with serve() as (port, pid):
                drive = Drive(name, port, tables=duels, options=[PLAIN], every=0, seconds=300)
                drive.line()
                before = processor(pid)
                spy = spying(pid, profile) if profile and name == "tefuda" and number == rounds - 1 else None
                drive.go()
                found = drive.result()
                rates[name].append({**found, "used": processor(pid) - before})
                if spy is not None:
                    spy.send_signal(signal.SIGINT)
                    spy.wait()
    print(f"\n{duels} games of plain Othello at once, to their end, {rounds} interleaved rounds, medians:")
    print(f"  {'':34}{'moves/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'server ms/move':>16}  rounds")
    all_speeds: dict[str, list[float]] = {}
    for name, label in {
        "tefuda": "tefuda, every move on the disk",
        "boardgame": "boardgame.io 0.50.2, in memory",
    }.items():
        speeds = all_speeds[name] = [each["moves"] / each["seconds"] for each in rates[name]]
        p50, p99 = (statistics.median(each[part] for each in rates[name]) for part in ("p50", "p99"))
        cost = statistics.median(1000 * each["used"] / each["moves"] for each in rates[name])
        listed = " ".join(f"{speed:.0f}" for speed in speeds)
        print(f"  {label:34}{statistics.median(speeds):9.0f}{p50:9.1f}{p99:9.1f}{cost:16.2f}  {listed}")
    pairs = zip(all_speeds["tefuda"], all_speeds["boardgame"], strict=True)
    ratios = [ours / theirs for ours, theirs in pairs]
    listed = " ".join(f"{ratio:.2f}" for ratio in ratios)
    print(f"  ratio, the median of the rounds: {statistics.median(ratios):.2f} ({listed})")


def spying(pid: int, out: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(["py-spy", "record", "--pid", str(pid), "--output", out, "--format", "raw", "--gil"])


def main() -> None:
    reading = argparse.ArgumentParser(description="Tables online, and beside boardgame.io.")
    reading.add_argument("--tables", type=int, default=1000)
    reading.add_argument("--seconds", type=int, default=40)
    reading.add_argument("--duels", type=int, default=100)
    reading.add_argument("--rounds", type=int, default=3)
    reading.add_argument("--profile")
    wish = reading.parse_args()
    if shutil.which("node") is None or not (PEER / "node_modules").is_dir():
        sys.exit("the clients are not there: install node, then run npm ci --prefix benchmarks/peer")
    import tefuda

    if not tefuda.compiled:
        sys.exit("the compiled files are not there: run make setup")
    if wish.tables:
        steady(wish.tables, wish.seconds)
    if wish.duels:
        saturated(wish.duels, wish.rounds, wish.profile)


if __name__ == "__main__":
    main()
