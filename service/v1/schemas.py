"""Marshmallow schemas, made from the forms in which games declare what they ask and answer."""

import dataclasses
import hashlib
import json
import re
import typing
from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Literal

import marshmallow as ma
from marshmallow import fields

import evaluators
from evaluators.cards import Card
from evaluators.faults import Faults, fault
from evaluators.forms import (
    ABSENT,
    Between,
    Column,
    Count,
    Declared,
    Form,
    Given,
    MayBeUnseen,
    Most,
    Named,
    PlayerName,
    Says,
    SeedText,
    Unread,
    WholePack,
    fields_of,
    items_of,
)
from evaluators.game import Answer, Game, Move, RefusedMove, Ruleset
from evaluators.options import settled
from evaluators.standing import Pile
from evaluators.texts import Phrase
from service.v1.fields import (
    Cards,
    Flag,
    FormField,
    ListOf,
    Name,
    OneCard,
    Phrased,
    Seed,
    Text,
    Whole,
    Word,
    faults_in,
)
from service.v1.game_fields import (
    AMove,
    APile,
    ARefusedMove,
    AsItIs,
    ByName,
    ColumnOf,
    Overrides,
    Resolved,
    RulesetId,
    Unsorted,
)

_RULES = frozenset({"ruleset", "options"})
_ENGINE = "The version of the rules' code."
_QUESTION = (
    "SHA-256, in hexadecimal, of JSON with the members `game`, `ruleset` and `options`, as in this "
    "answer, and `question`, the body as it was sent: ASCII, members by name, no white space."
)
_NO_LESS: Mapping[str, int] = MappingProxyType({})
_CARRIED = "carried-by-record"
"""The text for rules given beside a record."""


class FormSchema(ma.Schema):
    """A schema of a form: strict, and with all the form's own checks."""

    form: ClassVar[type]
    resolve: Callable[[Given, Mapping[str, Any]], Any] | None = None
    """For a question: the options in force, None if they cannot be told."""
    error_messages: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # faults, not texts
        "type": fault("wrong-type", text="no-object"),
        "unknown": None,  # told by `taken_together`, which knows the place
    }

    class Meta:
        """Unknown fields are errors."""

        unknown = ma.RAISE

    @ma.validates_schema(skip_on_field_errors=False, pass_original=True)
    def taken_together(self, data: Any, original: Any, **_: Any) -> None:
        """Fields nobody knows, and what is wrong with the fields taken together."""
        names = original if isinstance(original, dict) else ()
        faults = [
            fault("unknown-field", name, text=_CARRIED if self.resolve and name in _RULES else None)
            for name in names
            if name not in self.fields
        ]
        if issubclass(self.form, Form) and isinstance(original, dict):
            given = Given(data, frozenset(name for name in names if name not in data))
            faults += self.form.faults(given)
            if self.resolve and (options := self.resolve(given, original)) is not None:
                faults += self.form.faults_under(given, options)
        if faults:
            raise ma.ValidationError(faults)

    @staticmethod
    def _call_and_store(
        getter_func: Callable[[Any], Any],
        data: Any,
        *,
        field_name: str,
        error_store: Any,
        index: int | None = None,
    ) -> Any:
        """As marshmallow's own, which however drops what is handed on when it is 0 or empty."""
        try:
            return getter_func(data)
        except ma.ValidationError as error:
            error_store.store_error(error.messages, field_name, index=index)
            return ma.missing if error.valid_data is None else error.valid_data

    def get_attribute(self, obj: Any, attr: str, default: Any) -> Any:
        """A field of an answer; one that is absent is left out."""
        value = super().get_attribute(obj, attr, default)
        return ma.missing if value is ABSENT else value

    def build(self, data: Mapping[str, Any]) -> Any:
        """The form filled with what was read without faults."""
        return self.form(**{name: _field(self, name).build(v) for name, v in data.items()})


def _field(schema: ma.Schema, name: str) -> FormField:
    field: FormField = schema.fields[name]  # type: ignore[assignment]  # all of ours are
    return field


class Inner(fields.Nested, FormField):
    """A form inside a form."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            return self.schema.load(value)
        except ma.ValidationError as error:
            faults = list(faults_in(error.messages))
            raise ma.ValidationError(faults, valid_data=error.valid_data) from None

    def build(self, value: Any) -> Any:
        """The inner form, filled."""
        if value is None:
            return None
        schema: FormSchema = self.schema  # type: ignore[assignment]  # all of ours are
        return schema.build(value)


class OneOf(FormField):
    """One of several forms; the one field they share, its `tag`, says which."""

    def __init__(self, tag: str, forms: Mapping[str, Inner], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.tag = tag
        self.forms = forms

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, dict):
            raise self.wrong_type()
        tag = value.get(self.tag, ma.missing)
        if tag is ma.missing:
            raise ma.ValidationError([fault("missing-field", self.tag)])
        if not isinstance(tag, str) or tag not in self.forms:
            facts = {"choices": tuple(self.forms)}
            raise ma.ValidationError([fault("not-one-of", self.tag, facts=facts)])
        return self.forms[tag].deserialize(value)

    def _serialize(self, value: Any, *_: Any, **__: Any) -> Any:
        schema = self.forms[getattr(value, self.tag)].schema
        return schema.dump(value)

    def build(self, value: Any) -> Any:
        """The form that the tag names, filled."""
        return self.forms[value[self.tag]].build(value)


class Asked(typing.NamedTuple):
    """What a request asks: the rules it is asked under, and the question; `read`: its members."""

    ruleset: Ruleset[Any]
    options: Any
    question: Any
    read: Mapping[str, Any]


class GameSchemas:
    """All schemas of one game: a question's and an answer's for each operation.

    `most` says how many hands and actions are taken, where that is less than the rules could take.
    """

    def __init__(self, game: Game, most: Mapping[str, int] = _NO_LESS) -> None:
        self.game = game
        self._most = most
        self.options = game.rulesets[0].options_class
        self.overrides = Overrides(self.options)
        self._made: dict[tuple[type, bool], FormSchema] = {}
        operations = game.operations.items()
        self.questions = {name: self._question(name, op.question) for name, op in operations}
        self.answers = {
            name: self._answer(name, op.answer, certified=op.certified) for name, op in operations
        }

    def _question(self, operation: str, form: type) -> FormSchema:
        carried = any(field.required and _carries_rules(field) for field in fields_of(form))
        head = {} if carried else self._rules()
        schema = self._schema(form, operation, asked=True, **head)
        schema.resolve = self._resolve
        return schema

    def _rules(self) -> dict[str, FormField]:
        """The fields that say under which rules a question is asked."""
        ids = tuple(known.id for known in self.game.rulesets)
        return {
            "ruleset": RulesetId(ids, metadata={"default": ids[0]}),
            "options": Overrides(self.options, metadata={"default": {}}),
        }

    def _answer(self, operation: str, form: type, *, certified: bool) -> FormSchema:
        head: dict[str, FormField] = {
            "game": Word((self.game.code,), required=True),
            "ruleset": Word(tuple(known.id for known in self.game.rulesets), required=True),
            "options": Resolved(self.options, required=True),
        }
        if certified:
            head |= {
                "engine": Text(required=True, metadata={"description": _ENGINE}),
                "question_sha256": Text(required=True, metadata={"description": _QUESTION}),
            }
        return self._schema(form, operation, asked=False, **head)

    def _schema(self, form: type, *words: str, asked: bool, **head: FormField) -> FormSchema:
        """A schema of a form, made once; `head` are fields that stand before the form's own."""
        if (form, asked) not in self._made:
            both = ("answered",) if not asked and (form, True) in self._made else ()
            words = (self.game.code, *words, form.__name__, *both)
            parts = re.split("[-_/]", "-".join(words))
            own = {each.name: self._field(each, asked=asked) for each in fields_of(form)}
            name = "".join(part[0].upper() + part[1:] for part in parts)
            made = type(name, (FormSchema,), head | own)
            made.__doc__ = form.__doc__  # the document describes it so
            made.form = form  # type: ignore[attr-defined]  # as FormSchema declares
            self._made[form, asked] = made()
        return self._made[form, asked]

    def _field(  # noqa: C901, PLR0912 - a table, one line a kind
        self, declared: Declared, *, asked: bool
    ) -> FormField:
        """The field of a schema for a field of a form."""
        says = declared.mark(Says)
        common: dict[str, Any] = {
            "required": declared.required,
            "allow_none": declared.nullable,
            "metadata": {"description": says.text} if says else {},
        }
        if named := declared.mark(Named):
            common["data_key"] = named.name
        if len(declared.kinds) > 1:
            return self._one_of(declared.kinds, asked=asked, **common)
        (kind,) = declared.kinds
        count, limits = declared.mark(Count), declared.mark(Between)
        if count and (lowered := declared.mark(Most)):
            count = dataclasses.replace(count, high=self._most.get(lowered.name, count.high))
        origin, arguments = typing.get_origin(kind), typing.get_args(kind)
        match kind:
            case _ if origin is Literal:
                return Word(arguments, **common)
            case _ if (unread := declared.mark(Unread)) is not None:
                return Unsorted(count or Count(0, 0), unread.says, **common)
            case _ if declared.mark(WholePack) is not None:
                cards = len(self.game.pack.cards)
                whole = Count(cards, cards, (self.game.pack.clause,))
                return Cards(self.game.pack, whole, asked=asked, **common)
            case _ if origin is tuple and arguments[0] is Card:
                unseen = declared.mark(MayBeUnseen) is not None
                return Cards(self.game.pack, count, asked=asked, unseen=unseen, **common)
            case _ if origin is tuple:
                inner = self._field(items_of(arguments[0]), asked=asked)
                return ListOf(inner, count, **common)
            case _ if origin is Mapping:
                return self._mapping(declared, asked=asked, **common)
            case _ if (column := declared.mark(Column)) is not None:
                return ColumnOf(column.kind, **common)
            case _ if issubclass(kind, StrEnum):
                return Word(tuple(kind), **common)
            case _ if declared.mark(PlayerName) is not None:
                return Name(**common)
            case _ if declared.mark(SeedText) is not None:
                return Seed(**common)
            case _ if kind is object:
                return AsItIs(**common)
            case _ if kind in _PLAIN:
                return _PLAIN[kind](**common)
            case _ if kind is int:
                return Whole(limits, **common)
            case _ if kind is Card:
                return OneCard(self.game.pack, asked=asked, **common)
            case _ if kind is Move:
                return AMove(self.game, asked=asked, **common)
            case _ if kind is Pile:
                return APile(**common)
            case _ if kind is RefusedMove:
                return ARefusedMove(self.game, asked=asked, **common)
            case _ if getattr(kind, "CARRIES_RULES", False):
                return Inner(self._schema(kind, asked=asked, **self._rules()), **common)
            case _:
                return Inner(self._schema(kind, asked=asked), **common)

    def _mapping(self, declared: Declared, *, asked: bool, **common: Any) -> FormField:
        """A field for a mapping: by player's name, or by the words of a vocabulary."""
        keys, values = typing.get_args(declared.kinds[0])
        words = tuple(keys) if issubclass(keys, StrEnum) else ()
        return ByName(self._field(items_of(values), asked=asked), words, **common)

    def _one_of(self, kinds: tuple[type, ...], *, asked: bool, **common: Any) -> OneOf:
        forms: dict[str, Inner] = {}
        tag = ""
        for kind in kinds:
            inner = Inner(self._schema(kind, asked=asked))
            for field in fields_of(kind):
                if typing.get_origin(field.kinds[0]) is Literal:
                    tag = field.name
                    forms |= dict.fromkeys(typing.get_args(field.kinds[0]), inner)
        return OneOf(tag, forms, **common)

    def read(self, operation: str, body: object) -> "Asked":
        """What a request asks; raises `Faults`."""
        schema = self.questions[operation]
        try:
            data = dict(schema.load(body))  # type: ignore[arg-type]  # whatever JSON gave
        except ma.ValidationError as error:
            # Of two faults of one kind in one place, the later is the more exact.
            faults = {(each.path, each.code): each for each in faults_in(error.messages)}
            raise Faults(faults.values()) from None
        carrier = dict(data["record"]) if "record" in data else data
        ruleset = self._ruleset(carrier.pop("ruleset", None))
        options = settled(ruleset.options, carrier.pop("options", {}))
        if carrier is not data:
            data["record"] = carrier
        return Asked(ruleset, options, schema.build(data), data)

    def canonical(self, operation: str, asked: "Asked", body: object) -> dict[str, object]:
        """What was asked, however it was written, with nothing left to default.

        A certified answer names what was written as well.
        """
        form: dict[str, object] = {
            "ruleset": asked.ruleset.id,
            "options": Resolved(self.options).written(asked.options),
            "question": asked.read,
        }
        certified = self.game.operations[operation].certified
        return form | {"body": body} if certified else form

    def _resolve(self, given: Given, asked: Mapping[str, Any]) -> Any:
        """The options in force in a request that may have faults; None if these are among them."""
        if "record" in asked:
            given, asked = given.get("record", {}), asked["record"]
        if not isinstance(asked, dict) or any(asked.keys() - given.keys() & _RULES):
            return None
        return settled(self._ruleset(given.get("ruleset")).options, given.get("options", {}))

    def _ruleset(self, wanted: str | None) -> Ruleset[Any]:
        rulesets = self.game.rulesets
        return next((known for known in rulesets if known.id == wanted), rulesets[0])

    def write(self, operation: str, asked: Asked, answer: Answer, body: object) -> Any:
        """An answer as JSON takes it; a certified one names the engine and the `body` of it all."""
        head = {"game": self.game.code, "ruleset": asked.ruleset.id, "options": asked.options}
        if self.game.operations[operation].certified:
            question = {**head, "options": Resolved(self.options).written(asked.options)}
            head |= {
                "engine": evaluators.__version__,
                "question_sha256": _digest({**question, "question": body}),
            }
        told = {field.name: getattr(answer, field.name) for field in dataclasses.fields(answer)}  # type: ignore[arg-type]  # answers are dataclasses
        return self.answers[operation].dump(head | told)


def _digest(question: Mapping[str, object]) -> str:
    """The SHA-256 of a question in its canonical form."""
    written = json.dumps(question, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode("ascii")).hexdigest()


def _carries_rules(declared: Declared) -> bool:
    return any(getattr(kind, "CARRIES_RULES", False) for kind in declared.kinds)


_PLAIN: Mapping[type, type[FormField]] = MappingProxyType({str: Text, bool: Flag, Phrase: Phrased})
