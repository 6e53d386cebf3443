"""What a server logs: readable lines, or JSON; and no seat token in either."""

import json
import logging
import re
from pathlib import Path

import pytest
from command_runner import run_command
from serving import Running, running

from tefuda.server.logs import JsonLines, TextLines

TIME = r"\d\d:\d\d:\d\d  "


def log_of(folder: Path, form: str) -> tuple[list[str], str, list[str]]:
    """What a server logs while somebody plays at a table and somebody else is careless with a token."""
    with running(folder, TEFUDA_LOG_FORMAT=form) as server:
        table, tokens = server.table()
        with server.at(table, tokens[0]) as client:
            client.play("place d3")
        server.http.get(f"/api/tables/{tokens[0]}")
        server.http.get(f"/api/tables/{table}", params={"token": tokens[1]})
        careless(server, table, tokens[1])
        server.http.get("/%1b[31m/a%0a12:00:00  GET /forged 200 1.0 ms")
        server.stop()
        return server.log.read_text(encoding="utf-8").splitlines(), table, tokens


def careless(server: Running, table: str, token: str) -> None:
    """Open a socket with a token in its query; what `bare` adds belongs to the query too."""
    with server.bare(f"{table}/socket?token={token}&rest=") as client:
        client.hello()


def test_a_readable_line_for_each_request_and_socket(tmp_path: Path) -> None:
    lines, table, tokens = log_of(tmp_path, "text")
    everything = "\n".join(lines)
    assert all(re.match(TIME, line) for line in lines)
    assert re.search(rf"^{TIME}POST /api/tables 200 \d+\.\d ms$", everything, re.MULTILINE)
    assert re.search(rf"^{TIME}connect /api/tables/{table}/socket$", everything, re.MULTILINE)
    assert re.search(rf"^{TIME}disconnect /api/tables/{table}/socket$", everything, re.MULTILINE)
    assert len(re.findall(rf"connect /api/tables/{table}/socket", everything)) == 4, "two sockets, each once"
    assert re.search(rf"^{TIME}GET /api/tables/<token> 404 \d+\.\d ms$", everything, re.MULTILINE)
    assert not any(token in everything for token in tokens)
    assert "/%1B%5B31m/a%0A12:00:00%20%20GET%20/forged%20200%201.0%20ms 404 " in everything
    assert "\x1b" not in everything
    assert "startup complete" in everything
    assert "connection open" not in everything, "what uvicorn says of sockets is said already"


def test_json_lines_have_no_token_either(tmp_path: Path) -> None:
    lines, table, tokens = log_of(tmp_path, "json")
    records = [json.loads(line) for line in lines]
    (made,) = [record for record in records if record.get("method") == "POST"]
    assert set(made) == {"at", "level", "from", "message", "method", "path", "status", "ms", "address"}
    assert any(f'"WebSocket /api/tables/{table}/socket' in record["message"] for record in records)
    assert not any(token in line for token in tokens for line in lines)


def record(level: int, message: str, **more: object) -> logging.LogRecord:
    found = logging.LogRecord("tefuda.cpu", level, "", 0, message, (), None)
    found.__dict__.update(more)
    return found


def test_warnings_say_where_they_come_from_and_traces_are_kept() -> None:
    line = TextLines().format(record(logging.WARNING, "a CPU thought for too long"))
    assert re.fullmatch(rf"{TIME}warning: tefuda.cpu: a CPU thought for too long", line)
    try:
        raise ValueError("broken")
    except ValueError as failure:
        failed = record(logging.ERROR, "a task failed", exc_info=(type(failure), failure, failure.__traceback__))
    assert TextLines().format(failed).endswith("ValueError: broken")
    assert json.loads(JsonLines().format(failed))["trace"].endswith("ValueError: broken")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "one of text, json is expected"), ("ja", "text, json のいずれか")]
)
def test_an_unknown_format_is_refused(tmp_path: Path, language: str, words: str) -> None:
    done = run_command(tmp_path, "serve", "--log", "xml", "--language", language)
    assert done.status == 2
    assert words in done.err
