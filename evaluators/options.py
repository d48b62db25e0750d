"""The options of a game: which values they take, read off the annotations of its options class.

A game declares its options as a frozen dataclass with a default for every field::

    ante: Annotated[int, Between(0, 1_000_000), Rests(("vinegret.ante",))] = 1

and a ruleset is an instance of it. What a request overrides is checked and resolved here.
"""

import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from evaluators.faults import Fault, fault
from evaluators.forms import Between, Declared, OneOf, Rests, fields_of

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name, the values it takes, and the clauses it changes.

    A whole number within `limits` (and None if `nullable`), true or false (`is_flag`), one of
    `words`, one of `lists`, or several such options set one by one (`members`).
    """

    name: str
    clauses: tuple[str, ...]
    nullable: bool = False
    is_flag: bool = False
    limits: Between | None = None
    words: tuple[StrEnum, ...] = ()
    lists: tuple[tuple[int, ...], ...] = ()
    members: Mapping[str, "Option"] = field(default_factory=dict)

    def faults(self, value: object) -> Iterator[Fault]:
        """What is wrong with a value for this option."""
        if value is None and self.nullable:
            return
        if self.members:
            yield from _faults_of(self.members, value, self.clauses)
        elif self.words or self.lists:
            choices: tuple[object, ...] = self.words or tuple(list(each) for each in self.lists)
            whole = all(type(each) is int for each in value) if isinstance(value, list) else True
            if value not in choices or not whole:
                yield fault("not-one-of", clauses=self.clauses, facts={"choices": choices})
        elif self.is_flag:
            if not isinstance(value, bool):
                yield fault("wrong-type", text="no-truth-value", clauses=self.clauses)
        elif type(value) is not int:
            text = "no-whole-number-or-null" if self.nullable else "no-whole-number"
            yield fault("wrong-type", text=text, clauses=self.clauses)
        elif self.limits and not self.limits.low <= value <= self.limits.high:
            limits = {"min": self.limits.low, "max": self.limits.high}
            yield fault("out-of-range", clauses=self.clauses, facts=limits)

    def settled(self, value: Any, default: Any) -> Any:
        """A value without faults in the option's own type; `default` fills what it leaves out."""
        if self.members:
            return MappingProxyType({**default, **value})
        if self.words:
            return self.words[self.words.index(value)]
        return tuple(value) if self.lists else value


@cache
def options_of(options: type) -> Mapping[str, Option]:
    """The options that an options class declares, by name in its order."""
    return {declared.name: _option(declared) for declared in fields_of(options)}


def _option(declared: Declared) -> Option:
    (kind,) = declared.kinds
    rests = declared.mark(Rests)
    if rests is None:
        raise TypeError(f"the option {declared.name} names no clause")
    name, clauses, limits = declared.name, rests.clauses, declared.mark(Between)
    if lists := declared.mark(OneOf):
        return Option(name, clauses, lists=lists.lists)
    if typing.get_origin(kind) is Mapping:
        words, _ = typing.get_args(kind)
        members = {word: Option(word, clauses, limits=limits) for word in words}
        return Option(name, clauses, members=members)
    if issubclass(kind, StrEnum):
        return Option(name, clauses, words=tuple(kind))
    return Option(name, clauses, declared.nullable, kind is bool, limits)


def faults_of(options: type, overrides: object) -> Iterator[Fault]:
    """What is wrong with what a request overrides, paths starting at the overrides."""
    return _faults_of(options_of(options), overrides)


def _faults_of(
    known: Mapping[str, Option], overrides: object, clauses: tuple[str, ...] = ()
) -> Iterator[Fault]:
    if not isinstance(overrides, dict):
        yield fault("wrong-type", text="no-object", clauses=clauses)
        return
    for name, value in overrides.items():
        if name in known:
            yield from (found.below(name) for found in known[name].faults(value))
        else:
            facts = {"choices": tuple(known)}
            yield fault("unknown-option", name, clauses=clauses, facts=facts)


def settled(options: C, overrides: Mapping[str, object]) -> C:
    """The options with overrides that have no faults; if there are none, the options themselves."""
    if not overrides:
        return options
    options_class: type = type(options)
    known = options_of(options_class)
    changes = {
        name: known[name].settled(value, getattr(options, name))
        for name, value in overrides.items()
    }
    return replace(options, **changes)  # type: ignore[type-var]  # options are dataclasses: `options_of` reads fields
