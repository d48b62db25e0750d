"""Metrics of two workers: every request counted once, whichever worker answered it."""

import contextlib
import json
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

import evaluators
from tests.live.processes import alive, only, wait_until, workers
from tests.live.wire import connected, parsed, read_to_the_end, send
from tests.serving import Server, serve

VINEGRET = "/v1/games/vinegret"
EVALUATE = f"{VINEGRET}/evaluate"
RAISED = {"phase": "first-betting", "to_hold": 3}
Counts = Mapping[tuple[str, ...], int]
Labels = frozenset[tuple[str, str]]
Scrape = dict[tuple[str, Labels], float]


@pytest.fixture
def fresh() -> Iterator[Server]:
    """A service that nobody else asks, so that its counts are ours alone."""
    with serve() as server:
        yield server


def scraped(server: Server) -> Scrape:
    """All samples, by name and labels."""
    answer = httpx.get(f"{server.url}/metrics")
    assert answer.status_code == 200
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def counted(scrape: Scrape, name: str, *by: str, **labels: str) -> Counter[tuple[str, ...]]:
    """The samples of a metric that have these labels, by the other labels named."""
    found: Counter[tuple[str, ...]] = Counter()
    for (sample, all_labels), value in scrape.items():
        each = dict(all_labels)
        if sample == name and each.items() >= labels.items():
            found[tuple(each[label] for label in by)] += int(value)
    return +found


REQUESTS: list[tuple[str, str, object, int, tuple[str, str, str]]] = [
    ("GET", "/v1/games", None, 3, ("/v1/games", "GET", "200")),
    ("HEAD", "/v1/games", None, 1, ("/v1/games", "HEAD", "200")),
    ("GET", f"{EVALUATE}?hand=ThTsTd3c", None, 4, (EVALUATE, "GET", "200")),
    ("GET", f"{EVALUATE}?hand=KhKs", None, 2, (EVALUATE, "GET", "422")),
    ("POST", EVALUATE, {"hand": "2c2d2h2s"}, 5, (EVALUATE, "POST", "200")),
    ("POST", EVALUATE, {"hand": "2c3d"}, 2, (EVALUATE, "POST", "200")),
    ("QUERY", EVALUATE, {"hand": "2c2d2h2s"}, 1, (EVALUATE, "QUERY", "200")),
    ("POST", EVALUATE, {"hand": []}, 3, (EVALUATE, "POST", "422")),
    ("POST", EVALUATE, None, 2, (EVALUATE, "POST", "415")),
    ("DELETE", EVALUATE, None, 1, ("(unmatched)", "DELETE", "405")),
    ("BREW", EVALUATE, None, 2, ("(unmatched)", "other", "405")),
    ("OPTIONS", EVALUATE, None, 1, (EVALUATE, "OPTIONS", "200")),
    (
        "POST",
        f"{EVALUATE}/batch",
        {"hands": ["ThTsTd3c", "2c3d4h5s", "2c", "2c2d2h2s", "2c2d2h2s"]},
        1,
        (f"{EVALUATE}/batch", "POST", "200"),
    ),
    (
        "POST",
        f"{VINEGRET}/compare",
        {
            "hands": [
                {"player": "anna", "hand": "ThTsTd3c"},
                {"player": "boris", "hand": "2c2d2h2s"},
            ]
        },
        2,
        (f"{VINEGRET}/compare", "POST", "200"),
    ),
    (
        "POST",
        f"{VINEGRET}/legal-moves",
        {"situation": RAISED, "move": {"action": "bet", "amount": 1}},
        3,
        (f"{VINEGRET}/legal-moves", "POST", "200"),
    ),
    (
        "GET",
        f"{VINEGRET}/rules/vinegret.pack",
        None,
        1,
        (f"{VINEGRET}/rules/<clause>", "GET", "200"),
    ),
    ("GET", f"{VINEGRET}/rules/a", None, 1, (f"{VINEGRET}/rules/<clause>", "GET", "404")),
    ("GET", f"{VINEGRET}/rules/b", None, 1, (f"{VINEGRET}/rules/<clause>", "GET", "404")),
    ("GET", "/nothing/1", None, 1, ("(unmatched)", "GET", "404")),
    ("GET", "/nothing/2", None, 2, ("(unmatched)", "GET", "404")),
    ("GET", "/v1/games/bridge/evaluate", None, 1, ("(unmatched)", "GET", "404")),
    ("BREW", "/nothing", None, 1, ("(unmatched)", "other", "404")),
    ("STIR", "/nothing", None, 1, ("(unmatched)", "other", "404")),
]  # fmt: skip
SENT: Counter[tuple[str, ...]] = Counter()
for *_, _times, _labels in REQUESTS:
    SENT[_labels] += _times


def ask_all(server: Server) -> None:
    """Send every request, each on a connection of its own."""
    with httpx.Client(base_url=server.url, headers={"Connection": "close"}) as client:
        for method, path, question, times, _ in REQUESTS:
            for _ in range(times):
                client.request(method, path, json=question)


def each(counts: Counts, times: int) -> Counter[tuple[str, ...]]:
    return Counter({labels: number * times for labels, number in counts.items()})


EVALUATIONS: Counts = {
    ("vinegret", "evaluate", "answered"): 12,
    ("vinegret", "evaluate", "invalid"): 7,
    ("vinegret", "evaluate/batch", "answered"): 1,
    ("vinegret", "compare", "answered"): 2,
    ("vinegret", "legal-moves", "answered"): 3,
}
COMBINATIONS: Counts = {
    ("vinegret", "tricon-prime"): 4 + 1 + 2,
    ("vinegret", "fredon"): 6 + 2 + 2,
    ("vinegret", "prime"): 1,
}
# The bet is refused twice in each answer: in the list, and as the move asked about.
REFUSALS: Counts = {("vinegret", "vinegret.first-betting"): 3 * 2}


def check(scrape: Scrape, times: int) -> None:
    """That everything was sent this many times, and counted so."""
    route = ("route", "method", "status")
    requests = counted(scrape, "arbiter_http_requests_total", *route)
    durations = counted(scrape, "arbiter_http_request_duration_seconds_count", *route)
    for counts in (requests, durations):
        ours = {
            labels: n for labels, n in counts.items() if labels[0] not in {"/readyz", "/metrics"}
        }
        assert ours == each(SENT, times)
    largest = counted(scrape, "arbiter_http_request_duration_seconds_bucket", *route, le="+Inf")
    assert largest == durations
    evaluations = counted(scrape, "arbiter_evaluations_total", "game", "operation", "outcome")
    assert evaluations == each(EVALUATIONS, times)
    measured = counted(scrape, "arbiter_evaluation_seconds_count", "game", "operation")
    answered = EVALUATIONS[("vinegret", "evaluate", "answered")] * times
    assert 0 < measured[("vinegret", "evaluate")] <= answered  # one asked again is not worked out
    assert counted(scrape, "arbiter_combinations_total", "game", "combination") == each(
        COMBINATIONS, times
    )
    assert counted(scrape, "arbiter_refusals_total", "game", "clause") == each(REFUSALS, times)


def test_counts_are_exact_over_both_workers(fresh: Server) -> None:
    for worker in workers(fresh):
        with only(fresh, worker):
            ask_all(fresh)
    for worker in workers(fresh):
        with only(fresh, worker):
            check(scraped(fresh), times=2)


def test_counts_are_exact_when_questions_come_all_at_once(fresh: Server) -> None:
    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(ask_all, fresh) for _ in range(8)]:
            done.result()
    check(scraped(fresh), times=8)


def test_the_time_that_rules_take_is_a_part_of_the_time_of_the_request(server: Server) -> None:
    ask_all(server)
    scrape = scraped(server)
    rules = sum(v for (name, _), v in scrape.items() if name == "arbiter_evaluation_seconds_sum")
    requests = sum(
        v for (name, _), v in scrape.items() if name == "arbiter_http_request_duration_seconds_sum"
    )
    assert 0 < rules < requests


def in_progress(scrape: Scrape) -> Counter[tuple[str, ...]]:
    return counted(scrape, "arbiter_http_requests_in_progress", "route", "method")


def test_nothing_is_in_progress_at_rest_not_even_the_scrape(server: Server) -> None:
    ask_all(server)
    assert httpx.get(f"{server.url}/readyz").status_code == 200
    wait_until(lambda: not in_progress(scraped(server)))


BATCH = f"{EVALUATE}/batch"


def long_question() -> bytes:
    """A question that takes half a second or more to answer: hands that are read one by one."""
    body = b'{"hands": [%b]}' % b",".join([b'["Th", "Ts", "Td", "3x"]'] * 30_000)
    return (
        f"POST {BATCH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def test_a_request_is_in_progress_until_it_is_answered(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(long_question())
        wait_until(lambda: in_progress(scraped(server))[(BATCH, "POST")] == 1)
        assert parsed(read_to_the_end(connection)).status == 200
    wait_until(lambda: not in_progress(scraped(server)))


def test_how_long_requests_wait_for_a_thread_is_told() -> None:
    with serve(ARBITER_WORKERS="1", ARBITER_THREADS="1") as server, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(connected(server)) for _ in range(3)]
        for client in clients:
            client.sendall(long_question())
        wait_until(lambda: in_progress(scraped(server))[(BATCH, "POST")] == 1)
        assert httpx.get(f"{server.url}/v1/games", timeout=60).status_code == 200
        assert [parsed(read_to_the_end(client)).status for client in clients] == [200] * 3
        lines = [json.loads(line) for line in server.log.read_text().splitlines()]
        waited = [
            line["waited_ms"]
            for line in lines
            if line["logger"] == "service.requests" and line["route"].startswith("/v1")
        ]
        scrape = scraped(server)
        assert len(waited) == scrape["arbiter_http_request_waiting_seconds_count", frozenset()] == 4
        seconds = scrape["arbiter_http_request_waiting_seconds_sum", frozenset()]
        assert sum(waited) == pytest.approx(seconds * 1000, abs=0.01)
        assert max(waited) > 100  # behind questions of half a second each


def test_counters_survive_the_sudden_death_of_a_worker(fresh: Server) -> None:
    for worker in workers(fresh):
        with only(fresh, worker):
            ask_all(fresh)
    victim, survivor = workers(fresh)
    with only(fresh, victim), connected(fresh) as connection:
        connection.sendall(long_question())
        wait_until(lambda: in_progress(scraped(fresh))[(BATCH, "POST")] == 1)
        os.kill(victim, signal.SIGKILL)
    wait_until(lambda: not alive(victim) and len(workers(fresh)) == 2)
    assert survivor in workers(fresh)
    wait_until(lambda: not in_progress(scraped(fresh)))
    check(scraped(fresh), times=2)
    (newcomer,) = set(workers(fresh)) - {survivor}
    with only(fresh, newcomer):
        ask_all(fresh)
    check(scraped(fresh), times=3)


def replaced(server: Server, old: list[int]) -> bool:
    """Whether others have taken the place of these workers."""
    return not set(workers(server)) & set(old)


def test_workers_that_end_leave_few_files_and_every_count_once(fresh: Server) -> None:
    times = 40
    with httpx.Client(base_url=fresh.url, headers={"Connection": "close"}) as client:
        for _ in range(times):
            assert client.get("/v1/games").status_code == 200
    seen: set[int] = set()
    over = threading.Event()

    def scrape_without_a_pause() -> None:
        while not over.is_set():
            with contextlib.suppress(httpx.TransportError):  # of a worker that is being killed
                found = counted(
                    scraped(fresh), "arbiter_http_requests_total", "status", route="/v1/games"
                )
                seen.add(found[("200",)])

    with ThreadPoolExecutor(2) as pool:
        scraping = [pool.submit(scrape_without_a_pause) for _ in range(2)]
        try:
            for _ in range(3):
                for victim in workers(fresh):
                    os.kill(victim, signal.SIGKILL)
                    wait_until(partial(replaced, fresh, [victim]))
                old = workers(fresh)
                fresh.process.send_signal(signal.SIGHUP)
                wait_until(partial(replaced, fresh, old))
        finally:
            over.set()
        for done in scraping:
            done.result()
    assert seen == {times}
    wait_until(lambda: scraped(fresh)["arbiter_worker_exits_total", frozenset()] == 12)
    writers = {fresh.process.pid, *workers(fresh)}
    owners = {path.stem.split("_")[-1] for path in (fresh.log.parent / "metrics").glob("*.db")}
    assert owners <= {"departed", *map(str, writers)}


def test_a_full_disk_is_told_and_capacity_is_whole_when_there_is_space(small_disk: Path) -> None:
    with serve(ARBITER_METRICS_DIR=str(small_disk / "metrics")) as server:

        def tells(in_memory: int, capacity: int) -> bool:
            scrape = scraped(server)
            names = ("arbiter_metrics_in_memory", "arbiter_request_capacity")
            return [scrape[name, frozenset()] for name in names] == [in_memory, capacity]

        wait_until(lambda: tells(0, 8))
        filling = small_disk / "filling"
        with contextlib.suppress(OSError), filling.open("wb", buffering=0) as file:
            while file.write(bytes(4096)):
                pass
        server.process.send_signal(signal.SIGTTIN)  # start one more worker
        wait_until(lambda: tells(1, 8))
        filling.unlink()
        wait_until(lambda: tells(0, 12))


def test_counters_survive_a_reload(fresh: Server) -> None:
    ask_all(fresh)
    old = workers(fresh)
    fresh.process.send_signal(signal.SIGHUP)
    wait_until(lambda: not set(workers(fresh)) & set(old))
    check(scraped(fresh), times=1)
    ask_all(fresh)
    scrape = scraped(fresh)
    check(scrape, times=2)
    assert built(scrape) == {(evaluators.__version__,): 1}


def built(scrape: Scrape) -> Counter[tuple[str, ...]]:
    return counted(scrape, "arbiter_build_info", "version")


def test_one_instance_tells_one_version(server: Server) -> None:
    assert built(scraped(server)) == {(evaluators.__version__,): 1}


def test_a_request_that_is_still_arriving_is_not_in_progress(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(
            f"POST {EVALUATE} HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\n".encode()
        )
        for _ in range(5):
            assert not in_progress(scraped(server))


def test_what_gunicorn_refuses_is_counted_too(fresh: Server) -> None:
    for worker in workers(fresh):
        with only(fresh, worker):
            for request in (
                b"NONSENSE\r\n\r\n",
                b"get / HTTP/1.1\r\n\r\n",
                b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\n\r\n",
                b"GET / HTTP/1.1\r\nX: " + b"a" * 9000 + b"\r\n\r\n",
            ):
                send(fresh, request)
    requests = counted(scraped(fresh), "arbiter_http_requests_total", "route", "method", "status")
    refused = {labels: times for labels, times in requests.items() if labels[2] != "200"}
    assert refused == {
        ("(unmatched)", "other", "400"): 4,
        ("(unmatched)", "GET", "414"): 2,
        ("/", "GET", "431"): 2,
    }
