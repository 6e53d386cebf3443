"""Fair deals: no player sees the cards before the game starts, and everyone can verify the shuffle afterwards."""

import hashlib
import random
import secrets
from typing import Any

from server_process import RunningServer

from tefuda.core.seed import parse_seed
from tefuda.server.tables.create_table import QUICK_CLOCK
from tefuda.server.tables.fair_deal import derive_seed


def without_texts(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return events without their log lines, which address the reader."""
    return [{key: value for key, value in event.items() if key != "text"} for event in events]


def test_cards_are_dealt_when_the_last_seat_is_taken(server: RunningServer) -> None:
    """The opener's view before the start says nothing about the deal, which is drawn anew."""
    changed = 0
    for _ in range(4):
        table, (token,) = server.table("linkavel", ["me", "open"])
        with server.at(table, token) as opener:
            before = opener.welcome
            assert (before["table"]["commitment"], before["table"]["seed"], before["table"]["first"]) == (None,) * 3
            assert before["past"] == [], "the log has no events of a deal that is not played"
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
            opening = server.post("/api/replays?seat=0", replay)["frames"][0]
            assert opening["view"] == started["view"]
            assert without_texts(opening["events"]) == without_texts(started["past"]) != []
    assert changed >= 3, "a hand of five cards is rarely dealt twice"


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def seed_of(secret: str, contributions: list[str]) -> str:
    """The derivation of docs/server.md, computed independently of the server's."""
    number = int(digest("\n".join(["tefuda-deal/1", secret, *contributions])), 16)
    game, run = divmod(number, 2**128)
    return f"{run}.{game}" if game else str(run)


def assert_fair(over: dict[str, Any], before: dict[str, Any], contributions: list[str]) -> None:
    """Check everything that a player can check after the game."""
    assert digest(over["secret"]) == over["commitment"] == before["commitment"]
    assert [seat["contribution"] or "" for seat in over["seats"]] == contributions
    assert [seat["commitment"] for seat in over["seats"]] == [digest(one) if one else None for one in contributions]
    assert [seat["commitment"] for seat in before["seats"]] == [seat["commitment"] for seat in over["seats"]]
    assert over["seed"] == seed_of(over["secret"], contributions)


def test_players_contribute_to_the_seed(server: RunningServer) -> None:
    """All commitments are public before a contribution is revealed; the game starts with the last one."""
    mine, other = secrets.token_hex(32), secrets.token_hex(32)
    table, (token,) = server.table("linkavel", ["me", "open"], commitment=digest(mine))
    reveal, late = f"/api/tables/{table}/reveal", {"token": token, "contribution": mine}
    assert server.post(reveal, late, 409)["code"] == "not_dealing"
    with server.at(table, token) as opener:
        placeholder = opener.welcome["view"]
        joined = server.post(f"/api/tables/{table}/seats", {"commitment": digest(other)})
        dealing = opener.until("seats")["table"]
        assert dealing == joined["table"]
        assert (dealing["status"], dealing["turn"], dealing["first"]) == ("dealing", None, None)
        assert opener.ask("play", ply=0, action="pass")["code"] == "not_started"
        # A player cannot change the contribution, another seat cannot give it, and nothing is shown before the end.
        assert server.post(reveal, {"token": token, "contribution": other}, 422)["code"] == "wrong_contribution"
        assert server.post(reveal, {"token": "no", "contribution": mine}, 422)["code"] == "wrong_token"
        one = server.post(reveal, {"token": joined["seats"][0]["token"], "contribution": other})
        assert one["status"] == "dealing"
        assert server.post(reveal, late)["status"] == "playing"
        started = opener.until("update")
        assert started["status"] == "playing"
        assert started["view"] != placeholder
        # A repeated request changes nothing.
        playing = server.post(reveal, late)
        assert [playing["seed"], playing["secret"], *(seat["contribution"] for seat in playing["seats"])] == [None] * 4
        assert playing["commitment"] == dealing["commitment"]
        opener.ask("resign")
        over = server.get(f"/api/tables/{table}")
        assert_fair(over, dealing, [mine, other])
        assert server.get(f"/api/tables?id={table}") == [over]
        replay = server.get(f"/api/tables/{table}/replay")
        assert replay["seed"] == over["seed"]
        assert server.post("/api/replays?seat=0", replay)["frames"][0]["view"] == started["view"]
        # A rematch has another secret and new contributions, for the swapped seats.
        again = [secrets.token_hex(32), ""]
        opener.ask("rematch", commitment=digest(again[0]), id="the-same-rematch")
        assert opener.ask("rematch", commitment=digest(other), id="the-same-rematch")["code"] == "id_used"
        with server.at(table, joined["seats"][0]["token"]) as second:
            second.ask("rematch")
        found = opener.until("rematch")
        following = server.get(f"/api/tables/{found['table']}")
        assert (following["status"], following["secret"]) == ("dealing", None)
        server.post(f"/api/tables/{found['table']}/reveal", {"token": token, "contribution": again[0]})
        with server.at(found["table"], token) as opener_again:
            opener_again.ask("resign")
        assert_fair(server.get(f"/api/tables/{found['table']}"), following, ["", again[0]])


def test_choosing_a_contribution_does_not_choose_the_deal() -> None:
    """A player who tries many contributions against a guessed secret gets the wanted deal as often as by chance."""
    draws, games = random.Random(1), 2000
    hits = 0
    for _ in range(games):
        secret, guess = str(draws.getrandbits(256)), str(draws.getrandbits(256))
        other = f"{draws.getrandbits(256):064x}"
        tried = [f"{number:064x}" for number in range(8)]
        best = min(tried, key=lambda one: parse_seed(derive_seed(guess, [other, one])) % 4)
        seed = derive_seed(secret, [other, best])
        assert seed == seed_of(secret, [other, best])
        hits += parse_seed(seed) % 4 == 0
    # Five standard deviations around a quarter.
    assert abs(hits - games / 4) < 5 * (games * 3 / 16) ** 0.5


def test_contributions_with_other_players_and_given_deals(server: RunningServer) -> None:
    """A CPU seat adds nothing, a given deal is not changed, and a table that does not start can be cancelled."""
    mine = secrets.token_hex(32)
    table, (token,) = server.table(seats=[{"cpu": 1}, "me"], commitment=digest(mine))
    dealing = server.get(f"/api/tables/{table}")
    assert dealing["status"] == "dealing"
    server.post(f"/api/tables/{table}/reveal", {"token": token, "contribution": mine})
    with server.at(table, token) as player:
        player.ask("resign")
    assert_fair(server.get(f"/api/tables/{table}"), dealing, ["", mine])
    given, _ = server.table(deal={"seed": "7"}, commitment=digest(mine))
    known = server.get(f"/api/tables/{given}")
    assert (known["status"], known["commitment"]) == ("playing", digest("7"))
    # The opener contributes, and an opponent without a contribution leaves before the reveal.
    table, _ = server.table("hidden-nim", ["me", "open"], public=True, commitment=digest(mine))
    other = server.post(f"/api/tables/{table}/seats", {})["seats"][0]["token"]
    assert server.get("/api/tables?status=open") == []
    assert server.post(f"/api/tables/{table}/seats", {}, 409)["code"] == "seat_taken"
    server.post(f"/api/tables/{table}/cancel", {"token": other})
    server.get(f"/api/tables/{table}", 404)


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
