"""The chances of a replay are available to those who have the replay."""

from server_process import RunningServer

import tefuda
from tefuda.core.replay import record


def test_chances_of_a_replay(server: RunningServer) -> None:
    match = tefuda.Match(tefuda.game("card-othello"), 3)
    while not match.over:
        match.play(match.seat, match.ply, match.legal(match.seat)[0])
    replay, result = record(match), match.result()
    assert result is not None
    found = server.post("/api/replays/chances?seat=1", replay)
    assert found["seat"] == 1
    assert [point["ply"] for point in found["points"]] == list(range(match.ply + 1))
    assert found["points"][-1] == {"ply": match.ply, "seat": None, "chance": result[1]}
    assert found["turning_points"]
    for point in found["turning_points"]:
        before = match.state(point["ply"] - 1)
        assert point["seat"] == before.seat
        action = match.game.parse(before, match.actions[point["ply"] - 1])
        assert point["text"]["ja"] == match.game.texts.describe(before, action, "ja")
        chances = [found["points"][ply]["chance"] for ply in (point["ply"] - 1, point["ply"])]
        assert [point["before"], point["after"]] == chances
        assert match.state(point["retry"]).seat == 1
    assert server.post("/api/replays/chances?seat=2", replay, 422)["code"] == "seat"
    assert server.post("/api/replays/chances", {**replay, "actions": []}, 422)
