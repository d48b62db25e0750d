"""The processes of a running service, as the kernel sees them."""

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.serving import Server

PATIENCE = 60
"""Seconds that anything may take that should take far less."""


def children(pid: int) -> list[int]:
    """The processes that a process has started and that have not ended."""
    everybody = (int(folder.name) for folder in Path("/proc").glob("[0-9]*"))
    return sorted(other for other in everybody if alive(other) and _stat(other)[1] == str(pid))


def workers(server: Server) -> list[int]:
    """The service's two workers, waited for."""
    wait_until(lambda: len(children(server.process.pid)) == 2)
    return children(server.process.pid)


@contextlib.contextmanager
def only(server: Server, worker: int) -> Iterator[None]:
    """Let this worker alone answer while the block runs; the other one is stopped for so long."""
    others = [pid for pid in workers(server) if pid != worker]
    for pid in others:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in others:
            os.kill(pid, signal.SIGCONT)


def wait_until(happens: Callable[[], bool], seconds: float = PATIENCE) -> float:
    """Wait until something is so, and tell how many seconds it took."""
    began = time.monotonic()
    while not happens():
        if time.monotonic() - began > seconds:
            raise AssertionError("It did not happen.")
        time.sleep(0.02)
    return time.monotonic() - began


def alive(pid: int) -> bool:
    """Whether a process has not ended; one that has, and waits for its parent to notice, has."""
    return _stat(pid)[0] not in {"Z", "X"}


def _stat(pid: int) -> tuple[str, str]:
    """The state of a process and its parent's id."""
    try:
        state, parent, *_ = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "X", ""
    return state, parent
