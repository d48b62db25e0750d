"""Every error ends as a problem document of the one shape, whatever raised it."""

import logging
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException, MethodNotAllowed, ServiceUnavailable, TooManyRequests
from werkzeug.routing.exceptions import RoutingException
from werkzeug.test import TestResponse

from evaluators.texts import Language
from service.app import create_app
from service.problems import MOST_ERRORS
from service.settings import read_settings
from tests.service.shape import places, problem_in

VINEGRET = "/v1/games/vinegret"
EVALUATE = f"{VINEGRET}/evaluate"
LANGUAGES = [str(language) for language in Language]


def subclasses(kind: type[HTTPException]) -> Iterator[type[HTTPException]]:
    for inner in kind.__subclasses__():
        yield inner
        yield from subclasses(inner)


HTTP_EXCEPTIONS = sorted(
    (
        kind
        for kind in set(subclasses(HTTPException))
        if kind.code is not None
        and kind.__module__.startswith("werkzeug.")
        and not issubclass(kind, RoutingException)
    ),
    key=lambda kind: (kind.code or 0, kind.__qualname__),
)


class SomeError(Exception):
    """Nothing the service knows of."""


@pytest.fixture(scope="module")
def failing() -> FlaskClient:
    """An application whose routes raise whatever they are told to."""
    app = create_app(read_settings({}))

    @app.route("/raise/<int:place>")
    def raise_http(place: int) -> str:
        raise HTTP_EXCEPTIONS[place]

    @app.route("/raise/method")
    def raise_method() -> str:
        raise MethodNotAllowed(["POST", "GET"])

    @app.route("/raise/later/<int:status>")
    def raise_later(status: int) -> str:
        raise {429: TooManyRequests, 503: ServiceUnavailable}[status](retry_after=7)

    @app.route("/raise/unforeseen")
    def raise_unforeseen() -> str:
        raise SomeError("the secret ThTsTd3c")

    return app.test_client()


def test_there_are_many_http_exceptions() -> None:
    assert {400, 404, 405, 406, 413, 415, 418, 422, 429, 500, 503} <= {
        kind.code for kind in HTTP_EXCEPTIONS
    }


@pytest.mark.parametrize(
    "place", range(len(HTTP_EXCEPTIONS)), ids=[kind.__name__ for kind in HTTP_EXCEPTIONS]
)
def test_every_http_exception(failing: FlaskClient, place: int) -> None:
    status = HTTP_EXCEPTIONS[place].code
    assert status is not None
    problem_in(failing.get(f"/raise/{place}"), status)


def test_allow_is_kept_and_in_order(failing: FlaskClient) -> None:
    answer = failing.get("/raise/method")
    problem = problem_in(answer, 405, "method-not-allowed")
    assert answer.headers["Allow"] == "GET, POST"
    assert "GET, POST" in problem["detail"]


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_kept(failing: FlaskClient, status: int) -> None:
    answer = failing.get(f"/raise/later/{status}")
    problem_in(answer, status)
    assert answer.headers["Retry-After"] == "7"


def test_an_unforeseen_exception_is_logged_and_not_told(
    failing: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "service"):
        answer = failing.get("/raise/unforeseen")
    problem = problem_in(answer, 500, "internal-error")
    for inside in ("secret", "ThTs", "SomeError", "File", ".py"):
        assert inside not in answer.text
    (logged,) = caplog.records
    assert logged.exc_info is not None
    assert isinstance(logged.exc_info[1], SomeError)
    assert logged.__dict__["request_id"] == problem["request_id"]


@pytest.mark.parametrize("path", ["/raise/unforeseen", "/nothing", f"{VINEGRET}/rules/nothing"])
def test_titles_and_details_are_in_three_languages(failing: FlaskClient, path: str) -> None:
    said = {}
    for language in LANGUAGES:
        answer = failing.get(path, headers={"Accept-Language": language})
        problem = problem_in(answer, answer.status_code)
        assert answer.headers["Content-Language"] == language
        said[language] = (problem["code"], problem["title"], problem["detail"])
    codes, titles, details = map(set, zip(*said.values(), strict=True))
    assert len(codes) == 1
    assert len(titles) == len(details) == 3


# 404


@pytest.mark.parametrize(
    "path",
    [
        "/v1", "/v1/", "/v1/games/", "/v2/games", "/v1//games", "/livez/", "/docs/nothing.js",
        "/docs/../settings.py", "/openapi", f"{VINEGRET}/", f"{VINEGRET}/nothing",
        f"{VINEGRET}/rules/", f"{VINEGRET}/rules/a/b", f"{EVALUATE}/batch/x", "/%00", "/%ff",
        "/favicon.ico", "/robots.txt", "/<script>",
    ],
)  # fmt: skip
def test_a_path_with_nothing_there(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    problem_in(answer, 404, "not-found")
    assert "<script>" not in answer.text


@pytest.mark.parametrize("method", ["GET", "POST", "QUERY", "HEAD", "DELETE"])
@pytest.mark.parametrize(
    "path", ["bridge", "bridge/rules", "bridge/evaluate", "vinegret2", "Vinegret", "%20", "a/b/c/d"]
)
def test_an_unknown_game_is_told_which_there_are(
    client: FlaskClient, path: str, method: str
) -> None:
    answer = client.open(f"/v1/games/{path}", method=method, json={})
    if method == "HEAD":
        assert (answer.status_code, answer.data) == (404, b"")
        return
    problem = problem_in(answer, 404, "unknown-game")
    assert "vinegret" in problem["detail"]


@pytest.mark.parametrize(
    ("clause", "nearest"),
    [
        ("vinegret.flex", "vinegret.flux"),
        ("flux", "vinegret.flux"),
        ("VINEGRET.PACK", "vinegret.pack"),
        ("vinegret.packs", "vinegret.pack"),
        ("first cards", "vinegret.first-cards"),
    ],
)
def test_an_unknown_clause_is_told_the_nearest(
    client: FlaskClient, clause: str, nearest: str
) -> None:
    problem = problem_in(client.get(f"{VINEGRET}/rules/{clause}"), 404, "unknown-clause")
    assert problem["detail"].endswith(f"; the nearest to this one is {nearest}.")


@pytest.mark.parametrize("clause", ["%00", "x" * 2000, "nothing", "vinegret.", "vinegret.zzz"])
@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_a_clause_that_is_like_none_is_told_where_all_are(
    client: FlaskClient, clause: str, language: str
) -> None:
    answer = client.get(f"{VINEGRET}/rules/{clause}", headers={"Accept-Language": language})
    problem = problem_in(answer, 404, "unknown-clause")
    assert problem["detail"].startswith(f"{VINEGRET}/rules ")
    assert "vinegret." not in problem["detail"]


# 405

METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE", "QUERY", "TRACE", "CONNECT", "PROPFIND"}


def test_every_wrong_method_on_every_route(client: FlaskClient, app: Flask) -> None:
    refused = 0
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<clause>", "vinegret.pack").replace("<name>", "start.js")
        assert rule.methods is not None
        for method in sorted(METHODS - rule.methods):
            answer = client.open(path, method=method)
            problem_in(answer, 405, "method-not-allowed")
            assert answer.headers["Allow"] == ", ".join(sorted(rule.methods)), path
            refused += 1
    assert refused > 100


# 406

ACCEPTED = [
    "*/*", "application/*", "application/json", "text/html, */*;q=0.1", "application/json;q=0.01",
    "", "APPLICATION/JSON", "application/json; charset=UTF-8",
]  # fmt: skip
NOT_ACCEPTED = [
    "text/html", "application/xml, text/*", "application/json;q=0", "nonsense",
    "application/problem+json", "application/json;q=0, */*",
]  # fmt: skip


@pytest.mark.parametrize("accept", ACCEPTED)
def test_an_accept_header_that_admits_json(client: FlaskClient, accept: str) -> None:
    answer = client.get(f"{EVALUATE}?hand=ThTs", headers={"Accept": accept})
    assert answer.status_code == 200
    assert answer.content_type == "application/json"


@pytest.mark.parametrize("accept", NOT_ACCEPTED)
@pytest.mark.parametrize("path", ["/v1/games", VINEGRET, f"{VINEGRET}/rules", EVALUATE])
def test_an_accept_header_that_does_not(client: FlaskClient, path: str, accept: str) -> None:
    problem_in(client.get(path, headers={"Accept": accept}), 406, "not-acceptable")


# 413


@pytest.fixture(scope="module")
def narrow() -> FlaskClient:
    """A service that takes bodies of up to 1024 bytes."""
    return create_app(read_settings({"ARBITER_MAX_BODY_BYTES": "1024"})).test_client()


def padded(size: int) -> bytes:
    return b'{"hand": "ThTs"}'.ljust(size)


def send(client: FlaskClient, body: bytes, *, in_chunks: bool) -> TestResponse:
    """Post a body; in chunks means that its length is not known before it is read."""
    if not in_chunks:
        return client.post(EVALUATE, data=body, content_type="application/json")
    return client.post(
        EVALUATE,
        data=body,
        content_type="application/json",
        headers={"Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )


@pytest.mark.parametrize("in_chunks", [False, True], ids=["length known", "in chunks"])
def test_a_body_of_just_the_limit_is_read(narrow: FlaskClient, *, in_chunks: bool) -> None:
    assert send(narrow, padded(1024), in_chunks=in_chunks).status_code == 200


@pytest.mark.parametrize("in_chunks", [False, True], ids=["length known", "in chunks"])
@pytest.mark.parametrize("size", [1025, 2048, 1_000_000])
def test_a_body_beyond_the_limit_is_refused(
    narrow: FlaskClient, size: int, *, in_chunks: bool
) -> None:
    problem = problem_in(send(narrow, padded(size), in_chunks=in_chunks), 413, "too-large")
    assert "1024" in problem["detail"]


# 415


@pytest.mark.parametrize(
    "content_type",
    [
        None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
        "application/json; charset=latin-1", "application/json; charset=utf-16",
        "application/xml", "application/problem+json", "application/json, text/plain", "json",
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", ["POST", "QUERY"])
def test_a_body_that_is_not_declared_as_json(
    client: FlaskClient, content_type: str | None, method: str
) -> None:
    answer = client.open(EVALUATE, method=method, data=padded(20), content_type=content_type)
    problem_in(answer, 415, "unsupported-media-type")
    assert "Accept-Encoding" not in answer.headers


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json", "application/json; charset=utf-8", 'application/json;charset="UTF-8"',
        "Application/JSON",
    ],
)  # fmt: skip
def test_a_body_that_is(client: FlaskClient, content_type: str) -> None:
    answer = client.post(EVALUATE, data=padded(20), content_type=content_type)
    assert answer.status_code == 200


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "gzip, br"])
def test_a_body_with_a_content_encoding(client: FlaskClient, coding: str) -> None:
    answer = client.post(
        EVALUATE,
        data=padded(20),
        content_type="application/json",
        headers={"Content-Encoding": coding},
    )
    problem_in(answer, 415, "unsupported-media-type")
    assert answer.headers["Accept-Encoding"] == "identity"


# 422


def test_a_pointer_escapes_what_rfc_6901_escapes(client: FlaskClient) -> None:
    keys = ["a/b", "m~n", "~1", "", "with space", "ключ", "a\nb", "%41", "0"]
    body = {"hand": "ThTs", **dict.fromkeys(keys, 1), "options": {"x/~y": 1}}
    problem = problem_in(client.post(EVALUATE, json=body), 422, "invalid-input")
    pointers = {pointer for pointer, _ in places(problem)}
    assert pointers == {
        "/a~1b", "/m~0n", "/~01", "/", "/with space", "/ключ", "/a\nb", "/%41", "/0",
        "/options/x~1~0y",
    }  # fmt: skip


def test_a_card_of_a_hand_given_as_text_has_no_place_of_its_own(client: FlaskClient) -> None:
    problem = problem_in(client.post(EVALUATE, json={"hand": "Th xx Th"}), 422)
    assert places(problem) == [("/hand", "not-a-card"), ("/hand", "duplicate-card")]
    assert [error["place"] for error in problem["errors"]] == [2, 3]


@pytest.mark.parametrize("number", [99, 100, 101, 190])
def test_more_than_100_faults_are_counted(client: FlaskClient, number: int) -> None:
    body = {"hand": "ThTs", **{f"field{index}": index for index in range(number)}}
    problem = problem_in(client.post(EVALUATE, json=body), 422)
    assert problem["error_count"] == number
    assert len(problem["errors"]) == min(number, MOST_ERRORS)
    assert str(number) in problem["detail"]


def test_faults_that_rest_on_a_rule_name_its_clauses(client: FlaskClient) -> None:
    problem = problem_in(client.post(EVALUATE, json={"hand": ["Th", "Kh"]}), 422)
    assert problem["errors"][0]["clauses"] == ["vinegret.pack"]
