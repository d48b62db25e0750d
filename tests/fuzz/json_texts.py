"""Texts that may be JSON: what the strict reader takes is JSON, and means what it says."""

import json
import math
from typing import Any

from evaluators.texts import Language
from service import strict_json

FAULTS = {
    "not-utf-8",
    "not-json",
    "too-deep",
    "number-too-long",
    "not-finite",
    "lone-surrogate",
    "duplicate-key",
}


def target(data: bytes) -> None:
    """The whole input is the text."""
    try:
        value = strict_json.loads(data)
    except strict_json.NotJson as refused:
        faults = refused.faults
    else:
        _check_read(data, value)
        return
    for fault in faults:
        assert fault.code in FAULTS
        assert len(fault.path) <= strict_json.MAX_DEPTH + 1
        assert all(fault.text.say(language) for language in Language)
    _check_refused(data, {fault.code for fault in faults})


def _check_read(data: bytes, value: Any) -> None:
    """A value is what the standard library reads, is plain, and reads again as the same."""
    assert value == json.loads(data.decode("utf-8"))
    assert _depth(value) <= strict_json.MAX_DEPTH
    _check_plain(value)
    for written in (
        json.dumps(value, ensure_ascii=False, allow_nan=False),
        json.dumps(value, indent=1, allow_nan=False),
    ):
        again = strict_json.loads(written.encode("utf-8"))
        assert again == value
        assert type(again) is type(value)


def _check_refused(data: bytes, codes: set[str]) -> None:
    """There are faults; a text is said to be no JSON exactly if the standard library agrees."""
    assert codes
    try:
        json.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        assert codes == {"not-utf-8"}
    except json.JSONDecodeError:
        assert codes == {"not-json"}
    except (ValueError, RecursionError):  # at the first place that is wrong; there may be others
        assert codes & {"number-too-long", "too-deep", "not-json"}
    else:
        assert codes.isdisjoint({"not-utf-8", "not-json"})


def _depth(value: Any) -> int:
    """How many lists and objects are nested; found level by level, so that nothing recurses."""
    level, depth = [value], 0
    while level := [each for each in level if isinstance(each, list | dict)]:
        depth += 1
        level = [
            inner for each in level for inner in (each.values() if isinstance(each, dict) else each)
        ]
    return depth


def _check_plain(value: Any) -> None:
    if isinstance(value, str):
        value.encode("utf-8")  # fails on half a character
    elif isinstance(value, float):
        assert math.isfinite(value)
    elif isinstance(value, list):
        for each in value:
            _check_plain(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            _check_plain(name)
            _check_plain(each)
    else:
        assert value is None or isinstance(value, bool | int)
