"""The words in which a game declares what it is asked and what it answers.

Questions, answers and options are frozen dataclasses; these marks stand in `Annotated` types and
say what a type alone cannot. Whoever serves the games reads them off the classes.
"""

import typing
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, ClassVar, TypeVar, Union

from evaluators.faults import Fault

M = TypeVar("M")

MILLION = 1_000_000
BILLION = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Count:
    """A list of `low` to `high` items, both included; `clauses` say why."""

    low: int
    high: int
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Most:
    """Of how many items a list may have, the operator may allow less; `name` is what they are."""

    name: str


@dataclass(frozen=True, slots=True)
class WholePack:
    """A list of all cards of the game's pack."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """A list of whole numbers that is one of these."""

    lists: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Rests:
    """The clauses that an option changes."""

    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unread:
    """A list whose items are read by the rules themselves; `says` what each should be."""

    says: str


@dataclass(frozen=True, slots=True)
class MayBeUnseen:
    """Of cards in an answer: nobody may have seen some of them."""


@dataclass(frozen=True, slots=True)
class Column:
    """A list of values of one plain type and nulls, written as it is."""

    kind: type


@dataclass(frozen=True, slots=True)
class Named:
    """The name of a field for the caller, where Python cannot have it."""

    name: str


@dataclass(frozen=True, slots=True)
class Says:
    """What a field is, in one line for whoever reads the documentation."""

    text: str


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A player's name: 1 to 64 characters, no control characters, not `table`."""


@dataclass(frozen=True, slots=True)
class SeedText:
    """A seed: 1 to 200 characters, taken as they are."""


Player = Annotated[str, PlayerName()]
Tokens = Annotated[int, Between(0, BILLION)]
Clauses = Annotated[tuple[str, ...], Says("The ids of the clauses it rests on.")]


class Absent(Enum):
    """The value of a field that is left out, in a question or an answer; None stands for null."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT


class Given(dict[str, Any]):
    """The fields of a form that could be read; `unread` names those that are there and could not.

    A list or a mapping that could be read in part holds None for what could not.
    """

    def __init__(self, fields: Mapping[str, Any], unread: frozenset[str] = frozenset()) -> None:
        super().__init__(fields)
        self.unread = unread


class Form:
    """Base of questions. A subclass is a frozen dataclass with keyword-only fields.

    Where a field takes one of several forms, each of them has a field of a `Literal` type, and its
    value decides which form it is.
    """

    __slots__ = ()
    CARRIES_RULES: ClassVar[bool] = False
    """Whether the form has `ruleset` and `options` of its own, as records do."""
    ONE_OF: ClassVar[tuple[str, ...]] = ()
    """Fields of which exactly one is there; `faults` says so."""

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """What is wrong with fields taken together; paths start at the form."""
        del given
        return iter(())

    @classmethod
    def faults_under(cls, given: Given, options: Any) -> Iterator[Fault]:
        """What cannot be under the options in force; asked of a question as a whole only."""
        del given, options
        return iter(())


@dataclass(frozen=True, slots=True)
class Declared:
    """One field of a form, as its annotation declares it."""

    name: str
    kinds: tuple[Any, ...]
    """The types it may have, None and `Absent` left aside."""
    marks: tuple[object, ...]
    nullable: bool
    required: bool

    def mark(self, kind: type[M]) -> M | None:
        """The mark of a kind, if the field has one."""
        return next((mark for mark in self.marks if isinstance(mark, kind)), None)


@cache
def fields_of(form: type) -> tuple[Declared, ...]:
    """The fields a form declares, in its order."""
    hints = typing.get_type_hints(form, include_extras=True)
    return tuple(
        _declared(
            field.name,
            hints[field.name],
            required=field.default is MISSING and field.default_factory is MISSING,
        )
        for field in fields(form)
    )


def said_of(form: type) -> dict[str, str]:
    """What the fields of a form are, by their names, as far as it says so."""
    return {each.name: says.text for each in fields_of(form) if (says := each.mark(Says))}


def items_of(hint: object) -> Declared:
    """A type that stands inside another, such as the items of a list, as a field without a name."""
    return _declared("", hint, required=True)


def _declared(name: str, hint: object, *, required: bool) -> Declared:
    kinds, marks = _taken_apart(hint)
    left_aside = {type(None), Absent}
    bare = tuple(kind for kind in kinds if kind not in left_aside)
    return Declared(name, bare, marks, type(None) in kinds, required)


def _taken_apart(hint: object) -> tuple[tuple[Any, ...], tuple[object, ...]]:
    """The members of a union and all marks in it, the outermost marks first."""
    if typing.get_origin(hint) is Annotated:
        inner, *marks = typing.get_args(hint)
        kinds, more = _taken_apart(inner)
        return kinds, (*reversed(marks), *more)  # Annotated in Annotated: inner marks come first
    if isinstance(hint, UnionType) or typing.get_origin(hint) is Union:
        parts = [_taken_apart(member) for member in typing.get_args(hint)]
        return sum((kinds for kinds, _ in parts), ()), sum((marks for _, marks in parts), ())
    return (hint,), ()
