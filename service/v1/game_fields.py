"""Marshmallow fields for what all games share: moves, refusals, rulesets, options, payments."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import marshmallow as ma

from evaluators.faults import fault
from evaluators.forms import Count
from evaluators.game import Amounts, Game, Move, RefusedMove
from evaluators.moves import read_move
from evaluators.options import Option, faults_of, options_of
from service.languages import current_language
from service.v1.fields import Cards, FormField, OneCard, Word


class TokensByPlayer(FormField):
    """An amount for each player; answers only."""

    def json_schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": {"type": "integer"}}


class AMove(FormField):
    """A move: an action and the fields that belong to it."""

    def __init__(self, game: Game, *, asked: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.game = game
        self.asked = asked

    def wrong_type(self) -> ma.ValidationError:
        return ma.ValidationError([fault("malformed-action", text="no-object")])

    def _serialize(self, value: Any, *_: Any, **__: Any) -> dict[str, Any]:
        move: Move = value
        return {name: _part(part) for name, part in move.parts()}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Move:
        move, faults = read_move(value, self.game.actions, self.game.pack)
        if move is None:
            raise ma.ValidationError(list(faults))
        return move

    def json_schema(self) -> dict[str, Any]:
        groups: dict[tuple[str, ...], list[str]] = {}
        for action, parts in self.game.actions.items():
            groups.setdefault(parts, []).append(action)
        return {"oneOf": [self._form(actions, parts) for parts, actions in groups.items()]}

    def _form(self, actions: list[str], parts: tuple[str, ...]) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                "action": {"type": "string", "enum": actions},
                **{part: self._part_schema(part) for part in parts},
            },
            "required": ["action", *parts],
            "additionalProperties": False,
        }

    def _part_schema(self, part: str) -> dict[str, Any]:
        if part == "amount":
            one = {"type": "integer"}
            return one if self.asked else {"oneOf": [one, _RANGE]}
        count = Count(0, len(self.game.pack.cards))
        field: FormField = (
            Cards(self.game.pack, count, asked=self.asked)
            if part == "cards"
            else OneCard(self.game.pack, asked=self.asked)
        )
        return field.json_schema()


_RANGE = {
    "type": "object",
    "properties": {"min": {"type": "integer"}, "max": {"type": ["integer", "null"]}},
    "required": ["min", "max"],
    "additionalProperties": False,
}


def _part(part: object) -> object:
    match part:
        case tuple():
            return [str(card) for card in part]
        case Amounts(low, high):
            return {"min": low, "max": high}
        case str() | int():
            return part
        case _:
            return str(part)


class ARefusedMove(AMove):
    """A move with its refusal; answers only."""

    def _serialize(self, value: Any, *_: Any, **__: Any) -> dict[str, Any]:
        refused: RefusedMove = value
        refusal = refused.refusal
        return {
            **super()._serialize(refused.move),
            "code": refusal.code,
            "clauses": list(refusal.clauses),
            "text": refusal.text.say(current_language()),
        }

    def json_schema(self) -> dict[str, Any]:
        parts = dict.fromkeys(part for parts in self.game.actions.values() for part in parts)
        return {
            "type": "object",
            "properties": {
                "action": {"type": "string", "enum": list(self.game.actions)},
                **{part: self._part_schema(part) for part in parts},
                "code": {"type": "string"},
                "clauses": {"type": "array", "items": {"type": "string"}},
                "text": {"type": "string"},
            },
            "required": ["action", "code", "clauses", "text"],
            "additionalProperties": False,
        }


class RulesetId(Word):
    """The id of a ruleset."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if isinstance(value, str) and value not in self.choices:
            raise ma.ValidationError([fault("unknown-ruleset", facts={"choices": self.choices})])
        return super()._deserialize(value)


class Overrides(FormField):
    """The options that a request overrides; the rules check them."""

    def __init__(self, options: type, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.options = options

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Mapping[str, object]:
        faults = list(faults_of(self.options, value))
        if faults:
            raise ma.ValidationError(faults)
        overrides: Mapping[str, object] = value
        return overrides

    def json_schema(self) -> dict[str, Any]:
        options = options_of(self.options)
        return {
            "type": "object",
            "properties": {name: _option_schema(option) for name, option in options.items()},
            "additionalProperties": False,
        }


class Resolved(Overrides):
    """All options as they were in force; answers only."""

    def _serialize(self, value: Any, *_: Any, **__: Any) -> dict[str, Any]:
        return asdict(value)

    def json_schema(self) -> dict[str, Any]:
        return super().json_schema() | {"required": list(options_of(self.options))}


def _option_schema(option: Option) -> dict[str, Any]:
    if option.choices:
        return {"type": "string", "enum": list(map(str, option.choices))}
    kind = ["integer", "null"] if option.nullable else "integer"
    limits = option.limits
    return {"type": kind} | ({"minimum": limits.low, "maximum": limits.high} if limits else {})
