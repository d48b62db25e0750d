"""Where a request ends in what a client sends, so that no thread need wait for the rest of it.

Nothing else is judged here. What looks odd counts as whole: gunicorn reads it next and refuses it.
Where one request ends and the next begins is gunicorn's to say as well, never this module's.
"""

import re

from gunicorn.http.body import CHUNK_EXT_RE  # type: ignore[attr-defined]  # its types are of an older gunicorn

MOST_CHUNKS = 100_000
"""In how many chunks a body may come; more of them cost more than the body."""
LONGEST_REQUEST_LINE = 4094
MOST_HEADERS = 100
LONGEST_HEADER = 8190
"""In bytes, as is that of the request line; also of a line between chunks."""
MOST_HEAD = 64 * 1024
"""How many bytes the request line and all headers may have together; also a trailer."""
_BEYOND = 64 * 1024
"""So much more than it may have of a body in chunks must be there before it is judged too large."""
_PADDING = 1024 * 1024
"""How many bytes chunks may have beside what is in them."""

_END_OF_HEAD = b"\r\n\r\n"
_LENGTHS = re.compile(rb"(?im)^content-length:[ \t]*([0-9]{1,18})[ \t]*\r$")
_CODINGS = re.compile(rb"(?im)^transfer-encoding:[ \t]*([^\r]*?)[ \t]*\r$")
_EXPECTATION = re.compile(rb"(?im)^expect:[ \t]*100-continue[ \t]*\r\n")
_CHUNK_LINE = re.compile(rb"([0-9A-Fa-f]{1,15})" + CHUNK_EXT_RE.pattern)
_VERSION_1_1 = re.compile(rb" HTTP/1\.[1-9]\r\n")
_BARE_LINE_FEED = re.compile(rb"(?<!\r)\n")


class Excessive(Exception):  # noqa: N818 - what it is
    """Raised when a request takes more bytes than it should; `status` and `code` answer it."""

    def __init__(self, status: int, code: str) -> None:
        self.status = status
        self.code = code
        super().__init__(code)


class Incoming:
    r"""The bytes of a request that is arriving, whose body may have `most_body` of them.

    >>> request = Incoming(1000)
    >>> request.add(b"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{")
    >>> request.has_head, request.is_whole
    (True, False)
    >>> request.add(b"}")
    >>> request.is_whole
    True
    """

    def __init__(self, most_body: int) -> None:
        self.data = bytearray()
        self.has_head = False
        self.waits_for_leave = False
        """Whether the client asked to be told before it sends the body; none is asked again."""
        self.is_whole = False
        self._most_body = most_body
        self._seen = 0
        """Before this place there is no end of the head, or the next chunk begins here."""
        self._end: int | None = None
        """Where the body ends; None while it is not known, or comes in chunks."""
        self._chunks = 0
        self._body = 0

    def add(self, piece: bytes) -> None:
        """Take what has come; raises `Excessive`."""
        self.data += piece
        if not self.has_head:
            self._look_for_head()
        if self.has_head and not self.is_whole:
            if self._end is None:
                self._look_for_last_chunk()
                self._bound_padding()
            else:
                self.is_whole = len(self.data) >= self._end

    def drop_body(self) -> None:
        """Keep the head alone, of a request that is going to be refused."""
        del self.data[self._body_begins :]

    def _look_for_head(self) -> None:
        while self.data.startswith(b"\r\n"):  # RFC 9112 (2.2): empty lines before it do no harm
            del self.data[:2]
        found = self.data.find(_END_OF_HEAD, max(0, self._seen - len(_END_OF_HEAD)))
        if (len(self.data) if found < 0 else found) > MOST_HEAD:
            raise Excessive(431, "headers-too-large")
        if found < 0:
            self.is_whole = _BARE_LINE_FEED.search(self.data, self._seen) is not None
            self._seen = len(self.data)
            return
        self.has_head = True
        head = self._without_expectation(bytes(self.data[: found + len(_END_OF_HEAD)]))
        self._seen = self._body_begins = len(head)
        # A pattern looks at every line: that is spared where the name is nowhere.
        names = head.lower()
        lengths = _LENGTHS.findall(head) if b"content-length:" in names else []
        codings = _CODINGS.findall(head) if b"transfer-encoding:" in names else []
        match lengths, codings:
            case [], [coding] if coding.lower() == b"chunked":
                pass
            case [length], [] if int(length) <= self._most_body:
                self._end = self._body_begins + int(length)
            case _:
                self.is_whole = True

    def _without_expectation(self, head: bytes) -> bytes:
        """The head without `Expect: 100-continue`, which is heeded here, while the body comes."""
        if b"expect:" not in head.lower():
            return head
        asks_no_more, times = _EXPECTATION.subn(b"", head)
        if not times or not _VERSION_1_1.search(head[: head.find(b"\r\n") + 2]):
            return head
        self.waits_for_leave = True
        self.data[: len(head)] = asks_no_more
        return asks_no_more

    def _look_for_last_chunk(self) -> None:
        data = self.data
        most = self._most_body + _BEYOND
        while not self.is_whole:
            end = data.find(b"\r\n", self._seen)
            if end < 0:
                self.is_whole = len(data) - self._seen > LONGEST_HEADER
                return
            line = _CHUNK_LINE.fullmatch(data, self._seen, end)
            if line is None:
                self.is_whole = True
                return
            length = int(line[1], 16)
            if length == 0:
                self._look_for_trailer(end)
                return
            after = end + 2 + length
            if len(data) < after + 2:
                self.is_whole = self._body + len(data) - end > most
                return
            self._body += length
            self.is_whole = data[after : after + 2] != b"\r\n" or self._body > most
            self._chunks += 1
            self._seen = after + 2
            if self._chunks > MOST_CHUNKS:
                raise Excessive(400, "too-many-chunks")

    def _bound_padding(self) -> None:
        taken = len(self.data) - self._body_begins
        if not self.is_whole and taken > self._most_body + _BEYOND + _PADDING:
            raise Excessive(400, "bad-request")

    def _look_for_trailer(self, last_line: int) -> None:
        """The last chunk has come; a trailer, mostly an empty one, ends the body."""
        found = self.data.find(_END_OF_HEAD, last_line)
        self.is_whole = found >= 0 or len(self.data) - last_line > MOST_HEAD
