"""What is done and said while Redis is away."""

import logging
from itertools import islice

import pytest
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from service import metrics, redis_counts
from service.redis_counts import TRIAL, CountsInRedis, pauses
from service.shared_counts import Window
from tests.live.processes import wait_until

COUNTED = Window(1, 0.0)


class Shaky(CountsInRedis):
    """Counts in what is away when the test says so."""

    def __init__(self) -> None:
        super().__init__("redis://127.0.0.1:1")
        self.error: RedisError | None = None
        self.asked = 0
        self.trials = 0

    def _count(self, key: str, seconds: int) -> Window:
        self.asked += 1
        self.trials += key == TRIAL
        del seconds
        if self.error:
            raise self.error
        return COUNTED


def is_down() -> bool:
    return bool(metrics.RATE_LIMITER_DOWN._value.get())  # noqa: SLF001 - to read it


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Shaky:
    metrics.RATE_LIMITER_DOWN.set(0)
    monkeypatch.setattr(redis_counts, "FIRST_PAUSE", 0.05)
    return Shaky()


def test_pauses_double_up_to_the_longest() -> None:
    assert list(islice(pauses(), 6)) == [1, 2, 4, 8, 8, 8]


def test_no_request_asks_what_is_away(counts: Shaky) -> None:
    assert counts.add("key", 60) == COUNTED
    counts.error = RedisTimeoutError()
    assert [counts.add("key", 60) for _ in range(50)] == [None] * 50
    assert counts.asked < 10
    counts.error = None
    wait_until(lambda: counts.add("key", 60) == COUNTED)


def test_it_is_found_to_be_back_though_nobody_asks(
    counts: Shaky, caplog: pytest.LogCaptureFixture
) -> None:
    begun = "rate limits suspended: Redis is away"
    over = "rate limits in force again: Redis is back"
    with caplog.at_level(logging.INFO, "service.redis_counts"):
        for _ in range(2):
            counts.error, counts.trials = RedisTimeoutError(), 0
            counts.add("key", 60)
            assert is_down()
            wait_until(lambda: counts.trials > 0)
            assert is_down()
            counts.error = None
            wait_until(lambda: not is_down())
            wait_until(lambda: counts.add("key", 60) == COUNTED)
    assert [record.message for record in caplog.records] == [begun, over, begun, over]
    assert caplog.records[0].__dict__["reason"] == "TimeoutError"
