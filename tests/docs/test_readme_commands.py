"""Run every command of the README and the user guides, block by block, in an empty folder and in order.

`RULES` reduces the sizes. A command that matches no rule fails.
"""

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from command_runner import run_command

ROOT = Path(__file__).parents[2]
PAGES = {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in [
        *("README.md", "docs/terminal.md", "docs/lab.md", "docs/custom-cards.md", "docs/benchmarks.md"),
        "docs/training.md",
    ]
}
PROGRAMS = ("tefuda", "make", "pip")
WAIT = 120.0
"""Seconds to wait for a server to start."""

SMALL = "-w 1 --games"
SMALL_TRAINING = (
    "--minutes 0.05 --workers 1 --slots 8 --simulations 2 --width 16 --depth 1 --channels 4 --blocks 1"
    " --batch 64 --capacity 2048 --games 2 --every 1 --device cpu"
)
TEN_PLAYS = "4C 0\n6C 0\n8D 0\nAH 0\n3H 0\nAC 0\nKH 0\n5H 0\nQD 0\n6S 0\nquit\n"
"""First actions of Catalyst's deal 7."""


@dataclass(frozen=True)
class Rule:
    """How to run the commands that match a pattern."""

    pattern: str
    """Regular expression for the whole command."""
    more: str = ""
    """Arguments added to reduce the size or to fix the deal."""
    typed: str = ""
    """Standard input."""
    says: str = ""
    """Text that the output must contain."""
    after: str = ""
    """Command of another block that creates the input of this one."""
    served: bool = False
    """Whether it starts a server: the test fetches one page and stops it."""
    instead: str = ""
    """Command run instead, for commands that would run the tests themselves or take many minutes."""


RULES = [
    Rule("make run", served=True),
    Rule("tefuda serve --open", served=True),
    Rule("make test", instead="make --dry-run lint tests interpreted", says="pytest"),
    Rule("make bench", instead="make --dry-run bench", says="benchmarks/catalyst.py"),
    Rule("make optimized", instead="make --dry-run optimized", says="TEFUDA_PROFILE=1"),
    Rule("make play", typed="1\nquit\n", says="Card Othello · deal"),
    Rule(r"pip install (\.|tefuda\[(envs|openspiel|train)\])", instead="tefuda --version", says="tefuda "),
    Rule("tefuda learn .*", typed="hint\nquit\n", says="Lesson 1 of "),
    Rule("tefuda quantize .*", says=" MB"),
    Rule("tefuda train .*", SMALL_TRAINING, says="policy_loss"),
    Rule(r"tefuda play .* -p (policy|gumbel):.*", typed="\nquit\n", says="Black"),
    Rule("tefuda play card-othello -p cpu-2 -p cpu-5", typed="\nquit\n", says="Black"),
    Rule("tefuda play linkavel -p adept -p heuristic", "--seed 3", typed="\nquit\n", says="adept"),
    Rule("tefuda play card-othello.*", typed="quit\n", says="Card Othello · deal"),
    Rule("tefuda play linkavel.*", "--seed 3", typed="quit\n", says="LinkaVel · deal 3"),
    Rule("tefuda play solitaire-tcg --watch my", typed="quit\n", says="Cards loaded: "),
    Rule("tefuda play solitaire-tcg.*", typed="quit\n", says="Solitaire TCG · deal"),
    Rule("tefuda play catalyst --save game.json", "--seed 7", typed=TEN_PLAYS, says="Saved to game.json"),
    Rule("tefuda play catalyst --language ja", typed="終了\n", says="配札"),
    Rule("tefuda play catalyst.*", typed="quit\n", says="Catalyst Reaction · deal"),
    Rule(r"tefuda replay game\.json.*", says="After 10 of 10 plays:", after="tefuda play catalyst --save game.json"),
    Rule("tefuda hint card-othello.*", "-p ismcts:20", says=" %  "),
    Rule(r"tefuda hint --resume game\.json.*", says=" %  ", after="tefuda play catalyst --save game.json"),
    Rule("tefuda games", says="card-othello  Card Othello · 2 players"),
    Rule("tefuda simulate card-othello.*", f"{SMALL} 2 -o cards=off", says="seats swapped"),
    Rule("tefuda simulate .*", f"{SMALL} 4", says="games a second"),
    Rule("tefuda solve .* --seeds .*", "--seeds 1-3 --nodes 300 -w 1", says='"deals": 3'),
    Rule("tefuda solve .*", "--nodes 1000", says=" nodes, "),
    Rule("tefuda check scenarios", says=" passed, 0 failed."),
    Rule("tefuda bench", "--seconds 0.001", says="LinkaVel  per second"),
    Rule("tefuda lab compare .*", f"{SMALL} 2", says="Comparison: "),
    Rule("tefuda lab sweep .*", f"{SMALL} 2", says="Sweep: "),
    Rule("tefuda lab cards card-othello.*", f"{SMALL} 1", says="Will of Freedom"),
    Rule("tefuda lab cards .*", f"{SMALL} 2", says="Cards: "),
    Rule("tefuda lab game .*", f"{SMALL} 2", says="Report: runs/game-catalyst-1/report.html"),
    Rule("tefuda lab resume .*", "-w 1", says="Report: "),
    Rule("tefuda lab report .* --language ja", says="レポート: "),
    Rule("tefuda cards new .*", says="Written to my/"),
    Rule("tefuda cards check my", says="1 valid card, 0 problems, 1 file."),
    Rule("tefuda cards show .*", says="my_monster"),
    Rule("tefuda cards test .*", says="my_monster"),
    Rule("tefuda cards schema", says='"$schema"'),
    Rule("tefuda decks new .*", says="Written to my/deck.yaml."),
    Rule("tefuda decks check my --cards my", says="1 valid deck, 0 problems."),
    Rule("tefuda decks show", says="field-hopping"),
    Rule("tefuda decks table", "-p random -w 1 --games 2", says="first player"),
    Rule("tefuda puzzles list", says="the-last-missing-stroke"),
    Rule("tefuda puzzles play .*", typed="quit\n", says="par"),
    Rule("tefuda puzzles prove", "failing-grade one-mark-short -w 1", says="2 puzzles, 2 proved."),
    Rule("tefuda puzzles make .*", "--tier 1 -w 1", says="solution: "),
]


def command_of(line: str) -> str:
    """Return a line of a block without its comment."""
    return line.partition(" #")[0].strip()


def read_blocks(text: str) -> list[list[str]]:
    """Return the commands of each block that has no language."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [[command_of(line) for line in block.splitlines() if line.strip()] for kind, block in found if not kind]


def read_inline(text: str) -> list[str]:
    """Return the commands with arguments in sentences that are in no block."""
    known = [command for page in PAGES.values() for block in read_blocks(page) for command in block]
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    named = [code for code in re.findall(r"`([^`]+)`", text) if re.match(rf"({'|'.join(PROGRAMS)}) \S", code)]
    return [code for code in dict.fromkeys(named) if not any(command.startswith(code) for command in known)]


BLOCKS = {f"{name}: {block[0]}": block for name, text in PAGES.items() for block in read_blocks(text)}
"""The blocks by page and first command. `Rule.after` names what a block needs from another one."""
BLOCKS |= {f"{name}: in sentences": found for name, text in PAGES.items() if (found := read_inline(text))}


def rule_for(command: str) -> Rule:
    found = [rule for rule in RULES if re.fullmatch(rule.pattern, command)]
    assert found, f"New command in the docs: {command}. Add a rule that runs it."
    return found[0]


def test_commands_and_rules_match() -> None:
    commands = [command for block in BLOCKS.values() for command in block]
    assert len(commands) > 50
    used = {rule_for(command) for command in commands}
    assert [rule.pattern for rule in RULES if rule not in used] == []
    assert {command.split()[0] for command in commands} == set(PROGRAMS)


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_documented_commands_run_in_order(tmp_path: Path, block: list[str]) -> None:
    # One game's scenarios are enough here; `make scenarios` runs all.
    (tmp_path / "scenarios").mkdir()
    shutil.copy(ROOT / "scenarios" / "catalyst" / "turn.yaml", tmp_path / "scenarios")
    done: list[str] = []
    for command in block:
        rule = rule_for(command)
        if rule.after and rule.after not in done:
            assert any(rule.after in earlier for earlier in BLOCKS.values())
            run_by_rule(tmp_path, rule.after)
        run_by_rule(tmp_path, command)
        done.append(command)


def run_by_rule(folder: Path, command: str) -> None:
    """Run one command by its rule; check its exit status and output."""
    rule = rule_for(command)
    if rule.served:
        check_server(folder, words_of(command))
        return
    words = words_of(rule.instead or f"{command} {rule.more}")
    if words[0] == "tefuda":
        status, out, err = run_command(folder, *words[1:], stdin=rule.typed)
    else:
        done = subprocess.run(
            words,
            input=rule.typed,
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=120,
            check=False,
            env=environment(folder),
        )
        status, out, err = done.returncode, done.stdout, done.stderr
    assert status == 0, f"{command}\n{err}\n{out}"
    assert "Traceback" not in err, command
    assert rule.says in out, f"{command}\n{out}"


def words_of(command: str) -> list[str]:
    """Return the words of a command; make uses the current environment."""
    words = shlex.split(command)
    if words[0] == "make":
        return ["make", "--silent", "--old-file=setup", f"BIN={Path(sys.executable).parent}", *words[1:]]
    return words


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "LANG": "C.UTF-8", "COLUMNS": "80", "XDG_DATA_HOME": str(folder / "data")}


def check_server(folder: Path, words: list[str]) -> None:
    """Start a server, fetch its page, check that it opens a browser, and stop it."""
    opened = folder / "opened"
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    if words[0] == "tefuda":
        words = [sys.executable, "-m", "tefuda.cli.main", *words[1:]]
    more = {"TEFUDA_PORT": str(port), "TEFUDA_CPU_PROCESSES": "1", "BROWSER": str(browser)}
    with subprocess.Popen(
        words,
        cwd=ROOT,
        env={**environment(folder), **more},
        start_new_session=True,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            page = wait_for_page(f"http://127.0.0.1:{port}/", process)
            until = time.monotonic() + WAIT
            while not opened.exists() and time.monotonic() < until:
                time.sleep(0.05)
        finally:
            os.killpg(process.pid, signal.SIGINT)
            output, _ = process.communicate(timeout=WAIT)
    assert "<title>" in page
    assert opened.read_text(encoding="utf-8") == f"http://localhost:{port}\n"
    assert output == f"Tefuda runs at http://localhost:{port} (Ctrl+C to stop).\nStopped.\n"


def wait_for_page(address: str, process: "subprocess.Popen[str]") -> str:
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        assert process.poll() is None
        try:
            with urlopen(address, timeout=WAIT) as answer:
                return str(answer.read(), "utf-8")
        except (URLError, OSError):
            time.sleep(0.1)
    raise AssertionError(f"no answer at {address}")


def test_scenario_of_the_guide_passes(tmp_path: Path) -> None:
    (ruling,) = re.findall(r"^```yaml\n(.*?)^```$", PAGES["docs/custom-cards.md"], re.MULTILINE | re.DOTALL)
    (tmp_path / "ruling.yaml").write_text(ruling, encoding="utf-8")
    done = run_command(tmp_path, "check", "ruling.yaml")
    assert (done.status, done.out) == (0, "Scenarios: 1 passed, 0 failed.\n")
