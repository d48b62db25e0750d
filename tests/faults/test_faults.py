"""Faults of one part at a time, under a steady load, and what clients saw of each."""

import contextlib
import os
import signal
import time
from pathlib import Path

import httpx
import pytest

from tests.faults.conftest import Installation
from tests.faults.figures import Figures
from tests.faults.load import CLIENTS
from tests.faults.parts import PROXY_SECONDS, WORKER_SECONDS, Instance, wait_until

pytestmark = pytest.mark.faults


def put_back(installation: Installation, instance: Instance, figures: Figures) -> None:
    """Start an instance that has stopped, and wait until it gets requests again."""
    instance.close()
    instance.start()
    began = time.monotonic()
    wait_until(lambda: installation.proxy.up(instance.name))
    figures.back = time.monotonic() - began


def down(installation: Installation, instance: Instance, figures: Figures) -> None:
    """Wait until an instance gets no more requests."""
    wait_until(lambda: not installation.proxy.up(instance.name))
    figures.noticed = figures.since()


AT_ONCE = 0.5
"""Seconds in which a signal has reached every process, on a busy machine too."""


def only_in_flight(figures: Figures, seconds: float | None) -> None:
    """Nothing failed but what was under way in the first seconds of the fault, one a client."""
    assert seconds is not None
    assert len(figures.failed) <= CLIENTS, figures.failed
    assert all(asked.began <= figures.began + seconds for asked in figures.failed), figures.failed


# An instance


def test_instance_killed(installation: Installation, figures: Figures) -> None:
    _, instance, _ = installation.instances
    figures.begin()
    instance.tell_all(signal.SIGKILL)
    down(installation, instance, figures)
    put_back(installation, instance, figures)
    only_in_flight(figures, AT_ONCE)


def test_master_killed_alone(installation: Installation, figures: Figures) -> None:
    """Its workers notice, and stop as after SIGTERM."""
    _, instance, _ = installation.instances
    figures.begin()
    instance.tell(signal.SIGKILL)
    down(installation, instance, figures)
    wait_until(lambda: not instance.processes())
    put_back(installation, instance, figures)
    only_in_flight(figures, AT_ONCE)


def test_instance_stopped_gracefully(installation: Installation, figures: Figures) -> None:
    _, instance, _ = installation.instances
    figures.begin()
    instance.tell(signal.SIGTERM)
    down(installation, instance, figures)
    wait_until(lambda: not instance.processes())
    put_back(installation, instance, figures)
    assert [asked.failure for asked in figures.failed] == []


def test_instance_frozen(installation: Installation, figures: Figures) -> None:
    """All its processes stand still, and later go on."""
    _, instance, _ = installation.instances
    figures.begin()
    instance.tell_all(signal.SIGSTOP)
    down(installation, instance, figures)
    figures.load.go_on(2 * PROXY_SECONDS)
    began = time.monotonic()
    instance.tell_all(signal.SIGCONT)
    wait_until(lambda: installation.proxy.up(instance.name))
    figures.back = time.monotonic() - began
    only_in_flight(figures, figures.noticed)


# A worker


def test_worker_killed(installation: Installation, figures: Figures) -> None:
    _, instance, _ = installation.instances
    _, victim, _ = instance.processes()
    figures.begin()
    os.kill(victim, signal.SIGKILL)
    wait_until(lambda: len(set(instance.processes()) - {victim}) == 3)
    figures.noticed = figures.since()
    only_in_flight(figures, AT_ONCE)


def test_worker_frozen(installation: Installation, figures: Figures) -> None:
    """Gunicorn takes it for dead after a while, and starts another one."""
    _, instance, _ = installation.instances
    _, victim, _ = instance.processes()
    figures.begin()
    os.kill(victim, signal.SIGSTOP)
    wait_until(lambda: victim not in instance.processes())
    figures.noticed = figures.since()
    wait_until(lambda: len(instance.processes()) == 3)
    assert figures.noticed > WORKER_SECONDS / 2
    only_in_flight(figures, figures.noticed)


# Restarts


def test_rolling_restart(installation: Installation, figures: Figures) -> None:
    """All instances, one after the other, as for a new version."""
    figures.begin()
    for instance in installation.instances:
        instance.tell(signal.SIGTERM)
        wait_until(lambda: not instance.processes())  # noqa: B023 - called at once
        put_back(installation, instance, figures)
    figures.back = figures.since()
    assert [asked.failure for asked in figures.failed] == []


def test_reload_of_all(installation: Installation, figures: Figures) -> None:
    """SIGHUP to all instances at once: new workers take over from the old ones."""
    old = {pid for instance in installation.instances for pid in instance.processes()[1:]}
    figures.begin()
    for instance in installation.instances:
        instance.tell(signal.SIGHUP)
    wait_until(
        lambda: not old & {pid for each in installation.instances for pid in each.processes()}
    )
    figures.back = figures.since()
    assert [asked.failure for asked in figures.failed] == []


# What the service uses


def test_redis_killed(installation: Installation, figures: Figures) -> None:
    """Requests are let through uncounted, and counted again when it is back."""
    figures.begin()
    installation.redis.kill()
    wait_until(lambda: any(limiter_down(each) for each in installation.instances))
    figures.noticed = figures.since()
    figures.load.go_on(3)
    began = time.monotonic()
    installation.redis.start()
    wait_until(lambda: not any(limiter_down(each) for each in installation.instances))
    figures.back = time.monotonic() - began
    assert [asked.failure for asked in figures.failed] == []


def limiter_down(instance: Instance) -> bool:
    text = httpx.get(f"{instance.server.url}/metrics", timeout=30).text
    return "arbiter_rate_limiter_down 1.0" in text


def metrics_of(instance: Instance) -> str:
    return httpx.get(f"{instance.server.url}/metrics").text


def test_metrics_disk_full(small_disk: Path, installation: Installation, figures: Figures) -> None:
    """Also for a worker that is started then; metrics are whole when there is space again."""
    _, instance, _ = installation.instances
    instance.close()
    instance.start(ARBITER_METRICS_DIR=str(small_disk / "metrics"))
    wait_until(installation.up)
    filling = small_disk / "filling"
    figures.begin()
    with contextlib.suppress(OSError), filling.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    before = instance.processes()
    instance.tell(signal.SIGTTIN)  # start one more worker
    wait_until(lambda: "arbiter_metrics_in_memory 1.0" in metrics_of(instance))
    figures.noticed = figures.since()
    figures.load.go_on(5)
    assert set(before) < set(instance.processes())  # nobody has died
    began = time.monotonic()
    filling.unlink()
    wait_until(lambda: "Metrics are in their files again" in instance.log())
    figures.back = time.monotonic() - began
    wait_until(lambda: "arbiter_metrics_in_memory 0.0" in metrics_of(instance))
    instance.tell(signal.SIGTERM)
    wait_until(lambda: not instance.processes())
    put_back(installation, instance, figures)
    only_in_flight(figures, figures.noticed)
