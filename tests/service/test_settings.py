"""Settings: what each may be, and that a wrong one is named."""

import dataclasses
import os
from pathlib import Path

import pytest

from evaluators.batch import MOST_HANDS
from evaluators.budget import MOST_WORK
from evaluators.position import MOST_ACTIONS
from service import settings
from service.settings import BadSettings, Settings, cores_to_use, read_settings

NUMBERS = {
    "port": (1, 65535),
    "workers": (1, 256),
    "threads": (1, 256),
    "max_body_bytes": (1024, 256 * 1024 * 1024),
    "max_hands": (1, MOST_HANDS),
    "max_actions": (1, MOST_ACTIONS),
    "max_work": (1000, 100 * MOST_WORK),
    "header_seconds": (1, 600),
    "body_seconds": (1, 3600),
    "answer_seconds": (1, 3600),
    "worker_seconds": (5, 600),
    "drain_seconds": (0, 600),
    "graceful_seconds": (1, 600),
    "trusted_proxies": (0, 10),
}
LEVELS = ["debug", "info", "warning", "error"]


def test_every_setting_has_a_default() -> None:
    assert read_settings({}) == Settings(
        host="127.0.0.1",
        port=8000,
        workers=cores_to_use(),
        threads=4,
        max_body_bytes=16 * 1024 * 1024,
        max_hands=100_000,
        max_actions=2000,
        max_work=MOST_WORK,
        header_seconds=10,
        body_seconds=60,
        answer_seconds=60,
        worker_seconds=30,
        drain_seconds=5,
        graceful_seconds=30,
        log_level="info",
        metrics_dir=f"/dev/shm/card-arbiter-{os.getuid()}-8000",  # noqa: S108 - the default
        api_keys=(),
        cors_origins=(),
        trusted_proxies=0,
        otlp_endpoint=None,
        rate_limit=(),
        redis_url="",
    )


@pytest.mark.parametrize(("name", "limits"), NUMBERS.items())
def test_a_number_is_taken_within_its_limits(name: str, limits: tuple[int, int]) -> None:
    for value in limits:
        read = read_settings({f"ARBITER_{name.upper()}": str(value)})
        assert getattr(read, name) == value


@pytest.mark.parametrize(("name", "limits"), NUMBERS.items())
def test_a_number_beyond_its_limits_is_refused(name: str, limits: tuple[int, int]) -> None:
    low, high = limits
    for value in (
        str(low - 1),
        str(high + 1),
        "",
        "x",
        "1.5",
        "0x10",
        "null",
        "1,5",
        "1_0",
        "١٠",
        "+10",
        "-0",
        " 10",
    ):
        with pytest.raises(BadSettings, match=f"^ARBITER_{name.upper()}: "):
            read_settings({f"ARBITER_{name.upper()}": value})


@pytest.mark.parametrize("level", LEVELS)
def test_a_log_level_is_taken(level: str) -> None:
    assert read_settings({"ARBITER_LOG_LEVEL": level}).log_level == level


@pytest.mark.parametrize("level", ["", "verbose", "INFO", "20", "critical"])
def test_another_log_level_is_refused_and_told_which_there_are(level: str) -> None:
    with pytest.raises(BadSettings, match=f"^ARBITER_LOG_LEVEL: .*{', '.join(LEVELS)}"):
        read_settings({"ARBITER_LOG_LEVEL": level})


@pytest.mark.parametrize(("name", "text"), [("host", "::"), ("metrics_dir", "/var/counts")])
def test_a_text_is_taken_and_an_empty_or_endless_one_refused(name: str, text: str) -> None:
    variable = f"ARBITER_{name.upper()}"
    assert getattr(read_settings({variable: text}), name) == text
    for value in ("", "x" * 5000):
        with pytest.raises(BadSettings, match=f"^{variable}: "):
            read_settings({variable: value})


def test_a_folder_is_found_whatever_becomes_the_working_directory() -> None:
    folder = read_settings({"ARBITER_METRICS_DIR": "counts"}).metrics_dir
    assert folder == str(Path.cwd() / "counts")


@pytest.mark.parametrize(
    ("variable", "nearest"),
    [
        ("ARBITER_PROT", "ARBITER_PORT"),
        ("ARBITER_WORKER", "ARBITER_WORKERS"),
        ("ARBITER_MAX_BODY", "ARBITER_MAX_BODY_BYTES"),
        ("ARBITER_LOGLEVEL", "ARBITER_LOG_LEVEL"),
        ("ARBITER_DRAIN", "ARBITER_DRAIN_SECONDS"),
        ("ARBITER_", "docs/settings.md"),
    ],
)
def test_an_unknown_setting_is_named_with_the_nearest(variable: str, nearest: str) -> None:
    with pytest.raises(BadSettings) as refused:
        read_settings({variable: "1"})
    message = str(refused.value)
    assert message.startswith(f"{variable}: ")
    assert nearest in message.removeprefix(variable)


@pytest.mark.parametrize("name", ["API_KEYS", "CORS_ORIGINS", "RATE_LIMIT"])
@pytest.mark.parametrize("value", [",", " , ", ",,"])
def test_a_place_left_empty_between_commas_is_no_value(name: str, value: str) -> None:
    with pytest.raises(BadSettings, match=f"^ARBITER_{name}: ('' is|Number 1 is) no "):
        read_settings({f"ARBITER_{name}": value})
    read_settings({f"ARBITER_{name}": " "})  # nothing is set


def test_all_complaints_come_at_once() -> None:
    with pytest.raises(BadSettings) as refused:
        read_settings({"ARBITER_PORT": "0", "ARBITER_THREADS": "x", "ARBITER_COLOUR": "red"})
    complaints = str(refused.value).splitlines()
    assert {complaint.split(":")[0] for complaint in complaints} == {
        "ARBITER_PORT",
        "ARBITER_THREADS",
        "ARBITER_COLOUR",
    }


def test_other_variables_are_nobodys_business() -> None:
    environment = {"PORT": "x", "arbiter_port": "1", "MY_ARBITER_PORT": "1", "ARBITERPORT": "1"}
    assert read_settings(environment) == read_settings({})


def test_settings_do_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        read_settings({}).port = 1  # type: ignore[misc]  # that is the point


@pytest.mark.parametrize(
    ("quota", "cores"),
    [("max 100000", 8), ("200000 100000", 2), ("150000 100000", 2), ("1000 100000", 1)],
)
def test_a_quota_limits_the_workers_that_are_started_unasked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, quota: str, cores: int
) -> None:
    given = tmp_path / "cpu.max"
    given.write_text(quota)
    monkeypatch.setattr(settings, "Path", lambda _: given)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))
    assert cores_to_use() == cores
    assert read_settings({}).workers == cores
