"""The paths of a game: its operations, its description and its rulebook."""

from collections.abc import Iterator
from typing import Any

from apispec import APISpec
from flask.testing import FlaskClient

from evaluators.game import Game, Operation
from service.openapi import links
from service.openapi.shared import (
    ANY,
    KEPT,
    LANGUAGE,
    SIMPLE,
    answered,
    json_content,
    ok,
    problem_refs,
    tagged,
    title,
)
from service.v1 import catalogue
from service.v1.fields import FormField
from service.v1.schemas import GameSchemas


def add_operation(
    spec: APISpec,
    client: FlaskClient,
    schemas: GameSchemas,
    name: str,
    operation: Operation[Any, Any, Any],
) -> None:
    """An operation by POST and perhaps by GET, with the answers to its examples."""
    path = f"/v1/games/{schemas.game.code}/{name}"
    answers = {
        example: answered(client.post(path, json=question))
        for example, question in operation.examples.items()
    }
    answer: dict[str, Any] = ok(
        spec,
        schemas.answers[name],
        answers,
        "The answer, with the clauses it rests on.",
        links.from_answer(schemas.game, name, answers.values()),
    )
    common = {
        "tags": [schemas.game.code],
        "summary": operation.summary,
    }
    bad: dict[str, Any] = problem_refs("NotAcceptable", "InvalidInput", *ANY)
    post: dict[str, Any] = {
        **common,
        "operationId": f"{schemas.game.code}-{name}".replace("/", "-"),
        "parameters": [LANGUAGE],
        "requestBody": {
            "required": True,
            "content": json_content(spec, schemas.questions[name], operation.examples),
        },
        "responses": {"200": answer}
        | problem_refs("NotJson", "TooLarge", "UnsupportedMediaType", "Overloaded")
        | bad,
    }
    operations = {"post": post}
    if operation.by_get:
        operations["get"] = {
            **common,
            "operationId": f"{schemas.game.code}-{name}-by-get",
            "parameters": [*_query(schemas, name, operation), LANGUAGE],
            "responses": {"200": tagged(answer)} | KEPT | problem_refs("NotHTTP") | bad,
        }
    spec.path(path, operations=operations)


def _query(
    schemas: GameSchemas, name: str, operation: Operation[Any, Any, Any]
) -> Iterator[dict[str, Any]]:
    """The query parameters that ask the same question as the body."""
    example = next(iter(operation.examples.values()))
    for field_name, field in schemas.questions[name].fields.items():
        if field_name == "options":
            continue
        schema = field.json_schema() if isinstance(field, FormField) else {}
        text = next((s for s in schema.get("anyOf", ()) if s.get("type") == "string"), schema)
        value = example.get(field_name)
        yield {
            "name": field_name,
            "in": "query",
            "required": field.required,
            **({"description": says} if (says := field.metadata.get("description")) else {}),
            "schema": text,
            **({"example": "".join(map(str, value))} if isinstance(value, str | list) else {}),
        }
    for option, schema in schemas.overrides.json_schema()["properties"].items():
        members = {f".{member}": each for member, each in schema.get("properties", {}).items()}
        for member, each in (members or {"": schema}).items():
            as_one = {"explode": False} if each["type"] == "array" else {}
            yield {"name": f"options.{option}{member}", "in": "query", "schema": each, **as_one}


def add_catalogue(spec: APISpec, client: FlaskClient, game: Game) -> None:
    """A game's description and its rulebook."""
    path = f"/v1/games/{game.code}"
    clause = {
        "name": "clause",
        "in": "path",
        "required": True,
        "schema": {"type": "string"},
        "example": f"{game.code}.pack",
    }
    found = f"{path}/rules/{clause['example']}"
    described = catalogue.description_schema(game)
    to_rulebook, to_clause = links.to_rulebook(game), links.to_first_clause(game)
    for name, where, asked, schema, says, parameters, onward in (
        ("", path, path, described, "What the game is played with.", [], to_rulebook),
        (
            "-rules",
            f"{path}/rules",
            None,
            catalogue.RulebookSchema,
            "All its clauses.",
            [],
            to_clause,
        ),
        (
            "-rule",
            f"{path}/rules/{{clause}}",
            found,
            catalogue.PublishedClauseSchema,
            "A clause.",
            [clause],
            {},
        ),
    ):
        examples = {title(game): client.get(asked).get_json()} if asked else {}
        bad = ("NotFound", *SIMPLE) if parameters else SIMPLE
        spec.path(
            where,
            operations={
                "get": {
                    "tags": [game.code],
                    "summary": says,
                    "operationId": f"{game.code}{name}",
                    "parameters": [*parameters, LANGUAGE],
                    "responses": {
                        "200": tagged(ok(spec, schema, examples, says, onward)),
                        **KEPT,
                        **problem_refs(*bad),
                    },
                }
            },
        )
