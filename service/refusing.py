"""Answers to requests that never get to the application by themselves.

Either gunicorn cannot read their head, or it is late or too large. They are put before the
application, refused already, with as much as can be made out: so that they count, and are answered,
like any other.
"""

import io
import re
import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote_to_bytes

from gunicorn import util

from service import observation, problems
from service.framing import MOST_HEAD
from service.sockets import Socket

_REQUEST_LINE = re.compile(
    rb"([A-Z]{1,20}) (?:[A-Za-z][A-Za-z0-9+.-]*://[^/?# ]*)?(/[^?# ]*)(?:([?# ]).*)?", re.DOTALL
)
"""Method and path, however odd the rest is; also of a line that has not come to its end."""
_HEADER = re.compile(rb"([A-Za-z0-9-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*")
_LEFT_OUT = frozenset({"HOST", "CONTENT_LENGTH", "TRANSFER_ENCODING", "EXPECT"})
"""What no refusal depends on, and may be the very thing that is wrong."""
_UNKNOWN = "-", b"/*"
"""A method there is not, and a path that no route takes."""


def write_refusal(
    application: Callable[..., Any], sock: Socket, status: int, reason: str, mesg: str
) -> None:
    """Answer a request with this status, in place of gunicorn's own HTML."""
    del reason, mesg  # not always that of the status; may repeat what the client sent
    started: list[Any] = []

    def start(answer: str, headers: list[tuple[str, str]], *_: Any) -> Any:
        started[:] = answer, headers

    environ = environ_of(bytes(sock.arrived[:MOST_HEAD]))
    environ |= {
        "REMOTE_ADDR": sock.peer,
        problems.REFUSED: sock.refused or (status, problems.code_of(status)),
        observation.WAITED: sock.waited,
        observation.AT_ONCE: sock.at_once,
    }
    body = b"".join(application(environ, start))
    answer, headers = started
    told = [(name, value) for name, value in headers if name != "Connection"]
    told += [("Date", util.http_date()), ("Connection", "close")]
    lines = "".join(f"{name}: {value}\r\n" for name, value in told)
    sock.sendall(f"HTTP/1.1 {answer}\r\n{lines}\r\n".encode("latin-1") + body)


def environ_of(arrived: bytes) -> dict[str, Any]:
    r"""What can be made out of a request that begins so, for the application.

    >>> environ = environ_of(b"GET /v1/games HTTP/9.9\r\nOrigin: https://a.example\r\nX-Reque")
    >>> environ["REQUEST_METHOD"], environ["PATH_INFO"], environ["HTTP_ORIGIN"]
    ('GET', '/v1/games', 'https://a.example')
    """
    head, _, _ = arrived.partition(b"\r\n\r\n")
    line, *headers = head.split(b"\r\n")
    if head == arrived and headers:
        headers.pop()  # it has not come to its end
    method, path = _method_and_path(line, is_whole=line != arrived)
    return {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **_headers(headers),
    }


def _method_and_path(line: bytes, *, is_whole: bool) -> tuple[str, bytes]:
    found = _REQUEST_LINE.fullmatch(line)
    if found is None:
        return _UNKNOWN
    is_cut = not (is_whole or found[3])
    return found[1].decode(), found[2] + b"*" * is_cut  # what is cut is taken for nothing else


def _headers(lines: list[bytes]) -> dict[str, str]:
    """The headers that look like ones, as gunicorn hands them on."""
    headers: dict[str, str] = {}
    for line in lines:
        if found := _HEADER.fullmatch(line):
            name = found[1].decode().upper().replace("-", "_")
            value = found[2].decode("latin-1")
            before = headers.get(f"HTTP_{name}")
            if name not in _LEFT_OUT:
                headers[f"HTTP_{name}"] = value if before is None else f"{before},{value}"
    return headers
