"""What never reaches the application is refused in the same shape as everything else."""

import json
from collections.abc import Iterator

import httpx
import pytest

from tests.live.wire import Answer, send
from tests.serving import Server, serve

GET = b"GET /livez HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /v1/games/vinegret/evaluate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
REFUSED = {
    "no request line": (b"NONSENSE\r\n\r\n", 400),
    "spaces in the path": (b"GET /a b c HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    "a method in small letters": (b"get /livez HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    "a version there is not": (b"GET /livez HTTP/9.9\r\nHost: x\r\n\r\n", 400),
    "HTTP/2 without asking": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    "a header without a colon": (GET + b"Nonsense\r\n\r\n", 400),
    "a header name with a space": (GET + b"Bad Name: x\r\n\r\n", 400),
    "a header with a null": (GET + b"X: a\x00b\r\n\r\n", 400),
    "a folded header": (GET + b"X: a\r\n b\r\n\r\n", 400),
    "two hosts": (GET + b"Host: y\r\n\r\n", 400),
    "a length that is none": (POST + b"Content-Length: x\r\n\r\n", 400),
    "a length below zero": (POST + b"Content-Length: -1\r\n\r\n", 400),
    "two lengths": (POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}", 400),
    "chunks and a length": (
        POST + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
        400,
    ),
    "a coding without chunks": (POST + b"Transfer-Encoding: gzip\r\n\r\n", 400),
    "a coding nobody knows": (POST + b"Transfer-Encoding: rot13, chunked\r\n\r\n", 501),
    "a coding within chunks": (
        POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        501,
    ),
    "a host that is none": (
        b"GET /livez HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n",
        400,
    ),
    "a request line too long": (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    "a header too long": (GET + b"X: " + b"a" * 9000 + b"\r\n\r\n", 431),
    "too many headers": (GET + b"".join(b"X%d: a\r\n" % n for n in range(200)) + b"\r\n", 431),
    "an expectation it does not know": (POST + b"Expect: miracles\r\n\r\n", 417),
}
CODES = {
    400: "bad-request",
    414: "address-too-long",
    417: "expectation-failed",
    431: "headers-too-large",
    501: "not-implemented",
}


@pytest.mark.parametrize(("request_bytes", "status"), REFUSED.values(), ids=REFUSED.keys())
def test_a_request_that_is_none(server: Server, request_bytes: bytes, status: int) -> None:
    answer = send(server, request_bytes)
    assert answer.status == status
    assert answer.headers["Connection"] == "close"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Date" in answer.headers
    assert int(answer.headers["Content-Length"]) == len(answer.body)
    problem = answer.problem()
    assert problem["code"] == CODES[status]


@pytest.mark.parametrize(
    "chunks",
    [
        b"zz\r\n{}\r\n0\r\n\r\n",
        b"-1\r\n{}\r\n0\r\n\r\n",
        b"2\r\n{}xx0\r\n\r\n",
        b'9;a="\r\n{}\r\n0\r\n\r\n',
    ],
)
def test_chunks_that_are_none(server: Server, chunks: bytes) -> None:
    answer = send(server, POST + b"Transfer-Encoding: chunked\r\n\r\n" + chunks)
    assert answer.status == 400
    assert answer.problem()["code"] == "bad-request"


def test_each_is_noted_with_one_line_that_repeats_nothing_of_it() -> None:
    with serve() as server:
        before = len(server.log.read_text().splitlines())
        answers = [
            send(server, b"GET /v1/games/vinegret/evaluate?hand=ThTs Td HTTP/1.1\r\n\r\n"),
            send(server, GET + b"Th Ts: Td\r\n\r\n"),
            send(server, GET + b"X-Hand: ThTsTd3c\r\nX: " + b"a" * 9000 + b"\r\n\r\n"),
            send(server, POST + b"Transfer-Encoding: chunked\r\n\r\nTh\r\n0\r\n\r\n"),
        ]
        log = server.log.read_text().splitlines()[before:]
    lines = [json.loads(line) for line in log]
    requests = [line for line in lines if line["logger"] == "service.requests"]
    noted = {line["request_id"]: line for line in requests}
    assert [noted[answer.headers["X-Request-ID"]]["status"] for answer in answers] == [
        400,
        400,
        431,
        400,
    ]
    assert len(requests) == len(answers)
    assert not any("Th" in line or "Ts" in line or "Td" in line for line in log)


ORIGIN = "https://club.example"
ASKED = "POST /v1/games/ecarte/evaluate"
SAID = f"Host: x\r\nOrigin: {ORIGIN}\r\nX-Request-ID: mine\r\nAccept-Language: uk\r\n"
HEAD = f"{ASKED} HTTP/1.1\r\n{SAID}"
WITH_MORE = {
    "a version there is not": (f"{ASKED} HTTP/9.9\r\n{SAID}\r\n", 400),
    "spaces in the path": (f"{ASKED}/a b c HTTP/1.1\r\n{SAID}\r\n", 400),
    "a header without a colon": (f"{HEAD}Nonsense\r\n\r\n", 400),
    "two hosts": (f"{HEAD}Host: y\r\n\r\n", 400),
    "two lengths": (f"{HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{{}}", 400),
    "a coding nobody knows": (f"{HEAD}Transfer-Encoding: rot13, chunked\r\n\r\n", 501),
    "a request line too long": (f"{ASKED}?{'a' * 5000} HTTP/1.1\r\n{SAID}\r\n", 414),
    "a header too long": (f"{HEAD}X: {'a' * 9000}\r\n\r\n", 431),
    "a head too large": (f"{HEAD}{'X: a' * 20_000}", 431),
    "an expectation it does not know": (f"{HEAD}Expect: miracles\r\n\r\n", 417),
    "a head that is late": (f"{HEAD}X: a", 408),
}


@pytest.fixture(scope="module")
def watchful() -> Iterator[Server]:
    """A service that knows origins, counts what is asked, and has little patience."""
    settings = {"ARBITER_CORS_ORIGINS": ORIGIN, "ARBITER_RATE_LIMIT": "100/hour"}
    with serve(ARBITER_HEADER_SECONDS="1", **settings) as server:
        yield server


def left(answer: Answer) -> int:
    """How many requests the client has left."""
    return int(answer.headers["RateLimit"].split(";")[1].removeprefix("r="))


@pytest.mark.parametrize(("request_text", "status"), WITH_MORE.values(), ids=WITH_MORE.keys())
def test_what_could_be_read_of_its_head_is_heeded(
    watchful: Server, request_text: str, status: int
) -> None:
    before = left(send(watchful, b"GET /v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
    answer = send(watchful, request_text.encode())
    assert answer.status == status
    assert answer.headers["Connection"] == "close"
    assert answer.headers["X-Request-ID"] == answer.problem()["request_id"] == "mine"
    assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert answer.headers["Content-Language"] == "uk"
    assert left(answer) == before - 1
    lines = [json.loads(line) for line in watchful.log.read_text().splitlines()]
    line = [line for line in lines if line["logger"] == "service.requests"][-1]
    assert (line["request_id"], line["method"], line["status"]) == ("mine", "POST", status)
    assert line["route"].startswith("/v1/games/ecarte/evaluate") or " b c " in request_text


def test_who_guesses_keys_by_what_is_refused_is_counted_too() -> None:
    settings = {"ARBITER_API_KEYS": "0" * 64, "ARBITER_RATE_LIMIT": "2/hour"}
    with serve(**settings) as server:
        sent = b"GET /v1/games HTTP/9.9\r\nHost: x\r\n\r\n"
        assert [send(server, sent).status for _ in range(3)] == [401, 401, 429]
        assert httpx.get(f"{server.url}/livez").status_code == 200


def test_a_head_of_which_nothing_can_be_read_is_nobodys(watchful: Server) -> None:
    answer = send(watchful, b"\x00\xff\r\n\r\n")
    assert answer.problem()["code"] == "bad-request"
    assert "RateLimit" not in answer.headers
