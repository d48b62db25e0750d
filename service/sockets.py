"""A client's socket and connection, as a worker whose threads never wait sees them."""

import socket
import time
from collections.abc import Callable
from concurrent.futures import Future
from enum import IntEnum
from typing import Any

from gunicorn.workers.gthread import TConn

from service.framing import Incoming

SMALL = 64 * 1024
"""Bytes that any connection may have waiting, however many do."""
_LARGE = 1024 * 1024


class Socket(socket.socket):
    """A client's socket as the threads see it: reading and sending never wait.

    `arrived`: what the main loop has received and no thread has read. `unsent`: what is to be sent
    and has not been taken. `refused`: with which status and code the request that has arrived is to
    be refused, if the main loop says so. `waited`: for how many seconds that request has waited for
    a thread. `at_once`: whether that was one of its own, beside those for questions. `peer`: the
    client's address.
    """

    refused: tuple[int, str] | None = None
    waited = 0.0
    at_once = False
    peer = ""

    def __init__(self, accepted: socket.socket) -> None:
        super().__init__(fileno=accepted.detach())
        self.arrived = bytearray()
        self._read = 0
        self.unsent = bytearray()

    def recv(self, bufsize: int, flags: int = 0) -> bytes:
        """The next bytes that have arrived; none when all are read, as if no more could come."""
        del flags
        begin, self._read = self._read, min(self._read + bufsize, len(self.arrived))
        return bytes(memoryview(self.arrived)[begin : self._read])

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send what the client takes at once, and keep the rest."""
        del flags
        if self.unsent:
            self.unsent += data
            return
        taken = self._send_now(data)
        self.unsent += memoryview(data)[taken:]

    def send(self, data: Any, flags: int = 0) -> int:
        """As `sendall`."""
        self.sendall(data, flags)
        return len(data)

    def offer(self, data: bytearray) -> None:
        """Let threads read this from now on."""
        self.arrived, self._read = data, 0

    def take_back(self) -> bytes:
        """What no thread has read."""
        rest = bytes(memoryview(self.arrived)[self._read :])
        self.offer(bytearray())
        return rest

    def receive(self) -> bytes | None:
        """What the client has sent since; none at its end, None if there is nothing yet."""
        try:
            return super().recv(SMALL if len(self.arrived) < SMALL else _LARGE, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return None

    def flush(self) -> int:
        """Send what the client takes now of what is left, and tell how many bytes these are."""
        taken = self._send_now(self.unsent)
        del self.unsent[:taken]
        return taken

    def _send_now(self, data: Any) -> int:
        try:
            return super().send(data, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return 0


class Stage(IntEnum):
    """What is waited for on a connection, in the order in which it is given up."""

    IDLE = 0
    """A request, of which nothing has come."""
    CLOSING = 1
    """The client's end of it: it has its answer."""
    HEAD = 2
    BODY = 3
    ANSWER = 4
    """That the client takes it."""
    QUEUED = 5
    """A thread: the request is whole, and may be worked on by now."""


class Connection(TConn):
    """A connection: what arrives on it, and until when the main loop waits, and for what."""

    sock: Socket
    incoming: Incoming
    deadline: float
    is_late: Callable[[], None]
    stage = Stage.IDLE
    since = 0.0
    """Since when it is in this stage; of an answer, when something was taken last."""
    answering: Future[bool]
    """What becomes of its request, once that is whole."""
    gives_way = False
    """Whether it is being ended to make place for another."""

    @property
    def may_be_refused(self) -> bool:
        """Whether its request is in the queue for the threads, none of which has taken it."""
        return not (self.sock.at_once or self.answering.running() or self.answering.done())

    def enter(self, stage: Stage) -> None:
        """Be in this stage from now on."""
        self.stage = stage
        self.since = time.monotonic()

    @property
    def kept(self) -> int:
        """The bytes that are kept for it."""
        return len(self.sock.arrived) + len(self.sock.unsent)
