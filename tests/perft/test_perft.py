"""The numbers of action sequences, counted by the rules' code and by the oracles; and the tool.

Coverage is not measured while they are counted: it makes counting several times as slow.
"""

import runpy
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from evaluators import perft
from evaluators.catalogue import GAMES
from evaluators.perft import NAMES, Line
from tests.oracles.deals import OPTIONS, seeded_deal
from tests.oracles.whole_deal import WholeDeal, count

FOLDER = Path(__file__).parent
LINES = [
    line
    for game in GAMES
    for line in perft.read((FOLDER / f"{game.code}.perft").read_text("utf-8").splitlines())
]
every_line = pytest.mark.parametrize(
    "line", LINES, ids=lambda line: f"{line.ruleset}-{line.players}-{line.seed}"
)


def oracles_deal(line: Line) -> WholeDeal:
    game, _ = line.ruleset.split("/")
    players = NAMES[: line.players]
    return seeded_deal(game, OPTIONS[line.ruleset], players, players[-1], line.seed)


def but_the_last(line: Line) -> Line:
    """A line without its last number, which takes longer to count than all others together."""
    return replace(line, counts=line.counts[:-1])


def test_every_ruleset_is_counted_with_fewest_and_most_players() -> None:
    told = {(line.ruleset, line.players) for line in LINES}
    rulesets = [(game, ruleset) for game in GAMES for ruleset in game.rulesets]
    assert told >= {(each.id, number) for game, each in rulesets for number in game.players}
    for game in GAMES:
        seeds = {line.seed for line in LINES if line.ruleset.startswith(f"{game.code}/")}
        assert {seed.isascii() for seed in seeds} == {False, True}


@pytest.mark.no_cover
@every_line
def test_the_numbers_are_those_of_the_rules_code(line: Line) -> None:
    short = but_the_last(line)
    assert perft.counted(short) == short


@pytest.mark.no_cover
@every_line
def test_the_numbers_are_the_oracles(line: Line) -> None:
    deal, counts = oracles_deal(line), but_the_last(line).counts
    assert tuple(count(deal, depth) for depth in range(len(counts))) == counts


@pytest.mark.long
@every_line
def test_so_they_are_to_the_last_and_one_action_further_both_count_the_same(line: Line) -> None:
    further = Line(line.ruleset, line.players, line.seed, (*line.counts, 0))
    *counts, last = perft.counted(further).counts
    deal = oracles_deal(line)
    assert tuple(counts) == line.counts
    assert counts[-1] == count(deal, len(counts) - 1)
    assert last == count(deal, len(counts))


# The tool.

RIGHT = "ecarte/document@1 | 2 | Шевченко | 1 2 4"
WRONG = "ecarte/document@1 | 2 | Шевченко | 1 2 5"

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file of these lines and say where it is."""

    def written(*lines: str) -> str:
        path = tmp_path / "lines.perft"
        path.write_text("\n".join(lines), "utf-8")
        return str(path)

    return written


def test_a_line_is_written_as_it_is_read() -> None:
    assert [str(line) for line in perft.read([RIGHT, WRONG])] == [RIGHT, WRONG]


def test_empty_lines_and_comments_are_left_out() -> None:
    assert [str(line) for line in perft.read(["# écarté | 2", "", RIGHT, "  "])] == [RIGHT]


def test_a_right_file_is_passed_in_silence(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    assert perft.main([write("# right", RIGHT, RIGHT)]) == 0
    assert capsys.readouterr().out == ""


def test_of_a_wrong_line_both_numbers_are_told(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(WRONG, RIGHT, WRONG)
    assert perft.main([path]) == 2
    told = [f"{path}: expected {WRONG}", f"{path}: counted  {RIGHT}"]
    assert capsys.readouterr().out.splitlines() == told * 2


@pytest.mark.parametrize(("lines", "status"), [([RIGHT], 0), ([WRONG, WRONG], 1)])
def test_as_a_command_it_exits_with_0_only_where_all_is_right(
    write: Write, monkeypatch: pytest.MonkeyPatch, lines: list[str], status: int
) -> None:
    monkeypatch.setattr(sys, "argv", ["perft", write(*lines)])
    with pytest.raises(SystemExit) as exited:
        runpy.run_path(perft.__file__, run_name="__main__")
    assert exited.value.code == status


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ecarte/document@1 | 2 | seed", "not a ruleset | players | seed | counts"),
        ("ecarte/document@1 | two | seed | 1", "not a ruleset | players | seed | counts"),
        ("ecarte/document@1 | 2 | seed | 1 x", "not a ruleset | players | seed | counts"),
        ("ecarte/unknown@1 | 2 | seed | 1", "no such ruleset: 'ecarte/unknown@1'"),
        ("ecarte/document@1 | 3 | seed | 1", "is for 2 to 2 players, not 3"),
    ],
)
def test_a_line_that_cannot_be_counted_is_named(write: Write, line: str, message: str) -> None:
    with pytest.raises(ValueError) as raised:  # noqa: PT011 - the message is looked at below
        perft.main([write(RIGHT, line)])
    assert message in str(raised.value)
