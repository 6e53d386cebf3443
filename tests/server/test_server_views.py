"""Views over sockets: updates have events and a digest; the view itself only where events do not lead to it."""

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from folded_view import FoldedView
from node_folds import PLAYERS
from server_process import RunningServer, run_server
from websockets.exceptions import ConnectionClosed

import tefuda
from tefuda import SPECTATOR, Match
from tefuda.core.random import xoshiro
from tefuda.players.names import make_player
from tefuda.server.tables.records import HUMAN, PLAY, SeatRecord, TableRecord
from tefuda.server.tables.serialize import view_digest
from tefuda.server.tables.table import Table

GAMES_EACH = 6
MAX_PLAYS = 400


def new_table(game_id: str, seed: int) -> Table:
    game = tefuda.game(game_id)
    seats = tuple(SeatRecord(HUMAN, "Ann") for _ in range(game.seats))
    return Table(TableRecord("t" * 16, game_id, str(seed), seats, 0, started=0), game)


def assert_has_no_floats(value: Any) -> None:
    """Check that a value contains only what Python and JavaScript write as the same JSON."""
    if isinstance(value, dict):
        assert all(type(key) is str for key in value)
        value = list(value.values())
    if isinstance(value, list | tuple):
        for part in value:
            assert_has_no_floats(part)
    else:
        assert value is None or type(value) in (str, int, bool), value


@pytest.mark.parametrize("game_id", list(PLAYERS))
def test_events_and_digests_lead_to_every_view(game_id: str) -> None:
    """Whole games of a good and of a random player, for each seat and a spectator."""
    for seed in range(GAMES_EACH):
        table = new_table(game_id, seed)
        match = table.match
        viewers = [*range(match.game.seats), SPECTATOR]
        views = {viewer: FoldedView() for viewer in viewers}
        player = make_player(match.game, PLAYERS[game_id] if seed % 2 else "random", xoshiro(seed, 1))
        for viewer, view in views.items():
            welcome = {"type": "welcome", "table": table.summary(), **table.state_with_view(viewer, 0)}
            view.complete(json.loads(json.dumps(welcome)))
        while not match.over and match.ply < MAX_PLAYS:
            action = match.game.format(match.state(), player.choose(match.seat_of(match.seat)))
            entry = table.stage(PLAY, match.seat, 0, ply=match.ply, action=action)
            table.confirm(entry)
            for viewer, view in views.items():
                server_view = match.view(viewer)
                assert_has_no_floats(server_view)
                update = json.loads(table.compose_update(entry, 0)(viewer, False))
                assert update["view"] is None
                assert re.fullmatch("[0-9a-f]{8}", update["digest"])
                assert update["digest"] == view_digest(server_view)
                view.complete(update)
                assert update["view"] == json.loads(json.dumps(server_view))
                with_view = json.loads(table.compose_update(entry, 0)(viewer, True))
                assert with_view == update


def test_events_of_opening_add_up_to_view(server: RunningServer) -> None:
    """The events of the opening and of all updates add up to the view, for both seats and a spectator."""
    game = tefuda.game("card-othello")
    table, tokens = server.table(deal={"seed": "5"})
    opening = Match(game, 5)
    with (
        server.at(table, tokens[0], views=True) as one,
        server.at(table, tokens[1], views=True) as two,
        server.at(table, views=True) as looking,
    ):
        clients = {0: one, 1: two, SPECTATOR: looking}
        views: dict[int, dict[str, Any]] = {seat: {} for seat in clients}
        for seat, view in views.items():
            for event in opening.events_for(seat):
                game.fold(view, event)
        for number in range(30):
            turn = one.now["turn"]
            if turn is None:
                break
            player = clients[turn]
            legal = player.now["legal"]
            player.play(legal[(number * 7) % len(legal)])
            for seat, client in clients.items():
                update = client.wait_for_entries(number + 1)
                for event in update["entries"][0]["events"]:
                    game.fold(views[seat], {key: event[key] for key in event if key not in ("text", "channel")})
                assert views[seat] == update["view"]


def sent_views(raw: list[str]) -> list[Any]:
    """Return the views of all updates as they were sent."""
    return [message["view"] for message in map(json.loads, raw) if message["type"] == "update"]


def test_views_are_sent_only_where_events_do_not_lead_to_them(server: RunningServer) -> None:
    table, (black, white) = server.table(practice=True)
    with (
        server.at(table, black) as one,
        server.at(table, white) as two,
        server.at(table) as looking,
        server.at(table, black, views=True) as simple,
    ):
        one.play("place d3")
        two.play(two.wait_for_entries(1)["legal"][0])
        one.wait_for_entries(2)
        one.ask("takeback")
        one.wait_for_entries(3)
        one.ask("resign")
        clients = [one, two, looking, simple]
        for client in clients:
            client.wait_for_entries(4)
        for client in clients[:3]:
            assert [view is None for view in sent_views(client.raw)] == [True, True, False, True]
        assert None not in sent_views(simple.raw)
        assert simple.now == one.now


def test_start_of_game_sends_view(server: RunningServer) -> None:
    """A player who joins may choose a deck, so the game is dealt again."""
    table, (host,) = server.table("linkavel", ["me", "open"])
    with server.at(table, host) as one:
        server.post(f"/api/tables/{table}/seats", {"deck": "fire"})
        started = one.until("update")
        assert sent_views(one.raw) == [started["view"]]
        assert started["view"] is not None


def test_view_request_is_answered_and_counted(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        table, (black, white) = server.table()
        with server.at(table, black) as one, server.at(table, white) as two, server.at(table) as looking:
            one.play("place d3")
            for count, client in enumerate((one, two, looking)):
                before = client.wait_for_entries(1)
                counted = f"tefuda_view_requests_total {float(count)}\n"
                assert counted in server.http.get("/metrics").text
                client.send("view")
                answer = client.until("view")
                assert json.loads(client.raw[-1])["view"] is not None
                same = answer.keys() - {"type"}
                assert {key: answer[key] for key in same} == {key: before[key] for key in same}
            assert "tefuda_view_requests_total 3.0\n" in server.http.get("/metrics").text


def test_view_requests_are_rate_limited(tmp_path: Path) -> None:
    with run_server(tmp_path, TEFUDA_SOCKET_RATE="1", TEFUDA_SOCKET_BURST="10") as server:
        table, _ = server.table()
        with server.at(table) as looking:
            with suppress(ConnectionClosed):  # the server may close before all are sent
                for _ in range(30):
                    looking.send("view")
            received = [message["type"] for message in looking.read_until_closed()]
            assert received.count("view") in (10, 11)
            assert received[-1] == "bye"
            assert json.loads(looking.raw[-1])["code"] == "flood"
