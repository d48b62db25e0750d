"""What HAProxy itself does with requests, in front of servers that tell what they were sent."""

import contextlib
import json
import subprocess
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from tests.faults.parts import Proxy, program, proxy
from tests.service.shape import checked
from tests.serving import ROOT

pytestmark = pytest.mark.faults


class Echo(BaseHTTPRequestHandler):
    """Answers with the headers of the request, and 503 to `/fails` at every first try."""

    seen: list[str]

    def answer(self) -> None:
        """Answer any request."""
        self.seen.append(self.path)
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status = 503 if self.path == "/fails" and self.seen.count("/fails") < 3 else 200
        body = json.dumps(dict(self.headers.items())).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # a check needs no more than the status
            self.wfile.write(body)

    do_GET = do_POST = answer  # noqa: N815 - as http.server wants

    def log_message(self, *_: object) -> None:
        """Stay silent."""


@pytest.fixture
def seen() -> list[str]:
    """The paths the servers were asked for."""
    return []


@pytest.fixture
def front(tmp_path: Path, seen: list[str]) -> Iterator[Proxy]:
    """HAProxy in front of the same server three times."""
    program("haproxy")
    handler = type("Handler", (Echo,), {"seen": seen})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            ports = dict.fromkeys(("one", "two", "three"), server.server_port)
            with proxy(tmp_path, ports) as running:
                yield running
        finally:
            server.shutdown()
            thread.join()


def url(front: Proxy, path: str) -> str:
    return f"http://127.0.0.1:{front.port}{path}"


def test_who_asks_is_said_by_the_proxy_alone(front: Proxy) -> None:
    lies = {
        "X-Forwarded-For": "203.0.113.9",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "example.org",
        "X-Forwarded-Prefix": "/elsewhere",
        "Forwarded": "for=203.0.113.9",
        "X-Request-ID": "not an id",
    }
    sent = httpx.get(url(front, "/"), headers=lies).json()
    told = {name.lower(): value for name, value in sent.items()}
    assert told["x-forwarded-for"] == "127.0.0.1"
    assert told["x-forwarded-proto"] == "http"
    assert told["x-forwarded-host"] == f"127.0.0.1:{front.port}"
    assert not {"forwarded", "x-forwarded-prefix"} & set(told)
    assert len(told["x-request-id"]) == 36


def test_an_id_that_is_one_is_kept(front: Proxy) -> None:
    sent = httpx.get(url(front, "/"), headers={"X-Request-ID": "mine"}).json()
    assert {name.lower(): value for name, value in sent.items()}["x-request-id"] == "mine"


def test_what_failed_is_asked_again(front: Proxy, seen: list[str]) -> None:
    assert httpx.post(url(front, "/fails"), content=b"{}").status_code == 200
    assert seen.count("/fails") == 3


def test_metrics_are_not_for_clients(front: Proxy, seen: list[str]) -> None:
    answer = httpx.get(url(front, "/metrics"), headers={"X-Request-ID": "mine"})
    assert answer.status_code == 404
    problem = checked(404, answer.headers, answer.content)
    assert (problem["code"], problem["request_id"]) == ("not-found", "mine")
    assert "/metrics" not in seen


def test_slow_bodies_do_not_reach_an_instance(front: Proxy, seen: list[str]) -> None:
    def slowly() -> Iterator[bytes]:
        for _ in range(30):
            yield b" "
            time.sleep(0.5)

    headers = {"Content-Length": "30", "Content-Type": "application/json"}
    began = time.monotonic()
    answer = httpx.post(url(front, "/slow"), content=slowly(), headers=headers, timeout=30)
    assert answer.status_code == 408
    assert checked(408, answer.headers, answer.content)["code"] == "too-slow"
    assert time.monotonic() - began >= 9
    assert "/slow" not in seen


def test_without_any_instance_there_is_a_problem_document(tmp_path: Path) -> None:
    nobody = dict.fromkeys(("one", "two", "three"), 1)
    with proxy(tmp_path, nobody, ready=False) as front:
        answer = httpx.get(url(front, "/v1/games"), timeout=30)
    assert answer.status_code == 503
    assert checked(503, answer.headers, answer.content)["code"] == "unavailable"
    assert answer.headers["Retry-After"] == "1"


def test_the_configuration_for_names_in_dns_is_valid() -> None:
    check = [program("haproxy"), "-c", "-f", str(ROOT / "deploy/haproxy/haproxy.cfg")]
    checked = subprocess.run(check, env={}, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "WARNING" not in checked.stderr
