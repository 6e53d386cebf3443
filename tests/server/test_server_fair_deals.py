"""Fair deals: no player sees the cards before the game starts, and everyone can verify the shuffle afterwards."""

import hashlib
from typing import Any

from server_process import RunningServer

from tefuda.server.tables.create_table import QUICK_CLOCK


def test_cards_are_dealt_when_the_last_seat_is_taken(server: RunningServer) -> None:
    """The opener's view before the start says nothing about the deal, which is drawn anew."""
    changed = 0
    for _ in range(4):
        table, (token,) = server.table("linkavel", ["me", "open"])
        with server.at(table, token) as opener:
            before = opener.welcome
            assert (before["table"]["commitment"], before["table"]["seed"], before["table"]["first"]) == (None,) * 3
            joined = server.post(f"/api/tables/{table}/seats", {})["table"]
            seated = opener.until("seats")["table"]
            assert seated == joined
            started = opener.until("update")
            assert started["status"] == "playing"
            assert started["entries"] == []
            assert joined["first"] == joined["turn"] == started["turn"]
            changed += started["view"] != before["view"]
            opener.ask("resign")
            over = server.get(f"/api/tables/{table}")
            assert hashlib.sha256(over["seed"].encode()).hexdigest() == over["commitment"] == joined["commitment"]
            assert server.get(f"/api/tables?id={table}") == [over]
            replay = server.get(f"/api/tables/{table}/replay")
            assert replay["seed"] == over["seed"]
            assert server.post("/api/replays?seat=0", replay)["frames"][0]["view"] == started["view"]
    assert changed >= 3, "a hand of five cards is rarely dealt twice"


def test_seed_is_hidden_until_the_end(server: RunningServer) -> None:
    table, (black, _) = server.table()
    body = server.get(f"/api/tables/{table}")
    assert body["seed"] is None
    assert len(body["commitment"]) == 64
    with server.at(table, black) as one:
        one.ask("resign")
    assert server.get(f"/api/tables/{table}")["seed"]
    daily, (token,) = server.table("catalyst", ["me"], deal="daily")
    with server.at(daily, token) as one:
        one.ask("resign")
    after = server.get(f"/api/tables/{daily}")
    # After midnight (UTC) the seed may be known.
    assert after["seed"] is None or server.http.get(f"/api/tables/{daily}/replay").status_code == 200


def test_daily_deal_is_not_opened_from_the_other_seat(server: RunningServer) -> None:
    def commitment(seats: list[Any]) -> tuple[str, str]:
        table, _ = server.table("linkavel", seats, deal="daily")
        body = server.get(f"/api/tables/{table}")
        return body["daily"], body["commitment"]

    found = [commitment(seats) for seats in (["me", {"cpu": 1}], [{"cpu": 1}, "me"], ["me", {"cpu": 2}], ["me", "me"])]
    if len({day for day, _ in found}) == 1:
        first, other_seat, other_level, both = (deal for _, deal in found)
        assert first == other_level
        assert len({first, other_seat, both}) == 3


def test_quick_match_needs_a_connected_player(server: RunningServer) -> None:
    """A quick match is offered while its player has a socket, and has a clock."""
    absent = server.post("/api/tables/quick", {"game": "hidden-nim"})
    assert absent["table"]["clock"] == {"initial": QUICK_CLOCK.initial, "increment": QUICK_CLOCK.increment}
    other = server.post("/api/tables/quick", {"game": "hidden-nim"})
    assert other["table"]["id"] != absent["table"]["id"]
    table, token = absent["table"]["id"], absent["seats"][0]["token"]
    with server.at(table, token):
        server.wait_until_listed(table)
        with server.at(table, token):
            pass
        # The second socket of the seat is closed; the player is still there.
        with server.at(table) as watcher:
            while watcher.until("presence")["seats"] != [True, False]:
                pass
            assert server.post("/api/tables/quick", {"game": "hidden-nim"})["table"]["id"] == table
            assert watcher.until("update")["clock"]["running"] is not None
    table, token = other["table"]["id"], other["seats"][0]["token"]
    with server.at(table, token):
        server.wait_until_listed(table)
    server.wait_until_listed(table, listed=False)
    assert server.post("/api/tables/quick", {"game": "hidden-nim"})["table"]["id"] != table
