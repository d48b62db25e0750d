"""Counts that all workers of one instance share, in memory that is there before they are."""

import fcntl
import mmap
import os
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b

_SLOT = struct.Struct("=16sdQ")
_SLOTS = 8
_BUCKET = _SLOTS * _SLOT.size
_BUCKETS = 8192


@dataclass(frozen=True, slots=True)
class Window:
    """How often something has been counted, and the time (seconds since 1970) when it is from 0."""

    count: int
    until: float


class SharedCounts:
    """A table of counts by key, for up to 65,536 keys at once; two MiB.

    A key belongs in one bucket of eight places. Where it is full, the key with the smallest
    count makes room and is counted from 0 again: no flood of keys takes more memory, or makes room
    for those that ask most. Workers lock a bucket while they count in it; the kernel unlocks what a
    worker that dies had locked.
    """

    def __init__(self) -> None:
        self._file = os.memfd_create("arbiter-counts")
        os.ftruncate(self._file, _BUCKETS * _BUCKET)
        self._table = mmap.mmap(self._file, _BUCKETS * _BUCKET)
        self._among_threads = threading.Lock()
        self._salt = os.urandom(16)

    def add(self, key: str, seconds: int) -> Window:
        """Count once more for a key, in a window of so many seconds from its first time."""
        digest = blake2b(key.encode(), digest_size=16, key=self._salt).digest()
        bucket = int.from_bytes(digest[:4], "big") % _BUCKETS * _BUCKET
        with self._locked(bucket):
            now = time.time()
            place = self._table.find(digest, bucket, bucket + _BUCKET)
            if place < 0:
                place = min(
                    range(bucket, bucket + _BUCKET, _SLOT.size), key=partial(self._worth, now)
                )
            known, until, count = _SLOT.unpack_from(self._table, place)
            # A window that ends later than it could was begun before the clock was put back.
            if known != digest or not now < until <= now + seconds:
                until, count = now + seconds, 0
            _SLOT.pack_into(self._table, place, digest, until, count + 1)
        return Window(count + 1, until)

    def _worth(self, now: float, place: int) -> int:
        """What is lost with a place: its count, while its window lasts."""
        _, until, count = _SLOT.unpack_from(self._table, place)
        return count if now < until else 0

    @contextmanager
    def _locked(self, bucket: int) -> Iterator[None]:
        with self._among_threads:  # the file's locks are the process's
            fcntl.lockf(self._file, fcntl.LOCK_EX, _BUCKET, bucket)
            try:
                yield
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN, _BUCKET, bucket)
