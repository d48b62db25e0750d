"""JSON as RFC 8259 has it, and nothing that only some readers accept.

Refused, with a pointer to each place: duplicate keys, NaN and Infinity (also as a number too large
for a float), lone surrogates, nesting deeper than `MAX_DEPTH`.
"""

import json
import math
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from evaluators.faults import Fault
from service.messages import http_fault

MAX_DEPTH = 64
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class NotJson(Exception):  # noqa: N818 - named for what was read, not for a failure of ours
    """Raised with the faults that keep a text from being strict JSON; never empty."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__(", ".join(fault.code for fault in faults))


class _Pairs(list[tuple[str, Any]]):
    """An object as its pairs in the order they were read, a key perhaps twice."""


class _NotFinite:
    """Stands where a number was that is none."""

    def __init__(self, text: str) -> None:
        self.text = text


def loads(data: bytes) -> Any:
    """The value of a JSON text in UTF-8; raises `NotJson`.

    >>> loads(b'{"hand": ["Th"]}')
    {'hand': ['Th']}
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotJson(http_fault("not-utf-8", {"byte": error.start})) from None
    try:
        value = _parse(text, _object, _refuse, _float)
    except _Suspicious:
        value = _parse(text, _Pairs, _NotFinite, _float_or_not)
        raise NotJson(*_faults(value, ())) from None
    may_be_deep = text.count("[") + text.count("{") > MAX_DEPTH
    if (may_be_deep and _is_deep(value)) or "\\u" in text:
        faults = tuple(_faults(value, ()))
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


def _parse(
    text: str,
    pairs: Callable[[list[tuple[str, Any]]], Any],
    constant: Callable[[str], Any],
    number: Callable[[str], Any],
) -> Any:
    try:
        return json.loads(
            text, object_pairs_hook=pairs, parse_constant=constant, parse_float=number
        )
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise NotJson(http_fault("not-json", place)) from None
    except RecursionError:
        raise NotJson(http_fault("too-deep", {"max": MAX_DEPTH})) from None
    except ValueError:  # a whole number of more digits than Python will read
        raise NotJson(http_fault("number-too-long")) from None


class _Suspicious(Exception):  # noqa: N818 - only a signal to look closer
    """Something that needs a second, slower reading to say where it stands."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise _Suspicious
    return value


def _refuse(constant: str) -> Any:
    raise _Suspicious(constant)


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise _Suspicious(text)
    return value


def _float_or_not(text: str) -> object:
    value = float(text)
    return _NotFinite(text) if math.isinf(value) else value


def _faults(value: Any, path: tuple[str | int, ...]) -> Iterator[Fault]:
    """The faults of a value that was read, and of all that is in it."""
    if isinstance(value, _NotFinite):
        yield http_fault("not-finite", path=path)
    elif isinstance(value, str):
        if _LONE_SURROGATE.search(value):
            yield http_fault("lone-surrogate", path=path)
    elif isinstance(value, list | dict):
        if len(path) == MAX_DEPTH:
            yield http_fault("too-deep", {"max": MAX_DEPTH}, path=path)
            return
        seen = set()
        for key, item in _members(value):
            if isinstance(key, str):
                if key in seen:
                    yield http_fault("duplicate-key", path=(*path, key))
                if _LONE_SURROGATE.search(key):
                    yield http_fault("lone-surrogate", path=path)
                    continue
                seen.add(key)
            yield from _faults(item, (*path, key))


def _members(value: list[Any] | dict[str, Any]) -> Iterator[tuple[str | int, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, _Pairs):
        yield from value
    else:
        yield from enumerate(value)
