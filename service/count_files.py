"""The files in which workers keep their counts, on a disk that may be full.

prometheus_client writes through a memory map into a file with holes. On a full disk such a write
ends the process with SIGBUS, and then every worker that is started in its place. Here a file has
all its space before it is mapped. Counts for which there is none go on in memory, and are in the
file again, with nothing lost, soon after there is space. No scrape sees them meanwhile: so all
processes of an instance can see that there are some.
"""

import logging
import mmap
import os
import struct
import time
from pathlib import Path

from prometheus_client.mmap_dict import MmapedDict

_STEP_BYTES = 16 * 1024
"""By so much a file grows; it begins with one step."""
_MOST_AROUND_KEY = 64
"""More bytes than an entry has besides its key."""
_SECONDS_BETWEEN_TRIES = 1.0
_SECONDS_TOLD = 5.0
"""For so long after a try that failed somebody is taken to have counts in memory."""
_LOG = logging.getLogger(__name__)
_in_memory: set["CountFile"] = set()
_failed_at = mmap.mmap(-1, 8)
"""When it failed last, in any process, in seconds of the clock that all of them share."""


def want_to_come_home() -> bool:
    """Whether this process has counts in memory, which the next write may bring into files."""
    return bool(_in_memory)


def are_told() -> bool:
    """Whether the counts of all processes are in files, which a scrape can read."""
    (at,) = struct.unpack("d", _failed_at[:])
    return not at or time.monotonic() - at > _SECONDS_TOLD


class CountFile(MmapedDict):
    """One worker's counts of one kind: in a file or, while there is no space for it, in memory.

    The caller holds a lock that all of them share.
    """

    _next_try = 0.0

    def __init__(self, filename: str) -> None:
        self._path = Path(filename)
        if self._path.exists():  # left by a worker that has died and had the same process id
            super().__init__(filename)  # type: ignore[no-untyped-call]
        else:
            self._put(bytes(_STEP_BYTES))

    def write_value(self, key: str, value: float, timestamp: float) -> None:
        """Set a value; now and then, try to make files of what is in memory."""
        super().write_value(key, value, timestamp)  # type: ignore[no-untyped-call]
        if _in_memory and time.monotonic() >= CountFile._next_try:
            for held in tuple(_in_memory):  # those too that nobody writes to
                held.come_home()

    def come_home(self) -> None:
        """Be a file again, if there is space."""
        self._move(self._m[:])

    def close(self) -> None:
        """Let go of the file; what is only in memory is lost."""
        super().close()  # type: ignore[no-untyped-call]
        _in_memory.discard(self)

    def _init_value(self, key: str) -> None:
        if self._used + len(key.encode()) + _MOST_AROUND_KEY > self._capacity:
            self._move(self._m[:] + bytes(_STEP_BYTES))
        super()._init_value(key)  # type: ignore[no-untyped-call]

    def _move(self, content: bytes) -> None:
        super().close()  # type: ignore[no-untyped-call]
        self._put(content)

    def _put(self, content: bytes) -> None:
        """Be a file with this content, whole from its first moment; memory if that fails."""
        try:
            self._write(content)
        except OSError as error:
            now = time.monotonic()
            _failed_at[:] = struct.pack("d", now)
            CountFile._next_try = now + _SECONDS_BETWEEN_TRIES
            if not _in_memory:
                _LOG.warning("Metrics are kept in memory, for want of their files: %s", error)
            _in_memory.add(self)
            self._hold(content)
        else:
            super().__init__(str(self._path))  # type: ignore[no-untyped-call]
            if self in _in_memory:
                _in_memory.remove(self)
                if not _in_memory:
                    _LOG.warning("Metrics are in their files again.")

    def _write(self, content: bytes) -> None:
        new = self._path.with_suffix(".new")  # no name that a scrape looks at
        try:
            new.write_bytes(content)
            new.replace(self._path)
        except OSError:
            new.unlink(missing_ok=True)
            raise

    def _hold(self, content: bytes) -> None:
        memory = os.memfd_create(self._path.name)
        try:
            os.write(memory, content)
            super().__init__(f"/proc/self/fd/{memory}")  # type: ignore[no-untyped-call]
        finally:
            os.close(memory)
