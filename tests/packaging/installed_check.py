"""Checks an installed Tefuda: plays a game, opens the page, runs a study. Uses only the standard library.

Run it with the Python that Tefuda is installed for: `python installed_check.py compiled`, or `interpreted`. It works in
a temporary folder.
"""

import os
import re
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin
from urllib.request import urlopen

COMMAND = Path(sysconfig.get_path("scripts")) / ("tefuda.exe" if os.name == "nt" else "tefuda")
WAIT = 60.0
"""Seconds to wait for the server to start and to stop."""
LINKS = {
    ".html": re.compile(r'(?:src|href)="([^"]+)"'),
    ".js": re.compile(r'(?:from|import)\s*\(?\s*"(\.[^"]+)"'),
    ".css": re.compile(r'(?:@import\s+|url\()"?([^")\s#][^")\s]*)'),
}


def main() -> None:
    """Run all checks in an empty folder. Raises `AssertionError` at the first failure."""
    before = Path.cwd()
    # On Windows the database may stay open for a moment after the server has ended.
    with tempfile.TemporaryDirectory(prefix="tefuda-check-", ignore_cleanup_errors=True) as folder:
        os.environ.update(XDG_DATA_HOME=str(Path(folder) / "data"), TEFUDA_LANGUAGE="en", PYTHONUTF8="1")
        os.chdir(folder)
        try:
            version = run("--version")
            assert version.endswith(f"({sys.argv[1]})\n"), version
            play_game()
            open_page()
            run_study()
        finally:
            os.chdir(before)
    print(version, end="")


def run(*arguments: str, typed: str = "") -> str:
    """Run a command and return its output."""
    done = subprocess.run(
        [COMMAND, *arguments], input=typed, capture_output=True, encoding="utf-8", timeout=600, check=False
    )
    assert done.returncode == 0, f"{arguments}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def play_game() -> None:
    """Play a game to its end and verify its replay."""
    run("play", "card-othello", "-p", "random", "-p", "random", "--seed", "1", "--save", "game.json", typed="\n" * 300)
    replay = Path("game.json").read_text(encoding="utf-8")
    assert re.search(r'"result": *\[', replay), replay
    run("replay", "game.json")


def run_study() -> None:
    """Run a study on two processes and find its report."""
    run("lab", "compare", "card-othello", "-p", "random", "-p", "heuristic", "-n", "8", "-w", "2", "--out", "study")
    report = Path("study", "report.html").read_text(encoding="utf-8")
    assert "<svg" in report


def open_page() -> None:
    """Start the server, then fetch the page, everything that it links to, all files of the client and the rulebooks."""
    import tefuda

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    address = f"http://127.0.0.1:{port}/"
    with Path("server.log").open("w", encoding="utf-8") as log:
        server = subprocess.Popen([COMMAND, "serve", "--port", str(port)], stdout=log, stderr=log)
    try:
        wait_for(address, server)
        linked = crawl(address)
        base = next(link for link in linked if link.endswith("/main.js")).removesuffix("main.js")
        folder = Path(tefuda.__file__).parent / "web"
        files = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
        assert len(files) > 100, files
        assert len(linked) > 20, linked
        for name in files:
            fetch(base + name)
        for game in tefuda.game_ids():
            for language in ("en", "ja"):
                fetch(f"{address}api/games/{game}/rules?language={language}")
    finally:
        server.terminate()
        status = server.wait(WAIT)
    assert status == 0 or os.name == "nt", Path("server.log").read_text(encoding="utf-8")


def wait_for(address: str, server: "subprocess.Popen[bytes]") -> None:
    """Wait until the server answers."""
    until = time.monotonic() + WAIT
    while True:
        try:
            urlopen(f"{address}healthz", timeout=WAIT).close()
        except URLError:
            assert server.poll() is None, Path("server.log").read_text(encoding="utf-8")
            assert time.monotonic() < until, "The server did not start."
            time.sleep(0.1)
        else:
            return


def fetch(address: str) -> str:
    """Return the text at an address; fails unless the status is 200."""
    try:
        with urlopen(address, timeout=WAIT) as response:
            assert response.status == 200, f"{address}: {response.status}"
            content: bytes = response.read()
    except HTTPError as failure:
        raise AssertionError(f"{address}: {failure.code}") from None
    return content.decode("utf-8")


def crawl(address: str) -> set[str]:
    """Fetch a page and everything it links to, directly or indirectly. Return the addresses."""
    seen = {address}
    waiting = [(address, ".html")]
    while waiting:
        here, kind = waiting.pop()
        text = fetch(here)
        for link in LINKS[kind].findall(text) if kind in LINKS else []:
            target = urljoin(here, link)
            if target not in seen and target.startswith(address):
                seen.add(target)
                waiting.append((target, Path(target).suffix))
    return seen


if __name__ == "__main__":
    main()
