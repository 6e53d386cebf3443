"""Reasons, questions and labels come from the server, in both languages."""

import pytest
from server_process import RunningServer

import tefuda
from tefuda import SPECTATOR, Match
from tefuda.core.text import both


def test_reason_for_a_card_in_hand(server: RunningServer) -> None:
    """LinkaVel: the reason is that of the rules, in both languages, for the seat that asks."""
    table, tokens = server.table("linkavel", ["me", "me"], deal={"seed": "3"})
    match = Match(tefuda.game("linkavel"), 3)
    with server.at(table, tokens[0]) as one, server.at(table, tokens[1]) as two:
        for seat, client in enumerate((one, two)):
            for card in client.now["view"]["hand"]:
                why = match.why_unusable(seat, f"hand:{card}")
                answer = client.ask("explain", item=f"hand:{card}")
                assert (answer["type"], answer["ply"]) == ("explained", 0)
                assert answer["reason"] == (None if why is None else {"code": why.code, **both(why)})
            assert client.ask("explain", item="hand:nothing")["reason"] in (None, NOT_YOUR_TURN)


NOT_YOUR_TURN = {"code": "not_your_turn", "en": "It is not your turn.", "ja": "あなたの番ではありません。"}


def test_reasons_are_for_seats(server: RunningServer) -> None:
    table, (black, white) = server.table()
    with server.at(table, black) as one, server.at(table, white) as two, server.at(table) as looking:
        assert one.ask("explain", item="a1")["reason"]["code"] == "no_line"
        assert one.ask("explain", item="d3")["reason"] is None
        assert one.ask("explain", item="place a1")["reason"]["code"] == "no_line"
        assert two.ask("explain", item="a1")["reason"] == NOT_YOUR_TURN
        assert looking.ask("explain", item="a1")["code"] == "no_seat"
        for wrong in ({}, {"item": 7}, {"item": None}, {"item": "x" * 101}):
            assert one.ask("explain", **wrong)["code"] == "not_understood"
        one.ask("resign")
        assert two.ask("explain", item="a1")["reason"]["code"] == "game_over"


def test_no_reason_before_the_start(server: RunningServer) -> None:
    table, (black,) = server.table(seats=["me", "open"])
    with server.at(table, black) as one:
        assert one.ask("explain", item="d3")["reason"]["code"] == "not_started"


def test_only_the_deciding_seat_is_asked(server: RunningServer) -> None:
    """A choice is asked with the legal actions, of the seat that decides."""
    table, (black, white) = server.table(
        "card-othello",
        ["me", "me"],
        **{
            "from": {
                "position": {
                    "board": ["........", "...W....", "..BWB...", "..WBW...", "...BW...", *["........"] * 3],
                    "turn": "black",
                    "started": True,
                    "charge": {"black": 30, "white": 0},
                    "hand": {"black": ["SELL_CARD_WILL", "GOLD_STONE"], "white": ["TRAP_WILL"]},
                    "deck": {"black": [], "white": []},
                }
            }
        },
    )
    with server.at(table, black) as one, server.at(table, white) as two, server.at(table) as looking:
        assert [client.now["prompt"] for client in (one, two, looking)] == [None] * 3
        one.play("use SELL_CARD_WILL")
        for client in (one, two, looking):
            client.wait_for_entries(1)
        assert one.now["prompt"]["en"].endswith("choose a card to sell.")
        assert one.now["prompt"]["ja"].endswith("売却するカードを選んでください。")
        assert two.now["prompt"] is looking.now["prompt"] is None


def test_games_are_described_completely(server: RunningServer) -> None:
    """Cards, pictures, labels and choices: a client needs no table of games."""
    games = server.get("/api/games")["games"]
    ids = [game["id"] for game in games]
    shipped = ["card-othello", "catalyst", "linkavel", "solitaire-tcg"]
    assert ids[: len(shipped)] == shipped, "games that ship come first"
    assert ids[len(shipped) :] == sorted(ids[len(shipped) :])
    assert [game["id"] for game in games[: len(shipped)] if game["cards"]] == [
        "card-othello",
        "linkavel",
        "solitaire-tcg",
    ]
    for game in games:
        assert game["cards"] == bool(server.get(f"/api/games/{game['id']}/cards"))
        for option in game["options"]:
            if option["choices"] is not None:
                assert len(option["choice_labels"]) == len(option["choices"])
    by_id = {game["id"]: game for game in games}
    react = next(option for option in by_id["catalyst"]["options"] if option["name"] == "react")
    assert react["choice_labels"][1] == {"en": "rank only", "ja": "数字のみ"}
    assert by_id["card-othello"]["labels"]["TIME_BOMB"] == {"en": "time bomb", "ja": "時限爆弾"}
    for game in shipped:
        assert server.http.get(by_id[game]["picture"]).text.startswith("<svg")
        assert by_id[game]["blurb"]["ja"]


def view_keys(value: object) -> set[str]:
    """Return all keys inside a view."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return (set(value) if isinstance(value, dict) else set()).union(*(view_keys(part) for part in parts))


HIDDEN_OR_SHARED = {
    *("seat", "costs", "decides", "unseen", "spent", "asked", "id"),
    *("hand", "hands", "deck", "decks", "discard", "board", "choice", "result", "reason", "turn", "turn_number"),
    *("phase", "card", "cards", "at"),
}
"""Keys that the plain screen does not show, or whose word many games share."""


@pytest.mark.parametrize("name", ["card-othello", "catalyst", "linkavel", "solitaire-tcg"])
def test_every_key_of_a_view_has_a_label(name: str) -> None:
    game = tefuda.game(name)
    labels = game.texts.labels()
    assert all(label.en and label.ja for label in labels.values())
    found: set[str] = set()
    for seed in range(4):
        match = Match(game, seed)
        while not match.over and match.ply < 120:
            for seat in (*range(game.seats), SPECTATOR):
                view = {key: part for key, part in match.view(seat).items() if key not in HIDDEN_OR_SHARED}
                found |= view_keys(view)
            legal = match.legal(match.seat)
            match.play(match.seat, match.ply, legal[(7 * match.ply + seed) % len(legal)])
    assert found - set(labels) - HIDDEN_OR_SHARED == set()
