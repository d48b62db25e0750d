"""The OpenAPI document: current, valid, complete, and true of the service."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import OpenAPIV31SpecValidator

from evaluators.catalogue import GAMES
from evaluators.game import Game
from service.openapi import generate
from service.openapi.shared import answered
from tests.contract.document import TEXT, document, schema_check

DOCUMENT = document()
PATHS: dict[str, dict[str, Any]] = DOCUMENT["paths"]
OPERATIONS = [(method, path) for path, item in PATHS.items() for method in item]
ASKED = [(path, item["post"]) for path, item in PATHS.items() if "post" in item]
PROBLEM = "application/problem+json"
NEVER_KEPT = {"/livez", "/readyz", "/version", "/metrics"}
"""What is said of this instance now: the other safe questions may be answered 304."""
NOT_DOCUMENTED = {"HEAD", "OPTIONS", "QUERY"}
"""HEAD and OPTIONS go without saying; QUERY is said in words: OpenAPI 3.1 does not know it."""

operations = pytest.mark.parametrize(("method", "path"), OPERATIONS)
asked = pytest.mark.parametrize(
    ("path", "operation"), ASKED, ids=[operation["operationId"] for _, operation in ASKED]
)


def inside(value: Any, *where: str) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Every object in a value, examples left aside, with its place."""
    if isinstance(value, dict):
        yield where, value
        for key, inner in value.items():
            if key not in {"example", "examples"}:
                yield from inside(inner, *where, key)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from inside(inner, *where, str(index))


def resolved(value: dict[str, Any]) -> dict[str, Any]:
    """What a reference refers to, or the value itself if it is none; KeyError if nothing."""
    if "$ref" not in value:
        return value
    found: Any = DOCUMENT
    for step in value["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    assert isinstance(found, dict)
    return resolved(found)


# The document as such


def test_it_is_what_would_be_generated_now() -> None:
    assert generate() == TEXT, "openapi.yaml is stale: run `make openapi`."


def test_it_is_valid_openapi_3_1() -> None:
    assert DOCUMENT["openapi"].startswith("3.1.")
    errors = [str(error) for error in OpenAPIV31SpecValidator(DOCUMENT).iter_errors()]
    assert errors == []


def test_every_reference_leads_somewhere_and_every_component_is_used() -> None:
    references = {value["$ref"] for _, value in inside(DOCUMENT) if "$ref" in value}
    for reference in references:
        assert resolved({"$ref": reference})
    components = {
        f"#/components/{kind}/{name}"
        for kind, named in DOCUMENT["components"].items()
        for name in named
    }
    schemes = {
        f"#/components/securitySchemes/{name}" for way in DOCUMENT["security"] for name in way
    }
    assert components <= references | schemes


def test_operations_have_names_of_their_own() -> None:
    ids = [operation["operationId"] for item in PATHS.values() for operation in item.values()]
    assert len(ids) == len(set(ids))


@operations
def test_every_operation_has_a_summary_and_a_known_tag(method: str, path: str) -> None:
    operation = PATHS[path][method]
    assert operation["summary"].endswith(".")
    assert set(operation["tags"]) <= {tag["name"] for tag in DOCUMENT["tags"]}


# The document and the routes


def test_it_has_every_route_with_its_methods_and_no_other(app: Flask) -> None:
    routes: dict[str, set[str]] = {}
    for rule in app.url_map.iter_rules():
        if rule.rule != "/docs/<name>":  # the files of the page
            path = rule.rule.replace("<", "{").replace(">", "}")
            routes.setdefault(path, set()).update(rule.methods or ())
    for methods in routes.values():
        assert ("QUERY" in methods) == ("POST" in methods)
    assert {path: methods - NOT_DOCUMENTED for path, methods in routes.items()} == {
        path: {method.upper() for method in item} for path, item in PATHS.items()
    }


# Problems


def expected_problems(method: str, path: str) -> set[str]:
    if not path.startswith("/v1/"):
        return {"500", "503"} if path == "/readyz" else {"500"}
    found = {"400", "401", "406", "408", "429", "500"}
    if method == "post":
        found |= {"413", "415", "422", "503"}
    elif "post" in PATHS[path]:
        found |= {"422"}
    return found | ({"404"} if "{" in path else set())


@operations
def test_every_operation_documents_its_problems(method: str, path: str) -> None:
    responses = PATHS[path][method]["responses"]
    kept = {"304"} if method == "get" and path not in NEVER_KEPT else set()
    answered = {"302"} if path == "/" else {"200"} | kept
    assert set(responses) == answered | expected_problems(method, path)
    for status in set(responses) - answered:
        content = resolved(responses[status])["content"]
        assert list(content) == [PROBLEM]
        assert content[PROBLEM]["schema"] == {"$ref": "#/components/schemas/Problem"}


@pytest.mark.parametrize("status", [404, 405, 414, 417, 431, 501])
def test_problems_of_any_request_are_told_once(status: int) -> None:
    assert str(status) in DOCUMENT["info"]["description"]


def test_problems_are_shown_by_true_examples() -> None:
    check = schema_check({"$ref": "#/components/schemas/Problem"})
    shown = {
        name: response["content"][PROBLEM]["example"]
        for name, response in DOCUMENT["components"]["responses"].items()
        if "example" in response.get("content", {}).get(PROBLEM, {})
    }
    statuses = {problem["status"] for problem in shown.values()}
    assert statuses == {400, 401, 404, 406, 408, 413, 415, 422, 429, 503}
    for problem in shown.values():
        check.validate(problem)


@pytest.mark.parametrize("member", ["type", "title", "status", "detail", "code", "request_id"])
def test_a_problem_without_one_of_its_members_is_none(member: str) -> None:
    problem = DOCUMENT["components"]["responses"]["InvalidInput"]["content"][PROBLEM]["example"]
    check = schema_check({"$ref": "#/components/schemas/Problem"})
    assert check.is_valid(problem)
    assert not check.is_valid({name: v for name, v in problem.items() if name != member})


def test_a_key_may_be_sent_in_two_ways_and_need_not_be() -> None:
    assert DOCUMENT["security"] == [{}, {"Key": []}, {"Bearer": []}]
    assert set(DOCUMENT["components"]["securitySchemes"]) == {"Key", "Bearer"}
    assert PATHS["/livez"]["get"]["security"] == []


# Questions and answers


def test_objects_say_which_members_they_may_have() -> None:
    open_ended = {
        where
        for where, schema in inside(DOCUMENT["components"]["schemas"])
        if "object" in schema.get("type", ()) and schema.get("additionalProperties") is not False
    }
    by_player = {"payments", "points", "score", "tricks", "hands", "ledger", "bets", "discards"}
    by_player |= {"correct"}  # a ledger, for one
    told = {where for where in open_ended if where[-1] in by_player}
    told |= {where for where in open_ended if where[-2:] == ("exchanges", "items")}
    assert {where[-1] for where in told} == by_player | {"items"}
    assert open_ended - told == {("Problem",), ("Problem", "properties", "errors", "items")}


def content(media: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of a body, and the examples by title."""
    (json,) = media["content"].values()
    return json["schema"], {title: e["value"] for title, e in json["examples"].items()}


@asked
def test_an_example_question_gets_the_example_answer(
    client: FlaskClient, path: str, operation: dict[str, Any]
) -> None:
    asks, questions = content(operation["requestBody"])
    tells, answers = content(operation["responses"]["200"])
    assert list(questions) == list(answers) != []
    for title, question in questions.items():
        schema_check(asks).validate(question)
        schema_check(tells).validate(answers[title])
        for method in ("POST", "QUERY"):
            answer = client.open(path, method=method, json=question)
            assert answer.status_code == 200
            assert answered(answer) == answers[title]


@pytest.mark.parametrize("game", GAMES, ids=[game.code for game in GAMES])
def test_there_is_an_example_for_every_phase_of_a_situation(game: Game) -> None:
    asks, questions = content(PATHS[f"/v1/games/{game.code}/legal-moves"]["post"]["requestBody"])
    forms = resolved(asks)["properties"]["situation"]["oneOf"]
    phases = {phase for form in forms for phase in resolved(form)["properties"]["phase"]["enum"]}
    situations = [
        question["situation"] for question in questions.values() if "situation" in question
    ]
    assert {situation["phase"] for situation in situations} == phases


@asked
def test_a_question_with_another_member_is_none(path: str, operation: dict[str, Any]) -> None:
    schema, questions = content(operation["requestBody"])
    for question in questions.values():
        assert not schema_check(schema).is_valid({**question, "nothing": 1}), path


@pytest.mark.parametrize(
    "path", [path for method, path in OPERATIONS if method == "get" and path != "/"]
)
def test_an_address_made_of_the_examples_gets_an_answer(client: FlaskClient, path: str) -> None:
    query = {}
    for parameter in map(resolved, PATHS[path]["get"].get("parameters", ())):
        if parameter["in"] == "path":
            path_with = path.replace(f"{{{parameter['name']}}}", parameter["example"])
            assert path_with != path
        elif parameter["in"] == "query" and parameter.get("required"):
            query[parameter["name"]] = parameter["example"]
    answered_at = path_with if "{" in path else path
    answer = client.get(answered_at, query_string=query)
    assert answer.status_code == 200
    documented = PATHS[path]["get"]["responses"]["200"]
    assert answer.mimetype in documented["content"]
    for media in documented["content"].values():
        if answer.mimetype == "application/json":
            assert media["schema"].keys() - {"type"}, "a bare object"
            schema_check(media["schema"]).validate(answer.get_json())
        if media.get("examples"):
            assert answer.get_json() in [example["value"] for example in media["examples"].values()]


@pytest.mark.parametrize("name", ["X-Request-ID", "Content-Language"])
def test_answers_have_the_headers_that_are_documented(client: FlaskClient, name: str) -> None:
    for path, item in PATHS.items():
        responses = item["get"]["responses"] if "get" in item else {}
        if "200" in responses and name in responses["200"]["headers"]:
            answer = client.get(path.replace("{clause}", "vinegret.pack"))
            assert answer.headers[name]


# Links

BY_ID = {
    operation["operationId"]: (method, path)
    for path, item in PATHS.items()
    for method, operation in item.items()
}
LINKS = [
    pytest.param(method, path, link, id=f"{operation['operationId']}-{name}")
    for path, item in PATHS.items()
    for method, operation in item.items()
    for name, link in operation["responses"].get("200", {}).get("links", {}).items()
]


def linked(expression: Any, question: Any, answer: Any) -> Any:
    """What a link hands on; IndexError, KeyError or TypeError where there is nothing."""
    if isinstance(expression, dict):
        return {name: linked(each, question, answer) for name, each in expression.items()}
    where, pointer = expression.split("#/")
    found = {"$request.body": question, "$response.body": answer}[where]
    for step in pointer.split("/"):
        found = found[int(step) if isinstance(found, list) else step]
    return found


@pytest.mark.parametrize(("method", "path", "link"), LINKS)
def test_a_link_leads_from_an_example_to_an_answer(
    client: FlaskClient, method: str, path: str, link: dict[str, Any]
) -> None:
    operation = PATHS[path][method]
    asked = content(operation["requestBody"])[1] if method == "post" else {}
    told = content(operation["responses"]["200"])[1] or {"": client.get(path).get_json()}
    to_method, to_path = BY_ID[link["operationId"]]
    followed = 0
    for title, answer in told.items():
        try:
            given = linked(link.get("parameters", {}), asked.get(title), answer)
            body = linked(link.get("requestBody", {}), asked.get(title), answer)
        except (IndexError, KeyError, TypeError):
            continue
        followed += 1
        response = client.open(
            to_path.format_map(given), method=to_method.upper(), json=body or None
        )
        assert response.status_code == 200
    assert followed > 0


# Cards

SPELLINGS = {
    "Th": True, "th": True, "TH": True, "10h": True, "10H": True, "10♥": True, "t♡": True,
    "T♥\ufe0f": True, "🂺": True, "Т♦": True, "тd": True, "As": True, "2c": True,
    "Kh": False, "🂾": False, "К♦": False, "hT": False, "♥10": False, "11h": False, "1h": False,
    "T": False, "": False, "Tſ": False, "ThTs": False, "T h": False, "🃟": False,
}  # fmt: skip


@pytest.mark.parametrize(("spelling", "is_card"), SPELLINGS.items())
def test_the_document_and_the_service_agree_on_what_a_card_is(
    client: FlaskClient, spelling: str, *, is_card: bool
) -> None:
    schema = {"$ref": "#/components/schemas/VinegretCard"}
    assert schema_check(schema).is_valid(spelling) == is_card
    answer = client.post("/v1/games/vinegret/evaluate", json={"hand": ["3c", spelling]})
    assert (answer.status_code == 200) == is_card


TEXTS = {
    "ThTs": True, " Th, Ts;": True, "10♥10♠": True, "🂺🂪 3c": True, "Th\nTs\t3c": True,
    "ThTsTd3c": True, "2♠3♠4♠7♠": True,
    "Th": False, "": False, "ThTsTd3c4c": False, "ThKs": False, "hTsT": False, "Th-Ts": False,
    "Th|Ts": False, "T hTs": False,
}  # fmt: skip


@pytest.mark.parametrize(("text", "is_hand"), TEXTS.items())
def test_the_document_and_the_service_agree_on_what_a_hand_in_one_text_is(
    client: FlaskClient, text: str, *, is_hand: bool
) -> None:
    question = DOCUMENT["components"]["schemas"]["VinegretEvaluateQuestion"]
    check = schema_check({"$ref": "#/components/schemas/VinegretEvaluateQuestion"})
    assert question["additionalProperties"] is False
    assert check.is_valid({"hand": text}) == is_hand
    answer = client.post("/v1/games/vinegret/evaluate", json={"hand": text})
    assert (answer.status_code == 200) == is_hand
