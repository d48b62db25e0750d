"""The image, as near as one comes without an engine: its user, its read-only root, its commands.

bubblewrap gives the service a file system with nothing but the system's libraries, Python, and what
the Dockerfile copies, all of it read-only but for `/dev/shm`, and takes every right from it.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.deploy import image
from tests.live.processes import PATIENCE, alive, children, wait_until
from tests.serving import ROOT, free_port

IMAGE = image.read()
VENV = Path(sys.prefix)
_IS_ROOT = os.geteuid() == 0
_NAMESPACES = ("--unshare-pid", "--unshare-ipc", "--unshare-uts")
_USER = () if _IS_ROOT else ("--unshare-user", "--uid", str(IMAGE.user), "--gid", str(IMAGE.group))
_EVERYTHING = ("--ro-bind", "/", "/", "--proc", "/proc")
_NO_RIGHTS = ("setpriv", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all")
_OTHER_USER = (f"--reuid={IMAGE.user}", f"--regid={IMAGE.group}", "--clear-groups")


def _sandbox(srv: Path, *command: str, **environment: str) -> list[str]:
    """A command that runs another as in a container of the image."""
    shown = (IMAGE.environment | environment).items()
    system = [Path("/usr"), *map(Path, ("/bin", "/sbin", "/lib", "/lib64"))]
    python = dict.fromkeys((Path(sys.base_prefix), VENV))  # once, where they are the same
    parents = {above for path in (Path("/opt/x"), *python) for above in path.parents}
    open_to_all = ("--perms", "0755", "--dir")
    folders = [part for folder in sorted(parents) for part in (*open_to_all, str(folder))]
    binds = [str(part) for folder in (*system, *python) for part in ("--ro-bind", folder, folder)]
    return [
        *("bwrap", "--die-with-parent", "--new-session", *_NAMESPACES, *_USER),
        *("--clearenv", *(part for name, value in shown for part in ("--setenv", name, value))),
        *folders,
        *binds,
        *("--symlink", str(VENV), "/opt/card-arbiter"),
        *("--ro-bind", str(srv), IMAGE.folder),
        *("--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--tmpfs", "/dev/shm"),  # noqa: S108
        *("--remount-ro", "/", "--chdir", IMAGE.folder),
        *_NO_RIGHTS,
        *(_OTHER_USER if _IS_ROOT else ()),
        *command,
    ]


@pytest.fixture(scope="module")
def srv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The image's own folder, made as the last stage of the Dockerfile makes it."""
    folder = tmp_path_factory.mktemp("srv")
    for source in IMAGE.copied:
        if (ROOT / source).is_dir():
            shutil.copytree(
                ROOT / source, folder / source, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(ROOT / source, folder)
    subprocess.run(
        ["sh", "-euc", IMAGE.prepared_by],
        cwd=folder,
        env={"PATH": f"{VENV / 'bin'}:/usr/bin:/bin"},
        check=True,
        timeout=120,
    )
    if not shutil.which("bwrap"):
        pytest.skip("bubblewrap is not installed")
    trial = ["bwrap", *_NAMESPACES, *_USER, *_EVERYTHING, "true"]
    tried = subprocess.run(trial, capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        pytest.skip(f"this machine lets nobody make namespaces: {tried.stderr.strip()}")
    return folder


@dataclass(frozen=True)
class Contained:
    """A running container, as it were: its address, and the process that the image starts."""

    url: str
    process: subprocess.Popen[bytes]
    settings: dict[str, str]


@contextlib.contextmanager
def _running(srv: Path, log: Path) -> Iterator[Contained]:
    """The command of the image, at work on loopback."""
    port = free_port()
    settings = {
        "ARBITER_HOST": "127.0.0.1",
        "ARBITER_PORT": str(port),
        "ARBITER_WORKERS": "2",
        "ARBITER_DRAIN_SECONDS": "1",
    }
    with log.open("wb") as out:
        process = subprocess.Popen(
            _sandbox(srv, *IMAGE.command, **settings), stdout=out, stderr=subprocess.STDOUT
        )
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: _is_ready(url) or process.poll() is not None, seconds=60)
        assert process.poll() is None, log.read_text()
        yield Contained(url, process, settings)
    finally:
        everybody = _family(process)
        if process.poll() is None:
            process.kill()  # and with it the first process of the namespace, and so all of it
            process.wait(PATIENCE)
            wait_until(lambda: not any(alive(pid) for pid in everybody))


@pytest.fixture(scope="module")
def contained(srv: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contained]:
    """A container that no test stops."""
    with _running(srv, tmp_path_factory.mktemp("contained") / "log") as running:
        yield running


def _is_ready(url: str) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"{url}/readyz").status_code == httpx.codes.OK
    return False


def _family(process: subprocess.Popen[bytes]) -> list[int]:
    """Everything that runs in the container."""
    found, more = [], [process.pid]
    while more:
        found += more
        more = [child for pid in more for child in children(pid)]
    return [pid for pid in found if alive(pid) and _program(pid) != "bwrap"]


def _program(pid: int) -> str:
    return Path(f"/proc/{pid}/exe").readlink().name


def _status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def test_it_serves_with_no_rights_and_nothing_to_write_but_memory(contained: Contained) -> None:
    question = "/v1/games/vinegret/evaluate?hand=ThTsTd3c"
    assert httpx.get(f"{contained.url}{question}").json()["best"]["code"] == "tricon-prime"
    assert "arbiter_http_requests_total{" in httpx.get(f"{contained.url}/metrics").text
    assert "openapi: 3.1" in httpx.get(f"{contained.url}/openapi.yaml").text

    served_by = _family(contained.process)
    assert len(served_by) == 3  # the master and two workers
    for pid in served_by:
        status = _status(pid)
        if _IS_ROOT:
            assert set(status["Uid"].split()) == {str(IMAGE.user)}
            assert set(status["Gid"].split()) == {str(IMAGE.group)}
            assert status["Groups"] == ""
        rights = {name: int(status[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapBnd")}
        assert not any(rights.values()), rights
        assert status["NoNewPrivs"] == "1"
        mounts = [line.split() for line in Path(f"/proc/{pid}/mountinfo").read_text().splitlines()]
        writable = {mount[4] for mount in mounts if "rw" in mount[5].split(",")}
        assert "/" not in writable
        of_the_system = {path for path in writable if path.startswith(("/proc", "/dev"))}
        assert writable == of_the_system
        assert "/dev/shm" in writable  # noqa: S108 - the one place for its metrics


def test_the_health_check_of_the_image_finds_it_well(contained: Contained, srv: Path) -> None:
    check = _sandbox(srv, *IMAGE.health_check, **contained.settings)
    assert subprocess.run(check, timeout=30, check=False).returncode == 0
    elsewhere = contained.settings | {"ARBITER_PORT": str(free_port())}
    check = _sandbox(srv, *IMAGE.health_check, **elsewhere)
    ended = subprocess.run(check, timeout=30, check=False, stderr=subprocess.DEVNULL)
    assert ended.returncode == 1


def test_it_drains_and_stops_on_sigterm(srv: Path, tmp_path: Path) -> None:
    with _running(srv, tmp_path / "log") as running:
        master = _family(running.process)[0]
        os.kill(master, signal.SIGTERM)
        wait_until(lambda: httpx.get(f"{running.url}/readyz").status_code == 503)
        assert running.process.wait(PATIENCE) == 0


def test_nothing_can_be_written_where_the_code_is(srv: Path) -> None:
    for path in (IMAGE.folder, "/", "/opt/card-arbiter/bin", "/usr"):
        touch = _sandbox(srv, "touch", f"{path}/x")
        ended = subprocess.run(touch, capture_output=True, text=True, timeout=30, check=False)
        assert "Read-only file system" in ended.stderr or "Permission denied" in ended.stderr
        assert ended.returncode == 1


def test_the_dockerfile_has_no_known_mistake() -> None:
    ended = subprocess.run(
        [Path(sys.executable).parent / "hadolint", "--no-color", "Dockerfile"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.stdout, ended.returncode) == ("", 0)
