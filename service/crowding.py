"""Whose connection is given up for a newcomer when a worker has as many as it may have.

Else whoever opens so many and does nothing more would keep everybody out. A request that is worked
on never gives way, nor does an answer of which something is being taken.
"""

from collections.abc import Iterable

from service.sockets import Connection, Stage

_PATIENCE = {
    Stage.IDLE: 1.0,
    Stage.CLOSING: 1.0,
    Stage.HEAD: 1.0,
    Stage.BODY: 1.0,
    Stage.ANSWER: 5.0,
}
"""For how many seconds nothing has to change before it is taken for slow, and not just begun."""
_MAY_BE_ASKED_AGAIN = (Stage.IDLE, Stage.HEAD, Stage.BODY)
"""What gives way even if it has just begun, where nobody is slow."""


def who_gives_way(
    waited_for: Iterable[Connection], queued: Iterable[Connection], now: float
) -> Connection | None:
    """The one whose end does the least harm, of those that wait for their clients or for a thread.

    The stages say in which order; within one it is who has been longest in it, but in the queue for
    a thread who has come last.
    """
    candidates = list(waited_for)
    slow = [conn for conn in candidates if now - conn.since >= _PATIENCE[conn.stage]]
    others = [conn for conn in candidates if conn.stage in _MAY_BE_ASKED_AGAIN]
    if slow or others:
        return min(slow or others, key=lambda conn: (conn.stage, conn.since))
    return max(queued, key=lambda conn: conn.since, default=None)
