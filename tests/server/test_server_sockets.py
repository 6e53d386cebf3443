"""Playing over sockets: acknowledgements, resends, reconnects, takebacks, clocks and rematches."""

import json
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from server_process import Client, RunningServer, run_server

from tefuda.server.config import Settings


def finish(client: Client, others: list[Client] | None = None) -> None:
    """Resign and wait until all clients know."""
    client.ask("resign")
    for one in [client, *(others or [])]:
        while one.now["status"] != "over":
            one.until("update")


def test_play_is_acknowledged_before_broadcast(server: RunningServer) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one, server.at(table, white) as two, server.at(table) as looking:
        assert (one.welcome["seat"], two.welcome["seat"], looking.welcome["seat"]) == (0, 1, None)
        assert one.now["legal"]
        assert two.now["legal"] == looking.now["legal"] == []
        assert one.play("place d3")["number"] == 0
        assert one.raw[-1].startswith('{"type":"ack"')
        for client, action in ((one, "place d3"), (two, None), (looking, None)):
            update = client.wait_for_entries(1)
            (entry,) = update["entries"]
            assert (entry["number"], entry["kind"], entry["seat"], entry["ply"]) == (0, "play", 0, 1)
            assert entry["action"] == action
            assert entry["events"][0]["text"]["ja"]
            assert entry["events"][0]["channel"] == "normal"
            assert update["turn"] == 1
        assert two.now["legal"]
        assert one.now["legal"] == []


def test_refused_messages_change_nothing(server: RunningServer) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one, server.at(table, white) as two, server.at(table) as looking:
        assert two.play("place d3")["code"] == "not_your_turn"
        assert one.play("place d3", ply=4)["code"] == "wrong_ply"
        assert one.play("place a1")["code"] == "illegal"
        unknown = one.play("place d33")
        assert unknown["code"] == "unknown_notation"
        assert "d3" in unknown["en"]
        assert looking.play("place d3")["code"] == "no_seat"
        assert looking.ask("resign")["code"] == "no_seat"
        assert one.ask("takeback")["code"] == "no_practice"
        assert one.ask("hint")["code"] == "no_practice"
        assert one.ask("rematch")["code"] == "not_over"
        assert one.ask("dance")["code"] == "not_understood"
        for answer in (unknown, one.play("place a1")):
            assert answer["ja"] != answer["en"]
    assert server.get(f"/api/tables/{table}")["number"] == 0


def test_descriptions_are_updated_at_start(server: RunningServer) -> None:
    table, (black,) = server.table(seats=["me", "open"])
    with server.at(table, black) as one:
        assert one.ask("describe")["actions"] == []
        server.post(f"/api/tables/{table}/seats", {})
        one.until("update")
        assert [action["action"] for action in one.ask("describe")["actions"]] == one.now["legal"] != []


def test_resend_is_acknowledged_and_played_once(server: RunningServer) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one:
        first = one.play("place d3", id="the-same-id")
        assert one.play("place d3", ply=0, id="the-same-id") == first
    with server.at(table, black) as again:
        assert again.play("place d3", ply=0, id="the-same-id") == first
    with server.at(table, white) as two:
        # Ids of different seats do not conflict.
        assert two.play(two.now["legal"][0], id="the-same-id")["number"] == 1
    assert server.get(f"/api/tables/{table}")["number"] == 2


def test_reconnect_gets_missed_entries(server: RunningServer) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one, server.at(table, white) as two:
        for number in range(4):
            player = one if one.now["turn"] == 0 else two
            player.play(player.now["legal"][0])
            one.wait_for_entries(number + 1)
            two.wait_for_entries(number + 1)
        seen = [json.loads(text) for text in two.raw]
    entries = [entry for message in seen if message["type"] == "update" for entry in message["entries"]]
    for have in range(5):
        with server.at(table, white, have) as again:
            assert again.welcome["entries"] == entries[have:]
            assert again.welcome["past"] == []
    opening = next(message for message in seen if message["type"] == "welcome")["past"]
    for nothing in (None, 5, 1000):
        with server.at(table, white, nothing) as again:
            assert again.welcome["entries"] is None
            assert again.welcome["view"] == two.now["view"]
            assert again.welcome["past"] == opening + [event for entry in entries for event in entry["events"]]


def test_events_taken_back_are_not_sent_again(server: RunningServer) -> None:
    table, (black, _) = server.table(practice=True)
    with server.at(table, black) as one:
        one.play("place d3")
        one.wait_for_entries(1)
        one.ask("takeback")
        one.wait_for_entries(2)
        opening = one.welcome["past"]
    with server.at(table, black) as again:
        assert again.welcome["past"] == opening


def test_hello_is_checked(server: RunningServer) -> None:
    table, _ = server.table()
    build = server.get("/api/games")["build"]
    for hello, answer in (
        ({"protocol": 1, "build": None, "token": None, "have": None}, "reload"),
        ({"protocol": 2, "build": "old", "token": None, "have": None}, "reload"),
        ({"protocol": 2, "build": build, "token": None, "have": None}, "welcome"),
        ({"protocol": 2, "build": None, "token": "wrong", "have": None}, "refused"),
        ({"protocol": 2, "build": None, "token": 3, "have": None}, "refused"),
        ({"protocol": 2, "build": None, "token": None, "have": -1}, "refused"),
        ({"protocol": 2, "build": None, "token": None, "have": None, "views": 1}, "refused"),
    ):
        with server.connect_only(table) as client:
            client.send("hello", **hello)
            assert client.next()["type"] == answer
            if answer != "welcome":
                assert client.read_until_closed() == []
    with server.connect_only(table) as client:
        client.send("play", id="12345678", ply=0, action="place d3")
        assert client.next()["type"] == "refused"
    with server.connect_only("A" * 16) as client:
        client.send("hello", protocol=2, build=None, token=None, have=None)
        assert client.next()["code"] == "no_table"


def test_takeback_against_cpu(server: RunningServer) -> None:
    table, (black,) = server.table(seats=["me", {"cpu": 1}], practice=True)
    with server.at(table, black) as one:
        before = one.now
        assert one.ask("takeback")["code"] == "nothing_to_take_back"
        one.play("place d3")
        one.wait_for_entries(2)
        while one.now["turn"] != 0:
            one.until("update")
        number = one.now["number"]
        assert number >= 2
        one.ask("takeback")
        after = one.wait_for_entries(number + 1)
        assert after["entries"][0]["kind"] == "takeback"
        assert (after["ply"], after["view"], after["legal"]) == (before["ply"], before["view"], before["legal"])
        hint = one.ask("hint")
        assert hint["type"] == "hint"
        assert {found["action"] for found in hint["actions"]} <= set(one.now["legal"])
        described = one.ask("describe")
        assert [found["action"] for found in described["actions"]] == one.now["legal"]
        assert all(found["text"]["en"] != found["text"]["ja"] for found in described["actions"])
        places = [found for found in described["actions"] if found["action"].startswith("place")]
        assert places
        assert all(found["preview"]["flips"] for found in places)
    with server.at(table, black, have=1) as again:
        assert again.welcome["entries"] is None, "after a takeback the client gets the view"


def test_takeback_in_solitaire(server: RunningServer) -> None:
    table, (me,) = server.table("catalyst", ["me"], practice=True)
    with server.at(table, me) as one:
        views = [one.now["view"]]
        for number in range(3):
            one.play(one.now["legal"][0])
            views.append(one.wait_for_entries(number + 1)["view"])
        for back in range(3):
            one.ask("takeback")
            assert one.wait_for_entries(4 + back)["view"] == views[2 - back]
        one.play(one.now["legal"][0])
        assert one.wait_for_entries(7)["view"] == views[1]
        finish(one)
    replay = server.get(f"/api/tables/{table}/replay")
    assert (replay["practice"], replay["undone"], len(replay["actions"])) == (True, 3, 1)


def test_resign_ends_game(server: RunningServer) -> None:
    table, (black, white) = server.table()
    assert server.get(f"/api/tables/{table}/replay", 409)["code"] == "not_over"
    with server.at(table, black) as one, server.at(table, white) as two:
        finish(two, [one])
        assert one.now["result"] == [1.0, 0.0]
        assert (one.now["ended"], one.now["turn"], one.now["legal"]) == ("resign", None, [])
        assert one.play("place d3")["code"] == "game_over"
        assert one.ask("resign")["code"] == "game_over"


def test_rematch_needs_both_and_swaps_seats(server: RunningServer) -> None:
    table, tokens = server.table(seats=["me", "open"], name="Ann")
    joined = server.post(f"/api/tables/{table}/seats", {"name": "Ben"})
    tokens.append(joined["seats"][0]["token"])
    with server.at(table, tokens[0]) as one, server.at(table, tokens[1]) as two:
        finish(one, [two])
        one.ask("rematch")
        assert one.ask("rematch")["code"] == "asked_already"
        assert server.get(f"/api/tables/{table}")["rematch"] is None
        two.ask("rematch")
        first, second = one.until("rematch"), two.until("rematch")
    assert first["table"] == second["table"] == server.get(f"/api/tables/{table}")["rematch"]
    assert (first["seat"], second["seat"]) == (1, 0)
    new = server.get(f"/api/tables/{first['table']}")
    assert [seat["name"] for seat in new["seats"]] == ["Ben", "Ann"]
    assert new["commitment"] != server.get(f"/api/tables/{table}")["commitment"]
    with server.at(first["table"], tokens[1]) as two:
        assert two.welcome["seat"] == 0
        assert two.play("place d3")["type"] == "ack"


def test_clocks_and_timeout(server: RunningServer) -> None:
    table, (black, white) = server.table(clock={"initial": 4, "increment": 1})
    with server.at(table, black) as one, server.at(table, white) as two:
        assert one.now["clock"]["running"] == 0
        one.play("place d3")
        after = one.wait_for_entries(1)["clock"]
        assert after["running"] == 1
        assert 1000 <= after["left"][0] <= 5000, "four seconds minus the time spent, plus the increment"
        fallen = two.wait_for_entries(2)
        assert fallen["entries"][0]["kind"] == "timeout"
        assert (fallen["ended"], fallen["result"], fallen["clock"]["left"][1]) == ("timeout", [1.0, 0.0], 0)
        assert two.play("place c3")["code"] == "game_over"
    listed = server.get("/api/tables?status=playing")
    assert table not in [one["id"] for one in listed]


def test_presence_and_emotes(server: RunningServer) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one:
        with server.at(table, white) as two, server.at(table) as looking:
            while (message := one.until("presence"))["watchers"] < 1:
                pass
            assert message["seats"] == [True, True]
            two.send("emote", emote=one.welcome["emotes"][0])
            assert one.until("emote") == {"type": "emote", "seat": 1, "emote": one.welcome["emotes"][0]}
            looking.send("emote", emote=one.welcome["emotes"][0])
            two.send("emote", emote="<b>")
            two.send("ping")
            two.until("pong")
        while one.until("presence")["seats"] != [True, False]:
            pass
        assert sum('"emote"' in text for text in one.raw if not text.startswith('{"type":"welcome"')) == 1


def test_emotes_of_many_tabs_are_few_messages(server: RunningServer) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one, ExitStack() as stack:
        tabs = [stack.enter_context(server.at(table, white)) for _ in range(Settings().sockets_per_seat)]
        with server.connect_only(table) as refused:
            refused.send("hello", protocol=2, build=None, token=white, have=None)
            assert refused.next()["code"] == "too_many_tabs"
        for tab in tabs:
            for _ in range(50):
                tab.send("emote", emote="hello")
            tab.send("ping")
            tab.until("pong")
        with server.at(table):
            while one.until("presence")["watchers"] < 1:
                pass
        while one.until("presence")["watchers"] > 0:
            pass
        emotes = [text for text in one.raw if text.startswith('{"type":"emote"')]
        assert 1 <= len(emotes) < 40, "400 emotes were sent"
        assert one.play("place d3")["type"] == "ack"


def test_play_before_start_is_refused(server: RunningServer) -> None:
    table, (black,) = server.table(seats=["me", "open"])
    with server.at(table, black) as one:
        assert (one.now["status"], one.now["turn"], one.now["legal"]) == ("open", None, [])
        assert one.play("place d3")["code"] == "not_started"
        server.post(f"/api/tables/{table}/seats", {"name": "Ben"})
        assert one.until("seats")["table"]["status"] == "playing"
        assert one.until("update")["legal"]
        assert one.play("place d3")["type"] == "ack"


def test_whole_games_against_every_cpu_level(server: RunningServer) -> None:
    for game, seats in (("catalyst", ["me"]), ("linkavel", ["me", {"cpu": 1}])):
        table, (me,) = server.table(game, seats, **({"options": {"lp": 500}} if game == "linkavel" else {}))
        with server.at(table, me) as one:
            count = 0
            while one.now["status"] != "over" and count < 400:
                if one.now["turn"] == 0:
                    legal = one.now["legal"]
                    assert one.play(legal[(count * 5) % len(legal)])["type"] == "ack"
                    count += 1
                one.until("update")
        replay = server.get(f"/api/tables/{table}/replay") if one.now["status"] == "over" else None
        if replay is not None:
            shown = server.post("/api/replays?seat=0", replay)
            assert shown["verdict"]["kind"] == "EXACT"
            assert shown["frames"][-1]["view"] == one.now["view"]


@pytest.mark.parametrize("seconds", [1])
def test_idle_socket_is_closed(tmp_path: Path, seconds: int) -> None:
    with run_server(tmp_path, TEFUDA_HELLO_SECONDS=str(seconds), TEFUDA_IDLE_SECONDS="2") as server:
        table, (black, _) = server.table()
        with server.connect_only(table) as silent:
            assert [message["code"] for message in silent.read_until_closed()] == ["idle"]
        with server.at(table, black) as one:
            began = time.monotonic()
            one.send("ping")
            assert one.read_until_closed()[-1] == {"type": "bye", "code": "idle"}
            assert time.monotonic() - began > 1
