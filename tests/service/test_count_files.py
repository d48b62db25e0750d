"""Counts whose files cannot be made, cannot grow, and can again."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from service import count_files
from service.count_files import CountFile

MANY = 1000
"""Entries that need more than one growth of a file."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that is not there yet; files that want to be there try it with every value."""
    monkeypatch.setattr(count_files, "_SECONDS_BETWEEN_TRIES", 0.0)
    yield tmp_path / "metrics"
    assert not count_files._in_memory  # noqa: SLF001 - each test leaves none


def fill(counts: CountFile, value: float) -> None:
    for number in range(MANY):
        counts.write_value(f"key {number}", value, 0.0)


def in_file(path: Path) -> dict[str, float]:
    return {key.strip(): value for key, value, _, _ in CountFile.read_all_values_from_file(path)}  # type: ignore[no-untyped-call]


def filled(value: float) -> dict[str, float]:
    return {f"key {number}": value for number in range(MANY)}


def test_counts_are_in_their_file_at_once(folder: Path) -> None:
    folder.mkdir()
    path = folder / "counter_1.db"
    counts = CountFile(str(path))
    assert in_file(path) == {}
    fill(counts, 1.0)
    assert in_file(path) == filled(1.0)
    counts.close()
    assert [each.name for each in folder.iterdir()] == [path.name]


def test_a_file_has_its_space_before_it_is_used(folder: Path) -> None:
    folder.mkdir()
    path = folder / "counter_1.db"
    counts = CountFile(str(path))
    for number in range(MANY):
        counts.write_value(f"key {number}", 1.0, 0.0)
        status = path.stat()
        assert status.st_blocks * 512 >= status.st_size
    counts.close()


def test_a_file_that_is_there_already_is_continued(folder: Path) -> None:
    folder.mkdir()
    path = folder / "counter_1.db"
    first = CountFile(str(path))
    fill(first, 2.0)
    first.close()
    second = CountFile(str(path))
    assert second.read_value("key 7")[0] == 2.0  # type: ignore[no-untyped-call]
    second.write_value("another", 1.0, 0.0)
    assert in_file(path) == {**filled(2.0), "another": 1.0}
    second.close()


def test_counts_without_a_file_go_on_and_are_written_later(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    one, two = (CountFile(str(folder / f"{name}_1.db")) for name in ("counter", "histogram"))
    fill(one, 1.0)
    fill(two, 2.0)
    assert one.read_value("key 7")[0] == 1.0  # type: ignore[no-untyped-call]
    assert len(caplog.messages) == 1
    assert "kept in memory" in caplog.messages[0]
    folder.mkdir()
    one.write_value("key 7", 3.0, 0.0)
    assert in_file(folder / "counter_1.db") == {**filled(1.0), "key 7": 3.0}
    assert in_file(folder / "histogram_1.db") == filled(2.0)
    two.write_value("key 7", 4.0, 0.0)
    assert in_file(folder / "histogram_1.db")["key 7"] == 4.0
    assert caplog.messages[1:] == ["Metrics are in their files again."]
    one.close()
    two.close()


def test_a_file_that_cannot_grow_keeps_what_it_has_and_grows_later(
    folder: Path, tmp_path: Path
) -> None:
    folder.mkdir()
    path = folder / "counter_1.db"
    counts = CountFile(str(path))
    counts.write_value("early", 1.0, 0.0)
    away = folder.rename(tmp_path / "away")
    fill(counts, 1.0)
    counts.write_value("early", 2.0, 0.0)
    assert in_file(away / path.name)["early"] == 1.0
    away.rename(folder)
    counts.write_value("early", 3.0, 0.0)
    assert in_file(path) == {"early": 3.0, **filled(1.0)}
    counts.close()


def test_a_file_does_not_try_again_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count_files, "_SECONDS_BETWEEN_TRIES", 60.0)
    counts = CountFile(str(folder / "counter_1.db"))
    folder.mkdir()
    counts.write_value("early", 1.0, 0.0)
    assert not list(folder.iterdir())
    counts.close()
