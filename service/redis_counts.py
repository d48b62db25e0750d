"""Counts that all replicas share, in Redis; where Redis is away, requests go on uncounted."""

import logging
import time
from collections.abc import Iterator
from contextlib import suppress
from threading import Event, Lock, Thread

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from service import metrics
from service.shared_counts import Window

PATIENCE = 0.1
"""Seconds that Redis may take to be connected to, and to answer."""
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 8.0
"""Seconds until an absent Redis is asked again; each time in vain they double."""
TRIAL = "card-arbiter/trial"
"""The key with which it is tried whether Redis counts again."""
_LOG = logging.getLogger("service.redis_counts")


class CountsInRedis:
    """Counts by key in one Redis. Nothing is connected before something is counted.

    While Redis is away no request waits for it: a thread asks it again. A metric says that it is
    away, and one line of the log each that this has begun and that it is over.
    """

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(
            url,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),
        )
        self._away = Event()
        self._changing = Lock()

    def add(self, key: str, seconds: int) -> Window | None:
        """Count once more for a key; None where that is not possible now.

        A window lasts so many seconds from its first time.
        """
        if self._away.is_set():
            return None
        try:
            return self._count(key, seconds)
        except RedisError as error:
            self._suspend(type(error).__name__)
            return None

    def _count(self, key: str, seconds: int) -> Window:
        with self._redis.pipeline() as together:
            together.set(key, 0, ex=seconds, nx=True)
            together.incr(key)
            together.pttl(key)
            _, count, left = together.execute()
        return Window(count, time.time() + left / 1000)

    def _suspend(self, reason: str) -> None:
        with self._changing:
            if self._away.is_set():
                return
            self._away.set()
        metrics.RATE_LIMITER_DOWN.set(1)
        _LOG.warning("rate limits suspended: Redis is away", extra={"reason": reason})
        Thread(target=self._wait_for_it, daemon=True).start()

    def _wait_for_it(self) -> None:
        for pause in pauses():
            time.sleep(pause)
            with suppress(RedisError):
                self._count(TRIAL, 1)  # one that only answers may be unable to count
                break
        metrics.RATE_LIMITER_DOWN.set(0)
        _LOG.warning("rate limits in force again: Redis is back")
        self._away.clear()


def pauses() -> Iterator[float]:
    """Seconds until Redis is asked again, each time."""
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)
