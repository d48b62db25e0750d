"""Questions asked again word for word, whose answers are given from memory.

What is answered depends on the question alone, so what has been answered once is the answer still.
It is counted and logged, and has an id of its own, as if it had been worked out anew.
"""

import io
import time
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, NamedTuple

from flask import g, request
from prometheus_client import Counter

from service import observation, problems

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]

ROOM = 8 * 1024 * 1024
"""Bytes of questions and answers that a worker keeps; the oldest give way."""
LARGEST = 4096
"""Bytes of a question that may be kept."""
LARGEST_ANSWER = 64 * 1024
"""Bytes of an answer that may be kept."""
_BESIDE = 2048
"""About so many bytes are kept beside the bodies of a question and its answer."""
_COUNTS = "arbiter.counts"
_DEPENDS_ON = (
    "PATH_INFO", "SERVER_PROTOCOL", "CONTENT_TYPE", "HTTP_HOST", "HTTP_ACCEPT",
    "HTTP_ACCEPT_LANGUAGE",
)  # fmt: skip
"""What an answer depends on, beside the body of the question."""
_UNCOMMON = frozenset(
    {
        "HTTP_ORIGIN",
        "HTTP_TRACEPARENT",
        "HTTP_CONTENT_ENCODING",
        "HTTP_TRANSFER_ENCODING",
        "HTTP_X_FORWARDED_PREFIX",
    }
)
"""A request that has one of these is answered anew."""


class Kept(NamedTuple):
    """An answer: its headers but for the id, and what is counted each time it is given.

    Not one to what is deprecated, since that is counted as well.
    """

    route: str
    status: str
    headers: list[tuple[str, str]]
    body: bytes
    counts: tuple[Counter, ...]


def may_be_repeated(counts: Iterable[Counter]) -> None:
    """Say that the answer being given may be given again, and what counts then each time."""
    request.environ[_COUNTS] = (g.route, tuple(counts))


class Repeating:
    """An application that remembers what it has answered."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._kept: dict[tuple[Any, ...], Kept] = {}
        self._room = ROOM
        self._changing = Lock()

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answer from memory, or let the application answer and remember it."""
        began = time.perf_counter()
        if not _may_be_known(environ):
            return self._application(environ, start_response)
        body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
        question = (*map(environ.get, _DEPENDS_ON), environ["CONTENT_LENGTH"], body)
        kept = self._kept.get(question)
        if kept is not None:
            return _again(kept, began, len(body), environ, start_response)
        environ["wsgi.input"] = io.BytesIO(body)
        return self._answer(question, environ, start_response)

    def _answer(
        self, question: tuple[Any, ...], environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]:
        answered: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            answered[:] = status, headers
            return start_response(status, headers, *error)

        parts = self._application(environ, start)
        body = b"".join(parts)
        if hasattr(parts, "close"):
            parts.close()
        status, headers = answered
        names = {name for name, _ in headers}
        if _COUNTS in environ and "Deprecation" not in names and len(body) <= LARGEST_ANSWER:
            same = [(name, value) for name, value in headers if name != observation.ID_HEADER]
            route, counts = environ[_COUNTS]
            self._keep(question, Kept(route, status, same, body, counts))
        return [body]

    def _keep(self, question: tuple[Any, ...], answer: Kept) -> None:
        with self._changing:
            if question in self._kept:
                return
            self._kept[question] = answer
            self._room -= _size(question, answer)
            while self._room < 0:
                oldest = next(iter(self._kept))
                self._room += _size(oldest, self._kept.pop(oldest))


def _may_be_known(environ: Environ) -> bool:
    length = environ.get("CONTENT_LENGTH", "")
    return (
        environ["REQUEST_METHOD"] == "POST"
        and length.isdecimal()
        and int(length) <= LARGEST
        and not environ["QUERY_STRING"]
        and _UNCOMMON.isdisjoint(environ)
        and not environ.get(problems.REFUSED)
    )


def _again(
    kept: Kept, began: float, received: int, environ: Environ, start_response: StartResponse
) -> Iterable[bytes]:
    for count in kept.counts:
        count.inc()
    request_id = observation.id_for(environ.get("HTTP_X_REQUEST_ID", ""))
    start_response(kept.status, [*kept.headers, (observation.ID_HEADER, request_id)])
    observation.note(
        environ,
        request_id=request_id,
        route=kept.route,
        method="POST",
        status=200,
        seconds=time.perf_counter() - began,
        request_bytes=received,
        response_bytes=len(kept.body),
    )
    return [kept.body]


def _size(question: tuple[Any, ...], answer: Kept) -> int:
    return len(question[-1]) + len(answer.body) + _BESIDE
