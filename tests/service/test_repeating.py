"""Questions asked again, or asked as others were, are answered and counted as all others."""

import contextlib
import json
import logging
from datetime import date
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service import repeating
from service.app import create_app
from service.deprecation import Notice
from service.settings import read_settings
from service.v1 import operations
from tests.counting import counted
from tests.service.shape import problem_in

EVALUATE = "/v1/games/vinegret/evaluate"
HAND = {"hand": "ThTsTd3c"}
BATCH = {"game": "vinegret", "operation": "evaluate/batch", "outcome": "answered"}
MORE: list[dict[str, Any]] = [
    {},
    {"ruleset": "vinegret/document@1", "options": {}},
    {"options": {}},
]
"""What changes nothing about an answer."""
INVALID = {"game": "vinegret", "operation": "evaluate", "outcome": "invalid"}


def client_with(**settings: str) -> FlaskClient:
    """Requests to an application that has answered nothing yet."""
    given = {f"ARBITER_{name.upper()}": value for name, value in settings.items()}
    return create_app(read_settings(given)).test_client()


@pytest.fixture
def fresh() -> FlaskClient:
    return client_with()


def no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be worked out from now on."""
    for read in ("read", "read_at_once"):
        fail = f"service.v1.schemas.GameSchemas.{read}"
        monkeypatch.setattr(fail, lambda *_: pytest.fail("was worked out anew"))


def told(response: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    """All of an answer but its id."""
    headers = sorted((name, value) for name, value in response.headers if name != "X-Request-ID")
    return response.status_code, headers, response.data


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_the_same_question_has_the_same_answer(
    fresh: FlaskClient, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    asked: dict[str, Any] = {"json": HAND, "headers": {"Accept-Language": language}}
    first = fresh.post(EVALUATE, **asked)
    no_more(monkeypatch)
    again = fresh.post(EVALUATE, **asked)
    assert told(again) == told(first)
    assert again.headers["X-Request-ID"] != first.headers["X-Request-ID"]


def test_the_id_that_is_sent_is_kept(fresh: FlaskClient) -> None:
    for given in ("one", "two"):
        answer = fresh.post(EVALUATE, json=HAND, headers={"X-Request-ID": given})
        assert answer.headers["X-Request-ID"] == given


def test_each_time_is_a_line_of_the_log(
    fresh: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "service.requests"):
        answers = [fresh.post(EVALUATE, json=HAND) for _ in range(3)]
    lines = [vars(record) for record in caplog.records]
    assert [line["request_id"] for line in lines] == [
        answer.headers["X-Request-ID"] for answer in answers
    ]
    for name in ("route", "method", "status", "request_bytes", "response_bytes", "trace_id"):
        assert len({line[name] for line in lines}) == 1, name


@pytest.mark.parametrize(
    ("path", "question", "metric", "labels"),
    [
        (EVALUATE, HAND, "arbiter_http_requests", {"route": EVALUATE, "status": "200"}),
        (EVALUATE, HAND, "arbiter_evaluations", {"operation": "evaluate", "outcome": "answered"}),
        (EVALUATE, HAND, "arbiter_combinations", {"combination": "tricon-prime"}),
    ],
)
def test_each_time_is_counted(
    fresh: FlaskClient, path: str, question: Any, metric: str, labels: dict[str, str]
) -> None:
    more = {"method": "POST"} if "route" in labels else {"game": "vinegret"}
    before = counted(fresh, metric, **labels, **more)
    for _ in range(5):
        fresh.post(path, json=question)
    assert counted(fresh, metric, **labels, **more) == before + 5


@pytest.mark.parametrize(
    "changed",
    [
        {"headers": {"Accept-Language": "uk"}},
        {"headers": {"Accept": "application/json"}},
        {"headers": {"Host": "club.example"}},
        {"headers": {"Origin": "https://club.example"}},
        {"headers": {"traceparent": f"00-{'a' * 32}-{'b' * 16}-01"}},
        {"json": {"hand": "ThTsTd4c"}},
        {"method": "QUERY"},
        {"environ_overrides": {"SERVER_PROTOCOL": "HTTP/1.0"}},
        {"query_string": "x=1"},
    ],
    ids=str,
)
def test_another_question_is_worked_out(
    fresh: FlaskClient, monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any]
) -> None:
    asked: dict[str, Any] = {"path": EVALUATE, "method": "POST", "json": HAND}
    fresh.open(**asked)
    no_more(monkeypatch)
    with contextlib.suppress(pytest.fail.Exception):
        assert fresh.open(**asked | changed).status_code == 422


def test_what_takes_much_work_is_left_to_the_ordinary_way(
    fresh: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "_LITTLE_WORK", 0)
    asked = {"hands": ["ThTs"]}
    before = counted(fresh, "arbiter_evaluations", **BATCH)
    answers = [fresh.post(f"{EVALUATE}/batch", json=asked | more).data for more in MORE]
    assert len(set(answers)) == 1
    assert counted(fresh, "arbiter_evaluations", **BATCH) == before + len(MORE)


def test_a_failure_is_told_in_the_ordinary_way(
    fresh: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fresh.post(EVALUATE, json=HAND).status_code == 200

    def fail(*_: object) -> None:
        raise ArithmeticError

    monkeypatch.setattr("service.v1.schemas.GameSchemas.write", fail)
    problem_in(fresh.post(EVALUATE, json={"hand": "ThTsTd4c"}), 500, "internal-error")


def test_a_body_too_large_by_the_settings_is_refused() -> None:
    client = client_with(max_body_bytes="1024")
    assert client.post(EVALUATE, json=HAND).status_code == 200
    large: dict[str, Any] = {
        "data": json.dumps(HAND).ljust(1025),
        "content_type": "application/json",
    }
    problem_in(client.post(EVALUATE, **large), 413, "too-large")


def test_a_fault_is_found_each_time(fresh: FlaskClient) -> None:
    before = counted(fresh, "arbiter_evaluations", **INVALID)
    for _ in range(3):
        problem_in(fresh.post(EVALUATE, json={"hand": "ThTh"}), 422, "invalid-input")
    assert counted(fresh, "arbiter_evaluations", **INVALID) == before + 3


def test_a_body_that_is_cut_short_is_no_question_asked_before(fresh: FlaskClient) -> None:
    body = json.dumps(HAND).encode()
    sent: dict[str, Any] = {"data": body, "content_type": "application/json"}
    assert fresh.post(EVALUATE, **sent).status_code == 200
    longer = {"CONTENT_LENGTH": str(len(body) + 1)}
    assert fresh.post(EVALUATE, **sent, environ_overrides=longer).status_code == 400


def test_what_is_deprecated_is_said_and_counted_each_time() -> None:
    deprecated = {EVALUATE: Notice(since=date(2026, 1, 1), reasons="/docs")}
    client = create_app(read_settings({}), deprecated=deprecated).test_client()
    before = counted(client, "arbiter_deprecated_requests", route=EVALUATE)
    for _ in range(3):
        assert "Deprecation" in client.post(EVALUATE, json=HAND).headers
    assert counted(client, "arbiter_deprecated_requests", route=EVALUATE) == before + 3


@pytest.mark.parametrize(
    "settings", [{"api_keys": "0" * 64}, {"rate_limit": "9/minute"}], ids=["keys", "limits"]
)
def test_where_who_asks_matters_every_request_is_looked_at(settings: dict[str, str]) -> None:
    app = client_with(**settings).application
    assert not isinstance(app.wsgi_app, repeating.Repeating)


def test_the_oldest_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeating, "ROOM", 10_000)
    monkeypatch.setattr(operations, "_WORTH_KEEPING", -1)
    client = client_with()
    hands = ["ThTsTd3c", "ThTsTd4c", "ThTsTd5c", "ThTsTd6c", "ThTsTd7c"]
    for hand in hands:
        client.post(EVALUATE, json={"hand": hand})
    no_more(monkeypatch)
    assert client.post(EVALUATE, json={"hand": hands[-1]}).status_code == 200
    with pytest.raises(pytest.fail.Exception):
        client.post(EVALUATE, json={"hand": hands[0]})


def test_what_is_large_is_not_kept(fresh: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"hand": ["Th", "Ts", "Td", "3c"]}
    long = json.dumps(asked).ljust(repeating.LARGEST + 1)
    sent: dict[str, Any] = {"data": long, "content_type": "application/json"}
    assert fresh.post(EVALUATE, **sent).status_code == 200
    no_more(monkeypatch)
    with pytest.raises(pytest.fail.Exception):
        fresh.post(EVALUATE, **sent)
