"""Programs that play as `exec:` players, well or badly."""

import shlex
import sys
import time
from pathlib import Path

from example_plugins import EXAMPLES

EXAMPLE = EXAMPLES / "exec_bot" / "exec_bot.py"

HEAD = """\
import json, os, subprocess, sys, time
def answer(question, action=None):
    print(json.dumps({"id": question["id"], "action": action or question["legal"][0]}), flush=True)
"""
BODIES = {
    "crash": "json.loads(input())\nsys.exit('no idea')",
    "crash_later": "answer(json.loads(input()))\ninput()\nsys.exit(7)",
    "silence": "answer(json.loads(input()))\ninput()\ntime.sleep(600)",
    "illegal": "answer(json.loads(input()), 'pass the salt')\ntime.sleep(600)",
    "garbage": "input()\nprint('hello?', flush=True)\ntime.sleep(600)",
    "bytes": "input()\nsys.stdout.buffer.write(bytes([255, 254, 10]))\nsys.stdout.flush()\ntime.sleep(600)",
    "other_type": "input()\nprint('[1, 2]', flush=True)\ntime.sleep(600)",
    "long_line": "input()\nprint('x' * 100_000, flush=True)\ntime.sleep(600)",
    "flood": "while True: print('x' * 1000)",
    "wrong_id": "q = json.loads(input())\nq['id'] += 1\nanswer(q)\ntime.sleep(600)",
    "two_answers": "q = json.loads(input())\nanswer(q)\nanswer(q)\ntime.sleep(600)",
    "closed_output": "input()\nos.close(1)\ntime.sleep(600)",
    "first_action": "while True: answer(json.loads(input()))",
    "record": (
        "for line in sys.stdin:\n    open(sys.argv[1], 'a', encoding='utf-8').write(line)\n    answer(json.loads(line))"
    ),
    "process_id": "open(sys.argv[1], 'w').write(str(os.getpid()))\nfor line in sys.stdin: answer(json.loads(line))",
    "child": (
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "open(sys.argv[1], 'w').write(str(child.pid))\n"
        "answer(json.loads(input()))\ninput()\ntime.sleep(600)"
    ),
}


def example_command() -> str:
    """Return the command of the example bot."""
    return shlex.join([sys.executable, str(EXAMPLE)])


def write_bot(folder: Path, kind: str, *arguments: str) -> str:
    """Write one of `BODIES` into a file; return the command that runs it."""
    path = folder / f"{kind} bot.py"  # a space, to need quotation marks
    path.write_text(HEAD + BODIES[kind], encoding="utf-8")
    return shlex.join([sys.executable, str(path), *arguments])


def wait_for_end(process: int, seconds: float = 30.0) -> None:
    """Wait until a process has ended. A zombie has ended too: it waits for its parent."""
    status = Path(f"/proc/{process}/stat")
    until = time.monotonic() + seconds
    while True:
        try:
            if status.read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return
        except (FileNotFoundError, ProcessLookupError):
            return
        assert time.monotonic() < until, f"process {process} still runs"
        time.sleep(0.02)
