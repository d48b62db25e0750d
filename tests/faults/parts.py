"""The parts of an installation on loopback: instances, HAProxy, Redis."""

import contextlib
import csv
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.serving import ROOT, Server, free_port, serve

PATIENCE = 60
"""Seconds that a start or a change of state may take; a busy machine is slow."""
PROXY_SECONDS = 5
"""How long HAProxy waits for an answer in these tests."""
DRAIN_SECONDS = 4
"""Longer than HAProxy needs to see that an instance drains: two checks, a second apart."""
WORKER_SECONDS = 6
"""After so long gunicorn takes a silent worker for dead."""


def wait_until(happens: Callable[[], bool]) -> None:
    """Wait until something is so."""
    give_up = time.monotonic() + PATIENCE
    while not happens():
        if time.monotonic() > give_up:
            raise AssertionError("It did not happen.")
        time.sleep(0.05)


def program(name: str) -> str:
    """Where a program is; without it the test is skipped."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed; .ci/run installs it on Debian and Ubuntu, as root")
    return found


def _group(pid: int) -> int | None:
    """The group of a process; none if it has ended."""
    try:
        state, _, group, *_ = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if state in {"Z", "X"} else int(group)


class Instance:
    """One instance with its own port and metrics, that can be stopped and started again."""

    def __init__(self, name: str, folder: Path, settings: dict[str, str]) -> None:
        self.name = name
        self.port = free_port()
        self._running = contextlib.ExitStack()
        self._settings = {
            "ARBITER_PORT": str(self.port),
            "ARBITER_METRICS_DIR": str(folder / name),
            "ARBITER_DRAIN_SECONDS": str(DRAIN_SECONDS),
            "ARBITER_TRUSTED_PROXIES": "1",
            "GUNICORN_CMD_ARGS": f"--timeout {WORKER_SECONDS}",
            **settings,
        }
        self.server: Server

    def start(self, **settings: str) -> None:
        """Start it, with these settings besides; it is ready then."""
        self.server = self._running.enter_context(serve(**{**self._settings, **settings}))

    def tell(self, number: signal.Signals) -> None:
        """Send its master a signal."""
        self.server.process.send_signal(number)

    def tell_all(self, number: signal.Signals) -> None:
        """Send all its processes a signal."""
        os.killpg(self.server.process.pid, number)

    def processes(self) -> list[int]:
        """Its processes that have not ended; the master is the first."""
        group = self.server.process.pid
        self.server.process.poll()
        everybody = sorted(int(folder.name) for folder in Path("/proc").glob("[0-9]*"))
        return [pid for pid in everybody if _group(pid) == group]

    def log(self) -> str:
        """What it has written since its start."""
        return self.server.log.read_text()

    def close(self) -> None:
        """Stop it, if it has not stopped, and take away what it leaves."""
        if hasattr(self, "server") and self.processes():
            self.tell_all(signal.SIGKILL)
        self._running.close()


class Proxy:
    """HAProxy, with the configuration that deploy/ has."""

    def __init__(self, port: int, admin: Path, pid: int) -> None:
        self.port = port
        self.pid = pid
        self._admin = admin

    def up(self, name: str) -> bool:
        """Whether it sends requests to this instance."""
        return self._row(name)["status"].startswith("UP")

    def tries_again(self) -> int:
        """How often it has asked another time so far."""
        return int(self._row("BACKEND")["wretr"])

    def _row(self, name: str) -> dict[str, str]:
        with socket.socket(socket.AF_UNIX) as asking:
            asking.connect(str(self._admin))
            asking.sendall(b"show stat\n")
            told = b"".join(iter(lambda: asking.recv(65536), b"")).decode()
        rows = csv.DictReader(told.removeprefix("# ").splitlines())
        return next(row for row in rows if (row["pxname"], row["svname"]) == ("instances", name))


@contextlib.contextmanager
def proxy(
    folder: Path, ports: Mapping[str, int], *, ready: bool = True, **settings: str
) -> Iterator[Proxy]:
    """HAProxy in front of instances named one, two and three; it sends them requests, if ready."""
    port, admin = free_port(), folder / "admin"
    environment = {
        "PROXY_LISTEN": f"127.0.0.1:{port}",
        "PROXY_ADMIN_SOCKET": str(admin),
        "PROXY_SERVER_TIMEOUT": f"{PROXY_SECONDS}s",
        **{f"PROXY_SERVER_{n}": f"127.0.0.1:{port}" for n, port in enumerate(ports.values(), 1)},
        **settings,
    }
    command = [program("haproxy"), "-db", "-f", str(ROOT / "deploy/haproxy/haproxy.cfg")]
    with (folder / "haproxy.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        running = Proxy(port, admin, process.pid)
        wait_until(admin.exists)
        wait_until(lambda: all(running.up(name) == ready for name in ports))
        yield running
    finally:
        process.kill()
        process.wait()


class Redis:
    """A Redis that keeps nothing, and can be killed and started again."""

    def __init__(self) -> None:
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address, as a setting."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it; it answers then."""
        command = [program("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait_until(self._answers)

    def kill(self) -> None:
        """Kill it; what it has counted is lost."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def _answers(self) -> bool:
        with (
            contextlib.suppress(ConnectionRefusedError),
            socket.create_connection(("127.0.0.1", self.port), timeout=5) as asking,
        ):
            asking.sendall(b"PING\r\n")
            return asking.recv(7) == b"+PONG\r\n"
        return False
