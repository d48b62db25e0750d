"""Whether a hand is a sbor of which nobody has seen some cards."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

from evaluators.budget import spend
from evaluators.cards import Card
from evaluators.zhiletka.evaluate import is_sbor
from evaluators.zhiletka.rules import SBOR


def counts(hand: Sequence[Card], *, contains: bool) -> bool:
    """Whether a hand is a sbor, or `contains` one where that is enough."""
    return is_sbor(hand) or (contains and any(map(is_sbor, combinations(hand, SBOR))))


FEW = 200
"""So many ways to fill up a hand are looked at one by one."""


def with_unseen(
    known: Sequence[Card], hidden: int, unplaced: Sequence[Card], *, contains: bool
) -> bool | None:
    """Whether a hand is a sbor, or `contains` one, whatever its unseen cards are; None: it depends.

    `unplaced`: the cards that they may be.
    """
    if contains and counts(known, contains=True):
        return True
    number = comb(len(unplaced), hidden)
    if number <= FEW:
        spend(number)
        fillings = combinations(unplaced, hidden)
        (verdict, *more) = {counts((*known, *cards), contains=contains) for cards in fillings}
        return None if more else verdict
    if not contains and len(known) + hidden != SBOR:
        return False
    for feature in ("suit", "rank"):
        there = Counter(getattr(card, feature) for card in unplaced)
        own = Counter(getattr(card, feature) for card in known)
        for kind in there | own:
            enough = own[kind] + min(hidden, there[kind]) >= SBOR
            if enough and (contains or own[kind] == len(known)):
                return None
    return False
