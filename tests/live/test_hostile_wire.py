"""Requests that were well-formed before some bytes were changed: answered in shape, or closed.

Whatever comes, no worker dies of it, and no answer blames the service.
"""

import contextlib
import random
import socket

import httpx
import pytest

from tests.live.processes import workers
from tests.live.wire import Answer, connected, parsed
from tests.service.shape import checked
from tests.serving import Server

BODY = b'{"hand": "ThTsTd3c"}'
JSON = b"Host: x\r\nContent-Type: application/json\r\n"
EVALUATE = b"/v1/games/vinegret/evaluate"
REQUESTS = [
    b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /livez HTTP/1.0\r\n\r\n",
    b"GET " + EVALUATE + b"?hand=ThTsTd3c HTTP/1.1\r\nHost: x\r\nAccept-Language: uk\r\n\r\n",
    b'GET /v1/games HTTP/1.1\r\nHost: x\r\nIf-None-Match: "x", *\r\nAccept: application/*\r\n\r\n',
    b"GET /v1/games/ecarte/rules/ecarte.pack HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    b"HEAD /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n",
    b"OPTIONS " + EVALUATE + b" HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\n\r\n",
    b"POST " + EVALUATE + b" HTTP/1.1\r\n" + JSON + b"Content-Length: 20\r\n\r\n" + BODY,
    b"QUERY " + EVALUATE + b" HTTP/1.1\r\n" + JSON + b"Content-Length: 20\r\n\r\n" + BODY,
    b"POST " + EVALUATE + b" HTTP/1.1\r\n" + JSON
    + b"Transfer-Encoding: chunked\r\n\r\n14\r\n" + BODY + b"\r\n0\r\n\r\n",
    b"POST " + EVALUATE + b" HTTP/1.1\r\n" + JSON
    + b"Expect: 100-continue\r\nContent-Length: 20\r\n\r\n" + BODY,
    b"GET /version HTTP/1.1\r\nHost: x\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n",
]  # fmt: skip
PIECES = [
    *(b"\r\n", b"\n", b"\r", b"\x00", b"\xff", b" ", b"\t", b":", b"%", b"%00", b"%ff", b";", b"="),
    *(b"/", b"//", b"/../", b"?", b"#", b"&", b"@", b'"', b"[", b"]}", b"\\u0000", b"\xe2\x99\xa5"),
    *(
        b"Content-Length: 5\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: " + b"9" * 30 + b"\r\n",
    ),
    *(b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: gzip, chunked\r\n"),
    *(b"Host: y\r\n", b"Host: \r\n", b"Host: [::1\r\n", b"Host: x:99999\r\n"),
    *(b"Expect: 100-continue\r\n", b"Expect: x\r\n", b"Upgrade: h2c\r\n", b"Connection: x\r\n"),
    *(b"Content-Encoding: gzip\r\n", b"Content-Type: text/html\r\n", b"Range: bytes=0-\r\n"),
    *(b"X-Forwarded-For: x\r\n", b"X-Forwarded-Proto: \xff\r\n", b"Forwarded: for=;\r\n"),
    *(b"X-Request-ID: \xc3\xbc\r\n", b"traceparent: 00-\r\n", b"Accept-Language: ;q=x,*\r\n"),
    *(b"Authorization: Bearer \xff\r\n", b"Cookie: =;=\r\n", b"Origin: null\r\n"),
    *(b"HTTP/1.0", b"HTTP/2.0", b"0\r\n\r\n", b"ffffffffffffffff\r\n", b"GET ", b"PRI * HTTP/2.0"),
]
"""What is put between the bytes of a request."""


def changed(rng: random.Random) -> bytes:
    """A request in which some bytes were flipped, cut out, doubled, or put in."""
    sent = bytearray(rng.choice(REQUESTS))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(sent) + 1)
        upto = min(len(sent), at + rng.randint(1, 12))
        match rng.randrange(6):
            case 0 if at < len(sent):
                sent[at] ^= 1 << rng.randrange(8)
            case 1:
                del sent[at:upto]
            case 2:
                sent[at:at] = sent[at:upto] * rng.choice([1, 1, 2, 500])
            case 3:
                del sent[at:]
            case _:
                sent[at:at] = rng.choice(PIECES)
    return bytes(sent)


def exchanged(server: Server, sent: bytes) -> bytes:
    """All that is answered to some bytes, up to the end or to where the connection breaks."""
    received = b""
    with connected(server) as connection, contextlib.suppress(ConnectionError):
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        while more := connection.recv(65536):
            received += more
    return received


def answers_in(received: bytes, sent: bytes) -> list[Answer]:
    """The responses one after another, each as long as it says it is."""
    answers = []
    while received:
        answer = parsed(received)
        length = int(answer.headers.get("Content-Length", 0))
        # A request line that cannot be read is no HEAD, whatever it begins with.
        next_or_none = answer.body.startswith(b"HTTP/1.") or not answer.body
        of_head = sent.startswith(b"HEAD ") and next_or_none
        if answer.status < 200 or answer.status in {204, 304} or of_head:
            length = 0
        assert len(answer.body) >= length
        received = answer.body[length:]
        answers.append(Answer(answer.status, answer.headers, answer.body[:length]))
    return answers


def attack(server: Server, seed: int, requests: int) -> None:
    """Send so many changed requests, and see that nothing is wrong with what comes of them."""
    rng = random.Random(seed)
    before = workers(server)
    statuses = set()
    for number in range(requests):
        sent = changed(rng)
        for answer in answers_in(exchanged(server, sent), sent):
            told = f"request {number}: {sent!r}"
            statuses.add(answer.status)
            # 501 is the answer to a transfer coding that a server does not know (RFC 9112, 6.1).
            assert answer.status < 500 or answer.status == 501, told
            if answer.status >= 400 and answer.body:
                checked(answer.status, answer.headers, answer.body)
    assert {200, 400, 404} <= statuses
    assert workers(server) == before
    assert httpx.get(f"{server.url}/livez").json() == {"status": "alive"}


def test_changed_requests_are_answered_in_shape_or_closed(server: Server) -> None:
    attack(server, seed=1, requests=200)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_changed_requests_are_answered_in_shape_or_closed(server: Server, seed: int) -> None:
    attack(server, seed, requests=2000)
