"""A route that is deprecated and a ruleset that is superseded say so in every answer, and count."""

from dataclasses import replace
from datetime import date
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import OpenAPIV31SpecValidator

from evaluators import vinegret
from evaluators.game import Game, Superseded
from service.app import create_app
from service.deprecation import Notice, count_from_0, declare
from service.openapi import generate
from service.settings import read_settings
from tests.counting import counted
from tests.fifth_game import brag
from tests.service.shape import problem_in

NEW_YEAR = "@1767225600"
NOTICE = Notice(
    since=date(2026, 1, 1),
    sunset=date(2027, 7, 1),
    successor="/v2/new",
    reasons="https://club.example/news",
)
OLD = "/v1/old/<number>"
EVALUATE = "/v1/games/vinegret/evaluate"


def app_with_an_old_route(**settings: str) -> Flask:
    """An application with one route that this test alone knows, deprecated."""
    app = create_app(read_settings(settings), games=(vinegret,))

    @app.route(OLD, methods=["GET", "POST"])
    def old(number: str) -> str:
        return str(1 // int(number))

    declare(app, OLD, NOTICE)
    return app


# Routes


@pytest.mark.parametrize(
    ("method", "number", "key", "status"),
    [
        ("GET", "1", "", 200),
        ("GET", "0", "", 500),
        ("GET", "x", "", 500),
        ("GET", "1", "0" * 64, 401),
        ("DELETE", "1", "", 405),
        ("DELETE", "1", "0" * 64, 401),
        ("OPTIONS", "1", "", 200),
    ],
)
def test_every_answer_of_a_deprecated_route_says_so_and_is_counted(
    method: str, number: str, key: str, status: int
) -> None:
    client = app_with_an_old_route(ARBITER_API_KEYS=key).test_client()
    before = counted(client, "arbiter_deprecated_requests", route=OLD)
    answer = client.open(f"/v1/old/{number}", method=method)
    assert answer.status_code == status
    assert answer.headers["Deprecation"] == NEW_YEAR
    assert answer.headers["Sunset"] == "Thu, 01 Jul 2027 00:00:00 GMT"
    assert answer.headers.getlist("Link") == [
        '</v2/new>; rel="successor-version"',
        '<https://club.example/news>; rel="deprecation"',
    ]
    assert counted(client, "arbiter_deprecated_requests", route=OLD) == before + 1


def told_as_0(client: FlaskClient, sample: str) -> bool:
    """Whether the metrics have this sample before it was counted: else no rate sees the first."""
    return f"{sample} 0.0\n" in client.get("/metrics").text


def test_a_deprecated_route_is_counted_from_0() -> None:
    app = app_with_an_old_route()
    unasked = "/v1/games/vinegret/rules"
    declare(app, unasked, NOTICE)
    sample = f'arbiter_deprecated_requests_total{{route="{unasked}"}}'
    assert told_as_0(app.test_client(), sample)


def test_so_does_one_that_is_refused_by_the_rate_limit() -> None:
    client = app_with_an_old_route(ARBITER_RATE_LIMIT="1/hour").test_client()
    client.get("/v1/old/1")
    answer = client.get("/v1/old/1")
    problem_in(answer, 429)
    assert answer.headers["Deprecation"] == NEW_YEAR


def test_the_rest_says_nothing_of_the_kind() -> None:
    client = app_with_an_old_route().test_client()
    for path in ("/v1/games", "/livez", "/v1/old/", f"{EVALUATE}?hand=Th"):
        for method in ("GET", "DELETE"):
            answer = client.open(path, method=method)
            assert not {"Deprecation", "Sunset", "Link"} & set(answer.headers.keys())


def test_links_into_the_service_stand_under_the_prefix_of_a_proxy() -> None:
    client = app_with_an_old_route(ARBITER_TRUSTED_PROXIES="1").test_client()
    answer = client.get("/v1/old/1", headers={"X-Forwarded-Prefix": "/cards"})
    link, elsewhere = answer.headers.getlist("Link")
    assert link == '</cards/v2/new>; rel="successor-version"'
    assert elsewhere == '<https://club.example/news>; rel="deprecation"'


def test_what_is_not_known_is_not_said() -> None:
    app = create_app(
        read_settings({}), games=(vinegret,), deprecated={EVALUATE: Notice(since=date(2026, 1, 1))}
    )
    answer = app.test_client().get(f"{EVALUATE}?hand=ThTs")
    assert answer.headers["Deprecation"] == NEW_YEAR
    assert not {"Sunset", "Link"} & set(answer.headers.keys())


def test_a_route_that_is_not_there_cannot_be_deprecated() -> None:
    with pytest.raises(LookupError, match="no route /v1/games/vinegret/guess"):
        create_app(
            read_settings({}), games=(vinegret,), deprecated={"/v1/games/vinegret/guess": NOTICE}
        )


def test_the_sunset_is_not_before_the_deprecation() -> None:
    assert replace(NOTICE, sunset=NOTICE.since).sunset == NOTICE.since
    with pytest.raises(ValueError, match="2025-12-31, is before the deprecation, 2026-01-01"):
        replace(NOTICE, sunset=date(2025, 12, 31))


def test_the_document_marks_what_is_deprecated() -> None:
    clause = "/v1/games/vinegret/rules/{clause}"
    routes = {EVALUATE: NOTICE, "/v1/games/vinegret/rules/<clause>": NOTICE}
    document = yaml.load(generate((vinegret,), routes), yaml.CSafeLoader)
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []
    marked = {
        (method, path)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if operation.get("deprecated")
    }
    assert marked == {("get", EVALUATE), ("post", EVALUATE), ("get", clause)}


# Rulesets

PLAIN = "brag/plain@1"
DOCUMENT = "brag/document@1"


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Requests to an application with a game that has a superseded ruleset."""
    document, plain = brag.rulesets
    superseded = replace(plain, superseded=Superseded(DOCUMENT, date(2026, 1, 1)))
    parts: dict[str, Any] = {name: getattr(brag, name) for name in dir(brag)}
    game = cast("Game", SimpleNamespace(**parts | {"rulesets": (document, superseded)}))
    return create_app(read_settings({}), games=(game,)).test_client()


def test_the_catalogue_tells_which_ruleset_is_superseded_by_what(client: FlaskClient) -> None:
    rulesets = client.get("/v1/games/brag").get_json()["rulesets"]
    assert {each["id"]: each["superseded"] for each in rulesets} == {
        DOCUMENT: None,
        PLAIN: {"by": DOCUMENT, "since": "2026-01-01"},
    }


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"hand": "7h7s2c", "ruleset": PLAIN}, 200),
        ({"hand": "7h", "ruleset": PLAIN}, 422),
        ({"hand": "7h7s2c", "record": {"ruleset": PLAIN}}, 422),
    ],
)
def test_a_question_under_it_is_answered_told_and_counted(
    client: FlaskClient, body: dict[str, Any], status: int
) -> None:
    labels = {"game": "brag", "ruleset": PLAIN}
    before = counted(client, "arbiter_superseded_rulesets", **labels)
    answer = client.post("/v1/games/brag/evaluate", json=body)
    assert answer.status_code == status
    assert answer.headers["Deprecation"] == NEW_YEAR
    assert answer.headers["Link"] == '</v1/games/brag>; rel="deprecation"'
    assert counted(client, "arbiter_superseded_rulesets", **labels) == before + 1


def test_a_superseded_ruleset_is_counted_from_0() -> None:
    superseded = replace(brag.rulesets[1], id="brag/unasked@1")
    superseded = replace(superseded, superseded=Superseded(DOCUMENT, date(2026, 1, 1)))
    count_from_0([cast("Game", SimpleNamespace(code="brag", rulesets=(superseded,)))])
    sample = 'arbiter_superseded_rulesets_total{game="brag",ruleset="brag/unasked@1"}'
    assert told_as_0(create_app(read_settings({})).test_client(), sample)


def test_an_answer_that_has_not_changed_says_so_too(client: FlaskClient) -> None:
    path = f"/v1/games/brag/evaluate?hand=7h7s2c&ruleset={PLAIN}"
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert first.headers["Deprecation"] == again.headers["Deprecation"] == NEW_YEAR


@pytest.mark.parametrize(
    "body",
    [
        {"hand": "7h7s2c"},
        {"hand": "7h7s2c", "ruleset": DOCUMENT},
        {"hand": "7h7s2c", "ruleset": "brag/no@1"},
        {"hand": "7h7s2c", "ruleset": [PLAIN]},
        {"hand": "7h7s2c", "options": {"ruleset": PLAIN}},
        {"hand": "7h7s2c", "record": PLAIN},
        [PLAIN],
        PLAIN,
    ],
)
def test_no_other_question_is_told_so(client: FlaskClient, body: object) -> None:
    answer = client.post("/v1/games/brag/evaluate", json=body)
    assert answer.status_code in {200, 422}
    assert not {"Deprecation", "Link"} & set(answer.headers.keys())
