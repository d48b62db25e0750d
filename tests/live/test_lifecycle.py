"""Starting, draining and stopping; what is left behind, and what is not."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.live.processes import PATIENCE, alive, children, wait_until, workers
from tests.live.wire import connected, parsed, read_to_the_end
from tests.service.shape import checked
from tests.serving import ROOT, Server, free_port, serve

EVALUATE = "/v1/games/vinegret/evaluate"
QUESTION = f"{EVALUATE}?hand=ThTsTd3c"
GUNICORN = [str(Path(sys.executable).parent / "gunicorn"), "--config", "service/gunicorn_conf.py"]
AT_ONCE = 4
"""Seconds within which a quick stop is over; a patient one would take far longer."""


def stopped(server: Server) -> int:
    """The exit code, once the service has stopped and left no process and no open port."""
    processes = children(server.process.pid)
    code = server.process.wait(PATIENCE)
    assert not any(alive(pid) for pid in processes)
    with pytest.raises(ConnectionRefusedError):
        connected(server)
    return code


# Starting


@pytest.mark.parametrize(
    ("variable", "value", "complaint"),
    [
        ("ARBITER_PROT", "80", "there is no such setting; the nearest is ARBITER_PORT."),
        ("ARBITER_PORT", "http", ""),
        ("ARBITER_WORKERS", "0", ""),
        ("ARBITER_LOG_LEVEL", "loud", ""),
        ("ARBITER_METRICS_DIR", "/proc/nowhere", ""),
        ("ARBITER_RATE_LIMIT", "600", "'600' is no limit like 600/minute."),
        ("ARBITER_REDIS_URL", "http://:secret@redis", "This is no address like redis://"),
    ],
)
def test_a_bad_setting_stops_the_start_and_is_named(
    tmp_path: Path, variable: str, value: str, complaint: str
) -> None:
    settings = {"ARBITER_METRICS_DIR": str(tmp_path / "metrics"), variable: value}
    ended = subprocess.run(
        GUNICORN, cwd=ROOT, env=settings, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode != 0
    assert "Card Arbiter does not start." in ended.stderr
    assert f"{variable}: {complaint}" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("host", "told"),
    [("no such host", "ARBITER_HOST: no such host: "), ("127.0.0.1", "cannot listen on 127.0.0.1")],
)
def test_an_address_that_cannot_be_had_stops_the_start(
    tmp_path: Path, host: str, told: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ended = subprocess.run(
            GUNICORN,
            cwd=ROOT,
            env={
                "ARBITER_METRICS_DIR": str(tmp_path / "metrics"),
                "ARBITER_HOST": host,
                "ARBITER_PORT": str(taken.getsockname()[1]),
            },
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert ended.returncode != 0
    assert "Card Arbiter does not start." in ended.stderr
    assert told in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("host", "bind"),
    [("::", "[::]"), ("[::1]", "[::1]"), ("0.0.0.0", "0.0.0.0")],  # noqa: S104
)
def test_a_host_may_be_an_address_of_either_kind(tmp_path: Path, host: str, bind: str) -> None:
    port = free_port()
    settings = {
        "ARBITER_METRICS_DIR": str(tmp_path / "metrics"),
        "ARBITER_HOST": host,
        "ARBITER_PORT": str(port),
    }
    told = subprocess.run(
        [*GUNICORN, "--print-config"],
        cwd=ROOT,
        env=settings,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert f"['{bind}:{port}']" in told.stdout


# Draining


def test_a_draining_service_says_so_and_goes_on_answering() -> None:
    with (
        serve(ARBITER_DRAIN_SECONDS="2") as server,
        httpx.Client(base_url=server.url, headers={"Connection": "close"}) as client,
    ):
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: client.get("/readyz").status_code == 503)
        answered = 0
        while time.monotonic() - began < 1.5:
            ready = client.get("/readyz")
            assert checked(ready.status_code, ready.headers, ready.content)["code"] == "draining"
            assert ready.headers["Retry-After"] == "1"
            assert client.get(QUESTION).status_code == 200
            assert client.get("/livez").status_code == 200
            answered += 1
        assert answered > 5
        assert stopped(server) == 0
        assert time.monotonic() - began >= 2


def test_a_reload_is_never_seen_as_draining() -> None:
    with serve(ARBITER_DRAIN_SECONDS="60") as server:
        for _ in range(2):
            old = set(workers(server))
            server.process.send_signal(signal.SIGHUP)

            def ready_all_the_time() -> bool:
                answer = httpx.get(f"{server.url}/readyz", headers={"Connection": "close"})
                assert answer.status_code == 200
                return not any(alive(pid) for pid in old)  # noqa: B023 - called at once

            wait_until(ready_all_the_time)
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: httpx.get(f"{server.url}/readyz").status_code == 503)


@pytest.mark.parametrize("drain", ["0", "1"])
def test_a_question_that_has_begun_is_answered_before_the_stop(drain: str) -> None:
    body = b'{"hand": "ThTsTd3c"}'
    with serve(ARBITER_DRAIN_SECONDS=drain) as server, connected(server) as connection:
        connection.sendall(
            f"POST {EVALUATE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body[:8]
        )
        time.sleep(0.3)  # a worker has begun to read it
        server.process.send_signal(signal.SIGTERM)
        time.sleep(int(drain) + 0.7)  # the worker has been told to stop
        assert server.process.poll() is None
        connection.sendall(body[8:])
        answer = parsed(read_to_the_end(connection))
        assert answer.status == 200
        assert json.loads(answer.body)["best"]["code"] == "tricon-prime"
        assert stopped(server) == 0


def test_who_stands_at_the_door_is_answered_before_the_stop() -> None:
    with (
        serve(ARBITER_DRAIN_SECONDS="0") as server,
        contextlib.ExitStack() as stack,
    ):
        frozen = workers(server)
        for worker in frozen:
            os.kill(worker, signal.SIGSTOP)
        clients = [stack.enter_context(connected(server)) for _ in range(9)]
        for client in clients:
            client.sendall(f"GET {QUESTION} HTTP/1.0\r\n\r\n".encode())
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        for worker in frozen:
            os.kill(worker, signal.SIGCONT)
        assert [parsed(read_to_the_end(client)).status for client in clients] == [200] * 9
        assert stopped(server) == 0


def test_a_question_that_never_ends_does_not_hold_up_the_stop_for_ever() -> None:
    with (
        serve(ARBITER_DRAIN_SECONDS="0", ARBITER_GRACEFUL_SECONDS="1") as server,
        connected(server) as connection,
    ):
        connection.sendall(f"POST {EVALUATE} HTTP/1.1\r\nContent-Length: 9\r\n\r\n".encode())
        time.sleep(0.3)
        server.process.send_signal(signal.SIGTERM)
        assert stopped(server) == 0


def test_workers_whose_master_is_killed_drain_and_stop() -> None:
    with (
        serve(ARBITER_DRAIN_SECONDS="2") as server,
        httpx.Client(base_url=server.url) as kept,
    ):
        orphans = workers(server)
        server.process.kill()
        server.process.wait()
        wait_until(lambda: kept.get("/readyz").status_code == 503)
        began = time.monotonic()
        while time.monotonic() - began < 1:
            assert httpx.get(f"{server.url}{QUESTION}").status_code == 200
        kept.get(QUESTION)  # a connection that is kept open does not keep the worker
        wait_until(lambda: not any(alive(pid) for pid in orphans))


# Stopping


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGQUIT])
def test_a_quick_stop_is_quick(number: signal.Signals) -> None:
    with serve(ARBITER_DRAIN_SECONDS="60") as server, httpx.Client() as client:
        client.get(f"{server.url}/livez")  # its connection stays open
        began = time.monotonic()
        server.process.send_signal(number)
        assert stopped(server) == 0
        assert time.monotonic() - began < AT_ONCE
        assert all(line.startswith("{") for line in server.log.read_text().splitlines())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGQUIT])
def test_a_worker_that_is_only_starting_hears_that_it_must_stop(
    tmp_path: Path, number: signal.Signals
) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(
        "from service.gunicorn_conf import *\n"
        "import time\n"
        "def post_fork(server, worker):\n"
        "    time.sleep(1)\n"
    )
    with serve(config=str(slow), ARBITER_GRACEFUL_SECONDS="60") as server:
        os.kill(workers(server)[0], signal.SIGKILL)  # another one is started in its place
        wait_until(lambda: server.log.read_text().count("Booting worker") == 3)
        began = time.monotonic()
        server.process.send_signal(number)
        assert stopped(server) == 0
        assert time.monotonic() - began < AT_ONCE


def test_a_quick_stop_does_not_wait_for_a_question_that_never_ends() -> None:
    with serve(ARBITER_DRAIN_SECONDS="60") as server, connected(server) as connection:
        connection.sendall(f"POST {EVALUATE} HTTP/1.1\r\nContent-Length: 9\r\n\r\n".encode())
        time.sleep(0.3)
        began = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        assert stopped(server) == 0
        assert time.monotonic() - began < AT_ONCE


def test_a_drain_can_be_cut_short() -> None:
    with serve(ARBITER_DRAIN_SECONDS="60") as server:
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: httpx.get(f"{server.url}/readyz").status_code == 503)
        began = time.monotonic()
        server.process.send_signal(signal.SIGQUIT)
        assert stopped(server) == 0
        assert time.monotonic() - began < AT_ONCE


def test_a_second_request_to_stop_changes_nothing() -> None:
    with serve(ARBITER_DRAIN_SECONDS="1") as server:
        for pid in workers(server):
            os.kill(pid, signal.SIGTERM)
        server.process.send_signal(signal.SIGTERM)
        server.process.send_signal(signal.SIGTERM)
        assert stopped(server) == 0


# What is left behind


def open_for_writing(pid: int) -> set[str]:
    """The files of a process that are open for writing, devices and pipes left aside."""
    found = set()
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):  # closed while we looked
            flags = Path(f"/proc/{pid}/fdinfo/{entry.name}").read_text().split("flags:")[1]
            path = entry.readlink()
            if int(flags.split()[0], 8) & os.O_ACCMODE != os.O_RDONLY and path.is_absolute():
                found.add(str(path))
    return found


def everything_in(*folders: Path) -> set[Path]:
    return {path for folder in folders for path in folder.rglob("*")}


def test_nothing_is_written_but_metrics(tmp_path: Path) -> None:
    code = [ROOT / "service", ROOT / "evaluators"]
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    before = everything_in(*code)
    environment = {"HOME": str(home), "TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
    with serve(**environment) as server:
        for path in (QUESTION, "/nothing", "/docs", "/openapi.json", "/metrics"):
            httpx.get(f"{server.url}{path}")
        metrics = server.log.parent / "metrics"
        for pid in (server.process.pid, *workers(server)):
            for path in open_for_writing(pid):
                heartbeat = path.startswith("/dev/shm/wgunicorn-") and path.endswith(" (deleted)")  # noqa: S108
                known = path == str(server.log) or path == "/dev/null" or heartbeat
                assert known or Path(path).parent == metrics, path
        assert everything_in(server.log.parent) == {server.log, metrics, *everything_in(metrics)}
        written = everything_in(metrics) - {metrics / "lock"}
        assert all(path.suffix == ".db" for path in written)
        server.process.send_signal(signal.SIGTERM)
        assert stopped(server) == 0
    assert everything_in(home, temporary) == set()
    assert everything_in(*code) == before


@pytest.mark.parametrize("other", ["notes.txt", "customers.db", ".hidden"])
def test_a_folder_with_anything_else_in_it_is_no_place_for_metrics(
    tmp_path: Path, other: str
) -> None:
    old = tmp_path / "counter_99999999.db"
    old.touch()
    (tmp_path / other).touch()
    settings = {"ARBITER_METRICS_DIR": str(tmp_path)}
    ended = subprocess.run(
        GUNICORN, cwd=ROOT, env=settings, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode != 0
    told = f"ARBITER_METRICS_DIR: {tmp_path} has other things in it, as {other}"
    assert told in ended.stderr
    assert everything_in(tmp_path) == {old, tmp_path / other}


def test_a_start_clears_old_metrics(tmp_path: Path) -> None:
    metrics = tmp_path / "metrics"
    metrics.mkdir()
    (metrics / "counter_99999999.db").write_bytes(b"what an unclean stop may leave" * 99)
    with serve(ARBITER_METRICS_DIR=str(metrics)) as server:
        httpx.get(f"{server.url}/v1/games")
        assert 'route="/v1/games"' in httpx.get(f"{server.url}/metrics").text
        orphans = workers(server)
        server.process.kill()
        server.process.wait()
        wait_until(lambda: not any(alive(pid) for pid in orphans))
    assert len(everything_in(metrics)) > 1
    with serve(ARBITER_METRICS_DIR=str(metrics)) as server:
        assert 'route="/v1/games"' not in httpx.get(f"{server.url}/metrics").text


def test_it_starts_again_where_it_was_stopped(tmp_path: Path) -> None:
    metrics = tmp_path / "metrics"
    for _ in range(2):
        with serve(ARBITER_METRICS_DIR=str(metrics), ARBITER_DRAIN_SECONDS="0") as server:
            httpx.get(f"{server.url}/v1/games")
            server.process.send_signal(signal.SIGTERM)
            assert stopped(server) == 0
        assert (metrics / "counter_departed.db").exists()
    (metrics / "counter_departed.new").touch()  # what a sudden death may leave
    with serve(ARBITER_METRICS_DIR=str(metrics)) as server:
        assert 'route="/v1/games"' not in httpx.get(f"{server.url}/metrics").text
        assert not (metrics / "counter_departed.new").exists()


def test_a_second_instance_does_not_start_in_the_firsts_metrics(tmp_path: Path) -> None:
    metrics = tmp_path / "metrics"
    with serve(ARBITER_METRICS_DIR=str(metrics)) as server:
        httpx.get(f"{server.url}/v1/games")
        settings = {"ARBITER_METRICS_DIR": str(metrics), "ARBITER_PORT": str(free_port())}
        ended = subprocess.run(
            GUNICORN,
            cwd=ROOT,
            env=settings,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ended.returncode != 0
        assert "ARBITER_METRICS_DIR: another instance is using" in ended.stderr
        assert 'route="/v1/games"' in httpx.get(f"{server.url}/metrics").text
