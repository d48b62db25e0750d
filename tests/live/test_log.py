"""The log of the real service: JSON, one line a request, and never a card."""

import json
import signal
from typing import Any

import httpx
import pytest

from tests.live.processes import wait_until
from tests.live.wire import connected, send
from tests.serving import Server, serve

EVALUATE = "/v1/games/vinegret/evaluate"
HAND = "9d8d7d6d"


def lines(server: Server) -> list[dict[str, Any]]:
    return [json.loads(line) for line in server.log.read_text().splitlines()]


def about_requests(server: Server) -> list[dict[str, Any]]:
    return [line for line in lines(server) if line["logger"] == "service.requests"]


@pytest.mark.parametrize(
    ("level", "nowhere"),
    [("info", f"/{HAND}"), ("debug", "/nothing")],  # at debug gunicorn notes paths
)
def test_every_line_is_json_and_none_tells_a_card(level: str, nowhere: str) -> None:
    with serve(ARBITER_LOG_LEVEL=level) as server:
        before = len(about_requests(server))
        with httpx.Client(base_url=server.url) as client:
            answers = [
                client.get(f"{EVALUATE}?hand={HAND}"),
                client.get(f"{EVALUATE}?hand={HAND}{HAND}"),
                client.post(EVALUATE, json={"hand": HAND}),
                client.post(EVALUATE, json={"hand": HAND * 2}),
                client.post(EVALUATE, content=HAND),
                client.get(f"{nowhere}?hand={HAND}"),
                client.get("/livez", headers={"Referer": f"http://x/?hand={HAND}"}),
            ]
        refused = send(server, f"GET /?{HAND} 9d HTTP/1.1\r\n\r\n".encode())
        broken_off = [f"GET {EVALUATE}?hand={HAND}", f"POST / HTTP/1.1\r\nX-Hand: {HAND}"]
        for half in broken_off:
            with connected(server) as connection:
                connection.sendall(half.encode())
        noted = len(answers) + 1 + len(broken_off)
        wait_until(lambda: len(about_requests(server)) >= before + noted)
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(30)
        ids = [line["request_id"] for line in about_requests(server)[before:]]
        sent = [answer.headers["X-Request-ID"] for answer in answers]
        assert len(ids) == noted
        assert set(ids) >= {*sent, refused.headers["X-Request-ID"]}
        assert HAND not in server.log.read_text()
        assert {line["level"] for line in lines(server)} <= {"DEBUG", "INFO", "WARNING"}


def test_at_a_higher_level_requests_are_not_noted() -> None:
    with serve(ARBITER_LOG_LEVEL="warning") as server:
        assert httpx.get(f"{server.url}{EVALUATE}?hand={HAND}").status_code == 200
        assert about_requests(server) == []
