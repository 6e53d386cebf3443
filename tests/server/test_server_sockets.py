"""Playing over a socket: order of answers, resends, coming back, taking back, clocks, rematches."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from serving import Client, Running, running

import tefuda
from tefuda import SPECTATOR, Match


def finish(client: Client, others: list[Client] | None = None) -> None:
    """Give up, and wait until everybody knows."""
    client.ask("resign")
    for one in [client, *(others or [])]:
        while one.now["status"] != "over":
            one.until("update")


def test_a_move_is_acknowledged_before_it_is_told_to_anybody(server: Running) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one, server.at(table, white) as two, server.at(table) as looking:
        assert (one.welcome["seat"], two.welcome["seat"], looking.welcome["seat"]) == (0, 1, None)
        assert one.now["legal"]
        assert two.now["legal"] == looking.now["legal"] == []
        assert one.play("place d3")["number"] == 0
        assert one.raw[-1].startswith('{"type":"ack"')
        for client, action in ((one, "place d3"), (two, None), (looking, None)):
            update = client.moved(1)
            (entry,) = update["entries"]
            assert (entry["number"], entry["kind"], entry["seat"], entry["ply"]) == (0, "play", 0, 1)
            assert entry["action"] == action
            assert entry["events"][0]["text"]["ja"]
            assert entry["events"][0]["channel"] == "normal"
            assert update["turn"] == 1
        assert two.now["legal"]
        assert one.now["legal"] == []


def test_events_fold_to_the_view_on_the_way_over_the_wire(server: Running) -> None:
    """What a client is told adds up: the opening and every update, for both seats and for who looks on."""
    game = tefuda.game("card-othello")
    table, tokens = server.table(deal={"seed": "5"})
    opening = Match(game, 5)
    with server.at(table, tokens[0]) as one, server.at(table, tokens[1]) as two, server.at(table) as looking:
        clients = {0: one, 1: two, SPECTATOR: looking}
        views: dict[int, dict[str, Any]] = {seat: {} for seat in clients}
        for seat, view in views.items():
            for event in opening.events_for(seat):
                game.fold(view, event)
        for number in range(30):
            turn = one.now["turn"]
            if turn is None:
                break
            mover = clients[turn]
            legal = mover.now["legal"]
            mover.play(legal[(number * 7) % len(legal)])
            for seat, client in clients.items():
                update = client.moved(number + 1)
                for event in update["entries"][0]["events"]:
                    game.fold(
                        views[seat], {key: value for key, value in event.items() if key not in ("text", "channel")}
                    )
                assert views[seat] == update["view"]


def test_refusals_change_nothing_and_say_why(server: Running) -> None:
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


def test_what_was_described_while_waiting_is_described_anew_at_the_start(server: Running) -> None:
    table, (black,) = server.table(seats=["me", "open"])
    with server.at(table, black) as one:
        assert one.ask("describe")["actions"] == []
        server.post(f"/api/tables/{table}/seats", {})
        one.until("update")
        assert [action["action"] for action in one.ask("describe")["actions"]] == one.now["legal"] != []


def test_a_resend_is_acknowledged_again_and_played_once(server: Running) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one:
        first = one.play("place d3", id="the-same-id")
        assert one.play("place d3", ply=0, id="the-same-id") == first
    with server.at(table, black) as again:
        assert again.play("place d3", ply=0, id="the-same-id") == first
    with server.at(table, white) as two:
        # An id belongs to its seat: nobody can use up another's.
        assert two.play(two.now["legal"][0], id="the-same-id")["number"] == 1
    assert server.get(f"/api/tables/{table}")["number"] == 2


def test_who_comes_back_gets_what_was_missed(server: Running) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one, server.at(table, white) as two:
        for number in range(4):
            mover = one if one.now["turn"] == 0 else two
            mover.play(mover.now["legal"][0])
            one.moved(number + 1)
            two.moved(number + 1)
        seen = [json.loads(text) for text in two.raw]
    told = [entry for said in seen if said["type"] == "update" for entry in said["entries"]]
    for have in range(5):
        with server.at(table, white, have) as again:
            assert again.welcome["entries"] == told[have:]
            assert again.welcome["past"] == []
    opening = next(said for said in seen if said["type"] == "welcome")["past"]
    for nothing in (None, 5, 1000):
        with server.at(table, white, nothing) as again:
            assert again.welcome["entries"] is None
            assert again.welcome["view"] == seen[-1]["view"]
            assert again.welcome["past"] == opening + [event for entry in told for event in entry["events"]]


def test_what_was_taken_back_is_not_told_again(server: Running) -> None:
    table, (black, _) = server.table(practice=True)
    with server.at(table, black) as one:
        one.play("place d3")
        one.moved(1)
        one.ask("takeback")
        one.moved(2)
        opening = one.welcome["past"]
    with server.at(table, black) as again:
        assert again.welcome["past"] == opening


def test_hello_decides(server: Running) -> None:
    table, _ = server.table()
    build = server.get("/api/games")["build"]
    for hello, answer in (
        ({"protocol": 2, "build": None, "token": None, "have": None}, "reload"),
        ({"protocol": 1, "build": "old", "token": None, "have": None}, "reload"),
        ({"protocol": 1, "build": build, "token": None, "have": None}, "welcome"),
        ({"protocol": 1, "build": None, "token": "wrong", "have": None}, "refused"),
        ({"protocol": 1, "build": None, "token": 3, "have": None}, "refused"),
        ({"protocol": 1, "build": None, "token": None, "have": -1}, "refused"),
    ):
        with server.bare(table) as client:
            client.send("hello", **hello)
            assert client.next()["type"] == answer
            if answer != "welcome":
                assert client.ended() == []
    with server.bare(table) as client:
        client.send("play", id="12345678", ply=0, action="place d3")
        assert client.next()["type"] == "refused"
    with server.bare("A" * 16) as client:
        client.send("hello", protocol=1, build=None, token=None, have=None)
        assert client.next()["code"] == "no_table"


def test_taking_back_against_the_cpu_goes_to_ones_own_last_decision(server: Running) -> None:
    table, (black,) = server.table(seats=["me", {"cpu": 1}], practice=True)
    with server.at(table, black) as one:
        before = one.now
        assert one.ask("takeback")["code"] == "nothing_to_take_back"
        one.play("place d3")
        one.moved(2)
        while one.now["turn"] != 0:
            one.until("update")
        number = one.now["number"]
        assert number >= 2
        one.ask("takeback")
        after = one.moved(number + 1)
        assert after["entries"][0]["kind"] == "takeback"
        assert (after["ply"], after["view"], after["legal"]) == (before["ply"], before["view"], before["legal"])
        hint = one.ask("hint")
        assert hint["type"] == "hint"
        assert {found["action"] for found in hint["actions"]} <= set(one.now["legal"])
        described = one.ask("describe")
        assert [found["action"] for found in described["actions"]] == one.now["legal"]
        assert all(found["text"]["en"] != found["text"]["ja"] for found in described["actions"])
    with server.at(table, black, have=1) as again:
        assert again.welcome["entries"] is None, "what was taken back cannot be told again"


def test_a_solitaire_can_be_taken_back_move_by_move_and_the_log_remembers(server: Running) -> None:
    table, (me,) = server.table("catalyst", ["me"], practice=True)
    with server.at(table, me) as one:
        views = [one.now["view"]]
        for number in range(3):
            one.play(one.now["legal"][0])
            views.append(one.moved(number + 1)["view"])
        for back in range(3):
            one.ask("takeback")
            assert one.moved(4 + back)["view"] == views[2 - back]
        one.play(one.now["legal"][0])
        assert one.moved(7)["view"] == views[1]
        finish(one)
    replay = server.get(f"/api/tables/{table}/replay")
    assert (replay["practice"], replay["undone"], len(replay["actions"])) == (True, 3, 1)


def test_resigning_ends_the_game_for_good(server: Running) -> None:
    table, (black, white) = server.table()
    assert server.get(f"/api/tables/{table}/replay", 409)["code"] == "not_over"
    with server.at(table, black) as one, server.at(table, white) as two:
        finish(two, [one])
        assert one.now["result"] == [1.0, 0.0]
        assert (one.now["ended"], one.now["turn"], one.now["legal"]) == ("resign", None, [])
        assert one.play("place d3")["code"] == "game_over"
        assert one.ask("resign")["code"] == "game_over"


def test_a_rematch_needs_both_and_turns_the_seats(server: Running) -> None:
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


def test_clocks_run_and_flags_fall(server: Running) -> None:
    table, (black, white) = server.table(clock={"initial": 4, "increment": 1})
    with server.at(table, black) as one, server.at(table, white) as two:
        assert one.now["clock"]["running"] == 0
        one.play("place d3")
        after = one.moved(1)["clock"]
        assert after["running"] == 1
        assert 1000 <= after["left"][0] <= 5000, "four seconds less what was spent, and one for the action"
        fallen = two.moved(2)
        assert fallen["entries"][0]["kind"] == "timeout"
        assert (fallen["ended"], fallen["result"], fallen["clock"]["left"][1]) == ("timeout", [1.0, 0.0], 0)
        assert two.play("place c3")["code"] == "game_over"
    listed = server.get("/api/tables?status=playing")
    assert table not in [one["id"] for one in listed]


def test_presence_and_emotes(server: Running) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one:
        with server.at(table, white) as two, server.at(table) as looking:
            while (said := one.until("presence"))["watchers"] < 1:
                pass
            assert said["seats"] == [True, True]
            two.send("emote", emote=one.welcome["emotes"][0])
            assert one.until("emote") == {"type": "emote", "seat": 1, "emote": one.welcome["emotes"][0]}
            looking.send("emote", emote=one.welcome["emotes"][0])
            two.send("emote", emote="<b>")
            two.send("ping")
            two.until("pong")
        while one.until("presence")["seats"] != [True, False]:
            pass
        assert sum('"emote"' in text for text in one.raw if not text.startswith('{"type":"welcome"')) == 1


def test_nobody_plays_before_the_table_is_full(server: Running) -> None:
    table, (black,) = server.table(seats=["me", "open"])
    with server.at(table, black) as one:
        assert (one.now["status"], one.now["turn"], one.now["legal"]) == ("open", None, [])
        assert one.play("place d3")["code"] == "not_started"
        server.post(f"/api/tables/{table}/seats", {"name": "Ben"})
        assert one.until("seats")["table"]["status"] == "playing"
        assert one.until("update")["legal"]
        assert one.play("place d3")["type"] == "ack"


def test_whole_games_against_every_kind_of_cpu_end_by_the_rules(server: Running) -> None:
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
def test_who_says_nothing_is_sent_away(tmp_path: Path, seconds: int) -> None:
    with running(tmp_path, TEFUDA_HELLO_SECONDS=str(seconds), TEFUDA_IDLE_SECONDS="2") as server:
        table, (black, _) = server.table()
        with server.bare(table) as silent:
            assert [said["code"] for said in silent.ended()] == ["idle"]
        with server.at(table, black) as one:
            began = time.monotonic()
            one.send("ping")
            assert one.ended()[-1] == {"type": "bye", "code": "idle"}
            assert time.monotonic() - began > 1
