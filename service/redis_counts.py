"""Counts that all replicas share, in Redis; where Redis is away, requests go on uncounted."""

import logging
import threading
import time
from collections.abc import Callable

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
_LOG = logging.getLogger("service.redis_counts")


class CountsInRedis:
    """Counts by key in one Redis. Nothing is connected before something is counted."""

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(
            url,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),
        )
        self._outage = Outage()

    def add(self, key: str, seconds: int) -> Window | None:
        """Count once more for a key; None where that is not possible now.

        A window lasts so many seconds from its first time.
        """
        if not self._outage.may_try():
            return None
        try:
            with self._redis.pipeline() as together:
                together.set(key, 0, ex=seconds, nx=True)
                together.incr(key)
                together.pttl(key)
                _, count, left = together.execute()
        except RedisError as error:
            self._outage.begins(type(error).__name__)
            return None
        self._outage.ends()
        return Window(count, time.time() + left / 1000)


class Outage:
    """Whether something does not answer, so that not every request waits for it in vain.

    While it lasts one request at a time tries, after pauses that grow. A metric says that it lasts,
    and one line of the log each that it has begun and that it is over.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._changing = threading.Lock()
        self._pause = 0.0
        self._next_try = 0.0

    def may_try(self) -> bool:
        """Whether it should be asked now."""
        if not self._pause:
            return True
        with self._changing:
            now = self._clock()
            if now < self._next_try:
                return False
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
            self._next_try = now + self._pause
            return True

    def begins(self, reason: str) -> None:
        """It did not answer, or refused to."""
        with self._changing:
            if self._pause:
                return
            self._pause = FIRST_PAUSE
            self._next_try = self._clock() + FIRST_PAUSE
        metrics.RATE_LIMITER_DOWN.set(1)
        _LOG.warning("rate limits suspended: Redis is away", extra={"reason": reason})

    def ends(self) -> None:
        """It has answered."""
        if not self._pause:
            return
        with self._changing:
            lasted, self._pause = self._pause > 0, 0.0
        if lasted:
            metrics.RATE_LIMITER_DOWN.set(0)
            _LOG.warning("rate limits in force again: Redis is back")
