"""What all paths of the document share: components, problem responses, the form of answers."""

from collections.abc import Mapping
from typing import Any

from apispec import APISpec
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import evaluators
from evaluators.game import Game
from evaluators.texts import Language
from service import problems
from service.access import KEY_HEADER
from service.languages import DEFAULT

_STATUSES = {
    "NotHTTP": "400",
    "NotJson": "400",
    "NoKey": "401",
    "NotFound": "404",
    "NotAcceptable": "406",
    "TooSlow": "408",
    "TooLarge": "413",
    "UnsupportedMediaType": "415",
    "InvalidInput": "422",
    "TooManyRequests": "429",
    "InternalError": "500",
    "NotReady": "503",
    "Overloaded": "503",
}


HEADERS = {
    "X-Request-ID": {"$ref": "#/components/headers/RequestID"},
    "Cache-Control": {"$ref": "#/components/headers/CacheControl"},
}
_RATE_LIMITS = {
    "RateLimit-Policy": {"$ref": "#/components/headers/RateLimitPolicy"},
    "RateLimit": {"$ref": "#/components/headers/RateLimit"},
}
_HEADERS_IN_WORDS = HEADERS | {
    "Content-Language": {"$ref": "#/components/headers/ContentLanguage"},
}
"""The headers of answers that speak a language."""


KEPT: dict[str, Any] = {"304": {"$ref": "#/components/responses/NotModified"}}
"""What a safe question may be answered that names the tag of an answer it has."""


ANY = ("NoKey", "TooSlow", "TooManyRequests", "InternalError")
"""What any question may be answered."""
SIMPLE = ("NotHTTP", "NotAcceptable", *ANY)
"""What a question is answered that is asked by its address alone."""
LANGUAGE = "AcceptLanguage"
"""The parameter by which a language is asked for."""


def title(game: Game) -> str:
    """What a game is called in the document."""
    return game.rulebook.name.say(Language.ENGLISH)


SOME_ENGINE = f"{evaluators.__version__}+{'0' * 12}"
"""Stands in examples for the engine, whose digest changes with the code."""


def answered(response: TestResponse, status: int = 200) -> Any:
    """What the service answered; an example that is answered otherwise is a defect."""
    if response.status_code != status:
        raise RuntimeError(f"{response.request.path}: {response.status}: {response.text}")
    told = response.get_json()
    return told | {"engine": SOME_ENGINE} if "engine" in told else told


def json_content(spec: APISpec, schema: Any, examples: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of a body: its schema, made a component, and examples by title."""
    (plugin,) = spec.plugins
    schema = plugin.converter.resolve_nested_schema(schema)  # type: ignore[attr-defined]  # MarshmallowPlugin's
    shown = {name: {"value": value} for name, value in examples.items()}
    return {"application/json": {"schema": schema, "examples": shown}}


def ok(
    spec: APISpec, schema: Any, examples: Mapping[str, Any], says: str, links: Mapping[str, Any]
) -> dict[str, Any]:
    """The response of a question that was answered; `links` lead on from it."""
    return {
        "description": says,
        "headers": _HEADERS_IN_WORDS | _RATE_LIMITS,
        "content": json_content(spec, schema, examples),
        **({"links": dict(links)} if links else {}),
    }


def tagged(response: dict[str, Any]) -> dict[str, Any]:
    """The response of a safe question: it has a tag."""
    tag = {"ETag": {"$ref": "#/components/headers/ETag"}}
    return {**response, "headers": response["headers"] | tag}


def problem_refs(*names: str) -> dict[str, Any]:
    """Problem responses by status."""
    return {_STATUSES[name]: {"$ref": f"#/components/responses/{name}"} for name in names}


def add_shared(spec: APISpec, client: FlaskClient, game: Game) -> None:
    """Components that all paths use; the examples are real answers to bad requests."""
    schemas = spec.components.schemas
    schemas["Card"] = {
        "type": "string",
        "description": "A card as answers write it: rank, then suit.",
        "pattern": "^[A2-9TJQK][cdhs]$",
        "examples": ["Th"],
    }
    schemas["Problem"] = _PROBLEM
    spec.components.headers["RequestID"] = {
        "description": "The request's id: the one sent, or a new one.",
        "required": True,
        "schema": {"type": "string"},
    }
    spec.components.headers["CacheControl"] = {
        "description": "Whether and how long the answer may be kept.",
        "required": True,
        "schema": {"type": "string"},
    }
    spec.components.headers["ETag"] = {
        "description": "The tag of the answer, for If-None-Match.",
        "required": True,
        "schema": {"type": "string"},
    }
    spec.components.responses["NotModified"] = {
        "description": "The answer with the tag in If-None-Match is still right.",
        "headers": HEADERS | {"ETag": {"$ref": "#/components/headers/ETag"}},
    }
    spec.components.headers["ContentLanguage"] = {
        "description": "The language of the texts in the answer.",
        "required": True,
        "schema": {"type": "string", "enum": list(map(str, Language))},
    }
    spec.components.headers["RateLimitPolicy"] = {
        "description": "The limits, where there are any: q requests in w seconds.",
        "schema": {"type": "string"},
        "example": '"default";q=600;w=60',
    }
    spec.components.headers["RateLimit"] = {
        "description": "What is left of them: r requests; in t seconds it starts anew.",
        "schema": {"type": "string"},
        "example": '"default";r=599;t=60',
    }
    spec.components.headers["RetryAfter"] = {
        "description": "After how many seconds to ask again.",
        "required": True,
        "schema": {"type": "integer", "minimum": 1},
    }
    spec.components.headers["WWWAuthenticate"] = {
        "description": "How a key may be sent; as X-API-Key as well.",
        "required": True,
        "schema": {"type": "string"},
    }
    spec.components.headers["AcceptEncoding"] = {
        "description": "Where the body had a Content-Encoding: that none is taken.",
        "schema": {"type": "string", "enum": ["identity"]},
    }
    spec.components.security_scheme(
        "Key", {"type": "apiKey", "in": "header", "name": KEY_HEADER, "description": _KEY}
    )
    spec.components.security_scheme(
        "Bearer", {"type": "http", "scheme": "bearer", "description": _KEY}
    )
    spec.components.parameters["AcceptLanguage"] = {
        "name": "Accept-Language",
        "in": "header",
        "description": "The language of texts: en (default), uk or ru.",
        "schema": {"type": "string"},
        "example": str(DEFAULT),
    }
    path = f"/v1/games/{game.code}/{next(iter(game.operations))}"
    largest = client.application.config["MAX_CONTENT_LENGTH"]
    answers = {
        "NotJson": client.post(path, data='{"hand": NaN}', content_type="application/json"),
        "NotFound": client.get(f"/v1/games/{game.code}/rules/nothing"),
        "NotAcceptable": client.post(path, json={}, headers={"Accept": "text/html"}),
        "TooLarge": client.post(path, data=b" " * (largest + 1), content_type="application/json"),
        "UnsupportedMediaType": client.post(path, data="hand=ThTs"),
        "InvalidInput": client.post(path, json={"hand": ["Th", "Th", "11h"], "trump": "h"}),
    }
    for name, says in _PROBLEMS.items():
        content: dict[str, Any] = {"schema": {"$ref": "#/components/schemas/Problem"}}
        if name in answers:
            answer = answers[name]
            content["example"] = answered(answer, int(_STATUSES[name]))
        if name in _TOLD:  # depends on what an instance is set to, or on the moment
            content["example"] = problems.document(
                int(_STATUSES[name]), **_TOLD[name], language=DEFAULT, request_id="example"
            )
        spec.components.response(
            name,
            {
                "description": says,
                "headers": _HEADERS_IN_WORDS | _MORE_HEADERS.get(name, {}),
                "content": {problems.MEDIA_TYPE: content},
            },
        )


_AGAIN = {"Retry-After": {"$ref": "#/components/headers/RetryAfter"}}
_MORE_HEADERS = {
    "NoKey": {"WWW-Authenticate": {"$ref": "#/components/headers/WWWAuthenticate"}},
    "UnsupportedMediaType": {"Accept-Encoding": {"$ref": "#/components/headers/AcceptEncoding"}},
    "TooManyRequests": _AGAIN | _RATE_LIMITS,
    "Overloaded": _AGAIN,
}
_TOLD: dict[str, dict[str, Any]] = {
    "NotHTTP": {"code": "bad-request"},
    "NoKey": {"code": "key-wanted"},
    "TooSlow": {"code": "too-slow"},
    "TooManyRequests": {
        "code": "too-many-requests",
        "facts": {"quota": 600, "window": 60, "wait": 17},
    },
    "Overloaded": {"code": "overloaded"},
}
"""Examples of problems that are not asked for."""

_KEY = "Only where the instance asks for keys."
SECURITY: list[dict[str, Any]] = [{}, {"Key": []}, {"Bearer": []}]
"""Of what is asked of the games: nothing, or a key in one of two ways, as the instance is set."""

_PROBLEMS = {
    "NotHTTP": "The request does not follow HTTP, or is cut short.",
    "NotJson": (
        "The body is not strict JSON in UTF-8, or the request does not follow HTTP or is cut short."
    ),
    "NoKey": "This instance answers who has a key, and none that is known was sent.",
    "NotFound": "There is no such thing.",
    "NotAcceptable": "The Accept header does not admit JSON.",
    "TooSlow": "The request did not come in the time that GET /v1/limits tells.",
    "TooLarge": "The body is larger than this instance takes.",
    "UnsupportedMediaType": "The body is not declared as JSON, or has a Content-Encoding.",
    "InvalidInput": (
        "The input is well-formed and has faults; all of them are listed. With the code "
        "`over-budget`: the answer would take more work than this instance allows."
    ),
    "TooManyRequests": "More than the rate limit of this instance allows.",
    "InternalError": "A fault of the service.",
    "NotReady": "The instance is not ready, or about to stop.",
    "Overloaded": "Too much is waiting to be received or sent here.",
}

_PROBLEM = {
    "type": "object",
    "description": "A problem document (RFC 9457).",
    "properties": {
        "type": {"type": "string", "format": "uri", "description": "A URN that ends in `code`."},
        "title": {"type": "string", "description": "What problems with this code are, in words."},
        "status": {"type": "integer", "description": "The HTTP status of the answer."},
        "detail": {"type": "string", "description": "What is wrong, in words."},
        "code": {"type": "string", "description": "What is wrong; never changes."},
        "errors": {
            "type": "array",
            "description": "The faults, each with its place; none where `detail` says all.",
            "maxItems": problems.MOST_ERRORS,
            "items": {
                "type": "object",
                "description": "One fault; the facts that `detail` speaks of are members too.",
                "properties": {
                    "pointer": {"type": "string", "description": "JSON Pointer into the body."},
                    "code": {"type": "string", "description": "What is wrong there."},
                    "detail": {"type": "string", "description": "The same, in words."},
                    "clauses": {
                        "type": "array",
                        "items": {"type": "string"},
                        "description": "The ids of the clauses it rests on, if there are any.",
                    },
                },
                "required": ["pointer", "code", "detail"],
            },
        },
        "error_count": {"type": "integer", "description": "How many faults there are in all."},
        "request_id": {"type": "string", "description": "As in the header X-Request-ID."},
    },
    "required": [
        "type", "title", "status", "detail", "code", "errors", "error_count", "request_id",
    ],
}  # fmt: skip
