"""Setting a server up: where values come from, and what is said about wrong ones; the command itself."""

import signal
import socket
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path

import pytest
from command_process import RunCommand
from serving import free_port

from tefuda.cli.commands.serve import address_of
from tefuda.core.errors import InvalidInput
from tefuda.server.config import Settings, read_settings

ROOT = Path(__file__).parents[2]


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "tefuda.toml"
    file.write_text('port = 1\nhost = "file"\nlog = "error"\n')
    environment = {"TEFUDA_CONFIG": str(file), "TEFUDA_PORT": "2", "TEFUDA_HOST": "environment"}
    settings = read_settings(environment, None, {"host": "given", "workers": None})
    assert (settings.port, settings.host, settings.log, settings.workers) == (2, "given", "error", 1)
    assert read_settings({}) == Settings()


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("prot = 1", "prot: no such setting. Did you mean port?"),
        ('port = "x"', "port: a whole number from 1 to 65535"),
        ("port = true", "port: a whole number"),
        ("port = 70000", "port: a whole number"),
        ("rest_rate = 0", "rest_rate: a whole number from 1"),
        ("host = 3", "host: a text is expected"),
        ('log = "loud"', "log: one of debug, info, warning, error"),
        ("port = ", "cannot be read"),
        ("workers = 2", "SQLite takes one worker"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, file: str, said: str) -> None:
    (tmp_path / "tefuda.toml").write_text(file)
    with pytest.raises(InvalidInput) as failure:
        read_settings({}, tmp_path / "tefuda.toml")
    assert said in failure.value.text("en")
    assert failure.value.text("ja") != failure.value.text("en")


def test_databases_by_their_usual_names() -> None:
    assert Settings(database_url="postgresql://a@b/c").database == "postgresql+psycopg://a@b/c"
    assert Settings(database_url="postgres://a@b/c").database == "postgresql+psycopg://a@b/c"
    assert Settings(database_url="sqlite:///x").database == "sqlite:///x"
    assert Settings().database.startswith("sqlite:///")
    assert read_settings({"TEFUDA_DATABASE_URL": "postgresql://a@b/c", "TEFUDA_WORKERS": "3"}).workers == 3


def test_addresses_for_people() -> None:
    assert address_of(Settings(port=80)) == "http://localhost:80"
    assert address_of(Settings(host="0.0.0.0", port=80)) == "http://localhost:80"
    assert address_of(Settings(host="fe80::1", port=80)) == "http://[fe80::1]:80"
    assert address_of(Settings(origin="https://cards.example")) == "https://cards.example"


def test_bad_settings_end_the_command_with_a_sentence(run: RunCommand) -> None:
    for language, said in (("en", "SQLite takes one worker"), ("ja", "SQLite で使えるワーカーは 1 つです")):
        ended = run("serve", "--workers", "2", TEFUDA_LANGUAGE=language)
        assert ended.returncode == 2
        assert said in ended.stderr
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
def test_the_command_says_where_it_is_and_ends_when_asked(tmp_path: Path, number: int) -> None:
    port = free_port()
    arguments = ["serve", "--port", str(port), "--database", f"sqlite:///{tmp_path / 'x.db'}", "--language", "ja"]
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
    said, complained = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "終了しました。" in said
    assert "Traceback" not in said + complained


def test_every_setting_is_documented() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    for field in fields(Settings):
        assert f"`{field.name}`" in page, field.name
