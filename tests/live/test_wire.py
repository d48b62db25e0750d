"""Connections: kept, chunked, too large, broken off; and two workers that answer as one."""

import json
import socket
from collections.abc import Iterator

import httpx
import pytest

from tests.golden.playthrough import FOLDER, record_in
from tests.live.processes import only, workers
from tests.live.wire import connected, parsed, read_to_the_end, send
from tests.service.shape import checked
from tests.serving import Server, serve

EVALUATE = "/v1/games/vinegret/evaluate"
LEGAL_MOVES = "/v1/games/vinegret/legal-moves"
POST = f"POST {EVALUATE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n".encode()
BODY = b'{"hand": "ThTsTd3c"}'


def is_well(server: Server) -> bool:
    """Whether every worker answers a question as it should."""
    answers = []
    for worker in workers(server):
        with only(server, worker):
            answers.append(httpx.get(f"{server.url}{EVALUATE}?hand=ThTsTd3c", timeout=10))
    return all(answer.json()["best"]["code"] == "tricon-prime" for answer in answers)


def receive(connection: socket.socket) -> bytes:
    """Exactly one response on a connection that stays open."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(65536)
    head, _, body = received.partition(b"\r\n\r\n")
    length = int(parsed(head + b"\r\n\r\n").headers["Content-Length"])
    while len(body) < length:
        body += connection.recv(65536)
    assert len(body) == length
    return head + b"\r\n\r\n" + body


def test_a_connection_is_kept_for_the_next_question(server: Server) -> None:
    length = f"Content-Length: {len(BODY)}\r\n\r\n".encode()
    with connected(server) as connection:
        for number in range(5):
            identity = f"X-Request-ID: question-{number}\r\n".encode()
            connection.sendall(POST + identity + length + BODY)
            answer = parsed(receive(connection))
            assert answer.status == 200
            assert answer.headers["Connection"] == "keep-alive"
            assert answer.headers["X-Request-ID"] == f"question-{number}"


def test_a_connection_is_kept_after_an_error(server: Server) -> None:
    with httpx.Client(base_url=server.url) as client:
        for _ in range(3):
            for answer in (
                client.get("/nothing"),
                client.post(EVALUATE, content=b"{", headers={"Content-Type": "application/json"}),
                client.post(EVALUATE, json={"hand": "Kh"}),
                client.post(EVALUATE, content=b"x" * 1000),
            ):
                checked(answer.status_code, answer.headers, answer.content)
                assert answer.headers["Connection"] == "keep-alive"
            assert client.get("/livez").status_code == 200


def test_a_client_may_ask_for_the_connection_to_be_closed(server: Server) -> None:
    answer = send(server, b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert answer.status == 200
    assert answer.headers["Connection"] == "close"


@pytest.mark.parametrize("options", ["TE, close", "keep-alive,Close", "close , x"])
@pytest.mark.parametrize("path", ["/livez", "/v1/games"])
def test_a_client_may_ask_so_among_other_options(server: Server, options: str, path: str) -> None:
    asked = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: {options}\r\n\r\n"
    answer = send(server, asked.encode())
    assert (answer.status, answer.headers["Connection"]) == (200, "close")


@pytest.mark.parametrize("length", ["20000000", "9" * 19, "9" * 30, "9" * 4000])
def test_a_body_that_is_not_taken_ends_the_connection_and_is_noted(
    server: Server, length: str
) -> None:
    identity = f"announced-{len(length)}"
    head = f"GET /v1/games HTTP/1.1\r\nHost: x\r\nX-Request-ID: {identity}\r\n"
    answer = send(server, f"{head}Content-Length: {length}\r\n\r\n".encode())
    assert (answer.status, answer.headers["Connection"]) == (200, "close")
    lines = [line for line in server.log.read_text().splitlines() if identity in line]
    assert json.loads(lines[-1])["request_bytes"] == min(int(length), 2**63 - 1)


@pytest.mark.parametrize("version", ["1.2", "1.9"])
def test_a_later_version_is_taken_for_1_1(server: Server, version: str) -> None:
    with connected(server) as connection:
        connection.sendall(f"GET /livez HTTP/{version}\r\nHost: x\r\n\r\n".encode())
        assert receive(connection).startswith(b"HTTP/1.1 200 ")
        connection.sendall(f"GET /livez HTTP/{version}\r\n\r\n".encode())
        assert parsed(receive(connection)).problem()["code"] == "bad-request"


def test_nothing_is_changed_whatever_is_to_match(server: Server) -> None:
    for path in ("/v1/games", "/docs", "/docs/start.js", "/docs/swagger-ui.css", "/openapi.yaml"):
        for header in (
            {"If-Match": '"x"'},
            {"If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"},
        ):
            answer = httpx.get(f"{server.url}{path}", headers=header)
            assert answer.status_code == 200, (path, header)


def test_half_a_head_is_a_bad_request(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(POST[:70] + b"X-Request-ID: half-a-head\r\nCont")
        connection.shutdown(socket.SHUT_WR)
        answer = parsed(read_to_the_end(connection))
    assert answer.problem()["code"] == "bad-request"


def test_http_1_0_is_answered(server: Server) -> None:
    answer = send(server, b"GET /livez HTTP/1.0\r\n\r\n")
    assert (answer.status, answer.body) == (200, b'{"status":"alive"}\n')


def test_http_1_1_without_a_host_is_a_bad_request(server: Server) -> None:
    answer = send(server, b"GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n")
    assert checked(answer.status, answer.headers, answer.body)["code"] == "bad-request"


def chunks(*sizes: int) -> Iterator[bytes]:
    rest = BODY
    for size in sizes:
        yield rest[:size]
        rest = rest[size:]
    yield rest


@pytest.mark.parametrize("method", ["POST", "QUERY"])
def test_a_body_may_come_in_chunks(server: Server, method: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = httpx.request(
        method, f"{server.url}{EVALUATE}", content=chunks(1, 5, 7), headers=headers
    )
    assert answer.request.headers["Transfer-Encoding"] == "chunked"
    assert answer.status_code == 200
    assert answer.json()["best"]["code"] == "tricon-prime"


def test_a_body_may_wait_for_leave(server: Server) -> None:
    with connected(server) as connection:
        length = f"Content-Length: {len(BODY)}\r\nConnection: close\r\n".encode()
        connection.sendall(POST + length + b"Expect: 100-continue\r\n\r\n")
        assert connection.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(BODY)
        assert parsed(receive(connection)).status == 200


def test_no_leave_is_given_for_a_body_that_is_too_large(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(POST + b"Content-Length: 99999999\r\nExpect: 100-continue\r\n\r\n")
        answer = parsed(receive(connection))
    assert (answer.status, answer.problem()["code"]) == (413, "too-large")


def test_what_only_a_trusted_proxy_may_say_is_not_looked_at(server: Server) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-Ssl": "off", "SCRIPT_NAME": "/x"}
    answer = httpx.get(f"{server.url}/v1/games", headers=said)
    assert answer.status_code == 200


LIMIT = 16 * 1024 * 1024


@pytest.mark.parametrize(("size", "status"), [(LIMIT, 200), (LIMIT + 1, 413), (3 * LIMIT, 413)])
@pytest.mark.parametrize("in_chunks", [False, True], ids=["length known", "in chunks"])
def test_the_limit_of_a_body(server: Server, size: int, status: int, *, in_chunks: bool) -> None:
    body = BODY.ljust(size)
    content = (body[at : at + 50_000] for at in range(0, size, 50_000)) if in_chunks else body
    answer = httpx.post(
        f"{server.url}{EVALUATE}", content=content, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == status
    if status == 413:
        assert checked(413, answer.headers, answer.content)["code"] == "too-large"
        assert answer.headers["Connection"] == "close"
    assert is_well(server)


@pytest.mark.parametrize("rest", [b"zz\r\n", b"1\r\naXX", b"0\r\nbad trailer\r\n\r\n"])
@pytest.mark.parametrize(("path", "status"), [("/v1/games", 200), ("/nothing", 404)])
def test_chunks_that_nobody_asks_for_get_no_answer_of_their_own(
    server: Server, path: str, status: int, rest: bytes
) -> None:
    with connected(server) as connection:
        head = f"GET {path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        connection.sendall(head.encode() + rest)
        answer = read_to_the_end(connection)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert parsed(answer).status == status
    assert b"\r\nConnection: close\r\n" in answer


BROKEN_OFF = {
    "in the request line": b"GET /v1/ga",
    "in the headers": POST[:70],
    "before the body": POST + b"Content-Length: 20\r\n\r\n",
    "in the body": POST + b'Content-Length: 20\r\n\r\n{"hand"',
    "in the chunks": POST + b'Transfer-Encoding: chunked\r\n\r\n14\r\n{"hand"',
    "between the chunks": POST + b'Transfer-Encoding: chunked\r\n\r\n7\r\n{"hand"\r\n',
}


@pytest.mark.parametrize("sent", BROKEN_OFF.values(), ids=BROKEN_OFF.keys())
@pytest.mark.parametrize("how", ["closed", "reset"])
def test_a_connection_that_breaks_off_does_no_harm(server: Server, sent: bytes, how: str) -> None:
    before = len(server.log.read_bytes())
    with connected(server) as connection:
        if how == "reset":
            linger = (1).to_bytes(4, "little") + (0).to_bytes(4, "little")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        connection.sendall(sent)
    assert is_well(server)
    assert b"ERROR" not in server.log.read_bytes()[before:]


@pytest.mark.parametrize("rest", ["in the body", "in the chunks"])
def test_half_a_body_is_a_bad_request(server: Server, rest: str) -> None:
    with connected(server) as connection:
        connection.sendall(BROKEN_OFF[rest])
        connection.shutdown(socket.SHUT_WR)
        answer = parsed(receive(connection))
    assert answer.status == 400


def test_a_body_shorter_than_announced_is_a_bad_request_even_if_it_is_json(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(POST + f"Content-Length: {len(BODY) + 1}\r\n\r\n".encode() + BODY)
        connection.shutdown(socket.SHUT_WR)
        answer = parsed(receive(connection))
    assert answer.problem()["code"] == "bad-request"


@pytest.mark.parametrize("path", [f"{EVALUATE}?hand=ThTsTd3c", f"{EVALUATE}?hand=Kh", "/nothing"])
def test_head_has_no_body(server: Server, path: str) -> None:
    got = httpx.get(f"{server.url}{path}")
    request = f"HEAD {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
    head = send(server, request)
    assert head.status == got.status_code
    assert head.body == b""
    assert int(head.headers["Content-Length"]) == len(got.content)


QUESTIONS: list[tuple[str, str, dict[str, object] | None]] = [
    ("GET", "/v1/games", None),
    ("GET", "/v1/games/vinegret", None),
    ("GET", "/v1/games/vinegret/rules", None),
    ("GET", f"{EVALUATE}?hand=ThTsTd3c&options.ante=7", None),
    ("POST", EVALUATE, {"hand": "2♠ 3♠ 4♠ 7♠", "ruleset": "vinegret/classic@1"}),
    ("POST", EVALUATE, {"hand": "Th Kh", "x": 1, "y": 2}),
    ("QUERY", LEGAL_MOVES, {"situation": {"phase": "draw", "hand": "ThTsTd3c"}}),
    (
        "POST",
        "/v1/games/vinegret/compare",
        {"hands": [{"player": "anna", "hand": "8d9dTd6d"}], "others": ["vera", "gleb", "zoja"]},
    ),
    ("PUT", EVALUATE, None),
    ("GET", "/nothing", None),
    ("GET", "/openapi.json", None),
]
for _path in sorted(FOLDER.glob("*/*.txt")):
    _record = record_in(_path.read_text("utf-8"))
    _game = f"/v1/games/{_path.parent.name}"
    _half = {**_record, "actions": _record["actions"][: len(_record["actions"]) // 2]}
    QUESTIONS += [
        ("POST", f"{_game}/position", {"record": _record, "viewer": _record["players"][0]}),
        ("POST", f"{_game}/legal-moves", {"record": _half}),
    ]


@pytest.mark.parametrize(("method", "path", "question"), QUESTIONS)
def test_both_workers_answer_with_the_same_bytes(
    server: Server, method: str, path: str, question: dict[str, object] | None
) -> None:
    answers = []
    for worker in workers(server) * 2:
        with only(server, worker):
            answer = httpx.request(
                method,
                f"{server.url}{path}",
                json=question,
                headers={"X-Request-ID": "same", "Accept-Language": "ru"},
            )
        headers = {name: value for name, value in answer.headers.items() if name != "date"}
        answers.append((answer.status_code, headers, answer.content))
    assert all(answer == answers[0] for answer in answers)


def test_another_start_answers_with_the_same_bytes(server: Server) -> None:
    with serve(PYTHONHASHSEED="1") as other:
        for method, path, question in QUESTIONS:
            one, two = (
                httpx.request(
                    method, f"{each.url}{path}", json=question, headers={"X-Request-ID": "same"}
                )
                for each in (server, other)
            )
            assert (one.status_code, one.content) == (two.status_code, two.content)
            assert one.headers.get("Allow") == two.headers.get("Allow")
