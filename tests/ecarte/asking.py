"""Asking the service about Écarté, as any caller would: JSON in, JSON out."""

import json
from collections.abc import Iterator
from typing import Any

from flask.testing import FlaskClient

Answer = dict[str, Any]


class Ask:
    """Puts questions to the service: calling it wants an answer, `faults` wants a refusal."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.bodies: list[Answer] | None = None
        """Every body it got, while somebody wants them."""

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
        response = self.client.post(
            f"/v1/games/ecarte/{operation}",
            data=json.dumps(question).encode(),
            content_type="application/json",
        )
        body: Answer = response.get_json()
        if self.bodies is not None:
            self.bodies.append(body)
        return response.status_code, body


def cited(value: object) -> Iterator[str]:
    """Every clause id that an answer or a problem cites, wherever it stands."""
    if isinstance(value, dict):
        yield from value.get("clauses", ())
        for inner in value.values():
            yield from cited(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cited(inner)


def places(errors: list[Answer]) -> str:
    """Pointer and code of each error, in the order of pointers."""
    return ", ".join(sorted(f"{error['pointer']} {error['code']}" for error in errors))


def codes(combinations: list[Answer]) -> list[str]:
    """The codes of combinations, in order."""
    return [each["code"] for each in combinations]


def words(moves: list[Answer]) -> str:
    """Moves in one line: what is said, played or exchanged."""
    return ", ".join(
        move.get("card") or (" ".join(move["cards"]) if "cards" in move else move["action"])
        for move in moves
    )


def refusals(answer: Answer) -> dict[str, str]:
    """The code with which each move is refused."""
    return {words([each]): each["code"] for each in answer["refused"]}
