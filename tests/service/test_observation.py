"""Every request has an id and one line in the log, and the log knows no cards."""

import io
import json
import logging
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

EVALUATE = "/v1/games/vinegret/evaluate"
FIELDS = {
    "request_id",
    "route",
    "method",
    "status",
    "waited_ms",
    "duration_ms",
    "request_bytes",
    "response_bytes",
    "trace_id",
    "span_id",
}
NOT_OURS = set(vars(logging.makeLogRecord({}))) | {"message", "asctime"}


@pytest.mark.parametrize("given", ["a", "0", "Az09._~-", "x" * 128, "7e57-1d"])
def test_a_request_keeps_its_id(client: FlaskClient, given: str) -> None:
    for path in ("/v1/games", "/nothing"):
        answer = client.get(path, headers={"X-Request-ID": given})
        assert answer.headers["X-Request-ID"] == given


@pytest.mark.parametrize(
    "given", [None, "", " ", "x" * 129, "a b", "a,b", 'a"b', "<script>", "é", "a/b", "a\tb", "{}"]
)
def test_an_id_that_is_missing_or_odd_is_replaced(client: FlaskClient, given: str | None) -> None:
    headers = {} if given is None else {"X-Request-ID": given}
    first, second = (
        client.get("/v1/games", headers=headers).headers["X-Request-ID"] for _ in range(2)
    )
    assert first != second
    for fresh in (first, second):
        assert len(fresh) == 32
        assert int(fresh, 16) >= 0


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """What was logged about requests: the fields that are ours."""
    return [
        {name: value for name, value in vars(record).items() if name not in NOT_OURS}
        for record in caplog.records
        if record.name == "service.requests"
    ]


class Asked(NamedTuple):
    """A request that is about the hand 9d 8d 7d 6d, and what its line in the log must say."""

    method: str
    path: str
    more: dict[str, Any]
    line: dict[str, Any]


REQUESTS = [
    Asked("GET", "/livez", {}, {"route": "/livez", "method": "GET", "status": 200}),
    Asked("HEAD", "/v1/games", {}, {"route": "/v1/games", "method": "HEAD", "status": 200}),
    Asked("POST", EVALUATE, {"json": {"hand": "9d8d7d6d"}}, {"route": EVALUATE, "status": 200}),
    Asked("QUERY", EVALUATE, {"json": {"hand": "9d8d7d6d"}}, {"method": "QUERY", "status": 200}),
    Asked("POST", EVALUATE, {"json": {"hand": ["9d", "9d"]}}, {"status": 422}),
    Asked("POST", EVALUATE, {"data": b'{"hand": "9d8d'}, {"route": EVALUATE, "status": 415}),
    Asked(
        "POST",
        EVALUATE,
        {"data": b'{"hand": "9d8d', "content_type": "application/json"},
        {"status": 400, "request_bytes": 14},
    ),
    Asked("GET", f"{EVALUATE}?hand=9d8d7d6d", {}, {"route": EVALUATE, "status": 200}),
    Asked("GET", f"{EVALUATE}?hand=9d9d7d6d", {}, {"route": EVALUATE, "status": 422}),
    Asked("GET", "/9d8d7d6d", {}, {"route": "(unmatched)", "status": 404}),
    Asked("GET", "/v1/games/9d8d7d6d/9d", {}, {"route": "(unmatched)", "status": 404}),
    Asked(
        "GET",
        "/v1/games/vinegret/rules/9d8d7d6d",
        {},
        {"route": "/v1/games/vinegret/rules/<clause>", "status": 404},
    ),
    Asked("DELETE", f"{EVALUATE}?hand=9d8d7d6d", {}, {"method": "DELETE", "status": 405}),
    Asked("9D8D7D6D", "/livez", {}, {"method": "other", "status": 405}),
    Asked("GET", "/v1/games", {"headers": {"Accept": "9d/8d"}}, {"status": 406}),
    Asked("GET", "/v1/games", {"headers": {"Referer": "/?hand=9d8d"}}, {"status": 200}),
]


@pytest.mark.parametrize("asked", REQUESTS)
def test_a_request_has_one_line_with_the_promised_fields_and_no_cards(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, asked: Asked
) -> None:
    with caplog.at_level(logging.DEBUG):
        answer = client.open(asked.path, method=asked.method, **asked.more)
    (line,) = lines(caplog)
    assert set(line) == FIELDS
    assert line.items() >= asked.line.items()
    assert line["status"] == answer.status_code
    assert line["request_id"] == answer.headers["X-Request-ID"]
    assert 0 <= line["duration_ms"] < 10_000
    assert line["response_bytes"] == len(answer.data)
    logged = json.dumps([vars(record) for record in caplog.records], default=str).lower()
    assert "9d" not in logged.replace(line["request_id"], "")


def test_the_bytes_of_a_file_are_counted(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO), client.get("/docs/swagger-ui.css") as answer:
        size = len(answer.data)
    (line,) = lines(caplog)
    assert line["response_bytes"] == size > 100_000


def test_of_what_has_not_changed_no_bytes_are_sent(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    known = client.get("/v1/games").headers["ETag"]
    with caplog.at_level(logging.INFO):
        client.get("/v1/games", headers={"If-None-Match": known})
    (line,) = lines(caplog)
    assert (line["status"], line["response_bytes"]) == (304, 0)


def test_the_bytes_of_a_body_in_chunks_are_counted(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    body = b'{"hand": "ThTs"}'
    with caplog.at_level(logging.INFO):
        client.post(
            EVALUATE,
            input_stream=io.BytesIO(body),
            content_type="application/json",
            environ_base={"wsgi.input_terminated": True},
        )
    (line,) = lines(caplog)
    assert (line["status"], line["request_bytes"]) == (200, len(body))


def test_the_bytes_of_a_body_are_counted(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    body = b'{"hand": "ThTs"}'
    with caplog.at_level(logging.INFO):
        client.post(EVALUATE, data=body, content_type="application/json")
    (line,) = lines(caplog)
    assert line["request_bytes"] == len(body)
