"""Settings from all sources, their errors, and the serve command."""

import signal
import socket
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path

import pytest
from command_process import RunCommand
from server_process import free_port

from tefuda.cli.commands.serve import address_of
from tefuda.core.errors import InvalidInput
from tefuda.server.config import Settings, read_settings

ROOT = Path(__file__).parents[2]


def test_priority_of_setting_sources(tmp_path: Path) -> None:
    file = tmp_path / "tefuda.toml"
    file.write_text('port = 1\nhost = "file"\nlog = "error"\n')
    environment = {"TEFUDA_CONFIG": str(file), "TEFUDA_PORT": "2", "TEFUDA_HOST": "environment"}
    settings = read_settings(environment, None, {"host": "given", "workers": None})
    assert (settings.port, settings.host, settings.log, settings.workers) == (2, "given", "error", 1)
    assert read_settings({}) == Settings()


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("prot = 1", "prot: unknown setting. Did you mean port?"),
        ('port = "x"', "port: a whole number from 1 to 65535"),
        ("port = true", "port: a whole number"),
        ("port = 70000", "port: a whole number"),
        ("rest_rate = 0", "rest_rate: a whole number from 1"),
        ("host = 3", "host: a text is expected"),
        ('log = "loud"', "log: one of debug, info, warning, error"),
        ("port = ", "cannot be read"),
        ("workers = 2", "SQLite supports one worker"),
    ],
)
def test_invalid_settings(tmp_path: Path, file: str, expected: str) -> None:
    (tmp_path / "tefuda.toml").write_text(file)
    with pytest.raises(InvalidInput) as failure:
        read_settings({}, tmp_path / "tefuda.toml")
    assert expected in failure.value.text("en")
    assert failure.value.text("ja") != failure.value.text("en")


def test_database_urls() -> None:
    assert Settings(database_url="postgresql://a@b/c").database == "postgresql+psycopg://a@b/c"
    assert Settings(database_url="postgres://a@b/c").database == "postgresql+psycopg://a@b/c"
    assert Settings(database_url="sqlite:///x").database == "sqlite:///x"
    assert Settings().database.startswith("sqlite:///")
    assert read_settings({"TEFUDA_DATABASE_URL": "postgresql://a@b/c", "TEFUDA_WORKERS": "3"}).workers == 3


def test_displayed_address() -> None:
    assert address_of(Settings(port=80)) == "http://localhost:80"
    assert address_of(Settings(host="0.0.0.0", port=80)) == "http://localhost:80"
    assert address_of(Settings(host="fe80::1", port=80)) == "http://[fe80::1]:80"
    assert address_of(Settings(origin="https://cards.example")) == "https://cards.example"


def test_invalid_settings_end_command_with_message(run: RunCommand) -> None:
    for language, expected in (("en", "SQLite supports one worker"), ("ja", "SQLite で使えるワーカーは 1 つです")):
        ended = run("serve", "--workers", "2", TEFUDA_LANGUAGE=language)
        assert ended.returncode == 2
        assert expected in ended.stderr
        assert "Traceback" not in ended.stderr
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        busy = run("serve", "--port", str(taken.getsockname()[1]))
        assert busy.returncode == 2
        assert "could not start" in busy.stderr
        assert "Traceback" not in busy.stderr
    gone = run("serve", "--database", "postgresql://nobody@127.0.0.1:1/nothing")
    assert gone.returncode == 2
    assert "The database cannot be used" in gone.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_command_prints_address_and_stops_on_signal(tmp_path: Path, number: int) -> None:
    port = free_port()
    arguments = ["serve", "--port", str(port), "--database", str(tmp_path / "x.db"), "--language", "ja"]
    process = subprocess.Popen(
        [sys.executable, "-m", "tefuda.cli.main", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert f"Tefuda: http://localhost:{port}" in process.stdout.readline()
    while "startup complete" not in process.stderr.readline():
        assert process.poll() is None
    time.sleep(0.2)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "終了しました。" in stdout
    assert "Traceback" not in stdout + stderr


def test_every_setting_is_documented() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    for field in fields(Settings):
        assert f"`{field.name}`" in page, field.name
