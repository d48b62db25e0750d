"""Counts that several processes share: exact, bounded, and not lost with a process."""

import multiprocessing
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.shared_counts import SharedCounts

TIMES = 400


def count_often(counts: SharedCounts) -> None:
    """Count one key in four threads, so many times each."""
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(counts.add, "key", 60) for _ in range(4 * TIMES)]:
            done.result()


def test_processes_and_their_threads_count_together() -> None:
    counts = SharedCounts()
    fork = multiprocessing.get_context("fork")
    processes = [fork.Process(target=count_often, args=(counts,)) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    assert counts.add("key", 60).count == 3 * 4 * TIMES + 1


def count_for_ever(counts: SharedCounts) -> None:
    while True:
        counts.add("key", 60)


def test_a_process_that_is_killed_while_it_counts_locks_nobody_out() -> None:
    counts = SharedCounts()
    for _ in range(5):
        process = multiprocessing.get_context("fork").Process(target=count_for_ever, args=(counts,))
        process.start()
        before = counts.add("key", 60).count
        while counts.add("key", 60).count < before + 50:
            time.sleep(0.001)
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
        process.join(60)
    began = time.monotonic()
    first, second = counts.add("key", 60), counts.add("key", 60)
    assert time.monotonic() - began < 1
    assert second.count == first.count + 1


def test_keys_are_counted_apart() -> None:
    counts = SharedCounts()
    for key in range(1000):
        assert counts.add(f"key {key}", 60).count == 1
    for key in range(1000):
        assert counts.add(f"key {key}", 60).count == 2


def test_a_flood_of_keys_takes_no_place_from_one_that_asks_often() -> None:
    counts = SharedCounts()
    for _ in range(3):
        counts.add("often", 60)
    for key in range(150_000):  # more than twice as many as there is room for
        counts.add(f"key {key}", 60)
    assert counts.add("often", 60).count == 4


def test_a_window_that_is_over_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = SharedCounts()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    for key in range(70_000):
        for _ in range(2):
            counts.add(f"old {key}", 60)
    now += 60
    for _ in range(2):  # though the counts of the old ones are no smaller
        found = [counts.add(f"new {key}", 60).count for key in range(10_000)]
    assert found.count(2) > 9_900


@pytest.mark.parametrize(("passed", "count"), [(0, 2), (59, 2), (60, 1), (1000, 1), (-1, 1)])
def test_a_window_lasts_as_long_as_it_should_even_if_the_clock_is_put_back(
    monkeypatch: pytest.MonkeyPatch, passed: int, count: int
) -> None:
    counts = SharedCounts()
    now = float(int(time.time()))
    monkeypatch.setattr(time, "time", lambda: now)
    assert counts.add("key", 60).until == now + 60
    now += passed
    window = counts.add("key", 60)
    assert window.count == count
    assert now < window.until <= now + 60
