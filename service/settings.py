"""What the operator may set, read from `ARBITER_…` environment variables and checked at start."""

import difflib
import hashlib
import math
import os
import re
import resource
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import marshmallow as ma
from marshmallow import validate

from evaluators.batch import MOST_HANDS
from evaluators.budget import MOST_WORK
from evaluators.position import MOST_ACTIONS

if TYPE_CHECKING:
    from limits import RateLimitItem

PREFIX = "ARBITER_"
IDLE_SECONDS = 15
"""How long a connection is kept on which nothing is asked."""
_CONNECTIONS = 1000
"""How many connections a worker has at most, if it may open so many files."""
_OTHER_FILES = 64
"""How many files a worker may want to have open beside its connections."""
_NEAR = 0.5
"""How much alike two names are of which one may be meant for the other, 0 to 1."""
_MIB = 1024 * 1024


class BadSettings(ValueError):  # noqa: N818 - named for what was read
    """A setting is unknown or has a value it cannot have; the message names each of them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings; `docs/settings.md` says what each does."""

    host: str
    port: int
    workers: int
    threads: int
    max_body_bytes: int
    max_hands: int
    max_actions: int
    max_work: int
    header_seconds: int
    body_seconds: int
    answer_seconds: int
    worker_seconds: int
    drain_seconds: int
    graceful_seconds: int
    log_level: str
    metrics_dir: str
    api_keys: tuple[str, ...]
    cors_origins: tuple[str, ...]
    trusted_proxies: int
    otlp_endpoint: str | None
    rate_limit: tuple[str, ...]
    redis_url: str

    @property
    def most_kept_bytes(self) -> int:
        """What a worker keeps at most of bodies that arrive and answers that are not taken yet."""
        return 16 * _MIB + self.threads * self.max_body_bytes

    @property
    def looks_at_questions_alone(self) -> bool:
        """Whether only what is asked matters of a request, not by whom, how often or why."""
        return not (self.api_keys or self.rate_limit or self.otlp_endpoint)

    @property
    def rate_limits(self) -> "tuple[RateLimitItem, ...]":
        """How much one client may ask, each in its time."""
        return _parsed(self.rate_limit)


def _parsed(rate_limit: tuple[str, ...]) -> "tuple[RateLimitItem, ...]":
    if not rate_limit:
        return ()
    from limits import parse  # noqa: PLC0415 - most start without it

    return tuple(map(parse, rate_limit))


def most_connections() -> int:
    """How many connections a worker has at most; for more, others are given up."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return _CONNECTIONS
    return min(_CONNECTIONS, max(1, files - _OTHER_FILES))


def cores_to_use() -> int:
    """The cores this process may use: its affinity, and a container's CPU quota if it is less."""
    cores = len(os.sched_getaffinity(0))
    quota = Path("/sys/fs/cgroup/cpu.max")
    if quota.exists():
        allowed, period = quota.read_text().split()
        if allowed != "max":
            cores = min(cores, math.ceil(int(allowed) / int(period)))
    return max(cores, 1)


class _Listed(ma.fields.Field[tuple[str, ...]]):
    """Several values between commas, each of a pattern; an empty text has none.

    Those that may be `secret` are not repeated in complaints.
    """

    def __init__(self, pattern: str, says: str, *, secret: bool = False) -> None:
        super().__init__(load_default=())
        self.pattern = re.compile(pattern)
        self.says = says
        self.secret = secret

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[str, ...]:
        items = tuple(item.strip() for item in value.split(",")) if value.strip() else ()
        for place, item in enumerate(items, 1):
            if not self.pattern.fullmatch(item):
                shown = f"Number {place}" if self.secret else repr(item[:40])
                raise ma.ValidationError(f"{shown} is {self.says}.")
        return items


class _Number(ma.fields.Integer):
    """A whole number in digits of ASCII, from `low` to `high`."""

    _written = re.compile("(?!-0)-?[0-9]{1,20}")

    def __init__(self, low: int, high: int, *, default: Any) -> None:
        super().__init__(load_default=default, validate=validate.Range(low, high))

    def _deserialize(self, value: Any, *arguments: Any, **named: Any) -> int:
        if not self._written.fullmatch(value):
            raise self.make_error("invalid")
        return super()._deserialize(value, *arguments, **named)


_ADDRESS = re.compile('(redis|rediss|unix)://[!"$->@-~]+')  # what ASCII shows, but # and ?
_NO_ESCAPE = re.compile("%(?:00|(?![0-9A-Fa-f]{2}))")
_HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+")


def _is_redis(address: str) -> bool:
    """Whether an address says where a Redis is, and nothing else that redis-py would heed."""
    if not _ADDRESS.fullmatch(address) or _NO_ESCAPE.search(address):
        return False
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        host.encode("idna")  # as it will be when it is looked up
        port = parts.port
    except ValueError:
        return False
    if parts.scheme == "unix":
        return not host and len(parts.path) > 1
    known = _HOST.fullmatch(host) and re.fullmatch("/?|/[0-9]{1,5}", parts.path)
    return known is not None and port != 0


class _SettingsSchema(ma.Schema):
    host = ma.fields.String(load_default="127.0.0.1", validate=validate.Length(1, 255))
    port = _Number(1, 65535, default=8000)
    workers = _Number(1, 256, default=cores_to_use)
    threads = _Number(1, 256, default=4)
    max_body_bytes = _Number(1024, 256 * _MIB, default=16 * _MIB)
    max_hands = _Number(1, MOST_HANDS, default=MOST_HANDS)
    max_actions = _Number(1, MOST_ACTIONS, default=MOST_ACTIONS)
    max_work = _Number(1000, 100 * MOST_WORK, default=MOST_WORK)
    header_seconds = _Number(1, 600, default=10)
    body_seconds = _Number(1, 3600, default=60)
    answer_seconds = _Number(1, 3600, default=60)
    worker_seconds = _Number(5, 600, default=30)
    drain_seconds = _Number(0, 600, default=5)
    graceful_seconds = _Number(1, 600, default=30)
    log_level = ma.fields.String(
        load_default="info", validate=validate.OneOf(["debug", "info", "warning", "error"])
    )
    metrics_dir = ma.fields.String(validate=validate.Length(1, 4096))
    api_keys = _Listed("(?i:[0-9a-f]{64})", "no SHA-256 in hexadecimal", secret=True)
    cors_origins = _Listed(r"\*|https?://[A-Za-z0-9.\-]+(:[0-9]+)?", "no origin and not *")
    trusted_proxies = _Number(0, 10, default=0)
    otlp_endpoint = ma.fields.Url(load_default=None, require_tld=False, schemes={"http", "https"})
    rate_limit = _Listed(
        r"[1-9][0-9]{0,8}/([1-9][0-9]{0,2} )?(second|minute|hour|day)s?", "no limit like 600/minute"
    )
    redis_url = ma.fields.String(load_default="")

    @ma.post_load
    def completed(self, loaded: dict[str, Any], **_: Any) -> dict[str, Any]:
        own = f"/dev/shm/card-arbiter-{os.getuid()}-{loaded['port']}"  # noqa: S108 - no secrets
        keys = tuple(map(str.lower, loaded["api_keys"]))
        folder = os.path.abspath(loaded.get("metrics_dir", own))  # noqa: PTH100 - as it is given
        return {**loaded, "metrics_dir": folder, "api_keys": keys}

    @ma.validates("api_keys")
    def no_empty_key(self, value: tuple[str, ...], **_: Any) -> None:
        if hashlib.sha256(b"").hexdigest() in map(str.lower, value):
            raise ma.ValidationError("One of them is the hash of nothing, which everybody sends.")

    @ma.validates("cors_origins")
    def all_or_some(self, value: tuple[str, ...], **_: Any) -> None:
        if "*" in value and len(value) > 1:
            raise ma.ValidationError("* lets everybody read, and stands alone.")

    @ma.validates("rate_limit")
    def each_window_once(self, value: tuple[str, ...], **_: Any) -> None:
        windows = [limit.get_expiry() for limit in _parsed(value)]
        if len(set(windows)) < len(windows):
            raise ma.ValidationError("Two limits are for the same time.")

    @ma.validates("redis_url")
    def is_address(self, value: str, **_: Any) -> None:
        """The value may hold a password, and is not repeated."""
        if value and not _is_redis(value):
            raise ma.ValidationError(
                "This is no address like redis://host:6379/0, rediss://… or unix:///path. "
                "A database is a number, and nothing stands after it."
            )


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings from an environment; raises `BadSettings`."""
    given = {
        name.removeprefix(PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(PREFIX)
    }
    try:
        loaded: dict[str, Any] = _SettingsSchema().load(given)
    except ma.ValidationError as error:
        messages: dict[str, list[str]] = error.messages  # type: ignore[assignment]  # by field
        raise BadSettings("\n".join(map(_complaint, messages.items()))) from None
    return Settings(**loaded)


def _complaint(found: tuple[str, list[str]]) -> str:
    name, messages = found
    known = [field.name for field in fields(Settings)]
    variable = PREFIX + name.upper()
    if name in known:
        return f"{variable}: {' '.join(messages)}"
    near = difflib.get_close_matches(name, known, n=1, cutoff=_NEAR)
    hint = f"the nearest is {PREFIX}{near[0].upper()}" if near else "docs/settings.md lists them"
    return f"{variable}: there is no such setting; {hint}."
