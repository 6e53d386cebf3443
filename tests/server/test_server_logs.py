"""Logs as text and JSON. Neither contains seat tokens."""

import json
import logging
import re
from pathlib import Path

import pytest
from command_runner import run_command
from server_process import RunningServer, run_server

from tefuda.server.logs import JsonFormatter, TextFormatter

TIME = r"\d\d:\d\d:\d\d  "


def run_and_read_log(folder: Path, form: str) -> tuple[list[str], str, list[str]]:
    """Run a server with a few requests, one of them with a token in its URL; return tokens, table and log."""
    with run_server(folder, TEFUDA_LOG_FORMAT=form) as server:
        table, tokens = server.table()
        with server.at(table, tokens[0]) as client:
            client.play("place d3")
        server.http.get(f"/api/tables/{tokens[0]}")
        server.http.get(f"/api/tables/{table}", params={"token": tokens[1]})
        send_token_in_query(server, table, tokens[1])
        server.http.get("/%1b[31m/a%0a12:00:00  GET /forged 200 1.0 ms")
        server.stop()
        return server.log.read_text(encoding="utf-8").splitlines(), table, tokens


def send_token_in_query(server: RunningServer, table: str, token: str) -> None:
    """Open a socket with a token in its query. The path that `bare` appends becomes part of the query."""
    with server.connect_only(f"{table}/socket?token={token}&rest=") as client:
        client.hello()


def test_text_log_has_line_per_request_and_socket(tmp_path: Path) -> None:
    lines, table, tokens = run_and_read_log(tmp_path, "text")
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
    assert "connection open" not in everything, "uvicorn's lines would be duplicates"


def test_json_log_has_no_tokens(tmp_path: Path) -> None:
    lines, table, tokens = run_and_read_log(tmp_path, "json")
    records = [json.loads(line) for line in lines]
    (made,) = [record for record in records if record.get("method") == "POST"]
    assert set(made) == {"at", "level", "from", "message", "method", "path", "status", "ms", "address"}
    assert any(f'"WebSocket /api/tables/{table}/socket' in record["message"] for record in records)
    assert not any(token in line for token in tokens for line in lines)


def test_custom_cards_that_are_left_out_are_logged(tmp_path: Path) -> None:
    """The valid card of the folder is served."""
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / "good.yaml").write_text("id: ランプ\nname: Lamp\ntype: monster\n", encoding="utf-8")
    (folder / "wrong.yaml").write_text("id: b\nname: B\ntype: monstr\n", encoding="utf-8")
    with run_server(tmp_path, TEFUDA_CARDS_SOLITAIRE_TCG=str(folder)) as server:
        cards = [card["id"] for card in server.get("/api/games/solitaire-tcg/cards")]
        server.stop()
        text = server.log.read_text(encoding="utf-8")
    assert "ランプ" in cards
    assert "b" not in cards
    (line,) = [line for line in text.splitlines() if "left out" in line]
    where = f"{folder / 'wrong.yaml'}:3:1: type: unknown type 'monstr'"
    assert f"warning: tefuda.cards: card left out: {where}" in line


def record(level: int, message: str, **more: object) -> logging.LogRecord:
    found = logging.LogRecord("tefuda.cpu", level, "", 0, message, (), None)
    found.__dict__.update(more)
    return found


def test_warnings_have_logger_name_and_traceback() -> None:
    line = TextFormatter().format(record(logging.WARNING, "a job took too long"))
    assert re.fullmatch(rf"{TIME}warning: tefuda.cpu: a job took too long", line)
    try:
        raise ValueError("broken")
    except ValueError as failure:
        failed = record(logging.ERROR, "a task failed", exc_info=(type(failure), failure, failure.__traceback__))
    assert TextFormatter().format(failed).endswith("ValueError: broken")
    assert json.loads(JsonFormatter().format(failed))["trace"].endswith("ValueError: broken")


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "one of text, json is expected"), ("ja", "text, json のいずれか")]
)
def test_unknown_log_format_is_refused(tmp_path: Path, language: str, expected: str) -> None:
    done = run_command(tmp_path, "serve", "--log", "xml", "--language", language)
    assert done.status == 2
    assert expected in done.err


def test_debug_log_has_no_tokens_and_no_hidden_actions(tmp_path: Path) -> None:
    with run_server(tmp_path, TEFUDA_LOG="debug") as server:
        table, tokens = server.table("linkavel")
        with server.at(table, tokens[0]) as one, server.at(table, tokens[1]) as two:
            player = one if one.now["turn"] == 0 else two
            action = player.now["legal"][0]
            assert player.play(action)["type"] == "ack"
        server.stop()
        text = server.log.read_text(encoding="utf-8")
    assert "connect /api/tables/" in text
    assert not any(token[start : start + 8] in text for token in tokens for start in range(36))
    assert action not in text
    assert "TEXT" not in text
