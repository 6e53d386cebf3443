"""Responses to generated requests, valid and invalid, match the OpenAPI schema."""

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
from server_process import RunningServer

from tefuda.server.puzzles import puzzles_of
from tefuda.server.tables.fair_deal import commitment_to

CHECKS = [
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
    content_type_conformance,
    negative_data_rejection,
]
REJECTED = ["400", "404", "405", "409", "413", "422", "429", "503"]
"""Statuses of refused requests. A text that is too long may make the whole request too large."""
POSITION: dict[str, Any] = {"game": "solitaire-tcg", "position": puzzles_of("solitaire-tcg")["one-mark-short"].position}


def finish_table(server: RunningServer) -> str:
    """Return a table whose game is over."""
    table, (black, _) = server.table()
    with server.at(table, black) as one:
        one.play("place d3")
        one.ask("resign")
    return table


def finish_solo_table(server: RunningServer) -> str:
    """Return a finished one-player table whose deal is proved quickly."""
    table, (token,) = server.table("catalyst", ["me"], options={"field_size": 3}, deal={"seed": "7"})
    with server.at(table, token) as one:
        one.ask("resign")
    return table


def use_real_values(server: RunningServer, case: schemathesis.Case[Any], over: str, replay: dict[str, Any]) -> None:
    """Replace generated ids by existing ones."""
    if "game" in case.path_parameters:
        case.path_parameters["game"] = "solitaire-tcg"
    if "card" in case.path_parameters:
        case.path_parameters["card"] = "spl_001"
    if "id" in case.path_parameters:
        case.path_parameters["id"] = over
        if case.operation.path.endswith("/seats"):
            case.path_parameters["id"] = server.table(seats=["me", "open"])[0]
        elif case.operation.path.endswith("/cancel"):
            case.path_parameters["id"], (token,) = server.table(seats=["me", "open"])
            case.body = {"token": token}
        elif case.operation.path.endswith("/reveal"):
            contribution = "1" * 64
            case.path_parameters["id"], (token,) = server.table(
                "catalyst", ["me"], commitment=commitment_to(contribution)
            )
            case.body = {"token": token, "contribution": contribution}
        elif case.operation.path.endswith("/par"):
            case.path_parameters["id"] = finish_solo_table(server)
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
        case "/api/replays" | "/api/replays/chances":
            case.body, case.query = replay, {"seat": 1}


def send_cases(cases: SearchStrategy[Any], count: int, change: Callable[[schemathesis.Case[Any]], None]) -> set[int]:
    """Change and send cases, and check the responses; return their statuses."""
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


def test_responses_match_schema(server: RunningServer) -> None:
    config = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": REJECTED}}})
    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json", config=config)
    over = finish_table(server)
    replay = server.get(f"/api/tables/{over}/replay")
    seen: dict[str, set[int]] = {}
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        good, bad = operation.as_strategy(GenerationMode.POSITIVE), operation.as_strategy(GenerationMode.NEGATIVE)
        made_up = send_cases(good | bad, 20, lambda case: None)
        real = send_cases(good, 5, lambda case: use_real_values(server, case, over, replay))
        seen[operation.label] = made_up | real
    assert len(seen) >= 10
    assert [label for label, statuses in seen.items() if 200 not in statuses] == []
    assert "Traceback" not in server.log.read_text()


def test_response_schemas_list_fields(server: RunningServer) -> None:
    """A schema without fields would match any response."""
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
