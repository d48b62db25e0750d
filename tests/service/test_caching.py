"""What may be kept of the answers, for how long, and what is answered 304."""

import hashlib
import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from prometheus_client import REGISTRY
from werkzeug.test import TestResponse

from evaluators import vinegret
from service import caching
from service.app import create_app
from service.settings import read_settings
from tests.conformance.games import example
from tests.service.shape import problem_in

EVALUATE = "/v1/games/vinegret/evaluate"
HAND = f"{EVALUATE}?hand=ThTsTd3c"
ADJUDICATE = "/v1/games/ecarte/adjudicate"
CATALOGUE = [
    "/v1/games",
    "/v1/games/ecarte",
    "/v1/games/zhiletka/rules",
    "/v1/games/zhiletka/rules/zhiletka.sbor",
]
DOCUMENTS = ["/openapi.yaml", "/openapi.json", "/docs", "/docs/start.js", "/docs/swagger-ui.css"]
OF_THE_MOMENT = ["/livez", "/readyz", "/version", "/metrics"]


def evaluations(outcome: str) -> float:
    """How many questions to Vinegret's evaluate came to an outcome."""
    labels = {"game": "vinegret", "operation": "evaluate", "outcome": outcome}
    return REGISTRY.get_sample_value("arbiter_evaluations_total", labels) or 0


def tag(client: FlaskClient, path: str, **headers: str) -> str:
    """The tag of an answer."""
    found = client.get(path, headers=headers).headers["ETag"]
    assert found.startswith('"')  # a strong one
    return found


@pytest.mark.parametrize("path", [HAND, *CATALOGUE])
def test_an_answer_may_be_kept_and_is_not_sent_again(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.headers["Cache-Control"] == "public, max-age=3600"
    again = client.get(path, headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    for name in ("ETag", "Cache-Control", "Vary"):
        assert again.headers[name] == response.headers[name]
    assert {"accept", "accept-language"} <= {
        name.strip().lower() for name in response.headers["Vary"].split(",")
    }


@pytest.mark.parametrize("path", DOCUMENTS)
def test_a_document_is_asked_for_each_time_and_sent_when_it_has_changed(
    client: FlaskClient, path: str
) -> None:
    with client.get(path) as response:
        assert response.headers["Cache-Control"] == "public, no-cache"
        known = response.headers["ETag"]
    with client.get(path, headers={"If-None-Match": known}) as again:
        assert (again.status_code, again.data) == (304, b"")
    with client.get(path, headers={"If-None-Match": '"another"'}) as other:
        assert other.status_code == 200


@pytest.mark.parametrize("path", OF_THE_MOMENT)
def test_what_a_moment_decides_is_not_kept(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers


@pytest.mark.parametrize("given", ["*", 'W/{tag}, "b"', '"b", {tag}'])
def test_any_way_to_name_the_tag_will_do(client: FlaskClient, given: str) -> None:
    wanted = given.format(tag=tag(client, HAND))
    assert client.get(HAND, headers={"If-None-Match": wanted}).status_code == 304


def test_a_known_answer_is_not_evaluated(client: FlaskClient, monkeypatch: Any) -> None:
    known = tag(client, HAND)
    monkeypatch.setattr(
        "service.v1.schemas.GameSchemas.write", lambda *_: pytest.fail("was evaluated")
    )
    before, answered = evaluations("not-modified"), evaluations("answered")
    assert client.get(HAND, headers={"If-None-Match": known}).status_code == 304
    assert evaluations("not-modified") == before + 1
    assert evaluations("answered") == answered


def test_the_tag_is_of_the_question_the_language_and_the_version(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    tags = [
        tag(client, HAND),
        tag(client, HAND, **{"Accept-Language": "uk"}),
        tag(client, f"{HAND}&ruleset=vinegret/classic@1"),
        tag(client, f"{EVALUATE}?hand=ThTsTd4c"),
        tag(client, "/v1/games/zhiletka/evaluate?hand=ThTsTd"),
    ]
    assert len(set(tags)) == len(tags)
    assert tag(client, HAND, **{"Accept-Language": "de, en"}) == tags[0]
    monkeypatch.setattr(caching, "CODE", "0.0.0")
    assert tag(client, HAND) not in tags


def test_query_has_a_tag_and_post_has_none(client: FlaskClient) -> None:
    question = example(vinegret, "evaluate")
    asked: dict[str, Any] = {"json": question}
    first = client.open(EVALUATE, method="QUERY", **asked)
    known = {"If-None-Match": first.headers["ETag"]}
    assert first.headers["Cache-Control"] == "public, max-age=3600"
    assert client.open(EVALUATE, method="QUERY", **asked, headers=known).status_code == 304
    turned = json.dumps(dict(reversed(question.items())))
    other_order = client.open(
        EVALUATE, method="QUERY", data=turned, content_type="application/json"
    )
    assert other_order.headers["ETag"] == first.headers["ETag"]
    posted = client.post(EVALUATE, **asked, headers=known)
    assert (posted.status_code, posted.headers["Cache-Control"]) == (200, "no-store")
    assert "ETag" not in posted.headers
    assert posted.data == first.data


def tag_of(client: FlaskClient, game: str, operation: str, question: Any) -> str:
    response = client.open(f"/v1/games/{game}/{operation}", method="QUERY", json=question)
    assert response.status_code == 200, response.text
    return response.headers["ETag"]


@pytest.mark.parametrize(
    "written",
    [
        {"hand": ["Th", "Ts", "Td", "3c"]},
        {"hand": "10h Ts T♦ 3c"},
        {"hand": "ThTsTd3c", "options": {}},
        {"hand": "ThTsTd3c", "ruleset": vinegret.rulesets[0].id},
    ],
)
def test_a_question_has_one_tag_however_it_is_written(client: FlaskClient, written: Any) -> None:
    plain = tag_of(client, "vinegret", "evaluate", {"hand": "ThTsTd3c"})
    assert tag_of(client, "vinegret", "evaluate", written) == plain == tag(client, HAND)


def test_other_rules_or_hands_have_another(client: FlaskClient) -> None:
    questions = [
        {"hand": "ThTsTd3c"},
        {"hand": "TsThTd3c"},
        {"hand": "ThTsTd3c", "options": {"ante": 2}},
        {"hand": "ThTsTd3c", "ruleset": vinegret.rulesets[1].id},
    ]
    tags = {tag_of(client, "vinegret", "evaluate", question) for question in questions}
    assert len(tags) == len(questions)


def test_a_ruling_has_the_tag_of_the_very_words_it_certifies(client: FlaskClient) -> None:
    claims = [{"claim": "combination", "player": "anna", "code": "prime"}]
    tags = [
        tag_of(
            client,
            "vinegret",
            "adjudicate",
            {"hands": [{"player": "anna", "hand": hand}], "claims": claims},
        )
        for hand in ("ThTsTd3c", ["Th", "Ts", "Td", "3c"])
    ]
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("method", ["GET", "HEAD", "QUERY"])
def test_any_tag_matches_only_what_is_answered(client: FlaskClient, method: str) -> None:
    def ask(hand: str) -> TestResponse:
        asked: dict[str, Any] = {"json" if method == "QUERY" else "query_string": {"hand": hand}}
        return client.open(EVALUATE, method=method, headers={"If-None-Match": "*"}, **asked)

    before = evaluations("answered")
    answer = ask("ThTsTd3c")
    assert (answer.status_code, answer.data) == (304, b"")
    assert answer.headers["ETag"]
    assert not {"Content-Type", "Content-Length"} & set(answer.headers.keys())
    assert evaluations("answered") == before + 1
    assert ask("XX").status_code == 422


def test_nothing_hides_that_a_question_takes_more_work_than_is_allowed() -> None:
    path, question = "/v1/games/vinegret/evaluate/batch", {"hands": ["ThTsTd3c"] * 1001}
    before, after = (
        create_app(read_settings({"ARBITER_MAX_WORK": work})).test_client()
        for work in ("2000", "1000")
    )
    known = before.open(path, method="QUERY", json=question).headers["ETag"]
    for given, status in ((known, 304), ("*", 304), ('"another"', 200)):
        headers = {"If-None-Match": given}
        asked = before.open(path, method="QUERY", json=question, headers=headers)
        assert asked.status_code == status
        refused = after.open(path, method="QUERY", json=question, headers=headers)
        problem_in(refused, 422, "over-budget")


@pytest.mark.parametrize("lowered", ["MAX_HANDS", "MAX_ACTIONS"])
def test_nothing_hides_that_a_question_is_larger_than_is_allowed(lowered: str) -> None:
    name, question = {
        "MAX_HANDS": ("evaluate/batch", {"hands": ["ThTsTd3c"] * 2}),
        "MAX_ACTIONS": ("position", example(vinegret, "position")),
    }[lowered]
    path = f"/v1/games/vinegret/{name}"
    before, after = (
        create_app(read_settings(given)).test_client()
        for given in ({}, {f"ARBITER_{lowered}": "1"})
    )
    known = before.open(path, method="QUERY", json=question).headers["ETag"]
    for given in (known, "*"):
        headers = {"If-None-Match": given}
        refused = after.open(path, method="QUERY", json=question, headers=headers)
        problem_in(refused, 422, "invalid-input")


def test_what_is_answered_to_who_has_a_key_is_for_none_but_him() -> None:
    key = hashlib.sha256(b"key").hexdigest().upper()
    client = create_app(read_settings({"ARBITER_API_KEYS": key})).test_client()
    for path in (HAND, "/v1/games"):
        response = client.get(path, headers={"X-API-Key": "key"})
        assert response.headers["Cache-Control"] == "private, max-age=3600"
    with client.get("/docs") as page:
        assert page.headers["Cache-Control"] == "public, no-cache"


def test_a_part_of_a_file_is_kept_as_the_whole_is(client: FlaskClient) -> None:
    with client.get("/docs/swagger-ui.css", headers={"Range": "bytes=0-9"}) as part:
        assert (part.status_code, part.headers["Cache-Control"]) == (206, "public, no-cache")


def test_head_has_the_tag_of_get(client: FlaskClient) -> None:
    assert client.head(HAND).headers["ETag"] == tag(client, HAND)


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        (f"{EVALUATE}?hand=no", 422, "invalid-input"),
        ("/v1/games/whist", 404, "unknown-game"),
        (f"{EVALUATE}?hand=ThTs&hand=ThTs", 422, "invalid-input"),
    ],
)
def test_an_error_is_not_kept(client: FlaskClient, path: str, status: int, code: str) -> None:
    response = client.get(path)
    problem_in(response, status, code)
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers
