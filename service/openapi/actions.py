"""The actions of a game's records, as the game declares them.

Most operations refuse an action of another form. A ruling on a dispute finds it to be a breach, so
that the schema of a disputed record names the actions and admits anything.
"""

from collections.abc import Mapping
from typing import Any

from apispec import APISpec

from evaluators.actions import MAY_BE_UNSEEN, TABLE_ACTIONS
from evaluators.claims import Dispute
from evaluators.game import Game
from service.openapi.converting import schema_name
from service.v1.fields import Name
from service.v1.game_fields import part_schema
from service.v1.schemas import GameSchemas

_UNREADABLE = {"description": "Anything else; the ruling finds it to be a breach."}


def add_actions(spec: APISpec, schemas: GameSchemas) -> None:
    """Say of each record in a game's questions which actions it may have."""
    game, components = schemas.game, spec.components.schemas
    for name, operation in game.operations.items():
        question = schemas.questions[name]
        if "record" not in question.fields:
            continue
        action = _component(game, "Action")
        components[action] = {"oneOf": [*_of_players(game), *_of_the_table(game)]}
        record = components[schema_name(question.fields["record"].schema)]  # type: ignore[attr-defined]  # a form's
        items = {**record["properties"]["actions"]["items"], **_reference(action)}
        if issubclass(operation.question, Dispute):
            disputed = _component(game, "DisputedRecord")
            components[disputed] = _with_items(record, {"anyOf": [items, _UNREADABLE]})
            components[schema_name(question)]["properties"]["record"] = _reference(disputed)
        else:
            record.update(_with_items(record, items))


def _component(game: Game, word: str) -> str:
    return "".join(map(str.capitalize, game.code.split("-"))) + word


def _reference(component: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{component}"}


def _with_items(record: Mapping[str, Any], items: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a record whose actions are such items."""
    actions = {**record["properties"]["actions"], "items": items}
    return {**record, "properties": {**record["properties"], "actions": actions}}


def _of_players(game: Game) -> list[dict[str, Any]]:
    """The players' actions, those together that have the same fields."""
    alike: dict[tuple[tuple[tuple[str, type], ...], bool], list[str]] = {}
    for action, parts in game.actions.items():
        alike.setdefault((tuple(parts.items()), action in MAY_BE_UNSEEN), []).append(action)
    return [
        _form(game, actions, {"player": str, **dict(parts)}, unseen=unseen)
        for (parts, unseen), actions in alike.items()
    ]


def _of_the_table(game: Game) -> list[dict[str, Any]]:
    """What the table does; a player in it receives the cards."""
    return [
        _form(game, [str(action)], parts, unseen=action in MAY_BE_UNSEEN)
        for action, parts in TABLE_ACTIONS.items()
    ]


def _form(
    game: Game, actions: list[str], parts: Mapping[str, type], *, unseen: bool
) -> dict[str, Any]:
    held = {
        part: Name().json_schema()
        if kind is str
        else part_schema(kind, game.pack, asked=True, unseen=unseen)
        for part, kind in parts.items()
    }
    return {
        "type": "object",
        "properties": {"action": {"type": "string", "enum": actions}, **held},
        "required": ["action", *parts],
        "additionalProperties": False,
    }
