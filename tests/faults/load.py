"""A steady load of questions, every answer held against the right one."""

import contextlib
import itertools
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from threading import Event, Lock, Thread

from tests.faults.questions import Question

CLIENTS = 6
"""So many connections, each with one question at a time: the most that can be in flight."""
_PAUSE = 0.1
"""Seconds between an answer and the client's next question."""
_PATIENCE = 30
"""Seconds after which a client gives up."""
SLOW = 2.0
"""Seconds that a question takes when something is wrong."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was put: when, and what became of it."""

    began: float
    ended: float
    failure: str = ""
    """Why there was no answer, or an answer with a status of 5xx or 429."""
    wrong: str = ""
    """What was asked, where the answer was not the right one."""


class Load:
    """What has been asked so far, by all clients."""

    def __init__(self, port: int, questions: Sequence[Question]) -> None:
        self._port = port
        self._questions = questions
        self._stop = Event()
        self._lock = Lock()
        self._asked: list[Asked] = []
        self._under_way: dict[int, float] = {}

    @property
    def asked(self) -> list[Asked]:
        """The questions put so far whose fate is known."""
        with self._lock:
            return list(self._asked)

    def in_flight(self) -> int:
        """How many questions are not answered just now."""
        with self._lock:
            return len(self._under_way)

    def go_on(self, seconds: float) -> None:
        """Let the load go on for so long."""
        self._stop.wait(seconds)

    @contextlib.contextmanager
    def running(self) -> Iterator["Load"]:
        """Ask while the block runs."""
        clients = [Thread(target=self._ask_on, args=[number]) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        try:
            yield self
        finally:
            self._stop.set()
            for client in clients:
                client.join()

    def _ask_on(self, number: int) -> None:
        mixed = random.Random(number).sample(self._questions, len(self._questions))
        connection = HTTPConnection("127.0.0.1", self._port, timeout=_PATIENCE)
        for question in itertools.cycle(mixed):
            began = time.monotonic()
            with self._lock:
                self._under_way[number] = began
            failure, wrong = _ask(connection, question)
            with self._lock:
                del self._under_way[number]
                self._asked.append(Asked(began, time.monotonic(), failure, wrong))
            if self._stop.wait(_PAUSE):
                break
        connection.close()


def _ask(connection: HTTPConnection, question: Question) -> tuple[str, str]:
    """Ask once, with no second try: the failure, and what was answered wrong."""
    what = f"{question.method} {question.path} ({len(question.body)} bytes)"
    try:
        connection.request(question.method, question.path, question.body, question.headers)
        response = connection.getresponse()
        answer = response.read()
    except (OSError, HTTPException) as error:
        connection.close()
        return f"{what}: {error!r}", ""
    if response.status >= 500 or response.status == 429:
        return f"{what}: {response.status} {answer[:300]!r}", ""
    if (response.status, answer) != (question.status, question.answer):
        return "", f"{what}: {response.status} {answer[:300]!r}"
    return "", ""
