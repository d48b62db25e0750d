"""Every error that leaves the service: application/problem+json (RFC 9457), built here only."""

import logging
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from flask import Flask, Response, g, has_request_context, request
from werkzeug.exceptions import BadRequest, HTTPException, RequestEntityTooLarge

from evaluators.budget import OverBudget
from evaluators.faults import Fault, Faults
from evaluators.texts import Language
from service.json_answers import json_response
from service.languages import current_language
from service.messages import message
from service.strict_json import NotJson

MEDIA_TYPE = "application/problem+json"
REFUSED = "arbiter.refused"
"""Where the worker tells a status and a code with which it has refused a request; else None."""
MOST_ERRORS = 100
"""How many errors an answer lists; `error_count` tells how many there are."""

_CODES = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    408: "too-slow",
    413: "too-large",
    414: "address-too-long",
    415: "unsupported-media-type",
    416: "range-not-satisfiable",
    417: "expectation-failed",
    431: "headers-too-large",
    500: "internal-error",
    501: "not-implemented",
}
_LONGEST_NAME = 200
_KEPT_HEADERS = ("Allow", "Retry-After", "Accept-Encoding")
_NO_FACTS: Mapping[str, object] = MappingProxyType({})


class Problem(Exception):  # noqa: N818 - RFC 9457's own word
    """An answer that is an error: its status, its code, and what fills the gaps of its detail."""

    def __init__(
        self,
        status: int,
        code: str,
        *,
        facts: Mapping[str, object] = _NO_FACTS,
        headers: Mapping[str, str] = _NO_FACTS,  # type: ignore[assignment]  # empty
    ) -> None:
        self.status = status
        self.code = code
        self.facts = facts
        self.headers = headers
        super().__init__(code)


def code_of(status: int) -> str:
    """The code of an error of which no more is known than its status."""
    return _CODES.get(status, "http-error")


def document(  # noqa: PLR0913 - the members of the document
    status: int,
    code: str,
    *,
    facts: Mapping[str, object] = _NO_FACTS,
    errors: Iterable[Fault] = (),
    body: object = None,
    language: Language,
    request_id: str,
) -> dict[str, Any]:
    """The members of a problem document. `body` is what the errors' pointers point into."""
    found = tuple(errors)
    return {
        "type": f"urn:card-arbiter:problem:{code}",
        "title": message("titles", code).say(language),
        "status": status,
        "detail": message("details", code, facts or {"count": len(found)}).say(language),
        "code": code,
        "errors": [_error(fault, body, language) for fault in found[:MOST_ERRORS]],
        "error_count": len(found),
        "request_id": request_id,
    }


def _error(fault: Fault, body: object, language: Language) -> dict[str, Any]:
    error: dict[str, Any] = {
        "pointer": _pointer(fault.path, body),
        "code": fault.code,
        "detail": fault.text.say(language),
    }
    if fault.clauses:
        error["clauses"] = list(fault.clauses)
    return {**error, **fault.facts}


def _pointer(path: tuple[str | int, ...], body: object) -> str:
    """The JSON Pointer (RFC 6901) of a place in the body, no deeper than the body goes.

    A card of a hand that was written as one text has no place of its own. Names of which no field
    is so long are shortened.
    """
    pointer = ""
    for step in path:
        if isinstance(body, str):
            break
        name = str(step)
        if len(name) > _LONGEST_NAME:
            name = name[:_LONGEST_NAME] + "…"
        pointer += "/" + name.replace("~", "~0").replace("/", "~1")
        if isinstance(body, dict):
            body = body.get(step)
        elif isinstance(body, list) and isinstance(step, int) and step < len(body):
            body = body[step]
    return pointer


def _response(
    status: int,
    code: str,
    *,
    facts: Mapping[str, object] = _NO_FACTS,
    errors: Iterable[Fault] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    language = current_language()
    problem = document(
        status,
        code,
        facts=facts,
        errors=errors,
        body=g.get("body"),
        language=language,
        request_id=g.get("request_id", ""),
    )
    response = json_response(problem, status, MEDIA_TYPE)
    response.headers.extend(headers or {})
    response.headers["Content-Language"] = language
    response.vary.update(["Accept", "Accept-Language"])
    return response


def register(app: Flask) -> None:
    """Let every exception that an application can raise end as a problem document."""

    @app.errorhandler(Problem)
    def problem(raised: Problem) -> Response:
        return _response(raised.status, raised.code, facts=raised.facts, headers=raised.headers)

    @app.errorhandler(Faults)
    def faults(raised: Faults) -> Response:
        return _response(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid-input", errors=raised.faults)

    @app.errorhandler(OverBudget)
    def over_budget(raised: OverBudget) -> Response:
        facts = {"limit": raised.limit}
        return _response(HTTPStatus.UNPROCESSABLE_ENTITY, "over-budget", facts=facts)

    @app.errorhandler(NotJson)
    def not_json(raised: NotJson) -> Response:
        return _response(HTTPStatus.BAD_REQUEST, "not-json", errors=raised.faults)

    @app.errorhandler(HTTPException)
    def http_exception(raised: HTTPException) -> Response:
        status = raised.code or HTTPStatus.INTERNAL_SERVER_ERROR
        headers = {name: value for name, value in raised.get_headers() if name in _KEPT_HEADERS}
        if isinstance(raised, RequestEntityTooLarge | BadRequest):
            headers["Connection"] = "close"  # what is left of the request is not read
        if "Allow" in headers:
            headers["Allow"] = ", ".join(sorted(headers["Allow"].split(", ")))
        facts = {
            "allowed": headers.get("Allow", ""),
            "max": request.max_content_length,
        }
        return _response(status, code_of(status), facts=facts, headers=headers)

    @app.errorhandler(Exception)
    def unforeseen(raised: Exception) -> Response:
        logging.getLogger("service").error(
            "unforeseen",
            exc_info=raised,
            extra={"request_id": g.get("request_id", "") if has_request_context() else ""},
        )
        return _response(HTTPStatus.INTERNAL_SERVER_ERROR, "internal-error")
