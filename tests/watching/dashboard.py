"""The dashboard's panels and what they ask Prometheus for."""

import json
from typing import Any, NamedTuple

from tests.serving import ROOT

FILE = ROOT / "deploy" / "grafana" / "dashboard.json"
DASHBOARD: dict[str, Any] = json.loads(FILE.read_text())
PANELS: list[dict[str, Any]] = DASHBOARD["panels"]


class Query(NamedTuple):
    """A query of the dashboard: the panel it belongs to, its letter there, and what it asks."""

    panel: str
    letter: str
    expression: str


QUERIES = [
    Query(panel["title"], target["refId"], target["expr"])
    for panel in PANELS
    for target in panel.get("targets", [])
]
