"""Rate limits: who has asked how often, what is too often, and what answers say of it.

They say it in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers).
"""

import ipaddress
import logging
import math
import re
import time
from collections.abc import Sequence
from typing import NoReturn, Protocol

from flask import Flask, Response, g, request
from flask_limiter import Limiter, RequestLimit
from limits import RateLimitItem
from limits.storage import Storage

from service import metrics
from service.access import known_key
from service.problems import Problem
from service.redis_counts import CountsInRedis
from service.settings import Settings
from service.shared_counts import SharedCounts, Window

_COUNTED = "/v1/"
"""Whatever begins so counts, whether or not there is such a route."""
_WITH_PORT = re.compile(r"(?:([0-9.]+)|\[([^\]]+)\])(?::[0-9]+)?")
_CLIENT_BITS = 64
"""So many bits of an IPv6 address are one client, to whom all the others belong."""


def register(app: Flask, settings: Settings) -> None:
    """Count requests, and refuse those beyond the limits."""
    counts = CountsInRedis(settings.redis_url) if settings.redis_url else SharedCounts()
    policies = settings.rate_limits
    policy = ", ".join(
        f"{_name(each, policies)};q={each.amount};w={each.get_expiry()}" for each in policies
    )
    logging.getLogger("flask-limiter").setLevel(logging.WARNING)  # it would name who is refused
    limiter = Limiter(
        lambda: _client(settings.api_keys),
        app=app,
        application_limits=list(settings.rate_limit),
        request_identifier=lambda: _COUNTED if _is_counted() else "",
        on_breach=_refuse,
        key_prefix="card-arbiter",
        storage_uri="arbiter://",
        storage_options={"counts": counts},  # type: ignore[dict-item]  # handed on as it is
    )

    @app.after_request
    def tell(response: Response) -> Response:
        asked = limiter.current_limits
        known = [limit for limit in asked if g.rate_windows[limit.key] is not None]
        if len(known) < len(asked):
            metrics.UNCOUNTED.inc()
        if known:
            response.headers["RateLimit-Policy"] = policy
            response.headers["RateLimit"] = ", ".join(
                f"{_name(limit.limit, policies)};r={limit.remaining};t={_seconds_left(limit)}"
                for limit in known
            )
        return response


def _is_counted() -> bool:
    return request.path.startswith(_COUNTED) and request.method != "OPTIONS"


def _client(keys: tuple[str, ...]) -> str:
    """Whose request it is: that of a known key, else of an address."""
    if keys and (key := known_key(keys)):
        return f"key:{key}"
    try:
        address = ipaddress.ip_address(_without_port(request.remote_addr or ""))
    except ValueError:
        return "address:unknown"
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        address = mapped or ipaddress.ip_address(int(address) >> _CLIENT_BITS << _CLIENT_BITS)
    return f"address:{address}"


def _without_port(address: str) -> str:
    """An address as a proxy may tell it: `192.0.2.1:5555`, `[2001:db8::1]:5555`."""
    found = _WITH_PORT.fullmatch(address)
    return address if found is None else found[1] or found[2]


def _refuse(limit: RequestLimit) -> NoReturn:
    wait = _seconds_left(limit)
    facts = {"quota": limit.limit.amount, "window": limit.limit.get_expiry(), "wait": wait}
    raise Problem(429, "too-many-requests", facts=facts, headers={"Retry-After": str(wait)})


def _seconds_left(limit: RequestLimit) -> int:
    """Whole seconds until the count starts again, at least 1."""
    return max(1, math.ceil(limit.window.reset_time - time.time()))


def _name(policy: RateLimitItem, policies: Sequence[RateLimitItem]) -> str:
    return '"default"' if len(policies) == 1 else f'"per-{policy.get_expiry()}"'


class _Counts(Protocol):
    def add(self, key: str, seconds: int) -> Window | None: ...


class _CountedOnce(Storage):
    """What Flask-Limiter counts with: asked once a request and limit, and then read."""

    STORAGE_SCHEME = ["arbiter"]  # noqa: RUF012 - as the base class has it

    def __init__(self, uri: str, counts: _Counts) -> None:
        super().__init__(uri)
        self.counts = counts

    @property
    def base_exceptions(self) -> type[Exception]:
        """None are raised."""
        return ValueError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count once; 0 where that is not possible, so that the request goes on."""
        del amount
        windows: dict[str, Window | None] = g.setdefault("rate_windows", {})
        windows[key] = window = self.counts.add(key, expiry)
        return window.count if window else 0

    def get(self, key: str) -> int:
        """How often was counted, this request included."""
        count: int = g.rate_windows[key].count
        return count

    def get_expiry(self, key: str) -> float:
        """When it is counted from 0 again, in seconds since 1970."""
        until: float = g.rate_windows[key].until
        return until

    def check(self) -> bool:
        """Whether counting is possible is found by counting."""
        return True

    def reset(self) -> int | None:
        """Nothing is reset."""
        raise NotImplementedError

    def clear(self, key: str) -> None:
        """Nothing is cleared."""
        raise NotImplementedError
