"""HTTP caching: what may be kept and for how long, and what has not changed since (RFC 9111, 9110).

Answers to safe questions are the same as long as the version is: the tag of an answer is that of
its question, so that a repeated one costs no evaluation. What a moment decides is never kept.
"""

import hashlib
import json
from pathlib import Path

from flask import Flask, Response, g, request

from evaluators.engine import ENGINE, digest_of
from service.languages import current_language
from service.settings import Settings

CODE = f"{ENGINE}+{digest_of(Path(__file__).parent, '.py', '.toml')}"
"""What an answer depends on beside its question: the rules and texts, and how it is written."""
SECONDS = 3600
"""How long an answer may be used without asking whether it has changed."""
ASKED_FOR = "public, no-cache"
"""May be kept, and is asked for each time: the document, which changes with the version."""
NEVER = "no-store"

_SAFE = frozenset({"GET", "HEAD", "QUERY"})


class NotModified(Exception):  # noqa: N818 - no error: the client has the answer already
    """Raised when nothing needs to be evaluated, and nothing sent."""


def is_kept() -> bool:
    """Whether the answer to this method may be kept: not one to POST."""
    return request.method in _SAFE


def tag_question(question: object, *, max_work: int) -> None:
    """Give the answer the tag of its question; raises `NotModified` if the client has it.

    `question` is what was asked, in its canonical form; the path and the language are part of it.
    So is the work allowed, on which it depends whether there is an answer.
    """
    asked = {
        "code": CODE,
        "path": request.path,
        "language": current_language(),
        "question": question,
        "max_work": max_work,
    }
    written = json.dumps(asked, sort_keys=True, separators=(",", ":"), default=str)
    g.etag = hashlib.sha256(written.encode("ascii")).hexdigest()[:32]
    known = request.if_none_match
    if known.contains_weak(g.etag) and not known.star_tag:  # `*` matches what there is to answer
        raise NotModified


def register(app: Flask, settings: Settings) -> None:
    """Say of every answer whether and how long it may be kept, and by whom.

    What is answered to who has a key is for none but him.
    """
    kept = f"{'private' if settings.api_keys else 'public'}, max-age={SECONDS}"

    @app.before_request
    def change_nothing() -> None:
        """Nothing is changed here, whatever a client wants to be as it was (RFC 9110, 13.1)."""
        for name in ("HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE"):
            request.environ.pop(name, None)

    @app.errorhandler(NotModified)
    def nothing_new(_: NotModified) -> Response:
        return Response(status=304)

    @app.after_request
    def say_how_long(response: Response) -> Response:
        if response.status_code not in {200, 206, 304} or not is_kept():
            response.headers.setdefault("Cache-Control", NEVER)
            return response
        if tag := g.get("etag"):
            response.set_etag(tag)
            response.headers["Cache-Control"] = kept
            if request.if_none_match.star_tag:
                response.status_code = 304  # werkzeug would do so for GET and HEAD alone
        elif request.blueprint in {"v1", "docs"}:
            response.headers["Cache-Control"] = kept if request.blueprint == "v1" else ASKED_FOR
            if not response.direct_passthrough:  # a file has its tag, and was compared
                response.add_etag()
                response.make_conditional(request)
        else:
            response.headers["Cache-Control"] = NEVER
        return response
