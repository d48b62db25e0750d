"""Gunicorn's threaded worker, so that no client holds a thread by being slow.

The main loop alone waits for clients. It takes in a request until it is whole and only then gives
it to a thread, which never waits: it reads what has come, and what the client does not take of the
answer at once it leaves to the main loop to send. Each of these has a time in which it must be
done: the head, the body, the answer. Then the connection is closed, a late request with 408.
What clients make a worker keep is bounded too: beyond it new bodies are answered 503, and of
answers that are being taken slowly the oldest is given up. So are connections: where there may be
no more, one on which the least is lost makes place for a newcomer.
"""

import errno
import os
import re
import selectors
import socket
import time
import weakref
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import chain
from typing import Any

from gunicorn import util
from gunicorn.workers.gthread import ThreadWorker

from service import metrics
from service.crowding import who_gives_way
from service.framing import Excessive, Incoming
from service.settings import read_settings
from service.sockets import SMALL, Connection, Socket, Stage

_FOR_THE_OPERATOR = re.compile(rb"[A-Z]+ /(?:livez|readyz|metrics)[ ?]")
LINGER_SECONDS = 2
"""How long a client may take to notice that its connection is being closed."""
_LOOK_SECONDS = 0.25
"""How often it is looked whose time is over."""
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class PatientWorker(ThreadWorker):
    """A threaded worker whose threads never wait for a client."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        settings = read_settings(os.environ)
        self._head_seconds = settings.header_seconds
        self._body_seconds = settings.body_seconds
        self._answer_seconds = settings.answer_seconds
        self._most_body = settings.max_body_bytes
        self._most_kept = settings.most_kept_bytes
        self._next_look = 0.0
        self._at_once = ThreadPoolExecutor(1)
        self._waited_for: dict[Connection, Callable[[Connection], None]] = {}
        """The connections in the poller, those that are kept alive aside; the oldest first."""
        self._open: weakref.WeakSet[Connection] = weakref.WeakSet()
        for stage in Stage:
            metrics.GIVEN_UP.labels(stage.name.lower())  # told as 0 from the start

    # Waiting for clients.

    def _wait(
        self,
        conn: Connection,
        event: int,
        go_on: Callable[[Connection], None],
        seconds: float,
        is_late: Callable[[Connection], None],
    ) -> None:
        """Let the main loop go on with a connection when it can, or at last when it is late."""
        conn.deadline = time.monotonic() + seconds
        conn.is_late = partial(is_late, conn)
        self._waited_for[conn] = go_on

        def go_on_if_waited_for(_: Any) -> None:
            """Of what the poller tells at once, one step may end the wait for another."""
            if self._waited_for.get(conn) is go_on:
                self._try(go_on, conn)

        self.poller.register(conn.sock, event, go_on_if_waited_for)

    def _leave(self, conn: Connection) -> None:
        """Wait no longer."""
        if conn in self._waited_for:
            del self._waited_for[conn]
            self.poller.unregister(conn.sock)

    def _try(self, step: Callable[[Connection], None], conn: Connection) -> None:
        """Take a step with a connection, which ends where the client is gone."""
        try:
            step(conn)
        except OSError:
            self._end(conn)

    def _end(self, conn: Connection) -> None:
        if conn not in self._open:
            return
        self._leave(conn)
        self._open.discard(conn)
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """Deal with the connections whose time is over."""
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + _LOOK_SECONDS
        for conn in [each for each in self._waited_for if each.deadline <= now]:
            if conn in self._waited_for:
                self._try(lambda each: each.is_late(), conn)
        self._make_place()  # where nobody could give way when the last one came

    def _cap_keepalive(self, deadline: float) -> None:
        """A worker that stops does not wait for requests that have not begun."""
        super()._cap_keepalive(deadline)  # type: ignore[misc]  # its types are of an older gunicorn
        for conn in self._waited_for:
            if not (conn.incoming.data or conn.sock.unsent):
                conn.deadline = min(conn.deadline, deadline)

    # Receiving.

    def set_accept_enabled(self, enabled: bool | None) -> None:
        """Let clients come in or not; at the end take in who stands at the door, and shut it."""
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        for listener in self.sockets:
            while self._has_taken_in(listener):
                pass
            listener.close()

    def accept(self, listener: Any) -> None:
        """Take in what a new client sends."""
        self._has_taken_in(listener)

    def _has_taken_in(self, listener: Any) -> bool:
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno not in {errno.EAGAIN, errno.ECONNABORTED}:
                raise
            return error.errno == errno.ECONNABORTED
        self.nr_conns += 1
        conn = Connection(self.cfg, Socket(client), address, listener.getsockname())
        conn.sock.peer = str(address[0])
        conn.data_ready = True
        self._make_place()
        self._open.add(conn)
        self._try(self._begin, conn)
        return True

    def _make_place(self) -> None:
        """Give up a connection if there are so many that no client could come in."""
        if self.nr_conns < self.worker_connections or not self.alive:
            return
        leaving = sum(conn.gives_way for conn in self._open)
        if self.nr_conns - leaving < self.worker_connections:
            return
        waited_for: Any = chain(self.keepalived_conns, self._waited_for)
        queued = (conn for conn in self._open if conn.stage is Stage.QUEUED and conn.may_be_refused)
        conn = who_gives_way(waited_for, queued, time.monotonic())
        if conn is not None:
            self._try(self._give_up, conn)

    def _give_up(self, conn: Connection) -> None:
        if conn.stage is Stage.QUEUED and not conn.answering.cancel():
            return  # a thread has just taken it
        metrics.GIVEN_UP.labels(conn.stage.name.lower()).inc()
        if conn.stage in {Stage.HEAD, Stage.BODY, Stage.QUEUED}:
            conn.gives_way = True
            self._refuse(conn, 503, "overloaded")
            return
        if conn in self.keepalived_conns:
            self.keepalived_conns.remove(conn)
            self.poller.unregister(conn.sock)
        self._end(conn)

    def on_client_socket_readable(self, conn: Any, client: Any) -> None:
        """Take in the next request on a connection that was kept, if it has not just ended."""
        if conn not in self.keepalived_conns:
            return
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._try(self._begin, conn)

    def _begin(self, conn: Connection, came_before: bytes = b"") -> None:
        """Receive a request, whose first bytes may have come behind the one before it."""
        conn.incoming = Incoming(self._most_body)
        conn.sock.offer(conn.incoming.data)
        conn.enter(Stage.IDLE)
        if came_before:
            self._take_in(conn, came_before)
        else:
            self._receive(conn)

    def _receive(self, conn: Connection) -> None:
        piece = conn.sock.receive()
        if piece is None:
            self._wait_for_more(conn)
        else:
            self._take_in(conn, piece)

    def enqueue_req(self, conn: Any) -> None:
        """Give a request to a thread: to one of its own what must not wait behind questions."""
        sock = conn.sock
        sock.at_once = bool(sock.refused or _FOR_THE_OPERATOR.match(conn.incoming.data))
        whole_at = time.monotonic()

        def handle() -> bool:
            sock.waited = time.monotonic() - whole_at
            if sock.refused and not conn.incoming.has_head:  # nothing for gunicorn to read
                util.write_error(sock, sock.refused[0], "", "")
                return False
            return bool(self.handle(conn))

        conn.enter(Stage.QUEUED)
        done = (self._at_once if sock.at_once else self.tpool).submit(handle)
        conn.answering = done
        done.add_done_callback(partial(self._finish_later, conn))

    def _finish_later(self, conn: Connection, done: "Future[bool]") -> None:
        if not done.cancelled():  # else it has given way
            self.method_queue.defer(self.finish_request, conn, done)

    def _take_in(self, conn: Connection, piece: bytes) -> None:
        incoming = conn.incoming
        had_head = incoming.has_head
        try:
            incoming.add(piece)
        except Excessive as excessive:
            self._refuse(conn, excessive.status, excessive.code)
            return
        if not piece and incoming.data and not incoming.has_head:
            self._refuse(conn, 400, "bad-request")
            return
        if (
            incoming.is_whole or not piece
        ):  # a body that has ended early is the application's to judge
            self._leave(conn)
            if incoming.data:
                self.enqueue_req(conn)
            else:
                self._end(conn)
            return
        if len(incoming.data) > SMALL and self._kept() > self._most_kept:
            self._refuse(conn, 503, "overloaded")
            return
        self._wait_for_more(conn)
        stage = Stage.BODY if incoming.has_head else Stage.HEAD
        if incoming.data and conn.stage is not stage:
            conn.enter(stage)
        if incoming.has_head and not had_head:
            conn.deadline = time.monotonic() + self._body_seconds
            if incoming.waits_for_leave:
                conn.sock.sendall(_CONTINUE)

    def _wait_for_more(self, conn: Connection) -> None:
        if conn not in self._waited_for:
            event, late = selectors.EVENT_READ, self._too_slow
            self._wait(conn, event, self._receive, self._head_seconds, late)

    def _too_slow(self, conn: Connection) -> None:
        if conn.incoming.data:
            self._refuse(conn, 408, "too-slow")
        else:
            self._end(conn)

    def _refuse(self, conn: Connection, status: int, code: str) -> None:
        """Answer a request of which no more is read."""
        self._leave(conn)
        conn.sock.refused = status, code
        if conn.incoming.has_head:
            conn.incoming.drop_body()
        self.enqueue_req(conn)

    def _kept(self) -> int:
        """How many bytes are kept for all clients together, small ones aside."""
        return sum(conn.kept for conn in self._open if conn.kept > SMALL)

    # Sending, and what comes then.

    def finish_request(self, conn: Any, done: "Future[bool]") -> None:
        """Send what is left of an answer; then another request, or the end."""
        answered = done.exception() is None
        stays = answered and done.result() and not conn.sock.refused
        rest = conn.sock.take_back()
        then = self._close
        if stays:
            then = partial(self._next, came=conn.parser.unreader.take_buffered() + rest)
        self._try(partial(self._send_rest, then=then), conn)

    def _send_rest(self, conn: Connection, then: Callable[[Connection], None]) -> None:
        if conn.gives_way:  # with what it has taken at once
            conn.sock.receive()  # else the end could take the answer back
            self._end(conn)
            return
        if not conn.sock.unsent:
            then(conn)
            return
        conn.enter(Stage.ANSWER)
        self._wait(
            conn,
            selectors.EVENT_WRITE,
            partial(self._flush, then=then),
            self._answer_seconds,
            self._end,
        )
        self._make_room()

    def _flush(self, conn: Connection, then: Callable[[Connection], None]) -> None:
        if conn.sock.flush():
            conn.since = time.monotonic()
        if not conn.sock.unsent:
            self._leave(conn)
            then(conn)

    def _make_room(self) -> None:
        """Give up the oldest answers that nobody takes while too much is kept."""
        senders = [conn for conn in self._waited_for if len(conn.sock.unsent) > SMALL]
        while len(senders) > 1 and self._kept() > self._most_kept:
            metrics.GIVEN_UP.labels("answer").inc()
            self._end(senders.pop(0))

    def _next(self, conn: Connection, came: bytes) -> None:
        """Wait for another request, part of which may have come already."""
        if came:
            self._begin(conn, came)
            return
        conn.enter(Stage.IDLE)
        kept: Future[bool] = Future()
        kept.set_result(True)
        super().finish_request(conn, kept)

    def _close(self, conn: Connection) -> None:
        """Say that nothing more will come, and let the client read what has been sent.

        If its socket were closed while bytes of its own are unread, it could lose the answer.
        """
        conn.sock.shutdown(socket.SHUT_WR)
        conn.enter(Stage.CLOSING)
        self._wait(conn, selectors.EVENT_READ, self._discard, LINGER_SECONDS, self._end)
        self._discard(conn)

    def _discard(self, conn: Connection) -> None:
        if conn.sock.receive() == b"":
            self._end(conn)
