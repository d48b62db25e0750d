"""The API's own description: the OpenAPI document, and a page to try it on.

The page comes with the service and fetches nothing from elsewhere.
"""

from functools import cache
from pathlib import Path
from typing import Any

import flask_swagger_ui
from flask import Blueprint, Response, request, send_from_directory, url_for
from werkzeug.exceptions import NotFound

from service.json_answers import json_text

docs = Blueprint("docs", __name__)

_DOCUMENT = Path(__file__).parent.parent / "openapi.yaml"
_ASSETS = Path(flask_swagger_ui.__file__).parent / "dist"
_SERVED = frozenset({"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"})
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; "
    "base-uri 'none'"
)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Card Arbiter API</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="page"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
_START = """SwaggerUIBundle({
  url: "openapi.json", dom_id: "#page", deepLinking: true, tryItOutEnabled: true,
  validatorUrl: null
});
"""


@docs.get("/openapi.yaml")
def as_yaml() -> Response:
    """The OpenAPI document as it is kept in the repository."""
    return Response(_DOCUMENT.read_text("utf-8"), mimetype="application/yaml")


@cache
def _document() -> dict[str, Any]:
    import yaml  # noqa: PLC0415 - most never ask for this

    document: dict[str, Any] = yaml.load(_DOCUMENT.read_text("utf-8"), yaml.CSafeLoader)
    return document


@cache
def _as_json() -> bytes:
    return json_text(_document())


@docs.get("/openapi.json")
def as_json() -> Response:
    """The same document as JSON; behind a proxy that adds a prefix, its paths are below that."""
    text = _as_json()
    if prefix := request.script_root:
        text = json_text(_document() | {"servers": [{"url": prefix}]})
    return Response(text, mimetype="application/json")


@docs.get("/", strict_slashes=False)  # the path of `http://instance` is empty
def root() -> Response:
    """Where somebody who knows only the address of the instance finds the page."""
    response = Response(status=302, headers={"Location": url_for("docs.page")})
    del response.headers["Content-Type"]  # nothing is there, and no HTML
    return response


@docs.get("/docs")
def page() -> Response:
    """A page on which every operation can be read and tried."""
    return Response(_PAGE, mimetype="text/html", headers={"Content-Security-Policy": _POLICY})


@docs.get("/docs/<name>")
def asset(name: str) -> Response:
    """A file that the page needs."""
    if name == "start.js":
        return Response(_START, mimetype="text/javascript")
    if name not in _SERVED:
        raise NotFound
    return send_from_directory(_ASSETS, name, max_age=86400)
