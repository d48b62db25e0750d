"""Counts action sequences: `python -m evaluators.perft tests/perft/vinegret.perft` checks a file.

A developer's tool, named for what chess programmers do: a rule that is wrong anywhere changes the
number of ways in which a deal can go on. Each line of a file is a ruleset, the number of players, a
seed, and the numbers of sequences of 0, 1, 2 … players' actions, bets and raises limited to 1.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluators.catalogue import GAMES, deals_of
from evaluators.dealing import Chance
from evaluators.game import Amounts
from evaluators.record import Position

NAMES = "abcdef"
"""The players, the last of whom deals."""

RULESETS = {ruleset.id: (game, ruleset) for game in GAMES for ruleset in game.rulesets}


@dataclass(frozen=True, slots=True)
class Line:
    """A deal, and how many sequences there are of each length from 0."""

    ruleset: str
    players: int
    seed: str
    counts: tuple[int, ...]

    def __str__(self) -> str:
        return " | ".join(
            (self.ruleset, str(self.players), self.seed, " ".join(map(str, self.counts)))
        )


def read(lines: Iterable[str]) -> Iterator[Line]:
    """The lines of a file; empty ones and those that begin with # are left out."""
    for line in lines:
        if line.strip() and not line.startswith("#"):
            yield _read(line)


def _read(line: str) -> Line:
    try:
        ruleset, players, seed, counts = (part.strip() for part in line.split("|"))
        return Line(ruleset, int(players), seed, tuple(map(int, counts.split())))
    except ValueError as error:
        raise ValueError(f"not a ruleset | players | seed | counts: {line!r}") from error


def counted(line: Line) -> Line:
    """The same line with the numbers counted anew, to the same depth."""
    position, shuffles, chance = _begin(line)
    depths = range(len(line.counts))
    return replace(
        line, counts=tuple(_count(position, chance, shuffles, depth) for depth in depths)
    )


def _begin(line: Line) -> tuple[Position, int, Chance]:
    if line.ruleset not in RULESETS:
        raise ValueError(f"no such ruleset: {line.ruleset!r}")
    game, ruleset = RULESETS[line.ruleset]
    fewest, most = game.players
    if not fewest <= line.players <= most:
        raise ValueError(f"{line.ruleset} is for {fewest} to {most} players, not {line.players}")
    deals = deals_of(game)
    record = deals.form(players=tuple(NAMES[: line.players]), seed=line.seed)
    chance = deals.chance(record)
    position: Any = deals.start(record, ruleset.options)
    return *chance.run(position, 1), chance


def _count(position: Position, chance: Chance, shuffles: int, depth: int) -> int:
    """How many sequences of so many actions lead on from a position."""
    if depth == 0:
        return 1
    total = 0
    for move in position.legal():
        limited = replace(move, amount=1) if isinstance(move.amount, Amounts) else move
        following, count = chance.run(position.after(limited), shuffles)
        total += _count(following, chance, count, depth - 1)
    return total


def main(paths: Iterable[str]) -> int:
    """Check files, and print what is otherwise; how many lines are."""
    wrong = 0
    for path in paths:
        for line in read(Path(path).read_text("utf-8").splitlines()):
            found = counted(line)
            if found != line:
                wrong += 1
                print(f"{path}: expected {line}\n{path}: counted  {found}")  # noqa: T201 - a tool answers on its output
    return wrong


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
