"""What the service counts. Every label takes values from a bounded set."""

import os
from collections.abc import Iterable

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    values,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from service import count_files
from service.count_files import CountFile
from service.departed import AllCounts

values.MmapedDict = CountFile  # type: ignore[assignment,attr-defined]  # no other way

METHODS = frozenset({"GET", "HEAD", "POST", "QUERY", "OPTIONS", "PUT", "PATCH", "DELETE"})
UNMATCHED = "(unmatched)"
"""The route of requests that no route takes."""
_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

REQUESTS = Counter("arbiter_http_requests", "Requests answered.", ["route", "method", "status"])
DURATION = Histogram(
    "arbiter_http_request_duration_seconds",
    "From the request's arrival in the application to its answer.",
    ["route", "method", "status"],
    buckets=_SECONDS,
)
WAITING = Histogram(
    "arbiter_http_request_waiting_seconds",
    "From when all of a request was there until a thread took it; probes and scrapes aside.",
    buckets=(0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
IN_PROGRESS = Gauge(
    "arbiter_http_requests_in_progress",
    "Requests that threads are working on now, probes and scrapes aside.",
    ["route", "method"],
    multiprocess_mode="livesum",
)
EVALUATIONS = Counter(
    "arbiter_evaluations",
    "Questions put to a game; outcome: answered, not-modified, invalid or failed.",
    ["game", "operation", "outcome"],
)
EVALUATION_TIME = Histogram(
    "arbiter_evaluation_seconds",
    "Time the rules themselves took.",
    ["game", "operation"],
    buckets=(0.00001, 0.000025, 0.00005, 0.0001, 0.00025, *_SECONDS),
)
COMBINATIONS = Counter(
    "arbiter_combinations", "Best combinations of the hands seen.", ["game", "combination"]
)
REFUSALS = Counter("arbiter_refusals", "Refusals given, by clause.", ["game", "clause"])
CAPACITY = Gauge(
    "arbiter_request_capacity",
    "Requests that can be worked on at once: the threads of all workers.",
    multiprocess_mode="livesum",
)
DRAINING = Gauge(
    "arbiter_draining_workers",
    "Workers that were told to stop and still answer.",
    multiprocess_mode="livesum",
)
GIVEN_UP = Counter(
    "arbiter_connections_given_up",
    "Connections ended for want of room, by what was waited for on them.",
    ["stage"],
)
_IN_MEMORY = (
    "arbiter_metrics_in_memory",
    "1 while a process keeps its counts in memory for want of space for their files.",
)
IN_MEMORY = Gauge(*_IN_MEMORY, multiprocess_mode="livemax")
WORKER_EXITS = Counter("arbiter_worker_exits", "Workers that have ended, told to or not.")
UNCOUNTED = Counter(
    "arbiter_rate_limiter_uncounted_requests",
    "Requests let through uncounted because what counts them was away.",
)
RATE_LIMITER_DOWN = Gauge(
    "arbiter_rate_limiter_down",
    "1 while a worker counts no requests because what counts them is away.",
    multiprocess_mode="livemax",
)
DEPRECATED_REQUESTS = Counter(
    "arbiter_deprecated_requests", "Requests to routes that are deprecated.", ["route"]
)
SUPERSEDED_RULESETS = Counter(
    "arbiter_superseded_rulesets",
    "Questions asked under rulesets that others have superseded.",
    ["game", "ruleset"],
)
BUILD = Gauge(
    "arbiter_build_info",
    "Always 1; the labels say what is running.",
    ["version", "python"],
    multiprocess_mode="mostrecent",
)


def method_label(method: str) -> str:
    """The method, or `other` for one that is not in common use."""
    return method if method in METHODS else "other"


class _AllMetrics(AllCounts):
    """What all processes have counted, and whether some is missing, which no file can tell."""

    def collect(self) -> Iterable[Metric]:
        found = GaugeMetricFamily(*_IN_MEMORY, value=not count_files.are_told())
        return [*(each for each in super().collect() if each.name != found.name), found]


def exposition() -> tuple[bytes, str]:
    """All metrics of all workers in Prometheus' text format, and its content type."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        _AllMetrics(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST
