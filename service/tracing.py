"""Where a request stands in a trace (W3C Trace Context), and spans for an OpenTelemetry collector.

The ids that a request brings in `traceparent` are known with tracing on or off. Spans are sent only
where the operator names a collector. They never hold what was asked: an address, a body or the text
of an exception may have cards in it.
"""

import contextlib
import importlib.util
import os
from collections.abc import Iterator
from threading import Thread

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.trace import Span, SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

import evaluators

_EXTRA = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http")
_TRACER = trace.get_tracer("card-arbiter", evaluators.__version__)
_W3C = TraceContextTextMapPropagator()
_PATIENCE = 2.0
"""How long a worker that ends tries to send its last spans, in seconds."""
_LONGEST = 512
"""Characters of `traceparent` that are looked at; of a longer one the library would warn."""


def is_installed() -> bool:
    """Whether the packages of the extra `tracing` are there, without which nothing can be sent."""
    try:
        return all(importlib.util.find_spec(name) for name in _EXTRA)
    except ModuleNotFoundError:  # of a parent
        return False


def start(endpoint: str) -> None:
    """Send spans to an OTLP/HTTP collector from now on, in batches.

    `endpoint` is its address, to which `/v1/traces` is added. To be called once in each worker and
    after the fork, which the sending thread would not outlive.
    """
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415 - an extra
        OTLPSpanExporter,
    )
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    os.environ.setdefault("OTEL_SERVICE_NAME", "card-arbiter")
    resource = Resource.create({"service.version": evaluators.__version__})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    exporter = OTLPSpanExporter(f"{endpoint.rstrip('/')}/v1/traces")
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)


def stop() -> None:
    """Send the last spans before a worker ends; a collector that does not answer is not waited for.

    The library itself would try for half a minute.
    """
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415 - an extra

    provider = trace.get_tracer_provider()
    if isinstance(provider, TracerProvider):  # else this worker never began
        last = Thread(target=provider.shutdown, daemon=True)
        last.start()
        last.join(_PATIENCE)


def begin(method: str, route: str | None, traceparent: str, *, record: bool) -> Span:
    """The span of a request, a child of the one that `traceparent` names if that is valid.

    `route` is None where no route takes the request. Where no spans are sent, or this one is not to
    be recorded, the span of the caller stands for it.
    """
    context = _W3C.extract({"traceparent": traceparent[:_LONGEST]}, Context())
    if not record:
        return trace.get_current_span(context)
    attributes = {"http.request.method": "_OTHER" if method == "other" else method}
    name = "HTTP" if method == "other" else method
    if route is not None:
        attributes["http.route"] = route
        name = f"{name} {route}"
    return _TRACER.start_span(name, context, SpanKind.SERVER, attributes)


def end(span: Span, status: int) -> None:
    """End the span of a request that was answered with this status; 500 and more is an error."""
    span.set_attribute("http.response.status_code", status)
    if status >= 500:  # noqa: PLR2004 - the server's errors
        span.set_attribute("error.type", str(status))
        span.set_status(StatusCode.ERROR)
    span.end()


@contextlib.contextmanager
def evaluation(request: Span, game: str, operation: str) -> Iterator[None]:
    """A span within that of a request: the time that the rules take."""
    context = trace.set_span_in_context(request, Context())
    attributes = {"arbiter.game": game, "arbiter.operation": operation}
    span = _TRACER.start_span(f"{game} {operation}", context, attributes=attributes)
    try:
        yield
    finally:
        span.end()


def ids(span: Span) -> tuple[str, str] | tuple[None, None]:
    """The ids of the trace and of the span in hexadecimal; None where there is no trace."""
    context = span.get_span_context()
    if not context.is_valid:
        return None, None
    return trace.format_trace_id(context.trace_id), trace.format_span_id(context.span_id)
