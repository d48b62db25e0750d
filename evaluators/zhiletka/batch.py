"""Many Zhiletka hands at once, by a table of all hands of three."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from evaluators.batch import Columns, Hands, column, identify
from evaluators.cards import Card
from evaluators.forms import Count, Form
from evaluators.tables import HandTable, Indices, Positions, Verdicts
from evaluators.zhiletka.evaluate import alike
from evaluators.zhiletka.rules import PACK, SBOR, Options


class Verdict(NamedTuple):
    """What matters of a hand in columns; `strength` is null unless it has three cards."""

    best: str | None
    strength: int | None


_VERDICTS: Verdicts[Verdict] = Verdicts()


def _judge(hand: tuple[Card, ...]) -> Verdict:
    kind = alike(hand)
    return Verdict(None, 0) if kind is None else Verdict(f"sbor-{kind}", 1)


@cache
def _threes() -> HandTable[Verdict]:
    return HandTable(PACK, SBOR, _judge, _VERDICTS)


_NOTHING = _VERDICTS.index(Verdict(None, None))


@cache
def _within_more() -> Indices:
    """For each verdict on three cards the verdict on a hand that is larger than they are."""
    _threes()
    found = [said and said.best for said in _VERDICTS]
    return np.array([_VERDICTS.index(Verdict(best, None)) if best else _NOTHING for best in found])


def _look_up(positions: Positions) -> Indices:
    """The first sbor of each hand: of its threes, in pack order, the first that is one."""
    size = positions.shape[1]
    if size == SBOR:
        return _threes().look_up(positions)
    ascending = np.sort(positions, axis=1)
    first = np.full(len(positions), _NOTHING, np.uint16)
    for three in combinations(range(size), SBOR):
        said = _within_more()[_threes().look_up(ascending[:, three])]
        first = np.where(first == _NOTHING, said, first)
    return first


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """Hands."""

    hands: Hands


def evaluate_batch(question: Question, options: Options) -> Columns:
    """What `evaluate` says of each hand, for up to 100,000 hands."""
    sizes = Count(1, options.hand_limit + 1, ("zhiletka.six",))
    indices, errors = identify(question.hands, PACK, sizes, _look_up)
    verdicts = tuple(_VERDICTS)
    return Columns(
        count=len(question.hands),
        best=column([verdict and verdict.best for verdict in verdicts], indices),
        strength=column([verdict and verdict.strength for verdict in verdicts], indices),
        pays=[None] * len(question.hands),
        errors=errors,
    )
