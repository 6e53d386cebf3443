"""How fast pages load in Chromium with an empty cache: first and largest paint, layout shift, requests and bytes.

    python benchmarks/page_load.py [--rounds 3]

A server runs on this machine; the figures are medians of the rounds. Times are measured by Chromium's performance API
from the start of the navigation. The layout shift is the sum of all shifts without input. The bytes are those sent over
the network, compressed. The first page must stay below its limit.
"""

import argparse
import json
import statistics
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1] / "tests" / "support"))

from browser import Server, launch_browser, run_server
from playwright.sync_api import Browser

MAX_LOBBY_BYTES: Final = 120_000
WINDOWS: Final = {"desktop": (1440, 900), "phone": (390, 844)}
SEATS: Final[dict[str, list[Any]]] = {
    "card-othello": ["me", {"cpu": 1}],
    "catalyst": ["me"],
    "linkavel": ["me", {"cpu": 1}],
    "solitaire-tcg": ["me"],
}
SCREENS: Final = {
    "lobby": "lobby-page .today h2",
    "card-othello": ".co-cell",
    "catalyst": "catalyst-screen .fact",
    "linkavel": ".lv-held",
    "solitaire-tcg": ".stc-hand .stc-card",
}
"""What a page has shown when it is complete."""
OBSERVE: Final = """
  globalThis.measured = { largest: 0, shift: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) measured.largest = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      measured.shift += entry.value;
      const moved = entry.sources.map(({ node }) => node?.className || node?.nodeName);
      measured.moved.push(`${entry.value.toFixed(3)} ${moved.join(", ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
READ: Final = """() => ({
  ...measured, first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0 })"""


def create_table(server: Server, game: str) -> tuple[str, str]:
    """Create a table with a fixed deal; return its id and the stored seats of the browser."""
    body = json.dumps({"game": game, "seats": SEATS[game], "deal": {"seed": "7"}}).encode()
    request = urllib.request.Request(
        f"{server.address}/api/tables", body, {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request) as answer:
        made = json.load(answer)
    name = made["table"]["id"]
    return name, json.dumps({name: {"game": game, "seats": made["seats"], "when": 0}})


def load_page(browser: Browser, server: Server, screen: str, window: str) -> dict[str, Any]:
    """Load a page with an empty cache; return its figures."""
    width, height = WINDOWS[window]
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-US")
    page = context.new_page()
    address = server.address + "/"
    if screen != "lobby":
        name, seats = create_table(server, screen)
        address = f"{server.address}/table/{name}"
        page.add_init_script(f"localStorage['tefuda.tables'] ??= {json.dumps(seats)};")
    page.add_init_script(OBSERVE)
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address)
    page.locator(SCREENS[screen]).first.wait_for()
    page.wait_for_load_state("networkidle")
    found: dict[str, Any] = page.evaluate(READ)
    context.close()
    return {**found, "requests": len(sizes), "bytes": sum(sizes)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast pages load.")
    parser.add_argument("--rounds", type=int, default=3, help="Loads of each page (default: 3).")
    parser.add_argument("--shifts", action="store_true", help="List the elements that were moved.")
    settings = parser.parse_args()
    print("| page | window | first paint | largest paint | layout shift | requests | bytes |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, run_server(Path(folder)) as server, launch_browser() as browser:
        for screen in SCREENS:
            for window in WINDOWS:
                rounds = [load_page(browser, server, screen, window) for _ in range(settings.rounds)]
                keys = ("first", "largest", "shift", "requests", "bytes")
                first, largest, shift, requests, size = (
                    statistics.median(found[key] for found in rounds) for key in keys
                )
                print(
                    f"| {screen} | {window} | {first:.0f} ms | {largest:.0f} ms | {shift:.3f} | {requests:.0f} "
                    f"| {size / 1000:.0f} kB |",
                    flush=True,
                )
                if settings.shifts:
                    print("\n".join(rounds[0]["moved"]))
                if screen == "lobby" and size > MAX_LOBBY_BYTES:
                    raise SystemExit(f"The first page has {size:.0f} bytes; the limit is {MAX_LOBBY_BYTES}.")


if __name__ == "__main__":
    main()
