"""A real Prometheus scrapes the real service: what rules, alerts and the dashboard make of it.

Everything the dashboard asks is asked at one moment, `Watched.at`. The requests that are counted
were all sent within the window before it, and every series was there, at rest, at the window's
start: so a rate over the window is what was sent, divided by the window's length.
"""

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.live.processes import wait_until, workers
from tests.serving import Server, serve
from tests.watching.dashboard import QUERIES, Query
from tests.watching.debian_prometheus import Prometheus, needs_prometheus, scraping

pytestmark = needs_prometheus

WINDOW = 20
"""Seconds that stand for Grafana's `$__rate_interval`."""
ATTEMPTS = 4
EVALUATE = "/v1/games/vinegret/evaluate"
GOOD = f"{EVALUATE}?hand=ThTsTd3c"
BATCH = f"{EVALUATE}/batch"
MOVES = "/v1/games/vinegret/legal-moves"
ECARTE = "/v1/games/ecarte/evaluate"
RULES = "/v1/games/vinegret/rules/<clause>"
GOOD_TIMES, KNOWN_TIMES, WRONG_TIMES, MOVES_TIMES = 12, 8, 6, 5
BATCH_TIMES, ECARTE_TIMES, RULE_TIMES, NOWHERE_TIMES = 2, 3, 7, 4
REQUESTS = GOOD_TIMES + KNOWN_TIMES + WRONG_TIMES + MOVES_TIMES + BATCH_TIMES
REQUESTS += ECARTE_TIMES + RULE_TIMES + NOWHERE_TIMES
SAFE = GOOD_TIMES + KNOWN_TIMES + WRONG_TIMES + RULE_TIMES


def ask_all(server: Server, *, once: bool) -> None:
    """Send every request as often as the numbers above say, or once."""

    def times(number: int) -> range:
        return range(1 if once else number)

    worked_out = {"Origin": "https://club.example"}  # none is answered from memory
    with httpx.Client(base_url=server.url, headers=worked_out) as client:
        for _ in times(GOOD_TIMES):
            tag = client.get(GOOD).headers["ETag"]
        for _ in times(KNOWN_TIMES):
            assert client.get(GOOD, headers={"If-None-Match": tag}).status_code == 304
        for _ in times(WRONG_TIMES):
            assert client.get(f"{EVALUATE}?hand=KhKs").status_code == 422
        for _ in times(MOVES_TIMES):
            raised = {"phase": "first-betting", "to_hold": 3}
            assert client.post(MOVES, json={"situation": raised}).status_code == 200
        for _ in times(BATCH_TIMES):
            hands = ["2c2d2h2s", "2c2d2h2s", "ThTsTd3c"]
            assert client.post(BATCH, json={"hands": hands}).status_code == 200
        for _ in times(ECARTE_TIMES):
            assert client.post(ECARTE, json={"hand": "9d"}).status_code == 422
        for _ in times(RULE_TIMES):
            assert client.get("/v1/games/vinegret/rules/vinegret.pack").status_code == 200
        for _ in times(NOWHERE_TIMES):
            assert client.get("/nothing").status_code == 404


@dataclass(frozen=True)
class Watched:
    """The service, who watches it, and the moment at which what was sent is looked at."""

    server: Server
    prometheus: Prometheus
    at: float
    times: int
    """How often all was sent, in the window but once: again if a busy machine missed a scrape."""

    def ask(self, query: Query) -> dict[str, float]:
        """What a query of the dashboard gives: values by the values of their labels."""
        expression = (
            query.expression.replace("$job", "card-arbiter")
            .replace("$instance", ".*")
            .replace("$__rate_interval", f"{WINDOW}s")
        )
        return by_labels(self.prometheus.ask(expression, self.at))


def by_labels(found: dict[frozenset[tuple[str, str]], float]) -> dict[str, float]:
    """Values by the values of their labels, those that say where it was measured left out."""
    left_out = {"__name__", "job", "instance", "python"}
    return {
        " ".join(value for name, value in sorted(labels) if name not in left_out): number
        for labels, number in found.items()
    }


OURS = 'sum(arbiter_http_requests_total{route!~"/readyz|/metrics"})'
ALL_SCRAPES = f"min_over_time(up[{WINDOW}s]) > 0 and count_over_time(up[{WINDOW}s]) >= {WINDOW - 2}"


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    with serve() as server:
        ask_all(server, once=True)
        with scraping(server.port, tmp_path_factory.mktemp("prometheus")) as prometheus:
            wait_until(lambda: prometheus.value(OURS) > 0)
            times = 0
            in_time = False
            while not in_time and times < ATTEMPTS:
                at, in_time = send_and_scrape(server, prometheus)
                times += 1
            assert in_time, "This machine is too busy to scrape every second."
            yield Watched(server, prometheus, at, times)


def send_and_scrape(server: Server, prometheus: Prometheus) -> tuple[float, bool]:
    """Let a window pass, send everything, and tell when it was there, and whether all went well."""
    before = prometheus.value(OURS)
    time.sleep(WINDOW)
    began = time.time()
    ask_all(server, once=False)
    wait_until(lambda: prometheus.value(OURS) == before + REQUESTS)
    at = time.time() + 1
    time.sleep(2)
    return at, at - began < WINDOW - 2 and prometheus.ask(ALL_SCRAPES, at) != {}


ROUTES: dict[str, float] = {
    EVALUATE: GOOD_TIMES + KNOWN_TIMES + WRONG_TIMES,
    MOVES: MOVES_TIMES,
    BATCH: BATCH_TIMES,
    ECARTE: ECARTE_TIMES,
    RULES: RULE_TIMES,
    "(unmatched)": NOWHERE_TIMES,
}
COUNTED = {
    ("Requests a second", "A"): {"": REQUESTS},
    ("Requests by route", "A"): ROUTES,
    ("Requests by status", "A"): {
        "200": GOOD_TIMES + MOVES_TIMES + BATCH_TIMES + RULE_TIMES,
        "304": KNOWN_TIMES,
        "404": NOWHERE_TIMES,
        "422": WRONG_TIMES + ECARTE_TIMES,
    },
    ("Wrong requests", "A"): {
        f"{EVALUATE} 422": WRONG_TIMES,
        f"{ECARTE} 422": ECARTE_TIMES,
        "(unmatched) 404": NOWHERE_TIMES,
    },
    ("Questions by game and operation", "A"): {
        "vinegret evaluate": GOOD_TIMES + KNOWN_TIMES + WRONG_TIMES,
        "vinegret legal-moves": MOVES_TIMES,
        "vinegret evaluate/batch": BATCH_TIMES,
        "ecarte evaluate": ECARTE_TIMES,
    },
    ("Questions by outcome", "A"): {
        "vinegret answered": GOOD_TIMES + MOVES_TIMES + BATCH_TIMES,
        "vinegret not-modified": KNOWN_TIMES,
        "vinegret invalid": WRONG_TIMES,
        "ecarte invalid": ECARTE_TIMES,
    },
    ("Best combinations", "A"): {
        "tricon-prime vinegret": GOOD_TIMES + BATCH_TIMES,
        "fredon vinegret": 2 * BATCH_TIMES,
    },
    ("Refusals by clause", "A"): {"vinegret.first-betting vinegret": MOVES_TIMES},
}
"""How often what a query shows a second has happened in the window."""
EXACTLY = {
    ("Instances", "A"): {"": 1},
    ("Failed by the service", "A"): {"": 0},
    ("Versions", "A"): {"0.1.0": 1},
    ("In progress", "B"): {"": 8},
    ("Busiest instance", "A"): {"": 0},
    ("Busy threads", "A"): {"": 0},
    ("Answered 304", "A"): {"": KNOWN_TIMES / SAFE},
    ("Error budget", "A"): {"": 0},
    ("Error budget", "B"): {"": 0},
    ("Error budget", "C"): {"": 0},
    ("Workers", "A"): {"": 0},
    ("Workers", "B"): {"": 0},
    ("Workers", "C"): {"": 0},
    ("Rate limiter", "A"): {"": 0},
    ("Rate limiter", "B"): {"": 0},
}
"""What a query shows at that moment."""
DURATIONS = {
    ("Slowest hundredth", "A"): {""},
    ("Time of a request", "A"): {""},
    ("Time of a request", "B"): {""},
    ("Time of a request", "C"): {""},
    ("Waiting for a thread", "A"): {""},
    ("Waiting for a thread", "B"): {""},
    ("Time by route", "A"): set(ROUTES) - {"(unmatched)"},
    ("Time of the rules", "A"): {
        "vinegret evaluate",
        "vinegret legal-moves",
        "vinegret evaluate/batch",
    },
}
"""Whose times a query shows; how long they are is left to the machine."""
NOTHING = {
    ("In progress", "A"),
    ("Errors of the service", "A"),
    ("Rate limiter", "C"),
    ("What will go", "A"),
    ("What will go", "B"),
}
"""What shows nothing as long as nothing is wrong or old."""


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: f"{query.panel} {query.letter}")
def test_the_dashboard_shows_what_was_sent(watched: Watched, query: Query) -> None:
    which = query.panel, query.letter
    shown = watched.ask(query)
    if which in COUNTED:
        happened = {labels: value * WINDOW for labels, value in shown.items() if value}
        assert happened == pytest.approx(COUNTED[which], rel=0.1)
    elif which in EXACTLY:
        assert shown == pytest.approx(EXACTLY[which])
    elif which in DURATIONS:
        measured = {labels for labels, value in shown.items() if value == value}  # noqa: PLR0124 - not NaN
        assert measured == DURATIONS[which]
        assert all(0 < shown[labels] < 10 for labels in measured)
    else:
        assert which in NOTHING
        assert shown == {}


RECORDED: dict[str, dict[str, float]] = {
    "job:arbiter_requests:rate5m * 300": {"": REQUESTS},
    "job_route:arbiter_requests:rate5m * 300": ROUTES,
    "job:arbiter_evaluations:rate10m * 600": {
        "": REQUESTS - RULE_TIMES - NOWHERE_TIMES,
    },
    "job:arbiter_evaluations_invalid:ratio_rate10m": {
        "": (WRONG_TIMES + ECARTE_TIMES) / (REQUESTS - RULE_TIMES - NOWHERE_TIMES)
    },
    "job:arbiter_refusals:rate10m * 600": {"": MOVES_TIMES},
    "instance:arbiter_saturation:ratio": {"": 0},
    **{
        f"job:arbiter_errors:ratio_rate{window}": {"": 0}
        for window in ("5m", "30m", "1h", "2h", "6h", "1d", "3d")
    },
}


@pytest.mark.parametrize("expression", RECORDED)
def test_rules_record_what_was_sent(watched: Watched, expression: str) -> None:
    recorded = by_labels(watched.prometheus.ask(expression, watched.at))
    times = watched.times if "*" in expression else 1
    expected = {labels: value * times for labels, value in RECORDED[expression].items()}
    assert recorded == pytest.approx(expected, rel=0.1)


def test_no_alert_but_of_speed_fires_while_all_is_well(watched: Watched) -> None:
    firing = watched.prometheus.ask('sum by (alertname) (ALERTS{alertstate="firing"})', watched.at)
    assert set(by_labels(firing)) <= {"ArbiterSlow"}  # a busy machine is slow


def test_alerts_fire_when_workers_die_when_they_drain_and_when_nobody_is_left(
    tmp_path: Path,
) -> None:
    with (
        serve(ARBITER_DRAIN_SECONDS="15") as server,
        scraping(server.port, tmp_path) as prometheus,
    ):
        instance = f"127.0.0.1:{server.port}"

        def fires(alert: str) -> bool:
            return alert in prometheus.firing()

        def kill_all() -> None:
            killed = workers(server)
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
            wait_until(lambda: not set(killed) & set(workers(server)))

        wait_until(lambda: prometheus.ask("arbiter_worker_exits_total") != {})
        wait_until(lambda: not fires("ArbiterAway"))  # it was, before the first scrape
        kill_all()
        kill_all()
        wait_until(lambda: fires("ArbiterWorkersDying"))
        assert instance in prometheus.firing()["ArbiterWorkersDying"]["description"]
        assert not fires("ArbiterDrainingStuck")

        wait_until(lambda: answers(server, 200))
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: fires("ArbiterDrainingStuck"))
        told = prometheus.firing()["ArbiterDrainingStuck"]["description"]
        assert told.endswith(f"workers of {instance} have been draining for 2 minutes.")
        assert answers(server, 503)
        quiet = {"ArbiterAway", "ArbiterInstanceDown", "ArbiterNotReady"}
        wait_until(lambda: not quiet & set(prometheus.firing()))  # a scrape may have been late

        server.process.wait(60)
        wait_until(lambda: fires("ArbiterInstanceDown") and fires("ArbiterAway"))
        assert instance in prometheus.firing()["ArbiterInstanceDown"]["summary"]
        wait_until(lambda: not fires("ArbiterDrainingStuck"))


def answers(server: Server, status: int) -> bool:
    """Whether `/readyz` says this; a worker that is killed may break a connection off."""
    try:
        return httpx.get(f"{server.url}/readyz").status_code == status
    except httpx.TransportError:
        return False
