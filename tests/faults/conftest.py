"""Three instances behind HAProxy, their limits counted in Redis, and the table at the end."""

import contextlib
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from tests.faults.figures import Figures, table
from tests.faults.load import Load
from tests.faults.parts import Instance, Proxy, Redis, program, proxy, wait_until
from tests.faults.questions import Question, all_questions

_ROWS = pytest.StashKey[list[tuple[str, ...]]]()
STEADY_SECONDS = 1.5
"""How long the load goes on before a fault, and after all is well again."""


@dataclass(frozen=True)
class Installation:
    """Everything that runs."""

    instances: list[Instance]
    proxy: Proxy
    redis: Redis

    def up(self) -> bool:
        """Whether HAProxy sends requests to every instance."""
        return all(self.proxy.up(each.name) for each in self.instances)


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """The whole of it, shared by all scenarios: each leaves it as it was."""
    program("haproxy")
    folder = tmp_path_factory.mktemp("faults")
    redis = Redis()
    settings = {"ARBITER_RATE_LIMIT": "1000000/minute", "ARBITER_REDIS_URL": redis.url}
    instances = [Instance(name, folder, settings) for name in ("one", "two", "three")]
    with contextlib.ExitStack() as running:
        redis.start()
        running.callback(redis.kill)
        for instance in instances:
            running.callback(instance.close)
        with ThreadPoolExecutor() as starting:
            list(starting.map(Instance.start, instances))
        ports = {instance.name: instance.port for instance in instances}
        yield Installation(instances, running.enter_context(proxy(folder, ports)), redis)


@pytest.fixture(scope="session")
def questions() -> list[Question]:
    """What is asked, with the right answers."""
    return all_questions()


@pytest.fixture
def figures(
    request: pytest.FixtureRequest, installation: Installation, questions: list[Question]
) -> Iterator[Figures]:
    """A steady load while the test runs; after it, all is as before and no answer was wrong."""
    load = Load(installation.proxy.port, questions)
    figures = Figures(request.node.name.removeprefix("test_").replace("_", " "), load)
    tries = installation.proxy.tries_again()
    with load.running():
        load.go_on(STEADY_SECONDS)
        yield figures
        wait_until(installation.up)
        all_well = time.monotonic()
        load.go_on(STEADY_SECONDS)
    figures.tried_again = installation.proxy.tries_again() - tries
    request.config.stash.setdefault(_ROWS, []).append(figures.row())
    assert [asked.wrong for asked in figures.wrong] == []
    assert [asked.failure for asked in figures.failed if asked.began > all_well] == []


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Show what all scenarios have shown."""
    if rows := config.stash.get(_ROWS, []):
        terminalreporter.section("What clients saw")
        terminalreporter.write_line(table(rows))
