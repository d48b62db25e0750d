"""The OpenAPI document, generated: `python -m service.openapi > openapi.yaml`.

The schemas are those that read questions and write answers; every example is what the service
itself answered while the document was made.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask.testing import FlaskClient

import evaluators
from evaluators.catalogue import GAMES
from evaluators.game import Game, Operation
from evaluators.texts import Language
from service.app import create_app
from service.deprecation import DEPRECATED, Notice
from service.openapi import links
from service.openapi.shared import (
    HEADERS,
    KEPT,
    SECURITY,
    add_shared,
    answered,
    json_content,
    ok,
    problem_refs,
    tagged,
)
from service.settings import read_settings
from service.v1 import catalogue, limits
from service.v1.fields import FormField, asked_card
from service.v1.form_schemas import OneOf
from service.v1.game_fields import ByName
from service.v1.schemas import GameSchemas

_DESCRIPTION = """\
What a hand is worth, what may be played, who is right: rulings on old card games.

Every answer names the clauses it rests on; their texts are in each game's rulebook (`/rules`).
Texts are in English, Ukrainian or Russian by `Accept-Language`; codes never change.

Cards are written rank first, then suit: `Th`, `As`, `7c`. Read are also `10h`, `10♥`, `🂺`, and
Cyrillic В, Д, К, Т (jack, queen, king, ace) before a suit. A hand is a list of cards or one text.

Whatever is asked by POST can also be asked by QUERY (RFC 10008), with the same body.
Errors are problem documents (RFC 9457) that list every fault of the input with a JSON Pointer;
for a question asked by GET the pointers are those of the same question in a body. Beside those
told with each operation there are, for any request, 404 (`not-found`, `unknown-game`), 405
(`method-not-allowed`, with `Allow`), 414 (`address-too-long`), 431 (`headers-too-large`), and 417
and 501 (`http-error`) for an expectation or a transfer coding that is not known here.

This document tells the limits that hold by default. An instance may have lower ones: `/v1/limits`
tells those in force there.
"""


def generate(games: Sequence[Game] = GAMES, deprecated: Mapping[str, Notice] = DEPRECATED) -> str:
    """The document of a service with these games and deprecated routes, as YAML."""
    app = create_app(read_settings({}), games, deprecated)
    plugin = _Plugin(schema_name_resolver=_schema_name)
    spec = APISpec(
        title="Card Arbiter",
        version=evaluators.__version__,
        openapi_version="3.1.0",
        plugins=[plugin],
        info={"description": _DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
        servers=[{"url": "/"}],
        security=SECURITY,
        tags=[
            {"name": "catalogue", "description": "The games there are, and the API itself."},
            *({"name": game.code, "description": _title(game)} for game in games),
            {"name": "instance", "description": "Health, version and metrics of an instance."},
        ],
    )
    converter: Any = plugin.converter
    converter.add_attribute_function(_described)
    with app.test_client() as client:
        client.environ_base["HTTP_X_REQUEST_ID"] = "example"
        add_shared(spec, client, games[0])
        _add_service(spec, client, games)
        for game in games:
            _add_catalogue(spec, client, game)
            schemas = GameSchemas(game)
            name, card = asked_card(game.pack)
            spec.components.schemas[name] = card
            for name, operation in game.operations.items():
                _add_operation(spec, client, schemas, name, operation)
    document = spec.to_dict()
    for route in deprecated:
        for operation in document["paths"][route.replace("<", "{").replace(">", "}")].values():
            operation["deprecated"] = True
    return yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)


class _Converter(OpenAPIConverter):
    """Describes a schema by the first sentences of its docstring."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        made = schema if isinstance(schema, type) else type(schema)
        says = " ".join((made.__doc__ or "").partition("\n\n")[0].split())
        described: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]  # apispec's
        one_of = getattr(getattr(made, "form", None), "ONE_OF", ())
        either = {"oneOf": [{"required": [name]} for name in one_of]} if one_of else {}
        return {**described, **either, "description": says}


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


class _Dumper(yaml.SafeDumper):
    """YAML without anchors, and with every string subclass as a plain string."""

    def ignore_aliases(self, _: Any) -> bool:
        return True

    def represent_data(self, data: Any) -> yaml.Node:
        return super().represent_data(str(data) if isinstance(data, str) else data)


def _described(converter: Any, field: Any, **_: Any) -> dict[str, Any]:
    """What apispec cannot know of our own fields."""
    if isinstance(field, OneOf):
        forms = dict.fromkeys(id(inner.schema) for inner in field.forms.values())
        by_id = {id(inner.schema): inner.schema for inner in field.forms.values()}
        return {"oneOf": [converter.resolve_nested_schema(by_id[form]) for form in forms]}
    if not isinstance(field, FormField):
        return {}
    schema = _by_name(converter, field) if isinstance(field, ByName) else field.json_schema()
    return _or_null(schema) if field.allow_none else schema


def _by_name(converter: Any, field: ByName) -> dict[str, Any]:
    """A value for each player, or for each word of a vocabulary."""
    each = converter.field2property(field.inner)
    if not field.words:
        return {"type": "object", "additionalProperties": each}
    members = dict.fromkeys(map(str, field.words), each)
    return {
        "type": "object",
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
    }


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    if "type" in schema:
        words = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
        return {**schema, "type": [schema["type"], "null"], **words}
    return {"anyOf": [schema, {"type": "null"}]} if schema else schema


def _schema_name(schema: Any) -> str:
    """A schema's name in the document, whether it is a class or an instance."""
    made: type = schema if isinstance(schema, type) else type(schema)
    return made.__name__.removesuffix("Schema")


def _title(game: Game) -> str:
    return game.rulebook.name.say(Language.ENGLISH)


_LANGUAGE = "AcceptLanguage"


def _add_operation(
    spec: APISpec,
    client: FlaskClient,
    schemas: GameSchemas,
    name: str,
    operation: Operation[Any, Any, Any],
) -> None:
    path = f"/v1/games/{schemas.game.code}/{name}"
    answers = {
        title: answered(client.post(path, json=question))
        for title, question in operation.examples.items()
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
    bad: dict[str, Any] = problem_refs("NotAcceptable", "InvalidInput", *_ANY)
    post: dict[str, Any] = {
        **common,
        "operationId": f"{schemas.game.code}-{name}".replace("/", "-"),
        "parameters": [_LANGUAGE],
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
            "parameters": [*_query(schemas, name, operation), _LANGUAGE],
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


def _add_catalogue(spec: APISpec, client: FlaskClient, game: Game) -> None:
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
        examples = {_title(game): client.get(asked).get_json()} if asked else {}
        bad = ("NotFound", *_SIMPLE) if parameters else _SIMPLE
        spec.path(
            where,
            operations={
                "get": {
                    "tags": [game.code],
                    "summary": says,
                    "operationId": f"{game.code}{name}",
                    "parameters": [*parameters, _LANGUAGE],
                    "responses": {
                        "200": tagged(ok(spec, schema, examples, says, onward)),
                        **KEPT,
                        **problem_refs(*bad),
                    },
                }
            },
        )


_ANY = ("NoKey", "TooSlow", "TooManyRequests", "InternalError")
"""What any question may be answered."""
_SIMPLE = ("NotHTTP", "NotAcceptable", *_ANY)


def _add_service(spec: APISpec, client: FlaskClient, games: Sequence[Game]) -> None:
    """The catalogue, and what every instance says of itself."""
    listed = ok(
        spec,
        catalogue.CatalogueSchema,
        {"games": client.get("/v1/games").get_json()},
        "The games.",
        links.to_games(games),
    )
    spec.path(
        "/v1/games",
        operations={
            "get": {
                "tags": ["catalogue"],
                "summary": "The games there are.",
                "operationId": "games",
                "parameters": [_LANGUAGE],
                "responses": {"200": tagged(listed), **KEPT, **problem_refs(*_SIMPLE)},
            }
        },
    )
    told = client.get("/v1/limits").get_json()
    limits_in_force = ok(spec, limits.LimitsSchema, {"limits": told}, "The limits in force.", {})
    spec.path(
        "/v1/limits",
        operations={
            "get": {
                "tags": ["instance"],
                "summary": "The limits in force on this instance.",
                "parameters": [_LANGUAGE],
                "responses": {"200": tagged(limits_in_force), **KEPT, **problem_refs(*_SIMPLE)},
            }
        },
    )
    for path, media_type, tag, says, bad in (
        ("/openapi.yaml", "application/yaml", "catalogue", "This document.", ()),
        ("/openapi.json", "application/json", "catalogue", "This document as JSON.", ()),
        ("/docs", "text/html", "catalogue", "A page to read and try the API on.", ()),
        ("/livez", "application/json", "instance", "The process answers.", ()),
        ("/readyz", "application/json", "instance", "It takes requests.", ("NotReady",)),
        ("/version", "application/json", "instance", "What is running.", ()),
        ("/metrics", "text/plain", "instance", "Prometheus metrics.", ()),
    ):
        data = media_type in {"application/json", "application/yaml"}
        schema = {"type": "object" if data else "string"}
        answer = {
            "description": says,
            "headers": HEADERS,
            "content": {media_type: {"schema": schema}},
        }
        spec.path(
            path,
            operations={
                "get": {
                    "tags": [tag],
                    "summary": says,
                    "security": [],
                    "responses": {
                        "200": tagged(answer) if tag == "catalogue" else answer,
                        **(KEPT if tag == "catalogue" else {}),
                        **problem_refs(*bad, "InternalError"),
                    },
                }
            },
        )
