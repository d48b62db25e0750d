"""Tables that were kept say what those say that are made as the service starts."""

import runpy
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from evaluators import kept, make_tables
from evaluators.cards import Card, Pack
from evaluators.even_hands import EvenHands
from evaluators.tables import HandTable, Verdicts, are_hands, ascending, read_positions
from evaluators.vinegret import evaluate

PACK = Pack("789", clause="game.pack")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for files, with none in it."""
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "made")
    return tmp_path / "made"


def best_rank(hand: tuple[Card, ...]) -> str:
    return max(card.rank for card in hand)


def said(table: HandTable[str], verdicts: Verdicts[str]) -> list[str | None]:
    hands = ["".join(map(str, hand)) for hand in combinations(PACK.cards, 3)]
    names = list(verdicts)
    return [names[index] for index in table.look_up(read_positions(hands, PACK, 3))]


def test_a_table_from_its_file_is_the_table_that_was_made() -> None:
    expected = [best_rank(hand) for hand in combinations(PACK.cards, 3)]
    with kept.keeping():
        for _ in range(2):  # made, then read
            verdicts: Verdicts[str] = Verdicts()
            assert said(HandTable(PACK, 3, best_rank, verdicts), verdicts) == expected
    verdicts = Verdicts()
    assert said(HandTable(PACK, 3, best_rank, verdicts), verdicts) == expected


def test_what_was_made_from_other_code_is_not_read(folder: Path) -> None:
    with kept.keeping():
        kept.kept("numbers", lambda: np.array([1]))
    (inside,) = folder.iterdir()
    assert kept.kept("numbers", lambda: np.array([2])).tolist() == [1]
    inside.rename(folder / "of-other-code")
    assert kept.kept("numbers", lambda: np.array([2])).tolist() == [2]
    with kept.keeping():
        pass
    assert [each.name for each in folder.iterdir()] == [inside.name]


def test_nothing_is_written_but_when_asked(folder: Path) -> None:
    kept.kept("numbers", lambda: np.array([1]))
    assert not folder.exists()


def test_all_games_make_theirs(folder: Path) -> None:
    runpy.run_path(make_tables.__file__, run_name="__main__")
    assert folder.exists()
    assert [*evaluate.ranking()] == [evaluate.Standing(*each) for each in evaluate._standings()]  # noqa: SLF001


@pytest.mark.parametrize("size", [1, 2, 3, 5, 13])
def test_columns_are_sorted_as_rows_are(size: int) -> None:
    positions = np.random.default_rng(size).integers(-1, 40, (500, size)).astype(np.int16)
    assert np.array_equal(ascending(positions), np.sort(positions, axis=1))
    rows = [set(row) for row in positions.tolist()]
    good = [len(row) == size and -1 not in row for row in rows]
    assert are_hands(positions).tolist() == good


def test_even_hands_are_a_sequence() -> None:
    letters = np.frombuffer(b"7c8c9c7d", np.uint8).reshape(2, 4)
    for lists, all_of_them in ((False, ["7c8c", "9c7d"]), (True, [["7c", "8c"], ["9c", "7d"]])):
        hands = EvenHands(letters, lists=lists)
        assert list(hands) == all_of_them
        assert list(hands[1:]) == all_of_them[1:]
        assert hands.size == 2
