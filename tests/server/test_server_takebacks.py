"""Takebacks that the opponent accepts or declines, and the claim of a win when the opponent has left."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from server_process import RunningServer

import tefuda
from tefuda.core.random import xoshiro
from tefuda.server.tables.takebacks import last_choice


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server where a win can be claimed after a second."""
    folder: Path = tmp_path_factory.mktemp("impatient")
    server = RunningServer(folder, {"TEFUDA_CLAIM_SECONDS": "1"})
    yield server
    server.close()


def test_accepted_takeback(server: RunningServer) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one, server.at(table, white) as two, server.at(table) as looking:
        before = one.now["view"]
        one.play("place d3")
        two.wait_for_entries(1)
        two.play(two.now["legal"][0])
        one.wait_for_entries(2)
        assert one.ask("takeback_request")["type"] == "ack"
        assert two.wait_for_entries(3)["takeback"] == 0
        entry = two.now["entries"][0]
        assert (entry["kind"], entry["seat"], entry["ply"], entry["events"]) == ("takeback_request", 0, 2, [])
        assert two.now["view"] == two.welcome["view"] or two.now["ply"] == 2  # the position has not changed
        assert one.ask("takeback_request")["code"] == "takeback_pending"
        assert one.ask("takeback")["code"] == "no_practice"  # no consent of the own
        assert two.ask("takeback")["type"] == "ack"
        for client in (one, two, looking):
            client.wait_for_entries(4)
            assert (client.now["ply"], client.now["takeback"], client.now["turn"]) == (0, None, 0)
            assert client.now["entries"][0]["kind"] == "takeback"
        assert one.now["view"] == before
        assert one.play("place c4")["type"] == "ack"
    assert server.get(f"/api/tables/{table}")["status"] == "playing"


def test_state_tells_whether_there_is_an_action_to_take_back(server: RunningServer) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one, server.at(table, white) as two, server.at(table) as looking:
        assert not any(client.now["can_take_back"] for client in (one, two, looking))
        one.play("place d3")
        for client in (one, two, looking):
            client.wait_for_entries(1)
        assert [client.now["can_take_back"] for client in (one, two, looking)] == [True, False, False]
        assert two.ask("takeback_request")["code"] == "nothing_to_take_back"
    # The CPU has played first.
    table, (token,) = server.table(seats=[{"cpu": 1}, "me"], practice=True)
    with server.at(table, token) as one:
        one.wait_for_entries(1)
        assert one.now["can_take_back"] is False
        assert one.ask("takeback")["code"] == "nothing_to_take_back"
        one.play(one.now["legal"][0])
        one.wait_for_entries(2)
        assert one.now["can_take_back"] is True


def test_declined_takeback(server: RunningServer) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one, server.at(table, white) as two:
        assert one.ask("takeback_request")["code"] == "nothing_to_take_back"
        assert two.ask("takeback_decline")["code"] == "no_takeback_request"
        one.play("place d3")
        two.wait_for_entries(1)
        one.ask("takeback_request")
        two.wait_for_entries(2)
        assert two.ask("takeback_decline")["type"] == "ack"
        assert one.wait_for_entries(3)["takeback"] is None
        assert (one.now["ply"], one.now["entries"][0]["kind"]) == (1, "takeback_decline")
        # The same position cannot be asked for again. A request ends with the next action.
        assert one.ask("takeback_request")["code"] == "takeback_declined"
        two.play(two.now["legal"][0])
        one.wait_for_entries(4)
        assert one.ask("takeback_request")["type"] == "ack"
        assert one.play(one.now["legal"][0])["type"] == "ack"
        assert two.wait_for_entries(6)["takeback"] is None
        assert two.ask("takeback")["code"] == "no_practice"


def test_request_survives_reconnecting_and_rebuilding(server: RunningServer) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one:
        one.play("place d3")
        one.ask("takeback_request", id="same-request")
        assert one.ask("takeback_request", id="same-request")["type"] == "ack"  # a repeated message
    with server.at(table, white) as two:
        assert two.welcome["takeback"] == 0
        assert server.get(f"/api/tables/{table}")["number"] == 2


def test_requests_need_an_opponent(server: RunningServer) -> None:
    practice, (own, _) = server.table(practice=True)
    with server.at(practice, own) as one:
        one.play("place d3")
        assert one.ask("takeback_request")["code"] == "no_opponent"
        assert one.ask("claim")["code"] in ("no_opponent", "opponent_present")
    cpu, (own,) = server.table(seats=["me", {"cpu": 1}])
    with server.at(cpu, own) as one:
        one.play("place d3")
        assert one.ask("takeback_request")["code"] in ("no_opponent", "no_practice")


def test_win_is_claimed_when_the_opponent_has_left(impatient: RunningServer) -> None:
    table, (black, white) = impatient.table()
    with impatient.at(table, black) as one:
        assert one.welcome["claim_seconds"] == 1
        with impatient.at(table, white):
            while not (presence := one.until("presence"))["seats"][1]:
                pass
            assert presence["away"] == [None, None]
            assert one.ask("claim")["code"] == "opponent_present"
        while one.until("presence")["away"][1] is None:
            pass
        assert one.ask("claim")["code"] == "opponent_present"  # not long enough
        time.sleep(1.1)
        assert one.ask("claim")["type"] == "ack"
        one.wait_for_entries(1)
        entry = one.now["entries"][0]
        assert (entry["kind"], entry["seat"]) == ("abandon", 1)
        assert (one.now["ended"], one.now["result"], one.now["turn"]) == ("abandon", [1.0, 0.0], None)
    listed = impatient.get(f"/api/tables/{table}")
    assert (listed["status"], listed["ended"], listed["result"]) == ("over", "abandon", [1.0, 0.0])
    assert impatient.get(f"/api/tables/{table}/replay")


def test_returning_opponent_prevents_the_claim(impatient: RunningServer) -> None:
    table, (black, white) = impatient.table()
    with impatient.at(table, black) as one:
        time.sleep(1.1)
        with impatient.at(table, white):
            while not one.until("presence")["seats"][1]:
                pass
            assert one.ask("claim")["code"] == "opponent_present"
        with impatient.at(table) as looking:
            assert looking.ask("claim")["code"] == "no_seat"


@pytest.mark.parametrize("seats", [[0], [1], [0, 1]])
def test_takeback_alone_returns_to_a_decision_with_a_choice(seats: list[int]) -> None:
    """Plain Othello has forced passes and forced placements, most of them near the end."""
    game = tefuda.game("card-othello")
    skipped = 0
    for seed in range(30):
        match = tefuda.Match(game, seed, {"cards": "off"})
        random = xoshiro(seed, 1)
        counts: list[int] = []
        deciders: list[int] = []
        while not match.over:
            legal = match.legal(match.seat)
            counts.append(len(legal))
            deciders.append(match.seat)
            match.play(match.seat, match.ply, legal[random.below(len(legal))])
            own = [ply for ply, seat in enumerate(deciders) if seat in seats]
            if own:
                free = [ply for ply in own if counts[ply] > 1]
                assert last_choice(match, seats) == (free or own)[-1]
                skipped += counts[own[-1]] == 1
    assert skipped > 30
