"""Puzzles: lists, the daily puzzle, and puzzle tables."""

from datetime import date, timedelta
from pathlib import Path

from server_process import Client, RunningServer, run_server

from tefuda.cardlang.workshop import find_workshop
from tefuda.core.puzzle import Puzzle, read_puzzle
from tefuda.server.puzzles import daily_puzzle
from tefuda.solve import IMPOSSIBLE, Limits, solve

GAME = "solitaire-tcg"


def shipped() -> list[Puzzle]:
    return [read_puzzle(path) for path in find_workshop(GAME).puzzles()]


def play(one: Client, action: str) -> None:
    number = one.now["number"]
    assert one.play(action)["type"] == "ack"
    one.wait_for_entries(number + 1)


def take_back(one: Client) -> None:
    number = one.now["number"]
    assert one.ask("takeback")["type"] == "ack"
    one.wait_for_entries(number + 1)


def test_shipped_puzzles_are_listed_without_solutions(server: RunningServer) -> None:
    listed = server.get(f"/api/games/{GAME}/puzzles")
    assert {puzzle["id"] for puzzle in listed} == {puzzle.id for puzzle in shipped()}
    assert [puzzle["tier"] for puzzle in listed] == sorted(puzzle["tier"] for puzzle in listed)
    one = next(puzzle for puzzle in shipped() if puzzle.id == listed[0]["id"])
    assert listed[0] == {
        "id": one.id,
        "title": one.data["title"],
        "goal": one.data["goal"],
        "tier": one.tier,
        "par": one.par,
        "solutions": one.solutions,
    }
    assert server.get("/api/games/card-othello/puzzles") == []
    assert server.get("/api/games/chess/puzzles", 404)["code"] == "unknown_game"


def test_daily_puzzles_do_not_repeat_early(server: RunningServer) -> None:
    today = server.get("/api/puzzles/daily")
    assert daily_puzzle(today["date"]) == (today["game"], today["puzzle"])
    names = {(GAME, puzzle.id) for puzzle in shipped()}
    first = date(2027, 12, 20)
    for beginning in range(3):
        days = [first + timedelta(beginning + number) for number in range(len(names))]
        assert {daily_puzzle(day.isoformat()) for day in days} == names


def test_hints_solve_puzzle_and_rematch_repeats_it(server: RunningServer) -> None:
    puzzle = min(shipped(), key=lambda puzzle: puzzle.par or 99)
    table, (token,) = server.table(GAME, ["me"], **{"from": {"puzzle": puzzle.id}})
    body = server.get(f"/api/tables/{table}")
    assert body["puzzle"]["id"] == puzzle.id
    assert body["practice"]
    with server.at(table, token) as one:
        left = puzzle.par
        while one.now["result"] is None:
            hint = one.ask("hint")
            assert hint["proved"]
            assert hint["plays"] == left
            action = hint["actions"][0]["action"]
            play(one, action)
            left = hint["plays"] - (not action.startswith("pick "))
        assert left == 0
        assert one.now["result"] == [1.0]
        one.ask("rematch")
        again = one.until("rematch")["table"]
    following = server.get(f"/api/tables/{again}")
    assert following["puzzle"] == body["puzzle"]
    with server.at(again, token) as one:
        assert one.now["result"] is None
        for action in puzzle.solution or []:
            play(one, action)
        assert one.now["result"] == [1.0]


def test_hint_reports_lost_position(server: RunningServer) -> None:
    """After a proved loss the hint has no actions."""
    puzzle = next(puzzle for puzzle in shipped() if puzzle.id == "files-herself-last")
    state = puzzle.game.at(puzzle.position)
    state.play(puzzle.game.parse(state, "play spl_026"))
    assert solve(state, Limits()).verdict == IMPOSSIBLE
    table, (token,) = server.table(GAME, ["me"], **{"from": {"puzzle": puzzle.id}})
    with server.at(table, token) as one:
        play(one, "play spl_026")
        hint = one.ask("hint")
        assert (hint["actions"], hint["proved"], hint["plays"]) == ([], True, None)
        take_back(one)
        assert one.ask("hint")["plays"] == puzzle.par


def test_puzzle_table_restrictions(server: RunningServer) -> None:
    name = shipped()[0].id
    ordinary = {"game": GAME, "seats": ["me"]}
    for body, status, code in [
        ({**ordinary, "from": {"puzzle": "no-such-puzzle"}}, 404, "no_puzzle"),
        ({"game": "catalyst", "seats": ["me"], "from": {"puzzle": name}}, 404, "no_puzzle"),
        ({**ordinary, "from": {"puzzle": name}, "options": {"max_turns": 3}}, 422, "exclusive"),
        ({**ordinary, "from": {"puzzle": name}, "deal": "daily"}, 422, "exclusive"),
        ({**ordinary, "seats": ["open"], "from": {"puzzle": name}}, 422, "no_human_seat"),
    ]:
        refusal = server.post("/api/tables", body, status)
        assert refusal["code"] == code
        assert refusal["en"] != refusal["ja"]


def test_puzzle_table_survives_restart(tmp_path: Path) -> None:
    puzzle = shipped()[3]
    with run_server(tmp_path) as server:
        table, (token,) = server.table(GAME, ["me"], **{"from": {"puzzle": puzzle.id}})
        with server.at(table, token) as one:
            play(one, (puzzle.solution or [])[0])
        before = server.get(f"/api/tables/{table}")
        server.kill()
        server.start()
        assert server.get(f"/api/tables/{table}") == before
        assert before["puzzle"]["id"] == puzzle.id
        with server.at(table, token) as one:
            for action in (puzzle.solution or [])[1:]:
                play(one, action)
            assert one.now["result"] == [1.0]
