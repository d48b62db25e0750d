"""The page of the documentation in a real browser: it shows every operation, and needs no net."""

import json
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from tests.serving import ROOT, Server

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no chromium on this machine (package: chromium)"
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--enable-logging=stderr",
    "--virtual-time-budget=20000",
    "--dump-dom",
]


class Visit(NamedTuple):
    """What became of the page, what the browser said, and what went over the net."""

    dom: str
    said: list[str]
    net: list[tuple[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def visit(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Visit:
    folder = tmp_path_factory.mktemp("browser")
    log = folder / "net.json"
    assert CHROMIUM is not None
    visited = subprocess.run(
        [
            CHROMIUM,
            *FLAGS,
            f"--user-data-dir={folder / 'profile'}",
            f"--log-net-log={log}",
            f"{server.url}/docs",
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    recorded = json.loads(log.read_text())
    names = {number: name for name, number in recorded["constants"]["logEventTypes"].items()}
    net = [(names[event["type"]], event.get("params", {})) for event in recorded["events"]]
    said = [line for line in visited.stderr.splitlines() if ":CONSOLE" in line]
    return Visit(visited.stdout, said, net)


class Operations(HTMLParser):
    """The operations that the page shows, each with its method."""

    def __init__(self, dom: str) -> None:
        super().__init__()
        self.shown: list[tuple[str, str]] = []
        self._method: str | None = None
        self._is_method = False
        self.feed(dom)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        given = dict(attrs)
        self._is_method = given.get("class") == "opblock-summary-method"
        if given.get("data-path") and self._method:
            self.shown.append((self._method, given["data-path"] or ""))

    def handle_data(self, data: str) -> None:
        if self._is_method:
            self._method = data.lower()
            self._is_method = False


def test_every_operation_of_the_document_is_shown(visit: Visit) -> None:
    document = yaml.load(Path(ROOT, "openapi.yaml").read_text("utf-8"), yaml.CSafeLoader)
    documented = {(method, path) for path, item in document["paths"].items() for method in item}
    shown = [(method, path.replace("\u200b", "")) for method, path in Operations(visit.dom).shown]
    assert set(shown) == documented
    assert len(shown) == len(documented)


def test_the_browser_has_nothing_to_complain_of(visit: Visit) -> None:
    assert "Card Arbiter" in visit.dom
    assert "Failed to load" not in visit.dom
    assert visit.said == []


def test_the_page_asks_only_the_service(visit: Visit, server: Server) -> None:
    asked = [
        params["url"]
        for event, params in visit.net
        if event == "URL_REQUEST_START_JOB" and params.get("initiator") == server.url
    ]
    assert sorted(asked) == [
        f"{server.url}/docs/favicon-32x32.png",
        f"{server.url}/docs/start.js",
        f"{server.url}/docs/swagger-ui-bundle.js",
        f"{server.url}/docs/swagger-ui.css",
        f"{server.url}/openapi.json",
    ]


def test_no_connection_leaves_the_machine(visit: Visit, server: Server) -> None:
    connections = {p["address"] for event, p in visit.net if event == "TCP_CONNECT_ATTEMPT" and p}
    assert connections == {f"127.0.0.1:{server.port}"}
