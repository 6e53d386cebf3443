"""Par is available only after a one-player game is over."""

from server_process import RunningServer

import tefuda
from tefuda.core.seed import parse_seed
from tefuda.solve import Limits, solve


def test_par_matches_solver(server: RunningServer) -> None:
    options = {"field_size": 3, "hand_size": 3}
    table, (token,) = server.table("catalyst", ["me"], options=options, deal={"seed": "7"})
    assert server.get(f"/api/tables/{table}/par", 409)["code"] == "not_over"
    with server.at(table, token) as alone:
        alone.ask("resign")
    found = server.get(f"/api/tables/{table}/par")
    proof = solve(tefuda.game("catalyst").start(parse_seed("7"), options), Limits(seconds=60))
    assert found == {"verdict": "SOLVED", "par": proof.par, "fewest": len(proof.line)}


def test_no_par_for_two_players(server: RunningServer) -> None:
    table, (black, _) = server.table()
    with server.at(table, black) as one:
        one.ask("resign")
    assert server.get(f"/api/tables/{table}/par", 409)["code"] == "seats"
    assert server.get("/api/tables/AAAAAAAAAAAAAAAA/par", 404)["code"] == "no_table"
