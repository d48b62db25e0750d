"""JSON out of the service: one way to write it, for answers and problems alike."""

import json
from typing import Any

from flask import Response


def json_text(value: Any) -> str:
    """Compact JSON; letters of all languages stand for themselves."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def json_response(value: Any, status: int = 200, media_type: str = "application/json") -> Response:
    """A response whose body is the value."""
    return Response(json_text(value) + "\n", status, mimetype=media_type)
