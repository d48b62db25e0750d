"""JSON out of the service: one way to write it, for answers and problems alike."""

import json
from typing import Any

import orjson
from flask import Response


def json_text(value: Any) -> bytes:
    """Compact JSON in UTF-8; letters of all languages stand for themselves."""
    try:
        return orjson.dumps(value, option=orjson.OPT_PASSTHROUGH_DATACLASS)
    except TypeError:  # a whole number beyond 64 bits, for one
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def json_response(value: Any, status: int = 200, media_type: str = "application/json") -> Response:
    """A response whose body is the value."""
    return Response(json_text(value) + b"\n", status, mimetype=media_type)
