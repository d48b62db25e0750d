"""Asking the service about Zhiletka, as any caller would: JSON in, JSON out."""

import json
from collections.abc import Iterator
from typing import Any

from flask.testing import FlaskClient

Answer = dict[str, Any]


class Ask:
    """Puts questions to the service: calling it wants an answer, `faults` wants a refusal."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def __call__(self, operation: str, **question: object) -> Answer:
        """The answer to a question that has one."""
        status, body = self.put(operation, question)
        assert status == 200, body
        return body

    def faults(self, operation: str, **question: object) -> list[Answer]:
        """The `errors` of a question that has faults, in order."""
        status, body = self.put(operation, question)
        assert (status, body["code"]) == (422, "invalid-input"), body
        errors: list[Answer] = body["errors"]
        return errors

    def put(self, operation: str, question: object) -> tuple[int, Answer]:
        """Status and body of whatever the service says to a question."""
        path, body = f"/v1/games/zhiletka/{operation}", json.dumps(question).encode()
        response = self.client.post(path, data=body, content_type="application/json")
        return response.status_code, response.get_json()


def cited(value: object) -> Iterator[str]:
    """Every clause id that an answer or a problem cites, wherever it stands."""
    if isinstance(value, dict):
        yield from value.get("clauses", ())
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from cited(inner)


def places(errors: list[Answer]) -> str:
    """Pointer and code of each error, sorted."""
    return ", ".join(sorted(f"{error['pointer']} {error['code']}" for error in errors))
