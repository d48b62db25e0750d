"""Links of the document: which question an answer leads to, and with which of its values."""

from collections.abc import Iterable, Mapping
from typing import Any

from evaluators.game import Game

CLAUSES_AT = {
    "clause": "clauses/0",
    "clause-of-best": "best/clauses/0",
    "clause-of-outcome": "outcome/clauses/0",
    "clause-of-ruling": "rulings/0/clauses/0/id",
}
"""Where answers cite clauses, by the name of the link to the first of them."""
BY_RECORD = {
    "position": ("legal-moves", "adjudicate"),
    "legal-moves": ("position", "adjudicate"),
}
"""What else can be asked of a record that an operation accepts."""


def link(
    operation: str,
    says: str,
    *,
    parameters: Mapping[str, str] | None = None,
    body: object = None,
) -> dict[str, Any]:
    """A link to an operation by its id."""
    return {
        "operationId": operation,
        **({"parameters": dict(parameters)} if parameters else {}),
        **({"requestBody": body} if body else {}),
        "description": says,
    }


def to_games(games: Iterable[Game]) -> dict[str, Any]:
    """From the list of games to each."""
    return {game.code: link(game.code, "The game's description.") for game in games}


def to_rulebook(game: Game) -> dict[str, Any]:
    """From a game's description to its rulebook."""
    return {"rules": link(f"{game.code}-rules", "The game's rulebook.")}


def to_first_clause(game: Game) -> dict[str, Any]:
    """From a rulebook to its first clause."""
    return {"clause": _to_clause(game, "clauses/0/id")}


def from_answer(game: Game, operation: str, answers: Iterable[Any]) -> dict[str, Any]:
    """From an answer to a clause it cites, and to what else can be asked of the same record.

    `answers` are examples: a link is there if one of them can be followed.
    """
    known = list(answers)
    links = {
        name: _to_clause(game, pointer)
        for name, pointer in CLAUSES_AT.items()
        if any(_has(answer, pointer.split("/")) for answer in known)
    }
    return links | {
        other: link(
            f"{game.code}-{other}",
            "Of the same record, if the question has one.",
            body={"record": "$request.body#/record"},
        )
        for other in BY_RECORD.get(operation, ())
        if other in game.operations
    }


def _to_clause(game: Game, pointer: str) -> dict[str, Any]:
    return link(
        f"{game.code}-rule",
        "The text of the clause.",
        parameters={"clause": f"$response.body#/{pointer}"},
    )


def _has(value: Any, steps: list[str]) -> bool:
    """Whether there is something at a place in an answer."""
    for step in steps:
        if isinstance(value, list) and step.isdigit():
            value = value[int(step)] if value else None
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value is not None
