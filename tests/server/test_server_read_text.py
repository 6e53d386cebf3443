"""Reading positions and replays from text, and the card language reference."""

import json

import pytest
from server_process import RunningServer

import tefuda
from tefuda.cardlang.workshop import find_workshop
from tefuda.core.replay import record


@pytest.mark.parametrize("game", ["linkavel", "solitaire-tcg", "catalyst", "card-othello"])
def test_read_position_and_replay_at_every_ply(server: RunningServer, game: str) -> None:
    match = tefuda.Match(tefuda.game(game), seed=5)
    for _ in range(5):
        match.play(match.seat, match.ply, match.legal(match.seat)[0])
    replay = json.dumps(record(match))
    for ply in range(match.ply):
        state = match.state(ply)
        read = server.post("/api/positions", {"text": replay, "ply": ply})
        assert (read["kind"], read["view"]) == ("replay", None)
        expected = json.loads(json.dumps(match.game.position(state)))
        if "luck" in expected:  # sent as text: JavaScript would round it
            expected["luck"]["seed"] = str(expected["luck"]["seed"])
        assert read["position"] == expected
        again = server.post("/api/positions", {"text": json.dumps(read["position"]), "game": game})
        assert (again["kind"], again["seat"], again["problems"]) == ("position", state.seat, [])
        assert again["view"] == json.loads(json.dumps(match.view(state.seat, ply)))
    assert server.post("/api/positions", {"text": replay})["position"] is None
    assert server.post("/api/positions", {"text": replay, "ply": match.ply + 1}, 422)["code"] == "ply"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_card_language_reference_is_complete(server: RunningServer, language: str) -> None:
    for game in ("linkavel", "solitaire-tcg"):
        body = server.get(f"/api/games/{game}/cards/reference?language={language}")
        words = find_workshop(game).card_schema.vocabulary
        for term in [*words.triggers, *words.ops, *words.filters]:
            assert f"<code>{term.name}</code>" in body["html"]
        assert "<!--" not in body["html"]
        assert "&lt;!--" not in body["html"]
    assert server.get("/api/games/catalyst/cards/reference", 404)["code"] == "no_workshop"
