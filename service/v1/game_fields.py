"""Marshmallow fields for what all games share: moves, refusals, rulesets, options, payments."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

import marshmallow as ma

from evaluators.cards import Pack
from evaluators.even_hands import EvenHands
from evaluators.faults import Fault, fault, miscounted
from evaluators.forms import Count, said_of
from evaluators.game import Game, Move, Refusal, RefusedMove
from evaluators.moves import read_move
from evaluators.options import Option, faults_of, options_of
from evaluators.standing import Pile
from service.languages import current_language
from service.v1.fields import CARD_OR_UNSEEN, Cards, FormField, OneCard, Word, faults_in


class ByName(FormField):
    """A value for each player by name, or for each word of a vocabulary."""

    def __init__(self, inner: FormField, words: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.inner = inner
        self.words = words

    def _serialize(self, value: Any, attr: Any, obj: Any, **kwargs: Any) -> dict[str, Any] | None:
        if value is None:
            return None
        return {
            name: self.inner._serialize(each, attr, obj, **kwargs)  # noqa: SLF001 - as List does
            for name, each in value.items()
        }

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.wrong_type()
        faults: list[Fault] = []
        read = {}
        for name, each in value.items():
            try:
                read[name] = self.inner.deserialize(each)
            except ma.ValidationError as error:
                faults += faults_in(error.messages, name)
                read[name] = error.valid_data
        if faults:
            raise ma.ValidationError(list(faults), valid_data=read)
        return read


class APile(FormField):
    """Cards as somebody may see them: the cards, or their number; answers only."""

    def _serialize(self, value: Any, *_: Any, **__: Any) -> object:
        pile: Pile = value
        return {"count": pile.count} if pile.cards is None else [str(card) for card in pile.cards]

    def json_schema(self) -> dict[str, Any]:
        cards = {"type": "array", "items": CARD_OR_UNSEEN}
        number = {
            "type": "object",
            "description": "Cards that are not shown: only how many.",
            "properties": {"count": {"type": "integer"}},
            "required": ["count"],
            "additionalProperties": False,
        }
        return {"anyOf": [cards, number]}


class Unsorted(FormField):
    """A list whose items the rules read themselves."""

    WRONG_TYPE = "no-list"

    def __init__(self, count: Count, says: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.count = count
        self.says = says

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Sequence[Any]:
        if not isinstance(value, list | EvenHands):
            raise self.wrong_type()
        if not self.count.low <= len(value) <= self.count.high:
            raise ma.ValidationError([miscounted(self.count.low, self.count.high, len(value))])
        return value

    def json_schema(self) -> dict[str, Any]:
        limits = {"minItems": self.count.low, "maxItems": self.count.high}
        return {"type": "array", "items": {"description": self.says}, **limits}


class AsItIs(FormField):
    """A value that is plain already; answers only."""

    def _serialize(self, value: Any, *_: Any, **__: Any) -> object:
        return dict(value) if isinstance(value, Mapping) else value

    def json_schema(self) -> dict[str, Any]:
        return {"type": ["string", "array", "object", "null"]}


class ColumnOf(FormField):
    """A column of plain values and nulls; answers only, written as it is."""

    def __init__(self, kind: type, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.kind = kind

    def json_schema(self) -> dict[str, Any]:
        name = {str: "string", int: "integer", bool: "boolean"}[self.kind]
        return {"type": "array", "items": {"type": [name, "null"]}}


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
        return move.written()

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Move:
        move, faults = read_move(value, self.game.actions, self.game.pack)
        if move is None:
            raise ma.ValidationError(list(faults))
        return move

    def json_schema(self) -> dict[str, Any]:
        groups: dict[tuple[tuple[str, type], ...], list[str]] = {}
        for action, parts in self.game.actions.items():
            groups.setdefault(tuple(parts.items()), []).append(action)
        forms = [self._form(actions, dict(parts)) for parts, actions in groups.items()]
        return {"oneOf": forms if self.asked else [*forms, *_TABLE_MOVES]}

    def _form(self, actions: list[str], parts: Mapping[str, type]) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                "action": {"type": "string", "enum": actions},
                **{part: self._part_schema(kind) for part, kind in parts.items()},
            },
            "required": ["action", *parts],
            "additionalProperties": False,
        }

    def _part_schema(self, kind: type) -> dict[str, Any]:
        if kind is int and not self.asked:
            return {"oneOf": [{"type": "integer"}, _RANGE]}
        return part_schema(kind, self.game.pack, asked=self.asked)


def part_schema(kind: type, pack: Pack, *, asked: bool, unseen: bool = False) -> dict[str, Any]:
    """What the OpenAPI document says of a field of a move; of its cards some may be `unseen`."""
    if kind is int:
        return {"type": "integer"}
    if issubclass(kind, StrEnum):
        return Word(tuple(kind)).json_schema()
    if kind is tuple:
        count = Count(0, len(pack.cards))
        return Cards(pack, count, asked=asked, unseen=unseen).json_schema()
    return OneCard(pack, asked=asked).json_schema()


_TABLE_MOVES = [
    {
        "type": "object",
        "description": "What the table is due to do, with a count in place of the cards.",
        "properties": {"action": {"type": "string", "enum": actions}, **parts},
        "required": ["action", *parts],
        "additionalProperties": False,
    }
    for actions, parts in (
        (["deal", "draw"], {"player": {"type": "string"}, "count": {"type": "integer"}}),
        (["turn-up"], {}),
        (["shuffle"], {"count": {"type": "integer"}}),
    )
]

_RANGE = {
    "type": "object",
    "description": "The amounts it may be, in tokens; `max` null: no limit is agreed.",
    "properties": {"min": {"type": "integer"}, "max": {"type": ["integer", "null"]}},
    "required": ["min", "max"],
    "additionalProperties": False,
}


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
        parts = {name: kind for parts in self.game.actions.values() for name, kind in parts.items()}
        says = said_of(Refusal)
        return {
            "type": "object",
            "properties": {
                "action": {"type": "string", "enum": list(self.game.actions)},
                **{part: self._part_schema(kind) for part, kind in parts.items()},
                "code": {"type": "string", "description": says["code"]},
                "clauses": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": says["clauses"],
                },
                "text": {"type": "string", "description": says["text"]},
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
            "properties": {
                name: {**_option_schema(option), "description": _changes(option)}
                for name, option in options.items()
            },
            "additionalProperties": False,
        }


class Resolved(Overrides):
    """All options as they were in force; answers only.

    Those of the rulesets, which are the `usual` ones, are written once.
    """

    def __init__(self, options: type, usual: Iterable[object] = (), **kwargs: Any) -> None:
        super().__init__(options, **kwargs)
        self._usual = {id(each): (each, self._plain(each)) for each in usual}

    def _serialize(self, value: Any, *_: Any, **__: Any) -> dict[str, Any]:
        return self.written(value)

    def written(self, value: Any) -> dict[str, Any]:
        """The options as plain values, not to be changed."""
        known = self._usual.get(id(value))
        return known[1] if known else self._plain(value)

    def _plain(self, value: Any) -> dict[str, Any]:
        options = {name: getattr(value, name) for name in options_of(self.options)}
        return {
            name: dict(option) if isinstance(option, Mapping) else option
            for name, option in options.items()
        }

    def json_schema(self) -> dict[str, Any]:
        return super().json_schema() | {"required": list(options_of(self.options))}


def _changes(option: Option) -> str:
    return f"Changes {' and '.join(f'`{clause}`' for clause in option.clauses)}."


def _option_schema(option: Option) -> dict[str, Any]:
    """What the OpenAPI document says of an option."""
    if option.members:
        members = {name: _option_schema(member) for name, member in option.members.items()}
        return {"type": "object", "properties": members, "additionalProperties": False}
    if option.words:
        return {"type": "string", "enum": list(map(str, option.words))}
    if option.lists:
        return {"type": "array", "enum": [list(each) for each in option.lists]}
    if option.is_flag:
        return {"type": "boolean"}
    kind = ["integer", "null"] if option.nullable else "integer"
    limits = option.limits
    return {"type": kind} | ({"minimum": limits.low, "maximum": limits.high} if limits else {})
