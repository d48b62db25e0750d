"""A small OTLP/HTTP collector on loopback: it keeps the spans it is sent."""

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.common.v1.common_pb2 import KeyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

Value = str | int


@dataclass(frozen=True)
class Told:
    """A span as it was sent, with ids in hexadecimal."""

    name: str
    kind: str
    trace_id: str
    span_id: str
    parent_id: str
    status: str
    attributes: dict[str, Value]
    events: int


@dataclass
class Collector:
    """Where it listens, and what it was sent."""

    url: str
    spans: list[Told] = field(default_factory=list)
    resources: list[dict[str, Value]] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)


@contextlib.contextmanager
def collecting() -> Iterator[Collector]:
    """A collector that listens while the block runs."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            known = self.path == "/v1/traces"
            if known:
                _keep(collector, body)
            answer = ExportTraceServiceResponse().SerializeToString()
            self.send_response(200 if known else 404)
            self.send_header("Content-Type", "application/x-protobuf")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        collector = Collector(f"http://127.0.0.1:{server.server_port}")
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield collector
        finally:
            server.shutdown()
            thread.join()


def _keep(collector: Collector, body: bytes) -> None:
    collector.raw.append(body)
    request = ExportTraceServiceRequest.FromString(body)
    for resource in request.resource_spans:
        collector.resources.append(_attributes(resource.resource.attributes))
        collector.spans += [_told(span) for scope in resource.scope_spans for span in scope.spans]


def _told(span: Span) -> Told:
    return Told(
        name=span.name,
        kind=Span.SpanKind.Name(span.kind).removeprefix("SPAN_KIND_"),
        trace_id=span.trace_id.hex(),
        span_id=span.span_id.hex(),
        parent_id=span.parent_span_id.hex(),
        status=Status.StatusCode.Name(span.status.code).removeprefix("STATUS_CODE_"),
        attributes=_attributes(span.attributes),
        events=len(span.events),
    )


def _attributes(pairs: Iterable[KeyValue]) -> dict[str, Value]:
    return {
        pair.key: pair.value.int_value
        if pair.value.HasField("int_value")
        else pair.value.string_value
        for pair in pairs
    }
