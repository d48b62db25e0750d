"""Bodies that are not strict JSON are refused, each fault with its place; never a 500."""

import json
import subprocess
import sys
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from service.strict_json import MAX_DIGITS
from tests.service.shape import checked, places, problem_in
from tests.serving import ROOT

EVALUATE = "/v1/games/vinegret/evaluate"
Places = list[tuple[str, str]]


def post(client: FlaskClient, body: bytes | str) -> TestResponse:
    data = body.encode() if isinstance(body, str) else body
    return client.post(EVALUATE, data=data, content_type="application/json")


def nested(levels: int) -> str:
    """An object that nests this many levels deep, itself included."""
    return '{"hand":' + "[" * (levels - 1) + "]" * (levels - 1) + "}"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1.5E+400"])
@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ('{"hand": %s}', "/hand"),
        ('{"options": {"ante": %s}}', "/options/ante"),
        ('["Th", [%s]]', "/1/0"),
        ("%s", ""),
    ],
)
def test_a_number_that_is_not_finite(
    client: FlaskClient, body: str, pointer: str, number: str
) -> None:
    problem = problem_in(post(client, body % number), 400, "not-json")
    assert places(problem) == [(pointer, "not-finite")]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ('{"hand": "ThTs", "hand": "ThTs"}', ["/hand"]),
        ('{"hand": 1, "h\\u0061nd": 2}', ["/hand"]),
        ('{"a": 1, "a": 2, "a": 3}', ["/a", "/a"]),
        ('{"options": {"ante": 1, "ante": 2}}', ["/options/ante"]),
        ('{"hand": [{"a": 1, "a": 2}, {"b": 1, "b": 2}]}', ["/hand/0/a", "/hand/1/b"]),
        ('{"a/b~c": 1, "a/b~c": 2}', ["/a~1b~0c"]),
        ('{"": 1, "": 2}', ["/"]),
    ],
)
def test_a_key_that_stands_twice(client: FlaskClient, body: str, pointers: list[str]) -> None:
    problem = problem_in(post(client, body), 400, "not-json")
    assert places(problem) == [(pointer, "duplicate-key") for pointer in pointers]


def test_nesting_of_64_levels_is_read(client: FlaskClient) -> None:
    problem_in(post(client, nested(64)), 422, "invalid-input")


def test_nesting_of_65_levels_is_refused_where_it_is_too_deep(client: FlaskClient) -> None:
    problem = problem_in(post(client, nested(65)), 400, "not-json")
    assert places(problem) == [("/hand" + "/0" * 63, "too-deep")]


@pytest.mark.parametrize(
    "body",
    ["[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 100_000 + "1" + "}" * 100_000],
    ids=["never closed", "lists", "objects"],
)
def test_nesting_of_100_000_levels_is_refused(client: FlaskClient, body: str) -> None:
    problem = problem_in(post(client, body), 400, "not-json")
    assert places(problem) == [("", "too-deep")]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (r'{"hand": "\ud800"}', "/hand"),
        (r'{"hand": "\udc00"}', "/hand"),
        (r'{"hand": "\udc00\ud800"}', "/hand"),
        (r'{"hand": ["Th", "a\udfffb"]}', "/hand/1"),
        (r'{"\ud800": 1}', ""),
        (r'{"options": {"\udc00": 1}}', "/options"),
        (r'"\ud83c"', ""),
    ],
)
def test_half_of_a_surrogate_pair(client: FlaskClient, body: str, pointer: str) -> None:
    problem = problem_in(post(client, body), 400, "not-json")
    assert places(problem) == [(pointer, "lone-surrogate")]


def test_a_whole_surrogate_pair_is_one_character(client: FlaskClient) -> None:
    answer = post(client, r'{"hand": ["\ud83c\udcba", "\uD83C\uDCAA"]}')
    assert answer.status_code == 200
    assert answer.get_json()["hand"] == ["Th", "Ts"]


@pytest.mark.parametrize(
    ("body", "byte"),
    [
        (b'{"hand": "\xff"}', 10),
        (b'{"hand": "\xed\xa0\x80"}', 10),
        (b"\xc3", 0),
        ('{"hand": "ThTs"}'.encode("utf-16"), 0),
        ('{"hand": "Т♥"}'.encode("cp1251", "replace"), 10),
    ],
)
def test_bytes_that_are_not_utf_8(client: FlaskClient, body: bytes, byte: int) -> None:
    problem = problem_in(post(client, body), 400, "not-json")
    assert places(problem) == [("", "not-utf-8")]
    assert problem["errors"][0]["byte"] == byte


@pytest.mark.parametrize("body", [b"", b" ", b"\n\t \r\n"])
def test_a_body_with_nothing_in_it(client: FlaskClient, body: bytes) -> None:
    problem = problem_in(post(client, body), 400, "not-json")
    assert places(problem) == [("", "empty-body")]


@pytest.mark.parametrize(
    ("body", "line", "column"),
    [
        ('\ufeff{"hand": "ThTs"}', 1, 1),
        ('{"hand": "ThTs"} x', 1, 18),
        ('{"hand": "ThTs"}{}', 1, 17),
        ('{\n  "hand": "ThTs",\n}', 3, 1),
        ("{'hand': 'ThTs'}", 1, 2),
        ('{"hand": "ThTs" // two tens\n}', 1, 17),
        ('{"hand": "Th\nTs"}', 1, 13),
        ('{"hand": "\\x41"}', 1, 11),
        ('{"hand": 01}', 1, 11),
        ('{"hand": +1}', 1, 10),
        ('{"hand": .5}', 1, 10),
        ('{"hand": 0x10}', 1, 11),
        ('{"hand": None}', 1, 10),
        ('{"hand": nan}', 1, 10),
        ('{"hand"', 1, 8),
        ("hand=ThTs", 1, 1),
        ("\u00a0", 1, 1),
    ],
)
def test_text_that_is_not_json(client: FlaskClient, body: str, line: int, column: int) -> None:
    problem = problem_in(post(client, body), 400, "not-json")
    assert places(problem) == [("", "not-json")]
    found = problem["errors"][0]
    assert (found["line"], found["column"]) == (line, column)


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("digits", [MAX_DIGITS + 1, 5000, 1_000_000])
def test_a_whole_number_of_too_many_digits(client: FlaskClient, sign: str, digits: int) -> None:
    body = '{"pool": ' + sign + "9" * digits + ', "hands": [{"a": 1, "a": 2}]}'
    problem = problem_in(post(client, body), 400, "not-json")
    assert places(problem) == [("/pool", "number-too-long"), ("/hands/0/a", "duplicate-key")]
    told = problem["errors"][0]
    assert told["max"] == MAX_DIGITS
    assert str(MAX_DIGITS) in told["detail"]
    limits = client.get("/v1/limits").get_json()
    assert limits["json_digits"] == MAX_DIGITS


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_whole_number_of_as_many_as_may_be(client: FlaskClient, sign: str) -> None:
    problem = problem_in(post(client, '{"hand": ' + sign + "9" * MAX_DIGITS + "}"), 422)
    assert places(problem) == [("/hand", "wrong-type")]


def test_no_variable_of_the_environment_changes_how_many_these_are() -> None:
    asked = "from service.strict_json import MAX_DIGITS, loads; loads(b'9' * MAX_DIGITS)"
    for digits in ("0", "640"):
        environment = {"PYTHONINTMAXSTRDIGITS": digits}
        subprocess.run([sys.executable, "-c", asked], cwd=ROOT, env=environment, check=True)


def test_a_fraction_of_5_000_digits_is_a_number(client: FlaskClient) -> None:
    problem = problem_in(post(client, '{"hand": 0.' + "1" * 5000 + "}"), 422)
    assert places(problem) == [("/hand", "wrong-type")]


def test_all_faults_of_a_text_are_listed(client: FlaskClient) -> None:
    body = r'{"a": NaN, "b": {"c": 1, "c": -1e999}, "d": ["x\ud800", {"e": 1, "e": 2}], "a": 1}'
    problem = problem_in(post(client, body), 400, "not-json")
    assert sorted(places(problem)) == [
        ("/a", "duplicate-key"),
        ("/a", "not-finite"),
        ("/b/c", "duplicate-key"),
        ("/b/c", "not-finite"),
        ("/d/0", "lone-surrogate"),
        ("/d/1/e", "duplicate-key"),
    ]


TWICE = '{"a": 1, "a": 2, "hand": %s}'


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("[" * 100 + "]" * 100, [("/a", "duplicate-key"), ("/hand" + "/0" * 63, "too-deep")]),
        ("[" * 100_000 + "]" * 100_000, [("", "too-deep")]),
        ("1" * 5000, [("/a", "duplicate-key"), ("/hand", "number-too-long")]),
        ("1" * 5000 + "]", [("", "not-json")]),
        ("]", [("", "not-json")]),
        ("NaN", [("/a", "duplicate-key"), ("/hand", "not-finite")]),
        (r'"\udc00"', [("/a", "duplicate-key"), ("/hand", "lone-surrogate")]),
    ],
    ids=[
        "deep",
        "far too deep",
        "long number",
        "long number, no JSON",
        "no JSON",
        "NaN",
        "half a pair",
    ],
)
def test_a_second_fault_behind_a_first(client: FlaskClient, rest: str, expected: Places) -> None:
    problem = problem_in(post(client, TWICE % rest), 400, "not-json")
    assert places(problem) == expected


def is_a_known_answer(answer: TestResponse) -> None:
    assert answer.status_code in {200, 400, 422}
    if answer.status_code != 200:
        checked(answer.status_code, answer.headers, answer.data)


@given(st.binary())
@settings(max_examples=300, deadline=None)
def test_any_bytes_get_an_answer_of_a_known_shape(app: Flask, body: bytes) -> None:
    is_a_known_answer(post(app.test_client(), body))


ODD_TEXTS = st.text(st.characters() | st.sampled_from("\ud800\udfff~/\u0000"), max_size=5)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ODD_TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ODD_TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["hand", "ruleset", "options"]) | ODD_TEXTS, VALUES))
@settings(max_examples=300, deadline=None)
def test_any_value_gets_an_answer_of_a_known_shape(app: Flask, value: dict[str, Any]) -> None:
    is_a_known_answer(post(app.test_client(), json.dumps(value)))
