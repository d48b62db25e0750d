"""What is noted about every request: its id, one log line, its metrics. Never a card."""

import logging
import os
import re
import time
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, g, request
from prometheus_client import Counter, Histogram

from service import metrics, tracing
from service.log_lines import About, RequestRecord

ID_HEADER = "X-Request-ID"
LONGEST_ID = 128
WAITED = "arbiter.waited"
"""Where the worker tells how many seconds a request has waited for a thread since it was whole."""
AT_ONCE = "arbiter.at_once"
"""Where it tells that a request has not taken any of the threads that questions share."""
_MOST_BYTES = 2**63 - 1
"""A client may announce more than a line of the log can tell."""
_GOOD_ID = re.compile(rf"[A-Za-z0-9._~-]{{1,{LONGEST_ID}}}")
_LOG = logging.getLogger("service.requests")


def id_for(given: str) -> str:
    """The id of a request: its own if that is one, else a new one."""
    return given if _GOOD_ID.fullmatch(given) else os.urandom(16).hex()


def waited_ms(environ: Mapping[str, Any]) -> float:
    """How long a request has waited for a thread, in milliseconds."""
    return round(float(environ.get(WAITED, 0.0)) * 1000, 3)


def since_ms(began: float) -> float:
    """How long ago something began, by `perf_counter`, in milliseconds."""
    return round((time.perf_counter() - began) * 1000, 3)


def note(environ: Mapping[str, Any], about: About) -> None:
    """Count a request that has been answered, and write its line."""
    if not environ.get(AT_ONCE):
        metrics.WAITING.observe(about.waited_ms / 1000)
    requests, durations = _measured(about.route, about.method, str(about.status))
    requests.inc()
    durations.observe(about.duration_ms / 1000)
    if _LOG.isEnabledFor(logging.INFO):
        # Not by `info`, which would look for the line of code that calls it.
        _LOG.handle(RequestRecord(_LOG.name, about))


@cache
def _measured(*labels: str) -> tuple[Counter, Histogram]:
    """Where requests with these labels, of which there are only so many, are counted."""
    return metrics.REQUESTS.labels(*labels), metrics.DURATION.labels(*labels)


def _sent(response: Response) -> int:
    """The bytes of an answer's body that are sent."""
    if request.method == "HEAD" or response.status_code == HTTPStatus.NOT_MODIFIED:
        return 0
    return response.content_length or response.calculate_content_length() or 0


def register(app: Flask) -> None:
    """Note every request that reaches the application, whatever becomes of it."""

    @app.before_request
    def begin() -> None:
        g.request_id = id_for(request.headers.get(ID_HEADER, ""))
        g.began = time.perf_counter()
        g.route = request.url_rule.rule if request.url_rule else metrics.UNMATCHED
        g.method = metrics.method_label(request.method)
        if not request.environ.get(AT_ONCE):
            metrics.IN_PROGRESS.labels(g.route, g.method).inc()
        g.span = tracing.begin(
            g.method,
            None if g.route == metrics.UNMATCHED else g.route,
            request.headers.get("traceparent", ""),
            record=request.blueprint != "health",
        )

    @app.after_request
    def end(response: Response) -> Response:
        response.headers[ID_HEADER] = g.request_id
        trace_id, span_id = tracing.ids(g.span)
        about = About(
            request_id=g.request_id,
            route=g.route,
            method=g.method,
            status=response.status_code,
            waited_ms=waited_ms(request.environ),
            duration_ms=since_ms(g.began),
            request_bytes=min(g.get("received", request.content_length or 0), _MOST_BYTES),
            response_bytes=_sent(response),
            trace_id=trace_id,
            span_id=span_id,
        )
        note(request.environ, about)
        tracing.end(g.span, response.status_code)
        return response

    @app.teardown_request
    def leave(_: BaseException | None) -> None:
        if not request.environ.get(AT_ONCE):
            metrics.IN_PROGRESS.labels(g.route, g.method).dec()
