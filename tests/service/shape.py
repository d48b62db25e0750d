"""The one shape that every error answer has, and how tests look at it."""

import json
import re
from collections.abc import Mapping
from typing import Any, Protocol

from werkzeug.test import TestResponse

MEMBERS = [
    "type",
    "title",
    "status",
    "detail",
    "code",
    "errors",
    "error_count",
    "request_id",
]
_POINTER = re.compile(r"(/([^~/]|~[01])*)*", re.DOTALL)
_UNFILLED = re.compile(r"\{\w+\}")


class Headers(Protocol):
    """What is read of the headers of a response, whichever client received it."""

    def __getitem__(self, name: str, /) -> str:
        """The value of a header, whatever the case of its name."""


def strictly(text: str | bytes) -> Any:
    """The JSON value of a text, in which NaN is no number."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(text, parse_constant=refuse)


def checked(status: int, headers: Headers, body: bytes) -> dict[str, Any]:
    """A problem document, after all was checked that is true of every one of them."""
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["Content-Language"] in {"en", "uk", "ru"}
    problem: dict[str, Any] = strictly(body)
    assert list(problem) == MEMBERS
    assert problem["status"] == status
    assert problem["type"] == f"urn:card-arbiter:problem:{problem['code']}"
    assert problem["request_id"] == headers["X-Request-ID"] != ""
    assert len(problem["errors"]) == min(problem["error_count"], 100)
    for text in (problem["title"], problem["detail"], *(e["detail"] for e in problem["errors"])):
        assert text
    for text in (problem["title"], problem["detail"]):
        assert not _UNFILLED.search(text), text
    for error in problem["errors"]:
        assert error["code"]
        assert _POINTER.fullmatch(error["pointer"]), error
    assert b"Traceback" not in body
    assert b"<html" not in body.lower()
    return problem


def problem_in(response: TestResponse, status: int, code: str | None = None) -> dict[str, Any]:
    """The problem document in a response of the given status, checked."""
    assert response.status_code == status, response.text
    problem = checked(response.status_code, response.headers, response.data)
    if code is not None:
        assert problem["code"] == code
    return problem


def places(problem: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Where each error is and what it is."""
    return [(error["pointer"], error["code"]) for error in problem["errors"]]
