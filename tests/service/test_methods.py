"""GET, POST, QUERY, HEAD and OPTIONS: one question, one answer."""

from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.service.shape import places, problem_in

VINEGRET = "/v1/games/vinegret"
EVALUATE = f"{VINEGRET}/evaluate"
ONLY_POSTED = ["compare", "legal-moves", "settle"]


def by_get(client: FlaskClient, *parameters: tuple[str, str]) -> TestResponse:
    return client.get(f"{EVALUATE}?{urlencode(parameters)}")


@pytest.mark.parametrize(
    ("parameters", "question"),
    [
        ([("hand", "ThTsTd3c")], {"hand": "ThTsTd3c"}),
        ([("hand", "10♥ 10♠")], {"hand": ["Th", "Ts"]}),
        ([("hand", "🂺,🂪;Т♦")], {"hand": ["Th", "Ts", "Ad"]}),
        (
            [("hand", "ThTs"), ("ruleset", "vinegret/classic@1")],
            {"hand": "ThTs", "ruleset": "vinegret/classic@1"},
        ),
        (
            [("options.ante", "5"), ("hand", "ThTs"), ("options.max_stake", "10")],
            {"hand": "ThTs", "options": {"ante": 5, "max_stake": 10}},
        ),
        (
            [("hand", "ThTs"), ("options.grand_prime_pays", "null")],
            {"hand": "ThTs", "options": {"grand_prime_pays": None}},
        ),
        (
            [("hand", "ThTs"), ("options.unheld_bet", "last-refuser-pays-two")],
            {"hand": "ThTs", "options": {"unheld_bet": "last-refuser-pays-two"}},
        ),
    ],
)
def test_get_post_and_query_give_the_same_answer(
    client: FlaskClient, parameters: list[tuple[str, str]], question: dict[str, Any]
) -> None:
    got = by_get(client, *parameters)
    posted = client.post(EVALUATE, json=question)
    queried = client.open(EVALUATE, method="QUERY", json=question)
    assert got.status_code == posted.status_code == queried.status_code == 200
    assert got.data == posted.data == queried.data


def test_nothing_else_reads_parameters(client: FlaskClient) -> None:
    for path in ("/v1/games", "/v1/games/vinegret", "/v1/games/vinegret/rules"):
        problem = problem_in(client.get(f"{path}?x=1"), 422, "invalid-input")
        assert places(problem) == [("/x", "unknown-field")]


def test_a_body_that_is_not_encoded_may_say_so(client: FlaskClient) -> None:
    headers = {"Content-Encoding": "identity"}
    assert client.post(EVALUATE, json={"hand": "ThTs"}, headers=headers).status_code == 200


def test_query_is_offered_whatever_the_answer(client: FlaskClient) -> None:
    for answer in (
        client.options(EVALUATE),
        client.open(EVALUATE, method="QUERY", data="x"),
        client.post(EVALUATE, json={}),
    ):
        assert answer.headers["Accept-Query"] == "application/json"


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ([], [("/hand", "missing-field")]),
        ([("hand", "")], [("/hand", "wrong-count")]),
        ([("hand", "Th")], [("/hand", "wrong-count")]),
        ([("hand", "ThKh")], [("/hand", "not-a-card")]),
        ([("hand", '["Th"]')], [("/hand", "not-a-card")] * 2),
        ([("hand", "ThTs"), ("hand", "ThTs")], [("/hand", "repeated-parameter")]),
        (
            [("options.ante", "1"), ("options.ante", "1"), ("x", ""), ("x", "")],
            [
                ("/options/ante", "repeated-parameter"),
                ("/x", "repeated-parameter"),
                ("/hand", "missing-field"),
                ("/x", "unknown-field"),
            ],
        ),
        ([("hand", "ThTs"), ("trump", "h")], [("/trump", "unknown-field")]),
        ([("hand", "ThTs"), ("_schema", "h")], [("/_schema", "unknown-field")]),
        ([("hand", "ThTs"), ("hand.0", "Th")], [("/hand.0", "unknown-field")]),
        ([("hand", "ThTs"), ("", "")], [("/", "unknown-field")]),
        ([("hand", "ThTs"), ("a/b~c", "")], [("/a~1b~0c", "unknown-field")]),
        ([("hand", "ThTs"), ("ruleset", "classic")], [("/ruleset", "unknown-ruleset")]),
        ([("hand", "ThTs"), ("options", "{}")], [("/options", "wrong-type")]),
        (
            [("hand", "ThTs"), ("options", "{}"), ("options.ante", "1")],
            [("/options", "wrong-type")],
        ),
        (
            [("hand", "ThTs"), ("options.ante", "1"), ("options", "{}")],
            [("/options", "wrong-type")],
        ),
        ([("hand", "ThTs"), ("options.", "1")], [("/options/", "unknown-option")]),
        ([("hand", "ThTs"), ("options.a.b", "1")], [("/options/a", "unknown-option")]),
        ([("hand", "ThTs"), ("options.ante", "-1")], [("/options/ante", "out-of-range")]),
        ([("hand", "ThTs"), ("options.ante", "9" * 18)], [("/options/ante", "out-of-range")]),
        ([("hand", "ThTs"), ("options.unheld_bet", "x")], [("/options/unheld_bet", "not-one-of")]),
    ],
)
def test_a_bad_question_by_get_gets_the_pointers_of_the_same_body(
    client: FlaskClient, parameters: list[tuple[str, str]], expected: list[tuple[str, str]]
) -> None:
    assert places(problem_in(by_get(client, *parameters), 422, "invalid-input")) == expected


@pytest.mark.parametrize("text", ["", "x", "1.0", "1e3", "01", "+1", " 1", "٣", "9" * 101, "true"])
def test_what_does_not_look_like_a_whole_number_is_none(client: FlaskClient, text: str) -> None:
    answer = by_get(client, ("hand", "ThTs"), ("options.ante", text))
    assert places(problem_in(answer, 422)) == [("/options/ante", "wrong-type")]


@pytest.mark.parametrize("query", ["hand=%ff%fe", "hand=%ED%A0%80", "hand=Th%00Ts", "hand=%GG"])
def test_a_query_that_is_no_text_is_a_bad_hand(client: FlaskClient, query: str) -> None:
    problem_in(client.get(f"{EVALUATE}?{query}"), 422, "invalid-input")


@pytest.mark.parametrize("query", ["hand=ThTs", "hand=Kh"])
def test_head_is_get_without_the_body(client: FlaskClient, query: str) -> None:
    headers = {"X-Request-ID": "same"}
    got = client.get(f"{EVALUATE}?{query}", headers=headers)
    head = client.head(f"{EVALUATE}?{query}", headers=headers)
    assert head.status_code == got.status_code
    assert head.data == b""
    assert dict(head.headers) == dict(got.headers)


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/v1/games", "GET, HEAD, OPTIONS"),
        (EVALUATE, "GET, HEAD, OPTIONS, POST, QUERY"),
        *((f"{VINEGRET}/{operation}", "OPTIONS, POST, QUERY") for operation in ONLY_POSTED),
    ],
)
def test_options_names_the_methods_and_has_no_content(
    client: FlaskClient, path: str, allowed: str
) -> None:
    answer = client.options(path)
    assert (answer.status_code, answer.data) == (200, b"")
    assert answer.headers["Allow"] == allowed
    assert "Content-Type" not in answer.headers


@pytest.mark.parametrize("operation", ONLY_POSTED)
def test_what_takes_more_than_a_hand_is_not_asked_by_get(
    client: FlaskClient, operation: str
) -> None:
    answer = client.get(f"{VINEGRET}/{operation}")
    problem_in(answer, 405)
    assert answer.headers["Allow"] == "OPTIONS, POST, QUERY"


@pytest.mark.parametrize("method", ["GET", "POST", "QUERY"])
def test_an_answer_says_that_queries_may_be_json(client: FlaskClient, method: str) -> None:
    address = f"{EVALUATE}?hand=ThTs" if method == "GET" else EVALUATE
    answer = client.open(address, method=method, json={"hand": "ThTs"})
    assert answer.headers["Accept-Query"] == "application/json"


def test_a_body_sent_with_get_is_not_looked_at(client: FlaskClient) -> None:
    answer = client.get(f"{EVALUATE}?hand=ThTs", data=b"{", content_type="application/json")
    assert answer.get_json()["hand"] == ["Th", "Ts"]


@pytest.mark.parametrize("method", ["POST", "QUERY"])
def test_a_parameter_beside_a_body_is_told_to_go_into_it(client: FlaskClient, method: str) -> None:
    address = f"{EVALUATE}?ruleset=vinegret/classic@1&a.b=1"
    answer = client.open(address, method=method, json={"hand": "ThTs"})
    expected = [("/ruleset", "unknown-field"), ("/a.b", "unknown-field")]
    assert places(problem_in(answer, 422, "invalid-input")) == expected
