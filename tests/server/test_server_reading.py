"""What a pasted text is shown as, where a replay can be left, and the language that cards are written in."""

import json

import pytest
from serving import Running

import tefuda
from tefuda.cardlang.workshop import find_workshop
from tefuda.core.replay import record


@pytest.mark.parametrize("game", ["linkavel", "solitaire-tcg", "catalyst", "card-othello"])
def test_a_position_is_seen_by_who_decides_and_a_replay_has_one_after_every_action(server: Running, game: str) -> None:
    match = tefuda.Match(tefuda.game(game), seed=5)
    for _ in range(5):
        match.play(match.seat, match.ply, match.legal(match.seat)[0])
    replay = json.dumps(record(match))
    for ply in range(match.ply):
        state = match.state(ply)
        read = server.post("/api/positions", {"text": replay, "ply": ply})
        assert (read["kind"], read["view"]) == ("replay", None)
        expected = json.loads(json.dumps(match.game.position(state)))
        if "luck" in expected:  # as a text: a browser would round it
            expected["luck"]["seed"] = str(expected["luck"]["seed"])
        assert read["position"] == expected
        again = server.post("/api/positions", {"text": json.dumps(read["position"]), "game": game})
        assert (again["kind"], again["seat"], again["problems"]) == ("position", state.seat, [])
        assert again["view"] == json.loads(json.dumps(match.view(state.seat, ply)))
    assert server.post("/api/positions", {"text": replay})["position"] is None
    assert server.post("/api/positions", {"text": replay, "ply": match.ply + 1}, 422)["code"] == "ply"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_reference_of_the_card_language_has_every_word_of_it(server: Running, language: str) -> None:
    for game in ("linkavel", "solitaire-tcg"):
        told = server.get(f"/api/games/{game}/cards/reference?language={language}")
        words = find_workshop(game).card_schema.vocabulary
        for term in [*words.triggers, *words.ops, *words.filters]:
            assert f"<code>{term.name}</code>" in told["html"]
        assert "<!--" not in told["html"]
        assert "&lt;!--" not in told["html"]
    assert server.get("/api/games/catalyst/cards/reference", 404)["code"] == "no_workshop"
