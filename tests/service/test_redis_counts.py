"""When something that is away is asked again, and what is said of it."""

import logging

import pytest

from service import metrics
from service.redis_counts import FIRST_PAUSE, LONGEST_PAUSE, Outage

LOGGER = "service.redis_counts"


class Clock:
    """Seconds that pass when the test says so."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def tries(outage: Outage, clock: Clock, seconds: float, step: float = 0.125) -> list[float]:
    """When it was tried, in vain, in so many seconds."""
    began = clock.now
    found = []
    while clock.now < began + seconds:
        if outage.may_try():
            found.append(clock.now - began)
            outage.begins("Error")
        clock.now += step
    return found


def test_pauses_double_up_to_the_longest() -> None:
    clock = Clock()
    outage = Outage(clock)
    assert outage.may_try()
    outage.begins("Error")
    assert tries(outage, clock, 40) == [1, 3, 7, 15, 23, 31, 39]
    assert (FIRST_PAUSE, LONGEST_PAUSE) == (1, 8)


def test_failures_of_requests_that_were_on_their_way_do_not_prolong_it() -> None:
    clock = Clock()
    outage = Outage(clock)
    for _ in range(5):
        outage.begins("Error")
    assert tries(outage, clock, 1.5) == [1]


def test_one_request_alone_tries_after_a_pause() -> None:
    clock = Clock()
    outage = Outage(clock)
    outage.begins("Error")
    clock.now += FIRST_PAUSE
    assert [outage.may_try() for _ in range(5)] == [True, False, False, False, False]


def test_once_it_answers_every_request_asks_and_a_new_outage_starts_small() -> None:
    clock = Clock()
    outage = Outage(clock)
    outage.begins("Error")
    tries(outage, clock, 40)
    outage.ends()
    assert all(outage.may_try() for _ in range(5))
    outage.begins("Error")
    assert tries(outage, clock, 4) == [1, 3]


def test_each_change_is_one_line_of_the_log_and_one_of_the_metric(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = Clock()
    outage = Outage(clock)
    metrics.RATE_LIMITER_DOWN.set(0)
    down = []
    with caplog.at_level(logging.INFO, LOGGER):
        for _ in range(2):
            outage.ends()
            down.append(metrics.RATE_LIMITER_DOWN._value.get())  # noqa: SLF001 - to read it
            outage.begins("TimeoutError")
            tries(outage, clock, 20)
            down.append(metrics.RATE_LIMITER_DOWN._value.get())  # noqa: SLF001
        outage.ends()
        outage.ends()
        down.append(metrics.RATE_LIMITER_DOWN._value.get())  # noqa: SLF001
    assert down == [0, 1, 0, 1, 0]
    begun, over = (
        "rate limits suspended: Redis is away",
        "rate limits in force again: Redis is back",
    )
    assert [record.message for record in caplog.records] == [begun, over, begun, over]
    assert caplog.records[0].__dict__["reason"] == "TimeoutError"
