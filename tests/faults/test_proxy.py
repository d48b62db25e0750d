"""What HAProxy itself does with requests, in front of servers that tell what they were sent."""

import contextlib
import grp
import json
import os
import pwd
import re
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from service.access import HARDENING
from tests.faults.parts import Proxy, program, proxy, wait_until
from tests.live.wire import parsed, read_to_the_end
from tests.service.shape import checked
from tests.serving import ROOT

pytestmark = pytest.mark.faults


class Echo(BaseHTTPRequestHandler):
    """Answers with the headers of the request, and 503 to `/v1/fails` at every first try."""

    POLICY = "default-src 'self'"
    seen: list[str]

    def answer(self) -> None:
        """Answer any request."""
        self.seen.append(self.path)
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status = 503 if self.path == "/v1/fails" and self.seen.count("/v1/fails") < 3 else 200
        body = json.dumps(dict(self.headers.items())).encode()
        self.send_response(status)
        if self.path == "/docs":
            self.send_header("Content-Security-Policy", self.POLICY)
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
    sent = httpx.get(url(front, "/v1/games"), headers=lies).json()
    told = {name.lower(): value for name, value in sent.items()}
    assert told["x-forwarded-for"] == "127.0.0.1"
    assert told["x-forwarded-proto"] == "http"
    assert told["x-forwarded-host"] == f"127.0.0.1:{front.port}"
    assert not {"forwarded", "x-forwarded-prefix"} & set(told)
    assert len(told["x-request-id"]) == 36


def test_an_id_that_is_one_is_kept(front: Proxy) -> None:
    sent = httpx.get(url(front, "/v1/games"), headers={"X-Request-ID": "mine"}).json()
    assert {name.lower(): value for name, value in sent.items()}["x-request-id"] == "mine"


@pytest.mark.parametrize(
    "ids", [["mine, yours"], ['mine","client":"203.0.113.9'], ["mine", 'yo"urs'], ["mine", "yours"]]
)
def test_an_id_that_is_none_is_in_no_line(front: Proxy, ids: list[str]) -> None:
    sent = httpx.get(url(front, "/v1/games"), headers=[("X-Request-ID", each) for each in ids])
    told = {name.lower(): value for name, value in sent.json().items()}["x-request-id"]
    assert re.fullmatch("[0-9a-f-]{36}", told)
    headers = [("X-Request-ID", each) for each in ids]
    problem = httpx.get(url(front, "/nothing"), headers=headers).json()
    assert re.fullmatch("[0-9a-f-]{36}", problem["request_id"])


def test_what_failed_is_asked_again(front: Proxy, seen: list[str]) -> None:
    assert httpx.post(url(front, "/v1/fails"), content=b"{}").status_code == 200
    assert seen.count("/v1/fails") == 3


@pytest.mark.parametrize("path", ["/metrics", "//metrics", "/%6detrics", "/x/metrics", "/v2/games"])
def test_what_is_not_offered_reaches_no_instance(front: Proxy, seen: list[str], path: str) -> None:
    asked = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-ID: mine\r\n\r\n"
    with socket.create_connection(("127.0.0.1", front.port), timeout=10) as client:
        client.sendall(asked.encode())
        answer = parsed(read_to_the_end(client))
    headers = httpx.Headers(answer.headers)
    problem = checked(404, headers, answer.body)
    assert (problem["code"], problem["request_id"]) == ("not-found", "mine")
    assert {name: headers[name] for name in HARDENING} == HARDENING
    assert path not in seen


@pytest.mark.parametrize("path", ["/docs", "/docs/start.js", "/openapi.json", "/readyz"])
def test_what_is_offered_does(front: Proxy, seen: list[str], path: str) -> None:
    assert httpx.get(url(front, path)).status_code == 200
    assert path in seen


def test_what_an_instance_tells_browsers_stands(front: Proxy) -> None:
    answer = httpx.get(url(front, "/docs"))
    assert answer.headers.get_list("Content-Security-Policy") == [Echo.POLICY]
    assert answer.headers["Referrer-Policy"] == HARDENING["Referrer-Policy"]


def closed(client: socket.socket) -> bool:
    """Whether a connection ends without a word; it stays open for a moment if not."""
    client.settimeout(0.5)
    try:
        return client.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def is_answered(address: str) -> bool:
    """Whether there is an answer, and not the end of the connection."""
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(address).status_code == 200
    return False


def test_one_address_takes_no_more_than_its_share_of_connections(front: Proxy) -> None:
    with contextlib.ExitStack() as held:
        for _ in range(250):  # half a head each, which may take ten seconds to come
            client = held.enter_context(socket.create_connection(("127.0.0.1", front.port)))
            with contextlib.suppress(ConnectionError):
                client.sendall(b"GET /v1/games HTTP/1.1\r\n")
        assert closed(client)
        elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=elsewhere) as other:
            assert other.get(url(front, "/v1/games")).status_code == 200
    wait_until(lambda: is_answered(url(front, "/v1/games")))


def test_the_share_can_be_set_and_what_is_beyond_it_is_closed_without_a_word(
    tmp_path: Path,
) -> None:
    nobody = dict.fromkeys(("one", "two", "three"), 1)
    with (
        proxy(tmp_path, nobody, ready=False, PROXY_CONNECTIONS="3") as front,
        contextlib.ExitStack() as held,
    ):
        address = ("127.0.0.1", front.port)
        clients = [held.enter_context(socket.create_connection(address)) for _ in range(5)]
        assert [closed(client) for client in clients] == [False] * 3 + [True] * 2
    assert '"client":"127.0.0.1"' not in (tmp_path / "haproxy.log").read_text()


def test_it_can_end_tls_and_give_up_what_root_may(tmp_path: Path) -> None:
    own = tmp_path / "own.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    subprocess.run([*made, "-keyout", own, "-out", own], check=True, capture_output=True)
    settings = {
        "PROXY_LISTEN": f"127.0.0.1:8443 ssl crt {own} alpn h2,http/1.1",
        "PROXY_USER": "root",
    }
    checks = [program("haproxy"), "-c", "-f", f"{ROOT}/deploy/haproxy/haproxy.cfg"]
    subprocess.run(checks, env=os.environ | settings, check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_started_by_root_it_has_the_rights_of_another_user_alone(tmp_path: Path) -> None:
    nobody = dict.fromkeys(("one", "two", "three"), 1)
    with proxy(tmp_path, nobody, ready=False, PROXY_USER="daemon") as front:
        status = Path(f"/proc/{front.pid}/status").read_text()
    user, group = pwd.getpwnam("daemon").pw_uid, grp.getgrnam("daemon").gr_gid
    for name, number in (("Uid", user), ("Gid", group)):
        assert re.search(rf"^{name}:(\t{number}){{4}}$", status, re.MULTILINE)
    assert re.search(r"^Groups:\s*$", status, re.MULTILINE)


def test_slow_bodies_do_not_reach_an_instance(front: Proxy, seen: list[str]) -> None:
    def slowly() -> Iterator[bytes]:
        for _ in range(30):
            yield b" "
            time.sleep(0.5)

    headers = {"Content-Length": "30", "Content-Type": "application/json"}
    began = time.monotonic()
    answer = httpx.post(url(front, "/v1/slow"), content=slowly(), headers=headers, timeout=30)
    assert answer.status_code == 408
    assert checked(408, answer.headers, answer.content)["code"] == "too-slow"
    assert {name: answer.headers[name] for name in HARDENING} == HARDENING
    assert time.monotonic() - began >= 9
    assert "/v1/slow" not in seen


def test_without_any_instance_there_is_a_problem_document(tmp_path: Path) -> None:
    nobody = dict.fromkeys(("one", "two", "three"), 1)
    with proxy(tmp_path, nobody, ready=False) as front:
        answer = httpx.get(url(front, "/v1/games"), timeout=30)
    assert answer.status_code == 503
    assert checked(503, answer.headers, answer.content)["code"] == "unavailable"
    assert answer.headers["Retry-After"] == "1"
    assert {name: answer.headers[name] for name in HARDENING} == HARDENING


def test_the_configuration_for_names_in_dns_is_valid() -> None:
    check = [program("haproxy"), "-c", "-f", str(ROOT / "deploy/haproxy/haproxy.cfg")]
    checked = subprocess.run(check, env={}, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "WARNING" not in checked.stderr
