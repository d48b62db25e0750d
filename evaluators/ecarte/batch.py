"""Many Écarté hands at once, by a table of all hands for one trump suit."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, NamedTuple

from evaluators.batch import Columns, Hands, column, identify
from evaluators.cards import Card, Suit
from evaluators.ecarte.evaluate import jeux, king_of
from evaluators.ecarte.rules import HAND, PACK, Options, Role, Trump
from evaluators.forms import Count, Form, Says
from evaluators.tables import HandTable, Indices, Positions, Verdicts, renamed

_SIZES = Count(HAND, HAND, ("ecarte.deal",))
_TABLE_TRUMP = Suit.CLUBS
"""The trump suit of the table; for another one the two suits change names."""


class Verdict(NamedTuple):
    """What matters of a hand in columns."""

    best: str | None
    king: bool


_VERDICTS: Verdicts[Verdict] = Verdicts()


def _judge(hand: tuple[Card, ...]) -> Verdict:
    found = jeux(hand, _TABLE_TRUMP)
    return Verdict(found[0] if found else None, king_of(_TABLE_TRUMP, hand))


@cache
def _table() -> HandTable[Verdict]:
    return HandTable(PACK, HAND, _judge, _VERDICTS, fixed=_TABLE_TRUMP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """Hands of five, before play."""

    hands: Hands
    trump: Trump
    role: Annotated[Role, Says("Whose hands they are; changes nothing here.")] = Role.ELDER


def evaluate_batch(question: Question, options: Options) -> Columns:
    """What `evaluate` says of each hand, for up to 100,000 hands."""
    del options  # none of them changes what a hand is

    def look_up(positions: Positions) -> Indices:
        return _table().look_up(renamed(positions, PACK, question.trump, _TABLE_TRUMP))

    indices, errors = identify(question.hands, PACK, _SIZES, look_up)
    verdicts = tuple(_VERDICTS)
    return Columns(
        count=len(question.hands),
        best=column([verdict and verdict.best for verdict in verdicts], indices),
        strength=[None] * len(question.hands),
        pays=column([verdict and int(verdict.king) for verdict in verdicts], indices),
        errors=errors,
    )
