"""Marshmallow schemas, made from the forms in which games declare what they ask and answer."""

import dataclasses
import hashlib
import json
import re
import typing
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Literal

import marshmallow as ma

from evaluators.cards import Card
from evaluators.engine import ENGINE
from evaluators.faults import Faults
from evaluators.forms import (
    Between,
    Column,
    Count,
    Declared,
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
from service.v1.form_schemas import RULES, FormSchema, Inner, OneOf
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

_RULESET = "The id of the ruleset to answer by."
_OPTIONS = "Options to take instead of the ruleset's; those left out are as it has them."
_ALL_OPTIONS = "All options in force: the ruleset's, but for those that the question sets."
_ENGINE = "The version of the rules' code."
_QUESTION = (
    "SHA-256, in hexadecimal, of JSON with the members `game`, `ruleset` and `options`, as in this "
    "answer, and `question`, the body as it was sent: ASCII, members by name, no white space."
)
_NO_LESS: Mapping[str, int] = MappingProxyType({})


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
            "ruleset": RulesetId(ids, metadata={"default": ids[0], "description": _RULESET}),
            "options": Overrides(self.options, metadata={"default": {}, "description": _OPTIONS}),
        }

    def _usual_options(self) -> tuple[object, ...]:
        return tuple(known.options for known in self.game.rulesets)

    def _answer(self, operation: str, form: type, *, certified: bool) -> FormSchema:
        ids = tuple(known.id for known in self.game.rulesets)
        usual = self._usual_options()
        head: dict[str, FormField] = {
            "game": Word((self.game.code,), **_told("The game's id.")),
            "ruleset": Word(ids, **_told("The id of the ruleset in force.")),
            "options": Resolved(self.options, usual, **_told(_ALL_OPTIONS)),
        }
        if certified:
            head |= {"engine": Text(**_told(_ENGINE)), "question_sha256": Text(**_told(_QUESTION))}
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
        try:
            data = dict(self.questions[operation].load(body))  # type: ignore[arg-type]  # whatever JSON gave
        except ma.ValidationError as error:
            # Of two faults of one kind in one place, the later is the more exact.
            faults = {(each.path, each.code): each for each in faults_in(error.messages)}
            raise Faults(faults.values()) from None
        return self._asked(operation, data)

    def read_at_once(self, operation: str, body: object) -> "Asked | None":
        """As `read`, at less cost where nothing is wrong or unusual; None for all else."""
        data = self.questions[operation].read_at_once(body)
        return None if data is None else self._asked(operation, data)

    def _asked(self, operation: str, data: dict[str, Any]) -> "Asked":
        carrier = dict(data["record"]) if "record" in data else data
        ruleset = self._ruleset(carrier.pop("ruleset", None))
        options = settled(ruleset.options, carrier.pop("options", {}))
        if carrier is not data:
            data["record"] = carrier
        return Asked(ruleset, options, self.questions[operation].build(data), data)

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
        if not isinstance(asked, dict) or any(asked.keys() - given.keys() & RULES):
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
                "engine": ENGINE,
                "question_sha256": _digest({**question, "question": body}),
            }
        return self.answers[operation].write(answer, **head)


def _digest(question: Mapping[str, object]) -> str:
    """The SHA-256 of a question in its canonical form."""
    written = json.dumps(question, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode("ascii")).hexdigest()


def _told(says: str) -> dict[str, Any]:
    """What a field of every answer is made with."""
    return {"required": True, "metadata": {"description": says}}


def _carries_rules(declared: Declared) -> bool:
    return any(getattr(kind, "CARRIES_RULES", False) for kind in declared.kinds)


_PLAIN: Mapping[type, type[FormField]] = MappingProxyType({str: Text, bool: Flag, Phrase: Phrased})
