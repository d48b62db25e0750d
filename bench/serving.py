"""Gunicorn at work for a measurement, and what the kernel says of its processes."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

START_SECONDS = 60
_END_SECONDS = 3
_BIN = Path(sys.executable).parent
_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Serving:
    """A gunicorn that answers: its port, and the process id of its master."""

    port: int
    master: int

    @property
    def workers(self) -> list[int]:
        """The process ids of its workers."""
        children = Path(f"/proc/{self.master}/task/{self.master}/children").read_text()
        return [int(pid) for pid in children.split()]


@contextlib.contextmanager
def serving(
    *arguments: str, workers: int = 1, core: str | None = None, **environment: str
) -> Iterator[Serving]:
    """A gunicorn, on one core if one is named; `PORT` stands for its port wherever it is given."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    pinned = [] if core is None else ["taskset", "--cpu-list", core]
    command = [*pinned, str(_BIN / "gunicorn"), *(a.replace("PORT", str(port)) for a in arguments)]
    environment = {name: each.replace("PORT", str(port)) for name, each in environment.items()}
    process = subprocess.Popen(command, env=os.environ | environment, stdout=subprocess.DEVNULL)
    running = Serving(port, process.pid)
    try:
        _wait_for(running, workers)
        yield running
    finally:
        workers_left = running.workers
        process.send_signal(signal.SIGQUIT)
        try:
            process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:  # gunicorn's own worker may wait for itself
            for pid in workers_left:
                os.kill(pid, signal.SIGKILL)
            process.wait(10)


def arbiter(
    counts: str, workers: int = 1, core: str | None = None, threads: int = 4, **settings: str
) -> contextlib.AbstractContextManager[Serving]:
    """The service itself; `counts` is a folder for the files of its metrics."""
    return serving(
        *("--config", "service/gunicorn_conf.py"),
        workers=workers,
        core=core,
        ARBITER_WORKERS=str(workers),
        ARBITER_THREADS=str(threads),
        ARBITER_PORT="PORT",
        ARBITER_METRICS_DIR=counts,
        **settings,
    )


def bare(
    application: str, answer_bytes: int, core: str | None = None, workers: int = 1
) -> contextlib.AbstractContextManager[Serving]:
    """A view or a callable that always answers so many bytes, in a worker of the same kind."""
    return serving(
        *("--bind", "127.0.0.1:PORT", "--worker-class", "gthread", "--threads", "4"),
        *("--workers", str(workers), "--no-control-socket", "--log-level", "error", application),
        core=core,
        workers=workers,
        BARE_BYTES=str(answer_bytes),
    )


def _wait_for(running: Serving, workers: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", running.port), 1).close()
            if len(running.workers) == workers:
                return
        time.sleep(0.05)
    raise RuntimeError("gunicorn did not start")


def cpu_seconds(process: int) -> float:
    """The CPU time that a process has used, of user and system."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def pss_mib(process: int) -> float:
    """The memory of a process in MiB; what several share is divided among them."""
    return _kib(Path(f"/proc/{process}/smaps_rollup"), "Pss") / 1024


def memory_mib(running: Serving) -> float:
    """All that an instance holds, in MiB; what its processes share counts once."""
    return sum(map(pss_mib, [running.master, *running.workers]))


def forget_peak(process: int) -> None:
    """Let `peak_mib` tell of what comes now."""
    Path(f"/proc/{process}/clear_refs").write_text("5")


def peak_mib(process: int) -> float:
    """The most memory that a process has had at once, in MiB, with all that it shares."""
    return _kib(Path(f"/proc/{process}/status"), "VmHWM") / 1024


def _kib(file: Path, name: str) -> int:
    (line,) = (line for line in file.read_text().splitlines() if line.startswith(f"{name}:"))
    return int(line.split()[1])
