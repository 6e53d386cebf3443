"""The nightly checks. `python -m nightly` runs them and prints one table."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = [str(ROOT / "tests" / "support")]

# The checks share their code with the tests. Worker processes import this too.
sys.path[:0] = [folder for folder in FOLDERS if folder not in sys.path]
