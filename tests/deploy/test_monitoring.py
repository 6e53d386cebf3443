"""Dashboard and alert rules: they name metrics and labels that the server has."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import Counter, Gauge, Histogram

from tefuda.server.metrics import Metrics

FOLDER = Path(__file__).parents[2] / "deploy" / "monitoring"
DASHBOARD = json.loads((FOLDER / "grafana-dashboard.json").read_text(encoding="utf-8"))
ALERTS = yaml.safe_load((FOLDER / "alerts.yaml").read_text(encoding="utf-8"))
RULES = [rule for group in ALERTS["groups"] for rule in group["rules"]]
SUFFIXES: dict[type[Any], list[str]] = {Counter: ["_total"], Gauge: [""], Histogram: ["_bucket", "_sum", "_count"]}


def server_metrics() -> dict[str, set[str]]:
    """Return the labels of all metrics by their names in Prometheus."""
    found: dict[str, set[str]] = {}
    for metric in vars(Metrics()).values():
        for suffix in SUFFIXES.get(type(metric), []):
            found[f"{metric._name}{suffix}"] = {*metric._labelnames, *(["le"] if suffix == "_bucket" else [])}
    return found


METRICS = server_metrics()


def expressions() -> list[str]:
    panels: list[dict[str, Any]] = DASHBOARD["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]] + [rule["expr"] for rule in RULES]


@pytest.mark.parametrize("expression", expressions())
def test_metrics_and_labels_exist(expression: str) -> None:
    names = re.findall(r"tefuda_\w+", expression)
    assert names or expression.startswith("up{")
    labels = set(re.findall(r"(\w+)=~?\"", expression)) - {"job"}
    labels |= {label for group in re.findall(r"by \(([\w, ]+)\)", expression) for label in group.split(", ")}
    for name in names:
        assert name in METRICS, name
        assert labels <= METRICS[name], (labels, METRICS[name])
    for opening, closing in ("()", "[]", "{}"):
        assert expression.count(opening) == expression.count(closing)


def test_every_metric_is_shown() -> None:
    shown = {re.sub("_bucket$", "", name) for name in re.findall(r"tefuda_\w+", json.dumps(DASHBOARD))}
    assert shown == {re.sub("_(bucket|sum|count)$", "", name) for name in METRICS}


def test_alerts_say_what_to_do() -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES) >= 6
    for rule in RULES:
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["action"]


def test_codes_in_alerts_exist() -> None:
    """An alert on a code that the server does not use would never fire."""
    page = (FOLDER.parents[1] / "docs" / "errors.md").read_text(encoding="utf-8")
    server = (FOLDER.parents[1] / "docs" / "server.md").read_text(encoding="utf-8")
    for rule in RULES:
        for codes in re.findall(r'code=~?"([\w|]+)"', rule["expr"]):
            for code in codes.split("|"):
                assert f"`{code}`" in page + server, code


def test_panels_do_not_overlap() -> None:
    cells: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        own = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not own & cells, panel["title"]
        assert place["x"] + place["w"] <= 24
        cells |= own
