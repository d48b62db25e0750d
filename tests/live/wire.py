"""Requests written byte by byte, for what an HTTP client would never send."""

import socket
from dataclasses import dataclass
from typing import Any

from tests.service.shape import checked
from tests.serving import Server

SECONDS = 15


@dataclass(frozen=True)
class Answer:
    """A response as it came: its status, its headers and all bytes after them."""

    status: int
    headers: dict[str, str]
    body: bytes

    def problem(self) -> dict[str, Any]:
        """The problem document it is, checked."""
        return checked(self.status, self.headers, self.body)


def connected(server: Server) -> socket.socket:
    """A connection to the service; whoever opened it closes it."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS)


def read_to_the_end(connection: socket.socket) -> bytes:
    """All that comes until the service closes the connection."""
    received = b""
    while more := connection.recv(65536):
        received += more
    return received


def parsed(received: bytes) -> Answer:
    """One response, with everything that follows its headers as the body."""
    head, _, body = received.partition(b"\r\n\r\n")
    status_line, *lines = head.decode("latin-1").split("\r\n")
    assert status_line.startswith("HTTP/1."), received
    headers = dict(line.split(": ", 1) for line in lines)
    return Answer(int(status_line.split()[1]), headers, body)


def send(server: Server, request: bytes) -> Answer:
    """Send some bytes and read one answer until the service closes the connection."""
    with connected(server) as connection:
        connection.sendall(request)
        return parsed(read_to_the_end(connection))
