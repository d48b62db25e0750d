"""The floor below the floor: a WSGI callable that parses the same JSON and returns a constant."""

import os
from collections.abc import Callable, Iterable
from typing import Any

import orjson

_BODY = b"x" * int(os.environ.get("BARE_BYTES", "1000"))
_HEADERS = [("Content-Type", "application/json"), ("Content-Length", str(len(_BODY)))]


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Parse, and answer without a thought."""
    orjson.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
    start_response("200 OK", _HEADERS)
    return [_BODY]
