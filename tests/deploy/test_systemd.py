"""The unit for a machine without containers."""

import re
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from service.settings import PREFIX, Settings, read_settings
from tests.deploy import image
from tests.serving import ROOT, serve

UNIT = ROOT / "deploy" / "systemd" / "card-arbiter@.service"
PORT = "8001"
MARGIN = 5
LARGEST_EXPOSURE = 20
"""In tenths, from 0 to 100: systemd calls up to 20 OK, and a service with no such care 96."""
needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd is not installed"
)


def _lines(name: str) -> list[str]:
    """The values of a directive, in order, of the instance for `PORT`."""
    text = UNIT.read_text().replace("%i", PORT)
    return re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)


def _environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for line in _lines("Environment") for pair in line.split())


def _settings() -> Settings:
    return read_settings({n: v for n, v in _environment().items() if n.startswith(PREFIX)})


@needs_systemd
def test_systemd_finds_no_fault(tmp_path: Path) -> None:
    installed = tmp_path / UNIT.name
    installed.write_text(
        UNIT.read_text().replace("/opt/card-arbiter/.venv/bin/gunicorn", "/bin/true")
    )
    ended = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", installed],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.stderr, ended.returncode) == ("", 0)


@needs_systemd
def test_the_unit_gives_the_service_few_rights() -> None:
    ended = subprocess.run(
        [
            *("systemd-analyze", "security", "--offline=true"),
            *(f"--threshold={LARGEST_EXPOSURE}", UNIT),
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout[-500:] + ended.stderr


def test_each_instance_has_a_port_and_counts_of_its_own() -> None:
    taken = _settings()
    assert taken.port == int(PORT)
    (folder,) = _lines("RuntimeDirectory")
    assert PORT in folder
    assert taken.metrics_dir == f"/run/{folder}"


def test_there_is_memory_for_the_worst_that_may_be_asked() -> None:
    (most,) = _lines("MemoryMax")
    assert image.memory_mib(_settings()) <= int(most.removesuffix("G")) * 1024


def test_there_is_time_to_drain_and_to_finish() -> None:
    taken = _settings()
    (seconds,) = _lines("TimeoutStopSec")
    assert int(seconds) >= taken.drain_seconds + taken.graceful_seconds + MARGIN


def test_it_starts_what_make_run_starts() -> None:
    (command,) = _lines("ExecStart")
    recipe = (ROOT / "Makefile").read_text()
    assert f"$(BIN)/{command.partition('/bin/')[2]}\n" in recipe


def test_systemd_is_told_when_it_is_up(tmp_path: Path) -> None:
    assert _lines("Type") == ["notify"]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(10)
        with serve(NOTIFY_SOCKET=str(tmp_path / "notify")):
            assert systemd.recv(1024).startswith(b"READY=1\n")
