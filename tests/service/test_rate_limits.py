"""How much one client may ask, who that is, and what answers say of it."""

import hashlib
import logging
import time
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from evaluators import ecarte, vinegret
from service import metrics
from service.app import create_app
from service.settings import BadSettings, read_settings
from tests.service.shape import problem_in

HAND = "/v1/games/vinegret/evaluate?hand=ThTsTd3c"
KEYS = ("the first key", "another key")
HASHES = ",".join(hashlib.sha256(key.encode()).hexdigest() for key in KEYS)
ORIGIN = "https://club.example"
TOLD = ("RateLimit", "RateLimit-Policy")
NOT_COUNTED = ["/livez", "/readyz", "/version", "/metrics", "/docs", "/openapi.json", "/nothing"]


class Clock:
    """A time that passes when the test says so."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """The time of day, standing still."""
    stopped = Clock(time.time())
    monkeypatch.setattr(time, "time", stopped)
    yield stopped
    monkeypatch.undo()


def client_with(rate_limit: str, **settings: str) -> FlaskClient:
    """Requests to an application with a rate limit."""
    given = {f"ARBITER_{name.upper()}": value for name, value in settings.items()}
    settings_read = read_settings({"ARBITER_RATE_LIMIT": rate_limit, **given})
    return create_app(settings_read, games=(vinegret, ecarte)).test_client()


def told(client: FlaskClient, path: str = HAND, **how: str) -> str | None:
    """What an answer says is left; `how` are parts of the environment of the request."""
    return client.get(path, environ_overrides=how).headers.get("RateLimit")


# What is told


@pytest.mark.usefixtures("clock")
def test_answers_count_down_and_one_too_many_is_refused() -> None:
    client = client_with("3/minute")
    for left in (2, 1, 0):
        answer = client.get(HAND)
        assert answer.status_code == 200
        assert answer.headers["RateLimit-Policy"] == '"default";q=3;w=60'
        assert answer.headers["RateLimit"] == f'"default";r={left};t=60'
        assert "Retry-After" not in answer.headers
    refused = client.get(HAND)
    problem = problem_in(refused, 429, "too-many-requests")
    assert problem["detail"] == (
        "Up to 3 requests are answered in 60 seconds. Ask again in 60 seconds."
    )
    assert refused.headers["Retry-After"] == "60"
    assert refused.headers["RateLimit"] == '"default";r=0;t=60'
    assert refused.headers["RateLimit-Policy"] == '"default";q=3;w=60'
    assert refused.headers["Cache-Control"] == "no-store"


def test_the_window_begins_with_the_first_request_and_then_a_new_one(clock: Clock) -> None:
    client = client_with("2/minute")
    began = clock.now
    for seconds, says in (
        (0, '"default";r=1;t=60'),
        (12.3, '"default";r=0;t=48'),
        (59.9, '"default";r=0;t=1'),
        (60, '"default";r=1;t=60'),
    ):
        clock.now = began + seconds
        assert told(client) == says


def test_several_limits_are_told_each_by_its_window(clock: Clock) -> None:
    client = client_with("2/second, 3/15 minutes")
    assert told(client) == '"per-1";r=1;t=1, "per-900";r=2;t=900'
    assert told(client) == '"per-1";r=0;t=1, "per-900";r=1;t=900'
    refused = client.get(HAND)
    problem_in(refused, 429)
    assert refused.headers["Retry-After"] == "1"
    assert refused.headers["RateLimit-Policy"] == '"per-1";q=2;w=1, "per-900";q=3;w=900'
    clock.now += 1
    assert told(client) == '"per-1";r=1;t=1, "per-900";r=0;t=899'  # the refusal was not counted
    clock.now += 1
    assert client.get(HAND).headers["Retry-After"] == "898"


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("language", ["uk", "ru"])
def test_a_refusal_is_told_in_the_readers_language(language: str) -> None:
    client = client_with("1/hour")
    client.get(HAND)
    refused = client.get(HAND, headers={"Accept-Language": language})
    problem = problem_in(refused, 429, "too-many-requests")
    assert refused.headers["Content-Language"] == language
    assert "3600" in problem["detail"]


# What is counted


@pytest.mark.usefixtures("clock")
def test_all_that_is_asked_counts_whatever_the_answer() -> None:
    client = client_with("100/minute")
    tag = client.get(HAND).headers["ETag"]
    answers = [
        client.get(HAND, headers={"If-None-Match": tag}),
        client.post("/v1/games/vinegret/evaluate", json={"hand": "Th"}),
        client.post("/v1/games/vinegret/evaluate", data="x"),
        client.get("/v1/nothing"),
        client.delete("/v1/games"),
        client.get("/v1/games", headers={"Accept": "text/html"}),
        client.head("/v1/games"),
        client.open("/v1/games/ecarte/settle", method="QUERY", data="{"),
    ]
    assert [answer.status_code for answer in answers] == [304, 422, 415, 404, 405, 406, 200, 415]
    assert [answer.headers["RateLimit"] for answer in answers] == [
        f'"default";r={left};t=60' for left in range(98, 98 - len(answers), -1)
    ]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("path", NOT_COUNTED)
def test_probes_metrics_and_documents_do_not_count(path: str) -> None:
    client = client_with("1/minute")
    for _ in range(3):
        answer = client.get(path)
        assert answer.status_code == (404 if path == "/nothing" else 200)
        assert not [name for name in TOLD if name in answer.headers]
    assert told(client) == '"default";r=0;t=60'
    assert client.get(path).status_code != 429


@pytest.mark.usefixtures("clock")
def test_preflight_requests_do_not_count_and_pages_may_read_what_is_left() -> None:
    client = client_with("1/minute", cors_origins=ORIGIN)
    asked = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}
    for _ in range(3):
        assert client.options("/v1/games/ecarte/evaluate", headers=asked).status_code == 200
    for status in (200, 429):
        answer = client.get(HAND, headers={"Origin": ORIGIN})
        assert answer.status_code == status
        assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
        readable = answer.headers["Access-Control-Expose-Headers"].split(", ")
        assert {*TOLD, "Retry-After"} <= set(readable)


def test_without_a_limit_nothing_is_counted_or_told(client: FlaskClient) -> None:
    answer = client.get(HAND)
    assert not [name for name in TOLD if name in answer.headers]


# Who is counted


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1:5555", "192.0.2.1:6666", True),
        ("192.0.2.1:5555", "192.0.2.2:5555", False),
        ("[2001:db8::1]:5555", "2001:db8::1", True),
        ("[2001:db8::1]", "[2001:db8:0:1::1]", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("2001:db8::1", "2001:db8:0:0:ffff::9", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("", "no address", True),
        ("", "::", False),
    ],
)
def test_an_address_is_one_client_and_so_is_a_network_of_ipv6(
    one: str, other: str, *, same: bool
) -> None:
    client = client_with("9/minute")
    assert told(client, REMOTE_ADDR=one) == '"default";r=8;t=60'
    assert told(client, REMOTE_ADDR=other) == f'"default";r={7 if same else 8};t=60'


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(("proxies", "left"), [("0", 7), ("1", 8)])
def test_the_address_behind_a_proxy_is_taken_only_as_set(proxies: str, left: int) -> None:
    client = client_with("9/minute", trusted_proxies=proxies)
    for address in ("192.0.2.1", "192.0.2.2"):
        answer = client.get(HAND, headers={"X-Forwarded-For": address})
    assert answer.headers["RateLimit"] == f'"default";r={left};t=60'


@pytest.mark.usefixtures("clock")
def test_a_key_is_one_client_wherever_it_comes_from() -> None:
    client = client_with("9/minute", api_keys=HASHES)
    first, other = KEYS
    for headers, address, left in (
        ({"X-API-Key": first}, "192.0.2.1", 8),
        ({"Authorization": f"Bearer {first}"}, "192.0.2.2", 7),
        ({"X-API-Key": other}, "192.0.2.1", 8),
    ):
        answer = client.get(HAND, headers=headers, environ_overrides={"REMOTE_ADDR": address})
        assert answer.status_code == 200
        assert answer.headers["RateLimit"] == f'"default";r={left};t=60'


@pytest.mark.usefixtures("clock")
def test_guessing_keys_is_limited_by_address_and_harms_no_key() -> None:
    client = client_with("2/minute", api_keys=HASHES)
    statuses = [
        client.get("/v1/nothing", headers={"X-API-Key": f"guess {guess}"}).status_code
        for guess in range(4)
    ]
    assert statuses == [401, 401, 429, 429]
    assert client.get(HAND, headers={"X-API-Key": KEYS[0]}).status_code == 200


def test_nobody_is_named_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    client = client_with("1/minute", api_keys=HASHES)
    with caplog.at_level(logging.DEBUG, "service"):
        for key in (KEYS[0], KEYS[0], "a guess", "a guess"):
            client.get(HAND, headers={"X-API-Key": key})
    logged = "".join(str(vars(record)) for record in caplog.records)
    assert logged
    for name in ("127.0.0.1", *KEYS, *HASHES.split(",")):
        assert name not in logged


# Redis that is not there


def test_where_redis_is_away_requests_are_let_through_and_counted_as_such(
    caplog: pytest.LogCaptureFixture,
) -> None:
    client = client_with("1/minute,1/day", redis_url="redis://127.0.0.1:1/0")
    before = metrics.UNCOUNTED._value.get()  # noqa: SLF001 - no other way to read one
    for _ in range(3):
        answer = client.get(HAND)
        assert answer.status_code == 200
        assert not [name for name in TOLD if name in answer.headers]
    assert metrics.UNCOUNTED._value.get() == before + 3  # noqa: SLF001
    assert metrics.RATE_LIMITER_DOWN._value.get() == 1  # noqa: SLF001
    told = [record for record in caplog.records if record.name == "service.redis_counts"]
    assert [(record.levelname, record.__dict__["reason"]) for record in told] == [
        ("WARNING", "ConnectionError")
    ]
    metrics.RATE_LIMITER_DOWN.set(0)


# Settings


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("600/minute", ("600/minute",)),
        ("10/second,5000/day", ("10/second", "5000/day")),
        (" 5/15 minutes , 1/hours ", ("5/15 minutes", "1/hours")),
        ("", ()),
    ],
)
def test_a_rate_limit_is_taken(given: str, read: tuple[str, ...]) -> None:
    assert read_settings({"ARBITER_RATE_LIMIT": given}).rate_limit == read


@pytest.mark.parametrize(
    "given",
    ["600", "600/fortnight", "0/minute", "-1/minute", "1/0 minutes", "many", "1/minute;2/day",
     "1 per minute", "1/month", "1e3/day", "1/minute,x", "1/ minute"],
)  # fmt: skip
def test_what_is_no_rate_limit_is_refused(given: str) -> None:
    with pytest.raises(BadSettings, match=r"^ARBITER_RATE_LIMIT: .* is no limit like 600/minute"):
        read_settings({"ARBITER_RATE_LIMIT": given})


@pytest.mark.parametrize("given", ["1/minute,2/minute", "1/minute,2/60 seconds"])
def test_two_limits_for_the_same_time_are_refused(given: str) -> None:
    with pytest.raises(BadSettings, match=r"^ARBITER_RATE_LIMIT: Two limits"):
        read_settings({"ARBITER_RATE_LIMIT": given})


@pytest.mark.parametrize(
    "given",
    ["redis://h:6379/0", "redis://h", "redis://h/", "redis://10.0.0.1:6379", "redis://[::1]:6379/15",
     "rediss://user:secret@h/1", "redis://:a%3Fb%2F@h", "unix:///run/redis.sock",
     "unix://:secret@/run/redis.sock", ""],
)  # fmt: skip
def test_an_address_of_redis_is_taken(given: str) -> None:
    assert read_settings({"ARBITER_REDIS_URL": given}).redis_url == given


@pytest.mark.parametrize(
    "given",
    ["redis", "127.0.0.1:6379", "http://:secret@h", "redis://:secret@h:port", "memory://",
     "redis://", "redis://:secret@", "redis://:secret@h?socket_timeout=5", "redis://:secret@h?foo=1",
     "redis://:secret@h/0?", "redis://:secret@h/0#1", "redis://:secret@h/abc", "redis://h/1/2",
     "redis://h/-1", "redis://h/١", "redis://h:0", "redis://h:99999", "redis://a..b", "redis://h%00",
     "redis://:a%zz@h", "redis://h h", "REDIS://h", "unix://", "unix:///", "unix://run/redis.sock",
     "unix:///run/redis.sock?db=secret", "unix:///run/redis%00.sock"],
)  # fmt: skip
def test_another_is_refused_and_its_password_not_told(given: str) -> None:
    with pytest.raises(BadSettings, match=r"^ARBITER_REDIS_URL: This is no address") as refused:
        read_settings({"ARBITER_REDIS_URL": given})
    assert "secret" not in str(refused.value)
