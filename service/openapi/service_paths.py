"""The paths that are of no game: the catalogue, and what every instance says of itself."""

from collections.abc import Sequence
from typing import Any

from apispec import APISpec
from flask.testing import FlaskClient

from evaluators.game import Game
from service.openapi import links
from service.openapi.shared import HEADERS, KEPT, LANGUAGE, SIMPLE, ok, problem_refs, tagged
from service.v1 import catalogue, limits

_LED_TO_THE_PAGE: dict[str, Any] = {
    "description": "The page to read and try the API on is at /docs.",
    "headers": HEADERS
    | {"Location": {"description": "The page.", "required": True, "schema": {"type": "string"}}},
}
_JSON = "application/json"
_TEXT: dict[str, Any] = {"type": "string"}
_DOCUMENT: dict[str, Any] = {
    "type": "object",
    "description": "An OpenAPI document.",
    "properties": {
        "openapi": {"type": "string", "description": "The version of OpenAPI."},
        "info": {"type": "object"},
        "paths": {"type": "object"},
    },
    "required": ["openapi", "info", "paths"],
}
_VERSION: dict[str, Any] = {
    "type": "object",
    "properties": {
        "version": {"type": "string", "description": "Of the rules and the service."},
        "python": {"type": "string", "description": "Of Python."},
    },
    "required": ["version", "python"],
    "additionalProperties": False,
}


def _says(status: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"status": {"type": "string", "const": status}},
        "required": ["status"],
        "additionalProperties": False,
    }


def add_service(spec: APISpec, client: FlaskClient, games: Sequence[Game]) -> None:
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
                "parameters": [LANGUAGE],
                "responses": {"200": tagged(listed), **KEPT, **problem_refs(*SIMPLE)},
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
                "operationId": "limits",
                "parameters": [LANGUAGE],
                "responses": {"200": tagged(limits_in_force), **KEPT, **problem_refs(*SIMPLE)},
            }
        },
    )
    spec.path(
        "/",
        operations={
            "get": {
                "tags": ["catalogue"],
                "summary": "Leads to the page.",
                "operationId": "root",
                "security": [],
                "responses": {"302": _LED_TO_THE_PAGE, **problem_refs("InternalError")},
            }
        },
    )
    for path, media_type, tag, says, schema, bad in (
        ("/openapi.yaml", "application/yaml", "catalogue", "This document.", _DOCUMENT, ()),
        ("/openapi.json", _JSON, "catalogue", "This document as JSON.", _DOCUMENT, ()),
        ("/docs", "text/html", "catalogue", "A page to read and try the API on.", _TEXT, ()),
        ("/livez", _JSON, "instance", "The process answers.", _says("alive"), ()),
        ("/readyz", _JSON, "instance", "It takes requests.", _says("ready"), ("NotReady",)),
        ("/version", _JSON, "instance", "What is running.", _VERSION, ()),
        ("/metrics", "text/plain", "instance", "Prometheus metrics.", _TEXT, ()),
    ):
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
                    "operationId": path.removeprefix("/").replace(".", "-"),
                    "security": [],
                    "responses": {
                        "200": tagged(answer) if tag == "catalogue" else answer,
                        **(KEPT if tag == "catalogue" else {}),
                        **problem_refs(*bad, "InternalError"),
                    },
                }
            },
        )
