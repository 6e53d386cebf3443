"""The description of the API is true: requests made from it, good and bad, get answers that it describes."""

from collections.abc import Callable
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from serving import Running

from tefuda.server.puzzles import puzzles_of

CHECKS = [
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
    content_type_conformance,
    negative_data_rejection,
]
POSITION: dict[str, Any] = {"game": "solitaire-tcg", "position": puzzles_of("solitaire-tcg")["one-mark-short"].position}


def finished(server: Running) -> str:
    """A table whose game is over."""
    table, (black, _) = server.table()
    with server.at(table, black) as one:
        one.play("place d3")
        one.ask("resign")
    return table


def finished_alone(server: Running) -> str:
    """A table whose only player has given up; its deal is proved at once."""
    table, (token,) = server.table("catalyst", ["me"], options={"field_size": 3}, deal={"seed": "7"})
    with server.at(table, token) as one:
        one.ask("resign")
    return table


def make_real(server: Running, case: schemathesis.Case[Any], over: str, replay: dict[str, Any]) -> None:
    """Put what there is in the place of what was made up."""
    if "game" in case.path_parameters:
        # A shipped game's picture is a file of the page; a plugin delivers its own.
        picture = case.operation.path.endswith("/picture")
        case.path_parameters["game"] = "hidden-nim" if picture else "solitaire-tcg"
    if "card" in case.path_parameters:
        case.path_parameters["card"] = "spl_001"
    if "id" in case.path_parameters:
        case.path_parameters["id"] = over
        if case.operation.path.endswith("/seats"):
            case.path_parameters["id"] = server.table(seats=["me", "open"])[0]
        elif case.operation.path.endswith("/par"):
            case.path_parameters["id"] = finished_alone(server)
    if "game" in case.query:
        case.query["game"] = "card-othello"
    if "type" in case.query:
        case.query["type"] = "spell"
    match case.operation.path if case.method == "POST" else None:
        case "/api/tables":
            case.body = {"game": "card-othello", "seats": ["me", "me"], "from": {"replay": replay, "ply": 1}}
        case "/api/tables/quick":
            case.body = {"game": "card-othello"}
        case "/api/tables/{id}/seats":
            case.body = {"name": "Ben"}
        case "/api/positions/proof":
            case.body = POSITION
        case "/api/positions/puzzle":
            case.body = {**POSITION, "title": {"en": "One", "ja": "一"}}
        case "/api/games/{game}/trials":
            case.body = {"level": 2, "first": 5, "count": 1}
        case "/api/replays":
            case.body, case.query = replay, {"seat": 1}


def answers(cases: SearchStrategy[Any], count: int, change: Callable[[schemathesis.Case[Any]], None]) -> set[int]:
    """Send cases, after a change, and check the answers; which statuses they had."""
    statuses: set[int] = set()

    @settings(
        max_examples=count,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(case=cases)
    def probe(case: schemathesis.Case[Any]) -> None:
        change(case)
        statuses.add(case.call_and_validate(checks=CHECKS).status_code)

    probe()
    return statuses


def test_the_api_is_what_it_says_it_is(server: Running) -> None:
    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json")
    over = finished(server)
    replay = server.get(f"/api/tables/{over}/replay")
    seen: dict[str, set[int]] = {}
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        good, bad = operation.as_strategy(GenerationMode.POSITIVE), operation.as_strategy(GenerationMode.NEGATIVE)
        made_up = answers(good | bad, 20, lambda case: None)
        real = answers(good, 5, lambda case: make_real(server, case, over, replay))
        seen[operation.label] = made_up | real
    assert len(seen) >= 10
    assert [label for label, statuses in seen.items() if 200 not in statuses] == []
    assert "Traceback" not in server.log.read_text()


def test_what_is_answered_is_described_field_by_field(server: Running) -> None:
    """A schema that allows any object would be kept by any answer."""
    described = server.get("/api/openapi.json")
    for path, operations in described["paths"].items():
        for operation in operations.values():
            content = operation["responses"]["200"]["content"]
            if "application/json" not in content:
                assert list(content) == ["image/svg+xml"], path
                continue
            schema = content["application/json"]["schema"]
            assert "$ref" in schema.get("items", schema), path
            named = schema.get("items", schema)["$ref"].rsplit("/", 1)[1]
            assert described["components"]["schemas"][named]["required"], path
