"""Runs the servers of a Containerfile as processes, with the commands of podman that deploy/image.sh uses.

`/opt/tefuda` is this environment, a volume is a folder, and the port is a free one. Each command is a process of its
own, so nothing large is imported.
"""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path(os.environ["PROCESS_ENGINE_FOLDER"])
STOP_SECONDS = 20
SUPERVISOR = '"$@" & echo $! > pid.new; mv pid.new pid; wait $!; echo $? > status.new; mv status.new status'
"""Starts a command, and writes its process id and its exit status to files."""


def instructions(path: Path) -> dict[str, list[str]]:
    """Return the instructions of the last stage by name."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").replace("\\\n", "").splitlines():
        name, _, value = line.partition(" ")
        if name == "FROM":
            found = {}
        if name.isupper():
            found.setdefault(name, []).append(value)
    return found


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Container:
    """A server of an image: a folder with the process id, the exit status, and what is needed for `exec`."""

    def __init__(self, name: str) -> None:
        self.folder = FOLDER / name

    def start(self, image: str, volume: str) -> None:
        self.folder.mkdir()
        found = json.loads((FOLDER / f"{image}.json").read_text())
        values = dict(pair.split("=", 1) for line in found["ENV"] for pair in shlex.split(line))
        data = {name: value.replace("/data", str(FOLDER / volume)) for name, value in values.items()}
        port = str(free_port())
        facts = {
            "environment": {**data, "TEFUDA_HOST": "127.0.0.1", "TEFUDA_PORT": port},
            "health": found["HEALTHCHECK"],
        }
        (self.folder / "facts.json").write_text(json.dumps(facts))
        command = self.local(json.loads(found["CMD"][-1]))
        with (self.folder / "log").open("w") as log:
            subprocess.Popen(
                ["sh", "-c", SUPERVISOR, "sh", *command],
                cwd=self.folder,
                env={**os.environ, **facts["environment"]},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.read("pid")

    def local(self, command: list[str]) -> list[str]:
        """Return a command of the image for this environment."""
        return [part.replace("/opt/tefuda", sys.prefix) for part in command]

    def read(self, name: str) -> str:
        """Wait for a file and return its content."""
        until = time.monotonic() + STOP_SECONDS
        while not (self.folder / name).exists():
            assert time.monotonic() < until, (self.folder / "log").read_text()
            time.sleep(0.01)
        return (self.folder / name).read_text().strip()

    def execute(self, command: list[str]) -> int:
        facts = json.loads((self.folder / "facts.json").read_text())
        return subprocess.run(self.local(command), env={**os.environ, **facts["environment"]}, check=False).returncode

    def check_health(self) -> None:
        """Run the health check of the image, as an engine does from time to time."""
        facts = json.loads((self.folder / "facts.json").read_text())
        (check,) = facts["health"]
        port = facts["environment"]["TEFUDA_PORT"]
        assert self.execute(json.loads(check.removeprefix("CMD ").replace(":8765/", f":{port}/"))) == 0

    def stop(self) -> None:
        self.check_health()
        os.kill(int(self.read("pid")), signal.SIGTERM)
        self.read("status")

    def remove(self) -> None:
        if not (self.folder / "status").exists():
            os.kill(int(self.read("pid")), signal.SIGKILL)
        shutil.rmtree(self.folder)


def main(command: str, *arguments: str) -> int:
    """Run a command of the engine."""
    last = arguments[-1]
    if command == "build":
        values = dict(zip(arguments[::2], arguments[1::2], strict=False))
        assert last == "."
        (FOLDER / f"{values['--tag']}.json").write_text(json.dumps(instructions(Path(values["--file"]))))
    elif command == "volume":
        (FOLDER / last).mkdir() if arguments[0] == "create" else shutil.rmtree(FOLDER / last)
    elif command == "run":
        name = f"container-{os.getpid()}"
        Container(name).start(last, re.fullmatch(r"(.+):/data", arguments[arguments.index("--volume") + 1])[1])  # type: ignore[index]
        print(name)
    elif command == "exec":
        return Container(arguments[1]).execute(list(arguments[2:]))
    elif command == "inspect":
        print(Container(last).read("status"))
    else:
        {"stop": Container.stop, "rm": Container.remove}[command](Container(last))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
