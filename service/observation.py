"""What is noted about every request: its id, one log line, its metrics. Never a card."""

import logging
import os
import re
import time
from functools import cache
from http import HTTPStatus

from flask import Flask, Response, g, request
from prometheus_client import Counter, Histogram

from service import metrics, tracing
from service.log_lines import AboutRequest

ID_HEADER = "X-Request-ID"
_GOOD_ID = re.compile(r"[A-Za-z0-9._~-]{1,128}")
_LOG = logging.getLogger("service.requests")


def log_request(  # noqa: PLR0913 - the fields of the line
    *,
    request_id: str,
    route: str,
    method: str,
    status: int,
    duration_ms: float | None,
    request_bytes: int | None,
    response_bytes: int,
    trace_id: str | None,
    span_id: str | None,
) -> None:
    """Write the one line about a request; None where it was not measured, or in no trace."""
    fields = locals()
    if _LOG.isEnabledFor(logging.INFO):
        # Not by `info`, which would look for the line of code that calls it.
        _LOG.handle(AboutRequest(_LOG.name, fields))


def id_for(given: str) -> str:
    """The id of a request: its own if that is one, else a new one."""
    return given if _GOOD_ID.fullmatch(given) else os.urandom(16).hex()


def note(  # noqa: PLR0913 - what is noted
    *,
    request_id: str,
    route: str,
    method: str,
    status: int,
    seconds: float,
    request_bytes: int,
    response_bytes: int,
    trace_id: str | None = None,
    span_id: str | None = None,
) -> None:
    """Count a request that has been answered, and write its line."""
    requests, durations = _measured(route, method, str(status))
    requests.inc()
    durations.observe(seconds)
    log_request(
        request_id=request_id,
        route=route,
        method=method,
        status=status,
        duration_ms=round(seconds * 1000, 3),
        request_bytes=request_bytes,
        response_bytes=response_bytes,
        trace_id=trace_id,
        span_id=span_id,
    )


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
        note(
            request_id=g.request_id,
            route=g.route,
            method=g.method,
            status=response.status_code,
            seconds=time.perf_counter() - g.began,
            request_bytes=g.get("received", request.content_length or 0),
            response_bytes=_sent(response),
            trace_id=trace_id,
            span_id=span_id,
        )
        tracing.end(g.span, response.status_code)
        return response

    @app.teardown_request
    def leave(_: BaseException | None) -> None:
        metrics.IN_PROGRESS.labels(g.route, g.method).dec()
