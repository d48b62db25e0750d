"""Starting and stopping the real service for tests."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx

ROOT = Path(__file__).parent.parent
START_SECONDS = 30


@dataclass(frozen=True)
class Server:
    """A running service: where it is, its process, and its log."""

    url: str
    port: int
    process: subprocess.Popen[bytes]
    log: Path


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def serve(config: str = "service/gunicorn_conf.py", **settings: str) -> Iterator[Server]:
    """The service under gunicorn with two workers; `settings` are `ARBITER_…` variables.

    It is ready when this yields, and gone, with all its workers, when the block ends.
    """
    with tempfile.TemporaryDirectory() as folder:
        port = int(settings.get("ARBITER_PORT", free_port()))
        environment = {name: v for name, v in os.environ.items() if not name.startswith("ARBITER_")}
        environment |= {
            "ARBITER_PORT": str(port),
            "ARBITER_WORKERS": "2",
            "ARBITER_DRAIN_SECONDS": "0",
            "ARBITER_METRICS_DIR": f"{folder}/metrics",
            **settings,
        }
        log = Path(folder) / "log"
        gunicorn = Path(sys.executable).parent / "gunicorn"
        command = [str(gunicorn), "--config", config]
        with log.open("wb") as out:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        running = Server(f"http://127.0.0.1:{port}", port, process, log)
        try:
            _wait_until_ready(running)
            yield running
        finally:
            _stop(process)


def _wait_until_ready(server: Server) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.process.poll() is None:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{server.url}/readyz").status_code == httpx.codes.OK:
                return
        time.sleep(0.05)
    raise RuntimeError(f"The service did not start:\n{server.log.read_text()}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGQUIT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
