"""Clients that are slow, more of them than there are threads, and one that is not."""

import contextlib
import json
import select
import socket
import time
from collections.abc import Iterator

import httpx
import pytest

from service.framing import MOST_CHUNKS
from tests.live.processes import PATIENCE
from tests.live.wire import connected, parsed, read_to_the_end, send
from tests.serving import Server, serve

EVALUATE = "/v1/games/vinegret/evaluate"
ASKING = f"GET {EVALUATE}?hand=ThTsTd3c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
POST = f"POST {EVALUATE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n".encode()
THREADS = 2 * 2
MANY = 4 * THREADS
SECONDS = 4
"""How long heads, bodies and answers may take in these tests."""
SLOW = {
    "in the request line": b"GET /v1/ga",
    "in the headers": POST,
    "in the body": POST + b'Content-Length: 20\r\n\r\n{"hand"',
    "in the chunks": POST + b'Transfer-Encoding: chunked\r\n\r\n7\r\n{"hand"\r\nff\r\n: "',
}


@pytest.fixture(scope="module")
def hurried() -> Iterator[Server]:
    """A service with little patience and four threads in all."""
    with serve(
        ARBITER_THREADS="2",
        ARBITER_HEADER_SECONDS=str(SECONDS),
        ARBITER_BODY_SECONDS=str(SECONDS),
        ARBITER_ANSWER_SECONDS=str(SECONDS),
    ) as server:
        yield server


@contextlib.contextmanager
def many(server: Server, sent: bytes, number: int = MANY) -> Iterator[list[socket.socket]]:
    """Clients that have sent this and do no more."""
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(connected(server)) for _ in range(number)]
        for client in clients:
            client.sendall(sent)
        yield clients


def is_waiting(client: socket.socket) -> bool:
    """Whether a client has got nothing and its connection is open."""
    return not select.select([client], [], [], 0)[0]


def counted_408(server: Server) -> int:
    text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    lines = [line for line in text.splitlines() if line.startswith("arbiter_http_requests_total{")]
    return sum(int(float(line.split()[-1])) for line in lines if 'status="408"' in line)


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW.keys())
def test_slow_senders_hold_nobody_up_and_are_told(hurried: Server, sent: bytes) -> None:
    before = counted_408(hurried)
    with many(hurried, sent) as clients:
        for _ in range(THREADS):
            assert b'"tricon-prime"' in send(hurried, ASKING).body
        assert all(map(is_waiting, clients))
        for client in clients:
            told = parsed(read_to_the_end(client))
            assert (told.status, told.headers["Connection"]) == (408, "close")
            assert told.problem()["code"] == "too-slow"
    assert counted_408(hurried) == before + MANY


def test_who_is_late_with_a_body_is_answered_as_everybody_is() -> None:
    settings = {"ARBITER_CORS_ORIGINS": "https://club.example", "ARBITER_BODY_SECONDS": "1"}
    said = b"X-Request-ID: mine\r\nOrigin: https://club.example\r\nAccept-Language: uk\r\n"
    with serve(**settings) as server:
        told = send(server, POST + said + b'Content-Length: 20\r\n\r\n{"hand"')
    assert told.status == 408
    assert told.headers["X-Request-ID"] == told.problem()["request_id"] == "mine"
    assert told.headers["Access-Control-Allow-Origin"] == "https://club.example"
    assert told.headers["Content-Language"] == "uk"
    assert told.headers["Cache-Control"] == "no-store"
    assert "Date" in told.headers


def test_who_has_no_key_is_not_told_to_hurry_but_counts() -> None:
    settings = {"ARBITER_API_KEYS": "0" * 64, "ARBITER_RATE_LIMIT": "9/hour"}
    with serve(ARBITER_BODY_SECONDS="1", **settings) as server:
        told = send(server, POST + b'Content-Length: 20\r\n\r\n{"hand"')
    assert (told.status, told.problem()["code"]) == (401, "key-wanted")
    assert told.headers["RateLimit"].startswith('"default";r=8;')


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics"])
def test_the_operator_does_not_wait_behind_questions(path: str) -> None:
    hands = ["ThThThXX"] * 60_000  # some seconds of work
    with serve(ARBITER_WORKERS="1", ARBITER_THREADS="1") as server, connected(server) as client:
        body = json.dumps({"hands": hands}).encode()
        asked = POST.replace(b"evaluate", b"evaluate/batch") + b"Connection: close\r\n"
        client.sendall(asked + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        assert httpx.get(f"{server.url}{path}", timeout=PATIENCE).status_code == 200
        assert is_waiting(client)
        assert parsed(read_to_the_end(client)).status == 200


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW.keys())
def test_a_byte_now_and_then_buys_no_time(hurried: Server, sent: bytes) -> None:
    more = b"a" if b"\r\n\r\n" not in sent else b" "
    with connected(hurried) as client:
        client.sendall(sent)
        began = time.monotonic()
        while is_waiting(client):
            assert time.monotonic() - began < SECONDS + PATIENCE
            client.sendall(more)
            time.sleep(0.5)  # so that a body of known length does not get whole
        assert parsed(read_to_the_end(client)).status == 408


def test_a_slow_question_that_comes_in_time_is_answered(hurried: Server) -> None:
    request = POST + b'Content-Length: 20\r\nConnection: close\r\n\r\n{"hand": "ThTsTd3c"}'
    with connected(hurried) as client:
        for at in range(0, len(request), 10):
            client.sendall(request[at : at + 10])
            time.sleep(0.05)
        assert parsed(read_to_the_end(client)).status == 200


def test_a_connection_on_which_nothing_comes_is_closed_without_a_word(hurried: Server) -> None:
    before = counted_408(hurried)
    with many(hurried, b"") as clients:
        assert send(hurried, ASKING).status == 200
        assert [read_to_the_end(client) for client in clients] == [b""] * MANY
    assert counted_408(hurried) == before


LARGE = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
TIMES = 20
"""So many of them no kernel takes for a client that does not read."""


@contextlib.contextmanager
def never_reading(
    server: Server, number: int = MANY, room: int = 4096
) -> Iterator[list[socket.socket]]:
    """Clients that ask for several large answers and take next to nothing of them."""
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(socket.socket()) for _ in range(number)]
        for client in clients:
            client.settimeout(PATIENCE)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            client.connect(("127.0.0.1", server.port))
            client.sendall(LARGE * TIMES)
        yield clients


def taken(client: socket.socket, enough: int) -> int:
    """How many bytes come on a connection until it is closed, or until there are enough."""
    received = 0
    with contextlib.suppress(ConnectionResetError):
        while received < enough and (more := client.recv(1024 * 1024)):
            received += len(more)
    return received


def test_clients_that_take_no_answer_hold_nobody_up_and_are_given_up(hurried: Server) -> None:
    with never_reading(hurried) as clients:
        for client in clients:
            client.recv(1, socket.MSG_PEEK)  # the answer has begun
        for _ in range(THREADS):
            assert send(hurried, ASKING).status == 200
        time.sleep(SECONDS + 2)
        whole = TIMES * len(httpx.get(f"{hurried.url}/openapi.json").content)
        assert all(taken(client, whole) < whole for client in clients)


def test_an_answer_that_is_taken_slowly_but_in_time_is_whole(hurried: Server) -> None:
    with never_reading(hurried, 1, 65536) as (client,):
        time.sleep(1)
        client.sendall(ASKING)
        received = read_to_the_end(client)
        whole = httpx.get(f"{hurried.url}/openapi.json").content
        assert received.count(whole) == TIMES
        assert b'"tricon-prime"' in received[received.rindex(whole) + len(whole) :]


def test_a_client_that_does_not_close_its_end_holds_nobody_up(hurried: Server) -> None:
    closing = b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    began = time.monotonic()
    with many(hurried, closing) as clients:
        for client in clients:
            assert parsed(read_to_the_end(client)).status == 200
        assert send(hurried, ASKING).status == 200
    assert time.monotonic() - began < MANY  # gunicorn's own way waits 2 seconds for each


def test_questions_sent_without_waiting_for_answers_are_answered_in_turn(hurried: Server) -> None:
    length = b"Content-Length: 20\r\n\r\n"
    asked = b"".join(
        POST + b"X-Request-ID: q%d\r\n" % n + length + b'{"hand": "ThTsTd3c"}' for n in range(50)
    )
    closing = b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with connected(hurried) as client:
        client.sendall(asked + closing)
        received = read_to_the_end(client)
    places = [received.index(b"X-Request-ID: q%d\r\n" % n) for n in range(50)]
    assert places == sorted(places)
    assert received.count(b"HTTP/1.1 200 OK") == 51


@contextlib.contextmanager
def few_bytes_kept() -> Iterator[Server]:
    """A service of one worker that keeps 17 MiB for all its clients."""
    one = {"ARBITER_WORKERS": "1", "ARBITER_THREADS": "1"}
    with serve(ARBITER_MAX_BODY_BYTES=str(1024 * 1024), **one) as server:
        yield server


def test_what_cannot_be_kept_is_refused_while_small_questions_are_answered() -> None:
    size = 1024 * 1024
    begun = POST + b"Content-Length: %d\r\n\r\n" % size
    with few_bytes_kept() as server, contextlib.ExitStack() as stack:
        for _ in range(17):
            client = stack.enter_context(connected(server))
            client.sendall(begun + b" " * (size - 1))
        client = stack.enter_context(connected(server))
        with contextlib.suppress(ConnectionError):
            client.sendall(begun + b" " * (size - 1))
        told = parsed(read_to_the_end(client))
        assert told.problem()["code"] == "overloaded"
        assert (told.status, told.headers["Retry-After"]) == (503, "1")
        assert send(server, ASKING).status == 200


def test_a_head_that_is_too_large_is_refused_before_it_ends(hurried: Server) -> None:
    line = b"X: " + b"a" * 1000 + b"\r\n"
    told = send(hurried, b"GET / HTTP/1.1\r\nHost: x\r\n" + line * 70)
    assert told.status == 431
    assert told.problem()["code"] == "headers-too-large"


def test_a_body_of_very_many_chunks_is_refused(hurried: Server) -> None:
    chunks = b"1\r\n \r\n" * (MOST_CHUNKS + 1)
    with connected(hurried) as client:
        with contextlib.suppress(ConnectionError):
            client.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n" + chunks)
        told = parsed(read_to_the_end(client))
    assert told.status == 400
    assert told.problem()["code"] == "too-many-chunks"


def test_the_largest_body_in_chunks_is_answered_and_a_larger_one_refused() -> None:
    with serve(ARBITER_MAX_BODY_BYTES="100000") as server:
        for size, status in ((100_000, 200), (100_001, 413), (200_000, 413)):
            body = b'{"hand": "ThTsTd3c"}'.ljust(size)
            chunks = [b"%x\r\n%b\r\n" % (len(at), at) for at in pieces(body, 30_000)]
            sent = POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
            assert send(server, sent + b"".join(chunks) + b"0\r\n\r\n").status == status


def pieces(body: bytes, size: int) -> list[bytes]:
    return [body[at : at + size] for at in range(0, len(body), size)]
