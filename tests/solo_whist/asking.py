"""Asking the service about Solo Whist, as any caller would: JSON in, JSON out."""

import json
from collections.abc import Iterator
from typing import Any

from flask.testing import FlaskClient

Answer = dict[str, Any]

CARDS = ["Ah", "Kh", "Qh", "Jh", "Th", "2c", "3c", "4c", "2d", "3d", "2s", "3s", "4s"]
HAND = "".join(CARDS)
"""A hand with five sure tricks if hearts are trumps."""


class Ask:
    """Puts questions to the service: calling it wants an answer, `faults` wants a refusal."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.bodies: list[Answer] = []
        """Every body it got."""

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
            f"/v1/games/solo-whist/{operation}",
            data=json.dumps(question).encode(),
            content_type="application/json",
        )
        body: Answer = response.get_json()
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


def places(errors: list[Answer], under: str = "") -> str:
    """Pointer, seen from one above it, and code of each error, sorted, in one line."""
    assert all(error["pointer"].startswith(under) for error in errors)
    told = (f"{error['pointer'].removeprefix(under)} {error['code']}" for error in errors)
    return ", ".join(sorted(told)).strip()


def auction(said: str, players: str = "eswd") -> Answer:
    """The situation of an auction in which there has been said, say, `e pass, s solo`."""
    calls = [dict(zip(("player", "call"), each.split(), strict=True)) for each in _each(said)]
    return {"phase": "auction", "players": list(players), "calls": calls}


def _each(said: str) -> list[str]:
    return said.split(", ") if said else []


def call(word: str) -> Answer:
    """The move of saying something."""
    return {"action": "call", "call": word}


def play(card: str) -> Answer:
    """The move of playing a card."""
    return {"action": "play", "card": card}


def calls(moves: list[Answer]) -> str:
    """The calls of some moves in one line."""
    return " ".join(move["call"] for move in moves)
