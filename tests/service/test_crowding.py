"""Who gives way where a worker has all the connections that it may have."""

import socket
from collections.abc import Iterator

import pytest
from gunicorn.config import Config

from service.crowding import who_gives_way
from service.sockets import Connection, Socket, Stage

NOW = 1000.0


@pytest.fixture
def made() -> Iterator[list[Connection]]:
    """The connections of a test, which are closed after it."""
    connections: list[Connection] = []
    yield connections
    for conn in connections:
        conn.close()


def waiting(made: list[Connection], stage: Stage, seconds: float) -> Connection:
    """A connection that has been in this stage for so long."""
    ours, theirs = socket.socketpair()
    theirs.close()
    conn = Connection(Config(), Socket(ours), ("", 0), ("", 0))
    conn.stage, conn.since = stage, NOW - seconds
    made.append(conn)
    return conn


def test_the_idle_go_first_then_who_is_done_then_heads_then_bodies(made: list[Connection]) -> None:
    order = [Stage.IDLE, Stage.CLOSING, Stage.HEAD, Stage.BODY, Stage.ANSWER]
    expected = [waiting(made, stage, 10) for stage in order]
    for _ in order:
        conn = who_gives_way(reversed(expected), [], NOW)
        assert conn is expected.pop(0)


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.QUEUED])
def test_of_one_stage_who_has_been_longest_in_it(made: list[Connection], stage: Stage) -> None:
    _, longest, _ = (waiting(made, stage, seconds) for seconds in (20, 30, 10))
    assert who_gives_way(made, [], NOW) is longest


def test_who_has_just_begun_is_spared_while_somebody_is_slow(made: list[Connection]) -> None:
    just_come = waiting(made, Stage.IDLE, 0.5)
    slow = waiting(made, Stage.BODY, 2)
    assert who_gives_way(made, [], NOW) is slow
    assert who_gives_way([just_come], [], NOW) is just_come


def test_no_answer_gives_way_that_is_being_taken(made: list[Connection]) -> None:
    waiting(made, Stage.ANSWER, 4)
    waiting(made, Stage.CLOSING, 0.5)
    assert who_gives_way(made, [], NOW) is None


def test_nobody_gives_way_where_nobody_waits() -> None:
    assert who_gives_way([], [], NOW) is None


def test_of_those_who_wait_for_a_thread_the_last_goes_and_only_if_nobody_else_can(
    made: list[Connection],
) -> None:
    first, last = (waiting(made, Stage.QUEUED, seconds) for seconds in (20, 10))
    just_come = waiting(made, Stage.IDLE, 0)
    assert who_gives_way([just_come], [first, last], NOW) is just_come
    assert who_gives_way([], [first, last], NOW) is last
