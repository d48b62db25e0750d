"""The options of a game: which values they take, read off the annotations of its options class.

A game declares its options as a frozen dataclass with a default for every field::

    ante: Annotated[int, Between(0, 1_000_000), Rests("vinegret.ante")] = 1

and a ruleset is an instance of it. What a request overrides is checked and resolved here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from evaluators.faults import Fault, fault
from evaluators.forms import Between, Declared, Rests, fields_of


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name, the values it takes, and the clauses it changes.

    `kind` is `int` (within `limits`) or a vocabulary (a StrEnum); with `nullable` also None.
    """

    name: str
    kind: type
    nullable: bool
    limits: Between | None
    clauses: tuple[str, ...]

    @property
    def choices(self) -> tuple[str, ...]:
        """The words of a vocabulary, empty for other kinds."""
        return tuple(self.kind) if issubclass(self.kind, StrEnum) else ()

    def faults(self, value: object) -> Iterator[Fault]:
        """What is wrong with a value for this option."""
        if value is None and self.nullable:
            return
        if self.choices:
            if value not in self.choices:
                yield fault("not-one-of", clauses=self.clauses, facts={"choices": self.choices})
        elif type(value) is not int:
            yield fault("wrong-type", text="no-whole-number", clauses=self.clauses)
        elif self.limits and not self.limits.low <= value <= self.limits.high:
            limits = {"min": self.limits.low, "max": self.limits.high}
            yield fault("out-of-range", clauses=self.clauses, facts=limits)


@cache
def options_of(options: type) -> Mapping[str, Option]:
    """The options that an options class declares, by name in its order."""
    return {field.name: _option(field) for field in fields_of(options)}


def _option(field: Declared) -> Option:
    (kind,) = field.kinds
    rests = field.mark(Rests)
    if rests is None:
        raise TypeError(f"the option {field.name} names no clause")
    return Option(field.name, kind, field.nullable, field.mark(Between), rests.clauses)


def faults_of(options: type, overrides: object) -> Iterator[Fault]:
    """What is wrong with what a request overrides, paths starting at the overrides."""
    if not isinstance(overrides, dict):
        yield fault("wrong-type", text="no-object")
        return
    known = options_of(options)
    for name, value in overrides.items():
        if name in known:
            yield from (found.below(name) for found in known[name].faults(value))
        else:
            yield fault("unknown-option", name, facts={"choices": tuple(known)})
