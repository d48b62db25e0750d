"""Many Solo Whist hands at once, by tables of all holdings in a suit."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from evaluators.batch import Columns, Flags, Hands, Numbers, Words, read_hands
from evaluators.cards import Suit
from evaluators.forms import ABSENT, Absent, Count, Form, Says
from evaluators.kept import kept
from evaluators.solo_whist.bounds import (
    Holding,
    holding,
    is_safe,
    is_safe_lead,
    sure_led_tricks,
    sure_trump_tricks,
)
from evaluators.solo_whist.evaluate import IN_ALL, IN_CLUBS, IN_DIAMONDS, IN_HEARTS, IN_SPADES
from evaluators.solo_whist.rules import (
    HAND,
    PACK,
    TERMS,
    Contract,
    Options,
    Trumps,
    TurnedSuit,
    trumps_of,
)

_SIZES = Count(HAND, HAND, ("solo-whist.deal",))
_RANKS = len(PACK.ranks)
_SUITS = tuple(Suit)
_Holdings = npt.NDArray[np.int64]
"""A row a hand, a column a suit: the heights held, as bits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """Hands of thirteen, before the auction."""

    hands: Hands
    turned_suit: TurnedSuit


@dataclass(frozen=True, slots=True, kw_only=True)
class SafetyColumns:
    """Whether a misère is safe in each suit; `overall`: in all four."""

    c: Annotated[Flags, IN_CLUBS]
    d: Annotated[Flags, IN_DIAMONDS]
    h: Annotated[Flags, IN_HEARTS]
    s: Annotated[Flags, IN_SPADES]
    overall: Annotated[Flags, IN_ALL]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractColumns:
    """What the hands are certain of in one contract."""

    tricks_needed: Annotated[int, Says("Tricks the side must make; 0: it may make none.")]
    pays: Annotated[Numbers, Says("What each opponent pays for the contract.")]
    sure_tricks: Annotated[Numbers, Says("As in evaluate; null in a misère.")]
    trumps: Annotated[Words, Says("The suit to name, null where none is named.")]
    safe: Annotated[SafetyColumns | Absent, Says("In a misère: the suits that cannot lose it.")] = (
        ABSENT
    )
    certain: Annotated[Flags, Says("Whether the contract cannot be lost.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluations(Columns):
    """What the hands are certain of, in columns."""

    contracts: Annotated[Mapping[Contract, ContractColumns], Says("The columns of each contract.")]


@cache
def _table(bound: Callable[[Holding], int]) -> npt.NDArray[np.int64]:
    """A bound of every holding in a suit, by the holding's bits."""
    heights = range(_RANKS)
    return kept(
        f"{__name__}-{bound.__name__}",
        lambda: np.array(
            [
                bound(holding(frozenset(height for height in heights if bits >> height & 1)))
                for bits in range(1 << _RANKS)
            ],
            np.int64,
        ),
    )


def evaluate_batch(question: Question, options: Options) -> Evaluations:
    """What `evaluate` says of each hand, for up to 100,000 hands."""
    count = len(question.hands)
    groups, errors = read_hands(question.hands, PACK, _SIZES)
    suits = np.zeros((count, len(_SUITS)), np.int64)
    good = np.zeros(count, bool)
    for group in groups:
        good[group.places] = True
        bits = 1 << (group.positions % _RANKS).astype(np.int64)
        for suit in range(len(_SUITS)):
            held = group.positions // _RANKS == suit
            suits[group.places, suit] = np.where(held, bits, 0).sum(axis=1)
    nulls = [None] * count
    return Evaluations(
        count=count,
        best=nulls,
        strength=nulls,
        pays=nulls,
        errors=errors,
        contracts={
            contract: _columns(contract, suits, good, question.turned_suit, options)
            for contract in Contract
        },
    )


def _columns(
    contract: Contract,
    suits: _Holdings,
    good: npt.NDArray[np.bool_],
    turned: Suit,
    options: Options,
) -> ContractColumns:
    needed = TERMS[contract].tricks
    sure: npt.NDArray[Any] | None = None
    trumps: list[str | None] = [None] * len(suits)
    match trumps_of(contract, options):
        case _ if needed == 0:
            pass
        case Trumps.TURNED:
            sure = _table(sure_trump_tricks)[suits[:, _SUITS.index(turned)]]
        case Trumps.CHOSEN:
            each = _table(sure_trump_tricks)[suits]
            sure = each.max(axis=1, initial=0)
            names = [_SUITS[best] for best in each.argmax(axis=1)]
            trumps = [name if fine else None for name, fine in zip(names, good, strict=True)]
        case _:  # no trumps: winners led one after the other
            sure = _table(sure_led_tricks)[suits].sum(axis=1)
    safe: SafetyColumns | Absent = ABSENT
    certain: npt.NDArray[Any]
    if sure is None:
        each = _table(is_safe)[suits].astype(bool)
        certain = np.all(each, axis=1) & np.any(_table(is_safe_lead)[suits], axis=1)
        by_suit = [_nullable(each[:, suit], good) for suit in range(len(_SUITS))]
        safe = SafetyColumns(
            **dict(zip(_SUITS, by_suit, strict=True)),
            overall=_nullable(np.all(each, axis=1), good),
        )
    else:
        certain = sure >= needed
    price = np.full(len(suits), options.units[contract] * options.unit_size)
    return ContractColumns(
        tricks_needed=needed,
        pays=_nullable(price, good),
        sure_tricks=[None] * len(suits) if sure is None else _nullable(sure, good),
        trumps=trumps,
        safe=safe,
        certain=_nullable(certain, good),
    )


def _nullable(values: npt.NDArray[Any], good: npt.NDArray[np.bool_]) -> list[Any]:
    column = values.astype(object)
    column[~good] = None
    listed: list[Any] = column.tolist()
    return listed
