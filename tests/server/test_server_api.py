"""REST: tables are created, joined and listed; errors are in both languages."""

import hashlib
import threading
from typing import Any

import httpx
import pytest
from server_process import RunningServer

import tefuda
from tefuda.core.seed import parse_seed


def test_games_have_options_and_decks(server: RunningServer) -> None:
    body = server.get("/api/games")
    games = {game["id"]: game for game in body["games"]}
    assert {"card-othello", "catalyst", "linkavel", "solitaire-tcg"} <= set(games)
    assert body["protocol"] == 2
    for game in games.values():
        assert len(game["seat_titles"]) == game["seats"]
        assert all(option["label"]["ja"] for option in game["options"])
    assert games["linkavel"]["decks"][0]["name"]["ja"]
    assert games["catalyst"]["decks"] == []
    react = next(option for option in games["catalyst"]["options"] if option["name"] == "react")
    assert (react["choices"], react["low"]) == (["both", "rank", "suit"], None)


def test_cards_and_rules(server: RunningServer) -> None:
    cards = server.get("/api/games/card-othello/cards")
    assert len(cards) == 30
    assert cards[0]["name"]["en"] != cards[0]["name"]["ja"]
    rules = server.get("/api/games/card-othello/rules?language=ja")
    assert '<strong id="CO-1.1">CO-1.1</strong>' in rules["html"]
    assert 'href="/rules/card-othello?language=en"' in rules["html"]
    assert "catalogue.yaml" not in rules["html"], "links into the repository are removed"
    assert server.get("/api/games/kuhn-poker/rules", 404)["code"] == "no_rules"
    assert server.get("/api/games/chess/cards", 404)["code"] == "unknown_game"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "malformed"),
        ({"game": "chess", "seats": ["me"]}, "unknown_game"),
        ({"game": "catalyst", "seats": ["me", "me"]}, "seats"),
        ({"game": "catalyst", "seats": [{"cpu": 1}]}, "no_human_seat"),
        ({"game": "catalyst", "seats": [{"cpu": 9}]}, "malformed"),
        ({"game": "catalyst", "seats": ["me"], "options": {"hand_sice": 3}}, "option_unknown"),
        ({"game": "catalyst", "seats": ["me"], "options": {"hand_size": 99}}, "option_value"),
        ({"game": "catalyst", "seats": ["me"], "colour": 1}, "malformed"),
        ({"game": "catalyst", "seats": ["me"], "deal": {"seed": "x"}}, "seed"),
        ({"game": "catalyst", "seats": ["me"], "deal": {"same_as": "A" * 16}}, "no_table"),
        ({"game": "catalyst", "seats": ["me"], "from": {"replay": {}, "ply": 0}}, "not_a_replay"),
        ({"game": "catalyst", "seats": ["me"], "deal": "daily", "from": {"replay": {}, "ply": 0}}, "exclusive"),
        ({"game": "card-othello", "seats": ["me", "open"], "practice": True}, "practice_alone"),
        ({"game": "card-othello", "seats": ["me", "open"], "deal": "daily"}, "known_cards"),
        ({"game": "card-othello", "seats": ["me", "open"], "deal": {"seed": "7"}}, "known_cards"),
        ({"game": "card-othello", "seats": ["me", "open"], "clock": {"initial": 0}}, "malformed"),
    ],
)
def test_invalid_tables_are_refused(server: RunningServer, body: dict[str, Any], code: str) -> None:
    answer = server.http.post("/api/tables", json=body)
    assert 400 <= answer.status_code < 500
    refusal = answer.json()
    assert refusal["code"] == code
    assert refusal["en"] != refusal["ja"]


def test_invalid_requests_are_refused(server: RunningServer) -> None:
    http = server.http
    assert http.get("/api/nothing").json()["code"] == "not_found"
    assert http.delete("/api/games").json()["code"] == "not_allowed"
    assert http.post("/api/tables", content=b"{").status_code == 422
    assert http.post("/api/tables", content=b"[" * 10_000).status_code in (400, 422)
    for address, size in (("/api/tables/quick", 20_000), ("/api/replays", 1_100_000)):
        large = http.post(address, content=b" " * size)
        assert (large.status_code, large.json()["code"]) == (413, "too_large")
        streamed = http.post(address, content=iter([b" " * 10_000] * (size // 10_000 + 1)))
        assert (streamed.status_code, streamed.json()["code"]) == (413, "too_large")
    half = http.post("/api/replays", content=b'{"\\ud800": 1, "format": "tefuda-replay/1"}')
    assert half.status_code == 422
    assert server.get("/api/tables/" + "A" * 16, 404)["code"] == "no_table"
    assert server.get("/api/tables/short", 404)["code"] == "no_table"


def test_requests_of_other_sites_are_refused(server: RunningServer) -> None:
    body = {"game": "catalyst", "seats": ["me"]}
    ours = {"origin": f"http://127.0.0.1:{server.port}"}
    assert server.http.post("/api/tables", json=body, headers=ours).status_code == 200
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.port}.evil.example"):
        refused = server.http.post("/api/tables", json=body, headers={"origin": origin})
        assert (refused.status_code, refused.json()["code"]) == (403, "origin")
        upgrade = {
            "origin": origin,
            "connection": "Upgrade",
            "upgrade": "websocket",
            "sec-websocket-version": "13",
            "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }
        assert server.http.get(f"/api/tables/{'A' * 16}/socket", headers=upgrade).status_code == 403


def test_security_headers(server: RunningServer) -> None:
    for address in ("/api/games", "/api/nothing", "/", "/metrics"):
        headers = server.http.get(address).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';")
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


def test_game_data_is_compressed_and_tables_are_not(server: RunningServer) -> None:
    table, _ = server.table(name="x" * 24)
    for address, encoding in (
        ("/api/games", "gzip"),
        ("/api/games/linkavel/cards", "gzip"),
        ("/api/games/solitaire-tcg/picture", "gzip"),
        (f"/api/tables/{table}", None),
    ):
        answer = server.http.get(address, headers={"accept-encoding": "gzip"})
        assert answer.headers.get("content-encoding") == encoding, address
        assert answer.content == server.http.get(address, headers={"accept-encoding": "identity"}).content


def test_join_table(server: RunningServer) -> None:
    table, _ = server.table(seats=["me", "open"], public=True, name="  An\x00na\u202e  " + "x" * 50)
    body = server.get(f"/api/tables/{table}")
    assert (body["status"], body["turn"]) == ("open", None)
    assert body["seats"][0]["name"] == "An na " + "x" * 18
    assert table in [one["id"] for one in server.get("/api/tables?game=card-othello")]
    assert server.post(f"/api/tables/{table}/seats", {"seat": 0}, 409)["code"] == "seat_taken"
    joined = server.post(f"/api/tables/{table}/seats", {"seat": 1})
    assert joined["table"]["status"] == "playing"
    assert server.post(f"/api/tables/{table}/seats", {}, 409)["code"] == "seat_taken"
    playing = server.get("/api/tables?status=playing")
    (listed,) = [one for one in playing if one["id"] == table]
    assert listed == server.get(f"/api/tables/{table}"), "list and table are equal"


def test_simultaneous_quick_matches_are_paired(server: RunningServer) -> None:
    """A player waits. Of four others who ask at the same time, one joins and three open their own tables."""
    found: list[dict[str, Any]] = []

    def want() -> None:
        with httpx.Client(base_url=server.http.base_url) as http:
            found.append(http.post("/api/tables/quick", json={"game": "linkavel"}).json())

    for _ in range(3):
        found.clear()
        with server.quick_match("linkavel") as (waiting, _):
            threads = [threading.Thread(target=want) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert [one["table"]["id"] for one in found if one["table"]["status"] == "playing"] == [waiting]
            assert len({one["table"]["id"] for one in found}) == 4
    alone = server.post("/api/tables/quick", {"game": "catalyst"})
    assert alone["table"]["status"] == "playing"


def test_quick_match_gives_each_player_the_chosen_deck(server: RunningServer) -> None:
    with server.quick_match("linkavel", deck="dark") as (table, _):
        second = server.post("/api/tables/quick", {"game": "linkavel", "deck": "light"})
        assert second["table"]["id"] == table
        assert second["table"]["options"] == {"deck.one": "dark", "deck.two": "light"}
    assert server.post("/api/tables/quick", {"game": "linkavel", "deck": "gold"}, 422)["code"] == "deck"
    assert server.post("/api/tables/quick", {"game": "card-othello", "deck": "dark"}, 422)["code"] == "no_deck"


def test_open_table_can_be_cancelled(server: RunningServer) -> None:
    table, (token,) = server.table(seats=["me", "open"], public=True)
    other, (stranger,) = server.table(seats=["me", "open"])
    assert server.post(f"/api/tables/{table}/cancel", {"token": stranger}, 422)["code"] == "wrong_token"
    with server.at(table) as friend:
        assert server.post(f"/api/tables/{table}/cancel", {"token": token})["id"] == table
        assert friend.until("bye")["code"] == "cancelled"
    assert server.get(f"/api/tables/{table}", 404)["code"] == "no_table"
    assert server.post(f"/api/tables/{table}/seats", {}, 404)["code"] == "no_table"
    assert server.post(f"/api/tables/{table}/cancel", {"token": token}, 404)["code"] == "no_table"
    assert table not in [one["id"] for one in server.get("/api/tables")]
    server.post(f"/api/tables/{other}/seats", {})
    assert server.post(f"/api/tables/{other}/cancel", {"token": stranger}, 409)["code"] == "already_started"
    assert server.get(f"/api/tables/{other}")["status"] == "playing"


def test_tables_are_listed_by_id_with_their_results(server: RunningServer) -> None:
    """The list and the single tables are equal, in any status and without being public."""
    over, (black, _) = server.table()
    with server.at(over, black) as one:
        one.ask("resign")
    playing, _ = server.table("linkavel", ["me", {"cpu": 1}], name="Ann")
    waiting, _ = server.table(seats=["me", "open"])
    ids = [over, waiting, "A" * 16]
    listed = server.get("/api/tables?" + "&".join(f"id={table}" for table in ids))
    assert {one["id"]: one for one in listed} == {table: server.get(f"/api/tables/{table}") for table in ids[:2]}
    (result,) = [one for one in listed if one["id"] == over]
    assert (result["status"], result["outcomes"], result["ended"]) == ("over", [0, 1], "resign")
    assert server.get(f"/api/tables?id={playing}")[0]["seats"][0]["name"] == "Ann"
    assert server.get("/api/tables?id=x", 422)["code"] == "malformed"


def test_first_seat_is_known_unless_the_game_starts_from_a_position(server: RunningServer) -> None:
    games = {game["id"]: game for game in server.get("/api/games")["games"]}
    assert games["linkavel"]["coin_toss"] is True
    assert games["card-othello"]["coin_toss"] is False
    firsts = set()
    for seed in range(8):
        table, _ = server.table("linkavel", deal={"seed": str(seed)})
        body = server.get(f"/api/tables/{table}")
        assert body["first"] == body["turn"]
        firsts.add(body["first"])
    assert firsts == {0, 1}
    table, (black, _) = server.table()
    with server.at(table, black) as one:
        one.play("place d3")
        one.ask("resign")
    branch, _ = server.table("card-othello", ["me", "me"], **{"from": {"table": table, "ply": 1}})
    assert server.get(f"/api/tables/{branch}")["first"] is None


def test_replay_verifies_and_matches_commitment(server: RunningServer) -> None:
    table, (me,) = server.table("catalyst", ["me"])
    commitment = server.get(f"/api/tables/{table}")["commitment"]
    with server.at(table, me) as one:
        views = [one.now["view"]]
        for number in range(5):
            one.play(one.now["legal"][number])
            views.append(one.wait_for_entries(number + 1)["view"])
        one.ask("resign")
    replay = server.get(f"/api/tables/{table}/replay")
    assert hashlib.sha256(replay["seed"].encode()).hexdigest() == commitment
    shown = server.post("/api/replays?seat=0", replay)
    assert shown["verdict"]["kind"] == "EXACT"
    assert [frame["view"] for frame in shown["frames"]] == views
    assert [frame["action"] for frame in shown["frames"]] == [None, *replay["actions"]]
    assert shown["frames"][0]["events"][0]["kind"] == "setup"
    assert shown["frames"][1]["text"]["ja"]
    damaged = server.post("/api/replays", {**replay, "seed": "1"}, 422)
    assert damaged["code"] == "digest"
    assert server.post("/api/replays?seat=3", replay, 422)["code"] == "seat"

    same, _ = server.table("catalyst", ["me"], deal={"same_as": table})
    assert server.get(f"/api/tables/{same}")["commitment"] == commitment
    assert server.get(f"/api/tables/{same}")["practice"] is False
    for source in ({"table": table, "ply": 3}, {"replay": replay, "ply": 3}):
        branch, (token,) = server.table("catalyst", ["me"], **{"from": source})
        with server.at(branch, token) as one:
            assert one.now["view"] == views[3]
            assert one.welcome["table"]["practice"] is True
            one.play(replay["actions"][3])
            assert one.wait_for_entries(1)["view"] == views[4], "a branch has the same random state"
    body = {"game": "catalyst", "seats": ["me"], "from": {"table": table, "ply": 6}}
    assert server.post("/api/tables", body, 422)["code"] == "ply"


def test_daily_deal_is_shared_and_hidden_until_next_day(server: RunningServer) -> None:
    one, (token,) = server.table("catalyst", ["me"], deal="daily")
    two, _ = server.table("catalyst", ["me"], deal="daily")
    first, second = server.get(f"/api/tables/{one}"), server.get(f"/api/tables/{two}")
    assert first["daily"] is not None
    if first["daily"] == second["daily"]:
        assert first["commitment"] == second["commitment"]
    other, _ = server.table("solitaire-tcg", ["me"], deal="daily")
    assert server.get(f"/api/tables/{other}")["commitment"] != first["commitment"]
    with server.at(one, token) as client:
        client.ask("resign")
    assert server.get(f"/api/tables/{one}/replay", 409)["code"] == "daily_running"
    body = {"game": "catalyst", "seats": ["me"], "from": {"table": one, "ply": 0}}
    assert server.post("/api/tables", body, 409)["code"] == "daily_running"


def test_other_options_do_not_reveal_daily_deal(server: RunningServer) -> None:
    """Larger hands, takebacks and a second seat give another deal, and daily tables are not public."""

    def deal(game: str, seats: list[Any], **more: Any) -> tuple[str, Any]:
        table, tokens = server.table(game, seats, deal="daily", public=True, **more)
        body = server.get(f"/api/tables/{table}")
        assert not body["public"]
        with server.at(table, tokens[0]) as one:
            return body["commitment"], one.now["view"]["hand"]

    plain, hand = deal("solitaire-tcg", ["me"])
    assert deal("solitaire-tcg", ["me"], options={"opening_hand": 5}) == (plain, hand)
    more, longer = deal("solitaire-tcg", ["me"], options={"opening_hand": 20})
    assert more != plain
    assert longer[: len(hand)] != hand
    assert deal("solitaire-tcg", ["me"], practice=True)[0] != plain
    alone, _ = deal("linkavel", ["me", {"cpu": 1}])
    assert deal("linkavel", ["me", "me"])[0] != alone


def test_running_game_cannot_be_copied(server: RunningServer) -> None:
    table, _ = server.table()
    for more in ({"deal": {"same_as": table}}, {"from": {"table": table, "ply": 0}}):
        body = {"game": "card-othello", "seats": ["me", "me"], **more}
        assert server.post("/api/tables", body, 409)["code"] == "not_over"


def test_seed_gives_same_deal_as_match(server: RunningServer) -> None:
    game = tefuda.game("linkavel")
    table, (one, _) = server.table("linkavel", deal={"seed": "7.120"}, options={"lp": 4000})
    match = tefuda.Match(game, parse_seed("7.120"), {"lp": 4000})
    with server.at(table, one) as client:
        assert client.now["view"] == match.view(0)
        assert client.welcome["table"]["options"] == {"lp": 4000}


def test_health_and_metrics(server: RunningServer) -> None:
    assert server.http.get("/healthz").text == "ok\n"
    assert "tefuda_entries_total" in server.http.get("/metrics").text
