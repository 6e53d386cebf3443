"""The `tefuda` command with deals and CPU decisions that depend only on the running test.

A failing page test can be repeated by running it alone. Ids and tokens stay random.
"""

import hashlib
import os
from pathlib import Path
from typing import Final

TEST_FILE_VARIABLE: Final = "TEFUDA_RUNNING_TEST"
"""The environment variable with the path of a file that names the running test."""


class RunningTest:
    """Random numbers that start again with each test."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._name = ""
        self._deals = 0

    def number(self, purpose: str) -> int:
        """Return a number of 64 bits for the running test."""
        text = f"{self._file.read_text()} {purpose}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])

    def new_seed(self) -> str:
        name = self._file.read_text()
        self._name, self._deals = name, self._deals + 1 if name == self._name else 1
        return str(self.number(f"deal {self._deals}"))

    def cpu_random_seed(self, secret: bytes, table: str, ply: int) -> int:
        return self.number(f"cpu {ply}")


def main() -> None:
    """Run the command line with the random numbers of the running test."""
    from tefuda.server.tables import tokens

    # Modules that use these functions are imported later, by the command.
    test = RunningTest(Path(os.environ[TEST_FILE_VARIABLE]))
    tokens.new_seed = test.new_seed
    tokens.cpu_random_seed = test.cpu_random_seed
    from tefuda.cli.main import main as run_command_line

    run_command_line()


if __name__ == "__main__":
    main()
