"""What all tests share: the application in process, and the real service under gunicorn."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import read_settings
from tests.serving import Server, serve


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: many tests wait, for a start, a stop, a time."""
    return len(os.sched_getaffinity(0)) + 1


@pytest.fixture(scope="session")
def app() -> Flask:
    """The application with default settings, which works every question out.

    Tests change what an answer depends on, so none may come from memory.
    """
    application = create_app(read_settings({}))
    vars(application).pop("wsgi_app")  # what remembers stands before the application's own
    return application


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Requests to the application, in process."""
    return app.test_client()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The real service, two workers, shared by all tests that do not need settings of their own."""
    with serve() as running:
        yield running


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two MiB."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a file system")
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(tmp_path)]
    mounted = subprocess.run(mount, capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted: {mounted.stderr.strip()}")
    try:
        yield tmp_path
    finally:
        subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)
