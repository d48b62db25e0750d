"""What a worker keeps for clients that take nothing: the oldest answers are given up."""

import selectors
import socket
import weakref
from collections.abc import Iterator

import pytest
from gunicorn.config import Config

from service.connections import PatientWorker
from service.sockets import SMALL, Connection, Socket


@pytest.fixture
def worker() -> Iterator[PatientWorker]:
    """A worker that does not run."""
    made: PatientWorker = object.__new__(PatientWorker)
    made.__dict__.update(
        poller=selectors.DefaultSelector(),
        nr_conns=0,
        _waited_for={},
        _open=weakref.WeakSet(),
        _answer_seconds=60,
        _most_kept=10 * SMALL,
    )
    yield made
    for conn in list(made._waited_for):
        conn.close()
    made.poller.close()


def connection(worker: PatientWorker, unsent: int) -> Connection:
    """A client that has not taken so many bytes of its answer."""
    ours, theirs = socket.socketpair()
    conn = Connection(Config(), Socket(ours), ("", 0), ("", 0))
    theirs.close()
    conn.sock.unsent = bytearray(unsent)
    worker.nr_conns += 1
    worker._open.add(conn)
    worker._send_rest(conn, worker._end)
    return conn


def waiting(worker: PatientWorker) -> list[Connection]:
    return list(worker._waited_for)


def test_answers_are_kept_while_there_is_room(worker: PatientWorker) -> None:
    made = [connection(worker, 2 * SMALL) for _ in range(5)]
    assert waiting(worker) == made


def test_the_oldest_answers_make_room_for_new_ones(worker: PatientWorker) -> None:
    made = [connection(worker, 2 * SMALL) for _ in range(8)]
    assert waiting(worker) == made[3:]
    assert worker.nr_conns == 5
    assert [conn.sock.fileno() for conn in made[:3]] == [-1] * 3


def test_small_answers_are_kept_however_many_they_are(worker: PatientWorker) -> None:
    made = [connection(worker, SMALL) for _ in range(30)]
    assert waiting(worker) == made


def test_one_answer_is_kept_however_large_it_is(worker: PatientWorker) -> None:
    made = connection(worker, 99 * SMALL)
    assert waiting(worker) == [made]
