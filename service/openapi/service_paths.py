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
                "security": [],
                "responses": {"302": _LED_TO_THE_PAGE, **problem_refs("InternalError")},
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
