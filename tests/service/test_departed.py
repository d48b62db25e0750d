"""What workers that have ended have counted: each of them once, at any moment, in few files."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.mmap_dict import mmap_key

from service.count_files import CountFile
from service.departed import AllCounts, add_up

KEY = mmap_key("asked", "asked_total", ["route"], ["/v1/games"], "Requests.")


def count(folder: Path, pid: int, value: float, kind: str = "counter") -> Path:
    """The file of a process that has counted so much."""
    path = folder / f"{kind}_{pid}.db"
    file = CountFile(str(path))
    file.write_value(KEY, value, 0.0)
    file.close()
    return path


def told(folder: Path) -> dict[str, float]:
    collector = AllCounts(CollectorRegistry(), str(folder))  # type: ignore[no-untyped-call]
    return {
        sample.name: sample.value for metric in collector.collect() for sample in metric.samples
    }


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_nothing_is_told_where_nothing_was_counted(tmp_path: Path) -> None:
    assert told(tmp_path) == {}


def test_counts_of_the_departed_are_in_one_file(tmp_path: Path) -> None:
    for pid in range(1, 10):
        count(tmp_path, pid, pid)
        add_up(tmp_path, [pid])
        assert told(tmp_path) == {"asked_total": sum(range(pid + 1))}
        assert names(tmp_path) == ["counter_departed.db"]


def test_several_are_added_up_at_once_and_the_living_are_left(tmp_path: Path) -> None:
    for pid in (1, 2, 12):
        count(tmp_path, pid, pid)
    add_up(tmp_path, [1, 2])
    assert names(tmp_path) == ["counter_12.db", "counter_departed.db"]
    assert told(tmp_path) == {"asked_total": 15}


def test_gauges_and_half_written_files_of_the_dead_are_removed(tmp_path: Path) -> None:
    for name in ("gauge_livesum", "gauge_mostrecent"):
        for pid in (1, 2):
            count(tmp_path, pid, 1, name)
    (tmp_path / "counter_1.new").write_bytes(b"")
    add_up(tmp_path, [1])
    assert names(tmp_path) == ["gauge_livesum_2.db", "gauge_mostrecent_2.db"]


@pytest.fixture
def never_removed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if the master died before it removes what it has added up."""
    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", lambda *_, **__: None)
        yield


@pytest.mark.usefixtures("never_removed")
def test_what_is_added_up_and_still_there_counts_once(tmp_path: Path) -> None:
    first = count(tmp_path, 1, 5)
    add_up(tmp_path, [1])
    assert first.exists()
    assert told(tmp_path) == {"asked_total": 5}
    add_up(tmp_path, [1])
    count(tmp_path, 2, 3)
    assert told(tmp_path) == {"asked_total": 8}


def test_another_process_of_the_same_number_counts_anew(tmp_path: Path) -> None:
    for _ in range(3):
        count(tmp_path, 1, 5)
        add_up(tmp_path, [1])
    count(tmp_path, 1, 7)
    assert told(tmp_path) == {"asked_total": 22}


def test_without_space_everything_is_left_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count(tmp_path, 1, 5)
    add_up(tmp_path, [1])
    count(tmp_path, 2, 3)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", _full)
        with pytest.raises(OSError, match="full"):
            add_up(tmp_path, [2])
    assert names(tmp_path) == ["counter_2.db", "counter_departed.db"]
    assert told(tmp_path) == {"asked_total": 8}
    add_up(tmp_path, [2])
    assert told(tmp_path) == {"asked_total": 8}


def _full(*_: object) -> int:
    raise OSError("the disk is full")


def test_a_scrape_is_begun_anew_when_somebody_departs_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pid in (1, 2, 3):
        count(tmp_path, pid, pid)
    waiting = [3, 2, 1]
    read = CountFile.read_all_values_from_file

    def departing(path: str) -> object:
        """Somebody departs just before and just after a file is read, as long as there is one."""
        if waiting:
            add_up(tmp_path, [waiting.pop()])
        values = [*read(path)]  # type: ignore[no-untyped-call]
        if waiting:
            add_up(tmp_path, [waiting.pop()])
        return values

    collector = AllCounts(CollectorRegistry(), str(tmp_path))  # type: ignore[no-untyped-call]
    monkeypatch.setattr(
        "prometheus_client.multiprocess.MmapedDict",
        type("", (), {"read_all_values_from_file": staticmethod(departing)}),
    )
    (metric,) = collector.collect()
    assert [sample.value for sample in metric.samples] == [6]
