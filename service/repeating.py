"""Questions whose answers need no look at the whole request: asked again, or asked as others were.

What is answered depends on the question alone, so what has been answered once word for word is the
answer still, and is given from memory. Of a question whose headers are those of one that has been
answered only the body has to be read, and the headers of the answer are the same. All is counted
and logged, and has an id of its own, as any other.
"""

import io
import time
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, NamedTuple

from flask import g, request
from prometheus_client import Counter, Gauge

from service import metrics, observation, problems
from service.log_lines import About

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]
Headers = list[tuple[str, str]]


class KnownHeaders(list[tuple[str, str]]):
    """All headers of an answer; those that are `known` have been sent before, the `own` ones not.

    A server that looks whether headers are ones need look at the own ones alone.
    """

    def __init__(self, known: Headers, own: Headers) -> None:
        super().__init__([*known, *own])
        self.known = known
        self.own = own


ROOM = 8 * 1024 * 1024
"""Bytes of questions and answers that a worker keeps; the oldest give way."""
LARGEST = 4096
"""Bytes of a question that may be kept, or be answered by its body alone."""
LARGEST_ANSWER = 64 * 1024
"""Bytes of an answer that may be kept."""
MOST_MANNERS = 64
"""In so many manners, each the headers of a question, a worker knows what is asked."""
_BESIDE = 2048
"""About so many bytes are kept beside the bodies of a question and its answer."""
_NOTED = "arbiter.noted"
_OWN = frozenset({observation.ID_HEADER, "Content-Length"})
"""Headers that each answer has for itself."""
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
"""A request that has one of these is answered in the ordinary way."""


Count = tuple[Counter, int]
"""A counter, and by how much it grows."""


class Worked(NamedTuple):
    """An answer's body and what it counts; one that is `dear` is worth being kept."""

    body: bytes
    counts: tuple[Count, ...]
    dear: bool


Work = Callable[[bytes], Worked | None]
"""Answers a question by its body, if nothing about it is wrong or unusual; else None."""


class Manner(NamedTuple):
    """What is common to all questions with the same headers, and answers to them."""

    route: str
    status: str
    headers: Headers
    work: Work
    in_progress: Gauge


class Kept(NamedTuple):
    """An answer, but for its id, and what is counted each time it is given.

    Not one to what is deprecated, since that is counted as well.
    """

    manner: Manner
    body: bytes
    counts: tuple[Count, ...]


def may_be_repeated(counts: Iterable[Count], work: Work) -> None:
    """Say that the answer being given may be given again, and what counts then each time.

    `work` answers other questions with the same headers.
    """
    request.environ[_NOTED] = (g.route, tuple(counts), work)


class Repeating:
    """An application that remembers what it has answered.

    `most_bytes` is how large a body may be; larger ones are refused in the ordinary way.
    """

    def __init__(self, application: Application, most_bytes: int = LARGEST) -> None:
        self._application = application
        self._most_bytes = min(LARGEST, most_bytes)
        self._kept: dict[tuple[Any, ...], Kept] = {}
        self._manners: dict[tuple[Any, ...], Manner] = {}
        self._room = ROOM
        self._changing = Lock()

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answer from memory or by the body alone, or let the application answer."""
        began = time.perf_counter()
        if not self._may_be_known(environ):
            return self._application(environ, start_response)
        length = int(environ["CONTENT_LENGTH"])
        body = environ["wsgi.input"].read(length)
        environ["wsgi.input"] = io.BytesIO(body)
        if len(body) < length:  # the client stopped sending
            return self._application(environ, start_response)
        head = tuple(map(environ.get, _DEPENDS_ON))
        manner = self._manners.get(head)
        if manner is not None:
            manner.in_progress.inc()
            try:
                kept = self._kept.get((head, body)) or self._worked_out(manner, head, body)
                if kept is not None:
                    return _give(kept, began, length, environ, start_response)
            finally:
                manner.in_progress.dec()
        return self._answer(head, body, environ, start_response)

    def _may_be_known(self, environ: Environ) -> bool:
        length = environ.get("CONTENT_LENGTH", "")
        return (
            environ["REQUEST_METHOD"] == "POST"
            and length.isdecimal()
            and int(length) <= self._most_bytes
            and not environ["QUERY_STRING"]
            and environ.keys().isdisjoint(_UNCOMMON)
            and not environ.get(problems.REFUSED)
        )

    def _worked_out(self, manner: Manner, head: tuple[Any, ...], body: bytes) -> Kept | None:
        """The answer to a question that is asked as others were, if nothing else is unusual."""
        worked = manner.work(body)
        if worked is None:
            return None
        answer = Kept(manner, worked.body, worked.counts)
        if worked.dear:
            self._keep((head, body), answer)
        return answer

    def _answer(
        self, head: tuple[Any, ...], asked: bytes, environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]:
        answered: list[Any] = []

        def start(status: str, headers: Headers, *error: Any) -> Any:
            answered[:] = status, headers
            return start_response(status, headers, *error)

        parts = self._application(environ, start)
        body = b"".join(parts)
        if hasattr(parts, "close"):
            parts.close()
        status, headers = answered
        names = {name for name, _ in headers}
        if _NOTED in environ and "Deprecation" not in names:
            route, counts, work = environ[_NOTED]
            common = [(name, value) for name, value in headers if name not in _OWN]
            in_progress = metrics.IN_PROGRESS.labels(route, environ["REQUEST_METHOD"])
            manner = Manner(route, status, common, work, in_progress)
            self._keep((head, asked), Kept(manner, body, counts))
            self._learn(head, manner)
        return [body]

    def _learn(self, head: tuple[Any, ...], manner: Manner) -> None:
        with self._changing:
            self._manners[head] = manner
            if len(self._manners) > MOST_MANNERS:
                del self._manners[next(iter(self._manners))]

    def _keep(self, question: tuple[Any, ...], answer: Kept) -> None:
        if len(answer.body) > LARGEST_ANSWER:
            return
        with self._changing:
            if question in self._kept:
                return
            self._kept[question] = answer
            self._room -= _size(question, answer)
            while self._room < 0:
                oldest = next(iter(self._kept))
                self._room += _size(oldest, self._kept.pop(oldest))


def _give(
    kept: Kept, began: float, received: int, environ: Environ, start_response: StartResponse
) -> Iterable[bytes]:
    for counter, times in kept.counts:
        counter.inc(times)
    request_id = observation.id_for(environ.get("HTTP_X_REQUEST_ID", ""))
    manner = kept.manner
    own = [("Content-Length", str(len(kept.body))), (observation.ID_HEADER, request_id)]
    start_response(manner.status, KnownHeaders(manner.headers, own))
    about = About(
        request_id=request_id,
        route=manner.route,
        method="POST",
        status=200,
        waited_ms=observation.waited_ms(environ),
        duration_ms=observation.since_ms(began),
        request_bytes=received,
        response_bytes=len(kept.body),
    )
    observation.note(environ, about)
    return [kept.body]


def _size(question: tuple[Any, ...], answer: Kept) -> int:
    return len(question[-1]) + len(answer.body) + _BESIDE
