"""Rate limits of the real service: workers count together, and with Redis instances do."""

import hashlib
import json
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.redis_counts import PATIENCE
from tests.live.processes import only, wait_until, workers
from tests.live.redis_server import RedisServer, needs_redis
from tests.service.shape import checked
from tests.serving import Server, serve

HAND = "/v1/games/vinegret/evaluate?hand=ThTsTd3c"
UNCOUNTED = "arbiter_rate_limiter_uncounted_requests_total"
DOWN = "arbiter_rate_limiter_down"


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis of the test's own."""
    with RedisServer(tmp_path) as running:
        yield running


def ask(server: Server, times: int = 1, key: str = "") -> list[httpx.Response]:
    """Ask so many times, each on a connection of its own, so that either worker may answer."""
    return [httpx.get(f"{server.url}{HAND}", headers={"X-API-Key": key}) for _ in range(times)]


def left(answer: httpx.Response) -> int | None:
    """How many requests an answer says are left."""
    told = answer.headers.get("RateLimit")
    return int(told.split(";r=")[1].split(";")[0]) if told else None


def measured(server: Server, name: str) -> float:
    """The value of a metric that has no labels."""
    for family in text_string_to_metric_families(httpx.get(f"{server.url}/metrics").text):
        for sample in family.samples:
            if sample.name == name:
                return sample.value
    raise AssertionError(name)


def changes(server: Server) -> Counter[str]:
    """What was logged about Redis, and how often."""
    lines = map(json.loads, server.log.read_text().splitlines())
    return Counter(line["message"] for line in lines if line["logger"] == "service.redis_counts")


def durations(server: Server) -> list[float]:
    """Milliseconds that each question took in the service, in their order."""
    lines = map(json.loads, server.log.read_text().splitlines())
    return [line["duration_ms"] for line in lines if line.get("route", "").startswith("/v1/")]


# In memory


def test_both_workers_count_together_and_take_no_count_with_them() -> None:
    with serve(ARBITER_RATE_LIMIT="9/hour") as server:
        seen = []
        for worker in workers(server):
            with only(server, worker):
                seen += [left(answer) for answer in ask(server, 3)]
        assert seen == [8, 7, 6, 5, 4, 3]
        old = workers(server)
        server.process.send_signal(signal.SIGHUP)  # others take their place
        wait_until(lambda: not set(workers(server)) & set(old))
        assert left(*ask(server)) == 2


def test_of_requests_that_come_all_at_once_just_as_many_as_allowed_are_answered() -> None:
    with serve(ARBITER_RATE_LIMIT="40/hour") as server:
        with ThreadPoolExecutor(8) as pool:
            many = [pool.submit(ask, server) for _ in range(100)]
            answers = [answer for done in many for answer in done.result()]
        assert Counter(answer.status_code for answer in answers) == {200: 40, 429: 60}
        assert sorted(left(answer) or 0 for answer in answers) == [0] * 61 + list(range(1, 40))
        refused = next(answer for answer in answers if answer.status_code == 429)
        problem = checked(429, refused.headers, refused.content)
        assert problem["code"] == "too-many-requests"
        assert 3500 < int(refused.headers["Retry-After"]) <= 3600
        assert httpx.get(f"{server.url}/readyz").status_code == 200


# In Redis


@needs_redis
def test_two_instances_count_together(redis: RedisServer) -> None:
    key = "a key"
    settings = {
        "ARBITER_RATE_LIMIT": "6/hour",
        "ARBITER_REDIS_URL": redis.url,
        "ARBITER_API_KEYS": hashlib.sha256(key.encode()).hexdigest(),
    }
    with serve(**settings) as one, serve(**settings) as other:
        assert redis.ask("CLIENT LIST").count("id=") == 1  # the test: no service has connected yet
        seen = [left(*ask(server, key=key)) for server in (one, other) * 3]
        assert seen == [5, 4, 3, 2, 1, 0]
        for server in (one, other):
            assert [answer.status_code for answer in ask(server, key=key)] == [429]
            assert [answer.status_code for answer in ask(server)] == [401]
            assert measured(server, DOWN) == measured(server, UNCOUNTED) == 0
        names = redis.ask("KEYS *")
        assert settings["ARBITER_API_KEYS"] in names
        assert key not in names
        assert "address:127.0.0.1" in names


@needs_redis
def test_redis_is_killed_and_comes_back(redis: RedisServer) -> None:
    with serve(ARBITER_RATE_LIMIT="1000/hour", ARBITER_REDIS_URL=redis.url) as server:
        assert None not in map(left, ask(server, 20))
        redis.kill()
        answers = ask(server, 40)
        assert {answer.status_code for answer in answers} == {200}
        assert {left(answer) for answer in answers} == {None}
        assert measured(server, UNCOUNTED) == len(answers)
        assert measured(server, DOWN) == 1
        begun = changes(server)
        assert 1 <= begun["rate limits suspended: Redis is away"] <= 2  # one line a worker
        redis.start()
        wait_until(lambda: None not in map(left, ask(server, 20)))
        assert measured(server, DOWN) == 0
        over = changes(server)
        suspended = over["rate limits suspended: Redis is away"]
        assert over == {
            "rate limits suspended: Redis is away": suspended,
            "rate limits in force again: Redis is back": suspended,
        }
        known = left(*ask(server))
        assert known is not None
        assert left(*ask(server)) == known - 1


@needs_redis
def test_a_redis_that_hangs_delays_few_requests_and_those_little(redis: RedisServer) -> None:
    with serve(ARBITER_RATE_LIMIT="1000/hour", ARBITER_REDIS_URL=redis.url) as server:
        ask(server, 20)
        redis.freeze()
        answers = ask(server, 100)
        assert {(answer.status_code, left(answer)) for answer in answers} == {(200, None)}
        took = sorted(durations(server)[-100:])
        assert took[50] < 1000 * PATIENCE < took[-1]  # only who tried has waited
        assert measured(server, DOWN) == 1
        redis.thaw()
        wait_until(lambda: None not in map(left, ask(server, 20)))
        assert measured(server, DOWN) == 0
