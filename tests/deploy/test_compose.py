"""The compose file: its settings are valid, and it names what exists."""

import re
from pathlib import Path

import yaml

from tefuda.server.config import read_settings

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVERS = ["tefuda-1", "tefuda-2"]


def test_settings_of_the_servers_are_valid() -> None:
    services = COMPOSE["services"]
    assert services["tefuda-1"] == services["tefuda-2"]
    given = {
        name: value.replace("${POSTGRES_PASSWORD}", "secret").replace("${DOMAIN}", "cards.example")
        for name, value in services["tefuda-1"]["environment"].items()
    }
    settings = read_settings(given)
    assert settings.database == "postgresql+psycopg://tefuda:secret@database/tefuda"
    assert settings.origin == "https://cards.example"
    assert settings.proxies == COMPOSE["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    known = {f"TEFUDA_{name.upper()}" for name in vars(settings)}
    assert set(given) <= known


def test_proxy_names_the_servers() -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert re.findall(r"(\S+):8765", text) == SERVERS
    assert "respond /metrics 403" in text
    build = COMPOSE["services"]["tefuda-1"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert "EXPOSE 8765" in image
    assert '".[postgres]"' in image
