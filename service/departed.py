"""The counts of workers that have ended, added up in one file of each kind.

Else every worker that ever ended would leave its files. The file of the departed is replaced as a
whole, and names at its end the files that are in it, so that every count is told exactly once at
any moment: while those files are still there, and where the master dies before it removes them.
"""

import contextlib
import json
import struct
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from prometheus_client.metrics_core import Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

_ADDED_UP = ("counter", "histogram")
_HEADER = struct.Struct("i4x")
_VALUES = struct.Struct("dd")
_TRIES = 100
_PAUSE = 0.01

Identity = tuple[str, int, int]
"""What tells a file from another that had or will have its name."""


def _departed(folder: Path, kind: str) -> Path:
    return folder / f"{kind}_departed.db"


def _identity(path: Path) -> Identity | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return path.name, status.st_ino, status.st_mtime_ns


def _holds(departed: Path) -> set[Identity]:
    """The files whose counts are in a file of the departed."""
    try:
        content = departed.read_bytes()
    except FileNotFoundError:
        return set()
    (used,) = _HEADER.unpack_from(content)
    return {(name, inode, changed) for name, inode, changed in json.loads(content[used:])}


def add_up(folder: Path, dead: Iterable[int]) -> None:
    """Add up what these processes have counted, and remove their files.

    Called by one process only. Raises OSError where there is no space: then the files of counts are
    left as they are, and tell as much.
    """
    files = [path for pid in dead for path in folder.glob(f"*_{pid}.*")]
    for path in files:
        if path.suffix != ".db" or path.name.startswith("gauge_"):
            path.unlink()  # of what went on, or what the master tells too
    for kind in _ADDED_UP:
        added = [path for path in files if path.match(f"{kind}_*.db")]
        if added:
            _add_up(_departed(folder, kind), added)


def _add_up(departed: Path, added: Iterable[Path]) -> None:
    held = _holds(departed)
    there = {path: _identity(path) for path in added}
    new = [path for path, identity in there.items() if identity not in held]
    counts: dict[str, float] = {}
    for path in [departed, *new] if departed.exists() else new:
        for key, value, _, _ in MmapedDict.read_all_values_from_file(path):  # type: ignore[no-untyped-call]
            counts[key] = counts.get(key, 0.0) + value
    entries = b"".join(_entry(key, value) for key, value in counts.items())
    names = json.dumps([*there.values()]).encode()
    written = departed.with_suffix(".new")  # no name that a scrape looks at
    try:
        written.write_bytes(_HEADER.pack(_HEADER.size + len(entries)) + entries + names)
        written.replace(departed)
    except OSError:
        written.unlink(missing_ok=True)
        raise
    for path in there:
        path.unlink()


def _entry(key: str, value: float) -> bytes:
    """An entry as `MmapedDict` has it: how long the key is, the key, and two numbers."""
    encoded = key.encode()
    padded = encoded.ljust(len(encoded) + 8 - (len(encoded) + 4) % 8)
    return struct.pack("i", len(encoded)) + padded + _VALUES.pack(value, 0.0)


class AllCounts(MultiProcessCollector):
    """What all processes have counted, those included that have ended."""

    def collect(self) -> Iterable[Metric]:
        """All metrics; begun anew where somebody has taken leave meanwhile."""
        folder = Path(self._path)
        for _ in range(_TRIES):
            departed = [_departed(folder, kind) for kind in _ADDED_UP]
            before = [*map(_identity, departed)]
            held = set[Any]().union(*map(_holds, departed))
            files = [path for path in folder.glob("*.db") if _identity(path) not in held]
            with contextlib.suppress(FileNotFoundError):
                found: Iterable[Metric] = self.merge(map(str, files))  # type: ignore[no-untyped-call]
                if [*map(_identity, departed)] == before:
                    return found
            time.sleep(_PAUSE)
        raise TimeoutError("Workers end faster than their counts can be read.")
