"""HTTP caching: what may be kept and for how long, and what has not changed since (RFC 9111, 9110).

Answers to safe questions are the same as long as the version is: the tag of an answer is that of
its question, so that a repeated one costs no evaluation. What a moment decides is never kept.
"""

import hashlib
import json

from flask import Flask, Response, g, request

import evaluators
from service.languages import current_language

SECONDS = 3600
"""How long an answer may be used without asking whether it has changed."""
KEPT = f"public, max-age={SECONDS}"
ASKED_FOR = "public, no-cache"
"""May be kept, and is asked for each time: the document, which changes with the version."""
NEVER = "no-store"

_SAFE = frozenset({"GET", "HEAD", "QUERY"})


class NotModified(Exception):  # noqa: N818 - no error: the client has the answer already
    """Raised when nothing needs to be evaluated, and nothing sent."""


def tag_question(question: object) -> None:
    """Give the answer the tag of its question; raises `NotModified` if the client has it.

    `question` is what was asked, as JSON; the path and the language are part of it as well. Only
    of safe methods: an answer to POST is not kept.
    """
    if request.method not in _SAFE:
        return
    asked = {
        "version": evaluators.__version__,
        "path": request.path,
        "language": current_language(),
        "question": question,
    }
    written = json.dumps(asked, sort_keys=True, separators=(",", ":"))
    g.etag = hashlib.sha256(written.encode("ascii")).hexdigest()[:32]
    if request.if_none_match.contains_weak(g.etag):
        raise NotModified


def register(app: Flask) -> None:
    """Say of every answer whether and how long it may be kept."""

    @app.errorhandler(NotModified)
    def nothing_new(_: NotModified) -> Response:
        return Response(status=304)

    @app.after_request
    def say_how_long(response: Response) -> Response:
        if response.status_code not in {200, 304} or request.method not in _SAFE:
            response.headers.setdefault("Cache-Control", NEVER)
            return response
        if tag := g.get("etag"):
            response.set_etag(tag)
            response.headers["Cache-Control"] = KEPT
        elif request.blueprint in {"v1", "docs"}:
            response.headers["Cache-Control"] = KEPT if request.blueprint == "v1" else ASKED_FOR
            if not response.direct_passthrough:  # a file has its tag, and was compared
                response.add_etag()
                response.make_conditional(request)
        else:
            response.headers["Cache-Control"] = NEVER
        return response
