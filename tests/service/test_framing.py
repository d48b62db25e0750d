"""Where a request ends, byte by byte."""

import pytest

from service.framing import LONGEST_HEADER, MOST_CHUNKS, MOST_HEAD, Excessive, Incoming

POST = b"POST /x HTTP/1.1\r\nHost: x\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
MOST_BODY = 100_000
WHOLE = {
    "no body": b"GET /x HTTP/1.1\r\nHost: x\r\n\r\n",
    "no headers": b"GET /x HTTP/1.0\r\n\r\n",
    "an empty line before it": b"\r\nGET /x HTTP/1.1\r\n\r\n",
    "a length": POST + b"Content-Length: 5\r\n\r\n{  \r}",
    "a length in other letters": POST + b"CONTENT-length:5 \r\n\r\n12345",
    "no length": POST + b"Content-Length: 0\r\n\r\n",
    "chunks": CHUNKED + b"3\r\nabc\r\na\r\n0123\r\n\r\n89\r\n0\r\n\r\n",
    "chunks with extensions": CHUNKED + b'3;a=b ; c="d;"\r\nabc\r\n0;e\r\n\r\n',
    "a trailer": CHUNKED + b"1\r\na\r\n0\r\nX: y\r\nZ: 0\r\n\r\n",
}
ODD = {
    "a bare line feed": b"GET /x HTTP/1.1\nHost: x\n\n",
    "two lengths": POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
    "a length too large": POST + b"Content-Length: %d\r\n\r\n" % (MOST_BODY + 1),
    "a length and chunks": POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
    "another coding": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n",
    "a chunk of no size": CHUNKED + b"x\r\n",
    "a chunk size that is endless": CHUNKED + b"0" * (LONGEST_HEADER + 1),
    "a chunk that does not end": CHUNKED + b"2\r\n{}xx0\r\n\r\n",
    "an extension that is none": CHUNKED + b'9;a="\r\n',
    "an endless trailer": CHUNKED + b"0\r\n" + b"X: y\r\n" * (MOST_HEAD // 6 + 1),
    "more chunks than a body may have": CHUNKED
    + b"ffff\r\n"
    + b"a" * 65535
    + b"\r\nfffff\r\n"
    + b"b" * 100_000,
}


def places_where_whole(sent: bytes) -> list[int]:
    """After which bytes a request that comes byte by byte is whole."""
    incoming = Incoming(MOST_BODY)
    found = []
    for place in range(len(sent)):
        incoming.add(sent[place : place + 1])
        if incoming.is_whole:
            found.append(place + 1)
    return found


@pytest.mark.parametrize("sent", WHOLE.values(), ids=WHOLE.keys())
def test_a_request_is_whole_with_its_last_byte(sent: bytes) -> None:
    assert places_where_whole(sent) == [len(sent)]
    at_once = Incoming(MOST_BODY)
    at_once.add(sent + b"GET /next HTTP/1.1\r\n")
    assert at_once.is_whole


@pytest.mark.parametrize("sent", ODD.values(), ids=ODD.keys())
def test_what_is_odd_is_not_waited_for(sent: bytes) -> None:
    incoming = Incoming(MOST_BODY)
    incoming.add(sent)
    assert incoming.is_whole


def test_a_line_feed_after_a_return_in_another_piece_is_not_bare() -> None:
    assert places_where_whole(b"GET / HTTP/1.1\r\nX: y\r\n") == []


EXCESSIVE = {
    "an endless head": (b"GET /x HTTP/1.1\r\n" + b"X: y\r\n" * (MOST_HEAD // 6 + 1), 431),
    "a head too large": (b"GET /x HTTP/1.1\r\n" + b"X: y\r\n" * (MOST_HEAD // 6) + b"\r\n", 431),
    "very many chunks": (CHUNKED + b"1\r\n \r\n" * (MOST_CHUNKS + 1), 400),
    "mostly padding": (CHUNKED + (b"1;" + b"a" * 8000 + b"\r\n \r\n") * 200, 400),
}


@pytest.mark.parametrize(("sent", "status"), EXCESSIVE.values(), ids=EXCESSIVE.keys())
def test_what_is_excessive_is_refused(sent: bytes, status: int) -> None:
    incoming = Incoming(MOST_BODY if b"a" in sent else 10**9)
    with pytest.raises(Excessive) as raised:
        incoming.add(sent)
    assert raised.value.status == status


def test_a_body_too_large_is_whole_for_the_application_wherever_it_is_cut() -> None:
    chunk = b"%x\r\n" % 50_000 + b"a" * 50_000 + b"\r\n"
    incoming = Incoming(MOST_BODY)
    incoming.add(POST + b"Transfer-Encoding: chunked\r\n\r\n")
    incoming.add(chunk * 30)
    assert incoming.is_whole


def test_leave_to_send_the_body_is_asked_for_once() -> None:
    incoming = Incoming(MOST_BODY)
    incoming.add(POST + b"Expect: 100-Continue\r\nContent-Length: 2\r\n\r\n")
    assert incoming.waits_for_leave
    assert incoming.data == POST + b"Content-Length: 2\r\n\r\n"
    incoming.add(b"{")
    assert not incoming.is_whole
    incoming.add(b"}")
    assert incoming.is_whole


def test_leave_is_given_before_chunks_too() -> None:
    incoming = Incoming(MOST_BODY)
    incoming.add(POST + b"Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n")
    assert incoming.waits_for_leave
    incoming.add(b"2\r\n{}\r\n0\r\n\r\n")
    assert incoming.is_whole


@pytest.mark.parametrize("expect", [b"", b"Expect: miracles\r\n"])
def test_no_leave_is_given_that_is_not_asked_for(expect: bytes) -> None:
    incoming = Incoming(MOST_BODY)
    incoming.add(POST + expect + b"Content-Length: 2\r\n\r\n")
    assert not incoming.waits_for_leave


def test_http_1_0_knows_no_leave() -> None:
    incoming = Incoming(MOST_BODY)
    incoming.add(b"POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    assert not incoming.waits_for_leave
