"""Spans that the real service sends to a collector, and what its log says of them."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

import evaluators
from service import tracing
from tests.live.processes import wait_until
from tests.serving import ROOT, Server, free_port, serve
from tests.watching.collector import Collector, Told, collecting

EVALUATE = "/v1/games/vinegret/evaluate"
HAND = "9d8d7d6d"
TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"
FROM_CALLER = {"traceparent": f"00-{TRACE}-{PARENT}-01"}
SOON = {"OTEL_BSP_SCHEDULE_DELAY": "100"}
"""Milliseconds between batches; the library's own default is 5000."""
GUNICORN = str(Path(sys.executable).parent / "gunicorn")


@pytest.fixture(scope="module")
def traced() -> Iterator[tuple[Server, Collector]]:
    """A service with tracing on, and where its spans go."""
    with collecting() as collector, serve(ARBITER_OTLP_ENDPOINT=collector.url, **SOON) as server:
        yield server, collector


def line(server: Server, answer: httpx.Response) -> dict[str, Any]:
    """The line of the log about this request."""
    lines = map(json.loads, server.log.read_text().splitlines())
    (found,) = (each for each in lines if each.get("request_id") == answer.headers["X-Request-ID"])
    return dict(found)


def spans(traced: tuple[Server, Collector], answer: httpx.Response, number: int) -> list[Told]:
    """The spans of a request, that of the request itself first, when all have come."""
    server, collector = traced
    trace = line(server, answer)["trace_id"]

    def come() -> list[Told]:
        return [span for span in collector.spans if span.trace_id == trace]

    wait_until(lambda: len(come()) >= number)
    found = sorted(come(), key=lambda span: span.kind, reverse=True)
    assert len(found) == number
    return found


def test_a_question_has_a_span_and_within_it_one_for_the_rules(
    traced: tuple[Server, Collector],
) -> None:
    server, _ = traced
    answer = httpx.post(f"{server.url}{EVALUATE}", json={"hand": HAND})
    request, rules = spans(traced, answer, 2)
    assert (request.name, request.kind, request.status) == (f"POST {EVALUATE}", "SERVER", "UNSET")
    assert request.attributes == {
        "http.request.method": "POST",
        "http.route": EVALUATE,
        "http.response.status_code": 200,
    }
    assert (rules.name, rules.kind) == ("vinegret evaluate", "INTERNAL")
    assert rules.attributes == {"arbiter.game": "vinegret", "arbiter.operation": "evaluate"}
    assert (request.parent_id, rules.parent_id) == ("", request.span_id)
    noted = line(server, answer)
    assert (noted["trace_id"], noted["span_id"]) == (request.trace_id, request.span_id)


def test_a_callers_trace_is_continued(traced: tuple[Server, Collector]) -> None:
    server, _ = traced
    answer = httpx.get(f"{server.url}/v1/games", headers=FROM_CALLER)
    (request,) = spans(traced, answer, 1)
    assert (request.trace_id, request.parent_id) == (TRACE, PARENT)
    assert line(server, answer)["trace_id"] == TRACE
    assert line(server, answer)["span_id"] == request.span_id != PARENT


def test_a_trace_that_the_caller_does_not_sample_is_noted_and_not_sent(
    traced: tuple[Server, Collector],
) -> None:
    server, collector = traced
    unsampled = "1" * 32
    headers = {"traceparent": f"00-{unsampled}-{PARENT}-00"}
    answer = httpx.get(f"{server.url}/v1/games", headers=headers)
    assert line(server, answer)["trace_id"] == unsampled
    spans(traced, httpx.get(f"{server.url}/v1/games"), 1)
    assert unsampled not in {span.trace_id for span in collector.spans}


@pytest.mark.parametrize(
    ("method", "path", "name", "attributes"),
    [
        ("GET", f"/{HAND}", "GET", {"http.response.status_code": 404}),
        ("BREW", f"/{HAND}", "HTTP", {"http.request.method": "_OTHER"}),
        ("GET", f"{EVALUATE}?hand={HAND}{HAND}", f"GET {EVALUATE}", {"http.route": EVALUATE}),
    ],
)
def test_a_wrong_request_is_no_error_of_the_service(
    traced: tuple[Server, Collector],
    method: str,
    path: str,
    name: str,
    attributes: dict[str, str | int],
) -> None:
    server, _ = traced
    (request,) = spans(traced, httpx.request(method, f"{server.url}{path}"), 1)
    assert (request.name, request.status) == (name, "UNSET")
    assert request.attributes.items() >= attributes.items()


def test_no_span_tells_a_card_or_an_address(traced: tuple[Server, Collector]) -> None:
    server, collector = traced
    headers = {"Referer": f"/{HAND}", "User-Agent": HAND, "tracestate": f"a={HAND}"}
    for path, number in (
        (f"{EVALUATE}?hand={HAND}", 2),
        (f"{EVALUATE}?hand={HAND * 2}", 1),
        (f"/{HAND}", 1),
    ):
        answer = httpx.get(f"{server.url}{path}", headers=headers)
        assert all(span.events == 0 for span in spans(traced, answer, number))
    assert collector.raw
    assert not any(HAND.encode() in sent for sent in collector.raw)


def test_probes_and_metrics_have_no_spans(traced: tuple[Server, Collector]) -> None:
    server, collector = traced
    for path in ("/livez", "/readyz", "/version", "/metrics"):
        answer = httpx.get(f"{server.url}{path}")
        assert line(server, answer)["trace_id"] is None
    spans(traced, httpx.get(f"{server.url}/v1/games"), 1)
    routes = {str(span.attributes.get("http.route", "/v1/")) for span in collector.spans}
    assert all(route.startswith("/v1/") for route in routes)


@pytest.mark.parametrize("status", [500, 503])
def test_an_error_of_the_service_is_an_error_of_its_span(status: int) -> None:
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    tracing.end(provider.get_tracer("test").start_span("GET /"), status)
    (span,) = kept.get_finished_spans()
    assert span.status.status_code is StatusCode.ERROR
    assert dict(span.attributes or {}) == {
        "http.response.status_code": status,
        "error.type": str(status),
    }


def test_spans_say_who_sent_them(traced: tuple[Server, Collector]) -> None:
    server, collector = traced
    spans(traced, httpx.get(f"{server.url}/v1/games"), 1)
    for resource in collector.resources:
        assert resource["service.name"] == "card-arbiter"
        assert resource["service.version"] == evaluators.__version__


def test_the_last_spans_are_sent_before_a_worker_ends() -> None:
    with collecting() as collector, serve(ARBITER_OTLP_ENDPOINT=f"{collector.url}/") as server:
        for _ in range(4):
            httpx.get(f"{server.url}/v1/games", headers=FROM_CALLER)
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(30)
        assert [span.trace_id for span in collector.spans] == [TRACE] * 4


@pytest.mark.parametrize("listens", [False, True])
def test_a_collector_that_is_away_or_silent_costs_no_answer_and_hardly_delays_a_stop(
    listens: bool,
) -> None:
    with contextlib.ExitStack() as stack:
        port = free_port()
        if listens:
            port = stack.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1]
        endpoint = f"http://127.0.0.1:{port}"
        patient = {"OTEL_EXPORTER_OTLP_TIMEOUT": "60"}  # seconds; without our limit a stop took 30
        server = stack.enter_context(serve(ARBITER_OTLP_ENDPOINT=endpoint, **SOON, **patient))
        for _ in range(10):
            assert httpx.get(f"{server.url}/v1/games").elapsed.total_seconds() < 1
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(30) == 0
        assert time.monotonic() - began < 15


def test_without_the_extra_the_start_says_what_is_missing(tmp_path: Path) -> None:
    config = tmp_path / "without_extra.py"
    config.write_text(
        "import runpy, sys\n"
        "sys.modules['opentelemetry.sdk'] = None\n"
        "globals().update(runpy.run_path('service/gunicorn_conf.py'))\n"
    )
    with serve(str(config)) as server:
        assert httpx.get(f"{server.url}/v1/games").status_code == 200
    ended = subprocess.run(
        [GUNICORN, "--config", str(config)],
        cwd=ROOT,
        env={**os.environ, "ARBITER_OTLP_ENDPOINT": "http://127.0.0.1:4318"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode != 0
    assert "ARBITER_OTLP_ENDPOINT: " in ended.stderr
    assert "requirements-tracing.lock" in ended.stderr
