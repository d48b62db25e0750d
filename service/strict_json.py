"""JSON as RFC 8259 has it, and nothing that only some readers accept.

Refused, with a pointer to each place: duplicate keys, NaN and Infinity (also as a number too large
for a float), whole numbers of more than `MAX_DIGITS`, lone surrogates, nesting deeper than
`MAX_DEPTH`, objects of more than `MAX_MEMBERS`.
Refused as a whole: more than `MAX_CONTAINERS` objects and lists.
"""

import json
import math
import re
import sys
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from evaluators.faults import Fault
from service.messages import http_fault

MAX_DEPTH = 64
MAX_MEMBERS = 200
"""So many members has no object that is asked for; looking at each of very many costs seconds."""
MAX_CONTAINERS = 500_000
"""How many objects and lists a text may have; brackets inside strings count as well."""
MAX_FAULTS = 1000
"""So many faults are looked for in a text that is not strict JSON."""
MAX_DIGITS = sys.int_info.default_max_str_digits
"""So many digits has a whole number at most; reading very long ones costs seconds."""
sys.set_int_max_str_digits(MAX_DIGITS)  # whatever PYTHONINTMAXSTRDIGITS says
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class NotJson(Exception):  # noqa: N818 - named for what was read, not for a failure of ours
    """Raised with the faults that keep a text from being strict JSON; never empty."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__(", ".join(fault.code for fault in faults))


class _Pairs(list[tuple[str, Any]]):
    """An object as its pairs in the order they were read, a key perhaps twice."""


class _NoNumber:
    """Stands where a number was that is not taken."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = facts


_NOT_FINITE = _NoNumber("not-finite")
_TOO_LONG = _NoNumber("number-too-long", max=MAX_DIGITS)


def loads(data: bytes) -> Any:
    """The value of a JSON text in UTF-8; raises `NotJson`.

    >>> loads(b'{"hand": ["Th"]}')
    {'hand': ['Th']}
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotJson(http_fault("not-utf-8", {"byte": error.start})) from None
    containers = text.count("[") + text.count("{")
    if containers > MAX_CONTAINERS:
        raise NotJson(http_fault("too-many-containers", {"max": MAX_CONTAINERS}))
    try:
        value = _parse(text, _STRICT)
    except _Suspicious:
        value = _parse(text, _FORGIVING)
        raise NotJson(*islice(_faults(value, ()), MAX_FAULTS)) from None
    if (containers > MAX_DEPTH and _is_deep(value)) or "\\u" in text:
        faults = tuple(islice(_faults(value, ()), MAX_FAULTS))
        if faults:
            raise NotJson(*faults)
    return value


def _is_deep(value: Any) -> bool:
    """Whether anything is nested deeper than allowed; level by level, for bodies of many lists."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [each for each in level if isinstance(each, list | dict)]
        if not level:
            return False
        level = list(
            chain.from_iterable(each.values() if isinstance(each, dict) else each for each in level)
        )
    return True


def _parse(text: str, decoder: json.JSONDecoder) -> Any:
    try:
        return decoder.decode(text)
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise NotJson(http_fault("not-json", place)) from None
    except RecursionError:
        raise NotJson(http_fault("too-deep", {"max": MAX_DEPTH})) from None
    except ValueError:  # a whole number of more digits than `int` will read
        raise _Suspicious from None


class _Suspicious(Exception):  # noqa: N818 - only a signal to look closer
    """Something that needs a second, slower reading to say where it stands."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs) or len(pairs) > MAX_MEMBERS:
        raise _Suspicious
    return value


def _refuse(constant: str) -> Any:
    raise _Suspicious(constant)


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise _Suspicious(text)
    return value


def _not_finite(_: str) -> _NoNumber:
    return _NOT_FINITE


def _float_or_not(text: str) -> float | _NoNumber:
    value = float(text)
    return _NOT_FINITE if math.isinf(value) else value


def _whole_or_not(text: str) -> int | _NoNumber:
    return _TOO_LONG if len(text.removeprefix("-")) > MAX_DIGITS else int(text)


_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse, parse_float=_float)
_FORGIVING = json.JSONDecoder(
    object_pairs_hook=_Pairs,
    parse_constant=_not_finite,
    parse_float=_float_or_not,
    parse_int=_whole_or_not,
)
_FAULTLESS = (int, float, type(None))


def _faults(value: Any, path: tuple[str | int, ...]) -> Iterator[Fault]:
    """The faults of a value that was read, and of all that is in it."""
    if isinstance(value, _NoNumber):
        yield http_fault(value.code, value.facts, path=path)
    elif isinstance(value, str):
        if _LONE_SURROGATE.search(value):
            yield http_fault("lone-surrogate", path=path)
    elif isinstance(value, list | dict) and len(path) == MAX_DEPTH:
        yield http_fault("too-deep", {"max": MAX_DEPTH}, path=path)
    elif isinstance(value, _Pairs | dict) and len(value) > MAX_MEMBERS:
        yield http_fault("too-many-members", {"max": MAX_MEMBERS}, path=path)
    elif isinstance(value, list | dict):
        yield from _faults_inside(value, path)


def _faults_inside(
    value: list[Any] | dict[str, Any], path: tuple[str | int, ...]
) -> Iterator[Fault]:
    seen = set()
    for key, item in _members(value):
        if isinstance(key, str):
            if key in seen:
                yield http_fault("duplicate-key", path=(*path, key))
            if _LONE_SURROGATE.search(key):
                yield http_fault("lone-surrogate", path=path)
                continue
            seen.add(key)
        if not isinstance(item, _FAULTLESS):
            yield from _faults(item, (*path, key))


def _members(value: list[Any] | dict[str, Any]) -> Iterator[tuple[str | int, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, _Pairs):
        yield from value
    else:
        yield from enumerate(value)
