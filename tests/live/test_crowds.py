"""As many clients as a worker may have, who do nothing more, and one who asks."""

import contextlib
import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.live.processes import PATIENCE, children
from tests.live.wire import connected, parsed, read_to_the_end, send
from tests.serving import Server, serve

CAP = 1000
"""The connections of a worker."""
ONE = {"ARBITER_WORKERS": "1", "ARBITER_THREADS": "1"}
EVALUATE = "/v1/games/vinegret/evaluate"
ASKING = f"GET {EVALUATE}?hand=ThTsTd3c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
POST = f"POST {EVALUATE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n".encode()
BODY = POST + b"Content-Length: 9\r\n\r\n{"
LARGE = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 20
"""So many answers no kernel takes for a client that does not read."""


@pytest.fixture
def alone() -> Iterator[Server]:
    """A service of one worker and one thread, for which nobody is ever late."""
    with serve(**ONE, ARBITER_HEADER_SECONDS="600", ARBITER_BODY_SECONDS="600") as server:
        yield server


@contextlib.contextmanager
def crowd(server: Server, sent: bytes, number: int = CAP) -> Iterator[list[socket.socket]]:
    """Clients that send this and do no more."""
    with contextlib.ExitStack() as stack:
        clients = []
        for _ in range(number):
            client = stack.enter_context(connected(server))
            client.sendall(sent)
            clients.append(client)
        yield clients


def given_up(server: Server) -> dict[str, float]:
    """How many connections have been given up, by stage."""
    text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    return {
        sample.labels["stage"]: sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == "arbiter_connections_given_up_total" and sample.value
    }


@pytest.mark.parametrize(
    ("sent", "stage"), [(b"", "idle"), (POST, "head"), (BODY, "body")], ids=["idle", "head", "body"]
)
def test_a_crowd_that_sends_slowly_shuts_nobody_out(alone: Server, sent: bytes, stage: str) -> None:
    with crowd(alone, sent) as clients:
        time.sleep(1)  # so that nobody has just begun
        for path in ("/livez", "/readyz", f"{EVALUATE}?hand=ThTsTd3c"):
            answer = httpx.get(f"{alone.url}{path}", headers={"Connection": "close"})
            assert answer.status_code == 200
        assert given_up(alone)[stage] >= 1
        told = read_to_the_end(clients[0])
        if stage == "idle":
            assert told == b""
        else:
            assert parsed(told).problem()["code"] == "overloaded"
            assert parsed(told).headers["Connection"] == "close"


def test_a_crowd_of_connections_that_are_kept_shuts_nobody_out(alone: Server) -> None:
    asked = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
    with crowd(alone, asked, CAP + 100) as clients:
        assert send(alone, ASKING).status == 200
        assert given_up(alone)["idle"] >= 100
        assert clients[0].recv(65536).startswith(b"HTTP/1.1 200")
        assert read_to_the_end(clients[0]) == b""
        clients[-1].recv(65536)
        clients[-1].sendall(asked)
        assert clients[-1].recv(65536).startswith(b"HTTP/1.1 200")


def test_a_crowd_does_no_harm_where_few_files_may_be_open() -> None:
    few, before = 128, resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (few, before[1]))
    with contextlib.ExitStack() as stack:
        try:
            server = stack.enter_context(serve(**ONE))
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
        (worker,) = children(server.process.pid)
        with crowd(server, b"", 3 * few):
            assert send(server, ASKING).status == 200
            assert given_up(server)["idle"] >= 2 * few
        assert children(server.process.pid) == [worker]


def test_who_is_slow_gives_way_and_not_who_is_answered(alone: Server) -> None:
    with crowd(alone, LARGE, 1) as (reader,):
        reader.recv(1, socket.MSG_PEEK)  # the first answer has begun
        with crowd(alone, BODY):
            assert send(alone, ASKING).status == 200
        reader.sendall(ASKING)
        assert b'"tricon-prime"' in read_to_the_end(reader)
        assert set(given_up(alone)) == {"body"}


def test_a_crowd_of_long_questions_does_not_shut_the_operator_out(tmp_path: Path) -> None:
    few = tmp_path / "few.py"
    few.write_text("from service.gunicorn_conf import *\nworker_connections = 40\n")
    body = b'{"hands": [%b]}' % b",".join([b'"ThThThXX"'] * 10_000)
    asked = POST.replace(b"evaluate", b"evaluate/batch") + b"Connection: close\r\n"
    long_question = asked + b"Content-Length: %d\r\n\r\n" % len(body) + body
    with serve(config=str(few), **ONE) as server, crowd(server, long_question, 40) as clients:
        assert httpx.get(f"{server.url}/livez", timeout=PATIENCE).status_code == 200
        assert given_up(server)["queued"] >= 1
        told = parsed(read_to_the_end(clients[-1]))
        assert (told.status, told.problem()["code"]) == (503, "overloaded")
        assert parsed(read_to_the_end(clients[0])).status == 200
        assert parsed(read_to_the_end(clients[1])).status == 200


def test_a_crowd_that_takes_no_answers_shuts_nobody_out(tmp_path: Path) -> None:
    few = tmp_path / "few.py"
    few.write_text("from service.gunicorn_conf import *\nworker_connections = 40\n")
    with (
        serve(config=str(few), **ONE, ARBITER_ANSWER_SECONDS="600") as server,
        crowd(server, LARGE, 40) as clients,
    ):
        for client in clients[:-1]:  # one has given way to the last
            with contextlib.suppress(ConnectionResetError):
                client.recv(1, socket.MSG_PEEK)
        time.sleep(6)  # so that all have taken nothing for a while
        assert httpx.get(f"{server.url}/livez", timeout=PATIENCE).status_code == 200
        assert given_up(server)["answer"] >= 1
